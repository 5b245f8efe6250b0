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

static void add(struct hts_data_log *log, const struct hts_data_entry *e)
{
    if (log->n == log->room) {
        const size_t room = log->room == 0 ? FIRST_ROOM : 2 * log->room;
        struct hts_data_entry *more = realloc(log->entry, room * sizeof *more);
        if (more == NULL) {
            log->failed = true;
            return;
        }
        log->entry = more;
        log->room = room;
    }
    log->entry[log->n++] = *e;
}

/* Its messages, as docs/reference/data-trace.md says: an atomic reads, then writes; a conditional
 * store that fails writes nothing; CSRs are left out. */
static void add_access(struct hts_data_log *log, uint64_t index, const struct ingress_access *a)
{
    const bool atomic = a->dtype >= INGRESS_DTYPE_SWAP && a->dtype <= INGRESS_DTYPE_MIN;
    struct hts_data_entry e = {
        .index = index, .addr = a->daddr, .width = (uint8_t)(1u << a->dsize)};
    if (a->dtype == INGRESS_DTYPE_LOAD || atomic) {
        e.value = a->load;
        add(log, &e);
    }
    if (a->dtype == INGRESS_DTYPE_STORE || atomic) {
        e.write = true;
        e.value = a->store;
        add(log, &e);
    }
    if (a->dtype == INGRESS_DTYPE_SC_FAILED) {
        e.write = true;
        e.width = 0;
        add(log, &e);
    }
}

void hts_data_log_add(struct hts_data_log *log, uint64_t index, const struct ingress_cycle *in)
{
    for (unsigned i = 0; i < in->naccess && !log->failed; i++) {
        add_access(log, index, &in->access[i]);
    }
}

void hts_data_log_free(struct hts_data_log *log)
{
    free(log->entry);
    *log = (struct hts_data_log){.entry = NULL};
}

/* ---- comparison ---- */

struct compare {
    const struct hts_data_log *log;
    struct hts_data_check *out;
    size_t next; /* of the log */
    bool values; /* messages have values: trTeDataNoValue is 0 */
};

static void differs(struct compare *c, const struct htr_data_access *a,
                    const struct hts_data_entry *e, const char *what)
{
    struct hts_data_check *out = c->out;
    if (out->verdict == HTS_DATA_DIFFERENT) {
        return; /* only the first counts */
    }
    out->verdict = HTS_DATA_DIFFERENT;
    out->what = what;
    out->got = *a;
    if (e != NULL) {
        out->index = e->index;
        out->addr = e->addr;
        out->value = e->value;
    }
}

static int take(void *ctx, const struct htr_data_access *a)
{
    struct compare *c = ctx;
    if (a->kind == HTR_DATA_ALONE) {
        differs(c, a, NULL, "a data message without an instruction");
        return HTR_OK;
    }
    if (c->next == c->log->n) {
        differs(c, a, NULL, "an access that the hart did not make");
        return HTR_OK;
    }
    const struct hts_data_entry *e = &c->log->entry[c->next++];
    if (a->index != e->index || a->write != e->write) {
        differs(c, a, e, "an access of another instruction");
    } else if (a->kind == HTR_DATA_TIED) {
        if (a->has_addr && a->addr != e->addr) {
            differs(c, a, e, "another address");
        } else if (c->values && (a->size != e->width || a->value != e->value)) {
            differs(c, a, e, "another value");
        } else if (!c->values && a->size != 0) {
            differs(c, a, e, "a value, which trTeDataNoValue leaves out");
        }
    }
    return HTR_OK;
}

static void judge(struct compare *c, const struct htr_data_counts *n)
{
    const struct htr_data_access none = {.kind = HTR_DATA_MISSING};
    c->out->tied = n->tied;
    c->out->lost = n->missing;
    c->out->losses = n->losses;
    if (n->wrong != 0) {
        differs(c, &none, NULL, "a data message of another direction or size than its instruction");
    }
    if (n->silent != 0) {
        differs(c, &none, NULL, "accesses without a data message, and no announcement of a loss");
    }
    if (c->next != c->log->n) {
        differs(c, &none, &c->log->entry[c->next],
                "accesses of the hart that the trace does not have");
    }
}

static int decode(struct nexus_decoder *d, struct htr_data *data, struct compare *c)
{
    struct flow_elem e;
    int status = HTR_OK;
    while (status == HTR_OK && nexus_decoder_next(d, &e) == NEXUS_OK) {
        status = htr_data_take(data, &e, take, c);
    }
    return status == HTR_OK ? htr_data_end(data, take, c) : status;
}

int hts_data_compare(struct nexus_decoder *d, const struct hts_data_log *log,
                     const struct htr_settings *settings, struct hts_data_check *out)
{
    uint32_t no_value = 0;
    struct htr_data data;
    struct compare c = {.log = log, .out = out};
    c.values = !htr_settings_asked(settings, "trTeDataNoValue", &no_value) || no_value == 0;
    *out = (struct hts_data_check){.verdict = HTS_DATA_EQUAL};
    htr_data_init(&data, &d->flow.cfg, d->flow.code);
    int status = decode(d, &data, &c);
    judge(&c, &data.counts);
    htr_data_free(&data);
    return status;
}
