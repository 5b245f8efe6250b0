/* SPDX-License-Identifier: Apache-2.0 */
/* Byte loops: short to trace and to read. The Makefile builds this file with
 * -fno-tree-loop-distribute-patterns, so that the compiler does not turn such a loop into a call of
 * the function that it is in. */
#include "bsp.h"

void *memcpy(void *restrict d, const void *restrict s, size_t n)
{
    uint8_t *to = d;
    const uint8_t *from = s;
    while (n-- > 0) {
        *to++ = *from++;
    }
    return d;
}

void *memmove(void *d, const void *s, size_t n)
{
    uint8_t *to = d;
    const uint8_t *from = s;
    if ((uintptr_t)to <= (uintptr_t)from) {
        while (n-- > 0) {
            *to++ = *from++;
        }
    } else {
        while (n-- > 0) {
            to[n] = from[n];
        }
    }
    return d;
}

void *memset(void *d, int c, size_t n)
{
    uint8_t *to = d;
    while (n-- > 0) {
        *to++ = (uint8_t)c;
    }
    return d;
}

int memcmp(const void *a, const void *b, size_t n)
{
    const uint8_t *x = a;
    const uint8_t *y = b;
    for (; n > 0; n--, x++, y++) {
        if (*x != *y) {
            return *x < *y ? -1 : 1;
        }
    }
    return 0;
}

size_t strlen(const char *s)
{
    size_t n = 0;
    while (s[n] != '\0') {
        n++;
    }
    return n;
}

int strcmp(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return (unsigned char)*a - (unsigned char)*b;
}
