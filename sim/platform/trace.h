/* SPDX-License-Identifier: Apache-2.0 */
/* The trace components of the platform: encoder 0 and RAM sink 0, on the bus and in time. */
#ifndef SIM_TRACE_H
#define SIM_TRACE_H

#include "sim/sim_platform.h"
#include "trm/trm_encoder.h"
#include "trm/trm_ramsink.h"

struct sim_trace {
    bool present;
    struct sim_hart *hart;
    struct sim_bus *bus;
    struct trm_encoder encoder;
    struct trm_ramsink ramsink;
    uint8_t *sram;
    uint64_t ticked; /* cycle up to which the components have been ticked */
};

/* Build, connect and map. Returns SIM_PLATFORM_OK, _ERR_ARG or _ERR_NOMEM; sim_trace_free is always
 * allowed. */
int sim_trace_init(struct sim_trace *t, const struct sim_platform_cfg *cfg, struct sim_bus *bus,
                   struct sim_hart *hart, struct sim_message *msg);
void sim_trace_free(struct sim_trace *t);

/* Does anything depend on cycles now: tracing, data on its way, registers just written? */
bool sim_trace_busy(const struct sim_trace *t);

/* Begin the present cycle: tick, in the order sinks, encoders. */
void sim_trace_tick(struct sim_trace *t);

#endif
