/* SPDX-License-Identifier: Apache-2.0 */
/* Source of a report, with counts and branch outcomes beside each line. */
#include "htv_report_source.h"

#include <stdlib.h>

#include "flow/flow_insn.h"
#include "htv/htv_places.h"
#include "htv/htv_profile.h"
#include "htv/htv_symbols.h"

/* An instruction, with its line. */
struct placed {
    uint32_t file, line;
    const struct htv_insn_count *insn;
};

struct source {
    const struct htv_about *about;
    struct htv_report_file *out;
    struct placed *placed; /* by file, line, address */
    size_t n;
    uint64_t total, without; /* instructions executed; of these without a line */
};

static int by_line(const void *a, const void *b)
{
    const struct placed *x = a, *y = b;
    return x->file != y->file   ? (x->file < y->file ? -1 : 1)
           : x->line != y->line ? (x->line < y->line ? -1 : 1)
           : x->insn < y->insn  ? -1
                                : x->insn > y->insn;
}

static bool place(struct source *s, const struct htv_insn_counts *counts)
{
    struct htv_places *places = htv_places_new(s->about);
    s->placed = calloc(counts->n + 1, sizeof *s->placed);
    if (places == NULL || s->placed == NULL) {
        htv_places_free(places);
        return false;
    }
    for (size_t i = 0; i < counts->n; i++) {
        struct htv_spot spot;
        htv_places_at(places, counts->insn[i].space, counts->insn[i].pc, &spot);
        s->total += counts->insn[i].count;
        if (spot.line != 0) {
            s->placed[s->n++] = (struct placed){spot.line_file_id, spot.line, &counts->insn[i]};
        } else {
            s->without += counts->insn[i].count;
        }
    }
    htv_places_free(places);
    qsort(s->placed, s->n, sizeof *s->placed, by_line);
    return true;
}

/* All lines of a file. Returns false when its text is not there. */
static bool put_text(struct source *s, uint32_t file)
{
    size_t length;
    const char *text = htv_source_line(s->about->symbols, file, 1, &length);
    if (text == NULL) {
        return false;
    }
    for (uint32_t line = 1; text != NULL; line++) {
        char *copy = malloc(length + 1);
        if (copy == NULL) {
            s->out->status = htr_fail(s->about->host, HTR_ERR_MEMORY, s->out->folder,
                                      "not enough memory for the report");
            return true;
        }
        memcpy(copy, text, length);
        copy[length] = '\0';
        htv_report_put(s->out, line == 1 ? "\n" : ",\n");
        htv_report_json(s->out, copy);
        free(copy);
        text = htv_source_line(s->about->symbols, file, line + 1, &length);
    }
    return true;
}

/* The line at placed[i]: [line, times, instructions, [branches]]. Returns the next line's index. */
static size_t put_line(struct source *s, size_t i)
{
    struct htv_report_file *f = s->out;
    const uint32_t file = s->placed[i].file, line = s->placed[i].line;
    uint64_t most = 0, sum = 0;
    size_t end = i;
    for (; end < s->n && s->placed[end].file == file && s->placed[end].line == line; end++) {
        const uint64_t count = s->placed[end].insn->count;
        most = count > most ? count : most;
        sum += count;
    }
    htv_report_put(f, "\n[");
    const uint64_t number[] = {line, most, sum};
    for (unsigned j = 0; j < sizeof number / sizeof number[0]; j++) {
        htv_report_number(f, number[j]);
        htv_report_put(f, ",");
    }
    htv_report_put(f, "[");
    bool first = true;
    for (; i < end; i++) {
        const struct htv_insn_count *c = s->placed[i].insn;
        if (c->cls == FLOW_INSN_BRANCH) {
            htv_report_put(f, first ? "[" : ",[");
            htv_report_address(f, c->pc);
            htv_report_put(f, ",");
            htv_report_number(f, c->taken);
            htv_report_put(f, ",");
            htv_report_number(f, c->count - c->taken);
            htv_report_put(f, "]");
            first = false;
        }
    }
    htv_report_put(f, "]]");
    return end;
}

/* The file at placed[i]. Returns the next file's index. */
static size_t put_file(struct source *s, size_t i, bool *there, uint64_t *sum)
{
    struct htv_report_file *f = s->out;
    const uint32_t file = s->placed[i].file;
    char name[32];
    size_t length;
    *sum = 0;
    *there = htv_source_line(s->about->symbols, file, 1, &length) != NULL;
    snprintf(name, sizeof name, "data/source-%u.js", (unsigned)file);
    const bool open = *there && htv_report_open(f, name);
    if (open) {
        htv_report_put(f, "hartrace_source(");
        htv_report_number(f, file);
        htv_report_put(f, ",[");
        put_text(s, file);
        htv_report_put(f, "],[");
    }
    const size_t begin = i;
    while (i < s->n && s->placed[i].file == file) {
        if (open) {
            htv_report_comma(f, i == begin);
            i = put_line(s, i);
        } else {
            i++;
        }
    }
    for (size_t j = begin; j < i; j++) {
        *sum += s->placed[j].insn->count;
    }
    if (open) {
        htv_report_put(f, "]);\n");
        htv_report_done(f);
    }
    return i;
}

struct listed {
    uint32_t file;
    bool there;
    uint64_t sum;
};

static int put_list(struct source *s, const struct listed *list, size_t n)
{
    struct htv_report_file *f = s->out;
    if (!htv_report_open(f, "data/sources.js")) {
        return f->status;
    }
    htv_report_put(f, "hartrace.without_line=");
    htv_report_number(f, s->without);
    htv_report_put(f, ";\nhartrace.sources=[");
    for (size_t i = 0; i < n; i++) {
        const char *path = htv_file(s->about->symbols, list[i].file);
        htv_report_put(f, i == 0 ? "\n[" : ",\n[");
        htv_report_number(f, list[i].file);
        htv_report_put(f, ",");
        htv_report_json(f, path != NULL ? path : "");
        htv_report_put(f, list[i].there ? ",true," : ",false,");
        htv_report_number(f, list[i].sum);
        htv_report_put(f, "]");
    }
    htv_report_put(f, "];\n");
    htv_report_done(f);
    return f->status;
}

static int write_all(struct source *s)
{
    size_t files = 0, at = 0, n = 0;
    for (size_t i = 0; i < s->n; i++) {
        files += i == 0 || s->placed[i].file != s->placed[i - 1].file;
    }
    struct listed *list = calloc(files + 1, sizeof *list);
    if (list == NULL) {
        return HTR_ERR_MEMORY;
    }
    while (at < s->n && s->out->status == HTR_OK) {
        list[n].file = s->placed[at].file;
        at = put_file(s, at, &list[n].there, &list[n].sum);
        n++;
    }
    int status = s->out->status == HTR_OK ? put_list(s, list, n) : s->out->status;
    free(list);
    return status;
}

int htv_report_source(struct htv_report_file *file, const struct htv_about *about)
{
    struct source s = {.about = about, .out = file};
    struct htv_insn_counts counts;
    int status =
        htv_profile_insns(about->profile, about->host, about->code_of, about->code_ctx, &counts);
    if (status != HTR_OK) {
        return status;
    }
    status = place(&s, &counts) ? write_all(&s) : HTR_ERR_MEMORY;
    if (status == HTR_ERR_MEMORY) {
        status = htr_fail(about->host, HTR_ERR_MEMORY, about->trace, "not enough memory");
    }
    free(s.placed);
    htv_insn_counts_free(&counts);
    return status;
}
