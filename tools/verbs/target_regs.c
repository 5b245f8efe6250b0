/* SPDX-License-Identifier: Apache-2.0 */
/* Verb regs on a live target: registers as they are. */
#include <inttypes.h>
#include <string.h>

#include "common_regs.h"
#include "regmap_all.h"
#include "target.h"

bool target_wants(const struct target *t, unsigned i, const char *const *names, int n)
{
    char name[TOPOLOGY_NAME_MAX];
    for (int k = 0; k < n; k++) {
        if (strcmp(topology_name(t->tree, i, name), names[k]) == 0) {
            return true;
        }
    }
    return n == 0;
}

int target_check_names(const struct target *t, const char *const *names, int n)
{
    for (int k = 0; k < n; k++) {
        bool found = false;
        for (unsigned i = 0; i < t->tree->ncomponents; i++) {
            found = found || target_wants(t, i, &names[k], 1);
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
    int status = t == NULL ? TOOL_CANNOT : target_check_names(t, names, n);
    status = status == 0 ? target_attach(t, &active) : status;
    for (unsigned i = 0; status == 0 && i < t->tree->ncomponents; i++) {
        if (!target_wants(t, i, names, n)) {
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
