/* SPDX-License-Identifier: Apache-2.0 */
/* Explains why a hart takes one trap after the other and retires nothing. */
#ifndef HTR_TRAP_H
#define HTR_TRAP_H

#include <stdbool.h>
#include <stdint.h>

#include "htr/htr_host.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The first trap of an endless row. Causes as in mcause (ISA manual, volume II). */
struct htr_trap {
    unsigned hart, xlen; /* xlen: 32 or 64 */
    bool interrupt;
    uint64_t cause, epc, tval;
    const char *vector;  /* "mtvec" or "stvec", or NULL when it is not known */
    uint64_t tvec;       /* value of that register */
    bool emulated;       /* by QEMU, which has more extensions, off after reset */
    uint64_t last_cause; /* of the traps that followed */
};

/* Report "hart 0 traps endlessly at ...", with the extension that an illegal instruction needs.
 * Returns HTR_ERR_FORMAT. */
int htr_trap_report(struct htr_host *host, const struct htr_trap *t);

#ifdef __cplusplus
}
#endif

#endif
