/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A driver session from a topology: a driver of the right kind for each component of the graph, all
 * programmed by what the tree states, and one session that starts and stops them.
 *
 * Order of calls: open, identify, use (or use_all), configure, then rvt_session_start ... _stop and
 * _read of f->session. TCI 1.0, chapters "Reset and Discovery", "Connections Between Components",
 * "Enabling and Disabling". Nothing is allocated: the room is the caller's, and so is the topology,
 * which must outlive the session.
 */
#ifndef HARTRACE_RVT_FDT_H
#define HARTRACE_RVT_FDT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hartrace/rvt_all.h"
#include "hartrace/rvt_session.h"
#include "topology/topology.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RVT_FDT_PART(name, NAME, title, type) struct rvt_##name name;
/* The driver of one component. `c` points at the member of the union that it is. */
struct rvt_fdt_part {
    struct rvt_component *c;
    union {
        struct rvt_component any;   /* the first member of each */
        TR_COMPONENTS(RVT_FDT_PART) /* struct rvt_encoder encoder; and so on */
    } as;
};
#undef RVT_FDT_PART

/* Memory for a graph of n components and m links, filled in by the caller. */
struct rvt_fdt_room {
    struct rvt_fdt_part *parts; /* max_components */
    struct rvt_node *nodes;     /* max_components */
    struct topology_use *use;   /* max_components */
    struct rvt_link *links;     /* max_links */
    size_t max_components;
    size_t max_links;
};

/* Set by rvt_fdt_open; read what you like, change nothing but through the functions. Index i is
 * component i of the topology. */
struct rvt_fdt {
    struct topology *topology;
    struct rvt_fdt_room room;
    struct topology_plan plan;  /* use[i].sink: where the trace of component i ends */
    struct rvt_session session; /* from rvt_fdt_configure on */
    bool identified;
};

/* What to program. The tree gives the rest: SRAM or system memory, SRC, timestamps. */
struct rvt_fdt_cfg {
    struct rvt_encoder_cfg encoder; /* of every encoder. src_id and src_bits only of a single one of
                                       which the tree gives none */
    bool timestamps;                /* units run in the mode that `hartrace,timestamp` gives,
                                       encoders put TSTAMP into messages */
    bool prefer_sram;               /* RAM sinks with SRAM and system memory: use the SRAM */
    bool stop_on_wrap;              /* RAM sinks */
    uint64_t buffer_start; /* memory for a RAM sink in SMEM mode without a window in the tree */
    uint64_t buffer_size;  /* bytes; only one such sink can be in use */
    struct rvt_pibsink_cfg pibsink;
    bool pibsink_reset_divider; /* instead of pibsink.divider, the divider after the reset stays */
    struct rvt_atbbridge_cfg atbbridge; /* the bridge atbbridge-N gets this ID + N */
};

/* HTM and no option; PIB sink with 4 data pins and the divider that it has after its reset; ATB
 * ID 1. */
void rvt_fdt_cfg_init(struct rvt_fdt_cfg *cfg);

/*
 * Fill in *f over a checked topology; no hardware access. A sink of unknown kind has no driver
 * before rvt_fdt_identify.
 *
 * RVT_ERR_ARG: a pointer is NULL, not enough room, or rvt_component_init refuses a component.
 */
RVT_MUST_CHECK enum rvt_status rvt_fdt_open(struct rvt_fdt *f, struct topology *t,
                                            const struct rvt_io *io,
                                            const struct rvt_fdt_room *room);

/*
 * Reset every component, sinks first; learn from its Impl register what kind of sink one is that
 * the tree does not state, and check the topology again with that. *problem (may be NULL) says
 * which component it was and why, for any error.
 *
 * RVT_ERR_TYPE: Impl contradicts the tree, or is no sink where a sink must be.
 * RVT_ERR_PATH: topology_check refuses what came out.
 * Else as rvt_component_reset.
 */
RVT_MUST_CHECK enum rvt_status rvt_fdt_identify(struct rvt_fdt *f,
                                                struct topology_problem *problem);

/*
 * Route the trace of an encoder to a sink, both by index: topology_plan_add. No hardware
 * access.
 *
 * RVT_ERR_STATE: not identified. RVT_ERR_ARG: not an encoder, or not a sink.
 * RVT_ERR_PATH: no way, or a component on it sends to another sink already.
 */
RVT_MUST_CHECK enum rvt_status rvt_fdt_use(struct rvt_fdt *f, unsigned encoder, unsigned sink,
                                           struct topology_problem *problem);

/*
 * Route every encoder to the first sink that it can reach in addition to the earlier encoders. No
 * hardware access. Returns as rvt_fdt_use.
 */
RVT_MUST_CHECK enum rvt_status rvt_fdt_use_all(struct rvt_fdt *f, struct topology_problem *problem);

/*
 * Reset and configure what is in use, sinks first, and make f->session. Funnels switch off the
 * inputs that are not in use. Encoders: the width of SRC is one for all of them, SRC is what the
 * tree gives, or N of encoder-N. *problem as above.
 *
 * RVT_ERR_STATE: not identified, or nothing in use.
 * RVT_ERR_PATH: a funnel cannot switch off an input whose sender is in use elsewhere.
 * RVT_ERR_UNSUPPORTED: something was not granted; timestamps are asked for and the tree gives none
 *   for an encoder; a RAM sink without memory: neither SRAM, nor a window, nor a buffer.
 * RVT_ERR_SOURCE: SRC of an encoder does not fit.
 * Else as the verbs of the components.
 */
RVT_MUST_CHECK enum rvt_status rvt_fdt_configure(struct rvt_fdt *f, const struct rvt_fdt_cfg *cfg,
                                                 struct topology_problem *problem);

/*
 * Take over what somebody else has programmed, instead of identify, use and configure: nothing is
 * reset, and nothing is written. A component in reset (Active = 0) is left out: its driver's state
 * is RVT_STATE_UNKNOWN. Encoders are led to the sink that they can reach and that is enabled; if
 * there is none, to the first that is active. f->session is running when one of its components is
 * enabled: rvt_session_stop stops it, as somebody who had started it would. To read a RAM sink,
 * rvt_ramsink_adopt it; one that was enabled, after the stop and another attach.
 *
 * RVT_ERR_STATE: no encoder with a way to a sink is active; the drivers of those components that
 *   are active can be used.
 * RVT_ERR_TYPE, RVT_ERR_PATH: as rvt_fdt_identify.
 * Else as the attach of the components.
 */
RVT_MUST_CHECK enum rvt_status rvt_fdt_attach(struct rvt_fdt *f, struct topology_problem *problem);

/* The driver of component i, when it is of this kind; otherwise NULL. */
struct rvt_encoder *rvt_fdt_encoder(struct rvt_fdt *f, unsigned i);
struct rvt_ramsink *rvt_fdt_ramsink(struct rvt_fdt *f, unsigned i);

#ifdef __cplusplus
}
#endif

#endif
