/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Encapsulated packets.
 *
 * Source: Packet Encapsulation 1.0, "Normal Encapsulation Structure", "Null Encapsulation",
 * "Synchronization".
 */
#include "etrace/etrace_frame.h"

#include "etrace_bits.h"

enum {
    LENGTH_MASK = 0x1f,
    FLOW_SHIFT = 5,
    EXTEND = 0x80,
    FLOW_INST = 2, /* type_in_flow: as the reference scripts write it */
    FLOW_DATA = 3,
};

enum etrace_status etrace_reader_init(struct etrace_reader *r, const struct etrace_cfg *cfg,
                                      const uint8_t *data, size_t size)
{
    if (r == NULL || cfg == NULL || (data == NULL && size != 0) || etrace_cfg_check(cfg) != NULL) {
        return ETRACE_ERR_ARG;
    }
    *r = (struct etrace_reader){.cfg = *cfg, .data = data, .size = size};
    return ETRACE_OK;
}

/* Whole packet, from its header. Packet Encapsulation, Packet Length. */
static unsigned packet_length(const struct etrace_cfg *cfg, uint8_t header)
{
    unsigned stamp = (header & EXTEND) != 0 ? cfg->ts_bytes : 0;
    return 1u + cfg->src_bits / 8u + stamp + (header & LENGTH_MASK);
}

static uint8_t kind_of(const struct etrace_cfg *cfg, const struct etrace_frame *f)
{
    unsigned inst = cfg->type_inst;
    unsigned data = cfg->type_data;
    unsigned is = f->type;
    if (cfg->type_in_flow) {
        inst = FLOW_INST;
        data = FLOW_DATA;
        is = f->flow;
    } else if (cfg->type_bits == 0) {
        return ETRACE_KIND_INST;
    }
    return is == inst ? ETRACE_KIND_INST : is == data ? ETRACE_KIND_DATA : ETRACE_KIND_OTHER;
}

/* The fields after the header. bytes[0..f->length) are there. Payloads are whole bytes: what an
 * encapsulation has beyond them is padding, of any value. */
static enum etrace_status take(const struct etrace_cfg *cfg, const uint8_t *bytes,
                               struct etrace_frame *f)
{
    unsigned at = 8;
    f->flow = (bytes[0] >> FLOW_SHIFT) & 3u;
    f->stamped = (bytes[0] & EXTEND) != 0 && cfg->ts_bytes != 0;
    unsigned need = at + cfg->src_bits + (f->stamped ? 8u * cfg->ts_bytes : 0) + cfg->type_bits;
    if (8 * f->length < need + 8) {
        return ETRACE_ERR_TRUNCATED;
    }
    f->src = (uint16_t)etrace_bits_get(bytes, at, cfg->src_bits);
    at += cfg->src_bits;
    if (f->stamped) {
        f->stamp = etrace_bits_get(bytes, at, 8u * cfg->ts_bytes);
        at += 8u * cfg->ts_bytes;
    }
    f->type = (uint8_t)etrace_bits_get(bytes, at, cfg->type_bits);
    at += cfg->type_bits;
    f->size = (8 * f->length - at) / 8;
    for (unsigned i = 0; i < f->size; i++) {
        f->payload[i] = (uint8_t)etrace_bits_get(bytes, at + 8 * i, 8);
    }
    f->kind = kind_of(cfg, f);
    return ETRACE_OK;
}

enum etrace_status etrace_reader_next(struct etrace_reader *r, struct etrace_frame *f)
{
    while (r->pos < r->size && (r->data[r->pos] & LENGTH_MASK) == 0) {
        r->pos++;
        r->nulls++;
    }
    if (r->pos == r->size) {
        return ETRACE_ERR_END;
    }
    const uint8_t *bytes = r->data + r->pos;
    unsigned length = packet_length(&r->cfg, bytes[0]);
    if (length > r->size - r->pos) {
        return ETRACE_ERR_END;
    }
    *f = (struct etrace_frame){.offset = r->base + r->pos, .length = length};
    r->pos += length;
    return take(&r->cfg, bytes, f);
}

enum etrace_status etrace_reader_sync(struct etrace_reader *r)
{
    unsigned run = 0;
    for (size_t i = r->pos; i < r->size; i++) {
        if ((r->data[i] & LENGTH_MASK) == 0) {
            run++;
        } else if (run > etrace_sync_run(&r->cfg)) {
            r->pos = i;
            return ETRACE_OK;
        } else {
            run = 0;
        }
    }
    return ETRACE_ERR_END;
}

static bool fits(uint64_t value, unsigned width)
{
    return (value & ~etrace_mask(width)) == 0;
}

enum etrace_status etrace_frame_write(const struct etrace_cfg *cfg, const struct etrace_frame *f,
                                      uint8_t *out, unsigned *length)
{
    bool data = f->kind == ETRACE_KIND_DATA;
    unsigned flow = cfg->type_in_flow ? (data ? FLOW_DATA : FLOW_INST) : f->flow;
    unsigned type = cfg->type_in_flow ? 0u : data ? cfg->type_data : cfg->type_inst;
    unsigned stamp = f->stamped ? cfg->ts_bytes : 0u;
    unsigned bits = cfg->src_bits % 8u + cfg->type_bits + 8u * f->size;
    if (f->kind == ETRACE_KIND_OTHER || f->size == 0 || flow > 3 || !fits(f->src, cfg->src_bits) ||
        !fits(type, cfg->type_bits) || (f->stamped && stamp == 0) ||
        (f->stamped && !fits(f->stamp, 8 * stamp))) {
        return ETRACE_ERR_ARG;
    }
    if (bits > ETRACE_MAX_PAYLOAD_BITS) {
        return ETRACE_ERR_NOSPACE;
    }
    for (unsigned i = 0; i < ETRACE_FRAME_MAX; i++) {
        out[i] = 0;
    }
    unsigned payload = (bits + 7) / 8;
    out[0] = (uint8_t)(payload | flow << FLOW_SHIFT | (f->stamped ? EXTEND : 0u));
    unsigned at = 8;
    etrace_bits_put(out, at, cfg->src_bits, f->src);
    at += cfg->src_bits;
    etrace_bits_put(out, at, 8 * stamp, f->stamped ? f->stamp : 0);
    at += 8 * stamp;
    etrace_bits_put(out, at, cfg->type_bits, type);
    at += cfg->type_bits;
    for (unsigned i = 0; i < f->size; i++) {
        etrace_bits_put(out, at + 8 * i, 8, f->payload[i]);
    }
    *length = 1u + cfg->src_bits / 8u + stamp + payload;
    return ETRACE_OK;
}
