/* SPDX-License-Identifier: Apache-2.0 */
/* A value change dump of single-bit nets (IEEE 1364, chapter "Value change dump files"): the format
 * of waveform viewers and logic-analyzer software. One tick is one nanosecond. */
#ifndef HTR_VCD_H
#define HTR_VCD_H

#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTR_VCD_NETS_MAX = 32,
};

struct htr_vcd {
    FILE *file;
    unsigned nets;
    uint32_t last;
    int begun;
};

/* Write the header: net n has names[n]. */
void htr_vcd_begin(struct htr_vcd *vcd, FILE *file, const char *const names[], unsigned nets);

/* The levels from time `tick` on: bit n is net n. Ticks must rise. */
void htr_vcd_levels(struct htr_vcd *vcd, uint64_t tick, uint32_t levels);

/* The end of the dump, at time `tick`. */
void htr_vcd_end(struct htr_vcd *vcd, uint64_t tick);

#ifdef __cplusplus
}
#endif

#endif
