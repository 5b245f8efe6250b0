/* SPDX-License-Identifier: Apache-2.0 */
/* Field helpers, statuses, port accesses and the bounded poll. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "hartrace/rvt_field.h"
#include "hartrace/rvt_io.h"
#include "encoder_regs.h"
#include "fault_io.h"
#include "script_io.h"

static void test_field_is_taken_out_of_its_neighbors(void **state)
{
    (void)state;
    assert_int_equal(rvt_field_get(0xABCD1234, 0x0000FF00, 8), 0x12);
    assert_int_equal(rvt_field_get(0xF0000000, 0xF0000000, 28), 0xF);
    assert_int_equal(RVT_GET(0xFFFFFFAF, TR_TE_INST_MODE), 2);
}

static void test_set_changes_only_the_field(void **state)
{
    (void)state;
    assert_int_equal(rvt_field_set(0xFFFFFFFF, 0x70, 4, 2), 0xFFFFFFAF);
    assert_int_equal(rvt_field_set(0, 0x70, 4, 6), 0x60);
    assert_int_equal(RVT_SET(0x00000031, TR_TE_INST_MODE, 6), 0x61); /* replaced, not ORed to 7 */
}

static void test_set_drops_bits_that_do_not_fit(void **state)
{
    (void)state;
    assert_int_equal(rvt_field_set(0, 0x70, 4, 0xF), 0x70);
    assert_int_equal(rvt_field_set(0, UINT32_MAX, 0, UINT32_MAX), UINT32_MAX);
}

static void test_fits_up_to_the_width(void **state)
{
    (void)state;
    assert_true(rvt_field_fits(0x70, 4, 7));
    assert_false(rvt_field_fits(0x70, 4, 8));
    assert_true(rvt_field_fits(UINT32_MAX, 0, UINT32_MAX));
    assert_true(rvt_field_fits(0x80000000, 31, 1));
    assert_false(rvt_field_fits(0x80000000, 31, 2));
}

static void test_each_status_has_its_own_text(void **state)
{
    (void)state;
    for (int a = 0; a >= RVT_ERR_SOURCE; a--) {
        assert_string_not_equal(rvt_strerror((enum rvt_status)a), "unknown status");
        for (int b = 0; b > a; b--) {
            assert_string_not_equal(rvt_strerror((enum rvt_status)a),
                                    rvt_strerror((enum rvt_status)b));
        }
    }
    assert_string_equal(rvt_strerror((enum rvt_status) - 99), "unknown status");
    assert_string_equal(rvt_strerror((enum rvt_status)1), "unknown status");
}

static void test_misaligned_access_is_refused_without_access(void **state)
{
    struct script_io s;
    uint32_t val[2];

    (void)state;
    script_io_init(&s, 0);
    for (uint64_t a = 0x1001; a < 0x1004; a++) {
        assert_int_equal(rvt_io_read32(&s.io, a, val), RVT_ERR_ARG);
        assert_int_equal(rvt_io_write32(&s.io, a, 0), RVT_ERR_ARG);
        assert_int_equal(rvt_io_read_block(&s.io, a, val, 1, 4), RVT_ERR_ARG);
        assert_int_equal(rvt_poll(&s.io, a, 1, 1), RVT_ERR_ARG);
    }
    assert_int_equal(rvt_io_read_block(&s.io, 0x1000, val, 1, 8), RVT_ERR_ARG);
    assert_int_equal(rvt_io_read_block(&s.io, 0x1000, val, 1, 1), RVT_ERR_ARG);
    assert_script(&s);
}

static void test_block_uses_the_port_or_single_reads(void **state)
{
    static const uint32_t words[3] = {11, 22, 33};
    struct script_io s;
    uint32_t got[3];

    (void)state;
    script_io_init(&s, 0x100000000);
    script_io_block(&s, 0x40, words, 3, 0);
    assert_int_equal(rvt_io_read_block(&s.io, 0x100000040, got, 3, 0), RVT_OK);
    assert_memory_equal(got, words, sizeof(words));
    assert_script(&s);

    for (uint32_t step = 0; step <= 4; step += 4) {
        script_io_init(&s, 0xFFFFFFFC); /* step 4 crosses 4 GiB */
        s.ops.read_block = NULL;
        for (uint32_t i = 0; i < 3; i++) {
            script_io_read(&s, i * step, words[i]);
        }
        memset(got, 0, sizeof(got));
        assert_int_equal(rvt_io_read_block(&s.io, 0xFFFFFFFC, got, 3, step), RVT_OK);
        assert_memory_equal(got, words, sizeof(words));
        assert_script(&s);
    }
}

static void test_block_of_nothing_makes_no_access(void **state)
{
    struct script_io s;
    uint32_t got;

    (void)state;
    script_io_init(&s, 0);
    assert_int_equal(rvt_io_read_block(&s.io, 0x40, &got, 0, 4), RVT_OK);
    assert_script(&s);
}

static void test_single_reads_of_a_block_stop_at_the_error(void **state)
{
    struct script_io s;
    struct fault_io f;
    uint32_t got[3];

    (void)state;
    script_io_init(&s, 0);
    s.ops.read_block = NULL;
    script_io_read(&s, 0, 1);
    fault_io_init(&f, &s.io, RVT_ERR_BUS);
    f.fail_at = 1;
    assert_int_equal(rvt_io_read_block(&f.io, 0, got, 3, 4), RVT_ERR_BUS);
    assert_int_equal(f.count, 2);
    assert_script(&s);
}

static void test_poll_ends_at_the_first_match(void **state)
{
    struct script_io s;

    (void)state;
    script_io_init(&s, 0);
    script_io_read(&s, 0, 0xFFFFFFFD);
    script_io_read(&s, 0, 0x00000003); /* other bits do not matter */
    assert_int_equal(rvt_poll(&s.io, 0, 2, 2), RVT_OK);
    assert_script(&s);
}

static void test_poll_of_several_bits_needs_all(void **state)
{
    struct script_io s;

    (void)state;
    script_io_init(&s, 0);
    script_io_read(&s, 0, 0x2);
    script_io_read(&s, 0, 0x8);
    script_io_read(&s, 0, 0xA);
    assert_int_equal(rvt_poll(&s.io, 0, 0xA, 0xA), RVT_OK);
    assert_script(&s);
}

static void test_poll_reads_at_most_poll_limit_times(void **state)
{
    struct script_io s;

    (void)state;
    script_io_init(&s, 0);
    s.io.poll_limit = 5;
    for (int i = 0; i < 5; i++) {
        script_io_read(&s, 0, 0);
    }
    assert_int_equal(rvt_poll(&s.io, 0, 1, 1), RVT_ERR_TIMEOUT);
    assert_script(&s);
}

static void test_poll_relaxes_between_reads_only(void **state)
{
    struct script_io s;

    (void)state;
    script_io_init(&s, 0);
    s.ops.relax = script_io_relax;
    script_io_read(&s, 0, 0);
    script_io_expect_relax(&s);
    script_io_read(&s, 0, 0);
    script_io_expect_relax(&s);
    script_io_read(&s, 0, 0);
    assert_int_equal(rvt_poll(&s.io, 0, 1, 1), RVT_ERR_TIMEOUT);
    assert_script(&s);
}

static void test_poll_returns_errors_of_read_and_relax(void **state)
{
    struct script_io s;
    struct fault_io f;

    (void)state;
    for (uint64_t k = 0; k < 3; k++) { /* read, relax, read */
        script_io_init(&s, 0);
        s.ops.relax = script_io_relax;
        if (k > 0) {
            script_io_read(&s, 0, 0);
        }
        if (k > 1) {
            script_io_expect_relax(&s);
        }
        fault_io_init(&f, &s.io, RVT_ERR_BUS);
        f.fail_at = k;
        assert_int_equal(rvt_poll(&f.io, 0, 1, 1), RVT_ERR_BUS);
        assert_int_equal(f.count, k + 1);
        assert_script(&s);
    }
}

static void test_poll_for_bits_outside_of_the_mask_is_refused(void **state)
{
    struct script_io s;

    (void)state;
    script_io_init(&s, 0);
    assert_int_equal(rvt_poll(&s.io, 0, 1, 3), RVT_ERR_ARG);
    assert_script(&s);
}

/* The fakes themselves: a test that uses them relies on these. */
static void test_script_explains_a_mismatch(void **state)
{
    struct script_io s;
    uint32_t val;

    (void)state;
    script_io_init(&s, 0x1000);
    script_io_write(&s, 0x20, 5);
    assert_int_equal(rvt_io_write32(&s.io, 0x1020, 6), RVT_ERR_IO);
    assert_int_equal(rvt_io_write32(&s.io, 0x1020, 5), RVT_ERR_IO); /* too late */
    assert_string_equal(script_io_error(&s),
                        "step 0: expected write 0x20 val 0x5, got write 0x20 val 0x6");
    script_io_init(&s, 0);
    script_io_read(&s, 0, 1);
    assert_string_equal(script_io_error(&s), "only 0 of 1 steps were made");
    script_io_init(&s, 0);
    assert_int_equal(rvt_io_read32(&s.io, 4, &val), RVT_ERR_IO);
    assert_string_equal(script_io_error(&s),
                        "step 0: the script is at its end, got read 0x4 val 0x0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_field_is_taken_out_of_its_neighbors),
        cmocka_unit_test(test_set_changes_only_the_field),
        cmocka_unit_test(test_set_drops_bits_that_do_not_fit),
        cmocka_unit_test(test_fits_up_to_the_width),
        cmocka_unit_test(test_each_status_has_its_own_text),
        cmocka_unit_test(test_misaligned_access_is_refused_without_access),
        cmocka_unit_test(test_block_uses_the_port_or_single_reads),
        cmocka_unit_test(test_block_of_nothing_makes_no_access),
        cmocka_unit_test(test_single_reads_of_a_block_stop_at_the_error),
        cmocka_unit_test(test_poll_ends_at_the_first_match),
        cmocka_unit_test(test_poll_of_several_bits_needs_all),
        cmocka_unit_test(test_poll_reads_at_most_poll_limit_times),
        cmocka_unit_test(test_poll_relaxes_between_reads_only),
        cmocka_unit_test(test_poll_returns_errors_of_read_and_relax),
        cmocka_unit_test(test_poll_for_bits_outside_of_the_mask_is_refused),
        cmocka_unit_test(test_script_explains_a_mismatch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
