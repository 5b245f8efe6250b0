/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A test program of the encoder model, run on the RTL too. The linker hands the program's calls of
 * the model to this file (--wrap), which hands them on and remembers them. Behind each test, what
 * it did is done again on the rig: RTL and model with a set of parameters that is built. The two
 * must be equal, and when the model sends and reads what the test saw, then so does the RTL, and
 * the test holds for the RTL. A test that no set can do stands in a list.
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
    rtl_encoder_dual, rtl_encoder_short, rtl_encoder_filt, rtl_encoder_p32, rtl_encoder_p64;

static const struct rtl_encoder_kind *const kinds[] = {
    &rtl_encoder_p64, &rtl_encoder_p32,  &rtl_encoder_typ,   &rtl_encoder_full,
    &rtl_encoder_min, &rtl_encoder_dual, &rtl_encoder_short, &rtl_encoder_filt};

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
    struct trm_ingress in;
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
bool __real_trm_encoder_ingress(struct trm_encoder *e, const struct trm_ingress *in);
void __real_trm_encoder_external_in(struct trm_encoder *e, uint64_t value);
void __real_trm_encoder_timestamp_in(struct trm_encoder *e, uint64_t value);
int __wrap_trm_encoder_init(struct trm_encoder *e, const struct trm_encoder_cfg *cfg);
void __wrap_trm_encoder_connect(struct trm_encoder *e, struct trm_link link);
int __wrap_trm_encoder_reg_read(struct trm_encoder *e, uint32_t offset, unsigned size,
                                uint32_t *value);
int __wrap_trm_encoder_reg_write(struct trm_encoder *e, uint32_t offset, unsigned size,
                                 uint32_t value);
void __wrap_trm_encoder_tick(struct trm_encoder *e);
bool __wrap_trm_encoder_ingress(struct trm_encoder *e, const struct trm_ingress *in);
void __wrap_trm_encoder_external_in(struct trm_encoder *e, uint64_t value);
void __wrap_trm_encoder_timestamp_in(struct trm_encoder *e, uint64_t value);

int __wrap_trm_encoder_init(struct trm_encoder *e, const struct trm_encoder_cfg *cfg)
{
    int status = __real_trm_encoder_init(e, cfg);
    if (story.on) {
        (void)remember(status == TRM_OK ? INIT : OTHER);
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
    static const struct trm_link_ops tap = {.can_accept = can_accept, .put = put};
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

bool __wrap_trm_encoder_ingress(struct trm_encoder *e, const struct trm_ingress *in)
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

struct play {
    const struct rtl_encoder_kind *kind;
    struct rig_result r;
    bool same;       /* as the test saw it */
    bool wrong;      /* RTL and model differ */
    bool started;    /* rig_begin was called */
    uint64_t origin; /* clock of cycle 0 of the records */
};

static void wait_clocks(void)
{
    for (unsigned i = 0; i < SETTLE; i++) {
        rig_clock(NULL, true);
    }
}

static size_t put_bytes; /* of the story so far, in the model of the rig */

static void end_play(struct play *p)
{
    if (!p->started) {
        return;
    }
    wait_clocks();
    size_t n = p->r.model_n;
    p->same = p->same && put_bytes + n <= story.size &&
              memcmp(p->r.model, story.bytes + put_bytes, n) == 0;
    put_bytes += n;
    rig_end(true);
    p->wrong = p->wrong || (!p->r.equal && !p->r.loss);
    p->same = p->same && p->r.equal;
    p->started = false;
}

static bool fits_port(const struct rtl_encoder_kind *kind, const struct trm_ingress *in)
{
    struct trm_encoder_cfg cfg;
    kind->cfg(&cfg);
    if (in->trigger != 0 && !cfg.triggers) { /* the RTL ignores trace-notify too */
        return false;
    }
    for (unsigned k = 0; k < in->nblocks; k++) {
        const struct trm_block *b = &in->block[k];
        if (k >= kind->blocks || b->iretire >> kind->retire_bits != 0 ||
            b->itype >> cfg.itype_width != 0) {
            return false;
        }
    }
    return true;
}

static void play_record(struct play *p, const struct trm_ingress *in)
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

/* SRC, timestamps and a reset act on what is queued: only when nothing is (docs/rtl.md). */
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
    struct trm_encoder_cfg cfg;
    switch (s->kind) {
    case INIT:
        end_play(p);
        p->kind->cfg(&cfg);
        rig_begin(p->kind, &cfg, &p->r);
        rig_time(0);
        p->started = true;
        p->origin = 0;
        break;
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
    case OTHER:
        p->same = false;
    }
}

/* Returns whether RTL and model with this set do what the test saw. */
static bool play(const struct rtl_encoder_kind *kind, const char *name)
{
    static struct play p;
    p = (struct play){.kind = kind, .same = true};
    put_bytes = 0;
    for (size_t i = 0; i < story.n; i++) {
        if (story.step[i].kind == INIT || p.started) {
            play_step(&p, &story.step[i]);
        }
    }
    end_play(&p);
    if (p.wrong) {
        print_message("%s: RTL and model differ on %s\n", name, kind->name);
        rig_print(&p.r);
        fail();
    }
    return p.same && put_bytes == story.size;
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
    for (unsigned i = 0; whole && fits == NULL && i < KINDS; i++) {
        fits = play(kinds[i], test->name) ? kinds[i] : NULL;
    }
    print_message("%s %s: %s\n", fits != NULL ? "on" : "no set",
                  fits != NULL ? fits->name : "of parameters", test->name);
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
