/* SPDX-License-Identifier: Apache-2.0 */
/* hartrace-rtl: hartrace-sc with Verilated components. `hartrace run --impl rtl` executes it. */
#include "fabric.h"
#include "tool.h"

const struct hts_makers tool_makers = {.sc = sim_fabric_sc, .rtl = sim_fabric_rtl};

int sc_main(int argc, char **argv); /* the library wants one; main() is ours */

int sc_main(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    return TOOL_CANNOT;
}

int main(int argc, char **argv)
{
    return tool_main(argc, argv);
}
