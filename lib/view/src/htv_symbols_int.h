/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Inside of the symbols. Files, each calling only those before it:
 *
 *   htv_spans     intervals of addresses
 *   htv_names     strings, source files, functions, chains of inlined calls
 *   htv_symtab    functions of the symbol table
 *   htv_walk      the entries of a compilation unit, one after the other
 *   htv_qualify   names with their namespaces and classes
 *   htv_unit      functions and inlined calls of a compilation unit
 *   htv_units     which addresses it has, and its lines
 *   htv_elf       an image: file, sections, build id, and all of the above
 *   htv_lookup    an address in all images, and what is kept of it
 *   htv_symbols, htv_symbols_each, htv_symbols_check, htv_source    the interface
 */
#ifndef HTV_SYMBOLS_INT_H
#define HTV_SYMBOLS_INT_H

#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

#include "htv/htv_symbols.h"

enum {
    HTV_ROWS = 1 << 25, /* of line tables that are looked at, again for each unit that shares one */
};

/* Make room for n elements of a size in *array. Returns false when there is no memory. */
bool htv_room(void **array, size_t *capacity, size_t n, size_t size) HTR_MUST_CHECK;

/* Intervals [from, to) with what they stand for. */
struct htv_span {
    uint64_t from, to;
    uint32_t value;
};

struct htv_spans {
    struct htv_span *span;
    size_t n, capacity;
};

/* Returns false when there is no memory. An empty interval is left out. */
bool htv_spans_add(struct htv_spans *s, uint64_t from, uint64_t to, uint32_t value) HTR_MUST_CHECK;

/* Sort, and make them disjoint: what begins later, is shorter, or was added later hides the rest.
 * Returns false when there is no memory. */
bool htv_spans_flatten(struct htv_spans *s) HTR_MUST_CHECK;

/* Narrow [*from, *to) to the part around addr that is in one of the disjoint intervals, which is
 * returned, or in none: NULL. */
const struct htv_span *htv_spans_find(const struct htv_spans *s, uint64_t addr, uint64_t *from,
                                      uint64_t *to);
void htv_spans_free(struct htv_spans *s);

/* Ids of things by a key of 64 bits, or by a hash of it that `same` confirms. */
struct htv_ids {
    struct htv_id {
        uint64_t key;
        uint32_t id; /* 0: free */
    } * slot;
    size_t capacity, n;
};

bool htv_ids_same_key(const void *ctx, uint32_t id);

/* The place of a key: its id is 0 when it is new; set it, and n grows by one. NULL: no memory. */
uint32_t *htv_ids_at(struct htv_ids *t, uint64_t key, bool (*same)(const void *ctx, uint32_t id),
                     const void *ctx);

/* A function, or an inlined call in `parent`. */
struct htv_scope {
    uint32_t parent; /* 0: this is a function */
    uint32_t function;
    uint32_t root; /* function of the outermost scope */
    uint32_t call_file, call_line, call_column;
    uint32_t depth; /* 1 for a function */
};

struct htv_unit {
    Dwarf_Die die;  /* of the file: what it says of addresses and lines */
    Dwarf_Die code; /* of its functions: in a .dwo file when DWARF is split, else the same */
    bool loaded;
    struct htv_spans scopes;
    Dwarf_Lines *lines;
    size_t nlines;
    Dwarf_Files *files; /* those of the first row */
    size_t nfiles;
    uint32_t *file; /* ids, 0: not asked for yet */
};

struct htv_symbol {
    const char *name;
    uint64_t value, size;
    bool sized;     /* a function that says its size, and not one that ends where the next begins */
    uint32_t scope; /* 0: not asked for yet */
};

struct htv_elf {
    struct htv_image info;
    uint16_t index;
    Dwfl *dwfl;
    Dwfl_Module *module;
    Dwarf *dwarf;           /* NULL: none */
    Elf *debug;             /* the file with it, if it is a separate one */
    uint64_t dwarf_bias;    /* added to an address in the DWARF it is one of the file */
    uint64_t id_address;    /* of the build id, in the file; 0 = unknown */
    struct htv_spans exec;  /* executable sections; value: index of the section, 0 = unknown */
    struct htv_spans units; /* value: index in unit */
    struct htv_unit *unit;
    size_t nunits, units_capacity;
    struct htv_spans symbols; /* value: index in symbol */
    struct htv_symbol *symbol;
    size_t nsymbols, symbols_capacity;
    size_t budget;   /* intervals that DWARF may still name: no more than it has bytes */
    size_t rows;     /* of line tables that may still be looked at to find units */
    uint64_t *table; /* offsets of line tables, ascending, when they may be too large to read */
    size_t ntables;
    uint64_t line_bytes; /* of all line tables; 0 = unknown */
    bool complained;     /* about damage: once */
    bool crowded;        /* about a limit: once */
};

struct htv_key {
    uint64_t pc, scontext, hcontext;
    uint32_t bits; /* known, v, prv; 1 << 31 when in use */
};

struct htv_kept {
    struct htv_key key;
    struct htv_line line;
};

struct htv_replace {
    char *from, *to;
};

struct htv_text; /* a source file: htv_source.c */

struct htv_symbols {
    struct htr_host *host;
    struct htv_elf *elf;
    unsigned nelf;
    uint32_t depends; /* FLOW_DEPENDS_*: of the context, what any image asks for */
    Dwfl_Callbacks callbacks;
    char *debug_path;
    struct htv_replace *replace;
    unsigned nreplace;
    bool no_memory; /* was reported */

    const char **prefix; /* "a::b::" */
    size_t nprefixes, prefixes_capacity, prefix_bytes;
    struct htv_ids prefix_ids; /* by address of the entry in the DWARF */

    char **chunk; /* of strings */
    size_t nchunks, chunks_capacity, chunk_left;
    char *chunk_next;

    const char **file;
    size_t nfiles, files_capacity;
    struct htv_ids file_ids;
    struct htv_function *function;
    size_t nfunctions, functions_capacity;
    struct htv_ids function_ids; /* by address of the entry in the DWARF */
    struct htv_scope *scope;
    size_t nscopes, scopes_capacity;

    struct htv_kept last;
    struct htv_kept *kept; /* a power of two */
    size_t nkept, missed;

    struct htv_text *text;
    size_t ntexts;
    uint64_t text_clock;
    bool text_complained;
};

/* Is [from, to) code of the file? */
bool htv_elf_executable(const struct htv_elf *e, uint64_t from, uint64_t to);

/* Report once that there is no memory; what could not be kept is unknown. Returns HTR_ERR_MEMORY.
 */
int htv_no_memory(struct htv_symbols *s);

/* htv_names.c. A copy that lives as long as the symbols; NULL: no memory. */
const char *htv_string(struct htv_symbols *s, const char *text);

/* Id of a path after the replacements; 0: NULL, too long, or no memory. */
uint32_t htv_file_id(struct htv_symbols *s, const char *path, const char *folder);

/* A new function; 0: no memory, or too many. */
uint32_t htv_add_function(struct htv_symbols *s, const struct htv_function *f);

/* A new scope; 0: no memory. */
uint32_t htv_add_scope(struct htv_symbols *s, const struct htv_scope *scope);

/* A remark on what is wrong with the DWARF of an image, once. */
void htv_damaged(struct htv_symbols *s, struct htv_elf *e, const char *what);

/* A remark on a limit that an image exceeds, once: more than `most` of `what`. */
void htv_crowded(struct htv_symbols *s, struct htv_elf *e, size_t most, const char *what);

/* htv_symtab.c. Read the functions of the symbol table. Returns false when there is no memory. */
bool htv_symtab_read(struct htv_symbols *s, struct htv_elf *e) HTR_MUST_CHECK;

/* The scope of a symbol; 0: no memory. */
uint32_t htv_symtab_scope(struct htv_symbols *s, struct htv_elf *e, struct htv_symbol *symbol);

/* htv_walk.c. Visit all entries in `top`, depth first; *scope is what the visit of the entry around
 * it has left there, 0 at first. A visit returns whether to visit what is in the entry. Returns 0;
 * -1: entries cannot be read; -2: they are too deep. */
typedef bool htv_visit(void *ctx, Dwarf_Die *die, uint32_t *scope);
int htv_walk(struct htv_symbols *s, Dwarf_Die *top, htv_visit *visit, void *ctx);

/* htv_qualify.c. The name of a function with the namespaces and classes that it is declared in, or
 * the name itself (also NULL). */
const char *htv_qualified(struct htv_symbols *s, Dwarf_Die *die, const char *name);

/* htv_unit.c. Read a unit, if that was not done. */
void htv_unit_load(struct htv_symbols *s, struct htv_elf *e, struct htv_unit *u);
void htv_unit_free(struct htv_unit *u);

/* htv_units.c. Find which addresses belong to which unit. Returns false when there is no memory. */
bool htv_units_find(struct htv_symbols *s, struct htv_elf *e) HTR_MUST_CHECK;

/* Read the lines of a unit, unless their table is too large. */
void htv_rows_load(struct htv_symbols *s, struct htv_elf *e, struct htv_unit *u);

/* The address of a row, in the file. */
uint64_t htv_row_address(const struct htv_elf *e, const struct htv_unit *u, size_t row, bool *end);

/* The row that holds addr, and [*from, *to) narrowed to it or to the gap around addr. Returns
 * NULL when there is none. */
Dwarf_Line *htv_row_find(const struct htv_elf *e, const struct htv_unit *u, uint64_t addr,
                         uint64_t *from, uint64_t *to);
uint32_t htv_row_file(struct htv_symbols *s, struct htv_unit *u, Dwarf_Line *row);

/* htv_elf.c. Open info.path. Returns HTR_OK or HTR_ERR_* after a message; close in both cases. */
int htv_elf_open(struct htv_symbols *s, struct htv_elf *e) HTR_MUST_CHECK;
void htv_elf_close(struct htv_elf *e);

/* htv_lookup.c: out is valid until the next call. */
const struct htv_line *htv_lookup(struct htv_symbols *s, const struct flow_context *context,
                                  uint64_t pc);
void htv_lookup_forget(struct htv_symbols *s);

/* htv_source.c */
void htv_texts_free(struct htv_symbols *s);

#endif
