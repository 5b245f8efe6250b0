/* SPDX-License-Identifier: Apache-2.0 */
/* Which rule of the conformance list is about a field, a register, or an offset. The texts of the
 * list say it: "trTeContext: bit 9 of trTeControl, ...", "trTeImpl is at 0x004; ...". */
#include "htk_reg_rules.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "htk_lists.h"
#include "regmap_all.h"

const struct regmap_component *htk_reg_map(enum topology_kind kind)
{
    switch (kind) {
    case TOPOLOGY_ENCODER:
        return &regmap_encoder;
    case TOPOLOGY_FUNNEL:
        return &regmap_funnel;
    case TOPOLOGY_RAMSINK:
        return &regmap_ramsink;
    case TOPOLOGY_PIBSINK:
        return &regmap_pibsink;
    case TOPOLOGY_ATBBRIDGE:
        return &regmap_atbbridge;
    default:
        return NULL;
    }
}

const struct regmap_reg *htk_reg_at(const struct regmap_component *map, uint32_t offset)
{
    for (unsigned i = 0; i < map->nregs; i++) {
        const struct regmap_reg *reg = &map->regs[i];
        for (unsigned k = 0; k < reg->count; k++) {
            if (offset == (uint32_t)reg->offset + k * reg->stride) {
                return reg;
            }
        }
    }
    return NULL;
}

/* The rule with a text that begins so. Capitals do not count: PMatchLow is PmatchLow in places. */
static const char *rule(const char *name, const char *then)
{
    const size_t n = strlen(name);
    for (unsigned i = 0; i < htk_listed_count; i++) {
        const char *text = htk_listed[i].text;
        if (strncasecmp(text, name, n) == 0 && strncmp(text + n, then, strlen(then)) == 0) {
            return htk_listed[i].id;
        }
    }
    return NULL;
}

const char *htk_reg_rule_of_field(const struct regmap_field *f)
{
    char name[64];
    const int n = snprintf(name, sizeof name, "%s", f->name);
    const char *id = rule(name, ": bit");
    if (id != NULL || n < 1 || n >= (int)sizeof name) {
        return id;
    }
    if (strcmp(name, "trTsVendor") == 0) {
        return rule("Bits 23:16 of trTsControl", ": WARL");
    }
    name[n - 1] = 'N'; /* trTeTrigExtInAction1 is trTeTrigExtInActionN there */
    return rule(name, ": bit");
}

/* trTeFilterControl is trTeFilteriControl in the list, trTeCompControl trTeCompjControl. */
static const char *listed_name(const struct regmap_reg *reg, char name[64])
{
    const bool filter = strncmp(reg->name, "trTeFilter", 10) == 0;
    const size_t n = filter ? 10 : 8;
    if (reg->count > 1) {
        snprintf(name, 64, "%.*s%c%s", (int)n, reg->name, filter ? 'i' : 'j', reg->name + n);
        return name;
    }
    return reg->name;
}

const char *htk_reg_rule_of_place(const struct regmap_reg *reg)
{
    char name[64];
    return rule(listed_name(reg, name), " is at ");
}

/* "Bits 8:7 of trTeControl: reserved, 0", "Bit 1 of trRamWPLow always reads 0". */
static bool parse(const char *text, char name[48], uint32_t *mask)
{
    unsigned msb = 0, lsb = 0;
    int end = 0;
    if (sscanf(text, "Bits %u:%u of %47[A-Za-z]%n", &msb, &lsb, name, &end) != 3) {
        if (sscanf(text, "Bit %u of %47[A-Za-z]%n", &msb, name, &end) != 2) {
            return false;
        }
        lsb = msb;
    }
    if (msb > 31 || lsb > msb ||
        (strcmp(text + end, ": reserved, 0") != 0 && strcmp(text + end, " always read 0") != 0 &&
         strcmp(text + end, " always reads 0") != 0)) {
        return false;
    }
    *mask = regmap_mask(msb, lsb);
    return true;
}

bool htk_reg_reserved(const struct regmap_component *map, unsigned n, const char **id,
                      const struct regmap_reg **reg, uint32_t *mask)
{
    char name[48], flat[64];
    *reg = NULL;
    if (n >= htk_listed_count) {
        return false;
    }
    *id = htk_listed[n].id;
    for (unsigned i = 0; parse(htk_listed[n].text, name, mask) && i < map->nregs; i++) {
        if (strcmp(name, listed_name(&map->regs[i], flat)) == 0) {
            *reg = &map->regs[i];
        }
    }
    return true;
}

/* ---- offsets without register ---- */

struct hole {
    enum topology_kind kind;
    uint16_t from, to, stride; /* stride: again and again, from 0x400 or 0x600 */
    const char *id;
};

static const struct hole holes[] = {
    {TOPOLOGY_ENCODER, 0x014, 0x018, 0, "TCI-MAP-014"},
    {TOPOLOGY_ENCODER, 0x020, 0x03C, 0, "TCI-MAP-016"},
    {TOPOLOGY_ENCODER, 0x044, 0x044, 0, "TCI-MAP-018"},
    {TOPOLOGY_ENCODER, 0x060, 0x3FC, 0, "TCI-MAP-024"},
    {TOPOLOGY_ENCODER, 0x41C, 0x5FC, 0x20, "TCI-FLT-014"},
    {TOPOLOGY_ENCODER, 0x604, 0x7FC, 0x20, "TCI-FLT-016"},
    {TOPOLOGY_ENCODER, 0x608, 0x7FC, 0x20, "TCI-FLT-017"},
    {TOPOLOGY_ENCODER, 0x60C, 0x7FC, 0x20, "TCI-FLT-018"},
    {TOPOLOGY_RAMSINK, 0x008, 0x00C, 0, "TCI-MAP-029"},
    {TOPOLOGY_RAMSINK, 0x030, 0x03C, 0, "TCI-MAP-038"},
    {TOPOLOGY_FUNNEL, 0x00C, 0x03C, 0, "TCI-MAP-045"},
    {TOPOLOGY_FUNNEL, 0x044, 0x044, 0, "TCI-MAP-047"},
};

const char *htk_reg_rule_of_hole(enum topology_kind kind, uint32_t offset)
{
    for (size_t i = 0; i < sizeof holes / sizeof holes[0]; i++) {
        const struct hole *h = &holes[i];
        if (h->kind == kind && offset >= h->from && offset <= h->to &&
            (h->stride == 0 || (offset - h->from) % h->stride == 0)) {
            return h->id;
        }
    }
    return offset >= 0x010 ? "TCI-MAP-004" : "TCI-MAP-007";
}
