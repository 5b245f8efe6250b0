/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A decoded trace against the PCs that were executed, instruction by instruction.
 *
 *   htr_compare_whole    the trace is the execution, from its first to its last instruction
 *   htr_compare_section  the trace is a part of it that has no hole
 *   htr_compare_pieces   the trace has holes; is every piece in the execution, in this order?
 *   htr_compare_parts    the same, and every difference and gap is reported, not only the first
 *   htr_compare_strict   traps, trap returns, privilege, context, debug mode and times, too
 *   htr_compare_live     while trace and execution go on: htr/htr_compare_live.h
 *
 * Each pulls the elements of one decoder of a tree (htr_tree_pull.h), which is at its beginning,
 * and uses it up; and a list that was opened and not read. HTR_ERR_ARG after a message: that
 * decoder cannot be pulled. Nothing is printed: a difference is a structure. Messages go to the
 * host of the list.
 *
 *   struct htr_compare_result result;
 *   char text[HTR_DIFFERENCE_TEXT];
 *   int verdict = htr_compare_whole(&tree, decoder, &pcs, &result);
 *   if (verdict == HTR_COMPARE_DIFFERENT)
 *       puts(htr_difference_text(&result.difference, text));
 */
#ifndef HTR_COMPARE_H
#define HTR_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "htr/htr_pcs.h"
#include "htr/htr_trace.h"
#include "htr/htr_tree_pull.h"
#include "nexus/nexus_flow.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a comparison returns. Negative values are HTR_ERR_* after a message: there is no verdict.
 */
enum htr_compare_verdict {
    HTR_COMPARE_EQUAL = HTR_OK,
    HTR_COMPARE_DIFFERENT = 1,
};

/* ---- differences ---- */

/* What a difference is about. */
enum htr_difference_kind {
    HTR_DIFFERS_AT,      /* an instruction of the trace */
    HTR_DIFFERS_MESSAGE, /* a message, however it was decoded: instruction is 0 */
    HTR_DIFFERS_PIECE,   /* a piece of the trace that is nowhere in the list: got is its first PC */
    HTR_DIFFERS_BROKEN,  /* the trace cannot be decoded here */
};

/* The part of the trace that is wrong. */
enum htr_difference_about {
    HTR_ABOUT_FLOW,        /* instructions: which one is next */
    HTR_ABOUT_END,         /* the trace ends too early, or goes on after the end */
    HTR_ABOUT_TROUBLE,     /* it cannot be followed, or was lost */
    HTR_ABOUT_NO_CODE,     /* it goes where there is no code; `expected` is set */
    HTR_ABOUT_TRAP,        /* a trap is missing, was none, or came elsewhere */
    HTR_ABOUT_TRAP_KIND,   /* exception or interrupt */
    HTR_ABOUT_TRAP_RETURN, /* a return from a trap is missing, or was none */
    HTR_ABOUT_CONTEXT,     /* privilege and context */
    HTR_ABOUT_NO_CONTEXT,  /* they were not reported */
    HTR_ABOUT_TIME,
    HTR_ABOUT_DEBUG_EXIT, /* SYNC says that debug mode was left */
    HTR_ABOUT_DEBUG_ENTRY,
    HTR_ABOUT_DATA, /* a data access */
};

enum {
    HTR_DIFFERENCE_WHAT = 320, /* bytes of `what`, with its NUL */
    HTR_DIFFERENCE_TEXT = 448, /* bytes of htr_difference_text, with its NUL */
};

/* The place where trace and execution differ. */
struct htr_difference {
    enum htr_difference_kind kind;
    enum htr_difference_about about;
    uint64_t instruction; /* number among the decoded ones, from 1 */
    uint64_t msg;         /* number of the message, from 0 */
    uint64_t offset;      /* of its first byte in the trace */
    bool has_expected, has_got;
    uint64_t expected, got; /* PCs */
    char what[HTR_DIFFERENCE_WHAT];
};

/* A difference in one line of English: "differs at instruction N: message M at offset O: WHAT" or
 * the like. Returns text. */
const char *htr_difference_text(const struct htr_difference *d, char text[HTR_DIFFERENCE_TEXT]);

/* What a comparison counted. */
struct htr_compare_result {
    uint64_t instructions; /* equal ones */
    uint64_t messages;
    uint64_t traps, returns, contexts, times; /* htr_compare_strict: equal ones */
    struct htr_difference difference;         /* HTR_COMPARE_DIFFERENT: the first one */
};

/* "equal: N instructions, M messages, B bytes, x.xxx bits/instruction". Returns text. */
enum {
    HTR_COMPARE_SUMMARY = 160
};
const char *htr_compare_summary(const struct htr_compare_result *r, uint64_t bytes,
                                char text[HTR_COMPARE_SUMMARY]);

/* ---- traces without holes ---- */

/* Decode to the end and compare with all of `expected`. Elements that stop the decoder are
 * differences. Returns enum htr_compare_verdict, or the error of reading the list. */
int htr_compare_whole(struct htr_tree *tree, int32_t decoder, struct htr_pcs *expected,
                      struct htr_compare_result *result) HTR_MUST_CHECK;

/* Decode to the end, which uses up the decoder, and count the instructions from the first
 * synchronizing message on. Returns whether the trace has no hole and no error after that message:
 * then htr_compare_section can compare it. */
bool htr_compare_measure(struct htr_tree *tree, int32_t decoder, uint64_t *instructions);

/* Decode to the end and compare with what comes next in `expected`, which may go on after it.
 * first: number of its first PC, for the difference, from 1. Memory does not depend on the length.
 * Returns as htr_compare_whole. */
int htr_compare_section(struct htr_tree *tree, int32_t decoder, struct htr_pcs *expected,
                        uint64_t first, struct htr_compare_result *result) HTR_MUST_CHECK;

/* ---- traces with holes ---- */

/* Where a trace with holes must lie in the execution. */
enum htr_compare_anchor {
    HTR_COMPARE_ANYWHERE,   /* filters, triggers: instructions were executed between two regions */
    HTR_COMPARE_FROM_START, /* the first piece is the beginning, unless trace is missing before it
                             */
    HTR_COMPARE_TO_END,     /* the last piece is the end, unless the encoder lost messages */
};

/* The decoded pieces must occur in `expected` one after the other. All of the list is held in
 * memory: 8 bytes per instruction. *gaps: the bytes that were not decoded. Returns enum
 * htr_compare_verdict, HTR_ERR_MEMORY, or the error of reading the list. */
int htr_compare_pieces(struct htr_tree *tree, int32_t decoder, struct htr_pcs *expected,
                       enum htr_compare_anchor anchor, struct htr_compare_result *result,
                       struct htr_gap_meter *gaps) HTR_MUST_CHECK;

/* A segment is what was decoded without a gap. */
struct htr_compare_parts_cfg {
    bool late;      /* the trace may begin anywhere in the list */
    bool early;     /* it may end anywhere */
    bool regions;   /* instructions may be missing between trace off and trace on */
    bool losses;    /* Error messages and SYNC=7 are gaps, not differences */
    unsigned limit; /* differences, 1 to HTR_COMPARE_LIMIT: the comparison ends with the last */
    bool spans;     /* the result has the spans that are equal */
};

enum {
    HTR_COMPARE_GAPS = 32,    /* gaps that are described; all are counted */
    HTR_COMPARE_LIMIT = 1000, /* differences at most */
};

struct htr_compare_gap {
    uint64_t msg, offset; /* of the message that reports it */
    uint64_t before;      /* listed PCs before the gap */
    uint64_t missing;     /* and in it, at least: PCs may repeat */
    bool open;            /* nothing follows: `missing` is the rest of the list */
};

/* Instructions that trace and list have in common, one after the other. */
struct htr_compare_span {
    uint64_t decoded, listed;     /* number of the first one, from 0: in the trace, in the list */
    uint64_t n;                   /* of them */
    uint64_t first_msg, last_msg; /* messages that they are from, with the one that begins it */
};

struct htr_compare_parts_result {
    struct htr_compare_result sum; /* sum.difference is unused */
    uint64_t listed;               /* PCs in the list */
    uint64_t first;                /* listed PCs before the first one compared */
    uint64_t segments, wrong;      /* wrong: those that differ */
    uint64_t gaps;
    struct htr_compare_gap gap[HTR_COMPARE_GAPS];
    unsigned differences;
    struct htr_difference *difference; /* from malloc, owned */
    struct htr_compare_span *span;     /* in ascending order; from malloc, owned */
    size_t spans;
};

/* Place each segment in the list by its PCs, after the segment before it, to the end or the last
 * difference. All of the list is held in memory: 8 bytes per instruction, and as much for the
 * longest segment that has to be placed. Returns enum htr_compare_verdict, HTR_ERR_ARG (limit),
 * HTR_ERR_MEMORY, or the error of reading the list. In every case the caller ends with
 * htr_compare_parts_free. */
int htr_compare_parts(struct htr_tree *tree, int32_t decoder, struct htr_pcs *expected,
                      const struct htr_compare_parts_cfg *cfg,
                      struct htr_compare_parts_result *result) HTR_MUST_CHECK;

/* Free what the result owns. */
void htr_compare_parts_free(struct htr_compare_parts_result *result);

/* ---- with everything in the ingress ---- */

/* How the TSTAMPs of a trace relate to its ingress records (TCI 1.0, Timestamp Unit). */
enum htr_compare_clock {
    HTR_COMPARE_CLOCK_UNKNOWN, /* times are not compared */
    HTR_COMPARE_CLOCK_TIME,    /* they are the records' time (trTsMode External) */
    HTR_COMPARE_CLOCK_CYCLES,  /* they count cycles >> shift, from anywhere, and may stop between
                                  two regions (trTsMode Internal Core) */
    HTR_COMPARE_CLOCK_SYSTEM,  /* the same, and never stop (Internal System, Shared) */
};

struct htr_compare_strict_cfg {
    enum htr_compare_clock clock;
    unsigned shift;         /* HTR_COMPARE_CLOCK_CYCLES, _SYSTEM */
    uint8_t timestamp_bits; /* width of the counter */
    bool
        held_back; /* trTeInstEnRepeatedHistory: a message may be sent later than what it reports */
    bool contexts; /* the encoder reported privilege and context (trTeContext) */

    /* Parts of the trace (htr_compare_parts): only what is inside these spans is judged. */
    bool parts;
    bool early; /* the trace may end anywhere */
    const struct htr_compare_span *span;
    size_t spans;
};

/* Set all members: the first five from the settings of a stream, the others to 0. */
void htr_compare_strict_take(struct htr_compare_strict_cfg *cfg, const struct htr_settings *te,
                             const struct nexus_stream_cfg *stream);

/* Compare not only PCs but also traps (kind, place), trap returns, privilege and context, debug
 * mode, and times with the ingress. `expected` was opened with htr_pcs_open_ingress. Returns as
 * htr_compare_whole. */
int htr_compare_strict(struct htr_tree *tree, int32_t decoder, struct htr_pcs *expected,
                       const struct htr_compare_strict_cfg *cfg,
                       struct htr_compare_result *result) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
