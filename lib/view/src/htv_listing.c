/* SPDX-License-Identifier: Apache-2.0 */
/* Functions, source lines and instructions in a listing. */
#include "htv/htv_listing.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "htv/htv_disasm.h"
#include "htv_paint.h"

struct htv_listing {
    struct htr_host *host;
    struct htv_listing_options o;
    struct htv_symbols *symbols; /* NULL: there are none */
    struct htv_disasm *disasm;
    struct htv_line last; /* of the instruction before */
    uint16_t src;         /* of the instruction before */
    bool opened, begun;
    int status;
};

/* ---- the code ---- */

static int open_symbols(struct htv_listing *l, const struct htr_code *code, const char *elf)
{
    const char *file[HTV_IMAGES];
    struct htv_symbols_options o = l->o.symbols;
    if (o.nfiles > HTV_IMAGES - 1) {
        return htr_fail(l->host, HTR_ERR_RANGE, NULL, "more than %d files with symbols",
                        HTV_IMAGES - 1);
    }
    for (unsigned i = 0; i < o.nfiles; i++) {
        file[i] = o.file[i];
    }
    if (elf != NULL) {
        file[o.nfiles++] = elf;
    }
    o.file = file;
    int status = o.nfiles == 0 ? HTR_OK : htv_symbols_open(&l->symbols, l->host, &o);
    if (status == HTR_OK && l->symbols != NULL) {
        (void)htv_symbols_check(l->symbols, code); /* remarks name those that are dropped */
    }
    return status;
}

static int open_all(struct htv_listing *l, const struct htr_code *code)
{
    const char *elf = code->elf.nsegments > 0 ? code->path : NULL;
    int status = open_symbols(l, code, elf);
    const struct htv_disasm_options o = {
        .objdump = l->o.objdump, .code = code, .symbols = l->symbols};
    return status == HTR_OK ? htv_disasm_open(&l->disasm, l->host, &o) : status;
}

/* ---- lines ---- */

static void put(struct htr_writer *w, const char *text)
{
    htr_write_part(w, text, strlen(text));
}

/* Text from a file: without control characters, but with its tabs. */
static void put_plain(struct htr_writer *w, const char *text, size_t length)
{
    for (size_t i = 0; i < length;) {
        char part[256];
        size_t n = 0;
        for (; n < sizeof part && i < length; i++) {
            const unsigned char c = (unsigned char)text[i];
            part[n++] = (c < 0x20 && c != '\t') || c == 0x7F ? '?' : text[i];
        }
        htr_write_part(w, part, n);
    }
}

static void put_name(const struct htv_listing *l, struct htr_writer *w, uint32_t function)
{
    const struct htv_function *f = htv_function(l->symbols, function);
    const char *name = f != NULL ? f->name : "?";
    put_plain(w, name, strlen(name));
}

/* "main > clamp:", outermost function first. */
static void put_functions(const struct htv_listing *l, struct htr_writer *w,
                          const struct htv_line *line)
{
    struct htv_frame frame[HTV_FRAMES];
    const unsigned n = htv_frames(l->symbols, line->scope, frame, HTV_FRAMES);
    put(w, htv_paint(l->o.color, HTV_PAINT_FUNCTION));
    if (n == 0) {
        put_name(l, w, line->function);
    }
    for (unsigned i = 0; i < n; i++) {
        put(w, i > 0 ? " > " : "");
        put_name(l, w, frame[i].function);
    }
    put(w, ":");
    put(w, htv_paint(l->o.color, HTV_PAINT_END));
    put(w, "\n");
}

/* "/src/sort.c:12: TEXT" */
static void put_source(struct htv_listing *l, struct htr_writer *w, const struct htv_line *line)
{
    const char *file = htv_file(l->symbols, line->file);
    char number[16];
    size_t length;
    if (file == NULL || line->line == 0) {
        return;
    }
    put(w, htv_paint(l->o.color, HTV_PAINT_PLACE));
    put_plain(w, file, strlen(file));
    snprintf(number, sizeof number, ":%" PRIu32 ":", line->line);
    put(w, number);
    put(w, htv_paint(l->o.color, HTV_PAINT_END));
    const char *text = htv_source_line(l->symbols, line->file, line->line, &length);
    if (text != NULL && length > 0) {
        put(w, " ");
        put_plain(w, text, length);
    }
    put(w, "\n");
}

static void put_place(struct htv_listing *l, struct htr_writer *w, const struct flow_where *where)
{
    struct htv_line line;
    const struct htv_line *last = &l->last;
    (void)htv_line_at(l->symbols, &where->context, where->pc, &line);
    const bool enters = htv_function_starts(l->symbols, &where->context, where->pc);
    const bool other = !l->begun || l->src != w->src || line.function != last->function ||
                       line.scope != last->scope;
    const bool named = line.function != 0 || last->function != 0; /* "?" ends a function */
    if (enters || (other && named)) {
        put_functions(l, w, &line);
    }
    if (enters || other || line.file != last->file || line.line != last->line) {
        put_source(l, w, &line);
    }
    l->last = line;
    l->src = w->src;
    l->begun = true;
}

static bool take(void *ctx, struct htr_writer *w, const struct flow_where *where,
                 const struct flow_insn *insn)
{
    struct htv_listing *l = ctx;
    uint32_t opcode;
    char line[64];
    if (!l->opened) {
        l->opened = true;
        l->status = open_all(l, w->code);
    }
    if (l->status != HTR_OK) {
        return false;
    }
    if (l->symbols != NULL) {
        put_place(l, w, where);
    }
    const char *text = htr_code_opcode(w->code, where, &opcode)
                           ? htv_disasm_at(l->disasm, where->pc, opcode)
                           : NULL;
    if (text == NULL) {
        return false;
    }
    snprintf(line, sizeof line, "  0x%08" PRIx64 "  %0*" PRIx32 "%*s  ", where->pc,
             insn->size == 2 ? 4 : 8, opcode, insn->size == 2 ? 4 : 0, "");
    put(w, line);
    put(w, text);
    put(w, "\n");
    return true;
}

/* ---- begin and end ---- */

int htv_listing_new(struct htv_listing **made, struct htr_host *host,
                    const struct htv_listing_options *options)
{
    struct htv_listing *l = calloc(1, sizeof *l);
    *made = l;
    if (l == NULL) {
        return htr_fail(host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    l->host = host;
    l->o = *options;
    return HTR_OK;
}

void htv_listing_attach(struct htv_listing *l, struct htr_writer *w)
{
    w->instruction = take;
    w->instruction_ctx = l;
}

int htv_listing_close(struct htv_listing *l)
{
    int status = HTR_OK;
    if (l != NULL) {
        status = l->status;
        htv_disasm_close(l->disasm);
        htv_symbols_close(l->symbols);
        free(l);
    }
    return status;
}
