/* SPDX-License-Identifier: Apache-2.0 */
/* Options of the verbs that read a trace. */
#ifndef TOOLS_TRACE_OPTIONS_H
#define TOOLS_TRACE_OPTIONS_H

#include "code.h"
#include "host.h"
#include "htr/htr_search.h"
#include "htr/htr_trace.h"
#include "te.h"
#include "tool.h"

#define TRACE_OPTIONS(o) TRACE_OPTIONS_PROFILE(o, TE_PROFILES, " (1.0)")

/* The same with other words for --profile. */
#define TRACE_OPTIONS_PROFILE(o, profiles, words)                                                  \
    {.name = "te", .arg = "FIELD=VALUE", .help = TE_OPTION_HELP, .list = &(o)->te},                \
        {.name = "param", .arg = "NAME=VALUE", .help = PARAM_OPTION_HELP, .list = &(o)->params},   \
        {.name = "mode",                                                                           \
         .arg = "MODE",                                                                            \
         .choice = TE_MODES,                                                                       \
         .help = "; not needed",                                                                   \
         .string = &(o)->mode},                                                                    \
        {.name = "profile",                                                                        \
         .arg = "NAME",                                                                            \
         .choice = (profiles),                                                                     \
         .help = words,                                                                            \
         .string = &(o)->profile},                                                                 \
        {.name = "src", .arg = "N", .help = "only messages of this source", .string = &(o)->src},  \
        {.name = "no-sidecar",                                                                     \
         .help = "do not read the settings in TRACE.toml",                                         \
         .flag = &(o)->no_sidecar},                                                                \
    {                                                                                              \
        .name = "wrapped", .help = "the file starts inside a message: skip to the next",           \
        .flag = &(o)->wrapped                                                                      \
    }

#define AUTO_OPTION(flag_)                                                                         \
    {                                                                                              \
        .name = "auto",                                                                            \
        .help = "find settings that are not given; refuse when they are not clear", .flag = flag_  \
    }

/* --auto: find what o does not say (htr/htr_search.h). Returns TOOL_OK, or HTR_ERR_* after a
 * message. The texts are in *found, which must stay. mixed: the verb takes several sources. */
int trace_find(const char *verb, bool wanted, struct htr_search_options *found,
               struct htr_trace_options *o, bool mixed);

/* Parse the options of a verb that reads one trace, *path. operands: what the message about a
 * missing trace says, "TRACE CODE". Returns true: go on; false: *status is the exit status, after
 * the help or a message. */
bool trace_parse(const struct tool_usage *usage, int argc, char **argv, const char **path,
                 const char *operands, int *status);

/* A verb that makes one output of a trace. */
struct trace_verb {
    const char *verb;
    const struct htr_trace_options *trace;
    const char *output;
    /* With both open and progress begun. Returns enum tool_exit, or HTR_ERR_*. */
    int (*work)(void *ctx, struct htr_trace *t, FILE *out);
    void *ctx;
};

/* Open output and trace, work, close. Returns enum tool_exit, or HTR_ERR_*. */
int trace_verb(const struct trace_verb *v);

/* Begin to show progress through the bytes of the trace (tools/cli/progress.h), in the offsets of
 * the decoder. results as there. */
void trace_progress(const struct htr_trace *t, FILE *results);

#endif
