/* SPDX-License-Identifier: Apache-2.0 */
/* tr_rvfi and tr_iti (docs/reference/rtl.md) with a C interface, which takes what a core reports in
 * a cycle and gives what tr_encoder gets. There is one object for each set of parameters
 * (module.mk).
 */
#ifndef RTL_ADAPTER_H
#define RTL_ADAPTER_H

#include <stdbool.h>
#include <stdint.h>

#include "ingress/ingress_port.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    RTL_ADAPTER_LANES = 2,
};

/* One instruction, as RVFI reports it; cause and tval with trap, and with intr. */
struct rtl_rvfi_lane {
    bool valid, trap, intr;
    uint32_t insn;
    uint8_t mode;
    uint64_t pc, next, cause, tval;
};

/* One block, as an instruction trace interface reports it. */
struct rtl_iti_port {
    bool valid, ilastsize;
    uint32_t iretire;
    uint8_t itype;
    uint64_t iaddr;
};

struct rtl_adapter_in {
    struct rtl_rvfi_lane lane[RTL_ADAPTER_LANES]; /* tr_rvfi */
    struct rtl_iti_port port[RTL_ADAPTER_LANES];  /* tr_iti, with the four below */
    uint64_t cause, tval;
    uint8_t priv;
    bool stall; /* of the encoder */
};

struct rtl_adapter_out {
    bool valid; /* `in` is a record; it is taken at the edge unless the encoder stalls */
    bool stall; /* the core must not retire anything in this cycle */
    bool lost;
    struct ingress_cycle in; /* blocks, priv, cause, tval */
};

struct rtl_adapter_kind {
    const char *name;
    unsigned xlen, lanes, blocks, itype_bits, retire_bits;
    bool iti, single, trap_counts;
    void *(*create)(void);
    void (*destroy)(void *adapter);
    /* Drive the inputs of a cycle and show its outputs; then end it. */
    void (*settle)(void *adapter, const struct rtl_adapter_in *in, struct rtl_adapter_out *out);
    void (*clock_edge)(void *adapter);
};

#ifdef __cplusplus
}
#endif

#endif
