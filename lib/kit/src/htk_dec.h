/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Private: a run of `kit decoder`, in layers that each call only those below:
 *
 *   htk_decoder.c                                            the run
 *   htk_dec_vectors.c, htk_dec_random.c, htk_dec_hostile.c   what is tried
 *   htk_dec_fields.c, htk_dec_rewrite.c   hostile streams of changed messages
 *   htk_dec_around.c     damaged streams, and what is right then
 *   htk_dec_golden.c, htk_dec_golden_events.c, htk_dec_golden_places.c   random programs, and what
 *                      is right
 *   htk_dec_etrace.c, htk_dec_etrace_make.c, htk_dec_etrace_hostile.c   the same for E-Trace
 *   htk_dec_judge.c      what a decoder wrote, against what is right
 *   htk_dec_case.c       one case: its files, and the process
 *   htk_account.c        PCs and events, and their text
 */
#ifndef HTK_DEC_H
#define HTK_DEC_H

#include "htk/htk_decoder.h"
#include "htk_account.h"

enum {
    HTK_FOLDER = 200,
    HTK_COMMAND = 8192,
};

/* What a decoder gets. */
struct htk_case {
    const uint8_t *bytes;
    size_t size;
    struct nexus_stream_cfg cfg;
    const struct etrace_cfg *etrace; /* E-Trace: this counts, not cfg; NULL: N-Trace */
    bool wrapped;                    /* the bytes begin inside a message */
    bool one_source;
    uint16_t source;
    struct htk_code code;
};

/* How its process ended. */
enum htk_end {
    HTK_EXITED,  /* status: the exit status */
    HTK_KILLED,  /* status: the signal */
    HTK_HUNG,    /* it took too long */
    HTK_FLOODED, /* it wrote too much */
    HTK_NOT_RUN, /* status: errno, 126 or 127 */
};

/* A run. */
struct htk_dec {
    const struct htk_decoder_options *o;
    struct htk_verdicts *v;
    struct htr_host *host;
    struct htk_decoder_sum *sum;
    char folder[HTK_FOLDER];
    uint64_t deadline_ms;
    unsigned hangs;
    struct htk_breach at; /* the case that is tried */
    char command[HTK_COMMAND];
    bool wants_elf, wants_pcinfo, wants_out;
    struct htk_account got; /* what the decoder wrote */
    enum htk_end end;       /* and how it ended */
    int status;
    char said[160];     /* the first line on its standard error */
    bool sanitizer;     /* a sanitizer ended it */
    char nonsense[160]; /* what is wrong with its output, or "" */
    size_t failures_room;
    struct htk_known *known; /* or NULL */
};

/* ---- htk_dec_known.c: known defects ---- */

/* Read those of the options, if any. Returns HTR_OK, or HTR_ERR_* after a message. */
int htk_known_read(struct htk_dec *d);
void htk_known_free(struct htk_dec *d);

/* The defect that this case shows, or NULL. */
const char *htk_known_defect(const struct htk_dec *d, const char *scenario);

/* ---- htk_dec_case.c ---- */

/* Begin: a folder for the files. Returns HTR_OK, or HTR_ERR_* after a message. */
int htk_case_begin(struct htk_dec *d);
void htk_case_end(struct htk_dec *d);

/* Can the decoder be given this case? Else NULL, or what it does not take. */
const char *htk_case_refused(const struct htk_dec *d, const struct htk_case *c);

/* Run the decoder: got, end, status, said, nonsense. Returns HTR_OK, or HTR_ERR_* after a message:
 * the kit cannot go on. */
int htk_case_run(struct htk_dec *d, const struct htk_case *c);

/* ---- htk_dec_judge.c ---- */

/* Begin a case. Returns whether it is wanted. */
bool htk_dec_begin(struct htk_dec *d, uint64_t seed, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A rule is broken in the case: the kit's own one and those of holds that are in the list. */
void htk_dec_break(struct htk_dec *d, const char *own, const char *holds, const char *expected,
                   const char *got);

/* All rules of a list that is divided by blanks. */
void htk_dec_hold(struct htk_dec *d, const char *holds);

/* A case that is not tried. */
void htk_dec_leave_out(struct htk_dec *d, const char *holds, const char *why);

/* Run a case. Returns HTR_OK, or HTR_ERR_*; *good: it ended in an orderly way, so that got can be
 * compared; else the rule is broken. */
int htk_dec_try(struct htk_dec *d, const struct htk_case *c, const char *holds, bool *good);

/* Did the decoder report an error, in its output or by its exit status? */
bool htk_dec_complained(const struct htk_dec *d);

/* Compare with all PCs and events that are right. holds: rules that the case is for. errors_may:
 * an error may be reported, too. Returns whether no rule is broken; the others are held. */
bool htk_dec_compare(struct htk_dec *d, const struct htk_case *c, const struct htk_account *want,
                     const char *holds, bool errors_may);

/* The rule about how the instruction before a wrong PC was left. htm: by HIST. */
const char *htk_dec_rule_before(const struct htk_case *c, uint64_t pc, bool htm);

/* ---- what is tried. Returns HTR_OK, HTR_ERR_TARGET when the run must end, or HTR_ERR_* ---- */

int htk_dec_vectors(struct htk_dec *d);
int htk_dec_random(struct htk_dec *d);
int htk_dec_hostile(struct htk_dec *d);
int htk_dec_etrace(struct htk_dec *d); /* random programs and hostile streams of E-Trace */

#endif
