/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The fabric of SystemC modules: the trace network of a platform as an elaborated design, stepped
 * by the platform's run loop. For C and C++; link with libsystemc. docs/reference/systemc.md has
 * the rest.
 *
 * A process elaborates once: the second fabric is refused.
 */
#ifndef SIM_FABRIC_SC_H
#define SIM_FABRIC_SC_H

#include <stdint.h>

#include "sim/sim_fabric.h"

#ifdef __cplusplus
extern "C" {
#endif

struct sim_fabric_sc_cfg {
    uint64_t quantum; /* 0: cycle mode, every cycle is a clock edge. Otherwise loosely timed: harts
                         run ahead by this number of cycles, 1..SIM_FABRIC_SC_QUANTUM_MAX */
    const char *vcd;  /* waves: name of the file, ending in .vcd. NULL: none. Cycle mode only */
    /* Set when the fabric is destroyed: 0, or the errno of the first write of the waves that
     * failed. NULL: not reported. */
    int *vcd_error;
    uint64_t period_ps; /* of the clock; 0: 10000 */
};

enum {
    SIM_FABRIC_SC_QUANTUM_MAX = 1000000,
};

/* cfg must live as long as the fabric. make() refuses with a message: a configuration of a
 * component out of range, waves with a quantum, a quantum out of range, a file that cannot be
 * written, a second fabric. */
struct sim_fabric_maker sim_fabric_sc(const struct sim_fabric_sc_cfg *cfg);

#ifdef __cplusplus
}
#endif

#endif
