/* SPDX-License-Identifier: Apache-2.0 */
/* Golden vectors (tests/vectors) on the encoder in SystemVerilog: it sends the bytes of the file.
 */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "encoder_regs.h"
#include "htk_params.h"
#include "ntt.h"
#include "rtl_rig.h"

extern const struct rtl_encoder_kind rtl_encoder_min, rtl_encoder_typ, rtl_encoder_full,
    rtl_encoder_dual, rtl_encoder_short, rtl_encoder_filt, rtl_encoder_tiny, rtl_encoder_deep,
    rtl_encoder_p32, rtl_encoder_p64, rtl_encoder_data, rtl_encoder_dduo;

static const struct rtl_encoder_kind *const kinds[] = {
    &rtl_encoder_p64,  &rtl_encoder_p32,  &rtl_encoder_typ,   &rtl_encoder_full,
    &rtl_encoder_min,  &rtl_encoder_dual, &rtl_encoder_short, &rtl_encoder_filt,
    &rtl_encoder_tiny, &rtl_encoder_deep, &rtl_encoder_data,  &rtl_encoder_dduo};

enum {
    KINDS = sizeof kinds / sizeof kinds[0],
    SETTLE = 64, /* clocks until everything has left */
};

/* --- a case on the rig --- */

struct bench {
    unsigned blocks; /* of a record, at most */
    uint64_t begin;  /* clock at which the story begins */
    bool ready;
    bool stall; /* trTeInstStallEna is 1 */
    struct rig_result r;
};

static bool get(void *ctx, uint32_t offset, uint32_t *value)
{
    (void)ctx;
    *value = rig_get(offset);
    return true;
}

static bool set(void *ctx, uint32_t offset, uint32_t value)
{
    const struct bench *b = ctx;
    bool control = offset == TR_TE_CONTROL_OFFSET && b->stall;
    rig_set(offset, value | (control ? TR_TE_INST_STALL_ENA_MASK : 0u));
    return true;
}

static bool store(void *ctx, uint32_t offset, unsigned size, uint32_t value)
{
    (void)ctx;
    rig_store(offset, size, value);
    return true;
}

static void idle(void *ctx)
{
    struct bench *b = ctx;
    rig_clock(NULL, b->ready);
}

static bool record(void *ctx, const struct ingress_cycle *in)
{
    struct bench *b = ctx;
    b->begin = b->begin == 0 ? b->r.cycles : b->begin;
    while (b->r.cycles + 1 < b->begin + in->cycle) {
        rig_clock(NULL, b->ready);
    }
    rig_time(in->time);
    struct ingress_cycle part = *in;
    for (unsigned left = in->nblocks; left > b->blocks; left -= b->blocks) {
        part.nblocks = (uint8_t)b->blocks;
        rig_clock(&part, b->ready);
        part.ctype = INGRESS_CTYPE_NONE;
        memmove(part.block, part.block + b->blocks, (left - b->blocks) * sizeof part.block[0]);
        part.nblocks = (uint8_t)(left - b->blocks);
    }
    rig_clock(&part, b->ready);
    return false;
}

static void set_link(void *ctx, bool ready)
{
    struct bench *b = ctx;
    b->ready = ready;
}

static bool empty(void *ctx)
{
    (void)ctx;
    return true;
}

static const struct ntt_encoder_ops ops = {get, set, idle, record, set_link, empty, store};

/* --- which set of parameters fits --- */

static struct ntt_case probe;

/* The model with these parameters sends the bytes of the case. */
static bool model_sends(const struct ntt_case *c, const struct trm_encoder_cfg *cfg)
{
    static uint8_t out[NTT_BYTES_MAX];
    const char *why;
    unsigned line;
    probe = *c;
    probe.param = *cfg;
    int n = ntt_run_encoder(&probe, out, sizeof out, &why, &line);
    return n >= 0 && (size_t)n == c->size && memcmp(out, c->bytes, c->size) == 0;
}

/* What the port of the set cannot carry, or NULL. Blocks can come one after the other. */
static const char *too_narrow(const struct ntt_case *c, const struct rtl_encoder_kind *kind,
                              bool split)
{
    for (unsigned i = 0; i < c->steps; i++) {
        const struct ingress_cycle *in = &c->step[i].in;
        if (c->step[i].kind == NTT_INGRESS && in->naccess > kind->accesses) {
            return "DataPorts";
        }
        for (unsigned k = 0; c->step[i].kind == NTT_INGRESS && k < in->nblocks; k++) {
            if (k >= kind->blocks && (!split || in->trigger != 0 || in->naccess != 0)) {
                return "Blocks";
            }
            if (in->block[k].iretire >> kind->retire_bits != 0) {
                return "RetireW";
            }
        }
    }
    return NULL;
}

static const struct rtl_encoder_kind *fitting(const struct ntt_case *c)
{
    struct trm_encoder_cfg cfg;
    for (unsigned i = 0; i < 2 * KINDS; i++) {
        const struct rtl_encoder_kind *kind = kinds[i % KINDS];
        kind->cfg(&cfg);
        if (too_narrow(c, kind, i >= KINDS) == NULL && model_sends(c, &cfg)) {
            return kind;
        }
    }
    return NULL;
}

/* What a set would have to have, beside what it has: parameters without which the model sends
 * something else. Returns their number. */
static unsigned lacks(const struct ntt_case *c, const struct rtl_encoder_kind *kind, char *text,
                      size_t size)
{
    struct trm_encoder_cfg cfg, with = c->param;
    const char *narrow = too_narrow(c, kind, true);
    unsigned count = narrow != NULL ? 1 : 0;
    kind->cfg(&cfg);
    (void)snprintf(text, size, "%s%s", narrow != NULL ? " " : "", narrow != NULL ? narrow : "");
    for (unsigned i = 0; i < htk_param_count(); i++) {
        struct trm_encoder_cfg without = with;
        (void)htk_param_set(&without, i, htk_param_get(&cfg, i));
        if (htk_param_get(&with, i) == htk_param_get(&without, i)) {
            continue;
        }
        if (model_sends(c, &without)) {
            with = without;
        } else {
            size_t used = strlen(text);
            (void)snprintf(text + used, size - used, " %s=%u", htk_param_name(i),
                           htk_param_get(&with, i));
            count++;
        }
    }
    return count;
}

/* What the nearest set lacks. */
static const char *nearest(const struct ntt_case *c)
{
    static char least[200];
    char text[200];
    unsigned fewest = ~0u;
    for (unsigned i = 0; i < KINDS; i++) {
        unsigned n = lacks(c, kinds[i], text, sizeof text);
        if (n < fewest) {
            fewest = n;
            memcpy(least, text, sizeof text);
        }
    }
    return least;
}

#define WITHOUT "tests/rtl/vectors-without-set.txt"

/* The list says that the vector has no set. */
static bool listed(const char *file)
{
    static char text[1 << 14];
    char name[120];
    FILE *f = fopen(WITHOUT, "r");
    assert_non_null(f);
    size_t n = fread(text, 1, sizeof text - 1, f);
    (void)fclose(f);
    text[n] = '\0';
    (void)snprintf(name, sizeof name, "\n%s ", strchr(file, '/') + 1);
    return strstr(text, name) != NULL;
}

/* --- all of them --- */

static bool failed;

/* Run it; returns false when the RTL lost something. */
static bool check(const char *file, const struct ntt_case *c, const struct rtl_encoder_kind *kind,
                  bool stall)
{
    static struct bench b;
    const struct ntt_encoder e = {&ops, &b};
    struct trm_encoder_cfg cfg;
    const char *why = NULL;
    unsigned line = c->line;
    b.begin = 0;
    b.blocks = kind->blocks;
    b.ready = true;
    b.stall = stall;
    kind->cfg(&cfg);
    rig_begin(kind, &cfg, &b.r);
    rig_time(0);
    bool ran = ntt_run_on(c, &e, &why, &line);
    for (unsigned i = 0; i < SETTLE; i++) {
        rig_clock(NULL, true);
    }
    size_t n = b.r.rtl_n;
    bool same = n == c->size && memcmp(b.r.rtl, c->bytes, n) == 0;
    rig_end(true);
    if (b.r.loss && b.r.stalls == 0) {
        return false;
    }
    if (!ran || !same || !b.r.equal) {
        print_message("%s:%u: case \"%s\" on %s: %s\n", file, line, c->name, kind->name,
                      !ran    ? why
                      : !same ? "other bytes than in the file"
                              : "the model differs");
        rig_print(&b.r);
        failed = true;
    }
    return true;
}

struct count {
    unsigned ran, stalled, without;
};

static void one_case(const char *file, const struct ntt_case *c, struct count *count)
{
    const struct rtl_encoder_kind *kind = fitting(c);
    if (listed(file) != (kind == NULL)) {
        print_message("%s:%u: %s %s: %s\n", file, c->line,
                      kind == NULL ? "not in" : "should not be in", WITHOUT,
                      kind == NULL ? nearest(c) : kind->name);
        failed = true;
    }
    if (kind == NULL) {
        count->without++;
        return;
    }
    count->ran++;
    if (!check(file, c, kind, false)) {
        print_message("%s:%u: loses something without trTeInstStallEna\n", file, c->line);
        count->stalled++;
        assert_true(check(file, c, kind, true));
    }
}

/* Holds all of vectors/ but tests/rtl/vectors-without-set.txt */
static void golden_vectors(void **state)
{
    (void)state;
    static struct ntt_case c;
    glob_t found;
    struct count count = {0};
    int got = 0;
    assert_int_equal(glob("tests/vectors/*.ntt", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct ntt_reader r = {.file = fopen(found.gl_pathv[i], "r")};
        assert_non_null(r.file);
        while ((got = ntt_next(&r, &c)) > 0) {
            if (c.steps != 0) {
                one_case(found.gl_pathv[i], &c, &count);
            }
        }
        (void)fclose(r.file);
        assert_int_equal(got, 0);
    }
    globfree(&found);
    print_message(
        "%u cases with ingress ran, %u of them with stall; %u have no set of parameters\n",
        count.ran, count.stalled, count.without);
    assert_false(failed);
    assert_true(count.ran >= 251);
    assert_int_equal(count.stalled, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_vectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
