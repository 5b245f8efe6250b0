/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A message comes in: its fields become a job for the walk, or elements at once.
 *
 * Source: N-Trace 1.0, chapters "N-Trace Messages (Details)", "Address Compression", "Timestamp
 * Reporting".
 */
#include "nexus_flow_int.h"

static void no_sync(struct nexus_flow *flow)
{
    if (!flow->nosync) {
        nexus_flow_queue(flow, FLOW_ELEM_NO_SYNC)->status = NEXUS_ERR_NOSYNC;
        flow->nosync = true;
    }
}

/* HIST Field Generation: the highest bit that is set is the stop bit. */
static int take_hist(struct nexus_flow *flow, uint64_t hist, const char **hint)
{
    struct nexus_flow_job *job = &flow->job;
    if (hist == 0) {
        *hint = "HIST without a stop bit";
        return NEXUS_ERR_HIST;
    }
    job->hist = hist;
    job->hist_len = 0;
    while ((hist >> 1) >> job->hist_len != 0) {
        job->hist_len++;
    }
    flow->htm = true;
    return NEXUS_OK;
}

/* Address Compression: F-ADDR is absolute, U-ADDR an XOR with the address sent before. */
static int take_addr(struct nexus_flow *flow, uint64_t field, const char **hint)
{
    struct nexus_flow_job *job = &flow->job;
    uint64_t addr = field << 1;
    if (!nexus_tcode_is_sync(job->tcode)) {
        addr ^= flow->last_addr;
    }
    if ((field >> 63) != 0 || (addr & ~flow->mask) != 0) {
        *hint = "the address has more bits than XLEN";
        return NEXUS_ERR_ADDR;
    }
    flow->last_addr = addr;
    job->addr = addr;
    job->has_addr = true;
    return NEXUS_OK;
}

static bool has_btype(unsigned tcode)
{
    return tcode == NEXUS_INDIRECT_BRANCH || tcode == NEXUS_INDIRECT_BRANCH_SYNC ||
           tcode == NEXUS_INDIRECT_BRANCH_HIST || tcode == NEXUS_INDIRECT_BRANCH_HIST_SYNC;
}

static bool has_addr(unsigned tcode)
{
    return has_btype(tcode) || nexus_tcode_is_sync(tcode);
}

/* ProgTraceCorrelation has HIST or not, by CDF; the others always or never. */
static bool may_have_hist(unsigned tcode)
{
    return tcode == NEXUS_INDIRECT_BRANCH_HIST || tcode == NEXUS_INDIRECT_BRANCH_HIST_SYNC ||
           tcode == NEXUS_PROG_TRACE_CORRELATION;
}

/* Fields of a message that ends a block. The address comes first: a sync must restart even when
 * another field is bad. */
static int take_fields(struct nexus_flow *flow, const struct nexus_msg *m, const char **hint)
{
    struct nexus_flow_job *job = &flow->job;
    uint64_t v = 0;

    *hint = "a field is missing";
    if (nexus_tcode_is_sync(m->tcode)) {
        if (!nexus_take(m, NEXUS_F_SYNC, &v)) {
            return NEXUS_ERR_TRUNCATED;
        }
        job->code = (uint8_t)(v & 0xfu);
    }
    if (m->tcode == NEXUS_PROG_TRACE_CORRELATION) {
        if (!nexus_take(m, NEXUS_F_EVCODE, &v)) {
            return NEXUS_ERR_TRUNCATED;
        }
        job->code = (uint8_t)(v & 0xfu);
    }
    if (has_btype(m->tcode)) {
        if (!nexus_take(m, NEXUS_F_BTYPE, &v)) {
            return NEXUS_ERR_TRUNCATED;
        }
        job->btype = (uint8_t)(v & 0x3u);
    }
    if (has_addr(m->tcode)) {
        if (!nexus_take(m, NEXUS_F_ADDR, &v)) {
            return NEXUS_ERR_TRUNCATED;
        }
        int rc = take_addr(flow, v, hint);
        if (rc != NEXUS_OK) {
            return rc;
        }
    }
    if (!nexus_take(m, NEXUS_F_ICNT, &job->icnt)) {
        return NEXUS_ERR_TRUNCATED;
    }
    job->final = true;
    if (may_have_hist(m->tcode) && nexus_take(m, NEXUS_F_HIST, &v)) {
        job->has_hist = true;
        return take_hist(flow, v, hint);
    }
    if (m->tcode == NEXUS_INDIRECT_BRANCH_HIST || m->tcode == NEXUS_INDIRECT_BRANCH_HIST_SYNC) {
        return NEXUS_ERR_TRUNCATED;
    }
    return NEXUS_OK;
}

/* Hardware before 1.0: RDATA counts branches, all not taken (8) or all taken (9). Expressed as a
 * pattern of one bit that repeats, after its stop bit. */
static bool take_branch_count(const struct nexus_flow *flow, uint64_t rcode, uint64_t *hist,
                              uint64_t *times)
{
    if (flow->cfg.profile != NEXUS_PROFILE_SIFIVE_0X ||
        (rcode != NEXUS_RCODE_NOT_TAKEN && rcode != NEXUS_RCODE_TAKEN)) {
        return false;
    }
    *times = *hist;
    *hist = rcode == NEXUS_RCODE_TAKEN ? 3 : 2;
    return true;
}

/* Repeated History Optimization; HIST Field Full; Examples of I-CNT Field Full Generation. */
static int push_resource_full(struct nexus_flow *flow, const struct nexus_msg *m, const char **hint)
{
    struct nexus_flow_job *job = &flow->job;
    uint64_t rcode;
    uint64_t data;
    uint64_t times = 1;

    *hint = "a field is missing";
    if (!nexus_take(m, NEXUS_F_RCODE, &rcode) || !nexus_take(m, NEXUS_F_RDATA, &data)) {
        return NEXUS_ERR_TRUNCATED;
    }
    if (!take_branch_count(flow, rcode, &data, &times) && rcode > NEXUS_RCODE_HIST_REPEAT) {
        *hint = "ResourceFull with a vendor's RCODE";
        if (rcode < NEXUS_RCODE_VENDOR_FIRST) {
            *hint = "ResourceFull with a reserved RCODE";
            return NEXUS_ERR_RESERVED;
        }
        return NEXUS_ERR_UNSUPPORTED;
    }
    if (rcode == NEXUS_RCODE_ICNT) {
        job->icnt = data;
        return nexus_flow_begin(flow, hint); /* no HIST: the walk is over before it begins */
    }
    if (rcode == NEXUS_RCODE_HIST_REPEAT && !nexus_take(m, NEXUS_F_HREPEAT, &times)) {
        return NEXUS_ERR_TRUNCATED;
    }
    if (times > UINT32_MAX) {
        *hint = "a repetition count out of any range";
        return NEXUS_ERR_HIST;
    }
    int rc = take_hist(flow, data, hint);
    if (rc != NEXUS_OK) {
        return rc;
    }
    if (times == 0 || job->hist_len == 0) {
        job->hist_len = 0;
        times = 1;
    }
    job->hist_repeat = (uint32_t)times - 1;
    return nexus_flow_begin(flow, hint);
}

/* RepeatBranch Message: the message before is handled again, with its absolute target. A
 * ResourceFull before that message is not part of it: the blocks that repeat have its I-CNT and
 * HIST alone. */
static int push_repeat(struct nexus_flow *flow, const struct nexus_msg *m, const char **hint)
{
    uint64_t count;
    bool stamp = flow->job.stamp;
    *hint = "a field is missing";
    if (!nexus_take(m, NEXUS_F_BCNT, &count)) {
        return NEXUS_ERR_TRUNCATED;
    }
    if (!flow->memo.valid || count > UINT32_MAX) {
        *hint = flow->credit != 0
                    ? "RepeatBranch after ResourceFull: the block is not the previous one"
                    : "RepeatBranch without a branch message that it can repeat";
        return NEXUS_ERR_UNSUPPORTED;
    }
    if (count == 0) {
        nexus_queue_time(flow, stamp);
        flow->job.active = false;
        return NEXUS_OK;
    }
    flow->job = flow->memo.job;
    flow->job.stamp = stamp;
    flow->job.repeat = (uint32_t)count - 1;
    return nexus_flow_begin(flow, hint);
}

/* A branch message without SYNC can be repeated. */
static void remember(struct nexus_flow *flow)
{
    unsigned t = flow->job.tcode;
    flow->memo.valid =
        t == NEXUS_DIRECT_BRANCH || t == NEXUS_INDIRECT_BRANCH || t == NEXUS_INDIRECT_BRANCH_HIST;
    flow->memo.job = flow->job;
}

static int push_block(struct nexus_flow *flow, const struct nexus_msg *m, const char **hint)
{
    int rc = take_fields(flow, m, hint);
    if (rc != NEXUS_OK) {
        return rc;
    }
    remember(flow);
    return nexus_flow_begin(flow, hint);
}

/* A sync while nothing is known, or trace is off: its I-CNT covers code that cannot be followed. */
static int push_first_sync(struct nexus_flow *flow, const struct nexus_msg *m, const char **hint)
{
    struct nexus_flow_job *job = &flow->job;
    int rc = take_fields(flow, m, hint);
    if (job->has_addr) {
        bool mark = job->code == NEXUS_SYNC_EXTERNAL_TRIGGER || job->code == NEXUS_SYNC_TRACE_EVENT;
        nexus_queue_time(flow, job->stamp);
        nexus_flow_restart(flow, job->addr, job->code, job->btype);
        flow->htm = job->has_hist;
        if (mark) {
            struct flow_elem *e = nexus_flow_queue(flow, FLOW_ELEM_EVENT);
            e->code = job->code;
            e->start = job->addr;
        }
        return NEXUS_OK;
    }
    return rc;
}

/* Messages of program trace. */
static int push_flow(struct nexus_flow *flow, const struct nexus_msg *m, const char **hint)
{
    flow->job = (struct nexus_flow_job){.active = true, .tcode = m->tcode};
    flow->job.stamp = nexus_take_time(flow, m);
    if (flow->state != NEXUS_FLOW_ON) {
        flow->job.active = false;
        if (nexus_tcode_is_sync(m->tcode)) {
            return push_first_sync(flow, m, hint);
        }
        if (m->tcode != NEXUS_PROG_TRACE_CORRELATION) {
            no_sync(flow);
            return NEXUS_OK;
        }
        nexus_queue_time(flow, flow->job.stamp);
        flow->state = NEXUS_FLOW_OFF;
        nexus_flow_queue(flow, FLOW_ELEM_TRACE_OFF)->code =
            (uint8_t)(m->value[NEXUS_F_EVCODE] & 0xfu);
        return nexus_msg_has(m, NEXUS_F_EVCODE) ? NEXUS_OK : NEXUS_ERR_TRUNCATED;
    }
    switch (m->tcode) {
    case NEXUS_RESOURCE_FULL:
        flow->memo.valid = false;
        return push_resource_full(flow, m, hint);
    case NEXUS_REPEAT_BRANCH:
        return push_repeat(flow, m, hint);
    default:
        return push_block(flow, m, hint);
    }
}

/* Messages of Nexus 5001 that N-Trace does not have, but that change what I-CNT means: NULL for all
 * others. */
static const char *foreign_flow(unsigned tcode)
{
    switch (tcode) {
    case NEXUS_CORRECTION:
        return "Correction takes back instructions that were decoded: N-Trace does not define it";
    case NEXUS_REPEAT_INSTRUCTION:
    case NEXUS_REPEAT_INSTRUCTION_SYNC:
        return "RepeatInstruction: N-Trace does not define it";
    default:
        return NULL;
    }
}

static void dispatch(struct nexus_flow *flow, const struct nexus_msg *m)
{
    int rc = NEXUS_OK;
    unsigned t = m->tcode;
    const char *hint = foreign_flow(t);

    if (t == NEXUS_OWNERSHIP) {
        nexus_push_ownership(flow, m);
    } else if (t == NEXUS_ERROR) {
        nexus_push_error(flow, m);
    } else if (hint != NULL) {
        rc = NEXUS_ERR_UNSUPPORTED;
    } else if (t == NEXUS_DIRECT_BRANCH || t == NEXUS_RESOURCE_FULL || t == NEXUS_REPEAT_BRANCH ||
               t == NEXUS_PROG_TRACE_CORRELATION || has_addr(t)) {
        rc = push_flow(flow, m, &hint);
    } else {
        nexus_push_other(flow, m);
    }
    if (rc != NEXUS_OK) {
        nexus_flow_fail_msg(flow, rc, hint);
    }
}

static int take(struct nexus_flow *flow, const struct nexus_msg *m)
{
    if (flow->qcount != 0 || flow->job.active || flow->told != flow->walked) {
        return NEXUS_ERR_ARG;
    }
    flow->msgs++;
    flow->msg_offset = m->offset;
    flow->src = m->src;
    return NEXUS_OK;
}

enum nexus_status nexus_flow_push(struct nexus_flow *flow, const struct nexus_msg *m)
{
    int rc = take(flow, m);
    if (rc == NEXUS_OK) {
        dispatch(flow, m);
    }
    return rc;
}

/* A variable-length field that has no bits at all can only be the first one: the fixed-length
 * fields before it fill their last byte, and the MSEO of that byte (01) ends the field. */
static bool is_empty_field(const struct nexus_msg *m)
{
    unsigned ends = 0;
    for (size_t i = 0; i < m->raw_length && ends < 2; i++) {
        ends += (m->raw[i] & 1u) != 0;
    }
    return ends == 2 && !nexus_msg_has(m, NEXUS_F_ICNT) && !nexus_msg_has(m, NEXUS_F_ADDR);
}

/* Is I-CNT the first field that is missing? */
static bool misses_icnt(const struct nexus_msg *m)
{
    unsigned t = m->tcode;
    bool counts = t == NEXUS_DIRECT_BRANCH || t == NEXUS_PROG_TRACE_CORRELATION || has_addr(t);
    return counts && !nexus_msg_has(m, NEXUS_F_ICNT);
}

static const char *damage_hint(int status, const struct nexus_msg *m)
{
    switch (status) {
    case NEXUS_ERR_MSEO:
        return "a damaged message: invalid MSEO sequence";
    case NEXUS_ERR_TRUNCATED:
        if (misses_icnt(m)) {
            return is_empty_field(m)
                       ? "an empty I-CNT: the field has no bits, and needs at least one"
                       : "a damaged message: it ends before its I-CNT";
        }
        return "a damaged message: it ends before its last field";
    case NEXUS_ERR_OVERSIZE:
        return "a damaged message: a field is wider than N-Trace allows";
    case NEXUS_ERR_EXTRA:
        return "a damaged message: extra data after its last field";
    case NEXUS_ERR_EMPTY:
        return "an empty message: a byte 0x03 between two messages, which are both whole";
    default:
        return "a damaged message";
    }
}

/* Nothing belongs to the byte: the flow goes on. */
static void skip_empty(struct nexus_flow *flow)
{
    struct flow_elem *e = nexus_flow_queue(flow, FLOW_ELEM_ERROR);
    e->status = NEXUS_ERR_EMPTY;
    e->start = flow->where.pc;
    e->known = flow->state == NEXUS_FLOW_ON;
    e->hint = damage_hint(NEXUS_ERR_EMPTY, NULL);
    flow->errors++;
}

/* It may have carried a difference of time: the clock is unknown until a sync. */
enum nexus_status nexus_flow_push_damaged(struct nexus_flow *flow, int status,
                                          const struct nexus_msg *m)
{
    int rc = take(flow, m);
    if (rc == NEXUS_OK && status == NEXUS_ERR_EMPTY) {
        skip_empty(flow);
    } else if (rc == NEXUS_OK) {
        flow->data_known = false;
        flow->time_known = false;
        nexus_flow_fail(flow, status, damage_hint(status, m));
    }
    return rc;
}
