/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of a table of firmware trace messages. */
#include <stdlib.h>
#include <string.h>

#include "htr_fw_table_int.h"

enum {
    ACTIONS_MAX = 1 << 13,
};

unsigned htr_fw_width(struct htr_fw_bits b)
{
    return (unsigned)(b.msb - b.lsb) + 1;
}

struct htr_fw_action *htr_fw_add_action(struct htr_fw_table *t)
{
    if (t->actions == t->room) {
        const size_t room = t->room == 0 ? 64 : 2 * t->room;
        struct htr_fw_action *bigger =
            room <= ACTIONS_MAX ? realloc(t->action, room * sizeof *bigger) : NULL;
        if (bigger == NULL) {
            return NULL;
        }
        t->action = bigger;
        t->room = room;
    }
    struct htr_fw_action *a = &t->action[t->actions++];
    memset(a, 0, sizeof *a);
    return a;
}
