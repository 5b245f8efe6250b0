/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Guessing unknown settings of a stream. Each candidate is tried on the first bytes of the trace,
 * and the evidence against it is summed up in points, by kind. With code it is decoded, too: only
 * the right settings make paths through the code.
 *
 *   struct htr_guess g;
 *   if (htr_guess_trace(&g, &trace, &code) == HTR_OK && g.confident) {
 *       trace.cfg = htr_guess_best(&g)->cfg;
 *   }
 *
 * Today a candidate is a width of SRC (trTeSrcBits, N-Trace 1.0, "N-Trace Specific Trace
 * Controls"); its cfg has all that a decoder needs, so that other settings can be added. The
 * points: docs/reference/formats.md, "How info guesses the width of SRC".
 */
#ifndef HTR_GUESS_H
#define HTR_GUESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "flow/flow_code.h"
#include "htr/htr_host.h"
#include "htr/htr_settings.h"
#include "htr/htr_trace.h"
#include "nexus/nexus_cfg.h"
#include "nexus/nexus_msg.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTR_GUESS_SAMPLE = 1 << 18,      /* bytes examined, at most */
    HTR_GUESS_CODE_SAMPLE = 1 << 16, /* bytes decoded with code, at most */
    HTR_GUESS_MARGIN = 60,           /* least points by which a confident guess leads */
    HTR_GUESS_CANDIDATES = NEXUS_MAX_SRC_BITS + 1,
};

/* Kinds of evidence against a candidate. */
enum htr_evidence {
    HTR_EVIDENCE_DAMAGE,    /* messages that end before or after their fields */
    HTR_EVIDENCE_VALUES,    /* values that are reserved there, or that few encoders send */
    HTR_EVIDENCE_SYNC,      /* sources that begin, or go on, without a synchronizing message */
    HTR_EVIDENCE_SOURCES,   /* more sources than one, and messages of a source that has few */
    HTR_EVIDENCE_ADDRESSES, /* addresses that do not repeat; every candidate has some */
    HTR_EVIDENCE_ICNT,      /* low bits that all values of I-CNT share: they belong to SRC */
    HTR_EVIDENCE_KINDS,
};

/* In words, as "damaged messages"; never NULL. */
const char *htr_evidence_name(enum htr_evidence kind);

/* How far a stream can be followed through code. */
struct htr_guess_path {
    int64_t score;   /* messages that make a path, less 8 for each error */
    uint64_t errors; /* places where messages and code contradict each other */
};

struct htr_guess_candidate {
    struct nexus_stream_cfg cfg; /* for a decoder */
    bool possible;               /* the best one, or one that cannot be distinguished from it */
    uint64_t messages, damaged;  /* messages of the sample, read with cfg */
    uint64_t points;             /* points against it, of all kinds; rounded down */
    uint64_t against;            /* the same without HTR_EVIDENCE_ADDRESSES */
    uint64_t doubtful;           /* of these: points that a lost beginning of the trace explains */
    uint64_t evidence[HTR_EVIDENCE_KINDS]; /* the points by kind, each rounded down */
    struct htr_guess_path path;            /* with code; otherwise 0 */
};

struct htr_guess {
    struct htr_guess_candidate candidate[HTR_GUESS_CANDIDATES];
    unsigned n;    /* candidates */
    unsigned best; /* one of them */

    /* No other candidate is possible. By messages: margin is at least HTR_GUESS_MARGIN and a
     * quarter of the points against the best one, and lead is half of that. By code: the best one
     * leads the others by 16 messages, and has twice as many. Doubtful points
     * of the others, beyond those of the best one, do not count. */
    bool confident;
    uint64_t margin; /* points by which the best one leads the next */
    uint64_t lead;   /* points without addresses by which the best one leads every other */
    bool decoded;    /* code was used, and a candidate makes paths through it */
};

/* The input of a guess. */
struct htr_guess_input {
    const uint8_t *bytes; /* of a trace, from its first one; may begin inside a message */
    size_t size;
    const struct nexus_stream_cfg *cfg; /* settings that are known; NULL: defaults */
    struct flow_code *code;             /* the code that ran; NULL: unknown */
};

/* Guess from the messages alone. *g is set; without a single message in the bytes, no candidate is
 * better than another, and the guess is not confident. Cannot fail. */
void htr_guess_messages(struct htr_guess *g, const struct htr_guess_input *in);

/* Correct a guess of htr_guess_messages by decoding the same bytes with in->code. in->cfg may have
 * changed since: the code may have given XLEN and ISA. Cannot fail. */
void htr_guess_code(struct htr_guess *g, const struct htr_guess_input *in);

/* Decode the bytes with one configuration: the sources that have a synchronizing message, each by
 * itself, 16 of them at most. For candidates of your own. Cannot fail; without code, or with a
 * configuration that no decoder can have, all is 0. */
struct htr_guess_path htr_guess_follow(const struct htr_guess_input *in,
                                       const struct nexus_stream_cfg *cfg);

/* Both, on the bytes at hand of a trace that was opened with htr_trace_open and not read yet:
 * messages, then, if `code` names any, with that. The code stays loaded in t->code, and its XLEN
 * and ISA go into t->te and t->cfg; t->cfg becomes that of the best candidate. Returns HTR_OK, or
 * what htr_code_choose returns, after a message. */
int htr_guess_trace(struct htr_guess *g, struct htr_trace *t,
                    const struct htr_code_choice *code) HTR_MUST_CHECK;

static inline const struct htr_guess_candidate *htr_guess_best(const struct htr_guess *g)
{
    return &g->candidate[g->best];
}

/* The width of SRC of the best candidate as a setting, unless trTeSrcBits has been set in *s.
 * htr_info_settings (htr_info.h) adds the settings that only the whole trace shows. Returns HTR_OK,
 * or HTR_ERR_ARG after a message (*s is full). */
int htr_guess_settings(const struct htr_guess *g, struct htr_host *host,
                       struct htr_settings *s) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
