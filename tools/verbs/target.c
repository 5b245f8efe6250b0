/* SPDX-License-Identifier: Apache-2.0 */
/* A live target: its tree, the way to its registers, the drivers. */
#include "target.h"

#include <stdlib.h>
#include <string.h>

#include "host.h"

/* ---- a simulated platform, without a program ---- */

uint8_t target_xlen(const struct topology *t)
{
    for (unsigned i = 0; i < t->ncomponents; i++) {
        if (t->component[i].hart.present && t->component[i].hart.xlen != 0) {
            return t->component[i].hart.xlen;
        }
    }
    return 64;
}

static int open_sim(struct target *t, const char *verb, const struct target_options *o)
{
    static const struct htr_list none;
    const struct hts_tree_cfg tree = {
        .dtb = o->dtb, .read = &t->dtb, .sinks = &none, .params = &none};
    struct htr_settings te;
    struct sim_platform_cfg cfg;
    struct sim_message why;
    if (htr_settings_parse(&te, tool_host(verb), NULL, &none, &none) != 0 ||
        hts_tree_open(&t->sim_tree, tool_host(verb), &tree, &te) != 0) {
        return TOOL_CANNOT;
    }
    sim_platform_cfg_init(&cfg);
    cfg.hart.xlen = target_xlen(&t->dtb.tree);
    cfg.tree = t->sim_tree.tree;
    cfg.component = t->sim_tree.component;
    if (sim_platform_create(&cfg, &t->platform, &why) != SIM_PLATFORM_OK) {
        return tool_fail(verb, o->dtb, "%s", why.text);
    }
    hts_io_init(&t->sim, t->platform, NULL);
    return 0;
}

/* ---- open ---- */

static int open_all(struct target *t, const char *verb, const struct target_options *o)
{
    struct htt_options how = {
        .way = {.io = o->io, .slow_bus = o->slow_bus, .halt_for_access = o->abstract},
        .read_only = o->looking,
    };
    if (o->io == NULL || o->dtb == NULL) {
        return tool_fail(verb, NULL,
                         "%s (or %s in the environment); for example --io openocd:localhost:6666 "
                         "--dtb T.dtb",
                         o->io == NULL ? "--io is needed" : "--dtb is needed",
                         o->io == NULL ? "HARTRACE_IO" : "HARTRACE_DTB");
    }
    int status = htr_dtb_open(&t->dtb, tool_host(verb), o->dtb);
    if (status == 0 && o->before != NULL) {
        status = o->before(o->ctx, &t->dtb.tree);
    }
    if (status == 0 && strcmp(o->io, "sim") == 0) {
        status = open_sim(t, verb, o);
        how.port = &t->sim.io;
    } else if (status == 0 && !htt_io_known(o->io)) {
        return tool_fail(verb, NULL, "--io %s: unknown; it is %s", o->io, TARGET_IO_HELP);
    }
    return status == 0 ? htt_open(&t->live, tool_host(verb), &t->dtb.tree, &how) : status;
}

/* An option that was not given, from the environment; an empty variable is none. */
static const char *or_environment(const char *option, const char *name)
{
    const char *value = option != NULL ? option : getenv(name);
    return value != NULL && value[0] != '\0' ? value : NULL;
}

struct target *target_open(const char *verb, const struct target_options *given)
{
    struct target *t = calloc(1, sizeof *t);
    struct target_options o = *given;
    o.io = or_environment(o.io, "HARTRACE_IO");
    o.dtb = or_environment(o.dtb, "HARTRACE_DTB");
    if (t == NULL) {
        (void)tool_fail(verb, NULL, "not enough memory");
        return NULL;
    }
    if (open_all(t, verb, &o) != 0) {
        target_close(t);
        return NULL;
    }
    return t;
}

void target_close(struct target *t)
{
    if (t == NULL) {
        return;
    }
    htt_close(&t->live);
    sim_platform_destroy(t->platform);
    hts_tree_close(&t->sim_tree);
    htr_dtb_close(&t->dtb);
    free(t);
}

int target_may_stop(const struct target *t, const char *verb, bool active, bool stop)
{
    return !active || !htt_running(&t->live) || stop
               ? TOOL_OK
               : tool_fail(verb, NULL,
                           "the trace is still running; hartrace stop first, or --stop");
}
