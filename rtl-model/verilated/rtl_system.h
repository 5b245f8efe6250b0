/* SPDX-License-Identifier: Apache-2.0 */
/* The trace subsystem in SystemVerilog (rtl-model/rtl/tr_system.sv) with its SRAM as Verilator
 * makes it, behind a C interface: one block a cycle, no timestamps. */
#ifndef RTL_SYSTEM_H
#define RTL_SYSTEM_H

#include "rtl_part.h"

#ifdef __cplusplus
extern "C" {
#endif

#include "trm/trm_encoder.h"

struct rtl_system;

/* One clock cycle: inputs, and outputs as they are before its clock edge. */
struct rtl_system_io {
    struct rtl_apb apb;
    const struct trm_ingress *record[RTL_LINKS_MAX]; /* NULL: none */
    bool stall[RTL_LINKS_MAX];                       /* the record was not taken */
};

struct rtl_system_kind {
    const char *name;
    unsigned harts;
    uint32_t sram_bytes;
    void (*cfg)(struct trm_encoder_cfg *cfg); /* an encoder's model; it never overflows */
    struct rtl_system *(*create)(void);       /* in reset for a few clocks, then out of it */
    void (*destroy)(struct rtl_system *rtl);
    void (*cycle)(struct rtl_system *rtl, struct rtl_system_io *io);
};

#ifdef __cplusplus
}
#endif

#endif
