/* SPDX-License-Identifier: Apache-2.0 */
/* Verb run: the trace of the simulated hart, through the driver. */
#include <stdlib.h>

#include "run.h"

static const char verb[] = "run";

static int failed(const char *what, enum rvt_status s)
{
    return tool_fail(verb, NULL, "%s: %s", what, rvt_strerror(s));
}

static int program_sink(struct run *r)
{
    struct rvt_ramsink_cfg cfg = {.size = r->o.sink_size, .stop_on_wrap = r->o.stop_on_wrap};
    struct rvt_ramsink_granted granted;
    cfg.mode = r->o.sink[1] == 'm' ? RVT_RAMSINK_SMEM : RVT_RAMSINK_SRAM;
    if (cfg.mode == RVT_RAMSINK_SMEM) { /* at the end of the RAM */
        cfg.start = SIM_RAM_BASE + SIM_RAM_SIZE - cfg.size;
    }
    enum rvt_status s = rvt_ramsink_init(&r->sink, &r->port.io, SIM_RAMSINK_BASE);
    if (s == RVT_OK) {
        s = rvt_ramsink_reset(&r->sink);
    }
    if (s == RVT_OK) {
        s = rvt_ramsink_configure(&r->sink, &cfg, &granted);
    }
    if (s != RVT_OK) {
        return failed("the RAM sink cannot be programmed", s);
    }
    if (granted.size != cfg.size) {
        tool_note(verb, NULL, "--sink-size: asked for %llu bytes, the sink granted %llu",
                  (unsigned long long)cfg.size, (unsigned long long)granted.size);
    }
    return 0;
}

int run_trace_start(struct run *r)
{
    enum rvt_status s = rvt_encoder_init(&r->encoder, &r->port.io, SIM_ENCODER_BASE);
    if (s != RVT_OK) {
        return failed("the encoder cannot be opened", s);
    }
    int status = te_program(&r->te, verb, &r->encoder);
    if (status == 0) {
        status = program_sink(r);
    }
    if (status == 0) {
        status = te_stream_cfg_read(&r->te, verb, &r->encoder, &r->stream);
    }
    if (status != 0) {
        return status;
    }
    r->encoders[0] = &r->encoder;
    s = rvt_session_init(&r->session, r->encoders, 1, &r->sink);
    if (s == RVT_OK) {
        s = rvt_session_start(&r->session);
    }
    return s == RVT_OK ? 0 : failed("the trace does not start", s);
}

int run_trace_stop(struct run *r)
{
    struct rvt_ramsink_status sink = {0};
    struct rvt_encoder_status encoder = {0};
    uint64_t size = 0;
    enum rvt_status s = rvt_session_stop(&r->session);
    if (s == RVT_OK) {
        s = rvt_encoder_get_status(&r->encoder, &encoder);
    }
    if (s == RVT_OK) {
        s = rvt_ramsink_get_status(&r->sink, &sink);
    }
    if (s == RVT_OK) {
        s = rvt_session_size(&r->session, &size);
    }
    if (s != RVT_OK) {
        return failed("the trace does not stop", s);
    }
    r->trace_size = (size_t)size;
    r->trace = malloc(r->trace_size + 1);
    if (r->trace == NULL) {
        return tool_fail(verb, NULL, "not enough memory");
    }
    s = rvt_session_read(&r->session, 0, r->trace, r->trace_size);
    if (s != RVT_OK) {
        return failed("the trace cannot be read out", s);
    }
    uint32_t stall = 0;
    r->wrapped = sink.wrapped;
    r->overflow =
        encoder.stall_or_overflow && !(te_asked(&r->te, "trTeInstStallEna", &stall) && stall);
    return 0;
}
