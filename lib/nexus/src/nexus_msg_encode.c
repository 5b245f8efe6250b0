/* SPDX-License-Identifier: Apache-2.0 */
#include "nexus_frame.h"
#include "nexus_table.h"

static uint64_t low_bits(unsigned n)
{
    return n >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << n) - 1;
}

/* How many bits of a complete address must be sent so that the decoder extends them to the same
 * value: whole MDO records, or all of it. N-Trace, Virtual Addresses Optimization. */
static unsigned extended_bits(uint64_t value, unsigned width)
{
    for (unsigned n = NEXUS_MDO_BITS; n < width; n += NEXUS_MDO_BITS) {
        uint64_t above = low_bits(width) & ~low_bits(n);
        if ((value & above) == ((value >> (n - 1) & 1) != 0 ? above : 0)) {
            return n;
        }
    }
    return width;
}

static int put_address(struct nexus_writer *w, const struct nexus_stream_cfg *cfg, uint64_t value)
{
    unsigned width = nexus_addr_bits(cfg);
    if (nexus_wider(value, width)) {
        return NEXUS_ERR_ARG;
    }
    if (cfg->extend_addr_msb) {
        unsigned n = extended_bits(value, width);
        nexus_put_var(w, value & low_bits(n), n);
    } else {
        nexus_put_var(w, value, 0);
    }
    return NEXUS_OK;
}

static int put_limited(struct nexus_writer *w, uint64_t value, unsigned limit)
{
    if (nexus_wider(value, limit)) {
        return NEXUS_ERR_ARG;
    }
    nexus_put_var(w, value, 0);
    return NEXUS_OK;
}

/* An optional field that begins in the middle of a byte: a value of 0 goes on to a second byte,
 * since zeros in the first one mean that the field is absent. */
static int put_optional(struct nexus_writer *w, uint64_t value)
{
    nexus_put_var(w, value, value == 0 && w->count > 0 ? NEXUS_MDO_BITS - w->count + 1 : 0);
    return NEXUS_OK;
}

static int put_row(struct nexus_writer *w, const struct nexus_stream_cfg *cfg,
                   const struct nexus_msg *m, const struct nexus_row *r)
{
    uint64_t value = m->value[r->field];
    switch (r->kind) {
    case NEXUS_KIND_FIX:
    case NEXUS_KIND_CFG:
        if (nexus_row_width(cfg, r) == NEXUS_WIDTH_VARIABLE) {
            return put_limited(w, value, 0);
        }
        if (nexus_wider(value, nexus_row_width(cfg, r))) {
            return NEXUS_ERR_ARG;
        }
        nexus_put_fixed(w, value, nexus_row_width(cfg, r));
        return NEXUS_OK;
    case NEXUS_KIND_ADR:
        return put_address(w, cfg, value);
    case NEXUS_KIND_RES:
        return put_limited(w, value, nexus_rdata_limit(m->value[NEXUS_F_RCODE]));
    case NEXUS_KIND_SEL:
        if (r->arg == NEXUS_IF_OPTIONAL) {
            return put_optional(w, value);
        }
        return put_limited(w, value, r->max);
    default:
        return put_limited(w, value, r->max);
    }
}

/* Does the layout demand this field? An optional one is demanded when it is there. */
static bool is_due(const struct nexus_stream_cfg *cfg, const struct nexus_msg *m,
                   const struct nexus_row *r)
{
    if (r->kind == NEXUS_KIND_CFG) {
        return nexus_row_width(cfg, r) > 0;
    }
    if (r->kind != NEXUS_KIND_SEL) {
        return true;
    }
    if (r->arg == NEXUS_IF_OPTIONAL) {
        return nexus_msg_has(m, (enum nexus_field)r->field);
    }
    return nexus_condition_holds(cfg, m, r->arg);
}

static int put_fields(struct nexus_writer *w, const struct nexus_stream_cfg *cfg,
                      const struct nexus_msg *m)
{
    const struct nexus_layout *l = &nexus_layouts[m->tcode];
    uint64_t left = m->present;
    for (const struct nexus_row *r = l->row; r->kind != NEXUS_KIND_END; r++) {
        if (!is_due(cfg, m, r)) {
            continue;
        }
        if (!nexus_msg_has(m, (enum nexus_field)r->field)) {
            return NEXUS_ERR_ARG;
        }
        left &= ~(UINT64_C(1) << r->field);
        int status = put_row(w, cfg, m, r);
        if (status != NEXUS_OK) {
            return status;
        }
    }
    if (nexus_msg_has(m, NEXUS_F_TSTAMP) && cfg->timestamps && l->head == NEXUS_NTRACE_HEAD) {
        left &= ~(UINT64_C(1) << NEXUS_F_TSTAMP);
        nexus_put_align(w);
        nexus_put_var(w, m->value[NEXUS_F_TSTAMP], 0);
    }
    return left == 0 ? NEXUS_OK : NEXUS_ERR_ARG;
}

static int copy_out(uint8_t *buf, size_t cap, const uint8_t *from, size_t size)
{
    if (size > cap) {
        return NEXUS_ERR_NOSPACE;
    }
    for (size_t i = 0; i < size; i++) {
        buf[i] = from[i];
    }
    return (int)size;
}

/* A vendor or reserved message: raw must be one whole message of this TCODE and SRC. */
static int encode_raw(const struct nexus_stream_cfg *cfg, const struct nexus_msg *m, uint8_t *buf,
                      size_t cap)
{
    struct nexus_msg_decoder d = {.cfg = *cfg, .data = m->raw, .size = m->raw_length};
    struct nexus_msg got;
    if (m->raw == NULL || m->raw_length > INT32_MAX || m->present != 0 ||
        nexus_msg_next(&d, &got) != NEXUS_OK || got.length != m->raw_length ||
        got.tcode != m->tcode || (cfg->src_bits > 0 && got.src != m->src)) {
        return NEXUS_ERR_ARG;
    }
    return copy_out(buf, cap, m->raw, m->raw_length);
}

int nexus_msg_encode(const struct nexus_stream_cfg *cfg, const struct nexus_msg *m, uint8_t *buf,
                     size_t cap)
{
    if (nexus_cfg_check(cfg) != NULL || m->tcode >= NEXUS_TCODES) {
        return NEXUS_ERR_ARG;
    }
    unsigned head = nexus_layouts[m->tcode].head;
    if (head != NEXUS_BARE_HEAD && cfg->src_bits > 0 && m->src >> cfg->src_bits != 0) {
        return NEXUS_ERR_ARG;
    }
    if (head == NEXUS_RAW_HEAD) {
        return encode_raw(cfg, m, buf, cap);
    }
    struct nexus_writer w;
    w.size = 0;
    w.bits = 0;
    w.count = 0;
    nexus_put_fixed(&w, m->tcode, NEXUS_MDO_BITS);
    if (head == NEXUS_NTRACE_HEAD && cfg->src_bits > 0) {
        nexus_put_fixed(&w, m->src, cfg->src_bits);
    }
    int status = put_fields(&w, cfg, m);
    if (status != NEXUS_OK) {
        return status;
    }
    nexus_put_end(&w);
    return copy_out(buf, cap, w.byte, w.size);
}
