/* SPDX-License-Identifier: Apache-2.0 */
/* A sequence of PCs in a longer one: Knuth, Morris, Pratt. Loops make simpler ways quadratic. */
#include "compare_parts.h"

/* table[i]: the longest proper prefix of needle that ends at i. */
static void prepare(const uint64_t *needle, size_t n, size_t *table)
{
    size_t k = 0;
    table[0] = 0;
    for (size_t i = 1; i < n; i++) {
        while (k > 0 && needle[i] != needle[k]) {
            k = table[k - 1];
        }
        k += needle[i] == needle[k];
        table[i] = k;
    }
}

size_t compare_find(const uint64_t *hay, size_t from, size_t size, const uint64_t *needle, size_t n,
                    size_t *table, size_t *at, size_t *length)
{
    size_t k = 0;
    *at = from;
    *length = 0;
    prepare(needle, n, table);
    for (size_t i = from; i < size; i++) {
        while (k > 0 && hay[i] != needle[k]) {
            k = table[k - 1];
        }
        k += hay[i] == needle[k];
        if (k > *length) {
            *length = k;
            *at = i + 1 - k;
        }
        if (k == n) {
            return *at;
        }
    }
    return SIZE_MAX;
}
