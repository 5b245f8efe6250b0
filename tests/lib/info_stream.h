/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Streams whose width of SRC is known, because it was asked for: programs of the simulator, random
 * harts and random messages, one or several sources, every mode and setting, whole, short, damaged,
 * wrapped, with idle and stray bytes between messages.
 */
#ifndef TESTS_INFO_STREAM_H
#define TESTS_INFO_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "random_hart.h"

enum {
    IS_BYTES = 1 << 18,
    IS_SOURCES = 4,
    IS_PROGRAMS = 24,
};

/* Records of a program, as a trace encoder gets them. */
struct info_program {
    const struct ingress_cycle *record;
    size_t records;
    unsigned xlen;
};

struct info_programs {
    struct info_program program[IS_PROGRAMS];
    unsigned n;
};

struct info_stream {
    unsigned src_bits;
    unsigned sources;
    size_t messages; /* before anything was done to them */
    size_t size;
    char text[160]; /* what it is, for a message */
    uint8_t byte[IS_BYTES];
};

/* Make one; the seed chooses everything. */
void info_stream_make(struct info_stream *s, const struct info_programs *p, uint64_t seed);

#endif
