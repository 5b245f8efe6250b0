/* SPDX-License-Identifier: Apache-2.0 */
/* The components of a live target as JSON. */
#include "htr/htr_json.h"
#include "htt_info_int.h"

/* ---- what it does ---- */

static void put_bool(struct htr_json *j, const char *name, bool known, bool value)
{
    if (known) {
        htr_json_bool(j, name, value);
    } else {
        htr_json_null(j, name);
    }
}

static void put_tracing(struct htr_json *j, const struct htt_activity *x, bool awake)
{
    put_bool(j, "tracing", awake, x->encoder.tracing);
    put_bool(j, "stalled_or_lost", awake, x->encoder.stall_or_overflow);
    if (x->src_bits != 0) {
        htr_json_object(j, "src");
        htr_json_number(j, "id", x->src_id);
        htr_json_number(j, "bits", x->src_bits);
        htr_json_end(j);
    } else {
        htr_json_null(j, "src");
    }
}

static void put_buffer(struct htr_json *j, const struct htt_activity *x, bool awake)
{
    if (awake) {
        htr_json_address(j, "write_pointer", x->ramsink.wp);
    } else {
        htr_json_null(j, "write_pointer");
    }
    put_bool(j, "wrapped", awake, x->ramsink.wrapped);
    if (x->known_buffer && !htt_outside(x) && !x->ramsink.wrapped) {
        htr_json_number(j, "trace_bytes", x->ramsink.wp - x->buffer.start);
    } else {
        htr_json_null(j, "trace_bytes");
    }
    if (x->known_buffer) {
        htr_json_object(j, "buffer");
        htr_json_address(j, "start", x->buffer.start);
        htr_json_address(j, "limit", x->buffer.limit);
        htr_json_bool(j, "pointer_outside", htt_outside(x));
        htr_json_end(j);
    } else {
        htr_json_null(j, "buffer");
    }
}

static void put_activity(struct htr_json *j, const struct htt_component *c)
{
    const bool awake = c->state != RVT_STATE_UNKNOWN;
    put_bool(j, "empty", awake, c->activity.empty);
    if (c->type == RVT_COMP_ENCODER) {
        put_tracing(j, &c->activity, awake);
    } else if (c->type == RVT_COMP_RAMSINK) {
        put_buffer(j, &c->activity, awake);
    }
}

/* ---- what it can do ---- */

static void put_set(struct htr_json *j, const char *name, uint32_t bits)
{
    htr_json_array(j, name);
    for (unsigned i = 0; i < 32; i++) {
        if ((bits >> i & 1u) != 0) {
            htr_json_number(j, NULL, i);
        }
    }
    htr_json_end(j);
}

static void put_encoder(struct htr_json *j, const struct rvt_caps *c)
{
    htr_json_object(j, "protocol");
    htr_json_number(j, "major", c->protocol_major);
    htr_json_number(j, "minor", c->protocol_minor);
    htr_json_end(j);
    put_set(j, "trTeInstMode", c->inst_modes);
    put_set(j, "trTeFormat", c->formats);
    put_set(j, "trTeInstSyncMode", c->sync_modes);
    put_set(j, "trTeInstSyncMax", c->sync_maxes);
    put_set(j, "trTeInstFeatures_bits", c->features);
    put_set(j, "trTeInstImplicitReturnMode", c->implicit_return_modes);
    put_set(j, "trTeSrcBits", c->src_bits);
    htr_json_bool(j, "trTeContext", c->context);
    htr_json_bool(j, "trTeInstTrigEnable", c->trig_enable);
    htr_json_bool(j, "trTeInstStallEna", c->stall);
    htr_json_bool(j, "trTeInhibitSrc", c->inhibit_src);
    htr_json_bool(j, "trTeDataImplemented", c->data_implemented);
    if (c->ts.present) {
        htr_json_object(j, "timestamps");
        htr_json_number(j, "bits", c->ts.width);
        put_set(j, "trTsMode", c->ts.modes);
        htr_json_end(j);
    } else {
        htr_json_null(j, "timestamps");
    }
    htr_json_number(j, "filters", htt_count_bits(c->filters.filters));
    htr_json_number(j, "comparators", htt_count_bits(c->filters.comparators));
    htr_json_number(j, "trigger_inputs", htt_count_bits(c->triggers.inputs));
    htr_json_number(j, "trigger_outputs", htt_count_bits(c->triggers.outputs));
}

static void put_modes(struct htr_json *j, const struct htt_abilities *x)
{
    static const char *const name[HTT_RAM_MODES] = {"sram", "smem"};
    for (unsigned mode = 0; mode < HTT_RAM_MODES; mode++) {
        const struct rvt_ramsink_caps *c = &x->ramsink[mode];
        if (!x->has[mode]) {
            htr_json_null(j, name[mode]);
            continue;
        }
        htr_json_object(j, name[mode]);
        htr_json_address(j, "start_min", c->start_min);
        htr_json_address(j, "start_max", c->start_max);
        htr_json_address(j, "limit_max", c->limit_max);
        htr_json_number(j, "access_bytes", c->align);
        htr_json_end(j);
    }
}

static void put_abilities(struct htr_json *j, const struct htt_component *c)
{
    if (!c->abilities.tried) {
        htr_json_null(j, "abilities");
        return;
    }
    htr_json_object(j, "abilities");
    if (c->type == RVT_COMP_ENCODER) {
        put_encoder(j, &c->abilities.encoder);
    } else {
        put_modes(j, &c->abilities);
    }
    htr_json_end(j);
}

/* ---- all of them ---- */

static void put_component(struct htr_json *j, enum htt_question question,
                          const struct htt_component *c)
{
    htr_json_object(j, NULL);
    htr_json_text(j, "name", c->name);
    htr_json_text(j, "kind", topology_kind_name(c->kind));
    htr_json_address(j, "base", c->base);
    htr_json_text(j, "path", c->path);
    htr_json_text(j, "state", htt_state_name(c));
    if (question == HTT_ACTIVITY) {
        put_activity(j, c);
    } else {
        put_abilities(j, c);
    }
    htr_json_end(j);
}

bool htt_info_json(FILE *f, const struct htt_info *info)
{
    const bool activity = info->question == HTT_ACTIVITY;
    struct htr_json j;
    if (!activity && info->question != HTT_ABILITIES) {
        return true;
    }
    htr_json_begin(&j, f);
    htr_json_object(&j, NULL);
    htr_json_text(&j, "schema", activity ? "hartrace-status-1" : "hartrace-info-target-1");
    htr_json_array(&j, "components");
    for (unsigned i = 0; i < info->n; i++) {
        put_component(&j, info->question, &info->component[i]);
    }
    htr_json_end(&j);
    htr_json_end(&j);
    return htr_json_finish(&j);
}
