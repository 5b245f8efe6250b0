/* SPDX-License-Identifier: Apache-2.0 */
/* Private: ids of rules in a text, divided by blanks: "NT-SYN-004 NT-SYN-005". */
#ifndef HTK_IDS_H
#define HTK_IDS_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum {
    HTK_ID = 16 /* bytes of an id, with the NUL */
};

/* The next one; false: there is none. *list goes on after it. */
static inline bool htk_next_id(const char **list, char id[HTK_ID])
{
    *list += strspn(*list, " ");
    const size_t n = strcspn(*list, " ");
    snprintf(id, HTK_ID, "%.*s", (int)(n < HTK_ID ? n : HTK_ID - 1), *list);
    *list += n;
    return n > 0;
}

#endif
