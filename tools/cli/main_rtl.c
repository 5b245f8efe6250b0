/* SPDX-License-Identifier: Apache-2.0 */
/* hartrace-rtl: hartrace-sc with Verilated components. `hartrace run --impl rtl` executes it. */
#include "run_systemc.h"
#include "tool.h"

int sc_main(int argc, char **argv); /* the library wants one; main() is ours */

int sc_main(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    return TOOL_CANNOT;
}

int main(int argc, char **argv)
{
    run_systemc_maker = sim_fabric_sc;
    run_rtl_maker = sim_fabric_rtl;
    return tool_main(argc, argv);
}
