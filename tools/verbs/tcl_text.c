/* SPDX-License-Identifier: Apache-2.0 */
/* Text in Tcl scripts. */
#include "tcl_text.h"

#include <string.h>

/* No meaning to Tcl, wherever they appear in a word. Bytes from 0x80 on have none either. */
static int is_plain(unsigned char c)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789_./:,+@%=-";
    return c >= 0x80 || memchr(plain, c, sizeof plain - 1) != NULL;
}

void tcl_word(FILE *f, const char *text)
{
    if (text[0] == '\0') {
        fputs("{}", f);
    }
    for (const unsigned char *p = (const unsigned char *)text; *p != '\0'; p++) {
        if (is_plain(*p)) {
            putc(*p, f);
        } else if (*p > ' ' && *p < 0x7F) {
            fprintf(f, "\\%c", *p); /* a punctuation mark that means itself */
        } else {
            fprintf(f, "\\%03o", *p); /* always three digits: what follows is no part of it */
        }
    }
}
