/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where an instruction is: its function, source file and line, at the end of a pass. Code without a
 * symbol belongs to the function that was called at the nearest address before it.
 */
#ifndef HTV_PLACES_H
#define HTV_PLACES_H

#include <stdint.h>

#include "htv/htv_writer.h"

#ifdef __cplusplus
extern "C" {
#endif

struct htv_spot {
    const char *function;   /* "0x80000124" without a symbol, "?" when nothing was called there */
    const char *file;       /* where the function is declared, or "" */
    const char *image;      /* the ELF, or "" */
    const char *line_file;  /* of the line; "" when line is 0 */
    uint64_t function_pc;   /* its first instruction; 0: not known */
    uint32_t function_line; /* of the declaration, or 0 */
    uint32_t line;          /* 0: not known */
    uint32_t line_file_id;  /* htv_file of htv_symbols.h, or 0 */
};

struct htv_places;

/* about is kept. Ends with htv_places_free. Returns NULL without memory. */
struct htv_places *htv_places_new(const struct htv_about *about);
void htv_places_free(struct htv_places *p);

/* The spot of an instruction. Its texts live as long as the pass. No status: cannot fail. */
void htv_places_at(struct htv_places *p, uint16_t space, uint64_t pc, struct htv_spot *out);

#ifdef __cplusplus
}
#endif

#endif
