/* SPDX-License-Identifier: Apache-2.0 */
/* Rings in memory: fwtrace/include/fwtrace/fwt_ring.h has the format. */
#include <string.h>

#include "flow/flow_le.h"
#include "htr/htr_fw.h"

enum {
    HEAD = 64,
    SLOT = 8,
    MAGIC = 0x31545746,
    VERSION = 1,
    COMPLETE = 0x80,
    SLOTS_MIN = 16,
    ID = 40, /* offset in the header */
    ID_MAX = 24,
};

/* Words of the header. */
enum word {
    W_MAGIC,
    W_VERSION,
    W_SLOTS,
    W_MODE,
    W_CHECK,
    W_WPOS,
    W_WRAPS,
    W_RPOS,
    W_LOST,
};

static uint32_t get(const uint8_t *head, enum word w)
{
    return (uint32_t)flow_le_get(head + 4 * (unsigned)w, 4);
}

static bool is_valid(const uint8_t *h)
{
    return get(h, W_MAGIC) == MAGIC && get(h, W_CHECK) == ~(get(h, W_MAGIC) ^ get(h, W_VERSION) ^
                                                            get(h, W_SLOTS) ^ get(h, W_MODE));
}

/* A valid header; else the first place with the magic number, for a message. */
bool htr_fw_ring_find(const uint8_t *bytes, size_t size, size_t *offset)
{
    bool found = false;
    for (size_t i = 0; i + HEAD <= size; i += 4) {
        if (bytes[i] == (MAGIC & 0xff) && get(bytes + i, W_MAGIC) == MAGIC) {
            if (is_valid(bytes + i)) {
                *offset = i;
                return true;
            }
            *offset = found ? *offset : i;
            found = true;
        }
    }
    return found;
}

static int check_header(struct htr_fw *f, const uint8_t *h, size_t at)
{
    const struct htr_where where = {.file = f->path, .offset = at, .source = -1};
    const uint32_t slots = get(h, W_SLOTS);
    if (get(h, W_VERSION) != ((uint32_t)HEAD << 16 | VERSION)) {
        return htr_fail_at(f->host, HTR_ERR_VERSION, &where,
                           "a ring of version %u with a header of %u bytes; this program reads "
                           "version 1 with 64: use one that belongs to the firmware",
                           get(h, W_VERSION) & 0xffff, get(h, W_VERSION) >> 16);
    }
    if (!is_valid(h)) {
        return htr_fail_at(
            f->host, HTR_ERR_FORMAT, &where,
            "the header of the ring does not match its check word: it was "
            "overwritten, or is not initialized; dump the memory after fwt_ring_init");
    }
    if (slots < SLOTS_MIN || (slots & (slots - 1)) != 0 || slots > 1u << 23 || get(h, W_MODE) > 1) {
        return htr_fail_at(f->host, HTR_ERR_FORMAT, &where,
                           "the header of the ring has %u slots and mode %u; slots are a power of "
                           "two from 16 on, modes 0 and 1: dump the memory again",
                           slots, get(h, W_MODE));
    }
    if (get(h, W_MODE) == 1 && get(h, W_WPOS) - get(h, W_RPOS) > slots) {
        return htr_fail_at(f->host, HTR_ERR_FORMAT, &where,
                           "the header of the ring lies: %u positions written and %u read of %u "
                           "slots; only one reader may move rpos",
                           get(h, W_WPOS), get(h, W_RPOS), slots);
    }
    return HTR_OK;
}

/* The build id of the header; all zero: not known. */
static int check_id(struct htr_fw *f, const uint8_t *id)
{
    static const uint8_t zero[ID_MAX];
    if (f->elf == NULL || f->elf->id.bytes == NULL || memcmp(id, zero, ID_MAX) == 0) {
        return HTR_OK;
    }
    if (f->elf->id.size > ID_MAX || memcmp(id, f->elf->id.bytes, f->elf->id.size) != 0) {
        return htr_fail(
            f->host, HTR_ERR_CONFLICT, f->elf->path,
            "not the program that wrote %s: the build id there begins %02x%02x%02x%02x; "
            "give the ELF of that build, or none",
            f->path, id[0], id[1], id[2], id[3]);
    }
    f->identified = true;
    return HTR_OK;
}

/* A run of positions that are not there. */
struct run {
    uint64_t start, n;
    const char *why;
};

static int end_run(struct htr_fw *f, struct run *r)
{
    const uint64_t n = r->n;
    r->n = 0;
    return n > 0 ? htr_fw_lost(f, n, r->start, r->why) : HTR_OK;
}

static int add_run(struct htr_fw *f, struct run *r, uint64_t start, uint64_t n, const char *why)
{
    if (r->n > 0 && strcmp(r->why, why) == 0) {
        r->n += n;
        return HTR_OK;
    }
    const int status = end_run(f, r);
    *r = (struct run){start, n, why};
    return status;
}

/* Positions first..last - 1 from the slots that are in memory. */
static int read_slots(struct htr_fw *f, const uint8_t *slot, uint32_t slots, uint32_t there,
                      uint64_t first, uint64_t last, struct run *r)
{
    int status = HTR_OK;
    for (uint64_t p = first; p < last && status == HTR_OK; p++) {
        const uint32_t i = (uint32_t)p & (slots - 1);
        const uint8_t *s = slot + (size_t)i * SLOT;
        if (i >= there) {
            status = add_run(f, r, p, 1, "beyond the end of the memory");
            continue;
        }
        const uint32_t tag = flow_le32(s);
        if (((tag ^ ((uint32_t)p << 8 | COMPLETE)) >> 5) != 0) {
            f->count.torn++;
            status = add_run(f, r, p, 1, "torn, or being written");
            continue;
        }
        status = r->n > 0 ? end_run(f, r) : HTR_OK;
        if (status == HTR_OK) {
            status = htr_fw_word(f, tag & 31, flow_le32(s + 4), p);
        }
    }
    return status;
}

static int read_ring(struct htr_fw *f, const uint8_t *h, uint32_t there, uint64_t from)
{
    const uint32_t slots = get(h, W_SLOTS);
    const uint64_t end = (uint64_t)get(h, W_WRAPS) << 32 | get(h, W_WPOS);
    const bool stop = get(h, W_MODE) == 1;
    /* With STOP the reader has had what is before rpos. */
    uint64_t first = stop ? end - (get(h, W_WPOS) - get(h, W_RPOS)) : 0;
    struct run r = {0, 0, ""};
    int status = HTR_OK;
    if (first < from && from <= end) {
        first = from;
    }
    if (end - first > slots) {
        status = add_run(f, &r, first, end - slots - first, "overwritten");
        first = end - slots;
    }
    if (status == HTR_OK) {
        status = read_slots(f, h + HEAD, slots, there, first, end, &r);
    }
    if (status == HTR_OK) {
        status = end_run(f, &r);
    }
    f->live = end;
    f->stop = stop;
    /* What found no room and is not announced in the ring yet. */
    if (status == HTR_OK && stop && get(h, W_LOST) != f->source.announced) {
        const uint32_t more = get(h, W_LOST) - f->source.announced;
        if (more >> 31 == 0) {
            f->source.announced = get(h, W_LOST);
            status = htr_fw_lost_before(f, more, end);
        }
    }
    return status;
}

int htr_fw_ring(struct htr_fw *f, const uint8_t *bytes, size_t size, uint64_t from)
{
    size_t at;
    if (!htr_fw_ring_find(bytes, size, &at)) {
        return htr_fail(f->host, HTR_ERR_MISSING, f->path,
                        "no ring: nowhere is \"FWT1\" at a multiple of 4; dump the memory that "
                        "fwt_ring_init was given");
    }
    const uint8_t *h = bytes + at;
    int status = check_header(f, h, at);
    status = status == HTR_OK ? check_id(f, h + ID) : status;
    if (status != HTR_OK) {
        return status;
    }
    const uint64_t room = (size - at - HEAD) / SLOT;
    const uint32_t slots = get(h, W_SLOTS);
    status = read_ring(f, h, room < slots ? (uint32_t)room : slots, from);
    if (status == HTR_OK && room < slots) {
        const struct htr_where where = {.file = f->path, .offset = size, .source = -1};
        return htr_fail_at(f->host, HTR_ERR_TRUNCATED, &where,
                           "the ring has %u slots, and the memory ends after %u; dump %u bytes",
                           slots, (unsigned)room, HEAD + slots * SLOT);
    }
    return status;
}
