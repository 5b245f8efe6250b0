/* SPDX-License-Identifier: Apache-2.0 */
/* A trace on its way from an encoder to a sink: that it arrives, that each switch on the way stops
 * it, that everything becomes empty. */
#include "encoder_regs.h"
#include "funnel_regs.h"
#include "htk_reg_arrive.h"
#include "pibsink_regs.h"

enum {
    ENOUGH = 4, /* words of trace: more than what ends one that never was */
    RUNS = 16,  /* of the harts, for ENOUGH */
    SETTLE = 16,
};

static bool see_busy(struct htk_reg *r, const struct htk_way *w)
{
    for (unsigned k = 0; k < w->n; k++) {
        uint32_t control = 0;
        htk_reg_choose(r, w->part[k]);
        if (!htk_reg_read(r, HTK_REG_CONTROL, &control)) {
            return false;
        }
        if ((control & HTK_REG_EMPTY) == 0) {
            htk_reg_judge(r, "TCI-MIN-006", true, "", 0);
        }
    }
    return true;
}

static bool look_at_arrival(struct htk_reg *r, struct htk_way *w, bool *arrives)
{
    struct htk_pointer p = {.wp = 0};
    bool good = htk_way_prepare(r, w, 0, false) && (!w->buffer.good || htk_way_start(r, w));
    *arrives = false;
    for (unsigned i = 0; good && w->buffer.good && !*arrives && i < RUNS; i++) {
        good = htk_way_run(r) && see_busy(r, w) && (!w->ram || htk_way_read_wp(r, w, &p));
        *arrives = good && w->ram && htk_way_words(w, &p) >= ENOUGH;
    }
    if (!good || !w->buffer.good) {
        return good;
    }
    if (!htk_way_stop(r, w)) {
        return false;
    }
    if (w->ram) {
        if (!htk_way_read_wp(r, w, &p)) {
            return false;
        }
        htk_way_judge_wp(r, w, &p);
        htk_reg_choose(r, w->part[0]);
        htk_reg_begin(r, "%s", w->name);
        htk_reg_judge(r, "TCI-ENA-011", *arrives, "trRamWP moves on while the hart runs", p.wp);
        if (*arrives) {
            r->saved[w->part[0]].traces = true;
            htk_reg_judge_all(r, "TCI-TE-005 TCI-RST-022", true, "", 0);
        }
    }
    r->sum->traces++;
    return true;
}

/* Nothing arrives with this word in trTeControl. */
static bool look_at_none(struct htk_reg *r, struct htk_way *w, uint32_t control, const char *id,
                         const char *expected)
{
    struct htk_pointer p = {.wp = 0};
    htk_reg_choose(r, w->part[0]);
    if (!htk_reg_write(r, HTK_REG_CONTROL, control) || !htk_way_run(r) || !htk_way_run(r) ||
        !htk_reg_write(r, HTK_REG_CONTROL, w->control[0]) || !htk_reg_pass(r, SETTLE) ||
        !htk_way_read_wp(r, w, &p)) {
        return false;
    }
    htk_reg_choose(r, w->part[0]);
    htk_reg_begin(r, "%s", w->name);
    htk_reg_judge(r, id, htk_way_words(w, &p) < ENOUGH, expected, p.wp);
    return true;
}

static bool look_at_switches(struct htk_reg *r, struct htk_way *w)
{
    const uint32_t enabled = HTK_REG_ENABLE, tracing = TR_TE_INST_TRACING_MASK;
    if (!htk_way_prepare(r, w, 0, false)) {
        return false;
    }
    const uint32_t base = w->control[0];
    return look_at_none(r, w, base | enabled, "TCI-TE-005", "no trace: trTeInstTracing is 0") &&
           htk_way_prepare(r, w, 0, false) &&
           look_at_none(r, w, base | tracing, "TCI-TE-002", "no trace: trTeEnable is 0") &&
           htk_way_prepare(r, w, 0, false) &&
           look_at_none(r, w, (base & ~TR_TE_INST_MODE_MASK) | enabled | tracing, "TCI-TE-007",
                        "no trace: trTeInstMode is 0");
}

/* A funnel discards what comes by an input that is disabled. */
static bool look_at_inputs(struct htk_reg *r, struct htk_way *w)
{
    for (unsigned k = 1; k + 1 < w->n; k++) {
        const uint32_t bit = UINT32_C(1) << w->input[k];
        struct htk_pointer p = {.wp = 0};
        uint32_t got = 0;
        if (!htk_way_prepare(r, w, 0, false)) {
            return false;
        }
        htk_reg_choose(r, w->part[k]);
        if (r->about->kind != TOPOLOGY_FUNNEL) {
            continue;
        }
        if (!htk_reg_try(r, TR_FUNNEL_DIS_INPUT_OFFSET, bit, &got)) {
            return false;
        }
        if ((got & bit) == 0) {
            htk_reg_skip(r, "TCI-FUN-006", "an input that can be disabled");
            continue;
        }
        if (!htk_way_start(r, w) || !htk_way_run(r) || !htk_way_run(r) || !htk_way_stop(r, w) ||
            !htk_way_read_wp(r, w, &p)) {
            return false;
        }
        htk_reg_choose(r, w->part[k]);
        htk_reg_begin(r, "%s", w->name);
        htk_reg_judge(r, "TCI-FUN-006", htk_way_words(w, &p) < ENOUGH,
                      "no trace: the input is disabled (trFunnelDisInput)", p.wp);
    }
    return true;
}

/* A PIB sink that calibrates consumes no input: what is queued stays. */
static bool look_at_calibration(struct htk_reg *r, struct htk_way *w)
{
    uint32_t sink = 0, encoder = 0;
    if (!htk_way_prepare(r, w, 0, false)) {
        return false;
    }
    htk_way_choose_sink(r, w);
    if (!htk_reg_try(r, HTK_REG_CONTROL,
                     w->control[w->n - 1] | HTK_REG_ENABLE | TR_PIB_CALIBRATE_MASK, &sink)) {
        return false;
    }
    if ((sink & TR_PIB_CALIBRATE_MASK) == 0) {
        htk_reg_skip(r, "TCI-PIB-008", "trPibCalibrate");
        return true;
    }
    if (!htk_way_start(r, w)) {
        return false;
    }
    for (unsigned i = 0; i < RUNS; i++) {
        if (!htk_way_run(r)) {
            return false;
        }
    }
    htk_way_choose_encoder(r, w);
    if (!htk_reg_read(r, HTK_REG_CONTROL, &encoder)) {
        return false;
    }
    htk_way_choose_sink(r, w);
    htk_reg_begin(r, "%s, while trPibCalibrate is 1", w->name);
    if ((encoder & HTK_REG_EMPTY) == 0 || r->saved[w->part[0]].traces) {
        htk_reg_judge(r, "TCI-PIB-008", (encoder & HTK_REG_EMPTY) == 0,
                      "trTeEmpty 0: the input is not consumed", encoder);
    }
    return htk_reg_write(r, HTK_REG_CONTROL, w->control[w->n - 1] | HTK_REG_ENABLE) &&
           htk_way_stop(r, w);
}

bool htk_reg_flow(struct htk_reg *r, unsigned encoder, unsigned sink)
{
    struct htk_way w;
    bool arrives = false;
    if (!htk_way_find(r->o->tree, encoder, sink, &w)) {
        return true;
    }
    for (unsigned k = 0; k < w.n; k++) {
        if (r->sum->component[w.part[k]].state != HTK_COMPONENT_LOOKED_AT) {
            return true;
        }
    }
    if (!look_at_arrival(r, &w, &arrives)) {
        return false;
    }
    if (!w.buffer.good) {
        htk_way_choose_sink(r, &w);
        htk_reg_skip(r, "TCI-RAM-005 TCI-RAM-010 TCI-RAM-011 TCI-RAM-020 TCI-RAM-022",
                     "memory for the trace: hartrace,smem-window in the tree");
        return htk_way_leave(r, &w);
    }
    if (r->o->tree->component[sink].kind == TOPOLOGY_PIBSINK) {
        return look_at_calibration(r, &w) && htk_reg_rate(r, &w) && htk_way_leave(r, &w);
    }
    return (!arrives || (look_at_switches(r, &w) && look_at_inputs(r, &w) && htk_way_off(r, &w) &&
                         htk_way_wraps(r, &w) && htk_arrive_all(r, &w) &&
                         htk_arrive_stamps(r, &w) && htk_arrive_tail(r, &w))) &&
           htk_way_leave(r, &w);
}
