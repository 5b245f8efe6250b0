/* SPDX-License-Identifier: Apache-2.0 */
/* Results of this library. Numbers that mean the same in nexus_msg.h are the same. */
#ifndef ETRACE_STATUS_H
#define ETRACE_STATUS_H

#include "flow/flow_status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The caller must look at what the function returns. */
#define ETRACE_MUST_CHECK __attribute__((warn_unused_result))

/* Zero is success. Values are already negative: never negate. */
enum etrace_status {
    ETRACE_OK = FLOW_OK,
    ETRACE_ERR_ARG = FLOW_ERR_ARG, /* an argument or the configuration is out of range; nothing was
                                      done */
    ETRACE_ERR_NOSPACE = FLOW_ERR_NOSPACE, /* the packet does not fit; nothing was written */
    ETRACE_ERR_END = FLOW_ERR_END,         /* no complete packet is left */
    ETRACE_ERR_TRUNCATED = -5, /* the encapsulation has no room for source, type and payload */
    ETRACE_ERR_EXTRA = -7,     /* the payload goes on after its last field */
    ETRACE_ERR_RESERVED = -8,  /* a field holds a value that the format rules out */
    /* Flow layer (etrace_flow.h). */
    ETRACE_ERR_NOSYNC = -20,             /* no synchronization packet seen yet */
    ETRACE_ERR_NOCODE = FLOW_ERR_NOCODE, /* no instruction bytes at an executed address */
    ETRACE_ERR_BRANCHES = -34, /* branches are left over where the packet ends, or one is missing */
    ETRACE_ERR_DISCON = -35,   /* a discontinuity where the packet has no address for it */
    ETRACE_ERR_REACH = -36,    /* the reported address is not on the path */
    ETRACE_ERR_CACHE = -37,    /* an entry of the jump target cache that was never filled */
    ETRACE_ERR_OPTION = -38,   /* an option that the configuration has no parameter for */
    ETRACE_ERR_HANDLER = -39,  /* implicit exception: the handler's address is not known */
};

/* One line in English for a status, never NULL. */
const char *etrace_strerror(int status);

#ifdef __cplusplus
}
#endif

#endif
