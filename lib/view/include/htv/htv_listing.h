/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Source in the listing of htr_write.h: the names of functions, source lines and the text of
 * instructions between the events.
 *
 *   struct htv_listing *l;
 *   htv_listing_new(&l, &host, &options);
 *   htr_writer_init(&w, HTR_WRITE_TEXT, ...);
 *   htv_listing_attach(l, &w);
 *   htr_decode_run(...);
 *   if (htv_listing_close(l) != HTR_OK) ...
 *
 * docs/reference/views.md describes the lines. Memory grows with the code that ran, not with the
 * length of the trace.
 */
#ifndef HTV_LISTING_H
#define HTV_LISTING_H

#include <stdbool.h>

#include "htr/htr_write.h"
#include "htv/htv_symbols.h"

#ifdef __cplusplus
extern "C" {
#endif

struct htv_listing_options {
    struct htv_symbols_options symbols; /* an ELF file that gives code is added, as the last one */
    const char *objdump;                /* htv_disasm_options.objdump */
    bool color;                         /* for a terminal */
};

struct htv_listing;

/* options is copied; its strings must live until htv_listing_close. Files are opened with the first
 * instruction. Returns HTR_OK, or HTR_ERR_MEMORY after a message; then *made is NULL. */
int htv_listing_new(struct htv_listing **made, struct htr_host *host,
                    const struct htv_listing_options *options) HTR_MUST_CHECK;

/* Add to the listing of w, whose format is HTR_WRITE_TEXT. */
void htv_listing_attach(struct htv_listing *l, struct htr_writer *w);

/* NULL is fine. Returns HTR_OK, or what htv_symbols_open or htv_disasm_open returned after a
 * message; then instructions were written without source. */
int htv_listing_close(struct htv_listing *l);

#ifdef __cplusplus
}
#endif

#endif
