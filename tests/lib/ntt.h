/* SPDX-License-Identifier: Apache-2.0 */
/* Reader of text vectors, tests/vectors/NAME.ntt. The format is docs/vectors.md. */
#ifndef NTT_H
#define NTT_H

#include <stdio.h>

#include "nexus/nexus_msg.h"

enum {
    NTT_LINE_MAX = 400,
    NTT_ITEMS_MAX = 64,
    NTT_BYTES_MAX = 2048,
};

/* What the decoder must deliver, in order. */
struct ntt_item {
    unsigned line;           /* in the file */
    int status;              /* NEXUS_OK for msg; the error for error */
    char text[NTT_LINE_MAX]; /* msg: the line of dump */
    size_t offset, length;   /* error: where */
};

struct ntt_case {
    char name[NTT_LINE_MAX];
    unsigned line;
    struct nexus_stream_cfg cfg;
    bool decode_only; /* the encoder would choose other bytes */
    uint8_t bytes[NTT_BYTES_MAX];
    size_t size;
    struct ntt_item item[NTT_ITEMS_MAX];
    unsigned items;
};

struct ntt_reader {
    FILE *file;
    unsigned line;
    char next[NTT_LINE_MAX]; /* the "case" line that ended the one before; empty at the start */
    char error[NTT_LINE_MAX + 100];
};

/* Read the next case. Returns 1, 0 at the end of the file, -1 when the file is wrong: error says
 * where and why. */
int ntt_next(struct ntt_reader *r, struct ntt_case *c);

/* Set configuration fields from "NAME=VALUE NAME=VALUE". Names are those of struct nexus_stream_cfg
 * and struct nexus_cfg_widths. Returns false for an unknown name or a bad value. */
bool ntt_set_cfg(struct nexus_stream_cfg *cfg, const char *text);

/* Read a message from a line of dump. raw is where RAW= bytes are kept. Returns false when the line
 * is wrong. */
bool ntt_parse_msg(const char *text, struct nexus_msg *m, uint8_t raw[NTT_BYTES_MAX]);

#endif
