/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Four ways to walk must tell the same story: instruction by instruction (no table of blocks),
 * block by block, in batches, and in batches along paths. Random code and random messages, some of
 * which are wrong for the code: errors, their place and their hint must agree as well. The walk by
 * instructions is tested by its own files.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "flow_fixture.h"

enum {
    BYTES = 1200,
    BLOCKS = 16,
    PATHS = 64,
    BATCH = 40,
    TRIES = 12,
    RUNS = 15,
    PATH_RUNS = 40,
    MAX_PCS = 1 << 16, /* a range has no more */
};

static struct flow_fixture fx;
static uint8_t bytes[BYTES + NEXUS_MAX_MSG_BYTES];
static size_t nbytes;
static uint64_t random_state;
static uint64_t instructions;
static uint64_t gaps;

static uint64_t rnd(uint64_t n)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (random_state >> 8) % n;
}

/* One random instruction at `at`, of those the walk treats differently. */
static uint64_t random_insn(uint64_t at)
{
    uint64_t near = (at + rnd(200) - 100) % (FX_MEMORY - 8) & ~UINT64_C(1);
    switch (rnd(24)) {
    case 0:
    case 1:
    case 2:
        return fx_branch(&fx, at, near);
    case 3:
        return fx_jal(&fx, at, 0, near);
    case 4:
        return fx_jal(&fx, at, 1, near);
    case 5:
        return fx_op(&fx, at, OP_C_RET);
    case 6:
        return fx_op(&fx, at, rnd(2) == 0 ? OP_C_JR_A0 : OP_C_JALR_A0);
    case 7: /* lui a0, then often a jump to a0 */
        at = fx_op(&fx, at, (uint32_t)rnd(2) << 12 | 10u << 7 | 0x37);
        return rnd(2) == 0 ? fx_op(&fx, at, OP_JR_A0) : at;
    case 8:
        return rnd(4) == 0 ? fx_op(&fx, at, OP_C_EBREAK) : fx_op(&fx, at, OP_ADD);
    case 9:
        return rnd(4) == 0 ? fx_op(&fx, at, OP_CUSTOM_0) : fx_op(&fx, at, OP_ADD);
    case 10:
        return rnd(4) == 0 ? fx_op(&fx, at, 0x1f) : fx_op(&fx, at, OP_C_ADD); /* 48 bits long */
    case 11:
        return rnd(4) == 0 ? fx_op(&fx, at, OP_MRET) : fx_op(&fx, at, OP_C_ADD);
    default:
        return fx_op(&fx, at, rnd(2) == 0 ? OP_C_ADD : OP_ADD);
    }
}

static void random_code(void)
{
    for (uint64_t at = 0; at < FX_MEMORY - 16;) {
        at = random_insn(at);
    }
}

static uint64_t random_address(void)
{
    return rnd(50) == 0 ? rnd(UINT64_C(1) << 40) << 1 : rnd(FX_MEMORY / 2) << 1;
}

static uint64_t random_icnt(void)
{
    return rnd(100) == 0 ? rnd(100000) : rnd(30);
}

static struct nexus_msg random_message(bool htm)
{
    uint64_t hist = rnd(UINT64_C(1) << (1 + rnd(20))) | 1;
    if (rnd(3) == 0) {
        hist |= UINT64_C(1) << 31; /* as long as it may be */
    }
    switch (rnd(20)) {
    case 0:
        return fx_sync((unsigned)rnd(10), random_icnt(), random_address());
    case 1:
        return fx_indirect_sync((unsigned)rnd(10), (unsigned)rnd(4), random_icnt(),
                                random_address());
    case 2:
        return fx_indirect_hist_sync((unsigned)rnd(10), (unsigned)rnd(4), random_icnt(),
                                     random_address(), hist);
    case 3:
        return rnd(4) == 0 ? fx_correlation(4, random_icnt()) : fx_ownership(rnd(64));
    case 4:
        return fx_full(NEXUS_RCODE_ICNT, random_icnt());
    case 5:
        return fx_repeat(rnd(5));
    case 6:
        return fx_direct_sync((unsigned)rnd(10), random_icnt(), random_address());
    case 7:
    case 8:
        return fx_indirect((unsigned)rnd(2), random_icnt(), random_address() >> 1);
    case 9:
    case 10:
        return htm ? fx_full_repeat(hist, rnd(4)) : fx_direct(random_icnt());
    case 11:
    case 12:
        return htm ? fx_full(NEXUS_RCODE_HIST, hist) : fx_direct(random_icnt());
    case 13:
        return fx_indirect_hist(0, random_icnt(), random_address() >> 1, hist);
    default:
        return htm && rnd(2) == 0 ? fx_full(NEXUS_RCODE_HIST, hist) : fx_direct(random_icnt());
    }
}

/* The walk by instructions takes the message without an error. */
static bool suits(const struct nexus_flow *before, struct nexus_flow *after,
                  const struct nexus_msg *m)
{
    struct flow_elem e;
    *after = *before;
    assert_int_equal(nexus_flow_push(after, m), NEXUS_OK);
    while (nexus_flow_next(after, &e) == NEXUS_OK) {
    }
    return after->errors == before->errors;
}

/* A message that suits the code, if one is found soon. */
static struct nexus_msg likely_message(bool htm, struct nexus_flow *flow)
{
    static struct nexus_flow after;
    struct nexus_msg m;
    unsigned tries = rnd(30) == 0 ? 1 : TRIES;
    do {
        m = random_message(htm);
        tries--;
    } while (!suits(flow, &after, &m) && tries != 0);
    *flow = after;
    return m;
}

static void random_stream(void)
{
    static struct nexus_flow flow;
    bool htm = rnd(2) != 0;
    struct flow_code code;
    nbytes = 0;
    flow_code_init_image(&code, nexus_cfg_isa(&fx.cfg), &fx.image);
    assert_int_equal(nexus_flow_init(&flow, &fx.cfg, &code), NEXUS_OK);
    flow.reach = 2000; /* soon tired of loops that no message ends */
    while (nbytes < BYTES) {
        struct nexus_msg m = likely_message(htm, &flow);
        int n = nexus_msg_encode(&fx.cfg, &m, bytes + nbytes, sizeof bytes - nbytes);
        if (n < 0) {
            continue; /* an address that RV32 does not have */
        }
        nbytes += (size_t)n;
        if (rnd(30) == 0) {
            bytes[nbytes - 1 - rnd((uint64_t)n)] ^= (uint8_t)(1u << rnd(8));
        }
    }
}

static void random_options(void)
{
    fx.cfg.timestamps = rnd(4) == 0;
    fx.cfg.xlen = rnd(2) == 0 ? 32 : 64;
    fx.cfg.sequential_jump = rnd(2) == 0;
    fx.cfg.implicit_return = rnd(2) == 0;
    fx.cfg.return_mode = NEXUS_RETURN_FULL;
    fx.cfg.return_depth = (uint16_t)(1 + rnd(5));
    fx.cfg.repeated_history = true;
    fx.cfg.all_jumps = rnd(4) == 0;
}

/* A decoder of the stream. */
struct way {
    struct nexus_decoder d;
    struct flow_code code;
    struct flow_path path[PATHS];
    struct flow_block block[BLOCKS];
    struct flow_code_line line[BLOCKS];
};

enum tables {
    NO_TABLES,
    WITH_BLOCKS,
    WITH_PATHS
};

static void start(struct way *w, enum tables tables)
{
    memset(w, 0xa5, sizeof *w);
    flow_code_init_image(&w->code, nexus_cfg_isa(&fx.cfg), &fx.image);
    if (tables == WITH_PATHS) {
        assert_int_equal(flow_code_use_paths(&w->code, w->path, PATHS), FLOW_OK);
    }
    if (tables != NO_TABLES) {
        assert_int_equal(flow_code_use_blocks(&w->code, w->block, BLOCKS), FLOW_OK);
        assert_int_equal(flow_code_use_cache(&w->code, w->line, BLOCKS), FLOW_OK);
    }
    assert_int_equal(nexus_decoder_init(&w->d, &fx.cfg, &w->code, bytes, nbytes), NEXUS_OK);
}

static void setup_run(uint64_t seed)
{
    random_state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    fx_init(&fx);
    random_options();
    random_code();
    random_stream();
}

static void assert_same(const struct flow_elem *a, const struct flow_elem *b)
{
    assert_int_equal(a->type, b->type);
    assert_int_equal(a->code, b->code);
    assert_int_equal(a->known, b->known);
    assert_int_equal(a->last_cls, b->last_cls);
    assert_int_equal(a->last_size, b->last_size);
    assert_int_equal(a->last_taken, b->last_taken);
    assert_int_equal(a->status, b->status);
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->start, b->start);
    assert_int_equal(a->end, b->end);
    assert_int_equal(a->value, b->value);
    assert_int_equal(a->position, b->position);
    assert_int_equal(a->msg, b->msg);
    assert_int_equal(a->offset, b->offset);
    assert_ptr_equal(a->hint, b->hint);
}

static void test_blocks_tell_what_instructions_tell(void **state)
{
    static struct way plain, fast, ahead;
    (void)state;
    instructions = gaps = 0;
    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        struct flow_elem a, b;
        int rc;
        setup_run(seed);
        start(&plain, NO_TABLES);
        start(&fast, WITH_BLOCKS);
        start(&ahead, WITH_PATHS);
        ahead.d.flow.ahead = true;
        do {
            rc = nexus_decoder_next(&plain.d, &a);
            for (int i = 0; i < 2; i++) {
                assert_int_equal(nexus_decoder_next(i == 0 ? &fast.d : &ahead.d, &b), rc);
                if (rc == NEXUS_OK) {
                    assert_same(&a, &b);
                }
            }
        } while (rc == NEXUS_OK);
        assert_int_equal(plain.d.flow.insns, fast.d.flow.insns);
        assert_int_equal(plain.d.flow.insns, ahead.d.flow.insns);
        instructions += plain.d.flow.insns;
        gaps += plain.d.flow.errors;
    }
    assert_true(instructions > 20000); /* else the streams are worth nothing */
    assert_true(gaps > 200);
}

/* What a batch leaves out is the message, offset and position of a range. */
static void assert_same_range(const struct flow_elem *a, const struct flow_range *r,
                              uint64_t position)
{
    assert_int_equal(a->type, FLOW_ELEM_RANGE);
    assert_int_equal(a->start, r->start);
    assert_int_equal(a->end, r->end);
    assert_int_equal(a->count, r->count);
    assert_int_equal(r->type, FLOW_RANGE_TYPE);
    assert_int_equal(a->last_cls, r->last_cls);
    assert_int_equal(a->last_size, r->last_size);
    assert_int_equal(a->last_taken, r->last_taken);
    assert_int_equal(a->position, position);
}

/* Batches of any size are the elements of the walk by instructions. Returns how many ranges. */
static uint64_t compare_batches(struct way *one, struct way *batch)
{
    struct flow_range range[BATCH];
    struct flow_elem a, b;
    uint64_t ranges = 0;
    int n = 0;
    while (n != NEXUS_ERR_END) {
        uint64_t position = batch->d.flow.where.position;
        n = nexus_decoder_next_ranges(&batch->d, range, 1 + (unsigned)rnd(BATCH), &b);
        for (int i = 0; i < n; i++) {
            assert_int_equal(nexus_decoder_next(&one->d, &a), NEXUS_OK);
            assert_same_range(&a, &range[i], position);
            position += (a.end - a.start) / 2;
            ranges++;
        }
        if (n == 0) {
            assert_int_equal(nexus_decoder_next(&one->d, &a), NEXUS_OK);
            assert_same(&a, &b);
        }
    }
    assert_int_equal(nexus_decoder_next(&one->d, &a), NEXUS_ERR_END);
    assert_int_equal(one->d.flow.insns, batch->d.flow.insns);
    return ranges;
}

static void test_batches_tell_what_single_elements_tell(void **state)
{
    static struct way one, batch;
    (void)state;
    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        setup_run(seed);
        start(&one, NO_TABLES);
        start(&batch, WITH_BLOCKS);
        (void)compare_batches(&one, &batch);
    }
}

static void put(const struct nexus_msg *m)
{
    int n = nexus_msg_encode(&fx.cfg, m, bytes + nbytes, sizeof bytes - nbytes);
    assert_true(n > 0);
    nbytes += (size_t)n;
}

static void put_sync_at_0(void)
{
    struct nexus_msg m = fx_sync(NEXUS_SYNC_TRACE_ENABLE, 0, 0);
    nbytes = 0;
    put(&m);
}

/* Two ResourceFull of 31 branches each that are not taken, and a jump: a range ends with its
 * message. */
static void test_full_messages_in_a_row_are_walked_along_paths(void **state)
{
    static struct way one, batch;
    uint64_t at = 0;
    (void)state;
    fx_init(&fx);
    fx.cfg.timestamps = false;
    for (unsigned i = 0; i < 62; i++) {
        at = fx_branch(&fx, at, 0);
    }
    fx_op(&fx, at, OP_C_JR_A0);
    put_sync_at_0();
    struct nexus_msg full = fx_full(NEXUS_RCODE_HIST, UINT64_C(1) << 31);
    struct nexus_msg end = fx_indirect_hist(0, 62 * 2 + 1, 0, 1);
    for (unsigned again = 0; again < 3; again++) {
        put(&full);
        put(&full);
        put(&end);
    }
    memset(bytes + nbytes, 0xFF, 16);
    nbytes += 16; /* messages at the very end are taken the long way */
    start(&one, NO_TABLES);
    start(&batch, WITH_PATHS);
    assert_int_equal(compare_batches(&one, &batch), 9);
    assert_int_equal(batch.d.flow.insns, 3 * 63);
    assert_int_equal(batch.d.flow.errors, 0);
}

/* HTM has a bit for every branch: one without is an error even when the I-CNT would fit. */
static void test_branch_without_a_bit_is_found_along_paths(void **state)
{
    static struct way one, batch;
    (void)state;
    fx_init(&fx);
    fx.cfg.timestamps = false;
    fx_op(&fx, fx_branch(&fx, 0, 100), OP_C_JR_A0);
    put_sync_at_0();
    struct nexus_msg m = fx_indirect_hist(0, 3, 0, 1);
    put(&m);
    start(&one, NO_TABLES);
    start(&batch, WITH_PATHS);
    (void)compare_batches(&one, &batch);
    assert_int_equal(batch.d.flow.errors, 1);
}

static void test_paths_tell_what_instructions_tell(void **state)
{
    static struct way one, batch;
    uint64_t ranges = 0, paths = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= PATH_RUNS; seed++) {
        setup_run(seed);
        start(&one, NO_TABLES);
        start(&batch, WITH_PATHS);
        ranges += compare_batches(&one, &batch);
        for (unsigned i = 0; i < PATHS; i++) {
            paths += batch.path[i].generation == batch.code.generation;
        }
    }
    assert_true(ranges > 10000); /* else the streams are worth nothing */
    assert_true(paths > 10 * PATH_RUNS);
}

struct pcs {
    uint64_t *pc;
    size_t n;
};

static void keep(void *ctx, uint64_t pc)
{
    struct pcs *p = ctx;
    if (p->n < MAX_PCS) {
        p->pc[p->n] = pc;
    }
    p->n++;
}

static void test_addresses_of_a_range_are_those_of_its_instructions(void **state)
{
    static struct way w;
    static uint64_t storage[MAX_PCS];
    (void)state;
    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        struct flow_elem e;
        setup_run(seed);
        start(&w, WITH_BLOCKS);
        while (nexus_decoder_next(&w.d, &e) == NEXUS_OK) {
            struct pcs got = {.pc = storage};
            struct flow_range r = {.start = e.start, .end = e.end, .count = e.count};
            struct flow_where where = {.position = e.position, .context = e.context};
            struct flow_range_iter it;
            const struct flow_insn *insn;
            if (e.type != FLOW_ELEM_RANGE) {
                continue;
            }
            assert_int_equal(flow_range_pcs(&w.code, &r, &where, keep, &got), FLOW_OK);
            assert_int_equal(got.n, e.count);
            assert_int_equal(where.pc, e.end);
            assert_int_equal(where.position, e.position + (e.end - e.start) / 2);
            flow_range_begin(&it, &e);
            for (size_t i = 0; i < got.n; i++) {
                assert_int_equal(flow_range_next(&it, &w.code, &insn), FLOW_OK);
                if (got.pc[i] != it.where.pc) {
                    assert_int_equal(got.pc[i], it.where.pc);
                }
            }
        }
    }
}

/* Bytes given in pieces, cut anywhere, are the same stream. */
static void test_refilled_decoder_tells_the_same(void **state)
{
    static struct way whole, cut;
    (void)state;
    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        struct flow_elem a, b;
        size_t given = 0;
        setup_run(seed);
        start(&whole, WITH_BLOCKS);
        start(&cut, WITH_BLOCKS);
        nexus_decoder_refill(&cut.d, bytes, 0, true);
        while (nexus_decoder_next(&whole.d, &a) == NEXUS_OK) {
            int rc = nexus_decoder_next(&cut.d, &b);
            while (rc == NEXUS_ERR_END && cut.d.more) {
                size_t used = (size_t)(cut.d.msgs.base + cut.d.msgs.pos);
                given += 1 + rnd(20);
                given = given < nbytes ? given : nbytes;
                nexus_decoder_refill(&cut.d, bytes + used, given - used, given < nbytes);
                rc = nexus_decoder_next(&cut.d, &b);
            }
            assert_int_equal(rc, NEXUS_OK);
            assert_same(&a, &b);
        }
        assert_int_equal(nexus_decoder_next(&cut.d, &b), NEXUS_ERR_END);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks_tell_what_instructions_tell),
        cmocka_unit_test(test_batches_tell_what_single_elements_tell),
        cmocka_unit_test(test_paths_tell_what_instructions_tell),
        cmocka_unit_test(test_full_messages_in_a_row_are_walked_along_paths),
        cmocka_unit_test(test_branch_without_a_bit_is_found_along_paths),
        cmocka_unit_test(test_addresses_of_a_range_are_those_of_its_instructions),
        cmocka_unit_test(test_refilled_decoder_tells_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
