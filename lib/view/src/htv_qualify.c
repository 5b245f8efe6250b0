/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Names with the namespaces and classes that they are in, from the entries around a declaration.
 *
 * Source: DWARF 5, 3.2.2 "Namespace Entries", 5.7 "Structure, Union, Class and Interface Type
 * Entries", 2.13.2 "Declarations Completing Non-Defining Declarations".
 */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "htv_symbols_int.h"

enum {
    REFERENCES = 16,        /* from a definition to its declaration */
    PREFIX = 1024,          /* bytes of a prefix, with its NUL; a longer one is left out */
    PREFIX_BYTES = 1 << 26, /* of all prefixes */
};

/* Languages that write a::b. */
static bool has_scopes(Dwarf_Die *unit)
{
    switch (dwarf_srclang(unit)) {
    case DW_LANG_C_plus_plus:
    case DW_LANG_C_plus_plus_03:
    case DW_LANG_C_plus_plus_11:
    case DW_LANG_C_plus_plus_14:
    case 0x2A: /* DW_LANG_C_plus_plus_17 */
    case 0x2B: /* DW_LANG_C_plus_plus_20 */
    case DW_LANG_Rust:
        return true;
    default:
        return false;
    }
}

/* The declaration that a definition, or a copy of one, is of. */
static Dwarf_Die declaration(Dwarf_Die *die)
{
    Dwarf_Die at = *die, next;
    Dwarf_Attribute a;
    for (unsigned i = 0; i < REFERENCES; i++) {
        if (dwarf_formref_die(dwarf_attr(&at, DW_AT_specification, &a), &next) == NULL &&
            dwarf_formref_die(dwarf_attr(&at, DW_AT_abstract_origin, &a), &next) == NULL) {
            break;
        }
        at = next;
    }
    return at;
}

/* What is kept of an entry by its address: a unit, 1; a function, 1 + its prefix. */
static uint32_t *kept(struct htv_symbols *s, const void *addr)
{
    return htv_ids_at(&s->prefix_ids, (uintptr_t)addr, htv_ids_same_key, NULL);
}

static uint32_t prefix_of(struct htv_symbols *s, Dwarf_Die *die)
{
    const uint32_t *id = kept(s, die->addr);
    return id != NULL && *id > 0 ? *id - 1 : 0;
}

static void keep(struct htv_symbols *s, const void *addr, uint32_t prefix)
{
    uint32_t *id = kept(s, addr);
    if (id == NULL) {
        (void)htv_no_memory(s);
    } else if (*id == 0 && s->prefix_ids.n < HTV_PIECES) {
        *id = 1 + prefix;
        s->prefix_ids.n++;
    }
}

/* The prefix of what is in something called `name`. Returns its number, or 0 when it is too long.
 */
static uint32_t inside(struct htv_symbols *s, uint32_t outer, const char *name)
{
    char text[PREFIX];
    const char *before = outer != 0 ? s->prefix[outer - 1] : "";
    const size_t n = strlen(before), m = strlen(name);
    if (n + m + 3 > PREFIX || s->prefix_bytes + n + m + 3 > PREFIX_BYTES ||
        !htv_room((void **)&s->prefix, &s->prefixes_capacity, s->nprefixes + 1,
                  sizeof *s->prefix)) {
        return 0;
    }
    memcpy(text, before, n);
    memcpy(text + n, name, m);
    memcpy(text + n + m, "::", 3);
    const char *copy = htv_string(s, text);
    if (copy == NULL) {
        return 0;
    }
    s->prefix_bytes += n + m + 3;
    s->prefix[s->nprefixes++] = copy;
    return (uint32_t)s->nprefixes;
}

/* An entry in something with the prefix *scope. */
static bool visit(void *ctx, Dwarf_Die *die, uint32_t *scope)
{
    struct htv_symbols *s = ctx;
    const char *name = dwarf_diename(die);
    switch (dwarf_tag(die)) {
    case DW_TAG_namespace:
        *scope = inside(s, *scope, name != NULL ? name : "(anonymous namespace)");
        return true;
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
    case DW_TAG_interface_type:
    case DW_TAG_enumeration_type: /* of Rust: has methods */
        *scope = name != NULL ? inside(s, *scope, name) : *scope;
        return true;
    case DW_TAG_subprogram: {
        Dwarf_Die of = declaration(die);
        const uint32_t outer = of.addr != die->addr ? prefix_of(s, &of) : *scope;
        keep(s, die->addr, outer);
        *scope = name != NULL ? inside(s, outer, name) : outer; /* of classes in it */
        return true;
    }
    case DW_TAG_module:
    case DW_TAG_lexical_block:
        return true;
    default:
        return false;
    }
}

const char *htv_qualified(struct htv_symbols *s, Dwarf_Die *die, const char *name)
{
    Dwarf_Die of = declaration(die), unit;
    if (name == NULL || dwarf_diecu(&of, &unit, NULL, NULL) == NULL || !has_scopes(&unit)) {
        return name;
    }
    const uint32_t *known = kept(s, unit.addr);
    if (known == NULL || *known == 0) {
        keep(s, unit.addr, 0);
        (void)htv_walk(s, &unit, visit, s); /* what cannot be read is a remark of htv_unit.c */
    }
    const uint32_t prefix = prefix_of(s, &of);
    if (prefix == 0) {
        return name;
    }
    const char *before = s->prefix[prefix - 1];
    const size_t n = strlen(before), m = strlen(name);
    char *text = m < PREFIX ? malloc(n + m + 1) : NULL;
    if (text == NULL) {
        return name;
    }
    memcpy(text, before, n);
    memcpy(text + n, name, m + 1);
    const char *copy = htv_string(s, text);
    free(text);
    return copy != NULL ? copy : name;
}
