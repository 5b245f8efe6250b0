/* SPDX-License-Identifier: Apache-2.0 */
/* Rules, and what was seen of them. */
#include "htk/htk_verdicts.h"

#include <stdlib.h>
#include <string.h>

#include "htk_ids.h"
#include "htk_lists.h"

/* Rules of the kits themselves; the others are those of the conformance list. */
static const struct htk_listed own[] = {
    {"KIT-CLAIM", "What the device states of itself is what its registers grant", "claim"},
    {"KIT-TREE", "Every component is what the device tree says", "live"},
    {"KIT-RESTORE", "A register can be given back the value that it had", "live"},
    {"KIT-CAPTURE", "A captured trace decodes, to what was executed", "live"},
    {"KIT-FLOW", "The instructions are those that were executed, in this order", "decoding"},
    {"KIT-EVENTS", "The events are those of the stream, each once and in its place", "decoding"},
    {"KIT-ERRORS", "A stream that cannot be followed leads to an error", "decoding"},
    {"KIT-GOOD", "A stream that can be followed leads to no error", "decoding"},
    {"KIT-CRASH", "No stream makes the decoder crash", "decoding"},
    {"KIT-HANG", "Decoding ends, and its output is bounded", "decoding"},
    {"KIT-OUTPUT", "The output is text in the form of docs/reference/kit-protocol.md", "decoding"},
};

enum {
    OWN = sizeof own / sizeof own[0]
};

struct htk_verdicts {
    bool is_void;
    char why[HTK_TEXT];
    const struct htk_profile *profile;
    unsigned n;
    struct verdict {
        const struct htk_listed *rule;
        struct htk_rule_state state;
    } verdict[];
};

const char *htk_verdict_name(enum htk_verdict v)
{
    static const char *const names[] = {
        [HTK_NOT_REACHED] = "not reached",       [HTK_HELD] = "held",   [HTK_BROKEN] = "broken",
        [HTK_NOT_APPLICABLE] = "not applicable", [HTK_QUIRK] = "quirk",
    };
    return names[v];
}

unsigned htk_verdicts_count(const struct htk_verdicts *v)
{
    return v->n;
}

static bool share_a_word(const char *some, const char *others)
{
    char word[HTK_ID], other[HTK_ID];
    while (htk_next_id(&some, word)) {
        for (const char *at = others; htk_next_id(&at, other);) {
            if (strcmp(word, other) == 0) {
                return true;
            }
        }
    }
    return false;
}

struct htk_verdicts *htk_verdicts_new_for(const char *who)
{
    struct htk_verdicts *v = calloc(1, sizeof *v + (OWN + htk_listed_count) * sizeof v->verdict[0]);
    for (unsigned i = 0; v != NULL && i < OWN + htk_listed_count; i++) {
        const struct htk_listed *rule = i < OWN ? &own[i] : &htk_listed[i - OWN];
        if (share_a_word(who, rule->who)) {
            v->verdict[v->n++].rule = rule;
        }
    }
    return v;
}

struct htk_verdicts *htk_verdicts_new(void)
{
    return htk_verdicts_new_for("claim encoder codec component timestamp stream data");
}

void htk_verdicts_free(struct htk_verdicts *v)
{
    free(v);
}

/* NULL: there is no such rule. */
static struct htk_rule_state *find(struct htk_verdicts *v, const char *id)
{
    for (unsigned i = 0; i < v->n; i++) {
        if (strcmp(v->verdict[i].rule->id, id) == 0) {
            return &v->verdict[i].state;
        }
    }
    return NULL;
}

void htk_verdict_hold(struct htk_verdicts *v, const char *id, uint64_t times)
{
    struct htk_rule_state *s = find(v, id);
    if (s != NULL) {
        s->held += times;
    }
}

void htk_verdict_hold_by_model(struct htk_verdicts *v, const char *id, uint64_t times)
{
    struct htk_rule_state *s = find(v, id);
    if (s != NULL) {
        s->held += times;
        s->by_model += times;
    }
}

void htk_verdict_break(struct htk_verdicts *v, const char *id, const struct htk_breach *where)
{
    struct htk_rule_state *s = find(v, id);
    if (s != NULL && v->profile != NULL && htk_profile_excuses(v->profile, id)) {
        s->quirks++;
    } else if (s != NULL && s->broken++ == 0) {
        s->first = *where;
    }
}

void htk_verdicts_excuse(struct htk_verdicts *v, const struct htk_profile *p)
{
    v->profile = p;
}

void htk_verdict_quirk(struct htk_verdicts *v, const char *id, uint64_t uses)
{
    struct htk_rule_state *s = find(v, id);
    if (s != NULL) {
        s->quirks += uses;
    }
}

void htk_verdict_skip(struct htk_verdicts *v, const char *id, const char *why)
{
    struct htk_rule_state *s = find(v, id);
    if (s != NULL && s->skipped++ == 0) {
        snprintf(s->why, sizeof s->why, "%s", why);
    }
}

void htk_verdict_permit(struct htk_verdicts *v, const char *id)
{
    htk_verdict_skip(v, id, "");
}

void htk_verdict_copy(struct htk_verdicts *v, const char *from, const char *to)
{
    const struct htk_rule_state *s = find(v, from);
    struct htk_rule_state *t = find(v, to);
    if (s != NULL && t != NULL && t->held == 0 && t->broken == 0 && t->quirks == 0) {
        *t = *s;
    }
}

void htk_verdicts_void(struct htk_verdicts *v, const char *why)
{
    v->is_void = true;
    snprintf(v->why, sizeof v->why, "%s", why);
}

const char *htk_verdicts_why_void(const struct htk_verdicts *v)
{
    return v->is_void ? v->why : NULL;
}

const char *htk_verdicts_id(const struct htk_verdicts *v, unsigned i)
{
    return v->verdict[i].rule->id;
}

const char *htk_verdicts_text(const struct htk_verdicts *v, unsigned i)
{
    return v->verdict[i].rule->text;
}

const struct htk_rule_state *htk_verdicts_state(const struct htk_verdicts *v, unsigned i)
{
    return &v->verdict[i].state;
}

enum htk_verdict htk_verdicts_of(const struct htk_verdicts *v, unsigned i)
{
    const struct htk_rule_state *s = &v->verdict[i].state;
    if (s->broken > 0) {
        return HTK_BROKEN;
    }
    if (v->is_void) {
        return HTK_NOT_REACHED;
    }
    if (s->quirks > 0) {
        return HTK_QUIRK;
    }
    return s->held > 0 ? HTK_HELD : s->skipped > 0 ? HTK_NOT_APPLICABLE : HTK_NOT_REACHED;
}

unsigned htk_verdicts_sum(const struct htk_verdicts *v, enum htk_verdict which)
{
    unsigned n = 0;
    for (unsigned i = 0; i < htk_verdicts_count(v); i++) {
        n += htk_verdicts_of(v, i) == which;
    }
    return n;
}

enum htk_verdict htk_verdicts_by_id(const struct htk_verdicts *v, const char *id)
{
    for (unsigned i = 0; i < htk_verdicts_count(v); i++) {
        if (strcmp(v->verdict[i].rule->id, id) == 0) {
            return htk_verdicts_of(v, i);
        }
    }
    return HTK_NOT_REACHED;
}
