/* SPDX-License-Identifier: Apache-2.0 */
/* The ATB bridge in SystemVerilog (rtl-model/rtl/tr_atbbridge.sv) as Verilator makes it, behind a C
 * interface. One struct rtl_atbbridge_kind for each set of parameters that is built (module.mk). */
#ifndef RTL_ATBBRIDGE_H
#define RTL_ATBBRIDGE_H

#include "rtl_part.h"

#ifdef __cplusplus
extern "C" {
#endif

#include "trm/trm_atbbridge.h"

struct rtl_atbbridge;

/* One clock cycle: inputs, and outputs as they are before its clock edge. */
struct rtl_atbbridge_io {
    struct rtl_apb apb;
    struct rtl_link in;
    struct trm_atb_in target;
    struct trm_atb_out out;
    /* Requests against the flow: the sender drives flushed. */
    bool flush, flushed, sync;
};

struct rtl_atbbridge_kind {
    const char *name;
    unsigned lanes; /* bytes per beat */
    /* The model with the same parameters, and the largest buffer: what the RTL takes, it takes. */
    void (*cfg)(struct trm_atbbridge_cfg *cfg);
    struct rtl_atbbridge *(*create)(void); /* in reset for a few clocks, then out of it */
    void (*destroy)(struct rtl_atbbridge *rtl);
    /* One cycle is settle, then clock_edge. settle drives the inputs and shows the outputs, and may
     * be called again with others: only the last inputs count at the edge. */
    void (*settle)(struct rtl_atbbridge *rtl, struct rtl_atbbridge_io *io);
    void (*clock_edge)(struct rtl_atbbridge *rtl);
    void (*cycle)(struct rtl_atbbridge *rtl, struct rtl_atbbridge_io *io);
};

#ifdef __cplusplus
}
#endif

#endif
