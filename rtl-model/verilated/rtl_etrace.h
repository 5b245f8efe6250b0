/* SPDX-License-Identifier: Apache-2.0 */
/* tr_etrace (docs/reference/rtl.md) with a C interface: cycle by cycle, entries in, beats out.
 * There is one object for each set of parameters (module.mk). */
#ifndef RTL_ETRACE_H
#define RTL_ETRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "ingress/ingress_port.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    RTL_ETRACE_LANES = 8, /* at most */
};

/* The inputs of a cycle. */
struct rtl_etrace_in {
    bool valid; /* an entry: a block (the first one of `in`), the end of what qualifies, or a
                   support packet */
    bool block, end, support;
    bool ienable;    /* support: with these options */
    uint8_t options; /* bits as in ioptions */
    bool resync, watched;
    struct ingress_cycle in;
    bool hold;
    bool link_ready;
    uint8_t src_bits;
    uint16_t src;
    bool stamped; /* packets have timestamps */
};

struct rtl_etrace_out {
    bool ready;
    bool lost, overflow, sent, idle;
    bool link_valid, link_last;
    uint8_t link_bytes; /* of the beat */
    uint8_t link_data[RTL_ETRACE_LANES];
};

struct rtl_etrace_kind {
    const char *name;
    unsigned xlen, itype_bits, privilege_width, context_width, ecause_width, return_size,
        counter_size, predict_size, cache_size, f0s_width, ts_bits, src_bits, lanes, retire_bits;
    bool context, ts;
    uint8_t options; /* those that there are, as in ioptions */
    void *(*create)(void);
    void (*destroy)(void *dut);
    /* Drive the inputs of a cycle and show its outputs; then end it. */
    void (*settle)(void *dut, const struct rtl_etrace_in *in, struct rtl_etrace_out *out);
    void (*clock_edge)(void *dut);
    /* Tests of a count that no simulation lives to see: that many predicted branches, less 31. NULL
     * where the count is not public (tests/rtl/etrace_count.vlt). */
    void (*set_count)(void *dut, uint32_t count);
};

extern const struct rtl_etrace_kind rtl_etrace_min, rtl_etrace_typ, rtl_etrace_full,
    rtl_etrace_wide, rtl_etrace_call, rtl_etrace_more, rtl_etrace_index, rtl_etrace_vec,
    rtl_etrace_vone, rtl_etrace_vwide, rtl_etrace_vctx, rtl_etrace_vpriv, rtl_etrace_vsub;

#ifdef __cplusplus
}
#endif

#endif
