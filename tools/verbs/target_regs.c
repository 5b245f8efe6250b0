/* SPDX-License-Identifier: Apache-2.0 */
/* Verbs regs and info on a live target: registers as they are, and what the components can do. */
#include <inttypes.h>
#include <string.h>

#include "common_regs.h"
#include "hartrace/rvt_caps.h"
#include "regmap_all.h"
#include "target.h"

/* Is component i one of the names, or are there none? */
static bool wanted(const struct target *t, unsigned i, const char *const *names, int n)
{
    char name[TOPOLOGY_NAME_MAX];
    for (int k = 0; k < n; k++) {
        if (strcmp(topology_name(t->tree, i, name), names[k]) == 0) {
            return true;
        }
    }
    return n == 0;
}

static int check_names(const struct target *t, const char *const *names, int n)
{
    for (int k = 0; k < n; k++) {
        bool found = false;
        for (unsigned i = 0; i < t->tree->ncomponents; i++) {
            found = found || wanted(t, i, &names[k], 1);
        }
        if (!found) {
            return tool_fail(t->verb, NULL,
                             "no component %s in the tree; hartrace probe lists them", names[k]);
        }
    }
    return 0;
}

/* ---- regs ---- */

static void print_fields(const struct regmap_reg *r, uint32_t value)
{
    for (unsigned i = 0; i < r->nfields; i++) {
        const struct regmap_field *f = &r->fields[i];
        uint32_t v =
            value >> f->lsb & (f->msb - f->lsb == 31 ? ~0u : (1u << (f->msb - f->lsb + 1)) - 1u);
        const char *name = NULL;
        for (unsigned k = 0; k < f->nvalues && name == NULL; k++) {
            name = f->values[k].value == v ? f->values[k].name : NULL;
        }
        if (v != 0 && strcmp(f->name, r->name) != 0) {
            printf(" %s=%" PRIu32 "%s%s%s", f->name, v, name != NULL ? "(" : "",
                   name != NULL ? name : "", name != NULL ? ")" : "");
        }
    }
    printf("\n");
}

/* Of filters and comparators those that do not read 0; not trRamData, which reading would change.
 */
static enum rvt_status print_registers(const struct rvt_component *c)
{
    const struct regmap_component *map = NULL;
    for (unsigned i = 0; i < REGMAP_NCOMPONENTS; i++) {
        if (regmap_components[i]->comp_type == (uint8_t)c->type) {
            map = regmap_components[i];
        }
    }
    for (unsigned i = 0; map != NULL && i < map->nregs; i++) {
        const struct regmap_reg *r = &map->regs[i];
        for (unsigned k = 0; k < r->count && strcmp(r->name, "trRamData") != 0; k++) {
            const uint32_t offset = r->offset + k * (uint32_t)r->stride;
            uint32_t value = 0;
            enum rvt_status s = rvt_reg_read(c, offset, &value);
            if (s != RVT_OK) {
                return s;
            }
            if (r->count == 1) {
                printf("  0x%03" PRIX32 " %-28s 0x%08" PRIX32, offset, r->name, value);
                print_fields(r, value);
            } else if (value != 0) {
                printf("  0x%03" PRIX32 " %s[%u]%*s 0x%08" PRIX32, offset, r->name, k,
                       (int)(25 - strlen(r->name)), "", value);
                print_fields(r, value);
            }
        }
    }
    return RVT_OK;
}

int target_regs(const struct target_options *o, const char *const *names, int n)
{
    char name[TOPOLOGY_NAME_MAX];
    bool active;
    struct target_options looking = *o;
    looking.looking = true;
    struct target *t = target_open("regs", &looking);
    int status = t == NULL ? TOOL_CANNOT : check_names(t, names, n);
    status = status == 0 ? target_attach(t, &active) : status;
    for (unsigned i = 0; status == 0 && i < t->tree->ncomponents; i++) {
        if (!wanted(t, i, names, n)) {
            continue;
        }
        printf("%s at 0x%08" PRIx64 "%s\n", topology_name(t->tree, i, name),
               t->tree->component[i].block.base,
               t->part[i].c->state == RVT_STATE_UNKNOWN ? ": in reset" : "");
        if (t->part[i].c->state != RVT_STATE_UNKNOWN) {
            enum rvt_status s = print_registers(t->part[i].c);
            status = s == RVT_OK ? 0 : target_fail(t, name, NULL, s);
        }
    }
    target_close(t);
    return status;
}

/* ---- info ---- */

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

static unsigned count(uint32_t bits)
{
    unsigned n = 0;
    for (; bits != 0; bits &= bits - 1) {
        n++;
    }
    return n;
}

static enum rvt_status print_encoder(const struct rvt_encoder *e)
{
    struct rvt_caps c;
    enum rvt_status s = rvt_caps_discover(e, &c);
    if (s != RVT_OK) {
        return s;
    }
    printf("  %-28s%u.%u\n", "protocol version", c.protocol_major, c.protocol_minor);
    print_set("trTeInstMode", c.inst_modes);
    print_set("trTeFormat", c.formats);
    print_set("trTeInstSyncMode", c.sync_modes);
    print_set("trTeInstSyncMax", c.sync_maxes);
    print_set("trTeInstFeatures, bits", c.features);
    print_set("trTeInstImplicitReturnMode", c.implicit_return_modes);
    print_set("trTeSrcBits", c.src_bits);
    printf("  %-28s%s%s%s%s%s\n", "may be 1", c.context ? "trTeContext " : "",
           c.trig_enable ? "trTeInstTrigEnable " : "", c.stall ? "trTeInstStallEna " : "",
           c.inhibit_src ? "trTeInhibitSrc " : "",
           c.data_implemented ? "trTeDataImplemented " : "");
    if (c.ts.present) {
        printf("  %-28s%u bit%s\n", "timestamps", c.ts.width, htr_s(c.ts.width));
        print_set("trTsMode", c.ts.modes);
    } else {
        printf("  %-28s-\n", "timestamps");
    }
    printf("  %-28s%u, comparators %u\n", "filters", count(c.filters.filters),
           count(c.filters.comparators));
    printf("  %-28s%u inputs, %u outputs\n", "external triggers", count(c.triggers.inputs),
           count(c.triggers.outputs));
    return RVT_OK;
}

/* A RAM sink that was in reset: both modes. */
static enum rvt_status print_ramsink(struct rvt_ramsink *r)
{
    static const char *const name[] = {"SRAM", "system memory"};
    for (unsigned mode = RVT_RAMSINK_SRAM; mode <= RVT_RAMSINK_SMEM; mode++) {
        struct rvt_ramsink_caps c;
        enum rvt_status s = rvt_ramsink_discover(r, (enum rvt_ramsink_mode)mode, &c);
        if (s == RVT_ERR_UNSUPPORTED) {
            continue;
        }
        if (s != RVT_OK) {
            return s;
        }
        printf("  %-28sstart 0x%" PRIx64 "..0x%" PRIx64 ", limit to 0x%" PRIx64
               ", accesses of %" PRIu32 " bytes\n",
               name[mode], c.start_min, c.start_max, c.limit_max, c.align);
    }
    return RVT_OK;
}

/* What runs is left alone. What is in reset is woken for it, and goes back there. */
static enum rvt_status print_component(struct target *t, unsigned i)
{
    struct rvt_component *c = t->part[i].c;
    const bool asleep = c->state == RVT_STATE_UNKNOWN;
    enum rvt_status s = RVT_OK;
    if (c->state == RVT_STATE_ENABLED) {
        printf("  enabled: not probed while it runs\n");
        return RVT_OK;
    }
    if (c->type == RVT_COMP_ENCODER) {
        s = asleep ? rvt_encoder_reset(&t->part[i].as.encoder) : RVT_OK;
        s = s == RVT_OK ? print_encoder(&t->part[i].as.encoder) : s;
    } else if (c->type == RVT_COMP_RAMSINK && asleep) {
        s = rvt_ramsink_reset(&t->part[i].as.ramsink);
        s = s == RVT_OK ? print_ramsink(&t->part[i].as.ramsink) : s;
    }
    if (asleep) {
        enum rvt_status back = rvt_reg_write(c, TR_CONTROL_OFFSET, 0);
        s = s == RVT_OK ? back : s;
    }
    return s;
}

int target_info(const struct target_options *o, const char *const *names, int n)
{
    char name[TOPOLOGY_NAME_MAX];
    bool active;
    struct target *t = target_open("info", o);
    int status = t == NULL ? TOOL_CANNOT : check_names(t, names, n);
    status = status == 0 ? target_attach(t, &active) : status;
    for (unsigned i = 0; status == 0 && i < t->tree->ncomponents; i++) {
        if (wanted(t, i, names, n)) {
            printf("%s at 0x%08" PRIx64 ": %s\n", topology_name(t->tree, i, name),
                   t->tree->component[i].block.base, rvt_component_name(t->part[i].c->type));
            enum rvt_status s = print_component(t, i);
            status = s == RVT_OK ? 0 : target_fail(t, name, NULL, s);
        }
    }
    target_close(t);
    return status;
}
