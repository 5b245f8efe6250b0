/* SPDX-License-Identifier: Apache-2.0 */
/* Little-endian bytes of a file, whatever the host: compilers make one access of each of these. */
#ifndef HTR_LE_H
#define HTR_LE_H

#include <stdint.h>

static inline uint64_t htr_le_get(const uint8_t *p, unsigned size)
{
    uint64_t v = 0;

    for (unsigned i = 0; i < size; i++)
        v |= (uint64_t)p[i] << (8 * i);
    return v;
}

static inline uint16_t htr_le16(const uint8_t *p)
{
    return (uint16_t)(p[0] | (unsigned)p[1] << 8);
}

static inline uint32_t htr_le32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t htr_le64(const uint8_t *p)
{
    return (uint64_t)htr_le32(p) | (uint64_t)htr_le32(p + 4) << 32;
}

#endif
