/* SPDX-License-Identifier: Apache-2.0 */
/* For htr_perf_*.c: the walk through the records of a perf.data file. */
#ifndef HTR_PERF_PRIV_H
#define HTR_PERF_PRIV_H

#include "htr/htr_host.h"
#include "htr/htr_perf_data.h"

/* Where the walk is: one record. */
struct walk {
    struct htr_perf_data *p;
    struct htr_host *host;
    uint64_t at;    /* of the record in the file */
    uint64_t next;  /* of the one after it; moved on by what follows a record */
    uint64_t end;   /* of all records */
    bool build_ids; /* these are the records of the feature BUILD_ID, which have no number */
    unsigned ids;   /* build IDs so far */
    uint32_t type;
    uint16_t misc;
    uint16_t size; /* of the body */
    const uint8_t *body;
};

/* Take the record. Returns HTR_OK, or after a message HTR_ERR_FORMAT, _TRUNCATED, _MEMORY. */
int htr_perf_record(struct walk *w) HTR_MUST_CHECK;

static inline uint16_t htr_perf_u16(const uint8_t *b)
{
    return (uint16_t)(b[0] | b[1] << 8);
}

static inline uint32_t htr_perf_u32(const uint8_t *b)
{
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static inline uint64_t htr_perf_u64(const uint8_t *b)
{
    return (uint64_t)htr_perf_u32(b) | (uint64_t)htr_perf_u32(b + 4) << 32;
}

#endif
