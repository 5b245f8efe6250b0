/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Damaged streams of E-Trace, of one source and of several. Packets have no mark of their ends, so
 * that damage lasts to the next synchronization sequence (Packet Encapsulation 1.0,
 * "Synchronization"): from the first synchronization packet after a sequence that is whole, up to
 * the next sequence, every source is decoded exactly as executed when no byte there is damaged. A
 * stream that ends early is decoded to a beginning of what was executed. What was executed is from
 * the random hart itself.
 *
 * HARTRACE_SOAK=n in the environment runs n times as many streams.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "etrace_maker.h"
#include "random_hart.h"

enum {
    MAX_BYTES = EM_BYTES * 2,
    RECORDS = 500,
    INTERVAL = 40,
};

enum kind {
    CHANGE,
    REMOVE,
    INSERT,
    BURST,
    IDLE, /* a stretch of null packets */
    MIXED,
    KINDS,
};

/* Instructions as decoded, with the packet that reported them; and where errors were. */
struct decoded {
    unsigned n, errors;
    uint64_t pc[EM_PCS], offset[EM_PCS];
    uint64_t error[EM_PCS];
};

static struct etrace_maker made;
static struct decoded whole[EM_SOURCES], got;
static struct etrace_decoder decoder;
static uint8_t bytes[MAX_BYTES];
static size_t nbytes;
static size_t at[EM_BYTES + 1]; /* new offset of each old byte */
static bool hit[EM_BYTES + 1];  /* it was changed or removed, or something was put before it */
static struct rh_rng dice;
static unsigned compared, resumed; /* intervals; of these after a damaged one */

static unsigned soak(void)
{
    const char *text = getenv("HARTRACE_SOAK");
    int n = text != NULL ? atoi(text) : 1;
    return n > 0 ? (unsigned)n : 1u;
}

static void add_range(struct decoded *to, struct flow_code *code, const struct flow_elem *e)
{
    struct flow_range_iter it;
    const struct flow_insn *insn;
    flow_range_begin(&it, e);
    while (flow_range_next(&it, code, &insn) == FLOW_OK) {
        assert_true(to->n < EM_PCS);
        to->pc[to->n] = it.where.pc;
        to->offset[to->n++] = e->offset;
    }
}

/* What a source did, by the first `size` of some bytes. */
static void decode(struct decoded *to, unsigned source, const uint8_t *data, size_t size)
{
    struct flow_code_image image = {&made.source[source].region, 1};
    struct flow_code code;
    struct flow_elem e;
    unsigned ends = 0;
    flow_code_init_image(&code, etrace_cfg_isa(&made.cfg), &image);
    assert_int_equal(etrace_decoder_init(&decoder, &made.cfg, &code, data, size), ETRACE_OK);
    decoder.all_sources = made.sources == 1;
    decoder.src = made.source[source].src;
    to->n = to->errors = 0;
    while (etrace_decoder_next(&decoder, &e) == ETRACE_OK) {
        ends += e.type == FLOW_ELEM_END;
        if (e.type == FLOW_ELEM_RANGE) {
            add_range(to, &code, &e);
        } else if (e.type == FLOW_ELEM_ERROR || e.type == FLOW_ELEM_ADDR_NACC ||
                   e.type == FLOW_ELEM_NO_SYNC || e.type == FLOW_ELEM_LOST) {
            assert_true(to->errors < EM_PCS);
            to->error[to->errors++] = e.offset;
        }
    }
    assert_int_equal(ends, 1);
}

/* A stream; undamaged it is decoded as executed. */
static void make(uint64_t seed)
{
    em_make(&made, seed, 1 + (unsigned)seed % EM_SOURCES, RECORDS, INTERVAL);
    for (unsigned i = 0; i < made.sources; i++) {
        decode(&whole[i], i, made.byte, made.n);
        assert_int_equal(whole[i].errors, 0);
        assert_int_equal(whole[i].n, made.source[i].n);
        assert_memory_equal(whole[i].pc, made.source[i].pc, whole[i].n * sizeof whole[i].pc[0]);
    }
}

static void push(uint8_t b)
{
    assert_true(nbytes < MAX_BYTES);
    bytes[nbytes++] = b;
}

/* Damage one byte in a thousand (of bursts, one in a thousand begins one). */
static void make_damage(enum kind kind)
{
    unsigned burst = 0;
    nbytes = 0;
    memset(hit, 0, sizeof hit);
    for (size_t i = 0; i < made.n; i++) {
        const enum kind k = kind == MIXED ? (enum kind)rh_below(&dice, BURST) : kind;
        const bool now = rh_chance(&dice, 1000);
        uint8_t b = made.byte[i];
        burst += now && (kind == BURST || kind == IDLE) ? 1 + rh_below(&dice, 60) : 0;
        if (burst > 0) {
            burst--;
            b = kind == IDLE ? ETRACE_NULL_IDLE : (uint8_t)rh_next(&dice);
        } else if (now && k == CHANGE) {
            b = (uint8_t)(b + 1 + rh_below(&dice, 255));
        } else if (now && k == INSERT) {
            hit[i] = true;
            push((uint8_t)rh_next(&dice));
        }
        at[i] = nbytes;
        hit[i] = hit[i] || b != made.byte[i] || (now && k == REMOVE);
        if (!(now && k == REMOVE)) {
            push(b);
        }
    }
    at[made.n] = nbytes;
}

/* The first synchronization packet and the last packet of a source between two offsets. Returns
 * whether there are packets in between. */
static bool find_packets(unsigned source, uint64_t from, uint64_t to, uint64_t *first,
                         uint64_t *last)
{
    struct etrace_reader r;
    struct etrace_frame f;
    struct etrace_packet p;
    *first = UINT64_MAX;
    *last = 0;
    assert_int_equal(etrace_reader_init(&r, &made.cfg, made.byte, (size_t)to), ETRACE_OK);
    r.pos = (size_t)from;
    while (etrace_reader_next(&r, &f) == ETRACE_OK) {
        if (f.src == made.source[source].src &&
            etrace_packet_decode(&made.cfg, made.cfg.options, f.payload, f.size, &p) == ETRACE_OK) {
            *first = *first == UINT64_MAX && etrace_packet_is_sync(&p) ? f.offset : *first;
            *last = f.offset;
        }
    }
    return *first < *last;
}

/* Undamaged bytes from `from` to `to`, decoded between two packets, are as executed. */
static void same(unsigned source, uint64_t from, uint64_t first, uint64_t last)
{
    const struct decoded *w = &whole[source];
    unsigned i = 0, k = 0;
    const uint64_t moved = at[from] - from; /* modulo 2^64 */
    for (unsigned e = 0; e < got.errors; e++) {
        assert_false(got.error[e] - moved > first && got.error[e] - moved < last &&
                     got.error[e] >= at[from]);
    }
    while (i < w->n && w->offset[i] <= first) {
        i++;
    }
    while (k < got.n && (got.offset[k] < at[from] || got.offset[k] - moved <= first)) {
        k++;
    }
    for (; i < w->n && w->offset[i] < last; i++, k++) {
        assert_true(k < got.n);
        assert_int_equal(got.pc[k], w->pc[i]);
        assert_int_equal(got.offset[k] - moved, w->offset[i]);
    }
    assert_true(k == got.n || got.offset[k] - moved >= last);
}

/* All intervals of a damaged stream. */
static void check_source(unsigned source)
{
    const unsigned run = etrace_sync_run(&made.cfg) + 1;
    bool before = true;
    decode(&got, source, bytes, nbytes);
    for (unsigned k = 0; k < made.syncs; k++) {
        const uint64_t from = made.sync[k];
        const uint64_t to = k + 1 < made.syncs ? made.sync[k + 1] - run : made.n;
        uint64_t first, last;
        bool good = true;
        for (uint64_t i = from - run; i < to; i++) {
            good = good && !hit[i];
        }
        if (good && find_packets(source, from, to, &first, &last)) {
            same(source, from, first, last);
            compared++;
            resumed += !before;
        }
        before = good;
    }
}

static void run_kind(enum kind kind)
{
    rh_seed(&dice, 31 + (uint64_t)kind);
    compared = resumed = 0;
    for (uint64_t seed = 1; seed <= 12 * soak(); seed++) {
        make(seed);
        for (unsigned again = 0; again < 6; again++) {
            make_damage(kind);
            for (unsigned i = 0; i < made.sources; i++) {
                check_source(i);
            }
        }
    }
    print_message("kind %u: %u intervals compared, %u of them after damage\n", (unsigned)kind,
                  compared, resumed);
    assert_true(compared > 500 && resumed > 50);
}

static void changed_bytes_cost_only_to_the_next_sequence(void **state)
{
    (void)state;
    run_kind(CHANGE);
}

static void removed_bytes_cost_only_to_the_next_sequence(void **state)
{
    (void)state;
    run_kind(REMOVE);
}

static void inserted_bytes_cost_only_to_the_next_sequence(void **state)
{
    (void)state;
    run_kind(INSERT);
}

static void bursts_cost_only_to_the_next_sequence(void **state)
{
    (void)state;
    run_kind(BURST);
    run_kind(IDLE);
}

static void mixed_damage_costs_only_to_the_next_sequence(void **state)
{
    (void)state;
    run_kind(MIXED);
}

/* A reader that begins at any byte finds the next sequence, and everything after it. */
static void from_every_byte_the_next_sequence_is_found(void **state)
{
    (void)state;
    make(3);
    for (size_t from = 0; from < made.n; from++) {
        struct etrace_reader r;
        unsigned k = 0;
        const unsigned run = etrace_sync_run(&made.cfg) + 1;
        while (k < made.syncs && made.sync[k] - run < from) {
            k++;
        }
        assert_int_equal(etrace_reader_init(&r, &made.cfg, made.byte + from, made.n - from),
                         ETRACE_OK);
        if (k < made.syncs) {
            assert_int_equal(etrace_reader_sync(&r), ETRACE_OK);
            assert_int_equal(from + r.pos, made.sync[k]);
        }
    }
}

/* What a truncated stream decodes to is the beginning of what was executed, without an error. */
static void a_stream_that_ends_early_is_a_beginning(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        unsigned before = 0;
        make(seed);
        for (size_t size = 0; size < made.n; size += seed == 1 ? 1 : 1 + rh_below(&dice, 40)) {
            decode(&got, 0, made.byte, size);
            assert_int_equal(got.errors, 0);
            assert_true(got.n >= before && got.n <= made.source[0].n);
            assert_memory_equal(got.pc, made.source[0].pc, got.n * sizeof got.pc[0]);
            before = got.n;
        }
        assert_true(before > made.source[0].n / 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changed_bytes_cost_only_to_the_next_sequence),
        cmocka_unit_test(removed_bytes_cost_only_to_the_next_sequence),
        cmocka_unit_test(inserted_bytes_cost_only_to_the_next_sequence),
        cmocka_unit_test(bursts_cost_only_to_the_next_sequence),
        cmocka_unit_test(mixed_damage_costs_only_to_the_next_sequence),
        cmocka_unit_test(from_every_byte_the_next_sequence_is_found),
        cmocka_unit_test(a_stream_that_ends_early_is_a_beginning),
    };
    return cmocka_run_group_tests_name("etrace-corruption", tests, NULL, NULL);
}
