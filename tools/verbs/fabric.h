/* SPDX-License-Identifier: Apache-2.0 */
/* Verbs run and serve: the platform with a trace network of SystemC modules
 * (docs/reference/systemc.md). */
#ifndef TOOLS_FABRIC_H
#define TOOLS_FABRIC_H

#include "fst.h"
#include "hts/hts_fabric.h"

/* The makers that the program is linked with: none in hartrace; that of SystemC in hartrace-sc;
 * both in hartrace-rtl. In main.c, main_sc.c, main_rtl.c. */
extern const struct hts_makers tool_makers;

/* Set: cfg, by the options. */
struct fabric {
    struct hts_fabric_cfg cfg;
    struct hts_fabric fabric;
    struct fst waves;
};

#define FABRIC_OPTION_PLATFORM(f)                                                                  \
    {                                                                                              \
        .name = "platform", .arg = "NAME", .choice = TOOL_CHOICE("c", "systemc"),                  \
        .help = ": models of the trace network (c)", .string = &(f)->cfg.platform                  \
    }
#define FABRIC_OPTIONS_REST(f)                                                                     \
    {.name = "impl",                                                                               \
     .arg = "WHAT",                                                                                \
     .help = "systemc: rtl or model, for all or as in encoder=rtl,encoder-1=model; system=rtl "    \
             "(model)",                                                                            \
     .string = &(f)->cfg.impl},                                                                    \
    {                                                                                              \
        .name = "waves", .arg = "FILE", .help = "systemc: write waves, FILE.vcd or FILE.fst",      \
        .string = &(f)->cfg.waves                                                                  \
    }

/* Check the options, and settle which fabric it is. In hartrace, for SystemC: executes hartrace-sc,
 * or hartrace-rtl when --impl asks for RTL, which is in the same folder, with the same arguments
 * (argv[0] is the verb, argv[argc] NULL). Returns 0, TOOL_CANNOT or HTR_ERR_* after a message. */
int fabric_open(struct fabric *f, const char *verb, char **argv);

/* The platform is destroyed: waves that are to be FST become it. Returns 0, or TOOL_CANNOT or
 * HTR_ERR_* after a message, also when the waves could not be written. */
int fabric_close(const struct fabric *f, const char *verb);

#endif
