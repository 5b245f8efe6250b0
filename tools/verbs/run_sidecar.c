/* SPDX-License-Identifier: Apache-2.0 */
/* Verb run: how the traces that it saved are decoded. */
#include <string.h>

#include "decode_line.h"
#include "host.h"
#include "run.h"
#include "tool.h"

static const char verb[] = "run";

enum {
    PATH_BYTES = 4096
};

/* One command for all harts of a sink, when only SRC differs; else one for each. */
static void say_commands(const struct hts_session *session, unsigned sink, const char *path,
                         const struct hts_sink_settings *settings)
{
    const bool all = settings->same && settings->same_program && settings->harts > 1;
    for (unsigned i = 0, said = 0; i < hts_hart_count(session) && (said == 0 || !all); i++) {
        const struct hts_hart *h = hts_hart(session, i);
        if (h->sink == sink) {
            struct htr_sidecar s = {0};
            int src = all ? DECODE_LINE_SRC_ALL : h->stream.src_bits != 0 ? (int)h->src : -1;
            hts_hart_sidecar(h, &s);
            decode_line_say(&s, verb, path, "--elf", h->program, src,
                            hts_sink(session, sink)->wrapped && !h->whole_messages);
            said++;
        }
    }
}

/* The trace of one sink was saved. */
static int tell_decoder(const struct hts_session *session, unsigned sink, bool sidecar)
{
    struct hts_sink_settings settings;
    char path[PATH_BYTES];
    hts_trace_path(session, sink, path, sizeof path);
    hts_sink_settings(session, sink, &settings);
    say_commands(session, sink, path, &settings);
    if (!sidecar || settings.harts == 0) {
        return 0;
    }
    return settings.same
               ? htr_sidecar_write(&settings.first, tool_host(verb), path)
               : tool_fail(verb, path,
                           "--sidecar: the encoders have different settings, and a sidecar holds "
                           "one; use --save-snapshot");
}

int run_tell_decoders(const struct hts_session *session, bool sidecar)
{
    int status = 0;
    for (unsigned i = 0; i < hts_topology(session)->ncomponents && status == 0; i++) {
        if (hts_sink(session, i) != NULL) {
            status = tell_decoder(session, i, sidecar);
        }
    }
    return status;
}
