/* SPDX-License-Identifier: Apache-2.0 */
/* The code that a hart's trace is decoded with. */
#include "hts_code.h"

#include <stdlib.h>
#include <string.h>

#include "nexus/nexus_flow.h"

static void use_tables(struct hts_code *c)
{
    (void)flow_code_use_cache(&c->code, c->lines, HTS_CODE_LINES);
    (void)flow_code_use_blocks(&c->code, c->blocks, HTS_CODE_BLOCKS);
}

void hts_code_begin(struct hts_code *c, const struct hts_program *program,
                    const struct nexus_stream_cfg *cfg)
{
    const struct htr_elf *elf = &program->elf;
    size_t n = 0;
    for (unsigned i = 0; i < elf->nsegments; i++) {
        const struct htr_elf_segment *s = &elf->segment[i];
        const uint8_t *bytes = program->file.bytes + s->offset;
        c->region[n++] = (struct flow_region){s->vaddr, s->filesz, bytes};
        if (s->paddr != s->vaddr) {
            c->region[n++] = (struct flow_region){s->paddr, s->filesz, bytes};
        }
    }
    c->isa = nexus_cfg_isa(cfg);
    c->image = (struct flow_code_image){.region = c->region, .count = n};
    c->opcode = NULL;
    c->known = 0;
    c->other = false;
    flow_code_init_image(&c->code, c->isa, &c->image);
    use_tables(c);
}

/* Is this opcode the one in the file? */
static bool is_in_file(struct hts_code *c, const struct flow_opcode *o)
{
    struct flow_where at = {.pc = o->addr};
    uint8_t b[4];
    unsigned size = flow_insn_size(o->opcode);
    uint32_t found = 0;
    if (size > 4 || c->code.read(c->code.ctx, &at, o->addr, b, size) != size) {
        return false;
    }
    for (unsigned k = 0; k < size; k++) {
        found |= (uint32_t)b[k] << (8 * k);
    }
    return found == (size == 2 ? o->opcode & 0xFFFF : o->opcode);
}

/* Decode with what was recorded so far. */
static bool use_recorded(struct hts_code *c, const struct htr_opcode_log *log)
{
    struct htr_opcode_log all = {.n = log->n};
    all.list = realloc(c->opcode, log->n * sizeof *all.list);
    if (all.list == NULL) {
        return false;
    }
    c->opcode = all.list;
    memcpy(all.list, log->list, log->n * sizeof *all.list);
    htr_opcode_log_sort(&all);
    c->recorded = (struct flow_code_recorded){.entry = all.list, .count = all.n};
    flow_code_init_recorded(&c->code, c->isa, &c->recorded);
    use_tables(c);
    return true;
}

bool hts_code_follow(struct hts_code *c, const struct htr_opcode_log *log)
{
    const bool more = c->known < log->n;
    for (; c->known < log->n && !c->other; c->known++) {
        if (!is_in_file(c, &log->list[c->known])) {
            c->other = true;
            c->where = log->list[c->known].addr;
        }
    }
    c->known = log->n;
    return !log->failed && (!more || !c->other || use_recorded(c, log));
}

void hts_code_free(struct hts_code *c)
{
    free(c->opcode);
    c->opcode = NULL;
}
