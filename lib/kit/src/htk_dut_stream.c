/* SPDX-License-Identifier: Apache-2.0 */
/* The child's ends of the pipes as streams. */
#include <stdio.h>

#include "htk/htk_dut.h"

FILE *htk_dut_stream(int fd, bool to_kit)
{
    return fdopen(fd, to_kit ? "wb" : "rb");
}
