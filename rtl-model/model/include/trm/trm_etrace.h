/* SPDX-License-Identifier: Apache-2.0 */
/*
 * E-Trace: from retired instructions to packets. No registers, no queue: the encoder of one hart
 * brings both (trm_encoder.h).
 *
 * An item is one instruction, or the run of instructions from which a discontinuity cannot come:
 * all but the first and the last of a block are without interest (Efficient Trace 2.0, Multiple
 * retirement considerations). Each item is looked at when the next one is known.
 *
 * Sources: Efficient Trace 2.0, chapters "Reference Compressed Branch Trace Algorithm",
 * "Instruction Trace Encoder Output Packets", "Branch Trace". Choices where these are open:
 * docs/reference/etrace.md.
 */
#ifndef TRM_ETRACE_H
#define TRM_ETRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "etrace/etrace_packet.h"
#include "ingress/ingress_port.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An instruction that retired, or (trap) one that trapped and did not. */
struct trm_etrace_item {
    uint64_t addr;
    uint8_t size;   /* bytes; 0 for a trap */
    uint8_t itype;  /* enum ingress_itype; EXCEPTION or INTERRUPT for a trap, and only then */
    bool sijump;    /* the instruction before it in this region loads its target's register */
    bool notify;    /* its address shall be reported */
    bool precise;   /* the context changed with it, and that must be seen in front of it */
    bool imprecise; /* the context changed with it */
    bool goes_on;   /* more instructions of its block come in the next item */
    uint8_t priv;   /* enum ingress_priv */
    uint64_t context;
    uint64_t time;
    uint64_t cause; /* traps */
    uint64_t tval;  /* exceptions */
};

/* Take a packet. Returns false when there is no room: it is lost, and nothing of it was taken. */
typedef bool trm_etrace_put(void *ctx, const struct etrace_packet *p);

/* What the current item did to memory (trm_etrace_blocks): `note`, the instructions from half-word
 * `from` to `to` - 1 of a block of `in` became it; `pass`, it was decided on. Accesses that have
 * packets in `pass` come before the end of their region, and after its begin. */
struct trm_etrace_data_ops {
    void (*note)(void *ctx, const struct ingress_cycle *in, unsigned block, uint32_t from,
                 uint32_t to);
    void (*pass)(void *ctx);
};

/* Private, but visible: the caller owns the memory. Set after init, at any time between two items:
 * options (call trm_etrace_support then), denable and doptions (the same), dloss, data. */
struct trm_etrace {
    struct etrace_cfg cfg;
    uint32_t options; /* bits (1 << enum etrace_option) */
    trm_etrace_put *put;
    void *ctx;

    bool on;    /* the item before the current one was traced */
    bool lost;  /* packets were dropped since it was last said */
    bool due;   /* a resynchronization is asked for */
    bool ready; /* ... and nothing is left to report before it */
    bool have;  /* current is valid: it waits for the item after it */
    bool trap_reported;
    bool synced;       /* a synchronization packet was sent for the current item */
    bool support_due;  /* a support packet found no room */
    bool ienable;      /* what the last one said */
    bool denable;      /* data trace is enabled */
    bool dloss;        /* packets of data trace were lost: the next support packet says so */
    uint32_t doptions; /* of data trace, bits (1 << enum etrace_data_option) */
    const struct trm_etrace_data_ops *data; /* NULL: none */
    bool linear; /* the block before ended in a linear instruction, in front of `end` */
    uint64_t end;
    struct trm_etrace_item current;
    struct trm_etrace_item before; /* the one before it, when `on` */

    uint64_t address; /* reported last */
    uint32_t map;
    unsigned branches;
    bool all_predicted; /* of those in map */
    uint64_t predicted; /* more than fit the map, all as predicted; 0: they are in map */
    bool missed;        /* and the last branch was not */
    uint64_t packets;   /* sent since init */
    bool timed;         /* count ticks; set after init */
    uint32_t ticks;     /* that items took, as in tr_etrace; whoever counts them sets it to 0 */
    bool waits;         /* the first item of the current block has not taken one yet, */
    bool calm;          /* and needs none of its own, if the second one does not either */

    uint64_t stack[1 << ETRACE_MAX_DEPTH_SIZE];
    unsigned depth; /* entries, or the counter */
    unsigned top;   /* slot of the next entry */
    struct trm_etrace_depths {
        unsigned low, high; /* implicit returns went from these depths; high 0: there was none */
    } popped, popped_free;  /* since the last reported address; since that or the last branch */
    bool plain_target;      /* the packet before reported a target, and no branch came since */
    uint8_t arrived;        /* how the current item was reached: private */
    unsigned failed;        /* ... by a return that did not go where this entry says; 0: none */
    uint8_t predictor[1 << ETRACE_MAX_PREDICTOR_SIZE];
    uint64_t cache[1 << ETRACE_MAX_CACHE_SIZE]; /* odd: empty */
};

/* Start, with nothing traced. Returns false when etrace_cfg_check refuses cfg. */
bool trm_etrace_init(struct trm_etrace *e, const struct etrace_cfg *cfg, trm_etrace_put *put,
                     void *ctx);

/* The encoder was enabled, disabled, or its options changed, and trm_etrace_end was called before:
 * a support packet says so. */
void trm_etrace_support(struct trm_etrace *e, bool ienable);

/* The next item that qualifies. */
void trm_etrace_take(struct trm_etrace *e, const struct trm_etrace_item *item);

/* The blocks of a record retired. Bit n of `traced`: block n qualifies; bit n of `watched`: the
 * address of its last instruction shall be reported. */
void trm_etrace_blocks(struct trm_etrace *e, const struct ingress_cycle *in, unsigned traced,
                       unsigned watched);

/* The same for the blocks from `from` to `to` - 1, with a time in the place of in->time. */
void trm_etrace_blocks_at(struct trm_etrace *e, const struct ingress_cycle *in, unsigned from,
                          unsigned to, uint64_t time, unsigned traced, unsigned watched);

/* Nothing qualifies after the last item: report its address, and that tracing ended. No packet when
 * nothing was traced since the last call. */
void trm_etrace_end(struct trm_etrace *e);

/* A synchronization packet shall come soon (Resynchronization). */
void trm_etrace_resync(struct trm_etrace *e);

/* Everything since the last packet is lost, and so is the item at hand. */
void trm_etrace_lose(struct trm_etrace *e);

/* Packets were lost: say so, if there is room by now. Then tracing begins again with the next
 * item. */
void trm_etrace_recover(struct trm_etrace *e);

#ifdef __cplusplus
}
#endif

#endif
