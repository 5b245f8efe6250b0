/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A live target: the way to its registers (--io), the tree of its trace components (--dtb), and the
 * driver over both. The same driver runs on a hart.
 */
#ifndef TOOLS_TARGET_H
#define TOOLS_TARGET_H

#include "htr/htr_dtb.h"
#include "hartrace/rvt_fdt.h"
#include "hartrace/rvt_io_mapped.h"
#include "hartrace/rvt_io_openocd.h"
#include "hartrace/rvt_io_readonly.h"
#include "io_sim.h"
#include "te.h"
#include "tool.h"
#include "tree.h"

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
    const char *verb;
    struct htr_dtb dtb;
    struct topology *tree;
    struct rvt_io io;
    struct rvt_io way; /* with looking: what io leads to */
    struct rvt_io_readonly readonly;
    struct rvt_io_openocd openocd;
    struct rvt_io_mapped mapped;
    struct rvt_io_mapped_window windows[2 * TOPOLOGY_MAX_COMPONENTS];
    struct io_sim sim;
    struct sim_platform *platform;
    struct tool_tree sim_tree;
    bool halted; /* by us: resume when done */
    struct rvt_fdt fdt;
    struct rvt_fdt_part part[TOPOLOGY_MAX_COMPONENTS];
    struct rvt_node node[TOPOLOGY_MAX_COMPONENTS];
    struct topology_use use[TOPOLOGY_MAX_COMPONENTS];
    struct rvt_link link[TOPOLOGY_MAX_LINKS];
};

/* Read the tree, open the way there, make drivers; no access to a component yet. Returns the
 * target, or NULL after a message. */
struct target *target_open(const char *verb, const struct target_options *o);
void target_close(struct target *t);

/* Say why something failed, with what the way there knows of it. Returns TOOL_CANNOT. */
int target_fail(const struct target *t, const char *what, const struct topology_problem *at,
                enum rvt_status status);

/* rvt_fdt_attach; "nothing is active" is no error, *active is false then. Returns 0, or TOOL_CANNOT
 * after a message. */
int target_attach(struct target *t, bool *active);

/* Take over the buffer of RAM sink i, which is attached and disabled, to read it: *size is the
 * bytes of trace in it. A buffer that is larger than the tree says, or in memory that trRamImpl or
 * the tree denies, is refused. Returns 0, or TOOL_CANNOT after a message. */
int target_adopt(struct target *t, unsigned i, uint64_t *size);

/* Is component i one of the n names, or is n 0? */
bool target_wants(const struct target *t, unsigned i, const char *const *names, int n);

/* Each name is that of a component. Returns 0, or TOOL_CANNOT after a message. */
int target_check_names(const struct target *t, const char *const *names, int n);

/* Verbs regs and info with --io: registers, or what they can do (as text or JSON), of the
 * components named, or of all. Return enum tool_exit. */
int target_regs(const struct target_options *o, const char *const *names, int n);
int target_info(const struct target_options *o, const char *const *names, int n, bool json);

#endif
