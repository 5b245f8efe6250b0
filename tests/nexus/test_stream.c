/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Push decoder: whatever the pieces, the elements are those of the pull decoder; the operations and
 * their answers; the message buffer.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "elem_list.h"
#include "trace_maker.h"

static struct tm_bytes bytes;
static struct trace_maker maker;
static struct nexus_stream stream;
static struct nexus_source source;
static struct elem_list pulled, pushed;
static uint8_t buffer[NEXUS_STREAM_BUFFER];

/* What the callback does: take everything; or ask for a pause now and then; or stop. */
static uint64_t pause_random; /* 0 = never */
static size_t stop_at;        /* elements; SIZE_MAX = never */

static enum nexus_answer take(void *ctx, struct nexus_source *from, const struct flow_elem *e)
{
    struct elem_list *l = ctx;
    el_add(l, from, e);
    if (l->n == stop_at) {
        return NEXUS_FATAL;
    }
    return pause_random != 0 && tm_random(&pause_random, 3) == 0 ? NEXUS_WAIT : NEXUS_CONT;
}

static void set_up(const struct nexus_stream_cfg *cfg, size_t capacity)
{
    pause_random = 0;
    stop_at = SIZE_MAX;
    pushed.n = 0;
    assert_int_equal(nexus_source_init(&source, NEXUS_SRC_ANY, cfg, &maker.code), NEXUS_OK);
    assert_int_equal(nexus_stream_init(&stream, cfg, &source, 1, buffer, capacity, take, &pushed),
                     NEXUS_OK);
}

/* Give n bytes, from memory that is spoiled afterwards. */
static void give(const uint8_t *data, size_t n)
{
    static uint8_t piece[TM_BYTES];
    size_t done = 0;
    while (done < n) {
        size_t consumed;
        memcpy(piece, data + done, n - done);
        enum nexus_answer answer = nexus_stream_data(&stream, piece, n - done, &consumed);
        memset(piece, 0x5a, n - done);
        assert_true(consumed <= n - done);
        done += consumed;
        if (answer == NEXUS_CONT) {
            assert_int_equal(done, n);
        }
        while (answer == NEXUS_WAIT) {
            assert_int_equal(nexus_stream_data(&stream, piece, 1, &consumed), NEXUS_WAIT);
            assert_int_equal(consumed, 0);
            answer = nexus_stream_flush(&stream);
        }
        assert_int_equal(answer, NEXUS_CONT);
    }
}

static void finish(void)
{
    enum nexus_answer answer = nexus_stream_eot(&stream);
    while (answer == NEXUS_WAIT) {
        answer = nexus_stream_flush(&stream);
    }
    assert_int_equal(answer, NEXUS_CONT);
}

static void pull(const struct nexus_stream_cfg *cfg, size_t n)
{
    static struct nexus_decoder d;
    pulled.n = 0;
    assert_int_equal(nexus_decoder_init(&d, cfg, &maker.code, bytes.byte, n), NEXUS_OK);
    el_pull(&pulled, &d);
}

/* A configuration that the seed chooses. */
static struct nexus_stream_cfg some_cfg(uint64_t seed)
{
    struct nexus_stream_cfg cfg;
    nexus_cfg_init(&cfg);
    cfg.src_bits = (uint8_t)(seed % 3 * 4);
    cfg.timestamps = seed % 2 != 0;
    cfg.timestamp_bits = seed % 4 == 1 ? 16 : 40;
    cfg.repeated_history = seed % 5 < 2;
    cfg.extend_addr_msb = seed % 7 == 3;
    return cfg;
}

static void make(const struct nexus_stream_cfg *cfg, uint64_t seed, unsigned steps)
{
    bytes.n = 0;
    tm_init(&maker, cfg, (uint16_t)(seed & ((1u << cfg->src_bits) - 1)), seed, &bytes);
    for (unsigned i = 0; i < steps; i++) {
        tm_step(&maker);
    }
    tm_finish(&maker);
}

/* The trace maker is right: the elements of an undamaged stream are what was executed. */
static void undamaged_streams_decode_as_executed(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 40; seed++) {
        struct nexus_stream_cfg cfg = some_cfg(seed);
        bytes.n = 0;
        tm_init(&maker, &cfg, 0, seed, &bytes);
        set_up(&cfg, sizeof buffer);
        maker.quiet = true;
        for (unsigned i = 0; i < 400; i++) {
            tm_step(&maker);
        }
        tm_finish(&maker);
        give(bytes.byte, bytes.n);
        finish();
        unsigned n = 0;
        for (size_t i = 0; i < pushed.n; i++) {
            const struct flow_elem *e = &pushed.item[i].e;
            assert_int_not_equal(e->type, FLOW_ELEM_ERROR);
            if (e->type == FLOW_ELEM_RANGE) {
                struct flow_range_iter it;
                const struct flow_insn *insn;
                flow_range_begin(&it, e);
                while (flow_range_next(&it, &maker.code, &insn) == FLOW_OK) {
                    assert_true(n < maker.npcs);
                    assert_int_equal(it.where.pc, maker.pc[n++]);
                }
            }
        }
        assert_int_equal(n, maker.npcs);
        assert_int_equal(stream.messages, maker.messages);
    }
}

/* Any two pieces, and pieces of any equal size. */
/* Holds TCI-ENA-023 */
static void every_chunk_size_gives_the_same_elements(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        struct nexus_stream_cfg cfg = some_cfg(seed);
        uint64_t random = seed;
        make(&cfg, seed, 100);
        if (seed > 3) {
            tm_damage(&bytes, &random, 8);
        }
        pull(&cfg, bytes.n);
        assert_true(pulled.n > 20);
        for (size_t size = 1; size <= bytes.n; size++) {
            set_up(&cfg, sizeof buffer);
            for (size_t at = 0; at < bytes.n; at += size) {
                give(bytes.byte + at, bytes.n - at < size ? bytes.n - at : size);
            }
            finish();
            assert_true(el_lists_equal(&pulled, &pushed));
        }
        for (size_t cut = 0; cut <= bytes.n; cut++) {
            set_up(&cfg, sizeof buffer);
            give(bytes.byte, cut);
            give(bytes.byte + cut, bytes.n - cut);
            finish();
            assert_true(el_lists_equal(&pulled, &pushed));
        }
    }
}

/* Damage, a cut end, and pauses at random elements, too. */
static void random_chunks_and_pauses_give_the_same_elements(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct nexus_stream_cfg cfg = some_cfg(seed);
        uint64_t random = seed * 77 + 1;
        make(&cfg, seed, 120);
        if (seed % 3 != 0) {
            tm_damage(&bytes, &random, (unsigned)tm_random(&random, 30));
        }
        size_t n = seed % 4 == 0 ? bytes.n : bytes.n - (size_t)tm_random(&random, 40);
        pull(&cfg, n);
        for (unsigned round = 0; round < 4; round++) {
            set_up(&cfg, sizeof buffer);
            pause_random = round < 2 ? 0 : random | 1;
            for (size_t at = 0; at < n;) {
                size_t most = round % 2 == 0 ? 12 : 300;
                size_t piece = 1 + (size_t)tm_random(&random, most);
                piece = piece < n - at ? piece : n - at;
                give(bytes.byte + at, piece);
                at += piece;
            }
            finish();
            assert_true(el_lists_equal(&pulled, &pushed));
        }
    }
}

/* Bytes of no trace at all. */
static void noise_gives_the_same_elements(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        struct nexus_stream_cfg cfg = some_cfg(seed);
        uint64_t random = seed;
        make(&cfg, seed, 10);
        bytes.n = 300;
        for (size_t i = 0; i < bytes.n; i++) {
            bytes.byte[i] = (uint8_t)tm_random(&random, 256);
        }
        pull(&cfg, bytes.n);
        set_up(&cfg, sizeof buffer);
        for (size_t at = 0; at < bytes.n; at++) {
            give(bytes.byte + at, 1);
        }
        finish();
        assert_true(el_lists_equal(&pulled, &pushed));
    }
}

static struct nexus_stream_cfg plain(void)
{
    struct nexus_stream_cfg cfg;
    nexus_cfg_init(&cfg);
    return cfg;
}

/* Put a vendor message of n bytes between a sync at block 0 and a ProgTraceCorrelation. */
static void make_long(const struct nexus_stream_cfg *cfg, uint8_t tcode, size_t n)
{
    static const uint8_t sync[] = {9 << 2, 5 << 2 | 1, 0, 2 << 2 | 3}; /* F-ADDR 0x80: 0x100 */
    static const uint8_t off[] = {33 << 2, 1 << 2, 3};                 /* EVCODE 4, I-CNT 0 */
    make(cfg, 1, 0);
    memcpy(bytes.byte, sync, sizeof sync);
    bytes.n = sizeof sync;
    bytes.byte[bytes.n] = (uint8_t)(tcode << 2);
    for (size_t i = 1; i < n; i++) {
        bytes.byte[bytes.n + i] = (uint8_t)(i << 2);
    }
    bytes.n += n;
    bytes.byte[bytes.n - 1] |= 3;
    memcpy(bytes.byte + bytes.n, off, sizeof off);
    bytes.n += sizeof off;
}

static void expect_types(const unsigned *type, size_t n)
{
    assert_int_equal(pushed.n, n);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(pushed.item[i].e.type, type[i]);
    }
}

/* In one piece or byte by byte: the message that is longer than the buffer is an error, and flow
 * goes on. */
/* Holds NT-TX-008 NT-TX-009 */
static void long_vendor_message_is_skipped(void **state)
{
    static const unsigned fits[] = {FLOW_ELEM_TRACE_ON, FLOW_ELEM_CUSTOM, FLOW_ELEM_TRACE_OFF,
                                    FLOW_ELEM_END};
    static const unsigned skipped[] = {FLOW_ELEM_TRACE_ON, FLOW_ELEM_ERROR, FLOW_ELEM_TRACE_OFF,
                                       FLOW_ELEM_END};
    struct nexus_stream_cfg cfg = plain();
    (void)state;
    for (size_t n = 15; n <= 18; n++) {
        for (size_t piece = 1; piece < 40; piece++) {
            make_long(&cfg, 56, n);
            set_up(&cfg, 16);
            for (size_t at = 0; at < bytes.n; at += piece) {
                give(bytes.byte + at, bytes.n - at < piece ? bytes.n - at : piece);
            }
            finish();
            expect_types(n <= 16 ? fits : skipped, 4);
            const struct flow_elem *e = &pushed.item[1].e;
            assert_int_equal(e->offset, 4);
            assert_int_equal(e->msg, 1);
            assert_int_equal(e->code, 56);
            assert_int_equal(e->status, n <= 16 ? 0 : NEXUS_ERR_LONG);
            assert_int_equal(stream.too_long, n > 16);
            assert_int_equal(pushed.item[2].e.offset, 4 + n);
            assert_int_equal(pushed.item[2].e.msg, 2);
            assert_true(pushed.item[2].e.known); /* flow was not lost */
        }
    }
}

/* A message of program trace that long is damaged, and may contain others. */
static void long_flow_message_is_a_gap(void **state)
{
    static const unsigned want[] = {FLOW_ELEM_TRACE_ON, FLOW_ELEM_ERROR, FLOW_ELEM_TRACE_OFF,
                                    FLOW_ELEM_END};
    struct nexus_stream_cfg cfg = plain();
    (void)state;
    for (size_t piece = 1; piece < 40; piece++) {
        make_long(&cfg, NEXUS_DIRECT_BRANCH, 20);
        set_up(&cfg, 16);
        for (size_t at = 0; at < bytes.n; at += piece) {
            give(bytes.byte + at, bytes.n - at < piece ? bytes.n - at : piece);
        }
        finish();
        expect_types(want, 4);
        assert_int_equal(pushed.item[1].e.status, NEXUS_ERR_LONG);
        assert_int_equal(source.flow.errors, 1);
        assert_false(pushed.item[2].e.known);
    }
}

/* A message cut off, in the buffer or too long for it: its bytes are in the END element. */
/* Holds TCI-RAM-033 TCI-ENA-024 */
static void end_tells_what_was_cut_off(void **state)
{
    struct nexus_stream_cfg cfg = plain();
    (void)state;
    for (size_t n = 5; n < 40; n++) {
        make_long(&cfg, 56, 40);
        set_up(&cfg, 16);
        give(bytes.byte, n);
        finish();
        assert_int_equal(pushed.n, 2);
        assert_int_equal(pushed.item[1].e.type, FLOW_ELEM_END);
        assert_int_equal(pushed.item[1].e.offset, 4);
        assert_int_equal(pushed.item[1].e.value, n - 4);
    }
}

static void operations_after_the_end_are_fatal(void **state)
{
    struct nexus_stream_cfg cfg = plain();
    size_t consumed = 7;
    uint8_t byte = 0xff;
    (void)state;
    make(&cfg, 1, 0);
    set_up(&cfg, sizeof buffer);
    assert_int_equal(nexus_stream_flush(&stream), NEXUS_CONT);
    finish();
    assert_int_equal(nexus_stream_data(&stream, &byte, 1, &consumed), NEXUS_FATAL);
    assert_int_equal(consumed, 0);
    assert_int_equal(nexus_stream_eot(&stream), NEXUS_FATAL);
    assert_int_equal(nexus_stream_flush(&stream), NEXUS_CONT);
    assert_int_equal(pushed.n, 1);
    assert_int_equal(nexus_stream_reset(&stream), NEXUS_CONT);
    give(&byte, 1);
}

/* The callback says FATAL at each element in turn: nothing is delivered after it, until a reset.
 */
static void fatal_lasts_until_reset(void **state)
{
    struct nexus_stream_cfg cfg = some_cfg(1);
    size_t consumed;
    (void)state;
    make(&cfg, 3, 30);
    set_up(&cfg, sizeof buffer);
    give(bytes.byte, bytes.n);
    finish();
    size_t all = pushed.n;
    for (size_t n = 1; n < all; n++) {
        set_up(&cfg, sizeof buffer);
        stop_at = n;
        assert_int_equal(nexus_stream_data(&stream, bytes.byte, bytes.n, &consumed), NEXUS_FATAL);
        assert_int_equal(nexus_stream_data(&stream, bytes.byte, bytes.n, &consumed), NEXUS_FATAL);
        assert_int_equal(consumed, 0);
        assert_int_equal(nexus_stream_flush(&stream), NEXUS_FATAL);
        assert_int_equal(nexus_stream_eot(&stream), NEXUS_FATAL);
        assert_int_equal(pushed.n, n);
        stop_at = SIZE_MAX;
        assert_int_equal(nexus_stream_reset(&stream), NEXUS_CONT);
        pushed.n = 0;
        give(bytes.byte, bytes.n);
        finish();
        assert_int_equal(pushed.n, all);
    }
}

/* A reset drops what waits and what was begun. */
static void reset_forgets_everything(void **state)
{
    struct nexus_stream_cfg cfg = some_cfg(1);
    uint64_t random = 5;
    (void)state;
    make(&cfg, 4, 60);
    pull(&cfg, bytes.n);
    for (unsigned round = 0; round < 200; round++) {
        size_t consumed;
        set_up(&cfg, sizeof buffer);
        pause_random = round + 1;
        assert_int_not_equal(
            nexus_stream_data(&stream, bytes.byte, (size_t)tm_random(&random, bytes.n), &consumed),
            NEXUS_FATAL);
        assert_int_equal(nexus_stream_reset(&stream), NEXUS_CONT);
        pause_random = 0;
        pushed.n = 0;
        give(bytes.byte, bytes.n);
        finish();
        assert_true(el_lists_equal(&pulled, &pushed));
    }
}

/* Input that begins within a message: what is left of it goes without an element. */
static void align_skips_to_the_end_of_a_message(void **state)
{
    struct nexus_stream_cfg cfg = plain();
    (void)state;
    make_long(&cfg, 56, 20);
    for (size_t from = 5; from < 24; from++) {
        set_up(&cfg, sizeof buffer);
        nexus_stream_seek(&stream, from, 2, true);
        give(bytes.byte + from, bytes.n - from);
        finish();
        assert_int_equal(pushed.n, 2);
        assert_int_equal(pushed.item[0].e.type, FLOW_ELEM_TRACE_OFF);
        assert_int_equal(pushed.item[0].e.offset, 24);
        assert_int_equal(pushed.item[0].e.msg, 2);
    }
}

/* A field wider than its limit is damage, unless the caller allows it. */
static void oversize_may_be_allowed(void **state)
{
    static const uint8_t wide[] = {9 << 2, 5 << 2 | 1, 0,    2 << 2 | 3, /* sync at 0x100 */
                                   3 << 2, 0xfc,       0xfc, 0xfc,       0xff};
    struct nexus_stream_cfg cfg = plain();
    (void)state;
    make(&cfg, 1, 0);
    set_up(&cfg, sizeof buffer);
    give(wide, sizeof wide);
    assert_int_equal(pushed.item[1].e.status, NEXUS_ERR_OVERSIZE);
    set_up(&cfg, sizeof buffer);
    stream.allow_oversize = true;
    give(wide, sizeof wide);
    assert_int_equal(pushed.item[1].e.type, FLOW_ELEM_RANGE);
}

static void init_checks_its_arguments(void **state)
{
    struct nexus_stream_cfg cfg = plain();
    struct nexus_source two[2];
    (void)state;
    make(&cfg, 1, 0);
    set_up(&cfg, sizeof buffer);
#define REFUSED(s, c, src, n, b, size, f)                                                          \
    assert_int_equal(nexus_stream_init(s, c, src, n, b, size, f, NULL), NEXUS_ERR_ARG)
    REFUSED(NULL, &cfg, &source, 1, buffer, 64, take);
    REFUSED(&stream, NULL, &source, 1, buffer, 64, take);
    REFUSED(&stream, &cfg, NULL, 1, buffer, 64, take);
    REFUSED(&stream, &cfg, &source, 0, buffer, 64, take);
    REFUSED(&stream, &cfg, &source, 1, NULL, 64, take);
    REFUSED(&stream, &cfg, &source, 1, buffer, 3, take);
    REFUSED(&stream, &cfg, &source, 1, buffer, 64, NULL);
    assert_int_equal(nexus_source_init(&two[0], 1, &cfg, &maker.code), NEXUS_OK);
    assert_int_equal(nexus_source_init(&two[1], 2, &cfg, &maker.code), NEXUS_OK);
    REFUSED(&stream, &cfg, two, 2, buffer, 64, take); /* src_bits = 0: one source */
    cfg.src_bits = 4;
    REFUSED(&stream, &cfg, two, 2, buffer, 64, take); /* other src_bits than its sources */
    assert_int_equal(nexus_source_init(&two[0], 16, &cfg, &maker.code), NEXUS_ERR_ARG);
    assert_int_equal(nexus_source_init(&two[0], 3, &cfg, &maker.code), NEXUS_OK);
    assert_int_equal(nexus_source_init(&two[1], 2, &cfg, &maker.code), NEXUS_OK);
    REFUSED(&stream, &cfg, two, 2, buffer, 64, take); /* not in ascending order */
    assert_int_equal(nexus_source_init(&two[1], 3, &cfg, &maker.code), NEXUS_OK);
    REFUSED(&stream, &cfg, two, 2, buffer, 64, take); /* the same twice */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undamaged_streams_decode_as_executed),
        cmocka_unit_test(every_chunk_size_gives_the_same_elements),
        cmocka_unit_test(random_chunks_and_pauses_give_the_same_elements),
        cmocka_unit_test(noise_gives_the_same_elements),
        cmocka_unit_test(long_vendor_message_is_skipped),
        cmocka_unit_test(long_flow_message_is_a_gap),
        cmocka_unit_test(end_tells_what_was_cut_off),
        cmocka_unit_test(operations_after_the_end_are_fatal),
        cmocka_unit_test(fatal_lasts_until_reset),
        cmocka_unit_test(reset_forgets_everything),
        cmocka_unit_test(align_skips_to_the_end_of_a_message),
        cmocka_unit_test(oversize_may_be_allowed),
        cmocka_unit_test(init_checks_its_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
