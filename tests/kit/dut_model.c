/* SPDX-License-Identifier: Apache-2.0 */
/* The encoder model as a device of the kit: dut_model [NAME=VALUE ...], for hartrace kit encoder
 * --dut. */
#include <stdio.h>

#include "htk/htk_encoder.h"

int main(int argc, char **argv)
{
    char params[4096] = "";
    size_t n = 0;
    for (int i = 1; i < argc; i++) {
        const int more = snprintf(params + n, sizeof params - n, "%s ", argv[i]);
        if (more < 0 || (size_t)more >= sizeof params - n) {
            return 2;
        }
        n += (size_t)more;
    }
    return htk_encoder_model_serve(params, stdin, stdout);
}
