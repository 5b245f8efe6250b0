/* SPDX-License-Identifier: Apache-2.0 */
/* Verb topo: a device tree of trace components: check, list, draw. */
#include <stdlib.h>

#include "host.h"
#include "htr/htr_dtb.h"
#include "htr/htr_topo.h"
#include "tool.h"

static const char verb[] = "topo";

int topo_main(int argc, char **argv)
{
    bool dot = false, json;
    const char *format = NULL;
    const struct tool_option options[] = {
        {.name = "dot", .help = "write a drawing for Graphviz instead", .flag = &dot},
        FORMAT_OPTION(&format),
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "[--dot | --format json] FILE.dtb",
        .text = "Check a device tree of trace components (compiled, as dtc makes it), and print "
                "its components,\n"
                "links, the paths from encoders to sinks, and the order of start and stop.",
        .example = "  dtc -O dtb -o T.dtb dts/clusters.dts && hartrace topo T.dtb\n"
                   "  hartrace topo --dot T.dtb | dot -Tsvg -o T.svg",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
    };
    const char *file[1];
    int n = tool_parse(&usage, argc, argv, file, 1);
    if (n < 0) {
        return n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    }
    if (n != 1) {
        return tool_fail(verb, NULL, "no device tree; give a FILE.dtb");
    }
    if (tool_format(verb, format, &json) != 0) {
        return TOOL_CANNOT;
    }
    if (dot && format != NULL) {
        return tool_fail(verb, NULL, "--dot and --format: choose one of them");
    }
    struct htr_dtb *d = calloc(1, sizeof *d);
    if (d == NULL) {
        return tool_fail(verb, NULL, "no memory");
    }
    int status = htr_dtb_open(d, tool_host(verb), file[0]);
    status = status == 0 ? htr_topo_protocols(&d->tree, tool_host(verb), file[0]) : status;
    if (status == 0 && json && !htr_topo_json(stdout, &d->tree, file[0])) {
        status = tool_fail(verb, "(standard output)", "cannot be written");
    } else if (status == 0 && !json) {
        (dot ? htr_topo_dot : htr_topo_text)(stdout, &d->tree);
    }
    htr_dtb_close(d);
    free(d);
    return status;
}
