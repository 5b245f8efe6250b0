/* SPDX-License-Identifier: Apache-2.0 */
/* Verb serve: the parts of a platform with a debugger's way in. */
#ifndef TOOLS_SERVE_H
#define TOOLS_SERVE_H

#include "hts/hts_program.h"
#include "hts/hts_pins.h"
#include "run_systemc.h"
#include "sim/sim_debug.h"
#include "tree.h"

struct serve_options {
    const char *elf[SIM_MAX_HARTS], *rbb, *console, *dm_version, *dtb, *save_pcs, *save_sinks, *pib;
    uint64_t harts, sink_size, power_ticks, timeout, idle_limit;
    uint64_t progbuf;
    bool halted, until_disconnect, linger;
    bool no_sba, no_abstract_memory, no_abstract_csr, no_hart_array;
    struct htr_list params, sinks, latency, inject;
    struct run_systemc_options systemc;
};

struct serve {
    struct serve_options o;
    struct htr_settings te;
    struct hts_program program[SIM_MAX_HARTS];
    unsigned nprograms;
    struct sim_fabric_maker fabric; /* no make(): C models */
    struct sim_platform_cfg platform_cfg;
    struct tool_tree tree;
    struct sim_platform *platform;
    struct sim_debug_cfg debug_cfg;
    struct sim_debug debug;
    FILE *console;
    FILE *pcs[SIM_MAX_HARTS];                      /* --save-pcs */
    struct hts_pins pins[TOPOLOGY_MAX_COMPONENTS]; /* --save-sinks */
    struct hts_pib probe;
    bool opened;                  /* debug */
    bool ended;                   /* the program has ended */
    bool trapping[SIM_MAX_HARTS]; /* that a hart only traps was told */
    bool stop;                    /* somebody wants the end of the verb */
    double begin;
};

/* Options to the configurations of tree, platform and debug module. Returns 0, or TOOL_CANNOT after
 * a message. */
int serve_configure(struct serve *s);

/* --save-sinks: before the platform is made, and when it has run. Return 0, or TOOL_CANNOT after a
 * message. */
int serve_sinks_open(struct serve *s);
int serve_sinks_close(struct serve *s);

/* Run the platform and serve debuggers until the end. Returns enum tool_exit. */
int serve_loop(struct serve *s);

#endif
