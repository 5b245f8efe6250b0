/* SPDX-License-Identifier: Apache-2.0 */
/* Sequences of PCs: text in every accepted form, refused text, the log in memory, damaged input. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "pcs.h"

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
    struct pcs p;
    save(text, strlen(text));
    assert_int_equal(pcs_open_text(&p, "test", name), 0);
    size_t n = 0, more;
    while (n < max && (more = pcs_read(&p, pc + n, max - n)) > 0) {
        n += more;
    }
    *failed = p.failed;
    pcs_close(&p);
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
        (void)read_text(text, pc, 4, &failed);
        assert_true(failed);
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
}

/* Many lines: more than any buffer holds. */
static void a_long_list_keeps_its_order(void **state)
{
    (void)state;
    enum {
        LINES = 200000
    };
    struct pcs p;
    uint64_t pc[777], total = 0;
    size_t n;
    char *text = malloc(LINES * 12);
    size_t size = 0;
    for (unsigned i = 0; i < LINES; i++) {
        size += (size_t)sprintf(text + size, "0x%X\n", 2 * i);
    }
    save(text, size);
    free(text);
    assert_int_equal(pcs_open_text(&p, "test", name), 0);
    while ((n = pcs_read(&p, pc, 777)) > 0) {
        for (size_t i = 0; i < n; i++) {
            assert_int_equal(pc[i], 2 * total);
            total++;
        }
    }
    assert_int_equal(total, LINES);
    assert_false(p.failed);
    pcs_close(&p);
    remove(name);
}

static void any_bytes_give_an_answer(void **state)
{
    (void)state;
    uint32_t seed = 3;
    for (unsigned round = 0; round < 300; round++) {
        char bytes[200];
        uint64_t pc[8];
        struct pcs p;
        for (size_t i = 0; i < sizeof bytes; i++) {
            static const char letters[] = "0123456789abcdefABCDEFx\n\r, #\0\xFF";
            seed = seed * 1664525u + 1013904223u;
            bytes[i] = letters[(seed >> 8) % (sizeof letters - 1)];
        }
        save(bytes, sizeof bytes);
        assert_int_equal(pcs_open_text(&p, "test", name), 0);
        unsigned calls = 0;
        while (pcs_read(&p, pc, 8) > 0) {
            assert_true(++calls < 200);
        }
        pcs_close(&p);
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
    struct pc_log log = {0};
    struct pcs p;
    uint64_t pc[2 * N];
    for (size_t i = 0; i < N; i++) {
        assert_true(pc_log_add(&log, given[i]));
    }
    pcs_open_log(&p, "test", &log);
    assert_int_equal(pcs_read(&p, pc, 5), 5);
    assert_int_equal(pcs_read(&p, pc + 5, N), N - 5);
    assert_int_equal(pcs_read(&p, pc, 1), 0);
    pcs_open_log(&p, "test", &log);
    assert_int_equal(pcs_read(&p, pc, 2 * N), N);
    for (size_t i = 0; i < N; i++) {
        assert_int_equal(pc[i], given[i]);
    }
    pc_log_free(&log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_of_an_address_is_read),
        cmocka_unit_test(text_that_is_no_even_address_is_refused),
        cmocka_unit_test(a_line_too_long_is_refused),
        cmocka_unit_test(a_long_list_keeps_its_order),
        cmocka_unit_test(any_bytes_give_an_answer),
        cmocka_unit_test(the_log_gives_back_what_it_was_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
