/* SPDX-License-Identifier: Apache-2.0 */
/* Results of this library. Protocols on top of it use the same numbers for the same results, and
 * add their own (nexus_msg.h). */
#ifndef FLOW_STATUS_H
#define FLOW_STATUS_H

enum flow_status {
    FLOW_OK = 0,
    FLOW_ERR_ARG = -1,     /* an argument is out of range; nothing was done */
    FLOW_ERR_NOSPACE = -2, /* the caller's memory is full; nothing was done */
    FLOW_ERR_END = -3,     /* nothing is left */
    FLOW_ERR_NOCODE = -21, /* no instruction bytes at an address */
};

#endif
