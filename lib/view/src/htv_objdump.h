/* SPDX-License-Identifier: Apache-2.0 */
/* Private: a program that is run for what it prints. */
#ifndef HTV_OBJDUMP_H
#define HTV_OBJDUMP_H

#include <stdbool.h>

#include "htr/htr_host.h"

enum htv_run_status {
    HTV_RUN_OK,
    HTV_RUN_MISSING, /* there is no such program, or it cannot be run */
    HTV_RUN_FAILED,  /* another exit status than 0, or a signal */
    HTV_RUN_HANGS,   /* nothing came for the time; it was killed */
    HTV_RUN_ENDED,   /* take said no, and it was killed */
};

/* A line without its newline, cut to some kilobytes. Returns false to end the program. */
typedef bool htv_take_text(void *ctx, char *line);

/* Run argv[0], found by PATH, without shell; give its lines on stdout to `take`. stdin and stderr
 * are /dev/null. seconds: without output, at most. */
enum htv_run_status htv_run_lines(const char *const argv[], unsigned seconds, htv_take_text *take,
                                  void *ctx) HTR_MUST_CHECK;

#endif
