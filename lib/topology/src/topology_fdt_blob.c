/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A check of the whole tree before libfdt gets it. libfdt 1.6 follows a NULL in trees with
 * headers before version 17, and walks in circles when the length of a property is negative.
 */
#include "topology_fdt_priv.h"

#include <string.h>

enum {
    MAX_DEPTH = 64,
};

struct blob {
    const uint8_t *base;
    uint32_t at, end;          /* of the structure block: the next tag, after the last */
    uint32_t strings, nstring; /* the strings block: offset, bytes */
    int depth;
};

static uint32_t word(const struct blob *b, uint32_t at)
{
    return topology_be32(b->base + at);
}

/* Move on by n bytes, up to the next tag. Returns false when that is beyond the end. */
static bool skip(struct blob *b, uint32_t n)
{
    if (n > b->end - b->at) {
        return false;
    }
    uint32_t at = b->at + n;
    b->at = at + (4 - at % 4) % 4;
    return b->at <= b->end;
}

static bool skip_name(struct blob *b)
{
    const uint8_t *name = b->base + b->at;
    const uint8_t *nul = memchr(name, '\0', b->end - b->at);
    return nul != NULL && skip(b, (uint32_t)(nul - name) + 1);
}

static bool skip_property(struct blob *b)
{
    if (b->end - b->at < 8 || b->depth == 0) {
        return false;
    }
    uint32_t length = word(b, b->at), name = word(b, b->at + 4);
    if (name >= b->nstring ||
        memchr(b->base + b->strings + name, '\0', b->nstring - name) == NULL) {
        return false;
    }
    b->at += 8;
    return skip(b, length);
}

/* Every tag in its bounds, every node closed, one end. */
static bool structure_sound(struct blob *b)
{
    while (b->end - b->at >= 4) {
        uint32_t tag = word(b, b->at);
        bool good = true;
        b->at += 4;
        switch (tag) {
        case FDT_BEGIN_NODE:
            good = b->depth++ < MAX_DEPTH && skip_name(b);
            break;
        case FDT_END_NODE:
            good = b->depth-- > 0;
            break;
        case FDT_PROP:
            good = skip_property(b);
            break;
        case FDT_NOP:
            break;
        case FDT_END:
            return b->depth == 0;
        default:
            good = false;
        }
        if (!good) {
            return false;
        }
    }
    return false;
}

static bool inside(uint32_t offset, uint32_t n, uint32_t size)
{
    return offset <= size && n <= size - offset;
}

int topology_fdt_blob(const void *dtb, size_t size)
{
    struct blob b = {.base = dtb};
    /* Offsets of the header's fields. */
    enum {
        TOTAL = 4,
        STRUCTURE = 8,
        STRINGS = 12,
        VERSION = 20,
        STRINGS_SIZE = 32,
        STRUCTURE_SIZE = 36,
        HEADER = 40,
        OLDEST = 17,
    };
    if (size < HEADER) {
        return -FDT_ERR_TRUNCATED;
    }
    if (word(&b, 0) != FDT_MAGIC) {
        return -FDT_ERR_BADMAGIC;
    }
    uint32_t total = word(&b, TOTAL), n = word(&b, STRUCTURE_SIZE);
    if (total > size || total > INT32_MAX) {
        return -FDT_ERR_TRUNCATED;
    }
    if (word(&b, VERSION) < OLDEST) {
        return -FDT_ERR_BADVERSION;
    }
    b.at = word(&b, STRUCTURE);
    b.strings = word(&b, STRINGS);
    b.nstring = word(&b, STRINGS_SIZE);
    if (b.at % 4 != 0 || !inside(b.at, n, total) || !inside(b.strings, b.nstring, total)) {
        return -FDT_ERR_BADLAYOUT;
    }
    b.end = b.at + n;
    return structure_sound(&b) ? fdt_check_full(dtb, size) : -FDT_ERR_BADSTRUCTURE;
}
