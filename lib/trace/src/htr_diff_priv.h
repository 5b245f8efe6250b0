/* SPDX-License-Identifier: Apache-2.0 */
/* What two traces are compared by: a sequence of items that legal freedom of an encoder does not
 * change. */
#ifndef HTR_DIFF_PRIV_H
#define HTR_DIFF_PRIV_H

#include <stdbool.h>
#include <stdint.h>

#include "htr/htr_trace_plant.h"
#include "htr/htr_tree_pull.h"

enum htr_diff_kind {
    HTR_DIFF_END,    /* of the trace */
    HTR_DIFF_RANGE,  /* code only: addresses a to b were executed */
    HTR_DIFF_BRANCH, /* a half-words, b outcomes with hash c, then to d when `known`; code B-TYPE */
    HTR_DIFF_ON,     /* trace starts: code SYNC, a address */
    HTR_DIFF_OFF,    /* trace stops: code EVCODE; a, b, c as BRANCH */
    HTR_DIFF_TRAP,   /* code only: code B-TYPE, a handler, d interrupted when `known` */
    HTR_DIFF_CONTEXT, /* a PROCESS, or with code: scontext; b hcontext, code PRV and V */
    HTR_DIFF_LOST,    /* code ETYPE, a ECODE */
    HTR_DIFF_OTHER,   /* code TCODE, c hash of the bytes */
    HTR_DIFF_TROUBLE, /* code: -status */
};

struct htr_diff_item {
    enum htr_diff_kind kind;
    uint8_t code;
    bool known, timed;
    uint64_t a, b, c, d;
    uint64_t time; /* absolute, when timed */
    uint64_t msg, offset;
};

/* One side. */
struct htr_diff_side {
    struct htr_trace trace;
    struct htr_tree tree; /* with code: the trace is its only branch */
    struct htr_pull pull; /* from it */
    bool code;            /* items come from the decoder, otherwise from messages alone */
    uint64_t messages, damaged;
    /* messages alone */
    bool started;
    uint64_t icnt, bits, hash; /* since the last item */
    uint64_t addr;             /* of the last address message, >> 1 */
    uint64_t time;
    bool timed;
    uint64_t process;
    bool has_process;
    struct htr_diff_item last; /* branch, for RepeatBranch */
    uint64_t repeat;           /* times left */
    struct htr_diff_item held; /* the last context, with code */
};

/* Begin at the start, with the messages of one source (any == true: all). Returns HTR_OK, or what
 * htr_trace_begin and htr_trace_decode_again return. */
int htr_diff_begin(struct htr_diff_side *s, bool any, uint16_t src) HTR_MUST_CHECK;

/* The next item; HTR_DIFF_END for ever at the end. */
void htr_diff_next(struct htr_diff_side *s, struct htr_diff_item *item);

/* An item in words, into text[size]. */
void htr_diff_text(const struct htr_diff_item *i, char *text, size_t size);

#endif
