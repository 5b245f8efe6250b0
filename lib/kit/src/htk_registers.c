/* SPDX-License-Identifier: Apache-2.0 */
/* A run over the components of a live target: saved, looked at, restored. */
#include "htk/htk_registers.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "encoder_regs.h"
#include "htk_lists.h"
#include "htk_reg_arrive.h"

enum {
    TYPE_SHIFT = 8, /* trXxCompType in trXxImpl: regmap/common.toml */
    NIBBLE = 15,
    TRIES = 3, /* to restore a component */
};

/* Rules about the type and the common registers. */
static const struct common {
    const char *type, *places;
} common[] = {
    [TOPOLOGY_ENCODER] = {"TCI-COMP-006 TCI-MIN-007", "TCI-MAP-009 TCI-MAP-010"},
    [TOPOLOGY_FUNNEL] = {"TCI-COMP-007 TCI-MIN-007", "TCI-MAP-042 TCI-MAP-043"},
    [TOPOLOGY_RAMSINK] = {"TCI-COMP-008 TCI-MIN-007", "TCI-MAP-027 TCI-MAP-028"},
    [TOPOLOGY_PIBSINK] = {"TCI-COMP-009 TCI-MIN-007", "TCI-MAP-040 TCI-MAP-041"},
    [TOPOLOGY_ATBBRIDGE] = {"TCI-COMP-010 TCI-MIN-007", "TCI-MAP-050 TCI-MAP-051"},
};

/* ---- is it there? ---- */

/* Does something answer that is a component at all? */
static bool look_for(struct htk_reg *r, uint32_t control, uint32_t impl)
{
    if ((control == UINT32_MAX || control == 0) && impl == control) {
        return htk_reg_lose(r,
                            "every register at 0x%" PRIx64 " reads 0x%" PRIX32
                            ": nothing is there; check reg of %s, and clock and power",
                            r->about->block.base, control, r->about->path);
    }
    return true;
}

static bool check_type(struct htk_reg *r, uint32_t impl)
{
    const uint8_t type = (uint8_t)(impl >> TYPE_SHIFT & NIBBLE);
    const uint8_t want = topology_about_kind(r->about->kind)->comp_type;
    const enum topology_kind other = topology_kind_of_type(type);
    const uint32_t major = impl & NIBBLE;
    r->c->impl = impl;
    htk_reg_begin(r, "trXxImpl");
    htk_reg_judge(r, "KIT-TREE", type == want, "the type that the device tree gives", type);
    if (type != want && other != TOPOLOGY_UNKNOWN) {
        return htk_reg_lose(r,
                            "at 0x%" PRIx64 " there is a %s, and no %s; correct reg or "
                            "hartrace,kind of %s",
                            r->about->block.base, topology_kind_name(other), r->c->kind,
                            r->about->path);
    }
    htk_reg_judge_all(r, common[r->about->kind].type, type == want, "the type of this component",
                      type);
    htk_reg_judge_all(r, "TCI-VER-001 TCI-VER-002", major != 0, "a major version above 0", major);
    htk_reg_judge_all(r, "TCI-MAP-001 TCI-MAP-002 TCI-MIN-003", true, "", 0);
    htk_reg_judge_all(r, common[r->about->kind].places, true, "", 0);
    return true;
}

/* Its state, before anything is written; it is saved. */
static bool look_first(struct htk_reg *r)
{
    uint32_t control = 0, impl = 0;
    struct htk_saved *s = &r->saved[r->i];
    if (!htk_reg_read(r, HTK_REG_CONTROL, &control) || !htk_reg_read(r, HTK_REG_IMPL, &impl)) {
        return false;
    }
    if (control == UINT32_MAX) {
        return look_for(r, control, impl);
    }
    s->active = (control & HTK_REG_ACTIVE) != 0;
    htk_reg_begin(r, "before the first write");
    if (!s->active) {
        htk_reg_judge(r, "TCI-RST-002", (control & HTK_REG_ENABLE) == 0,
                      "Enable 0 while Active is 0", control);
    }
    s->valid = !s->active;
    return !s->active || htk_reg_save(r);
}

/* Active, and of the right type. */
static bool wake(struct htk_reg *r)
{
    uint32_t control = 0, impl = 0;
    bool good = false;
    if (!htk_reg_write(r, HTK_REG_CONTROL, HTK_REG_ACTIVE) ||
        !htk_reg_poll(r, HTK_REG_CONTROL, HTK_REG_ACTIVE, HTK_REG_ACTIVE, &good) ||
        !htk_reg_read(r, HTK_REG_CONTROL, &control) || !htk_reg_read(r, HTK_REG_IMPL, &impl)) {
        return false;
    }
    htk_reg_begin(r, "Active");
    return look_for(r, control, impl) && htk_reg_reset(r, &control) && check_type(r, impl);
}

/* ---- one component ---- */

/* A RAM sink once in each mode. */
static bool fields(struct htk_reg *r)
{
    uint32_t impl = 0, control = 0;
    if (r->about->kind == TOPOLOGY_ENCODER) {
        r->beside = TR_TE_FORMAT_NTRACE << TR_TE_FORMAT_SHIFT;
    }
    bool good = htk_reg_fields(r);
    if (good && r->about->kind == TOPOLOGY_RAMSINK) {
        good = htk_reg_reset(r, &control) && htk_reg_read(r, HTK_REG_IMPL, &impl);
        if (good && (impl >> 12 & 3) == 3) {
            r->beside = 1u << 4; /* trRamMode */
            good = htk_reg_fields(r);
        }
    }
    r->beside = 0;
    return good;
}

static void look_at(struct htk_reg *r)
{
    uint32_t impl = 0;
    r->c->state = HTK_COMPONENT_LOOKED_AT;
    if (!r->o->read_only) {
        (void)(wake(r) && htk_reg_switches(r) && fields(r) && htk_reg_ramsink(r) &&
               htk_reg_parts(r) && htk_reg_time(r) && htk_reg_holes(r));
    } else if (!r->saved[r->i].active) {
        r->c->state = HTK_COMPONENT_ASLEEP;
    } else if (htk_reg_read(r, HTK_REG_IMPL, &impl) && check_type(r, impl)) {
        (void)htk_reg_read_only(r);
    }
}

/* ---- all of them ---- */

static bool wanted(const struct htk_reg *r, unsigned i)
{
    return r->sum->component[i].state != HTK_COMPONENT_LEFT_OUT;
}

static int choose(struct htk_reg *r)
{
    const struct topology *t = r->o->tree;
    bool any = false;
    for (unsigned i = 0; i < t->ncomponents; i++) {
        struct htk_component *c = &r->sum->component[i];
        (void)topology_name(t, i, c->name);
        c->kind = topology_kind_name(t->component[i].kind);
        c->base = t->component[i].block.base;
        if (htk_reg_map(t->component[i].kind) != NULL &&
            (r->o->only == NULL || strstr(c->name, r->o->only) != NULL)) {
            c->state = HTK_COMPONENT_LOOKED_AT;
            any = true;
        }
    }
    r->sum->n = t->ncomponents;
    return any ? HTR_OK
               : htr_fail(r->host, HTR_ERR_MISSING, NULL,
                          "no component with %s in its name; hartrace topo lists them",
                          r->o->only != NULL ? r->o->only : "a known kind");
}

/* Is a trace running? Then nothing is touched. */
static int look_before(struct htk_reg *r)
{
    for (unsigned i = 0; i < r->o->tree->ncomponents; i++) {
        uint32_t control = 0;
        if (!wanted(r, i)) {
            continue;
        }
        htk_reg_choose(r, i);
        if (!look_first(r) || r->o->read_only || !r->saved[i].active) {
            continue;
        }
        if (htk_reg_read(r, HTK_REG_CONTROL, &control) && (control & HTK_REG_ENABLE) != 0) {
            return htr_fail(r->host, HTR_ERR_CONFLICT, NULL,
                            "%s is enabled: a trace may be running, which this would destroy; "
                            "hartrace stop first, or --read-only",
                            r->c->name);
        }
    }
    return HTR_OK;
}

static bool is_over(const struct htk_reg *r)
{
    return r->error == RVT_ERR_IO || htr_stopped(r->host);
}

/* From each encoder to each sink, and from all encoders to each RAM sink. It ends where one fails:
 * what is left enabled there may hold up the others. */
static bool all_traces(struct htk_reg *r)
{
    const struct topology *t = r->o->tree;
    bool good = true;
    for (unsigned e = 0; e < t->ncomponents; e++) {
        for (unsigned s = 0; t->component[e].kind == TOPOLOGY_ENCODER && s < t->ncomponents; s++) {
            good = good && (!topology_is_sink(t->component[s].kind) || htk_reg_flow(r, e, s));
        }
    }
    for (unsigned s = 0; s < t->ncomponents; s++) {
        good = good && (t->component[s].kind != TOPOLOGY_RAMSINK || htk_arrive_join(r, s));
    }
    return good;
}

static void look_at_all(struct htk_reg *r)
{
    const struct topology *t = r->o->tree;
    for (unsigned i = 0; i < t->ncomponents; i++) {
        if (wanted(r, i) && r->sum->component[i].state != HTK_COMPONENT_LOST) {
            htk_reg_choose(r, i);
            if (is_over(r)) {
                (void)htk_reg_lose(r, "not looked at: %s",
                                   r->error != RVT_OK ? r->failed : "interrupted");
            } else {
                look_at(r);
            }
        }
    }
    if (r->o->only == NULL && !r->o->read_only && !is_over(r)) {
        (void)(htk_reg_steps(r) && (r->o->run == NULL || all_traces(r)));
    }
}

static const struct htk_component *lost(const struct htk_reg *r)
{
    for (unsigned i = 0; i < r->sum->n; i++) {
        if (r->sum->component[i].state == HTK_COMPONENT_LOST) {
            return &r->sum->component[i];
        }
    }
    return NULL;
}

/* What the caller wants to try besides, from reset. */
static bool go_on(struct htk_reg *r)
{
    bool good = r->o->then != NULL && !r->o->read_only && r->o->only == NULL && lost(r) == NULL;
    if (!good) {
        return true;
    }
    for (unsigned i = 0; good && i < r->o->tree->ncomponents; i++) {
        bool off = false;
        htk_reg_choose(r, i);
        good = htk_reg_write(r, HTK_REG_CONTROL, 0) &&
               htk_reg_poll(r, HTK_REG_CONTROL, HTK_REG_ACTIVE, 0, &off);
    }
    return good && (r->o->then(r->o->ctx, r->v) ||
                    htk_reg_lose(r, "the capture failed: %s", r->host->last.text));
}

/* Whatever has happened. Encoders last, as they are started. */
static bool restore_all(struct htk_reg *r)
{
    uint8_t order[TOPOLOGY_MAX_COMPONENTS];
    const unsigned n = topology_order(r->o->tree, order);
    bool all = true;
    r->restoring = true;
    for (unsigned k = 0; k < n; k++) {
        bool good = !wanted(r, order[k]) || !r->saved[order[k]].valid || r->o->read_only;
        for (unsigned i = 0; !good && i < TRIES; i++) {
            htk_reg_choose(r, order[k]);
            good = htk_reg_restore(r);
        }
        if (!good) {
            htr_note(r->host, NULL,
                     "%s could not be restored: %s; reset it before you use it again", r->c->name,
                     r->failed);
        }
        all = all && good;
    }
    return all;
}

/* ---- the result ---- */

/* Rules about kinds that the tree does not have. */
static void skip_others(const struct htk_reg *r)
{
    static const enum topology_kind kinds[] = {TOPOLOGY_ENCODER, TOPOLOGY_FUNNEL, TOPOLOGY_RAMSINK,
                                               TOPOLOGY_PIBSINK, TOPOLOGY_ATBBRIDGE};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        bool there = false;
        for (unsigned i = 0; i < r->o->tree->ncomponents; i++) {
            there = there || (r->o->tree->component[i].kind == kinds[k] && wanted(r, i));
        }
        for (unsigned i = 0; !there && i < htk_listed_count; i++) {
            if (strcmp(htk_listed[i].who, topology_kind_name(kinds[k])) == 0) {
                char why[64];
                snprintf(why, sizeof why, "a component: %s", topology_kind_name(kinds[k]));
                htk_verdict_skip(r->v, htk_listed[i].id, why);
            }
        }
    }
}

static int conclude(struct htk_reg *r, bool restored)
{
    const struct htk_component *c = lost(r);
    char why[HTK_TEXT + 128];
    skip_others(r);
    if (c == NULL && restored) {
        return HTR_OK;
    }
    if (c != NULL) {
        snprintf(why, sizeof why, "%s: %s", c->name, c->why);
    } else {
        snprintf(why, sizeof why, "not everything could be restored: %s", r->failed);
    }
    htk_verdicts_void(r->v, why);
    return htr_fail(r->host, HTR_ERR_TARGET, NULL, "%s", why);
}

int htk_registers_run(const struct htk_registers_options *o, struct htk_verdicts *v,
                      struct htr_host *host, struct htk_registers_sum *sum)
{
    struct htk_reg *r = calloc(1, sizeof *r);
    struct htk_saved *saved = calloc(o->tree->ncomponents + 1u, sizeof *saved);
    int status = r != NULL && saved != NULL
                     ? HTR_OK
                     : htr_fail(host, HTR_ERR_MEMORY, NULL, "not enough memory");
    memset(sum, 0, sizeof *sum);
    if (status == HTR_OK) {
        *r = (struct htk_reg){
            .o = o, .v = v, .host = host, .sum = sum, .io = *o->io, .saved = saved};
        r->io.poll_limit = o->io->poll_limit < HTK_REG_POLLS ? o->io->poll_limit : HTK_REG_POLLS;
        status = choose(r);
        status = status == HTR_OK ? look_before(r) : status;
        if (status == HTR_OK) {
            look_at_all(r);
            (void)go_on(r);
            status = conclude(r, restore_all(r));
        } else {
            htk_verdicts_void(v, host->last.text);
        }
    }
    free(saved);
    free(r);
    return status;
}

static const char *said(const struct htk_component *c)
{
    return c->state == HTK_COMPONENT_ASLEEP ? "in reset: not looked at without a write" : c->why;
}

void htk_registers_print(const struct htk_registers_sum *sum, FILE *out)
{
    for (unsigned i = 0; i < sum->n; i++) {
        const struct htk_component *c = &sum->component[i];
        if (c->state == HTK_COMPONENT_LEFT_OUT) {
            continue;
        }
        fprintf(out, "%-11s at 0x%08" PRIx64 ", version %u.%u: ", c->name, c->base,
                (unsigned)(c->impl & NIBBLE), (unsigned)(c->impl >> 4 & NIBBLE));
        if (c->state == HTK_COMPONENT_LOOKED_AT) {
            fprintf(out, "%" PRIu64 " held, %" PRIu64 " broken%s%s\n", c->held, c->broken,
                    c->rules[0] != '\0' ? ": " : "", c->rules);
        } else {
            fprintf(out, "%s%s%s\n", said(c), c->rules[0] != '\0' ? "; broken: " : "", c->rules);
        }
    }
    fprintf(out,
            "%" PRIu64 " reads, %" PRIu64 " writes, %u traces; %u registers restored, %u not\n",
            sum->reads, sum->writes, sum->traces, sum->restored, sum->not_restored);
}
