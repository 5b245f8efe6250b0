/* SPDX-License-Identifier: Apache-2.0 */
/*
 * htk_bench.h beside encoders that are right in other ways than the golden model: nothing is wrong
 * with them. And beside some that leave out, change or add a message: that message is found, in its
 * clock. The encoder is the model with other parameters, with a link that this test makes slow;
 * what it sends is changed here, so which message is wrong is known.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "encoder_regs.h"
#include "htk/htk_bench.h"
#include "htk_params.h"
#include "random_hart.h"

enum {
    RECORDS = 2000,
};

enum change {
    NOTHING,
    LEAVE_OUT,
    CHANGE, /* a bit of the last byte */
    REPEAT,
    ELSEWHERE, /* the first synchronizing message after an overflow has another address */
};

/* A run: what differs from the golden model, and what is wrong. */
struct run {
    const char *params, *device; /* of the golden model, of the encoder */
    uint32_t features, control;
    uint32_t more_control; /* of the encoder alone */
    bool htm, exact;
    unsigned every;  /* clocks from a message of the link to the next */
    unsigned gap;    /* clocks between records */
    unsigned number; /* of the message that is changed */
    enum change change;
};

static struct htk_bench *bench;
static struct trm_encoder device;
static char elf[] = "/dev/shm/hartrace-bench-XXXXXX";
static struct rh_hart hart;
static struct {
    const struct run *run;
    uint64_t clock;
    unsigned sent;       /* messages */
    uint64_t changed_at; /* the clock of the message that is wrong by it; 0: none yet */
    bool refuse;
} link_state;

/* ---- the encoder's link ---- */

static bool can_accept(void *ctx, size_t n)
{
    (void)ctx;
    (void)n;
    return !link_state.refuse;
}

static void put(void *ctx, const uint8_t *bytes, size_t n)
{
    const struct run *r = link_state.run;
    uint8_t out[64];
    (void)ctx;
    assert_in_range(n, 1, sizeof out);
    memcpy(out, bytes, n);
    const unsigned number = link_state.sent++;
    const bool here = r->change != NOTHING && number == r->number;
    link_state.refuse = r->every > 1;
    if (here && r->change == CHANGE) {
        out[n - 1] ^= 4;
        link_state.changed_at = link_state.clock;
    }
    if (r->change == ELSEWHERE && link_state.changed_at == 0 && n > 6 && out[0] >> 2 == 9 &&
        (out[1] >> 2 & 15) == 7) {
        out[n - 2] ^= 0x20; /* the program is not there */
        link_state.changed_at = link_state.clock;
    }
    if (here && r->change == LEAVE_OUT) {
        return;
    }
    if (r->change == LEAVE_OUT && number == r->number + 1) {
        link_state.changed_at = link_state.clock; /* it comes in the place of the other */
    }
    htk_bench_bytes(bench, link_state.clock, out, n);
    if (here && r->change == REPEAT) {
        link_state.changed_at = link_state.clock;
        htk_bench_bytes(bench, link_state.clock, out, n);
    }
}

static void tick(void)
{
    link_state.clock++;
    if (link_state.run->every > 0 && link_state.clock % link_state.run->every == 0) {
        link_state.refuse = false;
    }
    trm_encoder_tick(&device);
}

/* ---- a run ---- */

/* A program of one segment. */
static void write_elf(unsigned xlen)
{
    uint8_t head[128] = {0x7F, 'E', 'L', 'F', 2, 1, 1};
    const bool wide = xlen == 64;
    FILE *f = fopen(elf, "wb");
    assert_non_null(f);
    head[4] = wide ? 2 : 1;
    head[16] = 2;   /* an executable */
    head[18] = 243; /* RISC-V */
    head[20] = 1;
    const uint64_t base = hart.cfg.base, offset = sizeof head, size = RH_CODE_BYTES;
    if (wide) {
        memcpy(head + 24, &base, 8);
        head[32] = 64; /* program headers */
        head[52] = 64;
        head[54] = 56;
        head[56] = 1;
        head[64] = 1;
        head[68] = 5;
        memcpy(head + 72, &offset, 8);
        memcpy(head + 80, &base, 8);
        memcpy(head + 88, &base, 8);
        memcpy(head + 96, &size, 8);
        memcpy(head + 104, &size, 8);
    } else {
        memcpy(head + 24, &base, 4);
        head[28] = 52;
        head[40] = 52;
        head[42] = 32;
        head[44] = 1;
        head[52] = 1;
        memcpy(head + 56, &offset, 4);
        memcpy(head + 60, &base, 4);
        memcpy(head + 64, &base, 4);
        memcpy(head + 68, &size, 4);
        memcpy(head + 72, &size, 4);
        head[76] = 5;
    }
    assert_int_equal(fwrite(head, 1, sizeof head, f), sizeof head);
    assert_int_equal(fwrite(hart.code, 1, RH_CODE_BYTES, f), RH_CODE_BYTES);
    assert_int_equal(fclose(f), 0);
}

/* A write to the encoder, which the bench sees. */
static void set(uint32_t offset, uint32_t value, uint32_t more)
{
    (void)trm_encoder_reg_write(&device, offset, 4, value | more);
    htk_bench_write(bench, link_state.clock, offset, value);
    tick();
}

static void begin(const struct run *r, uint64_t seed)
{
    static const struct trm_link_ops ops = {.can_accept = can_accept, .put = put};
    struct trm_encoder_cfg cfg;
    struct htr_host host = {0};
    const struct htk_bench_cfg bench_cfg = {.mode = r->exact ? HTK_BENCH_EXACT : HTK_BENCH_MEANING,
                                            .elf = r->exact ? NULL : elf,
                                            .params = r->params};
    const unsigned xlen = strstr(r->params, "xlen=32") != NULL ? 32 : 64;
    trm_encoder_cfg_init(&cfg);
    assert_null(htk_params_parse(HTK_PARAMS_AT_ONCE, &cfg, NULL));
    assert_null(htk_params_parse(r->params, &cfg, NULL));
    assert_null(htk_params_parse(r->device, &cfg, NULL));
    assert_int_equal(trm_encoder_init(&device, &cfg), TRM_OK);
    trm_encoder_connect(&device, (struct trm_link){&ops, NULL});
    const struct rh_cfg hart_cfg = {.base = 0x80000000,
                                    .xlen = xlen,
                                    .itype_width = 4,
                                    .max_block = 1 + seed % 4,
                                    .trap_one_in = 40,
                                    .context_one_in = 50,
                                    .branch_bias = 4,
                                    .indirect_bias = 4,
                                    .well_behaved = true};
    rh_init(&hart, &hart_cfg, seed);
    write_elf(xlen);
    link_state.run = r;
    link_state.clock = 10;
    link_state.sent = 0;
    link_state.changed_at = 0;
    link_state.refuse = false;
    assert_int_equal(htk_bench_open(&bench, &bench_cfg, &host), HTR_OK);
}

static const struct htk_bench_verdict *run(const struct run *r, uint64_t seed)
{
    const uint32_t on = TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK |
                        (uint32_t)(r->htm ? TR_TE_INST_MODE_HTM : TR_TE_INST_MODE_BTM)
                            << TR_TE_INST_MODE_SHIFT |
                        r->control;
    struct rh_step step;
    begin(r, seed);
    set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK, 0);
    set(TR_TE_INST_FEATURES_OFFSET, r->features, 0);
    set(TR_TE_CONTROL_OFFSET, on, r->more_control);
    set(TR_TE_CONTROL_OFFSET, on | TR_TE_INST_TRACING_MASK, r->more_control);
    for (unsigned i = 0; i < RECORDS; i++) {
        rh_step(&hart, &step);
        for (unsigned k = 0; k <= r->gap; k++) {
            tick();
        }
        step.in.cycle = link_state.clock;
        htk_bench_cycle(bench, &step.in);
        assert_false(trm_encoder_ingress(&device, &step.in));
    }
    tick();
    set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK, 0);
    for (unsigned n = 0; n < 1 << 20 && !trm_encoder_empty(&device); n++) {
        tick();
    }
    htk_bench_end(bench, link_state.clock, true);
    return htk_bench_poll(bench);
}

static void good(const struct run *r, uint64_t seed)
{
    const struct htk_bench_verdict *v = run(r, seed);
    if (v->state != HTK_BENCH_GOOD) {
        print_error("seed %u, %s: %s\n", (unsigned)seed, r->device, v->text);
    }
    assert_int_equal(v->state, HTK_BENCH_GOOD);
    assert_string_equal(v->text, "");
    assert_int_equal(v->messages, link_state.sent);
    assert_true(v->messages > 100);
    assert_true(r->exact || v->insns > RECORDS / 2);
    assert_true(!r->exact || v->equal == v->messages);
    htk_bench_close(bench);
}

/* ---- encoders that are right ---- */

static void test_equal(void **state)
{
    static const struct run runs[] = {
        {.params = "", .device = "", .exact = true, .htm = true},
        {.params = "", .device = "", .exact = true},
        {.params = "xlen=32 hist_bits=8", .device = "", .exact = true, .htm = true, .gap = 3},
        {.params = "", .device = "", .htm = true},
        {.params = "xlen=32", .device = ""},
        {.params = "", .device = "", .exact = true, .htm = true, .every = 2, .gap = 60},
    };
    (void)state;
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        for (uint64_t seed = 1; seed <= 4; seed++) {
            good(&runs[i], seed);
        }
    }
}

static void test_other_choices(void **state)
{
    static const uint32_t periodic = 1u << TR_TE_INST_SYNC_MODE_SHIFT;
    const struct run runs[] = {
        {.params = "", .device = "hist_bits=8 icnt_bits=11", .htm = true},
        {.params = "", .device = "icnt_bits=8"},
        {.params = "hist_bits=4", .device = "hist_bits=32", .htm = true},
        {.params = "", .device = "btype_split=0"},
        {.params = "", .device = "", .more_control = periodic},
        {.params = "", .device = "", .more_control = periodic, .htm = true},
        {.params = "", .device = "", .control = periodic, .htm = true},
        {.params = "xlen=32", .device = "hist_always=1", .htm = true},
        {.params = "",
         .device = "hist_search=2 hrepeat_bits=3",
         .htm = true,
         .features = TR_TE_INST_EN_REPEATED_HISTORY_MASK},
        {.params = "", .device = "bcnt_bits=2", .features = TR_TE_INST_EN_REPEATED_HISTORY_MASK},
    };
    (void)state;
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        for (uint64_t seed = 1; seed <= 6; seed++) {
            good(&runs[i], seed);
        }
    }
}

/* Overflows: what comes after each is found again. */
static void test_losses(void **state)
{
    uint64_t losses = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        const struct run r = {.params = "",
                              .device = "fifo_bytes=76",
                              .htm = seed % 2 == 0,
                              .every = 12 + (unsigned)seed};
        const struct htk_bench_verdict *v = run(&r, seed);
        assert_int_equal(v->state, HTK_BENCH_GOOD);
        assert_true(v->insns > 50);
        losses += v->losses;
        htk_bench_close(bench);
    }
    assert_true(losses > 50);
}

/* ... and trace that goes on where the hart never was is wrong. */
static void test_elsewhere(void **state)
{
    const struct run r = {
        .params = "", .device = "fifo_bytes=76", .every = 14, .change = ELSEWHERE};
    (void)state;
    const struct htk_bench_verdict *v = run(&r, 2);
    assert_true(link_state.changed_at > 0);
    assert_int_equal(v->state, HTK_BENCH_BROKEN);
    assert_true(v->losses > 0 && v->cycle >= link_state.changed_at);
    htk_bench_close(bench);
}

/* Byte by byte an overflow ends the comparison, without a verdict about a rule. */
static void test_stopped(void **state)
{
    const struct run r = {
        .params = "", .device = "fifo_bytes=76", .htm = true, .every = 20, .exact = true};
    (void)state;
    const struct htk_bench_verdict *v = run(&r, 1);
    assert_int_equal(v->state, HTK_BENCH_STOPPED);
    assert_non_null(strstr(v->text, "the encoder lost messages (Error)"));
    assert_string_equal(v->rule, "");
    htk_bench_close(bench);
}

/* ---- encoders that are wrong ---- */

/* In the clock, and by the number, of the message that is wrong. */
static void test_exact_place(void **state)
{
    (void)state;
    for (unsigned change = LEAVE_OUT; change <= REPEAT; change++) {
        for (unsigned number = 0; number < 60; number += 7) {
            const struct run r = {.params = "",
                                  .device = "",
                                  .exact = true,
                                  .htm = number % 2 == 0,
                                  .number = number,
                                  .change = (enum change)change};
            const struct htk_bench_verdict *v = run(&r, 5);
            assert_int_equal(v->state, HTK_BENCH_BROKEN);
            assert_true(link_state.changed_at > 0);
            assert_int_equal(v->cycle, link_state.changed_at);
            assert_int_equal(v->message, change == REPEAT ? number + 1 : number);
            assert_int_equal(v->equal, v->message);
            assert_non_null(strstr(v->text, "the hart had done (cycle: address+half-words): "));
            htk_bench_close(bench);
        }
    }
}

/* By meaning, too: a message of BTM that is missing, comes twice or has another last field is never
 * a choice, and no other message differs. Which clock: that message's, also when an address only
 * shows in the next one. */
static void test_meaning_place(void **state)
{
    (void)state;
    for (unsigned change = LEAVE_OUT; change <= REPEAT; change++) {
        for (unsigned number = 1; number < 60; number += 3) {
            const struct run r = {
                .params = "", .device = "", .number = number, .change = (enum change)change};
            const struct htk_bench_verdict *v = run(&r, 6);
            assert_int_equal(v->state, HTK_BENCH_BROKEN);
            assert_int_equal(v->cycle, link_state.changed_at);
            assert_int_equal(v->message, change == REPEAT ? number + 1 : number);
            htk_bench_close(bench);
        }
    }
}

/* After an overflow the messages are no pairs: what is wrong is not blamed on the loss. A piece of
 * trace between two overflows may fit elsewhere with what was changed, so not every change is
 * found. */
static void test_wrong_after_losses(void **state)
{
    unsigned found = 0;
    (void)state;
    for (unsigned number = 90; number < 170; number += 4) {
        const struct run r = {.params = "",
                              .device = "fifo_bytes=76",
                              .every = 14,
                              .number = number,
                              .change = CHANGE};
        const struct htk_bench_verdict *v = run(&r, 4);
        assert_int_not_equal(v->state, HTK_BENCH_STOPPED);
        if (v->state == HTK_BENCH_BROKEN) {
            assert_true(v->losses > 0 && v->cycle >= link_state.changed_at);
            assert_null(strstr(v->text, "got: Error"));
            found++;
        }
        htk_bench_close(bench);
    }
    assert_true(found > 10); /* of 20 */
}

/* An encoder with other choices, and a message that is wrong: it is found, not before it left. */
static void test_meaning_found(void **state)
{
    (void)state;
    for (unsigned number = 1; number < 60; number += 3) {
        const struct run r = {.params = "",
                              .device = "icnt_bits=8 btype_split=0",
                              .more_control = 1u << TR_TE_INST_SYNC_MODE_SHIFT,
                              .number = number,
                              .change = LEAVE_OUT};
        const struct htk_bench_verdict *v = run(&r, 7);
        assert_int_equal(v->state, HTK_BENCH_BROKEN);
        assert_true(v->text[0] != '\0' && v->rule[0] != '\0');
        htk_bench_close(bench);
    }
}

static void test_missing_end(void **state)
{
    struct run r = {.params = "", .device = "", .htm = true};
    (void)state;
    for (unsigned exact = 0; exact < 2; exact++) {
        r.exact = exact != 0;
        r.change = NOTHING;
        (void)run(&r, 8);
        htk_bench_close(bench);
        r.number = link_state.sent - 1;
        r.change = LEAVE_OUT;
        const struct htk_bench_verdict *v = run(&r, 8);
        assert_int_equal(v->state, HTK_BENCH_BROKEN);
        assert_string_equal(v->rule, "NT-PTC-001");
        assert_non_null(strstr(v->text, "got: no more messages"));
        htk_bench_close(bench);
    }
}

/* A program that is not the one that runs is no fault of the encoder. */
static void test_other_program(void **state)
{
    const struct run r = {.params = "", .device = "", .htm = true};
    struct rh_step step;
    (void)state;
    begin(&r, 9);
    htk_bench_close(bench);
    memset(hart.code + 64, 0, RH_CODE_BYTES - 64); /* no instructions */
    write_elf(64);
    struct htr_host host = {0};
    const struct htk_bench_cfg cfg = {.mode = HTK_BENCH_MEANING, .elf = elf};
    assert_int_equal(htk_bench_open(&bench, &cfg, &host), HTR_OK);
    set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK, 0);
    const uint32_t on = TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK |
                        (uint32_t)TR_TE_INST_MODE_BTM << TR_TE_INST_MODE_SHIFT |
                        TR_TE_INST_TRACING_MASK;
    set(TR_TE_CONTROL_OFFSET, on, 0);
    for (unsigned i = 0; i < RECORDS; i++) {
        rh_step(&hart, &step);
        tick();
        step.in.cycle = link_state.clock;
        htk_bench_cycle(bench, &step.in);
        (void)trm_encoder_ingress(&device, &step.in);
    }
    tick();
    const struct htk_bench_verdict *v = htk_bench_poll(bench);
    assert_int_equal(v->state, HTK_BENCH_STOPPED);
    assert_non_null(strstr(v->text, "is the program the one that runs"));
    htk_bench_close(bench);
}

static int make_name(void **state)
{
    (void)state;
    const int fd = mkstemp(elf);
    return fd < 0 ? -1 : close(fd);
}

static int remove_name(void **state)
{
    (void)state;
    return unlink(elf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equal),
        cmocka_unit_test(test_other_choices),
        cmocka_unit_test(test_losses),
        cmocka_unit_test(test_stopped),
        cmocka_unit_test(test_elsewhere),
        cmocka_unit_test(test_exact_place),
        cmocka_unit_test(test_meaning_place),
        cmocka_unit_test(test_meaning_found),
        cmocka_unit_test(test_wrong_after_losses),
        cmocka_unit_test(test_missing_end),
        cmocka_unit_test(test_other_program),
    };
    return cmocka_run_group_tests(tests, make_name, remove_name);
}
