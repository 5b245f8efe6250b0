/* SPDX-License-Identifier: Apache-2.0 */
/* The platform's state. */
#ifndef SIM_PLATFORM_PRIV_H
#define SIM_PLATFORM_PRIV_H

#include "platform/devices.h"
#include "platform/network.h"

/* A hart and its ingress port. */
struct sim_core {
    struct sim_hart *hart;
    unsigned encoder;         /* its component, TOPOLOGY_NONE without */
    struct sim_retire record; /* waits for the encoder while pending */
    bool pending;
    bool silent;        /* the last step had no record: a quiet hart has reported it */
    uint64_t stalled;   /* cycles in which the encoder refused */
    uint64_t stall_row; /* of these, the last in a row */
};

struct sim_platform {
    struct sim_platform_cfg cfg;
    struct sim_bus bus;
    struct sim_ram ram;
    struct sim_core core[SIM_MAX_HARTS];
    unsigned harts;
    unsigned current; /* the hart in execution; 0 between cycles, when all have the same cycle */
    unsigned pending; /* harts with a record pending */
    struct sim_clint clint;
    struct sim_uart uart;
    struct sim_finisher finisher;
    struct sim_network network;
    struct sim_retire_hook retire;
    bool stop; /* sim_platform_stop */
};

static inline const struct sim_core *sim_current(const struct sim_platform *p)
{
    return &p->core[p->current];
}

/* The present cycle. */
static inline uint64_t sim_now(const struct sim_platform *p)
{
    return sim_hart_cycles(sim_current(p)->hart);
}

#endif
