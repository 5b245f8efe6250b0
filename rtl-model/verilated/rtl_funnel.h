/* SPDX-License-Identifier: Apache-2.0 */
/* The funnel in SystemVerilog (rtl-model/rtl/tr_funnel.sv) as Verilator makes it, behind a C
 * interface. One struct rtl_funnel_kind for each set of parameters that is built (module.mk). */
#ifndef RTL_FUNNEL_H
#define RTL_FUNNEL_H

#include "rtl_part.h"

#ifdef __cplusplus
extern "C" {
#endif

#include "trm/trm_funnel.h"

struct rtl_funnel;

/* One clock cycle: inputs, and outputs as they are before its clock edge. */
struct rtl_funnel_io {
    struct rtl_apb apb;
    uint64_t ts_in, ts_out;
    struct rtl_link in[RTL_LINKS_MAX];
    struct rtl_link out;
    bool flush, flushed, sync;                /* requests from the output's side */
    uint16_t flush_out, flushed_in, sync_out; /* and to the inputs, bit n = input n */
};

struct rtl_funnel_kind {
    const char *name;
    unsigned lanes;                          /* bytes per beat */
    unsigned depth;                          /* beats buffered for each input */
    bool etrace;                             /* packets of E-Trace pass */
    void (*cfg)(struct trm_funnel_cfg *cfg); /* the model with the same parameters */
    struct rtl_funnel *(*create)(void);      /* in reset for a few clocks, then out of it */
    void (*destroy)(struct rtl_funnel *rtl);
    /* One cycle is settle, then clock_edge. settle drives the inputs and shows the outputs, and may
     * be called again with others: only the last inputs count at the edge. */
    void (*settle)(struct rtl_funnel *rtl, struct rtl_funnel_io *io);
    void (*clock_edge)(struct rtl_funnel *rtl);
    void (*cycle)(struct rtl_funnel *rtl, struct rtl_funnel_io *io);
};

#ifdef __cplusplus
}
#endif

#endif
