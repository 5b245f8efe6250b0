/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Packets of data trace become DATA elements; those of unknown types are passed on.
 *
 * Source: Efficient Trace 2.0, chapter "Data Trace Encoder Output Packets".
 */
#include "etrace_flow_int.h"

enum { /* TCODE of N-Trace, which elements of data use for both protocols */
    WRITES = 5,
    READS = 6,
    ANNOUNCES = 8,
    DATA_LOST = 2, /* ECODE */
    STARTS = 5,    /* SYNC: tracing was enabled */
    STORE = 1,     /* dtype of the ingress port */
    CSR_RS = 5,
    CSR_RC,
    SWAP = 8,
    ADD,
    AND,
    OR,
    XOR,
    MAX,
    MIN,
    FAILED = 15,
};

static void copy_raw(struct etrace_flow *f, const struct etrace_frame *frame)
{
    for (unsigned i = 0; i < frame->size; i++) {
        f->raw[i] = frame->payload[i];
    }
}

static void attach(const struct etrace_flow *f, const struct etrace_frame *frame,
                   struct flow_elem *e)
{
    e->raw = f->raw;
    e->raw_length = frame->size;
}

void etrace_flow_other(struct etrace_flow *f, const struct etrace_frame *frame)
{
    copy_raw(f, frame);
    struct flow_elem *e = etrace_flow_queue(f, FLOW_ELEM_OTHER);
    e->code = frame->kind == ETRACE_KIND_DATA ? ETRACE_ELEM_DATA : ETRACE_ELEM_OTHER;
    e->value = frame->type;
    attach(f, frame, e);
}

/* max and min: which of them does a reader without the code take? The one that both orders of
 * values give; else the operand. */
static uint64_t chosen(uint64_t read, uint64_t operand, uint64_t sign, bool max)
{
    bool less = read < operand, less_signed = (read ^ sign) < (operand ^ sign);
    return less != less_signed || less == max ? operand : read;
}

/* What an atomic or a CSR instruction wrote. */
static uint64_t written(const struct etrace_access *a)
{
    uint64_t mask = etrace_mask(etrace_data_bits(a->size));
    uint64_t sign = mask ^ mask >> 1;
    switch (a->dtype) {
    case ADD:
        return (a->data + a->operand) & mask;
    case AND:
        return a->data & a->operand;
    case CSR_RS:
    case OR:
        return a->data | a->operand;
    case CSR_RC:
        return a->data & ~a->operand;
    case XOR:
        return a->data ^ a->operand;
    case MAX:
    case MIN:
        return chosen(a->data, a->operand, sign, a->dtype == MAX);
    default:
        return a->operand;
    }
}

/* One direction of an access. */
static void put(struct etrace_flow *f, const struct etrace_frame *frame,
                const struct etrace_access *a, bool writes)
{
    bool operates = a->dtype != STORE && writes;
    bool valued = !a->error && (operates ? a->has_operand && a->has_data : a->has_data);
    struct flow_elem *e = etrace_flow_queue(f, FLOW_ELEM_DATA);
    e->code = writes ? WRITES : READS;
    e->known = a->has_address;
    e->start = a->has_address ? a->address : 0;
    e->end = a->dtype;
    e->last_size = valued ? (uint8_t)(1u << a->size) : 0;
    e->value = !valued ? 0 : operates ? written(a) : a->data;
    e->count = f->data_starts ? STARTS + 1 : 0;
    f->data_starts = false;
    attach(f, frame, e);
}

/* Loads read, stores write, the others do both; a conditional store that failed wrote nothing. */
static void report(struct etrace_flow *f, const struct etrace_frame *frame,
                   const struct etrace_access *a)
{
    bool stores = a->dtype == STORE || a->dtype == FAILED;
    bool atomic = a->dtype >= SWAP && a->dtype < FAILED;
    if (!stores) {
        put(f, frame, a, false);
    }
    if (stores || atomic || a->has_operand) {
        put(f, frame, a, true);
    }
}

/* The request of a split access waits for its response, which then has its address and operand. */
static bool join(struct etrace_flow *f, struct etrace_access *a)
{
    struct etrace_access *waits = &f->requests[a->lrid & etrace_mask(ETRACE_MAX_LRID_WIDTH)];
    if (a->request) {
        *waits = *a;
        return false;
    }
    if (a->response && waits->request) {
        a->has_address = waits->has_address;
        a->address = waits->address;
        a->has_operand = waits->has_operand;
        a->operand = waits->operand;
        waits->request = false;
    }
    return true;
}

void etrace_flow_data(struct etrace_flow *f, const struct etrace_frame *frame)
{
    struct etrace_data_packet p;
    struct etrace_access a;
    enum etrace_status rc =
        etrace_data_decode(&f->cfg, f->data_options, &f->data, frame->payload, frame->size, &p);
    if (rc == ETRACE_OK) {
        rc = etrace_data_apply(&f->cfg, f->data_options, &f->data, &p, &a);
    }
    if (rc == ETRACE_OK) {
        copy_raw(f, frame);
        if (join(f, &a)) {
            report(f, frame, &a);
        }
        return;
    }
    if (rc != ETRACE_ERR_NOSYNC) {
        etrace_flow_forget_data(f); /* nobody knows what it was */
    }
    etrace_flow_other(f, frame);
    struct flow_elem *e = &f->queue[(f->qhead + f->qcount - 1u) % ETRACE_FLOW_QUEUE];
    e->status = (int16_t)rc;
    e->hint = rc == ETRACE_ERR_NOSYNC ? "relative to an access that is not known"
                                      : "the payload of a packet of data trace";
}

void etrace_flow_forget_data(struct etrace_flow *f)
{
    etrace_data_sync(&f->data);
    for (unsigned i = 0; i < sizeof f->requests / sizeof f->requests[0]; i++) {
        f->requests[i].request = false;
    }
}

void etrace_flow_support_data(struct etrace_flow *f, const struct etrace_packet *p)
{
    uint32_t options = p->doptions & ((1u << ETRACE_DATA_OPTIONS) - 1u);
    bool lost = p->dloss || p->qual_status == ETRACE_QUAL_TRACE_LOST;
    if (!f->cfg.data_decoded) {
        return;
    }
    if (lost || options != f->data_options) {
        etrace_flow_forget_data(f);
    }
    f->data_options = options;
    f->data_starts = p->denable && (f->data_starts || !f->data_enabled);
    f->data_enabled = p->denable;
    if (p->dloss) {
        struct flow_elem *e = etrace_flow_queue(f, FLOW_ELEM_OTHER);
        e->code = ANNOUNCES;
        e->value = DATA_LOST;
    }
}
