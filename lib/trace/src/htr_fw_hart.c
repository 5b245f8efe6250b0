/* SPDX-License-Identifier: Apache-2.0 */
/* What a hart sent: the lists. */
#include <stdlib.h>
#include <string.h>

#include "htr_fw_sends.h"

enum {
    ROOM = 256,
};

static bool grow(void **list, size_t *room, size_t n, size_t each)
{
    if (n < *room) {
        return true;
    }
    const size_t more = *room == 0 ? ROOM : 2 * *room;
    void *p = realloc(*list, more * each);
    if (p == NULL) {
        return false;
    }
    *list = p;
    *room = more;
    return true;
}

bool fw_hart_add_send(struct fw_hart *h, const struct fw_send *s)
{
    void *list = h->send;
    const bool good = grow(&list, &h->room[0], h->sends, sizeof *s);
    h->send = list;
    if (good) {
        h->send[h->sends++] = *s;
    }
    return good;
}

bool fw_hart_add_call(struct fw_hart *h, const struct fw_call *s)
{
    void *list = h->call;
    const bool good = grow(&list, &h->room[1], h->calls, sizeof *s);
    h->call = list;
    if (good) {
        h->call[h->calls++] = *s;
    }
    return good;
}

bool fw_hart_add_seen(struct fw_hart *h, const struct fw_seen *s)
{
    void *list = h->seen;
    const bool good = grow(&list, &h->room[2], h->seens, sizeof *s);
    h->seen = list;
    if (good) {
        h->seen[h->seens++] = *s;
    }
    return good;
}

bool fw_hart_add_stamp(struct fw_hart *h, const struct fw_stamp *s)
{
    void *list = h->stamp;
    const bool good = grow(&list, &h->room[3], h->stamps, sizeof *s);
    h->stamp = list;
    if (good) {
        h->stamp[h->stamps++] = *s;
    }
    return good;
}

void fw_hart_sort(struct fw_hart *h)
{
    for (size_t i = 1; i < h->sends; i++) {
        const struct fw_send s = h->send[i];
        size_t k = i;
        for (; k > 0 && h->send[k - 1].at > s.at; k--) {
            h->send[k] = h->send[k - 1];
        }
        h->send[k] = s;
    }
}

void fw_hart_times(const struct fw_hart *h, uint64_t at, uint64_t *early, uint64_t *late)
{
    size_t low = 0, high = h->stamps;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (h->stamp[middle].at <= at) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    *early = low > 0 ? h->stamp[low - 1].time : 0;
    *late = low < h->stamps ? h->stamp[low].time : UINT64_MAX;
}

void fw_hart_free(struct fw_hart *h)
{
    free(h->send);
    free(h->call);
    free(h->seen);
    free(h->stamp);
    memset(h, 0, sizeof *h);
}
