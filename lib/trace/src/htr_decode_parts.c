/* SPDX-License-Identifier: Apache-2.0 */
/* Cutting a trace into parts. */
#include "htr_decode_parts.h"

#include <stdlib.h>
#include <string.h>

enum {
    LOOK = 1 << 12,    /* bytes searched for a synchronizing message at once */
    LONGEST = 1 << 20, /* a part is cut here when none was found */
};

/* Room for n bytes in all. */
static bool make_room(struct htr_part_bytes *b, size_t n)
{
    if (n <= b->room) {
        return true;
    }
    uint8_t *bigger = realloc(b->bytes, 2 * n);
    if (bigger == NULL) {
        return false;
    }
    b->bytes = bigger;
    b->room = 2 * n;
    return true;
}

bool htr_part_append(struct htr_part_bytes *b, const uint8_t *bytes, size_t n)
{
    if (!make_room(b, b->size + n)) {
        return false;
    }
    if (n > 0) {
        memcpy(b->bytes + b->size, bytes, n);
    }
    b->size += n;
    return true;
}

void htr_part_reader_open(struct htr_part_reader *r, struct htr_trace *t)
{
    const struct nexus_msg_decoder *m = &t->decoder.msgs;
    *r = (struct htr_part_reader){.t = t,
                                  .msgs = *m,
                                  .lock = PTHREAD_MUTEX_INITIALIZER,
                                  .offset = m->base + m->pos,
                                  .held = m->data + m->pos,
                                  .nheld = m->size - m->pos};
}

void htr_part_reader_close(struct htr_part_reader *r)
{
    free(r->ahead.bytes);
}

/* Let the part have `size` bytes, or as many as there are. Returns false: no memory. */
static bool read_up_to(struct htr_part_reader *r, struct htr_part_bytes *b, size_t size)
{
    if (b->size >= size) {
        return true;
    }
    if (!make_room(b, size)) {
        return false;
    }
    size_t n = size - b->size < r->nheld ? size - b->size : r->nheld;
    if (n > 0) {
        (void)htr_part_append(b, r->held, n);
        r->held += n;
        r->nheld -= n;
    }
    if (b->size < size && r->t->stream.raw != NULL) {
        b->size += htr_file_read(&r->t->stream, b->bytes + b->size, size - b->size);
    }
    return true;
}

/* Is there a synchronizing message at b->bytes[pos], of a source that is decoded? *sync gets it. */
static bool sync_at(const struct htr_part_reader *r, const struct htr_part_bytes *b, size_t pos,
                    struct nexus_index_entry *sync)
{
    struct nexus_msg m;
    if (!nexus_tcode_is_sync(b->bytes[pos] >> 2)) {
        return false;
    }
    struct nexus_msg_decoder d = r->msgs;
    d.data = b->bytes;
    d.size = b->size;
    d.base = r->offset;
    d.pos = pos;
    if (nexus_msg_next(&d, &m) != NEXUS_OK || (r->t->one_source && m.src != r->t->src)) {
        return false;
    }
    *sync = (struct nexus_index_entry){.offset = m.offset,
                                       .length = (uint32_t)m.length,
                                       .addr = m.value[NEXUS_F_ADDR] << 1,
                                       .tcode = m.tcode,
                                       .time_known = nexus_msg_has(&m, NEXUS_F_TSTAMP),
                                       .time = m.value[NEXUS_F_TSTAMP],
                                       .starts = true};
    return true;
}

/* The first synchronizing message after b->bytes[from]. A message begins after a byte with MSEO
 * 11. */
static bool find_sync(const struct htr_part_reader *r, const struct htr_part_bytes *b, size_t from,
                      struct nexus_index_entry *sync)
{
    for (size_t i = from; i + 1 < b->size; i++) {
        if ((b->bytes[i] & 3) == 3 && sync_at(r, b, i + 1, sync)) {
            return true;
        }
    }
    return false;
}

/* The bytes after the part's end are the next one's. */
static bool cut(struct htr_part_reader *r, struct htr_part_bytes *b, size_t end)
{
    bool good = htr_part_append(&r->ahead, b->bytes + end, b->size - end);
    b->size = end;
    r->offset += end;
    return good;
}

static bool read_part(struct htr_part_reader *r, struct htr_part_bytes *b, size_t size)
{
    size_t from = size, look = LOOK;
    b->size = 0;
    if (!htr_part_append(b, r->ahead.bytes, r->ahead.size)) {
        return false;
    }
    r->ahead.size = 0;
    r->synced = false;
    for (;;) {
        if (!read_up_to(r, b, from + look)) {
            return false;
        }
        if (b->size < from + look) {
            r->ended = true;
            return cut(r, b, b->size);
        }
        if (find_sync(r, b, from, &r->sync)) {
            r->synced = true;
            return cut(r, b, (size_t)(r->sync.offset - r->offset) + r->sync.length);
        }
        if (from >= LONGEST) {
            return cut(r, b, b->size);
        }
        from += look / 2; /* the last message may have been cut off */
        look *= 2;
    }
}

int htr_part_read(struct htr_part_reader *r, struct htr_part *p, size_t size)
{
    (void)pthread_mutex_lock(&r->lock);
    int n = r->ended ? 0 : 1;
    if (n > 0) {
        p->number = r->number++;
        p->offset = r->offset;
        p->synced = r->synced;
        p->sync = r->sync;
        n = read_part(r, &p->trace, size) ? 1 : -1;
    }
    (void)pthread_mutex_unlock(&r->lock);
    return n;
}
