/* SPDX-License-Identifier: Apache-2.0 */
/* The log port: forwards unchanged, reports every access. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "hartrace/rvt_io_log.h"
#include "fault_io.h"
#include "script_io.h"

static void collect(void *ctx, const char *text)
{
    char *all = ctx;

    strcat(strcat(all, text), "\n");
}

/* Holds TCI-ENA-015 */
static void test_accesses_are_forwarded_and_reported(void **state)
{
    static const uint32_t words[2] = {1, 2};
    struct rvt_io_log log;
    struct script_io s;
    struct rvt_io io;
    char text[500] = "";
    uint32_t got[2];

    (void)state;
    script_io_init(&s, 0);
    s.ops.relax = script_io_relax;
    rvt_io_log_init(&io, &log, &s.io, collect, text);
    assert_int_equal(io.poll_limit, s.io.poll_limit);
    script_io_read(&s, 0x1080000000, 0xAB);
    script_io_write(&s, 0x3020000, 0x3);
    script_io_block(&s, 0x6000040, words, 2, 0);
    script_io_read(&s, 0x3020000, 0x1);
    script_io_expect_relax(&s);
    script_io_read(&s, 0x3020000, 0x3);
    assert_int_equal(rvt_io_read32(&io, 0x1080000000, got), RVT_OK);
    assert_int_equal(got[0], 0xAB);
    assert_int_equal(rvt_io_write32(&io, 0x3020000, 3), RVT_OK);
    assert_int_equal(rvt_io_read_block(&io, 0x6000040, got, 2, 0), RVT_OK);
    assert_int_equal(got[1], 2);
    assert_int_equal(rvt_poll(&io, 0x3020000, 2, 2), RVT_OK);
    assert_script(&s);
    assert_string_equal(text, "R 0x1080000000 = 0x000000ab\n"
                              "W 0x3020000 = 0x00000003\n"
                              "B 0x6000040 n=2 step=0\n"
                              "R 0x3020000 = 0x00000001\n"
                              "R 0x3020000 = 0x00000003\n");
}

static void test_errors_are_reported_and_returned(void **state)
{
    struct rvt_io_log log;
    struct script_io s;
    struct fault_io f;
    struct rvt_io io;
    char text[500] = "";
    uint32_t got;

    (void)state;
    script_io_init(&s, 0);
    s.ops.relax = script_io_relax;
    fault_io_init(&f, &s.io, RVT_ERR_BUS);
    f.fail_at = 0;
    f.sticky = true;
    rvt_io_log_init(&io, &log, &f.io, collect, text);
    assert_int_equal(rvt_io_read32(&io, 0x10, &got), RVT_ERR_BUS);
    assert_int_equal(rvt_io_write32(&io, 0x10, 1), RVT_ERR_BUS);
    assert_int_equal(rvt_io_read_block(&io, 0x10, &got, 1, 4), RVT_ERR_BUS);
    assert_int_equal(io.ops->relax(&io), RVT_ERR_BUS);
    assert_script(&s);
    assert_string_equal(text, "R 0x10: bus error\n"
                              "W 0x10 = 0x00000001: bus error\n"
                              "B 0x10 n=1 step=4: bus error\n");
}

/* The driver must see the same optional operations as without the log. */
static void test_optional_operations_are_those_of_the_inner_port(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct rvt_io_log log;
        struct script_io s;
        struct rvt_io io;
        char text[10];

        script_io_init(&s, 0);
        if ((i & 1) != 0) {
            s.ops.read_block = NULL;
        }
        s.ops.relax = (i & 2) != 0 ? script_io_relax : NULL;
        rvt_io_log_init(&io, &log, &s.io, collect, text);
        assert_int_equal(io.ops->read_block == NULL, (i & 1) != 0);
        assert_int_equal(io.ops->relax == NULL, (i & 2) == 0);
    }
}

static void test_the_longest_line_is_not_cut(void **state)
{
    struct rvt_io_log log;
    struct script_io s;
    struct fault_io f;
    struct rvt_io io;
    char text[500] = "", want[500];
    uint32_t got;

    (void)state;
    script_io_init(&s, 0);
    fault_io_init(&f, &s.io, RVT_ERR_DATA);
    f.fail_at = 0;
    rvt_io_log_init(&io, &log, &f.io, collect, text);
    assert_int_equal(rvt_io_read_block(&io, 0xFFFFFFFFFFFFFFFC, &got, SIZE_MAX, 4), RVT_ERR_DATA);
    snprintf(want, sizeof(want), "B 0xfffffffffffffffc n=%zu step=4: %s\n", SIZE_MAX,
             rvt_strerror(RVT_ERR_DATA));
    assert_string_equal(text, want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accesses_are_forwarded_and_reported),
        cmocka_unit_test(test_errors_are_reported_and_returned),
        cmocka_unit_test(test_optional_operations_are_those_of_the_inner_port),
        cmocka_unit_test(test_the_longest_line_is_not_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
