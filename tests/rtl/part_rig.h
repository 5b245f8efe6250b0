/* SPDX-License-Identifier: Apache-2.0 */
/* What tests of components in SystemVerilog share: their number of seeds, accesses to registers,
 * messages in beats. */
#ifndef PART_RIG_H
#define PART_RIG_H

#include "random_hart.h"
#include "rtl_part.h"

/* n, times HARTRACE_SOAK (make soak). */
uint64_t rig_seeds(uint64_t n);

/* A component and its model, as the test runs them: `run` is the test's. */
struct part_rig {
    struct rtl_apb *apb; /* on the bus in the next clock */
    void *run;
    void (*clock)(void *run); /* both, by one cycle */
    /* The model's registers. What read() sets in *unknown need not be equal. Without read() nothing
     * is compared. */
    uint32_t (*read)(void *run, uint32_t offset, uint32_t *unknown);
    void (*write)(void *run, uint32_t offset, uint32_t value);
    void (*complain)(const void *run, const char *what); /* fails the test */
};

void part_rig_clocks(const struct part_rig *rig, unsigned n);

/* An access to a component without wait states: two clocks. A write reaches the model after the
 * second, a read must be what the model reads there. Returns what is read. */
uint32_t part_rig_access(const struct part_rig *rig, bool write, uint32_t offset, uint32_t value);

/* A random message: bytes with a legal MSEO, or any, as a packet of E-Trace may have. */
void part_rig_message(struct rh_rng *rng, uint8_t *message, unsigned n, bool packet);

/* A beat of the link: byte `at` of the message and those after it, then idle. The caller says
 * whether it is valid. */
void part_rig_beat(struct rtl_link *link, unsigned lanes, const uint8_t *message, unsigned n,
                   unsigned at);

#endif
