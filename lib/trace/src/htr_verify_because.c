/* SPDX-License-Identifier: Apache-2.0 */
/* Which field of which message led the trace to where it differs. */
#include <inttypes.h>
#include <stdio.h>

#include "htr_verify_priv.h"

static const struct htr_verify_message *message(const struct htr_verify_difference *d,
                                                uint64_t number)
{
    for (unsigned i = 0; i < d->messages; i++) {
        if (d->message[i].number == number) {
            return &d->message[i];
        }
    }
    return NULL;
}

static const char *name_of(const struct htr_verify_difference *d, uint64_t number)
{
    const struct htr_verify_message *m = message(d, number);
    return m != NULL ? nexus_tcode_name(m->tcode) : "message";
}

/* Where the list goes, seen from the instruction before. */
static void list_goes(const struct htr_verify_difference *d, char *text, size_t size)
{
    const struct htr_verify_cause *c = &d->cause;
    if (!d->at.has_expected) {
        snprintf(text, size, "the PC list ends");
    } else if (d->at.expected == c->pc + c->size) {
        snprintf(text, size, "the PC list continues sequentially");
    } else if ((c->cls == FLOW_INSN_BRANCH ||
                (c->cls >= FLOW_INSN_DIRECT_CALL && c->cls <= FLOW_INSN_DIRECT_OTHER)) &&
               d->at.expected == c->target) {
        snprintf(text, size, "the PC list goes to its target");
    } else {
        snprintf(text, size, "the PC list goes to 0x%" PRIx64 ": a trap, or a line is missing",
                 d->at.expected);
    }
}

static unsigned length_of(uint64_t hist)
{
    unsigned n = 0;
    while (hist >> 1 >> n != 0) {
        n++;
    }
    return n;
}

static void branch(struct htr_verify_difference *d, const char *list)
{
    const struct htr_verify_cause *c = &d->cause;
    const struct htr_verify_message *m = message(d, c->msg);
    bool taken = d->at.got != c->pc + c->size;
    const char *says = taken ? "taken" : "not taken";
    if (c->used_bit && m != NULL && m->has_hist && m->hist > 1) {
        unsigned n = length_of(m->hist);
        snprintf(d->because, sizeof d->because,
                 "HIST bit %u (of %u, the oldest is 1) of message %" PRIu64 " says %s; %s",
                 (c->bits - 1) % n + 1, n, c->msg, says, list);
    } else if (taken) {
        snprintf(d->because, sizeof d->because,
                 "%s, message %" PRIu64 ", says that the branch at its end was taken; %s",
                 name_of(d, c->msg), c->msg, list);
    } else {
        snprintf(d->because, sizeof d->because,
                 "I-CNT of message %" PRIu64 " (%s) leads past the branch: not taken; %s", c->msg,
                 name_of(d, c->msg), list);
    }
}

static void indirect(const struct htr_trace *t, struct htr_verify_difference *d, const char *list)
{
    const struct htr_verify_cause *c = &d->cause;
    const struct htr_verify_message *m = message(d, c->msg);
    bool at_end = d->at.msg != c->msg && m != NULL &&
                  (m->tcode == NEXUS_INDIRECT_BRANCH || m->tcode == NEXUS_INDIRECT_BRANCH_HIST ||
                   nexus_tcode_is_sync(m->tcode));
    if (at_end) {
        snprintf(d->because, sizeof d->because,
                 "%s of message %" PRIu64 " (%s) says where the jump goes; %s",
                 nexus_tcode_is_sync(m->tcode) ? "F-ADDR" : "U-ADDR", c->msg,
                 nexus_tcode_name(m->tcode), list);
    } else {
        snprintf(d->because, sizeof d->because,
                 "no message says where the jump goes: its target was inferred (%s); %s",
                 t->cfg.sequential_jump && !t->cfg.implicit_return ? "trTeInstEnSequentialJump"
                 : !t->cfg.sequential_jump ? "return stack, trTeInstEnImplicitReturn"
                                           : "return stack, or constant before it",
                 list);
    }
}

static void after_event(struct htr_verify_difference *d)
{
    const struct htr_verify_cause *c = &d->cause;
    const char *name = name_of(d, c->event_msg);
    if (c->event == FLOW_ELEM_EXCEPTION) {
        snprintf(d->because, sizeof d->because,
                 "message %" PRIu64
                 " (%s) says that a trap was taken (B-TYPE=%u), and its address is the target",
                 c->event_msg, name, c->event_code);
    } else {
        snprintf(d->because, sizeof d->because,
                 "F-ADDR of message %" PRIu64 " (%s, SYNC=%u: %s) says that execution is here",
                 c->event_msg, name, c->event_code, htr_trace_sync_name(c->event_code));
    }
}

void htr_verify_because(const struct htr_trace *trace, struct htr_verify_difference *d)
{
    const struct htr_verify_cause *c = &d->cause;
    char list[96];
    d->because[0] = '\0';
    if (!d->at.has_got || d->at.about == HTR_ABOUT_DATA) {
        return; /* nothing to add to what was reported */
    }
    if (c->event == FLOW_ELEM_EXCEPTION || c->event == FLOW_ELEM_TRACE_ON) {
        after_event(d);
        return;
    }
    if (!c->known) {
        return;
    }
    list_goes(d, list, sizeof list);
    switch (c->cls) {
    case FLOW_INSN_BRANCH:
        branch(d, list);
        break;
    case FLOW_INSN_LINEAR:
    case FLOW_INSN_TRAP:
        snprintf(d->because, sizeof d->because,
                 "I-CNT of message %" PRIu64 " (%s) counts past the instruction before; %s",
                 d->at.msg, name_of(d, d->at.msg), list);
        break;
    case FLOW_INSN_DIRECT_CALL:
    case FLOW_INSN_DIRECT_JUMP:
    case FLOW_INSN_DIRECT_OTHER:
        snprintf(d->because, sizeof d->because,
                 "the code says that the jump before goes to 0x%" PRIx64
                 "; %s (is this the code that ran?)",
                 d->at.got, list);
        break;
    default:
        indirect(trace, d, list);
        break;
    }
}
