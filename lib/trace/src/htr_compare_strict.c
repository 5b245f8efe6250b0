/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A decoded trace against everything that the hart reported to its encoder: PCs, traps, trap
 * returns, privilege and context, debug mode, times.
 *
 * What a message says about the flow is exact; a context or time that comes between two flow
 * messages belongs to some instruction between them (N-Trace, Ownership Message, Timestamp
 * Reporting), so it has to fit one of those.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "htr_compare_claims.h"
#include "htr/htr_text.h"
#include "timestamp_regs.h"

static void advance(struct htr_strict *s)
{
    s->index += s->next.kind == HTR_PCS_STEP_INSN;
    s->last = s->next;
    s->begun = true;
    s->more = htr_pcs_ingress_step(s->pcs, &s->next);
}

__attribute__((format(printf, 3, 4))) static int
differ(struct htr_strict *s, enum htr_difference_about about, const char *format, ...)
{
    char what[240];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    s->place.about = about;
    return htr_compare_differs(&s->place, what);
}

/* ---- settings ---- */

static enum htr_compare_clock clock_of_mode(uint32_t mode)
{
    switch (mode) {
    case TR_TS_MODE_EXTERNAL:
        return HTR_COMPARE_CLOCK_TIME;
    case TR_TS_MODE_INTERNAL_CORE:
        return HTR_COMPARE_CLOCK_CYCLES;
    case TR_TS_MODE_INTERNAL_SYSTEM:
    case TR_TS_MODE_SHARED: /* of the clock at the top: trTsPrescale has its prescaler */
        return HTR_COMPARE_CLOCK_SYSTEM;
    default:
        return HTR_COMPARE_CLOCK_UNKNOWN;
    }
}

void htr_compare_strict_take(struct htr_compare_strict_cfg *cfg, const struct htr_settings *te,
                             const struct nexus_stream_cfg *stream)
{
    uint32_t mode = TR_TS_MODE_EXTERNAL, prescale = 0, context = 0, held = 0;
    (void)htr_settings_asked(te, "trTsMode", &mode);
    (void)htr_settings_asked(te, "trTsPrescale", &prescale);
    (void)htr_settings_asked(te, "trTeContext", &context);
    (void)htr_settings_asked(te, "trTeInstEnRepeatedHistory", &held);
    *cfg = (struct htr_compare_strict_cfg){
        .clock = clock_of_mode(mode),
        .shift = 2 * prescale,
        .timestamp_bits = stream->timestamp_bits,
        .held_back = held != 0,
        .contexts = context != 0,
    };
}

/* ---- words ---- */

static const char *kind_name(enum htr_pcs_step_kind kind)
{
    return kind == HTR_PCS_STEP_EXCEPTION ? "exception" : "interrupt";
}

/* ---- parts ---- */

/* Decoded instruction number s->decoded: is it one of those that are judged? Then *listed is its
 * number in the ingress. */
static bool is_judged(struct htr_strict *s, uint64_t *listed)
{
    const struct htr_compare_strict_cfg *c = s->cfg;
    while (s->span < c->spans && s->decoded >= c->span[s->span].decoded + c->span[s->span].n) {
        s->span++;
    }
    if (s->span == c->spans || s->decoded < c->span[s->span].decoded) {
        return false;
    }
    *listed = c->span[s->span].listed + (s->decoded - c->span[s->span].decoded);
    return true;
}

/* Trace on where a trap comes before any instruction: the trap is in the trace. */
static bool begins_at(const struct htr_strict *s)
{
    return s->elem.type == FLOW_ELEM_TRACE_ON && s->elem.start == s->next.pc;
}

/* Go to where the next decoded instruction is in the ingress. What waits for an instruction before
 * that is not judged. */
static void locate(struct htr_strict *s)
{
    uint64_t listed;
    if (!is_judged(s, &listed)) {
        s->located = false;
        return;
    }
    if (s->located && s->index == listed) {
        return;
    }
    while (s->more && (s->index < listed || (s->next.kind != HTR_PCS_STEP_INSN && !begins_at(s)))) {
        advance(s);
    }
    s->located = true;
    s->fresh = true;
    s->return_due = s->walked = s->at_on = false;
    s->claims = 0;
    s->anchored = s->anchored && s->cfg->clock == HTR_COMPARE_CLOCK_SYSTEM;
}

/* The message that walked is over: the context of the last instruction must have been reported. */
static int end_message(struct htr_strict *s)
{
    const struct htr_pcs_step *at = &s->last;
    if (!s->walked || s->elem.msg == s->msg) {
        return HTR_COMPARE_EQUAL;
    }
    s->walked = false;
    int v = htr_claims_close(s);
    if (v != HTR_COMPARE_EQUAL) {
        return v;
    }
    if (s->cfg->contexts && !s->told) {
        return differ(s, HTR_ABOUT_NO_CONTEXT,
                      "no context was reported since trace on; 0x%" PRIx64 " was executed in %s",
                      at->pc, htr_claims_level(htr_claims_v(at->priv), htr_claims_prv(at->priv)));
    }
    if (s->told && at->kind == HTR_PCS_STEP_INSN &&
        (s->context.prv != htr_claims_prv(at->priv) || s->context.v != htr_claims_v(at->priv))) {
        return differ(s, HTR_ABOUT_CONTEXT, "the trace says %s; 0x%" PRIx64 " was executed in %s",
                      htr_claims_level(s->context.v, s->context.prv), at->pc,
                      htr_claims_level(htr_claims_v(at->priv), htr_claims_prv(at->priv)));
    }
    return HTR_COMPARE_EQUAL;
}

static void take_context(struct htr_strict *s)
{
    s->told = true;
    s->context = s->elem.context;
    if (s->located) {
        htr_claims_add(s);
    }
}

static void take_time(struct htr_strict *s)
{
    if (s->cfg->clock == HTR_COMPARE_CLOCK_UNKNOWN) {
        return;
    }
    if (s->cfg->clock != HTR_COMPARE_CLOCK_TIME && !s->anchored && !s->at_on) {
        return; /* a part that begins inside of a segment */
    }
    if (s->cfg->clock != HTR_COMPARE_CLOCK_TIME && !s->anchored && s->more) {
        s->anchored = true; /* the first message: trace on at the next instruction */
        s->anchor = s->elem.value - (s->next.cycle >> s->cfg->shift);
        s->uncertain = s->cfg->parts && s->begun
                           ? (s->next.cycle >> s->cfg->shift) - (s->last.cycle >> s->cfg->shift)
                           : 0;
    }
    htr_claims_add(s);
}

/* ---- flow ---- */

static int missing(struct htr_strict *s)
{
    if (s->return_due) {
        return differ(s, HTR_ABOUT_TRAP_RETURN,
                      "the return from a trap at 0x%" PRIx64 " is not reported", s->last.pc);
    }
    return differ(s, HTR_ABOUT_TRAP,
                  "the %s before 0x%" PRIx64 " (cause %" PRIu64 ") is not reported",
                  kind_name(s->next.kind), s->next.pc, s->next.cause);
}

static int take_insn(struct htr_strict *s, uint64_t pc)
{
    while (s->more && s->fresh && s->next.kind != HTR_PCS_STEP_INSN) {
        advance(s); /* before trace on */
    }
    s->place.instruction = s->decoded + 1;
    if (s->return_due || (s->more && s->next.kind != HTR_PCS_STEP_INSN)) {
        return missing(s);
    }
    if (!s->more) {
        return s->pcs->failed
                   ? htr_compare_list_status(s->pcs)
                   : differ(s, HTR_ABOUT_END,
                            "the trace continues at 0x%" PRIx64 "; the ingress ends after %" PRIu64,
                            pc, s->result->instructions);
    }
    if (s->next.pc != pc) {
        s->place.expected = &s->next.pc;
        s->place.got = &pc;
        return differ(s, HTR_ABOUT_FLOW, "expected 0x%" PRIx64 ", got 0x%" PRIx64, s->next.pc, pc);
    }
    htr_claims_settle(s, &s->next);
    advance(s);
    s->return_due = s->last.trap_return;
    s->fresh = s->at_on = false;
    s->msg = s->elem.msg;
    s->walked = true;
    s->result->instructions++;
    return HTR_COMPARE_EQUAL;
}

static int take_range(struct htr_strict *s, struct flow_code *code)
{
    struct flow_range_iter it;
    const struct flow_insn *insn;
    int v = HTR_COMPARE_EQUAL;
    flow_range_begin(&it, &s->elem);
    while (v == HTR_COMPARE_EQUAL && flow_range_next(&it, code, &insn) == FLOW_OK) {
        if (s->cfg->parts) {
            locate(s);
        }
        v = s->located ? take_insn(s, it.where.pc) : HTR_COMPARE_EQUAL;
        s->decoded++;
    }
    return v;
}

/* A part may begin with the message of a trap or trap return: that is what came last then. */
static bool begins_part(const struct htr_strict *s)
{
    return s->cfg->parts && s->at_on && s->begun && s->more && s->next.kind == HTR_PCS_STEP_INSN;
}

static int take_trap(struct htr_strict *s)
{
    const struct flow_elem *e = &s->elem;
    const bool first = begins_part(s);
    const struct htr_pcs_step *trap = first ? &s->last : &s->next;
    if (s->return_due && !s->fresh) {
        return missing(s);
    }
    if (!s->more || trap->kind == HTR_PCS_STEP_INSN) {
        return s->pcs->failed
                   ? htr_compare_list_status(s->pcs)
                   : differ(s, HTR_ABOUT_TRAP, "got a trap to 0x%" PRIx64 ", expected %s0x%" PRIx64,
                            e->end, s->more ? "" : "the end after ",
                            s->more ? s->next.pc : s->last.pc);
    }
    bool exception = trap->kind == HTR_PCS_STEP_EXCEPTION;
    if (e->code != NEXUS_BTYPE_TRAP && (e->code == NEXUS_BTYPE_EXCEPTION) != exception) {
        return differ(s, HTR_ABOUT_TRAP_KIND,
                      "got an %s, expected an %s (cause %" PRIu64 ") before 0x%" PRIx64,
                      exception ? "interrupt" : "exception", kind_name(trap->kind), trap->cause,
                      trap->pc);
    }
    if (e->known && e->start != trap->pc) {
        return differ(s, HTR_ABOUT_TRAP,
                      "the %s (cause %" PRIu64 ") came before 0x%" PRIx64 ", got 0x%" PRIx64,
                      kind_name(trap->kind), trap->cause, trap->pc, e->start);
    }
    if (!first) {
        htr_claims_settle(s, &s->next);
        advance(s);
    }
    s->result->traps++;
    return HTR_COMPARE_EQUAL;
}

static int take_return(struct htr_strict *s)
{
    if (!s->return_due && !(begins_part(s) && s->last.trap_return)) {
        return differ(s, HTR_ABOUT_TRAP_RETURN,
                      "got a return from a trap to 0x%" PRIx64 "; 0x%" PRIx64 " was none",
                      s->elem.end, s->begun ? s->last.pc : 0);
    }
    s->return_due = false;
    s->result->returns++;
    return HTR_COMPARE_EQUAL;
}

static int take_on_off(struct htr_strict *s)
{
    htr_claims_settle_between(s);
    bool on = s->elem.type == FLOW_ELEM_TRACE_ON;
    bool debug = s->elem.code == (on ? (unsigned)NEXUS_SYNC_EXIT_DEBUG : NEXUS_EVCODE_DEBUG);
    if (debug && s->more && !s->next.halted_before) {
        return differ(s, on ? HTR_ABOUT_DEBUG_EXIT : HTR_ABOUT_DEBUG_ENTRY,
                      "debug mode %s before 0x%" PRIx64 " was not", on ? "left" : "entered",
                      s->next.pc);
    }
    if (s->cfg->clock == HTR_COMPARE_CLOCK_CYCLES) {
        s->anchored = s->anchored && on; /* the counter may stop with the hart */
    }
    if (on) {
        s->fresh = s->at_on = true;
        s->told = false;
    }
    s->return_due = false; /* where it went was not traced */
    return HTR_COMPARE_EQUAL;
}

static int take_end(struct htr_strict *s)
{
    if (s->elem.value != 0) {
        return differ(s, HTR_ABOUT_TROUBLE, "the last message is cut off, %" PRIu64 " byte%s left",
                      s->elem.value, htr_s(s->elem.value));
    }
    while (s->more && s->next.kind != HTR_PCS_STEP_INSN) {
        advance(s); /* no later instruction could report it */
    }
    if (s->more) {
        return differ(s, HTR_ABOUT_END,
                      "the trace ends after %" PRIu64
                      " instruction%s; the ingress continues with 0x%" PRIx64,
                      s->result->instructions, htr_s(s->result->instructions), s->next.pc);
    }
    s->msg = s->elem.msg + 1;
    return htr_claims_close(s);
}

/* Parts: where they end is not judged here. */
static int end_parts(struct htr_strict *s)
{
    if (s->located && !s->cfg->early) {
        s->msg = s->elem.msg + 1;
    }
    return s->located ? htr_claims_close(s) : HTR_COMPARE_EQUAL;
}

static int trouble(struct htr_strict *s)
{
    const struct flow_elem *e = &s->elem;
    char list[48] = "the end of the ingress";
    if (s->more) {
        snprintf(list, sizeof list, "0x%" PRIx64, s->next.pc);
    }
    return e->type == FLOW_ELEM_LOST
               ? differ(s, HTR_ABOUT_TROUBLE, "expected %s, got: trace was lost (overflow)", list)
               : differ(s, HTR_ABOUT_TROUBLE, "expected %s, got: %s; %s", list, htr_trace_reason(e),
                        htr_trace_remedy(e));
}

/* Elements that are not judged, or that switch judging on and off. Returns whether the element is
 * done. */
static bool outside(struct htr_strict *s)
{
    switch (s->elem.type) {
    case FLOW_ELEM_TRACE_ON:
        locate(s);
        s->told = false;
        return !s->located;
    case FLOW_ELEM_RANGE:
    case FLOW_ELEM_CONTEXT:
    case FLOW_ELEM_END:
        return false;
    case FLOW_ELEM_ERROR:
    case FLOW_ELEM_ADDR_NACC:
    case FLOW_ELEM_NO_SYNC:
    case FLOW_ELEM_LOST: /* htr_compare_parts reports what they are */
        s->located = s->located && s->elem.status == NEXUS_ERR_EMPTY;
        return true;
    default:
        return !s->located;
    }
}

static int take(struct htr_strict *s, struct flow_code *code)
{
    int v = s->located ? end_message(s) : HTR_COMPARE_EQUAL;
    if (v != HTR_COMPARE_EQUAL || (s->cfg->parts && outside(s))) {
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
        return HTR_COMPARE_EQUAL;
    case FLOW_ELEM_TIMESTAMP:
        take_time(s);
        return HTR_COMPARE_EQUAL;
    case FLOW_ELEM_TRACE_ON:
    case FLOW_ELEM_TRACE_OFF:
        return take_on_off(s);
    case FLOW_ELEM_END:
        return s->cfg->parts ? end_parts(s) : take_end(s);
    case FLOW_ELEM_ERROR:
    case FLOW_ELEM_ADDR_NACC:
    case FLOW_ELEM_NO_SYNC:
    case FLOW_ELEM_LOST:
        return trouble(s);
    case FLOW_ELEM_EVENT:
        htr_claims_settle_between(s);
        return HTR_COMPARE_EQUAL;
    default:
        return HTR_COMPARE_EQUAL;
    }
}

int htr_compare_strict(struct htr_tree *tree, int32_t decoder, struct htr_pcs *expected,
                       const struct htr_compare_strict_cfg *cfg, struct htr_compare_result *result)
{
    struct htr_strict s = {0};
    struct htr_pull pull;
    memset(&s, 0, sizeof s);
    *result = (struct htr_compare_result){0};
    if (htr_pull_begin(&pull, tree, decoder) != HTR_OK) {
        return HTR_ERR_ARG;
    }
    s.cfg = cfg;
    s.pcs = expected;
    s.result = result;
    s.place = (struct htr_compare_place){
        .elem = &s.elem, .instruction = 1, .difference = &result->difference};
    s.fresh = s.at_on = true;
    s.located = !cfg->parts;
    s.more = htr_pcs_ingress_step(expected, &s.next);
    int v = HTR_COMPARE_EQUAL;
    while (v == HTR_COMPARE_EQUAL && htr_pull_next(&pull, &s.elem)) {
        s.place.instruction = s.decoded + 1;
        htr_progress(expected->host, s.elem.offset);
        v = take(&s, htr_inside_look(&pull.inside).code);
    }
    result->messages = htr_inside_look(&pull.inside).messages;
    return expected->failed ? htr_compare_list_status(expected) : v;
}
