/* SPDX-License-Identifier: Apache-2.0 */
/* Which addresses belong to which compilation unit, and the rows of its line table. */
#include <dwarf.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "htv_symbols_int.h"

uint64_t htv_row_address(const struct htv_elf *e, const struct htv_unit *u, size_t row, bool *end)
{
    Dwarf_Line *line = dwarf_onesrcline(u->lines, row);
    Dwarf_Addr addr = 0;
    (void)dwarf_lineaddr(line, &addr);
    (void)dwarf_lineendsequence(line, end);
    return addr + e->dwarf_bias;
}

Dwarf_Line *htv_row_find(const struct htv_elf *e, const struct htv_unit *u, uint64_t addr,
                         uint64_t *from, uint64_t *to)
{
    size_t low = 0, high = u->nlines;
    bool end = false;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (htv_row_address(e, u, middle, &end) <= addr) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    uint64_t start = 0, next = UINT64_MAX;
    end = true;
    if (low < u->nlines) {
        bool ignored;
        next = htv_row_address(e, u, low, &ignored);
    }
    if (low > 0) {
        start = htv_row_address(e, u, low - 1, &end);
    }
    if (start > *from) {
        *from = start;
    }
    if (next < *to) {
        *to = next;
    }
    return end ? NULL : dwarf_onesrcline(u->lines, low - 1);
}

uint32_t htv_row_file(struct htv_symbols *s, struct htv_unit *u, Dwarf_Line *row)
{
    Dwarf_Files *files;
    Dwarf_Attribute a;
    size_t i;
    if (dwarf_line_file(row, &files, &i) != 0) {
        return 0;
    }
    bool keep = files == u->files && i < u->nfiles;
    if (keep && u->file[i] != 0) {
        return u->file[i];
    }
    uint32_t id = htv_file_id(s, dwarf_filesrc(files, i, NULL, NULL),
                              dwarf_formstring(dwarf_attr(&u->die, DW_AT_comp_dir, &a)));
    if (keep) {
        u->file[i] = id;
    }
    return id;
}

/* ---- line tables ---- */

static int ascending(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static bool table_of(Dwarf_Die *unit, uint64_t *offset)
{
    Dwarf_Attribute a;
    Dwarf_Word at = 0;
    const bool has = dwarf_formudata(dwarf_attr(unit, DW_AT_stmt_list, &a), &at) == 0;
    *offset = at;
    return has;
}

/* Bytes of all line tables, and where each begins when some may be too large. */
static bool find_tables(struct htv_elf *e)
{
    Elf *elf = dwarf_getelf(e->dwarf);
    size_t headers = 0, names = 0;
    if (elf_getshdrnum(elf, &headers) != 0 || elf_getshdrstrndx(elf, &names) != 0) {
        headers = 0;
    }
    for (size_t i = 1; i < headers; i++) {
        GElf_Shdr h;
        const char *name =
            gelf_getshdr(elf_getscn(elf, i), &h) != NULL ? elf_strptr(elf, names, h.sh_name) : NULL;
        if (name != NULL && strcmp(name, ".debug_line") == 0) {
            e->line_bytes = h.sh_size;
        }
    }
    Dwarf_CU *cu = NULL;
    Dwarf_Die die;
    size_t capacity = 0;
    while (e->line_bytes > HTV_LINE_BYTES && e->ntables < HTV_UNITS &&
           dwarf_get_units(e->dwarf, cu, &cu, NULL, NULL, &die, NULL) == 0) {
        uint64_t at;
        if (die.addr != NULL && table_of(&die, &at)) {
            if (!htv_room((void **)&e->table, &capacity, e->ntables + 1, sizeof *e->table)) {
                return false;
            }
            e->table[e->ntables++] = at;
        }
    }
    if (e->ntables > 0) {
        qsort(e->table, e->ntables, sizeof *e->table, ascending);
    }
    return true;
}

/* From its beginning to that of the next one. */
static bool too_large(const struct htv_elf *e, uint64_t table)
{
    uint64_t end = e->line_bytes;
    size_t low = 0, high = e->ntables;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (e->table[middle] <= table) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    end = low < e->ntables && e->table[low] < end ? e->table[low] : end;
    return end > table && end - table > HTV_LINE_BYTES;
}

void htv_rows_load(struct htv_symbols *s, struct htv_elf *e, struct htv_unit *u)
{
    uint64_t table;
    u->nlines = 0;
    if (table_of(&u->die, &table) && too_large(e, table)) {
        htv_crowded(s, e, HTV_LINE_BYTES, "bytes in the line table of a unit");
    } else if (dwarf_getsrclines(&u->die, &u->lines, &u->nlines) != 0) {
        u->nlines = 0;
    }
}

/* ---- units ---- */

static bool add_range(struct htv_elf *e, uint64_t from, uint64_t to)
{
    return !htv_elf_executable(e, from, to) ||
           htv_spans_add(&e->units, from, to, (uint32_t)e->nunits);
}

/* The addresses that a unit says it has. *none: it says nothing. */
static bool by_ranges(struct htv_symbols *s, struct htv_elf *e, struct htv_unit *u, bool *none)
{
    Dwarf_Addr base = 0, from, to;
    ptrdiff_t at = 0;
    *none = true;
    while ((at = dwarf_ranges(&u->die, at, &base, &from, &to)) > 0) {
        if (e->budget == 0) {
            htv_crowded(s, e, HTV_PIECES, "pieces of code, or more than it can hold");
            break;
        }
        e->budget--;
        *none = false;
        /* Parts that are not executable, such as what was thrown away between two functions, are no
         * code of it: see the functions. */
        if (!add_range(e, from + e->dwarf_bias, to + e->dwarf_bias)) {
            return false;
        }
    }
    if (at < 0) {
        htv_damaged(s, e, "its DWARF has addresses that cannot be read; names are missing there");
    }
    return true;
}

/* The addresses of its lines. */
static bool by_lines(struct htv_symbols *s, struct htv_elf *e, struct htv_unit *u)
{
    bool inside = false, end;
    uint64_t from = 0;
    if (e->rows == 0) {
        return true;
    }
    htv_rows_load(s, e, u);
    if (u->nlines > e->rows) {
        htv_crowded(s, e, HTV_ROWS, "rows in line tables of units without addresses");
        e->rows = u->nlines = 0;
    }
    e->rows -= u->nlines;
    for (size_t i = 0; i < u->nlines; i++) {
        uint64_t at = htv_row_address(e, u, i, &end);
        if (!inside) {
            from = at;
        }
        if (end && inside && !add_range(e, from, at)) {
            return false;
        }
        inside = !end;
    }
    return true;
}

bool htv_units_find(struct htv_symbols *s, struct htv_elf *e)
{
    Dwarf_CU *cu = NULL;
    struct htv_unit u = {.loaded = false};
    uint8_t type;
    int found;
    e->rows = HTV_ROWS;
    if (!find_tables(e)) {
        return false;
    }
    while ((found = dwarf_get_units(e->dwarf, cu, &cu, NULL, &type, &u.die, NULL)) == 0 &&
           e->nunits < HTV_UNITS) {
        int tag = u.die.addr != NULL ? dwarf_tag(&u.die) : 0;
        bool none;
        if (tag != DW_TAG_compile_unit && tag != DW_TAG_skeleton_unit) {
            continue;
        }
        if (!by_ranges(s, e, &u, &none) || (none && !by_lines(s, e, &u)) ||
            !htv_room((void **)&e->unit, &e->units_capacity, e->nunits + 1, sizeof *e->unit)) {
            return false;
        }
        e->unit[e->nunits++] = u;
    }
    if (found == 0) {
        htv_crowded(s, e, HTV_UNITS, "units");
    }
    if (found < 0) {
        htv_damaged(s, e, "its DWARF cannot be read; names are missing there");
    }
    return htv_spans_flatten(&e->units);
}
