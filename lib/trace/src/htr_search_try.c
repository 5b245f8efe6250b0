/* SPDX-License-Identifier: Apache-2.0 */
/* One trial: bytes decoded with one configuration. */
#include "htr/htr_search.h"

#include "htr_search_int.h"
#include "nexus/nexus_flow.h"

enum {
    TRIED = 16, /* sources decoded, at most */
    SOURCES = 1 << NEXUS_MAX_SRC_BITS,
};

/* What one source executed, cut where the addresses jump. */
struct walk {
    struct htr_search_trial *t;
    uint64_t start, next, last_msg, time;
    uint64_t before; /* instructions before the last message */
    bool running;
};

static uint64_t mix(uint64_t digest, uint64_t value)
{
    digest = (digest ^ value) * UINT64_C(0x9E3779B97F4A7C15);
    return digest ^ digest >> 29;
}

static void cut(struct walk *w)
{
    if (w->running) {
        w->t->path = mix(mix(w->t->path, w->start), w->next);
    }
    w->running = false;
}

static void take_range(struct walk *w, const struct flow_elem *e)
{
    if (!w->running || e->start != w->next) {
        cut(w);
        w->start = e->start;
        w->running = true;
    }
    if (e->msg != w->last_msg) {
        w->t->messages++;
        w->before = w->t->instructions;
        w->last_msg = e->msg;
    }
    w->next = e->end;
    w->t->instructions += e->count;
}

static void take(struct walk *w, const struct flow_elem *e)
{
    switch (e->type) {
    case FLOW_ELEM_RANGE:
        take_range(w, e);
        break;
    case FLOW_ELEM_ERROR:
    case FLOW_ELEM_ADDR_NACC:
        cut(w);
        w->t->errors++;
        break;
    case FLOW_ELEM_TIMESTAMP:
        w->t->back += e->value < w->time;
        w->t->times = mix(w->t->times, e->value);
        w->time = e->value;
        break;
    default:
        break;
    }
}

static void follow(const struct htr_guess_input *in, uint16_t src, struct htr_search_trial *t)
{
    struct nexus_decoder d = {0};
    struct flow_elem e;
    struct walk w = {.t = t, .last_msg = UINT64_MAX};
    const uint64_t most = t->errors + HTR_SEARCH_ERRORS;
    const uint64_t far = t->instructions + HTR_SEARCH_INSTRUCTIONS;
    if (nexus_decoder_init(&d, &t->cfg, in->code, in->bytes, in->size) != NEXUS_OK) {
        return;
    }
    d.all_sources = false;
    d.src = src;
    while (t->errors < most && t->instructions < far && nexus_decoder_next(&d, &e) == NEXUS_OK) {
        take(&w, &e);
    }
    cut(&w);
    if (t->instructions >= far && t->instructions - w.before > HTR_SEARCH_INSTRUCTIONS / 2) {
        struct nexus_msg m;
        t->endless = t->endless || nexus_msg_next(&d.msgs, &m) != NEXUS_ERR_END;
    }
}

struct htr_search_trial htr_search_try(const struct htr_guess_input *in,
                                       const struct nexus_stream_cfg *cfg)
{
    struct htr_search_trial t = {.cfg = *cfg};
    uint32_t messages[SOURCES] = {0};
    bool synced[SOURCES] = {false};
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    int status;
    int64_t unread = 0;
    unsigned tried = 0;
    uint64_t damaged = 0;
    if (in->code == NULL || nexus_msg_decoder_init(&d, cfg, in->bytes, in->size) != NEXUS_OK) {
        return t;
    }
    while ((status = nexus_msg_next(&d, &m)) != NEXUS_ERR_END) {
        if (status == NEXUS_OK) {
            messages[m.src]++;
            synced[m.src] = synced[m.src] || nexus_tcode_is_sync(m.tcode);
        } else {
            damaged++;
        }
    }
    for (unsigned i = 0; i < SOURCES; i++) {
        if (!synced[i]) {
            unread += messages[i];
        } else if (tried++ < TRIED) {
            follow(in, (uint16_t)i, &t);
        }
    }
    t.sources = tried;
    if (tried == 0) { /* nothing was decoded, so they were not counted */
        t.errors = damaged < HTR_SEARCH_ERRORS ? damaged : (uint64_t)HTR_SEARCH_ERRORS;
    }
    t.score = (int64_t)t.messages - HTR_SEARCH_FAULT * (int64_t)t.errors - unread;
    return t;
}
