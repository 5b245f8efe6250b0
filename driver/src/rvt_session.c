/* SPDX-License-Identifier: Apache-2.0 */
/* A capture: sinks first on start, encoders first on stop (TCI 1.0, chapter "Enabling and
 * Disabling"). */
#include "hartrace/rvt_session.h"
#include "hartrace/rvt_any.h"
#include "rvt_internal.h"

enum rvt_status rvt_session_init(struct rvt_session *s, struct rvt_encoder *const *encoders,
                                 size_t nencoders, struct rvt_ramsink *sink)
{
    if (s == NULL || encoders == NULL || nencoders == 0 || sink == NULL) {
        return RVT_ERR_ARG;
    }
    for (size_t i = 0; i < nencoders; i++) {
        if (encoders[i] == NULL) {
            return RVT_ERR_ARG;
        }
    }
    *s = (struct rvt_session){encoders, nencoders, sink, false, NULL, 0};
    return RVT_OK;
}

/* Number of parts, and part i: NULL if it takes no part. */
static size_t parts(const struct rvt_session *s)
{
    return s->nodes != NULL ? s->nnodes : s->nencoders + 1;
}

static struct rvt_component *part(const struct rvt_session *s, size_t i)
{
    if (s->nodes != NULL) {
        return s->nodes[i].on_path ? s->nodes[i].c : NULL;
    }
    return i < s->nencoders ? &s->encoders[i]->c : &s->sink->c;
}

/* Part i if it is an encoder, else NULL. */
static struct rvt_encoder *encoder(const struct rvt_session *s, size_t i)
{
    struct rvt_component *c = part(s, i);

    return c != NULL && c->type == RVT_COMP_ENCODER ? (struct rvt_encoder *)c : NULL;
}

/* Part i if it is a funnel or sink of that level, else NULL. */
static struct rvt_component *receiver(const struct rvt_session *s, size_t i, size_t level)
{
    struct rvt_component *c = part(s, i);

    if (c == NULL || c->type == RVT_COMP_ENCODER ||
        level != (s->nodes != NULL ? s->nodes[i].level : 0)) {
        return NULL;
    }
    return c;
}

static enum rvt_status enable_all(struct rvt_session *s)
{
    const size_t n = parts(s);

    for (size_t level = 0; level < n; level++) {
        for (size_t i = 0; i < n; i++) {
            if (receiver(s, i, level) != NULL) {
                RVT_TRY(rvt_any_enable(receiver(s, i, level)));
            }
        }
    }
    for (size_t i = 0; i < n; i++) {
        if (encoder(s, i) != NULL) {
            RVT_TRY(rvt_encoder_enable(encoder(s, i)));
        }
    }
    for (size_t i = 0; i < n; i++) {
        if (encoder(s, i) != NULL && !encoder(s, i)->triggers) {
            RVT_TRY(rvt_encoder_start(encoder(s, i)));
        }
    }
    return RVT_OK;
}

static void keep_first(enum rvt_status *first, enum rvt_status st)
{
    if (*first == RVT_OK) {
        *first = st;
    }
}

/* Disable whatever may be enabled. Goes on after errors; returns the first. */
static enum rvt_status disable_all(struct rvt_session *s)
{
    const size_t n = parts(s);
    enum rvt_status first = RVT_OK;

    for (size_t i = 0; i < n; i++) {
        struct rvt_encoder *e = encoder(s, i);

        if (e == NULL || e->c.state != RVT_STATE_ENABLED) {
            continue;
        }
        keep_first(&first, rvt_encoder_stop(e));
        keep_first(&first, rvt_encoder_disable(e));
    }
    for (size_t level = n; level-- > 0;) {
        for (size_t i = 0; i < n; i++) {
            struct rvt_component *c = receiver(s, i, level);

            if (c != NULL && c->state == RVT_STATE_ENABLED) {
                keep_first(&first, rvt_any_disable(c));
            }
        }
    }
    return first;
}

/* Encoders that end in one sink: equal widths of SRC, different values. */
static enum rvt_status check_sources(const struct rvt_session *s)
{
    for (size_t i = 0; i < s->nnodes; i++) {
        const struct rvt_encoder *a = encoder(s, i);

        for (size_t k = i + 1; a != NULL && k < s->nnodes; k++) {
            const struct rvt_encoder *b = encoder(s, k);

            if (b == NULL || s->nodes[i].sink != s->nodes[k].sink) {
                continue;
            }
            if (a->src_bits == 0 || a->src_bits != b->src_bits || a->src_id == b->src_id) {
                return RVT_ERR_SOURCE;
            }
        }
    }
    return RVT_OK;
}

enum rvt_status rvt_session_start(struct rvt_session *s)
{
    if (s->running) {
        return RVT_OK;
    }
    for (size_t i = 0; i < parts(s); i++) {
        if (part(s, i) != NULL && part(s, i)->state < RVT_STATE_CONFIGURED) {
            return RVT_ERR_STATE;
        }
    }
    if (s->nodes != NULL) {
        RVT_TRY(check_sources(s));
    }
    s->running = true;
    enum rvt_status st = enable_all(s);
    if (st == RVT_OK) {
        return RVT_OK;
    }
    /* The first error is the one that matters; a cleanup that fails too leaves the session to be
     * stopped. */
    if (disable_all(s) == RVT_OK) {
        s->running = false;
    }
    return st;
}

enum rvt_status rvt_session_stop(struct rvt_session *s)
{
    if (!s->running) {
        return RVT_OK;
    }
    enum rvt_status st = disable_all(s);
    if (st == RVT_OK) {
        s->running = false;
    }
    return st;
}

enum rvt_status rvt_session_size(const struct rvt_session *s, uint64_t *size)
{
    if (s->running) {
        return RVT_ERR_STATE;
    }
    if (s->sink == NULL) {
        return RVT_ERR_UNSUPPORTED;
    }
    return rvt_ramsink_size(s->sink, size);
}

enum rvt_status rvt_session_read(const struct rvt_session *s, uint64_t offset, uint8_t *buf,
                                 size_t n)
{
    if (s->running) {
        return RVT_ERR_STATE;
    }
    if (s->sink == NULL) {
        return RVT_ERR_UNSUPPORTED;
    }
    return rvt_ramsink_read(s->sink, offset, buf, n);
}
