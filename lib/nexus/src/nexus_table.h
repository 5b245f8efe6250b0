/* SPDX-License-Identifier: Apache-2.0 */
/* nexus_messages.def as data, and the questions that encoder, decoder and printer ask it. */
#ifndef NEXUS_TABLE_H
#define NEXUS_TABLE_H

#include "nexus/nexus_msg.h"

/* What a row of a message is. */
enum nexus_kind {
    NEXUS_KIND_END = 0,
    NEXUS_KIND_FIX, /* arg: bits */
    NEXUS_KIND_CFG, /* arg: offset in struct nexus_cfg_widths */
    NEXUS_KIND_VAR, /* max: bits, 0 any */
    NEXUS_KIND_ADR,
    NEXUS_KIND_RES,
    NEXUS_KIND_SEL, /* arg: enum nexus_condition; max: as VAR */
};

/* When a conditional field is there. */
enum nexus_condition {
    NEXUS_IF_RCODE_2, /* ResourceFull: HREPEAT */
    NEXUS_IF_CDF_1,   /* at least that many CDATA */
    NEXUS_IF_CDF_2,
    NEXUS_IF_CDF_3,
    NEXUS_IF_CKDF_1, /* at least that many CKDATA; without a CKDF field there is one */
    NEXUS_IF_CKDF_2,
    NEXUS_IF_CKDF_3,
    NEXUS_IF_NDQ_2, /* at least that many DQDATA */
    NEXUS_IF_NDQ_3,
    NEXUS_IF_NDQ_4,
    NEXUS_IF_CANCEL,
    NEXUS_IF_OPTIONAL, /* the length of the message says */
};

struct nexus_row {
    uint8_t kind;  /* enum nexus_kind */
    uint8_t field; /* enum nexus_field */
    uint8_t arg;
    uint8_t max;
    const char *name;
};

enum {
    NEXUS_ROWS_MAX = 9, /* the longest message has 8 fields */
};

/* What is around the fields. */
enum nexus_head {
    NEXUS_BARE_HEAD = 0, /* neither SRC nor TSTAMP */
    NEXUS_NTRACE_HEAD,   /* both, as configured */
    NEXUS_RAW_HEAD,      /* SRC as configured; the rest is unknown */
};

struct nexus_layout {
    const char *name;
    uint8_t head; /* enum nexus_head */
    struct nexus_row row[NEXUS_ROWS_MAX];
};

extern const struct nexus_layout nexus_layouts[NEXUS_TCODES];

/* Width in bits of a FIX or CFG row. */
static inline unsigned nexus_row_width(const struct nexus_stream_cfg *cfg,
                                       const struct nexus_row *r)
{
    if (r->kind == NEXUS_KIND_FIX) {
        return r->arg;
    }
    return ((const uint8_t *)&cfg->width)[r->arg];
}

/* Does the condition hold, given the fields before it? OPTIONAL is answered with false. */
bool nexus_condition_holds(const struct nexus_stream_cfg *cfg, const struct nexus_msg *m,
                           unsigned condition);

/* Limit in bits of RDATA, which is an I-CNT or a HIST. */
static inline unsigned nexus_rdata_limit(uint64_t rcode)
{
    if (rcode == NEXUS_RCODE_ICNT) {
        return NEXUS_MAX_ICNT_BITS;
    }
    return rcode <= NEXUS_RCODE_HIST_REPEAT ? (unsigned)NEXUS_MAX_HIST_BITS : 64u;
}

/* Bits of a program address field on this hart: 63 or 31. */
static inline unsigned nexus_addr_bits(const struct nexus_stream_cfg *cfg)
{
    return cfg->xlen - 1u;
}

/* Is v wider than bits? bits 0 and 64 mean that nothing is. */
static inline bool nexus_wider(uint64_t v, unsigned bits)
{
    return bits != 0 && bits < 64 && (v >> bits) != 0;
}

#endif
