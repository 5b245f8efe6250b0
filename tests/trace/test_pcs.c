/* SPDX-License-Identifier: Apache-2.0 */
/* Sequences of PCs: text in every accepted form, refused text, the log in memory, damaged input. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "htr/htr_pcs.h"
#include "ingress/ingress.h"

static struct htr_host host; /* prints nothing */
static char name[256];

static void save(const void *bytes, size_t n)
{
    const char *dir = getenv("TMPDIR");
    snprintf(name, sizeof name, "%s/hartrace-pcs-%ld", dir != NULL ? dir : "/tmp", (long)getpid());
    FILE *f = fopen(name, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    fclose(f);
}

/* Read a text; returns how many PCs came, the first max of them in pc. */
static size_t read_text(const char *text, uint64_t *pc, size_t max, bool *failed)
{
    struct htr_pcs p;
    save(text, strlen(text));
    assert_int_equal(htr_pcs_open_text(&p, &host, name), 0);
    size_t n = 0, more;
    while (n < max && (more = htr_pcs_read(&p, pc + n, max - n)) > 0) {
        n += more;
    }
    *failed = p.failed;
    htr_pcs_close(&p);
    remove(name);
    return n;
}

static void every_form_of_an_address_is_read(void **state)
{
    (void)state;
    uint64_t pc[16];
    bool failed;
    size_t n = read_text("# a comment\n0x80000000\n0X80000002,L2\n\n80000004\r\n"
                         "0xffffffff80000006 tail\n0xABCDEF0\n0x0\nfffffffffffffffe",
                         pc, 16, &failed);
    assert_false(failed);
    assert_int_equal(n, 7);
    assert_int_equal(pc[0], 0x80000000);
    assert_int_equal(pc[1], 0x80000002);
    assert_int_equal(pc[2], 0x80000004);
    assert_int_equal(pc[3], UINT64_C(0xFFFFFFFF80000006));
    assert_int_equal(pc[4], 0xABCDEF0);
    assert_int_equal(pc[5], 0);
    assert_int_equal(pc[6], UINT64_C(0xFFFFFFFFFFFFFFFE));
}

static void text_that_is_no_even_address_is_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"0x",    "0x1",    "hello", "0x80000000;",        "-2",
                                      "0x8g0", "0x80.0", ",L4",   "0x10000000000000000"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        uint64_t pc[4];
        bool failed;
        char text[64];
        snprintf(text, sizeof text, "0x100\n%s\n", bad[i]);
        host.last.status = HTR_OK;
        (void)read_text(text, pc, 4, &failed);
        assert_true(failed);
        assert_int_equal(host.last.status, HTR_ERR_FORMAT);
        assert_string_equal(host.last.file, name);
        assert_non_null(strstr(host.last.text, "line 2: "));
        assert_non_null(strstr(host.last.text, bad[i]));
    }
}

static void a_line_too_long_is_refused(void **state)
{
    (void)state;
    static char text[10000];
    uint64_t pc[4];
    bool failed;
    memset(text, '0', sizeof text - 2);
    text[sizeof text - 2] = '\n';
    (void)read_text(text, pc, 4, &failed);
    assert_true(failed);
    assert_int_equal(host.last.status, HTR_ERR_READ);
    assert_non_null(strstr(host.last.text, "line 1: "));
}

/* No file, and a stream without the hart that is asked for. */
static void what_is_not_there_is_refused(void **state)
{
    (void)state;
    static struct ingress_writer w; /* large */
    const struct ingress_header header = {.xlen = 64, .itype_width = 4, .harts = 2};
    struct htr_pcs p;
    assert_int_equal(htr_pcs_open_text(&p, &host, "/nowhere/pcs"), HTR_ERR_OPEN);
    assert_int_equal(htr_pcs_open_ingress(&p, &host, "/nowhere/ing", 0), HTR_ERR_OPEN);
    save("", 0);
    FILE *f = fopen(name, "wb");
    assert_non_null(f);
    assert_int_equal(ingress_writer_open(&w, f, false, &header), INGRESS_OK);
    assert_int_equal(ingress_writer_close(&w), INGRESS_OK);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(htr_pcs_open_ingress(&p, &host, name, 2), HTR_ERR_ARG);
    assert_non_null(strstr(host.last.text, "has no hart 2; it holds harts 0 to 1"));
    assert_int_equal(htr_pcs_open_ingress(&p, &host, name, 1), HTR_OK);
    uint64_t pc;
    assert_int_equal(htr_pcs_read(&p, &pc, 1), 0);
    assert_false(p.failed);
    htr_pcs_close(&p);
    remove(name);
}

/* Many lines: more than any buffer holds. */
static void a_long_list_keeps_its_order(void **state)
{
    (void)state;
    enum {
        LINES = 200000
    };
    struct htr_pcs p;
    uint64_t pc[777], total = 0;
    size_t n;
    char *text = malloc(LINES * 12);
    size_t size = 0;
    for (unsigned i = 0; i < LINES; i++) {
        size += (size_t)sprintf(text + size, "0x%X\n", 2 * i);
    }
    save(text, size);
    free(text);
    assert_int_equal(htr_pcs_open_text(&p, &host, name), 0);
    while ((n = htr_pcs_read(&p, pc, 777)) > 0) {
        for (size_t i = 0; i < n; i++) {
            assert_int_equal(pc[i], 2 * total);
            total++;
        }
    }
    assert_int_equal(total, LINES);
    assert_false(p.failed);
    htr_pcs_close(&p);
    remove(name);
}

/* A list of one line of each form, at every distance from the others: what came before a line, and
 * how many bytes follow it, must not count. */
static void every_form_of_a_line_is_read_behind_every_other(void **state)
{
    (void)state;
    static const struct {
        const char *text; /* "" gives no PC */
        uint64_t pc;
        bool none;
    } form[] = {
        {"0x80000000", 0x80000000, false},
        {"0x80000002,L4", 0x80000002, false},
        {"0x80000004,BD4\r", 0x80000004, false},
        {"0x80000006\r", 0x80000006, false},
        {"0X80000008", 0x80000008, false},
        {"8000000a", 0x8000000A, false},
        {"0xffffffff8000000C", UINT64_C(0xFFFFFFFF8000000C), false},
        {"0xFFFFFFFF8000000e,L2", UINT64_C(0xFFFFFFFF8000000E), false},
        {"0xAbCdEf0123456788", UINT64_C(0xABCDEF0123456788), false},
        {"0x0000000000000010,CD4,0x80000000", 0x10, false},
        {"0x12 and more", 0x12, false},
        {"0x14,", 0x14, false},
        {"0x123456789A,a comment after a comma", UINT64_C(0x123456789A), false},
        {"6", 6, false},
        {"", 0, true},
        {"\r", 0, true},
        {"# 0x80000000", 0, true},
    };
    enum {
        FORMS = sizeof form / sizeof form[0]
    };
    for (unsigned i = 0; i < FORMS; i++) {
        for (unsigned j = 0; j < FORMS; j++) {
            for (unsigned ended = 0; ended < 2; ended++) {
                char text[256];
                uint64_t pc[4];
                bool failed;
                snprintf(text, sizeof text, "%s\n%s%s", form[i].text, form[j].text,
                         ended ? "\n" : "");
                size_t n = read_text(text, pc, 4, &failed), want = 0;
                assert_false(failed);
                if (!form[i].none) {
                    assert_true(n > want && pc[want] == form[i].pc);
                    want++;
                }
                if (!form[j].none) {
                    assert_true(n > want && pc[want] == form[j].pc);
                    want++;
                }
                assert_int_equal(n, want);
            }
        }
    }
}

/* Every character at every place of an address, against strtoull and isxdigit. */
static void every_character_at_every_place(void **state)
{
    (void)state;
    for (unsigned digits = 1; digits <= 16; digits++) {
        for (unsigned at = 0; at < digits; at++) {
            for (unsigned c = 1; c < 256; c++) {
                char line[32], text[64];
                uint64_t pc[2] = {0};
                bool failed;
                memset(line, 0, sizeof line);
                memcpy(line, "2468ace02468ACE2", digits);
                line[at] = (char)c;
                line[digits - 1] = at == digits - 1 ? (char)c : '8';
                if (c == '\n' || c == '\r' || c == ',' || c == ' ' || c == '#' || c == 'x' ||
                    c == 'X') {
                    continue; /* they end an address, or begin one */
                }
                snprintf(text, sizeof text, "0x%s\n", line);
                size_t n = read_text(text, pc, 2, &failed);
                uint64_t want = strtoull(line, NULL, 16);
                bool good = isxdigit((int)c) != 0 && (want & 1) == 0;
                assert_int_equal(failed, !good);
                assert_int_equal(n, good ? 1 : 0);
                assert_true(!good || pc[0] == want);
            }
        }
    }
}

/* The line that pcs.line and the place in the batch tell is the line of the text. */
static void lines_are_counted_with_comments_and_blanks(void **state)
{
    (void)state;
    struct htr_pcs p;
    char text[4096];
    size_t size = 0, n;
    uint64_t pc[7], seen = 0;
    unsigned line = 0;
    for (unsigned i = 0; i < 100; i++) { /* the address is the number of its line, twice */
        unsigned extra = (i * 7) % 3;
        for (unsigned k = 0; k < extra; k++, line++) {
            size += (size_t)sprintf(text + size, k == 0 ? "# note\n" : "\r\n");
        }
        line++;
        size += (size_t)sprintf(text + size, i % 5 == 0 ? "%x\n" : "0x%X,L2\n", 2 * line);
    }
    save(text, size);
    assert_int_equal(htr_pcs_open_text(&p, &host, name), 0);
    while ((n = htr_pcs_read(&p, pc, 7)) > 0) {
        for (size_t i = 0; i < n; i++) {
            assert_int_equal(pc[i], 2 * (p.line + i));
            seen++;
        }
    }
    assert_int_equal(seen, 100);
    htr_pcs_close(&p);
    remove(name);
}

static void any_bytes_give_an_answer(void **state)
{
    (void)state;
    uint32_t seed = 3;
    for (unsigned round = 0; round < 300; round++) {
        char bytes[200];
        uint64_t pc[8];
        struct htr_pcs p;
        for (size_t i = 0; i < sizeof bytes; i++) {
            static const char letters[] = "0123456789abcdefABCDEFx\n\r, #\0\xFF";
            seed = seed * 1664525u + 1013904223u;
            bytes[i] = letters[(seed >> 8) % (sizeof letters - 1)];
        }
        save(bytes, sizeof bytes);
        assert_int_equal(htr_pcs_open_text(&p, &host, name), 0);
        unsigned calls = 0;
        while (htr_pcs_read(&p, pc, 8) > 0) {
            assert_true(++calls < 200);
        }
        htr_pcs_close(&p);
        remove(name);
    }
}

static void the_log_gives_back_what_it_was_given(void **state)
{
    (void)state;
    static const uint64_t given[] = {0,
                                     2,
                                     0x80000000,
                                     0x80000004,
                                     0x80000002,
                                     0x7FFFFF82, /* 128 bytes back: the nearest that is "near" */
                                     0x7FFFFF00,
                                     UINT64_C(0x7FFFFF00) +
                                         380, /* 190 half-words ahead: the farthest near */
                                     UINT64_C(0x7FFFFF00) + 380 + 382,
                                     UINT64_C(0xFFFFFFFFFFFFFFFE),
                                     0,
                                     UINT64_C(0xFFFFFFFF80000000)};
    enum {
        N = sizeof given / sizeof given[0]
    };
    struct htr_pc_log log = {0};
    struct htr_pcs p;
    uint64_t pc[2 * N];
    for (size_t i = 0; i < N; i++) {
        assert_true(htr_pc_log_add(&log, given[i]));
    }
    htr_pcs_open_log(&p, &host, &log);
    assert_int_equal(htr_pcs_read(&p, pc, 5), 5);
    assert_int_equal(htr_pcs_read(&p, pc + 5, N), N - 5);
    assert_int_equal(htr_pcs_read(&p, pc, 1), 0);
    htr_pcs_close(&p);
    htr_pcs_open_log(&p, &host, &log);
    assert_int_equal(htr_pcs_read(&p, pc, 2 * N), N);
    for (size_t i = 0; i < N; i++) {
        assert_int_equal(pc[i], given[i]);
    }
    htr_pcs_close(&p);
    htr_pc_log_free(&log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_of_an_address_is_read),
        cmocka_unit_test(text_that_is_no_even_address_is_refused),
        cmocka_unit_test(a_line_too_long_is_refused),
        cmocka_unit_test(what_is_not_there_is_refused),
        cmocka_unit_test(a_long_list_keeps_its_order),
        cmocka_unit_test(every_form_of_a_line_is_read_behind_every_other),
        cmocka_unit_test(every_character_at_every_place),
        cmocka_unit_test(lines_are_counted_with_comments_and_blanks),
        cmocka_unit_test(any_bytes_give_an_answer),
        cmocka_unit_test(the_log_gives_back_what_it_was_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
