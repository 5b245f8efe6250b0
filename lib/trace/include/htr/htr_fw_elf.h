/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the ELF of a firmware has for its trace messages: format strings and call sites, which are
 * not loaded (fwtrace/fwtrace.ld), constant text that %s points to, and the build id.
 */
#ifndef HTR_FW_ELF_H
#define HTR_FW_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "htr/htr_elf.h"
#include "htr/htr_input.h"

#ifdef __cplusplus
extern "C" {
#endif

struct htr_fw_span {
    const uint8_t *bytes; /* NULL: there is no such section */
    size_t size;
};

struct htr_fw_place {
    uint32_t what; /* domain << 7 | action, or HTR_FW_PLACE_PRINT + offset */
    uint64_t address;
};
#define HTR_FW_PLACE_PRINT 0x80000000u

struct htr_fw_elf {
    struct htr_bytes file; /* owned */
    const char *path;
    struct htr_elf elf;
    struct htr_fw_span text;    /* .fwtrace.str */
    struct htr_fw_span sites;   /* .fwtrace.sites */
    struct htr_fw_span id;      /* the build id itself */
    struct htr_fw_place *place; /* owned; the known call sites by what they send */
    size_t places;
};

/* A call of fwt_debug or fwt_print. */
struct htr_fw_site {
    uint64_t address;
    bool print, known; /* known: a print's `offset`, or domain and action, are constants */
    uint32_t offset;   /* of a print: in .fwtrace.str */
    unsigned domain, action;
};

/* Load an ELF. Returns HTR_OK, or after a message HTR_ERR_OPEN, _READ, _MEMORY, _FORMAT (no RISC-V
 * executable); then nothing is held. Sections that are missing or damaged are as if not there. */
int htr_fw_elf_load(struct htr_fw_elf *e, struct htr_host *host, const char *path) HTR_MUST_CHECK;
void htr_fw_elf_free(struct htr_fw_elf *e);

/* The format string at an offset, with its end inside of the section; NULL: there is none. */
const char *htr_fw_elf_format(const struct htr_fw_elf *e, uint32_t offset);

/* Constant text at an address of the program: in a section that is not writable, or without section
 * headers in such a segment, with its end in the file. NULL: there is none. */
const char *htr_fw_elf_text(const struct htr_fw_elf *e, uint64_t address);

/* Call site i. Returns false after the last. */
bool htr_fw_elf_site(const struct htr_fw_elf *e, size_t i, struct htr_fw_site *s);

/* The one call site that sends `what` (struct htr_fw_place). Returns 0: none, or several. */
uint64_t htr_fw_elf_where(const struct htr_fw_elf *e, uint32_t what);

/* Word i of the build id as fwt_hello sends it: i << 24 | three bytes. Returns false: no such word.
 */
bool htr_fw_elf_id_word(const struct htr_fw_elf *e, unsigned i, uint32_t *word);

#ifdef __cplusplus
}
#endif

#endif
