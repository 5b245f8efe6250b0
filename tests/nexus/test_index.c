/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Index: every synchronizing message is found, whatever the pieces; decoding that begins at an
 * entry gives the elements of decoding that came from the start.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "elem_list.h"
#include "nexus/nexus_index.h"
#include "trace_maker.h"

enum {
    SOURCES = 3,
    ENTRIES = 4096,
};

static struct tm_bytes bytes;
static struct trace_maker maker[SOURCES];
static struct elem_list whole, part;
static struct nexus_index ix;
static struct nexus_index_entry entry[ENTRIES];
static struct nexus_index_source source[8];
static uint8_t buffer[NEXUS_PIECES_BUFFER];

static struct nexus_stream_cfg some_cfg(uint64_t seed)
{
    struct nexus_stream_cfg cfg;
    nexus_cfg_init(&cfg);
    cfg.src_bits = 4;
    cfg.timestamps = seed % 3 != 0;
    cfg.timestamp_bits = seed % 4 == 1 ? 16 : 40;
    cfg.repeated_history = seed % 5 < 2;
    cfg.profile = seed % 6 == 0 ? NEXUS_PROFILE_SIFIVE_0X : NEXUS_PROFILE_1_0;
    return cfg;
}

/* Sources 0, 1 and 2, interleaved. */
static void make(const struct nexus_stream_cfg *cfg, uint64_t seed, unsigned steps)
{
    uint64_t random = seed;
    bytes.n = 0;
    for (unsigned i = 0; i < SOURCES; i++) {
        tm_init(&maker[i], cfg, (uint16_t)i, seed * SOURCES + i, &bytes);
    }
    for (unsigned i = 0; i < steps; i++) {
        tm_step(&maker[tm_random(&random, SOURCES)]);
    }
    for (unsigned i = 0; i < SOURCES; i++) {
        tm_finish(&maker[i]);
    }
}

static void scan(const struct nexus_stream_cfg *cfg, uint64_t seed, size_t capacity)
{
    uint64_t random = seed;
    size_t at = 0;
    assert_int_equal(nexus_index_init(&ix, cfg, entry, capacity, source, 8, buffer, sizeof buffer),
                     NEXUS_OK);
    while (at < bytes.n) {
        size_t n = 1 + (size_t)tm_random(&random, 400), consumed;
        n = n < bytes.n - at ? n : bytes.n - at;
        int rc = nexus_index_data(&ix, bytes.byte + at, n, &consumed);
        at += consumed;
        if (rc == NEXUS_ERR_NOSPACE) {
            assert_int_equal(ix.count, ix.capacity);
            ix.capacity++; /* the array itself is large enough */
        } else {
            assert_int_equal(rc, NEXUS_OK);
            assert_int_equal(consumed, n);
        }
    }
    size_t none;
    if (ix.holds) {
        ix.capacity++;
        assert_int_equal(nexus_index_data(&ix, NULL, 0, &none), NEXUS_OK);
    }
}

static void finds_every_sync(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct nexus_stream_cfg cfg = some_cfg(seed);
        struct nexus_msg_decoder d;
        struct nexus_msg m;
        size_t n = 0;
        uint64_t msg = 0;
        uint64_t random = seed;
        make(&cfg, seed, 900);
        if (seed % 2 == 0) {
            tm_damage(&bytes, &random, 20);
        }
        scan(&cfg, seed, seed % 4 == 0 ? 1 : ENTRIES);
        assert_int_equal(nexus_msg_decoder_init(&d, &cfg, bytes.byte, bytes.n), NEXUS_OK);
        int rc;
        while ((rc = nexus_msg_next(&d, &m)) != NEXUS_ERR_END) {
            if (rc == NEXUS_OK && nexus_tcode_is_sync(m.tcode) && m.src < SOURCES) {
                while (n < ix.count && entry[n].src >= SOURCES) {
                    n++; /* damage made up a source */
                }
                assert_true(n < ix.count);
                assert_int_equal(entry[n].offset, m.offset);
                assert_int_equal(entry[n].length, m.length);
                assert_int_equal(entry[n].msg, msg);
                assert_int_equal(entry[n].src, m.src);
                assert_int_equal(entry[n].tcode, m.tcode);
                assert_int_equal(entry[n].sync, m.value[NEXUS_F_SYNC]);
                assert_int_equal(entry[n].addr, m.value[NEXUS_F_ADDR] << 1);
                if (nexus_msg_has(&m, NEXUS_F_TSTAMP)) {
                    assert_true(entry[n].time_known);
                    assert_int_equal(entry[n].time, m.value[NEXUS_F_TSTAMP] &
                                                        ((UINT64_C(1) << cfg.timestamp_bits) - 1));
                }
                n++;
            }
            msg++;
        }
        assert_int_equal(ix.messages, msg);
        assert_int_equal(ix.in.offset, bytes.n);
    }
}

static void decode(const struct nexus_stream_cfg *cfg, unsigned src, struct elem_list *l,
                   const struct nexus_index_entry *from, size_t base)
{
    static struct nexus_decoder d;
    l->n = 0;
    assert_int_equal(
        nexus_decoder_init(&d, cfg, &maker[src].code, bytes.byte + base, bytes.n - base), NEXUS_OK);
    d.all_sources = false;
    d.src = (uint16_t)src;
    if (from != NULL) {
        assert_int_equal(nexus_decoder_resume(&d, base, from), NEXUS_OK);
    }
    el_pull(l, &d);
}

/* The elements of `whole` after the entry's message are those of `part`. After errors of the whole
 * decoder (in_step = false) it may have another position, and not know its context. */
static void compare_from(const struct nexus_index_entry *e, bool in_step)
{
    size_t i = 0;
    while (i < whole.n && whole.item[i].e.msg <= e->msg) {
        i++;
    }
    assert_int_equal(whole.n - i, part.n);
    for (size_t k = 0; k < part.n; k++) {
        const struct kept_elem *a = &whole.item[i + k];
        struct kept_elem *b = &part.item[k];
        if (!in_step && !a->e.context.known) {
            b->e.context.known = false;
        }
        assert_true(el_equal(&a->e, a->raw, &b->e, b->raw, in_step && e->exact));
    }
}

static void resumed_decoding_gives_the_same_elements(void **state)
{
    unsigned exact = 0, inexact = 0, quiet = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct nexus_stream_cfg cfg = some_cfg(seed);
        uint64_t random = seed;
        make(&cfg, seed, 300);
        scan(&cfg, seed, ENTRIES);
        for (size_t i = 0; i < ix.count; i++) {
            const struct nexus_index_entry *e = &entry[i];
            size_t base = (size_t)tm_random(&random, e->offset + e->length + 1);
            if (i == 0 || entry[i - 1].src != e->src) {
                decode(&cfg, e->src, &whole, NULL, 0);
            }
            decode(&cfg, e->src, &part, e, base);
            compare_from(e, true);
            exact += e->exact;
            inexact += !e->exact;
            quiet += !e->starts;
        }
    }
    assert_true(exact > 500 && inexact > 100 && quiet > 100);
}

/* A wrong address in the sync right after the entry's: only the whole decoder can tell. */
static bool second_sync_is_wrong(const struct nexus_index_entry *e)
{
    size_t i = 0;
    while (i < whole.n && (whole.item[i].e.msg <= e->msg || whole.item[i].e.status == 0)) {
        i++;
    }
    return i < whole.n && whole.item[i].e.status == NEXUS_ERR_SYNC && part.n != 0 &&
           whole.item[i].e.msg == part.item[0].e.msg;
}

/* In damaged streams too, wherever the whole decoder was in step: trace was on, or the entry knows
 * that it was not. */
static void resumed_decoding_of_damaged_streams(void **state)
{
    unsigned compared = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct nexus_stream_cfg cfg = some_cfg(seed);
        uint64_t random = seed;
        make(&cfg, seed, 300);
        tm_damage(&bytes, &random, 6);
        scan(&cfg, seed, ENTRIES);
        for (size_t i = 0; i < ix.count; i++) {
            const struct nexus_index_entry *e = &entry[i];
            if (e->src >= SOURCES || e->starts != (e->sync != NEXUS_SYNC_PERIODIC &&
                                                   e->sync != NEXUS_SYNC_TRACE_EVENT)) {
                continue;
            }
            decode(&cfg, e->src, &whole, NULL, 0);
            bool on = false, event = false;
            for (size_t k = 0; k < whole.n; k++) {
                on = on ||
                     (whole.item[k].e.msg == e->msg && whole.item[k].e.type == FLOW_ELEM_TRACE_ON);
                event = event ||
                        (whole.item[k].e.msg == e->msg && whole.item[k].e.type == FLOW_ELEM_EVENT);
            }
            if (e->starts ? !on : on || !event) {
                continue;
            }
            decode(&cfg, e->src, &part, e, 0);
            if (!second_sync_is_wrong(e)) {
                compare_from(e, false);
                compared++;
            }
        }
    }
    assert_true(compared > 500);
}

/* The push decoder, sought to an entry: the same for the source of the entry. */
static enum nexus_answer take(void *ctx, struct nexus_source *from, const struct flow_elem *e)
{
    (void)ctx;
    el_add(&part, from, e);
    return NEXUS_CONT;
}

static void push_decoder_resumes_too(void **state)
{
    static struct nexus_source one;
    static struct nexus_stream s;
    struct nexus_stream_cfg cfg = some_cfg(1);
    (void)state;
    make(&cfg, 1, 300);
    scan(&cfg, 1, ENTRIES);
    for (size_t i = 0; i < ix.count; i++) {
        const struct nexus_index_entry *e = &entry[i];
        size_t consumed, at = (size_t)(e->offset + e->length);
        if (e->src != 1) {
            continue;
        }
        decode(&cfg, 1, &whole, NULL, 0);
        part.n = 0;
        assert_int_equal(nexus_source_init(&one, 1, &cfg, &maker[1].code), NEXUS_OK);
        assert_int_equal(nexus_stream_init(&s, &cfg, &one, 1, buffer, sizeof buffer, take, NULL),
                         NEXUS_OK);
        nexus_stream_seek(&s, at, e->msg + 1, false);
        nexus_flow_resume(&one.flow, e);
        assert_int_equal(nexus_stream_data(&s, bytes.byte + at, bytes.n - at, &consumed),
                         NEXUS_CONT);
        assert_int_equal(nexus_stream_eot(&s), NEXUS_CONT);
        for (size_t k = 0; k < part.n;) { /* other sources are reported once */
            if (part.item[k].source == NULL) {
                memmove(&part.item[k], &part.item[k + 1], (part.n - k - 1) * sizeof part.item[0]);
                part.n--;
            } else {
                k++;
            }
        }
        compare_from(e, true);
    }
}

/* Two syncs of source 0 at offsets 0 and 15, one of source 1 at 5, the end at 20; SRC has 6 bits.
 */
static void tells_the_largest_distance(void **state)
{
    static const uint8_t some[] = {
        9 << 2, 0,      5 << 2 | 1, 0,    2 << 2 | 3, /* SRC 0, SYNC 5, I-CNT 0, F-ADDR 0x80 */
        9 << 2, 1 << 2, 5 << 2 | 1, 0,    2 << 2 | 3, /* SRC 1 */
        3 << 2, 0,      0 << 2 | 3, 0xff, 0xff,       /* DirectBranch of SRC 0 */
        9 << 2, 0,      2 << 2 | 1, 0,    2 << 2 | 3, /* SRC 0, SYNC 2 */
    };
    struct nexus_stream_cfg cfg;
    size_t consumed;
    (void)state;
    nexus_cfg_init(&cfg);
    cfg.src_bits = 6;
    assert_int_equal(nexus_index_init(&ix, &cfg, entry, 10, source, 1, buffer, sizeof buffer),
                     NEXUS_OK);
    assert_int_equal(nexus_index_data(&ix, some, sizeof some, &consumed), NEXUS_OK);
    assert_int_equal(ix.sources, 1); /* there is no room for source 1 */
    assert_int_equal(ix.dropped, 1);
    assert_int_equal(ix.count, 2);
    assert_int_equal(source[0].messages, 3);
    assert_int_equal(source[0].syncs, 2);
    assert_int_equal(source[0].longest, 15);
    assert_true(entry[0].starts);
    assert_false(entry[1].starts);
}

static void find_gives_the_last_entry_before(void **state)
{
    static const struct nexus_index_entry list[] = {
        {.offset = 10, .src = 1}, {.offset = 20, .src = 2}, {.offset = 30, .src = 1}};
    (void)state;
    assert_null(nexus_index_find(list, 3, NEXUS_SRC_ANY, 9));
    assert_ptr_equal(nexus_index_find(list, 3, NEXUS_SRC_ANY, 10), &list[0]);
    assert_ptr_equal(nexus_index_find(list, 3, NEXUS_SRC_ANY, 29), &list[1]);
    assert_ptr_equal(nexus_index_find(list, 3, NEXUS_SRC_ANY, 1000), &list[2]);
    assert_ptr_equal(nexus_index_find(list, 3, 1, 29), &list[0]);
    assert_ptr_equal(nexus_index_find(list, 3, 2, 1000), &list[1]);
    assert_null(nexus_index_find(list, 3, 2, 19));
    assert_null(nexus_index_find(list, 3, 3, 1000));
    assert_null(nexus_index_find(list, 0, 1, 1000));
}

/* sifive-0.x: with HIST full, F-ADDR may be ahead of a branch that the next message begins with. In
 * bytes: ProgTraceSync SYNC 5; IndirectBranchHistSync SYNC 2, B-TYPE 0, I-CNT 0, F-ADDR 0, HIST of
 * 31 and of 30 bits. */
static void a_full_history_before_1_0_is_no_entry(void **state)
{
    static const uint8_t some[] = {
        9 << 2,  5 << 2 | 1, 0 << 2 | 3,                                /* start */
        29 << 2, 2 << 2,     0 << 2 | 1, 0 << 2 | 1,                    /* @3 */
        0xfc,    0xfc,       0xfc,       0xfc,       0xfc, 3 << 2 | 3,  /* 32 ones */
        29 << 2, 2 << 2,     0 << 2 | 1, 0 << 2 | 1,                    /* @13 */
        0xfc,    0xfc,       0xfc,       0xfc,       0xfc, 1 << 2 | 3}; /* 31 ones */
    size_t consumed;
    struct nexus_stream_cfg cfg;
    (void)state;
    nexus_cfg_init(&cfg);
    for (unsigned old = 0; old < 2; old++) {
        nexus_cfg_set_profile(&cfg, old != 0 ? NEXUS_PROFILE_SIFIVE_0X : NEXUS_PROFILE_1_0);
        assert_int_equal(nexus_index_init(&ix, &cfg, entry, 10, source, 1, buffer, sizeof buffer),
                         NEXUS_OK);
        assert_int_equal(nexus_index_data(&ix, some, sizeof some, &consumed), NEXUS_OK);
        assert_int_equal(ix.damaged, 0);
        assert_int_equal(ix.count, old != 0 ? 2 : 3);
        assert_int_equal(entry[1].offset, old != 0 ? 13 : 3);
    }
}

static void arguments_are_checked(void **state)
{
    static struct nexus_decoder d;
    struct nexus_stream_cfg cfg = some_cfg(1);
    const struct nexus_index_entry e = {.offset = 100, .length = 10};
    (void)state;
    make(&cfg, 1, 10);
#define REFUSED(c, en, n, so, k, b, size)                                                          \
    assert_int_equal(nexus_index_init(&ix, c, en, n, so, k, b, size), NEXUS_ERR_ARG)
    REFUSED(NULL, entry, 1, source, 1, buffer, 64);
    REFUSED(&cfg, NULL, 1, source, 1, buffer, 64);
    REFUSED(&cfg, entry, 0, source, 1, buffer, 64);
    REFUSED(&cfg, entry, 1, NULL, 1, buffer, 64);
    REFUSED(&cfg, entry, 1, source, 0, buffer, 64);
    REFUSED(&cfg, entry, 1, source, 1, NULL, 64);
    REFUSED(&cfg, entry, 1, source, 1, buffer, 3);
    cfg.xlen = 16;
    REFUSED(&cfg, entry, 1, source, 1, buffer, 64);
    cfg.xlen = 64;
    assert_int_equal(nexus_decoder_init(&d, &cfg, &maker[0].code, bytes.byte, 20), NEXUS_OK);
    assert_int_equal(nexus_decoder_resume(&d, 111, &e), NEXUS_ERR_ARG);
    assert_int_equal(nexus_decoder_resume(&d, 89, &e), NEXUS_ERR_ARG);
    assert_int_equal(nexus_decoder_resume(&d, 90, &e), NEXUS_OK);
    assert_int_equal(nexus_decoder_resume(&d, 110, &e), NEXUS_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_every_sync),
        cmocka_unit_test(resumed_decoding_gives_the_same_elements),
        cmocka_unit_test(resumed_decoding_of_damaged_streams),
        cmocka_unit_test(push_decoder_resumes_too),
        cmocka_unit_test(tells_the_largest_distance),
        cmocka_unit_test(find_gives_the_last_entry_before),
        cmocka_unit_test(a_full_history_before_1_0_is_no_entry),
        cmocka_unit_test(arguments_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
