/* SPDX-License-Identifier: Apache-2.0 */
/* Verb run: decode what came out of the sink and hold it against the hart's retirement log. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "run.h"
#include "run_span.h"

static const char verb[] = "run";

enum {
    CACHE_LINES = 1 << 14,
    CACHE_BLOCKS = 1 << 12
};

typedef unsigned long long ull;

struct check {
    struct flow_code_line lines[CACHE_LINES];
    struct flow_block blocks[CACHE_BLOCKS];
    struct flow_region region[2 * SIM_ELF_MAX_SEGMENTS];
    struct flow_code_image image;
    struct flow_code_recorded recorded;
    struct flow_code code;
    struct nexus_decoder decoder;
    struct pcs expected;
    char prefix[24]; /* of a line about this hart */
};

/* Code from the ELF file. */
static void code_from_elf(struct check *c, const struct run_hart *h)
{
    const struct sim_elf *elf = &h->program->elf;
    size_t n = 0;
    for (unsigned i = 0; i < elf->nsegments; i++) {
        const struct sim_elf_segment *s = &elf->segment[i];
        const uint8_t *bytes = h->program->file.bytes + s->offset;
        c->region[n++] = (struct flow_region){s->vaddr, s->filesz, bytes};
        if (s->paddr != s->vaddr) {
            c->region[n++] = (struct flow_region){s->paddr, s->filesz, bytes};
        }
    }
    c->image = (struct flow_code_image){.region = c->region, .count = n};
    flow_code_init_image(&c->code, nexus_cfg_isa(&h->stream), &c->image);
}

/* Was everything that ran in the file, as it is there? */
static bool file_is_what_ran(struct check *c, const struct run_hart *h, uint64_t *where)
{
    for (size_t i = 0; i < h->opcodes.n; i++) {
        const struct flow_opcode *o = &h->opcodes.list[i];
        struct flow_where at = {.pc = o->addr};
        uint8_t b[4];
        unsigned size = flow_insn_size(o->opcode);
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

static int choose_code(struct check *c, struct run_hart *h)
{
    uint64_t where = 0;
    code_from_elf(c, h);
    if (h->opcodes.failed) {
        return tool_fail(verb, NULL, "not enough memory for the log");
    }
    if (!file_is_what_ran(c, h, &where)) {
        tool_note(verb, h->program->path,
                  "the code at 0x%llx is not what ran; decoding with the recorded opcodes",
                  (ull)where);
        opcode_log_sort(&h->opcodes);
        c->recorded = (struct flow_code_recorded){.entry = h->opcodes.list, .count = h->opcodes.n};
        flow_code_init_recorded(&c->code, nexus_cfg_isa(&h->stream), &c->recorded);
    }
    (void)flow_code_use_cache(&c->code, c->lines, CACHE_LINES);
    (void)flow_code_use_blocks(&c->code, c->blocks, CACHE_BLOCKS);
    return 0;
}

static int exit_of(enum compare_verdict v)
{
    return v == COMPARE_EQUAL ? TOOL_OK : v == COMPARE_DIFFERS ? TOOL_DIFFERS : TOOL_CANNOT;
}

static int whole(struct check *c, const struct run_hart *h, struct compare_result *result)
{
    char text[160];
    enum compare_verdict v =
        compare_stream(verb, h->program->path, &c->decoder, &c->expected, result);
    if (v == COMPARE_EQUAL) {
        compare_summary(result, h->trace_size, text, sizeof text);
        printf("%s%s\n", c->prefix, text);
    }
    return exit_of(v);
}

/* Filters and triggers decide what is traced. */
static bool is_selective(const struct run_hart *h)
{
    uint32_t filters = 0, triggers = 0;
    return (htr_settings_asked(&h->te, "trTeInstFilters", &filters) && filters != 0) ||
           (htr_settings_asked(&h->te, "trTeInstTrigEnable", &triggers) && triggers != 0);
}

/* The sink does not hold the whole trace. */
static void tell_wrapped(const struct run *r, const struct run_sink *sink)
{
    tool_note(verb, NULL,
              r->o.stop_on_wrap
                  ? "the sink is full: it holds the first %zu bytes; make it larger (--sink-size)"
                  : "the sink wrapped: it holds the last %zu byte%s; make it larger (--sink-size)",
              sink->size, htr_s(sink->size));
}

/* Before the first message. */
static bool start_decoder(struct check *c, const struct run *r, const struct run_hart *h)
{
    const struct run_sink *sink = &r->sink[h->sink];
    if (nexus_decoder_init(&c->decoder, &h->stream, &c->code, h->trace, h->trace_size) !=
        NEXUS_OK) {
        tool_fail(verb, NULL, "no decoder can have these options");
        return false;
    }
    if (sink->wrapped && !r->o.stop_on_wrap && !h->whole_messages) {
        (void)nexus_msg_decoder_resync(&c->decoder.msgs);
    }
    return true;
}

/* The beginning or the end of the execution, without a hole: compared without holding the log in
 * memory. Returns false when it is not so simple. */
static bool span(struct check *c, const struct run *r, const struct run_hart *h,
                 struct compare_result *result, enum compare_verdict *v)
{
    struct run_span s;
    uint64_t from = 0;
    run_span_measure(&c->decoder, &s);
    bool simple = s.plain && start_decoder(c, r, h);
    if (!r->o.stop_on_wrap) {
        from = h->pcs.count - s.instructions;
        simple = simple && s.instructions <= h->pcs.count - h->pcs.first;
    }
    if (simple) {
        pcs_close(&c->expected);
        pcs_open_log_at(&c->expected, verb, &h->pcs, from);
        *v = run_span_compare(verb, h->program->path, &c->decoder, &c->expected, from + 1, result);
    }
    return simple;
}

static enum compare_verdict compare_part(struct check *c, const struct run *r,
                                         const struct run_hart *h, struct compare_result *result,
                                         struct gap_meter *gaps)
{
    const struct run_sink *sink = &r->sink[h->sink];
    enum compare_anchor anchor = is_selective(h)                       ? COMPARE_ANYWHERE
                                 : sink->wrapped && !r->o.stop_on_wrap ? COMPARE_TO_END
                                                                       : COMPARE_FROM_START;
    enum compare_verdict v;
    memset(gaps, 0, sizeof *gaps);
    if (anchor != COMPARE_ANYWHERE && sink->wrapped && span(c, r, h, result, &v)) {
        return v;
    }
    if (!start_decoder(c, r, h)) {
        return COMPARE_CANNOT;
    }
    return compare_pieces(verb, h->program->path, &c->decoder, &c->expected, anchor, result, gaps);
}

static int pieces(struct check *c, const struct run *r, const struct run_hart *h,
                  struct compare_result *result)
{
    struct gap_meter gaps;
    if (r->sink[h->sink].wrapped) {
        tell_wrapped(r, &r->sink[h->sink]);
    }
    enum compare_verdict v = compare_part(c, r, h, result, &gaps);
    if (v != COMPARE_EQUAL) {
        return exit_of(v);
    }
    if (gaps.lost > 0) {
        tool_note(verb, NULL, "%sthe encoder lost trace %llu time%s; add --te trTeInstStallEna=1",
                  c->prefix, (ull)gaps.lost, htr_s(gaps.lost));
    }
    if (result->instructions == 0 && is_selective(h)) {
        tool_note(verb, NULL, "%snothing was traced: no filter or trigger let anything through",
                  c->prefix);
    } else if (result->instructions == 0) {
        (void)tool_fail(verb, NULL,
                        "%snothing could be decoded: no synchronizing message is left; "
                        "add --te trTeInstSyncMode=messages",
                        c->prefix);
        return TOOL_DIFFERS; /* lost, but what the sink held is kept */
    }
    printf("%sequal in part: %llu of %llu instructions, %llu message%s, %zu byte%s\n", c->prefix,
           (ull)result->instructions, (ull)h->retired, (ull)result->messages,
           htr_s(result->messages), h->trace_size, htr_s(h->trace_size));
    return TOOL_OK;
}

static int check_hart(struct check *c, struct run *r, unsigned i, struct compare_result *result)
{
    struct run_hart *h = &r->hart[i];
    memset(result, 0, sizeof *result);
    c->prefix[0] = '\0';
    if (r->harts > 1) {
        snprintf(c->prefix, sizeof c->prefix, "hart %u: ", i);
    }
    if (h->sink == TOPOLOGY_NONE) {
        printf("%snot traced\n", c->prefix);
        return TOOL_OK;
    }
    int status = choose_code(c, h);
    if (status == 0 && !start_decoder(c, r, h)) {
        status = TOOL_CANNOT;
    }
    if (status == 0) {
        pcs_open_log(&c->expected, verb, &h->pcs);
        bool partial = r->sink[h->sink].wrapped || h->overflow || is_selective(h);
        status = partial ? pieces(c, r, h, result) : whole(c, h, result);
        pcs_close(&c->expected);
    }
    return status;
}

/* The sum of several harts, when every one is equal. */
static void print_sum(const struct run *r, const struct compare_result *sum)
{
    char text[160];
    size_t bytes = 0;
    for (unsigned i = 0; i < r->tree->ncomponents; i++) {
        bytes += r->sink[i].size;
    }
    compare_summary(sum, bytes, text, sizeof text);
    puts(text);
}

int run_check(struct run *r)
{
    struct check *c = malloc(sizeof *c);
    struct compare_result result, sum = {0};
    bool whole_traces = true;
    int status = TOOL_OK;
    if (c == NULL) {
        return tool_fail(verb, NULL, "not enough memory");
    }
    for (unsigned i = 0; i < r->harts; i++) {
        int one = check_hart(c, r, i, &result);
        status = tool_worse(one, status);
        sum.instructions += result.instructions;
        sum.messages += result.messages;
        whole_traces = whole_traces && r->hart[i].sink != TOPOLOGY_NONE &&
                       !r->sink[r->hart[i].sink].wrapped && !r->hart[i].overflow;
    }
    if (r->harts > 1 && status == TOOL_OK && whole_traces) {
        print_sum(r, &sum);
    }
    free(c);
    return status;
}
