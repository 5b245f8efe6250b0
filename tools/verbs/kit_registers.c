/* SPDX-License-Identifier: Apache-2.0 */
/* Verb kit: the registers of live trace components. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host.h"
#include "interrupt.h"
#include "kit.h"

static const char verb[] = "kit";

enum {
    PAUSE_MS = 10, /* in which a hart runs */
    RUN_CYCLES = 3000,
};

/* The target, of whatever kind. It points into itself. */
struct live {
    struct kit_platform sim;
    struct htt_target built_in; /* over sim */
    struct target *target;      /* or this */
    struct htt_target *live;    /* one of the two */
    struct kit_capture capture;
    struct htk_registers_sum sum;
};

/* ---- the target ---- */

static bool is_built_in(const struct kit_registers *k)
{
    return k->target.io != NULL && strncmp(k->target.io, "builtin:", 8) == 0;
}

static int open_built_in(struct live *l, struct kit_registers *k, char **argv)
{
    const char *what = k->target.io + 8;
    if (strcmp(what, "rtl") == 0) {
        k->fabric.cfg.platform = "systemc";
        k->fabric.cfg.impl = "rtl";
    } else if (strcmp(what, "model") != 0) {
        return tool_fail(verb, NULL, "--io %s: unknown; it is builtin:model, builtin:rtl or %s",
                         k->target.io, TARGET_IO_HELP);
    }
    int status = fabric_open(&k->fabric, verb, argv);
    status = status == 0 ? kit_platform_open(&l->sim, verb, k) : status;
    if (status != 0) {
        return status;
    }
    const struct htt_options how = {.port = &l->sim.io.io, .read_only = k->read_only};
    l->live = &l->built_in;
    l->capture.platform = &l->sim;
    return htt_open(l->live, tool_host(verb), l->sim.tree.tree, &how);
}

static int open_target(struct live *l, struct kit_registers *k, char **argv)
{
    if (is_built_in(k)) {
        return open_built_in(l, k, argv);
    }
    if (k->params->n > 0) {
        return tool_fail(verb, NULL, "--param is for --io builtin:model and builtin:rtl");
    }
    k->target.looking = k->read_only;
    l->target = target_open(verb, &k->target);
    l->live = l->target != NULL ? &l->target->live : NULL;
    return l->target != NULL ? 0 : TOOL_CANNOT;
}

static void close_target(struct live *l)
{
    if (l->live == &l->built_in) {
        htt_close(&l->built_in);
    }
    kit_platform_close(&l->sim);
    target_close(l->target);
}

/* ---- what the library asks for ---- */

static bool run_harts(void *ctx)
{
    const struct live *l = ctx;
    if (l->capture.platform != NULL) {
        kit_platform_run(l->capture.platform, RUN_CYCLES);
    } else {
        const struct timespec pause = {.tv_nsec = PAUSE_MS * 1000000L};
        (void)nanosleep(&pause, NULL);
    }
    return true;
}

static bool halt_hart(void *ctx, unsigned encoder, bool halted)
{
    const struct live *l = ctx;
    const struct topology_hart *hart = &l->live->tree->component[encoder].hart;
    return hart->present && kit_platform_halt(l->capture.platform, hart->index, halted);
}

static bool capture(void *ctx, struct htk_verdicts *v)
{
    struct live *l = ctx;
    return kit_capture(&l->capture, v);
}

static const char *reason(void *ctx)
{
    const struct live *l = ctx;
    return htt_io_message(&l->live->way);
}

/* ---- the verdicts ---- */

static void show(const void *ctx)
{
    const struct live *l = ctx;
    htk_registers_print(&l->sum, stdout);
    if (l->capture.messages > 0) {
        printf("capture: %u message%s decoded\n", l->capture.messages, htr_s(l->capture.messages));
    }
}

static int report(const struct live *l, const struct kit_registers *k, const struct kit_reports *to,
                  const struct htk_verdicts *v, int status)
{
    static const char *const states[] = {
        [HTK_COMPONENT_LEFT_OUT] = "left out",
        [HTK_COMPONENT_LOOKED_AT] = "looked at",
        [HTK_COMPONENT_ASLEEP] = "in reset",
        [HTK_COMPONENT_LOST] = "lost",
    };
    struct htk_run_part part[TOPOLOGY_MAX_COMPONENTS];
    for (unsigned i = 0; i < l->sum.n; i++) {
        const struct htk_component *c = &l->sum.component[i];
        part[i] = (struct htk_run_part){.name = c->name,
                                        .kind = c->kind,
                                        .state = states[c->state],
                                        .base = c->base,
                                        .held = c->held,
                                        .broken = c->broken,
                                        .impl = c->impl,
                                        .rules = c->rules,
                                        .why = c->state == HTK_COMPONENT_LOST ? c->why : NULL};
    }
    const struct htk_run run = {.kit = "registers",
                                .device = l->live->tree->ncomponents > 0 ? "live components" : "",
                                .command = k->target.io,
                                .streams = l->sum.traces,
                                .part = part,
                                .nparts = l->sum.n};
    return kit_report(to, v, &run, status, show, l);
}

static int hold(struct live *l, const struct kit_registers *k, const struct kit_reports *to)
{
    struct htk_verdicts *v = htk_verdicts_new_for(HTK_REGISTERS);
    if (v == NULL) {
        return tool_fail(verb, NULL, "not enough memory");
    }
    const bool code = l->capture.platform != NULL || htr_code_is_chosen(&k->code);
    const struct htk_registers_options o = {
        .tree = l->live->tree,
        .io = &l->live->io,
        .only = k->only,
        .read_only = k->read_only,
        .run = code ? run_harts : NULL,
        .halt = l->capture.platform != NULL ? halt_hart : NULL,
        .then = code ? capture : NULL,
        .reason = reason,
        .ctx = l,
    };
    l->capture.verb = verb;
    l->capture.live = l->live;
    l->capture.code = &k->code;
    interrupt_install();
    const int status = htk_registers_run(&o, v, tool_host(verb), &l->sum);
    const int result = report(l, k, to, v, status);
    htk_verdicts_free(v);
    return result;
}

int kit_registers(struct kit_registers *k, const struct kit_reports *to, char **argv)
{
    struct live *l = calloc(1, sizeof *l);
    if (l == NULL) {
        return tool_fail(verb, NULL, "not enough memory");
    }
    const char *io = getenv("HARTRACE_IO");
    if (k->target.io == NULL) {
        k->target.io = io != NULL && io[0] != '\0' ? io : "builtin:model";
    }
    int status = open_target(l, k, argv);
    status = status == 0 ? hold(l, k, to) : TOOL_CANNOT;
    close_target(l);
    free(l);
    return is_built_in(k) ? tool_worse(status, fabric_close(&k->fabric, verb)) : status;
}
