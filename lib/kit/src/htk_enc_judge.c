/* SPDX-License-Identifier: Apache-2.0 */
/* What a device sent, against the rules and against what is right. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>

#include "htk_enc.h"
#include "htk_ids.h"
#include "htk_lint_int.h"
#include "nexus/nexus_print.h"

void htk_enc_begin(struct htk_enc *e, uint64_t seed, const char *format, ...)
{
    va_list args;
    e->at = (struct htk_breach){.seed = seed};
    va_start(args, format);
    vsnprintf(e->at.scenario, sizeof e->at.scenario, format, args);
    va_end(args);
    e->spoiled = false;
    e->by_model = false;
}

void htk_enc_break(struct htk_enc *e, const char *id, const char *expected, const char *got)
{
    snprintf(e->at.expected, sizeof e->at.expected, "%s", expected);
    snprintf(e->at.got, sizeof e->at.got, "%s", got);
    htk_verdict_break(e->v, id, &e->at);
    e->spoiled = true;
}

void htk_enc_break_all(struct htk_enc *e, const char *holds, const char *expected, const char *got)
{
    char id[HTK_ID];
    while (htk_next_id(&holds, id)) {
        htk_enc_break(e, id, expected, got);
    }
}

void htk_enc_hold(struct htk_enc *e, const char *holds)
{
    char id[HTK_ID];
    while (htk_next_id(&holds, id)) {
        (e->by_model ? htk_verdict_hold_by_model : htk_verdict_hold)(e->v, id, 1);
    }
}

void htk_enc_judge(struct htk_enc *e, const char *holds, bool good, const char *expected,
                   const char *got)
{
    if (good) {
        htk_enc_hold(e, holds);
    } else {
        htk_enc_break_all(e, holds, expected, got);
    }
}

void htk_enc_skip(struct htk_enc *e, const char *holds, const char *why)
{
    char id[HTK_ID];
    while (htk_next_id(&holds, id)) {
        htk_verdict_skip(e->v, id, why);
    }
}

bool htk_enc_wants(const struct htk_enc *e, const char *name)
{
    return e->o->only == NULL || strstr(name, e->o->only) != NULL;
}

/* ---- the stream alone ---- */

static void found(void *ctx, const struct htk_finding *f)
{
    struct htk_enc *e = ctx;
    e->at.has_message = true;
    e->at.message = f->message;
    e->at.offset = f->offset;
    htk_enc_break(e, htk_rule_id(f->rule), htk_rule_text(f->rule), f->text);
}

/* A message of data trace, of a device that has it. N-Trace 1.0 does not list them. */
static bool is_data(const struct htk_enc *e, const struct nexus_msg *m, int status)
{
    return e->dut.takes_accesses && status == NEXUS_OK &&
           (m->tcode == NEXUS_DATA_WRITE || m->tcode == NEXUS_DATA_READ ||
            m->tcode == NEXUS_DATA_WRITE_SYNC || m->tcode == NEXUS_DATA_READ_SYNC);
}

static void lint(struct htk_enc *e, struct htk_lint *l, const struct nexus_stream_cfg *cfg)
{
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    int status = nexus_msg_decoder_init(&d, cfg, e->dut.bytes, e->dut.n);
    htk_lint_begin(l);
    for (; status != NEXUS_ERR_ARG && (status = nexus_msg_next(&d, &m)) != NEXUS_ERR_END;
         l->number++) {
        if (!is_data(e, &m, status)) {
            htk_lint_one(l, &m, status);
        }
    }
    if (status == NEXUS_ERR_END && d.pos < d.size) {
        char got[60];
        snprintf(got, sizeof got, "%zu bytes without an end", d.size - d.pos);
        e->at.has_message = true;
        e->at.message = l->number;
        e->at.offset = d.pos;
        htk_enc_break(e, "NT-TX-015", "the last message ends with MSEO 11", got);
    }
    for (unsigned i = 0; i < HTK_RULES; i++) {
        if (l->rule[i].broken == 0 && l->rule[i].looked > 0) {
            htk_verdict_hold(e->v, htk_rule_id((enum htk_rule)i), l->rule[i].looked);
        }
    }
}

bool htk_enc_lint(struct htk_enc *e, const struct nexus_stream_cfg *cfg)
{
    struct htr_trace *t = calloc(1, sizeof *t);
    struct htk_lint *l = t != NULL ? htk_lint_new(t, found, e) : NULL;
    bool good = l != NULL;
    if (good) {
        t->cfg = *cfg;
        lint(e, l, cfg);
        good = !e->spoiled;
    }
    htk_lint_free(l);
    free(t);
    return good;
}

void htk_enc_strip(struct htk_enc *e)
{
    size_t n = 0;
    bool inside = false;
    for (size_t i = 0; i < e->dut.n; i++) {
        const uint8_t b = e->dut.bytes[i];
        if (inside || b != 0xFF) {
            e->dut.bytes[n++] = b;
            inside = (b & 3) != 3;
        }
    }
    e->dut.n = n;
}

void htk_enc_complete(struct htk_enc *e, const struct nexus_stream_cfg *cfg, struct flow_code *code)
{
    struct htk_dut *d = &e->dut;
    struct htk_normal n = {.bytes = d->bytes, .n = d->n, .room = d->room};
    if (e->o->profile == NULL || !e->o->profile->quirk[HTK_QUIRK_SYNC_BRANCH] || d->n == 0) {
        return;
    }
    /* Without memory the stream stays as far as it was rewritten: it breaks rules then. */
    (void)!htk_normalize_code(e->o->profile, cfg, code, e->host, &n);
    d->bytes = n.bytes;
    d->n = d->plain = n.n;
    d->room = n.room;
    d->use[HTK_QUIRK_SYNC_BRANCH] += n.use[HTK_QUIRK_SYNC_BRANCH];
}

/* ---- bytes that are not those that are right ---- */

const char *htk_enc_rule_of_sync(uint64_t sync)
{
    static const char *const rules[] = {"NT-SYN-002", "NT-SYN-003", "NT-SYN-004", "NT-SYN-005",
                                        "NT-SYN-007", "NT-SYN-008", "NT-SYN-009", "NT-SYN-010",
                                        "NT-SYN-011", "NT-SYN-012"};
    return sync < sizeof rules / sizeof rules[0] ? rules[sync] : "NT-SYN-013";
}

static const char *rule_of_history(uint64_t want, uint64_t got)
{
    unsigned length = 0;
    for (uint64_t both = want | got; both > 1; both >>= 1) {
        length++;
    }
    const bool same_length = (want >> length & 1) == (got >> length & 1);
    if (!same_length) {
        return "NT-HST-001"; /* more branches, or fewer */
    }
    return (want & ~got) != 0 ? "NT-HST-002" : "NT-HST-003";
}

/* The first field in which two messages of one TCODE differ. NULL: none. */
static const char *rule_of_field(const struct nexus_msg *w, const struct nexus_msg *g)
{
    const bool sync = nexus_tcode_is_sync(w->tcode);
    const uint64_t rcode = w->value[NEXUS_F_RCODE];
    if (w->src != g->src) {
        return "NT-MSG-023";
    }
    for (unsigned f = 0; f < NEXUS_FIELDS; f++) {
        const uint64_t a = w->value[f], b = g->value[f];
        if (nexus_msg_has(w, (enum nexus_field)f) == nexus_msg_has(g, (enum nexus_field)f) &&
            (!nexus_msg_has(w, (enum nexus_field)f) || a == b)) {
            continue;
        }
        switch (f) {
        case NEXUS_F_SYNC:
            return htk_enc_rule_of_sync(a);
        case NEXUS_F_ICNT:
            return "NT-CNT-003";
        case NEXUS_F_ADDR:
            return sync ? "NT-ADR-003" : "NT-ADR-005";
        case NEXUS_F_HIST:
            return rule_of_history(a, b);
        case NEXUS_F_BTYPE:
            return a == 0 || b == 0 ? "NT-MSG-026" : "NT-MSG-028";
        case NEXUS_F_CDF:
            return a == 0 ? "NT-PTC-008" : "NT-PTC-009";
        case NEXUS_F_EVCODE:
            return a == 0 ? "NT-PTC-004" : a == 1 ? "NT-PTC-005" : "NT-PTC-006";
        case NEXUS_F_RCODE:
        case NEXUS_F_RDATA:
            return rcode == 0 ? "NT-RFL-004" : rcode == 1 ? "NT-RFL-005" : "NT-RFL-006";
        case NEXUS_F_TSTAMP:
            return nexus_msg_has(w, NEXUS_F_TSTAMP) != nexus_msg_has(g, NEXUS_F_TSTAMP)
                       ? "NT-TIM-001"
                   : sync ? "NT-TIM-004"
                          : "NT-TIM-002";
        case NEXUS_F_PROCESS:
            return "NT-OWN-010";
        case NEXUS_F_ETYPE:
            return "NT-ERR-004";
        case NEXUS_F_ECODE:
            return "NT-ERR-006";
        case NEXUS_F_BCNT:
            return "NT-RBR-001";
        default:
            break;
        }
    }
    return NULL;
}

/* A message that should have come and did not, or that came and should not have. */
static const char *rule_of_message(const struct nexus_msg *m, bool missing)
{
    switch (m->tcode) {
    case NEXUS_OWNERSHIP:
        return missing ? "NT-OWN-003" : "NT-OWN-001";
    case NEXUS_DIRECT_BRANCH:
        return missing ? "NT-DBR-002" : "NT-DBR-001";
    case NEXUS_INDIRECT_BRANCH:
        return m->value[NEXUS_F_BTYPE] != 0 ? "NT-IBR-003" : "NT-IBR-002";
    case NEXUS_INDIRECT_BRANCH_HIST:
        return "NT-RUL-013";
    case NEXUS_ERROR:
        return "NT-ERR-001";
    case NEXUS_PROG_TRACE_CORRELATION:
        return "NT-PTC-001";
    case NEXUS_RESOURCE_FULL:
        return m->value[NEXUS_F_RCODE] == 0 ? "NT-CNT-007" : "NT-HST-008";
    case NEXUS_REPEAT_BRANCH:
        return "NT-RBR-001";
    default:
        return nexus_tcode_is_sync(m->tcode) ? htk_enc_rule_of_sync(m->value[NEXUS_F_SYNC])
                                             : "NT-RUL-008";
    }
}

/* Blame the rules that the scenario is for and that are of the family of `id`; else `id` itself.
 * Without family: all that it is for. */
static void blame(struct htk_enc *e, const char *id, bool family, const char *holds,
                  const char *want, const char *got)
{
    char one[HTK_ID];
    /* Why trace begins and ends is one rule for each reason. */
    const bool precise = strncmp(id, "NT-SYN", 6) == 0 || strncmp(id, "NT-PTC", 6) == 0;
    bool any = false;
    for (const char *at = holds; !precise && htk_next_id(&at, one);) {
        if (!family || strncmp(one, id, 7) == 0) {
            htk_enc_break(e, one, want, got);
            any = true;
        }
    }
    if (!any) {
        htk_enc_break(e, id, want, got);
    }
}

static void line_of(const struct nexus_stream_cfg *cfg, const struct nexus_msg *m, int status,
                    char out[NEXUS_PRINT_MAX])
{
    if (status == NEXUS_ERR_END) {
        snprintf(out, NEXUS_PRINT_MAX, "no more messages");
    } else if (status != NEXUS_OK) {
        snprintf(out, NEXUS_PRINT_MAX, "a damaged message: %s", nexus_strerror(status));
    } else if (nexus_msg_print(cfg, m, out, NEXUS_PRINT_MAX) < 0) {
        out[0] = '\0';
    }
}

/* Where two streams differ first. */
struct difference {
    struct nexus_msg want, got;
    int want_status, got_status; /* NEXUS_ERR_END: no more */
    uint64_t number;
};

/* Returns false when they do not. */
static bool first_difference(const struct htk_enc *e, const struct nexus_stream_cfg *cfg,
                             const uint8_t *want, size_t n, struct difference *x)
{
    struct nexus_msg_decoder w, g;
    if (nexus_msg_decoder_init(&w, cfg, want, n) != NEXUS_OK ||
        nexus_msg_decoder_init(&g, cfg, e->dut.bytes, e->dut.n) != NEXUS_OK) {
        return false;
    }
    for (x->number = 0;; x->number++) {
        x->want_status = nexus_msg_next(&w, &x->want);
        x->got_status = nexus_msg_next(&g, &x->got);
        if (x->want_status == NEXUS_ERR_END && x->got_status == NEXUS_ERR_END) {
            return false;
        }
        if (x->want_status != x->got_status || x->want.raw_length != x->got.raw_length ||
            memcmp(x->want.raw, x->got.raw, x->want.raw_length) != 0) {
            return true;
        }
    }
}

/* The rule that it points to. *same: one field of a message differs. */
static const char *rule_of_difference(const struct difference *x, bool *same)
{
    const bool both = x->want_status == NEXUS_OK && x->got_status == NEXUS_OK;
    *same = both && x->want.tcode == x->got.tcode;
    const char *id = *same                        ? rule_of_field(&x->want, &x->got)
                     : x->want_status == NEXUS_OK ? rule_of_message(&x->want, true)
                     : x->got_status == NEXUS_OK  ? rule_of_message(&x->got, false)
                                                  : "NT-TX-015";
    return id != NULL ? id : "NT-TX-016";
}

void htk_enc_differs(struct htk_enc *e, const struct nexus_stream_cfg *cfg, const uint8_t *want,
                     size_t n, const char *holds)
{
    struct difference x;
    char tw[NEXUS_PRINT_MAX], tg[NEXUS_PRINT_MAX];
    bool same;
    if (!first_difference(e, cfg, want, n, &x)) {
        return;
    }
    e->at.has_message = true;
    e->at.message = x.number;
    e->at.offset = x.got_status == NEXUS_ERR_END ? e->dut.n : x.got.offset;
    line_of(cfg, &x.want, x.want_status, tw);
    line_of(cfg, &x.got, x.got_status, tg);
    const char *id = rule_of_difference(&x, &same);
    blame(e, id, same, holds, tw, tg);
}

const char *htk_enc_rule_of_bytes(struct htk_enc *e, const struct nexus_stream_cfg *cfg,
                                  const uint8_t *want, size_t n)
{
    struct difference x;
    bool same;
    if (!first_difference(e, cfg, want, n, &x)) {
        return NULL;
    }
    const char *id = rule_of_difference(&x, &same);
    return same ? id : NULL;
}

const char *htk_enc_rule_of_status(int status)
{
    switch (status) {
    case NEXUS_ERR_ICNT:
        return htk_rule_id(HTK_RULE_ICNT);
    case NEXUS_ERR_HIST:
    case NEXUS_ERR_NOHIST:
        return htk_rule_id(HTK_RULE_HIST);
    case NEXUS_ERR_UNINFERABLE:
        return htk_rule_id(HTK_RULE_INFERABLE);
    case NEXUS_ERR_BRANCH:
        return "NT-DBR-002";
    case NEXUS_ERR_SYNC:
        return htk_rule_id(HTK_RULE_LINEAR);
    default:
        return htk_rule_id(HTK_RULE_ADDRESS);
    }
}
