/* SPDX-License-Identifier: Apache-2.0 */
/* Timestamp units that show the same time, and that of a hart which is halted (TCI 1.0, "Timestamp
 * Unit"). */
#include "encoder_regs.h"
#include "htk_reg_way.h"

enum {
    ROUNDS = 3,
    APART = 4,  /* waits between two readings: more than the time needs on its way */
    LONG = 64,  /* waits in which a counter would move */
    SETTLE = 8, /* for a hart to halt */
};

/* The unit runs in this mode; *granted: it has it. *width: bits of its time. */
static bool set_mode(struct htk_reg *r, unsigned component, uint32_t mode, bool *granted,
                     unsigned *width)
{
    const uint32_t want = TR_TS_ACTIVE_MASK | TR_TS_COUNT_MASK | mode << TR_TS_MODE_SHIFT;
    uint32_t got = 0;
    htk_reg_choose(r, component);
    if (!htk_reg_reset(r, &got) || !htk_reg_write(r, TR_TS_CONTROL_OFFSET, TR_TS_ACTIVE_MASK) ||
        !htk_reg_pass(r, 1) || !htk_reg_write(r, TR_TS_CONTROL_OFFSET, want | TR_TS_RESET_MASK) ||
        !htk_reg_pass(r, APART) || !htk_reg_read(r, TR_TS_CONTROL_OFFSET, &got)) {
        return false;
    }
    *granted = ((got ^ want) & (TR_TS_ACTIVE_MASK | TR_TS_MODE_MASK)) == 0;
    *width = (got & TR_TS_WIDTH_MASK) >> TR_TS_WIDTH_SHIFT;
    return true;
}

static bool read_time(struct htk_reg *r, unsigned component, uint64_t *value)
{
    htk_reg_choose(r, component);
    return htk_reg_counter(r, value);
}

/* ---- two units in step ---- */

/* What one shows is between what the other shows before and after. *moves: the time runs. */
static bool look_at_step(struct htk_reg *r, unsigned source, unsigned taker, unsigned width,
                         const char *ids)
{
    const uint64_t mask = (UINT64_C(1) << width) - 1u;
    for (unsigned i = 0; i < ROUNDS; i++) {
        uint64_t first = 0, other = 0, second = 0;
        if (!read_time(r, source, &first) || !htk_reg_pass(r, APART) ||
            !read_time(r, taker, &other) || !htk_reg_pass(r, APART) ||
            !read_time(r, source, &second)) {
            return false;
        }
        if (((second - first) & mask) == 0) {
            continue; /* it does not move */
        }
        char name[TOPOLOGY_NAME_MAX], expected[100];
        htk_reg_choose(r, taker);
        htk_reg_begin(r, "the time of %s", topology_name(r->o->tree, source, name));
        snprintf(expected, sizeof expected, "from 0x%llX to 0x%llX, which %s shows around it",
                 (unsigned long long)first, (unsigned long long)second, name);
        htk_reg_judge_all(r, ids, ((other - first) & mask) <= ((second - first) & mask), expected,
                          other);
    }
    return true;
}

/* The funnel that this one sends to; TOPOLOGY_NONE: none. */
static unsigned above(const struct topology *t, unsigned component)
{
    for (unsigned l = 0; l < t->nlinks; l++) {
        if (t->link[l].src == component && t->component[t->link[l].dst].kind == TOPOLOGY_FUNNEL) {
            return t->link[l].dst;
        }
    }
    return TOPOLOGY_NONE;
}

/* The top funnel has this mode, and all down to the component share its time. */
static bool share(struct htk_reg *r, unsigned component, uint32_t mode)
{
    const struct topology *t = r->o->tree;
    unsigned top = component, width = 0, least = 63;
    bool granted = false;
    while (above(t, top) != TOPOLOGY_NONE) {
        top = above(t, top);
    }
    if (top == component) {
        return true;
    }
    for (unsigned c = component; c != TOPOLOGY_NONE; c = above(t, c)) {
        if (!set_mode(r, c, c == top ? mode : TR_TS_MODE_SHARED, &granted, &width)) {
            return false;
        }
        if (!granted || width == 0) {
            return true;
        }
        least = width < least ? width : least;
    }
    return look_at_step(r, top, component, least,
                        mode == TR_TS_MODE_INTERNAL_SYSTEM ? "TCI-TS-003 TCI-TS-007 TCI-TS-001"
                                                           : "TCI-TS-003 TCI-TS-007");
}

/* ---- debug mode ---- */

/* The unit of an encoder whose hart is halted: its counter runs, or it does not. */
static bool measure(struct htk_reg *r, unsigned encoder, bool run, bool *granted, uint64_t *n)
{
    const uint32_t want = TR_TS_ACTIVE_MASK | TR_TS_COUNT_MASK |
                          TR_TS_MODE_INTERNAL_CORE << TR_TS_MODE_SHIFT |
                          (run ? (uint32_t)TR_TS_RUN_IN_DEBUG_MASK : 0);
    uint64_t first = 0, second = 0;
    uint32_t got = 0;
    htk_reg_choose(r, encoder);
    if (!htk_reg_try(r, TR_TS_CONTROL_OFFSET, want, &got) || !htk_reg_pass(r, SETTLE) ||
        !read_time(r, encoder, &first) || !htk_reg_pass(r, LONG) ||
        !read_time(r, encoder, &second)) {
        return false;
    }
    *granted = ((got ^ want) & TR_TS_RUN_IN_DEBUG_MASK) == 0;
    *n = second - first;
    return true;
}

static bool look_at_halted(struct htk_reg *r, unsigned encoder)
{
    static const char ids[] = "TCI-TS-010 TCI-TS-014";
    bool runs = false, halted = false, granted = false;
    uint64_t moving = 0, moved = 0;
    unsigned width = 0;
    if (!set_mode(r, encoder, TR_TS_MODE_INTERNAL_CORE, &granted, &width)) {
        return false;
    }
    if (!granted || r->o->halt == NULL) {
        htk_reg_skip(r, ids, granted ? "a way to halt the hart" : "trTsMode 3");
        return true;
    }
    /* Enabled, it sees its hart. Nothing is traced: trTeInstTracing is 0. */
    if (!htk_way_enable(r, HTK_REG_ACTIVE | TR_TE_FORMAT_NTRACE << TR_TE_FORMAT_SHIFT)) {
        return false;
    }
    if (!r->o->halt(r->o->ctx, encoder, true)) {
        htk_reg_skip(r, ids, "a hart that halts");
        return true;
    }
    const bool good =
        measure(r, encoder, true, &runs, &moving) && measure(r, encoder, false, &halted, &moved);
    if (!r->o->halt(r->o->ctx, encoder, false)) {
        return htk_reg_lose(r, "its hart does not leave debug mode");
    }
    if (!good) {
        return false;
    }
    htk_reg_begin(r, "trTsRunInDebug, while the hart is halted");
    if (halted) {
        htk_reg_judge_all(r, ids, moved == 0, "the counter does not move with trTsRunInDebug 0",
                          moved);
    }
    if (runs) {
        htk_reg_judge(r, "TCI-TS-014", moving != 0, "the counter runs with trTsRunInDebug 1",
                      moving);
    }
    return true;
}

static bool put_back(struct htk_reg *r)
{
    bool good = true, off = false;
    for (unsigned i = 0; good && i < r->o->tree->ncomponents; i++) {
        htk_reg_choose(r, i);
        good = htk_reg_write(r, HTK_REG_CONTROL, 0) &&
               htk_reg_poll(r, HTK_REG_CONTROL, HTK_REG_ACTIVE, 0, &off);
    }
    return good;
}

bool htk_reg_steps(struct htk_reg *r)
{
    const struct topology *t = r->o->tree;
    for (unsigned i = 0; i < t->ncomponents; i++) {
        const enum topology_kind kind = t->component[i].kind;
        if (r->sum->component[i].state != HTK_COMPONENT_LOOKED_AT) {
            return true;
        }
        if (kind != TOPOLOGY_ENCODER && kind != TOPOLOGY_FUNNEL) {
            continue;
        }
        if (!share(r, i, TR_TS_MODE_INTERNAL_SYSTEM) || !share(r, i, TR_TS_MODE_EXTERNAL) ||
            (kind == TOPOLOGY_ENCODER && !look_at_halted(r, i))) {
            return false;
        }
    }
    return put_back(r);
}
