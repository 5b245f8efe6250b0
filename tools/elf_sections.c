/* SPDX-License-Identifier: Apache-2.0 */
/* Section headers, read with care: any number may be in them. */
#include "elf_sections.h"

enum {
    SHT_PROGBITS = 1,
    SHF_EXECINSTR = 4
};

static uint64_t number(const uint8_t *p, unsigned bytes)
{
    uint64_t v = 0;
    for (unsigned i = bytes; i > 0; i--) {
        v = v << 8 | p[i - 1];
    }
    return v;
}

static void take(const uint8_t *h, unsigned word, size_t file, struct elf_section *s)
{
    const uint64_t top = word == 8 ? UINT64_MAX : UINT32_MAX;
    s->addr = number(h + 8 + word, word);
    s->offset = number(h + 8 + 2 * word, word);
    s->size = number(h + 8 + 3 * word, word);
    s->in_file = s->offset <= file && s->size <= file - s->offset &&
                 (s->size == 0 || s->size - 1 <= top - s->addr);
}

bool elf_code_section(const uint8_t *bytes, size_t size, unsigned from, struct elf_section *s)
{
    const bool wide = bytes[4] == 2;
    const unsigned word = wide ? 8 : 4;
    const uint64_t table = number(bytes + (wide ? 0x28 : 0x20), word);
    const uint64_t each = number(bytes + (wide ? 0x3A : 0x2E), 2);
    const uint64_t count = number(bytes + (wide ? 0x3C : 0x30), 2);
    if (each < (wide ? 64u : 40u) || table > size || count * each > size - table) {
        return false;
    }
    for (uint64_t i = from; i < count; i++) {
        const uint8_t *h = bytes + table + i * each;
        if (number(h + 4, 4) == SHT_PROGBITS && (number(h + 8, word) & SHF_EXECINSTR) != 0) {
            s->index = (unsigned)i;
            take(h, word, size, s);
            return true;
        }
    }
    return false;
}
