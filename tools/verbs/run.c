/* SPDX-License-Identifier: Apache-2.0 */
/* Verb run: simulate a program, trace it through the driver, decode, compare. */
#include "run.h"

#include <stdlib.h>
#include <string.h>

#include "fst.h"
#include "interrupt.h"
#include "output.h"
#include "tool.h"
#include "host.h"

static const char verb[] = "run";

typedef unsigned long long ull;

static void on_uart(void *ctx, uint8_t byte)
{
    fputc(byte, ((struct run *)ctx)->console);
}

static void on_pins(void *ctx, unsigned component, struct trm_pib_pins pins)
{
    hts_pins_sample(&((struct run *)ctx)->pins[component], component, pins);
}

/* ---- set up ---- */

static int open_elfs(struct run *r)
{
    int status = hts_programs_open(r->program, r->nprograms, tool_host(verb), r->o.elf);
    r->te.encoder.xlen = r->program[0].elf.xlen;
    return status;
}

static int open_console(struct run *r)
{
    r->console = stderr;
    if (r->o.console != NULL) {
        r->console = output_open_text(verb, r->o.console);
    }
    return r->console != NULL ? 0 : TOOL_CANNOT;
}

static int load_programs(struct run *r)
{
    for (unsigned h = 0; h < r->harts; h++) {
        r->hart[h].program = hts_program_of(r->program, r->nprograms, h);
        r->hart[h].encoder = sim_platform_encoder_of(r->platform, h);
        r->hart[h].sink = TOPOLOGY_NONE;
    }
    return hts_programs_load(r->program, r->nprograms, tool_host(verb), r->platform);
}

/* Options that need a trace, or parts that the tree lacks. */
static int check_uses(const struct run *r)
{
    const struct run_options *o = &r->o;
    const char *trace = o->save_trace != NULL      ? "save-trace"
                        : o->save_snapshot != NULL ? "save-snapshot"
                        : o->save_vcd != NULL      ? "save-vcd"
                        : o->stop_on_wrap          ? "stop-on-wrap"
                                                   : NULL;
    const char *pins = o->pib != NULL ? "pib" : o->save_vcd != NULL ? "save-vcd" : NULL;
    if (trace != NULL && o->no_trace) {
        return tool_fail(verb, NULL,
                         "--%s and --no-trace: there is no trace; leave one of them out", trace);
    }
    if (pins != NULL && !tree_has(&r->setup, TOPOLOGY_PIBSINK)) {
        return tool_fail(verb, o->dtb,
                         "--%s: this tree has no PIB sink; choose one that has, with --dtb "
                         "(hartrace topo lists the sinks)",
                         pins);
    }
    if (o->stop_on_wrap && !tree_has(&r->setup, TOPOLOGY_RAMSINK)) {
        return tool_fail(verb, o->dtb, "--stop-on-wrap: this tree has no RAM sink; leave it out");
    }
    return 0;
}

static int open_platform(struct run *r)
{
    struct sim_platform_cfg cfg;
    struct sim_message why;
    int status = run_tree_open(r);
    if (status == 0) {
        status = check_uses(r);
    }
    if (status != 0) {
        return status;
    }
    sim_platform_cfg_init(&cfg);
    cfg.hart.xlen = r->program[0].elf.xlen;
    cfg.hart.itype4 = r->te.encoder.itype_width == 4;
    cfg.tree = r->tree;
    cfg.component = r->component;
    cfg.ram_size = r->tree->memory.size != 0 ? r->tree->memory.size : cfg.ram_size;
    cfg.uart = (struct sim_uart_hook){on_uart, r};
    cfg.fabric = r->fabric;
    if (!r->o.no_trace && tree_has(&r->setup, TOPOLOGY_PIBSINK)) {
        cfg.pins = (struct sim_pins_hook){on_pins, r};
    }
    if (!r->o.no_trace || r->o.save_pcs != NULL || r->o.save_ingress != NULL) {
        cfg.retire = (struct sim_retire_hook){run_on_retire, r};
    }
    cfg.regs = (struct sim_regs_hook){run_on_register, r};
    if (sim_platform_create(&cfg, &r->platform, &why) != SIM_PLATFORM_OK) {
        return tool_fail(verb, r->o.dtb, "%s; see --param in --help for ranges", why.text);
    }
    r->harts = sim_platform_hart_count(r->platform);
    r->hart = calloc(r->harts, sizeof *r->hart);
    if (r->hart == NULL) {
        return tool_fail(verb, NULL, "not enough memory");
    }
    status = load_programs(r);
    return status == 0 && !r->o.no_trace
               ? hts_programs_spare(r->program, r->nprograms, tool_host(verb), r->tree)
               : status;
}

static int open_record(struct run *r)
{
    struct ingress_header h = {.xlen = r->program[0].elf.xlen, .harts = (uint8_t)r->harts};
    if (r->o.save_ingress == NULL) {
        return 0;
    }
    h.itype_width = r->te.encoder.itype_width;
    h.isa = (uint32_t)FLOW_ISA_C;
    snprintf(h.note, sizeof h.note, "hartrace run %s", r->program[0].path);
    r->ingress = output_open(verb, r->o.save_ingress);
    if (r->ingress == NULL) {
        return TOOL_CANNOT;
    }
    bool compress = ingress_name_compresses(r->o.save_ingress);
    int status = ingress_writer_open(&r->record, r->ingress, compress, &h);
    if (status != INGRESS_OK) {
        return tool_fail(verb, r->o.save_ingress, "%s", ingress_strerror(status));
    }
    r->recording = true;
    return 0;
}

/* ---- the run and what comes after ---- */

static int close_lists(struct run *r)
{
    int status = 0;
    for (unsigned h = 0; h < r->harts && r->hart != NULL; h++) {
        status = output_close(r->hart[h].list) != 0 ? TOOL_CANNOT : status;
        r->hart[h].list = NULL;
    }
    return status;
}

static void print_result(const struct run *r)
{
    const struct sim_run_result *s = &r->result;
    fflush(r->console);
    printf("program: RV%u, ", r->program[0].elf.xlen);
    if (r->harts > 1) {
        printf("%u hart%s, ", r->harts, htr_s(r->harts));
    }
    printf("%llu instruction%s, %llu cycle%s", (ull)s->instructions, htr_s(s->instructions),
           (ull)s->cycles, htr_s(s->cycles));
    if (s->stalled > 0) {
        printf(" (%llu stalled)", (ull)s->stalled);
    }
    printf(": %s", s->reason == SIM_STOP_REQUEST && interrupted() ? "interrupted"
                                                                  : sim_stop_name(s->reason));
    if (s->reason == SIM_STOP_FINISHER) {
        printf(" (code %u)", (unsigned)s->exit_code);
    }
    putchar('\n');
    if (s->reason == SIM_STOP_FINISHER && s->exit_code != 0) {
        tool_note(verb, r->program[0].path, "the program exited with code %u (failure)%s",
                  (unsigned)s->exit_code,
                  r->o.any_exit ? "" : "; --any-exit: status 0 all the same");
    }
}

/* A program that fails is something to notice, as a trace that differs. */
static int program_status(const struct run *r)
{
    const struct sim_run_result *s = &r->result;
    return s->reason == SIM_STOP_FINISHER && s->exit_code != 0 && !r->o.any_exit ? TOOL_DIFFERS
                                                                                 : TOOL_OK;
}

/* How the run ended, for the status. */
static int verdict(const struct run *r)
{
    if (r->log_full) {
        return tool_fail(
            verb, NULL,
            "no space for the log of executed PCs, in memory or in TMPDIR; the run was stopped");
    }
    if (r->result.reason != SIM_STOP_TRAPS) {
        return 0;
    }
    const struct htr_trap t = hts_trap_of(r->platform, r->result.hart);
    return htr_trap_report(tool_host(verb), &t);
}

static int simulate(struct run *r)
{
    struct sim_run_limits limits = {.max_instructions = r->o.max_instructions,
                                    .poll = run_look_hook(r)};
    int status = 0;
    hts_io_init(&r->port, r->platform, r->recording ? &r->record : NULL);
    if (!r->o.no_trace) {
        status = run_trace_program(r);
    }
    if (status == 0) {
        status = run_outputs_open(r);
    }
    if (status == 0 && !r->o.no_trace) {
        status = run_trace_start(r);
    }
    if (status != 0) {
        return status;
    }
    interrupt_install();
    r->running = true;
    sim_platform_run(r->platform, &limits, &r->result);
    r->running = false;
    hts_io_flush(&r->port, UINT64_MAX);
    print_result(r);
    int ended = verdict(r);
    if (!r->o.no_trace) {
        status = run_trace_stop(r);
    }
    if (status == 0) {
        status = run_save_traces(r);
    }
    if (status == 0 && r->o.save_snapshot != NULL && !r->o.no_trace) {
        status = run_snapshot(r);
    }
    if (status == 0 && !r->o.no_trace && !r->log_full) {
        status = run_check(r);
    }
    status = tool_worse(ended, status);
    return status == 0 ? program_status(r) : status;
}

static void close_all(struct run *r)
{
    if (r->platform != NULL) {
        sim_platform_destroy(r->platform);
    }
    for (unsigned h = 0; h < r->harts && r->hart != NULL; h++) {
        htr_pc_log_free(&r->hart[h].pcs);
        htr_opcode_log_free(&r->hart[h].opcodes);
        run_live_free(&r->hart[h]);
        free(r->hart[h].trace);
    }
    for (unsigned i = 0; i < TOPOLOGY_MAX_COMPONENTS; i++) {
        free(r->sink[i].bytes);
        free(r->sink[i].frames);
        hts_pins_free(&r->pins[i]);
    }
    hts_programs_free(r->program, r->nprograms);
    free(r->hart);
    run_tree_close(r);
}

static int run(struct run *r)
{
    output_is_whole();
    int status = open_elfs(r);
    if (status == 0) {
        status = open_console(r);
    }
    if (status == 0) {
        status = open_platform(r);
    }
    if (status == 0) {
        status = open_record(r);
    }
    if (status == 0) {
        status = simulate(r);
    }
    if (close_lists(r) != 0) {
        status = TOOL_CANNOT;
    }
    if (r->recording) {
        int closed = ingress_writer_close(&r->record);
        if (closed != INGRESS_OK && closed != INGRESS_ERR_IO && status == 0) {
            status = tool_fail(verb, r->o.save_ingress, "%s", ingress_strerror(closed));
        }
    }
    if (output_close(r->ingress) != 0 || output_close(r->console) != 0) {
        status = TOOL_CANNOT;
    }
    close_all(r);
    int waves = run_systemc_end();
    return status == 0 ? waves : status;
}

static int check_options(struct run *r)
{
    struct run_options *o = &r->o;
    if (o->mode == NULL && !o->no_trace) {
        o->mode = "htm";
    }
    if (hts_pib_parse(&r->pib, tool_host(verb), o->pib != NULL ? o->pib : "16") != 0) {
        return TOOL_CANNOT;
    }
    if (o->sidecar && (o->save_trace == NULL || strcmp(o->save_trace, "-") == 0)) {
        return tool_fail(verb, NULL, "--sidecar needs --save-trace FILE");
    }
    struct htr_list general;
    tree_split_params(&o->params, &general);
    if (o->save_vcd != NULL && fst_check(verb, o->save_vcd) != 0) {
        return TOOL_CANNOT;
    }
    return htr_settings_parse(&r->te, tool_host(verb), o->mode, &o->te, &general);
}

static struct run the_run;

static const struct tool_option options[] = {
    {.name = "mode",
     .arg = "MODE",
     .help = "htm or btm: trTeInstMode (htm)",
     .string = &the_run.o.mode},
    {.name = "te", .arg = "FIELD=VALUE", .help = TE_OPTION_HELP, .list = &the_run.o.te},
    {.name = "param", .arg = "NAME=VALUE", .help = PARAM_OPTION_HELP, .list = &the_run.o.params},
    {.name = "harts",
     .arg = "N",
     .help = "number of harts; several share a funnel (1)",
     .number = &the_run.o.harts,
     .positive = true},
    {.name = "dtb",
     .arg = "FILE",
     .help = "harts and trace components of this device tree (compiled)",
     .string = &the_run.o.dtb},
    {.name = "sink",
     .arg = "[HART=]SINK",
     .help = "where the trace goes: sram or smem (sram); with --dtb ramsink-0, pib, ... (the "
             "first; repeatable)",
     .list = &the_run.o.sinks},
    {.name = "pib",
     .arg = "MODE",
     .help = "PIB sink: manchester, uart, or 1, 2, 4, 8, 16 pins, then :DIVIDER, :center (16)",
     .string = &the_run.o.pib},
    {.name = "sink-size",
     .arg = "BYTES",
     .help = "size of the trace buffer when no device tree gives it (4 MiB)",
     .number = &the_run.o.sink_size},
    {.name = "stop-on-wrap",
     .help = "trRamStopOnWrap: keep the beginning, not the end",
     .flag = &the_run.o.stop_on_wrap},
    {.name = "platform",
     .arg = "NAME",
     .help = "c or systemc: models of the trace network (c)",
     .string = &the_run.o.systemc.platform},
    {.name = "cycle",
     .help = "systemc: one clock edge per cycle (default)",
     .flag = &the_run.o.systemc.cycle},
    {.name = "quantum",
     .arg = "N",
     .help = "systemc: loosely timed, N cycles at once",
     .number = &the_run.o.systemc.quantum,
     .positive = true},
    {.name = "impl",
     .arg = "WHAT",
     .help =
         "systemc: rtl or model, for all or as in encoder=rtl,encoder-1=model; system=rtl (model)",
     .string = &the_run.o.systemc.impl},
    {.name = "waves",
     .arg = "FILE",
     .help = "systemc: write waves, FILE.vcd or FILE.fst",
     .string = &the_run.o.systemc.waves},
    {.name = "max-instructions",
     .arg = "N",
     .help = "stop after N instructions",
     .number = &the_run.o.max_instructions,
     .positive = true},
    {.name = "any-exit",
     .help = "status 0 also when the program exits with a code other than 0 (then 1)",
     .flag = &the_run.o.any_exit},
    {.name = "no-trace", .help = "only simulate", .flag = &the_run.o.no_trace},
    {.name = "save-trace",
     .arg = "FILE",
     .help = "write the trace bytes (several sinks: FILE.ramsink-0, ...)",
     .string = &the_run.o.save_trace},
    {.name = "sidecar",
     .help = "with --save-trace: write the decoder's settings beside it, FILE.toml",
     .flag = &the_run.o.sidecar},
    {.name = "save-pcs",
     .arg = "FILE",
     .help = "write the executed PCs (several harts: FILE.0, ...)",
     .string = &the_run.o.save_pcs},
    {.name = "save-ingress",
     .arg = "FILE",
     .help = "write the ingress stream",
     .string = &the_run.o.save_ingress},
    {.name = "save-vcd",
     .arg = "FILE",
     .help = "write the pins of the PIB sink, 1 ns per cycle; FST when it ends in .fst",
     .string = &the_run.o.save_vcd},
    {.name = "save-snapshot",
     .arg = "FOLDER",
     .help = "write registers, trace, tree and program, for a report",
     .string = &the_run.o.save_snapshot},
    {.name = "console",
     .arg = "FILE",
     .help = "the program's output (stderr)",
     .string = &the_run.o.console},
};

static const struct tool_usage usage = {
    .verb = verb,
    .synopsis = "ELF... [--mode htm|btm] [OPTION]...",
    .text = "Simulate a bare-metal program (RV32 or RV64) on one hart or several, program "
            "the trace through the\n"
            "driver over the bus, read it out of the sink, decode it, and compare it with what "
            "each hart retired,\n"
            "instruction by instruction. All harts run the program; of several programs, hart "
            "n runs the n-th.",
    .example = "  hartrace run build/programs/rv64/sort.elf --mode htm --save-trace T.nex "
               "--save-pcs T.pcs",
    .options = options,
    .noptions = sizeof options / sizeof options[0],
    .more = tree_print_params,
};

int run_main(int argc, char **argv)
{
    struct run *r = &the_run;
    struct run_options *o = &r->o;
    o->sink_size = UINT64_C(4) << 20;
    int n = tool_parse(&usage, argc, argv, o->elf, SIM_MAX_HARTS);
    if (n < 0) {
        return n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    }
    if (n == 0) {
        return tool_fail(verb, NULL, "no program; usage: hartrace run ELF");
    }
    r->nprograms = (unsigned)n;
    if (check_options(r) != 0 || run_systemc_choose(verb, &o->systemc, argv, &r->fabric) != 0) {
        return TOOL_CANNOT;
    }
    return run(r);
}
