/* SPDX-License-Identifier: Apache-2.0 */
/* The components of a live target: one walk. */
#include "htt/htt_info.h"

#include <string.h>

#include "common_regs.h"

/* ---- what it is ---- */

/* Identify one component and leave it as it was: one in reset goes back there, and without wake it
 * is not touched. */
static enum rvt_status identify(struct rvt_component *c, bool wake, bool *active)
{
    uint32_t control = 0;
    enum rvt_status s = rvt_reg_read(c, TR_CONTROL_OFFSET, &control);
    *active = (control & TR_ACTIVE_MASK) != 0;
    if (s != RVT_OK) {
        return s;
    }
    if (*active) {
        return rvt_component_attach(c);
    }
    if (!wake) {
        return RVT_OK;
    }
    s = rvt_component_reset(c);
    enum rvt_status back = rvt_reg_write(c, TR_CONTROL_OFFSET, 0);
    return s != RVT_OK ? s : back;
}

static void find_identity(struct rvt_component *c, bool wake, enum topology_kind kind,
                          struct htt_identity *x)
{
    const bool open = kind == TOPOLOGY_SINK || kind == TOPOLOGY_UNKNOWN;
    x->status = identify(c, wake, &x->active);
    if (x->status == RVT_ERR_TYPE && open) {
        x->status = RVT_OK;
    }
    x->unasked = x->status == RVT_OK && !x->active && !wake;
    x->good = x->unasked || (x->status == RVT_OK && c->impl != 0);
    rvt_component_info(c, &x->info);
}

/* ---- what it does ---- */

static enum rvt_status find_activity(struct htt_target *t, unsigned i, struct htt_activity *x)
{
    const struct rvt_component *c = t->part[i].c;
    enum rvt_status s = RVT_OK;
    if (c->state == RVT_STATE_UNKNOWN) {
        return RVT_OK;
    }
    if (c->type == RVT_COMP_ENCODER) {
        const struct rvt_encoder *e = rvt_fdt_encoder(&t->fdt, i);
        s = rvt_encoder_get_status(e, &x->encoder);
        x->empty = x->encoder.empty;
        x->src_bits = e->src_bits;
        x->src_id = e->src_id;
    } else if (c->type == RVT_COMP_RAMSINK) {
        const struct rvt_ramsink *r = rvt_fdt_ramsink(&t->fdt, i);
        s = rvt_ramsink_get_status(r, &x->ramsink);
        x->empty = x->ramsink.empty;
        x->known_buffer = c->state == RVT_STATE_CONFIGURED;
        x->buffer = r->granted;
    } else {
        uint32_t control = 0;
        s = rvt_reg_read(c, TR_CONTROL_OFFSET, &control);
        x->empty = (control & TR_EMPTY_MASK) != 0;
    }
    return s;
}

/* ---- what it can do ---- */

static enum rvt_status try_ramsink(struct rvt_ramsink *r, struct htt_abilities *x)
{
    for (unsigned mode = 0; mode < HTT_RAM_MODES; mode++) {
        enum rvt_status s = rvt_ramsink_discover(r, (enum rvt_ramsink_mode)mode, &x->ramsink[mode]);
        x->has[mode] = s == RVT_OK;
        if (s != RVT_OK && s != RVT_ERR_UNSUPPORTED) {
            return s;
        }
    }
    return RVT_OK;
}

static enum rvt_status find_abilities(struct htt_target *t, unsigned i, struct htt_abilities *x)
{
    struct rvt_component *c = t->part[i].c;
    const bool asleep = c->state == RVT_STATE_UNKNOWN;
    enum rvt_status s = RVT_OK;
    if (c->state == RVT_STATE_ENABLED) {
        return RVT_OK;
    }
    if (c->type == RVT_COMP_ENCODER) {
        s = asleep ? rvt_encoder_reset(&t->part[i].as.encoder) : RVT_OK;
        s = s == RVT_OK ? rvt_caps_discover(&t->part[i].as.encoder, &x->encoder) : s;
        x->tried = true;
    } else if (c->type == RVT_COMP_RAMSINK && asleep) {
        s = rvt_ramsink_reset(&t->part[i].as.ramsink);
        s = s == RVT_OK ? try_ramsink(&t->part[i].as.ramsink, x) : s;
        x->tried = true;
    }
    if (asleep) {
        enum rvt_status back = rvt_reg_write(c, TR_CONTROL_OFFSET, 0);
        s = s == RVT_OK ? back : s;
    }
    return s;
}

/* ---- the walk ---- */

static int find_one(struct htt_target *t, enum htt_question question, unsigned i,
                    struct htt_component *c)
{
    const struct topology_component *in_tree = &t->tree->component[i];
    struct rvt_component *driver = t->part[i].c;
    *c = (struct htt_component){
        .path = in_tree->path,
        .base = in_tree->block.base,
        .kind = in_tree->kind,
        .type = driver->type,
        .state = driver->state,
    };
    (void)topology_name(t->tree, i, c->name);
    if (question == HTT_ACTIVITY) {
        const enum rvt_status s = find_activity(t, i, &c->activity);
        return s == RVT_OK ? HTR_OK : htt_target_fail(t, c->path, NULL, s);
    }
    if (question == HTT_ABILITIES) {
        const enum rvt_status s = find_abilities(t, i, &c->abilities);
        return s == RVT_OK ? HTR_OK : htt_target_fail(t, c->name, NULL, s);
    }
    find_identity(driver, question == HTT_IDENTITY_WAKE, c->kind, &c->identity);
    c->state = driver->state;
    return HTR_OK;
}

int htt_find(struct htt_target *t, enum htt_question question, const char *const *name,
             size_t names, FILE *text, struct htt_info *info)
{
    bool active;
    int status = htt_check_names(t, name, names);
    *info = (struct htt_info){.question = question};
    if (status == HTR_OK && (question == HTT_ACTIVITY || question == HTT_ABILITIES)) {
        status = htt_attach(t, &active);
    }
    for (unsigned i = 0; status == HTR_OK && i < t->tree->ncomponents; i++) {
        struct htt_component *c = &info->component[info->n];
        if (!htt_is_named(t, i, name, names)) {
            continue;
        }
        status = find_one(t, question, i, c);
        if (status != HTR_OK) {
            break;
        }
        if (text != NULL) {
            htt_component_text(text, question, c);
        }
        info->n++;
        info->odd +=
            (question == HTT_IDENTITY || question == HTT_IDENTITY_WAKE) && !c->identity.good;
        info->unasked += c->identity.unasked;
    }
    return status;
}
