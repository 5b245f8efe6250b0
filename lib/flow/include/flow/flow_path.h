/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Paths: several blocks (flow_block.h) whose outcomes are known, because they were walked before:
 * decided by the next four bits of HIST, or by an I-CNT at whose end a branch is taken. A path
 * holds its ranges, ready to be copied. Programs walk the same paths again and again.
 *
 * A table of paths is memory of the caller, given with flow_code_use_paths (flow_code.h).
 *
 * Source: N-Trace 1.0, chapter "N-Trace Decoding Guidelines".
 */
#ifndef FLOW_PATH_H
#define FLOW_PATH_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A RANGE element (flow_elem.h) without what it shares with its neighbors: 24 bytes, on a
 * little-endian machine the record of docs/reference/formats.md. */
struct flow_range {
    uint64_t start;
    uint64_t end;
    uint32_t count;
    uint8_t type;     /* FLOW_RANGE_TYPE: distinguishes it from other records */
    uint8_t last_cls; /* these three as in struct flow_elem */
    uint8_t last_size;
    uint8_t last_taken; /* 0 or 1 */
};

enum {
    FLOW_RANGE_TYPE = 1,
    FLOW_PATH_RANGES = 3,     /* complete ranges in a path, at most; one more may be begun */
    FLOW_PATHS_MAX = 1 << 20, /* paths in a table */
};

/* Lines of the table belong to the code layer: do not write them. 128 bytes: align the table. */
struct flow_path {
    uint64_t pc;         /* where it begins */
    uint64_t next;       /* the pc after it */
    uint32_t generation; /* of the code when its blocks were decoded */
    uint32_t link;       /* hash of next */
    uint16_t key;        /* what decided: private to the library */
    uint16_t half;       /* half-words */
    uint16_t count;      /* instructions */
    uint8_t ranges;      /* complete ranges; range[ranges] is open, with a count of 0 or more */
    uint8_t bits;        /* of HIST that are used */
    struct flow_range range[FLOW_PATH_RANGES + 1];
};

#ifdef __cplusplus
}
#endif

#endif
