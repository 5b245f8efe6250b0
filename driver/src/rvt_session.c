/* SPDX-License-Identifier: Apache-2.0 */
/* A capture: sink first on start, encoders first on stop (TCI 1.0, chapter "Enabling and
 * Disabling"). */
#include "hartrace/rvt_session.h"
#include "rvt_internal.h"

enum rvt_status rvt_session_init(struct rvt_session *s, struct rvt_encoder *const *encoders,
                                 size_t nencoders, struct rvt_ramsink *sink)
{
    if (!s || !encoders || nencoders == 0 || !sink)
        return RVT_ERR_ARG;
    for (size_t i = 0; i < nencoders; i++) {
        if (!encoders[i])
            return RVT_ERR_ARG;
    }
    *s = (struct rvt_session){encoders, nencoders, sink, false};
    return RVT_OK;
}

static enum rvt_status enable_all(struct rvt_session *s)
{
    RVT_TRY(rvt_ramsink_enable(s->sink));
    for (size_t i = 0; i < s->nencoders; i++)
        RVT_TRY(rvt_encoder_enable(s->encoders[i]));
    for (size_t i = 0; i < s->nencoders; i++) {
        if (!s->encoders[i]->triggers)
            RVT_TRY(rvt_encoder_start(s->encoders[i]));
    }
    return RVT_OK;
}

static void keep_first(enum rvt_status *first, enum rvt_status st)
{
    if (*first == RVT_OK)
        *first = st;
}

/* Disable whatever may be enabled. Goes on after errors; returns the first. */
static enum rvt_status disable_all(struct rvt_session *s)
{
    enum rvt_status first = RVT_OK;

    for (size_t i = 0; i < s->nencoders; i++) {
        struct rvt_encoder *e = s->encoders[i];

        if (e->c.state != RVT_STATE_ENABLED)
            continue;
        keep_first(&first, rvt_encoder_stop(e));
        keep_first(&first, rvt_encoder_disable(e));
    }
    if (s->sink->c.state == RVT_STATE_ENABLED)
        keep_first(&first, rvt_ramsink_disable(s->sink));
    return first;
}

enum rvt_status rvt_session_start(struct rvt_session *s)
{
    enum rvt_status st;

    if (s->running)
        return RVT_OK;
    if (s->sink->c.state < RVT_STATE_CONFIGURED)
        return RVT_ERR_STATE;
    for (size_t i = 0; i < s->nencoders; i++) {
        if (s->encoders[i]->c.state < RVT_STATE_CONFIGURED)
            return RVT_ERR_STATE;
    }
    s->running = true;
    st = enable_all(s);
    if (st == RVT_OK)
        return RVT_OK;
    /* The first error is the one that matters; a cleanup that fails too leaves the session to be
     * stopped. */
    if (disable_all(s) == RVT_OK)
        s->running = false;
    return st;
}

enum rvt_status rvt_session_stop(struct rvt_session *s)
{
    enum rvt_status st;

    if (!s->running)
        return RVT_OK;
    st = disable_all(s);
    if (st == RVT_OK)
        s->running = false;
    return st;
}

enum rvt_status rvt_session_size(const struct rvt_session *s, uint64_t *size)
{
    if (s->running)
        return RVT_ERR_STATE;
    return rvt_ramsink_size(s->sink, size);
}

enum rvt_status rvt_session_read(const struct rvt_session *s, uint64_t offset, uint8_t *buf,
                                 size_t n)
{
    if (s->running)
        return RVT_ERR_STATE;
    return rvt_ramsink_read(s->sink, offset, buf, n);
}
