/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a decoder must know in addition to the bytes: the encoder's parameters, which discovery
 * gives, and how its packets are encapsulated. Initialize with etrace_cfg_init, then set fields.
 *
 * Sources: Efficient Trace 2.0, chapter "Parameters and Discovery"; Unformatted Trace & Diagnostic
 * Data Packet Encapsulation 1.0.
 */
#ifndef ETRACE_CFG_H
#define ETRACE_CFG_H

#include <stdbool.h>
#include <stdint.h>

#include "flow/flow_isa.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Run-time options of the instruction trace encoder (Efficient Trace, Optional and run-time
 * configurable modes): what support packets report in `ioptions`. */
enum etrace_option {
    ETRACE_OPT_IMPLICIT_RETURN = 0, /* trTeInstEnImplicitReturn */
    ETRACE_OPT_IMPLICIT_EXCEPTION,  /* trTeInstNoTrapAddr */
    ETRACE_OPT_FULL_ADDRESS,        /* trTeInstNoAddrDiff */
    ETRACE_OPT_JUMP_TARGET_CACHE,   /* trTeInstEnJumpTargetCache */
    ETRACE_OPT_BRANCH_PREDICTION,   /* trTeInstEnBranchPrediction */
    ETRACE_OPT_SEQUENTIAL_JUMP,     /* trTeInstEnSequentialJump */
    ETRACE_OPTIONS,
};

/* Run-time options of data trace: what support packets report in `doptions`, lowest bit first, in
 * the order of the reference scripts. The last two limit the encoder; packets say themselves what
 * they are. */
enum etrace_data_option {
    ETRACE_DOPT_NO_ADDRESS = 0, /* trTeDataNoAddr */
    ETRACE_DOPT_NO_DATA,        /* trTeDataNoValue */
    ETRACE_DOPT_FULL_ADDRESS,   /* trTeDataAddrCompress = 0 */
    ETRACE_DOPT_FULL_DATA,
    ETRACE_DATA_OPTIONS,
};

enum {
    ETRACE_NO_OPTION = 255,         /* in ioption[]: the bit means nothing to a decoder */
    ETRACE_MAX_PREDICTOR_SIZE = 10, /* largest bpred_size */
    ETRACE_MAX_CACHE_SIZE = 10,     /* largest cache_size */
    ETRACE_MAX_DEPTH_SIZE = 9,      /* largest return_stack_size and call_counter_size */
    ETRACE_PRIVILEGES = 8,          /* values of privilege */
};

struct etrace_cfg {
    uint8_t xlen; /* 32 or 64 */
    uint32_t isa; /* FLOW_ISA_* */
    uint64_t jvt; /* Zcmt: base address of the jump table (CSR jvt), 64-byte aligned */

    /* Parameters of the encoder, without their "_p". Defaults are those of the discovery chapter,
     * except for iaddress_width (the XLEN) and ecause_width (5). */
    uint8_t iaddress_width;  /* bits, 3..64. Addresses of 33 bits or more are sign-extended, and cut
                                   to XLEN */
    uint8_t iaddress_lsb;    /* bits left out at the bottom: 0..2 */
    uint8_t privilege_width; /* 1..3 */
    uint8_t ecause_width;    /* 1..64 */
    uint8_t context_width;   /* 1..64; counts when nocontext is false */
    uint8_t time_width;      /* 1..64; counts when notime is false */
    bool nocontext;
    bool notime;
    uint8_t itype_width;        /* 3 or 4, default 4: with 3, returns too can be sequentially
                                   inferable (ingress port, sijump) */
    uint8_t f0s_width;          /* 0..8 */
    uint8_t bpred_size;         /* the predictor has 2^n entries; 0: there is none */
    uint8_t cache_size;         /* the jump target cache has 2^n entries; 0: there is none */
    uint8_t call_counter_size;  /* bits of the nested call counter; 0: there is none */
    uint8_t return_stack_size;  /* the return stack has 2^n entries; 0: there is none */
    uint8_t encoder_mode_width; /* E of the support packet, 0..8, default 1 */
    uint8_t ioptions_width;     /* N, 0..32 */
    uint8_t doptions_width;     /* M, 0..32 */
    uint8_t ioption[32];        /* what each bit of ioptions is, lowest first: enum etrace_option or
                                   ETRACE_NO_OPTION. Default: the order of the enum */

    /* Data trace. Both compressions of values are understood; the encoder uses those it offers. */
    uint8_t daddress_width;  /* bits, 1..64, default 64; extended as addresses of instructions */
    uint8_t data_width;      /* 8, 16, 32 or 64, default 64: the widest access */
    uint8_t lrid_width;      /* 0..6, default 1; counts when data_split is set */
    uint8_t data_diff_width; /* 1 or 2, default 2: of `diff` in packets without an address and in
                                those of CSRs */
    bool data_split;         /* loads and atomics have a request and a response */
    bool data_atomics;       /* the encoder reports atomics; default true */
    bool data_csrs;          /* it reports CSRs; default true */
    bool data_no_xor;        /* it does not offer XOR; with a diff of 1 bit 1 means differential */
    bool data_no_diff;       /* it does not offer differential values */
    bool data_decoded;       /* the flow decodes data trace (etrace_flow.h); default false */

    /* What no packet reports. */
    uint32_t options;                   /* bit (1 << enum etrace_option): until a support packet */
    uint32_t data_options;              /* bit (1 << enum etrace_data_option): the same */
    bool trap_known[ETRACE_PRIVILEGES]; /* implicit exceptions: by privilege of the handler, is */
    uint64_t trap_base[ETRACE_PRIVILEGES]; /* tvec known, and its value: BASE and MODE */

    /* Encapsulation. */
    uint8_t src_bits;  /* srcID, 0..16 */
    uint8_t ts_bytes;  /* T, 0..8: bytes of a timestamp */
    uint8_t type_bits; /* 0..8: width of `type` */
    uint8_t type_inst; /* its value for instruction trace; default 0 */
    uint8_t type_data; /* for data trace; default 1 */
    bool type_in_flow; /* no type field: `flow` holds it, 2 for instruction and 3 for data trace, as
                          the reference scripts write it */
};

/* Set the defaults: XLEN 64, ISA C and Zcb, addresses from bit 1 on, privilege of 2 bits, neither
 * context nor time, no predictor, cache or stack; no srcID, timestamp or type. */
void etrace_cfg_init(struct etrace_cfg *cfg);

/* The settings that decide the meaning of an instruction, for flow_code.h. */
static inline struct flow_isa etrace_cfg_isa(const struct etrace_cfg *cfg)
{
    struct flow_isa isa = {cfg->xlen, cfg->isa, cfg->jvt};
    return isa;
}

/* Width of irdepth (Efficient Trace, Format 1 packets). */
static inline unsigned etrace_cfg_irdepth(const struct etrace_cfg *cfg)
{
    return cfg->return_stack_size + (cfg->return_stack_size > 0 ? 1u : 0u) + cfg->call_counter_size;
}

/* The bits that a field of `width` bits holds, 0..64. */
static inline uint64_t etrace_mask(unsigned width)
{
    return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1u;
}

/* How many calls the encoder keeps: the entries of its stack, or what its counter can count. */
static inline unsigned etrace_cfg_depth(const struct etrace_cfg *cfg)
{
    return cfg->return_stack_size > 0 ? 1u << cfg->return_stack_size
                                      : (1u << cfg->call_counter_size) - 1u;
}

/* The options in force after a support packet with this value of ioptions, as bits (1 << enum
 * etrace_option): those that it turns on, and of cfg->options those that no bit of it reports. And
 * back. */
uint32_t etrace_cfg_options(const struct etrace_cfg *cfg, uint32_t ioptions);
uint32_t etrace_cfg_ioptions(const struct etrace_cfg *cfg, uint32_t options);

/* Returns the name of a parameter that is 0 although one of these options needs it (bits as in
 * `options`), or NULL. */
const char *etrace_cfg_lacks(const struct etrace_cfg *cfg, uint32_t options);

/* Check ranges. Returns NULL when the configuration is usable, otherwise the name of the first
 * field that is not, in the spelling of this struct; "payload" when a packet could be longer than
 * an encapsulation holds, "options" when one of `options` lacks its parameter. */
const char *etrace_cfg_check(const struct etrace_cfg *cfg);

#ifdef __cplusplus
}
#endif

#endif
