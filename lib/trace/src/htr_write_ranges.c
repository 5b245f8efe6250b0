/* SPDX-License-Identifier: Apache-2.0 */
/* Elements as binary records. */
#include "flow/flow_le.h"
#include "htr_write_priv.h"

/* Type numbers of the file format; they never change. */
static uint8_t record_type(unsigned elem)
{
    switch (elem) {
    case FLOW_ELEM_RANGE:
        return 1;
    case FLOW_ELEM_TRACE_ON:
        return 2;
    case FLOW_ELEM_TRACE_OFF:
        return 3;
    case FLOW_ELEM_EXCEPTION:
        return 4;
    case FLOW_ELEM_EXCEPTION_RET:
        return 5;
    case FLOW_ELEM_CONTEXT:
        return 6;
    case FLOW_ELEM_TIMESTAMP:
        return 7;
    case FLOW_ELEM_EVENT:
        return 8;
    case FLOW_ELEM_LOST:
        return 9;
    case FLOW_ELEM_OTHER:
    case FLOW_ELEM_SWTRACE:
    case FLOW_ELEM_DATA:
    case FLOW_ELEM_CUSTOM:
    case FLOW_ELEM_UNKNOWN:
        return 10;
    case FLOW_ELEM_NO_SYNC:
    case FLOW_ELEM_ADDR_NACC:
    case FLOW_ELEM_ERROR:
        return 11;
    default:
        return 0; /* not written */
    }
}

void htr_write_record(struct htr_writer *w, const struct flow_elem *e)
{
    uint8_t type = record_type(e->type);
    if (type == 0) {
        return;
    }
    bool range = e->type == FLOW_ELEM_RANGE;
    uint64_t end = e->type == FLOW_ELEM_EXCEPTION || range ? e->end : e->value;
    uint64_t start = e->type == FLOW_ELEM_CONTEXT ? e->context.scontext : e->start;
    if (e->type == FLOW_ELEM_CONTEXT) {
        end = (uint64_t)e->context.prv | (e->context.v ? 4u : 0u);
    }
    bool known = e->known && type != 10;
    if (type == 10) {
        start = end = 0;
    }
    htr_write_reserve(w, HTR_WRITE_RECORD);
    uint8_t *p = w->buffer + w->fill;
    flow_le_put64(p, start);
    flow_le_put64(p + 8, end);
    flow_le_put32(p + 16, range ? e->count : 0);
    p[20] = type;
    p[21] = type == 11 ? (uint8_t)-e->status : range ? e->last_cls : e->code;
    p[22] = range ? e->last_size : 0;
    p[23] = (uint8_t)((range && e->last_taken ? 1 : 0) | (known ? 2 : 0));
    w->fill += HTR_WRITE_RECORD;
}
