/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Text for people and scripts: one line per message, one line per byte. The formats are
 * docs/reference/dump-format.md. No libc: numbers are formatted here.
 */
#ifndef NEXUS_PRINT_H
#define NEXUS_PRINT_H

#include "nexus/nexus_msg.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    NEXUS_PRINT_MAX = 640,    /* a buffer of this size is always large enough for one line */
    NEXUS_PRINT_RAW_MAX = 64, /* bytes of RAW= that are shown before "..." */
};

/* Write one message as a line, without newline: "IndirectBranch SRC=2 BTYPE=0 ICNT=0x7
 * UADDR=0x7B6". All fields that are present come in order of transmission. A vendor or reserved
 * message is "Vendor TCODE=56 SRC=2 RAW=E0,03".
 *
 * Returns the number of characters (without the terminating NUL), or NEXUS_ERR_NOSPACE: cap is too
 * small; buf is then an empty string when cap is not 0. */
int nexus_msg_print(const struct nexus_stream_cfg *cfg, const struct nexus_msg *m, char *buf,
                    size_t cap);

/* Where a field lies in a message, in MDO bits counted from the first byte of the message (6 per
 * byte). */
struct nexus_span {
    const char *name; /* "TCODE", "SRC", or nexus_field_name */
    uint64_t value;   /* low 64 bits, as transmitted: an address is not extended here */
    size_t first_bit;
    size_t
        bits; /* with the zeros on top that fill a variable-length field to the end of its byte */
};

enum {
    NEXUS_SPANS_MAX = 16,
};

/* The fields of a decoded message (nexus_msg_next, raw still valid) in order, TCODE and SRC
 * first. Of a damaged message: those that were decoded before the damage. Returns the number
 * written to span[NEXUS_SPANS_MAX]. */
unsigned nexus_msg_spans(const struct nexus_stream_cfg *cfg, const struct nexus_msg *m,
                         struct nexus_span span[NEXUS_SPANS_MAX]);

/* Write byte number index of m->raw as a line, without newline: the byte, its MDO and MSEO bits,
 * and the fields that end in it: "0x1D 000111 01 ICNT[10]=0x7D". The first byte also names the
 * message.
 *
 * Returns as nexus_msg_print; NEXUS_ERR_ARG when index is not below m->raw_length. */
NEXUS_MUST_CHECK int nexus_msg_print_byte(const struct nexus_msg *m, const struct nexus_span *span,
                                          unsigned spans, size_t index, char *buf, size_t cap);

/* The line of an idle byte: "0xFF 111111 11 Idle". Returns as nexus_msg_print. */
NEXUS_MUST_CHECK int nexus_print_idle(char *buf, size_t cap);

#ifdef __cplusplus
}
#endif

#endif
