/* SPDX-License-Identifier: Apache-2.0 */
/* What the firmware library sends is what the host reads: UART logs with any byte lost, rings torn
 * and damaged, prints, build ids. */
#include <stdlib.h>

#include "fw_rig.h"

static void a_log_of_each_form(void **state)
{
    static struct rig g;
    (void)state;
    for (unsigned form = FWT_UART_TEXT; form <= FWT_UART_BINARY; form++) {
        begin(&g, form);
        a_few(&g.t);
        fwt_printf(&g.t, "%s has more than sixty characters, and so it is sent in two parts; %d",
                   "this", 7);
        struct htr_fw f = reader(&g);
        assert_int_equal(form == FWT_UART_TEXT ? htr_fw_uart_text(&f, g.log, g.fill)
                                               : htr_fw_uart_binary(&f, g.log, g.fill),
                         HTR_OK);
        check_a_few(&g);
        assert_string_equal(g.seen.text[6],
                            "this has more than sixty characters, and so it is sent "
                            "in two parts; 7");
        assert_int_equal(f.count.unknown, 1);
        assert_int_equal(f.count.damaged, 0);
        assert_int_equal(f.count.lost, 0);
        htr_fw_table_free(&g.table);
    }
}

/* Words as they were sent, in order: what is seen after a loss is a subsequence, and the rest is
 * announced. */
static void any_byte_lost(void **state)
{
    static struct rig g;
    static uint8_t cut[LOG];
    (void)state;
    begin(&g, FWT_UART_BINARY);
    for (unsigned i = 0; i < 40; i++) {
        fwt_debug(&g.t, i & 3u, i % 7 == 0 ? 0 : 127, i % 5 == 0 ? 0 : i * 77777);
        if (i % 8 == 3) {
            a_few(&g.t);
        }
    }
    const uint32_t sent = g.u.queue.head->wpos;
    for (size_t lost = 0; lost < g.fill; lost++) {
        for (size_t n = 1; n <= 3 && lost + n < g.fill; n++) {
            memcpy(cut, g.log, lost);
            memcpy(cut + lost, g.log + lost + n, g.fill - lost - n);
            struct htr_fw f = reader(&g);
            assert_int_equal(htr_fw_uart_binary(&f, cut, g.fill - n), HTR_OK);
            /* The last message alone has nothing after it that shows the loss. */
            const bool last = lost + n > g.fill - 12;
            assert_true(f.count.words + f.count.lost == sent || last);
            /* At most two frames go with one byte. */
            assert_true(f.count.words + (n == 1 ? 18 : 27) >= sent);
            assert_true(f.count.words < sent || n > 1 || lost == 0);
        }
    }
    htr_fw_table_free(&g.table);
}

static void a_log_cut_anywhere(void **state)
{
    static struct rig g;
    (void)state;
    for (unsigned form = FWT_UART_TEXT; form <= FWT_UART_BINARY; form++) {
        begin(&g, form);
        a_few(&g.t);
        for (size_t n = 0; n < g.fill; n++) {
            struct htr_fw f = reader(&g);
            assert_int_equal(form == FWT_UART_TEXT ? htr_fw_uart_text(&f, g.log, n)
                                                   : htr_fw_uart_binary(&f, g.log, n),
                             HTR_OK);
            for (unsigned i = 0; i < g.seen.n && i < 6; i++) {
                assert_true(strcmp(g.seen.text[i], a_few_texts[i]) == 0 || i + 1 == g.seen.n);
            }
        }
        htr_fw_table_free(&g.table);
    }
}

/* ---- accounting under overflow ---- */

static int refuse(void *ctx, uint8_t byte)
{
    struct rig *g = ctx;
    static uint32_t random = 1;
    random = random * 1664525 + 1013904223;
    return random >> 28 < 15 ? FWT_ERR_FULL : write_log(g, byte);
}

/* A UART that is much too slow. HARTRACE_SOAK multiplies. */
static void received_and_announced_is_sent(void **state)
{
    static struct rig g;
    const char *soak = getenv("HARTRACE_SOAK");
    const unsigned times = soak != NULL ? 140 * (unsigned)atoi(soak) : 140; /* a million words */
    (void)state;
    for (unsigned form = FWT_UART_TEXT; form <= FWT_UART_BINARY; form++) {
        begin(&g, form);
        g.u.write = refuse;
        uint64_t sent = 0;
        struct htr_fw f = reader(&g);
        for (unsigned k = 0; k < times; k++) {
            for (unsigned i = 0; i < 2500; i++) {
                fwt_debug(&g.t, i & 3u, 127, i);
                fwt_print(&g.t, "%d", (int)i);
                sent += 3;
            }
            while (fwt_flush(&g.t) != FWT_OK || !fwt_uart_poll(&g.u)) {
            }
            assert_int_equal(form == FWT_UART_TEXT ? htr_fw_uart_text(&f, g.log, g.fill)
                                                   : htr_fw_uart_binary(&f, g.log, g.fill),
                             HTR_OK);
            g.fill = 0;
            if (form == FWT_UART_BINARY) { /* each log begins at 0 */
                while (!fwt_uart_poll(&g.u)) {
                }
                g.u.queue.head->wpos = g.u.queue.head->rpos = 0;
                memset(g.u.queue.slot, 0, 128 * sizeof(struct fwt_slot));
            }
        }
        assert_true(f.count.lost > 0);
        assert_int_equal(f.count.damaged, 0);
        assert_int_equal(f.count.words + f.count.lost, sent);
        htr_fw_table_free(&g.table);
    }
}

/* ---- prints ---- */

static void prints_that_are_not_whole(void **state)
{
    static struct rig g;
    (void)state;
    begin(&g, FWT_UART_TEXT);
    struct htr_fw f = reader(&g);
    assert_int_equal(htr_fw_word(&f, 0, 2u << 26 | 5, 0), HTR_OK);
    assert_int_equal(htr_fw_word(&f, 24, 1, 1), HTR_OK);
    assert_int_equal(htr_fw_word(&f, 21, 0x3ffffff, 2), HTR_OK); /* inside; not in the ELF */
    assert_int_equal(htr_fw_word(&f, 0, 1u << 26 | 5, 3), HTR_OK);
    assert_int_equal(htr_fw_word(&f, 25, 0, 4), HTR_OK);
    assert_int_equal(htr_fw_end(&f), HTR_OK);
    assert_int_equal(g.seen.n, 4);
    assert_string_equal(g.seen.text[0], "<text at 0x3ffffff: not in this ELF>");
    assert_string_equal(g.seen.text[1], "damaged: a print without its last 1 word");
    assert_string_equal(g.seen.text[2], "damaged: a word of a print without its header");
    assert_string_equal(g.seen.text[3], "damaged: a print without its last 1 word");
    htr_fw_table_free(&g.table);
}

/* Expected text is that of printf. */
static void formats_of_the_host(void **state)
{
    static const struct {
        const char *format, *want;
        uint32_t words[2];
        unsigned n;
        bool whole;
    } rows[] = {
        {"%d", "-1", {0xffffffff}, 1, true},
        {"%hhd %%", "-1 %", {0xff}, 1, true},
        {"%+5d|", "   +3|", {3}, 1, true},
        {"%-6x|", "ff    |", {0xff}, 1, true},
        {"%#010x", "0x000000ff", {0xff}, 1, true},
        {"%.3u", "007", {7}, 1, true},
        {"%llx", "123456789", {0x23456789, 1}, 2, true},
        {"%lu", "4294967296", {0, 1}, 2, true},
        {"%lld", "-2", {0xfffffffe, 0xffffffff}, 2, true},
        {"%p", "0x80000000", {0x80000000, 0}, 2, true},
        {"%3c|", "  A|", {'A'}, 1, true},
        {"%u", "<argument missing>", {0}, 0, false},
        {"%u", "1 <1 words more>", {1, 2}, 2, false},
        {"%f", "<%f: not a conversion of fwt_print>", {0, 0}, 2, false},
        {"%", "<% : not a conversion of fwt_print>", {0}, 0, false},
        {"%s", "<text at 0x10: not constant in the ELF>", {16, 0}, 2, false},
        {"%8s|", "  (null)|", {0, 0}, 2, true},
    };
    static struct htr_fw_elf elf;
    char text[100];
    (void)state;
    elf.elf.xlen = 64;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(
            htr_fw_format(&elf, rows[i].format, rows[i].words, rows[i].n, text, sizeof text),
            rows[i].whole);
        assert_string_equal(text, rows[i].want);
    }
    assert_true(htr_fw_format(&elf, "0123456789", rows[0].words, 0, text, 5));
    assert_string_equal(text, "0123");
}

static void the_wrong_elf_is_refused(void **state)
{
    static const uint8_t note[] = {4, 0, 0,   0,   4,   0, 0,    0,    3,    0,
                                   0, 0, 'G', 'N', 'U', 0, 0x12, 0x34, 0x56, 0x78};
    static struct rig g;
    (void)state;
    for (unsigned form = FWT_UART_TEXT; form <= FWT_UART_BINARY; form++) {
        for (unsigned wrong = 0; wrong < 5; wrong++) {
            uint8_t id[4] = {0x12, 0x34, 0x56, 0x78};
            begin(&g, form);
            fwt_debug(&g.t, 0, 0, 0);
            assert_int_equal(fwt_hello(&g.t, note, sizeof note), FWT_OK);
            a_few(&g.t);
            g.elf.id = (struct htr_fw_span){id, sizeof id};
            if (wrong < 4) {
                id[wrong] ^= 1;
            }
            struct htr_fw f = reader(&g);
            const int status = form == FWT_UART_TEXT ? htr_fw_uart_text(&f, g.log, g.fill)
                                                     : htr_fw_uart_binary(&f, g.log, g.fill);
            assert_int_equal(status, wrong < 4 ? HTR_ERR_CONFLICT : HTR_OK);
            assert_true(wrong == 4 ||
                        strstr(g.host.last.text, "not the program that wrote log") != NULL);
            assert_int_equal(g.seen.n, wrong < 4 ? 1 : 7);
            htr_fw_table_free(&g.table);
        }
    }
}

static void text_of_others_in_the_log(void **state)
{
    static const char log[] = "U-Boot 2023\r\n0x60000005\r\n0x600000\n# 0x04000000\n!lost x\n"
                              "!lost 3\n!lost 3\n!torn\n0x80000000\n0x600000056\nbye";
    static const char *const want[] = {
        "U-Boot 2023",
        "pm.DEVICE_ON: device_id=5",
        "damaged: a line that is cut or damaged: 0x600000",
        "damaged: a line that is cut or damaged: # 0x04000000",
        "damaged: a line that is cut or damaged: !lost x",
        "lost 3 words: on the target",
        "lost 1 word: torn by a reset",
        "damaged: a line that is cut or damaged: 0x600000056",
        "bye",
    };
    static struct rig g;
    (void)state;
    begin(&g, FWT_UART_TEXT);
    struct htr_fw f = reader(&g);
    assert_int_equal(htr_fw_uart_text(&f, (const uint8_t *)log, sizeof log - 1), HTR_OK);
    assert_int_equal(g.seen.n, 9);
    for (unsigned i = 0; i < 9; i++) {
        assert_string_equal(g.seen.text[i], want[i]);
    }
    assert_int_equal(f.count.reserved, 1); /* domain 4 */
    assert_int_equal(f.count.foreign, 2);
    htr_fw_table_free(&g.table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_log_of_each_form),
        cmocka_unit_test(any_byte_lost),
        cmocka_unit_test(a_log_cut_anywhere),
        cmocka_unit_test(received_and_announced_is_sent),
        cmocka_unit_test(prints_that_are_not_whole),
        cmocka_unit_test(formats_of_the_host),
        cmocka_unit_test(the_wrong_elf_is_refused),
        cmocka_unit_test(text_of_others_in_the_log),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
