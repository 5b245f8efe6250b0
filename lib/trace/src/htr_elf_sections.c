/* SPDX-License-Identifier: Apache-2.0 */
/* Section headers, read with care: any number may be in them. */
#include "htr_elf_priv.h"
#include "flow/flow_le.h"

enum {
    SHT_PROGBITS = 1,
    SHF_EXECINSTR = 4
};

static void take(const uint8_t *h, unsigned word, size_t file, struct htr_elf_section *s)
{
    const uint64_t top = word == 8 ? UINT64_MAX : UINT32_MAX;
    s->addr = flow_le_get(h + 8 + word, word);
    s->offset = flow_le_get(h + 8 + 2 * word, word);
    s->size = flow_le_get(h + 8 + 3 * word, word);
    s->in_file = s->offset <= file && s->size <= file - s->offset &&
                 (s->size == 0 || s->size - 1 <= top - s->addr);
}

bool htr_elf_code_section(const struct htr_elf *elf, unsigned from, struct htr_elf_section *s)
{
    const uint8_t *bytes = elf->image;
    const size_t size = elf->size;
    const bool wide = elf->xlen == 64;
    const unsigned word = wide ? 8 : 4;
    const uint64_t table = flow_le_get(bytes + (wide ? 0x28 : 0x20), word);
    const uint64_t each = flow_le_get(bytes + (wide ? 0x3A : 0x2E), 2);
    const uint64_t count = flow_le_get(bytes + (wide ? 0x3C : 0x30), 2);
    if (each < (wide ? 64u : 40u) || table > size || count * each > size - table) {
        return false;
    }
    for (uint64_t i = from; i < count; i++) {
        const uint8_t *h = bytes + table + i * each;
        if (flow_le_get(h + 4, 4) == SHT_PROGBITS &&
            (flow_le_get(h + 8, word) & SHF_EXECINSTR) != 0) {
            s->index = (unsigned)i;
            take(h, word, size, s);
            return true;
        }
    }
    return false;
}
