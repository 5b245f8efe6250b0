/* SPDX-License-Identifier: Apache-2.0 */
/* Messages of a source: numbers, and rules of N-Trace that decoding does not need. */
#include "htr_verify_priv.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    SOURCES = 1 << NEXUS_MAX_SRC_BITS,
    CLASSES = 6, /* of enum trm_ts_messages */
    GROWING = 8, /* increasing differences of time that cannot be right */
};

/* Time of a source. */
struct clock {
    uint64_t time, last; /* last: TSTAMP as it came */
    uint32_t growing;    /* TSTAMPs in turn that are larger than the one before */
    bool known;
};

struct look {
    const struct nexus_stream_cfg *cfg;
    struct htr_verify_scan *scan;
    const struct nexus_msg *m;
    uint64_t number;
    bool hist;                         /* history mode: a message had HIST */
    struct htr_verify_remark sync4;    /* counts when it is HTM */
    struct htr_verify_remark btype[4]; /* by B-TYPE */
    uint64_t stamps;                   /* messages with TSTAMP */
    uint64_t with[CLASSES];            /* TSTAMP */
    struct htr_verify_remark without[CLASSES];
    struct htr_verify_remark bare_sync; /* without TSTAMP */
    struct clock clock[SOURCES];
    const struct htr_compare_span *span; /* htr_verify_scan_spans: those not passed yet */
    size_t spans;
};

static void note(const struct look *l, struct htr_verify_remark *r)
{
    if (r->count++ == 0) {
        r->msg = l->number;
        r->offset = l->m->offset;
        r->tcode = l->m->tcode;
    }
}

static void mark(struct look *l, enum htr_verify_rule rule)
{
    note(l, &l->scan->remark[rule]);
}

/* Class in ts_messages, CLASSES: none. */
static unsigned class_of(unsigned tcode)
{
    switch (tcode) {
    case NEXUS_DIRECT_BRANCH:
        return 0;
    case NEXUS_INDIRECT_BRANCH:
    case NEXUS_INDIRECT_BRANCH_HIST:
        return 1;
    case NEXUS_REPEAT_BRANCH:
        return 2;
    case NEXUS_RESOURCE_FULL:
        return 3;
    case NEXUS_OWNERSHIP:
        return 4;
    case NEXUS_PROG_TRACE_CORRELATION:
    case NEXUS_ERROR:
        return 5;
    default:
        return CLASSES;
    }
}

/* A difference is added to the time before. An encoder that sends absolute times instead is found
 * where the next synchronizing message is earlier than the sum, or where no difference is less than
 * the one before for long. */
static void look_at_time(struct look *l, uint64_t stamp)
{
    struct clock *c = &l->clock[l->m->src % SOURCES];
    uint64_t mask =
        l->cfg->timestamp_bits >= 64 ? UINT64_MAX : (UINT64_C(1) << l->cfg->timestamp_bits) - 1;
    if (nexus_tcode_is_sync(l->m->tcode)) {
        if (c->known && ((stamp - c->time) & mask) > mask / 2) {
            mark(l, HTR_VERIFY_ABSOLUTE_TIME);
        }
        *c = (struct clock){.time = stamp, .last = stamp, .known = true};
        return;
    }
    c->growing = c->last != 0 && stamp > c->last ? c->growing + 1 : 0;
    c->last = stamp;
    c->time = (c->time + stamp) & mask;
    if (c->known && c->growing == GROWING) {
        mark(l, HTR_VERIFY_ABSOLUTE_TIME);
    }
}

static void look_at_stamp(struct look *l)
{
    const struct nexus_msg *m = l->m;
    unsigned class = class_of(m->tcode);
    bool has = nexus_msg_has(m, NEXUS_F_TSTAMP);
    l->stamps += has;
    if (has) {
        look_at_time(l, m->value[NEXUS_F_TSTAMP]);
    } else if (nexus_tcode_is_sync(m->tcode)) {
        note(l, &l->bare_sync);
    }
    if (class != CLASSES && has) {
        l->with[class]++;
    } else if (class != CLASSES) {
        note(l, &l->without[class]);
    }
}

static void look_at(struct look *l)
{
    const struct nexus_msg *m = l->m;
    unsigned t = m->tcode;
    if (t == NEXUS_OWNERSHIP && nexus_msg_has(m, NEXUS_F_PROCESS) &&
        (m->value[NEXUS_F_PROCESS] & 3) == 0 && m->value[NEXUS_F_PROCESS] >> 5 != 0) {
        mark(l, HTR_VERIFY_OWNERSHIP_FORMAT_0);
    }
    if (nexus_tcode_is_sync(t) && m->value[NEXUS_F_SYNC] == NEXUS_SYNC_ICNT) {
        note(l, &l->sync4);
    }
    if (nexus_msg_has(m, NEXUS_F_BTYPE) && nexus_msg_has(m, NEXUS_F_ADDR)) {
        note(l, &l->btype[m->value[NEXUS_F_BTYPE] & 3]);
    }
    l->hist = l->hist || t == NEXUS_INDIRECT_BRANCH_HIST || t == NEXUS_INDIRECT_BRANCH_HIST_SYNC ||
              (t == NEXUS_RESOURCE_FULL && m->value[NEXUS_F_RCODE] != NEXUS_RCODE_ICNT);
    bool flow = class_of(t) != CLASSES || nexus_tcode_is_sync(t);
    if (!flow && t != NEXUS_DATA_ACQUISITION) {
        mark(l, HTR_VERIFY_NOT_NTRACE);
    }
    if (l->cfg->timestamps && flow) {
        look_at_stamp(l);
    }
}

__attribute__((format(printf, 3, 4))) static void
refuse(struct htr_verify_scan *scan, const struct htr_verify_remark *r, const char *format, ...)
{
    struct htr_difference *d = &scan->strict;
    va_list args;
    if (d->what[0] != '\0' && d->msg <= r->msg) {
        return; /* the first one counts */
    }
    d->kind = HTR_DIFFERS_MESSAGE;
    d->msg = r->msg;
    d->offset = r->offset;
    va_start(args, format);
    vsnprintf(d->what, sizeof d->what, format, args);
    va_end(args);
}

/* What strict refuses. An encoder that differs from its parameters does so in all its messages,
 * which is accepted; a single message that differs is not. */
static void look_strictly(const struct look *l, const struct htr_encoder_params *model)
{
    struct htr_verify_scan *scan = l->scan;
    uint64_t told = l->btype[2].count + l->btype[3].count;
    if (model->btype_split && l->btype[1].count != 0 && (told != 0 || l->btype[1].count == 1)) {
        refuse(scan, &l->btype[1],
               "%s has B-TYPE 1, and this encoder reports exceptions (2) and interrupts (3) "
               "separately; if it does not, add --param btype_split=0",
               nexus_tcode_name(l->btype[1].tcode));
    }
    if (l->bare_sync.count != 0) {
        refuse(scan, &l->bare_sync, "%s has no TSTAMP; every synchronizing message has one",
               nexus_tcode_name(l->bare_sync.tcode));
    }
    for (unsigned i = 0; i < CLASSES; i++) {
        const struct htr_verify_remark *r = &l->without[i];
        if (model->ts_select || (model->ts_messages >> i & 1u) == 0 || r->count == 0 ||
            (l->with[i] == 0 && (r->count != 1 || l->stamps == 0))) {
            continue;
        }
        refuse(scan, r,
               "%s has no TSTAMP, as the other messages do; if the encoder leaves some out, add "
               "--param ts_messages=N",
               nexus_tcode_name(r->tcode));
    }
    if (scan->remark[HTR_VERIFY_NOT_NTRACE].count != 0) {
        const struct htr_verify_remark *r = &scan->remark[HTR_VERIFY_NOT_NTRACE];
        refuse(scan, r, "TCODE %u (%s) is not a message of N-Trace; is it damaged?", r->tcode,
               nexus_tcode_name(r->tcode));
    }
}

/* Is the message in one of the spans? They are in ascending order, and so are the messages. */
static bool inside(struct look *l)
{
    while (l->spans != 0 && l->number > l->span->last_msg) {
        l->span++;
        l->spans--;
    }
    return l->spans != 0 && l->number >= l->span->first_msg;
}

/* All messages, or with `some` those of l->span. */
static void look_at_all(struct look *l, const struct nexus_decoder *d, bool some)
{
    struct nexus_msg_decoder msgs = d->msgs;
    struct htr_verify_scan *scan = l->scan;
    struct nexus_msg m;
    l->cfg = &d->msgs.cfg;
    l->m = &m;
    for (int rc; (rc = nexus_msg_next(&msgs, &m)) != NEXUS_ERR_END; l->number++) {
        if (rc == NEXUS_ERR_OVERSIZE && d->allow_oversize) {
            rc = NEXUS_OK;
        }
        if (rc != NEXUS_OK) {
            scan->damaged++;
        } else if (!d->all_sources && m.src != d->src) {
            scan->others++;
        } else if (!some || inside(l)) {
            scan->messages++;
            scan->bytes += m.length;
            look_at(l);
        }
    }
}

static struct look *new_look(struct htr_host *host, struct htr_verify_scan *scan)
{
    struct look *l = calloc(1, sizeof *l); /* large: not on the stack */
    *scan = (struct htr_verify_scan){0};
    if (l == NULL) {
        (void)htr_fail(host, HTR_ERR_MEMORY, NULL, "not enough memory");
    } else {
        l->scan = scan;
    }
    return l;
}

int htr_verify_scan(struct htr_host *host, const struct nexus_decoder *d,
                    const struct htr_encoder_params *model, struct htr_verify_scan *scan)
{
    struct look *l = new_look(host, scan);
    if (l == NULL) {
        return HTR_ERR_MEMORY;
    }
    look_at_all(l, d, false);
    if (l->hist) {
        scan->remark[HTR_VERIFY_SYNC_4_IN_HTM] = l->sync4;
    }
    if (l->btype[2].count + l->btype[3].count != 0) {
        scan->remark[HTR_VERIFY_MIXED_BTYPE] = l->btype[1];
    }
    if (l->stamps != 0) {
        scan->remark[HTR_VERIFY_SYNC_WITHOUT_TIME] = l->bare_sync;
    }
    look_strictly(l, model);
    free(l);
    return HTR_OK;
}

int htr_verify_scan_spans(struct htr_host *host, const struct nexus_decoder *d,
                          const struct htr_encoder_params *model,
                          const struct htr_verify_spans *spans, struct htr_difference *found)
{
    struct htr_verify_scan scan;
    struct look *l = new_look(host, &scan);
    if (l == NULL) {
        return HTR_ERR_MEMORY;
    }
    l->span = spans->span;
    l->spans = spans->n;
    look_at_all(l, d, true);
    look_strictly(l, model);
    *found = scan.strict;
    free(l);
    return HTR_OK;
}

static const struct {
    const char *id, *text;
} rules[HTR_VERIFY_RULES] = {
    {"NT-OWN-011", "Ownership with FORMAT 0 carries a context, which only FORMAT 2 and 3 have"},
    {"NT-CNT-010", "SYNC=4 in a trace with HIST: only BTM may use it"},
    {"NT-TIM-002", "TSTAMP does not fit a difference of time: is it an absolute one?"},
    {"NT-MSG-028", "B-TYPE 1 as well as 2 or 3: an encoder uses either 1, or 2 and 3"},
    {"NT-TIM-004", "a synchronizing message without TSTAMP"},
    {"", "the TCODE is reserved, a vendor's, or not of N-Trace"},
};

const char *htr_verify_rule_id(enum htr_verify_rule rule)
{
    return rules[rule].id;
}

const char *htr_verify_rule_text(enum htr_verify_rule rule)
{
    return rules[rule].text;
}
