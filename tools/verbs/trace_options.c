/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_options.h"

#include "output.h"
#include "progress.h"

void trace_progress(const struct htr_trace *t, FILE *results)
{
    if (t->room == 0) {
        size_t size = t->frames ? (size_t)htr_trace_size(t) : t->bytes.size;
        progress_begin(t->host->ctx, PROGRESS_BYTES, size, results);
    } else if (t->stream.format == HTR_FILE_PLAIN) {
        progress_begin_file(t->host->ctx, &t->stream, results);
    } else {
        progress_begin(t->host->ctx, PROGRESS_BYTES, 0, results); /* compressed: size unknown */
    }
}

int trace_find(const char *verb, bool wanted, struct htr_search_options *found,
               struct htr_trace_options *o, bool mixed)
{
    return wanted ? htr_search_trace(found, tool_host(verb), o, mixed) : TOOL_OK;
}

bool trace_parse(const struct tool_usage *usage, int argc, char **argv, const char **path,
                 const char *operands, int *status)
{
    int n = tool_parse(usage, argc, argv, path, 1);
    *status = n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    if (n == 0) {
        *status = tool_fail(usage->verb, NULL, "no trace file; usage: hartrace %s %s", usage->verb,
                            operands);
    }
    return n > 0;
}

int trace_verb(const struct trace_verb *v)
{
    struct htr_trace t = {0};
    FILE *out = output_open(v->verb, v->output);
    int status = out == NULL ? TOOL_CANNOT : htr_trace_open(&t, tool_host(v->verb), v->trace);
    if (status == TOOL_OK) {
        trace_progress(&t, out);
        status = v->work(v->ctx, &t, out);
        progress_end();
        htr_trace_close(&t);
    }
    int closed = output_close(out);
    return closed != 0 ? closed : status;
}
