/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The filters and comparators of the encoder: which blocks of instructions are traced.
 *
 * Source: TCI 1.0, chapter "Trace Encoder Filter Registers". Choices where it is open:
 * docs/reference/model.md. The register side (WARL, loading) is in the encoder; this is the logic
 * alone.
 */
#ifndef TRM_FILTER_H
#define TRM_FILTER_H

#include <stdbool.h>
#include <stdint.h>

#include "regmap/encoder_params.h"
#include "ingress/ingress_port.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TRM_FILTER_COMPS = 3, /* comparators that one filter can use */
};

/* Optional conditions of a filter; comparators are there when the encoder has any. */
enum trm_filter_match {
    TRM_FILTER_PRIVILEGE = 1u << 0,
    TRM_FILTER_ECAUSE = 1u << 1,
    TRM_FILTER_INTERRUPT = 1u << 2,
    TRM_FILTER_IMPDEF = 1u << 3,
    TRM_FILTER_ALL = 15,
};

/* What trm_filter_block says of a block. */
enum trm_filter_result {
    TRM_FILTER_QUALIFIES = 1u << 0, /* the block is to be traced */
    TRM_FILTER_NOTIFIES = 1u << 1,  /* and the address of its last instruction is to be reported */
};

/* A pair of comparators; side 0 is the primary one, 1 the secondary one. */
struct trm_comparator {
    uint8_t input[2];    /* trTeCompPInput, trTeCompSInput: 0 iaddr, 1 context, 2 tval, 3 daddr */
    uint8_t function[2]; /* trTeCompPFunction, trTeCompSFunction */
    bool notify[2];      /* trTeCompPNotify, trTeCompSNotify; only with input 0 */
    uint8_t mode;        /* trTeCompMatchMode */
    bool latch;          /* of mode 3 */
    uint64_t match[2];
};

struct trm_filter {
    bool privilege;
    bool ecause;
    bool interrupt;
    bool impdef;
    bool dtype;         /* types of data accesses count */
    bool dsize;         /* sizes of data accesses count */
    bool is_interrupt;  /* trTeFilterMatchValueInterrupt */
    uint8_t privileges; /* bit n: level n */
    uint8_t comps;      /* bit n: comparator n must match */
    uint16_t dtypes;    /* bit n: dtype n */
    uint8_t dsizes;     /* bit n: dsize n */
    uint32_t impdef_value;
    uint32_t impdef_mask;
    uint64_t causes; /* bit n: cause n */
    uint32_t depth;  /* 0: outside; n: in the trap that matched, n - 1 traps nested in it */
};

/* All of it. Private, but visible: it is a part of the encoder. */
struct trm_filter_bank {
    bool selects;          /* trTeInstFilters selects filters; otherwise every block qualifies */
    uint16_t active;       /* those of them that are enabled */
    bool data_selects;     /* trTeDataFilters selects filters; otherwise every access qualifies */
    uint16_t data_active;  /* those of them that are enabled */
    uint8_t data_comps;    /* comparators with daddr as an input */
    uint8_t comps;         /* comparators that these use, or that can notify */
    uint32_t depth_max;    /* where the count of nested traps saturates */
    uint64_t addr_mask;    /* bits of iaddr that are compared */
    uint64_t context_mask; /* the same of context */
    uint64_t tval_mask;    /* the same of tval */
    uint64_t daddr_mask;   /* the same of daddr */
    /* Of the blocks of a record, by trm_filter_block: comparators that match, and filters whose
     * conditions on privilege, traps and impdef are met. */
    uint8_t block_comps[INGRESS_MAX_BLOCKS];
    uint16_t block_passes[INGRESS_MAX_BLOCKS];
    uint8_t block_notes[INGRESS_MAX_BLOCKS]; /* comparators that notify */
    struct trm_filter filter[TRM_FILTERS_MAX];
    struct trm_comparator comp[TRM_COMPARATORS_MAX];
};

/* Set counters and latches to their first state: no trap, latches 0 but those that
 * trTeCompPFunction = 6 primes. */
void trm_filter_clear(struct trm_filter_bank *bank);

/* The hart was reset: it is in no trap any more. */
void trm_filter_hart_reset(struct trm_filter_bank *bank);

/* Look at block n of a record; call it once for each block, oldest first, traced or not, but not in
 * debug mode, reset or low power. Returns a set of enum trm_filter_result; a block without an
 * instruction or trap qualifies and changes nothing. */
unsigned trm_filter_block(struct trm_filter_bank *bank, const struct ingress_cycle *in, unsigned n);

/* Does data trace take this access, in a block that trm_filter_block has looked at? Comparators
 * look at the access's own instruction and address; those of mode 3 have the result of the block.
 */
bool trm_filter_access(const struct trm_filter_bank *bank, const struct ingress_cycle *in,
                       const struct ingress_access *access);

#ifdef __cplusplus
}
#endif

#endif
