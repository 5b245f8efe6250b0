/* SPDX-License-Identifier: Apache-2.0 */
/* The example of docs/reference/driver.md, run on the block fake. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "example_capture.c"

#include "block_io.h"
#include "regmap_all.h"

static uint8_t memory[BUFFER_SIZE];
static struct block_io fake;
static struct block_comp *sink_comp, *encoder_comp;

/* While work() runs, the hardware traces: 100000 bytes, more than the buffer holds. */
static void work(void)
{
    static uint8_t bytes[100000];

    assert_int_equal(block_io_peek(encoder_comp, 0) & 6, 6); /* Enable and InstTracing */
    for (size_t i = 0; i < sizeof(bytes); i++) {
        bytes[i] = (uint8_t)(i ^ i >> 8);
    }
    assert_int_equal(block_io_trace(&fake, sink_comp, bytes, sizeof(bytes)), sizeof(bytes));
}

static void test_the_newest_bytes_are_captured(void **state)
{
    uint8_t buf[1000];
    size_t used;

    (void)state;
    block_io_init(&fake);
    block_io_memory(&fake, memory, BUFFER_BASE, BUFFER_SIZE);
    sink_comp = block_io_add(&fake, &regmap_ramsink, RAMSINK_BASE, 5);
    encoder_comp = block_io_add(&fake, &regmap_encoder, ENCODER_BASE, 6);
    block_io_restrict(sink_comp, 0x028, 0, 0); /* no read pointer */
    block_io_restrict(sink_comp, 0x02C, 0, 0);
    assert_int_equal(capture(&fake.io, work, buf, sizeof(buf), &used), RVT_OK);
    assert_string_equal(fake.why, "");
    assert_int_equal(used, sizeof(buf));
    for (size_t i = 0; i < sizeof(buf); i++) {
        size_t k = 100000 - sizeof(buf) + i;

        assert_int_equal(buf[i], (uint8_t)(k ^ k >> 8));
    }
}

static void test_errors_come_back(void **state)
{
    uint8_t buf[16];
    size_t used;

    (void)state;
    block_io_init(&fake); /* nothing on the bus */
    assert_int_equal(capture(&fake.io, work, buf, sizeof(buf), &used), RVT_ERR_BUS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_newest_bytes_are_captured),
        cmocka_unit_test(test_errors_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
