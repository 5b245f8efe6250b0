/* SPDX-License-Identifier: Apache-2.0 */
/* A compilation unit: its functions, the calls inlined in them, its lines. */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "htv_symbols_int.h"

enum {
    ORIGINS = 16, /* references from one to the next */
};

/* A walk through the entries of a unit. */
struct walk {
    struct htv_symbols *s;
    struct htv_elf *e;
    struct htv_unit *u;
    bool failed;
};

static const char *string_of(Dwarf_Die *die, unsigned name)
{
    Dwarf_Attribute a;
    return dwarf_formstring(dwarf_attr_integrate(die, name, &a));
}

static uint32_t number_of(Dwarf_Attribute *a)
{
    Dwarf_Word value = 0;
    return dwarf_formudata(a, &value) == 0 && value <= UINT32_MAX ? (uint32_t)value : 0;
}

static uint32_t number_in(Dwarf_Die *die, unsigned name)
{
    Dwarf_Attribute a;
    return number_of(dwarf_attr(die, name, &a));
}

/* The file that an attribute names by its number: in the line table of its unit, for a .dwo file in
 * that of the program (dwarf_decl_file does not get along with those). */
static uint32_t file_of(struct walk *w, Dwarf_Attribute *a)
{
    Dwarf_Die unit;
    Dwarf_Attribute folder;
    Dwarf_Files *files;
    size_t n;
    if (a == NULL) {
        return 0;
    }
    if (a->cu == w->u->code.cu) {
        unit = w->u->die;
    } else if (dwarf_cu_die(a->cu, &unit, NULL, NULL, NULL, NULL, NULL, NULL) == NULL) {
        return 0;
    }
    uint32_t file = number_of(a);
    if (dwarf_getsrcfiles(&unit, &files, &n) != 0 || file >= n) {
        return 0;
    }
    return htv_file_id(w->s, dwarf_filesrc(files, file, NULL, NULL),
                       dwarf_formstring(dwarf_attr(&unit, DW_AT_comp_dir, &folder)));
}

/* What an entry says of a function, wherever it says it. */
static struct htv_function describe(struct walk *w, Dwarf_Die *die)
{
    struct htv_function f = {.image = w->e->index};
    Dwarf_Attribute a;
    f.linkage_name = string_of(die, DW_AT_linkage_name);
    if (f.linkage_name == NULL) {
        f.linkage_name = string_of(die, DW_AT_MIPS_linkage_name);
    }
    f.name = dwarf_diename(die);
    if (f.name == NULL) {
        f.name = f.linkage_name;
    } else {
        f.name = htv_qualified(w->s, die, f.name);
    }
    f.file = file_of(w, dwarf_attr_integrate(die, DW_AT_decl_file, &a));
    f.line = f.file != 0 ? number_of(dwarf_attr_integrate(die, DW_AT_decl_line, &a)) : 0;
    return f;
}

/* The entry at the end of a chain of DW_AT_abstract_origin. Returns false when there is none. */
static bool origin_of(Dwarf_Die *die, Dwarf_Die *origin)
{
    bool found = false;
    Dwarf_Attribute a;
    *origin = *die;
    for (unsigned i = 0; i < ORIGINS; i++) {
        Dwarf_Die next;
        if (dwarf_formref_die(dwarf_attr(origin, DW_AT_abstract_origin, &a), &next) == NULL) {
            break;
        }
        *origin = next;
        found = true;
    }
    return found;
}

/* The function that stands for all inlined copies of an abstract one. */
static uint32_t abstract_id(struct walk *w, Dwarf_Die *die)
{
    uint32_t *id = htv_ids_at(&w->s->function_ids, (uintptr_t)die->addr, htv_ids_same_key, NULL);
    if (id == NULL) {
        (void)htv_no_memory(w->s);
        return 0;
    }
    if (*id == 0) {
        struct htv_function f = describe(w, die);
        f.inlined = true;
        f.name = f.name != NULL ? f.name : "(unnamed)";
        *id = htv_add_function(w->s, &f);
        w->s->function_ids.n += *id != 0;
    }
    return *id;
}

/* The symbol of a function that is entered at addr, or NULL. */
static const struct htv_symbol *symbol_at(const struct htv_elf *e, uint64_t addr)
{
    uint64_t from = 0, to = UINT64_MAX;
    const struct htv_span *span = htv_spans_find(&e->symbols, addr, &from, &to);
    return span == NULL || e->symbol[span->value].value != addr ? NULL : &e->symbol[span->value];
}

/* The function of an entry with code; [from, to) is the first piece of it. */
static uint32_t concrete_id(struct walk *w, Dwarf_Die *die, uint64_t from, uint64_t to)
{
    struct htv_function f = describe(w, die);
    Dwarf_Die origin;
    Dwarf_Addr entry = 0;
    f.low = from + w->e->info.offset;
    f.size = to - from;
    if (dwarf_entrypc(die, &entry) == 0 && entry + w->e->dwarf_bias - from < to - from) {
        f.low = entry + w->e->dwarf_bias + w->e->info.offset;
        f.size = to - (entry + w->e->dwarf_bias);
    }
    if (f.name == NULL) {
        const struct htv_symbol *symbol = symbol_at(w->e, f.low - w->e->info.offset);
        f.name = symbol != NULL ? symbol->name : "(unnamed)";
    }
    if (origin_of(die, &origin)) {
        f.origin = abstract_id(w, &origin);
    }
    return htv_add_function(w->s, &f);
}

/* The next piece of code of an entry, in addresses of the file. Returns what dwarf_ranges does. */
static ptrdiff_t next_range(struct htv_elf *e, Dwarf_Die *die, ptrdiff_t offset, Dwarf_Addr *base,
                            uint64_t *from, uint64_t *to)
{
    Dwarf_Addr start = 0, end = 0;
    ptrdiff_t next = dwarf_ranges(die, offset, base, &start, &end);
    *from = start + e->dwarf_bias;
    *to = end + e->dwarf_bias;
    return next;
}

/* Is there still room for pieces of code? */
static bool has_room(struct walk *w)
{
    if (w->e->budget == 0) {
        htv_crowded(w->s, w->e, HTV_PIECES, "pieces of code, or more than it can hold");
        return false;
    }
    w->e->budget--;
    return true;
}

static uint32_t new_scope(struct walk *w, Dwarf_Die *die, uint32_t parent, uint64_t from,
                          uint64_t to)
{
    struct htv_symbols *s = w->s;
    struct htv_scope scope = {.parent = parent, .depth = 1};
    if (parent == 0) {
        scope.function = scope.root = concrete_id(w, die, from, to);
    } else {
        Dwarf_Die origin;
        Dwarf_Attribute a;
        (void)origin_of(die, &origin);
        scope.root = s->scope[parent - 1].root;
        scope.depth = s->scope[parent - 1].depth + 1;
        scope.function = abstract_id(w, &origin);
        scope.call_file = file_of(w, dwarf_attr(die, DW_AT_call_file, &a));
        scope.call_line = number_in(die, DW_AT_call_line);
        scope.call_column = number_in(die, DW_AT_call_column);
    }
    return scope.function == 0 ? 0 : htv_add_scope(s, &scope);
}

/* One piece of code of an entry, with a scope that is made for the first. Returns false when there
 * is no memory for it. */
static bool add_piece(struct walk *w, Dwarf_Die *die, uint32_t parent, uint64_t from, uint64_t to,
                      uint32_t *scope)
{
    if (!htv_elf_executable(w->e, from, to)) {
        return true; /* the linker has thrown it away */
    }
    /* The assembler measures its functions before the linker relaxes them. */
    const struct htv_symbol *symbol = parent == 0 ? symbol_at(w->e, from) : NULL;
    if (symbol != NULL && symbol->sized && symbol->size < to - from) {
        to = from + symbol->size;
    }
    if (*scope == 0) {
        *scope = new_scope(w, die, parent, from, to);
    }
    w->failed = *scope != 0 && !htv_spans_add(&w->u->scopes, from, to, *scope);
    return *scope != 0 && !w->failed;
}

/* A function in a .dwo file whose length is 0: with relaxation only the linker knows it, and that
 * does not see these files. The symbol has it. */
static void enter_split(struct walk *w, Dwarf_Die *die, uint32_t *scope)
{
    Dwarf_Addr low = 0, high = 0;
    if (w->u->code.addr == w->u->die.addr || dwarf_lowpc(die, &low) != 0 ||
        dwarf_highpc(die, &high) != 0 || low != high) {
        return;
    }
    const struct htv_symbol *symbol = symbol_at(w->e, low + w->e->dwarf_bias);
    if (symbol != NULL) {
        (void)add_piece(w, die, 0, symbol->value, symbol->value + symbol->size, scope);
        htv_damaged(w->s, w->e,
                    "its split DWARF has no sizes of code, as the linker relaxes it; compile "
                    "without -gsplit-dwarf to see all inlined functions");
    }
}

/* Give the addresses of an entry, a function or an inlined call, to a new scope. Returns it, or
 * `parent` when it has no code. */
static uint32_t enter(struct walk *w, Dwarf_Die *die, uint32_t parent)
{
    uint32_t scope = 0;
    uint64_t from, to;
    Dwarf_Addr base = 0;
    ptrdiff_t at = 0;
    while ((at = next_range(w->e, die, at, &base, &from, &to)) > 0 && has_room(w) &&
           add_piece(w, die, parent, from, to, &scope)) {
    }
    if (at < 0) {
        htv_damaged(w->s, w->e,
                    "its DWARF has addresses that cannot be read; names are missing there");
    }
    if (scope == 0 && parent == 0) {
        enter_split(w, die, &scope);
    }
    return scope != 0 ? scope : parent;
}

/* An entry in `scope`. Returns whether there may be functions in it, and their scope. */
static bool visit(struct walk *w, Dwarf_Die *die, uint32_t *scope)
{
    if (w->failed) {
        return false;
    }
    switch (dwarf_tag(die)) {
    case DW_TAG_subprogram:
        *scope = enter(w, die, 0);
        return true;
    case DW_TAG_inlined_subroutine:
        if (*scope != 0 && w->s->scope[*scope - 1].depth < HTV_FRAMES) {
            *scope = enter(w, die, *scope);
        }
        return true;
    case DW_TAG_lexical_block:
    case DW_TAG_try_block:
    case DW_TAG_catch_block:
    case DW_TAG_with_stmt:
    case DW_TAG_namespace:
    case DW_TAG_module:
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
    case DW_TAG_interface_type:
    case DW_TAG_common_block:
        return true;
    default:
        return false;
    }
}

/* One entry, for htv_walk. */
static bool visit_one(void *ctx, Dwarf_Die *die, uint32_t *scope)
{
    return visit(ctx, die, scope);
}

static void walk_unit(struct walk *w)
{
    const int found = htv_walk(w->s, &w->u->code, visit_one, w);
    if (found < 0) {
        htv_damaged(w->s, w->e,
                    found == -2 ? "its DWARF is nested too deep; names are missing there"
                                : "its DWARF cannot be read; names are missing there");
    }
}

static void load_lines(struct htv_symbols *s, struct htv_elf *e, struct htv_unit *u)
{
    htv_rows_load(s, e, u);
    if (u->nlines > 0 && dwarf_getsrcfiles(&u->die, &u->files, &u->nfiles) == 0) {
        u->file = calloc(u->nfiles, sizeof *u->file);
    }
    if (u->file == NULL) {
        u->nfiles = 0;
    }
}

void htv_unit_load(struct htv_symbols *s, struct htv_elf *e, struct htv_unit *u)
{
    if (u->loaded) {
        return;
    }
    u->loaded = true;
    u->code = u->die;
    uint8_t type = 0;
    Dwarf_Die split;
    if (dwarf_cu_info(u->die.cu, NULL, &type, NULL, &split, NULL, NULL, NULL) == 0 &&
        type == DW_UT_skeleton) {
        const char *name = string_of(&u->die, DW_AT_dwo_name);
        name = name != NULL ? name : string_of(&u->die, DW_AT_GNU_dwo_name);
        if (split.addr != NULL) {
            u->code = split;
        } else if (!e->complained) {
            e->complained = true;
            htr_note(s->host, e->info.path,
                     "its split DWARF %s cannot be read; functions come from the symbol table "
                     "until it is where it was compiled, or in a .dwp file",
                     name != NULL ? name : "file");
        }
    }
    struct walk w = {.s = s, .e = e, .u = u};
    walk_unit(&w);
    load_lines(s, e, u);
    if (w.failed || !htv_spans_flatten(&u->scopes)) {
        (void)htv_no_memory(s);
        htv_spans_free(&u->scopes);
    }
}

void htv_unit_free(struct htv_unit *u)
{
    htv_spans_free(&u->scopes);
    free(u->file);
}
