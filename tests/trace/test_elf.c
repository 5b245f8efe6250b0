/* SPDX-License-Identifier: Apache-2.0 */
/* The ELF reader: a small executable is built here byte by byte, then damaged in every way. Each
 * image is in a block of exactly its size, so that the address sanitizer sees every byte read
 * too far. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "htr/htr_elf.h"

enum {
    SEGMENTS = 2,
    CODE = 32, /* bytes of the first segment */
    NSYMS = 4,
    MAX = 2048,
};

/* Where the parts of an image lie. */
struct layout {
    unsigned xlen, ehsize, phsize, shsize, symsize;
    unsigned ph, code, sym, str, sh, size;
};

static const char strings[] = "\0_start\0main\0$x";

static struct layout layout_of(unsigned xlen)
{
    const bool w = xlen == 64;
    struct layout l = {.xlen = xlen,
                       .ehsize = w ? 64 : 52,
                       .phsize = w ? 56 : 32,
                       .shsize = w ? 64 : 40,
                       .symsize = w ? 24 : 16};

    l.ph = l.ehsize;
    l.code = l.ph + SEGMENTS * l.phsize;
    l.sym = l.code + CODE;
    l.str = l.sym + NSYMS * l.symsize;
    l.sh = l.str + (unsigned)sizeof strings;
    l.size = l.sh + 3 * l.shsize;
    return l;
}

static void put(uint8_t *p, unsigned n, uint64_t v)
{
    for (unsigned i = 0; i < n; i++) {
        p[i] = (uint8_t)(v >> (8 * i));
    }
}

static void put_header(const struct layout *l, uint8_t *p)
{
    const unsigned w = l->xlen / 8;
    static const uint8_t ident[] = {0x7f, 'E', 'L', 'F'};

    memcpy(p, ident, 4);
    p[4] = l->xlen == 64 ? 2 : 1;
    p[5] = 1;
    p[6] = 1;
    put(p + 16, 2, 2);   /* ET_EXEC */
    put(p + 18, 2, 243); /* EM_RISCV */
    put(p + 20, 4, 1);
    p += 24;
    put(p, w, 0x80000000);
    put(p + w, w, l->ph);
    put(p + 2 * w, w, l->sh);
    p += 3 * w;
    put(p, 4, 1); /* EF_RISCV_RVC */
    put(p + 4, 2, l->ehsize);
    put(p + 6, 2, l->phsize);
    put(p + 8, 2, SEGMENTS);
    put(p + 10, 2, l->shsize);
    put(p + 12, 2, 3);
}

static void put_segment(const struct layout *l, uint8_t *p, unsigned flags, unsigned offset,
                        uint64_t addr, unsigned filesz, unsigned memsz)
{
    const unsigned w = l->xlen / 8;

    put(p, 4, 1); /* PT_LOAD */
    put(l->xlen == 64 ? p + 4 : p + 24, 4, flags);
    p += l->xlen == 64 ? 8 : 4;
    put(p, w, offset);
    put(p + w, w, addr);
    put(p + 2 * w, w, addr);
    put(p + 3 * w, w, filesz);
    put(p + 4 * w, w, memsz);
}

static void put_symbol(const struct layout *l, uint8_t *p, unsigned name, uint64_t value,
                       unsigned size, unsigned type)
{
    put(p, 4, name);
    if (l->xlen == 64) {
        p[4] = (uint8_t)type;
        put(p + 8, 8, value);
        put(p + 16, 8, size);
    } else {
        put(p + 4, 4, value);
        put(p + 8, 4, size);
        p[12] = (uint8_t)type;
    }
}

static void put_section(const struct layout *l, uint8_t *p, unsigned type, unsigned offset,
                        unsigned size, unsigned link, unsigned entsize)
{
    const bool w = l->xlen == 64;

    put(p + 4, 4, type);
    put(p + (w ? 24 : 16), 4, offset);
    put(p + (w ? 32 : 20), 4, size);
    put(p + (w ? 40 : 24), 4, link);
    put(p + (w ? 56 : 36), 4, entsize);
}

/* Code at 0x80000000 (32 bytes), zeros at 0x80001000 (256 bytes), three symbols. */
static struct layout build(unsigned xlen, uint8_t *image)
{
    const struct layout l = layout_of(xlen);

    memset(image, 0, MAX);
    put_header(&l, image);
    put_segment(&l, image + l.ph, 5, l.code, 0x80000000, CODE, CODE);
    put_segment(&l, image + l.ph + l.phsize, 6, l.size, 0x80001000, 0, 256);
    for (unsigned i = 0; i < CODE; i++) {
        image[l.code + i] = (uint8_t)(0xa0 + i);
    }
    put_symbol(&l, image + l.sym + 1 * l.symsize, 1, 0x80000000, 8, 2);
    put_symbol(&l, image + l.sym + 2 * l.symsize, 8, 0x80000008, 0, 0);
    put_symbol(&l, image + l.sym + 3 * l.symsize, 13, 0x8000000c, 0, 0);
    memcpy(image + l.str, strings, sizeof strings);
    put_section(&l, image + l.sh + l.shsize, 2, l.sym, NSYMS * l.symsize, 2, l.symsize);
    put_section(&l, image + l.sh + 2 * l.shsize, 3, l.str, sizeof strings, 0, 0);
    return l;
}

/* Parse a copy of image in a block of its own. */
static int parse(const uint8_t *image, size_t size, unsigned xlen, struct htr_elf_message *msg)
{
    uint8_t *copy = malloc(size ? size : 1);
    struct htr_elf elf;
    struct htr_elf_symbol sym;
    const uint8_t *bytes;

    assert_non_null(copy);
    memcpy(copy, image, size);
    int status = htr_elf_parse(&elf, copy, size, xlen, msg);
    if (status == HTR_ELF_OK) {
        /* Touch everything that was accepted. */
        for (unsigned i = 0; i < elf.nsegments; i++) {
            size_t n = htr_elf_bytes(&elf, elf.segment[i].vaddr, false, &bytes);
            unsigned sum = 0;

            for (size_t k = 0; k < n; k++) {
                sum += bytes[k];
            }
            assert_true(sum <= 255 * n);
        }
        for (uint64_t i = 0; htr_elf_symbol_get(&elf, i, &sym); i++) {
            assert_true(strlen(sym.name) < size);
        }
        htr_elf_symbol_at(&elf, 0x80000004, &sym);
    } else if (msg != NULL) {
        assert_true(msg->text[0] != '\0');
    }
    free(copy);
    return status;
}

static void a_good_file_is_read(void **state)
{
    (void)state;
    for (unsigned xlen = 32; xlen <= 64; xlen += 32) {
        uint8_t image[MAX];
        const struct layout l = build(xlen, image);
        struct htr_elf_symbol sym;
        struct htr_elf_message msg;
        const uint8_t *bytes;
        struct htr_elf elf;

        assert_int_equal(htr_elf_parse(&elf, image, l.size, xlen, &msg), HTR_ELF_OK);
        assert_int_equal(elf.xlen, xlen);
        assert_true(elf.rvc);
        assert_int_equal(elf.entry, 0x80000000);
        assert_int_equal(elf.nsegments, 2);
        assert_int_equal(elf.segment[0].filesz, CODE);
        assert_int_equal(elf.segment[0].flags, HTR_ELF_PF_R | HTR_ELF_PF_X);
        assert_int_equal(elf.segment[1].memsz, 256);
        assert_int_equal(htr_elf_bytes(&elf, 0x80000004, true, &bytes), CODE - 4);
        assert_int_equal(bytes[0], 0xa4);
        assert_int_equal(htr_elf_bytes(&elf, 0x80000020, true, &bytes), 0);
        assert_int_equal(htr_elf_bytes(&elf, 0x80001000, false, &bytes),
                         0); /* zeros are not in the file */
        assert_true(htr_elf_find_symbol(&elf, "main", &sym));
        assert_int_equal(sym.value, 0x80000008);
        assert_false(htr_elf_find_symbol(&elf, "mai", &sym));
        assert_true(htr_elf_symbol_at(&elf, 0x80000006, &sym));
        assert_string_equal(sym.name, "_start");
        assert_true(htr_elf_symbol_at(&elf, 0x80000010, &sym)); /* $x is no name */
        assert_string_equal(sym.name, "main");
        assert_false(htr_elf_symbol_at(&elf, 0x7fffffff, &sym));
        assert_int_equal(htr_elf_check_range(&elf, 0x80000000, 0x1100, &msg), HTR_ELF_OK);
        assert_int_equal(htr_elf_check_range(&elf, 0x80000000, 0x10ff, &msg), HTR_ELF_ERR_RANGE);
        assert_int_equal(htr_elf_check_range(&elf, 0x80000001, 0x10000, &msg), HTR_ELF_ERR_RANGE);
        assert_int_equal(htr_elf_parse(&elf, image, l.size, 0, NULL), HTR_ELF_OK);
    }
}

static void truncation_at_every_byte(void **state)
{
    (void)state;
    for (unsigned xlen = 32; xlen <= 64; xlen += 32) {
        uint8_t image[MAX];
        const struct layout l = build(xlen, image);
        struct htr_elf_message msg;

        for (size_t n = 0; n < l.size; n++) {
            const int status = parse(image, n, xlen, &msg);

            if (n == 0) {
                assert_int_equal(status, HTR_ELF_ERR_MAGIC);
            } else if (n < l.code) {
                assert_int_equal(status, HTR_ELF_ERR_TRUNCATED);
            } else {
                assert_int_equal(status, HTR_ELF_ERR_SEGMENT); /* the last one begins at the end */
            }
        }
        /* Without that segment, a lost symbol table is no error. */
        put(image + l.ph + l.phsize, 4, 0);
        for (size_t n = l.code; n < l.size; n++) {
            assert_int_equal(parse(image, n, xlen, &msg),
                             n < l.code + CODE ? HTR_ELF_ERR_SEGMENT : HTR_ELF_OK);
        }
    }
}

static void every_byte_mutated(void **state)
{
    static const uint8_t values[] = {0x00, 0x01, 0x7f, 0x80, 0xff};
    unsigned accepted = 0, refused = 0;

    (void)state;
    for (unsigned xlen = 32; xlen <= 64; xlen += 32) {
        uint8_t image[MAX];
        const struct layout l = build(xlen, image);

        for (size_t i = 0; i < l.size; i++) {
            for (unsigned k = 0; k < sizeof values; k++) {
                const uint8_t old = image[i];
                struct htr_elf_message msg;

                image[i] = values[k];
                if (parse(image, l.size, 0, &msg) == HTR_ELF_OK) {
                    accepted++;
                } else {
                    refused++;
                }
                image[i] = old;
            }
        }
    }
    assert_true(accepted > 0 && refused > 0);
}

/* Change n bytes at offset of a good file and expect status. */
static void broken(unsigned xlen, unsigned offset, unsigned n, uint64_t v, int status)
{
    uint8_t image[MAX];
    const struct layout l = build(xlen, image);
    struct htr_elf_message msg;

    put(image + offset, n, v);
    assert_int_equal(parse(image, l.size, xlen, &msg), status);
}

static void each_reason_to_refuse(void **state)
{
    (void)state;
    for (unsigned xlen = 32; xlen <= 64; xlen += 32) {
        const struct layout l = layout_of(xlen);
        const unsigned w = xlen / 8, counts = 24 + 3 * w;
        /* Offsets of the fields of program header 0: offset, vaddr, paddr, filesz, memsz. */
        const unsigned seg = l.ph + (xlen == 64 ? 8 : 4);
        const unsigned flags = l.ph + (xlen == 64 ? 4 : 24);

        broken(xlen, 0, 1, 0x7e, HTR_ELF_ERR_MAGIC);
        broken(xlen, 4, 1, 3, HTR_ELF_ERR_CLASS);
        broken(xlen, 4, 1, xlen == 64 ? 1 : 2, HTR_ELF_ERR_CLASS); /* the other class */
        broken(xlen, 5, 1, 2, HTR_ELF_ERR_DATA);
        broken(xlen, 5, 1, 0, HTR_ELF_ERR_DATA);
        broken(xlen, 6, 1, 0, HTR_ELF_ERR_VERSION);
        broken(xlen, 20, 4, 2, HTR_ELF_ERR_VERSION);
        broken(xlen, 18, 2, 62, HTR_ELF_ERR_MACHINE); /* x86-64 */
        broken(xlen, 16, 2, 1, HTR_ELF_ERR_TYPE);     /* an object file */
        broken(xlen, 16, 2, 4, HTR_ELF_ERR_TYPE);
        broken(xlen, counts + 4, 2, 10, HTR_ELF_ERR_HEADER);
        broken(xlen, counts + 6, 2, 8, HTR_ELF_ERR_HEADER);
        broken(xlen, counts + 8, 2, 0, HTR_ELF_ERR_EMPTY);
        broken(xlen, counts + 8, 2, 0xffff, HTR_ELF_ERR_TRUNCATED);
        broken(xlen, 24 + w, 4, 0x7fffffff, HTR_ELF_ERR_TRUNCATED); /* e_phoff */
        broken(xlen, 24 + w, w, UINT64_MAX, HTR_ELF_ERR_TRUNCATED);
        broken(xlen, 24, w, 0x80000001, HTR_ELF_ERR_ENTRY); /* odd */
        broken(xlen, 24, w, 0x80000020, HTR_ELF_ERR_ENTRY); /* after the code */
        broken(xlen, 24, w, 0x80001000, HTR_ELF_ERR_ENTRY); /* not executable */
        broken(xlen, flags, 4, 4, HTR_ELF_ERR_ENTRY);
        broken(xlen, seg + 3 * w, w, CODE + 1, HTR_ELF_ERR_SEGMENT); /* filesz > memsz */
        broken(xlen, seg, w, l.size - CODE + 1, HTR_ELF_ERR_SEGMENT);
        broken(xlen, seg, w, UINT64_MAX, HTR_ELF_ERR_SEGMENT);
        broken(xlen, seg + 4 * w, w, UINT64_MAX, HTR_ELF_ERR_SEGMENT); /* memsz wraps */
        broken(xlen, seg + w, w, xlen == 64 ? UINT64_MAX - 8 : UINT32_MAX - 8, HTR_ELF_ERR_SEGMENT);
        broken(xlen, seg + 4 * w, w, 0x1001, HTR_ELF_ERR_OVERLAP);
        broken(xlen, seg + 2 * w, w, 0x80001000, HTR_ELF_ERR_OVERLAP);
    }
}

static void nothing_to_load(void **state)
{
    uint8_t image[MAX];
    struct layout l = build(64, image);
    struct htr_elf_message msg;

    (void)state;
    put(image + l.ph, 4, 4); /* PT_NOTE */
    put(image + l.ph + l.phsize, 4, 4);
    assert_int_equal(parse(image, l.size, 64, &msg), HTR_ELF_ERR_EMPTY);
}

static void too_many_segments(void **state)
{
    enum {
        COUNT = HTR_ELF_MAX_SEGMENTS + 1,
    };
    const struct layout l = layout_of(64);
    uint8_t image[64 + 56 * COUNT];
    struct htr_elf_message msg;

    (void)state;
    memset(image, 0, sizeof image);
    put_header(&l, image);
    put(image + 40, 8, 0); /* no sections */
    put(image + 60, 2, 0);
    for (unsigned i = 0; i < COUNT; i++) {
        put_segment(&l, image + 64 + 56 * i, 5, 0, 0x80000000 + 0x1000 * i, 16, 16);
    }
    put(image + 56, 2, COUNT);
    assert_int_equal(parse(image, sizeof image, 64, &msg), HTR_ELF_ERR_HEADER);
    put(image + 56, 2, COUNT - 1);
    assert_int_equal(parse(image, sizeof image, 64, &msg), HTR_ELF_OK);
}

static void damaged_symbols_are_left_out(void **state)
{
    (void)state;
    for (unsigned xlen = 32; xlen <= 64; xlen += 32) {
        const struct layout l = layout_of(xlen);
        const unsigned sec = l.sh + l.shsize, link = sec + (xlen == 64 ? 40 : 24);
        struct {
            unsigned offset;
            uint32_t value;
        } damage[] = {
            {link, 7},                                     /* no such section */
            {link, 1},                                     /* not a string table */
            {sec + (xlen == 64 ? 24 : 16), l.size},        /* outside */
            {sec + (xlen == 64 ? 56 : 36), l.symsize + 1}, /* entry size */
        };

        for (unsigned i = 0; i < sizeof damage / sizeof damage[0]; i++) {
            struct htr_elf_symbol sym;
            uint8_t image[MAX];
            struct htr_elf elf;

            build(xlen, image);
            put(image + damage[i].offset, 4, damage[i].value);
            assert_int_equal(htr_elf_parse(&elf, image, l.size, xlen, NULL), HTR_ELF_OK);
            assert_false(htr_elf_symbol_get(&elf, 0, &sym));
        }
    }
}

static void arguments_are_checked(void **state)
{
    struct htr_elf_message msg;
    struct htr_elf elf;

    (void)state;
    assert_int_equal(htr_elf_parse(NULL, (const uint8_t *)"x", 1, 64, &msg), HTR_ELF_ERR_ARG);
    assert_int_equal(htr_elf_parse(&elf, NULL, 1, 64, &msg), HTR_ELF_ERR_ARG);
    assert_int_equal(htr_elf_parse(&elf, (const uint8_t *)"x", 1, 16, &msg), HTR_ELF_ERR_ARG);
    assert_int_equal(htr_elf_parse(&elf, NULL, 0, 64, &msg), HTR_ELF_ERR_MAGIC);
    for (int s = HTR_ELF_ERR_RANGE - 1; s <= 1; s++) {
        assert_non_null(htr_elf_strerror(s));
    }
    assert_string_equal(htr_elf_strerror(HTR_ELF_ERR_MACHINE), "not for RISC-V");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_file_is_read),
        cmocka_unit_test(truncation_at_every_byte),
        cmocka_unit_test(every_byte_mutated),
        cmocka_unit_test(each_reason_to_refuse),
        cmocka_unit_test(nothing_to_load),
        cmocka_unit_test(too_many_segments),
        cmocka_unit_test(damaged_symbols_are_left_out),
        cmocka_unit_test(arguments_are_checked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
