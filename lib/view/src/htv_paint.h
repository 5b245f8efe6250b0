/* SPDX-License-Identifier: Apache-2.0 */
/* Private: text for a terminal. Sequences: ECMA-48, "SGR - Select Graphic Rendition". */
#ifndef HTV_PAINT_H
#define HTV_PAINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum htv_paint {
    HTV_PAINT_END,
    HTV_PAINT_HEAD,
    HTV_PAINT_FUNCTION,
    HTV_PAINT_PLACE, /* file and line */
    HTV_PAINT_EVENT,
    HTV_PAINT_DIM,
    HTV_PAINTS,
};

/* What switches to it; "" without color. */
const char *htv_paint(bool color, enum htv_paint paint);

/* Text from a file: control characters as '?', a tab as a space. */
void htv_put_plain(const char *text, FILE *out);
void htv_put_plain_bytes(const char *text, size_t length, FILE *out);

#endif
