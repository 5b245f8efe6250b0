/* SPDX-License-Identifier: Apache-2.0 */
/* The tree of trace components of a simulated platform, ready-made or from a device tree. */
#include "hts/hts_tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/sim_param.h"

#define TO_MODEL(type, member, name, least, most, accepts, help)                                   \
    cfg->member = settings->encoder.member;
#define TAKE_MODEL(type, member, name, least, most, accepts, help)                                 \
    settings->encoder.member = cfg->member;

void hts_model_of(const struct htr_settings *settings, struct trm_encoder_cfg *cfg)
{
    trm_encoder_cfg_init(cfg);
    TRM_ENCODER_PARAMS(TO_MODEL, TO_MODEL)
    cfg->undef = settings->extra.garbage != 0 ? TRM_UNDEF_GARBAGE : TRM_UNDEF_ZERO;
    cfg->seed = settings->extra.garbage;
    cfg->etrace = cfg->etrace || htr_settings_is_etrace(settings);
}

void hts_model_take(struct htr_settings *settings, const struct trm_encoder_cfg *cfg)
{
    TRM_ENCODER_PARAMS(TAKE_MODEL, TAKE_MODEL)
}

/* --sink sram or smem, for ready-made trees. Returns the kind, or NULL. */
static const char *memory_of_sink(const struct hts_tree_cfg *o)
{
    const char *name = o->sinks->n == 0 ? "sram" : o->sinks->item[o->sinks->n - 1];
    return strcmp(name, "sram") == 0 || strcmp(name, "smem") == 0 ? name : NULL;
}

static int open_ready(struct htr_host *host, struct hts_tree *t, const struct hts_tree_cfg *o,
                      unsigned harts, unsigned xlen)
{
    const char *memory = memory_of_sink(o);
    if (harts == 0 || harts > SIM_MAX_HARTS) {
        return htr_fail(host, HTR_ERR_RANGE, NULL, "--harts %llu: out of range; 1 to %d",
                        (unsigned long long)o->harts, SIM_MAX_HARTS);
    }
    if (memory == NULL && strcmp(o->sinks->item[o->sinks->n - 1], "ramsink-0") != 0) {
        return htr_fail(host, HTR_ERR_ARG, NULL,
                        "--sink %s: unknown sink; without --dtb it is sram or smem",
                        o->sinks->item[o->sinks->n - 1]);
    }
    if (o->sink_size < 64 || o->sink_size > (UINT64_C(64) << 20) || o->sink_size % 16 != 0) {
        return htr_fail(host, HTR_ERR_RANGE, NULL,
                        "--sink-size %llu: out of range; 64 to 67108864 bytes, a multiple of 16",
                        (unsigned long long)o->sink_size);
    }
    if (sim_tree_ready(&t->ready, harts, xlen) != SIM_PLATFORM_OK) {
        return htr_fail(host, HTR_ERR_FORMAT, NULL, "the tree cannot be created");
    }
    t->tree = &t->ready.t;
    struct topology_extra *sink = &t->tree->component[t->tree->ncomponents - 1].extra;
    if (memory == NULL || memory[1] == 'r') {
        sink->sram_bytes = (uint32_t)o->sink_size;
    } else { /* at the end of the RAM */
        sink->smem =
            (struct topology_range){SIM_RAM_BASE + SIM_RAM_SIZE - o->sink_size, o->sink_size};
    }
    return HTR_OK;
}

static int open_dtb(struct htr_host *host, struct hts_tree *t, const struct hts_tree_cfg *o)
{
    if (o->harts != 0) {
        return htr_fail(host, HTR_ERR_CONFLICT, NULL,
                        "--harts and --dtb: the tree gives the number of harts; leave --harts out");
    }
    int status = o->read == NULL
                     ? htr_dtb_open(&t->dtb, host, o->dtb)
                     : htr_dtb_parse(&t->dtb, host, o->dtb, o->read->blob, o->read->size);
    if (status != HTR_OK) {
        return status;
    }
    t->tree = &t->dtb.tree;
    if (t->tree->memory.size != 0 && t->tree->memory.base != SIM_RAM_BASE) {
        return htr_fail(host, HTR_ERR_CONFLICT, o->dtb, "the memory node must begin at 0x%llx",
                        (unsigned long long)SIM_RAM_BASE);
    }
    return HTR_OK;
}

/* Undefined register fields follow --param garbage, everywhere. */
static void set_undef(const struct trm_encoder_cfg *m, enum topology_kind kind,
                      struct sim_component_cfg *c)
{
    const struct sim_garbage g = sim_param_garbage(kind, c);
    if (g.undef != NULL) {
        *g.undef = m->undef;
        *g.seed = kind == TOPOLOGY_FUNNEL ? m->seed + 1 : m->seed;
    }
}

/* ---- parameters of the command line, which take precedence ---- */

static const char *dot_of(const char *assignment)
{
    size_t n = strcspn(assignment, "=");
    return memchr(assignment, '.', n);
}

void hts_tree_split_params(const struct htr_list *params, struct htr_list *general)
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
static int apply_general(struct htr_host *host, const struct hts_tree_cfg *o,
                         const struct htr_settings *base, struct trm_encoder_cfg *cfg)
{
    struct htr_list general;
    struct htr_settings te = *base;
    int status = HTR_OK;
    hts_tree_split_params(o->params, &general);
    hts_model_take(&te, cfg);
    for (unsigned i = 0; i < general.n && status == HTR_OK; i++) {
        status = htr_settings_param(&te, host, general.item[i]);
    }
    hts_model_of(&te, cfg);
    return status;
}

/* One WHICH.NAME=VALUE, for the components that it names. */
static int apply_named(struct htr_host *host, struct hts_tree *t, const char *assignment)
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
            return htr_fail(host, HTR_ERR_ARG, NULL, "--param %s: %s", assignment, why.text);
        }
    }
    return any ? HTR_OK
               : htr_fail(host, HTR_ERR_MISSING, NULL,
                          "--param %s: no such component; it is a kind (encoder, funnel, ramsink, "
                          "pibsink, atbbridge) or a name that hartrace topo lists",
                          assignment);
}

static int apply_params(struct htr_host *host, struct hts_tree *t, const struct hts_tree_cfg *o)
{
    int status = HTR_OK;
    for (unsigned i = 0; i < o->params->n && status == HTR_OK; i++) {
        if (dot_of(o->params->item[i]) != NULL) {
            status = apply_named(host, t, o->params->item[i]);
        }
    }
    return status;
}

void hts_tree_write_params(FILE *f)
{
    for (enum topology_kind k = TOPOLOGY_FUNNEL; k < TOPOLOGY_SINK; k++) {
        struct topology_component c = {.kind = k, .kind_told = true};
        const struct topology t = {.component = &c, .ncomponents = 1, .max_components = 1};
        struct sim_component_cfg cfg;
        size_t n;
        const struct sim_param *p = sim_params(k, &n);
        if (sim_tree_component(&t, 0, NULL, &cfg, NULL) != SIM_PLATFORM_OK) {
            continue;
        }
        for (size_t i = 0; i < n; i++) {
            char form[64];
            snprintf(form, sizeof form, "%s.%s=%llu", topology_kind_name(k), p[i].name,
                     (unsigned long long)sim_param_fetch(&p[i], &cfg));
            fprintf(f, "  %-28s %s\n", form, p[i].help);
        }
    }
}

/* The platform has one memory: system memory of a RAM sink is a part of it. */
static int check_memory(struct htr_host *host, const struct hts_tree *t,
                        const struct hts_tree_cfg *o)
{
    const struct topology_range *m = &t->tree->memory;
    uint64_t size = m->size != 0 ? m->size : SIM_RAM_SIZE;
    for (unsigned i = 0; i < t->tree->ncomponents; i++) {
        const struct topology_range *w = &t->tree->component[i].extra.smem;
        if (w->size != 0 && (w->base < SIM_RAM_BASE || w->base - SIM_RAM_BASE >= size ||
                             w->size > size - (w->base - SIM_RAM_BASE))) {
            return htr_fail(host, HTR_ERR_CONFLICT, o->dtb,
                            "%s: hartrace,smem-window, 0x%llx bytes at 0x%llx, is not in the "
                            "memory, 0x%llx bytes at 0x%llx",
                            t->tree->component[i].path, (unsigned long long)w->size,
                            (unsigned long long)w->base, (unsigned long long)size,
                            (unsigned long long)SIM_RAM_BASE);
        }
    }
    return HTR_OK;
}

/* --param xlen, for a program of another width. */
static int check_xlen(struct htr_host *host, const struct hts_tree *t, const struct hts_tree_cfg *o,
                      unsigned xlen)
{
    for (unsigned i = 0; i < t->tree->ncomponents; i++) {
        if (t->tree->component[i].kind == TOPOLOGY_ENCODER &&
            t->component[i].u.encoder.xlen != xlen && o->params->n > 0) {
            return htr_fail(host, HTR_ERR_CONFLICT, NULL,
                            "--param xlen=%u contradicts the program, which is RV%u; leave it out",
                            (unsigned)t->component[i].u.encoder.xlen, xlen);
        }
    }
    return HTR_OK;
}

/* Does E-Trace come out of the component, or into it: from an encoder that was asked for it, or has
 * nothing else? */
static bool carries_etrace(const struct hts_tree *t, unsigned i, bool asked)
{
    const struct trm_encoder_cfg *encoder = &t->component[i].u.encoder;
    bool found = t->tree->component[i].kind == TOPOLOGY_ENCODER &&
                 ((asked && encoder->etrace) || !encoder->ntrace);
    for (unsigned k = 0; k < t->tree->nlinks && !found; k++) {
        const struct topology_link *l = &t->tree->link[k];
        found = l->dst == i && carries_etrace(t, l->src, asked);
    }
    return found;
}

/* Sinks of E-Trace: what they fill with, and how they synchronize. */
static void set_sinks(struct hts_tree *t, bool asked)
{
    for (unsigned i = 0; i < t->tree->ncomponents; i++) {
        const enum topology_kind kind = t->tree->component[i].kind;
        struct sim_component_cfg *c = &t->component[i];
        if (kind == TOPOLOGY_RAMSINK && carries_etrace(t, i, asked)) {
            c->u.ramsink.etrace = true;
            c->u.ramsink.async = true;
        } else if (kind == TOPOLOGY_PIBSINK && carries_etrace(t, i, asked)) {
            c->u.pibsink.etrace = true;
            c->u.pibsink.async = true;
        } else if (kind == TOPOLOGY_ATBBRIDGE && carries_etrace(t, i, asked)) {
            c->u.atbbridge.etrace = true;
            c->u.atbbridge.async = true;
        }
    }
}

int hts_tree_open(struct hts_tree *t, struct htr_host *host, const struct hts_tree_cfg *o,
                  const struct htr_settings *settings)
{
    struct sim_message why;
    struct trm_encoder_cfg model;
    unsigned harts = o->harts == 0 ? 1 : o->harts > SIM_MAX_HARTS ? 0 : (unsigned)o->harts;
    int status = o->dtb != NULL ? open_dtb(host, t, o)
                                : open_ready(host, t, o, harts, settings->encoder.xlen);
    if (status != HTR_OK) {
        return status;
    }
    status = check_memory(host, t, o);
    if (status != HTR_OK) {
        return status;
    }
    if (t->tree->nharts == 0 || t->tree->nharts > SIM_MAX_HARTS) {
        return htr_fail(host, HTR_ERR_RANGE, o->dtb, "%u harts; the platform can have 1 to %d",
                        (unsigned)t->tree->nharts, SIM_MAX_HARTS);
    }
    hts_model_of(settings, &model);
    t->component = calloc(t->tree->ncomponents, sizeof *t->component);
    if (t->component == NULL) {
        return htr_fail(host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    for (unsigned i = 0; i < t->tree->ncomponents && status == HTR_OK; i++) {
        enum topology_kind kind = t->tree->component[i].kind;
        if (sim_tree_component(t->tree, i, &model, &t->component[i], &why) != SIM_PLATFORM_OK) {
            return htr_fail(host, HTR_ERR_FORMAT, o->dtb, "%s", why.text);
        }
        if (kind == TOPOLOGY_ENCODER) {
            status = apply_general(host, o, settings, &t->component[i].u.encoder);
        }
        set_undef(&model, kind, &t->component[i]);
    }
    status = status == HTR_OK ? apply_params(host, t, o) : status;
    if (status == HTR_OK) {
        set_sinks(t, htr_settings_is_etrace(settings));
    }
    return status == HTR_OK ? check_xlen(host, t, o, settings->encoder.xlen) : status;
}

bool hts_tree_has(const struct hts_tree *t, enum topology_kind kind)
{
    for (unsigned i = 0; i < t->tree->ncomponents; i++) {
        if (t->tree->component[i].kind == kind) {
            return true;
        }
    }
    return false;
}

void hts_tree_close(struct hts_tree *t)
{
    free(t->component);
    htr_dtb_close(&t->dtb);
}
