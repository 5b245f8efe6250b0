/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Data trace of a device that takes accesses: random programs whose loads, stores and atomics come
 * with addresses and values; each must be in the trace, once and in order.
 *
 * Sources: Efficient Trace 2.0, "Data Trace Encoder Output Packets"; TCI 1.0, trTeDataControl; for
 * N-Trace docs/reference/data-trace.md, a prototype of ours.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "encoder_regs.h"
#include "etrace/etrace_flow.h"
#include "htk_enc.h"
#include "nexus/nexus_flow.h"
#include "random_hart.h"

enum {
    RECORDS = 300,
    GAP = 12, /* clocks after each record: a queue need not overflow */
    SEEN = 2 * RECORDS,
    BASE = 0x40000000, /* of the data */
    CTL = TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK,
};

/* An access as a trace has it: an atomic is a read, then a write. */
struct seen {
    bool writes, atomic;
    uint64_t addr, value;
    unsigned bytes;
};

struct run {
    struct htk_enc *e;
    bool etrace;
    uint32_t data; /* trTeDataControl, as granted */
    struct rh_hart hart;
    struct rh_rng dice;
    struct seen want[SEEN];
    unsigned wants, at;
    bool spoiled; /* a rule was broken */
    union {
        struct etrace_decoder etrace;
        struct nexus_decoder nexus;
    } dec;
};

/* ---- what the hart does ---- */

static uint64_t a_value(struct run *r)
{
    const uint64_t small = rh_below(&r->dice, 99);
    return rh_chance(&r->dice, 3)   ? (uint64_t)rh_next(&r->dice) << 32 | rh_next(&r->dice)
           : rh_chance(&r->dice, 2) ? 0 - small
                                    : small;
}

static void want(struct run *r, bool writes, bool atomic, const struct ingress_access *a)
{
    if (r->wants < SEEN) {
        r->want[r->wants++] = (struct seen){.writes = writes,
                                            .atomic = atomic,
                                            .addr = a->daddr,
                                            .value = writes ? a->store : a->load,
                                            .bytes = 1u << a->dsize};
    }
}

/* The one atomic of random_hart.c adds. */
static void access_memory(struct run *r, struct ingress_cycle *in, const struct flow_insn *insn)
{
    const unsigned size = insn->width == 8 ? 3 : insn->width == 4 ? 2 : insn->width == 2 ? 1 : 0;
    const uint64_t mask = etrace_mask(8u << size);
    const bool adds = insn->loads != 0 && insn->stores != 0;
    struct ingress_access a = {.dsize = (uint8_t)size};
    if (insn->loads + insn->stores == 0) {
        return;
    }
    a.dtype = adds               ? INGRESS_DTYPE_ADD
              : insn->loads != 0 ? INGRESS_DTYPE_LOAD
                                 : INGRESS_DTYPE_STORE;
    a.daddr = (uint64_t)BASE + 8u * rh_below(&r->dice, 64) +
              (adds || rh_chance(&r->dice, 2) ? 0 : rh_below(&r->dice, 8));
    a.load = insn->loads != 0 ? a_value(r) & mask : 0;
    a.store = insn->stores != 0 ? (a.load + a_value(r)) & mask : 0;
    in->access[in->naccess++] = a;
    if (insn->loads != 0) {
        want(r, false, adds, &a);
    }
    if (insn->stores != 0) {
        want(r, true, adds, &a);
    }
}

static void code_of(struct run *r, struct flow_region *region, struct flow_code_image *image,
                    struct flow_code *code)
{
    const struct flow_isa isa = {r->e->dut.xlen, FLOW_ISA_C | FLOW_ISA_ZCB, 0};
    *region = (struct flow_region){r->hart.cfg.base, RH_CODE_BYTES, r->hart.code};
    *image = (struct flow_code_image){region, 1};
    flow_code_init_image(code, isa, image);
}

static bool feed(struct run *r)
{
    struct flow_region region;
    struct flow_code_image image;
    struct flow_code code;
    bool good = true;
    code_of(r, &region, &image, &code);
    for (unsigned i = 0; good && i < RECORDS; i++) {
        struct rh_step step;
        const struct flow_insn *insn;
        rh_step(&r->hart, &step);
        const struct flow_where where = {.pc = step.pc[0]};
        if (step.count > 0 && flow_code_insn(&code, &where, &insn) == FLOW_OK) {
            access_memory(r, &step.in, insn);
        }
        good = htk_dut_cycle(&r->e->dut, &step.in) && htk_dut_tick(&r->e->dut, GAP);
    }
    return good;
}

/* ---- what the trace says ---- */

/* The rules that a field is about, of both protocols. */
static const char *rule(const struct run *r, const char *etrace, const char *ntrace)
{
    return r->etrace ? etrace : ntrace;
}

static void describe(char out[120], const struct seen *s)
{
    snprintf(out, 120, "%s of %u bytes at 0x%" PRIX64 ": 0x%" PRIX64, s->writes ? "write" : "read",
             s->bytes, s->addr, s->value);
}

static void broken(struct run *r, const char *holds, const struct seen *w, const struct seen *g)
{
    char expected[120] = "no more accesses", got[120] = "no more accesses";
    if (w != NULL) {
        describe(expected, w);
    }
    if (g != NULL) {
        describe(got, g);
    }
    htk_enc_break_all(r->e, holds, expected, got);
    r->spoiled = true;
}

static bool without(const struct run *r, uint32_t what)
{
    return (r->data & what) != 0;
}

/* The first thing that is wrong with an access; NULL: nothing. */
static const char *wrong(const struct run *r, const struct seen *w, const struct flow_elem *x,
                         const struct seen *g)
{
    const bool differential = without(r, TR_TE_DATA_ADDR_COMPRESS_MASK);
    const bool valued = !without(r, TR_TE_DATA_NO_VALUE_MASK);
    if (x->known == without(r, TR_TE_DATA_NO_ADDR_MASK)) {
        return rule(r, "ET-CTL-033", "HT-DATA-014");
    }
    if ((x->last_size != 0) != valued) {
        return rule(r, "ET-CTL-032", "HT-DATA-013");
    }
    if (g->writes != w->writes) {
        return w->atomic ? rule(r, "ET-DAT-019", "HT-DATA-009")
                         : rule(r, "ET-DAT-003", w->writes ? "HT-DATA-004" : "HT-DATA-003");
    }
    if (valued && g->bytes != w->bytes) {
        return rule(r, "ET-DAT-004", w->writes ? "HT-DATA-004" : "HT-DATA-003");
    }
    if (x->known && g->addr != w->addr) {
        return differential ? rule(r, "ET-DAT-005 ET-DAT-008 ET-CTL-034", "HT-DATA-008")
                            : rule(r, "ET-DAT-008", "HT-DATA-007");
    }
    if (valued && g->value != w->value) {
        return w->atomic
                   ? rule(r, w->writes ? "ET-DAT-020 ET-DAT-024" : "ET-DAT-026", "HT-DATA-009")
                   : rule(r, x->known ? "ET-DAT-007" : "ET-DAT-012",
                          w->writes ? "HT-DATA-004" : "HT-DATA-003");
    }
    return NULL;
}

static void take_data(struct run *r, const struct flow_elem *x)
{
    const struct seen g = {.writes =
                               x->code == NEXUS_DATA_WRITE || x->code == NEXUS_DATA_WRITE_SYNC,
                           .addr = x->start,
                           .value = x->value,
                           .bytes = x->last_size};
    if (r->at == r->wants) {
        broken(r, rule(r, "ET-CTL-005", "HT-DATA-003 HT-DATA-004"), NULL, &g);
        return;
    }
    const struct seen *w = &r->want[r->at++];
    const char *holds = wrong(r, w, x, &g);
    if (holds != NULL) {
        broken(r, holds, w, &g);
    }
}

static void take(struct run *r, const struct flow_elem *x)
{
    char got[120];
    r->e->at.has_message = true;
    r->e->at.message = x->msg;
    r->e->at.offset = x->offset;
    if (x->type == FLOW_ELEM_DATA) {
        take_data(r, x);
    } else if (x->type == FLOW_ELEM_OTHER && r->etrace && x->status != ETRACE_OK) {
        snprintf(got, sizeof got, "%s", etrace_strerror(x->status));
        htk_enc_break(r->e, x->status == ETRACE_ERR_NOSYNC ? "ET-DAT-017" : "ET-DAT-003",
                      "a packet of data trace", got);
        r->spoiled = true;
    } else if (x->type == FLOW_ELEM_ERROR || x->type == FLOW_ELEM_ADDR_NACC) {
        /* The random streams name what is wrong with instructions. */
        if (htk_verdicts_sum(r->e->v, HTK_BROKEN) == 0) {
            snprintf(got, sizeof got, "%s", r->etrace ? etrace_strerror(x->status) : x->hint);
            htk_enc_break(r->e, rule(r, "ET-PKT-046", "NT-RUL-003"),
                          "instructions that the code allows", got);
        }
        r->spoiled = true;
    }
}

static bool decode_etrace(struct run *r, struct flow_code *code)
{
    struct etrace_cfg cfg;
    struct flow_elem x;
    const struct htk_dut *d = &r->e->dut;
    if (!htk_enc_etrace_cfg(r->e, &cfg) || !htk_enc_etrace_lint(r->e, &cfg, NULL, NULL) ||
        etrace_decoder_init(&r->dec.etrace, &cfg, code, d->bytes, d->n) != ETRACE_OK) {
        return false;
    }
    r->spoiled = r->e->spoiled;
    while (!r->spoiled && etrace_decoder_next(&r->dec.etrace, &x) == ETRACE_OK) {
        take(r, &x);
    }
    return true;
}

static bool decode_ntrace(struct run *r, struct flow_code *code)
{
    struct nexus_stream_cfg cfg = htk_enc_cfg(r->e);
    struct flow_elem x;
    const struct htk_dut *d = &r->e->dut;
    cfg.data_no_addr = without(r, TR_TE_DATA_NO_ADDR_MASK);
    if (nexus_decoder_init(&r->dec.nexus, &cfg, code, d->bytes, d->n) != NEXUS_OK) {
        return false;
    }
    while (!r->spoiled && nexus_decoder_next(&r->dec.nexus, &x) == NEXUS_OK) {
        take(r, &x);
    }
    return true;
}

/* Nothing is wrong: hold what the stream had in it. */
static void hold(struct run *r)
{
    bool reads = false, writes = false, atomics = false;
    const bool address = !without(r, TR_TE_DATA_NO_ADDR_MASK);
    const bool value = !without(r, TR_TE_DATA_NO_VALUE_MASK);
    for (unsigned i = 0; i < r->wants; i++) {
        atomics = atomics || r->want[i].atomic;
        reads = reads || (!r->want[i].writes && !r->want[i].atomic);
        writes = writes || (r->want[i].writes && !r->want[i].atomic);
    }
    if (reads || writes) {
        htk_enc_hold(r->e, rule(r, "ET-DAT-001 ET-DAT-002 ET-DAT-003 ET-DAT-004 ET-CTL-005",
                                reads ? "HT-DATA-003 HT-DATA-002" : "HT-DATA-002"));
        htk_enc_hold(r->e, rule(r, "", writes ? "HT-DATA-004" : ""));
        htk_enc_hold(r->e, !address ? rule(r, "ET-CTL-033 ET-DAT-011 ET-DAT-012", "HT-DATA-014")
                           : !value ? rule(r, "ET-CTL-032 ET-DAT-010", "HT-DATA-013")
                                    : rule(r, "ET-DAT-005 ET-DAT-006 ET-DAT-007 ET-DAT-008", ""));
        htk_enc_hold(r->e, !address ? ""
                           : without(r, TR_TE_DATA_ADDR_COMPRESS_MASK)
                               ? rule(r, "ET-CTL-034 ET-DAT-017", "HT-DATA-008")
                               : rule(r, "ET-CTL-034", "HT-DATA-007"));
    }
    if (atomics) {
        htk_enc_hold(r->e, rule(r, "ET-DAT-019 ET-DAT-020", "HT-DATA-009"));
        htk_enc_hold(r->e, address && value
                               ? rule(r, "ET-DAT-023 ET-DAT-024 ET-DAT-025 ET-DAT-026", "")
                               : "");
    }
}

/* ---- a stream ---- */

static bool control(struct run *r, uint32_t value)
{
    const uint32_t format = r->etrace ? 0 : htk_enc_any_mode(r->e) & ~(uint32_t)CTL;
    return htk_dut_write(&r->e->dut, TR_TE_CONTROL_OFFSET, value | format) &&
           htk_dut_tick(&r->e->dut, 2);
}

static bool wake(struct run *r, uint64_t seed)
{
    struct htk_dut *d = &r->e->dut;
    const uint32_t compress = seed % 2 == 0 ? TR_TE_DATA_ADDR_COMPRESS_FULL
                              : r->etrace   ? TR_TE_DATA_ADDR_COMPRESS_DIFFERENTIAL
                                            : TR_TE_DATA_ADDR_COMPRESS_XOR;
    const uint32_t less = seed / 2 % 4 == 1   ? TR_TE_DATA_NO_VALUE_MASK
                          : seed / 2 % 4 == 2 ? TR_TE_DATA_NO_ADDR_MASK
                                              : 0;
    const uint32_t want =
        TR_TE_DATA_TRACING_MASK | compress << TR_TE_DATA_ADDR_COMPRESS_SHIFT | less;
    return htk_enc_wake_as(d, r->etrace ? TR_TE_FORMAT_ETRACE : TR_TE_FORMAT_NTRACE) &&
           htk_dut_write(d, TR_TE_DATA_CONTROL_OFFSET, want) &&
           htk_dut_read(d, TR_TE_DATA_CONTROL_OFFSET, &r->data);
}

static bool one_stream(struct run *r, uint64_t seed)
{
    struct htk_enc *e = r->e;
    const struct rh_cfg h = {.base = UINT64_C(0x80000000),
                             .xlen = e->dut.xlen,
                             .itype_width = e->dut.itype_width,
                             .max_block = 1,
                             .trap_one_in = seed % 3 == 0 ? 20 : 0,
                             .branch_bias = 8,
                             .indirect_bias = 4,
                             .well_behaved = true};
    struct flow_region region;
    struct flow_code_image image;
    struct flow_code code;
    htk_enc_begin(e, seed, "random accesses");
    rh_init(&r->hart, &h, seed);
    rh_seed(&r->dice, seed + 1);
    r->wants = r->at = 0;
    r->spoiled = false;
    if (!wake(r, seed)) {
        return false;
    }
    if ((r->data & TR_TE_DATA_TRACING_MASK) == 0) {
        htk_enc_break(e, rule(r, "ET-CTL-005", "HT-DATA-002"), "trTeDataTracing 1, as was written",
                      "0, though the device states data_trace=1");
        return true;
    }
    if (!control(r, CTL) || !feed(r) || !control(r, TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK) ||
        !control(r, TR_TE_ACTIVE_MASK) || !htk_dut_flush(&e->dut)) {
        return false;
    }
    e->sum->streams++;
    e->sum->instructions += RECORDS;
    code_of(r, &region, &image, &code);
    if (!(r->etrace ? decode_etrace(r, &code) : decode_ntrace(r, &code))) {
        return false;
    }
    if (!r->spoiled && r->at < r->wants) {
        broken(r, rule(r, "ET-CTL-005", r->want[r->at].writes ? "HT-DATA-004" : "HT-DATA-003"),
               &r->want[r->at], NULL);
    }
    if (!r->spoiled) {
        hold(r);
    }
    return true;
}

/* The rules that only a device with data trace can break. */
static void leave_out(struct htk_enc *e, bool etrace)
{
    char id[16];
    for (unsigned i = 1; i <= 61; i++) {
        snprintf(id, sizeof id, etrace ? "ET-DAT-%03u" : "HT-DATA-%03u", i);
        htk_enc_skip(e, id, "data trace: data_trace=1 of its parameters");
    }
    if (etrace) {
        htk_enc_skip(e,
                     "ET-CTL-005 ET-CTL-007 ET-CTL-009 ET-CTL-011 ET-CTL-013 ET-CTL-014 "
                     "ET-CTL-032 ET-CTL-033 ET-CTL-034 ET-CTL-042 ET-PKT-039 ET-PKT-040 ET-PKT-041",
                     "data trace: data_trace=1 of its parameters");
    }
}

bool htk_enc_data(struct htk_enc *e)
{
    struct run *r = calloc(1, sizeof *r);
    bool good = r != NULL;
    if (good && !e->dut.takes_accesses) {
        leave_out(e, e->o->etrace);
        free(r);
        return true;
    }
    for (uint64_t i = 0; good && htk_enc_wants(e, "random accesses") && i < e->o->streams; i++) {
        r->e = e;
        r->etrace = e->o->etrace;
        good = one_stream(r, e->o->seed + i);
    }
    free(r);
    return good;
}
