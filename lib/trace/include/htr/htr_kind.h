/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kind of a file, from its first bytes: for info, which reports it, and for the verbs that take
 * a trace, which refuse other kinds by name.
 */
#ifndef HTR_KIND_H
#define HTR_KIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "htr/htr_host.h"

#ifdef __cplusplus
extern "C" {
#endif

enum htr_kind {
    HTR_KIND_TRACE, /* may be raw trace bytes */
    HTR_KIND_EMPTY,
    HTR_KIND_IDLE,  /* 0xFF alone */
    HTR_KIND_ZEROS, /* 0x00 alone, 8 bytes or more */
    HTR_KIND_ELF,
    HTR_KIND_INGRESS,
    HTR_KIND_DTB,
    HTR_KIND_DTS,
    HTR_KIND_VCD,
    HTR_KIND_PACKED, /* compressed, or an archive, in a format that is not supported */
    HTR_KIND_PCS,
    HTR_KIND_PCINFO,
    HTR_KIND_PCSEQ,
    HTR_KIND_LIST,       /* PCINFO or PCSEQ */
    HTR_KIND_LOG_ETRACE, /* log of a simulator: the E-Trace reference flow */
    HTR_KIND_LOG_SPIKE,
    HTR_KIND_LOG_RVFI,
    HTR_KIND_DUMP,
    HTR_KIND_PERF, /* perf.data: what takes a trace reads it from a plain file */
    HTR_KIND_TEXT,
    HTR_KINDS,
};

/* The kind of a file from its first `size` bytes, decompressed. whole: there are no more; IDLE and
 * ZEROS are recognized only then. bytes may be read up to 8 bytes past size, as htr_bytes_load
 * leaves them.
 */
enum htr_kind htr_kind_of(const uint8_t *bytes, size_t size, bool whole);

/* "an ELF file", and what takes it: "give it with --elf". Never NULL. */
const char *htr_kind_name(enum htr_kind kind);
const char *htr_kind_use(enum htr_kind kind);

/* Is every byte of the file, decompressed, the same as its first one? Reads the file in pieces;
 * false for standard input and for a file that cannot be read. */
bool htr_kind_uniform_file(const struct htr_host *host, const char *path);

/* Refuse a file that is no trace: "is an ELF file, not a trace; ...". more: the file goes on after
 * these bytes. Returns HTR_OK, or HTR_ERR_FORMAT after a message. */
int htr_kind_check_trace(struct htr_host *host, const char *path, const uint8_t *bytes, size_t size,
                         bool more) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
