/* SPDX-License-Identifier: Apache-2.0 */
/* Atomic operations on words that contexts share: single instructions of the A extension. */
#ifndef FWT_ATOMIC_H
#define FWT_ATOMIC_H

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

/* Does *p become `to`? Otherwise *from is what it is. */
static inline int fwt_change(uint32_t *p, uint32_t *from, uint32_t to)
{
    return __atomic_compare_exchange_n(p, from, to, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

#endif
