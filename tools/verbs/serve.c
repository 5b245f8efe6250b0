/* SPDX-License-Identifier: Apache-2.0 */
/* Verb serve: a simulated platform that a debugger can connect to. */
#include "hts/hts_serve.h"

#include "fabric.h"
#include "host.h"
#include "interrupt.h"
#include "output.h"
#include "te.h"
#include "tool.h"

static const char verb[] = "serve";

struct serve_options {
    struct hts_serve_cfg cfg;
    struct hts_serve_run_cfg run;
    struct fabric fabric;
    const char *console;
};

static int listen_and_run(struct serve_options *o, struct hts_serve *s)
{
    char place[HTS_SERVE_PLACE];
    o->run.console = o->console != NULL ? output_open_text(verb, o->console) : stderr;
    if (o->run.console == NULL) {
        return TOOL_CANNOT;
    }
    interrupt_install(); /* who reads the line may end it from then on */
    printf("listening on %s\n", hts_serve_place(s, place));
    fflush(stdout);
    return hts_serve_run(s, &o->run);
}

static int serve(struct serve_options *o)
{
    struct hts_serve *s;
    output_is_whole();
    int status = hts_serve_open(&s, tool_host(verb), &o->cfg);
    if (status == HTR_OK) {
        status = listen_and_run(o, s);
    }
    status = tool_worse(hts_serve_close(s), status);
    if (o->console != NULL) {
        status = tool_worse(output_close(o->run.console), status);
    }
    return tool_worse(fabric_close(&o->fabric, verb), status);
}

static const char text[] =
    "Simulate a bare-metal program (RV32 or RV64) with its trace components and a JTAG port that\n"
    "OpenOCD reaches by remote_bitbang. Prints `listening on ...`, runs, and serves one debugger "
    "after\n"
    "another until the program ends, or SIGINT. docs/reference/debug.md describes the debug "
    "module.";

#define RUN_OPTIONS(c, r)                                                                          \
    {.name = "rbb",                                                                                \
     .arg = "PLACE",                                                                               \
     .help = "TCP port of 127.0.0.1, 0 for any free one, or unix:PATH (0)",                        \
     .string = &(c)->rbb},                                                                         \
        {.name = "harts",                                                                          \
         .arg = "N",                                                                               \
         .help = "harts, 1 to 16 (1)",                                                             \
         .number = &(c)->harts,                                                                    \
         .positive = true},                                                                        \
        {.name = "dtb", .arg = "FILE", .help = "harts and trace components", .string = &(c)->dtb}, \
        {.name = "halted", .help = "halt before the first instruction", .flag = &(c)->halted},     \
        {.name = "until-disconnect",                                                               \
         .help = "end when the debugger leaves",                                                   \
         .flag = &(r)->until_disconnect},                                                          \
        {.name = "linger",                                                                         \
         .help = "when the program has ended, stay until the debugger leaves",                     \
         .flag = &(r)->linger},                                                                    \
        {.name = "timeout",                                                                        \
         .arg = "SECONDS",                                                                         \
         .help = "end after SECONDS in any case",                                                  \
         .number = &(r)->timeout},                                                                 \
    {                                                                                              \
        .name = "idle-limit", .arg = "SECONDS",                                                    \
        .help = "disconnect a debugger that sends nothing for SECONDS (0: never)",                 \
        .number = &(c)->idle_limit                                                                 \
    }

#define DEBUG_OPTIONS(c)                                                                           \
    {.name = "dm",                                                                                 \
     .arg = "VERSION",                                                                             \
     .choice = TOOL_CHOICE("1.0", "0.13"),                                                         \
     .help = " (1.0)",                                                                             \
     .string = &(c)->dm_version},                                                                  \
        {.name = "progbuf",                                                                        \
         .arg = "WORDS",                                                                           \
         .help = "program buffer, 0 or 2 to 16 (8)",                                               \
         .number = &(c)->progbuf},                                                                 \
        {.name = "no-sba", .help = "no System Bus Access", .flag = &(c)->no_sba},                  \
        {.name = "no-abstract-memory",                                                             \
         .help = "no Access Memory command",                                                       \
         .flag = &(c)->no_abstract_memory},                                                        \
        {.name = "no-abstract-csr",                                                                \
         .help = "Access Register reaches GPRs only",                                              \
         .flag = &(c)->no_abstract_csr},                                                           \
        {.name = "no-hart-array", .help = "hasel is 0", .flag = &(c)->no_hart_array},              \
        {.name = "latency",                                                                        \
         .arg = "PART=CYCLES",                                                                     \
         .help = "of TCK for sba, command, dmi or active (0)",                                     \
         .list = &(c)->latency},                                                                   \
    {                                                                                              \
        .name = "inject", .arg = "FAULT",                                                          \
        .help = "sberror=CODE@N[+M] or sbbusy=CYCLES@N[+M]: in bus access N, then every M-th",     \
        .list = &(c)->inject                                                                       \
    }

int serve_main(int argc, char **argv)
{
    struct serve_options o = {.console = NULL};
    const struct tool_option options[] = {
        RUN_OPTIONS(&o.cfg, &o.run),
        {.name = "param", .arg = "NAME=VALUE", .help = PARAM_OPTION_HELP, .list = &o.cfg.params},
        {.name = "sink",
         .arg = "KIND",
         .choice = TOOL_CHOICE("sram", "smem"),
         .help = ", without --dtb",
         .list = &o.cfg.sinks},
        {.name = "sink-size",
         .arg = "BYTES",
         .help = "of that sink (64 KiB)",
         .number = &o.cfg.sink_size},
        {.name = "power-ticks",
         .arg = "N",
         .help = "cycles until a trace component is active (0)",
         .number = &o.cfg.power_ticks},
        DEBUG_OPTIONS(&o.cfg),
        FABRIC_OPTION_PLATFORM(&o.fabric),
        FABRIC_OPTIONS_REST(&o.fabric),
        {.name = "save-pcs",
         .arg = "FILE",
         .help = "the executed PCs; of several harts FILE.0, FILE.1 and so on",
         .string = &o.cfg.save_pcs},
        {.name = "save-sinks",
         .arg = "FOLDER",
         .help = "output of the pins (pibsink-0.nex, .vcd) and ATB (atbbridge-0.nex, .frames)",
         .string = &o.cfg.save_sinks},
        {.name = "pib",
         .arg = "PIBMODE",
         .help = "mode of the probe at these pins, as for run (16)",
         .string = &o.cfg.pib},
        {.name = "console",
         .arg = "FILE",
         .help = "the program's output (stderr)",
         .string = &o.console},
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "ELF... [--rbb PORT|unix:PATH] [OPTION]...",
        .text = text,
        .example = "  hartrace serve build/programs/rv64/sort.elf --rbb 9824 --halted",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
        .more = te_print_tree_params,
    };
    hts_serve_cfg_init(&o.cfg);
    int n = tool_parse(&usage, argc, argv, o.cfg.elf, SIM_MAX_HARTS);
    if (n < 0) {
        return n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    }
    if (n == 0) {
        return tool_fail(verb, NULL, "no program; usage: hartrace serve ELF");
    }
    o.cfg.nelf = (unsigned)n;
    if (fabric_open(&o.fabric, verb, argv) != 0) {
        return TOOL_CANNOT;
    }
    o.cfg.fabric = o.fabric.fabric.maker;
    return serve(&o);
}
