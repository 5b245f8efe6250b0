/* SPDX-License-Identifier: Apache-2.0 */
/* A simulation with its trace: from files to a platform, and through the stages. */
#include <stdlib.h>

#include "hts_live.h"
#include "hts_platform.h"
#include "hts_session_priv.h"

static void on_uart(void *ctx, uint8_t byte)
{
    const struct hts_session *session = ctx;
    if (session->console != NULL) {
        fputc(byte, session->console);
    }
}

static void on_pins(void *ctx, unsigned component, struct trm_pib_pins pins)
{
    hts_pins_sample(&((struct hts_session *)ctx)->pins[component], component, pins);
}

void hts_session_cfg_init(struct hts_session_cfg *cfg)
{
    *cfg = (struct hts_session_cfg){.sink_size = UINT64_C(4) << 20};
}

/* ---- open ---- */

static int open_settings(struct hts_session *session)
{
    const struct hts_session_cfg *cfg = &session->cfg;
    const bool htm = cfg->mode == NULL && !cfg->no_trace && !htr_list_is_etrace(&cfg->te);
    const char *mode = htm ? "htm" : cfg->mode;
    struct htr_list general;
    int status = hts_pib_parse(&session->pib, session->host, cfg->pib != NULL ? cfg->pib : "16");
    hts_tree_split_params(&cfg->params, &general);
    return status == HTR_OK
               ? htr_settings_parse(&session->settings, session->host, mode, &cfg->te, &general)
               : status;
}

static int open_programs(struct hts_session *session)
{
    const struct hts_session_cfg *cfg = &session->cfg;
    if (cfg->nelf == 0 || cfg->nelf > SIM_MAX_HARTS) {
        return htr_fail(session->host, HTR_ERR_ARG, NULL, "%u programs; 1 to %d", cfg->nelf,
                        SIM_MAX_HARTS);
    }
    int status = hts_programs_open(session->program, cfg->nelf, session->host, cfg->elf);
    session->settings.encoder.xlen = session->program[0].elf.xlen;
    return status;
}

static int open_tree(struct hts_session *session)
{
    const struct hts_tree_cfg cfg = {.dtb = session->cfg.dtb,
                                     .harts = session->cfg.harts,
                                     .sinks = &session->cfg.sinks,
                                     .sink_size = session->cfg.sink_size,
                                     .params = &session->cfg.params};
    int status = hts_tree_open(&session->setup, session->host, &cfg, &session->settings);
    session->tree = session->setup.tree;
    session->component = session->setup.component;
    return status;
}

/* Fields that need a trace, or parts that the tree lacks. */
static int check_uses(const struct hts_session *session)
{
    const struct hts_session_cfg *cfg = &session->cfg;
    const char *trace = cfg->save_trace != NULL      ? "save-trace"
                        : cfg->save_snapshot != NULL ? "save-snapshot"
                        : cfg->wave                  ? "save-vcd"
                        : cfg->stop_on_wrap          ? "stop-on-wrap"
                                                     : NULL;
    const char *pins = cfg->pib != NULL ? "pib" : cfg->wave ? "save-vcd" : NULL;
    if (trace != NULL && cfg->no_trace) {
        return htr_fail(session->host, HTR_ERR_CONFLICT, NULL,
                        "--%s and --no-trace: there is no trace; leave one of them out", trace);
    }
    if (pins != NULL && !hts_tree_has(&session->setup, TOPOLOGY_PIBSINK)) {
        return htr_fail(session->host, HTR_ERR_MISSING, cfg->dtb,
                        "--%s: this tree has no PIB sink; choose one that has, with --dtb "
                        "(hartrace topo lists the sinks)",
                        pins);
    }
    if (cfg->stop_on_wrap && !hts_tree_has(&session->setup, TOPOLOGY_RAMSINK)) {
        return htr_fail(session->host, HTR_ERR_MISSING, cfg->dtb,
                        "--stop-on-wrap: this tree has no RAM sink; leave it out");
    }
    return HTR_OK;
}

static int load_programs(struct hts_session *session)
{
    const unsigned n = session->cfg.nelf;
    for (unsigned h = 0; h < session->harts; h++) {
        struct hts_hart_work *w = &session->hart[h];
        w->program = hts_program_of(session->program, n, h);
        w->is.program = w->program->path;
        w->is.encoder = sim_platform_encoder_of(session->platform, h);
        w->is.sink = TOPOLOGY_NONE;
    }
    int status = hts_programs_load(session->program, n, session->host, session->platform);
    return status == HTR_OK && !session->cfg.no_trace
               ? hts_programs_spare(session->program, n, session->host, session->tree)
               : status;
}

static int open_platform(struct hts_session *session)
{
    const struct hts_session_cfg *cfg = &session->cfg;
    struct sim_platform_cfg p;
    struct sim_message why;
    hts_platform_cfg(&p, &session->setup, &session->settings, &cfg->fabric);
    p.uart = (struct sim_uart_hook){on_uart, session};
    if (!cfg->no_trace && hts_tree_has(&session->setup, TOPOLOGY_PIBSINK)) {
        p.pins = (struct sim_pins_hook){on_pins, session};
    }
    if (!cfg->no_trace || cfg->save_pcs != NULL || cfg->save_accesses != NULL ||
        cfg->save_ingress != NULL || cfg->record != NULL) {
        p.retire = (struct sim_retire_hook){hts_on_retire, session};
    }
    if (cfg->record != NULL) {
        p.ram = (struct sim_ram_hook){hts_on_memory, session};
    }
    p.regs = (struct sim_regs_hook){hts_on_register, session};
    if (sim_platform_create(&p, &session->platform, &why) != SIM_PLATFORM_OK) {
        return htr_fail(session->host, HTR_ERR_RANGE, cfg->dtb,
                        "%s; see --param in --help for ranges", why.text);
    }
    session->harts = sim_platform_hart_count(session->platform);
    for (unsigned h = 0; h < session->harts && cfg->save_accesses != NULL; h++) {
        sim_hart_set_data(sim_platform_hart_n(session->platform, h), true);
    }
    session->hart = calloc(session->harts, sizeof *session->hart);
    return session->hart != NULL
               ? load_programs(session)
               : htr_fail(session->host, HTR_ERR_MEMORY, NULL, "not enough memory");
}

static int open_record(struct hts_session *session)
{
    const char *file = session->cfg.save_ingress;
    struct ingress_header h = {.xlen = session->program[0].elf.xlen,
                               .harts = (uint8_t)session->harts};
    if (file == NULL) {
        return HTR_OK;
    }
    h.itype_width = session->settings.encoder.itype_width;
    h.isa = (uint32_t)FLOW_ISA_C;
    h.data = session->settings.encoder.data_trace;
    snprintf(h.note, sizeof h.note, "%s %s", session->cfg.origin, session->program[0].path);
    session->ingress = htr_create(session->host, file);
    if (session->ingress == NULL) {
        return HTR_ERR_OPEN;
    }
    int status =
        ingress_writer_open(&session->record, session->ingress, ingress_name_compresses(file), &h);
    if (status != INGRESS_OK) {
        return htr_fail(session->host, HTR_ERR_WRITE, file, "%s", ingress_strerror(status));
    }
    session->recording = true;
    return HTR_OK;
}

int hts_open(struct hts_session **out, struct htr_host *host, const struct hts_session_cfg *cfg)
{
    static int (*const step[])(struct hts_session *) = {open_settings, open_programs, open_tree,
                                                        open_platform, open_record};
    struct hts_session *session = calloc(1, sizeof *session);
    int status = HTR_OK;
    *out = session;
    if (session == NULL) {
        return htr_fail(host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    session->host = host;
    session->cfg = *cfg;
    session->cfg.origin = cfg->origin != NULL ? cfg->origin : "hartrace";
    for (size_t i = 0; i < sizeof step / sizeof step[0] && status == HTR_OK; i++) {
        status = step[i](session);
        if (status == HTR_OK && step[i] == open_tree) {
            status = check_uses(session);
        }
    }
    if (status == HTR_OK) {
        hts_io_init(&session->port, session->platform,
                    session->recording ? &session->record : NULL);
        session->stage = HTS_OPENED;
    }
    return status;
}

/* ---- the stages ---- */

/* Is the session at this stage? */
static int expect(const struct hts_session *session, enum hts_stage stage, const char *function)
{
    static const char *const after[] = {
        [HTS_CLOSED] = "hts_close",  [HTS_OPENED] = "hts_open", [HTS_PROGRAMMED] = "hts_program",
        [HTS_STARTED] = "hts_start", [HTS_RAN] = "hts_run",     [HTS_STOPPED] = "hts_stop"};
    return session->stage == stage ? HTR_OK
                                   : htr_fail(session->host, HTR_ERR_CONFLICT, NULL,
                                              "%s comes after %s, once", function, after[stage]);
}

/* The next stage. After a failed step only hts_close is left. */
static int enter(struct hts_session *session, enum hts_stage stage, int status)
{
    session->stage = status == HTR_OK ? stage : HTS_CLOSED;
    return status;
}

int hts_program(struct hts_session *session)
{
    int status = expect(session, HTS_OPENED, "hts_program");
    if (status != HTR_OK) {
        return status;
    }
    status = session->cfg.no_trace ? HTR_OK : hts_trace_program(session);
    return enter(session, HTS_PROGRAMMED, status);
}

int hts_start(struct hts_session *session)
{
    int status = expect(session, HTS_PROGRAMMED, "hts_start");
    if (status != HTR_OK) {
        return status;
    }
    status = hts_outputs_open(session);
    if (status == HTR_OK && !session->cfg.no_trace) {
        status = hts_trace_start(session);
    }
    return enter(session, HTS_STARTED, status);
}

int hts_run(struct hts_session *session, const struct hts_run_cfg *cfg,
            struct sim_run_result *result)
{
    struct sim_run_limits limits = {.poll = hts_look_hook(session)};
    int status = expect(session, HTS_STARTED, "hts_run");
    if (status != HTR_OK) {
        return status;
    }
    limits.max_instructions = cfg != NULL ? cfg->max_instructions : 0;
    session->console = cfg != NULL ? cfg->console : NULL;
    session->running = true;
    sim_platform_run(session->platform, &limits, &session->result);
    session->running = false;
    hts_io_flush(&session->port, UINT64_MAX);
    *result = session->result;
    status = session->execution != NULL ? hts_record_end(session->execution) : HTR_OK;
    return enter(session, HTS_RAN, status);
}

int hts_outcome(const struct hts_session *session)
{
    if (session->log_full) {
        return htr_fail(session->host, HTR_ERR_MEMORY, NULL,
                        "no space for the log of executed PCs, in memory or in TMPDIR; the run was "
                        "stopped");
    }
    if (session->stage < HTS_RAN || session->result.reason != SIM_STOP_TRAPS) {
        return HTR_OK;
    }
    const struct htr_trap trap = hts_trap_of(session->platform, session->result.hart);
    return htr_trap_report(session->host, &trap);
}

int hts_stop(struct hts_session *session)
{
    int status = expect(session, HTS_RAN, "hts_stop");
    if (status != HTR_OK) {
        return status;
    }
    status = session->cfg.no_trace ? HTR_OK : hts_trace_stop(session);
    return enter(session, HTS_STOPPED, status == HTR_OK ? hts_outputs_save(session) : status);
}

int hts_close(struct hts_session *session)
{
    if (session == NULL) {
        return HTR_OK;
    }
    int status = hts_outputs_close(session);
    if (session->platform != NULL) {
        sim_platform_destroy(session->platform);
    }
    for (unsigned h = 0; h < session->harts && session->hart != NULL; h++) {
        htr_pc_log_free(&session->hart[h].pcs);
        htr_opcode_log_free(&session->hart[h].opcodes);
        hts_data_log_free(&session->hart[h].data);
        hts_live_free(&session->hart[h]);
        free(session->hart[h].trace);
    }
    for (unsigned i = 0; i < TOPOLOGY_MAX_COMPONENTS; i++) {
        free(session->sink[i].bytes);
        free(session->sink[i].frames);
        hts_pins_free(&session->pins[i]);
    }
    hts_programs_free(session->program,
                      session->cfg.nelf < SIM_MAX_HARTS ? session->cfg.nelf : SIM_MAX_HARTS);
    free(session->hart);
    hts_tree_close(&session->setup);
    free(session);
    return status;
}

/* ---- what came out ---- */

unsigned hts_hart_count(const struct hts_session *session)
{
    return session->harts;
}

const struct topology *hts_topology(const struct hts_session *session)
{
    return session->tree;
}

unsigned hts_xlen(const struct hts_session *session)
{
    return session->program[0].elf.xlen;
}

const struct hts_hart *hts_hart(const struct hts_session *session, unsigned hart)
{
    return hart < session->harts && session->hart != NULL ? &session->hart[hart].is : NULL;
}

const struct hts_sink *hts_sink(const struct hts_session *session, unsigned component)
{
    return session->stage >= HTS_PROGRAMMED && !session->cfg.no_trace &&
                   component < session->tree->ncomponents && hts_is_used(session, component)
               ? &session->sink[component].is
               : NULL;
}

void hts_hart_sidecar(const struct hts_hart *h, struct htr_sidecar *s)
{
    if (h->is_etrace) {
        htr_sidecar_from_etrace(s, &h->etrace);
    } else {
        htr_sidecar_from_cfg(s, &h->stream, &h->settings);
    }
}

void hts_sink_settings(const struct hts_session *session, unsigned sink,
                       struct hts_sink_settings *settings)
{
    const struct hts_program *program = NULL;
    struct htr_sidecar s = {0};
    *settings = (struct hts_sink_settings){.same = true, .same_program = true};
    for (unsigned i = 0; i < session->harts; i++) {
        const struct hts_hart_work *h = &session->hart[i];
        if (h->is.sink == sink) {
            hts_hart_sidecar(&h->is, &s);
            settings->first = settings->harts == 0 ? s : settings->first;
            settings->same = settings->same && htr_sidecar_equal(&settings->first, &s);
            settings->same_program =
                settings->same_program && (program == NULL || program == h->program);
            program = h->program;
            settings->harts++;
        }
    }
}
