/* SPDX-License-Identifier: Apache-2.0 */
/* A component that is disabled, or in reset, while a trace comes: nothing passes it (TCI 1.0,
 * "Reset and Discovery", "Enabling and Disabling"). */
#include "encoder_regs.h"
#include "htk_reg_arrive.h"

enum {
    SETTLE = 64, /* waits, in which what was on its way arrives */
    RUNS = 2,
};

/* Rules about Enable 0. */
static const char *const disabled[] = {
    [TOPOLOGY_ENCODER] = "TCI-TE-002 TCI-REG-002",
    [TOPOLOGY_FUNNEL] = "TCI-REG-146",
    [TOPOLOGY_RAMSINK] = "TCI-REG-114",
    [TOPOLOGY_PIBSINK] = "TCI-REG-158",
    [TOPOLOGY_ATBBRIDGE] = "TCI-REG-174",
};

static bool run(struct htk_reg *r)
{
    bool good = true;
    for (unsigned i = 0; good && i < RUNS; i++) {
        good = htk_way_run(r);
    }
    return good && htk_reg_pass(r, SETTLE);
}

/* trXxControl of part k becomes `control`, while trTeInstTracing is 1. */
static bool look_at(struct htk_reg *r, struct htk_way *w, unsigned k, uint32_t control,
                    const char *ids)
{
    struct htk_pointer first, second;
    if (!htk_way_prepare(r, w, 0, false) || !w->buffer.good) {
        return !w->buffer.good && r->c->state != HTK_COMPONENT_LOST;
    }
    if (!htk_way_start(r, w) || !htk_way_run(r)) {
        return false;
    }
    htk_way_choose(r, w, k);
    if (!htk_reg_write(r, HTK_REG_CONTROL, control) || !htk_reg_pass(r, SETTLE) || !run(r) ||
        !htk_way_read_wp(r, w, &first) || !run(r) || !htk_way_read_wp(r, w, &second)) {
        return false;
    }
    htk_way_choose(r, w, k);
    htk_reg_judge_all(r, ids, first.wp == second.wp && first.wrap == second.wrap,
                      (control & HTK_REG_ACTIVE) != 0 ? "trRamWP stays: Enable is 0"
                                                      : "trRamWP stays: Active is 0",
                      second.wp);
    return true;
}

bool htk_way_off(struct htk_reg *r, struct htk_way *w)
{
    for (unsigned k = 0; k < w->n; k++) {
        const enum topology_kind kind = r->o->tree->component[w->part[k]].kind;
        const uint32_t tracing = kind == TOPOLOGY_ENCODER ? TR_TE_INST_TRACING_MASK : 0;
        if (!look_at(r, w, k, w->control[k] | tracing, disabled[kind])) {
            return false;
        }
        if (kind != TOPOLOGY_RAMSINK && !look_at(r, w, k, 0, "TCI-RST-043 TCI-RST-009")) {
            return false;
        }
    }
    return true;
}
