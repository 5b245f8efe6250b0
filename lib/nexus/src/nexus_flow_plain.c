/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The short way from bytes to job, for the messages that make up most of a trace. It takes a
 * message only when nothing is special about it; everything else, errors above all, is left to
 * nexus_msg_decode.c and nexus_flow_msg.c.
 *
 * Source: N-Trace 1.0, chapter "N-Trace Messages (Details)".
 */
#include "flow_bits.h"
#include "nexus_flow_plain.h"
#include "nexus_frame.h"
#include "nexus_table.h"

/* What a plain message says. */
struct plain {
    const uint8_t *behind;
    uint64_t icnt;
    uint64_t addr; /* U-ADDR as it came */
    uint64_t hist;
};

/* A field of at most limit bits. */
static inline bool take(struct nexus_reader *r, uint64_t *value, unsigned limit)
{
    struct nexus_var v;
    bool good = nexus_take_var(r, &v) == NEXUS_OK && !v.lost && !nexus_wider(v.value, limit);
    *value = v.value;
    return good;
}

/* IndirectBranch and IndirectBranchHist with B-TYPE 0. */
static inline bool take_indirect(struct nexus_reader *r, struct plain *m, bool hist)
{
    uint64_t btype;
    return nexus_take_fixed(r, 2, &btype) == NEXUS_OK && btype == NEXUS_BTYPE_INDIRECT &&
           take(r, &m->icnt, NEXUS_MAX_ICNT_BITS) && take(r, &m->addr, NEXUS_MAX_ADDR_BITS) &&
           (!hist || take(r, &m->hist, NEXUS_MAX_HIST_BITS));
}

/* ResourceFull with HIST, once. */
static inline bool take_full(struct nexus_reader *r, struct plain *m)
{
    uint64_t rcode;
    return nexus_take_fixed(r, 4, &rcode) == NEXUS_OK && rcode == NEXUS_RCODE_HIST &&
           take(r, &m->hist, nexus_rdata_limit(rcode));
}

static bool take_message(const struct nexus_run *run, unsigned tcode, struct plain *m)
{
    struct nexus_reader r = {.p = run->p + 1, .end = run->end, .mseo = NEXUS_MSEO_MORE};
    bool good = false;
    if (tcode == NEXUS_RESOURCE_FULL) {
        good = take_full(&r, m);
    } else if (tcode == NEXUS_INDIRECT_BRANCH || tcode == NEXUS_INDIRECT_BRANCH_HIST) {
        good = take_indirect(&r, m, tcode == NEXUS_INDIRECT_BRANCH_HIST);
    } else if (tcode == NEXUS_DIRECT_BRANCH) {
        good = take(&r, &m->icnt, NEXUS_MAX_ICNT_BITS);
    }
    m->behind = r.p;
    return good && r.mseo == NEXUS_MSEO_END;
}

/* Bits of HIST below its stop bit, which is there. */
static unsigned hist_length(uint64_t hist)
{
    return flow_bits_high(hist);
}

/* The job of a message, before its walk. (Written twice where it is needed twice: a copy would wait
 * for the small pieces that were just written.) */
static inline void set_job(struct nexus_flow_job *job, const struct nexus_flow *flow,
                           const struct plain *m, unsigned tcode)
{
    bool final = tcode != NEXUS_RESOURCE_FULL;
    uint8_t length = m->hist != 0 ? (uint8_t)hist_length(m->hist) : 0;
    *job = (struct nexus_flow_job){.active = true,
                                   .final = final,
                                   .has_hist = final && m->hist != 0,
                                   .has_addr = final && tcode != NEXUS_DIRECT_BRANCH,
                                   .tcode = (uint8_t)tcode,
                                   .last_cls = FLOW_INSN_CLASSES,
                                   .limit = (uint64_t)(flow->reach + flow->credit),
                                   .hist = m->hist,
                                   .hist_pos = length,
                                   .hist_len = length,
                                   .icnt = m->icnt,
                                   .addr = flow->last_addr};
}

bool nexus_flow_begin_plain(struct nexus_flow *flow, struct nexus_run *run)
{
    struct plain m = {.icnt = 0};
    unsigned tcode = run->end - run->p < 8 ? 0 : *run->p >> 2;
    if (tcode == 0 || (*run->p & NEXUS_MSEO_MASK) != NEXUS_MSEO_MORE || flow->cfg.extend_addr_msb ||
        !take_message(run, tcode, &m)) {
        return false;
    }
    bool final = tcode != NEXUS_RESOURCE_FULL;
    bool hist = tcode == NEXUS_RESOURCE_FULL || tcode == NEXUS_INDIRECT_BRANCH_HIST;
    bool addressed = final && tcode != NEXUS_DIRECT_BRANCH;
    uint64_t addr = m.addr << 1 ^ flow->last_addr;
    if (flow->credit >= flow->reach || flow->credit <= -flow->reach ||
        (final && flow->credit + (int64_t)m.icnt <= 0) || (hist && m.hist == 0) ||
        (!final && m.hist == 1) ||
        (addressed && (m.addr >> 63 != 0 || (addr & ~flow->mask) != 0))) {
        return false;
    }
    if (addressed) {
        flow->last_addr = addr;
    }
    flow->htm = flow->htm || hist;
    set_job(&flow->job, flow, &m, tcode);
    flow->memo.valid = final;
    if (final) {
        set_job(&flow->memo.job, flow, &m, tcode);
    }
    flow->credit += (int64_t)m.icnt;
    flow->msgs++;
    flow->msg_offset = run->offset;
    run->offset += (uint64_t)(m.behind - run->p);
    run->p = m.behind;
    return true;
}
