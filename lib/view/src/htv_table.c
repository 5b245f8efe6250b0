/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays that grow, and tables. */
#include "htv_table.h"

#include <stdlib.h>
#include <string.h>

bool htv_grow(void **array, size_t *room, size_t want, size_t size)
{
    if (want <= *room) {
        return true;
    }
    const size_t twice = *room == 0 ? 16 : 2 * *room, n = want > twice ? want : twice;
    char *more = n > SIZE_MAX / size ? NULL : realloc(*array, n * size);
    if (more == NULL) {
        return false;
    }
    memset(more + *room * size, 0, (n - *room) * size);
    *array = more;
    *room = n;
    return true;
}

/* ---- tables ---- */

static size_t same(const struct htv_table *t, size_t at, uint64_t hash)
{
    while (t->hash[at] != 0 && t->hash[at] != hash) {
        at = (at + 1) & (t->size - 1);
    }
    return at;
}

size_t htv_table_first(const struct htv_table *t, uint64_t hash)
{
    return t->size == 0 ? 0 : same(t, hash & (t->size - 1), hash);
}

size_t htv_table_next(const struct htv_table *t, size_t at)
{
    return same(t, (at + 1) & (t->size - 1), t->hash[at]);
}

bool htv_table_has(const struct htv_table *t, size_t at)
{
    return t->size != 0 && t->hash[at] != 0;
}

static void put(struct htv_table *t, uint64_t hash, uint32_t index)
{
    size_t at = hash & (t->size - 1);
    while (t->hash[at] != 0) {
        at = (at + 1) & (t->size - 1);
    }
    t->hash[at] = hash;
    t->index[at] = index;
    t->used++;
}

bool htv_table_add(struct htv_table *t, uint64_t hash, uint32_t index)
{
    if (2 * (t->used + 1) > t->size) {
        struct htv_table more = {.size = t->size == 0 ? 64 : 2 * t->size};
        more.hash = calloc(more.size, sizeof *more.hash);
        more.index = calloc(more.size, sizeof *more.index);
        if (more.hash == NULL || more.index == NULL) {
            htv_table_free(&more);
            return false;
        }
        for (size_t i = 0; i < t->size; i++) {
            if (t->hash[i] != 0) {
                put(&more, t->hash[i], t->index[i]);
            }
        }
        htv_table_free(t);
        *t = more;
    }
    put(t, hash, index);
    return true;
}

void htv_table_free(struct htv_table *t)
{
    free(t->hash);
    free(t->index);
    *t = (struct htv_table){0};
}
