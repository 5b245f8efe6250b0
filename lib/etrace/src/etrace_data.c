/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Payloads of data trace, in both directions: one list of fields for each format, which reads or
 * writes.
 *
 * Source: Efficient Trace 2.0, chapter "Data Trace Encoder Output Packets".
 */
#include "etrace/etrace_data.h"

#include "etrace_codec.h"

enum {
    CSR_MSBS_SHIFT = 6,
    CSR_READ_ONLY = 3, /* address[11:10] */
    RESERVED_DIFF = 2, /* in packets without an address, and in those of CSRs */
};

/* A packet at work. */
struct work {
    struct codec c;
    const struct etrace_cfg *cfg;
    const struct etrace_data_state *state;
    bool addresses, data; /* by the options */
    bool reserved;
};

static unsigned clog2(unsigned v)
{
    unsigned n = 0;
    while (1u << n < v) {
        n++;
    }
    return n;
}

/* Table "Packet format for Unified load or store": max(1, clog2(clog2(data_width_p / 8 + 1))). */
unsigned etrace_data_size_width(const struct etrace_cfg *cfg)
{
    unsigned width = clog2(clog2(cfg->data_width / 8u + 1u));
    return width != 0 ? width : 1;
}

static unsigned csr_size(const struct etrace_cfg *cfg)
{
    return cfg->xlen == 64 ? 3 : 2;
}

static void reserve(struct work *w, bool reserved)
{
    w->reserved = w->reserved || reserved;
}

static void size_field(struct work *w, struct etrace_data_packet *p)
{
    field8(&w->c, &p->size, etrace_data_size_width(w->cfg));
    reserve(w, p->size > 3 || etrace_data_bits(p->size) > w->cfg->data_width);
    if (w->reserved) {
        p->size = 0; /* what follows has a bounded width */
    }
}

static void lrid(struct work *w, struct etrace_data_packet *p)
{
    p->lrid = (uint16_t)field64(&w->c, p->lrid, w->cfg->lrid_width);
}

/* A value, whose upper bits repeat its sign, in a field of that width. */
static void value(struct work *w, uint64_t *v, unsigned width)
{
    if (w->c.writing) {
        w->c.bad = w->c.bad || etrace_sign_extend(*v, width) != *v;
    }
    *v = etrace_sign_extend(field64(&w->c, *v & etrace_mask(width), width), width);
}

/* data_len or op_len, and the bytes. "data_len field". */
static void counted(struct work *w, uint64_t *v, unsigned size)
{
    unsigned most = etrace_data_bits(size);
    unsigned bytes = 1;
    if (w->c.writing) {
        w->c.bad = w->c.bad || etrace_sign_extend(*v, most) != *v;
        while (etrace_sign_extend(*v, 8 * bytes) != *v && 8 * bytes < most) {
            bytes++;
        }
    }
    bytes = 1 + (unsigned)field64(&w->c, bytes - 1, size);
    value(w, v, 8 * bytes);
}

static void data_counted(struct work *w, struct etrace_data_packet *p, unsigned size)
{
    p->has_data = true;
    counted(w, &p->data, size);
}

/* As the last field it has the width of the bus. */
static void data_last(struct work *w, struct etrace_data_packet *p)
{
    p->has_data = true;
    value(w, &p->data, w->cfg->data_width);
    if (!w->c.writing) {
        p->data = etrace_sign_extend(p->data, etrace_data_bits(p->size));
    }
}

static void operand(struct work *w, struct etrace_data_packet *p, unsigned size)
{
    p->has_operand = true;
    counted(w, &p->operand, size);
}

static void address_last(struct work *w, struct etrace_data_packet *p)
{
    p->has_address = true;
    value(w, &p->address, w->cfg->daddress_width);
}

/* diff in packets without an address, and of CSRs. */
static void diff_of_data(struct work *w, struct etrace_data_packet *p)
{
    field8(&w->c, &p->diff, w->cfg->data_diff_width);
    reserve(w, p->diff == RESERVED_DIFF);
}

/* Loads and stores, unified. */
static void load_store(struct work *w, struct etrace_data_packet *p)
{
    size_field(w, p);
    if (!w->addresses) {
        diff_of_data(w, p);
        data_last(w, p);
        return;
    }
    field8(&w->c, &p->diff, w->data ? 2 : 1);
    if (w->data) {
        data_counted(w, p, p->size);
    }
    address_last(w, p);
}

/* The address of a split load. */
static void load_request(struct work *w, struct etrace_data_packet *p)
{
    reserve(w, !w->addresses);
    size_field(w, p);
    lrid(w, p);
    field8(&w->c, &p->diff, 1);
    address_last(w, p);
}

static void load_data(struct work *w, struct etrace_data_packet *p)
{
    reserve(w, !w->cfg->data_split || !w->data);
    size_field(w, p);
    lrid(w, p);
    field8(&w->c, &p->resp, 2);
    if (p->resp != ETRACE_RESP_ERROR) {
        data_last(w, p);
    }
}

/* Address[11:6], the operand unless the CSR is read-only, address[5:0]. */
static void csr(struct work *w, struct etrace_data_packet *p)
{
    unsigned size = csr_size(w->cfg);
    field8(&w->c, &p->subtype, 2);
    reserve(w, !w->cfg->data_csrs || p->subtype >= ETRACE_CSR_SUBTYPES);
    if (w->data) {
        diff_of_data(w, p);
        data_counted(w, p, size);
    } else {
        field8(&w->c, &p->diff, 1);
    }
    w->c.bad = w->c.bad || (w->c.writing && p->address >> (2 * CSR_MSBS_SHIFT) != 0);
    uint64_t high = field64(&w->c, p->address >> CSR_MSBS_SHIFT & etrace_mask(6), 6);
    if (w->data && high >> 4 != CSR_READ_ONLY) {
        operand(w, p, size);
    }
    p->address = high << CSR_MSBS_SHIFT | field64(&w->c, p->address & etrace_mask(6), 6);
    p->has_address = true;
    p->size = (uint8_t)size;
}

/* Operand and address of a split atomic; all of a unified one. */
static void atomic(struct work *w, struct etrace_data_packet *p)
{
    bool both = w->addresses && w->data;
    bool split = w->cfg->data_split && both;
    field8(&w->c, &p->subtype, 3);
    reserve(w, !w->cfg->data_atomics || (p->subtype == ETRACE_ATOMIC_FAILED && w->data));
    size_field(w, p);
    if (split) {
        lrid(w, p);
    }
    if (w->addresses) {
        field8(&w->c, &p->diff, both ? 2 : 1);
    } else {
        diff_of_data(w, p);
    }
    if (w->data) {
        operand(w, p, p->size);
    }
    if (both && !split) {
        data_counted(w, p, p->size);
    } else if (!w->addresses) {
        data_last(w, p);
    }
    if (w->addresses) {
        address_last(w, p);
    }
}

static void atomic_data(struct work *w, struct etrace_data_packet *p)
{
    reserve(w, !w->cfg->data_split || !w->cfg->data_atomics || !w->addresses || !w->data);
    lrid(w, p);
    field8(&w->c, &p->resp, 2);
    uint8_t known = w->state->atomic[p->lrid & etrace_mask(ETRACE_MAX_LRID_WIDTH)];
    p->size = known & 3u;
    p->subtype = known >> 4;
    if (p->resp != ETRACE_RESP_ERROR) {
        data_counted(w, p, p->size);
    }
}

/* All fields of a packet. Returns ETRACE_OK or ETRACE_ERR_RESERVED. */
static enum etrace_status fields(struct work *w, struct etrace_data_packet *p)
{
    field8(&w->c, &p->format, etrace_data_format_width(w->cfg));
    reserve(w, !w->addresses && !w->data);
    switch (p->format) {
    case ETRACE_DATA_LOAD:
    case ETRACE_DATA_LOAD + 1:
        if (w->cfg->data_split) {
            load_request(w, p);
        } else {
            load_store(w, p);
        }
        break;
    case ETRACE_DATA_STORE:
    case ETRACE_DATA_STORE + 1:
        load_store(w, p);
        break;
    case ETRACE_DATA_LOAD_DATA:
        load_data(w, p);
        break;
    case ETRACE_DATA_CSR:
        csr(w, p);
        break;
    case ETRACE_DATA_ATOMIC:
        atomic(w, p);
        break;
    default:
        atomic_data(w, p);
        break;
    }
    return w->reserved ? ETRACE_ERR_RESERVED : ETRACE_OK;
}

static struct work begin(const struct etrace_cfg *cfg, uint32_t options,
                         const struct etrace_data_state *state)
{
    return (struct work){.c = {.cfg = cfg, .options = options},
                         .cfg = cfg,
                         .state = state,
                         .addresses = etrace_data_has_address(options),
                         .data = etrace_data_has_data(options)};
}

enum etrace_status etrace_data_decode(const struct etrace_cfg *cfg, uint32_t options,
                                      const struct etrace_data_state *state, const uint8_t *payload,
                                      unsigned size, struct etrace_data_packet *p)
{
    if (size == 0 || size > ETRACE_PAYLOAD_MAX) {
        return ETRACE_ERR_ARG;
    }
    struct work w = begin(cfg, options, state);
    codec_read(&w.c, cfg, options, payload, size);
    *p = (struct etrace_data_packet){.format = 0};
    enum etrace_status rc = fields(&w, p);
    return rc == ETRACE_OK && !ends(&w.c, 8 * size) ? ETRACE_ERR_EXTRA : rc;
}

enum etrace_status etrace_data_encode(const struct etrace_cfg *cfg, uint32_t options,
                                      const struct etrace_data_state *state,
                                      const struct etrace_data_packet *p, uint8_t *payload,
                                      unsigned *size)
{
    struct work w = begin(cfg, options, state);
    struct etrace_data_packet copy = *p;
    w.c.writing = true;
    enum etrace_status rc = fields(&w, &copy);
    if (rc != ETRACE_OK || w.c.bad) {
        return rc != ETRACE_OK ? rc : ETRACE_ERR_ARG;
    }
    return codec_written(&w.c, payload, size);
}
