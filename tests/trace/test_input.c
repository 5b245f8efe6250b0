/* SPDX-License-Identifier: Apache-2.0 */
/* Input files: plain, gzip and zstd, in one piece and in several, whole, cut off and damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <cmocka.h>

#include "htr/htr_file.h"

enum {
    SIZE = 700000, /* more than any buffer on the way */
    ROOM = SIZE + 100000
};

static struct htr_host host; /* prints nothing */
static char name[256];
static uint8_t plain[SIZE], file[ROOM], back[SIZE + 1000];

static int set_up(void **state)
{
    (void)state;
    uint32_t seed = 1;
    for (size_t i = 0; i < SIZE; i++) { /* runs of text and runs of noise */
        seed = seed * 1664525u + 1013904223u;
        plain[i] = (i >> 12) % 2 != 0 ? (uint8_t)(seed >> 24) : (uint8_t)("0x8000\n"[i % 7]);
    }
    const char *dir = getenv("TMPDIR");
    snprintf(name, sizeof name, "%s/hartrace-input-%ld", dir != NULL ? dir : "/tmp",
             (long)getpid());
    return 0;
}

static size_t to_gzip(uint8_t *to, const uint8_t *from, size_t n)
{
    z_stream z = {0};
    assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    z.next_in = (Bytef *)(uintptr_t)from;
    z.avail_in = (unsigned)n;
    z.next_out = to;
    z.avail_out = ROOM;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    size_t made = z.total_out;
    (void)deflateEnd(&z);
    return made;
}

static size_t to_zstd(uint8_t *to, const uint8_t *from, size_t n)
{
    size_t made = ZSTD_compress(to, ROOM, from, n, 3);
    assert_false(ZSTD_isError(made));
    return made;
}

static void save(size_t n)
{
    FILE *f = fopen(name, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(file, 1, n, f), n);
    fclose(f);
}

/* Read the file in pieces; returns how many bytes came. */
static size_t read_back(size_t piece, struct htr_file *s)
{
    size_t n = 0, got;
    assert_int_equal(htr_file_open(s, &host, name), 0);
    do {
        size_t want = sizeof back - n < piece ? sizeof back - n : piece;
        got = htr_file_read(s, back + n, want);
        n += got;
    } while (got == piece);
    assert_int_equal(htr_file_read(s, back, 1), 0); /* the end stays the end */
    htr_file_close(s);
    remove(name);
    return n;
}

static void expect_whole(size_t file_size, size_t plain_size)
{
    static const size_t pieces[] = {1000, 65536, 262144, sizeof back};
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        struct htr_file s;
        save(file_size);
        memset(back, 0xEE, sizeof back);
        assert_int_equal(read_back(pieces[i], &s), plain_size);
        assert_memory_equal(back, plain, plain_size);
    }
}

static void a_plain_file_is_read_as_it_is(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 3, 4, 1000, SIZE};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        memcpy(file, plain, sizes[i]);
        expect_whole(sizes[i], sizes[i]);
    }
}

static void gzip_and_zstd_are_told_by_their_first_bytes(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 1000, SIZE};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        expect_whole(to_gzip(file, plain, sizes[i]), sizes[i]);
        expect_whole(to_zstd(file, plain, sizes[i]), sizes[i]);
    }
}

static void several_members_or_frames_are_one_file(void **state)
{
    (void)state;
    size_t half = SIZE / 2;
    size_t n = to_gzip(file, plain, half);
    n += to_gzip(file + n, plain, 0);
    n += to_gzip(file + n, plain + half, SIZE - half);
    expect_whole(n, SIZE);
    n = to_zstd(file, plain, half);
    n += to_zstd(file + n, plain, 0);
    n += to_zstd(file + n, plain + half, SIZE - half);
    expect_whole(n, SIZE);
}

static void what_follows_the_last_gzip_member_is_ignored(void **state)
{
    (void)state;
    size_t n = to_gzip(file, plain, 5000);
    memset(file + n, 0, 512); /* as tape blocks do */
    expect_whole(n + 512, 5000);
}

/* Cut at every place: what came is the beginning of the text, and the cut is reported. */
static void a_file_that_is_cut_off_is_told(void **state)
{
    (void)state;
    for (unsigned zstd = 0; zstd < 2; zstd++) {
        size_t n = zstd ? to_zstd(file, plain, 300) : to_gzip(file, plain, 300);
        for (size_t cut = zstd ? 4 : 2; cut < n; cut++) {
            struct htr_file s;
            save(cut);
            size_t got = 0, more;
            assert_int_equal(htr_file_open(&s, &host, name), 0);
            while ((more = htr_file_read(&s, back + got, 50)) > 0) {
                got += more;
            }
            assert_true(got <= 300);
            assert_memory_equal(back, plain, got);
            assert_true(s.cut);
            assert_non_null(s.error);
            htr_file_close(&s);
            remove(name);
        }
    }
}

/* Every byte of a file changed in turn. Compressed text has a check sum, so it is never given as
 * good when it is not; gzip's time, system and flags do not count. */
static void damage_is_told(void **state)
{
    (void)state;
    for (unsigned i = 0;; i++) {
        struct htr_file s;
        size_t n = to_gzip(file, plain, 300);
        if (i >= n) {
            break;
        }
        file[i] ^= 0x10;
        save(n);
        assert_int_equal(htr_file_open(&s, &host, name), 0);
        size_t got = htr_file_read(&s, back, sizeof back);
        bool good = got == 300 && memcmp(back, plain, 300) == 0;
        assert_true(good || s.error != NULL || s.format == HTR_FILE_PLAIN);
        htr_file_close(&s);
    }
    size_t n = to_zstd(file, plain, SIZE);
    file[4] ^= 0x08; /* the reserved bit of the frame header (RFC 8878, 3.1.1.1.1) */
    save(n);
    struct htr_file s;
    assert_int_equal(htr_file_open(&s, &host, name), 0);
    assert_int_equal(htr_file_read(&s, back, sizeof back), 0);
    assert_non_null(s.error);
    htr_file_close(&s);
    remove(name);
}

static void what_cannot_be_opened_is_told(void **state)
{
    (void)state;
    struct htr_file s;
    assert_int_equal(htr_file_open(&s, &host, "/nonexistent/file"), HTR_ERR_OPEN);
    assert_int_equal(host.last.status, HTR_ERR_OPEN);
    assert_string_equal(host.last.file, "/nonexistent/file");
    assert_non_null(strstr(host.last.text, "No such file"));
    assert_int_equal(htr_file_open(&s, &host, "/"), HTR_ERR_OPEN);
    assert_non_null(strstr(host.last.text, "directory"));
    memset(&s, 0, sizeof s);
    htr_file_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plain_file_is_read_as_it_is),
        cmocka_unit_test(gzip_and_zstd_are_told_by_their_first_bytes),
        cmocka_unit_test(several_members_or_frames_are_one_file),
        cmocka_unit_test(what_follows_the_last_gzip_member_is_ignored),
        cmocka_unit_test(a_file_that_is_cut_off_is_told),
        cmocka_unit_test(damage_is_told),
        cmocka_unit_test(what_cannot_be_opened_is_told),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
