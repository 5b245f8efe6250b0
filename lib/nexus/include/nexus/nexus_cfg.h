/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a decoder must know in addition to the bytes. A .nex file has no header: the settings come
 * from the encoder's registers (trTeControl, trTeInstFeatures, trTsControl), or from the user.
 * Initialize with nexus_cfg_init, then set fields.
 *
 * Source: N-Trace 1.0, chapter "N-Trace Specific Trace Controls".
 */
#ifndef NEXUS_CFG_H
#define NEXUS_CFG_H

#include <stdbool.h>
#include <stdint.h>

#include "flow/flow_isa.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Dialects of the protocol. SIFIVE_0X is the hardware before N-Trace 1.0: ResourceFull RCODE 8 and
 * 9 count not-taken and taken branches, TSTAMP of a message without SYNC is the XOR with the time
 * before, CKDF is one less than the number of CKDATA, and a branch for which a full HIST of a
 * synchronizing message has no room is counted again by the next message, with its bit. SPACEMIT_K3
 * is N-Trace 1.0 as the SpacemiT K3 sends it: F-ADDR and U-ADDR of addresses with bit 63 set have
 * ones above their 63 bits too (docs/reference/spacemit-k3.md has the sources). */
enum nexus_profile {
    NEXUS_PROFILE_1_0 = 0,
    NEXUS_PROFILE_SIFIVE_0X = 1,
    NEXUS_PROFILE_SPACEMIT_K3 = 2,
    NEXUS_PROFILES,
};

/* trTeInstImplicitReturnMode. Rules apply only when implicit_return is true as well. */
enum nexus_return_mode {
    NEXUS_RETURN_NONE = 0,
    NEXUS_RETURN_COUNT = 1,
    NEXUS_RETURN_PARTIAL = 2,
    NEXUS_RETURN_FULL = 3,
};

/* IDTAG as a width: a field of variable length. */
enum {
    NEXUS_WIDTH_VARIABLE = 255
};

/* Widths, in bits, of the fields that Nexus 5001 leaves to the vendor ("cfg(n)" in the message
 * table). */
struct nexus_cfg_widths {
    uint8_t status; /* DebugStatus STATUS, default 8 */
    uint8_t map;    /* data messages MAP, default 0 = absent */
    uint8_t dsz;    /* DSZ, default 4 */
    uint8_t elsz;   /* ELSZ, default 0 */
    uint8_t dcorr;  /* DCORR, default 0 */
    uint8_t dsync;  /* SYNC of messages 13, 14, 32, default 4 */
    uint8_t idtag;  /* DataAcquisition IDTAG, default 8; or NEXUS_WIDTH_VARIABLE */
    uint8_t ndq;    /* number of DQDATA fields, default 1, 1..4 */
    uint8_t xmap;   /* AuxAccess XMAP, default 2 */
    uint8_t cksrc;  /* InCircuitTrace CKSRC, default 0 */
    uint8_t cksync; /* InCircuitTraceSync SYNC, default 4 */
    uint8_t ckdf;   /* CKDF, default 2; 0 = absent, one CKDATA follows */
    bool cancel;    /* DataWriteSync and DataReadSync carry CANCEL, default false */
};

struct nexus_stream_cfg {
    enum nexus_profile profile;
    uint8_t src_bits;       /* 0..12; 0 also when trTeInhibitSrc is set */
    uint8_t xlen;           /* 32 or 64 */
    bool timestamps;        /* trTsEnable: a trailing TSTAMP may be present */
    uint8_t timestamp_bits; /* trTsWidth, 1..64 */
    bool extend_addr_msb;   /* trTeInstExtendAddrMSB */
    bool sequential_jump;   /* trTeInstEnSequentialJump */
    bool implicit_return;   /* trTeInstEnImplicitReturn */
    enum nexus_return_mode return_mode;
    uint16_t return_depth; /* entries of the decoder's return stack, 1..1023, default 32 */
    bool repeated_history; /* trTeInstEnRepeatedHistory */
    bool all_jumps;        /* trTeInstEnAllJumps */
    bool data_no_addr;     /* trTeDataNoAddr: data messages have no address, the field is 0 */
    bool data_filtered;    /* trTeDataFilters is not 0: not all accesses have a data message */
    uint32_t isa;          /* FLOW_ISA_* */
    uint64_t jvt;          /* Zcmt: base address of the jump table (CSR jvt), 64-byte aligned */
    struct nexus_cfg_widths width;
};

/* Set the defaults: profile 1.0, no SRC, XLEN 64, no timestamps (64 bits wide), no optimization,
 * return depth 32, ISA C and Zcb, and the default widths above. */
void nexus_cfg_init(struct nexus_stream_cfg *cfg);

/* Do all fields have the same values? What is between them in memory does not matter. */
bool nexus_cfg_equal(const struct nexus_stream_cfg *a, const struct nexus_stream_cfg *b);

/* Choose the profile, and what goes with it: SIFIVE_0X sets the return depth to 1023, CKSRC to 4
 * bits, IDTAG to variable length, and cksync to 0; SPACEMIT_K3 sets src_bits to 12 and timestamps.
 * Call it before setting other fields. */
void nexus_cfg_set_profile(struct nexus_stream_cfg *cfg, enum nexus_profile profile);

/* Name of a profile as the tools spell it, "1.0", "sifive-0.x", "spacemit-k3"; NULL when there is
 * none. */
const char *nexus_profile_name(unsigned profile);

/* The settings that decide the meaning of an instruction, for flow_code.h. */
static inline struct flow_isa nexus_cfg_isa(const struct nexus_stream_cfg *cfg)
{
    struct flow_isa isa = {cfg->xlen, cfg->isa, cfg->jvt};
    return isa;
}

/* Check ranges. Returns NULL when the configuration is usable, otherwise the name of the first
 * field that is not, in the spelling of this struct. */
const char *nexus_cfg_check(const struct nexus_stream_cfg *cfg);

#ifdef __cplusplus
}
#endif

#endif
