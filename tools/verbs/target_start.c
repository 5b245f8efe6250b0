/* SPDX-License-Identifier: Apache-2.0 */
/* Verb start: program the trace components of a live target, and let them run. */
#include <string.h>

#include "host.h"
#include "htt/htt_start.h"
#include "hts/hts_pins.h"
#include "target.h"
#include "te.h"

static const char verb[] = "start";

struct start {
    struct target_options target;
    const char *mode, *buffer, *pib;
    struct htr_list te, params;
    struct htt_start how;
    struct rvt_pibsink_cfg pibsink;
};

/* ADDRESS+SIZE. */
static int parse_buffer(struct start *o)
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
    if (!htr_number(text, &o->how.buffer_start) || !htr_number(plus + 1, &o->how.buffer_size) ||
        o->how.buffer_size == 0) {
        return tool_fail(verb, NULL, "--buffer %s: not ADDRESS+SIZE", o->buffer);
    }
    return 0;
}

static int parse_pib(struct start *o)
{
    struct hts_pib pib;
    if (o->pib == NULL) {
        return 0;
    }
    if (hts_pib_parse(&pib, tool_host(verb), o->pib) != 0) {
        return TOOL_CANNOT;
    }
    o->pibsink = (struct rvt_pibsink_cfg){
        .mode = pib.mode, .divider = pib.divider, .clk_center = pib.center, .exact = true};
    o->how.pibsink = &o->pibsink;
    return 0;
}

/* Options that need parts that the tree lacks. */
static int check_uses(const struct start *o, const struct topology *tree)
{
    bool pins = false;
    for (unsigned i = 0; i < tree->ncomponents; i++) {
        pins = pins || tree->component[i].kind == TOPOLOGY_PIBSINK;
    }
    return o->pib == NULL || pins
               ? 0
               : tool_fail(verb, o->target.dtb,
                           "--pib: this tree has no PIB sink; leave it out, or choose a tree that "
                           "has one (hartrace topo lists the sinks)");
}

static int start(struct start *o, struct target *t)
{
    bool running = false;
    int status = check_uses(o, t->live.tree);
    status = status == 0 ? htr_settings_parse(&o->how.settings, tool_host(verb), o->mode, &o->te,
                                              &o->params)
                         : status;
    status = status == 0 ? parse_buffer(o) : status;
    status = status == 0 ? parse_pib(o) : status;
    status = status == 0 ? htt_start(&t->live, &o->how, &running) : status;
    if (status == 0 && running) {
        tool_note(verb, NULL, "the trace is already running; nothing was changed");
    }
    return status;
}

int start_main(int argc, char **argv)
{
    struct start o = {.mode = NULL};
    const struct tool_option options[] = {
        TARGET_OPTIONS(o.target),
        {.name = "mode", .arg = "MODE", .choice = TE_MODES, .help = " (htm)", .string = &o.mode},
        {.name = "te", .arg = "FIELD=VALUE", .help = TE_OPTION_HELP, .list = &o.te},
        {.name = "param", .arg = "NAME=VALUE", .help = PARAM_OPTION_HELP, .list = &o.params},
        {.name = "sink",
         .arg = "[HART=]NAME",
         .help = "sink of all encoders, or of one hart's: ramsink-0, or sram, smem, pib, atb "
                 "(repeatable; the first)",
         .list = &o.how.sinks},
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
         .flag = &o.how.stop_on_wrap},
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
    struct target *t = target_open(verb, &o.target);
    int status = t != NULL ? start(&o, t) : TOOL_CANNOT;
    target_close(t);
    return status;
}
