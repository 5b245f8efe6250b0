/* SPDX-License-Identifier: Apache-2.0 */
/* From a topology to drivers of its components (TCI 1.0, Reset and Discovery). */
#include "hartrace/rvt_fdt.h"

#include <string.h>

#include "rvt_fdt_int.h"

static void copy_text(char *to, size_t size, const char *from)
{
    size_t n = 0;
    for (; n + 1 < size && from[n] != '\0'; n++) {
        to[n] = from[n];
    }
    to[n] = '\0';
}

enum rvt_status rvt_fdt_problem(const struct rvt_fdt *f, unsigned i, enum rvt_status status,
                                const char *text, struct topology_problem *problem)
{
    if (problem != NULL && status != RVT_OK) {
        copy_text(problem->path, sizeof problem->path, f->topology->component[i].path);
        copy_text(problem->text, sizeof problem->text, text != NULL ? text : rvt_strerror(status));
    }
    return status;
}

/* Make the driver of component i, of the kind that the topology says. */
static enum rvt_status init_part(struct rvt_fdt *f, unsigned i, const struct rvt_io *io)
{
    struct rvt_fdt_part *p = &f->room.parts[i];
    uint64_t base = f->topology->component[i].block.base;
    const struct topology_kind_info *kind = topology_about_kind(f->topology->component[i].kind);
    /* Of a sink of unknown kind, the first guess. */
    const uint8_t type = kind->comp_type != 0 ? kind->comp_type : (uint8_t)RVT_COMP_RAMSINK;
    memset(p, 0, sizeof *p);
    p->c = &p->as.any;
    return rvt_any_init(p->c, (enum rvt_comp_type)type, io, base);
}

enum rvt_status rvt_fdt_reset(struct rvt_fdt *f, unsigned i)
{
    return rvt_any_reset(f->room.parts[i].c);
}

enum rvt_status rvt_fdt_open(struct rvt_fdt *f, struct topology *t, const struct rvt_io *io,
                             const struct rvt_fdt_room *room)
{
    if (f == NULL || t == NULL || room == NULL || room->parts == NULL || room->nodes == NULL ||
        room->use == NULL || (room->links == NULL && t->nlinks != 0) ||
        room->max_components < t->ncomponents || room->max_links < t->nlinks) {
        return RVT_ERR_ARG;
    }
    memset(f, 0, sizeof *f);
    f->topology = t;
    f->room = *room;
    for (unsigned i = 0; i < t->ncomponents; i++) {
        enum rvt_status status = init_part(f, i, io);
        if (status != RVT_OK) {
            return status;
        }
    }
    topology_plan_init(&f->plan, t, room->use);
    return RVT_OK;
}

static bool kind_open(const struct topology_component *tc)
{
    return tc->kind == TOPOLOGY_SINK || tc->kind == TOPOLOGY_UNKNOWN;
}

enum rvt_status rvt_fdt_retype(struct rvt_fdt *f, unsigned i)
{
    struct topology_component *tc = &f->topology->component[i];
    struct rvt_component *c = f->room.parts[i].c;
    struct rvt_component_info info;
    rvt_component_info(c, &info);
    enum topology_kind kind = topology_kind_of_type(info.comp_type);
    if (!kind_open(tc) || !topology_is_sink(kind)) {
        return RVT_ERR_TYPE;
    }
    tc->kind = kind;
    return init_part(f, i, c->io);
}

/* Reset component i. A sink of unknown kind becomes what its Impl says. */
static enum rvt_status identify(struct rvt_fdt *f, unsigned i, struct topology_problem *problem)
{
    struct topology_component *tc = &f->topology->component[i];
    enum rvt_status status = rvt_fdt_reset(f, i);
    if (status == RVT_ERR_TYPE && rvt_fdt_retype(f, i) == RVT_OK) {
        status = rvt_fdt_reset(f, i);
    } else if (status == RVT_OK && kind_open(tc)) {
        tc->kind = TOPOLOGY_RAMSINK; /* the first guess was right */
    }
    if (status != RVT_OK) {
        return rvt_fdt_problem(
            f, i, status,
            status == RVT_ERR_TYPE ? "the Impl register says that it is another component" : NULL,
            problem);
    }
    tc->kind_told = true;
    return RVT_OK;
}

enum rvt_status rvt_fdt_identify(struct rvt_fdt *f, struct topology_problem *problem)
{
    uint8_t order[TOPOLOGY_MAX_COMPONENTS];
    unsigned n = topology_order(f->topology, order);
    f->identified = false;
    for (unsigned k = 0; k < n; k++) {
        enum rvt_status status = identify(f, order[k], problem);
        if (status != RVT_OK) {
            return status;
        }
    }
    if (topology_check(f->topology, problem) != TOPOLOGY_OK) {
        return RVT_ERR_PATH;
    }
    topology_plan_init(&f->plan, f->topology, f->room.use);
    f->identified = true;
    return RVT_OK;
}

enum rvt_status rvt_fdt_use(struct rvt_fdt *f, unsigned encoder, unsigned sink,
                            struct topology_problem *problem)
{
    if (!f->identified) {
        return RVT_ERR_STATE;
    }
    int status = topology_plan_add(&f->plan, encoder, sink, problem);
    if (status == TOPOLOGY_OK) {
        return RVT_OK;
    }
    return status == TOPOLOGY_ERR_ARG ? RVT_ERR_ARG : RVT_ERR_PATH;
}

enum rvt_status rvt_fdt_use_all(struct rvt_fdt *f, struct topology_problem *problem)
{
    const struct topology *t = f->topology;
    for (unsigned e = 0; e < t->ncomponents; e++) {
        enum rvt_status status = f->identified ? RVT_ERR_PATH : RVT_ERR_STATE;
        for (unsigned s = 0;
             s < t->ncomponents && t->component[e].kind == TOPOLOGY_ENCODER && status != RVT_OK;
             s++) {
            if (topology_is_sink(t->component[s].kind)) {
                status = rvt_fdt_use(f, e, s, problem);
            }
        }
        if (t->component[e].kind == TOPOLOGY_ENCODER && status != RVT_OK) {
            return status;
        }
    }
    return RVT_OK;
}

struct rvt_encoder *rvt_fdt_encoder(struct rvt_fdt *f, unsigned i)
{
    bool is = i < f->topology->ncomponents && f->room.parts[i].c->type == RVT_COMP_ENCODER;
    return is ? &f->room.parts[i].as.encoder : NULL;
}

struct rvt_ramsink *rvt_fdt_ramsink(struct rvt_fdt *f, unsigned i)
{
    bool is = i < f->topology->ncomponents && f->room.parts[i].c->type == RVT_COMP_RAMSINK;
    return is ? &f->room.parts[i].as.ramsink : NULL;
}
