/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The trace ingress port: what a hart reports to its encoder in one cycle.
 *
 * Source: Efficient Trace for RISC-V 2.0, chapter "Hart to encoder interface" (the port that
 * N-Trace shares; the data signals in their unified form), with four additions of ours: hcontext
 * beside context (N-Trace, chapter Ownership Message, needs both), the external trigger inputs of
 * the encoder (TCI, External Trace Triggers), a low-power sideband, and the address of the
 * interrupted instruction when nothing retired before it.
 */
#ifndef INGRESS_PORT_H
#define INGRESS_PORT_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    INGRESS_MAX_BLOCKS = 4,   /* blocks per cycle, at most */
    INGRESS_MAX_ACCESSES = 4, /* data accesses per cycle, at most */
};

/* itype: how a block ends. Width 3 uses 0..6, width 4 uses 0..5 and 8..15. */
enum ingress_itype {
    INGRESS_ITYPE_NONE = 0,
    INGRESS_ITYPE_EXCEPTION = 1,
    INGRESS_ITYPE_INTERRUPT = 2,
    INGRESS_ITYPE_TRAP_RETURN = 3,
    INGRESS_ITYPE_NOT_TAKEN = 4,
    INGRESS_ITYPE_TAKEN = 5,
    INGRESS_ITYPE_UNINFERABLE_JUMP = 6, /* 3-bit itype only */
    INGRESS_ITYPE_UNINFERABLE_CALL = 8,
    INGRESS_ITYPE_INFERABLE_CALL = 9,
    INGRESS_ITYPE_UNINFERABLE_TAIL = 10, /* indirect jump without linkage */
    INGRESS_ITYPE_INFERABLE_TAIL = 11,   /* direct jump without linkage */
    INGRESS_ITYPE_CO_ROUTINE_SWAP = 12,
    INGRESS_ITYPE_RETURN = 13,
    INGRESS_ITYPE_OTHER_UNINFERABLE = 14,
    INGRESS_ITYPE_OTHER_INFERABLE = 15,
};

/* A code of 4 bits on a port of 3 (E-Trace, "Hart to encoder interface", itype): calls, returns and
 * jumps are one code when their target cannot be inferred, else none. Codes below 8 are the same.
 */
static inline uint8_t ingress_itype_narrow(uint8_t itype)
{
    if (itype < INGRESS_ITYPE_UNINFERABLE_CALL) {
        return itype;
    }
    const bool inferable = itype == INGRESS_ITYPE_INFERABLE_CALL ||
                           itype == INGRESS_ITYPE_INFERABLE_TAIL ||
                           itype == INGRESS_ITYPE_OTHER_INFERABLE;
    return (uint8_t)(inferable ? INGRESS_ITYPE_NONE : INGRESS_ITYPE_UNINFERABLE_JUMP);
}

/* priv: privilege level of all instructions retired in the cycle. */
enum ingress_priv {
    INGRESS_PRIV_U = 0,
    INGRESS_PRIV_S = 1, /* S or HS */
    INGRESS_PRIV_M = 3,
    INGRESS_PRIV_D = 4, /* debug mode */
    INGRESS_PRIV_VU = 5,
    INGRESS_PRIV_VS = 6,
};

/* ctype: how to report context. */
enum ingress_ctype {
    INGRESS_CTYPE_NONE = 0,
    INGRESS_CTYPE_IMPRECISE = 1,
    INGRESS_CTYPE_PRECISE = 2,
    INGRESS_CTYPE_ASYNC = 3,
};

/* trigger bits (E-Trace, "Using trigger outputs from the Debug Module"). */
enum {
    INGRESS_TRIGGER_ON = 1u << 0,     /* action 2, trace-on */
    INGRESS_TRIGGER_OFF = 1u << 1,    /* action 3, trace-off */
    INGRESS_TRIGGER_NOTIFY = 1u << 2, /* action 4, trace-notify, of block 0; block n is this << n */
};

/* A run of instructions at consecutive addresses, all retired in this cycle. */
struct ingress_block {
    uint64_t iaddr; /* address of the first instruction; bit 0 is 0. With iretire 0: for itype 1 the
                       instruction that incurred the exception, for itype 2 the one that would have
                       come next, as in xepc (ours: E-Trace leaves it undefined) */
    uint32_t iretire; /* half-words retired; 0 = none (then only itype 1 and 2 have a meaning) */
    uint8_t itype;    /* enum ingress_itype: how the last instruction ended */
    uint8_t
        ilastsize; /* the last instruction has 2^ilastsize half-words: 0 = 16 bits, 1 = 32 bits */
    bool sijump;   /* the jump that ends the block is sequentially inferable */
};

/* dtype: what a data access was (E-Trace, "Data access type (dtype) encoding"). */
enum ingress_dtype {
    INGRESS_DTYPE_LOAD = 0, /* lr too */
    INGRESS_DTYPE_STORE = 1,
    INGRESS_DTYPE_CSR_RW = 4,
    INGRESS_DTYPE_CSR_RS = 5,
    INGRESS_DTYPE_CSR_RC = 6,
    INGRESS_DTYPE_SWAP = 8, /* atomics: 8 to 14 */
    INGRESS_DTYPE_ADD = 9,
    INGRESS_DTYPE_AND = 10,
    INGRESS_DTYPE_OR = 11,
    INGRESS_DTYPE_XOR = 12,
    INGRESS_DTYPE_MAX = 13,
    INGRESS_DTYPE_MIN = 14,
    INGRESS_DTYPE_SC_FAILED = 15,
};

/* A data access that retired in this cycle: the unified form of the data signals (E-Trace, "Data
 * Trace Interface"). Values have 2^dsize bytes, the bits above are 0. */
struct ingress_access {
    uint64_t daddr;
    uint64_t load;  /* value read: loads and atomics; else 0 */
    uint64_t store; /* value written: stores and atomics; else 0 */
    uint8_t dtype;  /* enum ingress_dtype */
    uint8_t dsize;  /* the access has 2^dsize bytes, 0..3 */
    uint8_t block;  /* dblock: its instruction is in this block */
    uint8_t insn;   /* half-words from the block's iaddr to its instruction (iaddr_lsbs) */
};

/* One cycle of one hart. Cycles that retire nothing need no record: `cycle` gives the distance. */
struct ingress_cycle {
    uint64_t cycle; /* hart clock; never less than in the record before */
    uint64_t time;  /* value for TSTAMP in mode External; same unit as the timestamp source */
    struct ingress_block block[INGRESS_MAX_BLOCKS];
    uint8_t nblocks;  /* valid blocks, oldest first; 0 for a record of sidebands only */
    uint8_t priv;     /* enum ingress_priv */
    uint8_t ctype;    /* enum ingress_ctype */
    uint8_t ext_trig; /* external trigger inputs that fire, bit n = input n */
    uint16_t trigger; /* INGRESS_TRIGGER_* */
    bool halted;      /* hart is in debug mode */
    bool reset;       /* hart is in reset */
    bool lowpower;    /* hart is in a low-power state */
    uint32_t impdef;
    uint64_t context;  /* scontext */
    uint64_t hcontext; /* hcontext */
    uint64_t cause;    /* of the trap, for itype 1 and 2; without the interrupt bit */
    uint64_t tval;     /* of the trap, for itype 1 */
    uint8_t naccess;   /* valid accesses, in the order of their instructions; 0 without data
                          signals */
    struct ingress_access access[INGRESS_MAX_ACCESSES];
};

#ifdef __cplusplus
}
#endif

#endif
