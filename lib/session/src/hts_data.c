/* SPDX-License-Identifier: Apache-2.0 */
/* Data trace against what the harts loaded and stored, entry by entry. */
#include "hts_data.h"

#include <stdlib.h>

enum {
    FIRST_ROOM = 1 << 12
};

bool hts_data_wanted(const struct htr_settings *settings)
{
    uint32_t tracing = 0;
    return settings->encoder.data_trace &&
           htr_settings_asked(settings, "trTeDataTracing", &tracing) && tracing != 0;
}

/* ---- log ---- */

static void add(struct hts_data_log *log, const struct htr_data_entry *e)
{
    if (log->n == log->room) {
        const size_t room = log->room == 0 ? FIRST_ROOM : 2 * log->room;
        struct htr_data_entry *more = realloc(log->entry, room * sizeof *more);
        if (more == NULL) {
            log->failed = true;
            return;
        }
        log->entry = more;
        log->room = room;
    }
    log->entry[log->n++] = *e;
}

void hts_data_log_add(struct hts_data_log *log, uint64_t number, const struct ingress_cycle *in)
{
    struct htr_data_entry e[HTR_DATA_PER_ACCESS];
    for (unsigned i = 0; i < in->naccess && !log->failed; i++) {
        const unsigned n = htr_data_entries(in, &in->access[i], e);
        for (unsigned k = 0; k < n && !log->failed; k++) {
            e[k].line = number;
            add(log, &e[k]);
        }
    }
}

void hts_data_list(FILE *f, const struct ingress_cycle *in)
{
    struct htr_data_entry e[HTR_DATA_PER_ACCESS];
    char line[HTR_DATA_TEXT];
    for (unsigned i = 0; i < in->naccess; i++) {
        const unsigned n = htr_data_entries(in, &in->access[i], e);
        for (unsigned k = 0; k < n; k++) {
            (void)fwrite(line, 1, htr_data_line(&e[k], line),
                         f); /* errors show when it is closed */
        }
    }
}

void hts_data_log_free(struct hts_data_log *log)
{
    free(log->entry);
    *log = (struct hts_data_log){.entry = NULL};
}

/* ---- comparison ---- */

struct cursor {
    const struct hts_data_log *log;
    size_t next;
};

static int next_entry(void *ctx, struct htr_data_entry *e)
{
    struct cursor *c = ctx;
    if (c->next == c->log->n) {
        return 0;
    }
    *e = c->log->entry[c->next++];
    return 1;
}

int hts_data_compare(struct nexus_decoder *d, struct etrace_decoder *e,
                     const struct hts_data_log *log, const struct htr_settings *settings,
                     struct hts_data_check *out)
{
    uint32_t no_value = 0;
    struct cursor c = {.log = log};
    const bool none = htr_settings_asked(settings, "trTeDataNoValue", &no_value) && no_value != 0;
    const enum htr_data_values values = none ? HTR_DATA_VALUES_NONE : HTR_DATA_VALUES_ALL;
    const int status = e != NULL ? htr_data_compare_etrace(e, next_entry, &c, values, &out->is)
                                 : htr_data_compare(d, next_entry, &c, values, &out->is);
    out->verdict = out->is.what == NULL ? HTS_DATA_EQUAL : HTS_DATA_DIFFERENT;
    return status;
}
