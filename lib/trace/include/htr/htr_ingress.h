/* SPDX-License-Identifier: Apache-2.0 */
/* Ingress streams (ingress.h) from files: plain, gzip or zstd, "-" for standard input. */
#ifndef HTR_INGRESS_H
#define HTR_INGRESS_H

#include "htr/htr_file.h"
#include "ingress/ingress.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Must not move while it is open. Read records with ingress_read(&s->reader, ...). */
struct htr_ingress {
    struct ingress_reader reader;
    struct htr_file file;
    struct htr_host *host;
    const char *path;
};

/* Open a stream and read its header. Returns HTR_OK, or after a message HTR_ERR_*; then nothing
 * stays open. */
int htr_ingress_open(struct htr_ingress *s, struct htr_host *host, const char *path) HTR_MUST_CHECK;

/* The status for one of enum ingress_status; HTR_ERR_FORMAT for unknown ones. */
enum htr_status htr_ingress_status(int status);

/* Report how a stream ended, status as ingress_read returned it (negative). Returns HTR_ERR_*. */
int htr_ingress_fail(struct htr_ingress *s, int status);

void htr_ingress_close(struct htr_ingress *s);

#ifdef __cplusplus
}
#endif

#endif
