/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the conformance kit found: for each rule of docs/reference/conformance.md whether it was
 * held, broken, not applicable or not reached, and where it was broken first.
 */
#ifndef HTK_VERDICTS_H
#define HTK_VERDICTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "htk/htk_profile.h"
#include "htr/htr_host.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Of the kit: its scenarios and rules. It grows with each that is added, so that results can be
 * compared (docs/results/kit.md). */
#define HTK_VERSION "1.0"

enum htk_verdict {
    HTK_NOT_REACHED, /* nothing was looked at that could have broken it */
    HTK_HELD,        /* looked at, and never broken */
    HTK_BROKEN,
    HTK_NOT_APPLICABLE, /* all that looks at it needs what the device does not have */
    HTK_QUIRK,          /* broken only in the way that the profile of the device says */
};
const char *htk_verdict_name(enum htk_verdict v);

enum {
    HTK_TEXT = 640,
    HTK_NO_SEED = 0,
};

/* Where a rule was broken first. */
struct htk_breach {
    char scenario[120]; /* "trap-nested.ntt: an interrupt inside ...", "random stream" */
    uint64_t seed;      /* of a random stream; HTK_NO_SEED: none */
    bool has_message;
    uint64_t message, offset; /* number from 0, and its first byte, in what the device sent */
    char expected[HTK_TEXT], got[HTK_TEXT];
};

struct htk_rule_state {
    uint64_t held, broken, skipped; /* how often it was looked at, and scenarios left out */
    uint64_t quirks;                /* breaches that the profile excuses */
    uint64_t by_model;              /* of held: only the golden model said what is right */
    struct htk_breach first;
    char why[120]; /* what the device does not have; empty: the rule only permits something */
};

struct htk_verdicts;

/* All rules for an encoder, nothing looked at. Returns NULL without memory; end with
 * htk_verdicts_free. */
struct htk_verdicts *htk_verdicts_new(void);

/* The same of the rules for these, divided by blanks: "For" of docs/reference/conformance.md. */
struct htk_verdicts *htk_verdicts_new_for(const char *who);
void htk_verdicts_free(struct htk_verdicts *v);

/* Rules are found by their id; an id that is not in the list counts for none. */
void htk_verdict_hold(struct htk_verdicts *v, const char *id, uint64_t times);
/* What was looked at was equal to what the golden model sends; nothing else said that it is right.
 */
void htk_verdict_hold_by_model(struct htk_verdicts *v, const char *id, uint64_t times);
void htk_verdict_break(struct htk_verdicts *v, const char *id, const struct htk_breach *where);
void htk_verdict_skip(struct htk_verdicts *v, const char *id, const char *why);

/* The rule only permits something: it is not applicable, as no device can break it. */
void htk_verdict_permit(struct htk_verdicts *v, const char *id);

/* The rule `to` says the same as `from`: what was seen of `from` counts for it, unless something
 * was seen of `to` itself. */
void htk_verdict_copy(struct htk_verdicts *v, const char *from, const char *to);

/* Breaches that the profile of the device excuses; p must live as long as v. uses: of quirks that
 * break the rule. */
void htk_verdicts_excuse(struct htk_verdicts *v, const struct htk_profile *p);
void htk_verdict_quirk(struct htk_verdicts *v, const char *id, uint64_t uses);

/* The run did not come to its end, and why: from now on no rule counts as held. */
void htk_verdicts_void(struct htk_verdicts *v, const char *why);
const char *htk_verdicts_why_void(const struct htk_verdicts *v); /* NULL: it is whole */

/* The number of rules; one of them: its id, its text, and what was seen. */
unsigned htk_verdicts_count(const struct htk_verdicts *v);
const char *htk_verdicts_id(const struct htk_verdicts *v, unsigned i);
const char *htk_verdicts_text(const struct htk_verdicts *v, unsigned i);
const struct htk_rule_state *htk_verdicts_state(const struct htk_verdicts *v, unsigned i);
enum htk_verdict htk_verdicts_of(const struct htk_verdicts *v, unsigned i);
unsigned htk_verdicts_sum(const struct htk_verdicts *v, enum htk_verdict which);

/* A verdict by id; HTK_NOT_REACHED for an id that is not in the list. */
enum htk_verdict htk_verdicts_by_id(const struct htk_verdicts *v, const char *id);

/* A part of the device, with rules of its own. */
struct htk_run_part {
    const char *name, *kind, *state;
    uint64_t base, held, broken;
    uint32_t impl;
    const char *rules; /* that it breaks, divided by blanks */
    const char *why;   /* it was not looked at to the end */
};

/* A case in which a rule was broken. */
struct htk_failure {
    const char *rule;        /* the kit's own rule: "KIT-FLOW" */
    const char *defect;      /* the known defect that it shows, or NULL */
    struct htk_breach where; /* has no message */
};

/* Facts about the run for its reports; texts may be NULL. */
struct htk_run {
    const char *kit;    /* "encoder", "decoder", "registers" */
    const char *device; /* as it names itself */
    const char *command;
    uint64_t seed, scenarios, streams;
    const struct htk_run_part *part; /* nparts of them */
    unsigned nparts;
    bool has_failures; /* they are listed one by one */
    const struct htk_failure *failure;
    size_t failures;
};

/* The table of rules as text: those that are broken, with all also the others. */
void htk_verdicts_print(const struct htk_verdicts *v, FILE *out, bool all);

/* A report for other programs: JSON (hartrace-kit-1), JUnit XML, SARIF 2.1.0. Returns HTR_OK or
 * HTR_ERR_WRITE. */
int htk_verdicts_json(const struct htk_verdicts *v, const struct htk_run *run,
                      FILE *out) HTR_MUST_CHECK;
int htk_verdicts_junit(const struct htk_verdicts *v, const struct htk_run *run,
                       FILE *out) HTR_MUST_CHECK;
int htk_verdicts_sarif(const struct htk_verdicts *v, const struct htk_run *run,
                       FILE *out) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
