/* SPDX-License-Identifier: Apache-2.0 */
/* The text of the progress line. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "progress.h"

#define MIB (UINT64_C(1) << 20)

static void it_says_how_much_of_how_much_and_how_fast(void **state)
{
    char text[PROGRESS_LINE];
    (void)state;
    progress_text(text, "decode", PROGRESS_BYTES, 12 * MIB + MIB / 2, 50 * MIB, 2.0);
    assert_string_equal(text, "decode: 12.5 of 50.0 MiB (25 %), 6.2 MiB/s");
}

static void without_a_total_it_says_how_much(void **state)
{
    char text[PROGRESS_LINE];
    (void)state;
    progress_text(text, "decode", PROGRESS_BYTES, 3 * MIB, 0, 1.0);
    assert_string_equal(text, "decode: 3.0 MiB, 3.0 MiB/s");
}

static void instructions_are_counted_in_millions(void **state)
{
    char text[PROGRESS_LINE];
    (void)state;
    progress_text(text, "record", PROGRESS_INSTRUCTIONS, 30000000, 40000000, 4.0);
    assert_string_equal(text, "record: 30.0 of 40.0 M instructions (75 %), 7.5 M/s");
}

static void it_never_passes_the_whole_nor_the_width_of_a_terminal(void **state)
{
    char text[PROGRESS_LINE];
    (void)state;
    progress_text(text, "decode", PROGRESS_BYTES, 11 * MIB, 10 * MIB, 1.0);
    assert_non_null(strstr(text, "(100 %)"));
    progress_text(text, "a-verb-with-a-very-long-name", PROGRESS_BYTES, UINT64_MAX, UINT64_MAX,
                  1e-9);
    assert_true(strlen(text) < 80);
    progress_text(text, "decode", PROGRESS_BYTES, 0, 0, 0.0);
    assert_string_equal(text, "decode: 0.0 MiB, 0.0 MiB/s");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_says_how_much_of_how_much_and_how_fast),
        cmocka_unit_test(without_a_total_it_says_how_much),
        cmocka_unit_test(instructions_are_counted_in_millions),
        cmocka_unit_test(it_never_passes_the_whole_nor_the_width_of_a_terminal),
    };
    return cmocka_run_group_tests_name("progress", tests, NULL, NULL);
}
