/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tr_etrace against the algorithm in C: a script of entries, random or made by the test, goes to
 * both, and every packet is compared byte for byte. Which packets find no room is for the RTL to
 * say, all else follows from it: the algorithm in C is refused the same ones.
 */
#ifndef ETRACE_RIG_H
#define ETRACE_RIG_H

#include <stdbool.h>
#include <stdint.h>

#include "etrace/etrace_cfg.h"
#include "random_hart.h"
#include "rtl_etrace.h"

enum {
    ER_ENTRIES = 1200, /* of a random script */
};

#define OPT(name) (UINT32_C(1) << ETRACE_OPT_##name)

struct er_scenario {
    unsigned max_block, trap_one_in, context_one_in, indirect_bias, branch_bias;
    unsigned resync_one_in, watch_one_in, end_one_in, support_one_in;
    unsigned wait_one_in;  /* no entry comes in a cycle */
    unsigned take_in_four; /* cycles in which the link takes a beat */
    bool hold, well_behaved;
};

extern struct er_scenario er_s;
extern struct rh_rng er_dice;
extern unsigned er_entries; /* of the script */
extern unsigned er_events;  /* packets of the run: sent, refused, or announcing a loss */
extern unsigned long er_losses, er_waits,
    er_decoded;                   /* of all runs; waits: cycles in which an entry did */
extern unsigned er_formats[4][4]; /* packets sent, by format and subformat */
extern unsigned er_full_counts;   /* of them counts of branches that cannot grow: 2^32 - 1 */

/* The set of parameters of the runs that follow. */
void er_setup(const struct rtl_etrace_kind *kind, uint64_t seed);

/* Append an entry, or a support packet, to the script. */
struct rtl_etrace_in *er_add(void);
void er_support(bool ienable, uint32_t options);

/* In the script to be run: when all before the next entry has been dealt with, that many predicted
 * branches have been counted, less 31. There must be a predictor, and it must be counting then. */
void er_count(uint32_t count);

/* Run the script, and compare. */
void er_run_rtl(void);
void er_run_model(void);
void er_expect_equal(void);

/* A random script of er_s; decode: what was executed must come out of the decoder, where one can
 * tell it. */
void er_check(const struct rtl_etrace_kind *kind, uint64_t seed, bool decode);

/* The scenario of a seed. */
void er_vary(uint64_t seed);

#endif
