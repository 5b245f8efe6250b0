/* SPDX-License-Identifier: Apache-2.0 */
/* Verb run: the trace of the simulated harts, through the driver. */
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "htr/htr_coresight.h"
#include "htt/htt_encoder.h"
#include "htt/htt_sinks.h"
#include "encoder_regs.h"
#include "nexus/nexus_msg.h"
#include "host.h"
#include "output.h"
#include "run.h"

static const char verb[] = "run";

static int failed(const char *what, enum rvt_status s)
{
    return tool_fail(verb, NULL, "%s: %s", what, rvt_strerror(s));
}

static int failed_at(const char *what, const struct topology_problem *at, enum rvt_status s)
{
    return tool_fail(verb, NULL, "%s: %s%s%s%s", what, at->path, at->path[0] != '\0' ? ": " : "",
                     at->text, at->text[0] == '\0' ? rvt_strerror(s) : "");
}

/* ---- programming ---- */

/* The settings of one encoder: the command line, with SRC and timestamps as the tree has it. */
static int settings(struct run *r, struct run_hart *h, const struct rvt_encoder *e)
{
    uint32_t src = 0;
    h->te = r->te;
    te_take_model(&h->te, &r->component[h->encoder].u.encoder);
    int status = htt_encoder_take(e, tool_host(verb), r->timestamps, &h->te);
    h->src = (uint16_t)(htr_settings_asked(&h->te, "trTeSrcID", &src) ? src : 0);
    return status;
}

static int program_hart(struct run *r, struct run_hart *h)
{
    struct rvt_encoder *e = rvt_fdt_encoder(&r->fdt, h->encoder);
    int status = settings(r, h, e);
    if (status == 0) {
        status = htt_encoder_program(e, tool_host(verb), &h->te);
    }
    return status == 0 ? htt_encoder_stream(e, tool_host(verb), &h->te, &h->stream) : status;
}

static int program(struct run *r)
{
    struct topology_problem why = {.path = ""};
    struct rvt_fdt_cfg cfg;
    rvt_fdt_cfg_init(&cfg);
    cfg.timestamps = r->timestamps;
    cfg.stop_on_wrap = r->o.stop_on_wrap;
    cfg.prefer_sram = r->o.sinks.n > 0 && strcmp(r->o.sinks.item[r->o.sinks.n - 1], "sram") == 0;
    cfg.buffer_size = r->o.sink_size; /* at the end of the RAM */
    cfg.buffer_start = SIM_RAM_BASE + SIM_RAM_SIZE - r->o.sink_size;
    cfg.pibsink =
        (struct rvt_pibsink_cfg){.mode = r->pib.mode, .divider = r->pib.divider, .exact = true};
    cfg.pibsink.clk_center = r->pib.center;
    cfg.pibsink_reset_divider = false;
    enum rvt_status s = rvt_fdt_configure(&r->fdt, &cfg, &why);
    if (s != RVT_OK) {
        return failed_at("the trace cannot be programmed", &why, s);
    }
    for (unsigned h = 0; h < r->harts; h++) {
        if (r->hart[h].sink != TOPOLOGY_NONE) {
            int status = program_hart(r, &r->hart[h]);
            if (status != 0) {
                return status;
            }
        }
    }
    return 0;
}

/* A probe at the pins must have seen them idle before the first message. */
static void start_probe(const struct run *r)
{
    enum {
        IDLE_BEATS = 64
    };
    for (unsigned i = 0; i < r->tree->ncomponents; i++) {
        if (r->room.use[i].sink == i && r->tree->component[i].kind == TOPOLOGY_PIBSINK) {
            sim_platform_idle(r->platform, IDLE_BEATS * (r->pib.divider + UINT64_C(1)));
        }
    }
}

/* The log of a hart: its chunks are dropped one by one, so they should not be much longer than what
 * the sink can tell of. */
static void start_log(struct run *r, struct run_hart *h)
{
    enum {
        MEMORY_CHUNKS = 128, /* of all harts: 32 MiB */
        PCS_A_BYTE = 64,
        LIVE_PCS = 1 << 20, /* compared soon */
    };
    h->logging = h->sink != TOPOLOGY_NONE;
    h->pcs.keep = MEMORY_CHUNKS / r->harts;
    if (h->logging) {
        const enum topology_kind kind = r->tree->component[h->sink].kind;
        uint64_t most =
            kind == TOPOLOGY_RAMSINK ? PCS_A_BYTE * rvt_fdt_ramsink(&r->fdt, h->sink)->granted.size
            : kind == TOPOLOGY_PIBSINK ? LIVE_PCS
                                       : (uint64_t)PCS_A_BYTE * r->component[h->sink].etb.bytes;
        h->pcs.chunk_pcs = most < HTR_PC_LOG_CHUNK_PCS ? most : HTR_PC_LOG_CHUNK_PCS;
    }
}

/* What leaves by the pins is taken while the harts run. */
static void start_pins(struct run *r, unsigned i)
{
    if (r->tree->component[i].kind == TOPOLOGY_PIBSINK) {
        r->pins[i].take = run_live_take;
        r->pins[i].ctx = r;
        hts_pins_begin(&r->pins[i], tool_host(verb), &r->pib);
    }
}

int run_trace_program(struct run *r)
{
    const struct rvt_fdt_room room = {
        r->room.part,      r->room.node, r->room.use, r->room.link, TOPOLOGY_MAX_COMPONENTS,
        TOPOLOGY_MAX_LINKS};
    struct topology_problem why = {.path = ""};
    enum rvt_status s = rvt_fdt_open(&r->fdt, r->tree, &r->port.io, &room);
    if (s == RVT_OK) {
        s = rvt_fdt_identify(&r->fdt, &why);
    }
    if (s != RVT_OK) {
        return failed_at("the trace components cannot be opened", &why, s);
    }
    int status = htt_sinks_use(&r->fdt, tool_host(verb), &r->o.sinks);
    for (unsigned h = 0; h < r->harts && status == 0; h++) {
        const unsigned encoder = r->hart[h].encoder;
        r->hart[h].sink = encoder == TOPOLOGY_NONE ? encoder : r->room.use[encoder].sink;
    }
    if (status == 0) {
        r->timestamps = htt_sinks_timestamps(&r->fdt, &r->te);
        status = program(r);
    }
    status = status == 0 ? htt_sinks_distinct(&r->fdt, tool_host(verb)) : status;
    if (status != 0) {
        return status;
    }
    for (unsigned h = 0; h < r->harts; h++) {
        start_log(r, &r->hart[h]);
    }
    for (unsigned i = 0; i < r->tree->ncomponents; i++) {
        start_pins(r, i);
    }
    return run_live_begin(r);
}

int run_trace_start(struct run *r)
{
    start_probe(r);
    enum rvt_status s = rvt_session_start(&r->fdt.session);
    return s == RVT_OK ? 0 : failed("the trace does not start", s);
}

/* ---- reading out ---- */

static int read_ramsink(struct run *r, unsigned i)
{
    struct rvt_ramsink *sink = rvt_fdt_ramsink(&r->fdt, i);
    struct rvt_ramsink_status status = {0};
    uint64_t size = 0;
    enum rvt_status s = rvt_ramsink_get_status(sink, &status);
    if (s == RVT_OK) {
        s = rvt_ramsink_size(sink, &size);
    }
    if (s == RVT_OK) {
        r->sink[i] = (struct run_sink){
            .bytes = malloc((size_t)size + 1), .size = (size_t)size, .wrapped = status.wrapped};
        if (r->sink[i].bytes == NULL) {
            return tool_fail(verb, NULL, "not enough memory");
        }
        s = rvt_ramsink_read(sink, 0, r->sink[i].bytes, (size_t)size);
    }
    return s == RVT_OK ? 0 : failed("the trace cannot be read out", s);
}

/* Behind an ATB bridge stands a buffer with the frames of a CoreSight formatter. */
static int read_atb(struct run *r, unsigned i)
{
    const struct sim_fabric *f = sim_platform_fabric(r->platform);
    f->ops->capture_stop(f->ctx, i);
    size_t n = f->ops->capture_read(f->ctx, i, NULL, 0);
    uint8_t *frames = malloc(n + 1);
    int status = 0;
    r->sink[i].bytes = malloc(n + 1);
    if (frames == NULL || r->sink[i].bytes == NULL) {
        status = tool_fail(verb, NULL, "not enough memory");
    } else {
        (void)f->ops->capture_read(f->ctx, i, frames, (uint32_t)n);
        r->sink[i].size =
            htr_coresight_unframe(frames, n, 1u + r->tree->component[i].number, r->sink[i].bytes);
        r->sink[i].wrapped = n == r->component[i].etb.bytes;
        r->sink[i].frames = frames;
        r->sink[i].nframes = n;
        frames = NULL;
    }
    free(frames);
    return status;
}

/* All was taken as it came, but the last bytes. */
static int read_pib(struct run *r, unsigned i)
{
    int status = hts_pins_decode(&r->pins[i], NULL, NULL);
    if (r->pins[i].wave.file != NULL) {
        status = output_close(r->wave) == 0 ? status : TOOL_CANNOT;
        r->wave = NULL;
        status = status == 0 ? fst_convert(&r->fst) : status;
    }
    return status;
}

static int read_sinks(struct run *r)
{
    int status = 0;
    for (unsigned i = 0; i < r->tree->ncomponents && status == 0; i++) {
        enum topology_kind kind = r->tree->component[i].kind;
        if (r->room.use[i].sink != i) {
            continue;
        }
        status = kind == TOPOLOGY_RAMSINK   ? read_ramsink(r, i)
                 : kind == TOPOLOGY_PIBSINK ? read_pib(r, i)
                                            : read_atb(r, i);
    }
    return status;
}

/* Is no other hart's trace in that sink? */
static bool alone(const struct run *r, const struct run_hart *h)
{
    unsigned n = 0;
    for (unsigned i = 0; i < r->harts; i++) {
        n += r->hart[i].sink == h->sink;
    }
    return n == 1;
}

/* The messages of a hart, out of those of all. */
static int take_messages(const struct run *r, struct run_hart *h)
{
    const struct run_sink *sink = &r->sink[h->sink];
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    int status;
    h->trace = malloc(sink->size + 1);
    if (h->trace == NULL) {
        return tool_fail(verb, NULL, "not enough memory");
    }
    if (alone(r, h)) {
        memcpy(h->trace, sink->bytes, sink->size);
        h->trace_size = sink->size;
        return 0;
    }
    if (nexus_msg_decoder_init(&d, &h->stream, sink->bytes, sink->size) != NEXUS_OK) {
        return tool_fail(verb, NULL, "no decoder can have these options");
    }
    if (sink->wrapped && !r->o.stop_on_wrap) {
        (void)nexus_msg_decoder_resync(&d);
    }
    h->whole_messages = true;
    while ((status = nexus_decode_next(&d, &m)) != NEXUS_ERR_END) {
        if (status == NEXUS_OK && m.src == h->src) {
            memcpy(h->trace + h->trace_size, m.raw, m.raw_length);
            h->trace_size += m.raw_length;
        } else if (status != NEXUS_OK) {
            tool_note(verb, NULL, "a damaged message at offset %llu of the sink is skipped: %s",
                      (unsigned long long)m.offset, nexus_strerror(status));
        }
    }
    return 0;
}

static int finish_hart(struct run *r, struct run_hart *h)
{
    struct rvt_encoder_status status = {0};
    uint32_t stall = 0;
    enum rvt_status s = rvt_encoder_get_status(rvt_fdt_encoder(&r->fdt, h->encoder), &status);
    if (s != RVT_OK) {
        return failed("the trace does not stop", s);
    }
    h->overflow = status.stall_or_overflow &&
                  !(htr_settings_asked(&r->te, "trTeInstStallEna", &stall) && stall);
    if (h->live != NULL) {
        run_live_end(h, h->overflow || run_is_selective(h));
        return 0;
    }
    return take_messages(r, h);
}

int run_trace_stop(struct run *r)
{
    enum rvt_status s = rvt_session_stop(&r->fdt.session);
    if (s != RVT_OK) {
        return failed("the trace does not stop", s);
    }
    int status = read_sinks(r);
    for (unsigned h = 0; h < r->harts && status == 0; h++) {
        if (r->hart[h].sink != TOPOLOGY_NONE) {
            status = finish_hart(r, &r->hart[h]);
        }
    }
    return status;
}
