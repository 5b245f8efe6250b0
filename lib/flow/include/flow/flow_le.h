/* SPDX-License-Identifier: Apache-2.0 */
/* Little-endian bytes in memory and files, on any host: compilers turn each of these into one
 * access. get and put take 1 to 8 bytes. */
#ifndef FLOW_LE_H
#define FLOW_LE_H

#include <stdint.h>

static inline uint64_t flow_le_get(const uint8_t *p, unsigned size)
{
    uint64_t v = 0;

    for (unsigned i = 0; i < size; i++) {
        v |= (uint64_t)p[i] << (8 * i);
    }
    return v;
}

static inline void flow_le_put(uint8_t *p, unsigned size, uint64_t v)
{
    for (unsigned i = 0; i < size; i++) {
        p[i] = (uint8_t)(v >> (8 * i));
    }
}

static inline uint16_t flow_le16(const uint8_t *p)
{
    return (uint16_t)(p[0] | (unsigned)p[1] << 8);
}

static inline uint32_t flow_le32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t flow_le64(const uint8_t *p)
{
    return (uint64_t)flow_le32(p) | (uint64_t)flow_le32(p + 4) << 32;
}

static inline void flow_le_put16(uint8_t *p, uint16_t v)
{
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
}

static inline void flow_le_put32(uint8_t *p, uint32_t v)
{
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
    p[2] = (uint8_t)(v >> 16);
    p[3] = (uint8_t)(v >> 24);
}

static inline void flow_le_put64(uint8_t *p, uint64_t v)
{
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
    p[2] = (uint8_t)(v >> 16);
    p[3] = (uint8_t)(v >> 24);
    p[4] = (uint8_t)(v >> 32);
    p[5] = (uint8_t)(v >> 40);
    p[6] = (uint8_t)(v >> 48);
    p[7] = (uint8_t)(v >> 56);
}

#endif
