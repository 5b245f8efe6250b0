/* SPDX-License-Identifier: Apache-2.0 */
/* PCINFO lists: each instruction of the code, swept from the start of each executable section. */
#include <string.h>

#include "convert.h"
#include "te.h"

struct sweep {
    struct code_source code;
    FILE *out;
    uint64_t lines;
};

/* As in the lists that the reference tool makes from a disassembly, ecall counts as a call. */
static void write_line(struct sweep *s, uint64_t pc, const struct nexus_insn *insn, uint32_t opcode)
{
    char text[NEXUS_PCINFO_LINE];
    struct nexus_pcinfo entry;
    nexus_pcinfo_from_insn(pc, insn, &entry);
    if (opcode == 0x73) {
        entry.cls = NEXUS_INSN_CALL;
    }
    (void)nexus_pcinfo_format(&entry, text);
    fprintf(s->out, "%s\n", text);
    s->lines++;
}

static void sweep(struct sweep *s, uint64_t start, uint64_t size)
{
    uint64_t at = 0;
    while (size >= 2 && at <= size - 2) {
        struct nexus_where where = {.pc = start + at};
        const struct nexus_insn *insn;
        struct nexus_insn unknown = {.size = 2};
        uint32_t opcode = 0;
        if (nexus_code_insn(&s->code.code, &where, &insn) != NEXUS_OK || insn->size > size - at) {
            insn = &unknown;
        } else {
            (void)code_opcode(&s->code, &where, &opcode);
        }
        write_line(s, start + at, insn, opcode);
        at += insn->size;
    }
}

/* ---- sections of an ELF file that sim_elf_parse has accepted ---- */

static uint64_t number(const uint8_t *p, unsigned bytes)
{
    uint64_t v = 0;
    for (unsigned i = bytes; i > 0; i--) {
        v = v << 8 | p[i - 1];
    }
    return v;
}

/* Sweep the sections with code. Returns how many there were. */
static unsigned sweep_sections(struct sweep *s, const struct input *file)
{
    enum {
        SHT_PROGBITS = 1,
        SHF_EXECINSTR = 4
    };
    const uint8_t *b = file->bytes;
    bool wide = b[4] == 2;
    unsigned word = wide ? 8 : 4, found = 0;
    uint64_t table = number(b + (wide ? 0x28 : 0x20), word);
    uint64_t size = number(b + (wide ? 0x3A : 0x2E), 2),
             count = number(b + (wide ? 0x3C : 0x30), 2);
    if (size < (wide ? 64u : 40u) || table > file->size || count * size > file->size - table) {
        return 0;
    }
    for (uint64_t i = 0; i < count; i++) {
        const uint8_t *h = b + table + i * size;
        uint64_t flags = number(h + 8, word);
        if (number(h + 4, 4) == SHT_PROGBITS && (flags & SHF_EXECINSTR) != 0) {
            sweep(s, number(h + 8 + word, word), number(h + 8 + 3 * word, word));
            found++;
        }
    }
    return found;
}

static void sweep_all(struct sweep *s, const struct convert_options *o)
{
    char text[NEXUS_PCINFO_LINE];
    size_t images = s->code.nregions - o->code.images.n; /* they come behind the segments */
    for (size_t i = 0; i < s->code.list.count; i++) {
        (void)nexus_pcinfo_format(&s->code.pcinfo[i], text);
        fprintf(s->out, "%s\n", text);
        s->lines++;
    }
    if (o->code.elf != NULL && sweep_sections(s, &s->code.elf_file) == 0) {
        images = 0; /* stripped of its sections: take the segments */
    }
    for (size_t i = images; i < s->code.nregions; i++) {
        sweep(s, s->code.region[i].addr, s->code.region[i].size);
    }
}

int convert_pcinfo(const char *verb, const struct convert_options *o, FILE *out)
{
    static struct sweep s; /* large */
    struct te_options te;
    struct nexus_stream_cfg cfg;
    memset(&s, 0, sizeof s);
    s.out = out;
    if (o->input != NULL) {
        return tool_fail(verb, o->input, "code is given with --elf, --image or --pcinfo");
    }
    if (te_parse(&te, verb, NULL, &o->te, &o->params) != 0 ||
        code_open(&s.code, verb, &o->code, &te) != 0) {
        return TOOL_CANNOT;
    }
    te_stream_cfg(&te, &cfg);
    code_start(&s.code, &cfg);
    sweep_all(&s, o);
    int status = s.lines > 0 ? 0 : tool_fail(verb, o->code.elf, "holds no code");
    code_close(&s.code);
    return status;
}
