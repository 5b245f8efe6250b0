/* SPDX-License-Identifier: Apache-2.0 */
/* The registers of a live target as text. */
#include "htt/htt_registers.h"

#include <inttypes.h>
#include <string.h>

#include "regmap_all.h"

static void print_fields(FILE *out, const struct regmap_reg *r, uint32_t value)
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
            fprintf(out, " %s=%" PRIu32 "%s%s%s", f->name, v, name != NULL ? "(" : "",
                    name != NULL ? name : "", name != NULL ? ")" : "");
        }
    }
    fprintf(out, "\n");
}

/* Of filters and comparators those that do not read 0; not trRamData, which reading would change.
 */
static enum rvt_status print_registers(FILE *out, const struct rvt_component *c)
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
