/* SPDX-License-Identifier: Apache-2.0 */
/* The RAM sink in SystemVerilog (rtl-model/rtl/tr_ramsink.sv) as Verilator makes it, behind a C
 * interface. One struct rtl_ramsink_kind for each set of parameters that is built (module.mk). */
#ifndef RTL_RAMSINK_H
#define RTL_RAMSINK_H

#include "rtl_part.h"

#ifdef __cplusplus
extern "C" {
#endif

#include "trm/trm_ramsink.h"

struct rtl_ramsink;

/* One clock cycle: inputs, and outputs as they are before its clock edge. */
struct rtl_ramsink_io {
    struct rtl_apb apb;
    struct rtl_link in;
    /* AXI4, write channels. */
    bool awvalid, awready, wvalid, wready, bvalid, bready, berror;
    uint64_t awaddr;
    unsigned awlen;    /* beats but one */
    bool wlast, wstrb; /* wstrb: all bytes, or none */
    unsigned awsize, awburst, awid, awprot, awcache;
    /* AHB-Lite. */
    bool htrans, hready, hresp; /* htrans: NONSEQ */
    uint64_t haddr;
    bool hwrite;
    unsigned hsize, hburst, hprot;
    uint8_t wdata[16]; /* of either */
};

struct rtl_ramsink_kind {
    const char *name;
    unsigned lanes; /* bytes per beat */
    bool ahb;
    unsigned outstanding;                  /* AXI4: writes without a response, at most */
    unsigned awid, awprot, awcache, hprot; /* of all writes */
    /* The model with the same parameters. The caller gives it memory of sram_bytes. */
    void (*cfg)(struct trm_ramsink_cfg *cfg);
    struct rtl_ramsink *(*create)(void); /* in reset for a few clocks, then out of it */
    void (*destroy)(struct rtl_ramsink *rtl);
    /* One cycle is settle, then clock_edge. settle drives the inputs and shows the outputs, and may
     * be called again with others: only the last inputs count at the edge. */
    void (*settle)(struct rtl_ramsink *rtl, struct rtl_ramsink_io *io);
    void (*clock_edge)(struct rtl_ramsink *rtl);
    void (*cycle)(struct rtl_ramsink *rtl, struct rtl_ramsink_io *io);
    uint8_t *(*sram)(struct rtl_ramsink *rtl); /* what is connected to its SRAM port */
};

#ifdef __cplusplus
}
#endif

#endif
