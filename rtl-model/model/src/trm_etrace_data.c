/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which packet of data trace an access becomes, and how its address and value are compressed: the
 * shortest of those that are allowed.
 *
 * Source: Efficient Trace 2.0, chapter "Data Trace Encoder Output Packets".
 */
#include "trm/trm_etrace_data.h"

#include <string.h>

#include "etrace/etrace_packet.h"

static bool has(const struct trm_etrace_data *d, enum etrace_data_option option)
{
    return (d->options >> option & 1u) != 0;
}

bool trm_etrace_data_init(struct trm_etrace_data *d, const struct etrace_cfg *cfg,
                          trm_etrace_data_put *put, void *ctx)
{
    if (etrace_cfg_check(cfg) != NULL) {
        return false;
    }
    *d =
        (struct trm_etrace_data){.cfg = *cfg, .options = cfg->data_options, .put = put, .ctx = ctx};
    return true;
}

void trm_etrace_data_sync(struct trm_etrace_data *d)
{
    etrace_data_sync(&d->state);
}

/* The lowest bits of v, as a number with a sign. */
static uint64_t sign_extend(uint64_t v, unsigned bits)
{
    uint64_t sign = UINT64_C(1) << (bits - 1);
    return ((v & etrace_mask(bits)) ^ sign) - sign;
}

/* The address as it is transmitted: aligned ones without their lowest bits. */
static uint64_t address_field(const struct trm_etrace_data *d, const struct ingress_access *a,
                              unsigned shift, bool relative)
{
    uint64_t mask = etrace_mask(d->cfg.daddress_width);
    uint64_t before = relative ? d->state.address[a->dsize] >> shift : 0;
    return sign_extend(((a->daddr & mask) >> shift) - before, d->cfg.daddress_width);
}

/* The ways to report a value: 0 full, 1 XOR, 3 differential. Is this one open? */
static bool may(const struct trm_etrace_data *d, unsigned way, unsigned size)
{
    if (way == ETRACE_DIFF_SYNC) {
        return true;
    }
    bool offered = way == ETRACE_DIFF_XOR ? !d->cfg.data_no_xor : !d->cfg.data_no_diff;
    return offered && !has(d, ETRACE_DOPT_FULL_DATA) && d->state.data_known[size];
}

static uint64_t data_field(const struct trm_etrace_data *d, uint64_t value, unsigned way,
                           unsigned size)
{
    uint64_t before = d->state.data[size];
    uint64_t v = way == ETRACE_DIFF_XOR    ? value ^ before
                 : way == ETRACE_DIFF_DATA ? value - before
                                           : value;
    return sign_extend(v, etrace_data_bits(size));
}

/* How that way is said: in `resp`, in a `diff` of packets with addresses, or without. */
static void set_way(const struct trm_etrace_data *d, struct etrace_data_packet *p, unsigned way,
                    bool relative)
{
    bool responds = p->format == ETRACE_DATA_LOAD_DATA || p->format == ETRACE_DATA_ATOMIC_DATA;
    bool full = way == ETRACE_DIFF_SYNC;
    if (responds) {
        p->resp = full ? ETRACE_DIFF_FULL : (uint8_t)way;
    } else if (p->format == ETRACE_DATA_CSR || has(d, ETRACE_DOPT_NO_ADDRESS)) {
        p->diff = d->cfg.data_diff_width == 1 ? !full : (uint8_t)way;
    } else {
        p->diff = !relative ? ETRACE_DIFF_SYNC : full ? ETRACE_DIFF_FULL : (uint8_t)way;
    }
}

/* With one bit of diff, compressed is what is offered: XOR, if it is. */
static bool can_say(const struct trm_etrace_data *d, const struct etrace_data_packet *p,
                    unsigned way, bool relative)
{
    bool narrow = p->format == ETRACE_DATA_CSR || has(d, ETRACE_DOPT_NO_ADDRESS);
    bool responds = p->format == ETRACE_DATA_LOAD_DATA || p->format == ETRACE_DATA_ATOMIC_DATA;
    if (responds || way == ETRACE_DIFF_SYNC) {
        return true;
    }
    if (narrow) {
        return d->cfg.data_diff_width == 2 || way == ETRACE_DIFF_XOR || d->cfg.data_no_xor;
    }
    return relative; /* diff 0 has full data */
}

/* The state follows what a decoder sees. Returns whether there was room. */
static bool send(struct trm_etrace_data *d, const uint8_t *payload, unsigned size)
{
    struct etrace_data_packet p;
    struct etrace_access sent;
    if (!d->put(d->ctx, payload, size)) {
        d->lost = true;
        return false;
    }
    d->packets++;
    return etrace_data_decode(&d->cfg, d->options, &d->state, payload, size, &p) == ETRACE_OK &&
           etrace_data_apply(&d->cfg, d->options, &d->state, &p, &sent) == ETRACE_OK;
}

/* Send the shortest packet; value: what `data` stands for, when the packet has it. shift: bits of
 * the address that are left out. Returns whether it found room. */
static bool send_best(struct trm_etrace_data *d, const struct ingress_access *a,
                      struct etrace_data_packet p, uint64_t value, unsigned shift)
{
    static const unsigned ways[] = {ETRACE_DIFF_SYNC, ETRACE_DIFF_XOR, ETRACE_DIFF_DATA};
    uint8_t payload[ETRACE_PAYLOAD_MAX], shortest[ETRACE_PAYLOAD_MAX];
    unsigned least = ETRACE_PAYLOAD_MAX + 1;
    bool differential = !has(d, ETRACE_DOPT_FULL_ADDRESS) && d->state.address_known[p.size];
    for (unsigned i = 0; i < 6; i++) {
        unsigned way = ways[i % 3], size = 0;
        bool relative = i >= 3;
        if ((relative && !differential) || !may(d, way, p.size) || !can_say(d, &p, way, relative)) {
            continue;
        }
        p.data = data_field(d, value, way, p.size);
        if (p.format != ETRACE_DATA_CSR) {
            p.address = address_field(d, a, shift, relative);
        }
        set_way(d, &p, way, relative);
        if (has(d, ETRACE_DOPT_NO_DATA) || (d->cfg.data_split && p.format < ETRACE_DATA_STORE)) {
            p.diff = relative && p.format != ETRACE_DATA_CSR;
        }
        if (etrace_data_encode(&d->cfg, d->options, &d->state, &p, payload, &size) == ETRACE_OK &&
            size < least) {
            least = size;
            memcpy(shortest, payload, sizeof shortest);
        }
    }
    return least <= ETRACE_PAYLOAD_MAX && send(d, shortest, least);
}

/* Loads and stores. */
static void take_plain(struct trm_etrace_data *d, const struct ingress_access *a)
{
    bool load = a->dtype == INGRESS_DTYPE_LOAD;
    bool aligned = (a->daddr & ((UINT64_C(1) << a->dsize) - 1)) == 0;
    bool split = load && d->cfg.data_split;
    unsigned format = (load ? ETRACE_DATA_LOAD : ETRACE_DATA_STORE) + (aligned ? 0u : 1u);
    struct etrace_data_packet p = {
        .format = (uint8_t)format, .size = a->dsize, .lrid = split ? d->lrid : 0};
    bool sent = true;
    if (!split || !has(d, ETRACE_DOPT_NO_ADDRESS)) {
        sent = send_best(d, a, p, load ? a->load : a->store, aligned ? a->dsize : 0);
    }
    if (split && sent && !has(d, ETRACE_DOPT_NO_DATA)) {
        p.format = ETRACE_DATA_LOAD_DATA;
        (void)send_best(d, a, p, a->load, 0);
    }
}

/* With the operands of CSRs as the port has them. */
static void take_csr(struct trm_etrace_data *d, const struct ingress_access *a)
{
    unsigned size = d->cfg.xlen == 64 ? 3 : 2;
    struct etrace_data_packet p = {.format = ETRACE_DATA_CSR,
                                   .subtype = (uint8_t)(a->dtype - INGRESS_DTYPE_CSR_RW),
                                   .size = (uint8_t)size,
                                   .address = a->daddr & 0xfff,
                                   .operand = sign_extend(a->store, etrace_data_bits(size))};
    if (d->cfg.data_csrs) {
        (void)send_best(d, a, p, a->load, 0);
    }
}

/* rs2. The port has what was written: an operand that makes it of what was read. */
static uint64_t operand_of(const struct ingress_access *a)
{
    switch (a->dtype) {
    case INGRESS_DTYPE_ADD:
        return a->store - a->load;
    case INGRESS_DTYPE_XOR:
        return a->store ^ a->load;
    default: /* and, or, max, min: the result once more gives the same */
        return a->store;
    }
}

static void take_atomic(struct trm_etrace_data *d, const struct ingress_access *a)
{
    bool both = !has(d, ETRACE_DOPT_NO_ADDRESS) && !has(d, ETRACE_DOPT_NO_DATA);
    bool failed = a->dtype == INGRESS_DTYPE_SC_FAILED;
    bool split = d->cfg.data_split && both;
    struct etrace_data_packet p = {
        .format = ETRACE_DATA_ATOMIC,
        .subtype = failed ? ETRACE_ATOMIC_FAILED : (uint8_t)(a->dtype - INGRESS_DTYPE_SWAP),
        .size = a->dsize,
        .lrid = split ? d->lrid : 0,
        .operand = sign_extend(operand_of(a), etrace_data_bits(a->dsize))};
    if (!d->cfg.data_atomics || (failed && !has(d, ETRACE_DOPT_NO_DATA)) ||
        (a->daddr & ((UINT64_C(1) << a->dsize) - 1)) != 0) {
        return;
    }
    if (send_best(d, a, p, a->load, a->dsize) && split) {
        p.format = ETRACE_DATA_ATOMIC_DATA;
        (void)send_best(d, a, p, a->load, 0);
    }
}

void trm_etrace_data_take(struct trm_etrace_data *d, const struct ingress_access *a)
{
    bool csr = a->dtype >= INGRESS_DTYPE_CSR_RW && a->dtype <= INGRESS_DTYPE_CSR_RC;
    if (!csr && (a->dsize > 3 || etrace_data_bits(a->dsize) > d->cfg.data_width)) {
        return;
    }
    if (csr) {
        take_csr(d, a);
    } else if (a->dtype <= INGRESS_DTYPE_STORE) {
        take_plain(d, a);
    } else {
        take_atomic(d, a);
    }
    d->lrid = (uint16_t)((d->lrid + 1u) & etrace_mask(d->cfg.lrid_width));
}
