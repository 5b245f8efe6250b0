/* SPDX-License-Identifier: Apache-2.0 */
/* The registers of a live target as text. */
#include "htt/htt_registers.h"

#include <inttypes.h>
#include <string.h>

#include "htr/htr_regmap.h"

static void print_fields(FILE *out, const struct regmap_reg *r, uint32_t value)
{
    for (unsigned i = 0; i < r->nfields; i++) {
        const struct regmap_field *f = &r->fields[i];
        const uint32_t v = htr_field_value(f, value);
        const char *name = htr_field_value_name(f, v);
        if (v != 0 && strcmp(f->name, r->name) != 0) {
            fprintf(out, " %s=%" PRIu32 "%s%s%s", f->name, v, name != NULL ? "(" : "",
                    name != NULL ? name : "", name != NULL ? ")" : "");
        }
    }
    fprintf(out, "\n");
}

/* Of filters, comparators and stimulus ports those that do not read 0; not trRamData, which reading
 * would change. */
static enum rvt_status print_registers(FILE *out, const struct rvt_component *c)
{
    const struct regmap_component *map = htr_regmap_of_type((uint32_t)c->type);
    for (unsigned i = 0; map != NULL && i < map->nregs; i++) {
        const struct regmap_reg *r = &map->regs[i];
        for (unsigned k = 0; k < r->count && strcmp(r->name, "trRamData") != 0; k++) {
            const uint32_t offset = r->offset + k * (uint32_t)r->stride;
            uint32_t value = 0;
            enum rvt_status s = rvt_reg_read(c, offset, &value);
            if (s != RVT_OK) {
                return s;
            }
            const bool optional = r->count > 1 || strncmp(r->name, "trTeStim", 8) == 0;
            if (!optional || (r->count == 1 && value != 0)) {
                fprintf(out, "  0x%03" PRIX32 " %-28s 0x%08" PRIX32, offset, r->name, value);
                print_fields(out, r, value);
            } else if (value != 0) {
                fprintf(out, "  0x%03" PRIX32 " %s[%u]%*s 0x%08" PRIX32, offset, r->name, k,
                        (int)(25 - strlen(r->name)), "", value);
                print_fields(out, r, value);
            }
        }
    }
    return RVT_OK;
}

int htt_registers_text(struct htt_target *t, const char *const *names, size_t n, FILE *out)
{
    char name[TOPOLOGY_NAME_MAX];
    bool active;
    int status = htt_check_names(t, names, n);
    status = status == HTR_OK ? htt_attach(t, &active) : status;
    for (unsigned i = 0; status == HTR_OK && i < t->tree->ncomponents; i++) {
        const bool asleep = t->part[i].c->state == RVT_STATE_UNKNOWN;
        if (!htt_is_named(t, i, names, n)) {
            continue;
        }
        fprintf(out, "%s at 0x%08" PRIx64 "%s\n", topology_name(t->tree, i, name),
                t->tree->component[i].block.base, asleep ? ": in reset" : "");
        if (!asleep) {
            enum rvt_status s = print_registers(out, t->part[i].c);
            status = s == RVT_OK ? HTR_OK : htt_target_fail(t, name, NULL, s);
        }
    }
    return status;
}
