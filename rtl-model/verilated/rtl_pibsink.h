/* SPDX-License-Identifier: Apache-2.0 */
/* The PIB sink in SystemVerilog (rtl-model/rtl/tr_pibsink.sv) as Verilator makes it, behind a C
 * interface. One struct rtl_pibsink_kind for each set of parameters that is built (module.mk). */
#ifndef RTL_PIBSINK_H
#define RTL_PIBSINK_H

#include "rtl_part.h"

#ifdef __cplusplus
extern "C" {
#endif

#include "trm/trm_pibsink.h"

struct rtl_pibsink;

/* One clock cycle: inputs, and outputs as they are before its clock edge. */
struct rtl_pibsink_io {
    struct rtl_apb apb;
    struct rtl_link in;
    struct trm_pib_pins pins;
};

struct rtl_pibsink_kind {
    const char *name;
    unsigned lanes; /* bytes per beat */
    /* The model with the same parameters, and the largest buffer: what the RTL takes, it takes. */
    void (*cfg)(struct trm_pibsink_cfg *cfg);
    struct rtl_pibsink *(*create)(void); /* in reset for a few clocks, then out of it */
    void (*destroy)(struct rtl_pibsink *rtl);
    /* One cycle is settle, then clock_edge. settle drives the inputs and shows the outputs, and may
     * be called again with others: only the last inputs count at the edge. */
    void (*settle)(struct rtl_pibsink *rtl, struct rtl_pibsink_io *io);
    void (*clock_edge)(struct rtl_pibsink *rtl);
    void (*cycle)(struct rtl_pibsink *rtl, struct rtl_pibsink_io *io);
};

#ifdef __cplusplus
}
#endif

#endif
