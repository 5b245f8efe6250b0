/* SPDX-License-Identifier: Apache-2.0 */
/* Fields of the encoder's registers. */
#include "htr/htr_settings.h"

#include <string.h>

#include "encoder_regs.h"
#include "encoder_table.h"
#include "htr/htr_text.h"

static const struct regmap_field *field_at(size_t i, const struct regmap_reg **reg)
{
    for (unsigned k = 0; k < regmap_encoder.nregs; k++) {
        const struct regmap_reg *r = &regmap_encoder.regs[k];
        if (i < r->nfields) {
            *reg = r;
            return &r->fields[i];
        }
        i -= r->nfields;
    }
    return NULL;
}

static const char *field_name(const void *table, size_t i)
{
    const struct regmap_reg *reg;
    (void)table;
    return field_at(i, &reg)->name;
}

static uint32_t field_max(const struct regmap_field *f)
{
    unsigned bits = f->msb - f->lsb + 1u;
    return bits >= 32 ? UINT32_MAX : (UINT32_C(1) << bits) - 1;
}

uint32_t htr_field_mask(const struct regmap_field *f)
{
    return field_max(f) << f->lsb;
}

static const struct regmap_field *find_field(const char *name, const struct regmap_reg **reg)
{
    const struct regmap_field *f;
    for (size_t i = 0; (f = field_at(i, reg)) != NULL; i++) {
        if (strcmp(f->name, name) == 0) {
            return f;
        }
    }
    return NULL;
}

static int unknown_field(struct htr_host *host, const char *name)
{
    struct htr_names names = {field_name, NULL, 0};
    const struct regmap_reg *reg;
    while (field_at(names.n, &reg) != NULL) {
        names.n++;
    }
    const char *near = htr_nearest(name, &names);
    if (near != NULL) {
        return htr_fail(host, HTR_ERR_ARG, NULL, "--te: unknown field '%s'; did you mean %s?", name,
                        near);
    }
    return htr_fail(host, HTR_ERR_ARG, NULL,
                    "--te: unknown field '%s'; hartrace regs encoder lists them", name);
}

/* Fields that the tool itself sets, or that cannot be set. */
static bool reserved_field(const struct regmap_field *f)
{
    static const char *const own[] = {"trTeActive", "trTeEnable", "trTeInstTracing", "trTsActive",
                                      "trTsReset"};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        if (strcmp(f->name, own[i]) == 0) {
            return true;
        }
    }
    return f->access == REGMAP_RO || f->access == REGMAP_RW1C;
}

static bool parse_value(const struct regmap_field *f, const char *text, uint64_t *value)
{
    for (unsigned i = 0; i < f->nvalues; i++) {
        if (strcmp(f->values[i].name, text) == 0) {
            *value = f->values[i].value;
            return true;
        }
    }
    return htr_number(text, value);
}

/* "NAME[N]": cut off the number. Returns false when N is not a number. */
static bool take_index(char *name, uint64_t *index)
{
    char *open = strchr(name, '[');
    *index = 0;
    if (open == NULL) {
        return true;
    }
    size_t n = strlen(open);
    if (open[n - 1] != ']') {
        return false;
    }
    open[n - 1] = '\0';
    *open = '\0';
    return htr_number(open + 1, index);
}

/* ", or instead of the number none, external, ...", or nothing. Returns text. */
static const char *value_names(const struct regmap_field *f, char *text, size_t size)
{
    size_t n = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < f->nvalues && n < size; i++) {
        n += (size_t)snprintf(text + n, size - n, "%s%s", i == 0 ? ", or one of " : ", ",
                              f->values[i].name);
    }
    return text;
}

int htr_settings_field(struct htr_settings *s, struct htr_host *host, const char *assignment)
{
    char name[64];
    const struct regmap_reg *reg;
    uint64_t value;
    uint64_t index;
    size_t n = strcspn(assignment, "=");
    snprintf(name, sizeof name, "%.*s", (int)n, assignment);
    bool numbered = take_index(name, &index);
    const struct regmap_field *f = find_field(name, &reg);
    if (f == NULL) {
        return unknown_field(host, name);
    }
    if (!numbered || index >= reg->count || (reg->count == 1 && strchr(assignment, '[') != NULL)) {
        return htr_fail(host, HTR_ERR_ARG, NULL,
                        reg->count == 1 ? "--te %s: there is only one %s"
                                        : "--te %s: %s[N] has N from 0 to %u",
                        assignment, name, reg->count - 1u);
    }
    if (assignment[n] != '=' || !parse_value(f, assignment + n + 1, &value)) {
        char names[160];
        return htr_fail(host, HTR_ERR_ARG, NULL, "--te %s: not a valid value; use %s=NUMBER%s",
                        assignment, name, value_names(f, names, sizeof names));
    }
    if (value > field_max(f)) {
        return htr_fail(host, HTR_ERR_ARG, NULL, "--te %s: too wide; %s has %u bit%s, at most %u",
                        assignment, name, f->msb - f->lsb + 1u, f->msb > f->lsb ? "s" : "",
                        (unsigned)field_max(f));
    }
    if (reserved_field(f)) {
        return htr_fail(host, HTR_ERR_ARG, NULL, "--te %s: %s; leave it out", assignment,
                        f->access == REGMAP_RO ? "read-only" : "hartrace sets this field itself");
    }
    uint16_t offset = (uint16_t)(reg->offset + index * reg->stride);
    for (unsigned i = 0; i < s->nset; i++) {
        if (s->set[i].field == f && s->set[i].offset == offset) {
            s->set[i].value = (uint32_t)value; /* the last one counts */
            return 0;
        }
    }
    if (s->nset == HTR_LIST_MAX) {
        return htr_fail(host, HTR_ERR_ARG, NULL, "--te: too many fields");
    }
    s->set[s->nset++] = (struct htr_field){reg, f, offset, (uint32_t)value};
    return 0;
}

bool htr_settings_asked(const struct htr_settings *s, const char *field, uint32_t *value)
{
    for (unsigned i = 0; i < s->nset; i++) {
        if (strcmp(s->set[i].field->name, field) == 0) {
            *value = s->set[i].value;
            return true;
        }
    }
    return false;
}
