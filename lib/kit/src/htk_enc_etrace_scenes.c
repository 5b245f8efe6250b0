/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Short stories for an encoder with trTeFormat 0: losses, triggers, times, contexts. What a device
 * does not have is skipped.
 *
 * Sources: Efficient Trace 2.0, "Format 3 subformat 3 - Support", "Format 2 packets", "Encoder
 * Control"; Packet Encapsulation 1.0, "Normal Encapsulation Structure"; TCI 1.0, trTeControl.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "encoder_regs.h"
#include "etrace/etrace_flow.h"
#include "htk_enc.h"
#include "htr/htr_etrace.h"
#include "timestamp_regs.h"

enum {
    GAP = 40,
    LOAD = 4000, /* jumps without a pause */
    SETTLE = 20000,
    AFTER = 4, /* jumps with pauses */
    BASE = 0x1000,
    FAR = 0x9000,
    ON = TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK,
};

/* What a device sent, packet by packet. */
struct look {
    struct etrace_cfg cfg;
    struct etrace_reader reader;
    struct htr_etrace_options options;
    struct etrace_frame f;
    struct etrace_packet p;
};

bool htk_enc_etrace_cfg(const struct htk_enc *e, struct etrace_cfg *cfg)
{
    struct trm_encoder *t = calloc(1, sizeof *t);
    const bool good = t != NULL && trm_encoder_init(t, &e->cfg) == TRM_OK;
    if (good) {
        trm_encoder_etrace_cfg(t, cfg);
        cfg->src_bits = 0;
        cfg->options = 0;
    }
    free(t);
    return good;
}

static bool look_begin(struct htk_enc *e, struct look *k)
{
    k->options.options = 0;
    return htk_enc_etrace_cfg(e, &k->cfg) &&
           etrace_reader_init(&k->reader, &k->cfg, e->dut.bytes, e->dut.n) == ETRACE_OK;
}

/* The next packet of instruction trace; those that cannot be read are for the random streams. */
static bool look_next(struct look *k)
{
    enum etrace_status got;
    while ((got = etrace_reader_next(&k->reader, &k->f)) != ETRACE_ERR_END) {
        if (got == ETRACE_OK &&
            htr_etrace_decode(&k->cfg, &k->options, &k->f, &k->p) == ETRACE_OK) {
            return true;
        }
    }
    return false;
}

static bool is_support(const struct etrace_packet *p)
{
    return p->format == ETRACE_FORMAT_SYNC && p->subformat == ETRACE_SYNC_SUPPORT;
}

uint32_t htk_enc_etrace_traced(const struct htk_enc *e, struct flow_code *code, uint64_t base,
                               int *wrong)
{
    struct etrace_cfg cfg;
    struct flow_elem x;
    uint32_t traced = 0;
    struct etrace_decoder *d = calloc(1, sizeof *d);
    *wrong = d == NULL || !htk_enc_etrace_cfg(e, &cfg)
                 ? ETRACE_ERR_ARG
                 : (int)etrace_decoder_init(d, &cfg, code, e->dut.bytes, e->dut.n);
    while (*wrong == ETRACE_OK && etrace_decoder_next(d, &x) == ETRACE_OK) {
        const uint64_t first = (x.start - base) / 4, end = (x.end - base) / 4;
        if (x.type == FLOW_ELEM_ERROR || x.type == FLOW_ELEM_ADDR_NACC) {
            *wrong = x.status;
        }
        for (uint64_t i = first; x.type == FLOW_ELEM_RANGE && i < end && i < 32; i++) {
            traced |= UINT32_C(1) << i;
        }
    }
    free(d);
    return traced;
}

/* ---- a story ---- */

static bool control(struct htk_enc *e, uint32_t value)
{
    return htk_dut_write(&e->dut, TR_TE_CONTROL_OFFSET, value) && htk_dut_tick(&e->dut, 2);
}

static struct ingress_cycle at(uint64_t iaddr, uint8_t itype)
{
    return (struct ingress_cycle){
        .priv = INGRESS_PRIV_M,
        .nblocks = 1,
        .block = {{.iaddr = iaddr, .iretire = 2, .itype = itype, .ilastsize = 1}}};
}

static bool give(struct htk_enc *e, const struct ingress_cycle *in, unsigned gap)
{
    return htk_dut_cycle(&e->dut, in) && (gap == 0 || htk_dut_tick(&e->dut, gap));
}

/* Jumps whose destinations no code tells. */
static uint8_t jump_of(const struct htk_enc *e)
{
    return e->dut.itype_width == 4 ? INGRESS_ITYPE_OTHER_UNINFERABLE
                                   : INGRESS_ITYPE_UNINFERABLE_JUMP;
}

static bool jumps(struct htk_enc *e, unsigned n, unsigned gap)
{
    bool good = true;
    for (unsigned i = 0; good && i < n; i++) {
        const struct ingress_cycle in = at(i % 2 == 0 ? BASE : FAR, jump_of(e));
        good = give(e, &in, gap);
    }
    return good;
}

static bool end(struct htk_enc *e)
{
    return control(e, TR_TE_ACTIVE_MASK) && htk_dut_tick(&e->dut, GAP) && htk_dut_flush(&e->dut);
}

/* ---- losses ---- */

static void judge_losses(struct htk_enc *e, bool told)
{
    static const char *const flag[] = {"trTeInstStallOrOverflow=0", "trTeInstStallOrOverflow=1"};
    struct look k;
    unsigned lost = 0, restarts = 0, wrong = 0;
    bool open = false;
    if (!look_begin(e, &k)) {
        return;
    }
    while (look_next(&k)) {
        if (is_support(&k.p)) {
            open = open || k.p.qual_status == ETRACE_QUAL_TRACE_LOST;
            lost += k.p.qual_status == ETRACE_QUAL_TRACE_LOST;
        } else if (open) {
            restarts += etrace_packet_is_sync(&k.p);
            wrong += !etrace_packet_is_sync(&k.p);
            open = false;
        }
    }
    if (lost == 0 && !told) {
        htk_enc_skip(e, "ET-CTL-008 ET-PKT-031 ET-ALG-028", "a queue that overflows");
        return;
    }
    if (told) { /* with the register alone nothing says what is missing */
        htk_enc_judge(e, "ET-PKT-031", lost > 0, "a support packet with qual_status=2",
                      "trTeInstStallOrOverflow=1 alone");
    }
    htk_enc_judge(e, "ET-CTL-008", told || lost == 0, flag[1], flag[told]);
    if (lost > 0) {
        htk_enc_judge(e, "ET-ALG-028", wrong == 0 && restarts > 0,
                      "a synchronization packet after qual_status=2",
                      wrong > 0 ? "another packet" : "none");
    }
}

/* The output takes nothing, while many packets are made; then everything. */
static bool losses(struct htk_enc *e)
{
    uint32_t value = 0;
    htk_enc_begin(e, HTK_NO_SEED, "losses of E-Trace");
    if (!htk_enc_wake_as(&e->dut, 0) || !control(e, ON) || !htk_dut_link(&e->dut, false) ||
        !jumps(e, LOAD, 0) || !htk_dut_read(&e->dut, TR_TE_CONTROL_OFFSET, &value) ||
        !htk_dut_link(&e->dut, true) || !htk_dut_tick(&e->dut, SETTLE) || !jumps(e, AFTER, GAP) ||
        !end(e)) {
        return false;
    }
    judge_losses(e, (value & TR_TE_INST_STALL_OR_OVERFLOW_MASK) != 0);
    return true;
}

/* ---- triggers ---- */

/* Eight instructions in a row; trace-on at the third, trace-notify at the fifth, trace-off at the
 * seventh. Those of a trigger itself may be traced or not. */
static bool triggers(struct htk_enc *e)
{
    static const char needs[] = "ET-CTL-006 ET-PKT-047";
    const uint32_t want = TR_TE_INST_TRIG_ENABLE_MASK;
    uint8_t bytes[32];
    const struct flow_region region = {BASE, sizeof bytes, bytes};
    struct flow_code_image image = {&region, 1};
    struct flow_code code;
    struct look k;
    char expected[80], got[80];
    uint32_t back = 0;
    bool notified = false;
    int wrong;
    htk_enc_begin(e, HTK_NO_SEED, "triggers of E-Trace");
    bool good = htk_enc_wake_as(&e->dut, 0) &&
                control(e, TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | want) &&
                htk_dut_read(&e->dut, TR_TE_CONTROL_OFFSET, &back);
    if (!good || (back & want) == 0) {
        htk_enc_skip(e, needs, "triggers");
        return good;
    }
    for (unsigned i = 0; good && i < 8; i++) {
        struct ingress_cycle in = at(BASE + 4 * i, INGRESS_ITYPE_NONE);
        in.trigger = i == 2   ? INGRESS_TRIGGER_ON
                     : i == 4 ? INGRESS_TRIGGER_NOTIFY
                     : i == 6 ? INGRESS_TRIGGER_OFF
                              : 0;
        good = give(e, &in, GAP);
        for (unsigned n = 0; n < 4; n++) {
            bytes[4 * i + n] = (uint8_t)(UINT32_C(0x13) >> 8 * n); /* nop */
        }
    }
    if (!good || !end(e) || !look_begin(e, &k)) {
        return good && e->dut.end == HTK_DUT_RUNS;
    }
    flow_code_init_image(&code, etrace_cfg_isa(&k.cfg), &image);
    const uint32_t traced = htk_enc_etrace_traced(e, &code, BASE, &wrong);
    snprintf(expected, sizeof expected, "the instructions 3 to 5, not 0, 1 or 7");
    snprintf(got, sizeof got, "instructions 0x%" PRIx32 ", by bits", traced);
    htk_enc_judge(e, "ET-CTL-006", (traced & 0xBB) == 0x38 && wrong == ETRACE_OK, expected, got);
    while (look_next(&k)) {
        notified = notified || (k.p.has_address && k.p.format != ETRACE_FORMAT_SYNC && k.p.notify);
    }
    htk_enc_judge(e, "ET-PKT-047", notified, "an address with notify=1", "none");
    return true;
}

/* ---- times ---- */

/* Every record has a time of its own, as wide as the field: each packet has one of them, no earlier
 * than that of the packet before. */
static bool times(struct htk_enc *e)
{
    static const char needs[] = "ET-TIM-001 ET-ENC-004 ET-ENC-008 ET-ENC-010";
    const uint32_t on =
        TR_TS_ACTIVE_MASK | TR_TS_ENABLE_MASK | (uint32_t)TR_TS_MODE_EXTERNAL << TR_TS_MODE_SHIFT;
    const uint64_t mask = etrace_mask(e->cfg.ts_width);
    const uint64_t first = UINT64_C(0x8182838485868701) & mask & ~UINT64_C(0xFF);
    struct look k;
    char expected[80], got[80];
    uint32_t back = 0;
    htk_enc_begin(e, HTK_NO_SEED, "times of E-Trace");
    bool good = htk_enc_wake_as(&e->dut, 0) &&
                htk_dut_write(&e->dut, TR_TS_CONTROL_OFFSET, TR_TS_ACTIVE_MASK) &&
                htk_dut_tick(&e->dut, 1) && htk_dut_write(&e->dut, TR_TS_CONTROL_OFFSET, on) &&
                htk_dut_read(&e->dut, TR_TS_CONTROL_OFFSET, &back);
    if (!good || e->cfg.ts_modes == 0 || e->cfg.ts_width < 8 || (back & on) != on) {
        htk_enc_skip(e, needs, "timestamps from outside");
        return good;
    }
    for (unsigned i = 0; good && i < 16; i++) {
        struct ingress_cycle in = at(i % 2 == 0 ? BASE : FAR, jump_of(e));
        in.time = first + 3 * i;
        good = i != 0 || control(e, ON);
        good = good && give(e, &in, GAP);
    }
    if (!good || !end(e) || !look_begin(e, &k)) {
        return good && e->dut.end == HTK_DUT_RUNS;
    }
    for (uint64_t before = 0; !e->spoiled && look_next(&k);) {
        if (is_support(&k.p) && k.f.stamp < first) {
            continue; /* before the first record */
        }
        const uint64_t x = k.f.stamp - first;
        snprintf(expected, sizeof expected, "a time of 0x%" PRIx64 " to 0x%" PRIx64, first + before,
                 first + 45);
        snprintf(got, sizeof got, k.f.stamped ? "0x%" PRIx64 : "no time", k.f.stamp);
        htk_enc_judge(e, needs, k.f.stamped && x % 3 == 0 && x <= 45 && x >= before, expected, got);
        before = x;
    }
    return true;
}

/* ---- contexts ---- */

static bool contexts(struct htk_enc *e)
{
    static const char needs[] = "ET-PKT-009 ET-PKT-028 ET-DIS-007";
    const uint64_t some = UINT64_C(0xA5A5A5A5A5A5A5A5) & etrace_mask(e->cfg.context_width);
    struct look k;
    char expected[80], got[80];
    htk_enc_begin(e, HTK_NO_SEED, "contexts of E-Trace");
    if (e->cfg.nocontext) {
        htk_enc_skip(e, needs, "contexts");
        return true;
    }
    bool good = htk_enc_wake_as(&e->dut, 0) && control(e, ON);
    for (unsigned i = 0; good && i < 8; i++) { /* the context before comes in the first packet */
        struct ingress_cycle in = at(BASE + 4 * i, INGRESS_ITYPE_NONE);
        in.context = i < 4 ? some : some ^ 1;
        in.ctype = i == 4 ? INGRESS_CTYPE_PRECISE : INGRESS_CTYPE_NONE;
        good = give(e, &in, GAP);
    }
    if (!good || !end(e) || !look_begin(e, &k)) {
        return good && e->dut.end == HTK_DUT_RUNS;
    }
    uint64_t last = some;
    for (bool first = true; look_next(&k);) {
        if (is_support(&k.p) || !(k.p.format == ETRACE_FORMAT_SYNC)) {
            continue;
        }
        snprintf(expected, sizeof expected, "context=0x%" PRIx64, some);
        snprintf(got, sizeof got, "context=0x%" PRIx64, k.p.context);
        if (first) {
            htk_enc_judge(e, "ET-PKT-009 ET-DIS-007", k.p.context == some, expected, got);
        }
        first = false;
        last = k.p.context;
    }
    snprintf(expected, sizeof expected, "context=0x%" PRIx64 " at the end", some ^ 1);
    snprintf(got, sizeof got, "context=0x%" PRIx64, last);
    htk_enc_judge(e, "ET-PKT-028", last == (some ^ 1), expected, got);
    return true;
}

bool htk_enc_etrace_scenes(struct htk_enc *e)
{
    static bool (*const scene[])(struct htk_enc *) = {losses, triggers, times, contexts};
    bool good = true;
    for (size_t i = 0; good && htk_enc_wants(e, "scenes") && i < sizeof scene / sizeof scene[0];
         i++) {
        good = scene[i](e);
        e->sum->scenarios++;
    }
    return good;
}
