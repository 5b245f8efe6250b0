/* SPDX-License-Identifier: Apache-2.0 */
/* Verb kit: what its kits share. */
#ifndef TOOLS_KIT_H
#define TOOLS_KIT_H

#include "fabric.h"
#include "htk/htk_registers.h"
#include "htr/htr_trace.h"
#include "kit_report.h"
#include "target.h"

/* ---- kit registers ---- */

struct kit_registers {
    struct target_options target; /* --io: also builtin:model, builtin:rtl */
    const char *only;
    struct htr_code_choice code; /* what runs on the target */
    bool read_only;
    const struct htr_list *params; /* of a built-in platform */
    struct fabric fabric;
};

/* argv as the program had it: for --io builtin:rtl another program is executed with it. */
int kit_registers(struct kit_registers *k, const struct kit_reports *to, char **argv);

/* ---- a platform, and a program that branches for ever (kit_platform.c) ---- */

struct kit_platform {
    struct htr_dtb dtb;
    struct hts_tree tree;
    struct sim_platform *platform;
    struct hts_io io;
};

/* Without a device tree: two harts, a funnel, SRAM. Returns 0, or TOOL_CANNOT or HTR_ERR_* after a
 * message; kit_platform_close is always allowed on what was zero before. */
int kit_platform_open(struct kit_platform *p, const char *verb, const struct kit_registers *k);
void kit_platform_close(struct kit_platform *p);

/* All harts for a number of cycles. */
void kit_platform_run(struct kit_platform *p, uint64_t cycles);

/* A hart enters debug mode, or leaves it. Returns false when it does not. */
bool kit_platform_halt(struct kit_platform *p, unsigned hart, bool halted);

/* The program's bytes, and their address. */
const uint8_t *kit_program(size_t *size, uint64_t *address);

/* ---- a trace, captured and decoded (kit_capture.c) ---- */

struct kit_capture {
    const char *verb;
    struct htt_target *live;
    struct kit_platform *platform;      /* NULL: something else runs */
    const struct htr_code_choice *code; /* what: of a platform, NULL */
    unsigned messages;                  /* of all traces */
};

/* Trace all harts for a while, decode what the RAM sinks have, hold it against the rules, and on a
 * platform compare it with what the harts did. Returns false after a message when that cannot be
 * done. */
bool kit_capture(struct kit_capture *c, struct htk_verdicts *v);

#endif
