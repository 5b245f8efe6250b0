/* SPDX-License-Identifier: Apache-2.0 */
/* A message by itself: its bytes, fields and values. */
#include <inttypes.h>
#include <string.h>

#include "htk_lint_int.h"
#include "nexus/nexus_print.h"

enum {
    SLICE = 6,        /* MDO bits of a byte */
    STANDARD_MAX = 38 /* bytes of a message: N-Trace, "N-Trace Transmission Protocol" */
};

/* The rule about its fields. Returns false for a TCODE that N-Trace does not list. */
static bool rule_of_fields(unsigned tcode, enum htk_rule *rule)
{
    static const uint8_t rules[NEXUS_TCODES] = {
        [NEXUS_OWNERSHIP] = HTK_RULE_OWNERSHIP,
        [NEXUS_DIRECT_BRANCH] = HTK_RULE_DIRECT_BRANCH,
        [NEXUS_INDIRECT_BRANCH] = HTK_RULE_INDIRECT_BRANCH,
        [NEXUS_ERROR] = HTK_RULE_ERROR,
        [NEXUS_PROG_TRACE_SYNC] = HTK_RULE_PROG_TRACE_SYNC,
        [NEXUS_DIRECT_BRANCH_SYNC] = HTK_RULE_DIRECT_BRANCH_SYNC,
        [NEXUS_INDIRECT_BRANCH_SYNC] = HTK_RULE_INDIRECT_BRANCH_SYNC,
        [NEXUS_RESOURCE_FULL] = HTK_RULE_RESOURCE_FULL,
        [NEXUS_INDIRECT_BRANCH_HIST] = HTK_RULE_INDIRECT_BRANCH_HIST,
        [NEXUS_INDIRECT_BRANCH_HIST_SYNC] = HTK_RULE_INDIRECT_BRANCH_HIST_SYNC,
        [NEXUS_REPEAT_BRANCH] = HTK_RULE_REPEAT_BRANCH,
        [NEXUS_PROG_TRACE_CORRELATION] = HTK_RULE_PROG_TRACE_CORRELATION,
    };
    *rule = (enum htk_rule)rules[tcode];
    return rules[tcode] != 0; /* 0 is a rule about bytes */
}

/* ---- sizes ---- */

static const struct limit {
    enum nexus_field field;
    unsigned bits;
    enum htk_rule rule;
} limits[] = {
    {NEXUS_F_ICNT, NEXUS_MAX_ICNT_BITS, HTK_RULE_ICNT_SIZE},
    {NEXUS_F_ADDR, NEXUS_MAX_ADDR_BITS, HTK_RULE_ADDR_SIZE},
    {NEXUS_F_HIST, NEXUS_MAX_HIST_BITS, HTK_RULE_HIST_SIZE},
    {NEXUS_F_HREPEAT, NEXUS_MAX_HREPEAT_BITS, HTK_RULE_HREPEAT_SIZE},
    {NEXUS_F_BCNT, NEXUS_MAX_BCNT_BITS, HTK_RULE_BCNT_SIZE},
};

/* RDATA[0] is I-CNT or HIST, as RCODE says. Returns false when it is neither. */
static bool limit_of_rdata(const struct nexus_msg *m, struct limit *out)
{
    const uint64_t rcode = m->value[NEXUS_F_RCODE];
    *out = limits[rcode == NEXUS_RCODE_ICNT ? 0 : 2];
    out->field = NEXUS_F_RDATA;
    return nexus_msg_has(m, NEXUS_F_RDATA) && rcode <= NEXUS_RCODE_HIST_REPEAT;
}

/* Returns whether the field is no wider than its limit. */
static bool fits(struct htk_lint *l, const struct limit *limit)
{
    const struct nexus_msg *m = l->m;
    if (!nexus_msg_has(m, limit->field)) {
        return true;
    }
    const uint64_t v = m->value[limit->field];
    const bool good = v >> limit->bits == 0;
    htk_look(l, limit->rule, good, "%s=0x%" PRIx64, nexus_field_name(m->tcode, limit->field), v);
    return good;
}

/* Only the low 64 bits of a field are at hand: a wider one is oversize, and nothing else is. */
static void look_at_sizes(struct htk_lint *l, int status)
{
    struct limit rdata;
    bool good = true;
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        good = fits(l, &limits[i]) && good;
    }
    if (limit_of_rdata(l->m, &rdata)) {
        good = fits(l, &rdata) && good;
    }
    htk_look(l, HTK_RULE_FIELD_SIZE, status != NEXUS_ERR_OVERSIZE || !good,
             "a field of %s has more than 64 bits", nexus_tcode_name(l->m->tcode));
}

/* ---- zeros at the top ---- */

/* Could the field end a byte earlier? */
static bool has_zeros(const struct nexus_span *s)
{
    return s->bits > SLICE && (s->bits - SLICE >= 64 || s->value >> (s->bits - SLICE) == 0);
}

static void look_at_zeros(struct htk_lint *l)
{
    const struct nexus_stream_cfg *cfg = &l->trace->cfg;
    struct nexus_span span[NEXUS_SPANS_MAX];
    const unsigned n = nexus_msg_spans(cfg, l->m, span);
    for (unsigned i = 0; i < n; i++) {
        const struct nexus_span *s = &span[i];
        if (!cfg->extend_addr_msb && strcmp(s->name + 1, "ADDR") == 0) {
            htk_look(l, HTK_RULE_ADDR_ZEROS, !has_zeros(s), "%s=0x%" PRIx64 " in %zu bits", s->name,
                     s->value, s->bits);
        } else if (nexus_tcode_is_sync(l->m->tcode) && strcmp(s->name, "TSTAMP") == 0) {
            htk_look(l, HTK_RULE_TIME_ZEROS, !has_zeros(s), "TSTAMP=0x%" PRIx64 " in %zu bits",
                     s->value, s->bits);
        }
    }
}

/* ---- values ---- */

static void look_at_history(struct htk_lint *l)
{
    const struct nexus_msg *m = l->m;
    const uint64_t rcode = m->value[NEXUS_F_RCODE];
    const bool full = nexus_msg_has(m, NEXUS_F_RDATA) &&
                      (rcode == NEXUS_RCODE_HIST || rcode == NEXUS_RCODE_HIST_REPEAT);
    const uint64_t hist = m->value[full ? NEXUS_F_RDATA : NEXUS_F_HIST];
    if (full || nexus_msg_has(m, NEXUS_F_HIST)) {
        htk_look(l, HTK_RULE_HIST_STOP, hist != 0, "%s=0x0", full ? "RDATA" : "HIST");
    }
    if (full) {
        htk_look(l, HTK_RULE_HIST_FULL, hist != 1, "RDATA=0x1, which has no branch");
    }
}

static void look_at_process(struct htk_lint *l)
{
    const uint64_t process = l->m->value[NEXUS_F_PROCESS];
    const unsigned format = process & 3, prv = process >> 2 & 3, v = process >> 4 & 1;
    htk_look(l, HTK_RULE_FORMAT, format != 1, "PROCESS=0x%" PRIx64, process);
    htk_look(l, HTK_RULE_PRIVILEGE, prv != 2 && !(v == 1 && prv == 3),
             "PROCESS=0x%" PRIx64 ": PRV %u, V %u", process, prv, v);
}

static void look_at_values(struct htk_lint *l)
{
    const struct nexus_msg *m = l->m;
    const unsigned sync = (unsigned)m->value[NEXUS_F_SYNC];
    if (nexus_msg_has(m, NEXUS_F_SYNC)) {
        htk_look(l, HTK_RULE_SYNC_8, sync != 8, "SYNC=8");
        htk_look(l, HTK_RULE_SYNC_10, sync < 10 || sync > 13, "SYNC=%u", sync);
    }
    if (nexus_msg_has(m, NEXUS_F_RCODE)) {
        const unsigned rcode = (unsigned)m->value[NEXUS_F_RCODE];
        htk_look(l, HTK_RULE_RCODE, rcode < 3 || rcode > 7, "RCODE=%u", rcode);
    }
    if (nexus_msg_has(m, NEXUS_F_EVCODE)) {
        const unsigned evcode = (unsigned)m->value[NEXUS_F_EVCODE];
        htk_look(l, HTK_RULE_EVCODE, evcode < 5 || evcode > 7, "EVCODE=%u", evcode);
    }
    if (nexus_msg_has(m, NEXUS_F_ETYPE)) {
        const unsigned etype = (unsigned)m->value[NEXUS_F_ETYPE];
        htk_look(l, HTK_RULE_ETYPE, etype == 0 || etype > 7, "ETYPE=%u", etype);
    }
    if (nexus_msg_has(m, NEXUS_F_PROCESS)) {
        look_at_process(l);
    }
    look_at_history(l);
}

/* ---- all ---- */

/* Bytes that are no message, or not a whole one. */
static void look_at_bytes(struct htk_lint *l, int status)
{
    const uint8_t first = l->m->raw[0];
    const bool mseo = status == NEXUS_ERR_MSEO;
    const bool idle = status == NEXUS_ERR_EMPTY || (mseo && (first & 3) == 3);
    htk_look(l, HTK_RULE_IDLE, !idle, "0x%02X between two messages", first);
    htk_look(l, HTK_RULE_MSEO_START, !mseo || (first & 3) != 1, "0x%02X after the end of a message",
             first);
    htk_look(l, HTK_RULE_MSEO_10, !mseo || idle || (first & 3) == 1,
             "MSEO 10 in a message of %zu bytes", l->m->raw_length);
}

bool htk_lint_message(struct htk_lint *l, int status)
{
    const struct nexus_msg *m = l->m;
    struct htk_source *s = &l->source[m->src];
    enum htk_rule rule;
    look_at_bytes(l, status);
    if (status == NEXUS_ERR_EMPTY) {
        return false;
    }
    if (status == NEXUS_ERR_MSEO || status == NEXUS_ERR_LONG) {
        for (size_t i = 0; i < (size_t)1 << NEXUS_MAX_SRC_BITS; i++) { /* its SRC is not known */
            l->source[i] = (struct htk_source){.state = HTK_UNKNOWN};
        }
        return false;
    }
    if (!rule_of_fields(m->tcode, &rule)) {
        const bool vendor = m->tcode >= NEXUS_VENDOR_FIRST && m->tcode <= NEXUS_VENDOR_LAST;
        htk_look(l, HTK_RULE_TCODE, vendor, "TCODE=%u, %s", (unsigned)m->tcode,
                 nexus_tcode_name(m->tcode));
        return false;
    }
    htk_look(l, HTK_RULE_TCODE, true, " ");
    htk_look(l, HTK_RULE_MESSAGE_SIZE, m->raw_length <= STANDARD_MAX, "%zu bytes", m->raw_length);
    const bool whole = status != NEXUS_ERR_TRUNCATED && status != NEXUS_ERR_EXTRA;
    htk_look(l, rule, whole, "%s", nexus_strerror(status));
    if (!whole) {
        *s = (struct htk_source){.state = HTK_UNKNOWN};
        return false;
    }
    look_at_sizes(l, status);
    if (status == NEXUS_OK) {
        look_at_zeros(l);
    }
    look_at_values(l);
    return true;
}
