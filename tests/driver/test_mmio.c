/* SPDX-License-Identifier: Apache-2.0 */
/* The mmio port, on ordinary memory. That it is made of single 32-bit loads and stores is checked
 * in its machine code. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "hartrace/rvt_io_mmio.h"

static uint64_t address(const uint32_t *p)
{
    return (uint64_t)(uintptr_t)p;
}

static void test_reads_and_writes_one_word(void **state)
{
    uint32_t mem[3] = {0x11111111, 0x22222222, 0x33333333};
    struct rvt_io io;
    uint32_t val;

    (void)state;
    rvt_io_mmio_init(&io, 5);
    assert_int_equal(io.poll_limit, 5);
    assert_int_equal(rvt_io_read32(&io, address(&mem[1]), &val), RVT_OK);
    assert_int_equal(val, 0x22222222);
    assert_int_equal(rvt_io_write32(&io, address(&mem[1]), 0xDEADBEEF), RVT_OK);
    assert_int_equal(mem[0], 0x11111111);
    assert_int_equal(mem[1], 0xDEADBEEF);
    assert_int_equal(mem[2], 0x33333333);
}

static void test_blocks_with_both_steps(void **state)
{
    uint32_t mem[3] = {7, 8, 9}, got[4];
    struct rvt_io io;

    (void)state;
    rvt_io_mmio_init(&io, 5);
    got[3] = 0x55;
    assert_int_equal(rvt_io_read_block(&io, address(mem), got, 3, 4), RVT_OK);
    assert_memory_equal(got, mem, sizeof(mem));
    assert_int_equal(rvt_io_read_block(&io, address(&mem[2]), got, 3, 0), RVT_OK);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(got[i], 9);
    }
    assert_int_equal(got[3], 0x55);
}

static void test_polls_end(void **state)
{
    uint32_t mem = 2;
    struct rvt_io io;

    (void)state;
    rvt_io_mmio_init(&io, 5);
    assert_int_equal(rvt_poll(&io, address(&mem), 2, 2), RVT_OK);
    assert_int_equal(rvt_poll(&io, address(&mem), 1, 1), RVT_ERR_TIMEOUT);
}

static void test_misaligned_is_refused(void **state)
{
    uint32_t mem[2] = {0}, val;
    struct rvt_io io;

    (void)state;
    rvt_io_mmio_init(&io, 5);
    assert_int_equal(rvt_io_read32(&io, address(mem) + 2, &val), RVT_ERR_ARG);
    assert_int_equal(rvt_io_write32(&io, address(mem) + 1, 0), RVT_ERR_ARG);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads_and_writes_one_word),
        cmocka_unit_test(test_blocks_with_both_steps),
        cmocka_unit_test(test_polls_end),
        cmocka_unit_test(test_misaligned_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
