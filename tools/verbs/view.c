/* SPDX-License-Identifier: Apache-2.0 */
/* What the verbs share that show what a program did. */
#include "view.h"

#include <string.h>

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

int view_path_options(const char *verb, struct htv_path *p, const char *nth)
{
    if (p->to == NULL) {
        return tool_fail(verb, NULL, "no place: add --to ADDRESS, FUNCTION, FILE:LINE or end");
    }
    if (p->lines > HTV_PATH_LINES_MAX) {
        return tool_fail(verb, NULL, "--lines: a number from 1 to %d", HTV_PATH_LINES_MAX);
    }
    if (strcmp(nth, "last") != 0 && (!htr_number(nth, &p->nth) || p->nth == 0)) {
        return tool_fail(verb, NULL, "--nth %s: a number from 1, or last", nth);
    }
    return 0;
}

/* Without an ELF the words of a trace are named by the table, and that is all. */
static int set_firmware(const char *verb, struct view *v)
{
    struct htv_firmware_options *f = &v->firmware;
    if (f->table == NULL) {
        return f->elf == NULL && v->logs.n == 0
                   ? HTR_OK
                   : tool_fail(verb, NULL, "--fwtrace-elf, --fwtrace-log: add --fwtrace TABLE");
    }
    f->elf = f->elf != NULL ? f->elf : v->trace.code.elf;
    f->log = v->logs.item;
    f->logs = v->logs.n;
    if (f->elf != NULL) {
        v->pass.firmware = f;
        return HTR_OK;
    }
    if (f->logs > 0) {
        return tool_fail(verb, NULL, "--fwtrace-log: give the firmware: --fwtrace-elf FILE");
    }
    v->pass.messages = &v->names;
    return htr_fw_table_load(&v->names, tool_host(verb), f->table);
}

int view_pass(const char *verb, struct view *v, const struct htv_writer *writer, void *state,
              const char *path, FILE *out)
{
    if (import_code(verb, &v->trace.code, &v->trace.params) != 0 ||
        trace_find(verb, v->automatic, &v->found, &v->trace, false) != TOOL_OK) {
        return TOOL_CANNOT;
    }
    int status = set_firmware(verb, v);
    if (status != HTR_OK) {
        return status;
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
    status = htv_pass(tool_host(verb), &v->pass, &v->totals);
    progress_end();
    htr_fw_table_free(&v->names);
    return status == HTR_OK && (v->totals.gaps > 0 || v->totals.losses > 0) ? TOOL_DIFFERS : status;
}
