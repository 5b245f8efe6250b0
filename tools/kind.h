/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a file is, by its first bytes: for info, which says it, and for the verbs that take a trace,
 * which refuse everything else by name.
 */
#ifndef TOOLS_KIND_H
#define TOOLS_KIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "htr/htr_host.h"

enum kind {
    KIND_TRACE, /* nothing speaks against raw trace bytes */
    KIND_EMPTY,
    KIND_IDLE,  /* 0xFF alone */
    KIND_ZEROS, /* 0x00 alone, 8 bytes or more */
    KIND_ELF,
    KIND_INGRESS,
    KIND_DTB,
    KIND_DTS,
    KIND_VCD,
    KIND_PACKED, /* compressed or an archive, in a way that nothing here reads */
    KIND_PCS,
    KIND_PCINFO,
    KIND_PCSEQ,
    KIND_LIST,       /* PCINFO or PCSEQ */
    KIND_LOG_ETRACE, /* logs of simulators: the E-Trace reference flow, */
    KIND_LOG_SPIKE,
    KIND_LOG_RVFI,
    KIND_DUMP,
    KIND_TEXT,
    KINDS,
};

/* The kind of a file from its first `size` bytes, decompressed. whole: there are no more; IDLE and
 * ZEROS are told only then. bytes may be read up to 8 bytes past size, as htr_bytes_load leaves
 * them.
 */
enum kind kind_of(const uint8_t *bytes, size_t size, bool whole);

/* "an ELF file", and what takes it: "give it with --elf". Never NULL. */
const char *kind_name(enum kind kind);
const char *kind_use(enum kind kind);

/* Is every byte of the file, decompressed, the same as its first one? Reads the file in pieces;
 * false for standard input and for what cannot be read. */
bool kind_uniform_file(const struct htr_host *host, const char *path);

/* Refuse what is no trace: prints "FILE: is an ELF file, not a trace; ...". more: the file goes on
 * after these bytes. Returns 0, or TOOL_CANNOT after a message. */
int kind_check_trace(const char *verb, const char *path, const uint8_t *bytes, size_t size,
                     bool more);

#endif
