/* SPDX-License-Identifier: Apache-2.0 */
/* Data trace against what the hart loaded and stored. */
#include "htr/htr_data_compare.h"

#include <inttypes.h>
#include <stdio.h>

#include "htr_inside_priv.h"
#include "etrace/etrace_data.h"

struct compare {
    htr_data_next *next;
    void *ctx;
    enum htr_data_values values;
    bool addresses; /* messages have addresses */
    struct htr_data data;
    struct htr_data_compared *out;
    bool ended;           /* the entries */
    uint64_t msg, offset; /* of the last element */
    int status;           /* of next */
    /* The first access without a message since the last one with one: it is silent when the
     * counter of those grows. */
    bool has_first;
    struct htr_data_access first;
    struct htr_data_entry first_entry;
    uint64_t silent, wrong;
};

const char *htr_data_text(const struct htr_data_entry *e, char to[HTR_DATA_TEXT])
{
    if (e->width == 0) {
        snprintf(to, HTR_DATA_TEXT, "a failed conditional store at 0x%" PRIx64, e->addr);
    } else {
        snprintf(to, HTR_DATA_TEXT, "a %s of %u byte%s at 0x%" PRIx64 ": 0x%" PRIx64,
                 e->write ? "write" : "read", e->width, e->width == 1 ? "" : "s", e->addr,
                 e->value);
    }
    return to;
}

/* Only the first difference counts. */
static void differs(struct compare *c, const char *what, const struct htr_data_access *got,
                    const struct htr_data_entry *want)
{
    struct htr_data_compared *out = c->out;
    if (out->what != NULL) {
        return;
    }
    out->what = what;
    out->has_got = got != NULL;
    out->has_want = want != NULL;
    if (got != NULL) {
        out->got = *got;
    }
    if (want != NULL) {
        out->want = *want;
    }
    out->msg = got != NULL ? got->msg : c->msg;
    out->offset = got != NULL ? got->offset : c->offset;
    out->instruction = got == NULL                   ? c->data.index + 1
                       : got->kind == HTR_DATA_ALONE ? 0
                                                     : got->index + 1;
}

/* What the counters of htr_data say about what came before. */
static void look_at_counts(struct compare *c, const struct htr_data_access *now)
{
    const struct htr_data_counts *n = &c->data.counts;
    if (n->silent != c->silent) {
        differs(c, "an access without a data message, and no announcement of a loss",
                c->has_first ? &c->first : NULL, c->has_first ? &c->first_entry : NULL);
    }
    if (n->wrong != c->wrong) {
        differs(c, "a data message of another direction or size than its instruction has", now,
                NULL);
    }
    c->silent = n->silent;
    c->wrong = n->wrong;
}

static void compare_message(struct compare *c, const struct htr_data_access *a,
                            const struct htr_data_entry *e)
{
    const bool valued = a->size != 0 || (e->write && e->width == 0);
    c->out->no_addr += !a->has_addr && c->addresses;
    c->out->no_value += !valued && c->values != HTR_DATA_VALUES_NONE;
    if (a->has_addr && a->addr != e->addr) {
        differs(c, "another address", a, e);
    } else if (c->values == HTR_DATA_VALUES_NONE && a->size != 0) {
        differs(c, "a value, which trTeDataNoValue leaves out", a, e);
    } else if (c->values == HTR_DATA_VALUES_ALL && !valued) {
        differs(c, "a data message without a value", a, e);
    } else if (a->size != 0 && (a->size != e->width || a->value != e->value)) {
        differs(c, "another value", a, e);
    }
}

static int take(void *ctx, const struct htr_data_access *a)
{
    struct compare *c = ctx;
    struct htr_data_entry e;
    look_at_counts(c, a);
    if (a->kind == HTR_DATA_ALONE) {
        differs(c, "a data message without an instruction", a, NULL);
        return HTR_OK;
    }
    c->status = c->ended ? 0 : c->next(c->ctx, &e);
    if (c->status < 0) {
        return c->status;
    }
    if (c->status == 0) {
        c->ended = true;
        differs(c, "an access that the hart did not make", a, NULL);
        return HTR_OK;
    }
    if (a->pc != e.pc || a->write != e.write) {
        differs(c, "an access of another instruction", a, &e);
    } else if (a->kind == HTR_DATA_TIED) {
        compare_message(c, a, &e);
    }
    if (a->kind == HTR_DATA_TIED) {
        c->has_first = false;
    } else if (!c->has_first) {
        c->has_first = true;
        c->first = *a;
        c->first_entry = e;
    }
    return HTR_OK;
}

static int decode(struct compare *c, const struct htr_inside *d)
{
    struct flow_elem elem;
    int status = HTR_OK;
    while (status == HTR_OK && d->ops->next(d->it, &elem) == 0) {
        c->msg = elem.msg;
        c->offset = elem.offset;
        status = htr_data_take(&c->data, &elem, take, c);
    }
    return status == HTR_OK ? htr_data_end(&c->data, take, c) : status;
}

static int compare(const struct htr_inside *d, htr_data_next *next, void *ctx,
                   enum htr_data_values values, bool addresses, struct htr_data_compared *out)
{
    struct htr_data_entry e;
    struct nexus_stream_cfg unfiltered;
    struct compare c = {
        .next = next, .ctx = ctx, .values = values, .addresses = addresses, .out = out};
    *out = (struct htr_data_compared){.what = NULL};
    nexus_cfg_init(&unfiltered);
    htr_data_init(&c.data, &unfiltered, htr_inside_look(d).code);
    int status = decode(&c, d);
    if (status == HTR_OK) {
        look_at_counts(&c, NULL);
        c.status = c.ended ? 0 : next(ctx, &e);
        if (c.status > 0) {
            differs(&c, "an access of the hart that the trace does not have", NULL, &e);
        }
        status = c.status < 0 ? c.status : HTR_OK;
    }
    out->tied = c.data.counts.tied;
    out->lost = c.data.counts.missing;
    out->losses = c.data.counts.losses;
    htr_data_free(&c.data);
    return status;
}

int htr_data_compare(struct nexus_decoder *d, htr_data_next *next, void *ctx,
                     enum htr_data_values values, struct htr_data_compared *out)
{
    const struct htr_inside in = htr_inside_nexus(d);
    return compare(&in, next, ctx, values, !d->flow.cfg.data_no_addr, out);
}

int htr_data_compare_etrace(struct etrace_decoder *d, htr_data_next *next, void *ctx,
                            enum htr_data_values values, struct htr_data_compared *out)
{
    const struct htr_inside in = htr_inside_of_etrace(d);
    const bool addresses = etrace_data_has_address(d->flow.cfg.data_options);
    return compare(&in, next, ctx, values, addresses, out);
}

/* ---- words ---- */

const char *htr_data_summary(const struct htr_data_compared *c, char to[HTR_DATA_SUMMARY])
{
    int n = snprintf(to, HTR_DATA_SUMMARY, "data equal: %" PRIu64 " access%s", c->tied,
                     c->tied == 1 ? "" : "es");
    if (c->no_value != 0) {
        n += snprintf(to + n, HTR_DATA_SUMMARY - (size_t)n, ", %" PRIu64 " without a value",
                      c->no_value);
    }
    if (c->no_addr != 0) {
        n += snprintf(to + n, HTR_DATA_SUMMARY - (size_t)n, ", %" PRIu64 " without an address",
                      c->no_addr);
    }
    if (c->lost != 0) {
        snprintf(to + n, HTR_DATA_SUMMARY - (size_t)n,
                 ", %" PRIu64 " without a message after %" PRIu64 " announced loss%s", c->lost,
                 c->losses, c->losses == 1 ? "" : "es");
    }
    return to;
}

const char *htr_data_difference_text(const struct htr_data_compared *c, const char *lines,
                                     char to[HTR_DATA_DIFFERENCE])
{
    const struct htr_data_access *a = &c->got;
    char text[HTR_DATA_TEXT];
    int n = snprintf(to, HTR_DATA_DIFFERENCE, "%s", c->what);
    if (c->has_got) {
        const struct htr_data_entry e = {
            .addr = a->addr, .value = a->value, .width = a->size, .write = a->write};
        n += snprintf(to + n, HTR_DATA_DIFFERENCE - (size_t)n, ": the trace has %s",
                      a->kind == HTR_DATA_MISSING ? "no message"
                      : a->size != 0              ? htr_data_text(&e, text)
                      : a->write                  ? "a write without a value"
                                                  : "a read without a value");
        if (a->kind != HTR_DATA_ALONE) {
            n += snprintf(to + n, HTR_DATA_DIFFERENCE - (size_t)n, ", by 0x%" PRIx64, a->pc);
        }
    }
    if (c->has_want) {
        snprintf(to + n, HTR_DATA_DIFFERENCE - (size_t)n,
                 "%s the hart has %s, by 0x%" PRIx64 " (%s %" PRIu64 ")", c->has_got ? ";" : ":",
                 htr_data_text(&c->want, text), c->want.pc, lines, c->want.line);
    }
    return to;
}
