/* SPDX-License-Identifier: Apache-2.0 */
/* The ring: places by atomic addition, words with a tag that makes them complete. */
#include "fwtrace/fwt_ring.h"

#include "fwt_atomic.h"
#include "fwt_note.h"

enum {
    SLOTS_MIN = 16,
};

/* ---- set up ---- */

static inline uint32_t tag_of(uint32_t position, unsigned channel)
{
    return position << 8 | FWT_TAG_COMPLETE | channel;
}

static uint32_t version_word(void)
{
    return (uint32_t)sizeof(struct fwt_ring_head) << 16 | FWT_RING_VERSION;
}

static uint32_t check_of(const struct fwt_ring_head *h)
{
    return ~(h->magic ^ h->version ^ h->slots ^ h->mode);
}

static uint32_t slots_of(size_t size)
{
    const size_t room = (size - sizeof(struct fwt_ring_head)) / sizeof(struct fwt_slot);
    uint32_t slots = SLOTS_MIN;
    while (slots < 0x800000u && slots * 2 <= room) {
        slots *= 2;
    }
    return slots;
}

static int place(struct fwt_ring *r, void *memory, size_t size, enum fwt_ring_mode mode)
{
    if (((uintptr_t)memory & 3u) != 0 ||
        size < sizeof(struct fwt_ring_head) + SLOTS_MIN * sizeof(struct fwt_slot) ||
        (mode != FWT_RING_OVERWRITE && mode != FWT_RING_STOP)) {
        return FWT_ERR_ARG;
    }
    r->head = memory;
    r->slot = (struct fwt_slot *)(r->head + 1);
    r->mask = slots_of(size) - 1;
    return FWT_OK;
}

int fwt_ring_init(struct fwt_ring *r, void *memory, size_t size, enum fwt_ring_mode mode)
{
    if (place(r, memory, size, mode) != FWT_OK) {
        return FWT_ERR_ARG;
    }
    struct fwt_ring_head *h = r->head;
    fwt_store_word(&h->magic, 0); /* a reader that comes now finds no ring */
    for (uint32_t i = 0; i <= r->mask; i++) {
        fwt_store_word(&r->slot[i].tag, 0);
    }
    h->version = version_word();
    h->slots = (uint32_t)r->mask + 1;
    h->mode = (uint32_t)mode;
    h->wpos = h->wraps = h->rpos = h->lost = 0;
    h->starts = 1;
    for (unsigned i = 0; i < sizeof h->id; i++) {
        h->id[i] = 0;
    }
    h->check = ~(FWT_RING_MAGIC ^ h->version ^ h->slots ^ h->mode);
    fwt_store_release(&h->magic, FWT_RING_MAGIC);
    return FWT_OK;
}

/* Nobody writes any more what was being written before the reset. */
static void free_busy(struct fwt_ring *r)
{
    for (uint32_t i = 0; i <= r->mask; i++) {
        if (r->slot[i].tag == FWT_TAG_BUSY) {
            r->slot[i].tag = 0;
        }
    }
}

/* The reader must not wait for them. */
static void complete_torn(struct fwt_ring *r)
{
    for (uint32_t p = r->head->rpos; p != r->head->wpos; p++) {
        struct fwt_slot *s = &r->slot[p & r->mask];
        if ((s->tag ^ tag_of(p, 0)) >> 5 != 0) {
            s->value = 0;
            s->tag = tag_of(p, FWT_CH_TORN);
        }
    }
}

int fwt_ring_keep(struct fwt_ring *r, void *memory, size_t size, enum fwt_ring_mode mode)
{
    if (place(r, memory, size, mode) != FWT_OK) {
        return FWT_ERR_ARG;
    }
    struct fwt_ring_head *h = r->head;
    if (h->magic != FWT_RING_MAGIC || h->version != version_word() || h->slots != r->mask + 1 ||
        h->mode != (uint32_t)mode || h->check != check_of(h) ||
        (mode == FWT_RING_STOP && h->wpos - h->rpos > h->slots)) {
        return fwt_ring_init(r, memory, size, mode);
    }
    if (mode == FWT_RING_STOP) {
        complete_torn(r);
    } else {
        free_busy(r);
    }
    h->starts++;
    return FWT_OK;
}

int fwt_ring_identify(struct fwt_ring *r, const void *note, size_t size)
{
    const uint32_t n = fwt_note_id(note, size);
    if (n == 0) {
        return FWT_ERR_ARG;
    }
    for (uint32_t i = 0; i < sizeof r->head->id; i++) {
        r->head->id[i] = i < n ? ((const uint8_t *)note)[FWT_NOTE_ID + i] : 0;
    }
    return FWT_OK;
}

/* ---- writing ---- */

/* The mask is below 2^31, so that the sign does not matter; rv64 has it in its registers. */
static inline struct fwt_slot *slot_of(const struct fwt_ring *r, uint32_t position)
{
    return &r->slot[(size_t)(int32_t)position & r->mask];
}

/* BUSY first, so that whoever reads meanwhile finds neither the old word nor half of the new one,
 * and a writer that was interrupted for a whole round is seen by the next. */
static inline void overwrite(struct fwt_ring *r, uint32_t position, unsigned channel,
                             uint32_t value)
{
    struct fwt_slot *s = slot_of(r, position);
    if (fwt_swap(&s->tag, FWT_TAG_BUSY) != FWT_TAG_BUSY) {
        s->value = value; /* nobody else is here until the tag is complete */
        fwt_store_release(&s->tag, tag_of(position, channel));
    }
}

/* Nobody else uses the slot before rpos has passed it. */
static inline void fill(struct fwt_ring *r, uint32_t position, unsigned channel, uint32_t value)
{
    struct fwt_slot *s = slot_of(r, position);
    s->value = value;
    fwt_store_release(&s->tag, tag_of(position, channel));
}

static inline void count_wrap(struct fwt_ring_head *h, uint32_t position, uint32_t n)
{
    if (position + n < position) {
        (void)fwt_add(&h->wraps, 1);
    }
}

/* Take n positions of a ring with STOP. rpos is read first: it never passes a wpos that is read
 * after it. Returns false: no room. */
static inline bool reserve(struct fwt_ring *r, uint32_t n, uint32_t *position)
{
    struct fwt_ring_head *h = r->head;
    const uint32_t done = fwt_load_acquire(&h->rpos);
    return fwt_add_within(&h->wpos, n, done, r->mask + 1 - n, position);
}

static __attribute__((noinline)) int no_room(struct fwt_ring_head *h, unsigned channel, uint32_t n)
{
    if (channel != FWT_CH_LOST) {
        (void)fwt_add(&h->lost, n);
    }
    return FWT_ERR_FULL;
}

int fwt_ring_put(void *ring, unsigned channel, uint32_t value)
{
    struct fwt_ring *r = ring;
    uint32_t at;
    if (r->head->mode == FWT_RING_OVERWRITE) {
        at = fwt_add(&r->head->wpos, 1);
        overwrite(r, at, channel, value);
    } else if (reserve(r, 1, &at)) {
        fill(r, at, channel, value);
    } else {
        return no_room(r->head, channel, 1);
    }
    if (at == UINT32_MAX) {
        count_wrap(r->head, at, 1);
    }
    return FWT_OK;
}

int fwt_ring_put_block(void *ring, unsigned channel, const uint32_t *words, unsigned n)
{
    struct fwt_ring *r = ring;
    const bool stop = r->head->mode != FWT_RING_OVERWRITE;
    uint32_t at;
    if (!stop) {
        at = fwt_add(&r->head->wpos, n);
        count_wrap(r->head, at, n);
    } else if (reserve(r, n, &at)) {
        count_wrap(r->head, at, n);
    } else {
        return no_room(r->head, channel, n);
    }
    for (unsigned i = 0; i < n; i++) {
        const unsigned c = i == 0 ? channel : FWT_ARGS_OF(channel);
        if (stop) {
            fill(r, at + i, c, words[i]);
        } else {
            overwrite(r, at + i, c, words[i]);
        }
    }
    return FWT_OK;
}

/* ---- reading ---- */

bool fwt_ring_peek(const struct fwt_ring *r, uint32_t ahead, unsigned *channel, uint32_t *value)
{
    const uint32_t position = r->head->rpos + ahead;
    const struct fwt_slot *s = &r->slot[position & r->mask];
    const uint32_t tag = fwt_load_acquire(&s->tag);
    if (position == fwt_load(&r->head->wpos) || (tag ^ tag_of(position, 0)) >> 5 != 0) {
        return false;
    }
    *channel = tag & 31u;
    *value = s->value;
    return true;
}

void fwt_ring_done(struct fwt_ring *r, uint32_t n)
{
    fwt_store_release(&r->head->rpos, r->head->rpos + n);
}
