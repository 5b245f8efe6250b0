/* SPDX-License-Identifier: Apache-2.0 */
/* hartrace-sc: the same, linked with SystemC. `hartrace run --platform systemc` executes it. */
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
    return tool_main(argc, argv);
}
