/* SPDX-License-Identifier: Apache-2.0 */
/* Verb run: simulate a program, trace it through the driver, decode, compare. */
#include "run.h"

#include <string.h>

#include "dut_fabric.h"
#include "fabric.h"
#include "fst.h"
#include "host.h"
#include "interrupt.h"
#include "output.h"
#include "te.h"
#include "tool.h"

static const char verb[] = "run";

typedef unsigned long long ull;

struct run_options {
    struct hts_session_cfg cfg;
    struct fabric fabric;
    const char *encoder; /* a device of the kit, or NULL */
    struct dut_fabric *dut;
    uint64_t max_instructions;
    const char *save_vcd, *console;
    bool any_exit;
    bool sidecar; /* with save_trace */
};

/* ---- the run and what comes after ---- */

static void print_result(const struct run_options *o, const struct hts_session *session,
                         const struct sim_run_result *s)
{
    const unsigned harts = hts_hart_count(session);
    printf("program: RV%u, ", hts_xlen(session));
    if (harts > 1) {
        printf("%u hart%s, ", harts, htr_s(harts));
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
        tool_note(verb, o->cfg.elf[0], "the program exited with code %u (failure)%s",
                  (unsigned)s->exit_code, o->any_exit ? "" : "; --any-exit: status 0 all the same");
    }
}

/* A program that fails is something to notice, as a trace that differs. */
static int program_status(const struct run_options *o, const struct sim_run_result *s)
{
    return s->reason == SIM_STOP_FINISHER && s->exit_code != 0 && !o->any_exit ? TOOL_DIFFERS
                                                                               : TOOL_OK;
}

/* Stop, and look at what came out. wave: or NULL; ended: how the run did. */
static int finish(const struct run_options *o, struct hts_session *session, FILE *wave,
                  const struct fst *fst, int ended)
{
    int status = hts_stop(session);
    if (status == HTR_OK) {
        status = output_close(wave) == 0 ? fst_convert(fst) : TOOL_CANNOT;
    }
    if (status == 0 && o->cfg.save_trace != NULL && strcmp(o->cfg.save_trace, "-") != 0) {
        status = run_tell_decoders(session, o->sidecar);
    }
    if (status == 0) {
        status = hts_snapshot(session);
    }
    if (status == 0 && !o->cfg.no_trace && ended != HTR_ERR_MEMORY) {
        status = run_check(session, o->cfg.stop_on_wrap);
    }
    return status;
}

static int simulate(const struct run_options *o, struct hts_session *session, FILE *console)
{
    const struct hts_run_cfg cfg = {.max_instructions = o->max_instructions, .console = console};
    struct sim_run_result result;
    struct fst fst = {0};
    FILE *wave = NULL;
    int status = hts_program(session);
    if (status == HTR_OK && o->save_vcd != NULL) {
        wave = fst_open(&fst, verb, o->save_vcd);
        status = wave != NULL ? hts_wave(session, wave) : TOOL_CANNOT;
    }
    if (status == HTR_OK) {
        status = hts_start(session);
    }
    if (status == HTR_OK) {
        interrupt_install();
        status = hts_run(session, &cfg, &result);
    }
    if (status != HTR_OK) {
        return status;
    }
    fflush(console);
    print_result(o, session, &result);
    int ended = hts_outcome(session);
    status = tool_worse(ended, finish(o, session, wave, &fst, ended));
    return status == TOOL_OK ? program_status(o, &result) : status;
}

static int run(struct run_options *o)
{
    struct hts_session *session;
    FILE *console = stderr;
    output_is_whole();
    int status = hts_open(&session, tool_host(verb), &o->cfg);
    if (status == HTR_OK && o->console != NULL) {
        console = output_open_text(verb, o->console);
        status = console != NULL ? 0 : TOOL_CANNOT;
    }
    if (status == HTR_OK) {
        status = simulate(o, session, console);
    }
    status = tool_worse(hts_close(session), status);
    if (o->console != NULL) {
        status = tool_worse(output_close(console), status);
    }
    status = tool_worse(dut_fabric_close(o->dut), status);
    int waves = fabric_close(&o->fabric, verb);
    return status == TOOL_OK ? tool_worse(waves, TOOL_OK) : status;
}

/* ---- options ---- */

#define SETUP_OPTIONS(o)                                                                           \
    {.name = "mode",                                                                               \
     .arg = "MODE",                                                                                \
     .choice = TE_MODES,                                                                           \
     .help = ": trTeInstMode (htm)",                                                               \
     .string = &(o)->mode},                                                                        \
        {.name = "te", .arg = "FIELD=VALUE", .help = TE_OPTION_HELP, .list = &(o)->te},            \
        {.name = "param", .arg = "NAME=VALUE", .help = PARAM_OPTION_HELP, .list = &(o)->params},   \
        {.name = "harts",                                                                          \
         .arg = "N",                                                                               \
         .help = "number of harts; several share a funnel (1)",                                    \
         .number = &(o)->harts,                                                                    \
         .positive = true},                                                                        \
        {.name = "dtb",                                                                            \
         .arg = "FILE",                                                                            \
         .help = "harts and trace components of this device tree (compiled)",                      \
         .string = &(o)->dtb},                                                                     \
        {.name = "sink",                                                                           \
         .arg = "[HART=]SINK",                                                                     \
         .help = "where the trace goes: sram or smem (sram); with --dtb ramsink-0, pib, ... (the " \
                 "first; repeatable)",                                                             \
         .list = &(o)->sinks},                                                                     \
        {.name = "pib",                                                                            \
         .arg = "MODE",                                                                            \
         .help = "PIB sink: manchester, uart, or 1, 2, 4, 8, 16 pins, then :DIVIDER, :center "     \
                 "(16)",                                                                           \
         .string = &(o)->pib},                                                                     \
        {.name = "sink-size",                                                                      \
         .arg = "BYTES",                                                                           \
         .help = "size of the trace buffer when no device tree gives it (4 MiB)",                  \
         .number = &(o)->sink_size},                                                               \
    {                                                                                              \
        .name = "stop-on-wrap", .help = "trRamStopOnWrap: keep the beginning, not the end",        \
        .flag = &(o)->stop_on_wrap                                                                 \
    }

#define OUTPUT_OPTIONS(o)                                                                          \
    {.name = "save-trace",                                                                         \
     .arg = "FILE",                                                                                \
     .help = "write the trace bytes (several sinks: FILE.ramsink-0, ...)",                         \
     .string = &(o)->cfg.save_trace},                                                              \
        {.name = "sidecar",                                                                        \
         .help = "with --save-trace: write the decoder's settings beside it, FILE.toml",           \
         .flag = &(o)->sidecar},                                                                   \
        {.name = "save-pcs",                                                                       \
         .arg = "FILE",                                                                            \
         .help = "write the executed PCs (several harts: FILE.0, ...)",                            \
         .string = &(o)->cfg.save_pcs},                                                            \
        {.name = "save-accesses",                                                                  \
         .arg = "FILE",                                                                            \
         .help = "write what the hart loaded and stored, for verify (several harts: FILE.0, ...)", \
         .string = &(o)->cfg.save_accesses},                                                       \
        {.name = "save-ingress",                                                                   \
         .arg = "FILE",                                                                            \
         .help = "write the ingress stream",                                                       \
         .string = &(o)->cfg.save_ingress},                                                        \
        {.name = "save-vcd",                                                                       \
         .arg = "FILE",                                                                            \
         .help = "write the pins of the PIB sink, 1 ns per cycle; FST when it ends in .fst",       \
         .string = &(o)->save_vcd},                                                                \
        {.name = "save-snapshot",                                                                  \
         .arg = "FOLDER",                                                                          \
         .help = "write registers, trace, tree and program, for a report",                         \
         .string = &(o)->cfg.save_snapshot},                                                       \
        {.name = "record",                                                                         \
         .arg = "FOLDER",                                                                          \
         .help = "record registers and memory of each instruction, for hartrace gdbserver FOLDER", \
         .string = &(o)->cfg.record},                                                              \
        {.name = "record-size",                                                                    \
         .arg = "BYTES",                                                                           \
         .help = "of that record at most: of a longer run the end is kept (256 MiB)",              \
         .number = &(o)->cfg.record_size,                                                          \
         .positive = true},                                                                        \
    {                                                                                              \
        .name = "console", .arg = "FILE", .help = "the program's output (stderr)",                 \
        .string = &(o)->console                                                                    \
    }

static int check_options(const struct run_options *o)
{
    const char *trace = o->cfg.save_trace;
    if (o->sidecar && (trace == NULL || strcmp(trace, "-") == 0)) {
        return tool_fail(verb, NULL, "--sidecar needs --save-trace FILE");
    }
    return o->save_vcd != NULL ? fst_check(verb, o->save_vcd) : 0;
}

/* The fabric, and with --encoder devices in it. */
static int choose_fabric(struct run_options *o, char **argv)
{
    if (o->encoder != NULL && hts_fabric_wants_systemc(&o->fabric.cfg)) {
        return tool_fail(verb, NULL, "--encoder is for the models in C: leave out --platform");
    }
    int status = fabric_open(&o->fabric, verb, argv);
    o->cfg.fabric = o->fabric.fabric.maker;
    if (status == 0 && o->encoder != NULL) {
        status = dut_fabric_open(&o->dut, verb, o->encoder);
        o->cfg.fabric = status == 0 ? dut_fabric_maker(o->dut) : o->cfg.fabric;
    }
    return status;
}

int run_main(int argc, char **argv)
{
    struct run_options o = {.max_instructions = 0};
    const struct tool_option options[] = {
        SETUP_OPTIONS(&o.cfg),
        FABRIC_OPTION_PLATFORM(&o.fabric),
        {.name = "cycle",
         .help = "systemc: one clock edge per cycle (default)",
         .flag = &o.fabric.cfg.cycle},
        {.name = "quantum",
         .arg = "N",
         .help = "systemc: loosely timed, N cycles at once",
         .number = &o.fabric.cfg.quantum,
         .positive = true},
        FABRIC_OPTIONS_REST(&o.fabric),
        {.name = "encoder",
         .arg = "DEVICE",
         .help =
             "encoder of each hart: a shared object (FILE.so) or a command, as for hartrace kit "
             "encoder --dut (our model)",
         .string = &o.encoder},
        {.name = "max-instructions",
         .arg = "N",
         .help = "stop after N instructions",
         .number = &o.max_instructions,
         .positive = true},
        {.name = "any-exit",
         .help = "status 0 also when the program exits with a code other than 0 (then 1)",
         .flag = &o.any_exit},
        {.name = "no-trace", .help = "only simulate", .flag = &o.cfg.no_trace},
        OUTPUT_OPTIONS(&o),
    };
    const struct tool_usage usage = {
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
        .more = te_print_tree_params,
    };
    hts_session_cfg_init(&o.cfg);
    int n = tool_parse(&usage, argc, argv, o.cfg.elf, SIM_MAX_HARTS);
    if (n < 0) {
        return n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    }
    if (n == 0) {
        return tool_fail(verb, NULL, "no program; usage: hartrace run ELF");
    }
    o.cfg.nelf = (unsigned)n;
    o.cfg.wave = o.save_vcd != NULL;
    o.cfg.origin = "hartrace run";
    if (check_options(&o) != 0 || choose_fabric(&o, argv) != 0) {
        return TOOL_CANNOT;
    }
    return run(&o);
}
