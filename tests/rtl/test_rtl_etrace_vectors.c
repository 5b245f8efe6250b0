/* SPDX-License-Identifier: Apache-2.0 */
/* Golden vectors of E-Trace (tests/vectors/NAME.ett) on tr_etrace: it sends the bytes of the file,
 * which were derived by hand. */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "ett.h"
#include "rtl_etrace.h"

static const struct rtl_etrace_kind *const kinds[] = {
    &rtl_etrace_vec,   &rtl_etrace_vone, &rtl_etrace_vwide, &rtl_etrace_vctx,
    &rtl_etrace_vpriv, &rtl_etrace_typ,  &rtl_etrace_full,  &rtl_etrace_wide,
    &rtl_etrace_min,   &rtl_etrace_call, &rtl_etrace_more,  &rtl_etrace_index};

enum {
    KINDS = sizeof kinds / sizeof kinds[0],
    SETTLE = 60, /* clocks until everything has left */
};

/* --- which set of parameters fits --- */

/* The configuration of the set, with the settings of the case. */
static void configure(const struct rtl_etrace_kind *kind, const struct ntt_case *c,
                      struct etrace_cfg *cfg)
{
    etrace_cfg_init(cfg);
    cfg->xlen = (uint8_t)kind->xlen;
    cfg->iaddress_width = (uint8_t)kind->xlen;
    cfg->itype_width = (uint8_t)kind->itype_bits;
    cfg->privilege_width = (uint8_t)kind->privilege_width;
    cfg->ecause_width = (uint8_t)kind->ecause_width;
    cfg->nocontext = !kind->context;
    cfg->context_width = (uint8_t)kind->context_width;
    cfg->return_stack_size = (uint8_t)kind->return_size;
    cfg->call_counter_size = (uint8_t)kind->counter_size;
    cfg->bpred_size = (uint8_t)kind->predict_size;
    cfg->cache_size = (uint8_t)kind->cache_size;
    cfg->f0s_width = (uint8_t)kind->f0s_width;
    cfg->ts_bytes = c->etrace.ts_bytes != 0 ? (uint8_t)((kind->ts_bits + 7) / 8) : 0;
    cfg->src_bits = c->etrace.src_bits;
    cfg->options = c->etrace.options;
}

/* The options of the case, whenever they are on. */
static uint32_t options_of(const struct ntt_case *c)
{
    uint32_t options = c->etrace.options;
    for (unsigned i = 0; i < c->steps; i++) {
        if (c->step[i].kind == NTT_DO && c->step[i].what == ETT_OPTIONS) {
            options |= c->step[i].times;
        }
    }
    return options;
}

/* What the ports of the set cannot carry, or NULL. */
static const char *too_narrow(const struct rtl_etrace_kind *kind, const struct ntt_case *c,
                              const struct etrace_cfg *cfg)
{
    if ((options_of(c) & ~etrace_cfg_options(cfg, kind->options)) != 0) {
        return "options";
    }
    if (c->etrace.src_bits > kind->src_bits) {
        return "SrcW";
    }
    if (c->etrace.ts_bytes != 0 && !kind->ts) {
        return "Ts";
    }
    for (unsigned i = 0; i < c->steps; i++) {
        const struct ntt_step *step = &c->step[i];
        if (step->kind == NTT_DO && (step->what == ETT_FULL || step->what == ETT_RECOVER)) {
            return "a queue that is full when the case says so";
        }
        for (unsigned k = 0; step->kind != NTT_DO && k < step->in.nblocks; k++) {
            if (step->in.block[k].iretire >> kind->retire_bits != 0) {
                return "RetireW";
            }
        }
    }
    return NULL;
}

/* The algorithm with the parameters of the set sends the bytes of the case. */
static bool model_sends(const struct ntt_case *c, const struct etrace_cfg *cfg)
{
    static uint8_t out[NTT_BYTES_MAX];
    static struct ntt_case probe;
    probe = *c;
    probe.etrace = *cfg;
    int n = ett_run_encoder(&probe, out, sizeof out);
    return n >= 0 && (size_t)n == c->size && memcmp(out, c->bytes, c->size) == 0;
}

static const struct rtl_etrace_kind *fitting(const struct ntt_case *c)
{
    struct etrace_cfg cfg;
    for (unsigned i = 0; i < KINDS; i++) {
        configure(kinds[i], c, &cfg);
        if (too_narrow(kinds[i], c, &cfg) == NULL && model_sends(c, &cfg)) {
            return kinds[i];
        }
    }
    return NULL;
}

/* --- a case on the RTL --- */

static const struct rtl_etrace_kind *kind;
static const struct ntt_case *now;
static void *dut;
static uint8_t sent[NTT_BYTES_MAX];
static size_t nsent;
static unsigned begun; /* where the packet under way begins */
static uint32_t options;
static bool resync; /* is asked for, in front of the next block */

/* Packet Encapsulation 1.0, Packet Length, and the srcID and timestamp in front of the payload. */
static size_t packet_length(uint8_t header)
{
    const struct etrace_cfg *cfg = &now->etrace;
    return 1u + cfg->src_bits / 8u + ((header & 0x80u) != 0 ? cfg->ts_bytes : 0u) + (header & 31u);
}

/* A clock with an entry, or none; returns true when it was taken. */
static bool clock_with(struct rtl_etrace_in in)
{
    struct rtl_etrace_out out;
    in.hold = true;
    in.link_ready = true;
    in.src_bits = now->etrace.src_bits;
    in.src = now->source;
    in.stamped = now->etrace.ts_bytes != 0;
    kind->settle(dut, &in, &out);
    if (out.link_valid) {
        assert_true(nsent + kind->lanes <= sizeof sent);
        memcpy(sent + nsent, out.link_data, kind->lanes);
        nsent += kind->lanes;
        if (out.link_last) { /* what follows in the beat is not of the packet */
            nsent = begun + packet_length(sent[begun]);
            begun = (unsigned)nsent;
        }
    }
    kind->clock_edge(dut);
    return out.ready;
}

static void give(const struct rtl_etrace_in *in)
{
    for (unsigned i = 0; !clock_with(*in); i++) {
        assert_true(i < 100);
    }
}

static void give_support(bool ienable, uint64_t time)
{
    struct etrace_cfg cfg;
    configure(kind, now, &cfg);
    struct rtl_etrace_in in = {.valid = true,
                               .support = true,
                               .ienable = ienable,
                               .options = (uint8_t)etrace_cfg_ioptions(&cfg, options)};
    in.in.time = time;
    give(&in);
}

static void give_end(uint64_t time)
{
    struct rtl_etrace_in in = {.valid = true, .end = true};
    in.in.time = time;
    give(&in);
    resync = false;
}

static void give_record(const struct ingress_cycle *record, unsigned skip, unsigned notify)
{
    for (unsigned k = 0; k < record->nblocks; k++) {
        struct rtl_etrace_in in = {.valid = true, .block = true, .in = *record};
        if ((skip >> k & 1u) != 0) {
            give_end(record->time);
            continue;
        }
        in.in.block[0] = record->block[k];
        in.watched = (notify >> k & 1u) != 0;
        in.resync = resync;
        resync = false;
        give(&in);
    }
}

static void run_steps(void)
{
    unsigned skip = 0, notify = 0;
    uint64_t time = 0;
    for (unsigned i = 0; i < now->steps; i++) {
        const struct ntt_step *step = &now->step[i];
        if (step->kind != NTT_DO) {
            time = step->in.time;
            for (uint32_t n = 0; n < step->times; n++) {
                give_record(&step->in, skip, notify);
            }
            skip = notify = 0;
            continue;
        }
        switch (step->what) {
        case ETT_END:
            give_end(time);
            break;
        case ETT_SKIP:
            skip = step->times;
            break;
        case ETT_NOTIFY:
            notify = step->times;
            break;
        case ETT_RESYNC:
            resync = true;
            break;
        case ETT_SUPPORT:
            give_support(step->times != 0, time);
            break;
        default:
            options = step->times;
            give_support(true, time);
            break;
        }
    }
}

static bool failed;

static void check(const char *file, const struct ntt_case *c, const struct rtl_etrace_kind *k)
{
    kind = k;
    now = c;
    nsent = begun = 0;
    options = c->etrace.options;
    resync = false;
    dut = kind->create();
    run_steps();
    for (unsigned i = 0; i < SETTLE; i++) {
        (void)clock_with((struct rtl_etrace_in){.valid = false});
    }
    kind->destroy(dut);
    size_t same = 0;
    while (same < nsent && same < c->size && sent[same] == c->bytes[same]) {
        same++;
    }
    if (nsent != c->size || same != c->size) {
        print_message("%s:%u: case \"%s\" on %s: %zu bytes, not %zu; other ones from byte %zu on\n",
                      file, c->line, c->name, kind->name, nsent, c->size, same);
        failed = true;
    }
}

/* --- all of them --- */

#define WITHOUT "tests/rtl/etrace-vectors-without-set.txt"

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

static unsigned ran;

static void one_case(const char *file, const struct ntt_case *c)
{
    const struct rtl_etrace_kind *k = fitting(c);
    if (listed(file) != (k == NULL)) {
        print_message("%s:%u: %s %s: %s\n", file, c->line,
                      k == NULL ? "no set of parameters sends it, and not in" : "should not be in",
                      WITHOUT, k == NULL ? c->name : k->name);
        failed = true;
    }
    if (k != NULL) {
        ran++;
        check(file, c, k);
    }
}

/* Holds all of vectors/.ett but tests/rtl/etrace-vectors-without-set.txt */
static void golden_vectors(void **state)
{
    (void)state;
    static struct ntt_case c;
    glob_t found;
    int got = 0;
    assert_int_equal(glob("tests/vectors/*.ett", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct ntt_reader r = {.file = fopen(found.gl_pathv[i], "r"), .etrace = true};
        assert_non_null(r.file);
        while ((got = ntt_next(&r, &c)) > 0) {
            if (c.steps != 0) {
                one_case(found.gl_pathv[i], &c);
            }
        }
        (void)fclose(r.file);
        assert_int_equal(got, 0);
    }
    globfree(&found);
    print_message("%u cases with ingress ran\n", ran);
    assert_false(failed);
    assert_true(ran >= 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_vectors),
    };
    return cmocka_run_group_tests_name("rtl-etrace-vectors", tests, NULL, NULL);
}
