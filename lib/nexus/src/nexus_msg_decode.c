/* SPDX-License-Identifier: Apache-2.0 */
#include "nexus_frame.h"
#include "nexus_table.h"

/* Extend an address from its last MDO bit. N-Trace, Virtual Addresses Optimization. */
static uint64_t extend_address(const struct nexus_var *v, unsigned width)
{
    if (v->count >= width || v->count == 0 || (v->value >> (v->count - 1) & 1) == 0) {
        return v->value;
    }
    return v->value | (((UINT64_C(1) << width) - 1) & (~UINT64_C(0) << v->count));
}

/* Take a variable-length field into the message. Returns NEXUS_OK, NEXUS_ERR_OVERSIZE (taken all
 * the same), or the status of nexus_take_var. */
static inline int take_value(struct nexus_reader *r, struct nexus_msg *m, unsigned field,
                             unsigned limit)
{
    struct nexus_var v;
    int status = nexus_take_var(r, &v);
    if (status != NEXUS_OK) {
        return status;
    }
    m->value[field] = v.value;
    m->present |= UINT64_C(1) << field;
    return (v.lost && limit != 0) || nexus_wider(v.value, limit) ? NEXUS_ERR_OVERSIZE : NEXUS_OK;
}

/* More than 63 bits. The K3 sends all 64 of a register that was shifted arithmetically, in 66 bits
 * of MDO: above bit 62 are copies of it. */
static int take_long_address(const struct nexus_stream_cfg *cfg, const struct nexus_var *v,
                             struct nexus_msg *m)
{
    enum {
        MDO_BITS = 66
    };
    if (cfg->profile != NEXUS_PROFILE_SPACEMIT_K3 || v->count > MDO_BITS ||
        v->value >> (NEXUS_MAX_ADDR_BITS - 1) != 3) {
        return NEXUS_ERR_OVERSIZE;
    }
    m->value[NEXUS_F_ADDR] = v->value & ((UINT64_C(1) << NEXUS_MAX_ADDR_BITS) - 1);
    return NEXUS_OK;
}

static inline int take_address(struct nexus_reader *r, const struct nexus_stream_cfg *cfg,
                               struct nexus_msg *m)
{
    struct nexus_var v;
    int status = nexus_take_var(r, &v);
    if (status != NEXUS_OK) {
        return status;
    }
    m->value[NEXUS_F_ADDR] =
        cfg->extend_addr_msb ? extend_address(&v, nexus_addr_bits(cfg)) : v.value;
    m->present |= UINT64_C(1) << NEXUS_F_ADDR;
    return v.lost || nexus_wider(v.value, NEXUS_MAX_ADDR_BITS) ? take_long_address(cfg, &v, m)
                                                               : NEXUS_OK;
}

static int take_selected(struct nexus_reader *r, const struct nexus_stream_cfg *cfg,
                         struct nexus_msg *m, const struct nexus_row *row)
{
    bool there;
    if (row->arg == NEXUS_IF_OPTIONAL) {
        there = r->mseo != NEXUS_MSEO_END || r->bits != 0;
    } else {
        there = nexus_condition_holds(cfg, m, row->arg);
    }
    return there ? take_value(r, m, row->field, row->max) : NEXUS_OK;
}

static inline int take_row(struct nexus_reader *r, const struct nexus_stream_cfg *cfg,
                           struct nexus_msg *m, const struct nexus_row *row)
{
    unsigned width;
    int status;
    switch (row->kind) {
    case NEXUS_KIND_VAR:
        return take_value(r, m, row->field, row->max);
    case NEXUS_KIND_ADR:
        return take_address(r, cfg, m);
    case NEXUS_KIND_RES:
        return take_value(r, m, row->field, nexus_rdata_limit(m->value[NEXUS_F_RCODE]));
    case NEXUS_KIND_SEL:
        return take_selected(r, cfg, m, row);
    default:
        width = nexus_row_width(cfg, row);
        if (width == 0) {
            return NEXUS_OK;
        }
        if (width == NEXUS_WIDTH_VARIABLE) {
            return take_value(r, m, row->field, 0);
        }
        status = nexus_take_fixed(r, width, &m->value[row->field]);
        if (status == NEXUS_OK) {
            m->present |= UINT64_C(1) << row->field;
        }
        return status;
    }
}

/* What may follow the last field: the zeros that fill its byte, TSTAMP (on a byte boundary:
 * N-Trace, Fields in Messages), and zeros after a message without any field. */
static int take_tail(struct nexus_reader *r, const struct nexus_stream_cfg *cfg,
                     struct nexus_msg *m, const struct nexus_layout *l)
{
    if (r->bits != 0) {
        return NEXUS_ERR_EXTRA;
    }
    if (r->mseo == NEXUS_MSEO_END) {
        return NEXUS_OK;
    }
    r->count = 0;
    r->mseo = NEXUS_MSEO_MORE;
    int status = NEXUS_ERR_EXTRA;
    if (l->head == NEXUS_NTRACE_HEAD && cfg->timestamps) {
        status = take_value(r, m, NEXUS_F_TSTAMP, NEXUS_MAX_TSTAMP_BITS);
    } else if (l->row[0].kind == NEXUS_KIND_END) {
        struct nexus_var v;
        status = nexus_take_var(r, &v);
        if (status == NEXUS_OK && (v.value != 0 || v.lost)) {
            return NEXUS_ERR_EXTRA;
        }
    }
    if (status != NEXUS_OK && status != NEXUS_ERR_OVERSIZE) {
        return status;
    }
    return r->mseo == NEXUS_MSEO_END ? status : NEXUS_ERR_EXTRA;
}

static int take_fields(struct nexus_reader *r, const struct nexus_stream_cfg *cfg,
                       struct nexus_msg *m, const struct nexus_layout *l)
{
    int result = NEXUS_OK;
    for (const struct nexus_row *row = l->row; row->kind != NEXUS_KIND_END; row++) {
        int status = take_row(r, cfg, m, row);
        if (status == NEXUS_ERR_OVERSIZE) {
            result = status;
        } else if (status != NEXUS_OK) {
            return status;
        }
    }
    int status = take_tail(r, cfg, m, l);
    return status == NEXUS_OK ? result : status;
}

/* Walk to the end of a reserved or vendor message. */
static int take_opaque(struct nexus_reader *r)
{
    while (r->mseo != NEXUS_MSEO_END) {
        r->bits = 0;
        r->count = 0;
        int status = nexus_fetch(r);
        if (status != NEXUS_OK) {
            return status;
        }
    }
    return NEXUS_OK;
}

/* The message that begins at r->p. */
static int take_message(struct nexus_reader *r, const struct nexus_stream_cfg *cfg,
                        struct nexus_msg *m)
{
    unsigned first = *r->p++;
    r->mseo = first & NEXUS_MSEO_MASK;
    m->tcode = (uint8_t)(first >> 2);
    m->src = 0;
    m->present = 0;
    if (r->mseo != NEXUS_MSEO_MORE) {
        return first == NEXUS_MSEO_END ? NEXUS_ERR_EMPTY : NEXUS_ERR_MSEO;
    }
    const struct nexus_layout *l = &nexus_layouts[m->tcode];
    if (l->head != NEXUS_BARE_HEAD && cfg->src_bits > 0) {
        uint64_t src = 0;
        int status = nexus_take_fixed(r, cfg->src_bits, &src);
        if (status != NEXUS_OK) {
            return status;
        }
        m->src = (uint16_t)src;
    }
    return l->head == NEXUS_RAW_HEAD ? take_opaque(r) : take_fields(r, cfg, m, l);
}

enum nexus_status nexus_msg_decoder_init(struct nexus_msg_decoder *d,
                                         const struct nexus_stream_cfg *cfg, const uint8_t *data,
                                         size_t size)
{
    if (nexus_cfg_check(cfg) != NULL || (data == NULL && size > 0)) {
        return NEXUS_ERR_ARG;
    }
    d->cfg = *cfg;
    d->data = data;
    d->size = size;
    d->pos = 0;
    d->base = 0;
    return NEXUS_OK;
}

enum nexus_status nexus_msg_next(struct nexus_msg_decoder *d, struct nexus_msg *m)
{
    if (d->pos == d->size) {
        return NEXUS_ERR_END;
    }
    const uint8_t *end = d->data + d->size;
    const uint8_t *start = nexus_skip_idle(d->data + d->pos, end);
    d->pos = (size_t)(start - d->data);
    if (start == end) {
        return NEXUS_ERR_END;
    }
    struct nexus_reader r = {.p = start, .end = end};
    int status = take_message(&r, &d->cfg, m);
    const uint8_t *next = r.p;
    if (r.mseo != NEXUS_MSEO_END) {
        next = nexus_find_end(r.p, end);
    }
    if (status == NEXUS_ERR_END || next == NULL) {
        return NEXUS_ERR_END;
    }
    m->offset = d->base + d->pos;
    m->length = (size_t)(next - start);
    m->raw = start;
    m->raw_length = m->length;
    d->pos += m->length;
    return status;
}

enum nexus_status nexus_msg_decoder_resync(struct nexus_msg_decoder *d)
{
    if (d->pos == d->size) {
        return NEXUS_ERR_END;
    }
    const uint8_t *next = nexus_find_end(d->data + d->pos, d->data + d->size);
    d->pos = next == NULL ? d->size : (size_t)(next - d->data);
    return next == NULL ? NEXUS_ERR_END : NEXUS_OK;
}
