/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Packets: the payloads of instruction trace, one struct to encode and to decode.
 *
 * Source: Efficient Trace 2.0, chapter "Instruction Trace Encoder Output Packets".
 */
#ifndef ETRACE_PACKET_H
#define ETRACE_PACKET_H

#include <stdbool.h>
#include <stdint.h>

#include "etrace/etrace_cfg.h"
#include "etrace/etrace_status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum etrace_format {
    ETRACE_FORMAT_EXT = 0,    /* subformats below */
    ETRACE_FORMAT_BRANCH = 1, /* branch map, with or without an address */
    ETRACE_FORMAT_ADDR = 2,
    ETRACE_FORMAT_SYNC = 3, /* subformats below */
};

/* Subformats of format 0. */
enum etrace_ext {
    ETRACE_EXT_COUNT = 0, /* correctly predicted branches */
    ETRACE_EXT_INDEX = 1, /* jump target cache */
};

/* Subformats of format 3. */
enum etrace_sync {
    ETRACE_SYNC_START = 0,
    ETRACE_SYNC_TRAP = 1,
    ETRACE_SYNC_CONTEXT = 2,
    ETRACE_SYNC_SUPPORT = 3,
};

enum etrace_qual_status {
    ETRACE_QUAL_NO_CHANGE = 0,
    ETRACE_QUAL_ENDED_REP = 1,
    ETRACE_QUAL_TRACE_LOST = 2,
    ETRACE_QUAL_ENDED_NTR = 3,
};

/* branch_fmt of format 0, subformat 0. */
enum etrace_branch_fmt {
    ETRACE_BRANCH_NO_ADDR = 0,
    ETRACE_BRANCH_ADDR = 2,
    ETRACE_BRANCH_ADDR_FAIL = 3,
};

enum {
    ETRACE_MAX_BRANCHES = 31,      /* in a branch map */
    ETRACE_PAYLOAD_MAX = 31,       /* bytes */
    ETRACE_MAX_PAYLOAD_BITS = 248, /* of type and payload, and what srcID has beyond whole bytes */
};

/* A packet. Which members count follows from format and subformat; decoding sets the others to 0.
 */
struct etrace_packet {
    uint8_t format;    /* enum etrace_format */
    uint8_t subformat; /* of formats 0 and 3 */

    /* Formats 0, 1 and 2. */
    uint8_t branches;    /* valid bits of branch_map, 0..31. Format 1: 0 means 31 and no address */
    uint32_t branch_map; /* bit 0 the oldest; 0 = taken */
    bool has_address;    /* the packet carries `address` */
    bool notify;         /* the three: the bit differs from the one before it */
    bool updiscon;
    bool irreport;
    uint32_t irdepth;      /* counts when irreport is set */
    uint8_t branch_fmt;    /* enum etrace_branch_fmt */
    uint32_t branch_count; /* correctly predicted branches, minus 31 */
    uint32_t index;        /* of the jump target cache */

    /* Format 3: absolute address in bytes. Formats 0, 1, 2: a difference to the address before,
     * sign-extended from iaddress_width; in full address mode, the address. */
    uint64_t address;

    /* Format 3. */
    bool branch; /* as transmitted: 0 when `address` is a branch, and it was taken */
    uint8_t privilege;
    uint64_t time;    /* counts unless notime */
    uint64_t context; /* counts unless nocontext */
    uint64_t ecause;
    bool interrupt;
    bool thaddr;
    uint64_t tval; /* exceptions */
    bool ienable;
    uint8_t encoder_mode;
    uint8_t qual_status; /* enum etrace_qual_status */
    uint32_t ioptions;
    bool denable;
    bool dloss;
    uint32_t doptions;
};

/* Can a decoder start here: subformats START and TRAP of format 3? */
static inline bool etrace_packet_is_sync(const struct etrace_packet *p)
{
    return p->format == ETRACE_FORMAT_SYNC &&
           (p->subformat == ETRACE_SYNC_START || p->subformat == ETRACE_SYNC_TRAP);
}

/* Decode a payload of `size` bytes, 1..ETRACE_PAYLOAD_MAX. options: the run-time options in force,
 * bits (1 << enum etrace_option); they tell which packets omit the handler's address, and what
 * format 0 is when f0s_width is 0.
 *
 * Returns ETRACE_OK; ETRACE_ERR_ARG: size; ETRACE_ERR_EXTRA: a whole byte or more is left after the
 * last field, or what is left is no sign extension; ETRACE_ERR_RESERVED: branch_fmt 1, a subformat
 * of format 0 above 1, or format 0 without an option that has it. After the last two format and
 * subformat are set. */
ETRACE_MUST_CHECK enum etrace_status etrace_packet_decode(const struct etrace_cfg *cfg,
                                                          uint32_t options, const uint8_t *payload,
                                                          unsigned size, struct etrace_packet *p);

/* Encode it, compressed by its sign to whole bytes, into payload[ETRACE_PAYLOAD_MAX].
 *
 * Returns ETRACE_OK with the size in *size; ETRACE_ERR_ARG: a member is out of the range of its
 * field; ETRACE_ERR_NOSPACE: it is longer than a payload. */
ETRACE_MUST_CHECK enum etrace_status etrace_packet_encode(const struct etrace_cfg *cfg,
                                                          uint32_t options,
                                                          const struct etrace_packet *p,
                                                          uint8_t *payload, unsigned *size);

/* Name of a packet's format as the tools print it: "addr", "branch", "sync-start" and so on. */
const char *etrace_packet_name(const struct etrace_packet *p);

#ifdef __cplusplus
}
#endif

#endif
