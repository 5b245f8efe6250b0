/* SPDX-License-Identifier: Apache-2.0 */
/* Our decoder as a program of its own, for kit decoder: dut_decoder TRACE ELF PCINFO SETTINGS OUT.
 */
#include <unistd.h>

#include "htk/htk_decoder.h"

int main(int argc, char **argv)
{
    if (argc != 6) {
        return 2;
    }
    const struct htk_case_files files = {
        .trace = argv[1],
        .elf = access(argv[2], R_OK) == 0 ? argv[2] : NULL, /* some code is a list alone */
        .pcinfo = argv[3],
        .settings = argv[4],
        .out = argv[5],
    };
    return htk_decoder_serve(&files);
}
