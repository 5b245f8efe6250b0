/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions as events name them: ids, given out as the program comes to them. A function without a
 * symbol gets the address that was called as its name: never a wrong one.
 */
#ifndef HTV_NAMES_H
#define HTV_NAMES_H

#include <stdint.h>

#include "htv/htv_calls.h"

#ifdef __cplusplus
extern "C" {
#endif

struct htv_symbols;

struct htv_name {
    const char *name;  /* of the function, or "0x80000124" */
    const char *file;  /* source file, or "" */
    const char *image; /* the ELF that it is of, or "" */
    uint32_t line;     /* where it is declared, or 0 */
    uint32_t symbol;   /* id of htv_symbols.h, or 0: no symbol */
    uint64_t pc;       /* first instruction */
    uint64_t length;   /* bytes, or 0: not known */
    uint16_t space;
};

struct htv_names;

/* symbols may be NULL. Ends with htv_names_free. Returns NULL without memory. */
struct htv_names *htv_names_new(struct htv_symbols *symbols);
void htv_names_free(struct htv_names *n);

/* As htv_locate; ctx is the struct htv_names. */
struct htv_place htv_names_locate(void *ctx, const struct flow_context *context, uint64_t pc,
                                  bool entry);

/* The function of an id, valid until the next htv_names_locate; id 0 is "?". Never NULL. */
const struct htv_name *htv_names_get(const struct htv_names *n, uint32_t id);

/* Ids are 0 .. count - 1. */
uint32_t htv_names_count(const struct htv_names *n);

#ifdef __cplusplus
}
#endif

#endif
