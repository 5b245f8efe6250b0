/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decode tree over E-Trace: several sources in one stream, bytes in pieces with pauses, frames of a
 * CoreSight formatter beside N-Trace, a start in the middle, damage. The truth is what the random
 * harts executed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "etrace_maker.h"
#include "htr/htr_tree_build.h"
#include "htr/htr_tree_pull.h"
#include "htr/htr_tree_push.h"

enum {
    FRAMES = 2 * EM_BYTES,
};

struct list {
    unsigned n, room;
    struct flow_elem *e;
};

static struct etrace_maker made;
static struct list pulled[EM_SOURCES], pushed[EM_SOURCES];
static struct list strange;
static int32_t decoder[EM_SOURCES + 1];
static struct rh_rng dice;
static unsigned pauses;
static struct htr_host host;

static void add(struct list *l, const struct flow_elem *e)
{
    if (l->n == l->room) {
        l->room = l->room == 0 ? 1024 : 2 * l->room;
        l->e = realloc(l->e, l->room * sizeof *l->e);
        assert_non_null(l->e);
    }
    l->e[l->n] = *e;
    l->e[l->n++].raw = NULL;
}

/* The tree of all sources. bytes NULL: to be pushed. */
static void build(struct htr_tree *t, const uint8_t *bytes, size_t size, bool wrapped)
{
    struct htr_tree_buffer_spec buffer = {
        .name = "sink", .wrapped = wrapped, .bytes = bytes, .size = size};
    struct htr_tree_source_spec source[EM_SOURCES];
    for (unsigned i = 0; i < made.sources; i++) {
        source[i] = (struct htr_tree_source_spec){.name = "hart",
                                                  .src = made.source[i].src,
                                                  .etrace = &made.cfg,
                                                  .region = &made.source[i].region,
                                                  .regions = 1};
    }
    htr_tree_init(t, &host, NULL, 0);
    t->cache = 64;
    assert_int_equal(htr_tree_build(t, &buffer, 1, source, made.sources, decoder), HTR_OK);
}

static void pull_all(const uint8_t *bytes, size_t size, bool wrapped)
{
    struct htr_tree t;
    struct flow_elem e;
    build(&t, bytes, size, wrapped);
    for (unsigned i = 0; i < made.sources; i++) {
        pulled[i].n = 0;
        while (htr_tree_next(&t, decoder[i], &e)) {
            add(&pulled[i], &e);
        }
    }
    htr_tree_close(&t);
}

/* The PCs of ranges that packets from an offset on report, against the hart's own. */
static void expect_pcs(const struct list *l, const struct em_hart *h, uint64_t from, unsigned at)
{
    struct flow_code code;
    struct flow_code_image image = {&h->region, 1};
    flow_code_init_image(&code, etrace_cfg_isa(&made.cfg), &image);
    for (unsigned i = 0; i < l->n; i++) {
        struct flow_range_iter it;
        const struct flow_insn *insn;
        if (l->e[i].type != FLOW_ELEM_RANGE || l->e[i].offset < from) {
            continue;
        }
        flow_range_begin(&it, &l->e[i]);
        while (flow_range_next(&it, &code, &insn) == FLOW_OK) {
            assert_true(at < h->n);
            assert_int_equal(it.where.pc, h->pc[at]);
            at++;
        }
    }
    assert_int_equal(at, h->n);
}

static void no_trouble(const struct list *l)
{
    for (unsigned i = 0; i < l->n; i++) {
        assert_int_not_equal(l->e[i].type, FLOW_ELEM_ERROR);
        assert_int_not_equal(l->e[i].type, FLOW_ELEM_ADDR_NACC);
    }
    assert_int_equal(l->e[l->n - 1].type, FLOW_ELEM_END);
    assert_int_equal(l->e[l->n - 1].value, 0);
}

static void each_source_by_itself(void **state)
{
    unsigned all = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        em_make(&made, seed, 1 + (unsigned)seed % EM_SOURCES, 400, seed % 3 == 0 ? 0 : 40);
        pull_all(made.byte, made.n, false);
        for (unsigned i = 0; i < made.sources; i++) {
            no_trouble(&pulled[i]);
            expect_pcs(&pulled[i], &made.source[i], 0, 0);
            all += made.source[i].n;
        }
    }
    assert_true(all > 50000);
}

/* ---- pushed ---- */

static enum htr_answer take(void *ctx, int32_t from, const struct flow_elem *e)
{
    unsigned i = 0;
    (void)ctx;
    while (i < made.sources && decoder[i] != from) {
        i++;
    }
    add(i < made.sources ? &pushed[i] : &strange, e);
    return rh_chance(&dice, pauses) ? HTR_WAIT : HTR_CONT;
}

static void flush(struct htr_tree *t, enum htr_answer answer)
{
    while (answer == HTR_WAIT) {
        answer = htr_tree_flush(t, HTR_ALL);
    }
    assert_int_equal(answer, HTR_CONT);
}

static void push_all(const uint8_t *bytes, size_t size, bool wrapped, unsigned most)
{
    struct htr_tree t;
    build(&t, NULL, 0, wrapped);
    strange.n = 0;
    int32_t sink = htr_tree_sink(&t, "sink", take, NULL);
    for (unsigned i = 0; i < made.sources; i++) {
        pushed[i].n = 0;
        assert_int_equal(htr_tree_attach(&t, decoder[i], sink, 0), HTR_OK);
        if (i == 0) {
            assert_int_equal(htr_tree_attach(&t, t.component[decoder[0]].parent, sink, 0), HTR_OK);
        }
    }
    assert_int_equal(htr_tree_begin(&t), HTR_OK);
    for (size_t at = 0; at < size;) {
        size_t n = 1 + rh_below(&dice, most), taken;
        n = n < size - at ? n : size - at;
        uint8_t *copy = malloc(n);
        memcpy(copy, bytes + at, n);
        enum htr_answer answer = htr_tree_data(&t, 0, copy, n, &taken);
        free(copy);
        assert_true(answer != HTR_CONT || taken == n);
        at += taken;
        flush(&t, answer);
    }
    flush(&t, htr_tree_eot(&t, 0));
    htr_tree_close(&t);
}

static void same(const struct list *a, const struct list *b)
{
    assert_int_equal(a->n, b->n);
    for (unsigned i = 0; i < a->n; i++) {
        const struct flow_elem *x = &a->e[i], *y = &b->e[i];
        assert_int_equal(x->type, y->type);
        assert_int_equal(x->code, y->code);
        assert_int_equal(x->start, y->start);
        assert_int_equal(x->end, y->end);
        assert_int_equal(x->count, y->count);
        assert_int_equal(x->value, y->value);
        assert_int_equal(x->status, y->status);
        assert_int_equal(x->position, y->position);
        assert_int_equal(x->offset, y->offset);
        assert_int_equal(x->msg, y->msg);
    }
}

static void pieces_and_pauses_change_nothing(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 24; seed++) {
        rh_seed(&dice, seed);
        em_make(&made, seed, 1 + (unsigned)seed % EM_SOURCES, 300, 40);
        /* cut off in the middle of something: END has what is left */
        const size_t size = made.n - (seed % 2 != 0 ? rh_below(&dice, 200) : 0);
        pull_all(made.byte, size, false);
        for (unsigned way = 0; way < 3; way++) {
            pauses = way == 2 ? 3 : 0;
            push_all(made.byte, size, false, way == 0 ? 1 : 300);
            for (unsigned i = 0; i < made.sources; i++) {
                same(&pulled[i], &pushed[i]);
            }
            assert_int_equal(strange.n, 0);
        }
    }
}

static void a_source_without_decoder_is_said_once(void **state)
{
    (void)state;
    rh_seed(&dice, 1);
    em_make(&made, 4, 3, 100, 0);
    pauses = 0;
    made.sources = 2; /* source 3 is in the stream, and has no decoder */
    push_all(made.byte, made.n, false, 50);
    assert_int_equal(strange.n, 1);
    assert_int_equal(strange.e[0].type, FLOW_ELEM_UNKNOWN);
    assert_int_equal(strange.e[0].value, 3);
    no_trouble(&pushed[0]);
    expect_pcs(&pushed[0], &made.source[0], 0, 0);
}

/* ---- the middle ---- */

/* The first synchronization packet of a source from an offset on, in the stream as it was made. */
static bool first_sync(uint64_t from, uint16_t src, uint64_t *offset)
{
    struct etrace_reader r;
    struct etrace_frame f;
    struct etrace_packet p;
    assert_int_equal(etrace_reader_init(&r, &made.cfg, made.byte, made.n), ETRACE_OK);
    while (etrace_reader_next(&r, &f) == ETRACE_OK) {
        if (f.offset >= from && f.src == src &&
            etrace_packet_decode(&made.cfg, made.cfg.options, f.payload, f.size, &p) == ETRACE_OK &&
            p.format == ETRACE_FORMAT_SYNC && p.subformat == ETRACE_SYNC_START) {
            *offset = f.offset;
            return true;
        }
    }
    return false;
}

/* Instructions in the ranges that the whole stream reports up to the packet at `offset`. The range
 * that this one is in the middle of is reported later: what it has before does not repeat. */
static unsigned before(const struct list *whole, uint64_t offset)
{
    unsigned n = 0;
    for (unsigned i = 0; i < whole->n && whole->e[i].offset <= offset; i++) {
        n += whole->e[i].type == FLOW_ELEM_RANGE ? whole->e[i].count : 0;
    }
    return n;
}

/* From the first synchronization packet at or after `from` on, l has what the hart executed;
 * offsets of l are `shift` less. */
static bool goes_on(const struct list *l, unsigned i, uint64_t from, uint64_t shift,
                    const struct list *whole)
{
    const struct em_hart *h = &made.source[i];
    uint64_t offset;
    if (!first_sync(from, h->src, &offset)) {
        return false;
    }
    unsigned at = before(whole, offset), first = 0;
    while (first < l->n &&
           (l->e[first].type != FLOW_ELEM_RANGE || l->e[first].offset <= offset - shift)) {
        first++;
    }
    while (at < h->n && first < l->n && h->pc[at] != l->e[first].start) {
        at++;
    }
    expect_pcs(l, h, offset - shift + 1, at);
    return true;
}

static uint64_t next_sequence(uint64_t from)
{
    for (unsigned i = 0; i < made.syncs; i++) {
        if (made.sync[i] >= from + etrace_sync_run(&made.cfg) + 1) {
            return made.sync[i];
        }
    }
    return UINT64_MAX;
}

static struct list whole[EM_SOURCES];

static void keep_whole(void)
{
    for (unsigned i = 0; i < made.sources; i++) {
        const struct list swap = whole[i];
        whole[i] = pulled[i];
        pulled[i] = swap;
    }
}

static void forget(struct list *l)
{
    free(l->e);
    *l = (struct list){.n = 0};
}

static int clean(void **state)
{
    (void)state;
    for (unsigned i = 0; i < EM_SOURCES; i++) {
        forget(&pulled[i]);
        forget(&pushed[i]);
        forget(&whole[i]);
    }
    forget(&strange);
    return 0;
}

static void a_start_in_the_middle(void **state)
{
    unsigned begun = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        rh_seed(&dice, seed);
        em_make(&made, seed, 1 + (unsigned)seed % EM_SOURCES, 400, 30);
        pull_all(made.byte, made.n, false);
        keep_whole();
        const uint64_t cut = 1 + rh_below(&dice, (uint32_t)made.n / 2);
        const uint64_t first = next_sequence(cut);
        pauses = 0;
        pull_all(made.byte + cut, made.n - cut, true);
        push_all(made.byte + cut, made.n - cut, true, 100);
        for (unsigned i = 0; i < made.sources && first != UINT64_MAX; i++) {
            same(&pulled[i], &pushed[i]);
            no_trouble(&pulled[i]);
            begun += goes_on(&pulled[i], i, first, cut, &whole[i]);
        }
    }
    assert_true(begun > 50);
}

/* A byte is changed: what comes after the next synchronization sequence and packet is as before,
 * and no element is lost without an error, or a difference. */
static void damage_ends_at_the_next_sync(void **state)
{
    const char *soak = getenv("HARTRACE_SOAK");
    const unsigned times = soak != NULL ? 60 * (unsigned)atoi(soak) : 60;
    unsigned checked = 0;
    (void)state;
    for (uint64_t seed = 0; seed < times; seed++) {
        rh_seed(&dice, seed);
        em_make(&made, seed, 1 + (unsigned)seed % EM_SOURCES, 400, 30);
        pull_all(made.byte, made.n, false);
        keep_whole();
        const uint64_t at = rh_below(&dice, (uint32_t)made.n);
        const uint8_t old = made.byte[at];
        made.byte[at] ^= (uint8_t)(1u + rh_below(&dice, 255));
        pauses = 0;
        pull_all(made.byte, made.n, false);
        push_all(made.byte, made.n, false, 100);
        made.byte[at] = old;
        const uint64_t first = next_sequence(at + ETRACE_FRAME_MAX);
        for (unsigned i = 0; i < made.sources; i++) {
            assert_int_equal(pulled[i].e[pulled[i].n - 1].type, FLOW_ELEM_END);
            checked += first != UINT64_MAX && goes_on(&pulled[i], i, first, 0, &whole[i]);
        }
    }
    assert_true(checked > times);
}

/* ---- frames ---- */

static uint8_t frames[FRAMES];
static size_t nframes;

/* A frame with 14 bytes of one trace ID (CoreSight Architecture, formatter: the first byte changes
 * the ID, the lowest bits of even bytes are in the last one). */
static void put_frame(unsigned id, const uint8_t *bytes)
{
    uint8_t *f = &frames[nframes];
    assert_true(nframes + 16 <= FRAMES);
    f[0] = (uint8_t)(id << 1 | 1u);
    f[15] = 0;
    for (unsigned i = 1; i < 15; i++) {
        f[i] = i % 2 != 0 ? bytes[i - 1] : bytes[i - 1] & 0xFEu;
        f[15] |= (uint8_t)(i % 2 != 0 ? 0u : (bytes[i - 1] & 1u) << (i / 2));
    }
    nframes += 16;
}

/* Ten c.nop from 0x1000: ProgTraceSync (SYNC 5, F-ADDR 0x800), ProgTraceCorrelation (EVCODE 4,
 * I-CNT 10). */
static const uint8_t ntrace[14] = {0x24, 0x15, 0x00, 0x83, 0x84, 0x10, 0x2B,
                                   0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};

static void mixed_with_ntrace(void **state)
{
    static const uint8_t nops[32] = {1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0,
                                     1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0};
    const struct flow_region code = {0x1000, sizeof nops, nops};
    struct htr_tree_buffer_spec buffer = {.name = "ATB", .format = HTR_BYTES_FRAMES};
    struct htr_tree_source_spec source[2] = {
        {.name = "E-Trace", .trace_id = 0x10, .src = HTR_SRC_ANY, .etrace = &made.cfg},
        {.name = "N-Trace", .trace_id = 0x11, .src = HTR_SRC_ANY, .region = &code, .regions = 1}};
    struct htr_tree t;
    struct flow_elem e;
    uint64_t instructions = 0;
    (void)state;
    em_make(&made, 3, 1, 300, 40);
    nframes = 0;
    for (size_t at = 0; at < made.n; at += 14) {
        uint8_t bytes[14] = {0};
        memcpy(bytes, made.byte + at, made.n - at < 14 ? made.n - at : 14);
        put_frame(0x10, bytes);
        if (at == 14 * 5) {
            put_frame(0x11, ntrace);
        }
    }
    buffer.bytes = frames;
    buffer.size = nframes;
    source[0].region = &made.source[0].region;
    source[0].regions = 1;
    nexus_cfg_init(&source[1].cfg);
    htr_tree_init(&t, &host, NULL, 0);
    assert_int_equal(htr_tree_build(&t, &buffer, 1, source, 2, decoder), HTR_OK);
    pulled[0].n = 0;
    while (htr_tree_next(&t, decoder[0], &e)) {
        add(&pulled[0], &e);
    }
    no_trouble(&pulled[0]);
    expect_pcs(&pulled[0], &made.source[0], 0, 0);
    while (htr_tree_next(&t, decoder[1], &e)) {
        assert_int_not_equal(e.type, FLOW_ELEM_ERROR);
        instructions += e.type == FLOW_ELEM_RANGE ? e.count : 0;
    }
    assert_int_equal(instructions, 10);
    htr_tree_close(&t);
}

/* ---- observers ---- */

static unsigned seen[4];

static void see(void *ctx, const struct htr_seen *s)
{
    (void)ctx;
    assert_null(s->msg);
    if (s->stage == HTR_PACKETS) {
        assert_non_null(s->frame);
        assert_memory_equal(s->bytes, made.byte + s->frame->offset, s->size);
        seen[s->frame->src]++;
    }
}

static void monitors_see_packets(void **state)
{
    struct htr_tree t;
    struct flow_elem e;
    unsigned want[4] = {0};
    struct etrace_reader r;
    struct etrace_frame f;
    (void)state;
    em_make(&made, 5, 3, 100, 0);
    (void)etrace_reader_init(&r, &made.cfg, made.byte, made.n);
    while (etrace_reader_next(&r, &f) == ETRACE_OK) {
        want[f.src]++;
    }
    build(&t, made.byte, made.n, false);
    int32_t monitor = htr_tree_monitor(&t, "monitor", see, NULL);
    assert_int_equal(htr_tree_attach(&t, t.component[decoder[0]].parent, monitor, 0), HTR_OK);
    assert_int_equal(htr_tree_begin(&t), HTR_OK);
    memset(seen, 0, sizeof seen);
    for (unsigned i = 0; i < 3; i++) {
        while (htr_tree_next(&t, decoder[i], &e)) {
        }
    }
    assert_memory_equal(seen, want, sizeof want);
    htr_tree_close(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_source_by_itself),
        cmocka_unit_test(pieces_and_pauses_change_nothing),
        cmocka_unit_test(a_source_without_decoder_is_said_once),
        cmocka_unit_test(a_start_in_the_middle),
        cmocka_unit_test(damage_ends_at_the_next_sync),
        cmocka_unit_test(mixed_with_ntrace),
        cmocka_unit_test(monitors_see_packets),
    };
    return cmocka_run_group_tests(tests, NULL, clean);
}
