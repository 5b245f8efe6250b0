/* SPDX-License-Identifier: Apache-2.0 */
/* What support packets have put in force, as one number: for entries of an index and for seams. */
#ifndef HTR_ETRACE_FORCE_H
#define HTR_ETRACE_FORCE_H

#include "htr/htr_etrace.h"

enum { /* bits of the number; options are the lowest ones */
    FORCE_DATA_OPTIONS = 32,
    FORCE_DATA_ENABLED = FORCE_DATA_OPTIONS + ETRACE_DATA_OPTIONS,
    FORCE_DATA_STARTS,
};

static inline uint64_t htr_etrace_force(uint32_t options, uint32_t data_options, bool data_enabled,
                                        bool data_starts)
{
    return options | (uint64_t)data_options << FORCE_DATA_OPTIONS |
           (uint64_t)data_enabled << FORCE_DATA_ENABLED |
           (uint64_t)data_starts << FORCE_DATA_STARTS;
}

static inline uint64_t htr_etrace_force_of(const struct etrace_flow *f)
{
    return htr_etrace_force(f->options, f->data_options, f->data_enabled, f->data_starts);
}

static inline void htr_etrace_force_set(struct etrace_flow *f, uint64_t force)
{
    f->options = (uint32_t)force;
    f->data_options = (uint32_t)(force >> FORCE_DATA_OPTIONS) & ((1u << ETRACE_DATA_OPTIONS) - 1u);
    f->data_enabled = (force >> FORCE_DATA_ENABLED & 1u) != 0;
    f->data_starts = (force >> FORCE_DATA_STARTS & 1u) != 0;
}

#endif
