/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The search for settings (htr_search.h) over streams whose settings are known: programs of the
 * simulator, encoded with one set of them after the other; whole, cut to a few messages, begun
 * inside a message, and damaged. What is called clear has to execute what the settings of the
 * encoder execute, always; and with whole streams it has to be clear.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "htr/htr_search.h"

enum {
    INSTRUCTIONS = 10000,
    CUTS = 5,
    DAMAGES = 4,
};

static struct htr_host silent;
static char trace[128], ingress[128];

static const char *const programs[] = {"rv64/sort", "rv64/recursion", "rv32/crc"};
enum {
    PROGRAMS = sizeof programs / sizeof programs[0]
};

static const char *const settings[] = {
    "--mode htm",
    "--mode btm",
    "--mode htm --te trTeSrcBits=3 --te trTeSrcID=5",
    "--mode btm --te trTeSrcBits=4 --te trTeSrcID=9 --te trTsEnable=1 --te trTsMode=3",
    "--mode htm --te trTsEnable=1 --te trTsMode=3",
    "--mode htm --te trTeInstEnImplicitReturn=1 --te trTeInstImplicitReturnMode=3",
    "--mode btm --te trTeInstEnImplicitReturn=1 --te trTeInstImplicitReturnMode=2",
    "--mode htm --te trTeInstEnAllJumps=1",
    "--mode btm --te trTeInstEnAllJumps=1 --te trTeSrcBits=1",
    "--mode htm --te trTeInstEnSequentialJump=1 --te trTeInstEnRepeatedHistory=1",
    ("--mode htm --te trTeInstExtendAddrMSB=1 --te trTeInstEnImplicitReturn=1 --te "
     "trTeInstImplicitReturnMode=3 --te trTeInstEnRepeatedHistory=1 --te trTeSrcBits=2"),
};
enum {
    SETTINGS = sizeof settings / sizeof settings[0]
};

static void run(const char *format, const char *a, const char *b, const char *c)
{
    char command[1024];
    const char *build = getenv("BUILD");
    build = build != NULL ? build : "build";
    (void)snprintf(command, sizeof command, format, build, a, b, c);
    assert_int_equal(system(command), 0);
}

/* The program runs once; then it is encoded with each set. */
static void make_ingress(const char *program)
{
    char elf[128], most[32];
    const char *build = getenv("BUILD");
    (void)snprintf(elf, sizeof elf, "%s/programs/%s.elf", build != NULL ? build : "build", program);
    (void)snprintf(most, sizeof most, "%d", INSTRUCTIONS);
    run("%s/hartrace run %s --no-trace --max-instructions %s --save-ingress %s >/dev/null 2>&1 || "
        "true",
        elf, most, ingress);
}

/* Settings of the encoder, from its options. */
static void true_cfg(const char *options, unsigned xlen, struct nexus_stream_cfg *cfg)
{
    struct htr_settings s;
    struct htr_list te = {.n = 0}, params = {.n = 0};
    char text[512], *word, *save = NULL;
    (void)snprintf(text, sizeof text, "%s", options);
    for (word = strtok_r(text, " ", &save); word != NULL; word = strtok_r(NULL, " ", &save)) {
        if (strncmp(word, "tr", 2) == 0) {
            te.item[te.n++] = word;
        }
    }
    assert_int_equal(htr_settings_parse(&s, &silent, NULL, &te, &params), HTR_OK);
    htr_settings_stream(&s, cfg);
    cfg->xlen = (uint8_t)xlen;
}

struct fixture {
    struct htr_trace t;
    struct htr_trace_options o;
    struct nexus_stream_cfg cfg; /* of the encoder */
    char elf[128];
    uint8_t *bytes;
    size_t size;
};

static void open_stream(struct fixture *fx, const char *program, const char *options)
{
    const char *build = getenv("BUILD");
    run("%s/hartrace encode --ingress %s %s -o %s -q", ingress, options, trace);
    memset(fx, 0, sizeof *fx);
    (void)snprintf(fx->elf, sizeof fx->elf, "%s/programs/%s.elf", build != NULL ? build : "build",
                   program);
    fx->o = (struct htr_trace_options){.path = trace, .code.elf = fx->elf};
    assert_int_equal(htr_trace_open(&fx->t, &silent, &fx->o), HTR_OK);
    assert_int_equal(htr_code_choose(&fx->t.code, &silent, &fx->o.code, &fx->t.te), HTR_OK);
    htr_settings_stream(&fx->t.te, &fx->t.cfg);
    htr_code_start(&fx->t.code, nexus_cfg_isa(&fx->t.cfg));
    true_cfg(options, fx->t.cfg.xlen, &fx->cfg);
    fx->bytes = fx->t.bytes.bytes;
    fx->size = fx->t.bytes.size;
}

struct tally {
    unsigned streams, clear, wrong;
};

/* Search in bytes; when it is clear, the same must be executed as with the true settings. */
static struct htr_search judge(struct fixture *fx, struct tally *n, const uint8_t *bytes,
                               size_t size)
{
    struct htr_search s;
    const struct htr_guess_input in = {bytes, size, &fx->t.cfg, &fx->t.code.code};
    htr_search(&s, &in, 0);
    n->streams++;
    n->clear += s.clear;
    if (s.clear) {
        struct htr_search_trial right = htr_search_try(&in, &fx->cfg);
        struct htr_search_trial found = htr_search_try(&in, &s.found[0].cfg);
        bool wrong = found.path != right.path;
        n->wrong += wrong;
        if (wrong) {
            printf("# wrong: %s, %zu bytes: %u bits, right %u; errors %u, right %u; instructions "
                   "%u, right %u\n",
                   fx->elf, size, (unsigned)found.cfg.src_bits, (unsigned)fx->cfg.src_bits,
                   (unsigned)found.errors, (unsigned)right.errors, (unsigned)found.instructions,
                   (unsigned)right.instructions);
        }
    }
    return s;
}

/* A setting that the search is sure of has the value of the encoder. */
static void assert_settings(const struct htr_search *s, const struct nexus_stream_cfg *right)
{
    const struct nexus_stream_cfg *cfg = &s->found[0].cfg;
    assert_int_equal(cfg->src_bits, right->src_bits);
    assert_int_equal(cfg->profile, right->profile);
    assert_int_equal(cfg->timestamps, right->timestamps);
    assert_true((s->open & HTR_SEARCH_RETURN) != 0 ||
                cfg->implicit_return == right->implicit_return);
    assert_true((s->open & HTR_SEARCH_ALL_JUMPS) != 0 || cfg->all_jumps == right->all_jumps);
    assert_true((s->open & HTR_SEARCH_SEQUENTIAL) != 0 ||
                cfg->sequential_jump == right->sequential_jump);
    assert_true((s->open & HTR_SEARCH_MSB) != 0 || cfg->extend_addr_msb == right->extend_addr_msb);
}

static void whole_streams_are_clear(struct fixture *fx, struct tally *n)
{
    struct htr_search s = judge(fx, n, fx->bytes, fx->size);
    assert_true(s.clear);
    assert_int_equal(s.found[0].errors, 0);
    assert_int_equal(s.found[0].sources, 1);
    assert_settings(&s, &fx->cfg);
}

/* Cut short; and begun later, at the next synchronizing message if there is one. */
static void parts(struct fixture *fx, struct tally *n)
{
    static const size_t cut[CUTS] = {12, 24, 48, 100, 400};
    for (unsigned i = 0; i < CUTS; i++) {
        if (cut[i] < fx->size) {
            (void)judge(fx, n, fx->bytes, cut[i]);
            (void)judge(fx, n, fx->bytes + cut[i], fx->size - cut[i]);
        }
    }
}

/* A byte in a hundred is another one. */
static void damage(struct fixture *fx, struct tally *n)
{
    uint8_t *bytes = calloc(1, fx->size + HTR_TRACE_SPARE);
    uint32_t random = 1;
    assert_non_null(bytes);
    for (unsigned k = 0; k < DAMAGES; k++) {
        const size_t size = k < DAMAGES / 2 && fx->size > 150 ? 150 : fx->size;
        memcpy(bytes, fx->bytes, fx->size);
        for (size_t i = 0; i < size; i++) {
            random = random * 1664525u + 1013904223u;
            if (random >> 16 < 65536 / 100) {
                bytes[i] ^= (uint8_t)(random >> 8);
            }
        }
        (void)judge(fx, n, bytes, size);
    }
    free(bytes);
}

static void what_is_clear_is_right(void **state)
{
    static struct fixture fx;
    struct tally whole = {0}, part = {0}, damaged = {0};
    (void)state;
    for (unsigned p = 0; p < PROGRAMS; p++) {
        make_ingress(programs[p]);
        for (unsigned i = 0; i < SETTINGS; i++) {
            open_stream(&fx, programs[p], settings[i]);
            whole_streams_are_clear(&fx, &whole);
            parts(&fx, &part);
            damage(&fx, &damaged);
            htr_trace_close(&fx.t);
        }
    }
    printf("# whole %u, parts %u of %u clear, damaged %u of %u clear\n", whole.streams, part.clear,
           part.streams, damaged.clear, damaged.streams);
    assert_int_equal(whole.wrong + part.wrong + damaged.wrong, 0);
    assert_true(part.clear * 4 >= part.streams); /* or it would say nothing */
}

static int make_names(void **state)
{
    const char *folder = getenv("TMPDIR");
    (void)state;
    folder = folder != NULL ? folder : "/tmp";
    (void)snprintf(trace, sizeof trace, "%.90s/search-%d.nex", folder, (int)getpid());
    (void)snprintf(ingress, sizeof ingress, "%.90s/search-%d.ing", folder, (int)getpid());
    return 0;
}

static int remove_files(void **state)
{
    (void)state;
    (void)remove(trace);
    (void)remove(ingress);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_clear_is_right),
    };
    return cmocka_run_group_tests(tests, make_names, remove_files);
}
