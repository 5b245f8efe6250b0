/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Payloads, in both directions: one list of fields for each format, which reads or writes.
 *
 * Source: Efficient Trace 2.0, "Instruction Trace Encoder Output Packets".
 */
#include "etrace/etrace_packet.h"

#include <stddef.h>

#include "etrace_codec.h"

/* A bit that is compared with the one before it. */
static void change(struct codec *c, bool *differs)
{
    unsigned before = last_bit(c);
    *differs = (field64(c, before ^ (*differs ? 1u : 0u), 1) ^ before) != 0;
}

/* An address without its lowest bits. absolute: in bytes, as code has it. */
static void address(struct codec *c, uint64_t *value, bool absolute)
{
    const struct etrace_cfg *cfg = c->cfg;
    unsigned width = (unsigned)cfg->iaddress_width - cfg->iaddress_lsb;
    uint64_t v = *value;
    if (c->writing) {
        c->bad = c->bad || (v & etrace_mask(cfg->iaddress_lsb)) != 0;
        v = v >> cfg->iaddress_lsb & etrace_mask(width);
    }
    v = field64(c, v, width);
    if (!c->writing) {
        v <<= cfg->iaddress_lsb;
        bool extend = !absolute || cfg->iaddress_width > 32;
        *value = extend ? etrace_sign_extend(v, cfg->iaddress_width) : v;
        if (absolute && cfg->xlen == 32) {
            *value &= UINT32_MAX;
        }
    }
}

/* irreport and irdepth, which end formats 0, 1 and 2. */
static void return_depth(struct codec *c, struct etrace_packet *p)
{
    unsigned width = etrace_cfg_irdepth(c->cfg);
    change(c, &p->irreport);
    uint64_t fill = last_bit(c) != 0 ? etrace_mask(width) : 0;
    uint64_t v = field64(c, p->irreport ? p->irdepth : fill, width);
    p->irdepth = p->irreport ? (uint32_t)v : 0;
}

/* The address of formats 0, 1 and 2 and what follows it. */
static void reported(struct codec *c, struct etrace_packet *p)
{
    p->has_address = true;
    address(c, &p->address, (c->options & 1u << ETRACE_OPT_FULL_ADDRESS) != 0);
    change(c, &p->notify);
    change(c, &p->updiscon);
    return_depth(c, p);
}

/* Length of branch_map for a number of branches; 31 for 0, which stands for a full map. */
static unsigned map_bits(unsigned branches)
{
    unsigned bits = 1;
    if (branches == 0) {
        return ETRACE_MAX_BRANCHES;
    }
    while (bits < branches) {
        bits = 2 * bits + 1;
    }
    return bits;
}

/* branch_map, of which the lowest `valid` bits count. */
static void map(struct codec *c, struct etrace_packet *p, unsigned valid)
{
    field32(c, &p->branch_map, map_bits(p->branches));
    p->branch_map &= (uint32_t)etrace_mask(valid);
}

static void ext_count(struct codec *c, struct etrace_packet *p)
{
    field32(c, &p->branch_count, 32);
    field8(c, &p->branch_fmt, 2);
    if (p->branch_fmt == ETRACE_BRANCH_NO_ADDR) {
        p->has_address = false;
        return;
    }
    reported(c, p);
}

static void ext_index(struct codec *c, struct etrace_packet *p)
{
    field32(c, &p->index, c->cfg->cache_size);
    field8(c, &p->branches, 5);
    if (p->branches != 0) {
        map(c, p, p->branches);
    }
    return_depth(c, p);
}

static void branch(struct codec *c, struct etrace_packet *p)
{
    field8(c, &p->branches, 5);
    map(c, p, p->branches == 0 ? ETRACE_MAX_BRANCHES : p->branches);
    if (p->branches != 0) {
        reported(c, p);
    }
}

/* privilege, time and context. */
static void state(struct codec *c, struct etrace_packet *p)
{
    field8(c, &p->privilege, c->cfg->privilege_width);
    if (!c->cfg->notime) {
        p->time = field64(c, p->time, c->cfg->time_width);
    }
    if (!c->cfg->nocontext) {
        p->context = field64(c, p->context, c->cfg->context_width);
    }
}

static void trap(struct codec *c, struct etrace_packet *p)
{
    p->ecause = field64(c, p->ecause, c->cfg->ecause_width);
    flag(c, &p->interrupt);
    flag(c, &p->thaddr);
    p->has_address = !p->thaddr || (c->options & 1u << ETRACE_OPT_IMPLICIT_EXCEPTION) == 0;
    if (p->has_address) {
        address(c, &p->address, true);
    }
    if (!p->interrupt) {
        p->tval = field64(c, p->tval, c->cfg->iaddress_width);
    }
}

static void support(struct codec *c, struct etrace_packet *p)
{
    flag(c, &p->ienable);
    field8(c, &p->encoder_mode, c->cfg->encoder_mode_width);
    field8(c, &p->qual_status, 2);
    field32(c, &p->ioptions, c->cfg->ioptions_width);
    flag(c, &p->denable);
    flag(c, &p->dloss);
    field32(c, &p->doptions, c->cfg->doptions_width);
}

static void sync(struct codec *c, struct etrace_packet *p)
{
    field8(c, &p->subformat, 2);
    if (p->subformat == ETRACE_SYNC_SUPPORT) {
        support(c, p);
        return;
    }
    if (p->subformat != ETRACE_SYNC_CONTEXT) {
        flag(c, &p->branch);
    }
    state(c, p);
    if (p->subformat == ETRACE_SYNC_START) {
        p->has_address = true;
        address(c, &p->address, true);
    } else if (p->subformat == ETRACE_SYNC_TRAP) {
        trap(c, p);
    }
}

/* The subformat of format 0 when no field tells: that of the one option that is on. Efficient
 * Trace, Format 0 subformat field. */
static void implied(const struct codec *c, struct etrace_packet *p)
{
    if (!c->writing) {
        bool cache = (c->options & 1u << ETRACE_OPT_JUMP_TARGET_CACHE) != 0;
        p->subformat = cache ? ETRACE_EXT_INDEX : ETRACE_EXT_COUNT;
    }
}

/* Is there an option that sends this packet of format 0, and only one when no field tells which? */
static bool ext_allowed(const struct codec *c, const struct etrace_packet *p)
{
    bool count = (c->options & 1u << ETRACE_OPT_BRANCH_PREDICTION) != 0;
    bool index = (c->options & 1u << ETRACE_OPT_JUMP_TARGET_CACHE) != 0;
    if (c->cfg->f0s_width == 0 && count && index) {
        return false;
    }
    return p->subformat == ETRACE_EXT_COUNT ? count : p->subformat == ETRACE_EXT_INDEX && index;
}

/* All fields of a packet. Returns ETRACE_OK or ETRACE_ERR_RESERVED. */
static enum etrace_status fields(struct codec *c, struct etrace_packet *p)
{
    field8(c, &p->format, 2);
    switch (p->format) {
    case ETRACE_FORMAT_BRANCH:
        branch(c, p);
        return ETRACE_OK;
    case ETRACE_FORMAT_ADDR:
        reported(c, p);
        return ETRACE_OK;
    case ETRACE_FORMAT_SYNC:
        sync(c, p);
        return ETRACE_OK;
    default:
        break;
    }
    if (c->cfg->f0s_width == 0) {
        implied(c, p);
    } else {
        field8(c, &p->subformat, c->cfg->f0s_width);
    }
    if (!ext_allowed(c, p)) {
        return ETRACE_ERR_RESERVED;
    }
    if (p->subformat == ETRACE_EXT_INDEX) {
        ext_index(c, p);
    } else {
        ext_count(c, p);
    }
    return p->subformat == ETRACE_EXT_COUNT && p->branch_fmt == 1 ? ETRACE_ERR_RESERVED : ETRACE_OK;
}

/* A payload of at most 16 bytes, and its sign above. */
struct words {
    uint64_t low, high;
};

static struct words load(const uint8_t *payload, unsigned size)
{
    struct words w = {0, 0};
    unsigned most = size < 8 ? size : 8;
    for (unsigned i = 0; i < most; i++) {
        w.low |= (uint64_t)payload[i] << (8 * i);
    }
    for (unsigned i = 8; i < size; i++) {
        w.high |= (uint64_t)payload[i] << (8 * i - 64);
    }
    if ((payload[size - 1] & 0x80u) != 0) {
        w.low |= size < 8 ? ~etrace_mask(8 * size) : 0;
        w.high |= size < 16 ? ~(size < 8 ? 0 : etrace_mask(8 * size - 64)) : 0;
    }
    return w;
}

/* Bits from..63 + from; 0 < from < 128. */
static uint64_t from(const struct words *w, unsigned from)
{
    if (from >= 64) {
        uint64_t sign = 0 - (w->high >> 63);
        return from == 64 ? w->high : w->high >> (from - 64) | sign << (128 - from);
    }
    return w->low >> from | w->high << (64 - from);
}

/* Formats 1 and 2 when they are short, which most packets are: what the list of fields would read.
 * Returns false when it has to decide. */
static bool decode_plain(const struct etrace_cfg *cfg, uint32_t options, const uint8_t *payload,
                         unsigned size, struct etrace_packet *p)
{
    unsigned format = payload[0] & 3u;
    bool maps = format == ETRACE_FORMAT_BRANCH;
    unsigned width = (unsigned)cfg->iaddress_width - cfg->iaddress_lsb;
    unsigned depth = etrace_cfg_irdepth(cfg);
    bool full = (options & 1u << ETRACE_OPT_FULL_ADDRESS) != 0;
    if (size > 16 || (!maps && format != ETRACE_FORMAT_ADDR) || full) {
        return false;
    }
    struct words w = load(payload, size);
    unsigned branches = maps ? (unsigned)(w.low >> 2 & 31) : 0;
    unsigned pos = maps ? 7 + map_bits(branches) : 2;
    bool addressed = !maps || branches != 0;
    unsigned valid = maps && branches == 0 ? ETRACE_MAX_BRANCHES : branches;
    unsigned end = addressed ? pos + width + 3 + depth : pos;
    uint64_t tail = end > 128 ? 0 : from(&w, end - 1);
    unsigned left = 8 * size > end ? 8 * size - end : 0;
    if (end > 128 || left >= 8 || ((tail ^ (0 - (tail & 1))) & etrace_mask(left + 1)) != 0) {
        return false;
    }
    *p = (struct etrace_packet){.format = (uint8_t)format,
                                .branches = (uint8_t)branches,
                                .branch_map =
                                    (uint32_t)(from(&w, 7) & etrace_mask(maps ? valid : 0)),
                                .has_address = addressed};
    if (addressed) {
        uint64_t changes = from(&w, pos + width - 1);
        changes ^= changes >> 1;
        p->address = etrace_sign_extend(from(&w, pos) << cfg->iaddress_lsb, cfg->iaddress_width);
        p->notify = (changes & 1) != 0;
        p->updiscon = (changes & 2) != 0;
        p->irreport = (changes & 4) != 0;
        p->irdepth =
            p->irreport ? (uint32_t)(from(&w, end - depth - 1) >> 1 & etrace_mask(depth)) : 0;
    }
    return true;
}

enum etrace_status etrace_packet_decode(const struct etrace_cfg *cfg, uint32_t options,
                                        const uint8_t *payload, unsigned size,
                                        struct etrace_packet *p)
{
    if (size == 0 || size > ETRACE_PAYLOAD_MAX) {
        return ETRACE_ERR_ARG;
    }
    if (decode_plain(cfg, options, payload, size, p)) {
        return ETRACE_OK;
    }
    struct codec c;
    codec_read(&c, cfg, options, payload, size);
    *p = (struct etrace_packet){.format = 0};
    enum etrace_status rc = fields(&c, p);
    return rc == ETRACE_OK && !ends(&c, 8 * size) ? ETRACE_ERR_EXTRA : rc;
}

enum etrace_status etrace_packet_encode(const struct etrace_cfg *cfg, uint32_t options,
                                        const struct etrace_packet *p, uint8_t *payload,
                                        unsigned *size)
{
    struct codec c = {.cfg = cfg, .options = options, .writing = true};
    struct etrace_packet work = *p;
    if (fields(&c, &work) != ETRACE_OK || c.bad) {
        return ETRACE_ERR_ARG;
    }
    if (p->format == ETRACE_FORMAT_BRANCH && p->has_address != (p->branches != 0)) {
        return ETRACE_ERR_ARG;
    }
    return codec_written(&c, payload, size);
}

const char *etrace_packet_name(const struct etrace_packet *p)
{
    static const char *const sync_name[] = {"sync-start", "sync-trap", "context", "support"};
    switch (p->format) {
    case ETRACE_FORMAT_EXT:
        return p->subformat == ETRACE_EXT_COUNT ? "branch-count" : "target-index";
    case ETRACE_FORMAT_BRANCH:
        return p->branches == 0 ? "branches" : "branch-addr";
    case ETRACE_FORMAT_ADDR:
        return "addr";
    default:
        return sync_name[p->subformat & 3u];
    }
}
