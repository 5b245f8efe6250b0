/* SPDX-License-Identifier: Apache-2.0 */
/* What text and JSON of a component share. */
#ifndef HTT_INFO_INT_H
#define HTT_INFO_INT_H

#include "htt/htt_info.h"

/* Is the write pointer outside of the buffer? */
static inline bool htt_outside(const struct htt_activity *x)
{
    return x->ramsink.wp < x->buffer.start || x->ramsink.wp > x->buffer.limit;
}

static inline const char *htt_state_name(const struct htt_component *c)
{
    return c->state == RVT_STATE_UNKNOWN   ? "in reset"
           : c->state == RVT_STATE_ENABLED ? "enabled"
                                           : "disabled";
}

static inline unsigned htt_count_bits(uint32_t bits)
{
    unsigned n = 0;
    for (; bits != 0; bits &= bits - 1) {
        n++;
    }
    return n;
}

#endif
