/* SPDX-License-Identifier: Apache-2.0 */
/* hartrace: without SystemC. */
#include "tool.h"

int main(int argc, char **argv)
{
    return tool_main(argc, argv);
}
