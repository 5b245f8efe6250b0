/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a packet of data trace means after those before it.
 *
 * Source: Efficient Trace 2.0, chapter "Data Trace Encoder Output Packets", "diff field".
 */
#include "etrace/etrace_data.h"

#include "etrace_bits.h"

enum {
    DTYPE_CSR = 4,
    DTYPE_ATOMIC = 8,
    DTYPE_FAILED = 15,
};

/* How the value of a packet relates to the one before it. */
enum relation {
    FULL,
    XORED,
    ADDED,
};

void etrace_data_sync(struct etrace_data_state *state)
{
    for (unsigned i = 0; i < ETRACE_DATA_SIZES; i++) {
        state->address_known[i] = false;
        state->data_known[i] = false;
    }
    state->csr_known = false;
}

static bool responds(const struct etrace_data_packet *p)
{
    return p->format == ETRACE_DATA_LOAD_DATA || p->format == ETRACE_DATA_ATOMIC_DATA;
}

static enum relation relation_of(const struct etrace_cfg *cfg, uint32_t options,
                                 const struct etrace_data_packet *p)
{
    static const enum relation by_two[] = {FULL, XORED, FULL, ADDED};
    bool narrow = p->format == ETRACE_DATA_CSR || !etrace_data_has_address(options);
    if (responds(p)) {
        return by_two[p->resp & 3u];
    }
    if (narrow && cfg->data_diff_width == 1) {
        return p->diff == 0 ? FULL : cfg->data_no_xor ? ADDED : XORED;
    }
    return by_two[p->diff & 3u];
}

static uint64_t combine(enum relation relation, uint64_t v, uint64_t before)
{
    return relation == FULL ? v : relation == XORED ? v ^ before : v + before;
}

/* An address as the hart has it: as those of instructions, extended from more than 32 bits. */
static uint64_t extend(const struct etrace_cfg *cfg, uint64_t v)
{
    uint64_t wide = cfg->daddress_width > 32 ? etrace_sign_extend(v, cfg->daddress_width) : v;
    return wide & etrace_mask(cfg->xlen);
}

/* The address of a load, store or atomic. An aligned one is transmitted, and subtracted, without
 * its lowest bits. */
static uint64_t address_of(const struct etrace_cfg *cfg, const struct etrace_data_state *state,
                           const struct etrace_data_packet *p)
{
    uint64_t mask = etrace_mask(cfg->daddress_width);
    bool plain = p->format < ETRACE_DATA_LOAD_DATA;
    unsigned shift = plain && (p->format & 1u) != 0 ? 0 : p->size;
    uint64_t before = p->diff == 0 ? 0 : state->address[p->size] >> shift;
    return ((p->address + before) & mask) << shift & mask;
}

static uint8_t dtype_of(const struct etrace_data_packet *p)
{
    switch (p->format) {
    case ETRACE_DATA_STORE:
    case ETRACE_DATA_STORE + 1:
        return 1;
    case ETRACE_DATA_CSR:
        return (uint8_t)(DTYPE_CSR + p->subtype);
    case ETRACE_DATA_ATOMIC:
    case ETRACE_DATA_ATOMIC_DATA:
        return (uint8_t)(DTYPE_ATOMIC + p->subtype);
    default:
        return 0;
    }
}

/* Is what the packet is relative to known? */
static bool is_known(const struct etrace_data_state *state, const struct etrace_data_packet *p,
                     uint32_t options, enum relation relation)
{
    bool relative = p->diff != 0 && !responds(p);
    if (p->format == ETRACE_DATA_CSR) {
        relative = relative && !etrace_data_has_data(options);
        if (relative && !state->csr_known) {
            return false;
        }
    } else if (p->has_address && relative && !state->address_known[p->size]) {
        return false;
    }
    return !p->has_data || relation == FULL || state->data_known[p->size];
}

static uint16_t csr_of(struct etrace_data_state *state, const struct etrace_data_packet *p,
                       uint32_t options)
{
    bool relative = p->diff != 0 && !etrace_data_has_data(options);
    state->csr = (uint16_t)((p->address + (relative ? state->csr : 0u)) & 0xfffu);
    state->csr_known = true;
    return state->csr;
}

enum etrace_status etrace_data_apply(const struct etrace_cfg *cfg, uint32_t options,
                                     struct etrace_data_state *state,
                                     const struct etrace_data_packet *p,
                                     struct etrace_access *access)
{
    enum relation relation = relation_of(cfg, options, p);
    uint64_t mask = etrace_mask(etrace_data_bits(p->size));
    bool both = etrace_data_has_address(options) && etrace_data_has_data(options);
    if (!is_known(state, p, options, relation)) {
        return ETRACE_ERR_NOSYNC;
    }
    *access = (struct etrace_access){.dtype = dtype_of(p),
                                     .size = p->size,
                                     .lrid = p->lrid,
                                     .response = responds(p),
                                     .error = responds(p) && p->resp == ETRACE_RESP_ERROR,
                                     .has_address = p->has_address,
                                     .has_data = p->has_data,
                                     .has_operand = p->has_operand,
                                     .operand = p->operand & mask};
    access->request =
        cfg->data_split && etrace_data_has_data(options) && !p->has_data && !access->response;
    if (p->format == ETRACE_DATA_CSR) {
        access->address = csr_of(state, p, options);
    } else if (p->has_address) {
        state->address[p->size] = address_of(cfg, state, p);
        state->address_known[p->size] = true;
        access->address = extend(cfg, state->address[p->size]);
    }
    if (p->has_data) {
        state->data[p->size] = combine(relation, p->data, state->data[p->size]) & mask;
        state->data_known[p->size] = true;
        access->data = state->data[p->size];
    }
    if (p->format == ETRACE_DATA_ATOMIC && cfg->data_split && both) {
        state->atomic[p->lrid & etrace_mask(ETRACE_MAX_LRID_WIDTH)] =
            (uint8_t)(p->size | p->subtype << 4);
    }
    return ETRACE_OK;
}
