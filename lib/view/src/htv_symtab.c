/* SPDX-License-Identifier: Apache-2.0 */
/* Functions by the symbol table: where DWARF knows none, as in much assembly code. */
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "htv_symbols_int.h"

/* Is it code that has a name? Not so the marks of the psABI ("$x", "$d"), and local labels. */
static bool is_function(const GElf_Sym *sym, const char *name)
{
    unsigned type = GELF_ST_TYPE(sym->st_info);
    return (type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_NOTYPE) && name[0] != '\0' &&
           name[0] != '$' && strncmp(name, ".L", 2) != 0 && sym->st_shndx != SHN_UNDEF;
}

/* Two symbols of the same address: functions after labels, larger before smaller, local before weak
 * before global; of equal ones the name that sorts first is last. */
struct candidate {
    struct htv_symbol symbol;
    bool label;
    uint8_t binding; /* 0 local, 1 weak, 2 global */
};

static int by_address(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    if (x->symbol.value != y->symbol.value) {
        return x->symbol.value < y->symbol.value ? -1 : 1;
    }
    if (x->label != y->label) {
        return x->label ? -1 : 1;
    }
    if (x->symbol.size != y->symbol.size) {
        return x->symbol.size > y->symbol.size ? -1 : 1;
    }
    if (x->binding != y->binding) {
        return x->binding < y->binding ? -1 : 1;
    }
    return strcmp(y->symbol.name, x->symbol.name);
}

static uint8_t strength(const GElf_Sym *sym)
{
    unsigned b = GELF_ST_BIND(sym->st_info);
    return b == STB_LOCAL ? 0 : b == STB_WEAK ? 1 : 2;
}

/* Those of the table that are code of the file. */
static bool collect(struct htv_symbols *s, struct htv_elf *e, struct candidate **list, size_t *n)
{
    size_t capacity = 0;
    bool sizes = false; /* too many: of those without a size, where they end is not known */
    int count = dwfl_module_getsymtab(e->module);
    for (int i = 1; i < count; i++) {
        GElf_Sym sym;
        GElf_Addr addr;
        Elf *elf;
        const char *name = dwfl_module_getsym_info(e->module, i, &sym, &addr, NULL, &elf, NULL);
        if (name == NULL || !is_function(&sym, name)) {
            continue;
        }
        uint64_t value = sym.st_value + (elf == e->debug ? e->dwarf_bias : 0);
        if (!htv_elf_executable(e, value, value + 1)) {
            continue;
        }
        if (*n == HTV_FUNCTIONS) {
            htv_crowded(s, e, HTV_FUNCTIONS, "symbols of code");
            sizes = true;
            break;
        }
        if (!htv_room((void **)list, &capacity, *n + 1, sizeof **list)) {
            return false;
        }
        (*list)[(*n)++] =
            (struct candidate){.symbol = {.name = name, .value = value, .size = sym.st_size},
                               .label = GELF_ST_TYPE(sym.st_info) == STT_NOTYPE,
                               .binding = strength(&sym)};
    }
    size_t kept = 0;
    for (size_t i = 0; sizes && i < *n; i++) {
        if (!(*list)[i].label && (*list)[i].symbol.size > 0) {
            (*list)[kept++] = (*list)[i];
        }
    }
    *n = sizes ? kept : *n;
    return true;
}

/* How far a symbol without size goes: to the next address that has one, in its section. next: the
 * symbol after the last one here. */
static uint64_t reach(const struct htv_elf *e, const struct candidate *list, size_t n, size_t next,
                      uint64_t value)
{
    uint64_t from = 0, end = UINT64_MAX;
    (void)htv_spans_find(&e->exec, value, &from, &end);
    return next < n && list[next].symbol.value < end ? list[next].symbol.value - value
                                                     : end - value;
}

/* The last symbol at the address of i, if it is not the one of the symbol before. */
static size_t last_here(const struct candidate *list, size_t n, size_t i, size_t last)
{
    if (last <= i) {
        for (last = i; last + 1 < n && list[last + 1].symbol.value == list[i].symbol.value;) {
            last++;
        }
    }
    return last;
}

static bool keep(struct htv_elf *e, const struct htv_symbol *symbol)
{
    uint64_t end = symbol->value + symbol->size, from = 0, most = UINT64_MAX;
    (void)htv_spans_find(&e->exec, symbol->value, &from, &most);
    if (end > most || end < symbol->value) {
        end = most;
    }
    if (e->nsymbols == UINT32_MAX ||
        !htv_room((void **)&e->symbol, &e->symbols_capacity, e->nsymbols + 1, sizeof *e->symbol)) {
        return false;
    }
    e->symbol[e->nsymbols] = *symbol;
    e->symbol[e->nsymbols].size = end - symbol->value;
    return htv_spans_add(&e->symbols, symbol->value, end, (uint32_t)e->nsymbols++);
}

bool htv_symtab_read(struct htv_symbols *s, struct htv_elf *e)
{
    struct candidate *list = NULL;
    size_t n = 0;
    bool ok = collect(s, e, &list, &n);
    if (ok && n > 0) {
        qsort(list, n, sizeof *list, by_address);
    }
    /* Up to `covered` a function with a size reaches: labels in it are no functions. */
    uint64_t covered = 0;
    for (size_t i = 0, last = 0; ok && i < n; i++) {
        struct htv_symbol *symbol = &list[i].symbol;
        last = last_here(list, n, i, last);
        if (list[i].label && (symbol->value < covered || !list[last].label)) {
            continue;
        }
        symbol->sized = symbol->size != 0 && !list[i].label;
        if (symbol->size == 0) {
            symbol->size = reach(e, list, n, last + 1, symbol->value);
        } else if (!list[i].label && symbol->value + symbol->size > covered) {
            covered = symbol->value + symbol->size;
        }
        ok = keep(e, symbol);
    }
    free(list);
    return ok && htv_spans_flatten(&e->symbols);
}

uint32_t htv_symtab_scope(struct htv_symbols *s, struct htv_elf *e, struct htv_symbol *symbol)
{
    if (symbol->scope == 0) {
        uint32_t id = htv_add_function(s, &(struct htv_function){
                                              .name = symbol->name,
                                              .low = symbol->value + e->info.offset,
                                              .size = symbol->size,
                                              .image = e->index,
                                              .from_symtab = true,
                                          });
        if (id != 0) {
            symbol->scope =
                htv_add_scope(s, &(struct htv_scope){.function = id, .root = id, .depth = 1});
        }
    }
    return symbol->scope;
}
