/* SPDX-License-Identifier: Apache-2.0 */
/* Verb merge: traces of different sources become one stream, message by message, as a funnel does
 * it. */
#include <inttypes.h>
#include <string.h>

#include "host.h"
#include "htr/htr_funnel.h"
#include "output.h"
#include "progress.h"
#include "trace_options.h"

static const char verb[] = "merge";

/* The inputs, opened. Returns HTR_OK, or HTR_ERR_* after a message. */
static int open_inputs(struct htr_funnel **f, const char *const *path, unsigned n,
                       const struct htr_trace_options *o)
{
    struct htr_settings te;
    struct nexus_stream_cfg cfg;
    struct etrace_cfg etrace;
    *f = NULL;
    int status = htr_settings_parse(&te, tool_host(verb), NULL, &o->te, &o->params);
    if (status != HTR_OK) {
        return status;
    }
    if (htr_settings_is_etrace(&te)) {
        htr_settings_etrace(&te, &etrace);
        return htr_funnel_open_etrace(f, tool_host(verb), path, n, &etrace);
    }
    htr_settings_stream(&te, &cfg);
    return htr_funnel_open(f, tool_host(verb), path, n, &cfg);
}

static int write_all(struct htr_funnel *f, enum htr_funnel_order order, FILE *out)
{
    struct htr_funnel_sum sum;
    progress_begin(verb, PROGRESS_BYTES, htr_funnel_size(f), out);
    int status = htr_funnel_write(f, order, out, &sum);
    progress_end();
    if (status == HTR_OK && order == HTR_FUNNEL_TIME && sum.untimed > 0) {
        tool_note(verb, NULL,
                  "%" PRIu64 " message%s put first, before any timestamp of their input (--te "
                  "trTsEnable=1 when there are timestamps)",
                  sum.untimed, htr_s(sum.untimed));
    }
    return status;
}

static int merge(const char *const *path, unsigned n, const struct htr_trace_options *o,
                 const char *order, const char *output)
{
    struct htr_funnel *f;
    bool by_time = strcmp(order, "time") == 0;
    if (!by_time && strcmp(order, "turn") != 0) {
        return tool_fail(verb, NULL, "--order %s: unknown; it is time or turn", order);
    }
    FILE *out = output_open(verb, output);
    if (out == NULL) {
        return TOOL_CANNOT;
    }
    int status = open_inputs(&f, path, n, o);
    if (status == HTR_OK) {
        status = write_all(f, by_time ? HTR_FUNNEL_TIME : HTR_FUNNEL_TURN, out);
    }
    int closed = output_close(out);
    status = closed != 0 ? closed : status;
    for (unsigned i = 0; tool_done(status) && i < n; i++) {
        if (htr_funnel_damaged(f, i) > 0) {
            tool_note(verb, path[i],
                      "%" PRIu64 " damaged messages were left out; check --te trTeSrcBits and --te "
                      "trTsEnable",
                      htr_funnel_damaged(f, i));
            status = TOOL_DIFFERS;
        }
    }
    htr_funnel_close(f);
    return status;
}

int merge_main(int argc, char **argv)
{
    struct htr_trace_options o = {0};
    const char *order = "time", *output = NULL, *path[HTR_FUNNEL_INPUTS];
    const struct tool_option options[] = {
        {.name = "order",
         .arg = "ORDER",
         .choice = TOOL_CHOICE("time", "turn"),
         .help = ": by absolute timestamps, or one of each in turn (time)",
         .string = &order},
        {.name = "te", .arg = "FIELD=VALUE", .help = TE_OPTION_HELP, .list = &o.te},
        {.name = "param", .arg = "NAME=VALUE", .help = PARAM_OPTION_HELP, .list = &o.params},
        {.name = "output",
         .letter = 'o',
         .arg = "FILE",
         .help = "the merged trace",
         .string = &output},
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "TRACE TRACE... --te trTeSrcBits=N [OPTION]... -o FILE",
        .text = "Put traces of different sources into one stream, whole messages at a time, as a "
                "trace funnel does.\n"
                "Idle bytes between messages are left out; of E-Trace (trTeFormat=0) null packets.",
        .example = "  hartrace merge A.nex B.nex --te trTeSrcBits=2 --te trTsEnable=1 -o AB.nex",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
        .more = te_print_decoder_params,
    };
    int n = tool_parse(&usage, argc, argv, path, HTR_FUNNEL_INPUTS);
    if (n < 0) {
        return n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    }
    if (n < 2 || output == NULL) {
        return tool_fail(verb, NULL,
                         n < 2 ? "at least two traces are needed; usage: hartrace merge A B -o FILE"
                               : "no output: add -o FILE, or -o - for standard output");
    }
    return merge(path, (unsigned)n, &o, order, output);
}
