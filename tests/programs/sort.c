/* SPDX-License-Identifier: Apache-2.0 */
/* Quick sort, heap sort and insertion sort, chosen and compared through function pointers. Checked
 * by order, by sum and by exclusive or: the same numbers as before, in order. */
#include "bsp.h"

enum {
    N = 300,
};

typedef int (*order_fn)(uint32_t a, uint32_t b);
typedef void (*sort_fn)(uint32_t *v, unsigned n, order_fn before);

static int ascending(uint32_t a, uint32_t b)
{
    return a < b;
}

static int descending(uint32_t a, uint32_t b)
{
    return a > b;
}

static void swap(uint32_t *a, uint32_t *b)
{
    uint32_t t = *a;
    *a = *b;
    *b = t;
}

static void quick(uint32_t *v, unsigned n, order_fn before)
{
    if (n < 2) {
        return;
    }
    uint32_t pivot = v[n / 2];
    unsigned i = 0;
    unsigned j = n - 1;
    for (;;) {
        while (before(v[i], pivot)) {
            i++;
        }
        while (before(pivot, v[j])) {
            j--;
        }
        if (i >= j) {
            break;
        }
        swap(&v[i++], &v[j--]);
    }
    quick(v, i, before);
    quick(v + i, n - i, before);
}

static void sift(uint32_t *v, unsigned root, unsigned n, order_fn before)
{
    for (unsigned child = 2 * root + 1; child < n; child = 2 * root + 1) {
        if (child + 1 < n && before(v[child], v[child + 1])) {
            child++;
        }
        if (!before(v[root], v[child])) {
            return;
        }
        swap(&v[root], &v[child]);
        root = child;
    }
}

static void heap(uint32_t *v, unsigned n, order_fn before)
{
    for (unsigned i = n / 2; i-- > 0;) {
        sift(v, i, n, before);
    }
    for (unsigned end = n; end-- > 1;) {
        swap(&v[0], &v[end]);
        sift(v, 0, end, before);
    }
}

static void insertion(uint32_t *v, unsigned n, order_fn before)
{
    for (unsigned i = 1; i < n; i++) {
        for (unsigned j = i; j > 0 && before(v[j], v[j - 1]); j--) {
            swap(&v[j], &v[j - 1]);
        }
    }
}

static const sort_fn sorts[] = {quick, heap, insertion};
static const order_fn orders[] = {ascending, descending};
static uint32_t v[N];

static void try(sort_fn sort, order_fn before, unsigned n, uint32_t mask)
{
    uint32_t seed = 2463534242u;
    uint32_t sum = 0, folded = 0, sum_after = 0, folded_after = 0;
    for (unsigned i = 0; i < n; i++) {
        v[i] = bsp_random(&seed) & mask;
        sum += v[i];
        folded ^= v[i];
    }
    sort(v, n, before);
    for (unsigned i = 0; i < n; i++) {
        sum_after += v[i];
        folded_after ^= v[i];
        bsp_check("order", i > 0 && before(v[i], v[i - 1]), 0);
    }
    bsp_check("sum", sum_after, sum);
    bsp_check("fold", folded_after, folded);
}

int main(void)
{
    for (unsigned s = 0; s < 3; s++) {
        for (unsigned o = 0; o < 2; o++) {
            try(sorts[s], orders[o], s == 2 ? 60 : N, UINT32_MAX);
            try(sorts[s], orders[o], 50, 7);
        }
    }
    bsp_puts("sort ok\n");
    return 0;
}
