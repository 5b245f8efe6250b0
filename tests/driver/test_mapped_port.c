/* SPDX-License-Identifier: Apache-2.0 */
/* The port over mapped memory, on a plain file: only what was named can be reached. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hartrace/rvt_io_mapped.h"

enum {
    FILE_BYTES = 65536
};

struct rig {
    char path[32];
    int fd;
    struct rvt_io io;
    struct rvt_io_mapped m;
    struct rvt_io_mapped_window w[2];
};

/* Word n of the file is n. */
static void rig_open(struct rig *r)
{
    uint32_t words[FILE_BYTES / 4];

    memset(r, 0, sizeof *r);
    strcpy(r->path, "mapped-XXXXXX");
    r->fd = mkstemp(r->path);
    assert_true(r->fd >= 0);
    for (uint32_t i = 0; i < FILE_BYTES / 4; i++) {
        words[i] = i;
    }
    assert_int_equal(write(r->fd, words, sizeof words), (ssize_t)sizeof words);
    r->w[0] = (struct rvt_io_mapped_window){.base = 0x2000, .size = 0x1000};
    r->w[1] = (struct rvt_io_mapped_window){.base = 0x8010, .size = 0x20, .read_only = true};
    assert_int_equal(rvt_io_mapped_open(&r->io, &r->m, r->path, r->w, 2, 10), RVT_OK);
}

static void rig_close(struct rig *r)
{
    rvt_io_mapped_close(&r->m);
    rvt_io_mapped_close(&r->m); /* allowed */
    close(r->fd);
    unlink(r->path);
}

static void words_are_where_the_file_has_them(void **state)
{
    struct rig r;
    uint32_t v = 0, block[8];

    (void)state;
    rig_open(&r);
    assert_int_equal(rvt_io_read32(&r.io, 0x2ffc, &v), RVT_OK);
    assert_int_equal(v, 0x2ffc / 4);
    assert_int_equal(rvt_io_write32(&r.io, 0x2000, 0x12345678), RVT_OK);
    assert_int_equal(pread(r.fd, &v, 4, 0x2000), 4);
    assert_int_equal(v, 0x12345678);
    assert_int_equal(rvt_io_read_block(&r.io, 0x8010, block, 8, 4), RVT_OK);
    assert_int_equal(block[0], 0x8010 / 4);
    assert_int_equal(block[7], 0x8010 / 4 + 7);
    rig_close(&r);
}

static void nothing_else_can_be_reached(void **state)
{
    static const uint64_t outside[] = {0, 0x1ffc, 0x3000, 0x800c, 0x8030, UINT64_MAX - 3};
    struct rig r;
    uint32_t v = 0;

    (void)state;
    rig_open(&r);
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        assert_int_equal(rvt_io_read32(&r.io, outside[i], &v), RVT_ERR_RANGE);
        assert_int_equal(rvt_io_write32(&r.io, outside[i], v), RVT_ERR_RANGE);
    }
    assert_int_equal(rvt_io_write32(&r.io, 0x8010, 0), RVT_ERR_RANGE); /* read-only */
    assert_int_equal(pread(r.fd, &v, 4, 0x8010), 4);
    assert_int_equal(v, 0x8010 / 4);
    rig_close(&r);
}

static void what_cannot_be_opened_is_refused(void **state)
{
    struct rig r;
    struct rvt_io_mapped_window bad[] = {
        {.base = 2, .size = 8}, {.base = 0, .size = 3}, {.base = UINT64_MAX - 3, .size = 8}};
    struct rvt_io_mapped m;

    (void)state;
    rig_open(&r);
    assert_int_equal(rvt_io_mapped_open(&r.io, &m, "no/such/file", r.w, 1, 1), RVT_ERR_IO);
    assert_non_null(strstr(rvt_io_mapped_message(&m), "no/such/file"));
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(rvt_io_mapped_open(&r.io, &m, r.path, &bad[i], 1, 1), RVT_ERR_ARG);
    }
    assert_int_equal(rvt_io_mapped_open(&r.io, &m, r.path, r.w, 0, 1), RVT_ERR_ARG);
    assert_int_equal(rvt_io_mapped_open(&r.io, &m, r.path, r.w, 1, 0), RVT_ERR_ARG);
    assert_int_equal(rvt_io_mapped_open(&r.io, &m, ".", r.w, 1, 1), RVT_ERR_IO);
    rig_close(&r);
}

/* Pages after the end of a plain file can be mapped, and a load there is a signal: refused before.
 */
static void a_file_too_short_for_a_window_is_refused(void **state)
{
    struct rig r;
    struct rvt_io_mapped m;
    struct rvt_io_mapped_window w = {.base = FILE_BYTES - 0x1000, .size = 0x1000};

    (void)state;
    rig_open(&r);
    assert_int_equal(rvt_io_mapped_open(&r.io, &m, r.path, &w, 1, 1), RVT_OK);
    rvt_io_mapped_close(&m);
    assert_int_equal(ftruncate(r.fd, FILE_BYTES - 4), 0);
    assert_int_equal(rvt_io_mapped_open(&r.io, &m, r.path, &w, 1, 1), RVT_ERR_IO);
    assert_string_equal(rvt_io_mapped_message(&m), "the file has 65532 bytes, too short for the "
                                                   "4096 bytes at 0xf000");
    w = (struct rvt_io_mapped_window){.base = UINT64_C(0x7fffffff0000), .size = 0x1000};
    assert_int_equal(rvt_io_mapped_open(&r.io, &m, r.path, &w, 1, 1), RVT_ERR_IO);
    rig_close(&r);
}

/* However many reads are allowed, a bit that does not come ends after limit_ms. */
static void a_poll_ends_by_time(void **state)
{
    struct rig r;

    (void)state;
    rig_open(&r);
    assert_int_equal(r.m.clock.limit_ms, RVT_IO_POLL_MS);
    r.m.clock.limit_ms = 50;
    r.io.poll_limit = UINT32_MAX;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(rvt_poll(&r.io, 0x2000, 1, 1), RVT_ERR_TIMEOUT);
        assert_int_equal(rvt_poll(&r.io, 0x2000, 1, 0), RVT_OK);
    }
    rig_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_where_the_file_has_them),
        cmocka_unit_test(nothing_else_can_be_reached),
        cmocka_unit_test(what_cannot_be_opened_is_refused),
        cmocka_unit_test(a_file_too_short_for_a_window_is_refused),
        cmocka_unit_test(a_poll_ends_by_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
