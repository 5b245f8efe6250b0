/* SPDX-License-Identifier: Apache-2.0 */
/* How fast a PIB sink sends: what is left in it after a trace takes longer with a bigger divider,
 * with fewer pins, and with a centered clock (TCI 1.0, "Trace PIB Sink"). Pins are not seen. */
#include "htk_reg_way.h"
#include "pibsink_regs.h"

enum {
    RUNS = 12,      /* for the encoder to wait */
    REPEATS = 3,    /* of a measurement that time on the host may have spoiled */
    WAITS = 3000,   /* for it to become empty */
    SHORT = 48,     /* waits: less is not exact enough */
    DOUBLINGS = 12, /* of the divider, for that */
    TOLERANCE = 5,  /* a fifth: what is left is not always as much */
};

struct pins {
    uint32_t mode, divider;
    bool center;
};

static uint32_t bits_of(const struct pins *p)
{
    return p->mode << TR_PIB_MODE_SHIFT | p->divider << TR_PIB_DIVIDER_SHIFT |
           (p->center ? (uint32_t)TR_PIB_CLK_CENTER_MASK : 0);
}

/* Everything is reset, and the sink has these settings. *granted: it has. */
static bool prepare(struct htk_reg *r, struct htk_way *w, const struct pins *p, bool *granted)
{
    uint32_t got = 0, control;
    const unsigned sink = w->n - 1;
    if (!htk_way_prepare(r, w, 0, false)) {
        return false;
    }
    htk_way_choose_sink(r, w);
    w->control[sink] = HTK_REG_ACTIVE | bits_of(p);
    if (!htk_reg_reset(r, &control) || !htk_reg_try(r, HTK_REG_CONTROL, w->control[sink], &got)) {
        return false;
    }
    const uint32_t timing = TR_PIB_MODE_MASK | TR_PIB_DIVIDER_MASK | TR_PIB_CLK_CENTER_MASK;
    *granted = ((got ^ w->control[sink]) & timing) == 0;
    return htk_way_enable(r, w->control[sink]);
}

/* Waits until Empty is 1 in part k. */
static bool wait_for(struct htk_reg *r, const struct htk_way *w, unsigned k, unsigned *waits)
{
    uint32_t control = 0;
    htk_way_choose(r, w, k);
    for (*waits = 0; *waits < WAITS; (*waits)++) {
        if (!htk_reg_read(r, HTK_REG_CONTROL, &control)) {
            return false;
        }
        if ((control & HTK_REG_EMPTY) != 0) {
            return true;
        }
        if (!htk_reg_pass(r, 1)) {
            return false;
        }
    }
    return true;
}

/* Waits until the sink is empty, from when nothing comes to it any more; 0: it was not full. */
static bool measure(struct htk_reg *r, struct htk_way *w, const struct pins *p, unsigned *waits)
{
    uint32_t before = 0;
    bool granted = false;
    unsigned some = 0;
    *waits = 0;
    if (!prepare(r, w, p, &granted) || !granted) {
        return !granted && r->c->state != HTK_COMPONENT_LOST;
    }
    bool good = htk_way_start(r, w);
    before = HTK_REG_EMPTY;
    for (unsigned i = 0; good && (before & HTK_REG_EMPTY) != 0 && i < RUNS; i++) {
        good = htk_way_run(r);
        htk_way_choose_encoder(r, w);
        good = good && htk_reg_read(r, HTK_REG_CONTROL, &before);
    }
    if (!good || !htk_reg_write(r, HTK_REG_CONTROL, w->control[0])) {
        return false;
    }
    for (unsigned k = 0; good && k + 1 < w->n; k++) {
        good = wait_for(r, w, k, &some);
    }
    good = good && wait_for(r, w, w->n - 1, waits);
    *waits = (before & HTK_REG_EMPTY) != 0 || *waits == WAITS ? 0 : *waits;
    return good && htk_way_leave(r, w);
}

/* `ids` say that `slow` takes `times` as long as `fast`. */
static bool compare(struct htk_reg *r, struct htk_way *w, const struct pins *fast,
                    const struct pins *slow, unsigned times, const char *ids)
{
    unsigned a = 0, b = 0;
    bool right = false;
    for (unsigned i = 0; !right && i < REPEATS; i++) {
        if (!measure(r, w, fast, &a) || !measure(r, w, slow, &b)) {
            return false;
        }
        if (a < SHORT || b == 0) {
            return true;
        }
        const unsigned want = a * times, off = b > want ? b - want : want - b;
        right = off * TOLERANCE <= want;
    }
    char expected[100];
    htk_way_choose_sink(r, w);
    snprintf(expected, sizeof expected,
             "%u times as long to become empty as trPibControl 0x%X, which takes %u waits", times,
             (unsigned)bits_of(fast), a);
    htk_reg_judge_all(r, ids, right, expected, b);
    return true;
}

/* A divider with which it takes long enough. Without one, fast->mode is 0. */
static bool choose_divider(struct htk_reg *r, struct htk_way *w, struct pins *fast)
{
    static const uint8_t modes[] = {TR_PIB_MODE_PARALLEL1, TR_PIB_MODE_PARALLEL2,
                                    TR_PIB_MODE_PARALLEL4, TR_PIB_MODE_PARALLEL8,
                                    TR_PIB_MODE_SWT_UART,  TR_PIB_MODE_SWT_MANCHESTER};
    unsigned waits = 0;
    for (size_t m = 0; m < sizeof modes; m++) {
        for (unsigned d = 0; d < DOUBLINGS; d++) {
            *fast = (struct pins){.mode = modes[m], .divider = (1u << d) - 1};
            if (!measure(r, w, fast, &waits)) {
                return false;
            }
            if (waits >= SHORT) {
                return true;
            }
            if (waits == 0 && d > 1) {
                break; /* it is not there, or nothing waits in it */
            }
        }
    }
    fast->mode = 0;
    return true;
}

/* Twice and four times as slow; with a centered clock, and with one pin instead of two. */
static bool look_at_rates(struct htk_reg *r, struct htk_way *w, const struct pins *fast)
{
    const struct pins half = {fast->mode, 2 * fast->divider + 1, false};
    const struct pins fourth = {fast->mode, 4 * fast->divider + 3, false};
    const struct pins centered = {fast->mode, fast->divider, true};
    const struct pins two = {TR_PIB_MODE_PARALLEL2, fast->divider, false};
    if (!compare(r, w, fast, &half, 2, "TCI-PIB-010") ||
        !compare(r, w, fast, &fourth, 4, "TCI-PIB-010")) {
        return false;
    }
    if (fast->mode >= TR_PIB_MODE_PARALLEL1 && !compare(r, w, fast, &centered, 2, "TCI-PIB-040")) {
        return false;
    }
    return fast->mode != TR_PIB_MODE_PARALLEL1 ||
           compare(r, w, &two, fast, 2, "TCI-PIB-001 TCI-PIB-016 TCI-PIB-017");
}

bool htk_reg_rate(struct htk_reg *r, struct htk_way *w)
{
    struct pins fast;
    w->btm = true;
    if (!choose_divider(r, w, &fast)) {
        return false;
    }
    if (fast.mode == 0) {
        htk_way_choose_sink(r, w);
        htk_reg_skip(r, "TCI-PIB-010", "more trace than the pins can take");
        return true;
    }
    return look_at_rates(r, w, &fast);
}
