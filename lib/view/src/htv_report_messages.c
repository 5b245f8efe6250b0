/* SPDX-License-Identifier: Apache-2.0 */
/* Messages of firmware in a report. */
#include "htv_report_messages.h"

#include <stdlib.h>

#include "htv_table.h"
#include "htv_text.h"

enum {
    FIRST = 20000, /* that are listed */
};

struct htv_report_message {
    uint64_t time, index;
    uint32_t function;
    uint16_t hart;
};

int htv_report_messages_take(struct htv_report_messages *m, const struct htv_event *e)
{
    if (e->kind != HTV_MESSAGE || m->count++ >= FIRST) {
        return HTR_OK;
    }
    if (!htv_grow((void **)&m->list, &m->room, m->n + 1, sizeof *m->list)) {
        return HTR_ERR_MEMORY;
    }
    m->list[m->n++] = (struct htv_report_message){e->time, e->value, e->function, e->hart};
    return HTR_OK;
}

void htv_report_messages_free(struct htv_report_messages *m)
{
    free(m->list);
}

/* Hart, time, function; the address of the call or null; about; name, text. */
static void put_message(struct htv_report_file *f, const struct htv_about *about,
                        const struct htv_report_message *r)
{
    const struct htv_message *m = htv_text_message(about, r->index);
    const uint64_t number[] = {r->hart, r->time, r->function};
    htv_report_put(f, "[");
    for (unsigned i = 0; i < 3; i++) {
        htv_report_number(f, number[i]);
        htv_report_put(f, ",");
    }
    if (m->pc != 0) {
        htv_report_address(f, m->pc);
    } else {
        htv_report_put(f, "null");
    }
    htv_report_put(f, m->about ? ",1," : ",0,");
    htv_report_json(f, m->name);
    htv_report_put(f, ",");
    htv_report_json(f, m->text);
    htv_report_put(f, "]");
}

int htv_report_messages(struct htv_report_file *file, const struct htv_about *about,
                        const struct htv_report_messages *m)
{
    if (!htv_report_open(file, "data/messages.js")) {
        return file->status;
    }
    htv_report_put(file, "hartrace.messages={\"count\":");
    htv_report_number(file, m->count);
    htv_report_put(file, ",\"list\":[");
    for (size_t i = 0; i < m->n; i++) {
        htv_report_put(file, i == 0 ? "\n" : ",\n");
        put_message(file, about, &m->list[i]);
    }
    htv_report_put(file, "]};\n");
    htv_report_done(file);
    return file->status;
}
