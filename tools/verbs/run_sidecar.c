/* SPDX-License-Identifier: Apache-2.0 */
/* Verb run: how the traces that it saved are decoded. */
#include "run.h"
#include "decode_line.h"
#include "htr/htr_sidecar.h"
#include "host.h"

static const char verb[] = "run";

/* One command for all harts of a sink, when only SRC differs; else one for each. */
static void say_commands(const struct run *r, unsigned sink, const char *path, bool same,
                         unsigned harts)
{
    struct htr_sidecar s = {0};
    bool all = same && harts > 1;
    for (unsigned i = 0, said = 0; i < r->harts && (said == 0 || !all); i++) {
        const struct run_hart *h = &r->hart[i];
        if (h->sink == sink) {
            int src = all ? DECODE_LINE_SRC_ALL : h->stream.src_bits != 0 ? (int)h->src : -1;
            htr_sidecar_from_cfg(&s, &h->stream, &h->te);
            decode_line_say(&s, verb, path, "--elf", h->program->path, src,
                            r->sink[sink].wrapped && !h->whole_messages);
            said++;
        }
    }
}

int run_tell_decoder(const struct run *r, unsigned sink, const char *path)
{
    struct htr_sidecar first = {0}, s = {0};
    const struct hts_program *program = NULL;
    bool same = true, same_program = true;
    unsigned harts = 0;
    for (unsigned i = 0; i < r->harts; i++) {
        const struct run_hart *h = &r->hart[i];
        if (h->sink == sink) {
            htr_sidecar_from_cfg(&s, &h->stream, &h->te);
            first = harts == 0 ? s : first;
            same = same && htr_sidecar_equal(&first, &s);
            same_program = same_program && (program == NULL || program == h->program);
            program = h->program;
            harts++;
        }
    }
    say_commands(r, sink, path, same && same_program, harts);
    if (!r->o.sidecar || harts == 0) {
        return 0;
    }
    return same ? htr_sidecar_write(&first, tool_host(verb), path)
                : tool_fail(verb, path,
                            "--sidecar: the encoders have different settings, and a sidecar holds "
                            "one; use --save-snapshot");
}
