/* SPDX-License-Identifier: Apache-2.0 */
/* The driver's port to the simulator's bus. Simulator and driver meet here and nowhere else. */
#ifndef TOOLS_IO_SIM_H
#define TOOLS_IO_SIM_H

#include "hartrace/rvt_io.h"
#include "ingress.h"
#include "sim/sim_platform.h"

struct io_sim {
    struct rvt_io io;
    struct sim_platform *platform;
    struct ingress_writer *record; /* NULL, or where writes to the encoder are noted */
    uint64_t polled;               /* the address read last */
    uint32_t relaxed; /* times that time has passed since another one was, or a write */
};

/* Make the port; s must not move. Between two reads of a poll the platform's time goes on while the
 * hart waits: 16 cycles at first, more and more when it lasts, so that a poll outlives a sink as
 * slow as trPibDivider can make it (2 thousand million cycles). */
void io_sim_init(struct io_sim *s, struct sim_platform *platform, struct ingress_writer *record);

#endif
