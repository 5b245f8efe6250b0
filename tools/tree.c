/* SPDX-License-Identifier: Apache-2.0 */
/* The tree of trace components of a simulated platform, ready-made or from a device tree. */
#include <stdlib.h>
#include <string.h>

#include "param.h"
#include "tree.h"

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
        return tool_fail(o->verb, NULL, "the tree cannot be made");
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
        return tool_fail(o->verb, NULL,
                         "--harts and --dtb: the tree tells how many; leave --harts out");
    }
    int status = o->read == NULL
                     ? dtb_open(&t->dtb, o->verb, o->dtb)
                     : dtb_parse(&t->dtb, o->verb, o->dtb, o->read->blob, o->read->size);
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
    switch (kind) {
    case TOPOLOGY_ENCODER:
        c->u.encoder.undef = m->undef;
        c->u.encoder.seed = m->seed;
        break;
    case TOPOLOGY_FUNNEL:
        c->u.funnel.undef = m->undef;
        c->u.funnel.seed = m->seed + 1;
        break;
    case TOPOLOGY_RAMSINK:
        c->u.ramsink.undef = m->undef;
        c->u.ramsink.seed = m->seed;
        break;
    case TOPOLOGY_PIBSINK:
        c->u.pibsink.undef = m->undef;
        c->u.pibsink.seed = m->seed;
        break;
    default:
        c->u.atb.bridge.undef = m->undef;
        c->u.atb.bridge.seed = m->seed;
        break;
    }
}

/* The command line has the last word: --param after what the tree tells of an encoder. */
static int apply_params(const struct tree_options *o, const struct te_options *base,
                        struct trm_encoder_cfg *cfg)
{
    struct te_options te = *base;
    int status = 0;
    te.model = *cfg;
    for (unsigned i = 0; i < o->params->n && status == 0; i++) {
        status = param_set(&te, o->verb, o->params->item[i]);
    }
    *cfg = te.model;
    return status;
}

int tree_open(struct tool_tree *t, const struct tree_options *o, const struct te_options *te)
{
    struct sim_message why;
    unsigned harts = o->harts == 0 ? 1 : o->harts > SIM_MAX_HARTS ? 0 : (unsigned)o->harts;
    int status = o->dtb != NULL ? open_dtb(t, o) : open_ready(t, o, harts, te->model.xlen);
    if (status != 0) {
        return status;
    }
    if (t->tree->nharts == 0 || t->tree->nharts > SIM_MAX_HARTS) {
        return tool_fail(o->verb, o->dtb, "%u harts; the platform can have 1 to %d",
                         (unsigned)t->tree->nharts, SIM_MAX_HARTS);
    }
    t->component = calloc(t->tree->ncomponents, sizeof *t->component);
    if (t->component == NULL) {
        return tool_fail(o->verb, NULL, "not enough memory");
    }
    for (unsigned i = 0; i < t->tree->ncomponents && status == 0; i++) {
        enum topology_kind kind = t->tree->component[i].kind;
        if (sim_tree_component(t->tree, i, &te->model, &t->component[i], &why) != SIM_PLATFORM_OK) {
            return tool_fail(o->verb, o->dtb, "%s", why.text);
        }
        if (kind == TOPOLOGY_ENCODER) {
            status = apply_params(o, te, &t->component[i].u.encoder);
        }
        set_undef(&te->model, kind, &t->component[i]);
    }
    return status;
}

void tree_close(struct tool_tree *t)
{
    free(t->component);
    dtb_close(&t->dtb);
}
