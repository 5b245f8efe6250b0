/* SPDX-License-Identifier: Apache-2.0 */
/* What the verbs share that show what a program did (htv/htv_pass.h). */
#ifndef TOOLS_VIEW_H
#define TOOLS_VIEW_H

#include "htr/htr_fw_table.h"
#include "htv/htv_pass.h"
#include "htv/htv_path.h"
#include "import.h"
#include "trace_options.h"

struct view {
    struct htr_trace_options trace;
    struct htr_search_options found;
    bool automatic;
    const char *axis, *debug_dir;
    uint64_t ticks; /* per second */
    struct htr_list symbols, source_path, logs;
    struct htv_firmware_options firmware;
    struct htr_fw_table names;    /* without the firmware itself: names of debug words */
    struct htv_pass_options pass; /* set by view_pass, but for the writer's part */
    struct htv_totals totals;     /* after view_pass */
};

#define VIEW_OPTIONS(v)                                                                            \
    CODE_OPTIONS(&(v)->trace.code), CODE_IN_OPTION(&(v)->trace.code),                              \
        INGRESS_OPTIONS(&(v)->trace.code, "code from an ingress stream; its cycles for --axis"),   \
        TRACE_OPTIONS(&(v)->trace), AUTO_OPTION(&(v)->automatic),                                  \
        {.name = "axis",                                                                           \
         .arg = "AXIS",                                                                            \
         .choice = VIEW_AXES,                                                                      \
         .help = ": what time is (timestamps where the trace has them, else instructions)",        \
         .string = &(v)->axis},                                                                    \
        {.name = "ticks-per-second",                                                               \
         .arg = "HZ",                                                                              \
         .help = "of timestamps or cycles: times are seconds then",                                \
         .number = &(v)->ticks,                                                                    \
         .positive = true},                                                                        \
        SYMBOL_OPTIONS(v)

/* Messages of firmware; view_pass reads them. */
#define FIRMWARE_OPTIONS(v)                                                                        \
    {.name = "fwtrace",                                                                            \
     .arg = "FILE",                                                                                \
     .help = "messages of firmware as events: their table (TOML), or ti-sysfw",                    \
     .string = &(v)->firmware.table},                                                              \
        {.name = "fwtrace-elf",                                                                    \
         .arg = "FILE",                                                                            \
         .help = "with --fwtrace: the firmware (that of --elf)",                                   \
         .string = &(v)->firmware.elf},                                                            \
    {                                                                                              \
        .name = "fwtrace-log", .arg = "FILE",                                                      \
        .help = "with --fwtrace: a log of a UART, or a dump of a ring, of the same run",           \
        .list = &(v)->logs                                                                         \
    }

/* For anything that has symbols, debug_dir and source_path. */
#define SYMBOL_OPTIONS(v)                                                                          \
    {.name = "symbols",                                                                            \
     .arg = "[CONTEXT=]FILE[@OFFSET]",                                                             \
     .help = "ELF with symbols, OFFSET bytes higher than linked; before those of --elf",           \
     .list = &(v)->symbols},                                                                       \
        {.name = "debug-dir",                                                                      \
         .arg = "FOLDERS",                                                                         \
         .help = "where separate debug files are (/usr/lib/debug)",                                \
         .string = &(v)->debug_dir},                                                               \
    {                                                                                              \
        .name = "source-path", .arg = "FROM=TO",                                                   \
        .help = "sources that were compiled in FROM are in TO", .list = &(v)->source_path          \
    }

#define OBJDUMP_OPTION(target)                                                                     \
    {                                                                                              \
        .name = "objdump", .arg = "FILE",                                                          \
        .help = "disassembler: objdump of binutils (riscv64-unknown-elf-objdump, else "            \
                "riscv64-linux-gnu-objdump)",                                                      \
        .string = (target)                                                                         \
    }

/* In the order of enum htv_axis_kind, from INSTRUCTIONS on. */
#define VIEW_AXES TOOL_CHOICE("instructions", "timestamps", "cycles")

/* Parse, and take --axis. Returns true: go on; false: *status is the exit status. */
bool view_parse(const struct tool_usage *usage, int argc, char **argv, struct view *v, int *status);

/* Check what was given for a path: --to, --lines, and --nth, which is set. Returns 0, or
 * TOOL_CANNOT after a message. */
int view_path_options(const char *verb, struct htv_path *p, const char *nth);

/* One pass into writer, with progress. out or path, as the writer wants. Returns TOOL_OK,
 * TOOL_DIFFERS for a trace with gaps or losses, or HTR_ERR_* after a message. */
int view_pass(const char *verb, struct view *v, const struct htv_writer *writer, void *state,
              const char *path, FILE *out);

#endif
