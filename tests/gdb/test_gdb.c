/* SPDX-License-Identifier: Apache-2.0 */
/* The remote serial protocol without GDB and without sockets: packets in, packets out; what the
 * target is. */
#include "gdb_fake.h"

/* ---- packets ---- */

static void a_wrong_sum_is_refused_and_what_is_lost_is_sent_again(void **state)
{
    struct gdb_fake f;
    struct htv_gdb *g = gdb_fake_open(&f, true);
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
    struct gdb_fake f;
    struct htv_gdb *g = gdb_fake_open(&f, true);
    enum htv_gdb_state s = HTV_GDB_GOES_ON;
    unsigned n = 0;
    (void)state;
    ANSWERS("?", "T05thread:1;");
    while (s == HTV_GDB_GOES_ON && n++ < 1000) {
        s = htv_gdb_take(g, "-", 1);
    }
    assert_int_equal(s, HTV_GDB_BROKEN);
    htv_gdb_close(g);
    g = gdb_fake_open(&f, true);
    f.gone = true;
    assert_int_equal(htv_gdb_take(g, "$?#3f", 5), HTV_GDB_BROKEN);
    htv_gdb_close(g);
}

static void a_packet_longer_than_announced_is_an_error(void **state)
{
    struct gdb_fake f;
    struct htv_gdb *g = gdb_fake_open(&f, true);
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
    struct gdb_fake f;
    struct htv_gdb *g = gdb_fake_open(&f, true);
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
    struct gdb_fake f;
    struct htv_gdb *g = gdb_fake_open(&f, true);
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
    struct gdb_fake f;
    struct htv_gdb *g = gdb_fake_open(&f, true);
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
static void read_doc(struct htv_gdb *g, struct gdb_fake *f, const char *object, unsigned by,
                     char *out)
{
    char packet[128];
    size_t n = 0;
    for (bool more = true; more;) {
        snprintf(packet, sizeof packet, "qXfer:%s:%zx,%x", object, n, by);
        const char *a = gdb_fake_ask(g, f, packet);
        assert_true(a[0] == 'm' || a[0] == 'l');
        const size_t before = n;
        more = a[0] == 'm';
        for (const char *p = a + 1; *p != '\0'; p++) { /* '}' escapes the byte after it */
            assert_null(strchr("#$*", *p));
            out[n++] = *p == '}' ? (char)(*++p ^ 0x20) : *p;
        }
        assert_true(n - before <= by);
        out[n] = '\0';
    }
}

static void documents_come_in_pieces(void **state)
{
    static const char *const object[] = {"features:read:target.xml",
                                         "threads:read:", "btrace:read:all", "btrace-conf:read:"};
    static char whole[1 << 15], pieces[1 << 15];
    struct gdb_fake f;
    struct htv_gdb *g = gdb_fake_open(&f, true);
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
    assert_non_null(strstr(whole, "<thread id=\"2\" core=\"1\" name=\"other *\"/>"));
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
    struct gdb_fake f;
    struct htv_gdb *g = gdb_fake_open(&f, true);
    const char *at;
    unsigned n = 0;
    (void)state;
    assert_non_null(
        strstr(gdb_fake_ask(g, &f, "qSupported:swbreak+"),
               ";qXfer:btrace:read+;qXfer:btrace-conf:read+;Qbtrace:bts+;Qbtrace:off+"));
    read_doc(g, &f, "btrace:read:all", 0x3000, doc);
    for (at = doc; (at = strstr(at, "<block begin=\"")) != NULL; n++) {
        unsigned long long begin, end;
        assert_int_equal(sscanf(at, "<block begin=\"%llx\" end=\"%llx\"/>", &begin, &end), 2);
        assert_int_equal(begin, gdb_fake_block[n].begin);
        assert_int_equal(end, gdb_fake_block[n].end);
        at++;
    }
    assert_int_equal(n, GDB_FAKE_BLOCKS);
    read_doc(g, &f, "btrace:read:new", 0x3000, doc);
    assert_null(strstr(doc, "<block "));
    ANSWERS("Hg2", "OK");
    read_doc(g, &f, "btrace:read:all", 0x3000, doc);
    assert_non_null(
        strstr(doc, "<block begin=\"0x0000000000000300\" end=\"0x0000000000000300\"/>"));
    assert_memory_equal(gdb_fake_ask(g, &f, "Qbtrace:pt"), "E.", 2);
    ANSWERS("Qbtrace:off", "OK");
    assert_memory_equal(gdb_fake_ask(g, &f, "Qbtrace:off"), "E.", 2);
    assert_memory_equal(gdb_fake_ask(g, &f, "qXfer:btrace:read:all:0,100"), "E.", 2);
    ANSWERS("qXfer:btrace-conf:read::0,100", "l");
    ANSWERS("Qbtrace-conf:bts:size=4000", "OK");
    ANSWERS("Qbtrace:bts", "OK");
    read_doc(g, &f, "btrace-conf:read:", 0x3000, doc);
    assert_non_null(strstr(doc, "<bts size="));
    htv_gdb_close(g);
}

static void without_branches_there_is_no_branch_trace(void **state)
{
    struct gdb_fake f;
    struct htv_gdb *g = gdb_fake_open(&f, false);
    (void)state;
    const char *a = gdb_fake_ask(g, &f, "qSupported");
    assert_null(strstr(a, "btrace"));
    assert_non_null(strstr(a, "ReverseStep+;ReverseContinue+"));
    ANSWERS("qXfer:btrace:read:all:0,100", "");
    ANSWERS("Qbtrace:bts", "");
    htv_gdb_close(g);
}

static void targets_that_cannot_be_are_refused(void **state)
{
    static struct gdb_fake f;
    struct htr_host host = {0};
    struct htv_gdb *g;
    struct htv_gdb_target target = {.ops = gdb_fake_ops(), .ctx = &f, .harts = 0, .xlen = 64};
    const struct htv_gdb_link link = {.ctx = &f};
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
        cmocka_unit_test(targets_that_cannot_be_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
