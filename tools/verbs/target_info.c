/* SPDX-License-Identifier: Apache-2.0 */
/* Verb info on a live target: what the components can do, found by trying. */
#include <inttypes.h>

#include "common_regs.h"
#include "hartrace/rvt_caps.h"
#include "htr/htr_json.h"
#include "target.h"

enum {
    MODES = 2 /* of a RAM sink: enum rvt_ramsink_mode */
};

/* What one component can do. Of others than encoders and RAM sinks there is nothing to find. */
struct found {
    bool wanted;
    enum rvt_state state; /* before it was tried */
    bool tried;           /* what is below is known */
    struct rvt_caps encoder;
    struct rvt_ramsink_caps ramsink[MODES];
    bool has[MODES]; /* the RAM sink has that mode */
};

/* ---- finding out ---- */

static enum rvt_status try_ramsink(struct rvt_ramsink *r, struct found *f)
{
    for (unsigned mode = 0; mode < MODES; mode++) {
        enum rvt_status s = rvt_ramsink_discover(r, (enum rvt_ramsink_mode)mode, &f->ramsink[mode]);
        f->has[mode] = s == RVT_OK;
        if (s != RVT_OK && s != RVT_ERR_UNSUPPORTED) {
            return s;
        }
    }
    return RVT_OK;
}

/* What runs is left alone, and so is a RAM sink that was set up. What is in reset is woken for it,
 * and goes back there. */
static enum rvt_status try_component(struct target *t, unsigned i, struct found *f)
{
    struct rvt_component *c = t->part[i].c;
    enum rvt_status s = RVT_OK;
    f->state = c->state;
    const bool asleep = f->state == RVT_STATE_UNKNOWN;
    if (f->state == RVT_STATE_ENABLED) {
        return RVT_OK;
    }
    if (c->type == RVT_COMP_ENCODER) {
        s = asleep ? rvt_encoder_reset(&t->part[i].as.encoder) : RVT_OK;
        s = s == RVT_OK ? rvt_caps_discover(&t->part[i].as.encoder, &f->encoder) : s;
        f->tried = true;
    } else if (c->type == RVT_COMP_RAMSINK && asleep) {
        s = rvt_ramsink_reset(&t->part[i].as.ramsink);
        s = s == RVT_OK ? try_ramsink(&t->part[i].as.ramsink, f) : s;
        f->tried = true;
    }
    if (asleep) {
        enum rvt_status back = rvt_reg_write(c, TR_CONTROL_OFFSET, 0);
        s = s == RVT_OK ? back : s;
    }
    return s;
}

static unsigned count(uint32_t bits)
{
    unsigned n = 0;
    for (; bits != 0; bits &= bits - 1) {
        n++;
    }
    return n;
}

/* ---- text ---- */

/* "1, 3, 6" for bits 1, 3 and 6. */
static void print_set(const char *what, uint32_t bits)
{
    const char *between = "";
    printf("  %-28s", what);
    for (unsigned i = 0; i < 32; i++) {
        if ((bits >> i & 1u) != 0) {
            printf("%s%u", between, i);
            between = ", ";
        }
    }
    printf("%s\n", bits == 0 ? "-" : "");
}

static void print_encoder(const struct rvt_caps *c)
{
    printf("  %-28s%u.%u\n", "protocol version", c->protocol_major, c->protocol_minor);
    print_set("trTeInstMode", c->inst_modes);
    print_set("trTeFormat", c->formats);
    print_set("trTeInstSyncMode", c->sync_modes);
    print_set("trTeInstSyncMax", c->sync_maxes);
    print_set("trTeInstFeatures, bits", c->features);
    print_set("trTeInstImplicitReturnMode", c->implicit_return_modes);
    print_set("trTeSrcBits", c->src_bits);
    printf("  %-28s%s%s%s%s%s\n", "may be 1", c->context ? "trTeContext " : "",
           c->trig_enable ? "trTeInstTrigEnable " : "", c->stall ? "trTeInstStallEna " : "",
           c->inhibit_src ? "trTeInhibitSrc " : "",
           c->data_implemented ? "trTeDataImplemented " : "");
    if (c->ts.present) {
        printf("  %-28s%u bit%s\n", "timestamps", c->ts.width, htr_s(c->ts.width));
        print_set("trTsMode", c->ts.modes);
    } else {
        printf("  %-28s-\n", "timestamps");
    }
    printf("  %-28s%u, comparators %u\n", "filters", count(c->filters.filters),
           count(c->filters.comparators));
    printf("  %-28s%u inputs, %u outputs\n", "external triggers", count(c->triggers.inputs),
           count(c->triggers.outputs));
}

static void print_ramsink(const struct found *f)
{
    static const char *const name[MODES] = {"SRAM", "system memory"};
    for (unsigned mode = 0; mode < MODES; mode++) {
        const struct rvt_ramsink_caps *c = &f->ramsink[mode];
        if (f->has[mode]) {
            printf("  %-28sstart 0x%" PRIx64 "..0x%" PRIx64 ", limit to 0x%" PRIx64
                   ", accesses of %" PRIu32 " bytes\n",
                   name[mode], c->start_min, c->start_max, c->limit_max, c->align);
        }
    }
}

static void print_found(const struct target *t, unsigned i, const struct found *f)
{
    const enum rvt_comp_type type = t->part[i].c->type;
    if (f->state == RVT_STATE_ENABLED) {
        printf("  enabled: not probed while it runs\n");
    } else if (f->tried && type == RVT_COMP_ENCODER) {
        print_encoder(&f->encoder);
    } else if (f->tried) {
        print_ramsink(f);
    }
}

/* ---- JSON ---- */

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
    htr_json_number(j, "filters", count(c->filters.filters));
    htr_json_number(j, "comparators", count(c->filters.comparators));
    htr_json_number(j, "trigger_inputs", count(c->triggers.inputs));
    htr_json_number(j, "trigger_outputs", count(c->triggers.outputs));
}

static void put_ramsink(struct htr_json *j, const struct found *f)
{
    static const char *const name[MODES] = {"sram", "smem"};
    for (unsigned mode = 0; mode < MODES; mode++) {
        const struct rvt_ramsink_caps *c = &f->ramsink[mode];
        if (!f->has[mode]) {
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

static void put_found(struct htr_json *j, const struct target *t, unsigned i, const struct found *f)
{
    static const char *const state[] = {
        [RVT_STATE_UNKNOWN] = "in reset", [RVT_STATE_ENABLED] = "enabled"};
    char name[TOPOLOGY_NAME_MAX];
    htr_json_object(j, NULL);
    htr_json_text(j, "name", topology_name(t->tree, i, name));
    htr_json_text(j, "kind", topology_kind_name(t->tree->component[i].kind));
    htr_json_address(j, "base", t->tree->component[i].block.base);
    htr_json_text(j, "path", t->tree->component[i].path);
    htr_json_text(j, "state",
                  f->state == RVT_STATE_UNKNOWN || f->state == RVT_STATE_ENABLED ? state[f->state]
                                                                                 : "disabled");
    if (!f->tried) {
        htr_json_null(j, "abilities");
    } else {
        htr_json_object(j, "abilities");
        if (t->part[i].c->type == RVT_COMP_ENCODER) {
            put_encoder(j, &f->encoder);
        } else {
            put_ramsink(j, f);
        }
        htr_json_end(j);
    }
    htr_json_end(j);
}

static int put_json(const struct target *t, const struct found *f)
{
    struct htr_json j;
    htr_json_begin(&j, stdout);
    htr_json_object(&j, NULL);
    htr_json_text(&j, "schema", "hartrace-info-target-1");
    htr_json_array(&j, "components");
    for (unsigned i = 0; i < t->tree->ncomponents; i++) {
        if (f[i].wanted) {
            put_found(&j, t, i, &f[i]);
        }
    }
    htr_json_end(&j);
    htr_json_end(&j);
    return tool_json_done(&j, t->verb, TOOL_OK);
}

/* ---- the verb ---- */

int target_info(const struct target_options *o, const char *const *names, int n, bool json)
{
    struct found found[TOPOLOGY_MAX_COMPONENTS] = {0};
    char name[TOPOLOGY_NAME_MAX];
    bool active;
    struct target *t = target_open("info", o);
    int status = t == NULL ? TOOL_CANNOT : target_check_names(t, names, n);
    status = status == 0 ? target_attach(t, &active) : status;
    for (unsigned i = 0; status == 0 && i < t->tree->ncomponents; i++) {
        struct found *f = &found[i];
        *f = (struct found){.wanted = target_wants(t, i, names, n)};
        if (!f->wanted) {
            continue;
        }
        if (!json) {
            printf("%s at 0x%08" PRIx64 ": %s\n", topology_name(t->tree, i, name),
                   t->tree->component[i].block.base, rvt_component_name(t->part[i].c->type));
        }
        enum rvt_status s = try_component(t, i, f);
        if (s != RVT_OK) {
            status = target_fail(t, topology_name(t->tree, i, name), NULL, s);
        } else if (!json) {
            print_found(t, i, f);
        }
    }
    status = status == 0 && json ? put_json(t, found) : status;
    target_close(t);
    return status;
}
