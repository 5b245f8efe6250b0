/* SPDX-License-Identifier: Apache-2.0 */
/* The remote serial protocol without GDB and without sockets: packets in, packets out, for a target
 * that is a list of instructions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "htv/htv_gdb.h"

enum {
    STEPS = 10,
    OUT = 1 << 17,
};

/* Hart 0 executes code[0] to code[9] in straight lines; at code[6] it writes a word. Hart 1 stays
 * at one place. */
static const uint64_t code[STEPS] = {0x100, 0x104, 0x108, 0x200, 0x204,
                                     0x10c, 0x110, 0x104, 0x108, 0x200};
static const struct htv_gdb_block block[] = {{0x200, 0x200}, {0x104, 0x108}, {0x10c, 0x110},
                                             {0x200, 0x1ff}, {0x200, 0x204}, {0x100, 0x108}};
enum {
    BLOCKS = sizeof block / sizeof block[0]
};

struct fake {
    unsigned at;
    uint64_t asked; /* how often the link was asked for a stop */
    uint64_t stop_after;
    char out[OUT];
    size_t n;
    bool gone;
};

static bool reg(void *ctx, unsigned hart, unsigned number, uint64_t *value)
{
    const struct fake *f = ctx;
    *value = number == HTV_GDB_PC    ? (hart == 0 ? code[f->at] : 0x300)
             : number == HTV_GDB_CSR ? 0x1800
                                     : 0x0102030405060708;
    return number == HTV_GDB_PC || number == 2 || number == HTV_GDB_CSR;
}

/* 16 bytes at 0x1000. */
static size_t memory(void *ctx, unsigned hart, uint64_t addr, uint8_t *bytes, size_t n)
{
    size_t fill = 0;
    (void)ctx;
    (void)hart;
    for (; fill < n && addr >= 0x1000 && addr < 0x1010; fill++, addr++) {
        bytes[fill] = (uint8_t)addr;
    }
    return fill;
}

static unsigned step(void *ctx, unsigned hart, bool back)
{
    struct fake *f = ctx;
    if (hart == 1 || (back ? f->at == 0 : f->at == STEPS - 1)) {
        return HTV_GDB_HARTS;
    }
    f->at = back ? f->at - 1 : f->at + 1;
    return 0;
}

static uint64_t position(void *ctx, unsigned hart)
{
    (void)hart;
    return ((struct fake *)ctx)->at;
}

static bool go(void *ctx, unsigned hart, uint64_t to)
{
    (void)hart;
    ((struct fake *)ctx)->at = to < STEPS ? (unsigned)to : ((struct fake *)ctx)->at;
    return to < STEPS;
}

static bool changed(void *ctx, unsigned n, uint64_t *addr, unsigned *size)
{
    *addr = 0x1004;
    *size = 4;
    return n == 0 && ((struct fake *)ctx)->at == 6;
}

static uint64_t blocks(void *ctx, unsigned hart)
{
    (void)ctx;
    return hart == 0 ? BLOCKS : 1;
}

static struct htv_gdb_block one_block(void *ctx, unsigned hart, uint64_t n)
{
    (void)ctx;
    assert_true(n < BLOCKS);
    return hart == 0 ? block[n] : (struct htv_gdb_block){0x300, 0x300};
}

static const char *name(void *ctx, unsigned hart)
{
    (void)ctx;
    return hart == 0 ? "hart \"0\" <&>" : "other";
}

static bool send_bytes(void *ctx, const void *bytes, size_t n)
{
    struct fake *f = ctx;
    assert_true(f->n + n < OUT);
    memcpy(f->out + f->n, bytes, n);
    f->n += n;
    f->out[f->n] = '\0';
    return !f->gone;
}

static bool stop(void *ctx)
{
    struct fake *f = ctx;
    return ++f->asked > f->stop_after;
}

static const struct htv_gdb_csr csrs[] = {{"mstatus", "csr"}};
static struct htv_gdb_ops ops = {.reg = reg,
                                 .memory = memory,
                                 .step = step,
                                 .position = position,
                                 .go = go,
                                 .changed = changed,
                                 .blocks = blocks,
                                 .block = one_block,
                                 .name = name};

static struct htv_gdb *open_fake(struct fake *f, bool branches)
{
    static struct htv_gdb_ops plain;
    struct htr_host host = {0};
    struct htv_gdb *g;
    plain = ops;
    plain.blocks = NULL;
    plain.block = NULL;
    const struct htv_gdb_target target = {
        .ops = branches ? &ops : &plain, .ctx = f, .harts = 2, .xlen = 64, .csr = csrs, .ncsrs = 1};
    const struct htv_gdb_link link = {.ctx = f, .send = send_bytes, .stop = stop};
    *f = (struct fake){.at = STEPS - 1, .stop_after = 100};
    assert_int_equal(htv_gdb_open(&g, &host, &target, &link), HTR_OK);
    return g;
}

/* Send a packet. Returns the body of the answer, the last one if there are several; it must come
 * after '+', with the right sum. */
static const char *ask(struct htv_gdb *g, struct fake *f, const char *text)
{
    char packet[1024];
    unsigned sum = 0, expected = 0;
    for (const char *p = text; *p != '\0'; p++) {
        sum += (unsigned char)*p;
    }
    const int n = snprintf(packet, sizeof packet, "$%s#%02x", text, sum & 255);
    f->n = 0;
    assert_int_equal(htv_gdb_take(g, packet, (size_t)n), HTV_GDB_GOES_ON);
    assert_true(f->n >= 5);
    assert_int_equal(f->out[0], '+');
    assert_int_equal(f->out[1], '$');
    assert_int_equal(f->out[f->n - 3], '#');
    char *body = strrchr(f->out, '$') + 1;
    for (const char *p = body; p < f->out + f->n - 3; p++) {
        expected += (unsigned char)*p;
    }
    assert_int_equal(strtoul(f->out + f->n - 2, NULL, 16), expected & 255);
    f->out[f->n - 3] = '\0';
    return body;
}

#define ANSWERS(packet, answer) assert_string_equal(ask(g, &f, packet), answer)

/* ---- packets ---- */

static void a_wrong_sum_is_refused_and_what_is_lost_is_sent_again(void **state)
{
    struct fake f;
    struct htv_gdb *g = open_fake(&f, true);
    (void)state;
    assert_int_equal(htv_gdb_take(g, "$?#00", 5), HTV_GDB_GOES_ON);
    assert_string_equal(f.out, "-");
    ANSWERS("?", "T05thread:1;");
    f.n = 0;
    assert_int_equal(htv_gdb_take(g, "+-", 2), HTV_GDB_GOES_ON);
    assert_memory_equal(f.out, "$T05thread:1;#", 14);
    f.n = 0; /* a packet that begins again in the middle of another one */
    assert_int_equal(htv_gdb_take(g, "noise$abc$?#3f", 14), HTV_GDB_GOES_ON);
    assert_memory_equal(f.out, "+$T05thread:1;#", 15);
    htv_gdb_close(g);
}

static void a_peer_that_refuses_everything_is_left(void **state)
{
    struct fake f;
    struct htv_gdb *g = open_fake(&f, true);
    enum htv_gdb_state s = HTV_GDB_GOES_ON;
    unsigned n = 0;
    (void)state;
    ANSWERS("?", "T05thread:1;");
    while (s == HTV_GDB_GOES_ON && n++ < 1000) {
        s = htv_gdb_take(g, "-", 1);
    }
    assert_int_equal(s, HTV_GDB_BROKEN);
    htv_gdb_close(g);
    g = open_fake(&f, true);
    f.gone = true;
    assert_int_equal(htv_gdb_take(g, "$?#3f", 5), HTV_GDB_BROKEN);
    htv_gdb_close(g);
}

static void a_packet_longer_than_announced_is_an_error(void **state)
{
    struct fake f;
    struct htv_gdb *g = open_fake(&f, true);
    unsigned sum = 0;
    (void)state;
    f.n = 0;
    assert_int_equal(htv_gdb_take(g, "$m", 2), HTV_GDB_GOES_ON);
    sum += 'm';
    for (unsigned i = 0; i < 3 * HTV_GDB_PACKET; i++) {
        assert_int_equal(htv_gdb_take(g, "0", 1), HTV_GDB_GOES_ON);
        sum += '0';
    }
    char end[8];
    snprintf(end, sizeof end, "#%02x", sum & 255);
    assert_int_equal(htv_gdb_take(g, end, 3), HTV_GDB_GOES_ON);
    assert_memory_equal(f.out, "+$E07#", 6);
    ANSWERS("?", "T05thread:1;");
    htv_gdb_close(g);
}

static void without_acknowledgments_there_are_none(void **state)
{
    struct fake f;
    struct htv_gdb *g = open_fake(&f, true);
    (void)state;
    ANSWERS("QStartNoAckMode", "OK");
    f.n = 0;
    assert_int_equal(htv_gdb_take(g, "+$?#3f", 6), HTV_GDB_GOES_ON);
    assert_memory_equal(f.out, "$T05thread:1;#", 14);
    htv_gdb_close(g);
}

/* ---- what the target is ---- */

static void registers_that_are_not_known_are_x(void **state)
{
    struct fake f;
    struct htv_gdb *g = open_fake(&f, true);
    char all[33 * 16 + 1] = "";
    (void)state;
    for (unsigned i = 0; i < 33; i++) {
        strcat(all, i == 2    ? "0807060504030201"
                    : i == 32 ? "0002000000000000"
                              : "xxxxxxxxxxxxxxxx");
    }
    ANSWERS("g", all);
    ANSWERS("p2", "0807060504030201");
    ANSWERS("p1", "xxxxxxxxxxxxxxxx");
    ANSWERS("p21", "0018000000000000");
    ANSWERS("p22", "E16");
    ANSWERS("pffffffffffffffffff", "E16");
    ANSWERS("G00", "E1e");
    ANSWERS("P1=00", "E1e");
    ANSWERS("Hg2", "OK");
    ANSWERS("p20", "0003000000000000");
    ANSWERS("Hg3", "E16");
    ANSWERS("Hg", "E16");
    ANSWERS("T2", "OK");
    ANSWERS("T3", "E16");
    ANSWERS("T0", "E16");
    htv_gdb_close(g);
}

static void memory_ends_where_it_is_not_known(void **state)
{
    struct fake f;
    struct htv_gdb *g = open_fake(&f, true);
    (void)state;
    ANSWERS("m1000,4", "00010203");
    ANSWERS("m100c,ffffffffffffffff", "0c0d0e0f");
    ANSWERS("m2000,4", "E0e");
    ANSWERS("m1000", "E16");
    ANSWERS("m,4", "E16");
    ANSWERS("M1000,1:00", "E1e");
    htv_gdb_close(g);
}

/* A document in pieces of `by` bytes is the same as in one. */
static void read_doc(struct htv_gdb *g, struct fake *f, const char *object, unsigned by, char *out)
{
    char packet[128];
    size_t n = 0;
    for (bool more = true; more;) {
        snprintf(packet, sizeof packet, "qXfer:%s:%zx,%x", object, n, by);
        const char *a = ask(g, f, packet);
        assert_true(a[0] == 'm' || a[0] == 'l');
        assert_true(strlen(a + 1) <= by);
        more = a[0] == 'm';
        strcpy(out + n, a + 1);
        n += strlen(a + 1);
    }
}

static void documents_come_in_pieces(void **state)
{
    static const char *const object[] = {"features:read:target.xml",
                                         "threads:read:", "btrace:read:all", "btrace-conf:read:"};
    static char whole[1 << 15], pieces[1 << 15];
    struct fake f;
    struct htv_gdb *g = open_fake(&f, true);
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        read_doc(g, &f, object[i], 0x3000, whole);
        for (unsigned by = 1; by < 100; by += 7) {
            read_doc(g, &f, object[i], by, pieces);
            assert_string_equal(pieces, whole);
        }
    }
    read_doc(g, &f, object[0], 0x3000, whole);
    assert_non_null(strstr(whole, "<architecture>riscv:rv64</architecture>"));
    assert_non_null(strstr(whole, "<reg name=\"mstatus\" bitsize=\"64\" regnum=\"33\"/>"));
    read_doc(g, &f, object[1], 0x3000, whole);
    assert_non_null(strstr(whole, "<thread id=\"1\" core=\"0\" name=\"hart _0_ ___\"/>"));
    assert_non_null(strstr(whole, "<thread id=\"2\" core=\"1\" name=\"other\"/>"));
    ANSWERS("qXfer:features:read:other.xml:0,10", "E00");
    ANSWERS("qXfer:features:write:target.xml:0,10", "");
    ANSWERS("qXfer:threads:read::", "E16");
    ANSWERS("qXfer:nothing:read::0,10", "");
    htv_gdb_close(g);
}

/* "Branch Trace Format": blocks from the newest to the oldest. */
static void branch_trace_is_blocks_the_newest_first(void **state)
{
    static char doc[1 << 15];
    struct fake f;
    struct htv_gdb *g = open_fake(&f, true);
    const char *at;
    unsigned n = 0;
    (void)state;
    assert_non_null(
        strstr(ask(g, &f, "qSupported:swbreak+"),
               ";qXfer:btrace:read+;qXfer:btrace-conf:read+;Qbtrace:bts+;Qbtrace:off+"));
    read_doc(g, &f, "btrace:read:all", 0x3000, doc);
    for (at = doc; (at = strstr(at, "<block begin=\"")) != NULL; n++) {
        unsigned long long begin, end;
        assert_int_equal(sscanf(at, "<block begin=\"%llx\" end=\"%llx\"/>", &begin, &end), 2);
        assert_int_equal(begin, block[n].begin);
        assert_int_equal(end, block[n].end);
        at++;
    }
    assert_int_equal(n, BLOCKS);
    read_doc(g, &f, "btrace:read:new", 0x3000, doc);
    assert_null(strstr(doc, "<block "));
    ANSWERS("Hg2", "OK");
    read_doc(g, &f, "btrace:read:all", 0x3000, doc);
    assert_non_null(
        strstr(doc, "<block begin=\"0x0000000000000300\" end=\"0x0000000000000300\"/>"));
    assert_memory_equal(ask(g, &f, "Qbtrace:pt"), "E.", 2);
    ANSWERS("Qbtrace:off", "OK");
    assert_memory_equal(ask(g, &f, "Qbtrace:off"), "E.", 2);
    assert_memory_equal(ask(g, &f, "qXfer:btrace:read:all:0,100"), "E.", 2);
    ANSWERS("qXfer:btrace-conf:read::0,100", "l");
    ANSWERS("Qbtrace-conf:bts:size=4000", "OK");
    ANSWERS("Qbtrace:bts", "OK");
    read_doc(g, &f, "btrace-conf:read:", 0x3000, doc);
    assert_non_null(strstr(doc, "<bts size="));
    htv_gdb_close(g);
}

static void without_branches_there_is_no_branch_trace(void **state)
{
    struct fake f;
    struct htv_gdb *g = open_fake(&f, false);
    (void)state;
    const char *a = ask(g, &f, "qSupported");
    assert_null(strstr(a, "btrace"));
    assert_non_null(strstr(a, "ReverseStep+;ReverseContinue+"));
    ANSWERS("qXfer:btrace:read:all:0,100", "");
    ANSWERS("Qbtrace:bts", "");
    htv_gdb_close(g);
}

/* ---- moving ---- */

static void steps_end_at_both_ends(void **state)
{
    struct fake f;
    struct htv_gdb *g = open_fake(&f, false);
    (void)state;
    ANSWERS("s", "T05thread:1;replaylog:end;");
    for (unsigned i = STEPS - 1; i-- > 0;) {
        ANSWERS("bs", "T05thread:1;");
        assert_int_equal(f.at, i);
    }
    ANSWERS("bs", "T05thread:1;replaylog:begin;");
    ANSWERS("bc", "T05thread:1;replaylog:begin;");
    ANSWERS("vCont;s:1;c", "T05thread:1;");
    assert_int_equal(f.at, 1);
    ANSWERS("vCont;c", "T05thread:1;replaylog:end;");
    ANSWERS("?", "T05thread:1;");
    ANSWERS("Hc2", "OK");
    ANSWERS("bs", "T05thread:2;replaylog:begin;");
    ANSWERS("bx", "");
    ANSWERS("vCont?", "vCont;c;C;s;S;r");
    ANSWERS("vCont;x", "E16");
    ANSWERS("vCont;s:9", "E16");
    ANSWERS("vCont;r100:1", "E16");
    ANSWERS("vMustReplyEmpty", "");
    htv_gdb_close(g);
}

static void breakpoints_stop_both_ways(void **state)
{
    struct fake f;
    struct htv_gdb *g = open_fake(&f, false);
    (void)state;
    ANSWERS("Z0,108,2", "OK");
    ANSWERS("Z0,108,2", "OK");
    ANSWERS("Z1,204,4", "OK");
    ANSWERS("bc", "T05thread:1;");
    assert_int_equal(f.at, 8);
    ANSWERS("bc", "T05thread:1;");
    assert_int_equal(f.at, 4);
    ANSWERS("bc", "T05thread:1;");
    assert_int_equal(f.at, 2);
    ANSWERS("c", "T05thread:1;");
    assert_int_equal(f.at, 4);
    ANSWERS("z1,204,4", "OK");
    ANSWERS("c", "T05thread:1;");
    assert_int_equal(f.at, 8);
    ANSWERS("z0,108,2", "OK");
    ANSWERS("z0,108,2", "OK");
    ANSWERS("bc", "T05thread:1;replaylog:begin;");
    ANSWERS("vCont;r100,10c:1", "T05thread:1;");
    assert_int_equal(f.at, 3);
    ANSWERS("Z0,100", "E16");
    ANSWERS("Z3,100,4", "");
    htv_gdb_close(g);
}

static void there_is_a_last_breakpoint(void **state)
{
    struct fake f;
    struct htv_gdb *g = open_fake(&f, false);
    char packet[64];
    unsigned n = 0;
    const char *a = "OK";
    (void)state;
    for (; strcmp(a, "OK") == 0 && n < 100000; n++) { /* in an order that is none */
        snprintf(packet, sizeof packet, "Z0,%x,2", 0x10000u + (n * 7919u % 65536u) * 2u);
        a = ask(g, &f, packet);
    }
    assert_string_equal(a, "E0c");
    assert_int_equal(n, 1025);
    ANSWERS("bc", "T05thread:1;replaylog:begin;");
    htv_gdb_close(g);
}

static void a_watchpoint_stops_where_memory_changes(void **state)
{
    struct fake f;
    struct htv_gdb *g = open_fake(&f, false);
    (void)state;
    ANSWERS("Z2,1000,4", "OK");
    ANSWERS("bc", "T05thread:1;replaylog:begin;");
    ANSWERS("Z2,1007,1", "OK");
    ANSWERS("c", "T05thread:1;watch:1007;");
    assert_int_equal(f.at, 6);
    ANSWERS("z2,1007,1", "OK");
    ANSWERS("c", "T05thread:1;replaylog:end;");
    ANSWERS("Z2,1003,2", "OK");
    ANSWERS("bc", "T05thread:1;watch:1003;");
    htv_gdb_close(g);
}

/* A target that goes round and round. */
static unsigned step_for_ever(void *ctx, unsigned hart, bool back)
{
    struct fake *f = ctx;
    (void)hart;
    (void)back;
    f->at = (f->at + 1) % STEPS;
    return 0;
}

static void gdb_can_stop_a_long_run(void **state)
{
    struct fake f;
    struct htv_gdb *g;
    (void)state;
    ops.step = step_for_ever;
    g = open_fake(&f, false);
    f.stop_after = 3;
    ANSWERS("c", "T02thread:1;");
    assert_int_equal(f.asked, 4);
    f.asked = 0;
    assert_non_null(ask(g, &f, "qRcmd,63616c6c732039393939393939")); /* calls 9999999 */
    assert_true(f.asked < 20);
    ops.step = step;
    htv_gdb_close(g);
}

/* ---- threads, commands, the end ---- */

static void threads_are_listed(void **state)
{
    struct fake f;
    struct htv_gdb *g = open_fake(&f, false);
    (void)state;
    ANSWERS("qfThreadInfo", "m1,2");
    ANSWERS("qsThreadInfo", "l");
    ANSWERS("qC", "QC1");
    ANSWERS("qAttached", "1");
    ANSWERS("qTStatus", "");
    ANSWERS("Hc-1", "OK");
    ANSWERS("Hg0", "OK");
    htv_gdb_close(g);
}

/* Decode the 'O' packets in what was sent. */
static void console(const struct fake *f, char *text)
{
    const char *p = f->out;
    while ((p = strstr(p, "$O")) != NULL && p[2] != 'K') {
        unsigned byte;
        for (p += 2; *p != '#' && sscanf(p, "%2x", &byte) == 1; p += 2) {
            *text++ = (char)byte;
        }
    }
    *text = '\0';
}

static void a_user_can_ask_and_go(void **state)
{
    struct fake f;
    struct htv_gdb *g = open_fake(&f, false);
    char text[4096];
    (void)state;
    (void)ask(g, &f, "qRcmd,676f746f2034"); /* goto 4 */
    console(&f, text);
    assert_string_equal(text, "position 4\n");
    assert_int_equal(f.at, 4);
    (void)ask(g, &f, "qRcmd,676f746f203939"); /* goto 99 */
    console(&f, text);
    assert_string_equal(text, "position 99 is not in what was kept\n");
    assert_int_equal(f.at, 4);
    (void)ask(g, &f, "qRcmd,78"); /* x */
    console(&f, text);
    assert_non_null(strstr(text, "monitor calls"));
    ANSWERS("qRcmd,7", "E16");
    htv_gdb_close(g);
}

static void detaching_and_killing_end_it(void **state)
{
    static const char *const end[] = {"$D#44", "$k#6b", "$vKill;1#6e", "$D;1#b0"};
    struct fake f;
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        struct htv_gdb *g = open_fake(&f, true);
        assert_int_equal(htv_gdb_take(g, end[i], strlen(end[i])), HTV_GDB_DETACHED);
        assert_string_equal(f.out, i == 1 ? "+" : "+$OK#9a");
        htv_gdb_close(g);
    }
}

static void targets_that_cannot_be_are_refused(void **state)
{
    struct fake f = {0};
    struct htr_host host = {0};
    struct htv_gdb *g;
    struct htv_gdb_target target = {.ops = &ops, .ctx = &f, .harts = 0, .xlen = 64};
    const struct htv_gdb_link link = {.ctx = &f, .send = send_bytes};
    (void)state;
    assert_int_equal(htv_gdb_open(&g, &host, &target, &link), HTR_ERR_ARG);
    assert_null(g);
    target.harts = HTV_GDB_HARTS + 1;
    assert_int_equal(htv_gdb_open(&g, &host, &target, &link), HTR_ERR_ARG);
    target.harts = 1;
    target.xlen = 128;
    assert_int_equal(htv_gdb_open(&g, &host, &target, &link), HTR_ERR_ARG);
    htv_gdb_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wrong_sum_is_refused_and_what_is_lost_is_sent_again),
        cmocka_unit_test(a_peer_that_refuses_everything_is_left),
        cmocka_unit_test(a_packet_longer_than_announced_is_an_error),
        cmocka_unit_test(without_acknowledgments_there_are_none),
        cmocka_unit_test(registers_that_are_not_known_are_x),
        cmocka_unit_test(memory_ends_where_it_is_not_known),
        cmocka_unit_test(documents_come_in_pieces),
        cmocka_unit_test(branch_trace_is_blocks_the_newest_first),
        cmocka_unit_test(without_branches_there_is_no_branch_trace),
        cmocka_unit_test(steps_end_at_both_ends),
        cmocka_unit_test(breakpoints_stop_both_ways),
        cmocka_unit_test(there_is_a_last_breakpoint),
        cmocka_unit_test(a_watchpoint_stops_where_memory_changes),
        cmocka_unit_test(gdb_can_stop_a_long_run),
        cmocka_unit_test(threads_are_listed),
        cmocka_unit_test(a_user_can_ask_and_go),
        cmocka_unit_test(detaching_and_killing_end_it),
        cmocka_unit_test(targets_that_cannot_be_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
