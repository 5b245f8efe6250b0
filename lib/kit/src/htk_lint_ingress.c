/* SPDX-License-Identifier: Apache-2.0 */
/* What a trace says against what the hart did: a difference points to the rule that was broken. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "htk_lint_int.h"
#include "htr/htr_verify.h"

/* The field that led to a wrong instruction. */
static enum htk_rule rule_of_pc(const struct htr_verify_difference *x)
{
    const struct htr_verify_cause *c = &x->cause;
    const bool known = x->at.has_expected || x->at.about == HTR_ABOUT_NO_CODE;
    const bool expected_next = known && x->at.expected == c->pc + c->size;
    if (c->event == FLOW_ELEM_EXCEPTION) {
        return HTK_RULE_TRAP;
    }
    if (c->event == FLOW_ELEM_TRACE_ON || !c->known) {
        return HTK_RULE_ADDRESS;
    }
    switch (c->cls) {
    case FLOW_INSN_BRANCH:
        if (c->used_bit) {
            return expected_next ? HTK_RULE_NOT_TAKEN : HTK_RULE_TAKEN;
        }
        return HTK_RULE_TAKEN_BTM;
    case FLOW_INSN_LINEAR:
    case FLOW_INSN_TRAP:
    case FLOW_INSN_DIRECT_CALL:
    case FLOW_INSN_DIRECT_JUMP:
    case FLOW_INSN_DIRECT_OTHER:
        return x->at.has_expected && x->at.has_got ? HTK_RULE_TRAP : HTK_RULE_ICNT;
    default:
        return HTK_RULE_RELATIVE;
    }
}

/* The same of E-Trace. */
static enum htk_rule rule_of_etrace(const struct htr_verify_difference *x)
{
    const struct htr_verify_cause *c = &x->cause;
    if (x->at.kind == HTR_DIFFERS_BROKEN || x->at.kind == HTR_DIFFERS_MESSAGE) {
        return HTK_RULES;
    }
    if (x->at.kind == HTR_DIFFERS_PIECE || x->at.about == HTR_ABOUT_NO_CODE ||
        c->event == FLOW_ELEM_TRACE_ON || c->event == FLOW_ELEM_EVENT || !c->known) {
        return HTK_RULE_ET_PLACE;
    }
    if (c->event == FLOW_ELEM_EXCEPTION) {
        return HTK_RULE_ET_TRAP;
    }
    if (!x->at.has_got) {
        return HTK_RULE_ET_STOP;
    }
    switch (c->cls) {
    case FLOW_INSN_BRANCH:
        return HTK_RULE_ET_TAKEN;
    case FLOW_INSN_LINEAR:
    case FLOW_INSN_TRAP:
    case FLOW_INSN_DIRECT_CALL:
    case FLOW_INSN_DIRECT_JUMP:
    case FLOW_INSN_DIRECT_OTHER:
        return HTK_RULE_ET_TRAP;
    default:
        return HTK_RULE_ET_PLACE;
    }
}

/* HTK_RULES: messages or decoding have shown it. */
static enum htk_rule rule_of(const struct htr_verify_difference *x)
{
    if (x->at.kind == HTR_DIFFERS_BROKEN || x->at.kind == HTR_DIFFERS_MESSAGE) {
        return HTK_RULES;
    }
    if (x->at.kind == HTR_DIFFERS_PIECE) {
        return HTK_RULE_ADDRESS;
    }
    switch (x->at.about) {
    case HTR_ABOUT_TRAP:
        return HTK_RULE_TRAP;
    case HTR_ABOUT_TRAP_KIND:
        return HTK_RULE_BTYPE;
    case HTR_ABOUT_TRAP_RETURN:
        return HTK_RULE_INFERABLE;
    case HTR_ABOUT_CONTEXT:
        return HTK_RULE_OWNER;
    case HTR_ABOUT_NO_CONTEXT:
        return HTK_RULE_CONTEXT;
    case HTR_ABOUT_TIME:
        return HTK_RULE_TIME_VALUE;
    case HTR_ABOUT_DEBUG_EXIT:
        return HTK_RULE_DEBUG_EXIT;
    case HTR_ABOUT_DEBUG_ENTRY:
        return HTK_RULE_DEBUG_ENTRY;
    case HTR_ABOUT_END:
        return HTK_RULE_STOP;
    case HTR_ABOUT_TROUBLE:
    case HTR_ABOUT_DATA: /* no rule of N-Trace */
        return HTK_RULES;
    case HTR_ABOUT_NO_CODE:
    case HTR_ABOUT_FLOW:
        break;
    }
    return rule_of_pc(x);
}

static void take(struct htk_lint *l, const struct htr_verify_difference *x, uint16_t src)
{
    char text[2 * HTR_DIFFERENCE_WHAT + 4];
    const enum htk_rule rule = l->etrace != NULL ? rule_of_etrace(x) : rule_of(x);
    if (rule == HTK_RULES) {
        return;
    }
    uint8_t tcode = NEXUS_TCODES;
    for (unsigned i = 0; l->etrace == NULL && i < x->messages; i++) {
        tcode = x->message[i].number == x->at.msg ? x->message[i].tcode : tcode;
    }
    l->rule[rule].looked++;
    snprintf(text, sizeof text, "%s%s%s", x->at.what, x->because[0] != '\0' ? "; " : "",
             x->because);
    htk_report(l,
               &(struct htk_finding){.rule = rule,
                                     .message = x->at.msg,
                                     .offset = x->at.offset,
                                     .src = src,
                                     .tcode = tcode,
                                     .name = tcode < NEXUS_TCODES ? nexus_tcode_name(tcode) : NULL,
                                     .text = text});
}

/* What was compared, and could have been wrong. */
static void count(struct htk_lint *l, const struct htr_compare_result *sum)
{
    if (l->etrace != NULL) {
        htk_etrace_count_ingress(l, sum->instructions);
        return;
    }
    l->rule[HTK_RULE_TRAP].looked += sum->traps;
    l->rule[HTK_RULE_OWNER].looked += sum->contexts;
    l->rule[HTK_RULE_TIME_VALUE].looked += sum->times;
    l->rule[HTK_RULE_TAKEN].looked += l->rule[HTK_RULE_HIST].looked;
    l->rule[HTK_RULE_NOT_TAKEN].looked += l->rule[HTK_RULE_HIST].looked;
    l->rule[HTK_RULE_TAKEN_BTM].looked += l->rule[HTK_RULE_DIRECT_BRANCH].looked;
    l->rule[HTK_RULE_RELATIVE].looked +=
        l->rule[HTK_RULE_INDIRECT_BRANCH].looked + l->rule[HTK_RULE_INDIRECT_BRANCH_HIST].looked;
    l->rule[HTK_RULE_STOP].looked += sum->instructions > 0;
}

int htk_lint_ingress(struct htk_lint *l, const struct htr_trace_options *options, bool partial)
{
    const struct htr_verify_options o = {.trace = *options,
                                         .strict = l->etrace == NULL,
                                         .partial = partial,
                                         .resync = true,
                                         .keep_going = true,
                                         .limit = HTR_COMPARE_LIMIT};
    struct htr_verify *v = calloc(1, sizeof *v);
    if (v == NULL) {
        return htr_fail(l->trace->host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    int status = htr_verify_open(v, l->trace->host, &o);
    if (status == HTR_OK) {
        status = htr_verify_run(v);
        for (unsigned i = 0; i < v->report.differences; i++) {
            take(l, &v->report.difference[i], v->trace.one_source ? v->trace.src : 0);
        }
        count(l, &v->report.result.sum);
    }
    htr_verify_close(v);
    free(v);
    return status > 0 ? HTR_OK : status;
}
