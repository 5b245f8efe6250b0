/* SPDX-License-Identifier: Apache-2.0 */
/* The platform's state. */
#ifndef SIM_PLATFORM_PRIV_H
#define SIM_PLATFORM_PRIV_H

#include "platform/devices.h"
#include "platform/trace.h"

struct sim_platform {
    struct sim_platform_cfg cfg;
    struct sim_bus bus;
    struct sim_ram ram;
    struct sim_hart *hart;
    struct sim_clint clint;
    struct sim_uart uart;
    struct sim_finisher finisher;
    struct sim_trace trace;
    struct sim_retire_hook retire;
    struct sim_retire record; /* waits for the encoder while pending */
    bool pending;
    bool stop;          /* sim_platform_stop */
    uint64_t stalled;   /* cycles in which the encoder refused */
    uint64_t stall_row; /* of these, the last in a row */
};

#endif
