/* SPDX-License-Identifier: Apache-2.0 */
/* The register map, from the generated tables. */
#include "htr/htr_regmap.h"

#include <string.h>

#include "htr/htr_settings.h"
#include "htr/htr_text.h"
#include "regmap_all.h"

uint32_t htr_field_value(const struct regmap_field *f, uint32_t value)
{
    return (value & htr_field_mask(f)) >> f->lsb;
}

const char *htr_field_value_name(const struct regmap_field *f, uint32_t value)
{
    for (unsigned i = 0; i < f->nvalues; i++) {
        if (f->values[i].value == value) {
            return f->values[i].name;
        }
    }
    return NULL;
}

const struct regmap_component *htr_regmap_of_type(uint32_t type)
{
    for (unsigned i = 0; i < REGMAP_NCOMPONENTS; i++) {
        if (regmap_components[i]->comp_type == type) {
            return regmap_components[i];
        }
    }
    return NULL;
}

/* ---- text ---- */

static const char *const access_name[] = {"RO", "RW", "RW1C", "W1", "WARL", "WO"};

static void print_reset(FILE *out, const struct regmap_field *f)
{
    if (f->reset_kind == REGMAP_RESET_UNDEF) {
        fprintf(out, "undef ");
    } else {
        fprintf(out, "%s%-4u", f->reset_kind == REGMAP_RESET_SD ? "sd " : "  ", (unsigned)f->reset);
    }
}

static void print_bits(FILE *out, const struct regmap_field *f)
{
    char bits[16];
    if (f->msb == f->lsb) {
        snprintf(bits, sizeof bits, "%u", f->lsb);
    } else {
        snprintf(bits, sizeof bits, "%u:%u", f->msb, f->lsb);
    }
    fprintf(out, "  %5s  %-32s", bits, f->name);
}

static void print_register(FILE *out, const struct regmap_component *c, const struct regmap_reg *r)
{
    fprintf(out, "%s %s", c->name, r->name);
    if (r->count > 1) {
        fprintf(out, "[0..%u]  offset 0x%03X + n * 0x%X", r->count - 1u, r->offset, r->stride);
    } else {
        fprintf(out, "  offset 0x%03X", r->offset);
    }
    fprintf(out, "  %s\n  %s\n", r->required ? "required" : "optional", r->doc);
    for (unsigned i = 0; i < r->nfields; i++) {
        const struct regmap_field *f = &r->fields[i];
        print_bits(out, f);
        fprintf(out, " %-4s reset ", access_name[f->access]);
        print_reset(out, f);
        fprintf(out, " %s\n", f->doc);
        for (unsigned k = 0; k < f->nvalues; k++) {
            fprintf(out, "%*s%u = %s\n", 41, "", (unsigned)f->values[k].value, f->values[k].name);
        }
    }
}

static void print_component(FILE *out, const struct regmap_component *c)
{
    fprintf(out, "%s: %s (%s..., component type 0x%X)\n", c->name, c->title, c->prefix,
            c->comp_type);
    for (unsigned i = 0; i < c->nregs; i++) {
        const struct regmap_reg *r = &c->regs[i];
        fprintf(out, "  0x%03X  %s%s%-26s %s\n", r->offset, r->name, r->count > 1 ? "[n]" : "", "",
                r->doc);
    }
}

static void print_value(FILE *out, const struct regmap_component *c, const struct regmap_reg *r,
                        uint32_t value)
{
    uint32_t known = 0;
    fprintf(out, "%s %s = 0x%08X\n", c->name, r->name, (unsigned)value);
    for (unsigned i = 0; i < r->nfields; i++) {
        const struct regmap_field *f = &r->fields[i];
        const uint32_t v = htr_field_value(f, value);
        const char *name = htr_field_value_name(f, v);
        known |= htr_field_mask(f);
        print_bits(out, f);
        fprintf(out, " = %u", (unsigned)v);
        if (v > 9) {
            fprintf(out, " (0x%X)", (unsigned)v);
        }
        fprintf(out, "%s%s\n", name != NULL ? "  " : "", name != NULL ? name : "");
    }
    if ((value & ~known) != 0) {
        fprintf(out, "  reserved bits 0x%08X are set; they read 0 in hardware\n",
                (unsigned)(value & ~known));
    }
}

void htr_regmap_text(FILE *out)
{
    for (unsigned i = 0; i < REGMAP_NCOMPONENTS; i++) {
        print_component(out, regmap_components[i]);
    }
}

/* ---- finding things by name, ignoring case ---- */

static bool same(const char *a, const char *b)
{
    for (; *a != '\0' && *b != '\0'; a++, b++) {
        char x = *a, y = *b;
        x = (char)(x >= 'A' && x <= 'Z' ? x + 32 : x);
        y = (char)(y >= 'A' && y <= 'Z' ? y + 32 : y);
        if (x != y) {
            return false;
        }
    }
    return *a == *b;
}

static const struct regmap_component *find_component(const char *name)
{
    for (unsigned i = 0; i < REGMAP_NCOMPONENTS; i++) {
        if (same(regmap_components[i]->name, name)) {
            return regmap_components[i];
        }
    }
    return NULL;
}

static bool has_field(const struct regmap_reg *r, const char *name)
{
    for (unsigned i = 0; i < r->nfields; i++) {
        if (same(r->fields[i].name, name)) {
            return true;
        }
    }
    return false;
}

/* A register by its name, the name of one of its fields, or (with a component) its offset. */
static const struct regmap_reg *find_register(const char *name,
                                              const struct regmap_component **owner)
{
    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned i = 0; i < REGMAP_NCOMPONENTS; i++) {
            const struct regmap_component *c = regmap_components[i];
            for (unsigned k = 0; k < c->nregs; k++) {
                if (pass == 0 ? same(c->regs[k].name, name) : has_field(&c->regs[k], name)) {
                    *owner = c;
                    return &c->regs[k];
                }
            }
        }
    }
    return NULL;
}

static const struct regmap_reg *register_at(const struct regmap_component *c, uint64_t offset)
{
    for (unsigned k = 0; k < c->nregs; k++) {
        const struct regmap_reg *r = &c->regs[k];
        for (unsigned n = 0; n < r->count; n++) {
            if (offset == (uint64_t)r->offset + (uint64_t)n * r->stride) {
                return r;
            }
        }
    }
    return NULL;
}

/* All names, for hints: registers and components. */
static const char *any_name(const void *table, size_t i)
{
    (void)table;
    for (unsigned c = 0; c < REGMAP_NCOMPONENTS; c++) {
        if (i == 0) {
            return regmap_components[c]->name;
        }
        i--;
        if (i < regmap_components[c]->nregs) {
            return regmap_components[c]->regs[i].name;
        }
        i -= regmap_components[c]->nregs;
    }
    return "";
}

static int unknown_name(struct htr_host *host, const char *name)
{
    struct htr_names names = {any_name, NULL, 0};
    for (unsigned c = 0; c < REGMAP_NCOMPONENTS; c++) {
        names.n += 1u + regmap_components[c]->nregs;
    }
    const char *near = htr_nearest(name, &names);
    if (near != NULL) {
        return htr_fail(host, HTR_ERR_MISSING, NULL,
                        "no component, register or field '%s'; did you mean %s?", name, near);
    }
    return htr_fail(host, HTR_ERR_MISSING, NULL,
                    "no component, register or field '%s'; hartrace regs lists them", name);
}

int htr_regmap_show(FILE *out, struct htr_host *host, const char *what)
{
    char name[64];
    size_t n = strcspn(what, "=");
    const char *value_text = what[n] == '=' ? what + n + 1 : NULL;
    uint64_t value = 0, offset = 0;
    if (value_text != NULL && (!htr_number(value_text, &value) || value > UINT32_MAX)) {
        return htr_fail(host, HTR_ERR_ARG, NULL,
                        "'%s' is not a 32-bit number; write for example %.*s=0x63", value_text,
                        (int)n, what);
    }
    snprintf(name, sizeof name, "%.*s", (int)n, what);
    char *colon = strchr(name, ':');
    const struct regmap_component *c = NULL;
    const struct regmap_reg *r = NULL;
    if (colon != NULL) {
        *colon = '\0';
        c = find_component(name);
        if (c == NULL || !htr_number(colon + 1, &offset) || (r = register_at(c, offset)) == NULL) {
            return htr_fail(host, HTR_ERR_MISSING, NULL,
                            "no register at '%s'; hartrace regs %s lists the offsets", what,
                            c != NULL ? c->name : "COMPONENT");
        }
    } else if ((c = find_component(name)) != NULL) {
        if (value_text != NULL) {
            return htr_fail(host, HTR_ERR_ARG, NULL,
                            "'%s' is a component; a value belongs to a register", name);
        }
        print_component(out, c);
        return HTR_OK;
    } else if ((r = find_register(name, &c)) == NULL) {
        return unknown_name(host, name);
    }
    if (value_text != NULL) {
        print_value(out, c, r, (uint32_t)value);
    } else {
        print_register(out, c, r);
    }
    return HTR_OK;
}
