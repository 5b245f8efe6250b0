/* SPDX-License-Identifier: Apache-2.0 */
/* The files of a recorded run, for writer and reader: docs/reference/formats.md. All numbers
 * little-endian.
 */
#ifndef HTS_RECORD_FORMAT_H
#define HTS_RECORD_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

#define HTS_RECORD_MAGIC "hartrec\n"
#define HTS_RECORD_STATE "state.bin"
#define HTS_RECORD_LOG   "log.bin"

enum {
    HTS_RECORD_VERSION = 1,
    HTS_RECORD_HEADER = 80,       /* bytes of the state file before what varies */
    HTS_RECORD_SLOT = 1 << 16,    /* bytes of a block of the log, */
    HTS_RECORD_BLOCK_HEADER = 24, /* its header among them */
    HTS_RECORD_PAGE = 1 << 12,    /* bytes */
    HTS_RECORD_NO_PAGE = -1,      /* number after the last page */
    HTS_RECORD_CSRS = 24,         /* at most */
    HTS_RECORD_PRIV = 0xFFFF,     /* number of the privilege level, among CSRs */
    HTS_RECORD_VARINT = 10,       /* bytes at most */

    /* First byte of an entry. A step: hart in bits 4 to 7, registers that changed in bits 2 and 3
     * (3: their number follows in a byte), bit 1: an instruction retired. Memory: bytes as a power
     * of two in bits 1 and 2. */
    HTS_RECORD_IS_MEMORY = 1,
    HTS_RECORD_RETIRED = 2,
    HTS_RECORD_MANY = 3,

    HTS_RECORD_FIRST_CSR = 64, /* registers in an entry: 1 to 31, and 64 for the first CSR */
};

/* Name of a CSR by number, NULL: not one that is recorded. */
struct hts_record_csr {
    uint16_t number;
    const char *name;
};
extern const struct hts_record_csr hts_record_csrs[HTS_RECORD_CSRS]; /* number 0: no more */

static inline uint8_t *hts_record_put(uint8_t *p, uint64_t v)
{
    for (; v >= 0x80; v >>= 7) {
        *p++ = (uint8_t)(v | 0x80);
    }
    *p++ = (uint8_t)v;
    return p;
}

/* Small for small differences of either sign. */
static inline uint64_t hts_record_zigzag(uint64_t difference)
{
    return difference << 1 ^ (uint64_t) - (int64_t)(difference >> 63);
}

static inline uint64_t hts_record_unzigzag(uint64_t v)
{
    return v >> 1 ^ (uint64_t) - (int64_t)(v & 1);
}

#endif
