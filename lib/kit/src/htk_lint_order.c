/* SPDX-License-Identifier: Apache-2.0 */
/* What a message may follow: "Synchronizing Messages", "Error Message", "RepeatBranch Message". */
#include <inttypes.h>

#include "htk_lint_int.h"

enum {
    TIME_BITS = 17, /* at least, of a time whose order is looked at */
};

/* Messages that mean something only to who knows where the program is. */
static bool needs_sync(unsigned tcode)
{
    return tcode == NEXUS_DIRECT_BRANCH || tcode == NEXUS_INDIRECT_BRANCH ||
           tcode == NEXUS_RESOURCE_FULL || tcode == NEXUS_INDIRECT_BRANCH_HIST ||
           tcode == NEXUS_REPEAT_BRANCH;
}

/* ---- what the message before asks for ---- */

static void look_at_successor(struct htk_lint *l, struct htk_source *s)
{
    const struct nexus_msg *m = l->m;
    const char *name = nexus_tcode_name(m->tcode);
    const bool owner = m->tcode == NEXUS_OWNERSHIP;
    if (s->sync && s->context && m->tcode != NEXUS_ERROR) {
        htk_look(l, HTK_RULE_CONTEXT, owner, "%s after a synchronizing message", name);
    }
    s->context = s->context || (s->sync && owner);
    if (s->hcontext && m->tcode != NEXUS_ERROR) {
        htk_look(l, HTK_RULE_HCONTEXT, owner && (m->value[NEXUS_F_PROCESS] & 3) == 2,
                 "%s after Ownership with hcontext", name);
    }
    s->sync = nexus_tcode_is_sync(m->tcode);
    s->hcontext = owner && (m->value[NEXUS_F_PROCESS] & 3) == 3;
}

/* ---- where trace starts ---- */

static void look_at_start(struct htk_lint *l, const struct htk_source *s)
{
    const struct nexus_msg *m = l->m;
    const bool sync = nexus_tcode_is_sync(m->tcode);
    if (s->state == HTK_OFF && (sync || needs_sync(m->tcode))) {
        htk_look(l, HTK_RULE_START, sync, "%s while trace is off", nexus_tcode_name(m->tcode));
    }
    if (s->state == HTK_OFF && m->tcode == NEXUS_PROG_TRACE_SYNC) {
        htk_look(l, HTK_RULE_START_ICNT, m->value[NEXUS_F_ICNT] == 0, "ICNT=0x%" PRIx64,
                 m->value[NEXUS_F_ICNT]);
    }
    if (s->state == HTK_LOST && (sync || needs_sync(m->tcode) || m->tcode == NEXUS_OWNERSHIP)) {
        htk_look(l, HTK_RULE_AFTER_ERROR, sync, "%s after Error", nexus_tcode_name(m->tcode));
    }
    if (sync && s->state != HTK_UNKNOWN) {
        htk_look(l, HTK_RULE_OVERRUN,
                 m->value[NEXUS_F_SYNC] != NEXUS_SYNC_FIFO_OVERRUN || s->state == HTK_LOST,
                 "SYNC=7 without an Error message before it");
    }
}

static void move_on(struct htk_source *s, const struct nexus_msg *m)
{
    const unsigned tcode = m->tcode;
    const bool on = nexus_tcode_is_sync(tcode);
    if (nexus_msg_is_data_loss(m)) {
        return;
    }
    if (on && s->state != HTK_ON) {
        s->history = s->direct = s->context = false;
    }
    s->state = on                                      ? HTK_ON
               : tcode == NEXUS_PROG_TRACE_CORRELATION ? HTK_OFF
               : tcode == NEXUS_ERROR                  ? HTK_LOST
                                                       : s->state;
}

/* ---- BTM and HTM ---- */

static bool has_history(const struct nexus_msg *m)
{
    const uint64_t rcode = m->value[NEXUS_F_RCODE];
    return m->tcode == NEXUS_INDIRECT_BRANCH_HIST || m->tcode == NEXUS_INDIRECT_BRANCH_HIST_SYNC ||
           (m->tcode == NEXUS_RESOURCE_FULL &&
            (rcode == NEXUS_RCODE_HIST || rcode == NEXUS_RCODE_HIST_REPEAT));
}

static void look_at_mode(struct htk_lint *l, struct htk_source *s)
{
    const struct nexus_msg *m = l->m;
    s->history = s->history || has_history(m);
    s->direct = s->direct || m->tcode == NEXUS_DIRECT_BRANCH;
    if (m->tcode == NEXUS_DIRECT_BRANCH || has_history(m)) {
        htk_look(l, HTK_RULE_BTM_ONLY, !(s->history && s->direct),
                 "%s, and trace was on with messages of the other mode",
                 nexus_tcode_name(m->tcode));
    }
    if (m->tcode == NEXUS_PROG_TRACE_CORRELATION && s->history != s->direct) {
        const uint64_t cdf = m->value[NEXUS_F_CDF];
        htk_look(l, s->history ? HTK_RULE_CDF_HTM : HTK_RULE_CDF_BTM, cdf == s->history,
                 "CDF=%" PRIu64, cdf);
    }
    if (nexus_tcode_is_sync(m->tcode) && s->history) {
        htk_look(l, HTK_RULE_SYNC_ICNT, m->value[NEXUS_F_SYNC] != NEXUS_SYNC_ICNT,
                 "SYNC=4 in a trace with history");
    }
    if (nexus_msg_has(m, NEXUS_F_BTYPE) && m->value[NEXUS_F_BTYPE] != NEXUS_BTYPE_INDIRECT) {
        const bool one = m->value[NEXUS_F_BTYPE] == NEXUS_BTYPE_TRAP;
        s->one_trap = s->one_trap || one;
        s->traps = s->traps || !one;
        htk_look(l, HTK_RULE_BTYPE, !(s->one_trap && s->traps),
                 "BTYPE=%" PRIu64 ", and others before", m->value[NEXUS_F_BTYPE]);
    }
}

static void look_at_repeat(struct htk_lint *l, struct htk_source *s)
{
    const unsigned tcode = l->m->tcode;
    if (tcode == NEXUS_REPEAT_BRANCH && s->state == HTK_ON) {
        htk_look(l, HTK_RULE_REPEAT, s->branch, "no branch message before it");
    }
    /* Ownership is no message of the flow; another RepeatBranch goes on, B-CNT was full. */
    if (tcode != NEXUS_OWNERSHIP && tcode != NEXUS_REPEAT_BRANCH) {
        s->branch = tcode == NEXUS_DIRECT_BRANCH || tcode == NEXUS_INDIRECT_BRANCH ||
                    tcode == NEXUS_INDIRECT_BRANCH_HIST;
    }
}

/* ---- time ---- */

/* A counter that wraps, or is reset, comes far back; a time that is wrong by little is not one. */
static bool comes_back(uint64_t before, uint64_t now)
{
    return now < before && now >= before / 2;
}

static void look_at_time(struct htk_lint *l, struct htk_source *s)
{
    const struct nexus_stream_cfg *cfg = &l->trace->cfg;
    const struct nexus_msg *m = l->m;
    const bool sync = nexus_tcode_is_sync(m->tcode), there = nexus_msg_has(m, NEXUS_F_TSTAMP);
    const uint64_t now = m->value[NEXUS_F_TSTAMP];
    if (!cfg->timestamps || cfg->profile == NEXUS_PROFILE_SIFIVE_0X) { /* which XORs times */
        return;
    }
    if (sync) {
        htk_look(l, HTK_RULE_TIME, there, "%s without TSTAMP", nexus_tcode_name(m->tcode));
    }
    /* What has few bits may have wrapped. */
    if (sync && there && s->timed && cfg->timestamp_bits >= TIME_BITS) {
        htk_look(l, HTK_RULE_TIME_ORDER, !comes_back(s->time, now),
                 "TSTAMP=0x%" PRIx64 ", after time 0x%" PRIx64, now, s->time);
    }
    if (sync) {
        s->timed = there;
        s->time = now;
    } else if (there) {
        s->time += now;
    }
}

void htk_lint_order(struct htk_lint *l)
{
    struct htk_source *s = &l->source[l->m->src];
    look_at_successor(l, s);
    look_at_start(l, s);
    move_on(s, l->m);
    look_at_mode(l, s);
    look_at_repeat(l, s);
    look_at_time(l, s);
}
