/* SPDX-License-Identifier: Apache-2.0 */
/* For debuggers: every hart counts, through calls, until the debugger sets `stop`. Never ends by
 * itself. */
#include "bsp.h"

volatile uint32_t count[BSP_HARTS]; /* rounds of each hart */
volatile uint32_t stop;
volatile uint32_t harts; /* that run */

__attribute__((noinline)) uint32_t add(uint32_t a, uint32_t b)
{
    __asm__ volatile("");
    return a + b;
}

__attribute__((noinline)) void round_of(unsigned hart)
{
    count[hart] = add(count[hart], 1);
}

/* A place that one hart alone comes to. */
__attribute__((noinline)) void only_hart_2(void)
{
    __asm__ volatile("");
}

void bsp_hart_main(unsigned hart)
{
    while (stop == 0) {
        round_of(hart);
        if (hart == 2) {
            only_hart_2();
        }
    }
}

int main(void)
{
    harts = bsp_start_harts();
    bsp_hart_main(0);
    bsp_puts("debuggee stopped\n");
    return 0;
}
