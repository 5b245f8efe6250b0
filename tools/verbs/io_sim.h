/* SPDX-License-Identifier: Apache-2.0 */
/* The driver's port to the simulator's bus. Simulator and driver meet here and nowhere else. */
#ifndef TOOLS_IO_SIM_H
#define TOOLS_IO_SIM_H

#include "hartrace/rvt_io.h"
#include "ingress/ingress.h"
#include "sim/sim_platform.h"

enum {
    IO_SIM_PENDING = 64,
};

struct io_sim {
    struct rvt_io io;
    struct sim_platform *platform;
    struct ingress_writer *record; /* NULL, or where writes to the encoder are noted */
    struct io_sim_write {          /* by the program, in the cycle that goes on */
        uint64_t cycle;
        unsigned hart;
        uint32_t offset, value;
    } pending[IO_SIM_PENDING];
    unsigned npending;
    uint64_t polled;  /* the address read last */
    uint32_t relaxed; /* times that time has passed since another one was, or a write */
};

/* Make the port; s must not move. Between two reads of a poll the platform's time goes on while the
 * hart waits: 16 cycles at first, more and more when it lasts, so that a poll outlives a sink as
 * slow as trPibDivider can make it (2 thousand million cycles). */
void io_sim_init(struct io_sim *s, struct sim_platform *platform, struct ingress_writer *record);

/* The program has written to a component; if it is an encoder, the write is noted by
 * io_sim_flush. */
void io_sim_note(struct io_sim *s, unsigned component, uint32_t offset, uint32_t value);
void io_sim_flush_before(struct io_sim *s, uint64_t cycle);

/* Put writes of the program from before `cycle` into the record: they act on the records of this
 * cycle. */
static inline void io_sim_flush(struct io_sim *s, uint64_t cycle)
{
    if (s->npending > 0) {
        io_sim_flush_before(s, cycle);
    }
}

#endif
