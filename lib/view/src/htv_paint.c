/* SPDX-License-Identifier: Apache-2.0 */
/* Text for a terminal. */
#include "htv_paint.h"

#include <string.h>

const char *htv_paint(bool color, enum htv_paint paint)
{
    static const char *const sequence[HTV_PAINTS] = {
        [HTV_PAINT_END] = "\033[0m",       [HTV_PAINT_HEAD] = "\033[1m",
        [HTV_PAINT_FUNCTION] = "\033[36m", [HTV_PAINT_PLACE] = "\033[32m",
        [HTV_PAINT_EVENT] = "\033[33m",    [HTV_PAINT_DIM] = "\033[2m",
    };
    return color ? sequence[paint] : "";
}

void htv_put_plain_bytes(const char *text, size_t length, FILE *out)
{
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)text[i];
        putc(c == '\t' ? ' ' : c < 0x20 || c == 0x7F ? '?' : c, out);
    }
}

void htv_put_plain(const char *text, FILE *out)
{
    htv_put_plain_bytes(text, strlen(text), out);
}
