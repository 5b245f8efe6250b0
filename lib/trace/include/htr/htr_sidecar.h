/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The settings of a decoder in a file beside the trace (T.nex.toml, docs/reference/formats.md),
 * which every verb that decodes reads by itself.
 */
#ifndef HTR_SIDECAR_H
#define HTR_SIDECAR_H

#include <stdbool.h>
#include <stddef.h>

#include "htr/htr_settings.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTR_SIDECAR_MAX = 48, /* settings */
    HTR_SIDECAR_TEXT = 64,
};

/* Settings as the command line has them: "FIELD=VALUE", "NAME=VALUE". */
struct htr_sidecar {
    char te[HTR_SIDECAR_MAX][HTR_SIDECAR_TEXT], param[HTR_SIDECAR_MAX][HTR_SIDECAR_TEXT];
    unsigned nte, nparam;
};

/* Collects settings that differ from a decoder's defaults, and those that a strict comparison
 * needs. */
void htr_sidecar_from_cfg(struct htr_sidecar *s, const struct nexus_stream_cfg *cfg,
                          const struct htr_settings *settings);

/* The same of an E-Trace stream. */
void htr_sidecar_from_etrace(struct htr_sidecar *s, const struct etrace_cfg *cfg);

bool htr_sidecar_equal(const struct htr_sidecar *a, const struct htr_sidecar *b);

/* Write TRACE.toml. Returns HTR_OK, or HTR_ERR_* after a message. */
int htr_sidecar_write(const struct htr_sidecar *s, struct htr_host *host,
                      const char *trace) HTR_MUST_CHECK;

/* Read TRACE.toml, if there is one. Returns HTR_OK (without one both
 * counts are 0), or after a message that names line and column HTR_ERR_FORMAT, HTR_ERR_ARG,
 * HTR_ERR_READ. */
int htr_sidecar_read(struct htr_sidecar *s, struct htr_host *host,
                     const char *trace) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
