/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Data messages and their instructions (htr_data.h). Streams are written message by message; which
 * instruction each belongs to follows from the code and the rules of docs/reference/data-trace.md.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "htr/htr_data.h"
#include "nexus/nexus_flow.h"

enum {
    MAX = 32,
};

#define READ  NEXUS_DATA_READ_SYNC
#define WRITE NEXUS_DATA_WRITE_SYNC

/* 0x1000 lw x12,0(x10); sw x11,4(x10); amoadd.w x12,x11,(x10); beq x0,x0,0x1000. */
static const uint8_t bytes[] = {0x03, 0x26, 0x05, 0x00, 0x23, 0x22, 0xB5, 0x00,
                                0x2F, 0x26, 0xB5, 0x00, 0xE3, 0x0A, 0x00, 0xFE};
static const struct flow_region region = {0x1000, sizeof bytes, bytes};
static struct flow_code_image image = {&region, 1};

static struct {
    struct flow_code code;
    struct nexus_stream_cfg cfg;
    struct nexus_flow flow;
    struct htr_data data;
    struct htr_data_access got[MAX];
    unsigned n;
} t;

static int keep(void *ctx, const struct htr_data_access *a)
{
    (void)ctx;
    assert_true(t.n < MAX);
    t.got[t.n++] = *a;
    return HTR_OK;
}

static void start(bool filtered)
{
    memset(&t, 0, sizeof t);
    nexus_cfg_init(&t.cfg);
    t.cfg.data_filtered = filtered;
    flow_code_init_image(&t.code, nexus_cfg_isa(&t.cfg), &image);
    assert_int_equal(nexus_flow_init(&t.flow, &t.cfg, &t.code), NEXUS_OK);
    htr_data_init(&t.data, &t.cfg, &t.code);
}

static void give(const struct nexus_msg *m)
{
    struct flow_elem e;
    assert_int_equal(nexus_flow_push(&t.flow, m), NEXUS_OK);
    while (nexus_flow_next(&t.flow, &e) == NEXUS_OK) {
        assert_int_equal(htr_data_take(&t.data, &e, keep, NULL), HTR_OK);
    }
}

static void trace_on(unsigned sync)
{
    struct nexus_msg m;
    nexus_msg_start(&m, NEXUS_PROG_TRACE_SYNC, 0);
    nexus_msg_set(&m, NEXUS_F_SYNC, sync);
    nexus_msg_set(&m, NEXUS_F_ICNT, 0);
    nexus_msg_set(&m, NEXUS_F_ADDR, 0x1000 >> 1);
    give(&m);
}

/* A message with SYNC; size in bytes. */
static void data(enum nexus_tcode tcode, unsigned sync, unsigned size, uint64_t addr,
                 uint64_t value)
{
    struct nexus_msg m;
    nexus_msg_start(&m, tcode, 0);
    nexus_msg_set(&m, NEXUS_F_SYNC, sync);
    nexus_msg_set(&m, NEXUS_F_DSZ, size);
    nexus_msg_set(&m, NEXUS_F_ADDR, addr);
    nexus_msg_set(&m, NEXUS_F_DATA, value);
    give(&m);
}

/* Once around: 8 half-words. */
static void loop(void)
{
    struct nexus_msg m;
    nexus_msg_start(&m, NEXUS_DIRECT_BRANCH, 0);
    nexus_msg_set(&m, NEXUS_F_ICNT, 8);
    give(&m);
}

static void error(unsigned ecode)
{
    struct nexus_msg m;
    nexus_msg_start(&m, NEXUS_ERROR, 0);
    nexus_msg_set(&m, NEXUS_F_ETYPE, 0);
    nexus_msg_set(&m, NEXUS_F_ECODE, ecode);
    give(&m);
}

static void around(uint64_t value)
{
    data(READ, 2, 4, 0x2000, value);
    data(WRITE, 2, 4, 0x2004, value + 1);
    data(READ, 2, 4, 0x2000, value + 2);
    data(WRITE, 2, 4, 0x2000, value + 3);
}

/* The accesses of the loop: pc, index in it, direction. */
static void expect(unsigned from, uint64_t index, unsigned kind, uint64_t value)
{
    static const struct {
        uint64_t pc, index;
        bool write;
    } want[] = {{0x1000, 0, false}, {0x1004, 1, true}, {0x1008, 2, false}, {0x1008, 2, true}};
    for (unsigned i = 0; i < 4; i++) {
        const struct htr_data_access *a = &t.got[from + i];
        assert_true(from + i < t.n);
        assert_int_equal(a->kind, kind);
        assert_int_equal(a->pc, want[i].pc);
        assert_int_equal(a->index, index + want[i].index);
        assert_int_equal(a->write, want[i].write);
        assert_int_equal(a->width, 4);
        if (kind == HTR_DATA_TIED) {
            assert_true(a->has_addr);
            assert_int_equal(a->addr, i == 1 ? 0x2004 : 0x2000);
            assert_int_equal(a->value, value + i);
        }
    }
}

static void end(void)
{
    assert_int_equal(htr_data_end(&t.data, keep, NULL), HTR_OK);
    htr_data_free(&t.data);
}

static void each_message_has_its_instruction(void **state)
{
    (void)state;
    start(false);
    trace_on(5);
    around(10);
    loop();
    around(20);
    around(30); /* before a message that counts both */
    loop();
    loop();
    end();
    assert_int_equal(t.n, 12);
    expect(0, 0, HTR_DATA_TIED, 10);
    expect(4, 4, HTR_DATA_TIED, 20);
    expect(8, 8, HTR_DATA_TIED, 30);
    assert_int_equal(t.data.counts.tied, 12);
    assert_int_equal(t.data.counts.missing + t.data.counts.alone + t.data.counts.wrong, 0);
}

/* Dropped after the first access of the second turn. Program trace goes on; data is back in the
 * fourth. */
static void an_announced_loss_leaves_a_hole(void **state)
{
    (void)state;
    for (unsigned late = 0; late < 2;
         late++) { /* the announcement comes before or after a message */
        start(false);
        trace_on(5);
        around(10);
        loop();
        data(READ, 2, 4, 0x2000, 20);
        if (late == 0) {
            error(2);
        }
        loop();
        if (late != 0) {
            error(2);
        }
        loop();
        data(READ, 7, 4, 0x2000, 40);
        data(WRITE, 2, 4, 0x2004, 41);
        data(READ, 2, 4, 0x2000, 42);
        data(WRITE, 2, 4, 0x2000, 43);
        loop();
        end();
        assert_int_equal(t.flow.insns, 16);
        assert_int_equal(t.flow.gaps, 0);
        assert_int_equal(t.n, 16);
        expect(0, 0, HTR_DATA_TIED, 10);
        assert_int_equal(t.got[4].kind, HTR_DATA_TIED);
        assert_int_equal(t.got[4].index, 4);
        assert_int_equal(t.got[5].kind, HTR_DATA_MISSING);
        assert_int_equal(t.got[5].pc, 0x1004);
        expect(8, 8, HTR_DATA_MISSING, 0);
        expect(12, 12, HTR_DATA_TIED, 40);
        assert_int_equal(t.data.counts.missing, 7);
        assert_int_equal(t.data.counts.silent, 0);
        assert_int_equal(t.data.counts.losses, 1);
    }
}

/* The same without an Error message, and without a SYNC that explains it; and with one: trace was
 * turned on. */
static void a_silent_loss_is_found(void **state)
{
    (void)state;
    for (unsigned sync = 2; sync <= 5; sync += 3) {
        start(false);
        trace_on(5);
        loop();
        data(READ, sync, 4, 0x2000, 10);
        data(WRITE, 2, 4, 0x2004, 11);
        data(READ, 2, 4, 0x2000, 12);
        data(WRITE, 2, 4, 0x2000, 13);
        loop();
        end();
        expect(0, 0, HTR_DATA_MISSING, 0);
        expect(4, 4, HTR_DATA_TIED, 10);
        assert_int_equal(t.data.counts.silent, sync == 2 ? 4 : 0);
    }
    start(false); /* at the end */
    trace_on(5);
    loop();
    end();
    assert_int_equal(t.data.counts.silent, 4);
}

static void another_direction_or_size_is_found(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        start(false);
        trace_on(5);
        data(i == 0 ? WRITE : READ, 5, i == 0 ? 4 : 8, 0x2000, 10);
        loop();
        end();
        assert_int_equal(t.data.counts.wrong, 1);
        assert_int_equal(t.data.counts.alone, 1);
        assert_int_equal(t.data.counts.tied, 0);
    }
}

/* Without values (DSZ 0) any size fits. */
static void a_message_without_a_value_is_tied(void **state)
{
    (void)state;
    start(false);
    trace_on(5);
    data(READ, 5, 0, 0x2000, 0);
    data(WRITE, 2, 0, 0x2004, 0);
    data(READ, 2, 0, 0x2000, 0);
    data(WRITE, 2, 0, 0x2000, 0);
    loop();
    end();
    assert_int_equal(t.data.counts.tied, 4);
    assert_int_equal(t.got[0].size, 0);
    assert_int_equal(t.got[0].addr, 0x2000);
}

/* Program trace lost: the messages before it have no instruction; after the restart all is well. */
static void a_loss_of_program_trace_ends_the_order(void **state)
{
    (void)state;
    start(false);
    trace_on(5);
    around(10);
    loop();
    data(READ, 2, 4, 0x2000, 20);
    error(6);
    trace_on(7);
    data(READ, 7, 4, 0x2000, 30);
    data(WRITE, 2, 4, 0x2004, 31);
    data(READ, 2, 4, 0x2000, 32);
    data(WRITE, 2, 4, 0x2000, 33);
    loop();
    end();
    assert_int_equal(t.n, 9);
    assert_int_equal(t.got[4].kind, HTR_DATA_ALONE);
    assert_int_equal(t.got[4].value, 20);
    expect(5, 4, HTR_DATA_TIED, 30);
    assert_int_equal(t.data.counts.silent, 0);
}

static void with_filters_messages_stay_alone(void **state)
{
    (void)state;
    start(true);
    trace_on(5);
    data(WRITE, 5, 4, 0x2004, 11);
    loop();
    end();
    assert_int_equal(t.n, 1);
    assert_int_equal(t.got[0].kind, HTR_DATA_ALONE);
    assert_int_equal(t.got[0].addr, 0x2004);
    assert_int_equal(t.data.counts.missing, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_message_has_its_instruction),
        cmocka_unit_test(an_announced_loss_leaves_a_hole),
        cmocka_unit_test(a_silent_loss_is_found),
        cmocka_unit_test(another_direction_or_size_is_found),
        cmocka_unit_test(a_message_without_a_value_is_tied),
        cmocka_unit_test(a_loss_of_program_trace_ends_the_order),
        cmocka_unit_test(with_filters_messages_stay_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
