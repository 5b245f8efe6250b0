/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A decoded trace against all that the hart told its encoder: PCs, traps, trap returns, privilege
 * and context, debug mode, times.
 *
 * What a message says of the flow it says exactly; a context or time that comes between two flow
 * messages belongs to some instruction between them (N-Trace, Ownership Message, Timestamp
 * Reporting), so it has to fit one of those.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "compare.h"
#include "progress.h"

/* A context or time that waits for an instruction it fits. */
struct claim {
    struct flow_elem elem;
    uint64_t instruction;
    struct pcs_step step; /* what came next then */
};

/* More than these between two flow messages, and the oldest goes unchecked. */
enum {
    CLAIMS = 16
};

struct strict {
    const struct compare_strict_cfg *cfg;
    struct pcs *pcs;
    struct compare_result *result;
    struct compare_place place;
    struct flow_elem elem;
    struct pcs_step next, last; /* next: not walked yet; last: instruction or trap */
    bool more, begun;           /* next is there; last is */
    bool fresh;                 /* trace on: no instruction since */
    bool return_due;            /* the last instruction returned from a trap */
    uint64_t msg;               /* message that the last instruction is from */
    bool walked;                /* it walked any */
    bool told;                  /* a context came since trace on; it is: */
    struct flow_context context;
    struct claim claim[CLAIMS];
    unsigned claims;
    bool anchored; /* CYCLES, SYSTEM: time of cycle 0 is known */
    uint64_t anchor;
};

static void advance(struct strict *s)
{
    s->last = s->next;
    s->begun = true;
    s->more = pcs_ingress_step(s->pcs, &s->next);
}

__attribute__((format(printf, 2, 3))) static enum compare_verdict differ(struct strict *s,
                                                                         const char *format, ...)
{
    char what[240];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    return compare_differs(&s->place, what);
}

/* ---- words ---- */

static const char *level_name(unsigned v, unsigned prv)
{
    static const char *const name[] = {"U", "S", "reserved", "M", "VU", "VS"};
    return name[prv < 2 && v ? 4 + prv : prv & 3];
}

static unsigned prv_of(uint8_t priv)
{
    return priv == TRM_PRIV_VU ? 0u : priv == TRM_PRIV_VS ? 1u : priv & 3u;
}

static bool v_of(uint8_t priv)
{
    return priv == TRM_PRIV_VU || priv == TRM_PRIV_VS;
}

static const char *kind_name(enum pcs_step_kind kind)
{
    return kind == PCS_STEP_EXCEPTION ? "exception" : "interrupt";
}

/* ---- times ---- */

static uint64_t mask_of(const struct strict *s)
{
    unsigned bits = s->cfg->timestamp_bits;
    return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

static uint64_t clock_of(const struct strict *s, const struct pcs_step *step)
{
    return s->cfg->clock == COMPARE_CLOCK_TIME ? step->time
                                               : s->anchor + (step->cycle >> s->cfg->shift);
}

/* The anchor is known to a cycle, the counter to a unit. */
static bool time_fits(const struct strict *s, const struct claim *c, const struct pcs_step *step)
{
    uint64_t mask = mask_of(s), is = c->elem.value & mask, want = clock_of(s, step);
    uint64_t slack = s->cfg->clock != COMPARE_CLOCK_TIME && s->cfg->shift > 0 ? 1 : 0;
    return ((want - is + slack) & mask) <= 2 * slack;
}

/* ---- privilege and context ---- */

static bool owner_fits(const struct claim *c, const struct pcs_step *step)
{
    const struct flow_context *is = &c->elem.context;
    return is->prv == prv_of(step->priv) && is->v == v_of(step->priv) &&
           (c->elem.code != 2 || is->scontext == step->context) &&
           (c->elem.code != 3 || is->hcontext == step->hcontext);
}

/* ---- claims ---- */

static bool is_time(const struct claim *c)
{
    return c->elem.type == FLOW_ELEM_TIMESTAMP;
}

/* Settle the claims that this step fits. */
static void settle(struct strict *s, const struct pcs_step *step)
{
    unsigned left = 0;
    for (unsigned i = 0; i < s->claims; i++) {
        const struct claim *c = &s->claim[i];
        if (is_time(c) ? !time_fits(s, c, step) : !owner_fits(c, step)) {
            s->claim[left++] = *c;
        } else if (is_time(c)) {
            s->result->times++;
        } else {
            s->result->contexts++;
        }
    }
    s->claims = left;
}

static void say_context(char *text, size_t size, const struct pcs_step *step)
{
    snprintf(text, size, "0x%" PRIx64 " in %s, 0x%" PRIx64 ", 0x%" PRIx64, step->pc,
             level_name(v_of(step->priv), prv_of(step->priv)), step->context, step->hcontext);
}

static enum compare_verdict claim_fails(struct strict *s, const struct claim *c)
{
    struct compare_place p = s->place;
    char what[320], from[100], to[100];
    p.elem = &c->elem;
    p.instruction = c->instruction;
    if (is_time(c)) {
        snprintf(what, sizeof what,
                 "no instruction here has time %" PRIu64 "; 0x%" PRIx64 " was executed at %" PRIu64
                 "; check --te trTsMode too",
                 c->elem.value, c->step.pc, clock_of(s, &c->step) & mask_of(s));
    } else {
        const struct flow_context *is = &c->elem.context;
        say_context(from, sizeof from, &c->step);
        say_context(to, sizeof to, &s->last);
        snprintf(what, sizeof what,
                 "context: got %s, scontext 0x%" PRIx64 ", hcontext 0x%" PRIx64
                 "; executed were %s to %s",
                 level_name(is->v, is->prv), is->scontext, is->hcontext, from, to);
    }
    return compare_differs(&p, what);
}

/* History that was held back is sent, and has its time, when it is clear that nothing repeats. */
static bool may_come(const struct strict *s, const struct claim *c)
{
    uint64_t mask = mask_of(s);
    uint64_t ahead = (c->elem.value - clock_of(s, &s->last)) & mask;
    return s->cfg->held_back && is_time(c) && s->more && ahead <= mask / 2;
}

/* Another flow message has been walked to its end: what came before it must have fitted. */
static enum compare_verdict close_claims(struct strict *s)
{
    for (unsigned i = 0; i < s->claims; i++) {
        if (s->claim[i].elem.msg < s->msg && !may_come(s, &s->claim[i])) {
            return claim_fails(s, &s->claim[i]);
        }
    }
    return COMPARE_EQUAL;
}

/* The message that walked is over: what the last instruction ran in must have been told. */
static enum compare_verdict end_message(struct strict *s)
{
    const struct pcs_step *at = &s->last;
    if (!s->walked || s->elem.msg == s->msg) {
        return COMPARE_EQUAL;
    }
    s->walked = false;
    enum compare_verdict v = close_claims(s);
    if (v != COMPARE_EQUAL) {
        return v;
    }
    if (s->cfg->contexts && !s->told) {
        return differ(s, "no context was reported since trace on; 0x%" PRIx64 " was executed in %s",
                      at->pc, level_name(v_of(at->priv), prv_of(at->priv)));
    }
    if (s->told && at->kind == PCS_STEP_INSN &&
        (s->context.prv != prv_of(at->priv) || s->context.v != v_of(at->priv))) {
        return differ(s, "the trace says %s; 0x%" PRIx64 " was executed in %s",
                      level_name(s->context.v, s->context.prv), at->pc,
                      level_name(v_of(at->priv), prv_of(at->priv)));
    }
    return COMPARE_EQUAL;
}

static void claim(struct strict *s)
{
    if (s->claims == CLAIMS) {
        memmove(&s->claim[0], &s->claim[1], (CLAIMS - 1) * sizeof s->claim[0]);
        s->claims--;
    }
    s->claim[s->claims++] =
        (struct claim){s->elem, s->result->instructions + 1, s->more ? s->next : s->last};
    if (s->begun && !s->fresh && s->elem.type == FLOW_ELEM_TIMESTAMP) {
        settle(s, &s->last);
    }
    if (s->more) {
        settle(s, &s->next);
    }
}

static void take_context(struct strict *s)
{
    s->told = true;
    s->context = s->elem.context;
    claim(s);
}

static void take_time(struct strict *s)
{
    if (s->cfg->clock == COMPARE_CLOCK_UNKNOWN) {
        return;
    }
    if (s->cfg->clock != COMPARE_CLOCK_TIME && !s->anchored && s->more) {
        s->anchored = true; /* the first message: trace on at the next instruction */
        s->anchor = s->elem.value - (s->next.cycle >> s->cfg->shift);
    }
    claim(s);
}

/* ---- flow ---- */

static enum compare_verdict missing(struct strict *s)
{
    if (s->return_due) {
        return differ(s, "the return from a trap at 0x%" PRIx64 " is not reported", s->last.pc);
    }
    return differ(s, "the %s before 0x%" PRIx64 " (cause %" PRIu64 ") is not reported",
                  kind_name(s->next.kind), s->next.pc, s->next.cause);
}

static enum compare_verdict take_insn(struct strict *s, uint64_t pc)
{
    while (s->more && s->fresh && s->next.kind != PCS_STEP_INSN) {
        advance(s); /* before trace on */
    }
    s->place.instruction = s->result->instructions + 1;
    if (s->return_due || (s->more && s->next.kind != PCS_STEP_INSN)) {
        return missing(s);
    }
    if (!s->more) {
        return s->pcs->failed
                   ? COMPARE_CANNOT
                   : differ(s,
                            "the trace continues at 0x%" PRIx64 "; the ingress ends after %" PRIu64,
                            pc, s->result->instructions);
    }
    if (s->next.pc != pc) {
        s->place.expected = &s->next.pc;
        s->place.got = &pc;
        return differ(s, "expected 0x%" PRIx64 ", got 0x%" PRIx64, s->next.pc, pc);
    }
    settle(s, &s->next);
    advance(s);
    s->return_due = s->last.trap_return;
    s->fresh = false;
    s->msg = s->elem.msg;
    s->walked = true;
    s->result->instructions++;
    return COMPARE_EQUAL;
}

static enum compare_verdict take_range(struct strict *s, struct flow_code *code)
{
    struct flow_range_iter it;
    const struct flow_insn *insn;
    enum compare_verdict v = COMPARE_EQUAL;
    flow_range_begin(&it, &s->elem);
    while (v == COMPARE_EQUAL && flow_range_next(&it, code, &insn) == FLOW_OK) {
        v = take_insn(s, it.where.pc);
    }
    return v;
}

static enum compare_verdict take_trap(struct strict *s)
{
    const struct flow_elem *e = &s->elem;
    if (s->return_due && !s->fresh) {
        return missing(s);
    }
    if (!s->more || s->next.kind == PCS_STEP_INSN) {
        return s->pcs->failed
                   ? COMPARE_CANNOT
                   : differ(s, "got a trap to 0x%" PRIx64 ", expected %s0x%" PRIx64, e->end,
                            s->more ? "" : "the end after ", s->more ? s->next.pc : s->last.pc);
    }
    bool exception = s->next.kind == PCS_STEP_EXCEPTION;
    if (e->code != NEXUS_BTYPE_TRAP && (e->code == NEXUS_BTYPE_EXCEPTION) != exception) {
        return differ(s, "got an %s, expected an %s (cause %" PRIu64 ") before 0x%" PRIx64,
                      exception ? "interrupt" : "exception", kind_name(s->next.kind), s->next.cause,
                      s->next.pc);
    }
    if (e->known && e->start != s->next.pc) {
        return differ(s, "the %s (cause %" PRIu64 ") came before 0x%" PRIx64 ", got 0x%" PRIx64,
                      kind_name(s->next.kind), s->next.cause, s->next.pc, e->start);
    }
    settle(s, &s->next);
    advance(s);
    s->result->traps++;
    return COMPARE_EQUAL;
}

static enum compare_verdict take_return(struct strict *s)
{
    if (!s->return_due) {
        return differ(s, "got a return from a trap to 0x%" PRIx64 "; 0x%" PRIx64 " was none",
                      s->elem.end, s->begun ? s->last.pc : 0);
    }
    s->return_due = false;
    s->result->returns++;
    return COMPARE_EQUAL;
}

/* What comes between two steps has a time between theirs. */
static void settle_between(struct strict *s)
{
    uint64_t mask = mask_of(s), from = s->begun ? clock_of(s, &s->last) : 0;
    uint64_t span = s->more ? (clock_of(s, &s->next) - from) & mask : mask / 2;
    unsigned left = 0;
    for (unsigned i = 0; i < s->claims; i++) {
        const struct claim *c = &s->claim[i];
        bool here = is_time(c) && c->elem.msg == s->elem.msg;
        if (here && ((c->elem.value - from) & mask) <= span) {
            s->result->times++;
        } else {
            s->claim[left++] = *c;
        }
    }
    s->claims = left;
}

static enum compare_verdict take_on_off(struct strict *s)
{
    settle_between(s);
    bool on = s->elem.type == FLOW_ELEM_TRACE_ON;
    bool debug = s->elem.code == (on ? (unsigned)NEXUS_SYNC_EXIT_DEBUG : NEXUS_EVCODE_DEBUG);
    if (debug && s->more && !s->next.halted_before) {
        return differ(s, "debug mode %s before 0x%" PRIx64 " was not", on ? "left" : "entered",
                      s->next.pc);
    }
    if (s->cfg->clock == COMPARE_CLOCK_CYCLES) {
        s->anchored = s->anchored && on; /* the counter may stop with the hart */
    }
    if (on) {
        s->fresh = true;
        s->told = false;
    }
    s->return_due = false; /* where it went was not traced */
    return COMPARE_EQUAL;
}

static enum compare_verdict take_end(struct strict *s)
{
    if (s->elem.value != 0) {
        return differ(s, "the last message is cut off, %" PRIu64 " byte%s left", s->elem.value,
                      htr_s(s->elem.value));
    }
    while (s->more && s->next.kind != PCS_STEP_INSN) {
        advance(s); /* nothing follows the trap that could tell it */
    }
    if (s->more) {
        return differ(s,
                      "the trace ends after %" PRIu64
                      " instruction%s; the ingress continues with 0x%" PRIx64,
                      s->result->instructions, htr_s(s->result->instructions), s->next.pc);
    }
    s->msg = s->elem.msg + 1;
    return close_claims(s);
}

static enum compare_verdict trouble(struct strict *s)
{
    const struct flow_elem *e = &s->elem;
    char list[48] = "the end of the ingress";
    if (s->more) {
        snprintf(list, sizeof list, "0x%" PRIx64, s->next.pc);
    }
    return e->type == FLOW_ELEM_LOST
               ? differ(s, "expected %s, got: trace was lost (overflow)", list)
               : differ(s, "expected %s, got: %s; %s", list, trace_reason(e), trace_remedy(e));
}

static enum compare_verdict take(struct strict *s, struct flow_code *code)
{
    enum compare_verdict v = end_message(s);
    if (v != COMPARE_EQUAL) {
        return v;
    }
    switch (s->elem.type) {
    case FLOW_ELEM_RANGE:
        return take_range(s, code);
    case FLOW_ELEM_EXCEPTION:
        return take_trap(s);
    case FLOW_ELEM_EXCEPTION_RET:
        return take_return(s);
    case FLOW_ELEM_CONTEXT:
        take_context(s);
        return COMPARE_EQUAL;
    case FLOW_ELEM_TIMESTAMP:
        take_time(s);
        return COMPARE_EQUAL;
    case FLOW_ELEM_TRACE_ON:
    case FLOW_ELEM_TRACE_OFF:
        return take_on_off(s);
    case FLOW_ELEM_END:
        return take_end(s);
    case FLOW_ELEM_ERROR:
    case FLOW_ELEM_ADDR_NACC:
    case FLOW_ELEM_NO_SYNC:
    case FLOW_ELEM_LOST:
        return trouble(s);
    case FLOW_ELEM_EVENT:
        settle_between(s);
        return COMPARE_EQUAL;
    default:
        return COMPARE_EQUAL;
    }
}

enum compare_verdict compare_strict(const char *verb, const char *path, struct nexus_decoder *d,
                                    struct pcs *expected, const struct compare_strict_cfg *cfg,
                                    struct compare_result *result)
{
    static struct strict s; /* large: not on the stack */
    memset(&s, 0, sizeof s);
    bool silent = result->silent;
    *result = (struct compare_result){.silent = silent};
    s.cfg = cfg;
    s.pcs = expected;
    s.result = result;
    s.place =
        (struct compare_place){verb, path, &s.elem, 1, &result->difference, NULL, NULL, silent};
    s.fresh = true;
    s.more = pcs_ingress_step(expected, &s.next);
    enum compare_verdict v = COMPARE_EQUAL;
    while (v == COMPARE_EQUAL && nexus_decoder_next(d, &s.elem) == NEXUS_OK) {
        s.place.instruction = result->instructions + 1;
        progress_at(s.elem.offset);
        v = take(&s, d->flow.code);
    }
    result->messages = d->flow.msgs;
    return expected->failed ? COMPARE_CANNOT : v;
}
