/* SPDX-License-Identifier: Apache-2.0 */
/* Verb dtb2tcl: a device tree as commands for openocd-scripts/hartrace.tcl. */
#include <stdlib.h>

#include "host.h"
#include "htr/htr_dtb.h"
#include "htr/htr_topo.h"
#include "tool.h"

static const char verb[] = "dtb2tcl";

int dtb2tcl_main(int argc, char **argv)
{
    struct htr_topo_tcl names = {.target = "riscv.cpu", .prefix = ""};
    const char *file[1];
    const struct tool_option options[] = {
        {.name = "target",
         .arg = "NAME",
         .help = "OpenOCD's targets without their number (riscv.cpu)",
         .string = &names.target},
        {.name = "prefix",
         .arg = "TEXT",
         .help = "before each object's name",
         .string = &names.prefix},
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "FILE.dtb [--target NAME] [--prefix TEXT]",
        .text = "Write the trace components of a device tree as commands of "
                "openocd-scripts/hartrace.tcl: encoder0, funnel0,\n"
                "ramsink0 and so on, the links between them, source IDs, and the buffers that the "
                "tree gives.",
        .example = "  hartrace dtb2tcl T.dtb > board-trace.tcl\n"
                   "  openocd -f board.cfg -f openocd-scripts/hartrace.tcl -f board-trace.tcl",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
    };
    int n = tool_parse(&usage, argc, argv, file, 1);
    if (n < 0) {
        return n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    }
    if (n != 1) {
        return tool_fail(verb, NULL, "no device tree; give a FILE.dtb");
    }
    if (htr_topo_tcl_check(&names, tool_host(verb)) != HTR_OK) {
        return TOOL_CANNOT;
    }
    struct htr_dtb *d = calloc(1, sizeof *d);
    if (d == NULL) {
        return tool_fail(verb, NULL, "not enough memory");
    }
    int status = htr_dtb_open(d, tool_host(verb), file[0]);
    if (status == 0) {
        names.file = file[0];
        status = htr_topo_tcl(stdout, tool_host(verb), &d->tree, &names);
    }
    htr_dtb_close(d);
    free(d);
    return status;
}
