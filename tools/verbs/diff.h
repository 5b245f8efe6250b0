/* SPDX-License-Identifier: Apache-2.0 */
/* What two traces are compared by: a sequence of items that legal freedom of an encoder does not
 * change. */
#ifndef TOOLS_DIFF_H
#define TOOLS_DIFF_H

#include <stdbool.h>
#include <stdint.h>

#include "trace_options.h"

enum diff_kind {
    DIFF_END,     /* of the trace */
    DIFF_RANGE,   /* code only: addresses a to b were executed */
    DIFF_BRANCH,  /* a half-words, b outcomes with hash c, then to d when `known`; code B-TYPE */
    DIFF_ON,      /* trace starts: code SYNC, a address */
    DIFF_OFF,     /* trace stops: code EVCODE; a, b, c as BRANCH */
    DIFF_TRAP,    /* code only: code B-TYPE, a handler, d interrupted when `known` */
    DIFF_CONTEXT, /* a PROCESS, or with code: scontext; b hcontext, code PRV and V */
    DIFF_LOST,    /* code ETYPE, a ECODE */
    DIFF_OTHER,   /* code TCODE, c hash of the bytes */
    DIFF_TROUBLE, /* code: -status */
};

struct diff_item {
    enum diff_kind kind;
    uint8_t code;
    bool known, timed;
    uint64_t a, b, c, d;
    uint64_t time; /* absolute, when timed */
    uint64_t msg, offset;
};

/* One side. */
struct diff_side {
    struct htr_trace trace;
    bool code; /* items come from the decoder, otherwise from messages alone */
    uint64_t messages, damaged;
    /* messages alone */
    bool started;
    uint64_t icnt, bits, hash; /* since the last item */
    uint64_t addr;             /* of the last address message, >> 1 */
    uint64_t time;
    bool timed;
    uint64_t process;
    bool has_process;
    struct diff_item last; /* branch, for RepeatBranch */
    uint64_t repeat;       /* times left */
    struct diff_item held; /* the last context, with code */
};

/* What a comparison found. */
enum diff_by {
    DIFF_BY_MESSAGES,
    DIFF_BY_EXECUTION, /* with code */
    DIFF_BY_BYTES,
};

enum {
    DIFF_TEXT = 200
};

struct diff_place {
    uint64_t msg, offset; /* of the item; by bytes: of the byte */
    char text[DIFF_TEXT]; /* the item in words; empty by bytes */
    uint64_t time;
    bool timed;
    int byte; /* by bytes: -1 is the end */
};

struct diff_report {
    enum diff_by by;
    const char *path[2]; /* of the traces, for people */
    bool differs, in_time;
    bool one_source; /* the difference is in the messages of src alone */
    uint16_t src;
    uint64_t items;   /* equal ones; by bytes: bytes */
    uint64_t size[2]; /* bytes of the traces, when they are equal */
    struct diff_place place[2];
};

/* Equality on stdout, a difference on stderr. */
void diff_print(const char *verb, const struct diff_report *r);

/* One object of JSON on stdout. Returns status, or TOOL_CANNOT after a message. */
int diff_json(const char *verb, const struct diff_report *r, int status);

/* Begin at the start, with the messages of one source (any == true: all). Returns 0, or TOOL_CANNOT
 * after a message. */
int diff_begin(struct diff_side *s, const char *verb, bool any, uint16_t src);

/* The next item; DIFF_END for ever at the end. */
void diff_next(struct diff_side *s, struct diff_item *item);

/* An item in words, into text[size]. */
void diff_text(const struct diff_item *i, char *text, size_t size);

#endif
