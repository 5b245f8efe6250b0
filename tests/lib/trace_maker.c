/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_maker.h"

#include <assert.h>
#include <string.h>

enum {
    FALLS = 0,
    BRANCH = 1,
    JUMP = 2,
    C_NOP = 0x0001,
    C_JR_A0 = 0x8502,
    HIST_FULL = 31,
    ICNT_FULL = 60, /* early, so that it happens */
};

uint64_t tm_random(uint64_t *state, uint64_t n)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (*state >> 11) % n;
}

static uint64_t rnd(struct trace_maker *m, uint64_t n)
{
    return tm_random(&m->random, n);
}

/* bne a0, a1, offset: imm[12|10:5] rs2 rs1 001 imm[4:1|11] 1100011 */
static uint32_t bne(int32_t offset)
{
    uint32_t o = (uint32_t)offset;
    return (o >> 12 & 1u) << 31 | (o >> 5 & 63u) << 25 | 11u << 20 | 10u << 15 | 1u << 12 |
           (o >> 1 & 15u) << 8 | (o >> 11 & 1u) << 7 | 0x63u;
}

static void put(struct trace_maker *m, uint64_t at, uint32_t op, unsigned size)
{
    for (unsigned i = 0; i < size; i++) {
        m->memory[at + i] = (uint8_t)(op >> (8 * i));
    }
}

static void make_program(struct trace_maker *m)
{
    uint64_t at = 0x100;
    for (unsigned i = 0; i < TM_BLOCKS; i++) {
        struct tm_block *b = &m->block[i];
        b->start = at;
        for (uint64_t n = rnd(m, 6); n > 0; n--) {
            put(m, at, C_NOP, 2);
            at += 2;
        }
        b->last = at;
        b->kind = i == TM_BLOCKS - 1        ? JUMP
                  : (unsigned)rnd(m, 8) < 5 ? BRANCH
                                            : (unsigned)rnd(m, 3);
        b->to = (unsigned)rnd(m, TM_BLOCKS);
        at += b->kind == BRANCH ? 4 : 2;
        b->end = at;
    }
    for (unsigned i = 0; i < TM_BLOCKS; i++) {
        struct tm_block *b = &m->block[i];
        if (b->kind == BRANCH) {
            put(m, b->last, bne((int32_t)((int64_t)m->block[b->to].start - (int64_t)b->last)), 4);
        } else {
            put(m, b->last, b->kind == JUMP ? C_JR_A0 : C_NOP, 2);
        }
    }
}

void tm_init(struct trace_maker *m, const struct nexus_stream_cfg *cfg, uint16_t src, uint64_t seed,
             struct tm_bytes *out)
{
    memset(m, 0, sizeof *m);
    m->cfg = *cfg;
    m->src = src;
    m->out = out;
    m->random = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    for (unsigned i = 0; i < 8; i++) {
        (void)rnd(m, 2);
    }
    m->htm = rnd(m, 2) != 0;
    make_program(m);
    m->region = (struct flow_region){0, TM_MEMORY, m->memory};
    m->image = (struct flow_code_image){&m->region, 1};
    flow_code_init_image(&m->code, nexus_cfg_isa(&m->cfg), &m->image);
    m->now = TM_BLOCKS; /* off */
    m->time = rnd(m, 100000);
}

static uint64_t time_mask(const struct trace_maker *m)
{
    return m->cfg.timestamp_bits == 64 ? UINT64_MAX : (UINT64_C(1) << m->cfg.timestamp_bits) - 1;
}

/* Timestamp Reporting: absolute at a sync, else relative, and then it may be left out. */
static void stamp(struct trace_maker *m, struct nexus_msg *msg)
{
    uint64_t mask = time_mask(m);
    bool sync = nexus_tcode_is_sync(msg->tcode);
    m->time += rnd(m, 200);
    if (!m->cfg.timestamps || (!sync && rnd(m, 4) == 0)) {
        return;
    }
    if (sync) {
        nexus_msg_set(msg, NEXUS_F_TSTAMP, m->time & mask);
    } else if (m->cfg.profile == NEXUS_PROFILE_SIFIVE_0X) {
        nexus_msg_set(msg, NEXUS_F_TSTAMP, (m->time ^ m->last_time) & mask);
    } else {
        nexus_msg_set(msg, NEXUS_F_TSTAMP, m->time - m->last_time);
    }
    m->last_time = m->time;
}

static void send(struct trace_maker *m, struct nexus_msg *msg)
{
    stamp(m, msg);
    int n = nexus_msg_encode(&m->cfg, msg, m->out->byte + m->out->n, TM_BYTES - m->out->n);
    assert(n > 0);
    m->out->n += (size_t)n;
    m->messages++;
    while (rnd(m, 16) == 0 && m->out->n < TM_BYTES) {
        m->out->byte[m->out->n++] = 0xff;
    }
}

static struct nexus_msg start(const struct trace_maker *m, enum nexus_tcode tcode)
{
    struct nexus_msg msg;
    nexus_msg_start(&msg, tcode, m->src);
    return msg;
}

static void set_icnt(struct trace_maker *m, struct nexus_msg *msg)
{
    nexus_msg_set(msg, NEXUS_F_ICNT, m->icnt);
    m->icnt = 0;
}

static void set_hist(struct trace_maker *m, struct nexus_msg *msg)
{
    nexus_msg_set(msg, NEXUS_F_HIST, UINT64_C(1) << m->hist_bits | m->hist);
    m->hist = 0;
    m->hist_bits = 0;
}

static void flush_hist(struct trace_maker *m)
{
    if (m->hist_bits != 0) {
        struct nexus_msg msg = start(m, NEXUS_RESOURCE_FULL);
        nexus_msg_set(&msg, NEXUS_F_RCODE, NEXUS_RCODE_HIST);
        nexus_msg_set(&msg, NEXUS_F_RDATA, UINT64_C(1) << m->hist_bits | m->hist);
        m->hist = 0;
        m->hist_bits = 0;
        send(m, &msg);
    }
}

/* A sync at `addr`, which may be the target of a jump (then with B-TYPE). */
static void sync(struct trace_maker *m, unsigned reason, uint64_t addr, bool jumped)
{
    struct nexus_msg msg =
        start(m, jumped ? m->htm ? NEXUS_INDIRECT_BRANCH_HIST_SYNC : NEXUS_INDIRECT_BRANCH_SYNC
                        : NEXUS_PROG_TRACE_SYNC);
    if (!jumped) {
        flush_hist(m);
    }
    nexus_msg_set(&msg, NEXUS_F_SYNC, reason);
    if (jumped) {
        nexus_msg_set(&msg, NEXUS_F_BTYPE, NEXUS_BTYPE_INDIRECT);
        if (m->htm) {
            set_hist(m, &msg);
        }
    }
    set_icnt(m, &msg);
    nexus_msg_set(&msg, NEXUS_F_ADDR, addr >> 1);
    m->last_addr = addr;
    m->before.tcode = 0;
    send(m, &msg);
}

static bool same_branch(const struct nexus_msg *a, const struct nexus_msg *b)
{
    return a->tcode == NEXUS_DIRECT_BRANCH && b->tcode == NEXUS_DIRECT_BRANCH &&
           a->value[NEXUS_F_ICNT] == b->value[NEXUS_F_ICNT];
}

static void direct(struct trace_maker *m, uint64_t target)
{
    struct nexus_msg msg = start(m, NEXUS_DIRECT_BRANCH);
    set_icnt(m, &msg);
    /* The same I-CNT and target: in a program without other jumps to it, the same block. */
    if (m->cfg.repeated_history && same_branch(&m->before, &msg) &&
        m->before.value[NEXUS_F_ADDR] == target && m->before.value[NEXUS_F_ICNT] <= ICNT_FULL) {
        msg = start(m, NEXUS_REPEAT_BRANCH);
        nexus_msg_set(&msg, NEXUS_F_BCNT, 1);
    } else {
        m->before = msg;
        m->before.value[NEXUS_F_ADDR] = target; /* not of the message */
    }
    send(m, &msg);
}

static void indirect(struct trace_maker *m, unsigned btype, uint64_t target)
{
    struct nexus_msg msg = start(m, m->htm ? NEXUS_INDIRECT_BRANCH_HIST : NEXUS_INDIRECT_BRANCH);
    nexus_msg_set(&msg, NEXUS_F_BTYPE, btype);
    set_icnt(m, &msg);
    nexus_msg_set(&msg, NEXUS_F_ADDR, (target ^ m->last_addr) >> 1);
    if (m->htm) {
        set_hist(m, &msg);
    }
    m->last_addr = target;
    m->before.tcode = 0;
    send(m, &msg);
}

void tm_finish(struct trace_maker *m)
{
    if (m->now == TM_BLOCKS) {
        return;
    }
    struct nexus_msg msg = start(m, NEXUS_PROG_TRACE_CORRELATION);
    nexus_msg_set(&msg, NEXUS_F_EVCODE, NEXUS_EVCODE_TRACE_DISABLED);
    nexus_msg_set(&msg, NEXUS_F_CDF, m->htm);
    if (m->htm) {
        set_hist(m, &msg);
    }
    set_icnt(m, &msg);
    send(m, &msg);
    m->now = TM_BLOCKS;
}

static void lose(struct trace_maker *m)
{
    struct nexus_msg msg = start(m, NEXUS_ERROR);
    nexus_msg_set(&msg, NEXUS_F_ETYPE, 0);
    nexus_msg_set(&msg, NEXUS_F_ECODE, 4);
    m->hist = 0;
    m->hist_bits = 0;
    m->icnt = 0;
    m->before.tcode = 0;
    send(m, &msg);
    m->now = (unsigned)rnd(m, TM_BLOCKS);
    sync(m, NEXUS_SYNC_FIFO_OVERRUN, m->block[m->now].start, false);
}

static void vendor(struct trace_maker *m, unsigned tcode)
{
    uint8_t raw[40];
    size_t n = 4 + rnd(m, 36);
    struct nexus_msg msg = start(m, (enum nexus_tcode)tcode);
    raw[0] = (uint8_t)(tcode << 2);
    for (size_t i = 1; i < n; i++) {
        raw[i] = (uint8_t)(rnd(m, 64) << 2);
    }
    raw[1] = (uint8_t)((m->src & 63) << 2);
    raw[2] = (uint8_t)(m->cfg.src_bits > 6 ? (unsigned)m->src >> 6 << 2 : raw[2]);
    raw[n - 1] |= 3;
    msg.raw = raw;
    msg.raw_length = n;
    bool timestamps = m->cfg.timestamps;
    m->cfg.timestamps = false; /* what such a message ends with is its own affair */
    send(m, &msg);
    m->cfg.timestamps = timestamps;
}

/* Messages that say nothing about flow, and Ownership. */
static void aside(struct trace_maker *m)
{
    struct nexus_msg msg;
    switch (rnd(m, 6)) {
    case 0:
        msg = start(m, NEXUS_OWNERSHIP);
        nexus_msg_set(&msg, NEXUS_F_PROCESS,
                      rnd(m, 8) << 5 | rnd(m, 2) << 4 | (1 + 2 * rnd(m, 2)) << 2 | (2 + rnd(m, 2)));
        break;
    case 1:
        msg = start(m, NEXUS_DATA_ACQUISITION);
        nexus_msg_set(&msg, NEXUS_F_IDTAG, rnd(m, 256));
        nexus_msg_set(&msg, NEXUS_F_DATA, rnd(m, UINT64_MAX));
        break;
    case 2:
        msg = start(m, rnd(m, 4) ? NEXUS_DATA_WRITE : NEXUS_DATA_WRITE_SYNC);
        if (msg.tcode == NEXUS_DATA_WRITE_SYNC) {
            nexus_msg_set(&msg, NEXUS_F_SYNC, 2);
        }
        nexus_msg_set(&msg, NEXUS_F_DSZ, 4);
        nexus_msg_set(&msg, NEXUS_F_ADDR, rnd(m, 1 << 20));
        nexus_msg_set(&msg, NEXUS_F_DATA, rnd(m, UINT32_MAX));
        break;
    case 3:
        msg = start(m, NEXUS_WATCHPOINT);
        nexus_msg_set(&msg, NEXUS_F_WPHIT, 1 + rnd(m, 15));
        break;
    default:
        vendor(m, rnd(m, 2) ? 56 + (unsigned)rnd(m, 8) : 40);
        return;
    }
    send(m, &msg);
}

static void execute(struct trace_maker *m, const struct tm_block *b)
{
    for (uint64_t pc = b->start; pc <= b->last; pc += 2) {
        assert(m->npcs < TM_PCS);
        m->pc[m->npcs++] = pc;
    }
    m->icnt += (b->end - b->start) / 2;
}

static void branch(struct trace_maker *m, const struct tm_block *b)
{
    bool taken = rnd(m, 3) != 0;
    if (m->htm) {
        m->hist = m->hist << 1 | taken;
        m->hist_bits++;
    }
    if (taken && !m->htm) {
        direct(m, m->block[b->to].start);
    } else if (m->hist_bits == HIST_FULL) {
        flush_hist(m);
    }
    m->now = taken ? b->to : m->now + 1;
}

static void jump(struct trace_maker *m)
{
    m->now = (unsigned)rnd(m, TM_BLOCKS);
    if (rnd(m, 8) == 0) {
        sync(m, NEXUS_SYNC_PERIODIC, m->block[m->now].start, true);
    } else {
        indirect(m, NEXUS_BTYPE_INDIRECT, m->block[m->now].start);
    }
}

/* What may come between two blocks. */
static void between(struct trace_maker *m)
{
    if (m->icnt >= ICNT_FULL && !m->htm) {
        struct nexus_msg msg = start(m, NEXUS_RESOURCE_FULL);
        nexus_msg_set(&msg, NEXUS_F_RCODE, NEXUS_RCODE_ICNT);
        nexus_msg_set(&msg, NEXUS_F_RDATA, m->icnt);
        m->icnt = 0;
        m->before.tcode = 0;
        send(m, &msg);
    }
    uint64_t what = rnd(m, 200);
    if (what < 4) {
        sync(m, what == 0 ? NEXUS_SYNC_TRACE_EVENT : NEXUS_SYNC_PERIODIC, m->block[m->now].start,
             false);
    } else if (what < 8) {
        m->now = (unsigned)rnd(m, TM_BLOCKS);
        indirect(m, NEXUS_BTYPE_TRAP, m->block[m->now].start);
    } else if (!m->quiet && what == 8) {
        lose(m);
    } else if (!m->quiet && what == 9) {
        tm_finish(m);
    } else if (!m->quiet && what < 30) {
        aside(m);
    }
}

void tm_step(struct trace_maker *m)
{
    if (m->now == TM_BLOCKS) {
        m->icnt = 0;
        m->now = (unsigned)rnd(m, TM_BLOCKS);
        sync(m, NEXUS_SYNC_TRACE_ENABLE, m->block[m->now].start, false);
    }
    const struct tm_block *b = &m->block[m->now];
    execute(m, b);
    if (b->kind == BRANCH) {
        branch(m, b);
    } else if (b->kind == JUMP) {
        jump(m);
    } else {
        m->now++;
    }
    between(m);
}

void tm_damage(struct tm_bytes *b, uint64_t *random, unsigned count)
{
    for (unsigned i = 0; i < count && b->n != 0; i++) {
        b->byte[tm_random(random, b->n)] ^= (uint8_t)(1 + tm_random(random, 255));
    }
}
