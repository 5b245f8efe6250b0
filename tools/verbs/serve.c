/* SPDX-License-Identifier: Apache-2.0 */
/* Verb serve: a simulated platform that a debugger can connect to. */
#include "serve.h"

#include <string.h>

#include "output.h"
#include "host.h"

static const char verb[] = "serve";

static void on_uart(void *ctx, uint8_t byte)
{
    fputc(byte, ((struct serve *)ctx)->console);
}

static void on_retire(void *ctx, unsigned hart, const struct ingress_cycle *in, uint32_t opcode)
{
    const struct serve *s = ctx;
    (void)opcode;
    if (in->nblocks == 1 && in->block[0].iretire != 0) {
        fprintf(s->pcs[hart], "0x%08llX\n", (unsigned long long)in->block[0].iaddr);
    }
}

static int open_programs(struct serve *s)
{
    int status = hts_programs_open(s->program, s->nprograms, tool_host(verb), s->o.elf);
    s->te.encoder.xlen = s->program[0].elf.xlen;
    return status;
}

static int open_console(struct serve *s)
{
    s->console = stderr;
    if (s->o.console != NULL) {
        s->console = output_open_text(verb, s->o.console);
    }
    if (s->console == NULL) {
        return TOOL_CANNOT;
    }
    return 0;
}

static int open_platform(struct serve *s)
{
    struct sim_message why;
    s->platform_cfg.uart = (struct sim_uart_hook){on_uart, s};
    if (s->o.save_pcs != NULL) {
        s->platform_cfg.retire = (struct sim_retire_hook){on_retire, s};
    }
    if (sim_platform_create(&s->platform_cfg, &s->platform, &why) != SIM_PLATFORM_OK) {
        return tool_fail(verb, NULL, "%s; see hartrace serve --help for ranges", why.text);
    }
    return hts_programs_load(s->program, s->nprograms, tool_host(verb), s->platform);
}

/* A list of PCs for each hart: FILE, or FILE.0, FILE.1 and so on. */
static int open_pcs(struct serve *s)
{
    const unsigned harts = sim_platform_hart_count(s->platform);
    char name[1024];
    for (unsigned h = 0; h < harts && s->o.save_pcs != NULL; h++) {
        if (harts > 1) {
            snprintf(name, sizeof name, "%s.%u", s->o.save_pcs, h);
        } else {
            snprintf(name, sizeof name, "%s", s->o.save_pcs);
        }
        s->pcs[h] = output_open(verb, name);
        if (s->pcs[h] == NULL) {
            return TOOL_CANNOT;
        }
    }
    return 0;
}

static int close_pcs(struct serve *s)
{
    int status = 0;
    for (unsigned h = 0; h < SIM_MAX_HARTS; h++) {
        if (output_close(s->pcs[h]) != 0) {
            status = TOOL_CANNOT;
        }
    }
    return status;
}

static int open_debug(struct serve *s)
{
    struct sim_message why;
    if (sim_debug_open(&s->debug, &s->debug_cfg, s->platform, &why) != SIM_BITBANG_OK) {
        return tool_fail(verb, NULL, "--rbb %s", why.text);
    }
    s->opened = true;
    if (s->o.halted) {
        sim_debug_halt_all(&s->debug);
    }
    if (s->debug.server.path[0] != '\0') {
        printf("listening on unix:%s\n", s->debug.server.path);
    } else {
        printf("listening on 127.0.0.1:%u\n", s->debug.server.port);
    }
    fflush(stdout);
    return 0;
}

static int serve(struct serve *s)
{
    output_is_whole();
    int status = open_programs(s);
    if (status == 0) {
        status = open_console(s);
    }
    if (status == 0) {
        status = serve_configure(s);
    }
    if (status == 0) {
        status = serve_sinks_open(s);
    }
    if (status == 0) {
        status = open_platform(s);
    }
    if (status == 0) {
        status = open_pcs(s);
    }
    if (status == 0) {
        status = open_debug(s);
    }
    if (status == 0) {
        status = serve_loop(s);
    }
    if (s->opened) {
        sim_debug_close(&s->debug);
    }
    if (close_pcs(s) != 0 || serve_sinks_close(s) != 0) {
        status = TOOL_CANNOT;
    }
    if (output_close(s->console) != 0) {
        status = TOOL_CANNOT;
    }
    if (s->platform != NULL) {
        sim_platform_destroy(s->platform);
    }
    tree_close(&s->tree);
    hts_programs_free(s->program, s->nprograms);
    if (run_systemc_end() != 0) {
        status = TOOL_CANNOT;
    }
    return status;
}

static const char text[] =
    "Simulate a bare-metal program (RV32 or RV64) with its trace components and a JTAG port that\n"
    "OpenOCD reaches by remote_bitbang. Prints `listening on ...`, runs, and serves one debugger "
    "after\n"
    "another until the program ends, or SIGINT. docs/debug.md describes the debug module.";

static struct serve the_serve;

static const struct tool_option options[] = {
    {.name = "rbb",
     .arg = "PLACE",
     .help = "TCP port of 127.0.0.1, 0 for any free one, or unix:PATH (0)",
     .string = &the_serve.o.rbb},
    {.name = "harts",
     .arg = "N",
     .help = "harts, 1 to 16 (1)",
     .number = &the_serve.o.harts,
     .positive = true},
    {.name = "dtb",
     .arg = "FILE",
     .help = "harts and trace components",
     .string = &the_serve.o.dtb},
    {.name = "halted", .help = "halt before the first instruction", .flag = &the_serve.o.halted},
    {.name = "until-disconnect",
     .help = "end when the debugger leaves",
     .flag = &the_serve.o.until_disconnect},
    {.name = "linger",
     .help = "when the program has ended, stay until the debugger leaves",
     .flag = &the_serve.o.linger},
    {.name = "timeout",
     .arg = "SECONDS",
     .help = "end after SECONDS in any case",
     .number = &the_serve.o.timeout},
    {.name = "idle-limit",
     .arg = "SECONDS",
     .help = "disconnect a debugger that sends nothing for SECONDS (0: never)",
     .number = &the_serve.o.idle_limit},
    {.name = "param", .arg = "NAME=VALUE", .help = PARAM_OPTION_HELP, .list = &the_serve.o.params},
    {.name = "sink",
     .arg = "KIND",
     .help = "without --dtb: sram or smem",
     .list = &the_serve.o.sinks},
    {.name = "sink-size",
     .arg = "BYTES",
     .help = "of that sink (64 KiB)",
     .number = &the_serve.o.sink_size},
    {.name = "power-ticks",
     .arg = "N",
     .help = "cycles until a trace component is active (0)",
     .number = &the_serve.o.power_ticks},
    {.name = "dm",
     .arg = "VERSION",
     .help = "1.0 or 0.13 (1.0)",
     .string = &the_serve.o.dm_version},
    {.name = "progbuf",
     .arg = "WORDS",
     .help = "program buffer, 0 or 2 to 16 (8)",
     .number = &the_serve.o.progbuf},
    {.name = "no-sba", .help = "no System Bus Access", .flag = &the_serve.o.no_sba},
    {.name = "no-abstract-memory",
     .help = "no Access Memory command",
     .flag = &the_serve.o.no_abstract_memory},
    {.name = "no-abstract-csr",
     .help = "Access Register reaches GPRs only",
     .flag = &the_serve.o.no_abstract_csr},
    {.name = "no-hart-array", .help = "hasel is 0", .flag = &the_serve.o.no_hart_array},
    {.name = "latency",
     .arg = "PART=CYCLES",
     .help = "of TCK for sba, command, dmi or active (0)",
     .list = &the_serve.o.latency},
    {.name = "inject",
     .arg = "FAULT",
     .help = "sberror=CODE@N[+M] or sbbusy=CYCLES@N[+M]: in bus access N, then every M-th",
     .list = &the_serve.o.inject},
    {.name = "platform",
     .arg = "NAME",
     .help = "c or systemc: models of the trace network (c)",
     .string = &the_serve.o.systemc.platform},
    {.name = "impl",
     .arg = "WHAT",
     .help =
         "systemc: rtl or model, for all or as in encoder=rtl,encoder-1=model; system=rtl (model)",
     .string = &the_serve.o.systemc.impl},
    {.name = "waves",
     .arg = "FILE",
     .help = "systemc: write waves, FILE.vcd or FILE.fst",
     .string = &the_serve.o.systemc.waves},
    {.name = "save-pcs",
     .arg = "FILE",
     .help = "the executed PCs; of several harts FILE.0, FILE.1 and so on",
     .string = &the_serve.o.save_pcs},
    {.name = "save-sinks",
     .arg = "FOLDER",
     .help = "output of the pins (pibsink-0.nex, .vcd) and ATB (atbbridge-0.nex, .frames)",
     .string = &the_serve.o.save_sinks},
    {.name = "pib",
     .arg = "PIBMODE",
     .help = "mode of the probe at these pins, as for run (16)",
     .string = &the_serve.o.pib},
    {.name = "console",
     .arg = "FILE",
     .help = "the program's output (stderr)",
     .string = &the_serve.o.console},
};

static const struct tool_usage usage = {
    .verb = verb,
    .synopsis = "ELF... [--rbb PORT|unix:PATH] [OPTION]...",
    .text = text,
    .example = "  hartrace serve build/programs/rv64/sort.elf --rbb 9824 --halted",
    .options = options,
    .noptions = sizeof options / sizeof options[0],
    .more = tree_print_params,
};

int serve_main(int argc, char **argv)
{
    struct serve *s = &the_serve;
    struct serve_options *o = &s->o;
    struct htr_list general;
    int n;
    o->rbb = "0";
    o->sink_size = 65536;
    o->dm_version = "1.0";
    o->progbuf = 8;
    n = tool_parse(&usage, argc, argv, o->elf, SIM_MAX_HARTS);
    if (n < 0) {
        return n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    }
    if (n == 0) {
        return tool_fail(verb, NULL, "no program; usage: hartrace serve ELF");
    }
    s->nprograms = (unsigned)n;
    tree_split_params(&o->params, &general);
    if (htr_settings_parse(&s->te, tool_host(verb), NULL, &(struct htr_list){.n = 0}, &general) !=
            0 ||
        run_systemc_choose(verb, &o->systemc, argv, &s->fabric) != 0) {
        return TOOL_CANNOT;
    }
    return serve(s);
}
