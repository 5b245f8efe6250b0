/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writer report: a folder with a page that needs no server and no network. The page is written
 * last, so that a report that is not complete has none.
 */
#include <stdlib.h>
#include <string.h>

#include "htr/htr_stat.h"
#include "htr/htr_version.h"
#include "htv_report_assets.h"
#include "htv_report_health.h"
#include "htv_report_messages.h"
#include "htv_report_source.h"
#include "htv_report_timeline.h"
#include "htv_report_traps.h"
#include "htv_report_tree.h"
#include "htv_text.h"
#include "htv_writers.h"

struct report {
    const struct htv_about *about;
    struct htv_report_file file;
    struct htv_timeline timeline;
    struct htv_calltree tree;
    struct htv_firsts firsts;
    struct htv_traps traps;
    struct htv_health health;
    struct htv_report_messages messages;
};

static int begin(void *state, const struct htv_about *about)
{
    struct report *r = state;
    r->about = about;
    r->file.host = about->host;
    r->file.folder = about->path;
    const size_t room = strlen(about->path) + sizeof "/data";
    char *data = malloc(room);
    if (data == NULL) {
        return htr_fail(about->host, HTR_ERR_MEMORY, about->path, "not enough memory");
    }
    snprintf(data, room, "%s/data", about->path);
    int status = htr_folder(about->host, about->path);
    status = status == HTR_OK ? htr_folder(about->host, data) : status;
    free(data);
    if (status == HTR_OK && (htv_calltree_init(&r->tree, about->harts) != HTR_OK ||
                             htv_timeline_init(&r->timeline, &r->file, about->harts) != HTR_OK)) {
        status = htr_fail(about->host, HTR_ERR_MEMORY, about->path, "not enough memory");
    }
    return status;
}

static int take(void *state, const struct htv_event *e)
{
    struct report *r = state;
    const uint32_t top = htv_calltree_top(&r->tree, e->stack);
    int status = htv_calltree_take(&r->tree, e);
    status = status == HTR_OK ? htv_firsts_take(&r->firsts, e) : status;
    status = status == HTR_OK ? htv_traps_take(&r->traps, e, r->tree.node[top].function) : status;
    status = status == HTR_OK ? htv_health_take(&r->health, e) : status;
    status = status == HTR_OK ? htv_report_messages_take(&r->messages, e) : status;
    status = status == HTR_OK ? htv_timeline_take(&r->timeline, e) : status;
    return status == HTR_ERR_MEMORY && r->file.status == HTR_OK
               ? htr_fail(r->about->host, HTR_ERR_MEMORY, r->about->path,
                          "not enough memory for the report")
               : status;
}

/* ---- the summary ---- */

static void put_list(struct htv_report_file *f, const char *name, const struct htr_list *list)
{
    htv_report_put(f, name);
    for (unsigned i = 0; i < list->n; i++) {
        htv_report_comma(f, i == 0);
        htv_report_json(f, list->item[i]);
    }
    htv_report_put(f, "]");
}

static void put_known(struct htv_report_file *f, const char *name, const char *text)
{
    if (text != NULL) {
        htv_report_put(f, name);
        htv_report_json(f, text);
    }
}

static void put_settings(struct htv_report_file *f, const struct htr_trace_options *o)
{
    put_known(f, ",\n\"elf\":", o->code.elf);
    put_known(f, ",\n\"pcinfo\":", o->code.pcinfo);
    put_known(f, ",\n\"ingress\":", o->code.ingress);
    put_known(f, ",\n\"src\":", o->src);
    put_known(f, ",\n\"profile\":", o->profile);
    put_list(f, ",\n\"images\":[", &o->code.images);
    put_list(f, ",\n\"code_in\":[", &o->code.in);
    put_list(f, ",\n\"te\":[", &o->te);
    put_list(f, ",\n\"param\":[", &o->params);
}

static void put_remarks(struct htv_report_file *f, const struct htv_remarks *r)
{
    htv_report_put(f, ",\n\"remarks\":[");
    for (unsigned i = 0; r != NULL && i < r->n; i++) {
        htv_report_comma(f, i == 0);
        htv_report_json(f, r->text[i]);
    }
    htv_report_put(f, "],\n\"more_remarks\":");
    htv_report_number(f, r != NULL ? r->more : 0);
}

static void put_images(struct htv_report_file *f, const struct htv_symbols *s)
{
    htv_report_put(f, ",\n\"symbols\":[");
    for (unsigned i = 0; s != NULL && i < htv_images(s); i++) {
        const struct htv_image *image = htv_image(s, i);
        htv_report_put(f, i == 0 ? "[" : ",[");
        htv_report_json(f, image->path);
        htv_report_put(f, ",");
        htv_report_json(f, image->dropped      ? "not used: another program"
                           : image->has_dwarf  ? "functions and lines"
                           : image->has_symtab ? "functions"
                                               : "none");
        htv_report_put(f, "]");
    }
    htv_report_put(f, "]");
}

static int put_summary(struct report *r, const struct htv_totals *totals)
{
    struct htv_report_file *f = &r->file;
    const struct htv_about *about = r->about;
    if (!htv_report_open(f, "data/summary.js")) {
        return f->status;
    }
    htv_report_put(f, "hartrace.summary={\"hartrace\":");
    htv_report_json(f, HARTRACE_VERSION);
    htv_report_put(f, ",\n\"trace\":");
    htv_report_json(f, about->trace);
    htv_report_put(f, ",\n\"axis\":");
    htv_report_json(f, htv_axis_unit(about->axis));
    htv_report_put(f, ",\n\"ticks_per_second\":");
    htv_report_number(f, about->ticks_per_second);
    htv_report_put(f, ",\n\"xlen\":");
    htv_report_number(f, about->xlen);
    htv_report_put(f, ",\n\"harts\":[");
    for (unsigned i = 0; i < about->harts; i++) {
        htv_report_comma(f, i == 0);
        htv_report_json(f, about->hart[i].name);
    }
    htv_report_put(f, "]");
    for (unsigned i = 0; i < HTV_TOTALS; i++) {
        const struct htv_total total = htv_total(totals, i);
        htv_report_put(f, i == 0 ? ",\n\"totals\":{\"" : ",\"");
        htv_report_put(f, total.name);
        htv_report_put(f, "\":");
        htv_report_number(f, total.value);
    }
    htv_report_put(f, "}");
    put_settings(f, about->options);
    put_images(f, about->symbols);
    put_remarks(f, about->remarks);
    htv_report_put(f, "};\n");
    htv_report_done(f);
    return f->status;
}

/* The messages, counted in a pass of their own; remarks about the trace were made before. */
static int count_messages(const struct report *r, struct htr_trace *t, struct htr_stat *s)
{
    struct htr_trace_options o = *r->about->options;
    struct htr_host quiet = *r->file.host;
    quiet.message = NULL;
    o.src = o.src != NULL && strcmp(o.src, "all") == 0 ? NULL : o.src;
    o.in_pieces = true;
    int status = htr_trace_open(t, &quiet, &o);
    if (status == HTR_OK) {
        status = htr_stat_messages(s, t);
        htr_trace_close(t);
    }
    return status == HTR_OK ? HTR_OK
                            : htr_fail(r->file.host, (enum htr_status)status,
                                       quiet.last.file[0] != '\0' ? quiet.last.file : NULL, "%s",
                                       quiet.last.text);
}

/* Fields of the encoder that decoding went by, from options, a sidecar or a snapshot. */
static void put_fields(struct htv_report_file *f, const struct htr_settings *s)
{
    htv_report_put(f, "hartrace.settings=[");
    for (unsigned i = 0; i < s->nset; i++) {
        htv_report_put(f, i == 0 ? "[" : ",[");
        htv_report_json(f, s->set[i].field->name);
        htv_report_put(f, ",");
        htv_report_number(f, s->set[i].value);
        htv_report_put(f, "]");
    }
    htv_report_put(f, "];\n");
}

/* A pipe cannot be read again. */
static int put_stat(struct report *r)
{
    struct htv_report_file *f = &r->file;
    struct htr_trace *t = calloc(1, sizeof *t);
    struct htr_stat *s = calloc(1, sizeof *s);
    const bool again = htr_trace_pieces_twice(r->about->options->path);
    int status = t == NULL || s == NULL ? htr_fail(f->host, HTR_ERR_MEMORY, f->folder,
                                                   "not enough memory for the report")
                 : again                ? count_messages(r, t, s)
                                        : HTR_OK;
    if (status == HTR_OK && htv_report_open(f, "data/stat.js")) {
        put_fields(f, &t->te);
        htv_report_put(f, again ? "hartrace.stat=" : "hartrace.stat=null;\n");
        htr_out_flush(&f->text);
        if (again) {
            f->text.failed = htr_stat_json(s, f->f) != HTR_OK || f->text.failed;
        }
        htv_report_done(f);
    }
    free(t);
    free(s);
    return status != HTR_OK ? status : f->status;
}

static int put_assets(struct report *r)
{
    struct htv_report_file *f = &r->file;
    for (const struct htv_report_asset *a = htv_report_assets; a->name != NULL; a++) {
        if (!htv_report_open(f, a->name)) {
            break;
        }
        htr_out_flush(&f->text);
        f->text.failed = fwrite(a->bytes, 1, a->size, f->f) != a->size || f->text.failed;
        htv_report_done(f);
    }
    return f->status;
}

static int end(void *state, const struct htv_totals *totals)
{
    struct report *r = state;
    if (htr_stopped(r->about->host)) {
        htr_note(r->about->host, r->about->trace,
                 "interrupted: the report shows the trace up to there");
    }
    int status = htv_report_tree(&r->file, r->about, &r->tree, &r->firsts);
    status = status == HTR_OK ? htv_report_traps(&r->file, &r->traps) : status;
    status = status == HTR_OK ? htv_report_health(&r->file, &r->health, totals) : status;
    status = status == HTR_OK ? htv_report_messages(&r->file, r->about, &r->messages) : status;
    status = status == HTR_OK ? htv_report_source(&r->file, r->about) : status;
    status = status == HTR_OK ? put_stat(r) : status;
    status = status == HTR_OK ? put_summary(r, totals) : status;
    return status == HTR_OK ? put_assets(r) : status;
}

static void close(void *state)
{
    struct report *r = state;
    if (r->file.f != NULL) { /* after an error */
        htv_report_done(&r->file);
    }
    htv_timeline_free(&r->timeline);
    htv_calltree_free(&r->tree);
    htv_firsts_free(&r->firsts);
    htv_traps_free(&r->traps);
    htv_health_free(&r->health);
    htv_report_messages_free(&r->messages);
}

const struct htv_writer htv_report = {
    .name = "report",
    .help = "a folder with a page for a browser: timeline, calls, source, traps, health",
    .wants = HTV_WANTS_PATH | HTV_WANTS_REMARKS | HTV_WANTS_MESSAGES | HTV_WANTS_OFFSETS,
    .state_size = sizeof(struct report),
    .begin = begin,
    .take = take,
    .end = end,
    .close = close,
};
