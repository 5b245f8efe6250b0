/* SPDX-License-Identifier: Apache-2.0 */
/* Private: the files of a report. Data are scripts, because a page from file:// may load nothing
 * else: each calls a function of report.js, or sets a member of window.hartrace. */
#ifndef HTV_REPORT_FILE_H
#define HTV_REPORT_FILE_H

#include "htr/htr_host.h"
#include "htr/htr_out.h"

struct htv_report_file {
    struct htr_host *host;
    const char *folder; /* of the report */
    int status;         /* the first failure: nothing is written after it */
    FILE *f;            /* open, or NULL */
    struct htr_out text;
};

/* Open FOLDER/NAME. A file is written with htr_out_* to text, closed with htv_report_done. Returns
 * false after a failure. */
bool htv_report_open(struct htv_report_file *r, const char *name);
void htv_report_done(struct htv_report_file *r);

void htv_report_put(struct htv_report_file *r, const char *text);
void htv_report_json(struct htv_report_file *r, const char *text); /* with quotes */
void htv_report_number(struct htv_report_file *r, uint64_t n);

/* "0x80000000", with quotes. */
void htv_report_address(struct htv_report_file *r, uint64_t address);

/* A comma, unless it is the first. */
void htv_report_comma(struct htv_report_file *r, bool first);

/* Numbers in brackets. */
void htv_report_numbers(struct htv_report_file *r, const uint64_t *n, size_t count);

#endif
