/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Symbols: any bytes as an ELF file with DWARF. What is said of an address holds for the whole of
 * [from, to) that it is said of; chains end, ids are known, names are there. The corpus was made by
 * gcc from five lines of C: DWARF 4, DWARF 5, symbols only.
 */
#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz.h"
#include "htv/htv_symbols.h"

enum {
    LOOK_UPS = 200,
    MOST = 5000, /* functions and rows */
};

struct taken {
    const struct htv_symbols *s;
    unsigned n;
};

static void check_function(const struct htv_symbols *s, uint32_t id)
{
    const struct htv_function *f = htv_function(s, id);
    FUZZ_CHECK(f != NULL && f->name != NULL && strlen(f->name) < 65536);
    FUZZ_CHECK(f->file == 0 || htv_file(s, f->file) != NULL);
    FUZZ_CHECK(f->origin == 0 || htv_function(s, f->origin)->inlined);
    FUZZ_CHECK(f->inlined == (f->size == 0));
}

static void check_line(struct htv_symbols *s, uint64_t pc)
{
    struct htv_line line, other;
    struct htv_frame frame[HTV_FRAMES];
    bool known = htv_line_at(s, NULL, pc, &line);
    FUZZ_CHECK(line.from <= pc && (pc < line.to || pc == UINT64_MAX));
    FUZZ_CHECK(line.function == htv_function_at(s, NULL, pc));
    FUZZ_CHECK(known == (line.function != 0 || line.file != 0));
    FUZZ_CHECK((line.file == 0) == (htv_file(s, line.file) == NULL));
    if (line.function != 0) {
        unsigned n = htv_frames(s, line.scope, frame, HTV_FRAMES);
        FUZZ_CHECK(n > 0 && n <= HTV_FRAMES && frame[0].function == line.function &&
                   frame[n - 1].function == line.inner);
        for (unsigned i = 0; i < n; i++) {
            check_function(s, frame[i].function);
            FUZZ_CHECK((i > 0) == htv_function(s, frame[i].function)->inlined);
        }
    }
    (void)htv_line_at(s, NULL, line.from, &other);
    FUZZ_CHECK(memcmp(&other, &line, sizeof line) == 0);
    (void)htv_line_at(s, NULL, line.to - 1, &other);
    FUZZ_CHECK(line.to == UINT64_MAX || memcmp(&other, &line, sizeof line) == 0);
}

static bool take_function(void *ctx, uint32_t id)
{
    struct taken *t = ctx;
    check_function(t->s, id);
    return ++t->n < MOST;
}

static bool take_row(void *ctx, const struct htv_row *row)
{
    struct taken *t = ctx;
    FUZZ_CHECK(row->from < row->to && htv_file(t->s, row->file) != NULL);
    return ++t->n < MOST;
}

static void check_all(struct htv_symbols *s)
{
    const struct htv_image *image = htv_image(s, 0);
    struct taken t = {.s = s};
    uint64_t step = (image->high - image->low) / LOOK_UPS + 1;
    check_line(s, 0);
    check_line(s, UINT64_MAX);
    for (unsigned i = 0; i < LOOK_UPS; i++) {
        check_line(s, image->low + i * step);
    }
    FUZZ_CHECK(htv_each_function(s, 0, take_function, &t) == HTR_OK);
    FUZZ_CHECK(htv_each_row(s, 0, take_row, &t) == HTR_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    const char *file = path;
    struct htr_host host = {.ctx = NULL};
    struct htv_symbols *s;
    int fd = memfd_create("fuzz", 0);
    FUZZ_CHECK(fd >= 0 && write(fd, data, size) == (ssize_t)size);
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    const struct htv_symbols_options options = {.file = &file, .nfiles = 1};
    int status = htv_symbols_open(&s, &host, &options);
    FUZZ_CHECK((status == HTR_OK) == (s != NULL));
    if (s != NULL) {
        check_all(s);
    } else {
        FUZZ_CHECK(host.last.status == status && host.last.text[0] != '\0');
    }
    htv_symbols_close(s);
    (void)close(fd);
    return 0;
}
