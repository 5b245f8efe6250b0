/* SPDX-License-Identifier: Apache-2.0 */
/* hartrace: without SystemC. */
#include "fabric.h"
#include "tool.h"

const struct hts_makers tool_makers = {.sc = NULL, .rtl = NULL};

int main(int argc, char **argv)
{
    return tool_main(argc, argv);
}
