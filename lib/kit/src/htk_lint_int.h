/* SPDX-License-Identifier: Apache-2.0 */
/* Private: the parts of htk_lint.h. */
#ifndef HTK_LINT_INT_H
#define HTK_LINT_INT_H

#include "htk/htk_lint.h"
#include "htr/htr_etrace.h"

enum htk_state {
    HTK_OFF,     /* at the start, and after ProgTraceCorrelation */
    HTK_ON,      /* after a synchronizing message */
    HTK_LOST,    /* after Error */
    HTK_UNKNOWN, /* the file begins within a trace, or a message was damaged */
};

/* One encoder. */
struct htk_source {
    enum htk_state state;
    bool history, direct; /* since trace is on: HTM's messages came, BTM's */
    bool branch;          /* the last message was a branch that may be repeated */
    bool context;         /* since trace is on: Ownership follows synchronizing messages */
    bool sync, hcontext;  /* the message before was a synchronizing one; had hcontext */
    bool one_trap, traps; /* B-TYPE 1 was seen; 2 or 3 */
    bool timed;           /* time is known */
    uint64_t time;
};

/* A rule was broken: count, and tell the caller. */
void htk_report(struct htk_lint *l, const struct htk_finding *f);

/* The message that is looked at can break a rule: count, and say so when it does. */
void htk_look(struct htk_lint *l, enum htk_rule rule, bool good, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Before the first message; then each message, which was decoded with this status. */
void htk_lint_begin(struct htk_lint *l);
void htk_lint_one(struct htk_lint *l, const struct nexus_msg *m, int status);

/* Bytes, fields and values of l->m, which was decoded with this status. Returns whether its fields
 * can be used. */
bool htk_lint_message(struct htk_lint *l, int status);

/* E-Trace: as htk_lint_messages; and what each decoding error is, HTK_RULES: no rule. After the
 * decoding with code: what could have broken its rules. */
int htk_lint_packets(struct htk_lint *l);
enum htk_rule htk_etrace_rule_of(int status);
void htk_etrace_count_code(struct htk_lint *l);
void htk_etrace_count_ingress(struct htk_lint *l, uint64_t instructions);
void htk_etrace_free(struct htk_lint *l);

/* Order: what l->m may follow. */
void htk_lint_order(struct htk_lint *l);

#endif
