/* SPDX-License-Identifier: Apache-2.0 */
/* Atomic operations on words that contexts share: single instructions of the A extension. */
#ifndef FWT_ATOMIC_H
#define FWT_ATOMIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline uint32_t fwt_load(const uint32_t *p)
{
    return __atomic_load_n(p, __ATOMIC_RELAXED);
}

static inline uint32_t fwt_load_acquire(const uint32_t *p)
{
    return __atomic_load_n(p, __ATOMIC_ACQUIRE);
}

static inline void fwt_store_word(uint32_t *p, uint32_t v)
{
    __atomic_store_n(p, v, __ATOMIC_RELAXED);
}

static inline void fwt_store_release(uint32_t *p, uint32_t v)
{
    __atomic_store_n(p, v, __ATOMIC_RELEASE);
}

/* These return the value before. */
static inline uint32_t fwt_add(uint32_t *p, uint32_t v)
{
    return __atomic_fetch_add(p, v, __ATOMIC_RELAXED);
}

static inline uint32_t fwt_or(uint32_t *p, uint32_t v)
{
    return __atomic_fetch_or(p, v, __ATOMIC_ACQUIRE);
}

static inline uint32_t fwt_and(uint32_t *p, uint32_t v)
{
    return __atomic_fetch_and(p, v, __ATOMIC_RELEASE);
}

static inline uint32_t fwt_swap(uint32_t *p, uint32_t v)
{
    return __atomic_exchange_n(p, v, __ATOMIC_ACQUIRE);
}

/* Orders a store before a later load. */
static inline void fwt_fence(void)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

/* Add n to *p, unless *p is more than room ahead of done; *at is its value before. room is below
 * 2^31. Returns false: it is. */
static inline bool fwt_add_within(uint32_t *p, uint32_t n, uint32_t done, size_t room, uint32_t *at)
{
#if defined(__riscv_atomic)
#if __riscv_xlen == 64
#define FWT_W "w"
#else
#define FWT_W
#endif
    /* A constrained loop (Zalrsc, "Eventual Success of Store-Conditional Instructions"). A compiler
     * takes five instructions more for a compare and swap. */
    long value, other; /* as registers have them */
    __asm__("0: lr.w %0, %2\n"
            "sub" FWT_W " %1, %0, %3\n"
            "bltu %4, %1, 1f\n"
            "add" FWT_W " %1, %0, %5\n"
            "sc.w %1, %1, %2\n"
            "bnez %1, 0b\n"
            "1:"
            : "=&r"(value), "=&r"(other), "+A"(*p)
            : "r"(done), "r"(room), "rI"(n));
#undef FWT_W
    *at = (uint32_t)value;
    return other == 0; /* more than room is not 0 */
#else
    *at = fwt_load(p);
    do {
        if (*at - done > room) {
            return false;
        }
    } while (!__atomic_compare_exchange_n(p, at, *at + n, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return true;
#endif
}

#endif
