/* SPDX-License-Identifier: Apache-2.0 */
/* Verb run: decode what came out of the sink and hold it against the hart's retirement log. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "run.h"

static const char verb[] = "run";

enum {
    CACHE_LINES = 1 << 14,
    CACHE_BLOCKS = 1 << 12
};

typedef unsigned long long ull;

struct check {
    struct nexus_code_line lines[CACHE_LINES];
    struct nexus_block blocks[CACHE_BLOCKS];
    struct nexus_region region[2 * SIM_ELF_MAX_SEGMENTS];
    struct nexus_code_image image;
    struct nexus_code_recorded recorded;
    struct nexus_code code;
    struct nexus_decoder decoder;
    struct pcs expected;
};

/* Code from the ELF file. */
static void code_from_elf(struct check *c, const struct run *r)
{
    size_t n = 0;
    for (unsigned i = 0; i < r->elf.nsegments; i++) {
        const struct sim_elf_segment *s = &r->elf.segment[i];
        const uint8_t *bytes = r->elf_file.bytes + s->offset;
        c->region[n++] = (struct nexus_region){s->vaddr, s->filesz, bytes};
        if (s->paddr != s->vaddr) {
            c->region[n++] = (struct nexus_region){s->paddr, s->filesz, bytes};
        }
    }
    c->image = (struct nexus_code_image){.region = c->region, .count = n};
    nexus_code_init_image(&c->code, &r->stream, &c->image);
}

/* Was everything that ran in the file, as it is there? */
static bool file_is_what_ran(struct check *c, const struct run *r, uint64_t *where)
{
    for (size_t i = 0; i < r->opcodes.n; i++) {
        const struct nexus_opcode *o = &r->opcodes.list[i];
        struct nexus_where at = {.pc = o->addr};
        uint8_t b[4];
        unsigned size = nexus_insn_size(o->opcode);
        uint32_t found = 0;
        if (size > 4 || c->code.read(c->code.ctx, &at, o->addr, b, size) != size) {
            *where = o->addr;
            return false;
        }
        for (unsigned k = 0; k < size; k++) {
            found |= (uint32_t)b[k] << (8 * k);
        }
        if (found != (size == 2 ? o->opcode & 0xFFFF : o->opcode)) {
            *where = o->addr;
            return false;
        }
    }
    return true;
}

static int choose_code(struct check *c, struct run *r)
{
    uint64_t where = 0;
    code_from_elf(c, r);
    if (r->opcodes.failed) {
        return tool_fail(verb, NULL, "not enough memory for the log");
    }
    if (!file_is_what_ran(c, r, &where)) {
        tool_note(verb, r->o.elf,
                  "the code at 0x%llx is not what ran; decoding with the recorded opcodes",
                  (ull)where);
        opcode_log_sort(&r->opcodes);
        c->recorded = (struct nexus_code_recorded){.entry = r->opcodes.list, .count = r->opcodes.n};
        nexus_code_init_recorded(&c->code, &r->stream, &c->recorded);
    }
    (void)nexus_code_use_cache(&c->code, c->lines, CACHE_LINES);
    (void)nexus_code_use_blocks(&c->code, c->blocks, CACHE_BLOCKS);
    return 0;
}

static int whole(struct check *c, const struct run *r)
{
    struct compare_result result;
    char text[160];
    enum compare_verdict v = compare_stream(verb, r->o.elf, &c->decoder, &c->expected, &result);
    if (v == COMPARE_EQUAL) {
        compare_summary(&result, r->trace_size, text, sizeof text);
        puts(text);
    }
    return v == COMPARE_EQUAL ? TOOL_OK : v == COMPARE_DIFFERS ? TOOL_DIFFERS : TOOL_CANNOT;
}

static int pieces(struct check *c, const struct run *r)
{
    struct compare_result result;
    struct gap_meter gaps;
    enum compare_anchor anchor = COMPARE_FROM_START;
    if (r->wrapped && r->o.stop_on_wrap) {
        tool_note(verb, NULL,
                  "the sink is full: it holds the first %zu bytes; make it larger (--sink-size)",
                  r->trace_size);
    } else if (r->wrapped) {
        tool_note(verb, NULL,
                  "the sink wrapped: it holds the last %zu bytes; make it larger (--sink-size)",
                  r->trace_size);
        (void)nexus_msg_decoder_resync(&c->decoder.msgs);
        anchor = COMPARE_TO_END;
    }
    enum compare_verdict v =
        compare_pieces(verb, r->o.elf, &c->decoder, &c->expected, anchor, &result, &gaps);
    if (v != COMPARE_EQUAL) {
        return v == COMPARE_DIFFERS ? TOOL_DIFFERS : TOOL_CANNOT;
    }
    if (gaps.lost > 0) {
        tool_note(verb, NULL, "the encoder lost trace %llu times; add --te trTeInstStallEna=1",
                  (ull)gaps.lost);
    }
    if (result.instructions == 0) {
        return tool_fail(verb, NULL,
                         "nothing could be decoded: no synchronizing message is left; "
                         "add --te trTeInstSyncMode=messages");
    }
    printf("equal in part: %llu of %llu instructions, %llu messages, %zu bytes\n",
           (ull)result.instructions, (ull)r->pcs.count, (ull)result.messages, r->trace_size);
    return TOOL_OK;
}

int run_check(struct run *r)
{
    struct check *c = malloc(sizeof *c);
    if (c == NULL) {
        return tool_fail(verb, NULL, "not enough memory");
    }
    int status = choose_code(c, r);
    if (status == 0 && nexus_decoder_init(&c->decoder, &r->stream, &c->code, r->trace,
                                          r->trace_size) != NEXUS_OK) {
        status = tool_fail(verb, NULL, "these options do not make a decoder");
    }
    if (status == 0) {
        pcs_open_log(&c->expected, verb, &r->pcs);
        status = r->wrapped || r->overflow ? pieces(c, r) : whole(c, r);
    }
    free(c);
    return status;
}
