/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Filters and comparators one condition at a time (TCI 1.0, Trace Encoder Filter Registers): which
 * instructions of a short story are traced. What is expected is written beside each scene, from the
 * text of the specification.
 */
#include <inttypes.h>

#include "encoder_regs.h"
#include "htk_enc.h"
#include "htk_scenes.h"
#include "nexus/nexus_flow.h"

enum {
    GAP = 40, /* clocks after each instruction */
    WORDS = 24,
    MRET = 0x30200073,
    ADD = 0x00B50533,
};

/* ---- on the device ---- */

static uint64_t base_of(const struct htk_enc *e, const struct scene *s)
{
    return s->high && e->dut.xlen == 64 ? UINT64_C(0xFFFFFFFF80001000)
           : s->high                    ? 0x80001000
                                        : 0x1000;
}

static bool put(struct htk_enc *e, uint32_t offset, uint32_t value, bool loose, bool *same)
{
    uint32_t back = value;
    const bool good =
        htk_dut_write(&e->dut, offset, value) && (loose || htk_dut_read(&e->dut, offset, &back));
    *same = *same && back == value;
    return good;
}

/* Is it known that the context has no more than 32 bits? */
static bool context_fits(const struct htk_enc *e)
{
    return e->known[htk_param_find("context_bits")] && e->cfg.context_bits <= 32;
}

/* Can a filter count a trap inside of another? A device may have fewer bits (TCI-FLT-037). */
static bool counts_two(const struct htk_enc *e)
{
    return !e->known[htk_param_find("filter_nesting")] || e->cfg.filter_nesting >= 2;
}

/* *same: the device has all that is written. */
static bool program(struct htk_enc *e, const struct scene *s, bool *same)
{
    bool good = htk_enc_wake_as(&e->dut, e->o->etrace ? 0 : TR_TE_FORMAT_NTRACE);
    *same = true;
    for (unsigned i = 0; good && i < WRITES && s->write[i].kind != END; i++) {
        const uint32_t offset = s->write[i].offset, value = s->write[i].value;
        if (s->write[i].kind == ADDRESS) {
            const uint64_t at = base_of(e, s) + 4 * (uint64_t)value;
            good = put(e, offset, (uint32_t)at, false, same) &&
                   put(e, offset + 4, (uint32_t)(at >> 32), e->dut.xlen == 32, same);
        } else {
            *same = *same && (s->write[i].kind != BEYOND || context_fits(e));
            good = put(e, offset, value, s->write[i].kind != WORD, same);
        }
    }
    return good && (s->filters == 0 || put(e, TR_TE_INST_FILTERS_OFFSET, s->filters, false, same));
}

/* In E-Trace a privilege changes with a trap or a return alone: the story of it without is told in
 * one privilege, and not when a filter looks at it. */
static bool fits_etrace(const struct scene *s)
{
    bool fits = true;
    for (unsigned i = 0; i < WRITES && s->write[i].kind != END; i++) {
        const bool control = s->write[i].offset >= TR_TE_FILTER_CONTROL_OFFSET(0) &&
                             s->write[i].offset <= TR_TE_FILTER_CONTROL_OFFSET(15) &&
                             s->write[i].offset % 0x20 == 0;
        fits = fits && !(control && (s->write[i].value & TR_TE_FILTER_MATCH_PRIVILEGE_MASK) != 0);
    }
    return fits || s->story != row;
}

static bool tell(struct htk_enc *e, const struct scene *s)
{
    const uint32_t mode = e->cfg.htm ? TR_TE_INST_MODE_HTM : TR_TE_INST_MODE_BTM;
    const uint32_t control = e->o->etrace
                                 ? TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK
                                 : htk_enc_control(mode);
    bool good = htk_dut_write(&e->dut, TR_TE_CONTROL_OFFSET, control) && htk_dut_tick(&e->dut, GAP);
    for (unsigned i = 0; good && i < s->steps; i++) {
        const struct step *x = &s->story[i];
        const bool trap =
            x->itype == INGRESS_ITYPE_EXCEPTION || x->itype == INGRESS_ITYPE_INTERRUPT;
        const bool one = e->o->etrace && s->story == row;
        const struct ingress_cycle in = {.priv = one ? (uint8_t)M : x->priv,
                                         .halted = x->priv == INGRESS_PRIV_D,
                                         .cause = x->cause,
                                         .tval = x->tval,
                                         .context = x->context,
                                         .impdef = x->impdef,
                                         .nblocks = 1,
                                         .block = {{.iaddr = base_of(e, s) + 4 * (uint64_t)x->at,
                                                    .iretire = trap ? 0 : 2,
                                                    .itype = x->itype,
                                                    .ilastsize = 1}}};
        good = htk_dut_cycle(&e->dut, &in) && htk_dut_tick(&e->dut, GAP);
    }
    return good &&
           htk_dut_write(&e->dut, TR_TE_CONTROL_OFFSET,
                         control & ~(uint32_t)(TR_TE_INST_TRACING_MASK | TR_TE_ENABLE_MASK)) &&
           htk_dut_tick(&e->dut, GAP) && htk_dut_flush(&e->dut);
}

/* The instructions that the bytes of the device name. An error of the decoder: *wrong. */
static uint32_t decode(const struct htk_enc *e, const struct scene *s, int *wrong, bool *notified)
{
    uint8_t bytes[4 * WORDS];
    struct nexus_decoder dec;
    struct flow_elem x;
    struct flow_code code;
    const struct nexus_stream_cfg cfg = htk_enc_cfg(e);
    const uint64_t base = base_of(e, s);
    const struct flow_region region = {base, sizeof bytes, bytes};
    struct flow_code_image image = {&region, 1};
    uint32_t traced = 0;
    for (unsigned i = 0; i < WORDS; i++) {
        const uint32_t word = i >= 16 && i % 2 != 0 ? MRET : ADD;
        for (unsigned k = 0; k < 4; k++) {
            bytes[4 * i + k] = (uint8_t)(word >> 8 * k);
        }
    }
    flow_code_init_image(&code, nexus_cfg_isa(&cfg), &image);
    if (e->o->etrace) {
        return htk_enc_etrace_traced(e, &code, base, wrong);
    }
    *wrong = nexus_decoder_init(&dec, &cfg, &code, e->dut.bytes, e->dut.n);
    while (*wrong == NEXUS_OK && nexus_decoder_next(&dec, &x) == NEXUS_OK) {
        const uint64_t first = (x.start - base) / 4, end = (x.end - base) / 4;
        if (x.type == FLOW_ELEM_ERROR || x.type == FLOW_ELEM_ADDR_NACC) {
            *wrong = x.status;
        }
        *notified = *notified || (x.type == FLOW_ELEM_EVENT && x.code == NEXUS_SYNC_TRACE_EVENT);
        for (uint64_t i = first; x.type == FLOW_ELEM_RANGE && i < end && i < WORDS; i++) {
            traced |= UINT32_C(1) << i;
        }
    }
    return traced;
}

static void text_of(uint32_t traced, char out[120])
{
    size_t n = (size_t)snprintf(out, 120, traced == 0 ? "no instruction" : "the instructions");
    for (unsigned i = 0; i < 32; i++) {
        if ((traced >> i & 1) != 0 && n < 120) {
            n += (size_t)snprintf(out + n, 120 - n, " %u", i);
        }
    }
}

/* What E-Trace says of filters. */
static const char of_etrace[] = "ET-CTL-041 ET-CTL-043 ET-CTL-044 ET-FLT-001";

/* The first scene has no filter: when it fails, for a reason that others name, the rest shows
 * nothing, and *usable is false. */
static bool one_scene(struct htk_enc *e, const struct scene *s, unsigned number, bool *usable)
{
    char expected[120], got[120];
    const char *const holds = e->o->etrace ? of_etrace : s->holds;
    bool same;
    int wrong;
    htk_enc_begin(e, HTK_NO_SEED, "filters, scene %u", number);
    if (e->o->etrace && !fits_etrace(s)) {
        return true;
    }
    if (!program(e, s, &same)) {
        return false;
    }
    same = same && (s->story != nested || counts_two(e));
    if (!same) {
        htk_enc_skip(e, holds, "a filter or comparator like that");
        e->sum->left_out++;
        return true;
    }
    if (!tell(e, s)) {
        return false;
    }
    e->sum->scenarios++;
    e->sum->by_meaning++;
    const struct nexus_stream_cfg cfg = htk_enc_cfg(e);
    if (!e->o->etrace && !htk_enc_lint(e, &cfg)) {
        return true;
    }
    bool notified = false;
    const uint32_t traced = decode(e, s, &wrong, &notified);
    if (wrong == NEXUS_OK && notified) {
        htk_enc_break_all(e, holds, "no message of a watchpoint", "SYNC 6");
        return true;
    }
    if (wrong == NEXUS_OK && traced == s->traced) {
        htk_enc_hold(e, holds);
        return true;
    }
    if (number == 0) {
        *usable = false;
        return true;
    }
    text_of(s->traced, expected);
    text_of(traced, got);
    if (wrong != NEXUS_OK) {
        htk_enc_break(e, e->o->etrace ? "ET-FLT-001" : htk_enc_rule_of_status(wrong), expected,
                      got);
    } else {
        htk_enc_break_all(e, holds, expected, got);
    }
    return true;
}

bool htk_enc_filters(struct htk_enc *e)
{
    bool good = true, usable = true;
    for (unsigned i = 0;
         good && usable && htk_enc_wants(e, "filters") && i < sizeof scenes / sizeof scenes[0];
         i++) {
        good = one_scene(e, &scenes[i], i, &usable);
    }
    return good;
}
