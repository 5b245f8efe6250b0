/* SPDX-License-Identifier: Apache-2.0 */
/* Taking over components that somebody else has programmed (TCI 1.0, Enabling and Disabling). */
#include "rvt_fdt_int.h"

static enum rvt_status attach_part(struct rvt_fdt_part *p)
{
    /* These two find out what they have; the others know it from their type. */
    if (p->c->type == RVT_COMP_ENCODER) {
        return rvt_encoder_attach(&p->as.encoder);
    }
    if (p->c->type == RVT_COMP_RAMSINK) {
        return rvt_ramsink_attach(&p->as.ramsink);
    }
    return rvt_component_attach(p->c);
}

/* A component in reset is no error: it takes no part. */
static enum rvt_status attach(struct rvt_fdt *f, unsigned i, struct topology_problem *problem)
{
    struct topology_component *tc = &f->topology->component[i];
    enum rvt_status status = attach_part(&f->room.parts[i]);
    if (status == RVT_ERR_STATE) {
        return RVT_OK;
    }
    if (status == RVT_ERR_TYPE && rvt_fdt_retype(f, i) == RVT_OK) {
        status = attach_part(&f->room.parts[i]);
    }
    if (status != RVT_OK) {
        return rvt_fdt_problem(
            f, i, status,
            status == RVT_ERR_TYPE ? "the Impl register says that it is another component" : NULL,
            problem);
    }
    if (tc->kind == TOPOLOGY_SINK || tc->kind == TOPOLOGY_UNKNOWN) {
        tc->kind = TOPOLOGY_RAMSINK; /* the first guess was right */
    }
    tc->kind_told = true;
    return RVT_OK;
}

/* Route an encoder to a sink of at least this state. */
static bool lead(struct rvt_fdt *f, unsigned encoder, enum rvt_state least)
{
    for (unsigned s = 0; s < f->topology->ncomponents; s++) {
        if (topology_is_sink(f->topology->component[s].kind) &&
            f->room.parts[s].c->state >= least && rvt_fdt_use(f, encoder, s, NULL) == RVT_OK) {
            return true;
        }
    }
    return false;
}

enum rvt_status rvt_fdt_attach(struct rvt_fdt *f, struct topology_problem *problem)
{
    const struct topology *t = f->topology;
    unsigned led = 0;
    f->identified = false;
    for (unsigned i = 0; i < t->ncomponents; i++) {
        enum rvt_status status = attach(f, i, problem);
        if (status != RVT_OK) {
            return status;
        }
    }
    if (topology_check(f->topology, problem) != TOPOLOGY_OK) {
        return RVT_ERR_PATH;
    }
    topology_plan_init(&f->plan, t, f->room.use);
    f->identified = true;
    for (unsigned e = 0; e < t->ncomponents; e++) {
        bool active = t->component[e].kind == TOPOLOGY_ENCODER &&
                      f->room.parts[e].c->state != RVT_STATE_UNKNOWN;
        if (active && (lead(f, e, RVT_STATE_ENABLED) || lead(f, e, RVT_STATE_CONFIGURED))) {
            led++;
        }
    }
    if (led == 0) {
        return RVT_ERR_STATE;
    }
    enum rvt_status status = rvt_fdt_make_session(f);
    for (unsigned i = 0; i < t->ncomponents && status == RVT_OK; i++) {
        f->session.running = f->session.running || f->room.parts[i].c->state == RVT_STATE_ENABLED;
    }
    return status;
}
