/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The conformance kit for live trace components: encoders, funnels, RAM sinks, PIB sinks and ATB
 * bridges are held against the Trace Control Interface 1.0 over any port of the driver, without the
 * driver: registers one by one, and where a hart runs, what its trace does to them.
 *
 *   struct htk_registers_options o = {.tree = &dtb.tree, .io = &io};
 *   struct htk_verdicts *v = htk_verdicts_new_for(HTK_REGISTERS);
 *   if (htk_registers_run(&o, v, &host, &sum) != HTR_OK) ...
 *   htk_verdicts_print(v, stdout, false);
 */
#ifndef HTK_REGISTERS_H
#define HTK_REGISTERS_H

#include "hartrace/rvt_io.h"
#include "htk/htk_verdicts.h"
#include "topology/topology.h"

#ifdef __cplusplus
extern "C" {
#endif

struct htk_registers_options {
    const struct topology *tree; /* checked (topology_check) */
    const struct rvt_io *io;     /* polls end after its poll_limit, and after 1500 reads */
    const char *only;            /* components with this in their names; NULL: all */
    bool read_only;              /* nothing is written: only what a read can break is looked at */
    /* Lets the harts run for a while: some thousand instructions with branches. Returns false when
     * they cannot. NULL: whether a hart runs is not known, and no trace is made. */
    bool (*run)(void *ctx);
    /* Brings the hart of an encoder, an index in the tree, into debug mode, or out of it. Returns
     * false when it cannot. NULL: nothing halts it, and what depends on it is not looked at. */
    bool (*halt)(void *ctx, unsigned encoder, bool halted);
    /* Every component has been looked at, is in reset, and will be restored after this: more can be
     * tried, with verdicts of its own. Returns false when the target failed, after a message. NULL:
     * nothing. Not called when a component was lost. */
    bool (*then)(void *ctx, struct htk_verdicts *v);
    /* What the port said of its last error; NULL, or "": nothing. */
    const char *(*reason)(void *ctx);
    void *ctx;
};

/* What became of one component. */
enum htk_component_state {
    HTK_COMPONENT_LEFT_OUT, /* by `only` */
    HTK_COMPONENT_LOOKED_AT,
    HTK_COMPONENT_ASLEEP, /* read_only, and it is in reset */
    HTK_COMPONENT_LOST,   /* it could not be looked at to the end: `why` */
};

enum {
    HTK_COMPONENT_RULES = 256 /* bytes of the ids, with the NUL */
};

struct htk_component {
    char name[TOPOLOGY_NAME_MAX]; /* funnel-0 */
    const char *kind;             /* of the tree: "funnel" */
    uint64_t base;
    uint32_t impl; /* 0: not read */
    enum htk_component_state state;
    uint64_t held, broken;           /* times that it was looked at, and was wrong */
    char rules[HTK_COMPONENT_RULES]; /* ids of rules that it breaks, each once, divided by blanks */
    char why[HTK_TEXT];
};

/* What the run was. */
struct htk_registers_sum {
    unsigned n;
    struct htk_component component[TOPOLOGY_MAX_COMPONENTS];
    uint64_t reads, writes;
    unsigned traces;       /* ways from an encoder to a sink that a trace went */
    unsigned restored;     /* registers that have their value of before */
    unsigned not_restored; /* and those that have not: reported as remarks */
};

/*
 * Look at every component. Components that were active have their writable registers restored at
 * the end, whatever happened, as far as the port still works; those that were in reset go back
 * there. Not restored: counters of timestamp units, status bits that software can only clear, and
 * what is in the trace memory.
 *
 * Returns HTR_OK when the run came to its end, whatever it found. After a message HTR_ERR_TARGET (a
 * component cannot be looked at to the end; v is void then, htk_verdicts_void), HTR_ERR_CONFLICT
 * (a component is enabled: nothing was written), HTR_ERR_MISSING (no component of that name),
 * HTR_ERR_MEMORY. When the host wants to stop, it is HTR_ERR_TARGET.
 */
int htk_registers_run(const struct htk_registers_options *o, struct htk_verdicts *v,
                      struct htr_host *host, struct htk_registers_sum *sum) HTR_MUST_CHECK;

/* One line per component, and the sums. */
void htk_registers_print(const struct htk_registers_sum *sum, FILE *out);

/* A set of rules for htk_verdicts_new_for: those of all components, and of the trace. */
#define HTK_REGISTERS                                                                              \
    "live encoder codec component timestamp funnel ramsink pibsink atbbridge stream"

#ifdef __cplusplus
}
#endif

#endif
