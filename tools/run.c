/* SPDX-License-Identifier: Apache-2.0 */
/* Verb run: simulate a program, trace it through the driver, decode, compare. */
#include "run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tool.h"
#include "trm/trm_ramsink.h"

static const char verb[] = "run";

typedef unsigned long long ull;

/* ---- what the hart does ---- */

static void on_retire(void *ctx, unsigned hart, const struct trm_ingress *in, uint32_t opcode)
{
    (void)hart;
    struct run *r = ctx;
    bool retired = in->nblocks == 1 && in->block[0].iretire != 0;
    if (retired) {
        uint64_t pc = in->block[0].iaddr;
        r->log_full = !pc_log_add(&r->pcs, pc) || r->log_full;
        opcode_log_add(&r->opcodes, pc, opcode, r->position);
        r->position += in->block[0].iretire;
    }
    if (r->recording) { /* errors stay in the writer and are told when it is closed */
        if (retired) {
            (void)ingress_write_opcode(&r->record, in->block[0].iaddr, opcode);
        }
        (void)ingress_write_cycle(&r->record, 0, in);
    }
}

static void on_uart(void *ctx, uint8_t byte)
{
    fputc(byte, ((struct run *)ctx)->console);
}

/* ---- set up ---- */

static int open_elf(struct run *r)
{
    struct sim_message why;
    if (input_load(&r->elf_file, verb, r->o.elf) != 0) {
        return TOOL_CANNOT;
    }
    if (sim_elf_parse(&r->elf, r->elf_file.bytes, r->elf_file.size, 0, &why) != SIM_ELF_OK) {
        return tool_fail(verb, r->o.elf, "%s; give a bare-metal RISC-V executable", why.text);
    }
    r->te.model.xlen = r->elf.xlen;
    return 0;
}

static int open_console(struct run *r)
{
    r->console = stderr;
    if (r->o.console != NULL) {
        r->console = strcmp(r->o.console, "-") == 0 ? stdout : fopen(r->o.console, "wb");
        if (r->console == NULL) {
            return tool_fail(verb, r->o.console, "cannot be written: %s", strerror(errno));
        }
    }
    return 0;
}

static int open_platform(struct run *r)
{
    struct sim_platform_cfg cfg;
    struct trm_ramsink_cfg sink;
    struct sim_message why;
    trm_ramsink_cfg_init(&sink);
    sink.has_smem = true;
    sink.sram_bytes = r->o.sink[1] == 'm' ? 4096 : (uint32_t)r->o.sink_size;
    sink.undef = r->te.model.undef;
    sink.seed = r->te.model.seed;
    sim_platform_cfg_init(&cfg);
    cfg.hart.xlen = r->elf.xlen;
    cfg.hart.itype4 = r->te.model.itype_width == 4;
    cfg.trace = true;
    cfg.encoder = &r->te.model;
    cfg.ramsink = &sink;
    cfg.uart = (struct sim_uart_hook){on_uart, r};
    if (!r->o.no_trace || r->o.save_pcs != NULL || r->o.save_ingress != NULL) {
        cfg.retire = (struct sim_retire_hook){on_retire, r};
    }
    if (sim_platform_create(&cfg, &r->platform, &why) != SIM_PLATFORM_OK) {
        return tool_fail(verb, NULL, "%s; see --param in --help for ranges", why.text);
    }
    if (sim_platform_load_elf(r->platform, r->elf_file.bytes, r->elf_file.size, &why) !=
        SIM_PLATFORM_OK) {
        return tool_fail(verb, r->o.elf, "%s; link it to RAM at 0x%llx", why.text,
                         (ull)SIM_RAM_BASE);
    }
    return 0;
}

static int open_record(struct run *r)
{
    struct ingress_header h = {.xlen = r->elf.xlen, .harts = 1};
    if (r->o.save_ingress == NULL) {
        return 0;
    }
    h.itype_width = r->te.model.itype_width;
    h.isa = (uint32_t)NEXUS_ISA_C;
    snprintf(h.note, sizeof h.note, "hartrace run %s", r->o.elf);
    int status = ingress_writer_open(&r->record, r->o.save_ingress, &h);
    if (status != INGRESS_OK) {
        return tool_fail(verb, r->o.save_ingress, "%s", ingress_strerror(status));
    }
    r->recording = true;
    return 0;
}

/* ---- the run and what comes after ---- */

static int save_pcs(const struct run *r)
{
    static uint64_t pc[4096];
    static struct pcs p;
    bool standard = strcmp(r->o.save_pcs, "-") == 0;
    FILE *f = standard ? stdout : fopen(r->o.save_pcs, "w");
    size_t n;
    if (f == NULL) {
        return tool_fail(verb, r->o.save_pcs, "cannot be written: %s", strerror(errno));
    }
    pcs_open_log(&p, verb, &r->pcs);
    while ((n = pcs_read(&p, pc, sizeof pc / sizeof pc[0])) > 0) {
        for (size_t i = 0; i < n; i++) {
            fprintf(f, "0x%08llX\n", (ull)pc[i]);
        }
    }
    bool good = ferror(f) == 0;
    good = (standard ? fflush(f) : fclose(f)) == 0 && good;
    return good ? 0 : tool_fail(verb, r->o.save_pcs, "cannot be written: %s", strerror(errno));
}

static void print_result(const struct run *r)
{
    const struct sim_run_result *s = &r->result;
    fflush(r->console);
    printf("program: RV%u, %llu instructions, %llu cycles", r->elf.xlen, (ull)s->instructions,
           (ull)s->cycles);
    if (s->stalled > 0) {
        printf(" (%llu stalled)", (ull)s->stalled);
    }
    printf(": %s", sim_stop_name(s->reason));
    if (s->reason == SIM_STOP_FINISHER) {
        printf(" (code %u)", (unsigned)s->exit_code);
    }
    putchar('\n');
    if (s->reason == SIM_STOP_FINISHER && s->exit_code != 0) {
        tool_note(verb, r->o.elf, "the program ended with code %u: by its own account it failed",
                  (unsigned)s->exit_code);
    }
}

static int save(const struct run *r)
{
    int status = 0;
    if (r->o.save_trace != NULL && !r->o.no_trace) {
        status = output_save(verb, r->o.save_trace, r->trace, r->trace_size);
    }
    return status == 0 && r->o.save_pcs != NULL ? save_pcs(r) : status;
}

static int simulate(struct run *r)
{
    struct sim_run_limits limits = {.max_instructions = r->o.max_instructions};
    int status = 0;
    io_sim_init(&r->port, r->platform, r->recording ? &r->record : NULL);
    if (!r->o.no_trace) {
        status = run_trace_start(r);
    }
    if (status != 0) {
        return status;
    }
    sim_platform_run(r->platform, &limits, &r->result);
    print_result(r);
    if (r->log_full) {
        return tool_fail(verb, NULL,
                         "not enough memory for the log; limit the run (--max-instructions)");
    }
    if (!r->o.no_trace) {
        status = run_trace_stop(r);
    }
    if (status == 0) {
        status = save(r);
    }
    return status == 0 && !r->o.no_trace ? run_check(r) : status;
}

static int run(struct run *r)
{
    int status = open_elf(r);
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
    if (r->recording) {
        int closed = ingress_writer_close(&r->record);
        if (closed != INGRESS_OK && status == 0) {
            status = tool_fail(verb, r->o.save_ingress, "%s", ingress_strerror(closed));
        }
    }
    if (r->console != NULL && r->console != stderr && r->console != stdout) {
        fclose(r->console);
    }
    if (r->platform != NULL) {
        sim_platform_destroy(r->platform);
    }
    pc_log_free(&r->pcs);
    opcode_log_free(&r->opcodes);
    free(r->trace);
    input_free(&r->elf_file);
    return status;
}

static int check_options(struct run *r)
{
    struct run_options *o = &r->o;
    if (o->mode == NULL && !o->no_trace) {
        o->mode = "htm";
    }
    if (strcmp(o->sink, "sram") != 0 && strcmp(o->sink, "smem") != 0) {
        return tool_fail(verb, NULL, "--sink %s: unknown sink; it is sram or smem", o->sink);
    }
    if (o->sink_size < 64 || o->sink_size > (UINT64_C(64) << 20) || o->sink_size % 16 != 0) {
        return tool_fail(verb, NULL,
                         "--sink-size %llu: out of range; 64 to 67108864 bytes, a multiple of 16",
                         (ull)o->sink_size);
    }
    return te_parse(&r->te, verb, o->mode, &o->te, &o->params);
}

int run_main(int argc, char **argv)
{
    static struct run r;
    memset(&r, 0, sizeof r);
    r.o.sink = "sram";
    r.o.sink_size = UINT64_C(4) << 20;
    struct run_options *o = &r.o;
    const struct tool_option options[] = {
        {.name = "mode",
         .arg = "MODE",
         .help = "htm or btm: trTeInstMode (htm)",
         .string = &o->mode},
        {.name = "te", .arg = "FIELD=VALUE", .help = TE_OPTION_HELP, .list = &o->te},
        {.name = "param", .arg = "NAME=VALUE", .help = PARAM_OPTION_HELP, .list = &o->params},
        {.name = "sink", .arg = "KIND", .help = "sram or smem (sram)", .string = &o->sink},
        {.name = "sink-size",
         .arg = "BYTES",
         .help = "size of the trace buffer (4 MiB)",
         .number = &o->sink_size},
        {.name = "stop-on-wrap",
         .help = "trRamStopOnWrap: keep the beginning, not the end",
         .flag = &o->stop_on_wrap},
        {.name = "max-instructions",
         .arg = "N",
         .help = "stop after N instructions",
         .number = &o->max_instructions},
        {.name = "no-trace", .help = "only simulate", .flag = &o->no_trace},
        {.name = "save-trace",
         .arg = "FILE",
         .help = "write the trace bytes",
         .string = &o->save_trace},
        {.name = "save-pcs",
         .arg = "FILE",
         .help = "write the executed PCs",
         .string = &o->save_pcs},
        {.name = "save-ingress",
         .arg = "FILE",
         .help = "write the ingress stream",
         .string = &o->save_ingress},
        {.name = "console",
         .arg = "FILE",
         .help = "the program's output (stderr)",
         .string = &o->console},
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "ELF [--mode htm|btm] [OPTION]...",
        .text = "Simulate a bare-metal program (RV32 or RV64), program its trace through the "
                "driver over the bus,\n"
                "read the trace out of the sink, decode it, and compare it with what the hart "
                "retired,\n"
                "instruction by instruction.",
        .example = "  hartrace run build/programs/rv64/sort.elf --mode htm --save-trace T.nex "
                   "--save-pcs T.pcs",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
        .more = te_print_params,
    };
    int n = tool_parse(&usage, argc, argv, &o->elf, 1);
    if (n < 0) {
        return n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    }
    if (n == 0) {
        return tool_fail(verb, NULL, "no program; usage: hartrace run ELF");
    }
    return check_options(&r) != 0 ? TOOL_CANNOT : run(&r);
}
