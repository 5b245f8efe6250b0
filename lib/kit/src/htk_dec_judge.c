/* SPDX-License-Identifier: Apache-2.0 */
/* What a decoder wrote, against what is right. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "htk_dec.h"
#include "htk_ids.h"
#include "htk/htk_dut.h"

enum {
    HANGS_MOST = 5 /* then the run ends */
};

bool htk_dec_begin(struct htk_dec *d, uint64_t seed, const char *format, ...)
{
    va_list args;
    d->at = (struct htk_breach){.seed = seed};
    va_start(args, format);
    vsnprintf(d->at.scenario, sizeof d->at.scenario, format, args);
    va_end(args);
    return d->o->only == NULL || strstr(d->at.scenario, d->o->only) != NULL;
}

void htk_dec_hold(struct htk_dec *d, const char *holds)
{
    char id[HTK_ID];
    while (htk_next_id(&holds, id)) {
        htk_verdict_hold(d->v, id, 1);
    }
}

void htk_dec_leave_out(struct htk_dec *d, const char *holds, const char *why)
{
    struct htk_decoder_sum *s = d->sum;
    char id[HTK_ID];
    unsigned i = 0;
    while (htk_next_id(&holds, id)) {
        htk_verdict_skip(d->v, id, why);
    }
    while (i < s->left_outs && strcmp(s->left_out[i].why, why) != 0) {
        i++;
    }
    if (i < HTK_LEFT_OUT) {
        snprintf(s->left_out[i].why, sizeof s->left_out[i].why, "%s", why);
        s->left_out[i].cases++;
        s->left_outs = i == s->left_outs ? i + 1 : s->left_outs;
    }
}

static void keep_failure(struct htk_dec *d, const char *rule)
{
    struct htk_decoder_sum *s = d->sum;
    if (s->failures == d->failures_room) {
        const size_t room = d->failures_room == 0 ? 64 : 2 * d->failures_room;
        struct htk_failure *more = realloc(s->failure, room * sizeof *more);
        if (more == NULL) {
            return; /* the verdict has it */
        }
        s->failure = more;
        d->failures_room = room;
    }
    s->failure[s->failures++] = (struct htk_failure){
        .rule = rule, .defect = htk_known_defect(d, d->at.scenario), .where = d->at};
}

void htk_dec_break(struct htk_dec *d, const char *own, const char *holds, const char *expected,
                   const char *got)
{
    char id[HTK_ID];
    snprintf(d->at.expected, sizeof d->at.expected, "%s", expected);
    snprintf(d->at.got, sizeof d->at.got, "%s", got);
    htk_verdict_break(d->v, own, &d->at);
    while (htk_next_id(&holds, id)) {
        htk_verdict_break(d->v, id, &d->at);
    }
    keep_failure(d, own);
}

/* ---- how it ended ---- */

static int never_ran(struct htk_dec *d)
{
    char why[HTK_TEXT];
    snprintf(why, sizeof why, "the decoder cannot be started: exit status %d%s%s, in %s", d->status,
             d->said[0] != '\0' ? ": " : "", d->said, d->at.scenario);
    htk_verdicts_void(d->v, why);
    return htr_fail(d->host, HTR_ERR_TARGET, NULL, "%s", why);
}

static int too_many_hangs(struct htk_dec *d)
{
    char why[HTK_TEXT];
    snprintf(why, sizeof why, "the decoder hangs: in %u cases it did not end within %u ms",
             d->hangs, d->o->timeout_ms);
    htk_verdicts_void(d->v, why);
    return htr_fail(d->host, HTR_ERR_TARGET, NULL, "%s", why);
}

static int late(struct htk_dec *d)
{
    char why[HTK_TEXT];
    snprintf(why, sizeof why, "it takes too long: the time of the run is over, in %s",
             d->at.scenario);
    htk_verdicts_void(d->v, why);
    return htr_fail(d->host, HTR_ERR_TARGET, NULL, "%s", why);
}

static bool is_late(const struct htk_dec *d)
{
    return d->deadline_ms != 0 && htk_dut_now() >= d->deadline_ms;
}

static int hung(struct htk_dec *d, const char *holds)
{
    if (is_late(d)) {
        return late(d);
    }
    char got[100];
    snprintf(got, sizeof got, "no end after %u ms", d->o->timeout_ms);
    htk_dec_break(d, "KIT-HANG", holds, "an end", got);
    return ++d->hangs >= HANGS_MOST ? too_many_hangs(d) : HTR_OK;
}

static void crashed(struct htk_dec *d, const char *holds)
{
    char got[260];
    if (d->sanitizer) {
        snprintf(got, sizeof got, "%s", d->said);
    } else {
        snprintf(got, sizeof got, "killed by signal %d%s%s", d->status,
                 d->said[0] != '\0' ? ": " : "", d->said);
    }
    htk_dec_break(d, "KIT-CRASH", holds, "an exit status", got);
}

int htk_dec_try(struct htk_dec *d, const struct htk_case *c, const char *holds, bool *good)
{
    *good = false;
    if (is_late(d)) {
        return late(d);
    }
    const int status = htk_case_run(d, c);
    if (status != HTR_OK) {
        return status;
    }
    if (d->end == HTK_NOT_RUN) {
        return never_ran(d);
    }
    d->sum->cases++;
    if (d->end == HTK_HUNG) {
        return hung(d, holds);
    }
    if (d->end == HTK_FLOODED || strstr(d->nonsense, "too many") != NULL) {
        htk_dec_break(d, "KIT-HANG", holds, "an output of bounded size",
                      d->end == HTK_FLOODED ? "more than 64 MiB" : d->nonsense);
    } else if (d->end == HTK_KILLED || d->sanitizer) {
        crashed(d, holds);
    } else if (d->nonsense[0] != '\0') {
        htk_dec_break(d, "KIT-OUTPUT", holds, "addresses and events", d->nonsense);
    } else {
        htk_dec_hold(d, "KIT-CRASH KIT-HANG KIT-OUTPUT");
        *good = true;
    }
    return HTR_OK;
}

static const struct htk_event *first_error(const struct htk_account *a)
{
    size_t i = 0;
    return htk_account_next(a, HTK_ERROR, &i);
}

bool htk_dec_complained(const struct htk_dec *d)
{
    return d->status != 0 || first_error(&d->got) != NULL;
}

/* ---- instructions ---- */

/* The same for E-Trace. */
static const char *etrace_rule_before(const struct flow_insn *insn)
{
    if (insn == NULL) {
        return "ET-PKT-010";
    }
    return insn->cls == FLOW_INSN_BRANCH ? "ET-PKT-062" : "ET-PKT-046";
}

const char *htk_dec_rule_before(const struct htk_case *c, uint64_t pc, bool htm)
{
    struct flow_code_image image = {c->code.region, c->code.regions};
    struct flow_code code;
    const struct flow_where where = {.pc = pc};
    const struct flow_insn *insn;
    flow_code_init_image(&code, c->code.isa, &image);
    const bool found = c->code.pcinfo == NULL && flow_code_insn(&code, &where, &insn) == FLOW_OK;
    if (c->etrace != NULL) {
        return etrace_rule_before(found ? insn : NULL);
    }
    if (!found) {
        return "NT-DEC-001";
    }
    switch (insn->cls) {
    case FLOW_INSN_BRANCH:
        return htm ? "NT-DEC-005" : "NT-DEC-012";
    case FLOW_INSN_DIRECT_CALL:
    case FLOW_INSN_DIRECT_JUMP:
    case FLOW_INSN_DIRECT_OTHER:
        return "NT-RUL-010";
    case FLOW_INSN_LINEAR:
        return "NT-RUL-009";
    default:
        return flow_insn_is_indirect(insn) || insn->cls == FLOW_INSN_TRAP_RETURN ? "NT-DEC-013"
                                                                                 : "NT-DEC-002";
    }
}

/* A walk along what is right and what was written. */
struct walk {
    struct htk_dec *d;
    const struct htk_case *c;
    const struct htk_account *want;
    const char *holds;
    size_t w, g; /* PCs of both that are done */
    bool htm;
};

/* Rules of the list that are known to the kit; else the one that the place points to. */
static const char *blamed(const struct walk *k, const char *otherwise)
{
    return *k->holds != '\0' ? k->holds : otherwise;
}

static bool wrong_pc(struct walk *k)
{
    const struct htk_account *want = k->want, *got = &k->d->got;
    char expected[100], text[300];
    const char *rule = k->w > 0 ? htk_dec_rule_before(k->c, want->pc[k->w - 1], k->htm)
                       : k->c->etrace != NULL ? "ET-PKT-010"
                                              : "NT-DEC-004";
    if (k->w < want->pcs) {
        snprintf(expected, sizeof expected, "0x%" PRIX64 " as instruction %zu of %zu",
                 want->pc[k->w], k->w, want->pcs);
    } else {
        snprintf(expected, sizeof expected, "no more than %zu instructions", want->pcs);
    }
    if (k->g < got->pcs) {
        snprintf(text, sizeof text, "0x%" PRIX64, got->pc[k->g]);
    } else {
        snprintf(text, sizeof text, "no more instructions%s%s",
                 k->d->said[0] != '\0' ? "; it says: " : "", k->d->said);
    }
    htk_dec_break(k->d, "KIT-FLOW", blamed(k, rule), expected, text);
    return false;
}

/* Equal instructions, up to number `to` of those that are right. */
static void match(struct walk *k, size_t to)
{
    const struct htk_account *got = &k->d->got;
    while (k->w < to && k->g < got->pcs && k->want->pc[k->w] == got->pc[k->g]) {
        k->w++;
        k->g++;
    }
}

/* The decoder's error at or after its instruction g; NULL: none. */
static const struct htk_event *error_after(const struct walk *k)
{
    size_t i = 0;
    const struct htk_event *e;
    while ((e = htk_account_next(&k->d->got, HTK_ERROR, &i)) != NULL && e->at < k->g) {
    }
    return e;
}

/* Up to a place where decoding must report an error. The range before it may be left out, or be
 * another one: it is of the message that cannot be followed. *ends: nothing after it counts. */
static bool follow_error(struct walk *k, const struct htk_event *error, bool *ends)
{
    match(k, error->at);
    const struct htk_event *own = error_after(k);
    if (k->w < error->soft && k->w < error->at) {
        return wrong_pc(k);
    }
    k->w = error->at;
    *ends = own == NULL || own->at == k->d->got.pcs;
    k->g = own != NULL ? own->at : k->d->got.pcs;
    return true;
}

static bool compare_pcs(struct walk *k)
{
    size_t i = 0;
    bool ends = false;
    const struct htk_event *error;
    while (!ends && (error = htk_account_next(k->want, HTK_ERROR, &i)) != NULL) {
        if (!follow_error(k, error, &ends)) {
            return false;
        }
    }
    if (ends) {
        return true;
    }
    match(k, k->want->pcs);
    return k->w == k->want->pcs && k->g == k->d->got.pcs ? true : wrong_pc(k);
}

/* ---- events ---- */

static const char *etrace_rule_of_kind(enum htk_event_kind kind)
{
    static const char *const rules[HTK_COMPARED_KINDS] = {
        [HTK_TRACE_ON] = "ET-PKT-005",
        [HTK_TRACE_OFF] = "ET-PKT-037",
        [HTK_EXCEPTION] = "ET-PKT-012",
        [HTK_EXCEPTION_RETURN] = "",
        [HTK_SYNC_EVENT] = "ET-PKT-005",
        [HTK_LOST] = "ET-PKT-037",
        [HTK_CONTEXT] = "ET-PKT-025",
        [HTK_TIME] = "ET-TIM-001",
        [HTK_SOFTWARE_TRACE] = "",
        [HTK_DATA] = "ET-DAT-005",
        [HTK_CUSTOM] = "",
        [HTK_UNKNOWN] = "",
        [HTK_OTHER] = "ET-ENC-019",
    };
    return rules[kind];
}

static const char *rule_of_kind(enum htk_event_kind kind, bool etrace)
{
    if (etrace) {
        return etrace_rule_of_kind(kind);
    }
    static const char *const rules[HTK_COMPARED_KINDS] = {
        [HTK_TRACE_ON] = "NT-SYN-015",
        [HTK_TRACE_OFF] = "NT-PTC-013",
        [HTK_EXCEPTION] = "NT-MSG-026",
        [HTK_EXCEPTION_RETURN] = "NT-DEC-002",
        [HTK_SYNC_EVENT] = "NT-SYN-015",
        [HTK_LOST] = "NT-ERR-009",
        [HTK_CONTEXT] = "NT-OWN-010",
        [HTK_TIME] = "NT-TIM-003",
        [HTK_SOFTWARE_TRACE] = "",
        [HTK_DATA] = "",
        [HTK_CUSTOM] = "NT-MSG-021",
        [HTK_UNKNOWN] = "NT-MSG-021",
        [HTK_OTHER] = "",
    };
    return rules[kind];
}

static bool wrong_event(struct walk *k, enum htk_event_kind kind, const struct htk_event *want,
                        const struct htk_event *got)
{
    char expected[NTT_ELEM_MAX + 60], text[NTT_ELEM_MAX + 60];
    if (want != NULL) {
        snprintf(expected, sizeof expected, "%s, after %zu instructions", want->text, want->at);
    } else {
        snprintf(expected, sizeof expected, "no more \"%s\"", htk_event_name(kind));
    }
    if (got != NULL) {
        snprintf(text, sizeof text, "%s, after %zu instructions", got->text, got->at);
    } else {
        snprintf(text, sizeof text, "no more \"%s\"", htk_event_name(kind));
    }
    htk_dec_break(k->d, "KIT-EVENTS", blamed(k, rule_of_kind(kind, k->c->etrace != NULL)), expected,
                  text);
    return false;
}

/* Both have the kind: the events must be equal. After an error the decoder may have ended. */
static bool compare_kind(struct walk *k, enum htk_event_kind kind)
{
    const struct htk_event *error = first_error(k->want);
    size_t i = 0, j = 0;
    for (;;) {
        const struct htk_event *want = htk_account_next(k->want, kind, &i);
        const struct htk_event *got = htk_account_next(&k->d->got, kind, &j);
        if (want == NULL && got == NULL) {
            return true;
        }
        const bool late = error != NULL && (want == NULL || want->at >= error->soft);
        if (late && (got == NULL || want == NULL)) {
            return true;
        }
        if (want == NULL || got == NULL || !htk_event_fits(want->text, got->text) ||
            (kind < HTK_FLOW_KINDS && !late && want->at != got->at)) {
            return wrong_event(k, kind, want, got);
        }
        k->d->sum->events++;
    }
}

static bool compare_events(struct walk *k)
{
    const uint32_t both = k->want->kinds & k->d->got.kinds;
    bool good = true;
    for (unsigned kind = 0; good && kind < HTK_COMPARED_KINDS; kind++) {
        good = (both >> kind & 1) == 0 || compare_kind(k, (enum htk_event_kind)kind);
        if (good && (both >> kind & 1) != 0) {
            htk_dec_hold(k->d, "KIT-EVENTS");
        }
    }
    return good;
}

/* ---- all ---- */

static bool compare_errors(struct walk *k, bool errors_may)
{
    const bool must = first_error(k->want) != NULL;
    const bool did = htk_dec_complained(k->d);
    char got[260];
    if (must && !did) {
        htk_dec_break(k->d, "KIT-ERRORS", k->holds, first_error(k->want)->text,
                      "exit status 0, and no error in its output");
        return false;
    }
    if (did && !must && !errors_may) {
        const struct htk_event *e = first_error(&k->d->got);
        snprintf(got, sizeof got, "exit status %d%s%s", k->d->status,
                 e != NULL || k->d->said[0] != '\0' ? ": " : "", e != NULL ? e->text : k->d->said);
        htk_dec_break(k->d, "KIT-GOOD", k->holds, "exit status 0, and no error in its output", got);
        return false;
    }
    if (must || !errors_may) {
        htk_dec_hold(k->d, must ? "KIT-ERRORS" : "KIT-GOOD");
    }
    return true;
}

bool htk_dec_compare(struct htk_dec *d, const struct htk_case *c, const struct htk_account *want,
                     const char *holds, bool errors_may)
{
    struct walk k = {.d = d, .c = c, .want = want, .holds = holds};
    const uint64_t events = d->sum->events;
    d->sum->instructions += want->pcs;
    if (!compare_pcs(&k) || !compare_events(&k) || !compare_errors(&k, errors_may)) {
        return false;
    }
    /* A decoder that writes nothing holds nothing. */
    const bool flowed = want->pcs > 0 && d->got.pcs > 0;
    htk_dec_hold(d, flowed ? "KIT-FLOW" : "");
    htk_dec_hold(d, flowed || d->sum->events > events ? holds : "");
    return true;
}
