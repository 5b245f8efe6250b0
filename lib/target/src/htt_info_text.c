/* SPDX-License-Identifier: Apache-2.0 */
/* The components of a live target as text. */
#include <inttypes.h>

#include "htr/htr_text.h"
#include "htt_info_int.h"

/* ---- what it is ---- */

/* The facts, after name and address. */
static void print_found(FILE *f, const struct htt_component *c)
{
    const struct htt_identity *x = &c->identity;
    const enum rvt_status s = x->status;
    if (x->info.impl == 0) {
        fprintf(f, "%s",
                s == RVT_OK || s == RVT_ERR_VERSION ? "Impl reads 0: no trace component"
                                                    : rvt_strerror(s));
        return;
    }
    fprintf(f, "%s, version %u.%u, ", rvt_component_name((enum rvt_comp_type)x->info.comp_type),
            x->info.major, x->info.minor);
    fprintf(f, "%s",
            !x->active                      ? "in reset"
            : c->state == RVT_STATE_ENABLED ? "enabled"
                                            : "disabled");
    if (s == RVT_ERR_TYPE) {
        fprintf(f, "; the tree says %s", topology_kind_name(c->kind));
    } else if (x->info.verdict != RVT_VERSION_ACCEPT) {
        fprintf(f, "; %s", rvt_version_text(x->info.verdict));
    } else if (s != RVT_OK && s != RVT_ERR_STATE) {
        fprintf(f, "; %s", rvt_strerror(s));
    }
}

static void print_identity(FILE *f, const struct htt_component *c)
{
    fprintf(f, "%-12s 0x%08" PRIx64 "  ", c->name, c->base);
    if (c->identity.unasked) {
        fprintf(f, "in reset, not identified");
    } else {
        print_found(f, c);
    }
    fprintf(f, "  %s\n", c->path);
}

/* ---- what it does ---- */

/* How full it is, from what can be read without writing: after a wrap, all of the buffer. */
static void print_ramsink(FILE *f, const struct htt_activity *x)
{
    fprintf(f, ", write pointer 0x%" PRIx64, x->ramsink.wp);
    if (!x->known_buffer) {
        fprintf(f, "%s", x->ramsink.wrapped ? ", has wrapped" : "");
        return;
    }
    if (htt_outside(x)) {
        fprintf(f, ", outside of the buffer");
    } else if (x->ramsink.wrapped) {
        fprintf(f, ", has wrapped, the buffer is full");
    } else {
        const uint64_t n = x->ramsink.wp - x->buffer.start;
        fprintf(f, ", %" PRIu64 " byte%s of trace", n, htr_s(n));
    }
    fprintf(f, ", buffer from 0x%" PRIx64 ", limit 0x%" PRIx64, x->buffer.start, x->buffer.limit);
}

static void print_activity(FILE *f, const struct htt_component *c)
{
    const struct htt_activity *x = &c->activity;
    fprintf(f, "%-12s %s", c->name, htt_state_name(c));
    if (c->state != RVT_STATE_UNKNOWN) {
        fprintf(f, "%s%s%s", x->encoder.tracing ? ", tracing" : "", x->empty ? ", empty" : "",
                x->encoder.stall_or_overflow ? ", has stalled or lost trace" : "");
        if (x->src_bits != 0) {
            fprintf(f, ", SRC %u of %u bits", x->src_id, x->src_bits);
        }
        if (c->type == RVT_COMP_RAMSINK) {
            print_ramsink(f, x);
        }
    }
    fprintf(f, "\n");
}

/* ---- what it can do ---- */

/* "1, 3, 6" for bits 1, 3 and 6. */
static void print_set(FILE *f, const char *what, uint32_t bits)
{
    const char *between = "";
    fprintf(f, "  %-28s", what);
    for (unsigned i = 0; i < 32; i++) {
        if ((bits >> i & 1u) != 0) {
            fprintf(f, "%s%u", between, i);
            between = ", ";
        }
    }
    fprintf(f, "%s\n", bits == 0 ? "-" : "");
}

static void print_encoder(FILE *f, const struct rvt_caps *c)
{
    fprintf(f, "  %-28s%u.%u\n", "protocol version", c->protocol_major, c->protocol_minor);
    print_set(f, "trTeInstMode", c->inst_modes);
    print_set(f, "trTeFormat", c->formats);
    print_set(f, "trTeInstSyncMode", c->sync_modes);
    print_set(f, "trTeInstSyncMax", c->sync_maxes);
    print_set(f, "trTeInstFeatures, bits", c->features);
    print_set(f, "trTeInstImplicitReturnMode", c->implicit_return_modes);
    print_set(f, "trTeSrcBits", c->src_bits);
    fprintf(f, "  %-28s%s%s%s%s%s\n", "may be 1", c->context ? "trTeContext " : "",
            c->trig_enable ? "trTeInstTrigEnable " : "", c->stall ? "trTeInstStallEna " : "",
            c->inhibit_src ? "trTeInhibitSrc " : "",
            c->data_implemented ? "trTeDataImplemented " : "");
    if (c->ts.present) {
        fprintf(f, "  %-28s%u bit%s\n", "timestamps", c->ts.width, htr_s(c->ts.width));
        print_set(f, "trTsMode", c->ts.modes);
    } else {
        fprintf(f, "  %-28s-\n", "timestamps");
    }
    fprintf(f, "  %-28s%u, comparators %u\n", "filters", htt_count_bits(c->filters.filters),
            htt_count_bits(c->filters.comparators));
    fprintf(f, "  %-28s%u inputs, %u outputs\n", "external triggers",
            htt_count_bits(c->triggers.inputs), htt_count_bits(c->triggers.outputs));
}

static void print_modes(FILE *f, const struct htt_abilities *x)
{
    static const char *const name[HTT_RAM_MODES] = {"SRAM", "system memory"};
    for (unsigned mode = 0; mode < HTT_RAM_MODES; mode++) {
        const struct rvt_ramsink_caps *c = &x->ramsink[mode];
        if (x->has[mode]) {
            fprintf(f,
                    "  %-28sstart 0x%" PRIx64 "..0x%" PRIx64 ", limit to 0x%" PRIx64
                    ", accesses of %" PRIu32 " bytes\n",
                    name[mode], c->start_min, c->start_max, c->limit_max, c->align);
        }
    }
}

static void print_abilities(FILE *f, const struct htt_component *c)
{
    fprintf(f, "%s at 0x%08" PRIx64 ": %s\n", c->name, c->base, rvt_component_name(c->type));
    if (c->state == RVT_STATE_ENABLED) {
        fprintf(f, "  enabled: not probed while it runs\n");
    } else if (c->abilities.tried && c->type == RVT_COMP_ENCODER) {
        print_encoder(f, &c->abilities.encoder);
    } else if (c->abilities.tried) {
        print_modes(f, &c->abilities);
    }
}

void htt_component_text(FILE *f, enum htt_question question, const struct htt_component *c)
{
    switch (question) {
    case HTT_IDENTITY:
    case HTT_IDENTITY_WAKE:
        print_identity(f, c);
        break;
    case HTT_ACTIVITY:
        print_activity(f, c);
        break;
    case HTT_ABILITIES:
        print_abilities(f, c);
        break;
    }
}
