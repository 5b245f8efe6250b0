/* SPDX-License-Identifier: Apache-2.0 */
/* Verb regs: the register map, or the registers of a live target. */
#include "host.h"
#include "htr/htr_regmap.h"
#include "target.h"

int regs_main(int argc, char **argv)
{
    struct target_options target = {.io = NULL};
    const struct tool_option options[] = {TARGET_OPTIONS(target)};
    const struct tool_usage usage = {
        .verb = "regs",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
        .synopsis = "[COMPONENT | REGISTER[=VALUE] | FIELD | COMPONENT:OFFSET[=VALUE]]...\n"
                    "       hartrace regs --io HOW --dtb FILE [encoder-0 | funnel-0 | ...]...",
        .text = "Print the register map of the Trace Control Interface: all components, the "
                "registers of one,\n"
                "the fields of a register, or the fields of a value. Upper and lower case do not "
                "matter.\nWith --io: the registers of a live target and their fields, as they "
                "are.",
        .example = "  hartrace regs\n  hartrace regs encoder\n  hartrace regs trTeControl=0x63\n"
                   "  hartrace regs ramsink:0x010",
    };
    const char *what[HTR_LIST_MAX];
    int n = tool_parse(&usage, argc, argv, what, HTR_LIST_MAX);
    if (n < 0) {
        return n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    }
    if (target.io != NULL || target.dtb != NULL) {
        return target_regs(&target, what, n);
    }
    if (n == 0) {
        htr_regmap_text(stdout);
    }
    int status = TOOL_OK;
    for (int i = 0; i < n && status == TOOL_OK; i++) {
        status = htr_regmap_show(stdout, tool_host("regs"), what[i]);
    }
    return status;
}
