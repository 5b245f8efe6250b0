/* SPDX-License-Identifier: Apache-2.0 */
/* Messages of firmware with their places. */
#include "htv/htv_firmware.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "htr/htr_fw_link.h"
#include "htr/htr_fw_trace.h"
#include "htr/htr_text.h"
#include "htv_table.h"

enum {
    TEXT = 1000,
    NAME = 2 * HTR_FW_NAME + 2,
};

struct input {
    struct htv_firmware *to;
    struct htr_host *host;
    const struct htr_trace_options *trace;
    const struct htr_fw_table *table;
    const struct htr_fw_elf *elf;
    struct htr_fw_link *link;
    const char *path;
    enum htr_fw_from from;
    uint8_t log;
    bool full;
};

/* ---- messages ---- */

static const char *name_of(const struct htr_fw_event *e, char *to)
{
    if (e->kind == HTR_FW_DEBUG && e->action != NULL) {
        snprintf(to, NAME, "%s.%s", e->domain->name, e->action->name);
    } else if (e->kind == HTR_FW_DEBUG) {
        snprintf(to, NAME, "%s", e->domain->name);
    } else {
        snprintf(to, NAME, "%s", e->kind == HTR_FW_FOREIGN ? "text" : htr_fw_kind_name(e->kind));
    }
    return to;
}

/* One block of memory has both. */
static bool set_strings(struct htv_message *m, const char *name, const char *text)
{
    const size_t n = strlen(name) + 1, k = strlen(text) + 1;
    char *both = malloc(n + k);
    if (both == NULL) {
        return false;
    }
    memcpy(both, name, n);
    memcpy(both + n, text, k);
    m->name = both;
    m->text = both + n;
    return true;
}

static int add(void *ctx, const struct htr_fw_event *e)
{
    struct input *in = ctx;
    struct htv_firmware *f = in->to;
    char name[NAME], text[TEXT];
    struct htr_fw_origin from = {.pc = 0};
    if (!htv_grow((void **)&f->message, &f->room, f->n + 1, sizeof *f->message)) {
        in->full = true;
        return HTR_ERR_MEMORY;
    }
    (void)htr_fw_event_text(e, text, sizeof text);
    (void)htr_fw_link_find(in->link, e, &from);
    struct htv_message *m = &f->message[f->n];
    *m = (struct htv_message){.at = from.at,
                              .store = from.store,
                              .pc = from.pc,
                              .offset = e->offset,
                              .word = e->kind == HTR_FW_DEBUG ? e->word : 0,
                              .src = from.placed ? from.src : (uint16_t)e->source,
                              .kind = (uint8_t)e->kind,
                              .log = in->log,
                              .about = from.about,
                              .placed = from.placed};
    in->full = !set_strings(m, name_of(e, name), text);
    f->n += !in->full;
    return in->full ? HTR_ERR_MEMORY : HTR_OK;
}

static int ignore(void *ctx, const struct htr_fw_event *e)
{
    (void)ctx;
    (void)e;
    return HTR_OK;
}

/* ---- inputs ---- */

static int read_words(const struct input *in, struct htr_fw *f, const struct htr_bytes *log)
{
    if (in->from == HTR_FW_FROM_TRACE) {
        struct htr_trace *t = calloc(1, sizeof *t);
        int status = t != NULL ? htr_trace_open(t, f->host, in->trace)
                               : htr_fail(f->host, HTR_ERR_MEMORY, in->path, "not enough memory");
        if (status == HTR_OK) {
            status = htr_fw_trace(f, t);
            htr_trace_close(t);
        }
        free(t);
        return status;
    }
    int status = in->from == HTR_FW_FROM_RING     ? htr_fw_ring(f, log->bytes, log->size, 0)
                 : in->from == HTR_FW_FROM_BINARY ? htr_fw_uart_binary(f, log->bytes, log->size)
                                                  : htr_fw_uart_text(f, log->bytes, log->size);
    const int ended = in->from == HTR_FW_FROM_RING ? htr_fw_end(f) : HTR_OK;
    return status == HTR_OK ? ended : status;
}

/* What is cut is used as far as it goes. */
static int read_input(struct input *in, const struct htr_bytes *log)
{
    struct htr_host quiet = {.ctx = NULL};
    struct htr_fw f = {.table = in->table,
                       .elf = in->elf,
                       .host = &quiet,
                       .path = in->path,
                       .take = ignore,
                       .heard = htr_fw_link_hear,
                       .heard_ctx = in->link};
    const int heard = read_words(in, &f, log);
    int status = HTR_OK;
    if (heard == HTR_OK || heard == HTR_ERR_TRUNCATED) {
        status = htr_fw_link_trace(in->link, in->trace, f.stop);
    }
    if (status != HTR_OK) {
        return status;
    }
    struct htr_host errors = htr_host_quiet(in->host);
    struct htr_fw again = {.table = in->table,
                           .elf = in->elf,
                           .host = &errors,
                           .path = in->path,
                           .take = add,
                           .ctx = in};
    status = read_words(in, &again, log);
    in->host->last = status != HTR_OK ? errors.last : in->host->last;
    return in->full ? htr_fail(in->host, HTR_ERR_MEMORY, in->path, "not enough memory")
           : status == HTR_ERR_TRUNCATED ? HTR_OK
                                         : status;
}

static int read_linked(struct input *in, const struct htr_bytes *log)
{
    int status = htr_fw_link_new(&in->link, in->host, in->elf, in->from);
    status = status == HTR_OK ? read_input(in, log) : status;
    htr_fw_link_free(in->link);
    return status;
}

static int read_log(struct input *in)
{
    struct htr_bytes log;
    int status = htr_bytes_load(&log, in->host, in->path);
    if (status == HTR_OK) {
        in->from = htr_fw_from_bytes(log.bytes, log.size);
        status = read_linked(in, &log);
        htr_bytes_free(&log);
    }
    return status;
}

/* ---- places ---- */

/* What a log has between two messages with a place is about there. */
static void place_between(struct htv_firmware *f, size_t from)
{
    const struct htv_message *near = NULL;
    for (size_t i = from; i < f->n && near == NULL; i++) {
        near = f->message[i].placed ? &f->message[i] : NULL;
    }
    for (size_t i = from; i < f->n; i++) {
        struct htv_message *m = &f->message[i];
        if (m->placed) {
            near = m;
        } else if (near != NULL) {
            m->placed = m->about = true;
            m->at = near->at;
            m->src = near->src;
        } else {
            f->lost++;
        }
    }
}

static int by_place(const void *a, const void *b)
{
    const struct htv_message *x = a, *y = b;
    if (x->placed != y->placed) {
        return x->placed ? -1 : 1;
    }
    if (x->placed && x->src != y->src) {
        return x->src < y->src ? -1 : 1;
    }
    if (x->placed && x->at != y->at) {
        return x->at < y->at ? -1 : 1;
    }
    return (x->offset > y->offset) - (x->offset < y->offset);
}

int htv_firmware_read(struct htv_firmware *f, struct htr_host *host,
                      const struct htv_firmware_options *o, const struct htr_trace_options *trace)
{
    struct htr_fw_table table = {.actions = 0};
    struct htr_fw_elf elf = {.path = o->elf};
    struct htr_trace_options all = *trace;
    all.src = all.src != NULL && strcmp(all.src, "all") == 0 ? NULL : all.src;
    all.in_pieces = true;
    struct input in = {.to = f,
                       .host = host,
                       .trace = &all,
                       .table = &table,
                       .elf = &elf,
                       .path = trace->path,
                       .from = HTR_FW_FROM_TRACE};
    memset(f, 0, sizeof *f);
    int status = htr_fw_table_load(&table, host, o->table);
    status = status == HTR_OK ? htr_fw_elf_load(&elf, host, o->elf) : status;
    status = status == HTR_OK ? read_linked(&in, NULL) : status;
    for (unsigned i = 0; i < o->logs && status == HTR_OK; i++) {
        const size_t before = f->n;
        in.path = o->log[i];
        in.log = (uint8_t)(i + 1);
        status = read_log(&in);
        place_between(f, before);
    }
    htr_fw_table_free(&table);
    htr_fw_elf_free(&elf);
    if (f->n > 1) {
        qsort(f->message, f->n, sizeof *f->message, by_place);
    }
    while (f->placed < f->n && f->message[f->placed].placed) {
        f->placed++;
    }
    if (f->lost > 0) {
        htr_note(host, trace->path,
                 "%zu message%s of logs have no place in it: no message of that log is known to be "
                 "of the traced instructions",
                 f->lost, htr_s(f->lost));
    }
    return status;
}

void htv_firmware_free(struct htv_firmware *f)
{
    for (size_t i = 0; i < f->n; i++) {
        free((void *)(uintptr_t)f->message[i].name);
    }
    free(f->message);
    memset(f, 0, sizeof *f);
}
