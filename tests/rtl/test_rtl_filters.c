/* SPDX-License-Identifier: Apache-2.0 */
/* Filters and comparators of the encoder in SystemVerilog qualify what those of the model do:
 * random settings, changed while records come, that match now and then. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "encoder_regs.h"
#include "part_rig.h"
#include "random_hart.h"
#include "rtl_rig.h"

extern const struct rtl_encoder_kind rtl_encoder_filt, rtl_encoder_dual, rtl_encoder_short;

static const struct rtl_encoder_kind *const kinds[] = {&rtl_encoder_filt, &rtl_encoder_dual,
                                                       &rtl_encoder_short};

enum {
    KINDS = sizeof kinds / sizeof kinds[0],
    AREA = 32, /* half-words in which most blocks begin */
    END = 3,   /* or the last ones of the address space */
    FUNCTIONS = 8,
    MODES = 4,
    INPUTS = 3,
};

struct story {
    const struct rtl_encoder_kind *kind;
    const struct trm_encoder_cfg *cfg;
    struct rig_script *s;
    struct rh_rng rng;
    uint64_t base; /* of the area */
    unsigned area; /* half-words */
    unsigned side; /* sidebands now */
    uint8_t priv;
    uint64_t context;
};

/* --- values that the hart has, and that registers look for --- */

static uint64_t an_address(struct story *t)
{
    return t->base + 2u * rh_below(&t->rng, t->area);
}

static uint64_t a_context(struct story *t)
{
    return 0x5000 + rh_below(&t->rng, 3);
}

static uint64_t a_tval(struct story *t)
{
    return t->base + 3u + rh_below(&t->rng, 3);
}

static uint64_t a_value(struct story *t, uint32_t input)
{
    if (rh_chance(&t->rng, 12)) {
        return (uint64_t)rh_next(&t->rng) << 32 | rh_next(&t->rng);
    }
    switch (input) {
    case TR_TE_COMP_P_INPUT_CONTEXT:
        return a_context(t);
    case TR_TE_COMP_P_INPUT_TVAL:
        return a_tval(t);
    default:
        return an_address(t) + rh_below(&t->rng, 2);
    }
}

static uint64_t a_mask(struct story *t)
{
    switch (rh_below(&t->rng, 3)) {
    case 0:
        return ~UINT64_C(0) << rh_below(&t->rng, 8);
    case 1:
        return ~(UINT64_C(1) << rh_below(&t->rng, 12));
    default:
        return rh_next(&t->rng) | 0xFF00u;
    }
}

/* --- settings --- */

static void write_pair(struct story *t, uint32_t offset, uint64_t value)
{
    rig_write(t->s, offset, (uint32_t)value);
    rig_write(t->s, offset + 4, (uint32_t)(value >> 32));
}

static void write_comparator(struct story *t, unsigned j)
{
    uint32_t at = j * TR_TE_COMP_CONTROL_STRIDE;
    uint32_t p = rh_chance(&t->rng, 2) ? 0 : rh_below(&t->rng, 4);
    uint32_t s = rh_chance(&t->rng, 2) ? 0 : rh_below(&t->rng, 4);
    uint32_t function = rh_below(&t->rng, FUNCTIONS);
    uint32_t control = p << TR_TE_COMP_P_INPUT_SHIFT | s << TR_TE_COMP_S_INPUT_SHIFT |
                       rh_below(&t->rng, FUNCTIONS) << TR_TE_COMP_P_FUNCTION_SHIFT |
                       function << TR_TE_COMP_S_FUNCTION_SHIFT |
                       rh_below(&t->rng, MODES) << TR_TE_COMP_MATCH_MODE_SHIFT;
    if (rh_chance(&t->rng, 3)) {
        control |= rh_next(&t->rng) & (TR_TE_COMP_P_NOTIFY_MASK | TR_TE_COMP_S_NOTIFY_MASK);
    }
    rig_write(t->s, TR_TE_COMP_CONTROL_OFFSET(0) + at, control);
    write_pair(t, TR_TE_COMP_P_MATCH_LOW_OFFSET(0) + at, a_value(t, p));
    write_pair(t, TR_TE_COMP_S_MATCH_LOW_OFFSET(0) + at,
               function == TR_TE_COMP_S_FUNCTION_P_MASK ? a_mask(t) : a_value(t, s));
}

/* A filter with few conditions, so that it matches now and then. */
static void write_filter(struct story *t, unsigned i)
{
    static const uint32_t condition[] = {
        TR_TE_FILTER_MATCH_PRIVILEGE_MASK, TR_TE_FILTER_MATCH_ECAUSE_MASK,
        TR_TE_FILTER_MATCH_INTERRUPT_MASK, TR_TE_FILTER_MATCH_IMPDEF_MASK,
        TR_TE_FILTER_MATCH_COMP1_MASK,     TR_TE_FILTER_MATCH_COMP1_MASK,
        TR_TE_FILTER_MATCH_COMP1_MASK,     TR_TE_FILTER_MATCH_COMP2_MASK,
        TR_TE_FILTER_MATCH_COMP3_MASK,
    };
    uint32_t at = i * TR_TE_FILTER_CONTROL_STRIDE;
    uint32_t control = rh_chance(&t->rng, 12) ? 0 : TR_TE_FILTER_ENABLE_MASK;
    uint32_t conditions = rh_chance(&t->rng, 2) ? 1 : 1 + rh_below(&t->rng, 3);
    control |= rh_next(&t->rng) &
               (TR_TE_FILTER_COMP1_MASK | TR_TE_FILTER_COMP2_MASK | TR_TE_FILTER_COMP3_MASK);
    while (conditions-- > 0) {
        control |= condition[rh_below(&t->rng, sizeof condition / sizeof condition[0])];
    }
    rig_write(t->s, TR_TE_FILTER_CONTROL_OFFSET(0) + at, control);
    rig_write(t->s, TR_TE_FILTER_MATCH_INST_OFFSET(0) + at, rh_next(&t->rng));
    write_pair(t, TR_TE_FILTER_MATCH_ECAUSE_LOW_OFFSET(0) + at,
               (uint64_t)rh_next(&t->rng) << 32 | rh_next(&t->rng));
    rig_write(t->s, TR_TE_FILTER_MATCH_VALUE_IMPDEF_OFFSET(0) + at, rh_next(&t->rng));
    rig_write(t->s, TR_TE_FILTER_MATCH_MASK_IMPDEF_OFFSET(0) + at, 1u << rh_below(&t->rng, 4));
}

static uint32_t a_selection(struct story *t)
{
    unsigned n = t->cfg->filters;
    uint32_t one = 1u << rh_below(&t->rng, n);
    return rh_chance(&t->rng, 2) ? one : one | 1u << rh_below(&t->rng, n) | rh_next(&t->rng) << 16;
}

static void setup(struct story *t, uint32_t control)
{
    rig_script_clear(t->s);
    rig_write(t->s, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    for (unsigned j = 0; j < t->cfg->comparators; j++) {
        write_comparator(t, j);
    }
    for (unsigned i = 0; i < t->cfg->filters; i++) {
        write_filter(t, i);
    }
    /* With no filter, comparators only watch. */
    rig_write(t->s, TR_TE_INST_FILTERS_OFFSET, rh_chance(&t->rng, 6) ? 0 : a_selection(t));
    rig_write(t->s, TR_TE_TRIG_DBG_CONTROL_OFFSET, UINT32_MAX);
    rig_write(t->s, TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, /* input 0 notifies, input 1 does anything */
              TR_TE_TRIG_EXT_IN_ACTION0_TRACE_NOTIFY | rh_below(&t->rng, 16) << 4);
    rig_write(t->s, TR_TE_CONTROL_OFFSET, control);
    rig_idle(t->s, 6);
}

/* --- records --- */

static struct ingress_block a_block(struct story *t)
{
    static const uint8_t itype[] = {0, 0, 4, 5, 5, 9, 13, 1, 1, 1, 1, 2, 3, 3};
    struct ingress_block b = {.iaddr = rh_chance(&t->rng, 10) ? a_value(t, 0) & ~UINT64_C(1)
                                                              : an_address(t)};
    b.iaddr &= t->cfg->xlen == 32 ? UINT32_MAX : UINT64_MAX;
    b.itype = itype[rh_below(&t->rng, sizeof itype)];
    b.ilastsize = (uint8_t)rh_below(&t->rng, 2);
    b.iretire = 1 + rh_below(&t->rng, rh_chance(&t->rng, 12) ? 100 : 8);
    if (rh_chance(&t->rng, 3)) { /* one instruction */
        b.iretire = 1u << b.ilastsize;
    }
    if (b.itype == INGRESS_ITYPE_EXCEPTION || b.itype == INGRESS_ITYPE_INTERRUPT) {
        b.iretire = rh_chance(&t->rng, 3) ? 0 : b.iretire;
    }
    return b;
}

static void a_record(struct story *t, struct rig_step *step)
{
    struct ingress_cycle *in = &step->record;
    step->has_record = true;
    in->nblocks = (uint8_t)(1 + rh_below(&t->rng, t->kind->blocks));
    for (unsigned k = 0; k < in->nblocks; k++) {
        in->block[k] = a_block(t);
    }
    if (rh_chance(&t->rng, 12)) {
        static const uint8_t privs[] = {0, 1, 3, 5, 6};
        t->priv = privs[rh_below(&t->rng, 5)];
    }
    if (rh_chance(&t->rng, 12)) {
        t->context = a_context(t);
    }
    if (rh_chance(&t->rng, 60)) {
        t->side = rh_chance(&t->rng, 2) ? 0 : 1u << rh_below(&t->rng, 3);
    } else if (rh_chance(&t->rng, 4)) {
        t->side = 0;
    }
    in->halted = (t->side & 1u) != 0;
    in->reset = (t->side & 2u) != 0;
    in->lowpower = (t->side & 4u) != 0;
    in->priv = t->priv;
    in->context = t->context;
    in->cause = rh_below(&t->rng, rh_chance(&t->rng, 10) ? 100 : 64);
    in->tval = a_tval(t) & (t->cfg->xlen == 32 ? UINT32_MAX : UINT64_MAX);
    in->impdef = rh_next(&t->rng);
    if (rh_chance(&t->rng, 20)) {
        in->ext_trig = (uint8_t)rh_below(&t->rng, 4);
    }
    if (rh_chance(&t->rng, 40)) {
        in->trigger = (uint16_t)rh_below(&t->rng, 4u << t->kind->blocks);
    }
}

/* Anything that may change while records come. */
static void a_change(struct story *t, struct rig_step *step, uint32_t *control)
{
    uint32_t j = rh_below(&t->rng, t->cfg->comparators);
    step->has_write = true;
    switch (rh_below(&t->rng, 5)) {
    case 0:
        step->offset = TR_TE_INST_FILTERS_OFFSET;
        step->value = rh_chance(&t->rng, 5) ? 0 : a_selection(t);
        break;
    case 1:
        step->offset = TR_TE_COMP_P_MATCH_LOW_OFFSET(j);
        step->value = (uint32_t)a_value(t, rh_below(&t->rng, INPUTS));
        break;
    case 2:
        step->offset = rh_chance(&t->rng, 8) ? TR_TE_COMP_CONTROL_OFFSET(j)
                                             : 0x400 + 4 * rh_below(&t->rng, 256);
        step->value = rh_next(&t->rng);
        break;
    default:
        *control ^= rh_chance(&t->rng, 3) ? TR_TE_ENABLE_MASK : TR_TE_INST_TRACING_MASK;
        step->offset = TR_TE_CONTROL_OFFSET;
        step->value = *control;
        break;
    }
}

static void tell(struct story *t, uint64_t seed, unsigned steps)
{
    rh_seed(&t->rng, seed);
    t->base = 0x80000000u;
    t->area = AREA;
    if (rh_chance(&t->rng, 4)) { /* blocks go over the end of the address space */
        t->area = rh_chance(&t->rng, 2) ? END : AREA;
        t->base = (t->cfg->xlen == 32 ? UINT32_MAX : UINT64_MAX) - 2 * t->area + 1;
    } else if (t->cfg->xlen == 64) {
        t->base = UINT64_C(0xFFFFFFC080000000);
    }
    t->priv = 3;
    t->side = 0;
    t->context = a_context(t);
    uint32_t mode = rh_chance(&t->rng, 2) ? TR_TE_INST_MODE_HTM : TR_TE_INST_MODE_BTM;
    uint32_t control = TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK |
                       TR_TE_INST_STALL_ENA_MASK | mode << TR_TE_INST_MODE_SHIFT |
                       (rh_next(&t->rng) & (TR_TE_CONTEXT_MASK | TR_TE_INST_TRIG_ENABLE_MASK));
    unsigned busy = 30 + rh_below(&t->rng, 71);
    unsigned write = rh_chance(&t->rng, 3) ? 0 : 20 + rh_below(&t->rng, 100);
    setup(t, control);
    for (unsigned i = 0; i < steps; i++) {
        struct rig_step *step = rig_add(t->s);
        if (rh_below(&t->rng, 100) < busy) {
            a_record(t, step);
        }
        if (write != 0 && rh_chance(&t->rng, write)) {
            a_change(t, step, &control);
        }
    }
}

/* --- did it match, and did it not? --- */

struct hits { /* [0]: no, [1]: yes */
    unsigned mode[MODES][2], p[FUNCTIONS][INPUTS][2], s[FUNCTIONS][INPUTS][2], masked[2];
    unsigned condition[4][2], dropped[2], notes, saturated;
};

static bool matches(const struct trm_filter_bank *bank, const struct trm_filter *f,
                    const struct ingress_cycle *in, unsigned n)
{
    struct trm_filter_bank one = *bank;
    one.active = 1;
    one.filter[0] = *f;
    one.comps = f->comps;
    return (trm_filter_block(&one, in, n) & TRM_FILTER_QUALIFIES) != 0;
}

static void count_comparator(struct hits *h, const struct trm_filter_bank *bank, unsigned j,
                             const struct ingress_cycle *in, unsigned n)
{
    struct trm_filter_bank alone = *bank;
    const struct trm_comparator *c = &bank->comp[j];
    struct trm_comparator *p = &alone.comp[j];
    const struct trm_filter f = {.comps = (uint8_t)(1u << j)};
    h->mode[c->mode][matches(bank, &f, in, n)]++;
    p->mode = TR_TE_COMP_MATCH_MODE_PRIMARY;
    bool primary = matches(&alone, &f, in, n);
    h->p[c->function[0]][c->input[0]][primary]++;
    if (c->function[1] == TR_TE_COMP_S_FUNCTION_P_MASK) {
        h->masked[primary]++;
    }
    p->mode = TR_TE_COMP_MATCH_MODE_BOTH;
    p->function[0] = TR_TE_COMP_P_FUNCTION_TRUE;
    h->s[c->function[1]][c->input[1]][matches(&alone, &f, in, n)]++;
}

static void count_filter(struct hits *h, const struct trm_filter_bank *bank, unsigned i,
                         const struct ingress_cycle *in, unsigned n)
{
    for (unsigned k = 0; k < 4; k++) {
        struct trm_filter f = bank->filter[i];
        const bool has[4] = {f.privilege, f.ecause, f.interrupt, f.impdef};
        f.comps = 0;
        f.privilege = k == 0;
        f.ecause = f.ecause && (k == 1 || k == 2);
        f.interrupt = f.interrupt && (k == 1 || k == 2);
        f.impdef = k == 3;
        if (has[k]) {
            h->condition[k][matches(bank, &f, in, n)]++;
        }
    }
    h->saturated += bank->filter[i].depth == bank->depth_max ? 1u : 0u;
}

static void count_record(struct hits *h, const struct trm_filter_bank *bank,
                         const struct ingress_cycle *in)
{
    for (unsigned n = 0; n < in->nblocks; n++) {
        struct trm_filter_bank copy = *bank;
        unsigned found = trm_filter_block(&copy, in, n);
        for (unsigned j = 0; j < TRM_COMPARATORS_MAX; j++) {
            if (((bank->comps >> j) & 1u) != 0) {
                count_comparator(h, bank, j, in, n);
            }
        }
        for (unsigned i = 0; i < TRM_FILTERS_MAX; i++) {
            if (((bank->active >> i) & 1u) != 0) {
                count_filter(h, bank, i, in, n);
            }
        }
        h->dropped[(found & TRM_FILTER_QUALIFIES) == 0]++;
        h->notes += (found & TRM_FILTER_NOTIFIES) != 0 ? 1u : 0u;
    }
}

/* The story again, on the model alone. */
static void count(struct hits *h, const struct story *t)
{
    static struct trm_encoder model;
    uint64_t cycle = 0;
    assert_int_equal(trm_encoder_init(&model, t->cfg), TRM_OK);
    for (size_t i = 0; i < t->s->n; i++) {
        const struct rig_step *step = &t->s->step[i];
        struct ingress_cycle in = step->record;
        in.cycle = cycle++;
        trm_encoder_tick(&model);
        if (step->has_record) {
            if (model.filtering && model.tracing && !in.halted && !in.reset && !in.lowpower) {
                count_record(h, &model.filter, &in);
            }
            (void)trm_encoder_ingress(&model, &in);
        }
        if (step->has_write) {
            (void)trm_encoder_reg_write(&model, step->offset, 4, step->value);
        }
    }
}

static void both_ways(const unsigned n[2], const char *what, unsigned k)
{
    if (n[0] < 10 || n[1] < 10) {
        fail_msg("%s %u: matches %u times, %u times not", what, k, n[1], n[0]);
    }
}

static void enough(const struct hits *h)
{
    for (unsigned k = 0; k < MODES; k++) {
        both_ways(h->mode[k], "mode", k);
    }
    for (unsigned k = 0; k < 6; k++) {
        for (unsigned in = 0; in < INPUTS; in++) {
            both_ways(h->p[k][in], "primary function and input", 10 * k + in);
            both_ways(h->s[k][in], "secondary function and input", 10 * k + in);
        }
    }
    for (unsigned in = 0; in < INPUTS; in++) {
        assert_true(h->p[TR_TE_COMP_P_FUNCTION_FALSE][in][0] > 100);
        assert_true(h->p[TR_TE_COMP_P_FUNCTION_TRUE][in][1] > 100);
        assert_true(h->s[TR_TE_COMP_S_FUNCTION_TRUE][in][1] > 100);
    }
    for (unsigned k = 0; k < 4; k++) {
        both_ways(h->condition[k], "condition", k);
    }
    both_ways(h->masked, "mask", 0);
    both_ways(h->dropped, "left out", 0);
    assert_true(h->notes > 100);
    assert_true(h->saturated > 100);
}

/* Holds TCI-TE-048 TCI-FLT-001 TCI-FLT-004..006 TCI-FLT-023..033 TCI-FLT-036..043 TCI-FLT-046..048
 * TCI-FLT-050..072 */
static void filters_and_comparators(void **state)
{
    struct rig_script s = {.n = 0};
    struct hits hits = {.notes = 0};
    (void)state;
    for (uint64_t seed = 0; seed < rig_seeds(600); seed++) {
        struct trm_encoder_cfg cfg;
        struct story t = {.kind = kinds[seed % KINDS], .cfg = &cfg, .s = &s};
        t.kind->cfg(&cfg);
        tell(&t, seed, 600);
        if (cfg.comp_inputs == 7) {
            count(&hits, &t);
        }
        rig_check(t.kind, &cfg, &s, seed);
    }
    rig_script_free(&s);
    enough(&hits);
}

/* What the RTL sends for a walk of a random hart; filter 0, when there is one, matches in user
 * mode only, where the hart never is. Returns how many bytes. */
static size_t walk(bool filter, uint32_t select, uint8_t *bytes)
{
    const struct rh_cfg rc = {
        .base = 0x80000000u, .xlen = 32, .itype_width = 4, .max_block = 4, .trap_one_in = 0};
    static struct rh_hart hart;
    static struct rig_result r;
    rh_init(&hart, &rc, 3);
    rig_trace(&rtl_encoder_filt, TR_TE_INST_MODE_HTM << TR_TE_INST_MODE_SHIFT, 0, &r);
    rig_set(TR_TE_FILTER_MATCH_INST_OFFSET(0), 1u << INGRESS_PRIV_U);
    rig_set(TR_TE_FILTER_CONTROL_OFFSET(0),
            filter ? TR_TE_FILTER_ENABLE_MASK | TR_TE_FILTER_MATCH_PRIVILEGE_MASK : 0);
    rig_set(TR_TE_INST_FILTERS_OFFSET, select);
    for (unsigned i = 0; i < 2000; i++) {
        struct rh_step step;
        rh_step(&hart, &step);
        step.in.priv = INGRESS_PRIV_M;
        rig_clock(&step.in, true);
    }
    rig_end(true);
    assert_true(r.equal);
    memcpy(bytes, r.rtl, r.rtl_n);
    return r.rtl_n;
}

/* Holds TCI-TE-049 */
static void without_a_selected_filter_all_is_traced(void **state)
{
    (void)state;
    static uint8_t none[1 << 16], one[1 << 16];
    size_t n = walk(false, 0, none);
    assert_true(n > 500);
    assert_int_equal(walk(true, 0, one), n);
    assert_memory_equal(one, none, n);
    assert_int_equal(walk(true, 1, one), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(filters_and_comparators),
        cmocka_unit_test(without_a_selected_filter_all_is_traced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
