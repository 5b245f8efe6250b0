/* SPDX-License-Identifier: Apache-2.0 */
/* The rules, and how often they were held or broken. */
#include <stdarg.h>
#include <stdio.h>

#include "htk_lint_int.h"

static const struct {
    const char *id, *text;
} rules[HTK_RULES] = {
#define HTK_RULE(name, id, text) {id, text},
#include "htk/htk_rules.def"
#include "htk/htk_etrace_rules.def"
#undef HTK_RULE
};

const char *htk_rule_id(enum htk_rule rule)
{
    return rules[rule].id;
}

const char *htk_rule_text(enum htk_rule rule)
{
    return rules[rule].text;
}

void htk_lint_rules(const struct htk_lint *l, enum htk_rule *first, enum htk_rule *end)
{
    const bool etrace = htr_trace_protocol(l->trace) == HTR_ETRACE;
    *first = etrace ? HTK_NTRACE_RULES : (enum htk_rule)0;
    *end = etrace ? HTK_RULES : HTK_NTRACE_RULES;
}

/* ---- findings ---- */

void htk_report(struct htk_lint *l, const struct htk_finding *f)
{
    struct htk_finding at = *f;
    const struct htk_normal_place *from =
        l->profile != NULL ? htk_normal_from(&l->normal, f->offset) : NULL;
    if (l->profile != NULL && htk_profile_excuses(l->profile, htk_rule_id(f->rule))) {
        l->rule[f->rule].quirks++;
        return;
    }
    if (from != NULL) {
        at.offset = from->from;
        at.message = from->number;
    }
    l->rule[f->rule].broken++;
    l->findings++;
    if (l->found != NULL) {
        l->found(l->ctx, &at);
    }
}

void htk_look(struct htk_lint *l, enum htk_rule rule, bool good, const char *format, ...)
{
    l->rule[rule].looked++;
    if (good) {
        return;
    }
    char text[160];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    const bool between = rule == HTK_RULE_IDLE || rule == HTK_RULE_MSEO_START; /* messages */
    htk_report(l, &(struct htk_finding){.rule = rule,
                                        .message = l->number,
                                        .offset = l->m->offset,
                                        .src = l->m->src,
                                        .tcode = between ? NEXUS_TCODES : l->m->tcode,
                                        .name = between ? NULL : nexus_tcode_name(l->m->tcode),
                                        .text = text});
}
