/* SPDX-License-Identifier: Apache-2.0 */
/* A hart that takes one trap after the other and retires nothing: say why. */
#ifndef TOOLS_TRAP_TELL_H
#define TOOLS_TRAP_TELL_H

#include "sim/sim_platform.h"

/* The first trap of an endless row. */
struct trap_first {
    unsigned hart, xlen;
    bool interrupt;
    uint64_t cause, epc, tval;
    const char *vector;  /* "mtvec" or "stvec", or NULL when it is not known */
    uint64_t tvec;       /* its value */
    bool emulated;       /* by QEMU, which has more extensions, off after reset */
    uint64_t last_cause; /* of the traps that followed */
};

/* "hart 0 traps endlessly at ..." on stderr. Returns TOOL_CANNOT. */
int trap_tell_first(const char *verb, const struct trap_first *t);

/* The same of a simulated hart, behind SIM_STOP_TRAPS. */
int trap_tell(const char *verb, struct sim_platform *platform, unsigned hart);

#endif
