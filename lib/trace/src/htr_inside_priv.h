/* SPDX-License-Identifier: Apache-2.0 */
/* The two protocols, for the tree and for traces. */
#ifndef HTR_INSIDE_PRIV_H
#define HTR_INSIDE_PRIV_H

#include "etrace/etrace_flow.h"
#include "htr/htr_inside.h"
#include "nexus/nexus_flow.h"

extern const struct htr_inside_ops htr_inside_ntrace, htr_inside_etrace;

static inline struct htr_inside htr_inside_nexus(struct nexus_decoder *d)
{
    return (struct htr_inside){&htr_inside_ntrace, d};
}

static inline struct htr_inside htr_inside_of_etrace(struct etrace_decoder *d)
{
    return (struct htr_inside){&htr_inside_etrace, d};
}

#endif
