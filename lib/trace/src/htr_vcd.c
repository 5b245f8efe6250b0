/* SPDX-License-Identifier: Apache-2.0 */
/* A value change dump of single-bit nets. */
#include "htr/htr_vcd.h"

#include <inttypes.h>

static char code(unsigned net)
{
    return (char)('!' + net);
}

void htr_vcd_begin(struct htr_vcd *vcd, FILE *file, const char *const names[], unsigned nets)
{
    *vcd = (struct htr_vcd){.file = file, .nets = nets};
    fputs("$timescale 1 ns $end\n$scope module pib $end\n", file);
    for (unsigned i = 0; i < nets; i++) {
        fprintf(file, "$var wire 1 %c %s $end\n", code(i), names[i]);
    }
    fputs("$upscope $end\n$enddefinitions $end\n", file);
}

void htr_vcd_levels(struct htr_vcd *vcd, uint64_t tick, uint32_t levels)
{
    uint32_t changed = vcd->begun ? vcd->last ^ levels : UINT32_MAX;
    if (changed == 0) {
        return;
    }
    fprintf(vcd->file, "#%" PRIu64 "\n", tick);
    for (unsigned i = 0; i < vcd->nets; i++) {
        if (((changed >> i) & 1u) != 0) {
            fprintf(vcd->file, "%c%c\n", ((levels >> i) & 1u) != 0 ? '1' : '0', code(i));
        }
    }
    vcd->last = levels;
    vcd->begun = 1;
}

void htr_vcd_end(struct htr_vcd *vcd, uint64_t tick)
{
    fprintf(vcd->file, "#%" PRIu64 "\n", tick);
}
