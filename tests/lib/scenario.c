/* SPDX-License-Identifier: Apache-2.0 */
/* The capture scenario (TCI 1.0, Reset and Discovery; Enabling and Disabling). */
#include "scenario.h"

/* Leave with the status of the first call that fails, or when a fact does not hold. */
#define TRY(call)                                                                                  \
    do {                                                                                           \
        enum rvt_status st_ = (call);                                                              \
        if (st_ != RVT_OK) {                                                                       \
            return st_;                                                                            \
        }                                                                                          \
    } while (0)
#define WANT(fact)                                                                                 \
    do {                                                                                           \
        if (!(fact)) {                                                                             \
            return RVT_ERR_DATA;                                                                   \
        }                                                                                          \
    } while (0)

static enum rvt_status reset(struct scenario *s)
{
    struct rvt_component_info info;
    s->step = SCENARIO_RESET;
    TRY(rvt_ramsink_reset(&s->sink));
    TRY(rvt_encoder_reset(&s->encoder));
    rvt_component_info(&s->encoder.c, &info);
    WANT(info.comp_type == RVT_COMP_ENCODER && info.verdict == RVT_VERSION_ACCEPT);
    rvt_component_info(&s->sink.c, &info);
    WANT(info.comp_type == RVT_COMP_RAMSINK && info.verdict == RVT_VERSION_ACCEPT);
    return RVT_OK;
}

static enum rvt_status discover(struct scenario *s)
{
    s->step = SCENARIO_DISCOVER;
    TRY(rvt_caps_discover(&s->encoder, &s->caps));
    WANT((s->caps.inst_modes >> s->cfg.inst_mode & 1u) != 0);
    WANT((s->caps.sync_modes & 0xEu) != 0); /* one at least must be there */
    WANT(s->caps.protocol_major == 1 && (s->caps.formats >> 1 & 1u) != 0);
    WANT(!s->caps.data_implemented && s->caps.data_bits == 0); /* N-Trace 1.0 */
    TRY(rvt_ramsink_discover(&s->sink, s->cfg.smem ? RVT_RAMSINK_SMEM : RVT_RAMSINK_SRAM,
                             &s->sink_caps));
    WANT(s->sink_caps.align >= 4 && s->sink_caps.limit_max >= s->sink_caps.limit_min);
    return RVT_OK;
}

static enum rvt_status configure(struct scenario *s)
{
    struct rvt_ramsink_cfg sink = {.mode = s->cfg.smem ? RVT_RAMSINK_SMEM : RVT_RAMSINK_SRAM};
    struct rvt_ramsink_granted buffer;
    struct rvt_encoder_cfg encoder, granted;
    s->step = SCENARIO_CONFIGURE;
    sink.start = s->cfg.start;
    sink.size = s->cfg.size;
    TRY(rvt_ramsink_configure(&s->sink, &sink, &buffer));
    WANT(buffer.start == sink.start && buffer.size <= sink.size && buffer.size != 0);
    WANT(buffer.data_port == !s->cfg.smem);
    rvt_encoder_cfg_init(&encoder);
    encoder.inst_mode = s->cfg.inst_mode;
    encoder.stall = s->caps.stall;
    TRY(rvt_encoder_configure(&s->encoder, &encoder, &granted));
    WANT(granted.inst_mode == encoder.inst_mode && granted.stall == encoder.stall);
    s->encoders[0] = &s->encoder;
    return rvt_session_init(&s->session, s->encoders, 1, &s->sink);
}

static enum rvt_status capture(struct scenario *s, unsigned round)
{
    struct rvt_encoder_status encoder;
    struct rvt_ramsink_status sink;
    s->step = SCENARIO_START;
    TRY(rvt_session_start(&s->session));
    TRY(rvt_encoder_get_status(&s->encoder, &encoder));
    TRY(rvt_ramsink_get_status(&s->sink, &sink));
    WANT(encoder.enabled && encoder.tracing && sink.enabled);
    s->cfg.work(s->cfg.ctx, round);
    s->step = SCENARIO_STOP;
    TRY(rvt_session_stop(&s->session));
    TRY(rvt_session_stop(&s->session));
    TRY(rvt_encoder_get_status(&s->encoder, &encoder));
    TRY(rvt_ramsink_get_status(&s->sink, &sink));
    WANT(!encoder.enabled && !encoder.tracing && encoder.empty);
    WANT(!sink.enabled && sink.empty && !sink.wrapped);
    return RVT_OK;
}

static enum rvt_status read_out(struct scenario *s, unsigned round)
{
    uint8_t piece[7];
    uint64_t size = 0;
    s->step = SCENARIO_READ;
    TRY(rvt_session_size(&s->session, &size));
    WANT(size > 0 && size <= s->cfg.room);
    s->size[round] = (size_t)size;
    TRY(rvt_session_read(&s->session, 0, s->cfg.trace[round], (size_t)size));
    for (size_t at = 0; at < size; at += sizeof piece) {
        size_t n = size - at < sizeof piece ? (size_t)size - at : sizeof piece;
        TRY(rvt_session_read(&s->session, at, piece, n));
        for (size_t i = 0; i < n; i++) {
            WANT(piece[i] == s->cfg.trace[round][at + i]);
        }
    }
    enum rvt_status past = rvt_session_read(&s->session, size, piece, 1);
    return past == RVT_ERR_RANGE ? RVT_OK : past == RVT_OK ? RVT_ERR_DATA : past;
}

/* Save a component, reset it, restore it, and save it again: nothing has changed. */
static enum rvt_status round_trip(struct scenario *s, struct rvt_component *c, uint32_t *words)
{
    size_t used = 0, used_again = 0;
    s->step = SCENARIO_SAVE;
    TRY(rvt_save(c, words, RVT_SAVE_WORDS, &used));
    WANT(used > 2 && used <= RVT_SAVE_WORDS);
    s->step = SCENARIO_RESTORE;
    TRY(rvt_restore(c, words, used));
    TRY(rvt_save(c, s->again, RVT_SAVE_WORDS, &used_again));
    WANT(used_again == used);
    for (size_t i = 0; i < used; i++) {
        WANT(s->again[i] == words[i]);
    }
    return RVT_OK;
}

static enum rvt_status run(struct scenario *s, const struct rvt_io *io)
{
    TRY(rvt_ramsink_init(&s->sink, io, s->cfg.ramsink));
    TRY(rvt_encoder_init(&s->encoder, io, s->cfg.encoder));
    TRY(reset(s));
    TRY(discover(s));
    TRY(configure(s));
    TRY(capture(s, 0));
    TRY(read_out(s, 0));
    TRY(round_trip(s, &s->sink.c, s->saved_sink));
    TRY(round_trip(s, &s->encoder.c, s->saved_encoder));
    TRY(capture(s, 1));
    TRY(read_out(s, 1));
    s->step = SCENARIO_DONE;
    return RVT_OK;
}

enum rvt_status scenario_run(struct scenario *s, const struct rvt_io *io,
                             const struct scenario_cfg *cfg)
{
    s->cfg = *cfg;
    s->step = SCENARIO_BEGIN;
    return run(s, io);
}
