/* SPDX-License-Identifier: Apache-2.0 */
/* A value change dump of single-bit nets (IEEE 1364, chapter "Value change dump files"): what
 * waveform viewers and logic-analyzer software read. One tick is one nanosecond. */
#ifndef TOOLS_VCD_H
#define TOOLS_VCD_H

#include <stdint.h>
#include <stdio.h>

enum {
    VCD_NETS_MAX = 32,
};

struct vcd {
    FILE *file;
    unsigned nets;
    uint32_t last;
    int begun;
};

/* Write the header: net n has names[n]. */
void vcd_begin(struct vcd *vcd, FILE *file, const char *const names[], unsigned nets);

/* The levels from time `tick` on: bit n is net n. Ticks must rise. */
void vcd_levels(struct vcd *vcd, uint64_t tick, uint32_t levels);

/* The end of the dump, at time `tick`. */
void vcd_end(struct vcd *vcd, uint64_t tick);

#endif
