/* SPDX-License-Identifier: Apache-2.0 */
/* A program that fails: its exit code is 42. */
#include "bsp.h"

int main(void)
{
    bsp_puts("this one has to fail\n");
    return 42;
}
