/* SPDX-License-Identifier: Apache-2.0 */
/* Verb start: program the trace components of a live target, and let them run. */
#include <string.h>

#include "common_regs.h"
#include "run_pins.h"
#include "htt/htt_encoder.h"
#include "htt/htt_sinks.h"
#include "target.h"
#include "host.h"

static const char verb[] = "start";

struct start {
    struct target_options target;
    const char *mode, *buffer, *pib;
    bool stop_on_wrap;
    struct htr_list te, params, sinks;
    struct htr_settings options;
    struct target *t;
};

/* ADDRESS+SIZE. */
static int parse_buffer(const struct start *o, struct rvt_fdt_cfg *cfg)
{
    char text[64];
    const char *plus = o->buffer != NULL ? strchr(o->buffer, '+') : NULL;
    if (o->buffer == NULL) {
        return 0;
    }
    size_t n = plus != NULL ? (size_t)(plus - o->buffer) : 0;
    if (n == 0 || n >= sizeof text) {
        return tool_fail(verb, NULL, "--buffer %s: not ADDRESS+SIZE", o->buffer);
    }
    memcpy(text, o->buffer, n);
    text[n] = '\0';
    if (!htr_number(text, &cfg->buffer_start) || !htr_number(plus + 1, &cfg->buffer_size) ||
        cfg->buffer_size == 0) {
        return tool_fail(verb, NULL, "--buffer %s: not ADDRESS+SIZE", o->buffer);
    }
    return 0;
}

static int parse_pib(const struct start *o, struct rvt_fdt_cfg *cfg)
{
    struct run_pib pib;
    if (o->pib == NULL) {
        return 0;
    }
    if (!run_pib_parse(o->pib, &pib)) {
        return tool_fail(verb, NULL, RUN_PIB_UNKNOWN, o->pib);
    }
    cfg->pibsink =
        (struct rvt_pibsink_cfg){.mode = pib.mode, .divider = pib.divider, .exact = true};
    cfg->pibsink.clk_center = pib.center;
    cfg->pibsink_reset_divider = false;
    return 0;
}

/* A buffer that wraps needs synchronizing messages now and then. */
static int default_sync(struct htr_settings *te)
{
    uint32_t value;
    if (htr_settings_asked(te, "trTeInstSyncMode", &value)) {
        return 0;
    }
    int status = htr_settings_field(te, tool_host(verb), "trTeInstSyncMode=messages");
    if (status == 0 && !htr_settings_asked(te, "trTeInstSyncMax", &value)) {
        status = htr_settings_field(te, tool_host(verb), "trTeInstSyncMax=4");
    }
    return status;
}

static int program(struct start *o)
{
    struct topology_problem why = {.path = ""};
    struct rvt_fdt_cfg cfg;
    rvt_fdt_cfg_init(&cfg);
    cfg.timestamps = htt_sinks_timestamps(&o->t->fdt, &o->options);
    cfg.stop_on_wrap = o->stop_on_wrap;
    cfg.prefer_sram = o->buffer == NULL &&
                      (o->sinks.n == 0 || strcmp(o->sinks.item[o->sinks.n - 1], "smem") != 0);
    int status = parse_buffer(o, &cfg);
    status = status == 0 ? parse_pib(o, &cfg) : status;
    if (status != 0) {
        return status;
    }
    enum rvt_status s = rvt_fdt_configure(&o->t->fdt, &cfg, &why);
    if (s != RVT_OK) {
        return target_fail(o->t, "the trace cannot be programmed", &why, s);
    }
    for (unsigned i = 0; i < o->t->tree->ncomponents && status == 0; i++) {
        struct rvt_encoder *e = rvt_fdt_encoder(&o->t->fdt, i);
        if (e != NULL && o->t->use[i].sink != TOPOLOGY_NONE) {
            struct htr_settings te = o->options;
            status = htt_encoder_take(e, tool_host(verb), cfg.timestamps, &te);
            status = status == 0 ? htt_encoder_program(e, tool_host(verb), &te) : status;
        }
    }
    return status;
}

/* After an error: what was in reset goes back there. What is not to be reached any more stays. */
static void put_back(struct target *t, const bool *active)
{
    for (unsigned i = 0; i < t->tree->ncomponents; i++) {
        if (!active[i]) {
            (void)!rvt_reg_write(t->part[i].c, TR_CONTROL_OFFSET, 0);
        }
    }
}

/* From components that nobody uses, or that stand, to a running trace. */
static int start_all(struct start *o)
{
    struct topology_problem why = {.path = ""};
    enum rvt_status s = rvt_fdt_identify(&o->t->fdt, &why);
    if (s != RVT_OK) {
        return target_fail(o->t, "the trace components cannot be opened", &why, s);
    }
    int status = htt_sinks_use(&o->t->fdt, tool_host(verb), &o->sinks);
    status = status == 0 ? program(o) : status;
    status = status == 0 ? htt_sinks_distinct(&o->t->fdt, tool_host(verb)) : status;
    if (status != 0) {
        return status;
    }
    s = rvt_session_start(&o->t->fdt.session);
    return s == RVT_OK ? TOOL_OK : target_fail(o->t, "the trace does not start", NULL, s);
}

/* Options that need parts that the tree lacks. */
static int check_uses(const struct start *o)
{
    bool pins = false;
    for (unsigned i = 0; i < o->t->tree->ncomponents; i++) {
        pins = pins || o->t->tree->component[i].kind == TOPOLOGY_PIBSINK;
    }
    return o->pib == NULL || pins
               ? 0
               : tool_fail(verb, o->target.dtb,
                           "--pib: this tree has no PIB sink; leave it out, or choose a tree that "
                           "has one (hartrace topo lists the sinks)");
}

static int start(struct start *o)
{
    bool found[TOPOLOGY_MAX_COMPONENTS];
    bool active = false;
    int status = check_uses(o);
    status = status == 0
                 ? htr_settings_parse(&o->options, tool_host(verb), o->mode, &o->te, &o->params)
                 : status;
    status = status == 0 ? default_sync(&o->options) : status;
    status = status == 0 ? target_attach(o->t, &active) : status;
    if (status != 0) {
        return status;
    }
    if (active && o->t->fdt.session.running) {
        tool_note(verb, NULL, "the trace is already running; nothing was changed");
        return TOOL_OK;
    }
    for (unsigned i = 0; i < o->t->tree->ncomponents; i++) {
        found[i] = o->t->part[i].c->state != RVT_STATE_UNKNOWN;
    }
    status = start_all(o);
    if (status != TOOL_OK) {
        put_back(o->t, found);
    }
    return status;
}

int start_main(int argc, char **argv)
{
    struct start o = {.t = NULL};
    const struct tool_option options[] = {
        TARGET_OPTIONS(o.target),
        {.name = "mode", .arg = "MODE", .help = "htm or btm (htm)", .string = &o.mode},
        {.name = "te", .arg = "FIELD=VALUE", .help = TE_OPTION_HELP, .list = &o.te},
        {.name = "param", .arg = "NAME=VALUE", .help = PARAM_OPTION_HELP, .list = &o.params},
        {.name = "sink",
         .arg = "[HART=]NAME",
         .help = "sink of all encoders, or of one hart's: ramsink-0, or sram, smem, pib, atb "
                 "(repeatable; the first)",
         .list = &o.sinks},
        {.name = "buffer",
         .arg = "ADDRESS+SIZE",
         .help = "system memory for the trace, when the tree gives none",
         .string = &o.buffer},
        {.name = "pib",
         .arg = "PIBMODE",
         .help = "PIB sinks: manchester, uart, or 1, 2, 4, 8, 16 pins, then :DIVIDER, :center (4)",
         .string = &o.pib},
        {.name = "stop-on-wrap",
         .help = "RAM sinks stop when they are full",
         .flag = &o.stop_on_wrap},
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "--io HOW --dtb FILE [OPTION]...",
        .text = "Program the trace components of a live target and start them: sinks, funnels, "
                "encoders. The harts keep\n"
                "running. By default there is a synchronizing message every 256 messages, so that "
                "a buffer that\n"
                "wraps can be decoded. A value that is not granted is reported. Starting a running "
                "trace does nothing.",
        .example = "  hartrace start --io openocd:localhost:6666 --dtb T.dtb --sink ramsink-0",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
        .more = te_print_decoder_params,
    };
    const char *none[1];
    int n = tool_parse(&usage, argc, argv, none, 1);
    if (n != 0) {
        return n == TOOL_PARSE_HELP ? TOOL_OK
               : n > 0              ? tool_fail(verb, none[0], "this verb takes no operand")
                                    : TOOL_CANNOT;
    }
    o.t = target_open(verb, &o.target);
    int status = o.t != NULL ? start(&o) : TOOL_CANNOT;
    target_close(o.t);
    return status;
}
