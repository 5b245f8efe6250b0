/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers as text: the C library says what they look like. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "htr/htr_out.h"

static void check(uint64_t v)
{
    char want[32], got[HTR_NUMBER];
    int n = snprintf(want, sizeof want, "%" PRIu64, v);
    assert_int_equal(htr_decimal(got, v) - got, n);
    assert_memory_equal(got, want, (size_t)n);
    for (unsigned digits = 0; digits <= 16; digits++) {
        n = v == 0 && digits == 0 ? 0 : snprintf(want, sizeof want, "%0*" PRIX64, (int)digits, v);
        assert_int_equal(htr_hex(got, v, digits) - got, n);
        assert_memory_equal(got, want, (size_t)n);
    }
}

static void numbers_look_as_the_c_library_prints_them(void **state)
{
    uint64_t x = 1;
    (void)state;
    for (uint64_t v = 0; v < 20000; v++) {
        check(v);
    }
    for (uint64_t power = 1; power <= UINT64_MAX / 10; power *= 10) {
        check(power * 10 - 1);
        check(power * 10);
        check(power * 10 + 1);
    }
    for (unsigned i = 0; i < 20000; i++) {
        x = x * UINT64_C(6364136223846793005) + 1442695040888963407;
        check(x >> (i % 64));
    }
    check(UINT64_MAX);
}

/* More than the buffer holds, in pieces of all kinds. */
static void long_text_arrives_whole(void **state)
{
    static struct htr_out t;
    static char piece[3 * HTR_OUT_BUFFER + 7];
    size_t size = 0, n = 0;
    char *text = NULL;
    (void)state;
    memset(piece, 'x', sizeof piece - 1);
    t = (struct htr_out){.out = open_memstream(&text, &size)};
    assert_non_null(t.out);
    for (; n < 3 * HTR_OUT_BUFFER; n += 12) {
        htr_out_string(&t, "12345");
        htr_out_decimal(&t, 678);
        htr_out_hex(&t, 0x9A, 3);
        htr_out_char(&t, '\n');
    }
    htr_out_string(&t, piece);
    htr_out_flush(&t);
    assert_int_equal(fclose(t.out), 0);
    assert_false(t.failed);
    assert_int_equal(size, n + sizeof piece - 1);
    for (size_t i = 0; i < n; i += 12) {
        assert_memory_equal(text + i, "1234567809A\n", 12);
    }
    assert_memory_equal(text + n, piece, sizeof piece - 1);
    free(text);
}

static void what_cannot_be_written_is_remembered(void **state)
{
    static struct htr_out t;
    (void)state;
    t = (struct htr_out){.out = fopen("/dev/full", "w")};
    if (t.out == NULL) {
        skip();
    }
    (void)setvbuf(t.out, NULL, _IONBF, 0);
    htr_out_char(&t, 'x');
    assert_false(t.failed);
    htr_out_flush(&t);
    assert_true(t.failed);
    (void)fclose(t.out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_look_as_the_c_library_prints_them),
        cmocka_unit_test(long_text_arrives_whole),
        cmocka_unit_test(what_cannot_be_written_is_remembered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
