/* SPDX-License-Identifier: Apache-2.0 */
/* Data accesses in a listing, below their instructions. */
#include "htr_write_data.h"

#include <inttypes.h>
#include <stdlib.h>

#include "nexus/nexus_msg.h"

static int collect(void *ctx, const struct htr_data_access *a)
{
    struct htr_write_data *d = ctx;
    if (a->kind == HTR_DATA_ALONE) { /* the message itself has its line */
        return HTR_OK;
    }
    if (d->n == d->room) {
        size_t room = d->room == 0 ? 64 : 2 * d->room;
        struct htr_data_access *more = realloc(d->list, room * sizeof *more);
        if (more == NULL) {
            return HTR_ERR_MEMORY;
        }
        d->list = more;
        d->room = room;
    }
    d->list[d->n++] = *a;
    return HTR_OK;
}

bool htr_write_data_begin(struct htr_write_data **data, const struct nexus_stream_cfg *cfg,
                          struct flow_code *code)
{
    *data = calloc(1, sizeof **data);
    if (*data == NULL) {
        return false;
    }
    htr_data_init(&(*data)->ties, cfg, code);
    return true;
}

bool htr_write_data_idle(const struct htr_write_data *data)
{
    return data == NULL || (data->ties.n == 0 && !data->ties.announced);
}

bool htr_write_data_take(struct htr_write_data **data, const struct nexus_stream_cfg *cfg,
                         struct flow_code *code, const struct flow_elem *e)
{
    if (*data == NULL && e->type == FLOW_ELEM_DATA && !htr_write_data_begin(data, cfg, code)) {
        return false;
    }
    if (*data == NULL) {
        return true;
    }
    (*data)->n = (*data)->next = 0;
    (*data)->index = (*data)->ties.index;
    return htr_data_take(&(*data)->ties, e, collect, *data) == HTR_OK;
}

void htr_write_data_free(struct htr_write_data **data)
{
    if (*data != NULL) {
        htr_data_free(&(*data)->ties);
        free((*data)->list);
        free(*data);
        *data = NULL;
    }
}

void htr_write_data_text(const struct flow_elem *e, char text[HTR_WRITE_LINE])
{
    const bool write = e->code == NEXUS_DATA_WRITE || e->code == NEXUS_DATA_WRITE_SYNC;
    int n = snprintf(text, HTR_WRITE_LINE, "data %s", write ? "write" : "read");
    if (e->last_size != 0) {
        n += snprintf(text + n, HTR_WRITE_LINE - (size_t)n, ", %u byte%s", e->last_size,
                      e->last_size == 1 ? "" : "s");
    }
    if (e->known) {
        n += snprintf(text + n, HTR_WRITE_LINE - (size_t)n, " at 0x%" PRIx64, e->start);
    }
    if (e->last_size != 0) {
        snprintf(text + n, HTR_WRITE_LINE - (size_t)n, ": 0x%" PRIx64, e->value);
    }
}

static void put_access(struct htr_writer *w, const struct htr_data_access *a)
{
    char line[HTR_WRITE_LINE];
    const size_t size = sizeof line;
    int n = snprintf(line, size, "      %s %u byte%s", a->write ? "write" : "read", a->width,
                     a->width == 1 ? "" : "s");
    if (a->kind == HTR_DATA_MISSING) {
        n += snprintf(line + n, size - (size_t)n, ": no data message");
    } else {
        if (a->has_addr) {
            n += snprintf(line + n, size - (size_t)n, " at 0x%" PRIx64, a->addr);
        }
        if (a->size != 0) {
            n += snprintf(line + n, size - (size_t)n, ": 0x%" PRIx64, a->value);
        }
        n += snprintf(line + n, size - (size_t)n, "  #%" PRIu64, a->msg);
    }
    line[n++] = '\n';
    htr_write_part(w, line, (size_t)n);
}

void htr_write_data_accesses(struct htr_writer *w, struct htr_write_data *d)
{
    for (; d->next < d->n && d->list[d->next].index == d->index; d->next++) {
        put_access(w, &d->list[d->next]);
    }
    d->index++;
}
