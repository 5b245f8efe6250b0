/* SPDX-License-Identifier: Apache-2.0 */
/* The remote serial protocol without GDB and without sockets: moving, commands, and the end. */
#include "gdb_fake.h"

/* ---- moving ---- */

static void steps_end_at_both_ends(void **state)
{
    struct gdb_fake f;
    struct htv_gdb *g = gdb_fake_open(&f, false);
    (void)state;
    ANSWERS("s", "T05thread:1;replaylog:end;");
    for (unsigned i = GDB_FAKE_STEPS - 1; i-- > 0;) {
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
    struct gdb_fake f;
    struct htv_gdb *g = gdb_fake_open(&f, false);
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

static void breakpoints_are_found_in_any_order(void **state)
{
    static const char *const set[] = {"Z0,300,2", "Z0,204,2", "Z0,50,2", "Z0,108,2", "Z0,400,2"};
    static const unsigned stop[] = {8, 4, 2};
    struct gdb_fake f;
    struct htv_gdb *g = gdb_fake_open(&f, false);
    (void)state;
    for (unsigned i = 0; i < sizeof set / sizeof set[0]; i++) {
        ANSWERS(set[i], "OK");
    }
    for (unsigned i = 0; i < sizeof stop / sizeof stop[0]; i++) {
        ANSWERS("bc", "T05thread:1;");
        assert_int_equal(f.at, stop[i]);
    }
    ANSWERS("z0,50,2", "OK");
    ANSWERS("z0,108,2", "OK");
    ANSWERS("bc", "T05thread:1;replaylog:begin;");
    ANSWERS("c", "T05thread:1;");
    assert_int_equal(f.at, 4);
    htv_gdb_close(g);
}

/* Where the order of all harts is known they go on together; otherwise the one that is looked at.
 */
static void harts_go_on_together_or_alone(void **state)
{
    struct gdb_fake f;
    struct htv_gdb *g = gdb_fake_open(&f, false);
    (void)state;
    ANSWERS("Hg2", "OK");
    ANSWERS("Z0,108,2", "OK");
    ANSWERS("bc", "T05thread:1;");
    assert_int_equal(f.at, 8);
    htv_gdb_close(g);
    g = gdb_fake_open(&f, true);
    ANSWERS("Hg2", "OK");
    ANSWERS("Z0,108,2", "OK");
    ANSWERS("bc", "T05thread:2;replaylog:begin;");
    assert_int_equal(f.at, GDB_FAKE_STEPS - 1);
    htv_gdb_close(g);
}

static void there_is_a_last_breakpoint(void **state)
{
    struct gdb_fake f;
    struct htv_gdb *g = gdb_fake_open(&f, false);
    char packet[64];
    unsigned n = 0;
    const char *a = "OK";
    (void)state;
    for (; strcmp(a, "OK") == 0 && n < 100000; n++) { /* in an order that is none */
        snprintf(packet, sizeof packet, "Z0,%x,2", 0x10000u + (n * 7919u % 65536u) * 2u);
        a = gdb_fake_ask(g, &f, packet);
    }
    assert_string_equal(a, "E0c");
    assert_int_equal(n, 1025);
    ANSWERS("bc", "T05thread:1;replaylog:begin;");
    htv_gdb_close(g);
}

static void a_watchpoint_stops_where_memory_changes(void **state)
{
    struct gdb_fake f;
    struct htv_gdb *g = gdb_fake_open(&f, false);
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

static void gdb_can_stop_a_long_run(void **state)
{
    struct gdb_fake f;
    struct htv_gdb *g = gdb_fake_open(&f, false);
    (void)state;
    f.endless = true;
    f.stop_after = 3;
    ANSWERS("c", "T02thread:1;");
    assert_int_equal(f.asked, 4);
    f.asked = 0;
    assert_non_null(gdb_fake_ask(g, &f, "qRcmd,63616c6c732039393939393939")); /* calls 9999999 */
    assert_true(f.asked < 20);
    htv_gdb_close(g);
}

/* ---- threads, commands, the end ---- */

static void threads_are_listed(void **state)
{
    struct gdb_fake f;
    struct htv_gdb *g = gdb_fake_open(&f, false);
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
static void console(const struct gdb_fake *f, char *text)
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
    struct gdb_fake f;
    struct htv_gdb *g = gdb_fake_open(&f, false);
    char text[4096];
    (void)state;
    (void)gdb_fake_ask(g, &f, "qRcmd,676f746f2034"); /* goto 4 */
    console(&f, text);
    assert_string_equal(text, "position 4\n");
    assert_int_equal(f.at, 4);
    (void)gdb_fake_ask(g, &f, "qRcmd,676f746f203939"); /* goto 99 */
    console(&f, text);
    assert_string_equal(text, "position 99 is not in what was kept\n");
    assert_int_equal(f.at, 4);
    (void)gdb_fake_ask(g, &f, "qRcmd,78"); /* x */
    console(&f, text);
    assert_non_null(strstr(text, "monitor calls"));
    ANSWERS("qRcmd,7", "E16");
    htv_gdb_close(g);
}

static void detaching_and_killing_end_it(void **state)
{
    static const char *const end[] = {"$D#44", "$k#6b", "$vKill;1#6e", "$D;1#b0"};
    struct gdb_fake f;
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        struct htv_gdb *g = gdb_fake_open(&f, true);
        assert_int_equal(htv_gdb_take(g, end[i], strlen(end[i])), HTV_GDB_DETACHED);
        assert_string_equal(f.out, i == 1 ? "+" : "+$OK#9a");
        htv_gdb_close(g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_end_at_both_ends),
        cmocka_unit_test(breakpoints_stop_both_ways),
        cmocka_unit_test(breakpoints_are_found_in_any_order),
        cmocka_unit_test(harts_go_on_together_or_alone),
        cmocka_unit_test(there_is_a_last_breakpoint),
        cmocka_unit_test(a_watchpoint_stops_where_memory_changes),
        cmocka_unit_test(gdb_can_stop_a_long_run),
        cmocka_unit_test(threads_are_listed),
        cmocka_unit_test(a_user_can_ask_and_go),
        cmocka_unit_test(detaching_and_killing_end_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
