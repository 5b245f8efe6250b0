/* SPDX-License-Identifier: Apache-2.0 */
/* Verb regs: the register map, from the generated tables. */
#include "target.h"

#include <string.h>

#include "regmap/regmap.h"
#include "regmap_all.h"

static const char *const access_name[] = {"RO", "RW", "RW1C", "W1", "WARL"};

static void print_reset(const struct regmap_field *f)
{
    if (f->reset_kind == REGMAP_RESET_UNDEF) {
        printf("undef ");
    } else {
        printf("%s%-4u", f->reset_kind == REGMAP_RESET_SD ? "sd " : "  ", (unsigned)f->reset);
    }
}

static const char *value_name(const struct regmap_field *f, uint32_t value)
{
    for (unsigned i = 0; i < f->nvalues; i++) {
        if (f->values[i].value == value) {
            return f->values[i].name;
        }
    }
    return NULL;
}

static void print_bits(const struct regmap_field *f)
{
    char bits[16];
    if (f->msb == f->lsb) {
        snprintf(bits, sizeof bits, "%u", f->lsb);
    } else {
        snprintf(bits, sizeof bits, "%u:%u", f->msb, f->lsb);
    }
    printf("  %5s  %-32s", bits, f->name);
}

static void print_register(const struct regmap_component *c, const struct regmap_reg *r)
{
    printf("%s %s", c->name, r->name);
    if (r->count > 1) {
        printf("[0..%u]  offset 0x%03X + n * 0x%X", r->count - 1u, r->offset, r->stride);
    } else {
        printf("  offset 0x%03X", r->offset);
    }
    printf("  %s\n  %s\n", r->required ? "required" : "optional", r->doc);
    for (unsigned i = 0; i < r->nfields; i++) {
        const struct regmap_field *f = &r->fields[i];
        print_bits(f);
        printf(" %-4s reset ", access_name[f->access]);
        print_reset(f);
        printf(" %s\n", f->doc);
        for (unsigned k = 0; k < f->nvalues; k++) {
            printf("%*s%u = %s\n", 41, "", (unsigned)f->values[k].value, f->values[k].name);
        }
    }
}

static void print_component(const struct regmap_component *c)
{
    printf("%s: %s (%s..., component type 0x%X)\n", c->name, c->title, c->prefix, c->comp_type);
    for (unsigned i = 0; i < c->nregs; i++) {
        const struct regmap_reg *r = &c->regs[i];
        printf("  0x%03X  %s%s%-26s %s\n", r->offset, r->name, r->count > 1 ? "[n]" : "", "",
               r->doc);
    }
}

static void print_value(const struct regmap_component *c, const struct regmap_reg *r,
                        uint32_t value)
{
    uint32_t known = 0;
    printf("%s %s = 0x%08X\n", c->name, r->name, (unsigned)value);
    for (unsigned i = 0; i < r->nfields; i++) {
        const struct regmap_field *f = &r->fields[i];
        uint32_t mask = (f->msb - f->lsb == 31 ? ~0u : (1u << (f->msb - f->lsb + 1)) - 1u);
        uint32_t v = (value >> f->lsb) & mask;
        const char *name = value_name(f, v);
        known |= mask << f->lsb;
        print_bits(f);
        printf(" = %u", (unsigned)v);
        if (v > 9) {
            printf(" (0x%X)", (unsigned)v);
        }
        printf("%s%s\n", name != NULL ? "  " : "", name != NULL ? name : "");
    }
    if ((value & ~known) != 0) {
        printf("  reserved bits 0x%08X are set; they read 0 in hardware\n",
               (unsigned)(value & ~known));
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

static int unknown_name(const char *name)
{
    struct htr_names names = {any_name, NULL, 0};
    for (unsigned c = 0; c < REGMAP_NCOMPONENTS; c++) {
        names.n += 1u + regmap_components[c]->nregs;
    }
    const char *near = htr_nearest(name, &names);
    if (near != NULL) {
        return tool_fail("regs", NULL, "no component, register or field '%s'; did you mean %s?",
                         name, near);
    }
    return tool_fail("regs", NULL, "no component, register or field '%s'; hartrace regs lists them",
                     name);
}

/* One operand: COMPONENT, REGISTER, FIELD, COMPONENT:OFFSET, each with or without =VALUE. */
static int show(const char *what)
{
    char name[64];
    size_t n = strcspn(what, "=");
    const char *value_text = what[n] == '=' ? what + n + 1 : NULL;
    uint64_t value = 0, offset = 0;
    if (value_text != NULL && (!htr_number(value_text, &value) || value > UINT32_MAX)) {
        return tool_fail("regs", NULL, "'%s' is not a 32-bit number; write for example %.*s=0x63",
                         value_text, (int)n, what);
    }
    snprintf(name, sizeof name, "%.*s", (int)n, what);
    char *colon = strchr(name, ':');
    const struct regmap_component *c = NULL;
    const struct regmap_reg *r = NULL;
    if (colon != NULL) {
        *colon = '\0';
        c = find_component(name);
        if (c == NULL || !htr_number(colon + 1, &offset) || (r = register_at(c, offset)) == NULL) {
            return tool_fail("regs", NULL,
                             "no register at '%s'; hartrace regs %s lists the offsets", what,
                             c != NULL ? c->name : "COMPONENT");
        }
    } else if ((c = find_component(name)) != NULL) {
        if (value_text != NULL) {
            return tool_fail("regs", NULL, "'%s' is a component; a value belongs to a register",
                             name);
        }
        print_component(c);
        return TOOL_OK;
    } else if ((r = find_register(name, &c)) == NULL) {
        return unknown_name(name);
    }
    if (value_text != NULL) {
        print_value(c, r, (uint32_t)value);
    } else {
        print_register(c, r);
    }
    return TOOL_OK;
}

int regs_main(int argc, char **argv)
{
    struct target_options target = {.io = NULL};
    const struct tool_option options[] = {TARGET_OPTIONS(target)};
    const struct tool_usage usage = {
        .verb = "regs",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
        .synopsis = "[COMPONENT | REGISTER[=VALUE] | FIELD | COMPONENT:OFFSET[=VALUE]]...\n"
                    "       hartrace regs --io HOW --dtb FILE [encoder-0 | funnel-0 | ...]...",
        .text = "Print the register map of the Trace Control Interface: all components, the "
                "registers of one,\n"
                "the fields of a register, or the fields of a value. Upper and lower case do not "
                "matter.\nWith --io: the registers of a live target and their fields, as they "
                "are.",
        .example = "  hartrace regs\n  hartrace regs encoder\n  hartrace regs trTeControl=0x63\n"
                   "  hartrace regs ramsink:0x010",
    };
    const char *what[HTR_LIST_MAX];
    int n = tool_parse(&usage, argc, argv, what, HTR_LIST_MAX);
    if (n < 0) {
        return n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    }
    if (target.io != NULL || target.dtb != NULL) {
        return target_regs(&target, what, n);
    }
    if (n == 0) {
        for (unsigned i = 0; i < REGMAP_NCOMPONENTS; i++) {
            print_component(regmap_components[i]);
        }
    }
    for (int i = 0; i < n; i++) {
        int status = show(what[i]);
        if (status != TOOL_OK) {
            return status;
        }
    }
    return TOOL_OK;
}
