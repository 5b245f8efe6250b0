/* SPDX-License-Identifier: Apache-2.0 */
/* Comparing a decoded trace with the PCs that were executed, instruction by instruction. */
#ifndef TOOLS_COMPARE_H
#define TOOLS_COMPARE_H

#include <stdbool.h>
#include <stdint.h>

#include "nexus/nexus_flow.h"
#include "htr/htr_pcs.h"
#include "trace_options.h"

enum compare_verdict {
    COMPARE_EQUAL,
    COMPARE_DIFFERS, /* the first divergence was told on stderr */
    COMPARE_CANNOT,  /* the list could not be read: told on stderr */
};

/* Where trace and execution part. */
struct compare_difference {
    uint64_t instruction; /* number among the decoded ones, from 1 */
    uint64_t msg, offset; /* message, from 0, and its first byte */
    bool has_expected, has_got;
    uint64_t expected, got; /* PCs */
    char what[320];         /* in words */
};

struct compare_result {
    uint64_t instructions; /* equal ones */
    uint64_t messages;
    uint64_t traps, returns, contexts, times; /* compare_strict: equal ones */
    struct compare_difference difference;     /* COMPARE_DIFFERS: the first; but compare_pieces */
    bool silent;                              /* set before: the difference is not printed */
};

/* Decode to the end and compare with all of `expected`. Elements that stop the decoder are
 * divergences. */
enum compare_verdict compare_stream(const char *verb, const char *path, struct nexus_decoder *d,
                                    struct htr_pcs *expected, struct compare_result *result);

/* How the TSTAMPs of a trace relate to its ingress records. */
enum compare_clock {
    COMPARE_CLOCK_UNKNOWN, /* times are not compared */
    COMPARE_CLOCK_TIME,    /* they are the records' time (trTsMode External) */
    COMPARE_CLOCK_CYCLES,  /* they count cycles >> shift, from anywhere, and may stop between two
                              regions (trTsMode Internal Core) */
    COMPARE_CLOCK_SYSTEM,  /* the same, and never stop (Internal System, Shared) */
};

/* Instructions that trace and list have in common, one after the other. */
struct compare_span {
    uint64_t decoded, listed;     /* number of the first one, from 0: in the trace, in the list */
    uint64_t n;                   /* of them */
    uint64_t first_msg, last_msg; /* messages that they are from, with the one that begins it */
};

struct compare_strict_cfg {
    enum compare_clock clock;
    unsigned shift;         /* COMPARE_CLOCK_CYCLES, _SYSTEM */
    uint8_t timestamp_bits; /* width of the counter */
    bool held_back; /* trTeInstEnRepeatedHistory: a message may be sent later than what it tells */
    bool contexts;  /* the encoder reported privilege and context (trTeContext) */

    /* Parts of the trace (compare_parts): only what is inside these spans is judged. */
    bool parts;
    bool early; /* the trace may end anywhere */
    const struct compare_span *span;
    size_t spans;
};

/* Besides PCs compare traps (kind, place), trap returns, privilege and context, debug mode, and
 * times with what the ingress says. `expected` was opened with htr_pcs_open_ingress. */
enum compare_verdict compare_strict(const char *verb, const char *path, struct nexus_decoder *d,
                                    struct htr_pcs *expected, const struct compare_strict_cfg *cfg,
                                    struct compare_result *result);

/* Where a trace with holes must lie in the execution. */
enum compare_anchor {
    COMPARE_ANYWHERE,   /* filters, triggers: also what lies between two regions was executed */
    COMPARE_FROM_START, /* the first piece is the beginning, unless trace is missing before it */
    COMPARE_TO_END,     /* the last piece is the end, unless the encoder lost messages */
};

/* The same for a trace with holes (sink wrapped, messages lost): the decoded pieces must occur in
 * `expected` one after the other. */
enum compare_verdict compare_pieces(const char *verb, const char *path, struct nexus_decoder *d,
                                    struct htr_pcs *expected, enum compare_anchor anchor,
                                    struct compare_result *result, struct htr_gap_meter *gaps);

/* "equal: N instructions, M messages, B bytes, x.xxx bits/instruction" into text. */
void compare_summary(const struct compare_result *r, uint64_t bytes, char *text, size_t size);

/* For the comparisons: say "differs at instruction N: message M at offset O: WHAT" on stderr.
 * Returns COMPARE_DIFFERS. */
struct compare_place {
    const char *verb, *path;
    const struct flow_elem *elem;
    uint64_t instruction;                  /* number of the PC, from 1 */
    struct compare_difference *difference; /* filled by compare_differs; may be NULL */
    const uint64_t *expected, *got;        /* PCs for it, or NULL */
    bool silent;
};
enum compare_verdict compare_differs(const struct compare_place *p, const char *what);

/* The same for an element that could not be followed (ERROR, ADDR_NACC, NO_SYNC, LOST). */
enum compare_verdict compare_trouble(const struct compare_place *p);

/* Say a difference that was kept silently. */
void compare_tell(const char *path, const struct compare_difference *d);

#endif
