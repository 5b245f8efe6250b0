/* SPDX-License-Identifier: Apache-2.0 */
/* Ids of functions, with and without symbols. */
#include "htv/htv_names.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "htv/htv_symbols.h"

enum {
    TEXT = 20,             /* "0x" and 16 digits */
    UNNAMED_MAX = 1 << 20, /* functions without a symbol; the rest are id 0 */
    AREA = 64,             /* bytes around an address without symbol that are one function */
};

struct entry {
    struct htv_name name;
    bool setjmp; /* by its name */
    char text[TEXT];
};

struct htv_names {
    struct htv_symbols *symbols;
    struct entry **entry; /* by id; each stays where it is */
    uint32_t count, room, unnamed;
    uint32_t *of_symbol; /* id by symbol, 0: none yet */
    uint32_t symbols_room;
    uint32_t *bucket; /* ids of unnamed ones by address */
    uint32_t buckets;
};

static struct entry *add(struct htv_names *n)
{
    if (n->count == n->room) {
        uint32_t room = n->room == 0 ? 64 : 2 * n->room;
        struct entry **more = realloc(n->entry, room * sizeof(struct entry *));
        if (more == NULL) {
            return NULL;
        }
        n->entry = more;
        n->room = room;
    }
    struct entry *e = calloc(1, sizeof *e);
    if (e != NULL) {
        e->name = (struct htv_name){.name = e->text, .file = "", .image = ""};
        n->entry[n->count++] = e;
    }
    return e;
}

struct htv_names *htv_names_new(struct htv_symbols *symbols)
{
    struct htv_names *n = calloc(1, sizeof *n);
    if (n == NULL) {
        return NULL;
    }
    n->symbols = symbols;
    struct entry *unknown = add(n);
    if (unknown == NULL) {
        htv_names_free(n);
        return NULL;
    }
    unknown->name.name = "?";
    return n;
}

void htv_names_free(struct htv_names *n)
{
    if (n != NULL) {
        for (uint32_t i = 0; i < n->count; i++) {
            free(n->entry[i]);
        }
        free(n->entry);
        free(n->of_symbol);
        free(n->bucket);
        free(n);
    }
}

/* ---- functions with a symbol ---- */

static bool room_for_symbol(struct htv_names *n, uint32_t symbol)
{
    if (symbol < n->symbols_room) {
        return true;
    }
    uint32_t room = symbol + symbol / 2 + 64;
    uint32_t *more = realloc(n->of_symbol, room * sizeof *more);
    if (more == NULL) {
        return false;
    }
    memset(more + n->symbols_room, 0, (room - n->symbols_room) * sizeof *more);
    n->of_symbol = more;
    n->symbols_room = room;
    return true;
}

/* Where a function is declared; one of assembly, where its first instruction is. */
static uint32_t file_of(struct htv_symbols *s, const struct flow_context *context, uint32_t symbol,
                        uint32_t *line)
{
    const struct htv_function *f = htv_function(s, symbol);
    struct htv_line at;
    uint32_t file = f->file;
    *line = f->line;
    if (file == 0 && htv_line_at(s, context, f->low, &at) && at.function == symbol) {
        file = at.file;
        *line = at.line;
    }
    return file;
}

static bool is_setjmp(const char *name)
{
    static const char *const names[] = {"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp",
                                        "__builtin_setjmp"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

static uint32_t id_of_symbol(struct htv_names *n, const struct flow_context *context,
                             uint32_t symbol)
{
    if (!room_for_symbol(n, symbol)) {
        return 0;
    }
    if (n->of_symbol[symbol] == 0) {
        struct entry *e = add(n);
        if (e == NULL) {
            return 0;
        }
        uint32_t line;
        const uint32_t id = file_of(n->symbols, context, symbol, &line);
        const char *file = id != 0 ? htv_file(n->symbols, id) : NULL;
        const struct htv_function *f = htv_function(n->symbols, symbol);
        const struct htv_image *image = htv_image(n->symbols, f->image);
        e->name = (struct htv_name){.name = f->name,
                                    .file = file != NULL ? file : "",
                                    .image = image != NULL ? image->path : "",
                                    .line = line,
                                    .symbol = symbol,
                                    .pc = f->low,
                                    .length = f->size};
        e->setjmp = is_setjmp(f->name);
        n->of_symbol[symbol] = n->count - 1;
    }
    return n->of_symbol[symbol];
}

/* ---- functions without ---- */

static uint32_t place_of(const struct htv_names *n, uint64_t pc)
{
    return (uint32_t)((pc >> 1) * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (n->buckets - 1);
}

static bool grow_buckets(struct htv_names *n)
{
    if (2 * n->unnamed < n->buckets) {
        return true;
    }
    uint32_t *before = n->bucket, many = n->buckets;
    uint32_t *more = calloc(many == 0 ? 64 : 2 * (size_t)many, sizeof *more);
    if (more == NULL) {
        return false;
    }
    n->bucket = more;
    n->buckets = many == 0 ? 64 : 2 * many;
    for (uint32_t i = 0; i < many; i++) {
        if (before[i] != 0) {
            uint32_t at = place_of(n, n->entry[before[i]]->name.pc);
            while (n->bucket[at] != 0) {
                at = (at + 1) & (n->buckets - 1);
            }
            n->bucket[at] = before[i];
        }
    }
    free(before);
    return true;
}

static uint32_t id_of_address(struct htv_names *n, uint64_t pc)
{
    if (!grow_buckets(n)) {
        return 0;
    }
    uint32_t at = place_of(n, pc);
    for (; n->bucket[at] != 0; at = (at + 1) & (n->buckets - 1)) {
        if (n->entry[n->bucket[at]]->name.pc == pc) {
            return n->bucket[at];
        }
    }
    struct entry *e = n->unnamed == UNNAMED_MAX ? NULL : add(n);
    if (e == NULL) {
        return 0;
    }
    n->unnamed++;
    e->name.pc = pc;
    snprintf(e->text, sizeof e->text, "0x%" PRIx64, pc);
    return n->bucket[at] = n->count - 1;
}

/* ---- both ---- */

struct htv_place htv_names_locate(void *ctx, const struct flow_context *context, uint64_t pc,
                                  bool entry)
{
    struct htv_names *n = ctx;
    const uint32_t symbol = n->symbols != NULL ? htv_function_at(n->symbols, context, pc) : 0;
    const struct htv_function *f = symbol != 0 ? htv_function(n->symbols, symbol) : NULL;
    if (f != NULL) {
        const uint64_t low = f->low, size = f->size;
        const bool inside = pc - low < size;
        struct htv_place p = {.named = true, .low = low, .length = size};
        p.function = id_of_symbol(n, context, symbol);
        p.setjmp = n->entry[p.function]->setjmp;
        if (!inside) { /* a part that lies elsewhere */
            p.low = pc;
            p.length = 2;
            p.named = false;
        }
        return p;
    }
    struct htv_place p = {.function = entry ? id_of_address(n, pc) : 0, .length = UINT64_MAX};
    if (n->symbols != NULL) {
        p.low = pc & ~(uint64_t)(AREA - 1);
        p.length = AREA;
    }
    return p;
}

const struct htv_name *htv_names_get(const struct htv_names *n, uint32_t id)
{
    return &n->entry[id < n->count ? id : 0]->name;
}

uint32_t htv_names_count(const struct htv_names *n)
{
    return n->count;
}
