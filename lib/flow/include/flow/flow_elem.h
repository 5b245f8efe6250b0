/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Elements: what a flow decoder of any protocol reports of an execution: ranges of instructions and
 * events. After OpenCSD's generic trace elements: docs/reference/elements.md has the table.
 *
 * Source: N-Trace 1.0, whose numbers for reasons (SYNC, EVCODE, B-TYPE) all protocols use here.
 */
#ifndef FLOW_ELEM_H
#define FLOW_ELEM_H

#include <stdbool.h>
#include <stdint.h>

#include "flow/flow_code.h"
#include "flow/flow_path.h"

#ifdef __cplusplus
extern "C" {
#endif

enum flow_elem_type {
    FLOW_ELEM_NONE = 0,
    FLOW_ELEM_NO_SYNC,   /* messages are skipped until a synchronizing one comes; once per gap */
    FLOW_ELEM_RANGE,     /* instructions at consecutive addresses were executed */
    FLOW_ELEM_TRACE_ON,  /* trace (re)starts at `start`: reason in `code` (enum nexus_sync) */
    FLOW_ELEM_TRACE_OFF, /* trace stops: reason in `code` (EVCODE) */
    FLOW_ELEM_EXCEPTION, /* trap: handler at `end`, interrupted at `start`; `code` is B-TYPE */
    FLOW_ELEM_EXCEPTION_RET, /* the instruction that ended the range before returned from a trap */
    FLOW_ELEM_CONTEXT,       /* Ownership: `context`; `code` is FORMAT */
    FLOW_ELEM_TIMESTAMP,     /* `value`: absolute time of what follows from this message */
    FLOW_ELEM_EVENT,         /* synchronizing message without a gap: `code` is SYNC (2 and 4 too) */
    FLOW_ELEM_ADDR_NACC,     /* no code at `start`; decoding waits for the next sync */
    FLOW_ELEM_LOST,    /* Error message, or a restart after overrun without one: ETYPE in `code`,
                           ECODE in `value` */
    FLOW_ELEM_OTHER,   /* message that says nothing about flow, and is none of the four at the end
                           of this list: TCODE in `code`; `value` is WPHIT, STATUS, ID, PROCESS
                           with a reserved FORMAT, or ECODE of an Error message that announces the
                           loss of data trace alone (2) */
    FLOW_ELEM_ERROR,   /* `status`, `start` the pc, `hint`; decoding waits for the next sync, but
                           after NEXUS_ERR_EMPTY it goes on */
    FLOW_ELEM_END,     /* end of the bytes; `value` of them were left over */
    FLOW_ELEM_SWTRACE, /* DataAcquisition: `start` is IDTAG (see flow_swtrace_port), `value` the
                          first DQDATA */
    FLOW_ELEM_DATA,    /* data trace: TCODE in `code`, `start` the address when `known`, `value` the
                           data, `last_size` its bytes (0: not given), `count` the SYNC of a form
                           with SYNC plus 1, else 0. It comes before the range that has its
                           instruction */
    FLOW_ELEM_CUSTOM,  /* vendor message: TCODE in `code`, its bytes in `raw` */
    FLOW_ELEM_UNKNOWN, /* `status` RESERVED: message with a reserved TCODE, in `code`. `status`
                           SOURCE (nexus_stream.h only): SRC `value` is in no table */
    FLOW_ELEMS,
};

struct flow_elem {
    uint8_t type;        /* enum flow_elem_type */
    uint8_t code;        /* SYNC, EVCODE, B-TYPE, FORMAT, ETYPE or TCODE, see above */
    bool known;          /* EXCEPTION, TRACE_OFF, ERROR: `start` is known */
    uint8_t last_cls;    /* RANGE: class of the last instruction, enum flow_insn_class */
    uint8_t last_size;   /* RANGE: its size in bytes */
    bool last_taken;     /* RANGE: it changed the flow; false when unknown */
    int16_t status;      /* ERROR, ADDR_NACC, NO_SYNC, UNKNOWN: enum nexus_status */
    uint32_t count;      /* RANGE: instructions */
    uint32_t raw_length; /* bytes at raw */
    uint64_t start;      /* address, see above */
    uint64_t end;        /* RANGE: after the last instruction */
    uint64_t value;
    uint64_t position; /* half-words decoded before this element */
    uint64_t msg;      /* number of the message, from 0, and the offset of its first byte */
    uint64_t offset;
    struct flow_context context;
    const char *hint;   /* ERROR, ADDR_NACC: what went wrong, one English phrase; else NULL */
    const uint8_t *raw; /* OTHER, SWTRACE, DATA, CUSTOM, UNKNOWN: the message's bytes as it was
                           pushed (nexus_msg.raw; pull: they are in the input); else NULL */
    uint16_t src;       /* SRC of the message */
};

/* Name of an element type in lower case, never NULL. */
const char *flow_elem_name(unsigned type);

/* Iterate over the instructions of a RANGE element:
 *
 *   struct flow_range_iter it;
 *   flow_range_begin(&it, &elem);
 *   while (flow_range_next(&it, code, &insn) == FLOW_OK)
 *       ... it.where.pc, insn->size ...
 */
struct flow_range_iter {
    struct flow_where where; /* of the instruction just delivered */
    uint64_t next;
    uint32_t left;
    uint8_t size; /* of the instruction just delivered, 0 before the first */
};

void flow_range_begin(struct flow_range_iter *it, const struct flow_elem *range);

/* Returns NEXUS_OK, NEXUS_ERR_END after the last instruction, or NEXUS_ERR_NOCODE (the code source
 * has changed its answer). */
int flow_range_next(struct flow_range_iter *it, struct flow_code *code,
                    const struct flow_insn **insn);

/* Called with the address of every executed instruction, in order. */
typedef void flow_pc_sink(void *ctx, uint64_t pc);

/* Pass the addresses of a range to the sink. where: position and context at its start; both and the
 * pc are moved past it. Returns NEXUS_OK or NEXUS_ERR_NOCODE, as flow_range_next. */
int flow_range_pcs(struct flow_code *code, const struct flow_range *range, struct flow_where *where,
                   flow_pc_sink *sink, void *ctx);

/* IDTAG as stimulus ports send it, and published captures have it: 4 * port + (4 - bytes). Encoders
 * of other makers may mean something else by it. */
static inline uint64_t flow_swtrace_port(uint64_t idtag)
{
    return idtag / 4;
}

/* Bytes of the store, 1 to 4. */
static inline unsigned flow_swtrace_bytes(uint64_t idtag)
{
    return 4u - (unsigned)(idtag % 4);
}

#ifdef __cplusplus
}
#endif

#endif
