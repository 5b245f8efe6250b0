/* SPDX-License-Identifier: Apache-2.0 */
/* PCINFO lists: each instruction of the code, swept from the start of each executable section. */
#include <inttypes.h>
#include <string.h>

#include "htr/htr_code.h"

struct sweep {
    struct htr_code *code;
    struct htr_host *host;
    FILE *out;
    uint64_t lines;
};

/* As in the lists that the reference tool makes from a disassembly, ecall counts as a call. */
static void write_line(struct sweep *s, uint64_t pc, const struct flow_insn *insn, uint32_t opcode)
{
    char text[FLOW_PCINFO_LINE];
    struct flow_pcinfo entry;
    flow_pcinfo_from_insn(pc, insn, &entry);
    if (opcode == 0x73) {
        entry.cls = FLOW_INSN_CALL;
    }
    (void)flow_pcinfo_format(&entry, text);
    fprintf(s->out, "%s\n", text);
    s->lines++;
}

static void sweep(struct sweep *s, uint64_t start, uint64_t size)
{
    uint64_t at = 0;
    while (size >= 2 && at <= size - 2) {
        struct flow_where where = {.pc = start + at};
        const struct flow_insn *insn;
        struct flow_insn unknown = {.size = 2};
        uint32_t opcode = 0;
        if (flow_code_insn(&s->code->code, &where, &insn) != FLOW_OK || insn->size > size - at) {
            insn = &unknown;
        } else {
            (void)htr_code_opcode(s->code, &where, &opcode);
        }
        write_line(s, start + at, insn, opcode);
        at += insn->size;
    }
}

/* Are these addresses those of one segment? */
static bool loaded(const struct sweep *s, const struct htr_elf_section *section)
{
    for (size_t i = 0; i < s->code->nregions; i++) {
        const struct flow_region *r = &s->code->region[i];
        if (section->addr >= r->addr && section->addr - r->addr <= r->size &&
            section->size <= r->size - (section->addr - r->addr)) {
            return true;
        }
    }
    return section->size == 0;
}

/* Sweep the sections with code; *found: how many there were. A header can claim anything. */
static int sweep_sections(struct sweep *s, unsigned *found)
{
    const char *path = s->code->path;
    const struct htr_bytes *file = &s->code->elf_file;
    struct htr_elf_section section = {.index = 0};
    *found = 0;
    while (htr_elf_code_section(&s->code->elf, section.index + (*found > 0), &section)) {
        if (!section.in_file) {
            return htr_fail(s->host, HTR_ERR_FORMAT, path,
                            "section %u claims %" PRIu64 " bytes of code at offset 0x%" PRIx64
                            ", and the file ends at 0x%zx; copy it again, or link it again",
                            section.index, section.size, section.offset, file->size);
        }
        if (!loaded(s, &section)) {
            return htr_fail(s->host, HTR_ERR_FORMAT, path,
                            "section %u claims %" PRIu64 " bytes of code at 0x%" PRIx64
                            ", and no segment has them; link it again",
                            section.index, section.size, section.addr);
        }
        sweep(s, section.addr, section.size);
        (*found)++;
    }
    return 0;
}

static int sweep_all(struct sweep *s)
{
    char text[FLOW_PCINFO_LINE];
    size_t first = s->code->first_image;
    for (size_t i = 0; i < s->code->list.count; i++) {
        (void)flow_pcinfo_format(&s->code->pcinfo[i], text);
        fprintf(s->out, "%s\n", text);
        s->lines++;
    }
    if (s->code->elf.nsegments != 0) {
        unsigned found = 0;
        int status = sweep_sections(s, &found);
        if (status != HTR_OK) {
            return status;
        }
        first = found == 0 ? 0 : first; /* stripped of its sections: take the segments */
    }
    for (size_t i = first; i < s->code->nregions; i++) {
        sweep(s, s->code->region[i].addr, s->code->region[i].size);
    }
    return s->lines > 0 ? HTR_OK
                        : htr_fail(s->host, HTR_ERR_FORMAT, s->code->path, "holds no code");
}

int htr_code_write_pcinfo(struct htr_code *c, struct htr_host *host, FILE *out)
{
    struct sweep s = {.code = c, .host = host, .out = out};
    return sweep_all(&s);
}
