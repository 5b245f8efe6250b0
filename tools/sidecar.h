/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a decoder must know besides the bytes of a trace: as the command that decodes it, and as a
 * file beside it (T.nex.toml, docs/formats.md) that every verb that decodes reads by itself.
 */
#ifndef TOOLS_SIDECAR_H
#define TOOLS_SIDECAR_H

#include <stdbool.h>
#include <stddef.h>

#include "nexus/nexus_cfg.h"
#include "te.h"
#include "tool.h"

enum {
    SIDECAR_MAX = 24, /* settings */
    SIDECAR_TEXT = 64,
    SIDECAR_SRC_ALL = -2,
};

/* Settings as the command line has them: "FIELD=VALUE", "NAME=VALUE". */
struct sidecar {
    char te[SIDECAR_MAX][SIDECAR_TEXT], param[SIDECAR_MAX][SIDECAR_TEXT];
    unsigned nte, nparam;
};

/* What differs from a decoder's defaults; from te also what verify --strict asks for. */
void sidecar_from_cfg(struct sidecar *s, const struct nexus_stream_cfg *cfg,
                      const struct htr_settings *te);

bool sidecar_equal(const struct sidecar *a, const struct sidecar *b);

/* Say on stderr: "decode it with: hartrace decode TRACE CODE ...". option: "--elf" or another;
 * src: a number, SIDECAR_SRC_ALL, or -1: no --src. */
void sidecar_say(const struct sidecar *s, const char *verb, const char *trace, const char *option,
                 const char *code, int src, bool wrapped);

/* Write TRACE.toml. Returns 0, or TOOL_CANNOT after a message. */
int sidecar_write(const struct sidecar *s, const char *verb, const char *trace);

/* Read TRACE.toml, if there is one. Returns 0 (nothing: both counts are 0), or TOOL_CANNOT after a
 * message that names line and column. */
int sidecar_read(struct sidecar *s, const char *verb, const char *trace);

#endif
