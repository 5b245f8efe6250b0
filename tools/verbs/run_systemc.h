/* SPDX-License-Identifier: Apache-2.0 */
/* Verbs run and serve: the platform with a trace network of SystemC modules (docs/systemc.md). */
#ifndef TOOLS_RUN_SYSTEMC_H
#define TOOLS_RUN_SYSTEMC_H

#include <stdbool.h>

#include "sim/sim_fabric_rtl.h"

/* Make the fabric. NULL, NULL in hartrace; sim_fabric_sc, NULL in hartrace-sc; both in
 * hartrace-rtl.
 */
extern struct sim_fabric_maker (*run_systemc_maker)(const struct sim_fabric_sc_cfg *cfg);
extern struct sim_fabric_maker (*run_rtl_maker)(const struct sim_fabric_rtl_cfg *cfg);

struct run_systemc_options {
    const char *platform; /* NULL, "c" or "systemc" */
    bool cycle;
    uint64_t quantum;
    const char *waves;
    const char *impl; /* as in sim_fabric_rtl_cfg; NULL: models */
};

/* Check the options, and settle which fabric it is: *out has no make() for the C models. In
 * hartrace, for SystemC: executes hartrace-sc, or hartrace-rtl when --impl asks for RTL, which
 * stands beside it, with the same arguments
 * (argv[0] is the verb, argv[argc] NULL). Returns 0, or TOOL_CANNOT after a message. */
int run_systemc_choose(const char *verb, const struct run_systemc_options *o, char **argv,
                       struct sim_fabric_maker *out);

/* The platform is destroyed: waves that are to be FST become it. Returns 0, or TOOL_CANNOT after a
 * message, also when the waves could not be written. */
int run_systemc_end(void);

#endif
