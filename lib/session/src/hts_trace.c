/* SPDX-License-Identifier: Apache-2.0 */
/* The trace of the simulated harts, through the driver. */
#include <stdlib.h>
#include <string.h>

#include "encoder_regs.h"
#include "etrace/etrace_frame.h"
#include "htr/htr_coresight.h"
#include "htt/htt_encoder.h"
#include "htt/htt_sinks.h"
#include "htt/htt_status.h"
#include "hts_live.h"
#include "hts_session_priv.h"
#include "nexus/nexus_msg.h"
#include "ramsink_regs.h"

/* ---- programming ---- */

/* The settings of one encoder: the command line, with SRC and timestamps as the tree has it. */
static int take_settings(struct hts_session *session, struct hts_hart_work *h,
                         const struct rvt_encoder *e)
{
    uint32_t src = 0;
    const struct trm_encoder_cfg *model = &session->component[h->is.encoder].u.encoder;
    h->is.settings = session->settings;
    hts_model_take(&h->is.settings, model);
    int status = htt_encoder_take(e, session->host, session->timestamps, &h->is.settings);
    h->is.is_etrace = htr_settings_is_etrace(&h->is.settings);
    h->is.src = (uint16_t)(htr_settings_asked(&h->is.settings, "trTeSrcID", &src) ? src : 0);
    return status;
}

static int program_hart(struct hts_session *session, struct hts_hart_work *h)
{
    struct rvt_encoder *e = rvt_fdt_encoder(&session->fdt, h->is.encoder);
    int status = take_settings(session, h, e);
    if (status == HTR_OK) {
        status = htt_encoder_program(e, session->host, &h->is.settings);
    }
    if (status == HTR_OK && h->is.is_etrace) {
        status = htt_encoder_etrace(e, session->host, &h->is.settings, &h->is.etrace);
    }
    return status == HTR_OK ? htt_encoder_stream(e, session->host, &h->is.settings, &h->is.stream)
                            : status;
}

/* Both protocols in one byte stream cannot be told apart. */
static int check_protocols(const struct hts_session *session)
{
    for (unsigned a = 0; a < session->harts; a++) {
        for (unsigned b = 0; b < a; b++) {
            const struct hts_hart *x = &session->hart[a].is, *y = &session->hart[b].is;
            if (x->sink != TOPOLOGY_NONE && x->sink == y->sink && x->is_etrace != y->is_etrace) {
                const struct hts_hart *etrace = x->is_etrace ? x : y, *ntrace = etrace == x ? y : x;
                return htr_fail(session->host, HTR_ERR_CONFLICT, NULL,
                                "%s sends E-Trace and %s N-Trace, both to %s, where they cannot be "
                                "told apart; give each protocol a sink of its own, or set "
                                "trTeFormat",
                                session->tree->component[etrace->encoder].path,
                                session->tree->component[ntrace->encoder].path,
                                session->tree->component[x->sink].path);
            }
        }
    }
    return HTR_OK;
}

static int program(struct hts_session *session)
{
    struct topology_problem why = {.path = ""};
    struct rvt_fdt_cfg cfg;
    rvt_fdt_cfg_init(&cfg);
    cfg.timestamps = session->timestamps;
    if (htr_settings_is_etrace(&session->settings)) {
        cfg.encoder.format = TR_TE_FORMAT_ETRACE;
        cfg.encoder.inst_mode = TR_TE_INST_MODE_VENDOR;
    }
    cfg.stop_on_wrap = session->cfg.stop_on_wrap;
    cfg.prefer_sram = session->cfg.sinks.n > 0 &&
                      strcmp(session->cfg.sinks.item[session->cfg.sinks.n - 1], "sram") == 0;
    cfg.buffer_size = session->cfg.sink_size; /* at the end of the RAM */
    cfg.buffer_start = SIM_RAM_BASE + SIM_RAM_SIZE - session->cfg.sink_size;
    cfg.pibsink = (struct rvt_pibsink_cfg){
        .mode = session->pib.mode, .divider = session->pib.divider, .exact = true};
    cfg.pibsink.clk_center = session->pib.center;
    cfg.pibsink_reset_divider = false;
    enum rvt_status s = rvt_fdt_configure(&session->fdt, &cfg, &why);
    if (s != RVT_OK) {
        return htt_fail(session->host, "the trace cannot be programmed", &why, s);
    }
    for (unsigned h = 0; h < session->harts; h++) {
        if (session->hart[h].is.sink != TOPOLOGY_NONE) {
            int status = program_hart(session, &session->hart[h]);
            if (status != HTR_OK) {
                return status;
            }
        }
    }
    const int status = check_protocols(session);
    return status == HTR_OK ? htt_sinks_async(&session->fdt, session->host) : status;
}

/* A probe at the pins must have seen them idle before the first message. */
static void start_probe(const struct hts_session *session)
{
    enum {
        IDLE_BEATS = 64
    };
    for (unsigned i = 0; i < session->tree->ncomponents; i++) {
        if (hts_is_used(session, i) && session->tree->component[i].kind == TOPOLOGY_PIBSINK) {
            sim_platform_idle(session->platform, IDLE_BEATS * (session->pib.divider + UINT64_C(1)));
        }
    }
}

/* Was trTeDataTracing granted? An encoder that is not our model may have no data trace. */
static bool sends_data(struct hts_session *session, const struct hts_hart_work *h)
{
    uint32_t control = 0;
    const struct rvt_encoder *e = rvt_fdt_encoder(&session->fdt, h->is.encoder);
    return rvt_reg_read(&e->c, TR_TE_DATA_CONTROL_OFFSET, &control) == RVT_OK &&
           (control & TR_TE_DATA_TRACING_MASK) != 0;
}

/* The log of a hart: its chunks are dropped one by one, so they should not be much longer than what
 * the sink can hold. */
static void start_log(struct hts_session *session, struct hts_hart_work *h)
{
    enum {
        MEMORY_CHUNKS = 128, /* of all harts: 32 MiB */
        PCS_A_BYTE = 64,
        LIVE_PCS = 1 << 20, /* compared soon */
    };
    h->logging = h->is.sink != TOPOLOGY_NONE;
    h->data.on = h->logging && hts_data_wanted(&h->is.settings) && sends_data(session, h);
    h->pcs.keep = MEMORY_CHUNKS / session->harts;
    if (h->logging) {
        const enum topology_kind kind = session->tree->component[h->is.sink].kind;
        uint64_t most = kind == TOPOLOGY_RAMSINK
                            ? PCS_A_BYTE * rvt_fdt_ramsink(&session->fdt, h->is.sink)->granted.size
                        : kind == TOPOLOGY_PIBSINK
                            ? LIVE_PCS
                            : (uint64_t)PCS_A_BYTE * session->component[h->is.sink].etb.bytes;
        h->pcs.chunk_pcs = most < HTR_PC_LOG_CHUNK_PCS ? most : HTR_PC_LOG_CHUNK_PCS;
    }
}

/* What leaves by the pins is taken while the harts run. */
static void start_pins(struct hts_session *session, unsigned i)
{
    if (session->tree->component[i].kind == TOPOLOGY_PIBSINK) {
        session->pins[i].take = hts_live_take;
        session->pins[i].ctx = session;
        struct hts_pib pib = session->pib;
        pib.etrace = session->component[i].u.pibsink.etrace;
        hts_pins_begin(&session->pins[i], session->host, &pib);
    }
}

int hts_trace_program(struct hts_session *session)
{
    const struct rvt_fdt_room room = {session->room.part,      session->room.node,
                                      session->room.use,       session->room.link,
                                      TOPOLOGY_MAX_COMPONENTS, TOPOLOGY_MAX_LINKS};
    struct topology_problem why = {.path = ""};
    enum rvt_status s = rvt_fdt_open(&session->fdt, session->tree, &session->port.io, &room);
    if (s == RVT_OK) {
        s = rvt_fdt_identify(&session->fdt, &why);
    }
    if (s != RVT_OK) {
        return htt_fail(session->host, "the trace components cannot be opened", &why, s);
    }
    int status = htt_sinks_use(&session->fdt, session->host, &session->cfg.sinks);
    for (unsigned h = 0; h < session->harts && status == HTR_OK; h++) {
        const unsigned encoder = session->hart[h].is.encoder;
        session->hart[h].is.sink =
            encoder == TOPOLOGY_NONE ? encoder : session->room.use[encoder].sink;
    }
    if (status == HTR_OK) {
        session->timestamps = htt_sinks_timestamps(&session->fdt, &session->settings);
        status = program(session);
    }
    status = status == HTR_OK ? htt_sinks_distinct(&session->fdt, session->host) : status;
    if (status != HTR_OK) {
        return status;
    }
    for (unsigned h = 0; h < session->harts; h++) {
        start_log(session, &session->hart[h]);
    }
    for (unsigned i = 0; i < session->tree->ncomponents; i++) {
        start_pins(session, i);
    }
    return hts_live_begin(session);
}

int hts_trace_start(struct hts_session *session)
{
    start_probe(session);
    enum rvt_status s = rvt_session_start(&session->fdt.session);
    return s == RVT_OK ? HTR_OK : htt_fail(session->host, "the trace does not start", NULL, s);
}

/* ---- reading out ---- */

static int read_ramsink(struct hts_session *session, unsigned i)
{
    struct hts_sink_work *out = &session->sink[i];
    struct rvt_ramsink *sink = rvt_fdt_ramsink(&session->fdt, i);
    struct rvt_ramsink_status status = {0};
    uint64_t size = 0;
    enum rvt_status s = rvt_ramsink_get_status(sink, &status);
    if (s == RVT_OK) {
        s = rvt_ramsink_size(sink, &size);
    }
    if (s == RVT_OK) {
        out->bytes = malloc((size_t)size + 1);
        if (out->bytes == NULL) {
            return htr_fail(session->host, HTR_ERR_MEMORY, NULL, "not enough memory");
        }
        s = rvt_ramsink_read(sink, 0, out->bytes, (size_t)size);
        out->is = (struct hts_sink){.bytes = out->bytes, .size = size, .wrapped = status.wrapped};
    }
    return s == RVT_OK ? HTR_OK : htt_fail(session->host, "the trace cannot be read out", NULL, s);
}

/* After an ATB bridge there is a buffer with the frames of a CoreSight formatter. */
static int read_atb(struct hts_session *session, unsigned i)
{
    const struct sim_fabric *f = sim_platform_fabric(session->platform);
    struct hts_sink_work *out = &session->sink[i];
    f->ops->capture_stop(f->ctx, i);
    const size_t n = f->ops->capture_read(f->ctx, i, NULL, 0);
    out->frames = malloc(n + 1);
    out->bytes = malloc(n + 1);
    if (out->frames == NULL || out->bytes == NULL) {
        return htr_fail(session->host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    (void)f->ops->capture_read(f->ctx, i, out->frames, (uint32_t)n);
    out->is = (struct hts_sink){
        .bytes = out->bytes,
        .size = htr_coresight_unframe(out->frames, n, 1u + session->tree->component[i].number,
                                      out->bytes),
        .wrapped = n == session->component[i].etb.bytes,
        .frames = out->frames,
        .nframes = n,
    };
    return HTR_OK;
}

static int read_sinks(struct hts_session *session)
{
    int status = HTR_OK;
    for (unsigned i = 0; i < session->tree->ncomponents && status == HTR_OK; i++) {
        enum topology_kind kind = session->tree->component[i].kind;
        if (!hts_is_used(session, i)) {
            continue;
        }
        /* A PIB sink's bytes were taken as they came, except the last ones. */
        status = kind == TOPOLOGY_RAMSINK   ? read_ramsink(session, i)
                 : kind == TOPOLOGY_PIBSINK ? hts_pins_decode(&session->pins[i], NULL, NULL)
                                            : read_atb(session, i);
    }
    return status;
}

/* Is no other hart's trace in that sink? */
static bool alone(const struct hts_session *session, const struct hts_hart_work *h)
{
    unsigned n = 0;
    for (unsigned i = 0; i < session->harts; i++) {
        n += session->hart[i].is.sink == h->is.sink;
    }
    return n == 1;
}

/* The packets of a hart, out of those of all. */
static int take_packets(const struct hts_session *session, struct hts_hart_work *h)
{
    const struct hts_sink_work *sink = &session->sink[h->is.sink];
    struct etrace_reader r;
    struct etrace_frame f;
    enum etrace_status status;
    if (etrace_reader_init(&r, &h->is.etrace, sink->bytes, (size_t)sink->is.size) != ETRACE_OK) {
        return htr_fail(session->host, HTR_ERR_ARG, NULL, "no decoder can have these options");
    }
    h->is.whole_messages = true;
    if (sink->is.wrapped && !session->cfg.stop_on_wrap && etrace_reader_sync(&r) != ETRACE_OK) {
        return HTR_OK; /* no place to begin at */
    }
    while ((status = etrace_reader_next(&r, &f)) != ETRACE_ERR_END) {
        if (status == ETRACE_OK && f.src == h->is.src) {
            memcpy(h->trace + h->is.trace_size, sink->bytes + f.offset, f.length);
            h->is.trace_size += f.length;
        } else if (status != ETRACE_OK) {
            htr_note(session->host, NULL,
                     "a damaged packet at offset %llu of the sink is skipped: %s",
                     (unsigned long long)f.offset, etrace_strerror(status));
        }
    }
    return HTR_OK;
}

/* The messages of a hart, out of those of all. */
static int take_messages(const struct hts_session *session, struct hts_hart_work *h)
{
    const struct hts_sink_work *sink = &session->sink[h->is.sink];
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    int status;
    h->trace = malloc((size_t)sink->is.size + 1);
    h->is.trace = h->trace;
    if (h->trace == NULL) {
        return htr_fail(session->host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    if (alone(session, h)) {
        memcpy(h->trace, sink->bytes, (size_t)sink->is.size);
        h->is.trace_size = sink->is.size;
        return HTR_OK;
    }
    if (h->is.is_etrace) {
        return take_packets(session, h);
    }
    if (nexus_msg_decoder_init(&d, &h->is.stream, sink->bytes, (size_t)sink->is.size) != NEXUS_OK) {
        return htr_fail(session->host, HTR_ERR_ARG, NULL, "no decoder can have these options");
    }
    if (sink->is.wrapped && !session->cfg.stop_on_wrap) {
        (void)nexus_msg_decoder_resync(&d);
    }
    h->is.whole_messages = true;
    while ((status = nexus_msg_next(&d, &m)) != NEXUS_ERR_END) {
        if (status == NEXUS_OK && m.src == h->is.src) {
            memcpy(h->trace + h->is.trace_size, m.raw, m.raw_length);
            h->is.trace_size += m.raw_length;
        } else if (status != NEXUS_OK) {
            htr_note(session->host, NULL,
                     "a damaged message at offset %llu of the sink is skipped: %s",
                     (unsigned long long)m.offset, nexus_strerror(status));
        }
    }
    return HTR_OK;
}

static int finish_hart(struct hts_session *session, struct hts_hart_work *h)
{
    struct rvt_encoder_status status = {0};
    uint32_t stall = 0;
    enum rvt_status s =
        rvt_encoder_get_status(rvt_fdt_encoder(&session->fdt, h->is.encoder), &status);
    if (s != RVT_OK) {
        return htt_fail(session->host, "the trace does not stop", NULL, s);
    }
    h->is.overflow = status.stall_or_overflow &&
                     !(htr_settings_asked(&session->settings, "trTeInstStallEna", &stall) && stall);
    session->sink[h->is.sink].is.lost |= h->is.overflow;
    if (h->live != NULL) {
        hts_live_end(h, h->is.overflow || hts_is_selective(h));
        return HTR_OK;
    }
    return take_messages(session, h);
}

int hts_trace_stop(struct hts_session *session)
{
    enum rvt_status s = rvt_session_stop(&session->fdt.session);
    if (s != RVT_OK) {
        return htt_fail(session->host, "the trace does not stop", NULL, s);
    }
    int status = read_sinks(session);
    for (unsigned h = 0; h < session->harts && status == HTR_OK; h++) {
        if (session->hart[h].is.sink != TOPOLOGY_NONE) {
            status = finish_hart(session, &session->hart[h]);
        }
    }
    return status;
}
