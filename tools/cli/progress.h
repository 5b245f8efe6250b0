/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One line on the terminal that says how far long work has come:
 *
 *   decode: 12.5 of 48.0 MiB (26 %), 35.2 MiB/s
 *
 * It goes to stderr, only when that is a terminal, and only where results do not go to a terminal
 * at the same time. It appears after PROGRESS_FIRST seconds, changes at most every PROGRESS_EVERY,
 * and is wiped before anything else is said and at the end. One piece of work at a time, one
 * thread.
 */
#ifndef TOOLS_PROGRESS_H
#define TOOLS_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "host.h"
#include "htr/htr_file.h"

#define PROGRESS_FIRST 0.3
#define PROGRESS_EVERY 0.1

enum progress_unit {
    PROGRESS_BYTES,
    PROGRESS_INSTRUCTIONS,
};

/* Begin. total: 0 when it is not known. results: where results are written while the work goes on,
 * NULL when none are. */
void progress_begin(const char *verb, enum progress_unit unit, uint64_t total, FILE *results);

/* Begin to read a file from front to back; its size is the total. */
void progress_begin_file(const char *verb, const struct htr_file *s, FILE *results);

/* So much is done. Costs one comparison unless it is time to look at the clock. */
static inline void progress_at(uint64_t done)
{
    htr_progress(&tool_the.host, done);
}

/* Wipe the line: something else is about to be written. It comes back with the next change. */
void progress_clear(void);

/* The work is done, well or not: wipe the line. */
void progress_end(void);

/* The line without control characters, at most 79 characters. seconds: since the begin. */
enum {
    PROGRESS_LINE = 80,
};
void progress_text(char text[PROGRESS_LINE], const char *verb, enum progress_unit unit,
                   uint64_t done, uint64_t total, double seconds);

#endif
