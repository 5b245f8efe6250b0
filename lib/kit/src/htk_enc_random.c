/* SPDX-License-Identifier: Apache-2.0 */
/* Random streams on a device: what they decode to is what the random hart executed. */
#include <inttypes.h>
#include <stdlib.h>

#include "encoder_regs.h"
#include "htk_stream.h"
#include "nexus/nexus_flow.h"

enum {
    STRETCHES_TEXT = 200
};

/* What decoding a stream led to. */
struct judge {
    struct htk_stream s;
    struct nexus_decoder dec;
    size_t seen;        /* instructions that are equal */
    bool lost;          /* there was an overflow: what follows is compared by stretches */
    const char *broken; /* rule; NULL: none */
    uint64_t beyond;    /* instructions that are equal although some were lost */
    const char *want;   /* the rule that a shorter stream must break, too */
    char expected[160], got[160];
    uint64_t message, offset;
};

static void wrong(struct judge *j, const char *id, const struct flow_elem *e)
{
    if (j->broken == NULL) {
        j->broken = id;
        j->message = e->msg;
        j->offset = e->offset;
    }
}

/* How the instruction before pc[i] was left: the rule about messages for it. */
static const char *rule_before(const struct judge *j, size_t i)
{
    const uint64_t at = i > 0 ? j->s.pc[i - 1] - j->s.hart.base : 0;
    switch (i > 0 && at < RH_CODE_BYTES ? j->s.walk.kind[at / 2] : (unsigned)RH_LINEAR) {
    case RH_BRANCH:
        return j->s.htm ? "NT-HST-002" : "NT-DBR-002";
    case RH_LINEAR:
    case RH_CONST:
    case RH_JUMP:
    case RH_CALL:
        return j->s.pc[i] == j->s.pc[i - 1] + j->s.walk.size[at / 2] ? "NT-CNT-003" : "NT-IBR-003";
    default:
        return "NT-ADR-005";
    }
}

static void take_range(struct judge *j, struct flow_code *code, const struct flow_elem *e)
{
    struct flow_range_iter it;
    const struct flow_insn *insn;
    if (j->lost) {
        return;
    }
    flow_range_begin(&it, e);
    while (j->broken == NULL && flow_range_next(&it, code, &insn) == FLOW_OK) {
        if (j->seen < j->s.pcs && j->s.pc[j->seen] == it.where.pc) {
            j->seen++;
            continue;
        }
        wrong(j, j->seen < j->s.pcs ? rule_before(j, j->seen) : "NT-CNT-003", e);
        snprintf(j->got, sizeof j->got, "0x%" PRIX64 " as instruction %zu", it.where.pc, j->seen);
        if (j->seen < j->s.pcs) {
            snprintf(j->expected, sizeof j->expected, "0x%" PRIX64, j->s.pc[j->seen]);
        } else {
            snprintf(j->expected, sizeof j->expected, "no more instructions");
        }
    }
}

static void take(struct judge *j, struct flow_code *code, const struct flow_elem *e)
{
    switch (e->type) {
    case FLOW_ELEM_EVENT:
        if (e->code == NEXUS_SYNC_PERIODIC && (j->s.control & TR_TE_INST_SYNC_MODE_MASK) == 0) {
            wrong(j, "TCI-TE-022", e);
            snprintf(j->expected, sizeof j->expected, "no SYNC 2: trTeInstSyncMode is 0");
            snprintf(j->got, sizeof j->got, "SYNC 2");
        }
        return;
    case FLOW_ELEM_RANGE:
        take_range(j, code, e);
        return;
    case FLOW_ELEM_ERROR:
    case FLOW_ELEM_ADDR_NACC:
        wrong(j, htk_enc_rule_of_status(e->status), e);
        snprintf(j->expected, sizeof j->expected, "a message that the code allows, at 0x%" PRIX64,
                 j->seen < j->s.pcs ? j->s.pc[j->seen] : 0);
        snprintf(j->got, sizeof j->got, "%s, at 0x%" PRIX64, nexus_strerror(e->status), e->start);
        return;
    case FLOW_ELEM_LOST: /* a queue may overflow, unless the hart is stalled */
        j->lost = true;
        if ((j->s.control & TR_TE_INST_STALL_ENA_MASK) != 0) {
            wrong(j, "TCI-TE-018", e);
            snprintf(j->expected, sizeof j->expected, "nothing lost: trTeInstStallEna is 1");
            snprintf(j->got, sizeof j->got, "an Error message");
        }
        return;
    default:
        return;
    }
}

/* The rule for the first stretch that differs, after a loss. */
static const char *rule_of_stretch(const struct judge *j, const struct htk_stretches *x)
{
    return x->first.about == HTR_ABOUT_END                            ? "NT-PTC-001"
           : x->first.about == HTR_ABOUT_FLOW && x->listed < j->s.pcs ? rule_before(j, x->listed)
                                                                      : "NT-ADR-003";
}

/* Messages were lost: what is reported before and after was executed, in this order. */
static void look_beyond_loss(struct judge *j)
{
    struct htk_stretches x;
    if (!htk_stream_stretches(&j->s, &j->s.e->dut, false, &j->dec, &x)) {
        return;
    }
    j->beyond = x.gaps > 0 ? x.equal : 0;
    if (x.differences == 0) {
        return;
    }
    j->broken = rule_of_stretch(j, &x);
    j->message = x.first.msg;
    j->offset = x.first.offset;
    snprintf(j->expected, sizeof j->expected, "what was executed, also after messages were lost");
    snprintf(j->got, sizeof j->got, "%.150s", x.first.what);
}

static void decode(struct judge *j)
{
    struct htk_enc *const enc = j->s.e;
    const struct htk_dut *d = &enc->dut;
    struct flow_region region = {j->s.hart.base, RH_CODE_BYTES, j->s.walk.code};
    struct flow_code_image image = {&region, 1};
    struct flow_code code;
    struct flow_elem e = {.msg = 0};
    flow_code_init_image(&code, nexus_cfg_isa(&j->s.cfg), &image);
    htk_enc_complete(enc, &j->s.cfg, &code);
    j->seen = 0;
    j->beyond = 0;
    j->broken = NULL;
    j->lost = false;
    if (nexus_decoder_init(&j->dec, &j->s.cfg, &code, d->bytes, d->n) != NEXUS_OK) {
        return;
    }
    while (j->broken == NULL && nexus_decoder_next(&j->dec, &e) == NEXUS_OK) {
        take(j, &code, &e);
    }
    if (j->broken == NULL && j->lost) {
        look_beyond_loss(j);
    } else if (j->broken == NULL && j->seen < j->s.pcs) {
        wrong(j, j->seen == 0 ? "NT-PTS-007" : "NT-PTC-001", &e);
        snprintf(j->expected, sizeof j->expected, "%zu instructions", j->s.pcs);
        snprintf(j->got, sizeof j->got, "%zu instructions", j->seen);
    }
}

/* Nothing is wrong: hold what the stream had in it. */
static void hold(struct judge *j)
{
    static const struct {
        unsigned saw; /* HTK_SAW_ bits; 0: always */
        bool btm, htm;
        const char *rules;
    } held[] = {
        {0, true, true,
         "NT-RUL-002 NT-RUL-008 NT-RUL-007 NT-CNT-001 NT-CNT-003 NT-ADR-002 NT-ADR-003 NT-PTC-001 "
         "NT-PTS-007 NT-RUL-005 NT-RUL-006 NT-RUL-017 NT-RUL-018 TCI-TE-003 TCI-TE-005 "
         "TCI-MIN-009 TCI-ENA-011"},
        {0, true, false, "TCI-TE-008"},
        {0, false, true, "TCI-TE-009"},
        {HTK_SAW_INDIRECT, true, true,
         "NT-RUL-003 NT-RUL-020 NT-CNT-002 NT-CNT-004 NT-ADR-004 NT-ADR-005"},
        {HTK_SAW_INDIRECT, true, false, "NT-IBR-002 NT-RUL-012"},
        {HTK_SAW_INDIRECT, false, true, "NT-RUL-013"},
        {HTK_SAW_TRAP, true, true, "NT-RUL-004 NT-CNT-005"},
        {HTK_SAW_TRAP, true, false, "NT-IBR-003"},
        {HTK_SAW_TAKEN, true, false, "NT-DBR-002 NT-RUL-015 NT-ING-039 NT-MODE-001"},
        {HTK_SAW_NOT_TAKEN, true, false, "NT-RUL-015 NT-ING-037"},
        {HTK_SAW_TAKEN, false, true,
         "NT-HST-001 NT-HST-002 NT-HST-004 NT-RUL-016 NT-ING-040 NT-MODE-003 NT-CNT-026"},
        {HTK_SAW_NOT_TAKEN, false, true,
         "NT-HST-001 NT-HST-003 NT-HST-004 NT-RUL-016 NT-ING-038 NT-MODE-003 NT-CNT-026"},
        {HTK_SAW_INDIRECT | HTK_SAW_TAKEN, false, true, "NT-HST-005"},
    };
    for (size_t i = 0; i < sizeof held / sizeof held[0]; i++) {
        if ((held[i].saw & ~j->s.saw) == 0 && (j->s.htm ? held[i].htm : held[i].btm)) {
            htk_enc_hold(j->s.e, held[i].rules);
        }
    }
    htk_enc_hold_formats(j->s.e, &j->s.cfg);
    if ((j->s.control & TR_TE_INST_STALL_ENA_MASK) != 0) {
        htk_enc_hold(j->s.e, "TCI-TE-018");
    }
    if ((j->s.control & TR_TE_INST_SYNC_MODE_MASK) == 0) {
        htk_enc_hold(j->s.e, "TCI-TE-022");
    }
    if (j->s.cfg.src_bits != 0) {
        htk_enc_hold(j->s.e, "TCI-TE-046 TCI-TE-047");
    }
}

/* ---- all of them ---- */

/* Does a part of the stream break the same rule? */
static bool fails(void *ctx, bool *good)
{
    struct judge *j = ctx;
    *good = htk_stream_feed(&j->s, &j->s.e->dut);
    if (!*good) {
        return false;
    }
    decode(j);
    return j->broken != NULL && strcmp(j->broken, j->want) == 0;
}

/* The model says which field is wrong, where both send the same message. */
static void name_by_model(struct judge *j)
{
    struct htk_enc *e = j->s.e;
    if (e->golden.end == HTK_DUT_RUNS && htk_stream_feed(&j->s, &e->golden)) {
        const char *id = htk_enc_rule_of_bytes(e, &j->s.cfg, e->golden.bytes, e->golden.n);
        j->broken = id != NULL ? id : j->broken;
    }
}

static bool report(struct judge *j)
{
    struct htk_enc *e = j->s.e;
    struct htk_stretches x;
    char text[HTK_TEXT], all[STRETCHES_TEXT] = "";
    j->want = j->broken;
    if (htk_stream_stretches(&j->s, &e->dut, false, &j->dec, &x)) {
        htk_stretches_text(&x, all, sizeof all);
    }
    if (htk_verdicts_by_id(e->v, j->broken) != HTK_BROKEN && !htk_stream_shrink(&j->s, fails, j)) {
        return false;
    }
    name_by_model(j);
    const int n = snprintf(text, sizeof text, "%s%s", j->got, all);
    htk_stream_list(&j->s, text + n, sizeof text - (size_t)n);
    e->at.has_message = true;
    e->at.message = j->message;
    e->at.offset = j->offset;
    htk_enc_break(e, j->broken != NULL ? j->broken : j->want, j->expected, text);
    return true;
}

/* With trTeContext an Ownership message follows every synchronizing message. */
static void look_at_ownership(struct judge *j)
{
    struct htk_enc *e = j->s.e;
    struct nexus_msg_decoder d;
    struct nexus_msg m = {.tcode = 0};
    bool sync = false;
    if ((j->s.control & TR_TE_CONTEXT_MASK) == 0 ||
        nexus_msg_decoder_init(&d, &j->s.cfg, e->dut.bytes, e->dut.n) != NEXUS_OK) {
        return;
    }
    for (uint64_t n = 0; nexus_msg_next(&d, &m) == NEXUS_OK; n++) {
        if (sync && m.tcode != NEXUS_OWNERSHIP) {
            e->at.has_message = true;
            e->at.message = n;
            e->at.offset = m.offset;
            htk_enc_break(e, "NT-OWN-004", "Ownership after a synchronizing message",
                          nexus_tcode_name(m.tcode));
            return;
        }
        if (sync) {
            htk_enc_hold(e, "NT-OWN-004 TCI-TE-011");
        }
        sync = nexus_tcode_is_sync(m.tcode);
    }
}

static bool one_stream(struct judge *j, uint64_t seed, bool losses)
{
    struct htk_enc *e = j->s.e;
    htk_stream_choose(&j->s, seed);
    if (losses) {
        htk_stream_choose_losses(&j->s);
    }
    htk_enc_begin(e, seed, "a random stream%s, %s", losses ? " with losses" : "",
                  j->s.htm ? "HTM" : "BTM");
    if (!htk_stream_feed(&j->s, &e->dut)) {
        return false;
    }
    e->sum->streams++;
    e->sum->instructions += j->s.pcs;
    const bool clean = htk_enc_lint(e, &j->s.cfg);
    decode(j);
    if (clean && j->broken == NULL && !j->lost) {
        hold(j);
        look_at_ownership(j);
    } else if (clean && j->broken == NULL && j->beyond > 0) {
        htk_enc_hold(e, "NT-ERR-001"); /* an Error message says that some are missing */
    }
    return !clean || j->broken == NULL || report(j);
}

bool htk_enc_random(struct htk_enc *e)
{
    struct judge *j = calloc(1, sizeof *j);
    bool good = j != NULL;
    if (good) {
        j->s.e = e;
    }
    for (uint64_t i = 0; good && htk_enc_wants(e, "random stream") && i < e->o->streams; i++) {
        good = one_stream(j, e->o->seed + i, false);
    }
    for (uint64_t i = 0; good && htk_enc_wants(e, "random losses") && i < e->o->streams; i++) {
        good = one_stream(j, e->o->seed + i, true);
    }
    free(j);
    return good;
}
