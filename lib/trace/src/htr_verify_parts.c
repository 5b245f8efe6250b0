/* SPDX-License-Identifier: Apache-2.0 */
/* Comparing a trace with a PC list in parts. */
#include "htr/htr_verify_parts.h"

#include "htr/htr_etrace.h"

static const uint64_t modulus = (UINT64_C(1) << 61) - 1;
static const uint64_t base = UINT64_C(0x1a2b3c4d5e6f7081);

enum {
    BATCH = 4096
};

/* a * b + c */
static uint64_t step(uint64_t a, uint64_t b, uint64_t c)
{
    __extension__ typedef unsigned __int128 wide;
    const wide product = (wide)a * b + c % modulus;
    const uint64_t sum = (uint64_t)(product & modulus) + (uint64_t)(product >> 61);
    return sum >= modulus ? sum - modulus : sum;
}

static void add_pc(void *ctx, uint64_t pc)
{
    struct htr_verify_part *p = ctx;
    p->hash = step(p->hash, base, pc + 1);
    p->instructions++;
}

int htr_verify_part_take(struct htr_verify_part *p, struct flow_code *code,
                         const struct flow_elem *e)
{
    const struct flow_range range = {.start = e->start, .end = e->end, .count = e->count};
    struct flow_where where = {.position = e->position, .context = e->context};
    switch (e->type) {
    case FLOW_ELEM_RANGE:
        return flow_range_pcs(code, &range, &where, add_pc, p) == FLOW_OK ? HTR_OK : HTR_ERR_FORMAT;
    case FLOW_ELEM_ERROR:
    case FLOW_ELEM_ADDR_NACC:
    case FLOW_ELEM_NO_SYNC:
    case FLOW_ELEM_LOST:
        p->trouble = 1;
        break;
    case FLOW_ELEM_END:
        p->trouble |= e->value != 0;
        break;
    default:
        break;
    }
    return HTR_OK;
}

static int count_packets(struct htr_verify_part *p, struct htr_trace *t)
{
    struct etrace_frame f;
    enum etrace_status rc;
    while ((rc = htr_etrace_next(t, &f)) != ETRACE_ERR_END) {
        if (!t->one_source || f.src == t->src) {
            p->trouble |= rc != ETRACE_OK;
            p->messages++;
            p->bytes += f.length;
        }
    }
    return t->unread ? HTR_ERR_READ : HTR_OK;
}

int htr_verify_part_messages(struct htr_verify_part *p, struct htr_trace *t)
{
    if (htr_trace_protocol(t) == HTR_ETRACE) {
        return count_packets(p, t);
    }
    struct nexus_msg m;
    int decoded;
    while ((decoded = htr_trace_next(t, &m)) != NEXUS_ERR_END) {
        const bool good =
            decoded == NEXUS_OK || (decoded == NEXUS_ERR_OVERSIZE && t->te.extra.oversize);
        if (!t->one_source || m.src == t->src) {
            p->trouble |= !good;
            p->messages++;
            p->bytes += m.length;
        }
    }
    return t->unread ? HTR_ERR_READ : HTR_OK;
}

void htr_verify_part_join(struct htr_verify_part *a, const struct htr_verify_part *b)
{
    uint64_t power = 1, square = base;
    for (uint64_t n = b->instructions; n != 0; n >>= 1) {
        power = (n & 1) != 0 ? step(power, square, 0) : power;
        square = step(square, square, 0);
    }
    a->hash = step(a->hash, power, b->hash);
    a->instructions += b->instructions;
    a->trouble |= b->trouble;
    a->messages += b->messages;
    a->bytes += b->bytes;
}

/* The hash of the next n PCs of the list. Returns how many there were. */
static uint64_t read_hash(struct htr_pcs *pcs, uint64_t n, struct htr_verify_part *list)
{
    uint64_t pc[BATCH];
    *list = (struct htr_verify_part){0};
    while (list->instructions < n) {
        const uint64_t left = n - list->instructions;
        const size_t got = htr_pcs_read(pcs, pc, left < BATCH ? (size_t)left : (size_t)BATCH);
        for (size_t i = 0; i < got; i++) {
            add_pc(list, pc[i]);
        }
        if (got == 0) {
            break;
        }
    }
    return list->instructions;
}

int htr_verify_parts(struct htr_verify *v, const struct htr_verify_part *part, unsigned n,
                     uint64_t bytes)
{
    struct htr_verify_part whole = {0}, list;
    struct htr_verify_report *r = &v->report;
    uint64_t pc;
    for (unsigned i = 0; i < n; i++) {
        if (part[i].trouble != 0 ||
            read_hash(&v->pcs, part[i].instructions, &list) != part[i].instructions ||
            list.hash != part[i].hash) {
            return v->pcs.failed ? HTR_ERR_READ : HTR_COMPARE_DIFFERENT;
        }
        htr_verify_part_join(&whole, &part[i]);
    }
    if (whole.instructions == 0 || htr_pcs_read(&v->pcs, &pc, 1) != 0) {
        return HTR_COMPARE_DIFFERENT;
    }
    if (v->pcs.failed) {
        return HTR_ERR_READ;
    }
    r->source = v->trace.one_source ? (int32_t)v->trace.src : -1;
    r->bytes = v->trace.one_source ? whole.bytes : bytes;
    r->result.sum.instructions = whole.instructions;
    r->result.sum.messages = whole.messages;
    r->verdict = HTR_COMPARE_EQUAL;
    return r->verdict;
}
