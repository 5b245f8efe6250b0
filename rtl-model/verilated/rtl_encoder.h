/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The encoder in SystemVerilog (rtl-model/rtl/tr_encoder.sv) as Verilator makes it, behind a C
 * interface. One struct rtl_encoder_kind for each set of parameters that is built (module.mk).
 */
#ifndef RTL_ENCODER_H
#define RTL_ENCODER_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "trm/trm_encoder.h"

struct rtl_encoder;

/* Inputs of one clock cycle. */
struct rtl_encoder_in {
    const struct ingress_cycle *record; /* NULL: none. Its sidebands are levels: they stay */
    uint64_t time;                      /* trTsMode External */
    uint64_t shared;                    /* trTsMode Shared */
    bool link_ready, link_stopped;
    bool psel, penable, pwrite; /* APB */
    uint32_t paddr, pwdata;
    bool flush, sync; /* requests against the flow */
    uint8_t left_out; /* byte lanes without strobe */
};

/* Outputs in the same cycle, before its clock edge. */
struct rtl_encoder_out {
    bool stall; /* the record was not taken */
    bool pready, pslverr;
    uint32_t prdata;
    bool link_valid, link_last;
    uint8_t link_bytes; /* of the beat */
    uint8_t link_data[8];
    uint8_t ext_trig;
    bool flushed;
};

struct rtl_encoder_kind {
    const char *name;
    unsigned lanes;  /* bytes per beat */
    unsigned blocks; /* a cycle */
    unsigned retire_bits;
    unsigned accesses; /* data accesses per cycle, 0 without data trace */
    /* The model with the same parameters, a queue that never fills, and no limit of the link. */
    void (*cfg)(struct trm_encoder_cfg *cfg);
    struct rtl_encoder *(*create)(void); /* in reset for a few clocks, then out of it */
    void (*destroy)(struct rtl_encoder *rtl);
    /* One cycle is settle, then clock_edge. settle drives the inputs and shows the outputs, and may
     * be called again with others: only the last inputs count at the edge. */
    void (*settle)(struct rtl_encoder *rtl, const struct rtl_encoder_in *in,
                   struct rtl_encoder_out *out);
    void (*clock_edge)(struct rtl_encoder *rtl);
    void (*cycle)(struct rtl_encoder *rtl, const struct rtl_encoder_in *in,
                  struct rtl_encoder_out *out); /* both */
};

#ifdef __cplusplus
}
#endif

#endif
