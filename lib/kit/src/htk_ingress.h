/* SPDX-License-Identifier: Apache-2.0 */
/* Private: a record of the kit's protocol as the models and the Verilated encoders take it. */
#ifndef HTK_INGRESS_H
#define HTK_INGRESS_H

#include "htk/hartrace_dut.h"
#include "ingress/ingress_port.h"

_Static_assert((int)HARTRACE_DUT_BLOCKS == (int)INGRESS_MAX_BLOCKS, "every record fits");
_Static_assert((int)HARTRACE_DUT_ACCESSES == (int)INGRESS_MAX_ACCESSES, "every record fits");

/* The cycle is 0: it is the device's own clock. */
static inline struct ingress_cycle htk_ingress_of(const struct hartrace_dut_cycle *c)
{
    struct ingress_cycle in = {
        .time = c->time,
        .nblocks = c->nblocks,
        .priv = c->priv,
        .ctype = c->ctype,
        .ext_trig = c->ext_trig,
        .trigger = c->trigger,
        .halted = c->halted != 0,
        .reset = c->reset != 0,
        .lowpower = c->lowpower != 0,
        .impdef = c->impdef,
        .context = c->context,
        .hcontext = c->hcontext,
        .cause = c->cause,
        .tval = c->tval,
        .naccess = c->naccess,
    };
    for (unsigned i = 0; i < c->nblocks; i++) {
        in.block[i] =
            (struct ingress_block){c->block[i].iaddr, c->block[i].iretire, c->block[i].itype,
                                   c->block[i].ilastsize, c->block[i].sijump != 0};
    }
    for (unsigned i = 0; i < c->naccess; i++) {
        const struct hartrace_dut_access *a = &c->access[i];
        in.access[i] = (struct ingress_access){a->daddr, a->load,  a->store, a->dtype,
                                               a->dsize, a->block, a->insn};
    }
    return in;
}

#endif
