/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From addresses to names: functions, inlined functions, source files and lines, for several images
 * and address spaces. DWARF 4 and 5 is read by libdw (elfutils), also split DWARF and separate
 * debug files; where there is none, the symbol table gives functions.
 *
 *   struct htv_symbols *s;
 *   if (htv_symbols_open(&s, &host, &options) != HTR_OK) ...
 *   uint32_t f = htv_function_at(s, &context, pc);
 *   printf("%s\n", f != 0 ? htv_function(s, f)->name : "?");
 *   htv_symbols_close(s);
 *
 * What was looked up is kept by address, so that asking again is cheap. A compilation unit is read
 * when the first address in it is asked for: memory grows with the code that ran, not with the
 * length of a trace. A structure belongs to one thread at a time, and so does its host, which must
 * outlive it and gets remarks from every call.
 *
 * Addresses are those of the running program: an image's OFFSET is in them. All ids count from 1
 * and stay the same until htv_symbols_close; 0 = unknown. Strings and structures that are returned
 * as pointers live as long, unless a function says otherwise.
 *
 * Sources: DWARF 5 (and 4), chapters 2.17 "Code Addresses, Ranges and Base Addresses", 3.3
 * "Subroutine and Entry Point Entries", 6.2 "Line Number Information", 7.3.2 "Split DWARF Object
 * Files"; System V ABI, chapter "Symbol Table"; N-Trace 1.0, "Ownership Message", for the context.
 */
#ifndef HTV_SYMBOLS_H
#define HTV_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "flow/flow_code.h"
#include "htr/htr_code.h"
#include "htr/htr_host.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTV_IMAGES = 64,          /* at most */
    HTV_SOURCE_PATHS = 64,    /* at most */
    HTV_FRAMES = 64,          /* inlined calls inside each other that are seen; deeper ones count as
                                 part of the one that holds them */
    HTV_FUNCTIONS = 1 << 21,  /* ids of functions, and symbols of an image; a remark says that the
                                 rest have no names. The same for the three below */
    HTV_PIECES = 1 << 22,     /* pieces of code of functions and inlined calls, of an image */
    HTV_UNITS = 1 << 18,      /* compilation units of an image */
    HTV_LINE_BYTES = 1 << 23, /* of the line table of a unit: a larger one is not read */
};

/* Strings are copied. */
struct htv_symbols_options {
    /* "[CONTEXT=]FILE[@OFFSET]": a RISC-V executable or shared object that is not stripped, or its
     * debug file. OFFSET is added to the addresses in it (modulo 2^64); an @ that no number follows
     * is part of the name. CONTEXT as for code (htr_code_options.in): the image counts in that
     * context only, and hides there the images that count in all. Of those the first counts. */
    const char *const *file;
    unsigned nfiles; /* 0..HTV_IMAGES */

    /* Where debug files are looked for: folders joined by colons, each with .build-id/xx/yyyy.debug
     * or the name in .gnu_debuglink. NULL: as elfutils does, the folder of the file, its .debug,
     * and /usr/lib/debug. */
    const char *debug_dir;

    /* "FROM=TO": a source path that begins with the folder FROM begins with TO instead. The first
     * that fits counts. */
    const char *const *source_path;
    unsigned nsource_paths; /* 0..HTV_SOURCE_PATHS */
};

struct htv_symbols;

/* Open the files. Returns HTR_OK, or after a message HTR_ERR_OPEN, HTR_ERR_READ, HTR_ERR_FORMAT (no
 * ELF file, not RISC-V, or an object file that is not linked), HTR_ERR_ARG (a CONTEXT or FROM=TO
 * that cannot be), HTR_ERR_RANGE (too many files or paths), HTR_ERR_MEMORY; then *made is NULL. A
 * file that has neither DWARF nor a symbol table, or damaged ones, is a remark: its addresses stay
 * without names. No files is no error: everything is unknown. */
int htv_symbols_open(struct htv_symbols **made, struct htr_host *host,
                     const struct htv_symbols_options *options) HTR_MUST_CHECK;

/* NULL is fine. */
void htv_symbols_close(struct htv_symbols *s);

/* Compare the images with the code that is decoded, after htr_code_start: by build id if both have
 * one, otherwise by the bytes of the executable sections where the code has bytes (code from a
 * PCINFO list or an ingress stream has none, and nothing is compared). An image that is not the
 * code's, or that shares no address with it, gets a remark and gives no names from then on. Call
 * it before anything is looked up. Returns how many images were dropped. */
unsigned htv_symbols_check(struct htv_symbols *s, const struct htr_code *code);

/* Functions. */
struct htv_function {
    /* As in the source, without parameters; in C++ and Rust with namespaces and classes: "a::b::c".
     * From a symbol table: the symbol, mangled as it is. */
    const char *name;
    const char
        *linkage_name; /* of C++ and the like: the symbol, mangled, not demangled; else NULL */
    uint32_t file;     /* where it is declared; 0 = unknown */
    uint32_t line;     /* of the declaration, from 1; 0 = unknown */
    uint64_t low;      /* where it is entered; 0 when `inlined` */
    uint64_t size;     /* bytes of the contiguous range that holds `low`; 0 when `inlined` */
    uint32_t origin;   /* this is code of the function `origin`, which is `inlined` elsewhere or has
                          other copies (foo.part.0); 0 = none */
    uint16_t image;    /* index, for htv_image */
    bool inlined;      /* stands for the inlined copies of a function: has no address of its own */
    bool from_symtab;  /* found in the symbol table only */
};

/* The function that was called to get to pc, that is the outermost one, never an inlined one.
 * context may be NULL: nothing is known (flow_code_mapping_counts says what counts then). Returns
 * its id, or 0. */
uint32_t htv_function_at(struct htv_symbols *s, const struct flow_context *context, uint64_t pc);

/* The same, and false when pc is not where the function is entered. */
bool htv_function_starts(struct htv_symbols *s, const struct flow_context *context, uint64_t pc);

/* NULL when there is no such id. The pointer is valid until the next function gets its id: copy
 * what has to last; the strings do. */
const struct htv_function *htv_function(const struct htv_symbols *s, uint32_t id);

/* How many ids of functions and files were given: ids are 1..count. */
uint32_t htv_functions(const struct htv_symbols *s);
uint32_t htv_files(const struct htv_symbols *s);

/* Lines. */
struct htv_line {
    uint64_t from, to; /* function, chain and line are the same for all of [from, to) */
    uint32_t function; /* as htv_function_at; 0 = unknown */
    uint32_t inner;    /* the innermost inlined function, or the same as `function` */
    uint32_t scope;    /* names the chain of inlined calls: equal scope, equal chain; 0 = unknown */
    uint32_t file;     /* 0 = unknown, then line to is_stmt are 0 */
    uint32_t line;     /* from 1; 0 = code that belongs to no line */
    uint32_t column;   /* from 1; 0 = unknown */
    uint32_t discriminator; /* tells blocks in one line from each other */
    uint16_t image;         /* index, for htv_image; meaningless when function and file are 0 */
    bool is_stmt;           /* recommended for a breakpoint */
};

/* Where pc is in the source. Returns false when neither its function nor its line is known; then
 * *out is all zero but from, to. */
bool htv_line_at(struct htv_symbols *s, const struct flow_context *context, uint64_t pc,
                 struct htv_line *out);

/* A function in the chain of inlined calls. */
struct htv_frame {
    uint32_t function;    /* id; all but the first are `inlined` */
    uint32_t call_file;   /* where the frame before calls it: 0 in the first, or unknown */
    uint32_t call_line;   /* from 1 */
    uint32_t call_column; /* from 1; 0 = unknown */
};

/* The chain for a scope of htv_line, outermost function first. Returns the number of frames, at
 * most HTV_FRAMES; the first `max` of them are in frame. 0: unknown scope. */
unsigned htv_frames(const struct htv_symbols *s, uint32_t scope, struct htv_frame *frame,
                    unsigned max);

/* Files. */

/* Path of a source file: absolute if the compiler's folder is known, without "." and "..", after
 * the replacements. NULL when there is no such id. */
const char *htv_file(const struct htv_symbols *s, uint32_t file);

/* Text of a line, without its end. Files are read when first asked for; some are kept. Returns NULL
 * when the file cannot be read (the first one is a remark) or has no such line. Not terminated:
 * *length bytes; valid until the next call. Only regular files up to 64 MiB are read. */
const char *htv_source_line(struct htv_symbols *s, uint32_t file, uint32_t line, size_t *length);

/* Images. */
struct htv_image {
    const char *path;       /* as given */
    const char *debug_path; /* of the separate file with the DWARF, or NULL */
    uint64_t offset;        /* as given */
    uint64_t low, high;     /* [low, high) holds its executable sections, OFFSET included */
    const uint8_t *build_id;
    size_t build_id_size; /* 0 = it has none */
    bool has_dwarf;
    bool has_symtab;
    bool dropped;                     /* htv_symbols_check found that it is not the code's */
    struct flow_code_mapping context; /* match and the values it counts for; no region */
};

unsigned htv_images(const struct htv_symbols *s);

/* NULL when there is no such index. */
const struct htv_image *htv_image(const struct htv_symbols *s, unsigned image);

/* Every function of an image that has addresses, units in the order of the file: `take` gets its id
 * and returns false to end it. Reads all DWARF of the image. Returns HTR_OK, or after a message
 * HTR_ERR_ARG (no such image), HTR_ERR_MEMORY. */
typedef bool htv_take_function(void *ctx, uint32_t function);
int htv_each_function(struct htv_symbols *s, unsigned image, htv_take_function *take,
                      void *ctx) HTR_MUST_CHECK;

/* A row of the line table: the addresses [from, to). */
struct htv_row {
    uint64_t from, to; /* from < to */
    uint32_t file, line, column, discriminator;
    bool is_stmt, prologue_end, basic_block;
};

/* Every row of an image with addresses in its executable sections: by address in a unit, units in
 * the order of the file. Returns as htv_each_function. */
typedef bool htv_take_row(void *ctx, const struct htv_row *row);
int htv_each_row(struct htv_symbols *s, unsigned image, htv_take_row *take,
                 void *ctx) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
