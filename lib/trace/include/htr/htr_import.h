/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Logs of other simulators become ingress streams: the CSV of the E-Trace reference flow, Spike's
 * log, CSV with the columns of RVFI. The formats are docs/reference/formats.md.
 *
 *   htr_import_open, htr_import_write, htr_import_close
 */
#ifndef HTR_IMPORT_H
#define HTR_IMPORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "htr/htr_file.h"

#ifdef __cplusplus
extern "C" {
#endif

enum htr_import_format {
    HTR_IMPORT_AUTO, /* by content */
    HTR_IMPORT_ING,  /* an ingress stream: nothing to do */
    HTR_IMPORT_ETRACE,
    HTR_IMPORT_SPIKE,
    HTR_IMPORT_RVFI,
};

struct htr_import_options {
    enum htr_import_format format; /* AUTO: by content */
    uint64_t hart; /* Spike: the core to take. The stream has its instructions as this hart */
    unsigned xlen; /* 0: from the addresses of a Spike log, otherwise 64 */
};

/* A format by its name: "ing", "etrace", "spike", "rvfi", or NULL: AUTO. Returns HTR_OK, or
 * HTR_ERR_ARG after a message. */
int htr_import_format(struct htr_host *host, const char *name,
                      enum htr_import_format *format) HTR_MUST_CHECK;

/* The format of a file by its first lines; AUTO: none of these. Returns HTR_OK, or what
 * htr_lines_open returns, after a message. */
int htr_import_detect(struct htr_host *host, const char *path,
                      enum htr_import_format *format) HTR_MUST_CHECK;

struct htr_import; /* private */

/* Open a log; path must live until it is closed. Returns HTR_OK, or after a message HTR_ERR_FORMAT
 * (unknown kind of log, or an ingress stream), HTR_ERR_ARG (hart out of range), HTR_ERR_MEMORY, or
 * what htr_lines_open returns; then *out is NULL. */
int htr_import_open(struct htr_import **out, struct htr_host *host, const char *path,
                    const struct htr_import_options *o) HTR_MUST_CHECK;

/* The file that is read; htr_progress counts its bytes. */
const struct htr_file *htr_import_input(const struct htr_import *i);

/* Write all of the log as an ingress stream to `to`, which the caller checks and closes. Call it
 * once. Returns HTR_OK, or after a message HTR_ERR_FORMAT (not a log of this format, or its flow is
 * broken; the message has the line), HTR_ERR_READ, HTR_ERR_MEMORY, HTR_ERR_MISSING (no
 * instruction); without a message HTR_ERR_WRITE: `to` has an error. Traps that were inferred are a
 * remark. */
int htr_import_write(struct htr_import *i, FILE *to, bool compress) HTR_MUST_CHECK;

/* Free it; i may be NULL. */
void htr_import_close(struct htr_import *i);

#ifdef __cplusplus
}
#endif

#endif
