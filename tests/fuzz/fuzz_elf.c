/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ELF reader: any bytes. What it accepts lies inside the buffer, segment by segment and symbol by
 * symbol; what it refuses, it explains. Sections with code are in the buffer, or said not to be.
 */
#include <string.h>

#include "fuzz.h"
#include "htr/htr_elf.h"

static uint8_t sum; /* reads what is pointed at, for the address sanitizer */

static void touch(const uint8_t *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        sum = (uint8_t)(sum + p[i]);
    }
}

static void check_segments(const struct htr_elf *elf)
{
    for (unsigned i = 0; i < elf->nsegments; i++) {
        const struct htr_elf_segment *s = &elf->segment[i];
        const uint8_t *bytes;
        FUZZ_CHECK(s->memsz > 0 && s->filesz <= s->memsz);
        FUZZ_CHECK(s->offset <= elf->size && s->filesz <= elf->size - s->offset);
        FUZZ_CHECK(s->paddr + (s->memsz - 1) >= s->paddr && s->vaddr + (s->memsz - 1) >= s->vaddr);
        size_t n = htr_elf_bytes(elf, s->vaddr, false, &bytes);
        FUZZ_CHECK(n <= elf->size);
        touch(bytes, n);
        n = htr_elf_bytes(elf, s->vaddr + s->memsz / 2, true, &bytes);
        touch(bytes, n);
    }
}

static void check_symbols(const struct htr_elf *elf)
{
    struct htr_elf_symbol sym;
    for (uint64_t i = 0; i < elf->nsyms && i < 64; i++) {
        if (htr_elf_symbol_get(elf, i, &sym)) {
            touch((const uint8_t *)sym.name, strlen(sym.name) + 1);
            FUZZ_CHECK(sym.name[0] == '\0' || htr_elf_find_symbol(elf, sym.name, &sym));
        }
    }
    FUZZ_CHECK(!htr_elf_symbol_get(elf, elf->nsyms, &sym));
    if (htr_elf_symbol_at(elf, elf->entry, &sym)) {
        touch((const uint8_t *)sym.name, strlen(sym.name) + 1);
    }
}

/* Sections are not looked at by htr_elf_parse. */
static void check_sections(const struct htr_elf *elf)
{
    struct htr_elf_section s;
    for (unsigned from = 0; htr_elf_code_section(elf, from, &s); from = s.index + 1) {
        FUZZ_CHECK(s.index >= from);
        if (s.in_file) {
            FUZZ_CHECK(s.size == 0 || s.addr + (s.size - 1) >= s.addr);
            touch(elf->image + s.offset, (size_t)s.size);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const unsigned xlen[] = {0, 32, 64};
    struct htr_elf_message msg;
    struct htr_elf elf;

    for (unsigned i = 0; i < 3; i++) {
        msg.text[0] = '\0';
        int rc = htr_elf_parse(&elf, data, size, xlen[i], &msg);
        if (rc != HTR_ELF_OK) {
            FUZZ_CHECK(rc < 0 && strnlen(msg.text, sizeof msg.text) > 0);
            FUZZ_CHECK(strnlen(msg.text, sizeof msg.text) < sizeof msg.text);
            continue;
        }
        FUZZ_CHECK(elf.nsegments >= 1 && elf.nsegments <= HTR_ELF_MAX_SEGMENTS);
        FUZZ_CHECK(elf.xlen == 32 || elf.xlen == 64);
        check_segments(&elf);
        check_sections(&elf);
        check_symbols(&elf);
        (void)htr_elf_check_range(&elf, 0x80000000u, 1u << 20, &msg);
    }
    return 0;
}
