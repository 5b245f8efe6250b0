/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A test program of the encoder model, run on the RTL too. The linker hands the program's calls of
 * the model to this file (--wrap), which hands them on and remembers them. After each test, what
 * it did is done again on the rig: each of its encoders by RTL and model with a set of parameters
 * that is built. The two must be equal, and when the model sends and reads what the test saw, then
 * so does the RTL. When that is so for all encoders of the test, it holds for the RTL. A test with
 * one that no set can do is in a list.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "encoder_regs.h"
#include "rtl_rig.h"

#define LIST "tests/rtl/model-tests-without-set.txt"

extern char *program_invocation_short_name;

extern const struct rtl_encoder_kind rtl_encoder_min, rtl_encoder_typ, rtl_encoder_full,
    rtl_encoder_dual, rtl_encoder_short, rtl_encoder_filt, rtl_encoder_tiny, rtl_encoder_deep,
    rtl_encoder_p32, rtl_encoder_p64, rtl_encoder_data, rtl_encoder_dduo;

static const struct rtl_encoder_kind *const kinds[] = {
    &rtl_encoder_p64,  &rtl_encoder_p32,  &rtl_encoder_typ,   &rtl_encoder_full,
    &rtl_encoder_min,  &rtl_encoder_dual, &rtl_encoder_short, &rtl_encoder_filt,
    &rtl_encoder_tiny, &rtl_encoder_deep, &rtl_encoder_data,  &rtl_encoder_dduo};

enum {
    KINDS = sizeof kinds / sizeof kinds[0],
    STEPS = 1 << 16,
    BYTES = 1 << 18,
    MOST_IDLE = 3000, /* clocks between two records */
    SETTLE = 64,
};

enum step_kind {
    INIT,
    WRITE,
    READ,
    CLOCK,
    RECORD,
    OTHER, /* what the rig cannot do */
};

struct step {
    enum step_kind kind;
    uint32_t offset, value;
    struct ingress_cycle in;
};

static struct {
    bool on;
    struct step step[STEPS];
    size_t n;
    uint8_t bytes[BYTES];
    size_t size;
    struct trm_encoder *encoder; /* of the story */
} story;

static struct step *remember(enum step_kind kind)
{
    static struct step beyond;
    struct step *s = story.n < STEPS ? &story.step[story.n++] : &beyond;
    s->kind = kind;
    return s;
}

/* --- what the program calls --- */

int __real_trm_encoder_init(struct trm_encoder *e, const struct trm_encoder_cfg *cfg);
void __real_trm_encoder_connect(struct trm_encoder *e, struct trm_link link);
int __real_trm_encoder_reg_read(struct trm_encoder *e, uint32_t offset, unsigned size,
                                uint32_t *value);
int __real_trm_encoder_reg_write(struct trm_encoder *e, uint32_t offset, unsigned size,
                                 uint32_t value);
void __real_trm_encoder_tick(struct trm_encoder *e);
bool __real_trm_encoder_ingress(struct trm_encoder *e, const struct ingress_cycle *in);
void __real_trm_encoder_external_in(struct trm_encoder *e, uint64_t value);
void __real_trm_encoder_timestamp_in(struct trm_encoder *e, uint64_t value);
int __wrap_trm_encoder_init(struct trm_encoder *e, const struct trm_encoder_cfg *cfg);
void __wrap_trm_encoder_connect(struct trm_encoder *e, struct trm_link link);
int __wrap_trm_encoder_reg_read(struct trm_encoder *e, uint32_t offset, unsigned size,
                                uint32_t *value);
int __wrap_trm_encoder_reg_write(struct trm_encoder *e, uint32_t offset, unsigned size,
                                 uint32_t value);
void __wrap_trm_encoder_tick(struct trm_encoder *e);
bool __wrap_trm_encoder_ingress(struct trm_encoder *e, const struct ingress_cycle *in);
void __wrap_trm_encoder_external_in(struct trm_encoder *e, uint64_t value);
void __wrap_trm_encoder_timestamp_in(struct trm_encoder *e, uint64_t value);

int __wrap_trm_encoder_init(struct trm_encoder *e, const struct trm_encoder_cfg *cfg)
{
    int status = __real_trm_encoder_init(e, cfg);
    if (story.on) {
        remember(status == TRM_OK ? INIT : OTHER)->value = (uint32_t)story.size;
        story.encoder = e;
    }
    return status;
}

/* What the test connected to one of its encoders. */
struct tapped {
    const struct trm_encoder *encoder;
    struct trm_link link;
};

static bool can_accept(void *ctx, size_t n)
{
    const struct tapped *t = ctx;
    return t->link.ops->can_accept(t->link.ctx, n);
}

static bool stopped(void *ctx)
{
    const struct tapped *t = ctx;
    return trm_link_stopped(&t->link);
}

static void put(void *ctx, const uint8_t *bytes, size_t n)
{
    const struct tapped *t = ctx;
    t->link.ops->put(t->link.ctx, bytes, n);
    if (story.on && t->encoder == story.encoder && story.size + n <= BYTES) {
        memcpy(story.bytes + story.size, bytes, n);
        story.size += n;
    }
}

void __wrap_trm_encoder_connect(struct trm_encoder *e, struct trm_link link)
{
    static const struct trm_link_ops tap = {can_accept, put, stopped};
    static struct tapped tapped[4];
    for (unsigned i = 0; story.on && i < sizeof tapped / sizeof tapped[0]; i++) {
        if (tapped[i].encoder == NULL || tapped[i].encoder == e) {
            tapped[i] = (struct tapped){e, link};
            link = (struct trm_link){&tap, &tapped[i]};
            break;
        }
    }
    __real_trm_encoder_connect(e, link);
}

int __wrap_trm_encoder_reg_read(struct trm_encoder *e, uint32_t offset, unsigned size,
                                uint32_t *value)
{
    int status = __real_trm_encoder_reg_read(e, offset, size, value);
    if (story.on) {
        struct step *s = remember(status == TRM_OK && e == story.encoder ? READ : OTHER);
        s->offset = offset;
        s->value = *value;
    }
    return status;
}

int __wrap_trm_encoder_reg_write(struct trm_encoder *e, uint32_t offset, unsigned size,
                                 uint32_t value)
{
    int status = __real_trm_encoder_reg_write(e, offset, size, value);
    if (story.on) {
        struct step *s = remember(status == TRM_OK && e == story.encoder ? WRITE : OTHER);
        s->offset = offset;
        s->value = value;
    }
    return status;
}

void __wrap_trm_encoder_tick(struct trm_encoder *e)
{
    __real_trm_encoder_tick(e);
    if (story.on) {
        (void)remember(e == story.encoder ? CLOCK : OTHER);
    }
}

bool __wrap_trm_encoder_ingress(struct trm_encoder *e, const struct ingress_cycle *in)
{
    bool stall = __real_trm_encoder_ingress(e, in);
    if (story.on && !stall) {
        struct step *last = story.n > 0 ? &story.step[story.n - 1] : NULL;
        struct step *s = last != NULL && last->kind == CLOCK ? last : remember(RECORD);
        s->kind = e == story.encoder ? RECORD : OTHER;
        s->in = *in;
    }
    return stall;
}

void __wrap_trm_encoder_external_in(struct trm_encoder *e, uint64_t value)
{
    __real_trm_encoder_external_in(e, value);
    if (story.on) {
        (void)remember(OTHER);
    }
}

void __wrap_trm_encoder_timestamp_in(struct trm_encoder *e, uint64_t value)
{
    __real_trm_encoder_timestamp_in(e, value);
    if (story.on) {
        (void)remember(OTHER);
    }
}

/* --- the story again, on the rig --- */

/* One encoder of the story: its steps, and the bytes that it sent. */
struct part {
    size_t from, to, byte, end;
};

struct play {
    const struct rtl_encoder_kind *kind;
    const struct part *part;
    struct rig_result r;
    bool same;       /* as the test saw it */
    bool wrong;      /* RTL and model differ */
    uint64_t origin; /* clock of cycle 0 of the records */
};

static void wait_clocks(void)
{
    for (unsigned i = 0; i < SETTLE; i++) {
        rig_clock(NULL, true);
    }
}

static void begin_play(struct play *p)
{
    struct trm_encoder_cfg cfg;
    p->kind->cfg(&cfg);
    rig_begin(p->kind, &cfg, &p->r);
    rig_time(0);
}

static void end_play(struct play *p)
{
    wait_clocks();
    size_t n = p->part->end - p->part->byte;
    p->same =
        p->same && p->r.model_n == n && memcmp(p->r.model, story.bytes + p->part->byte, n) == 0;
    rig_end(true);
    p->wrong = p->wrong || (!p->r.equal && !p->r.loss);
    p->same = p->same && p->r.equal;
}

static bool fits_port(const struct rtl_encoder_kind *kind, const struct ingress_cycle *in)
{
    struct trm_encoder_cfg cfg;
    kind->cfg(&cfg);
    if (in->trigger != 0 && !cfg.triggers) { /* the RTL ignores trace-notify too */
        return false;
    }
    if (cfg.data_trace && in->naccess > kind->accesses) {
        return false;
    }
    for (unsigned k = 0; k < in->nblocks; k++) {
        const struct ingress_block *b = &in->block[k];
        if (k >= kind->blocks || b->iretire >> kind->retire_bits != 0 ||
            b->itype >> cfg.itype_width != 0) {
            return false;
        }
    }
    return true;
}

static void play_record(struct play *p, const struct ingress_cycle *in)
{
    if (!fits_port(p->kind, in)) {
        p->same = false;
        return;
    }
    if (p->origin == 0) {
        p->origin = p->r.cycles + 1 - in->cycle;
    }
    uint64_t wait = in->cycle + p->origin - (p->r.cycles + 1);
    for (uint64_t i = 0; wait <= MOST_IDLE && i < wait; i++) {
        rig_clock(NULL, true);
    }
    rig_time(in->time);
    rig_clock(in, true);
}

/* What came before has been looked at then, in the RTL too. */
static void play_read(struct play *p, const struct step *s)
{
    wait_clocks();
    uint32_t rtl = rig_get_rtl(s->offset), model = rig_get(s->offset);
    if (model != rtl) {
        print_message("register 0x%03x reads 0x%08x, in the model 0x%08x\n", s->offset, rtl, model);
        p->wrong = true;
    }
    p->same = p->same && model == s->value;
}

/* SRC, timestamps and a reset act on what is queued: only when nothing is (docs/reference/rtl.md).
 */
static void play_write(const struct step *s)
{
    const uint32_t now = TR_TE_ACTIVE_MASK | TR_TE_INHIBIT_SRC_MASK;
    if (s->offset != TR_TE_CONTROL_OFFSET || ((s->value ^ rig_get(s->offset)) & now) != 0) {
        wait_clocks();
    }
    rig_set(s->offset, s->value);
}

static void play_step(struct play *p, const struct step *s)
{
    switch (s->kind) {
    case WRITE:
        play_write(s);
        break;
    case READ:
        play_read(p, s);
        break;
    case CLOCK:
        rig_clock(NULL, true);
        break;
    case RECORD:
        play_record(p, &s->in);
        break;
    default:
        p->same = false;
    }
}

/* Returns whether RTL and model with this set do what the test saw. */
static bool play(const struct rtl_encoder_kind *kind, const struct part *part, const char *name)
{
    static struct play p;
    p = (struct play){.kind = kind, .part = part, .same = true};
    begin_play(&p);
    for (size_t i = part->from; i < part->to; i++) {
        play_step(&p, &story.step[i]);
    }
    end_play(&p);
    if (p.wrong) {
        print_message("%s: RTL and model differ on %s\n", name, kind->name);
        rig_print(&p.r);
        fail();
    }
    return p.same;
}

/* The next encoder of the story, from step `from` on; returns false when there is none. */
static bool next_part(size_t from, struct part *part)
{
    while (from < story.n && story.step[from].kind != INIT) {
        from++;
    }
    if (from == story.n) {
        return false;
    }
    *part = (struct part){from + 1, from + 1, story.step[from].value, story.size};
    while (part->to < story.n && story.step[part->to].kind != INIT) {
        part->to++;
    }
    part->end = part->to < story.n ? story.step[part->to].value : story.size;
    return true;
}

/* A set that does the part, or NULL. */
static const struct rtl_encoder_kind *fitting(const struct part *part, const char *name)
{
    for (unsigned i = 0; i < KINDS; i++) {
        if (play(kinds[i], part, name)) {
            return kinds[i];
        }
    }
    return NULL;
}

/* --- around each test --- */

static bool listed(const char *name)
{
    static char text[1 << 15];
    char line[200];
    FILE *f = fopen(LIST, "r");
    assert_non_null(f);
    size_t n = fread(text, 1, sizeof text - 1, f);
    (void)fclose(f);
    text[n] = '\0';
    (void)snprintf(line, sizeof line, "\nmodel/%s: %s\n", program_invocation_short_name, name);
    return strstr(text, line) != NULL;
}

/* Holds all of model/test_encoder_ but tests/rtl/model-tests-without-set.txt for encoder codec */
/* Holds all of model/test_encoder_ but tests/rtl/model-tests-without-set.txt for timestamp */
/* Holds all of model/test_encoder_ but tests/rtl/model-tests-without-set.txt for component */
/* Holds all of model/test_data_ but tests/rtl/model-tests-without-set.txt for encoder */
/* Holds all of model/test_minimal but tests/rtl/model-tests-without-set.txt for encoder */
/* Holds all of model/test_trigger_out but tests/rtl/model-tests-without-set.txt for encoder */
static void mirrored(void **state)
{
    const struct CMUnitTest *test = *state;
    void *own = test->initial_state;
    const struct rtl_encoder_kind *fits = NULL;
    story.n = story.size = 0;
    story.encoder = NULL;
    story.on = true;
    test->test_func(&own);
    story.on = false;
    bool whole = story.n > 0 && story.n < STEPS && story.size < BYTES;
    for (size_t i = 0; i < story.n; i++) {
        whole = whole && story.step[i].kind != OTHER;
    }
    struct part part = {0};
    while (whole && next_part(part.to, &part)) {
        fits = fitting(&part, test->name);
        whole = fits != NULL;
        print_message("%s %s: %s\n", whole ? "on" : "no set", whole ? fits->name : "of parameters",
                      test->name);
    }
    if (listed(test->name) != (fits == NULL)) {
        fail_msg("model/%s: %s %s in %s", program_invocation_short_name, test->name,
                 fits == NULL ? "is not" : "should not be", LIST);
    }
}

int __real__cmocka_run_group_tests(const char *name, const struct CMUnitTest *tests, size_t n,
                                   CMFixtureFunction setup, CMFixtureFunction teardown);
int __wrap__cmocka_run_group_tests(const char *name, const struct CMUnitTest *tests, size_t n,
                                   CMFixtureFunction setup, CMFixtureFunction teardown);

int __wrap__cmocka_run_group_tests(const char *name, const struct CMUnitTest *tests, size_t n,
                                   CMFixtureFunction setup, CMFixtureFunction teardown)
{
    struct CMUnitTest *around = calloc(n, sizeof *around);
    assert_non_null(around);
    for (size_t i = 0; i < n; i++) {
        const struct CMUnitTest one =
            cmocka_unit_test_prestate(mirrored, (void *)(uintptr_t)&tests[i]);
        around[i] = one;
        around[i].name = tests[i].name;
    }
    int failed = __real__cmocka_run_group_tests(name, around, n, setup, teardown);
    free(around);
    return failed;
}
