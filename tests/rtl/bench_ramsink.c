/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes per cycle of the RAM sink into system memory, against the latency of the bus. */
#include <stdio.h>

#include "ramsink_rate.h"

extern const struct rtl_ramsink_kind rtl_ramsink_bus, rtl_ramsink_hbus;

int main(void)
{
    static const unsigned latencies[] = {0, 1, 10, 40};
    for (unsigned i = 0; i < sizeof latencies / sizeof latencies[0]; i++) {
        printf(
            "RAM sink, latency %2u: %.2f bytes per cycle by 64-bit AXI4, %.2f by 32-bit AHB-Lite\n",
            latencies[i], ramsink_rate(&rtl_ramsink_bus, latencies[i]),
            ramsink_rate(&rtl_ramsink_hbus, latencies[i]));
    }
    return 0;
}
