/* SPDX-License-Identifier: Apache-2.0 */
/* Verb run: the tree of trace components, ready-made or from a device tree. */
#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "param.h"
#include "run.h"
#include "topology/topology_fdt.h"

static const char verb[] = "run";

/* --sink sram or smem, for ready-made trees. Returns the kind, or NULL. */
static const char *memory_of_sink(const struct run *r)
{
    const char *name = r->o.sinks.n == 0 ? "sram" : r->o.sinks.item[r->o.sinks.n - 1];
    return strcmp(name, "sram") == 0 || strcmp(name, "smem") == 0 ? name : NULL;
}

static int open_ready(struct run *r, unsigned xlen)
{
    const char *memory = memory_of_sink(r);
    if (r->o.harts == 0 || r->o.harts > SIM_MAX_HARTS) {
        return tool_fail(verb, NULL, "--harts %llu: out of range; 1 to %d",
                         (unsigned long long)r->o.harts, SIM_MAX_HARTS);
    }
    if (memory == NULL && strcmp(r->o.sinks.item[r->o.sinks.n - 1], "ramsink-0") != 0) {
        return tool_fail(verb, NULL, "--sink %s: unknown sink; without --dtb it is sram or smem",
                         r->o.sinks.item[r->o.sinks.n - 1]);
    }
    if (r->o.sink_size < 64 || r->o.sink_size > (UINT64_C(64) << 20) || r->o.sink_size % 16 != 0) {
        return tool_fail(verb, NULL,
                         "--sink-size %llu: out of range; 64 to 67108864 bytes, a multiple of 16",
                         (unsigned long long)r->o.sink_size);
    }
    if (sim_tree_ready(&r->ready, (unsigned)r->o.harts, xlen) != SIM_PLATFORM_OK) {
        return tool_fail(verb, NULL, "the tree cannot be made");
    }
    r->tree = &r->ready.t;
    struct topology_extra *sink = &r->tree->component[r->tree->ncomponents - 1].extra;
    if (memory == NULL || memory[1] == 'r') {
        sink->sram_bytes = (uint32_t)r->o.sink_size;
    } else { /* at the end of the RAM */
        sink->smem =
            (struct topology_range){SIM_RAM_BASE + SIM_RAM_SIZE - r->o.sink_size, r->o.sink_size};
    }
    return 0;
}

static int open_dtb(struct run *r)
{
    struct input file = {0};
    struct topology_problem why;
    if (r->o.harts != 0) {
        return tool_fail(verb, NULL,
                         "--harts and --dtb: the tree tells how many; leave --harts out");
    }
    if (input_load(&file, verb, r->o.dtb) != 0) {
        return TOOL_CANNOT;
    }
    size_t size = file.size;
    r->dtb = malloc(size + 8);
    if (r->dtb != NULL) {
        memcpy(r->dtb, file.bytes, size);
    }
    input_free(&file);
    if (r->dtb == NULL) {
        return tool_fail(verb, r->o.dtb, "no memory for %zu bytes", size);
    }
    r->tree = &r->dtb_tree;
    topology_init(r->tree, r->dtb_component, TOPOLOGY_MAX_COMPONENTS, r->dtb_link,
                  TOPOLOGY_MAX_LINKS);
    if (topology_read_fdt(r->tree, r->dtb, size, &why) != TOPOLOGY_OK) {
        return tool_fail(verb, r->o.dtb, "%s%s%s", why.path, why.path[0] != '\0' ? ": " : "",
                         why.text);
    }
    if (r->tree->memory.size != 0 && r->tree->memory.base != SIM_RAM_BASE) {
        return tool_fail(verb, r->o.dtb, "the memory node must begin at 0x%llx",
                         (unsigned long long)SIM_RAM_BASE);
    }
    return 0;
}

/* What a register leaves undefined is as --param garbage says, everywhere. */
static void set_undef(const struct run *r, enum topology_kind kind, struct sim_component_cfg *c)
{
    const struct trm_encoder_cfg *m = &r->te.model;
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
static int apply_params(const struct run *r, struct trm_encoder_cfg *cfg)
{
    struct te_options te = r->te;
    int status = 0;
    te.model = *cfg;
    for (unsigned i = 0; i < r->o.params.n && status == 0; i++) {
        status = param_set(&te, verb, r->o.params.item[i]);
    }
    *cfg = te.model;
    return status;
}

int run_tree_open(struct run *r)
{
    struct sim_message why;
    if (r->o.dtb == NULL && r->o.harts == 0) {
        r->o.harts = 1;
    }
    int status = r->o.dtb != NULL ? open_dtb(r) : open_ready(r, r->te.model.xlen);
    if (status != 0) {
        return status;
    }
    if (r->tree->nharts == 0 || r->tree->nharts > SIM_MAX_HARTS) {
        return tool_fail(verb, r->o.dtb, "%u harts; the platform can have 1 to %d",
                         (unsigned)r->tree->nharts, SIM_MAX_HARTS);
    }
    r->component = calloc(r->tree->ncomponents, sizeof *r->component);
    if (r->component == NULL) {
        return tool_fail(verb, NULL, "not enough memory");
    }
    for (unsigned i = 0; i < r->tree->ncomponents && status == 0; i++) {
        enum topology_kind kind = r->tree->component[i].kind;
        if (sim_tree_component(r->tree, i, &r->te.model, &r->component[i], &why) !=
            SIM_PLATFORM_OK) {
            return tool_fail(verb, r->o.dtb, "%s", why.text);
        }
        if (kind == TOPOLOGY_ENCODER) {
            status = apply_params(r, &r->component[i].u.encoder);
        }
        set_undef(r, kind, &r->component[i]);
    }
    return status;
}

void run_tree_close(struct run *r)
{
    free(r->component);
    free(r->dtb);
}
