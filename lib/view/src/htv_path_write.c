/* SPDX-License-Identifier: Apache-2.0 */
/* A path and a stack as text and JSON. */
#include <inttypes.h>

#include "flow/flow_code.h"
#include "flow/flow_elem.h"
#include "htr/htr_json.h"
#include "htr/htr_text.h"
#include "htr/htr_code.h"
#include "htv/htv_disasm.h"
#include "htv/htv_names.h"
#include "htv/htv_places.h"
#include "htv_paint.h"
#include "htv_path_int.h"

enum {
    OPCODE = 12, /* "0x", 8 digits */
    INSN = 32,   /* column of an instruction */
};

struct text {
    const struct htv_path *p;
    const struct htv_about *about;
    struct htv_places *places;
    struct htv_disasm *disasm;
    FILE *out;
    struct htr_json j;
    uint64_t skip; /* lines that are too old */
    uint64_t pc;   /* of the last instruction written */
};

static const char *name_of(const struct text *t, uint32_t function)
{
    return htv_names_get(t->about->names, function)->name;
}

static void put_place(const struct text *t, const struct htv_spot *s, uint64_t pc)
{
    const bool color = t->p->color;
    fputs(htv_paint(color, HTV_PAINT_FUNCTION), t->out);
    htv_put_plain(s->function, t->out);
    if (s->function_pc != 0) {
        fprintf(t->out, "+0x%" PRIx64, pc - s->function_pc);
    }
    fputs(htv_paint(color, HTV_PAINT_END), t->out);
    if (s->line != 0) {
        fprintf(t->out, "  %s", htv_paint(color, HTV_PAINT_PLACE));
        htv_put_plain(s->line_file, t->out);
        fprintf(t->out, ":%" PRIu32 "%s", s->line, htv_paint(color, HTV_PAINT_END));
    }
}

static void json_place(struct text *t, const struct htv_spot *s, uint64_t pc)
{
    htr_json_address(&t->j, "address", pc);
    htr_json_text(&t->j, "function", s->function);
    htr_json_text(&t->j, "file", s->line != 0 ? s->line_file : NULL);
    htr_json_known_number(&t->j, "line", s->line != 0, s->line);
}

/* ---- the path ---- */

/* What objdump says, the opcode when it says nothing, NULL when that is not known either. */
static const char *insn_text(struct text *t, const struct flow_where *where, char opcode[OPCODE])
{
    uint32_t bits;
    if (!htr_code_opcode(t->about->code, where, &bits)) {
        return NULL;
    }
    const char *text = htv_disasm_at(t->disasm, where->pc, bits);
    snprintf(opcode, OPCODE, (bits & 3) != 3 ? "0x%04" PRIx32 : "0x%08" PRIx32, bits);
    return text != NULL ? text : opcode;
}

static void put_insn(struct text *t, const struct htv_event *e, uint64_t number,
                     const struct flow_where *where)
{
    const uint64_t pc = where->pc;
    char opcode[OPCODE];
    struct htv_spot s;
    const char *insn = insn_text(t, where, opcode);
    htv_places_at(t->places, e->space, pc, &s);
    t->pc = pc;
    if (t->p->json) {
        htr_json_object(&t->j, NULL);
        htr_json_text(&t->j, "kind", "instruction");
        htr_json_number(&t->j, "number", number);
        json_place(t, &s, pc);
        htr_json_text(&t->j, "instruction", insn);
        htr_json_end(&t->j);
        return;
    }
    fprintf(t->out, "%12" PRIu64 "  0x%08" PRIx64 "  ", number, pc);
    if (insn != NULL) {
        fprintf(t->out, "%-*s  ", INSN, insn);
    }
    put_place(t, &s, pc);
    putc('\n', t->out);
}

static void put_range(struct text *t, const struct htv_event *e)
{
    struct flow_elem elem = {.type = FLOW_ELEM_RANGE, .start = e->pc, .end = e->from};
    struct flow_code *code = t->about->code_of(t->about->code_ctx, e->space, &elem.context);
    struct flow_range_iter it;
    const struct flow_insn *insn;
    uint64_t number = e->insns;
    elem.count = (uint32_t)e->value;
    flow_range_begin(&it, &elem);
    while (flow_range_next(&it, code, &insn) == FLOW_OK) {
        number++;
        if (t->skip > 0) {
            t->skip--;
        } else {
            put_insn(t, e, number, &it.where);
        }
    }
}

static void put_event(struct text *t, const struct htv_event *e)
{
    const bool frame = e->kind == HTV_ENTER || e->kind == HTV_LEAVE;
    if (t->skip > 0) {
        t->skip--;
        return;
    }
    if (t->p->json) {
        htr_json_object(&t->j, NULL);
        htr_json_text(&t->j, "kind", htv_kind_name(e->kind));
        htr_json_text(&t->j, "how", frame ? htv_how_name(e->how) : NULL);
        htr_json_text(&t->j, "function", frame ? name_of(t, e->function) : NULL);
        htr_json_end(&t->j);
        return;
    }
    fprintf(t->out, "%14s%s%s", "", htv_paint(t->p->color, HTV_PAINT_EVENT),
            htv_kind_name(e->kind));
    if (frame) {
        putc(' ', t->out);
        htv_put_plain(name_of(t, e->function), t->out);
        fprintf(t->out, " (%s)", htv_how_name(e->how));
    }
    fprintf(t->out, "%s\n", htv_paint(t->p->color, HTV_PAINT_END));
}

static void put_path(struct text *t)
{
    const struct htv_path_hit *h = &t->p->seen->hit;
    const struct htv_path_ring *r = &h->before;
    const uint64_t lines = t->p->lines, first = r->n > lines ? r->n - lines : 0;
    const bool range = h->at.kind == HTV_RANGE;
    uint64_t n = range ? h->at.value : 0;
    for (uint64_t i = first; i < r->n; i++) {
        const struct htv_event *e = &r->event[i % lines];
        n += e->kind == HTV_RANGE ? e->value : 1;
    }
    t->skip = n > lines ? n - lines : 0;
    for (uint64_t i = first; i < r->n; i++) {
        const struct htv_event *e = &r->event[i % lines];
        if (e->kind == HTV_RANGE) {
            put_range(t, e);
        } else {
            put_event(t, e);
        }
    }
    if (range) {
        put_range(t, &h->at);
    }
}

/* ---- the stack ---- */

/* Top frame first: where it is; then where each one called the one above it. */
static void put_stack(struct text *t)
{
    const struct htv_path_hit *h = &t->p->seen->hit;
    uint64_t pc = t->pc;
    for (size_t i = h->stack.count; i-- > 0;) {
        const struct htv_path_frame *f = &h->stack.frame[i];
        struct htv_spot s;
        htv_places_at(t->places, h->at.space, pc, &s);
        s.function = name_of(t, f->function);
        s.function_pc = htv_names_get(t->about->names, f->function)->pc;
        if (t->p->json) {
            htr_json_object(&t->j, NULL);
            json_place(t, &s, pc);
            htr_json_text(&t->j, "entered", htv_how_name(f->how));
            htr_json_end(&t->j);
        } else {
            fprintf(t->out, "%4s#%-7zu  0x%08" PRIx64 "  ", "", h->stack.count - 1 - i, pc);
            put_place(t, &s, pc);
            fprintf(t->out, "  (%s)\n", htv_how_name(f->how));
        }
        pc = f->from;
    }
}

static int write_json(struct text *t)
{
    const struct htv_path_seen *s = t->p->seen;
    htr_json_begin(&t->j, t->out);
    htr_json_object(&t->j, NULL);
    htr_json_text(&t->j, "schema", "hartrace-path-1");
    htr_json_text(&t->j, "trace", t->about->trace);
    htr_json_text(&t->j, "to", t->p->to);
    htr_json_number(&t->j, "reached", s->reached);
    htr_json_number(&t->j, "hart", t->about->hart[s->hit.at.hart].src);
    htr_json_text(&t->j, "time_unit", htv_axis_unit(t->about->axis));
    htr_json_number(&t->j, "time", s->hit.at.time);
    htr_json_array(&t->j, "path");
    put_path(t);
    htr_json_end(&t->j);
    htr_json_array(&t->j, "stack");
    put_stack(t);
    htr_json_end(&t->j);
    htr_json_end(&t->j);
    return htr_json_finish(&t->j) ? HTR_OK : HTR_ERR_WRITE;
}

static int write_text(struct text *t)
{
    const struct htv_path_seen *s = t->p->seen;
    put_path(t);
    fprintf(t->out, "\n%s", htv_paint(t->p->color, HTV_PAINT_HEAD));
    if (!s->to.end) {
        htv_put_plain(t->p->to, t->out);
        fprintf(t->out, " was reached %" PRIu64 " time%s%s; ", s->reached, htr_s(s->reached),
                t->p->nth == 0 ? ", shown is the last" : "");
    }
    fprintf(t->out, "stack of %s%s\n", t->about->hart[s->hit.at.hart].name,
            htv_paint(t->p->color, HTV_PAINT_END));
    put_stack(t);
    return ferror(t->out) != 0 ? HTR_ERR_WRITE : HTR_OK;
}

int htv_path_write(const struct htv_path *p)
{
    const struct htv_about *about = p->seen->about;
    struct text t = {.p = p, .about = about, .out = about->out, .pc = p->seen->hit.at.pc};
    t.places = htv_places_new(about);
    if (t.places == NULL) {
        return htr_fail(about->host, HTR_ERR_MEMORY, about->trace, "not enough memory");
    }
    const struct htv_disasm_options options = {
        .objdump = p->objdump, .code = about->code, .symbols = about->symbols};
    int status = htv_disasm_open(&t.disasm, about->host, &options);
    if (status == HTR_OK) {
        status = p->json ? write_json(&t) : write_text(&t);
    }
    htv_disasm_close(t.disasm);
    htv_places_free(t.places);
    return status;
}
