/* SPDX-License-Identifier: Apache-2.0 */
/* The trace subsystem in SystemVerilog (rtl-model/rtl/tr_system.sv) with its SRAM as Verilator
 * makes it, behind a C interface: one block per cycle, words of four bytes. */
#ifndef RTL_SYSTEM_H
#define RTL_SYSTEM_H

#include "rtl_part.h"

#ifdef __cplusplus
extern "C" {
#endif

#include "trm/trm_atbbridge.h"
#include "trm/trm_encoder.h"
#include "trm/trm_funnel.h"
#include "trm/trm_pibsink.h"
#include "trm/trm_ramsink.h"

struct rtl_system;

/* Clocks: bits. */
enum {
    RTL_CLOCK = 1, /* clk_i */
    RTL_CLOCK_APB = 2,
    RTL_CLOCK_TIME = 4,
    RTL_CLOCK_HART = 8, /* shifted left by the number of the hart */
};

/* With AsyncSidebands these are levels that the caller drives; those of records are not looked at.
 */
struct rtl_sidebands {
    bool halted, reset, lowpower;
    uint8_t ext_trig;
};

/* One clock cycle: inputs, and outputs as they are before its clock edge. */
struct rtl_system_io {
    struct rtl_apb apb;
    const struct ingress_cycle *record[RTL_LINKS_MAX]; /* NULL: none */
    bool stall[RTL_LINKS_MAX];                         /* the record was not taken */
    uint64_t time;                                     /* trTsMode External */
    /* AXI4, write channels. */
    bool awvalid, awready, wvalid, wready, bvalid, bready, berror;
    uint64_t awaddr;
    unsigned awlen;    /* beats but one */
    bool wlast, wstrb; /* wstrb: all bytes, or none */
    /* AHB-Lite. */
    bool htrans, hready, hresp; /* htrans: NONSEQ */
    uint64_t haddr;
    uint8_t wdata[4]; /* of either */
    struct trm_pib_pins pins;
    struct rtl_sidebands sidebands[RTL_LINKS_MAX];
    bool atclken;             /* with AtClkEn */
    struct trm_atb_in target; /* of ATB: driven by the caller */
    struct trm_atb_out atb;
};

struct rtl_system_kind {
    const char *name;
    unsigned harts;
    uint32_t sram_bytes;
    bool ram, pib, atb;                               /* its sinks, in this order */
    bool ahb;                                         /* system memory by AHB-Lite, not AXI4 */
    void (*cfg)(struct trm_encoder_cfg *cfg);         /* an encoder's model; it never overflows */
    void (*funnel_cfg)(struct trm_funnel_cfg *cfg);   /* with two harts or more */
    void (*ramsink_cfg)(struct trm_ramsink_cfg *cfg); /* the caller gives it memory */
    void (*pibsink_cfg)(struct trm_pibsink_cfg *cfg); /* these two have the largest buffers */
    void (*atbbridge_cfg)(struct trm_atbbridge_cfg *cfg);
    struct rtl_system *(*create)(void); /* in reset for a few clocks, then out of it */
    void (*destroy)(struct rtl_system *rtl);
    /* One cycle is settle, then clock_edge. settle drives the inputs and shows the outputs, and may
     * be called again with others: only the last inputs count at the edge. */
    void (*settle)(struct rtl_system *rtl, struct rtl_system_io *io);
    void (*clock_edge)(struct rtl_system *rtl);
    /* In place of clock_edge: an edge of these clocks (RTL_CLOCK...), at the same time. */
    void (*clock_edges)(struct rtl_system *rtl, unsigned clocks);
    void (*cycle)(struct rtl_system *rtl, struct rtl_system_io *io);
};

#ifdef __cplusplus
}
#endif

#endif
