/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A trace held against the rules of N-Trace 1.0, or of E-Trace 2.0 and its encapsulation 1.0, that
 * its messages alone can break, and with code also against those about what was executed. Whose
 * encoder made it does not matter. A packet of E-Trace is a message here.
 *
 *   struct htk_lint *l = htk_lint_new(&trace, found, ctx);
 *   if (htk_lint_messages(l) != HTR_OK) ...
 *   if (htk_lint_code(l) != HTR_OK) ...              with htr_trace_open_decoder
 *   if (htk_lint_ingress(l, &options, false) != HTR_OK) ...     with an ingress stream
 *   l->rule[HTK_RULE_START].broken
 *   htk_lint_free(l);
 *
 * A rule is broken where a message shows it; what a message would have had to say, had the encoder
 * done something else, is seen with an ingress stream alone. The rules do not depend on the profile
 * of the trace: a dialect breaks those that it breaks.
 */
#ifndef HTK_LINT_H
#define HTK_LINT_H

#include <stdbool.h>
#include <stdint.h>

#include "htk/htk_profile.h"
#include "htr/htr_trace.h"

#ifdef __cplusplus
extern "C" {
#endif

enum htk_rule {
#define HTK_RULE(name, id, text) HTK_RULE_##name,
#include "htk/htk_rules.def"
    HTK_NTRACE_RULES, /* those before are of N-Trace, those from here on of E-Trace */
    HTK_BEFORE_ETRACE = HTK_NTRACE_RULES - 1,
#include "htk/htk_etrace_rules.def"
#undef HTK_RULE
    HTK_RULES
};

/* "NT-TX-017" and "idle bytes are 0xFF"; rule below HTK_RULES. */
const char *htk_rule_id(enum htk_rule rule);
const char *htk_rule_text(enum htk_rule rule);

/* A rule that a message broke. Valid during the call. */
struct htk_finding {
    enum htk_rule rule;
    uint64_t message; /* its number in the file, from 0, those of other sources counted */
    uint64_t offset;  /* of its first byte */
    uint16_t src;
    uint8_t tcode;    /* NEXUS_TCODES: it is about no message, or not about one alone */
    const char *name; /* of the message; NULL: of none alone */
    const char *text; /* what the message has: "I-CNT=0x5" */
};
typedef void htk_found(void *ctx, const struct htk_finding *f);

struct htk_count {
    uint64_t looked; /* messages that could have broken the rule; 0: it was not reached */
    uint64_t broken; /* those that did */
    uint64_t quirks; /* those that did, as the profile says; not in broken */
};

/* Read: messages, findings, rule, profile, normal. The rest is private. */
struct htk_lint {
    uint64_t messages; /* of the sources that are looked at */
    uint64_t findings;
    uint64_t gaps; /* places without code */
    struct htk_count rule[HTK_RULES];

    const struct htk_profile *profile; /* htk_lint_rewrite, or NULL */
    struct htk_normal normal;          /* what it did: normal.use */
    bool explicit_returns; /* HTK_QUIRK_ITYPE_3, and implicit returns are set: each return is a use
                            */

    struct htr_trace *trace;
    htk_found *found;
    void *ctx;
    const struct nexus_msg *m; /* the one that is looked at */
    uint64_t number;
    struct htk_source *source; /* by SRC */
    struct htk_etrace *etrace; /* E-Trace: its packets, or NULL */
};

/* The rules of the trace's protocol: from *first up to *end, which is none of them. */
void htk_lint_rules(const struct htk_lint *l, enum htk_rule *first, enum htk_rule *end);

/* For a trace that is open and stays so. found may be NULL: findings are only counted. A file that
 * begins within a trace (trace->wrapped) breaks no rule about what comes before its first
 * synchronizing message; nor does a source after a damaged message. Returns NULL without memory;
 * end with htk_lint_free. */
struct htk_lint *htk_lint_new(struct htr_trace *trace, htk_found *found, void *ctx);
void htk_lint_free(struct htk_lint *l);

/* Rewrite a trace of N-Trace by a profile, before anything is looked at: it was loaded, not read in
 * pieces. With code, opened by htr_trace_open_decoder, quirks that it shows are rewritten, too.
 * Places of findings are those of the file; what the profile excuses is counted as a quirk, and is
 * no finding. p must live as long as l. Returns as htk_normalize and htk_normalize_code;
 * HTR_ERR_ARG after a message: the trace is E-Trace. */
int htk_lint_rewrite(struct htk_lint *l, const struct htk_profile *p) HTR_MUST_CHECK;

/* Look at all messages. Returns HTR_OK, whatever was found, or after a message what
 * htr_trace_begin returns, HTR_ERR_READ (the file broke off: looked at up to there). */
int htk_lint_messages(struct htk_lint *l) HTR_MUST_CHECK;

/* Then decode them with their code, of one source or all as one. Returns as htk_lint_messages, and
 * what htr_pull_begin returns. */
int htk_lint_code(struct htk_lint *l) HTR_MUST_CHECK;

/* Then compare what they decode to with what the hart did, by htr_verify: every difference in the
 * flow is a finding, and the first one in traps, contexts and times. options: those of the trace,
 * with its ingress. partial: instructions may be missing at the ends and between regions. Returns
 * HTR_OK, or after a message what htr_verify_open and htr_verify_run return. */
int htk_lint_ingress(struct htk_lint *l, const struct htr_trace_options *options,
                     bool partial) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
