/* SPDX-License-Identifier: Apache-2.0 */
/* The tree of trace components of a simulated platform, ready-made or from a device tree. */
#include <stdlib.h>
#include <string.h>

#include "htr/htr_settings.h"
#include "sim/sim_param.h"
#include "tree.h"
#include "host.h"

/* --sink sram or smem, for ready-made trees. Returns the kind, or NULL. */
static const char *memory_of_sink(const struct tree_options *o)
{
    const char *name = o->sinks->n == 0 ? "sram" : o->sinks->item[o->sinks->n - 1];
    return strcmp(name, "sram") == 0 || strcmp(name, "smem") == 0 ? name : NULL;
}

static int open_ready(struct tool_tree *t, const struct tree_options *o, unsigned harts,
                      unsigned xlen)
{
    const char *memory = memory_of_sink(o);
    if (harts == 0 || harts > SIM_MAX_HARTS) {
        return tool_fail(o->verb, NULL, "--harts %llu: out of range; 1 to %d",
                         (unsigned long long)o->harts, SIM_MAX_HARTS);
    }
    if (memory == NULL && strcmp(o->sinks->item[o->sinks->n - 1], "ramsink-0") != 0) {
        return tool_fail(o->verb, NULL, "--sink %s: unknown sink; without --dtb it is sram or smem",
                         o->sinks->item[o->sinks->n - 1]);
    }
    if (o->sink_size < 64 || o->sink_size > (UINT64_C(64) << 20) || o->sink_size % 16 != 0) {
        return tool_fail(o->verb, NULL,
                         "--sink-size %llu: out of range; 64 to 67108864 bytes, a multiple of 16",
                         (unsigned long long)o->sink_size);
    }
    if (sim_tree_ready(&t->ready, harts, xlen) != SIM_PLATFORM_OK) {
        return tool_fail(o->verb, NULL, "the tree cannot be created");
    }
    t->tree = &t->ready.t;
    struct topology_extra *sink = &t->tree->component[t->tree->ncomponents - 1].extra;
    if (memory == NULL || memory[1] == 'r') {
        sink->sram_bytes = (uint32_t)o->sink_size;
    } else { /* at the end of the RAM */
        sink->smem =
            (struct topology_range){SIM_RAM_BASE + SIM_RAM_SIZE - o->sink_size, o->sink_size};
    }
    return 0;
}

static int open_dtb(struct tool_tree *t, const struct tree_options *o)
{
    if (o->harts != 0) {
        return tool_fail(
            o->verb, NULL,
            "--harts and --dtb: the tree gives the number of harts; leave --harts out");
    }
    int status = o->read == NULL ? htr_dtb_open(&t->dtb, tool_host(o->verb), o->dtb)
                                 : htr_dtb_parse(&t->dtb, tool_host(o->verb), o->dtb, o->read->blob,
                                                 o->read->size);
    if (status != 0) {
        return status;
    }
    t->tree = &t->dtb.tree;
    if (t->tree->memory.size != 0 && t->tree->memory.base != SIM_RAM_BASE) {
        return tool_fail(o->verb, o->dtb, "the memory node must begin at 0x%llx",
                         (unsigned long long)SIM_RAM_BASE);
    }
    return 0;
}

/* What a register leaves undefined is as --param garbage says, everywhere. */
static void set_undef(const struct trm_encoder_cfg *m, enum topology_kind kind,
                      struct sim_component_cfg *c)
{
    const struct sim_garbage g = sim_param_garbage(kind, c);
    if (g.undef != NULL) {
        *g.undef = m->undef;
        *g.seed = kind == TOPOLOGY_FUNNEL ? m->seed + 1 : m->seed;
    }
}

/* ---- parameters of the command line: they have the last word ---- */

static const char *dot_of(const char *assignment)
{
    size_t n = strcspn(assignment, "=");
    return memchr(assignment, '.', n);
}

void tree_split_params(const struct htr_list *params, struct htr_list *general)
{
    general->n = 0;
    for (unsigned i = 0; i < params->n; i++) {
        if (dot_of(params->item[i]) == NULL) {
            general->item[general->n++] = params->item[i];
        }
    }
}

/* Is WHICH.NAME=VALUE for this component? */
static bool is_for(const struct topology *t, unsigned component, const char *assignment)
{
    char name[TOPOLOGY_NAME_MAX];
    const char *const names[] = {topology_kind_name(t->component[component].kind),
                                 topology_name(t, component, name)};
    const size_t n = (size_t)(dot_of(assignment) - assignment);
    for (unsigned i = 0; i < 2; i++) {
        if (strlen(names[i]) == n && strncmp(names[i], assignment, n) == 0) {
            return true;
        }
    }
    return false;
}

/* Those without a dot, which are for all encoders. */
static int apply_general(const struct tree_options *o, const struct htr_settings *base,
                         struct trm_encoder_cfg *cfg)
{
    struct htr_list general;
    struct htr_settings te = *base;
    int status = 0;
    tree_split_params(o->params, &general);
    te_take_model(&te, cfg);
    for (unsigned i = 0; i < general.n && status == 0; i++) {
        status = htr_settings_param(&te, tool_host(o->verb), general.item[i]);
    }
    te_model(&te, cfg);
    return status;
}

/* One WHICH.NAME=VALUE, for the components that it names. */
static int apply_named(struct tool_tree *t, const struct tree_options *o, const char *assignment)
{
    struct sim_message why;
    bool any = false;
    for (unsigned i = 0; i < t->tree->ncomponents; i++) {
        if (!is_for(t->tree, i, assignment)) {
            continue;
        }
        any = true;
        if (sim_tree_param(t->tree->component[i].kind, dot_of(assignment) + 1, &t->component[i],
                           &why) != SIM_PLATFORM_OK) {
            return tool_fail(o->verb, NULL, "--param %s: %s", assignment, why.text);
        }
    }
    return any ? 0
               : tool_fail(o->verb, NULL,
                           "--param %s: no such component; it is a kind (encoder, funnel, ramsink, "
                           "pibsink, atbbridge) or a name that hartrace topo lists",
                           assignment);
}

static int apply_params(struct tool_tree *t, const struct tree_options *o)
{
    int status = 0;
    for (unsigned i = 0; i < o->params->n && status == 0; i++) {
        if (dot_of(o->params->item[i]) != NULL) {
            status = apply_named(t, o, o->params->item[i]);
        }
    }
    return status;
}

void tree_print_params(FILE *f)
{
    te_print_params(f);
    fprintf(
        f, "\nOf one component (--param NAME.PARAMETER=VALUE, funnel-1.fifo_bytes=64), or all of a "
           "kind: encoders\nthe parameters above, and\n");
    for (enum topology_kind k = TOPOLOGY_FUNNEL; k < TOPOLOGY_SINK; k++) {
        struct topology_component c = {.kind = k, .kind_told = true};
        const struct topology t = {.component = &c, .ncomponents = 1, .max_components = 1};
        struct sim_component_cfg cfg;
        size_t n;
        const struct sim_param *p = sim_params(k, &n);
        (void)sim_tree_component(&t, 0, NULL, &cfg, NULL);
        for (size_t i = 0; i < n; i++) {
            char form[64];
            snprintf(form, sizeof form, "%s.%s=%llu", topology_kind_name(k), p[i].name,
                     (unsigned long long)sim_param_fetch(&p[i], &cfg));
            fprintf(f, "  %-28s %s\n", form, p[i].help);
        }
    }
}

/* The platform has one memory: system memory of a RAM sink is a part of it. */
static int check_memory(const struct tool_tree *t, const struct tree_options *o)
{
    const struct topology_range *m = &t->tree->memory;
    uint64_t size = m->size != 0 ? m->size : SIM_RAM_SIZE;
    for (unsigned i = 0; i < t->tree->ncomponents; i++) {
        const struct topology_range *w = &t->tree->component[i].extra.smem;
        if (w->size != 0 && (w->base < SIM_RAM_BASE || w->base - SIM_RAM_BASE >= size ||
                             w->size > size - (w->base - SIM_RAM_BASE))) {
            return tool_fail(o->verb, o->dtb,
                             "%s: hartrace,smem-window, 0x%llx bytes at 0x%llx, is not in the "
                             "memory, 0x%llx bytes at 0x%llx",
                             t->tree->component[i].path, (unsigned long long)w->size,
                             (unsigned long long)w->base, (unsigned long long)size,
                             (unsigned long long)SIM_RAM_BASE);
        }
    }
    return 0;
}

/* --param xlen, for a program of another width. */
static int check_xlen(const struct tool_tree *t, const struct tree_options *o, unsigned xlen)
{
    for (unsigned i = 0; i < t->tree->ncomponents; i++) {
        if (t->tree->component[i].kind == TOPOLOGY_ENCODER &&
            t->component[i].u.encoder.xlen != xlen && o->params->n > 0) {
            return tool_fail(o->verb, NULL,
                             "--param xlen=%u contradicts the program, which is RV%u; leave it out",
                             (unsigned)t->component[i].u.encoder.xlen, xlen);
        }
    }
    return 0;
}

int tree_open(struct tool_tree *t, const struct tree_options *o, const struct htr_settings *te)
{
    struct sim_message why;
    struct trm_encoder_cfg model;
    unsigned harts = o->harts == 0 ? 1 : o->harts > SIM_MAX_HARTS ? 0 : (unsigned)o->harts;
    int status = o->dtb != NULL ? open_dtb(t, o) : open_ready(t, o, harts, te->encoder.xlen);
    if (status != 0) {
        return status;
    }
    status = check_memory(t, o);
    if (status != 0) {
        return status;
    }
    if (t->tree->nharts == 0 || t->tree->nharts > SIM_MAX_HARTS) {
        return tool_fail(o->verb, o->dtb, "%u harts; the platform can have 1 to %d",
                         (unsigned)t->tree->nharts, SIM_MAX_HARTS);
    }
    te_model(te, &model);
    t->component = calloc(t->tree->ncomponents, sizeof *t->component);
    if (t->component == NULL) {
        return tool_fail(o->verb, NULL, "not enough memory");
    }
    for (unsigned i = 0; i < t->tree->ncomponents && status == 0; i++) {
        enum topology_kind kind = t->tree->component[i].kind;
        if (sim_tree_component(t->tree, i, &model, &t->component[i], &why) != SIM_PLATFORM_OK) {
            return tool_fail(o->verb, o->dtb, "%s", why.text);
        }
        if (kind == TOPOLOGY_ENCODER) {
            status = apply_general(o, te, &t->component[i].u.encoder);
        }
        set_undef(&model, kind, &t->component[i]);
    }
    status = status == 0 ? apply_params(t, o) : status;
    return status == 0 ? check_xlen(t, o, te->encoder.xlen) : status;
}

bool tree_has(const struct tool_tree *t, enum topology_kind kind)
{
    for (unsigned i = 0; i < t->tree->ncomponents; i++) {
        if (t->tree->component[i].kind == kind) {
            return true;
        }
    }
    return false;
}

void tree_close(struct tool_tree *t)
{
    free(t->component);
    htr_dtb_close(&t->dtb);
}
