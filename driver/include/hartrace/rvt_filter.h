/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The filters and comparators of a Trace Encoder. Set them between the encoder's reset and its
 * enable: comparators first, then filters, then the selection.
 *
 * TCI 1.0, chapter "Trace Encoder Filter Registers".
 */
#ifndef HARTRACE_RVT_FILTER_H
#define HARTRACE_RVT_FILTER_H

#include <stdbool.h>
#include <stdint.h>

#include "hartrace/rvt_encoder.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RVT_FILTERS     16
#define RVT_COMPARATORS 8

/* Input of a comparator (trTeCompPInput, trTeCompSInput). */
enum rvt_comp_input {
    RVT_COMP_IADDR = 0,
    RVT_COMP_CONTEXT = 1,
    RVT_COMP_TVAL = 2,
    RVT_COMP_DADDR = 3,
};

/* Function of a comparator, unsigned. 6 and 7 differ between the two: see trTeCompPFunction and
 * trTeCompSFunction. */
enum rvt_comp_function {
    RVT_COMP_EQ = 0,
    RVT_COMP_NE = 1,
    RVT_COMP_LT = 2,
    RVT_COMP_LE = 3,
    RVT_COMP_GT = 4,
    RVT_COMP_GE = 5,
    RVT_COMP_P_FALSE = 6, /* primary: always false; primes the latch in match mode LATCH */
    RVT_COMP_S_MASK = 6,  /* secondary: always true; its value is a mask for the primary one */
    RVT_COMP_TRUE = 7,
};

/* trTeCompMatchMode. */
enum rvt_comp_match {
    RVT_COMP_PRIMARY = 0,
    RVT_COMP_BOTH = 1,     /* P && S */
    RVT_COMP_NOT_BOTH = 2, /* !(P && S) */
    RVT_COMP_LATCH = 3,    /* from P until after S */
};

/* One half of a comparator. */
struct rvt_comp_half {
    uint8_t input;    /* enum rvt_comp_input */
    uint8_t function; /* enum rvt_comp_function */
    bool notify;      /* report the address of a match; input IADDR only */
    uint64_t value;
};

struct rvt_comparator_cfg {
    struct rvt_comp_half p, s; /* primary, secondary */
    uint8_t match;             /* enum rvt_comp_match */
};

/* The conditions of a filter; all that are asked for must hold. None: everything matches. */
struct rvt_filter_cfg {
    bool match_privilege;
    uint8_t privileges; /* bit n: priv = n matches */
    bool match_ecause;
    uint64_t ecauses; /* bit n: ecause = n matches */
    bool match_interrupt;
    bool interrupt;   /* true: interrupts match, false: exceptions */
    uint8_t ncomps;   /* number of comparators that must be true, 0..3 */
    uint8_t comps[3]; /* which ones, 0..7 */
    bool match_impdef;
    uint32_t impdef_value; /* (impdef & mask) == (value & mask) matches */
    uint32_t impdef_mask;
    bool match_dtype;
    uint16_t dtypes; /* bit n: dtype = n matches */
    bool match_dsize;
    uint8_t dsizes; /* bit n: dsize = n matches */
};

/* What one half of a comparator can do: bit n of a mask is value n of the field. */
struct rvt_comp_half_caps {
    uint8_t inputs;
    uint8_t functions;
    bool notify;
    uint64_t value_bits; /* bits of the match value that can be 1 */
};

struct rvt_comparator_caps {
    bool present; /* the primary value can be set */
    struct rvt_comp_half_caps p, s;
    uint8_t matches; /* bit n: trTeCompMatchMode n can be set */
};

struct rvt_filter_caps {
    uint16_t filters;                 /* bit n: trTeFilterEnable of filter n can be 1 */
    uint16_t inst_filters;            /* bits of trTeInstFilters that can be 1 */
    uint16_t data_filters;            /* bits of trTeDataFilters that can be 1 */
    uint32_t match_bits[RVT_FILTERS]; /* match bits of trTeFilterControl that can be 1 */
    uint8_t comparators;              /* bit n: comparator n is present */
    struct rvt_comparator_caps comp[RVT_COMPARATORS];
};

/*
 * Find what is there, with the encoder disabled and no filter selected; every register is put back.
 *
 * RVT_ERR_STATE: not reset, or enabled.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_filter_discover(const struct rvt_encoder *e,
                                                   struct rvt_filter_caps *caps);

/*
 * Set comparator j = 0..7: control and both values; a filter that uses it must be off (select none
 * with rvt_filter_select). All that is asked for is verified.
 *
 * RVT_ERR_ARG: j or a value is out of range, or notify with another input than IADDR.
 * RVT_ERR_STATE: not reset, or enabled.
 * RVT_ERR_UNSUPPORTED: something was granted differently. The secondary half does not count in
 *   match mode PRIMARY without notify, unless its function is RVT_COMP_S_MASK.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_comparator_set(const struct rvt_encoder *e, unsigned j,
                                                  const struct rvt_comparator_cfg *cfg);

/*
 * Set filter i = 0..15: trTeFilterControl = 0, then the values to match, then the match bits
 * together with trTeFilterEnable. Values of conditions that are not asked for are written as 0.
 * When something is not granted the filter is left off.
 *
 * RVT_ERR_ARG: i or a number of a comparator is out of range.
 * RVT_ERR_STATE: not reset, or enabled.
 * RVT_ERR_UNSUPPORTED: a condition was granted differently.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_filter_set(const struct rvt_encoder *e, unsigned i,
                                              const struct rvt_filter_cfg *cfg);

/* Write 0 to all registers of filter i. RVT_ERR_ARG, RVT_ERR_STATE, the port's error. */
RVT_MUST_CHECK enum rvt_status rvt_filter_clear(const struct rvt_encoder *e, unsigned i);

/*
 * Choose the filters of instruction and of data trace: bit i is filter i, 0 means all is traced.
 *
 * RVT_ERR_STATE: not reset, or enabled.
 * RVT_ERR_UNSUPPORTED: another set was granted.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_filter_select(const struct rvt_encoder *e, uint16_t inst,
                                                 uint16_t data);

#ifdef __cplusplus
}
#endif

#endif
