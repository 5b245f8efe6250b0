/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of a platform with a debugger's way in. */
#ifndef HTS_SERVE_PRIV_H
#define HTS_SERVE_PRIV_H

#include "hts/hts_pins.h"
#include "hts/hts_program.h"
#include "hts/hts_serve.h"
#include "sim/sim_debug.h"

struct hts_serve {
    struct htr_host *host;
    struct hts_serve_cfg cfg;
    struct hts_serve_run_cfg run;
    struct htr_settings settings;
    struct hts_program program[SIM_MAX_HARTS];
    struct hts_tree tree;
    struct sim_platform_cfg platform_cfg;
    struct sim_platform *platform;
    struct sim_debug_cfg debug_cfg;
    struct sim_debug debug;
    FILE *pcs[SIM_MAX_HARTS];                      /* cfg.save_pcs */
    struct hts_pins pins[TOPOLOGY_MAX_COMPONENTS]; /* cfg.save_sinks */
    struct hts_pib probe;
    bool opened;                  /* debug */
    bool ended;                   /* the program has ended */
    bool trapping[SIM_MAX_HARTS]; /* that a hart only traps was reported */
    bool stop;                    /* somebody wants the end */
    double begin;                 /* seconds */
};

/* From cfg to the configurations of tree, platform and debug module. Returns HTR_OK, or HTR_ERR_*
 * after a message. */
int hts_serve_configure(struct hts_serve *s) HTR_MUST_CHECK;

/* cfg.save_sinks: before the platform is made, and when it has run. The same. */
int hts_serve_sinks_open(struct hts_serve *s) HTR_MUST_CHECK;
int hts_serve_sinks_close(struct hts_serve *s) HTR_MUST_CHECK;

#endif
