/* SPDX-License-Identifier: Apache-2.0 */
/* hartrace-sc: the same, linked with SystemC. `hartrace run --platform systemc` executes it. */
#include "fabric.h"
#include "tool.h"

const struct hts_makers tool_makers = {.sc = sim_fabric_sc};

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
