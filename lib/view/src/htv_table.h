/* SPDX-License-Identifier: Apache-2.0 */
/* Private: arrays that grow, and tables that find an element of one by its key. */
#ifndef HTV_TABLE_H
#define HTV_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Room in *array for `want` elements of `size` bytes; what is new is zero. Returns false without
 * memory, and the array is as before. */
bool htv_grow(void **array, size_t *room, size_t want, size_t size);

/* Indexes by a hash of their key; the caller compares the keys. All zero: empty. */
struct htv_table {
    uint32_t *index;
    uint64_t *hash; /* 0: free */
    size_t size, used;
};

static inline uint64_t htv_table_mix(uint64_t a, uint64_t b)
{
    uint64_t h = a * UINT64_C(0x9e3779b97f4a7c15) ^ b * UINT64_C(0xc2b2ae3d27d4eb4f);
    h ^= h >> 29;
    h *= UINT64_C(0xbf58476d1ce4e5b9);
    return (h ^ h >> 32) | 1; /* never 0 */
}

/* The places to look at for a key, which htv_table_mix made, while htv_table_has says so. */
size_t htv_table_first(const struct htv_table *t, uint64_t hash);
size_t htv_table_next(const struct htv_table *t, size_t at);
bool htv_table_has(const struct htv_table *t, size_t at);

/* Add an index under a key that is not there. Returns false without memory. */
bool htv_table_add(struct htv_table *t, uint64_t hash, uint32_t index);

void htv_table_free(struct htv_table *t);

#endif
