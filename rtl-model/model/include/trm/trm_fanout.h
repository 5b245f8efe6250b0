/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fan-out: one sender, several destinations (TCI 1.0, Example Component Connection Diagrams, the
 * mixed topology). A message is taken when every destination takes it, and goes to all of them. A
 * destination that is disabled swallows and so never holds up the others; one that is full, or was
 * stopped by trRamStopOnWrap, refuses and so does the fan-out. It is stopped (trm_link.h) when all
 * destinations are, or one that is refuses. It has no registers and no buffer.
 */
#ifndef TRM_FANOUT_H
#define TRM_FANOUT_H

#include <stdint.h>

#include "trm/trm_link.h"
#include "trm/trm_status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TRM_FANOUT_MAX = 8, /* destinations */
};

/* Private, but visible: the caller owns the memory. */
struct trm_fanout {
    struct trm_link dest[TRM_FANOUT_MAX];
    uint32_t count;
    uint32_t refused; /* bit n: destination n refused when it was last asked */
    size_t asked;     /* bytes, that time */
};

/* Start without destinations: everything is swallowed. */
void trm_fanout_init(struct trm_fanout *fan);

/* Add a destination. Returns TRM_OK, or TRM_ERR_ARG when there are TRM_FANOUT_MAX already. */
TRM_MUST_CHECK enum trm_status trm_fanout_add(struct trm_fanout *fan, struct trm_link dest);

/* The input. */
struct trm_link trm_fanout_link(struct trm_fanout *fan);

#ifdef __cplusplus
}
#endif

#endif
