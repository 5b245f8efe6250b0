/* SPDX-License-Identifier: Apache-2.0 */
/* What the verbs share that show what a program did. */
#include "view.h"

#include "host.h"
#include "progress.h"

bool view_parse(const struct tool_usage *usage, int argc, char **argv, struct view *v, int *status)
{
    unsigned chosen;
    if (!trace_parse(usage, argc, argv, &v->trace.path, "TRACE CODE", status)) {
        return false;
    }
    if (v->axis != NULL) {
        *status = tool_choose(usage->verb, "axis", "axis", VIEW_AXES, v->axis, &chosen);
        v->pass.axis = (enum htv_axis_kind)(HTV_AXIS_INSTRUCTIONS + chosen);
        return *status == 0;
    }
    return true;
}

int view_pass(const char *verb, struct view *v, const struct htv_writer *writer, void *state,
              const char *path, FILE *out)
{
    if (import_code(verb, &v->trace.code, &v->trace.params) != 0 ||
        trace_find(verb, v->automatic, &v->found, &v->trace, false) != TOOL_OK) {
        return TOOL_CANNOT;
    }
    v->pass.trace = v->trace;
    v->pass.writer = writer;
    v->pass.state = state;
    v->pass.path = path;
    v->pass.out = out;
    v->pass.ticks_per_second = v->ticks;
    v->pass.symbols.file = v->symbols.item;
    v->pass.symbols.nfiles = v->symbols.n;
    v->pass.symbols.debug_dir = v->debug_dir;
    v->pass.symbols.source_path = v->source_path.item;
    v->pass.symbols.nsource_paths = v->source_path.n;
    int status = htv_pass(tool_host(verb), &v->pass, &v->totals);
    progress_end();
    return status == HTR_OK && (v->totals.gaps > 0 || v->totals.losses > 0) ? TOOL_DIFFERS : status;
}
