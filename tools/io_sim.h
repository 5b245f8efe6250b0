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
};

/* Make the port; s must not move. Between two reads of a poll the platform's time goes on while the
 * hart waits. */
void io_sim_init(struct io_sim *s, struct sim_platform *platform, struct ingress_writer *record);

#endif
