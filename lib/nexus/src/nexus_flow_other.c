/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Messages that are no program trace: time, context, loss, data, software trace, vendor messages.
 *
 * Source: N-Trace 1.0, chapters "Timestamp Reporting", "Error Message", "Ownership Message";
 * IEEE-ISTO 5001-2012 for data trace.
 */
#include "nexus_flow_int.h"

/* Timestamp Reporting: absolute in synchronizing messages, else a difference (profile SIFIVE_0X: an
 * XOR). Before the first absolute value it has no meaning. Returns whether the time of this message
 * is known. */
bool nexus_take_time(struct nexus_flow *flow, const struct nexus_msg *m)
{
    uint64_t t;
    if (!nexus_take(m, NEXUS_F_TSTAMP, &t)) {
        return false;
    }
    if (nexus_tcode_is_sync(m->tcode)) {
        flow->time = t & flow->time_mask;
        flow->time_known = true;
    } else if (flow->time_known) {
        t = flow->cfg.profile == NEXUS_PROFILE_SIFIVE_0X ? flow->time ^ t : flow->time + t;
        flow->time = t & flow->time_mask;
    }
    return flow->time_known;
}

/* Error Message: what follows is unknown until a sync. I-CNT that ResourceFull messages left is
 * walked first. */
void nexus_push_error(struct nexus_flow *flow, const struct nexus_msg *m)
{
    bool stamp = nexus_take_time(flow, m);
    uint64_t etype = 0, ecode = 0;
    if (nexus_msg_is_data_loss(m)) {
        flow->data_known = false;
        nexus_queue_time(flow, stamp);
        struct flow_elem *e = nexus_flow_queue(flow, FLOW_ELEM_OTHER);
        e->code = m->tcode;
        e->value = NEXUS_ECODE_DATA;
        e->raw = m->raw;
        e->raw_length = m->raw_length < UINT32_MAX ? (uint32_t)m->raw_length : UINT32_MAX;
        return;
    }
    (void)nexus_take(m, NEXUS_F_ETYPE, &etype);
    (void)nexus_take(m, NEXUS_F_ECODE, &ecode);
    if (flow->state != NEXUS_FLOW_ON || flow->credit <= 0) {
        nexus_queue_time(flow, stamp);
        nexus_flow_lost(flow, (unsigned)etype, ecode);
        return;
    }
    const char *hint;
    flow->job = (struct nexus_flow_job){.active = true,
                                        .final = true,
                                        .stamp = stamp,
                                        .tcode = NEXUS_ERROR,
                                        .code = (uint8_t)etype,
                                        .addr = ecode};
    if (nexus_flow_begin(flow, &hint) != NEXUS_OK) { /* more than can have been executed */
        nexus_queue_time(flow, stamp);
        nexus_flow_lost(flow, (unsigned)etype, ecode);
    }
}

static uint64_t value_or_0(const struct nexus_msg *m, enum nexus_field f)
{
    return nexus_msg_has(m, f) ? m->value[f] : 0;
}

/* Data messages, as IEEE-ISTO 5001 has them: F-ADDR is absolute, U-ADDR an XOR with the data
 * address before. DSZ: 0 to 8 bytes, then 16, 32, 64. */
static void take_data(struct nexus_flow *flow, const struct nexus_msg *m, struct flow_elem *e)
{
    uint64_t v = 0;
    bool full = m->tcode == NEXUS_DATA_WRITE_SYNC || m->tcode == NEXUS_DATA_READ_SYNC;
    if (nexus_take(m, NEXUS_F_ADDR, &v) && !flow->cfg.data_no_addr && (full || flow->data_known)) {
        flow->data_addr = full ? v : flow->data_addr ^ v;
        flow->data_known = true;
        e->start = flow->data_addr;
        e->known = true;
    }
    if (nexus_take(m, NEXUS_F_DSZ, &v) && v <= 11) {
        e->last_size = (uint8_t)(v <= 8 ? v : UINT64_C(16) << (v - 9));
    }
    if (nexus_take(m, NEXUS_F_SYNC, &v)) {
        e->count = (uint32_t)v + 1;
    }
    e->value = value_or_0(m, NEXUS_F_DATA);
}

static enum flow_elem_type other_type(unsigned tcode)
{
    switch (tcode) {
    case NEXUS_DATA_ACQUISITION:
        return FLOW_ELEM_SWTRACE;
    case NEXUS_DATA_WRITE:
    case NEXUS_DATA_READ:
    case NEXUS_DATA_WRITE_SYNC:
    case NEXUS_DATA_READ_SYNC:
        return FLOW_ELEM_DATA;
    default:
        if (tcode >= NEXUS_VENDOR_FIRST) {
            return FLOW_ELEM_CUSTOM;
        }
        return (tcode >= 16 && tcode <= 19) || tcode >= 36 ? FLOW_ELEM_UNKNOWN : FLOW_ELEM_OTHER;
    }
}

void nexus_push_other(struct nexus_flow *flow, const struct nexus_msg *m)
{
    enum flow_elem_type type = other_type(m->tcode);
    nexus_queue_time(flow, nexus_take_time(flow, m));
    struct flow_elem *e = nexus_flow_queue(flow, type);
    e->code = m->tcode;
    e->raw = m->raw;
    e->raw_length = m->raw_length < UINT32_MAX ? (uint32_t)m->raw_length : UINT32_MAX;
    if (type == FLOW_ELEM_UNKNOWN) {
        e->status = NEXUS_ERR_RESERVED;
    } else if (type == FLOW_ELEM_DATA) {
        take_data(flow, m, e);
    } else if (type == FLOW_ELEM_SWTRACE) {
        e->start = value_or_0(m, NEXUS_F_IDTAG);
        e->value = value_or_0(m, NEXUS_F_DATA);
    } else if (type == FLOW_ELEM_OTHER) {
        /* at most one of them is there */
        e->value = value_or_0(m, NEXUS_F_WPHIT) | value_or_0(m, NEXUS_F_STATUS) |
                   value_or_0(m, NEXUS_F_ID) | value_or_0(m, NEXUS_F_PROCESS);
    }
}

/* Ownership Message: FORMAT in bits 1:0, PRV 3:2, V 4, CONTEXT from 5 up. FORMAT 0 has no context,
 * 2 carries scontext, 3 hcontext; 1 is reserved. */
bool nexus_context_update(struct flow_context *c, uint64_t process)
{
    unsigned format = (unsigned)(process & 3u);
    if (format == 1) {
        return false;
    }
    if (format != 0) {
        *(format == 2 ? &c->scontext : &c->hcontext) = process >> 5;
    }
    c->prv = (uint8_t)((process >> 2) & 3u);
    c->v = ((process >> 4) & 1u) != 0;
    c->known = true;
    return true;
}

void nexus_push_ownership(struct nexus_flow *flow, const struct nexus_msg *m)
{
    struct flow_context c = flow->where.context;
    uint64_t process;
    if (!nexus_take(m, NEXUS_F_PROCESS, &process) || !nexus_context_update(&c, process)) {
        nexus_push_other(flow, m);
        return;
    }
    nexus_flow_set_context(flow, &c);
    nexus_queue_time(flow, nexus_take_time(flow, m));
    nexus_flow_queue(flow, FLOW_ELEM_CONTEXT)->code = (uint8_t)(process & 3u);
}
