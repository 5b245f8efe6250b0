/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of a trace, joined in random groupings: always the same, and what a calculation here says.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "files.h"
#include "htr/htr_elem_log.h"
#include "htr/htr_shard.h"
#include "htr/htr_stat.h"
#include "htr/htr_verify_parts.h"

enum {
    PARTS = 24,
    ROUNDS = 60,
    MESSAGES = 600,
    PCS = 5000,
};

static uint64_t seed = 1;

static uint64_t draw(uint64_t n)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed % n;
}

/* Take two neighbors at random until one is left. join: of items i and i + 1. */
static void group(unsigned n, void (*join)(void *ctx, unsigned i, unsigned n), void *ctx)
{
    for (; n > 1; n--) {
        join(ctx, (unsigned)draw(n - 1), n);
    }
}

/* ---- seams and accounts ---- */

static void make_pieces(struct htr_piece piece[PARTS])
{
    struct htr_seam seam = {{1}};
    for (unsigned i = 0; i < PARTS; i++) {
        piece[i].begin = seam;
        for (unsigned k = 1; k < HTR_SEAM_WORDS; k++) {
            seam.word[k] = draw(3);
        }
        piece[i].end = seam;
        piece[i].sum = (struct htr_shard_sum){.instructions = draw(1000),
                                              .skipped = draw(3),
                                              .gaps = draw(2),
                                              .lost = draw(2),
                                              .others = draw(2),
                                              .messages = 10 * (i + 1),
                                              .left = i == PARTS - 1,
                                              .begun = draw(3) != 0,
                                              .mixed = draw(40) == 0,
                                              .ended = i == PARTS - 1};
        piece[i].sum.src = piece[i].sum.begun == 1 ? draw(12) / 11 : 0;
    }
}

static void join_pieces(void *ctx, unsigned i, unsigned n)
{
    struct htr_piece *piece = ctx;
    assert_true(htr_piece_join(&piece[i], &piece[i + 1]));
    memmove(&piece[i + 1], &piece[i + 2], (n - i - 2) * sizeof *piece);
}

static void accounts_are_joined_in_any_grouping(void **state)
{
    (void)state;
    unsigned with_mixed = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct htr_piece piece[PARTS];
        uint64_t instructions = 0, skipped = 0, first = 0, mixed = 0;
        bool begun = false;
        make_pieces(piece);
        for (unsigned i = 0; i < PARTS; i++) {
            const struct htr_shard_sum *s = &piece[i].sum;
            instructions += s->instructions;
            skipped += s->skipped;
            mixed |= s->mixed;
            mixed |= begun && s->begun == 1 && s->src != first;
            first = !begun && s->begun == 1 ? s->src : first;
            begun = begun || s->begun == 1;
        }
        const struct htr_seam last = piece[PARTS - 1].end;
        group(PARTS, join_pieces, piece);
        struct htr_decoded sum;
        htr_piece_decoded(&piece[0], &sum);
        assert_int_equal(sum.instructions, instructions);
        assert_int_equal(sum.skipped, skipped + 1);
        assert_int_equal(sum.mixed, mixed);
        assert_int_equal(piece[0].sum.messages, 10 * PARTS);
        assert_memory_equal(&piece[0].end, &last, sizeof last);
        with_mixed += mixed != 0;
    }
    assert_in_range(with_mixed, 5, ROUNDS - 5);
}

static void what_differs_in_any_word_is_not_joined(void **state)
{
    (void)state;
    for (unsigned k = 0; k < HTR_SEAM_WORDS; k++) {
        struct htr_piece piece[PARTS];
        make_pieces(piece);
        const struct htr_piece before = piece[0];
        piece[1].begin.word[k] ^= 4;
        assert_false(htr_piece_join(&piece[0], &piece[1]));
        assert_memory_equal(&piece[0], &before, sizeof before);
    }
    struct htr_piece piece[PARTS];
    make_pieces(piece);
    piece[0].end.word[HTR_SEAM_READY] = piece[1].begin.word[HTR_SEAM_READY] = 0;
    assert_false(htr_piece_join(&piece[0], &piece[1])); /* equal, but not all that is open */
}

/* ---- hashes of PCs ---- */

static void join_hashes(void *ctx, unsigned i, unsigned n)
{
    struct htr_verify_part *part = ctx;
    htr_verify_part_join(&part[i], &part[i + 1]);
    memmove(&part[i + 1], &part[i + 2], (n - i - 2) * sizeof *part);
}

/* Code of c.nop alone. */
static unsigned read_nop(void *ctx, const struct flow_where *where, uint64_t addr, uint8_t *buf,
                         unsigned n)
{
    (void)ctx;
    (void)where;
    for (unsigned i = 0; i < n; i++) {
        buf[i] = ((addr + i) & 1) == 0;
    }
    return n;
}

static void hashes_are_joined_in_any_grouping(void **state)
{
    (void)state;
    struct flow_code code;
    flow_code_init_read(&code, (struct flow_isa){.xlen = 64}, read_nop, NULL);
    uint64_t first = 0, instructions = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct htr_verify_part part[PARTS] = {{0}};
        seed = 77; /* the same PCs, cut elsewhere */
        uint64_t cut = 1000003 + round;
        unsigned at = 0;
        for (unsigned i = 0; i < PCS / 10; i++) {
            const uint64_t start = 0x80000000 + 2 * draw(1 << 20);
            const uint32_t count = 1 + (uint32_t)draw(20);
            const struct flow_elem e = {
                .type = FLOW_ELEM_RANGE, .start = start, .end = start + 2 * count, .count = count};
            cut = cut * UINT64_C(6364136223846793005) + 1442695040888963407u;
            at += at + 1 < PARTS && (cut >> 33) % 20 == 0;
            assert_int_equal(htr_verify_part_take(&part[at], &code, &e), HTR_OK);
        }
        seed = round + 1;
        group(PARTS, join_hashes, part);
        if (round == 0) {
            first = part[0].hash;
            instructions = part[0].instructions;
        }
        assert_int_equal(part[0].hash, first);
        assert_int_equal(part[0].instructions, instructions);
    }
    assert_int_not_equal(first, 0);
    /* By the definition: a polynomial modulo 2^61 - 1, a PC's coefficient is PC + 1. */
    struct htr_verify_part two = {0};
    const struct flow_elem e = {.type = FLOW_ELEM_RANGE, .start = 0x10, .end = 0x14, .count = 2};
    assert_int_equal(htr_verify_part_take(&two, &code, &e), HTR_OK);
    const uint64_t m = (UINT64_C(1) << 61) - 1;
    __extension__ typedef unsigned __int128 wide;
    const wide power = UINT64_C(0x1a2b3c4d5e6f7081) % m;
    assert_int_equal(two.hash, (uint64_t)((power * 0x11 + 0x13) % m));
}

/* ---- statistics ---- */

static char trace[256];

struct made {
    uint64_t offset[MESSAGES + 1];
    uint64_t saved_bits, repeated, messages;
};

static unsigned slices(uint64_t v)
{
    unsigned n = 1;
    while ((v >>= 6) != 0) {
        n++;
    }
    return n;
}

/* Messages of four sources, and what address compression and RepeatBranch save in them. */
static void make_messages(struct made *all)
{
    struct nexus_stream_cfg cfg;
    uint64_t addr[4] = {0}, length[4] = {0};
    FILE *f = files_open(trace, "wb");
    nexus_cfg_init(&cfg);
    cfg.src_bits = 2;
    memset(all, 0, sizeof *all);
    for (unsigned i = 0; i < MESSAGES; i++) {
        uint8_t bytes[NEXUS_MAX_MSG_BYTES];
        struct nexus_msg m;
        const uint16_t src = (uint16_t)draw(4);
        const uint64_t kind = draw(12), field = draw(UINT64_C(1) << (1 + draw(40)));
        nexus_msg_start(&m,
                        kind == 0  ? NEXUS_INDIRECT_BRANCH_SYNC
                        : kind < 8 ? NEXUS_INDIRECT_BRANCH
                                   : NEXUS_REPEAT_BRANCH,
                        src);
        if (kind < 8) {
            nexus_msg_set(&m, NEXUS_F_BTYPE, 0);
            nexus_msg_set(&m, NEXUS_F_ICNT, draw(100));
            nexus_msg_set(&m, NEXUS_F_ADDR, field);
        } else {
            nexus_msg_set(&m, NEXUS_F_BCNT, 1 + draw(9));
            all->repeated += m.value[NEXUS_F_BCNT] * length[src];
        }
        if (kind == 0) {
            nexus_msg_set(&m, NEXUS_F_SYNC, NEXUS_SYNC_PERIODIC);
        }
        const int n = nexus_msg_encode(&cfg, &m, bytes, sizeof bytes);
        assert_true(n > 0);
        assert_int_equal(fwrite(bytes, 1, (size_t)n, f), n);
        all->offset[i + 1] = all->offset[i] + (uint64_t)n;
        if (kind > 0 && kind < 8) {
            addr[src] ^= field;
            const unsigned full = slices(addr[src]), sent = slices(field);
            all->saved_bits += full > sent ? 6 * (full - sent) : 0;
            length[src] = (uint64_t)n;
        }
        addr[src] = kind == 0 ? field : addr[src];
    }
    assert_int_equal(fclose(f), 0);
}

static void join_parts(void *ctx, unsigned i, unsigned n)
{
    struct htr_stat_part **part = ctx;
    assert_int_equal(htr_stat_part_join(part[i], part[i + 1]), HTR_OK);
    htr_stat_part_close(part[i + 1]);
    memmove(&part[i + 1], &part[i + 2], (n - i - 2) * sizeof(struct htr_stat_part *));
}

/* The part from one message to another, through a file. */
static struct htr_stat_part *count(struct htr_host *host, uint64_t from, uint64_t to)
{
    struct htr_list te = {{"trTeSrcBits=2"}, 1};
    const struct htr_trace_options o = {.path = trace, .te = te, .in_pieces = true};
    const struct nexus_index_entry entry = {.offset = from};
    struct htr_trace t = {0};
    struct htr_stat_part *part, *copy;
    assert_int_equal(htr_trace_open(&t, host, &o), HTR_OK);
    assert_int_equal(htr_trace_begin(&t, false), HTR_OK);
    assert_int_equal(htr_trace_span(&t, &entry, to), HTR_OK);
    assert_int_equal(htr_stat_part_open(&part, host, from == 0), HTR_OK);
    assert_int_equal(htr_stat_part_add(part, &t), HTR_OK);
    htr_trace_close(&t);
    FILE *f = tmpfile();
    assert_non_null(f);
    htr_stat_part_write(part, f);
    rewind(f);
    assert_int_equal(htr_stat_part_open(&copy, host, false), HTR_OK);
    assert_true(htr_stat_part_read(copy, f));
    assert_int_equal(fclose(f), 0);
    htr_stat_part_close(part);
    return copy;
}

static void statistics_are_joined_in_any_grouping(void **state)
{
    static struct made all;
    struct htr_host host = {0};
    (void)state;
    make_messages(&all);
    for (unsigned round = 0; round < ROUNDS / 4; round++) {
        struct htr_stat_part *part[PARTS];
        unsigned at = 0;
        for (unsigned i = 0; i < PARTS; i++) {
            const unsigned room = (MESSAGES - at) / (PARTS - i);
            const unsigned to = i + 1 == PARTS ? MESSAGES : at + (unsigned)draw(2 * room);
            part[i] = count(&host, all.offset[at], all.offset[to]);
            at = to;
        }
        group(PARTS, join_parts, part);
        struct htr_stat s;
        htr_stat_part_sum(part[0], &s);
        assert_int_equal(s.messages, MESSAGES);
        assert_int_equal(s.damaged, 0);
        assert_int_equal(s.bytes, all.offset[MESSAGES]);
        assert_int_equal(s.address.bytes, all.saved_bits / 6);
        assert_int_equal(s.branch.bytes, all.repeated);
        htr_stat_part_close(part[0]);
    }
}

/* ---- elements in a file ---- */

/* Field by field: the bytes between them are not compared. */
static void same_elem(const struct flow_elem *a, const struct flow_elem *b)
{
    assert_int_equal(a->type, b->type);
    assert_int_equal(a->code, b->code);
    assert_int_equal(a->known, b->known);
    assert_int_equal(a->last_cls, b->last_cls);
    assert_int_equal(a->last_size, b->last_size);
    assert_int_equal(a->last_taken, b->last_taken);
    assert_int_equal(a->status, b->status);
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->raw_length, b->raw_length);
    assert_int_equal(a->start, b->start);
    assert_int_equal(a->end, b->end);
    assert_int_equal(a->value, b->value);
    assert_int_equal(a->position, b->position);
    assert_int_equal(a->msg, b->msg);
    assert_int_equal(a->offset, b->offset);
    assert_int_equal(a->context.known, b->context.known);
    assert_int_equal(a->context.v, b->context.v);
    assert_int_equal(a->context.prv, b->context.prv);
    assert_int_equal(a->context.scontext, b->context.scontext);
    assert_int_equal(a->context.hcontext, b->context.hcontext);
    assert_int_equal(a->hint == NULL, b->hint == NULL);
    if (a->hint != NULL) {
        assert_string_equal(a->hint, b->hint);
    }
    assert_ptr_equal(a->raw, b->raw);
    assert_int_equal(a->src, b->src);
}

static void elements_come_back_as_they_were(void **state)
{
    struct flow_elem was[200];
    struct htr_elem_writer w;
    struct htr_elem_reader r;
    struct flow_elem e;
    FILE *f = tmpfile();
    (void)state;
    assert_non_null(f);
    htr_elem_writer_init(&w, f);
    for (unsigned i = 0; i < 200; i++) {
        const bool range = draw(2) == 0;
        was[i] = (struct flow_elem){.type = range ? FLOW_ELEM_RANGE
                                                  : (uint8_t)(FLOW_ELEM_TRACE_ON + draw(12)),
                                    .start = draw(UINT64_MAX),
                                    .end = draw(UINT64_MAX),
                                    .count = (uint32_t)draw(UINT32_MAX),
                                    .last_cls = (uint8_t)draw(FLOW_INSN_CLASSES),
                                    .last_size = (uint8_t)draw(256),
                                    .last_taken = draw(2) == 0,
                                    .msg = draw(UINT64_MAX),
                                    .offset = draw(UINT64_MAX),
                                    .src = (uint16_t)draw(65536)};
        was[i].context = (struct flow_context){draw(2) == 0, draw(2) == 0, (uint8_t)draw(4),
                                               draw(UINT64_MAX), draw(UINT64_MAX)};
        if (!range) {
            was[i].code = (uint8_t)draw(256);
            was[i].known = draw(2) == 0;
            was[i].status = (int16_t) - (int)draw(40);
            was[i].value = draw(UINT64_MAX);
            was[i].hint = draw(2) == 0 ? "a phrase" : NULL;
        }
        htr_elem_write(&w, &was[i]);
    }
    rewind(f);
    htr_elem_reader_init(&r, f);
    for (unsigned i = 0; i < 200; i++) {
        assert_true(htr_elem_read(&r, &e));
        same_elem(&e, &was[i]);
    }
    assert_false(htr_elem_read(&r, &e));
    assert_false(r.damaged);
    htr_elem_reader_close(&r);
    assert_int_equal(fclose(f), 0);
}

static int set_up(void **state)
{
    const char *dir = getenv("TMPDIR");
    (void)state;
    seed = 88172645463325252u;
    snprintf(trace, sizeof trace, "%s/hartrace-shard-%ld.nex", dir != NULL ? dir : "/tmp",
             (long)getpid());
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    (void)remove(trace);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(accounts_are_joined_in_any_grouping, set_up),
        cmocka_unit_test_setup(what_differs_in_any_word_is_not_joined, set_up),
        cmocka_unit_test_setup(hashes_are_joined_in_any_grouping, set_up),
        cmocka_unit_test_setup_teardown(statistics_are_joined_in_any_grouping, set_up, tear_down),
        cmocka_unit_test_setup(elements_come_back_as_they_were, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
