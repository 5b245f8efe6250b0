/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Damaged streams. Whatever is damaged, the decoder is back in step at the next synchronizing
 * message that is undamaged and whose byte before is undamaged, and it decodes every interval from
 * there to the next synchronizing message exactly as executed when no byte in it is damaged.
 *
 * HARTRACE_SOAK=n in the environment runs n times as many streams.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "flow/flow_block.h"
#include "nexus/nexus_flow.h"
#include "random_stream.h"

enum {
    MAX_BYTES = RS_MAX_BYTES * 2,
    STEPS = 6000,
    BLOCKS = 256,
};

/* What was done to a stream. */
struct damage {
    uint8_t byte[MAX_BYTES];
    size_t size;
    size_t at[RS_MAX_BYTES + 1]; /* new offset of each old byte (of the next one when it is gone) */
    bool hit[RS_MAX_BYTES];      /* the old byte was changed or removed */
    bool inserted[RS_MAX_BYTES]; /* bytes were inserted before it */
    size_t hits;
};

enum kind {
    CHANGE,
    REMOVE,
    INSERT,
    BURST,
    IDLE, /* a stretch of 0xFF */
    MIXED,
    KINDS,
};

static struct random_stream stream;
static struct damage damage;
static struct nexus_decoder decoder;
static struct flow_block block[BLOCKS];
static size_t intervals, resumed; /* compared; of these after a damaged one */

static unsigned soak(void)
{
    const char *text = getenv("HARTRACE_SOAK");
    int n = text != NULL ? atoi(text) : 1;
    return n > 0 ? (unsigned)n : 1u;
}

static void push(struct damage *d, uint8_t b)
{
    assert_true(d->size < MAX_BYTES);
    d->byte[d->size++] = b;
}

/* Damage one byte in a thousand (of bursts, one in a thousand begins one). */
static void make_damage(struct damage *d, const struct random_stream *s, enum kind kind,
                        struct rh_rng *rng)
{
    size_t burst = 0;
    bool idle = kind == IDLE;

    memset(d, 0, sizeof *d);
    for (size_t i = 0; i < s->size; i++) {
        enum kind k = kind == MIXED ? (enum kind)rh_below(rng, BURST) : kind;
        uint8_t b = s->byte[i];
        bool now = rh_chance(rng, 1000);
        if (now && (kind == BURST || kind == IDLE)) {
            burst = 1 + rh_below(rng, 40);
        }
        if (burst > 0) {
            burst--;
            b = idle ? 0xFF : (uint8_t)rh_next(rng);
        } else if (now && k == CHANGE) {
            b = (uint8_t)(b + 1 + rh_below(rng, 255));
        } else if (now && k == INSERT) {
            d->inserted[i] = true;
            d->hits++;
            push(d, (uint8_t)rh_next(rng));
        }
        d->at[i] = d->size;
        d->hit[i] = b != s->byte[i] || (now && k == REMOVE);
        d->hits += d->hit[i];
        if (!(now && k == REMOVE)) {
            push(d, b);
        }
    }
    d->at[s->size] = d->size;
}

/* Bytes from..to of the stream, the rest missing. */
static void cut_out(struct damage *d, const struct random_stream *s, size_t from, size_t to)
{
    memset(d, 0, sizeof *d);
    for (size_t i = 0; i < s->size; i++) {
        d->at[i] = d->size;
        d->hit[i] = i < from || i >= to;
        if (!d->hit[i]) {
            push(d, s->byte[i]);
        }
    }
    d->at[s->size] = d->size;
    d->hits = s->size - (to - from);
}

/* Interval k runs from synchronizing message k to the next one, or to the end. */
struct interval {
    size_t open, close;    /* new offsets of these two messages (close of the last: the end) */
    size_t first, last;    /* instructions */
    bool good, after_good; /* undamaged; and the one before it too */
};

static void find_interval(size_t k, struct interval *v)
{
    const struct rs_mark *open = &stream.msg[stream.sync[k]];
    bool is_last = k + 1 == stream.nsyncs;
    const struct rs_mark *close = is_last ? NULL : &stream.msg[stream.sync[k + 1]];
    size_t end = is_last ? stream.size : close->end;

    v->after_good = v->good;
    v->open = damage.at[open->offset];
    v->close = is_last ? damage.size : damage.at[close->offset];
    v->first = open->done;
    v->last = is_last ? stream.npcs : close->done;
    /* Nothing comes before the first byte that is left. */
    v->good = open->offset == 0 || v->open == 0 || !damage.hit[open->offset - 1];
    for (size_t i = open->offset; i < end; i++) {
        v->good = v->good && !damage.hit[i] && !damage.inserted[i];
    }
}

static const char *what; /* for messages */
static uint64_t which;

static void complain(const struct flow_elem *e, const char *text)
{
    fail_msg("%s, seed %llu: %s: message %llu at byte %llu (of %zu), status %d, %s, pc 0x%llx",
             what, (unsigned long long)which, text, (unsigned long long)e->msg,
             (unsigned long long)e->offset, damage.size, e->status, e->hint != NULL ? e->hint : "-",
             (unsigned long long)e->start);
}

/* Compare a range with what was executed from `at` on. Returns after what was compared. */
static size_t compare(struct flow_code *code, const struct flow_elem *e, const struct interval *v,
                      size_t at)
{
    struct flow_range_iter it;
    const struct flow_insn *insn;

    flow_range_begin(&it, e);
    while (flow_range_next(&it, code, &insn) == FLOW_OK) {
        if (at >= v->last || stream.pc[at] != it.where.pc) {
            complain(e, "an undamaged interval was not decoded as executed");
        }
        at++;
    }
    return at;
}

static void take_element(struct flow_code *code, const struct flow_elem *e,
                         const struct interval *v, size_t *at)
{
    if (!v->good || e->offset <= v->open) {
        return;
    }
    if (e->type == FLOW_ELEM_RANGE) {
        *at = compare(code, e, v, *at);
    } else if (e->type == FLOW_ELEM_ERROR || e->type == FLOW_ELEM_ADDR_NACC ||
               e->type == FLOW_ELEM_NO_SYNC || e->type == FLOW_ELEM_LOST) {
        complain(e, "an undamaged interval has an error");
    }
}

static void close_interval(const struct interval *v, size_t at)
{
    if (v->good && at != v->last) {
        fail_msg("%s, seed %llu: undamaged interval at byte %zu: %zu of %zu instructions", what,
                 (unsigned long long)which, v->open, at - v->first, v->last - v->first);
    }
    intervals += v->good;
    resumed += v->good && !v->after_good;
}

/* The code of the stream; every second time with a table of blocks, so that both walks are met. */
static void use_code(struct flow_code *code, struct flow_code_image *image, bool blocks)
{
    flow_code_init_image(code, nexus_cfg_isa(&stream.cfg), image);
    if (blocks) {
        assert_int_equal(flow_code_use_blocks(code, block, BLOCKS), FLOW_OK);
    }
}

/* Decode the damaged stream to its end and check all undamaged intervals. */
static void check(void)
{
    struct flow_region region = {stream.base, RH_CODE_BYTES, stream.code};
    struct flow_code_image image = {&region, 1};
    struct flow_code code;
    struct flow_elem e;
    struct interval v = {.good = true};
    size_t k = 0, at;
    unsigned ends = 0;
    static bool blocks;

    blocks = !blocks;
    use_code(&code, &image, blocks);
    assert_int_equal(nexus_decoder_init(&decoder, &stream.cfg, &code, damage.byte, damage.size),
                     NEXUS_OK);
    find_interval(0, &v);
    at = v.first;
    while (nexus_decoder_next(&decoder, &e) == NEXUS_OK) {
        while (k + 1 < stream.nsyncs && e.offset > v.close) {
            close_interval(&v, at);
            find_interval(++k, &v);
            at = v.first;
        }
        ends += e.type == FLOW_ELEM_END;
        if (e.type != FLOW_ELEM_END) {
            take_element(&code, &e, &v, &at);
        }
    }
    assert_int_equal(ends, 1);
    for (close_interval(&v, at); ++k < stream.nsyncs; close_interval(&v, v.first)) {
        find_interval(k, &v);
    }
}

static void run_kind(enum kind kind, const char *name, size_t want)
{
    struct rh_rng rng;
    size_t hits = 0;

    what = name;
    intervals = resumed = 0;
    rh_seed(&rng, 77 + (uint64_t)kind);
    for (which = 1; which <= 40 * soak(); which++) {
        random_stream_make(&stream, which, STEPS);
        for (unsigned again = 0; again < 6; again++) {
            make_damage(&damage, &stream, kind, &rng);
            check();
            hits += damage.hits;
        }
    }
    print_message("%s: %zu bytes hit, %zu intervals compared, %zu of them after damage\n", name,
                  hits, intervals, resumed);
    assert_true(hits > want && intervals > 10 * want && resumed > want / 4);
}

static void an_undamaged_stream_is_decoded_as_executed(void **state)
{
    (void)state;
    what = "undamaged";
    intervals = resumed = 0;
    for (which = 1; which <= 40; which++) {
        random_stream_make(&stream, which, STEPS);
        cut_out(&damage, &stream, 0, stream.size);
        check();
        assert_true(stream.nsyncs > 0);
    }
    assert_true(intervals > 1000);
}

static void changed_bytes_cost_only_the_intervals_they_are_in(void **state)
{
    (void)state;
    run_kind(CHANGE, "changed", 500);
}

static void removed_bytes_cost_only_the_intervals_they_are_in(void **state)
{
    (void)state;
    run_kind(REMOVE, "removed", 500);
}

static void inserted_bytes_cost_only_the_intervals_they_are_in(void **state)
{
    (void)state;
    run_kind(INSERT, "inserted", 500);
}

static void bursts_cost_only_the_intervals_they_are_in(void **state)
{
    (void)state;
    run_kind(BURST, "bursts", 500);
    run_kind(IDLE, "idle", 500);
}

static void mixed_damage_costs_only_the_intervals_it_is_in(void **state)
{
    (void)state;
    run_kind(MIXED, "mixed", 500);
}

/* Every message that begins after the first end of a message is found. */
static void check_messages(size_t from)
{
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    size_t k = 0;

    while (k < stream.nmsgs && stream.msg[k].offset < from) {
        k++;
    }
    assert_int_equal(
        nexus_msg_decoder_init(&d, &stream.cfg, stream.byte + from, stream.size - from), NEXUS_OK);
    for (int rc; (rc = nexus_msg_next(&d, &m)) != NEXUS_ERR_END;) {
        if (k < stream.nmsgs && from + m.offset >= stream.msg[k].offset) {
            assert_int_equal(rc, NEXUS_OK);
            assert_int_equal(from + m.offset, stream.msg[k].offset);
            assert_int_equal(m.tcode, stream.msg[k].tcode);
            k++;
        }
    }
    assert_int_equal(k, stream.nmsgs);
}

static void from_every_byte_the_next_message_and_the_next_sync_are_found(void **state)
{
    (void)state;
    what = "start";
    intervals = resumed = 0;
    for (which = 1; which <= 8; which++) {
        random_stream_make(&stream, which, 300);
        for (size_t from = 0; from < stream.size; from++) {
            check_messages(from);
            cut_out(&damage, &stream, from, stream.size);
            check();
        }
    }
    assert_true(intervals > 1000 && resumed > 500);
}

/* What a truncated stream decodes to is the beginning of what was executed, without an error. */
static void check_prefix(size_t size)
{
    struct flow_region region = {stream.base, RH_CODE_BYTES, stream.code};
    struct flow_code_image image = {&region, 1};
    struct flow_code code;
    struct flow_elem e;
    struct interval all = {.last = stream.npcs, .good = true};
    size_t at = 0, whole = 0, reached = 0;

    for (size_t k = 0; k < stream.nmsgs && stream.msg[k].end <= size; k++) {
        whole = stream.msg[k].end;
        reached = nexus_tcode_is_sync(stream.msg[k].tcode) ? stream.msg[k].done : reached;
    }
    use_code(&code, &image, size % 2 == 0);
    assert_int_equal(nexus_decoder_init(&decoder, &stream.cfg, &code, stream.byte, size), NEXUS_OK);
    while (nexus_decoder_next(&decoder, &e) == NEXUS_OK) {
        if (e.type == FLOW_ELEM_END) {
            assert_int_equal(e.value, size - whole);
        } else if (e.type == FLOW_ELEM_RANGE) {
            at = compare(&code, &e, &all, at);
        } else if (e.type == FLOW_ELEM_ERROR || e.type == FLOW_ELEM_ADDR_NACC) {
            complain(&e, "a truncated stream has an error");
        }
    }
    assert_true(at >= reached);
}

/* Holds TCI-RAM-033 */
static void truncated_at_every_byte_a_stream_decodes_to_a_beginning(void **state)
{
    (void)state;
    what = "truncated";
    for (which = 1; which <= 8; which++) {
        random_stream_make(&stream, which, 300);
        for (size_t size = 0; size <= stream.size; size++) {
            check_prefix(size);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_undamaged_stream_is_decoded_as_executed),
        cmocka_unit_test(changed_bytes_cost_only_the_intervals_they_are_in),
        cmocka_unit_test(removed_bytes_cost_only_the_intervals_they_are_in),
        cmocka_unit_test(inserted_bytes_cost_only_the_intervals_they_are_in),
        cmocka_unit_test(bursts_cost_only_the_intervals_they_are_in),
        cmocka_unit_test(mixed_damage_costs_only_the_intervals_it_is_in),
        cmocka_unit_test(from_every_byte_the_next_message_and_the_next_sync_are_found),
        cmocka_unit_test(truncated_at_every_byte_a_stream_decodes_to_a_beginning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
