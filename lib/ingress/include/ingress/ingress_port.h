/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The trace ingress port: what a hart reports to its encoder in one cycle.
 *
 * Source: Efficient Trace for RISC-V 2.0, chapter "Hart to encoder interface" (the port that
 * N-Trace shares), with four additions of ours: hcontext beside context (N-Trace, chapter Ownership
 * Message, wants both), the external trigger inputs of the encoder (TCI, External Trace Triggers),
 * a low-power sideband, and the address of the interrupted instruction when nothing retired before
 * it.
 */
#ifndef TRM_INGRESS_H
#define TRM_INGRESS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TRM_INGRESS_MAX_BLOCKS = 4, /* blocks a cycle, at most */
};

/* itype: how a block ends. Width 3 uses 0..6, width 4 uses 0..5 and 8..15. */
enum trm_itype {
    TRM_ITYPE_NONE = 0,
    TRM_ITYPE_EXCEPTION = 1,
    TRM_ITYPE_INTERRUPT = 2,
    TRM_ITYPE_TRAP_RETURN = 3,
    TRM_ITYPE_NOT_TAKEN = 4,
    TRM_ITYPE_TAKEN = 5,
    TRM_ITYPE_UNINFERABLE_JUMP = 6, /* 3-bit itype only */
    TRM_ITYPE_UNINFERABLE_CALL = 8,
    TRM_ITYPE_INFERABLE_CALL = 9,
    TRM_ITYPE_UNINFERABLE_TAIL = 10, /* indirect jump without linkage */
    TRM_ITYPE_INFERABLE_TAIL = 11,   /* direct jump without linkage */
    TRM_ITYPE_CO_ROUTINE_SWAP = 12,
    TRM_ITYPE_RETURN = 13,
    TRM_ITYPE_OTHER_UNINFERABLE = 14,
    TRM_ITYPE_OTHER_INFERABLE = 15,
};

/* priv: privilege level of all instructions retired in the cycle. */
enum trm_priv {
    TRM_PRIV_U = 0,
    TRM_PRIV_S = 1, /* S or HS */
    TRM_PRIV_M = 3,
    TRM_PRIV_D = 4, /* debug mode */
    TRM_PRIV_VU = 5,
    TRM_PRIV_VS = 6,
};

/* ctype: how to report context. */
enum trm_ctype {
    TRM_CTYPE_NONE = 0,
    TRM_CTYPE_IMPRECISE = 1,
    TRM_CTYPE_PRECISE = 2,
    TRM_CTYPE_ASYNC = 3,
};

/* trigger bits (E-Trace, "Using trigger outputs from the Debug Module"). */
enum {
    TRM_TRIGGER_ON = 1u << 0,     /* action 2, trace-on */
    TRM_TRIGGER_OFF = 1u << 1,    /* action 3, trace-off */
    TRM_TRIGGER_NOTIFY = 1u << 2, /* action 4, trace-notify, of block 0; block n is this << n */
};

/* A run of instructions at consecutive addresses, all retired in this cycle. */
struct trm_block {
    uint64_t iaddr; /* address of the first instruction; bit 0 is 0. With iretire 0: for itype 1 the
                       instruction that incurred the exception, for itype 2 the one that would have
                       come next, as in xepc (ours: E-Trace leaves it undefined) */
    uint32_t iretire; /* half-words retired; 0 = none (then only itype 1 and 2 mean something) */
    uint8_t itype;    /* enum trm_itype: how the last instruction ended */
    uint8_t
        ilastsize; /* the last instruction has 2^ilastsize half-words: 0 = 16 bits, 1 = 32 bits */
    bool sijump;   /* the jump that ends the block is sequentially inferable */
};

/* One cycle of one hart. Cycles that retire nothing need no record: `cycle` gives the distance. */
struct trm_ingress {
    uint64_t cycle; /* hart clock; never less than in the record before */
    uint64_t time;  /* value for TSTAMP in mode External; same unit as the timestamp source */
    struct trm_block block[TRM_INGRESS_MAX_BLOCKS];
    uint8_t nblocks;  /* valid blocks, oldest first; 0 for a record of sidebands only */
    uint8_t priv;     /* enum trm_priv */
    uint8_t ctype;    /* enum trm_ctype */
    uint8_t ext_trig; /* external trigger inputs that fire, bit n = input n */
    uint16_t trigger; /* TRM_TRIGGER_* */
    bool halted;      /* hart is in debug mode */
    bool reset;       /* hart is in reset */
    bool lowpower;    /* hart is in a low-power state */
    uint32_t impdef;
    uint64_t context;  /* scontext */
    uint64_t hcontext; /* hcontext */
    uint64_t cause;    /* of the trap, for itype 1 and 2; without the interrupt bit */
    uint64_t tval;     /* of the trap, for itype 1 */
};

#ifdef __cplusplus
}
#endif

#endif
