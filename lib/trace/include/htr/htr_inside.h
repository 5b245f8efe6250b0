/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The pull decoder of either protocol behind one structure of operations: nexus_decoder
 * (nexus_flow.h) for N-Trace, etrace_decoder (etrace_flow.h) for E-Trace. The elements are the
 * same.
 */
#ifndef HTR_INSIDE_H
#define HTR_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "flow/flow_elem.h"

#ifdef __cplusplus
extern "C" {
#endif

enum htr_protocol {
    HTR_NTRACE,
    HTR_ETRACE,
};

/* A decoder as it is now. A message is one of N-Trace, or a packet of E-Trace. */
struct htr_inside_now {
    const struct flow_where *where;
    struct flow_code *code;
    uint64_t instructions; /* in all ranges */
    uint64_t messages;     /* taken */
    const uint8_t *data;   /* the bytes at hand, and the next one to look at */
    size_t size, pos;
    uint64_t base; /* offset of data[0] in the stream */
    bool ended;    /* after the END element */
};

struct htr_inside_ops {
    enum htr_protocol protocol;
    const char *message, *messages; /* "message", "packet" */
    /* The next element: 0, or a negative number: the bytes are used up, or END was told. */
    int (*next)(void *it, struct flow_elem *e);
    /* As nexus_decoder_next_ranges and etrace_decoder_next_ranges. */
    int (*next_ranges)(void *it, struct flow_range *range, unsigned max, struct flow_elem *e);
    /* As nexus_decoder_refill and etrace_decoder_refill. */
    void (*refill)(void *it, const uint8_t *data, size_t size, bool more);
    /* The bytes begin inside of a message: go to the first whole one. Returns false: it is not in
     * the bytes at hand; those that cannot belong to it are used up. */
    bool (*align)(void *it);
    /* From now on ranges one by one, so that flow.where is the context before each. */
    void (*one_by_one)(void *it);
    void (*now)(const void *it, struct htr_inside_now *now);
};

/* ops NULL: none. */
struct htr_inside {
    const struct htr_inside_ops *ops;
    void *it;
};

/* Of one that is there. */
static inline struct htr_inside_now htr_inside_look(const struct htr_inside *in)
{
    struct htr_inside_now now;
    in->ops->now(in->it, &now);
    return now;
}

#ifdef __cplusplus
}
#endif

#endif
