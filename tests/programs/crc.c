/* SPDX-License-Identifier: Apache-2.0 */
/* Cyclic redundancy checks of "123456789": the published check values of CRC-32, CRC-32C,
 * CRC-16/CCITT-FALSE and CRC-8. Bit by bit and by table. */
#include "bsp.h"

static uint32_t table[256];

static uint32_t step(uint32_t crc, uint32_t poly)
{
    for (unsigned bit = 0; bit < 8; bit++) {
        crc = (crc & 1u) != 0 ? crc >> 1 ^ poly : crc >> 1;
    }
    return crc;
}

static uint32_t crc32_bits(const uint8_t *p, size_t n, uint32_t poly)
{
    uint32_t crc = UINT32_MAX;
    while (n-- > 0) {
        crc = step(crc ^ *p++, poly);
    }
    return ~crc;
}

static uint32_t crc32_table(const uint8_t *p, size_t n, uint32_t poly)
{
    for (unsigned i = 0; i < 256; i++) {
        table[i] = step(i, poly);
    }
    uint32_t crc = UINT32_MAX;
    while (n-- > 0) {
        crc = table[(crc ^ *p++) & 0xffu] ^ crc >> 8;
    }
    return ~crc;
}

static uint32_t crc_msb(const uint8_t *p, size_t n, unsigned width, uint32_t poly, uint32_t crc)
{
    uint32_t top = 1u << (width - 1);
    while (n-- > 0) {
        crc ^= (uint32_t)*p++ << (width - 8);
        for (unsigned bit = 0; bit < 8; bit++) {
            crc = (crc & top) != 0 ? crc << 1 ^ poly : crc << 1;
        }
        crc &= top | (top - 1);
    }
    return crc;
}

int main(void)
{
    static const uint8_t text[] = "123456789";
    static uint8_t zeros[32];
    bsp_check("CRC-32", crc32_bits(text, 9, 0xedb88320u), 0xcbf43926u);
    bsp_check("CRC-32 by table", crc32_table(text, 9, 0xedb88320u), 0xcbf43926u);
    bsp_check("CRC-32C", crc32_bits(text, 9, 0x82f63b78u), 0xe3069283u);
    bsp_check("CRC-32C by table", crc32_table(text, 9, 0x82f63b78u), 0xe3069283u);
    bsp_check("CRC-32C of 32 zeros", crc32_table(zeros, 32, 0x82f63b78u), 0x8a9136aau);
    bsp_check("CRC-16", crc_msb(text, 9, 16, 0x1021, 0xffff), 0x29b1);
    bsp_check("CRC-8", crc_msb(text, 9, 8, 0x07, 0), 0xf4);
    bsp_puts("crc ok\n");
    return 0;
}
