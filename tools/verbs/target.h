/* SPDX-License-Identifier: Apache-2.0 */
/* A live target (htt/htt_target.h) as the verbs name it: --io, --dtb; also a simulated platform. */
#ifndef TOOLS_TARGET_H
#define TOOLS_TARGET_H

#include "htr/htr_dtb.h"
#include "htt/htt_target.h"
#include "hts/hts_io.h"
#include "tool.h"
#include "hts/hts_tree.h"

/* The options that every verb for targets has, and their help. Without --io or --dtb, the variables
 * HARTRACE_IO and HARTRACE_DTB of the environment count. */
struct target_options {
    const char *io;
    const char *dtb;
    bool slow_bus; /* look at sbbusy before each access */
    bool abstract; /* memory may be reached by halting the hart */
    bool looking;  /* set by the verb: this verb only looks, and no write reaches the target */

    /* Set by the verb, or NULL: called with the tree before the target is touched, to open outputs.
     * Returns 0, or TOOL_CANNOT after a message; then the target is not opened. */
    int (*before)(void *ctx, const struct topology *tree);
    void *ctx;
};

#define TARGET_IO_HELP                                                                             \
    "openocd:HOST:PORT[:TARGET] (Tcl port), mmio:FILE (/dev/mem), or sim (a platform of that "     \
    "tree)"
#define TARGET_DTB_HELP "device tree of the trace components (compiled)"
#define TARGET_ABSTRACT_HELP                                                                       \
    "openocd: where there is no System Bus Access, halt the hart to reach memory"

#define TARGET_SLOW_HELP                                                                           \
    "openocd: wait for the system bus before each access (one at a time, slower)"

/* The rows of these options for a verb's table; o is a struct target_options. */
#define TARGET_OPTIONS(o)                                                                          \
    {.name = "io", .arg = "HOW", .help = TARGET_IO_HELP, .string = &(o).io},                       \
        {.name = "dtb", .arg = "FILE", .help = TARGET_DTB_HELP, .string = &(o).dtb},               \
        {.name = "slow-bus", .help = TARGET_SLOW_HELP, .flag = &(o).slow_bus},                     \
    {                                                                                              \
        .name = "halt-for-access", .help = TARGET_ABSTRACT_HELP, .flag = &(o).abstract             \
    }

/* An open target. It points into itself: do not copy it. */
struct target {
    struct htt_target live;
    struct htr_dtb dtb;
    struct hts_io sim;
    struct sim_platform *platform;
    struct hts_tree sim_tree;
};

/* Read the tree, open the way there, make drivers; no access to a component yet. Returns the
 * target, or NULL after a message. */
struct target *target_open(const char *verb, const struct target_options *o);
void target_close(struct target *t);

/* XLEN of the first hart for which the tree gives one; 64. */
uint8_t target_xlen(const struct topology *t);

/* A trace that runs is an error after a message, unless stop is set. */
int target_may_stop(const struct target *t, const char *verb, bool active, bool stop);

/* Verbs regs and info with --io: registers, or what they can do (as text or JSON), of the
 * components named, or of all. Return enum tool_exit. */
int target_regs(const struct target_options *o, const char *const *names, int n);
int target_info(const struct target_options *o, const char *const *names, int n, bool json);

#endif
