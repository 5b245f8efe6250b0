/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The fabric that implements the trace components of a platform: the C models, SystemC modules
 * around them, or SystemVerilog by Verilator (docs/reference/systemc.md). The library does not need
 * SystemC: the program that links it gives the makers.
 *
 *   static const struct hts_makers makers = {.sc = sim_fabric_sc};
 *   if (hts_fabric_open(&fabric, &host, &makers, &fabric_cfg) == HTR_OK) {
 *       cfg.fabric = fabric.maker;
 *   }
 */
#ifndef HTS_FABRIC_H
#define HTS_FABRIC_H

#include <stdbool.h>
#include <stdint.h>

#include "htr/htr_host.h"
#include "sim/sim_fabric_rtl.h"

#ifdef __cplusplus
extern "C" {
#endif

/* sim_fabric_sc and sim_fabric_rtl, or NULL: the program is not linked with them. */
struct hts_makers {
    struct sim_fabric_maker (*sc)(const struct sim_fabric_sc_cfg *cfg);
    struct sim_fabric_maker (*rtl)(const struct sim_fabric_rtl_cfg *cfg);
};

struct hts_fabric_cfg {
    const char *platform; /* NULL, "c": models in C; "systemc" */
    bool cycle;           /* systemc: one clock edge per cycle, the default */
    uint64_t quantum;     /* systemc: loosely timed, cycles at once; 0: not given */
    const char *waves;    /* systemc: a file name that ends in .vcd or .fst, or NULL */
    const char *vcd;      /* where the waves are written as VCD; set it before hts_fabric_open */
    const char *impl;     /* as in sim_fabric_rtl_cfg; NULL: models */
};

/* It points into itself: do not move it; it outlives the platform. Read: maker. */
struct hts_fabric {
    struct sim_fabric_maker maker; /* no make(): C models */
    struct sim_fabric_rtl_cfg cfg;
    int waves_error; /* errno */
};

/* Does the configuration need SystemC? Does it need RTL? */
bool hts_fabric_wants_systemc(const struct hts_fabric_cfg *cfg);
bool hts_fabric_wants_rtl(const struct hts_fabric_cfg *cfg);

/* Check the options. Returns HTR_OK, or HTR_ERR_ARG, HTR_ERR_RANGE, HTR_ERR_CONFLICT after a
 * message. */
int hts_fabric_check(const struct hts_fabric_cfg *cfg, struct htr_host *host) HTR_MUST_CHECK;

/* Choose the fabric. Returns HTR_OK, what hts_fabric_check returns, or HTR_ERR_MISSING after a
 * message: there is no maker for it. */
int hts_fabric_open(struct hts_fabric *fabric, struct htr_host *host,
                    const struct hts_makers *makers,
                    const struct hts_fabric_cfg *cfg) HTR_MUST_CHECK;

/* Close it after the platform was destroyed. Returns HTR_OK, or HTR_ERR_WRITE after a message: the
 * waves could not be written. */
int hts_fabric_close(const struct hts_fabric *fabric, struct htr_host *host,
                     const struct hts_fabric_cfg *cfg) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
