/* SPDX-License-Identifier: Apache-2.0 */
/* One pass over the messages, and one over what they say was executed. */
#include "htk_lint_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "htr/htr_trace_plant.h"
#include "htr/htr_tree_pull.h"

struct htk_lint *htk_lint_new(struct htr_trace *trace, htk_found *found, void *ctx)
{
    struct htk_lint *l = calloc(1, sizeof *l);
    if (l == NULL) {
        return NULL;
    }
    l->trace = trace;
    l->found = found;
    l->ctx = ctx;
    l->source = calloc((size_t)1 << NEXUS_MAX_SRC_BITS, sizeof *l->source);
    if (l->source == NULL) {
        free(l);
        return NULL;
    }
    return l;
}

void htk_lint_free(struct htk_lint *l)
{
    if (l != NULL) {
        htk_etrace_free(l);
        htk_normal_free(&l->normal);
        free(l->source);
        free(l);
    }
}

int htk_lint_rewrite(struct htk_lint *l, const struct htk_profile *p)
{
    struct htr_trace *t = l->trace;
    struct htr_bytes to;
    if (htr_trace_protocol(t) == HTR_ETRACE) {
        return htr_trace_need_ntrace(t, "a profile of quirks");
    }
    l->explicit_returns = p->quirk[HTK_QUIRK_ITYPE_3] && t->cfg.implicit_return &&
                          t->cfg.return_mode != NEXUS_RETURN_NONE;
    t->cfg.implicit_return = t->cfg.implicit_return && !l->explicit_returns;
    int status = htk_normalize(p, &t->cfg, t->bytes.bytes, t->bytes.size, t->host, &l->normal);
    if (status == HTR_OK && t->code.started) {
        status = htk_normalize_code(p, &t->cfg, &t->code.code, t->host, &l->normal);
    }
    if (status != HTR_OK) {
        return status;
    }
    to.size = l->normal.n;
    to.bytes = calloc(to.size + HTR_TRACE_SPARE, 1);
    if (to.bytes == NULL) {
        return htr_fail(t->host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    if (to.size > 0) {
        memcpy(to.bytes, l->normal.bytes, to.size);
    }
    htr_bytes_free(&t->bytes);
    t->bytes = to;
    l->profile = p;
    for (unsigned q = 0; q < HTK_QUIRKS; q++) {
        for (unsigned r = 0; r < HTK_RULES; r++) {
            const bool its = strcmp(htk_quirk_rule((enum htk_quirk)q), htk_rule_id(r)) == 0;
            l->rule[r].quirks += its ? l->normal.use[q] : 0;
        }
    }
    return HTR_OK;
}

/* ---- messages ---- */

void htk_lint_one(struct htk_lint *l, const struct nexus_msg *m, int status)
{
    l->m = m;
    l->messages++;
    if (htk_lint_message(l, status)) {
        htk_lint_order(l);
    }
    l->m = NULL;
}

void htk_lint_begin(struct htk_lint *l)
{
    for (size_t i = 0; i < (size_t)1 << NEXUS_MAX_SRC_BITS; i++) {
        l->source[i] = (struct htk_source){.state = l->trace->wrapped ? HTK_UNKNOWN : HTK_OFF};
    }
}

int htk_lint_messages(struct htk_lint *l)
{
    struct htr_trace *t = l->trace;
    struct nexus_msg m;
    if (htr_trace_protocol(t) == HTR_ETRACE) {
        return htk_lint_packets(l);
    }
    int decoded, status = htr_trace_begin(t, t->wrapped);
    if (status != HTR_OK) {
        return status;
    }
    htk_lint_begin(l);
    for (; (decoded = htr_trace_next(t, &m)) != NEXUS_ERR_END && !htr_stopped(t->host);
         l->number++) {
        htr_progress(t->host, m.offset);
        if (!t->one_source || m.src == t->src) {
            htk_lint_one(l, &m, decoded);
        }
    }
    return t->unread ? HTR_ERR_READ : HTR_OK;
}

/* ---- code ---- */

/* What an element says that the decoder could not follow; HTK_RULES: no rule. */
static enum htk_rule rule_of(int status)
{
    switch (status) {
    case NEXUS_ERR_ICNT:
        return HTK_RULE_ICNT;
    case NEXUS_ERR_HIST:
    case NEXUS_ERR_NOHIST:
        return HTK_RULE_HIST;
    case NEXUS_ERR_UNINFERABLE:
    case NEXUS_ERR_STACK:
        return HTK_RULE_INFERABLE;
    case NEXUS_ERR_BRANCH:
        return HTK_RULE_BRANCH;
    case NEXUS_ERR_ADDR:
        return HTK_RULE_ADDRESS;
    case NEXUS_ERR_SYNC:
        return HTK_RULE_LINEAR;
    default:
        return HTK_RULES;
    }
}

static void look_at_code(struct htk_lint *l, const struct flow_elem *e)
{
    const bool etrace = l->etrace != NULL;
    if (e->type == FLOW_ELEM_RANGE && !etrace) {
        l->rule[HTK_RULE_ICNT].looked++;
        l->rule[HTK_RULE_INFERABLE].looked++;
        const bool returns = e->last_cls == FLOW_INSN_RETURN || e->last_cls == FLOW_INSN_SWAP;
        l->normal.use[HTK_QUIRK_ITYPE_3] += l->explicit_returns && returns;
    }
    const enum htk_rule rule = e->type != FLOW_ELEM_ERROR ? HTK_RULES
                               : etrace                   ? htk_etrace_rule_of(e->status)
                                                          : rule_of(e->status);
    if (rule != HTK_RULES) {
        char text[160];
        snprintf(text, sizeof text, "%s, at 0x%llx",
                 etrace ? etrace_strerror(e->status) : nexus_strerror(e->status),
                 (unsigned long long)e->start);
        htk_report(l, &(struct htk_finding){.rule = rule,
                                            .message = e->msg,
                                            .offset = e->offset,
                                            .src = e->src,
                                            .tcode = NEXUS_TCODES,
                                            .text = text});
    }
}

/* Where code is missing the rules about it cannot be looked at, which is no finding. */
static void look_at_gap(struct htk_lint *l, const struct flow_elem *e)
{
    const bool missing =
        e->type == FLOW_ELEM_ADDR_NACC ||
        (e->type == FLOW_ELEM_ERROR && l->etrace != NULL && e->status == ETRACE_ERR_NOCODE);
    if (missing && l->gaps++ == 0) {
        htr_note(l->trace->host, l->trace->path,
                 "%s %llu at offset %llu: no code at 0x%llx; up to the next synchronization its "
                 "rules are not looked at. Is this the code that ran? give all of it: --elf, "
                 "--image FILE@ADDR",
                 l->etrace != NULL ? "packet" : "message", (unsigned long long)e->msg,
                 (unsigned long long)e->offset, (unsigned long long)e->start);
    }
}

int htk_lint_code(struct htk_lint *l)
{
    struct htr_trace *t = l->trace;
    struct flow_elem e;
    struct htr_tree tree;
    struct htr_pull pull;
    int status = htr_trace_decode_again(t);
    if (status != HTR_OK) {
        return status;
    }
    int32_t decoder = htr_trace_tree(t, &tree);
    status = decoder < 0 ? decoder : htr_pull_begin(&pull, &tree, decoder);
    while (status == HTR_OK && htr_pull_next(&pull, &e)) {
        htr_progress(t->host, e.offset);
        look_at_code(l, &e);
        look_at_gap(l, &e);
    }
    if (l->gaps > 1) {
        htr_note(t->host, t->path, "%llu more places without code",
                 (unsigned long long)(l->gaps - 1));
    }
    htr_tree_close(&tree);
    htk_etrace_count_code(l);
    l->rule[HTK_RULE_HIST].looked = l->rule[HTK_RULE_HIST_STOP].looked;
    l->rule[HTK_RULE_BRANCH].looked = l->rule[HTK_RULE_DIRECT_BRANCH].looked;
    l->rule[HTK_RULE_ADDRESS].looked = l->rule[HTK_RULE_ADDR_SIZE].looked;
    l->rule[HTK_RULE_LINEAR].looked = l->rule[HTK_RULE_SYNC_8].looked;
    return status != HTR_OK ? status : t->unread ? HTR_ERR_READ : HTR_OK;
}
