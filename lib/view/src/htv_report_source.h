/* SPDX-License-Identifier: Apache-2.0 */
/* Private: source of a report, with counts and branch outcomes beside each line. */
#ifndef HTV_REPORT_SOURCE_H
#define HTV_REPORT_SOURCE_H

#include "htv/htv_writer.h"
#include "htv_report_file.h"

/* data/source-N.js for every source file whose text is there: hartrace_source(N, TEXT, COUNTS); and
 * the list of all files in data/sources.js. Returns HTR_OK, or HTR_ERR_* after a message. */
int htv_report_source(struct htv_report_file *file, const struct htv_about *about) HTR_MUST_CHECK;

#endif
