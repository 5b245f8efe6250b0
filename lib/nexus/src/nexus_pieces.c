/* SPDX-License-Identifier: Apache-2.0 */
#include "nexus/nexus_pieces.h"

#include "nexus_frame.h"

enum nexus_status nexus_pieces_init(struct nexus_pieces *p, uint8_t *buffer, size_t capacity)
{
    if (buffer == NULL || capacity < NEXUS_PIECES_BUFFER_MIN) {
        return NEXUS_ERR_ARG;
    }
    *p = (struct nexus_pieces){.buffer = buffer, .capacity = capacity};
    return NEXUS_OK;
}

uint64_t nexus_pieces_rest(const struct nexus_pieces *p)
{
    return p->fill != 0 ? p->offset - p->start : 0;
}

/* Gather n bytes; what does not fit is skipped. */
static void gather(struct nexus_pieces *p, const uint8_t *data, size_t n)
{
    size_t room = p->capacity - p->fill;
    size_t take = n < room ? n : room;
    for (size_t i = 0; i < take; i++) {
        p->buffer[p->fill + i] = data[i];
    }
    p->fill += take;
    p->skipping = p->skipping || take < n;
    p->offset += n;
}

/* Bytes up to and with the next one with MSEO 11, or all; *found says which. */
static size_t to_end(const uint8_t *data, size_t size, bool *found)
{
    const uint8_t *end = nexus_find_end(data, data + size);
    *found = end != NULL;
    return end != NULL ? (size_t)(end - data) : size;
}

/* The message in the buffer goes on. */
static enum nexus_piece_kind fill_up(struct nexus_pieces *p, const uint8_t *data, size_t size,
                                     size_t *taken, struct nexus_piece *piece)
{
    bool found;
    size_t n = to_end(data, size, &found);
    gather(p, data, n);
    *taken += n;
    if (!found) {
        return NEXUS_PIECE_NONE;
    }
    *piece = (struct nexus_piece){p->buffer, p->offset - p->start, p->start};
    p->fill = 0;
    p->skipping = false;
    return piece->length > p->capacity ? NEXUS_PIECE_LONG : NEXUS_PIECE_MESSAGE;
}

enum nexus_piece_kind nexus_pieces_next(struct nexus_pieces *p, const uint8_t *data, size_t size,
                                        size_t *taken, struct nexus_piece *piece)
{
    bool found;
    *taken = 0;
    if (p->align) {
        *taken = to_end(data, size, &found);
        p->align = !found;
        p->offset += *taken;
    }
    if (*taken < size && p->fill == 0) {
        size_t idle = (size_t)(nexus_skip_idle(data + *taken, data + size) - (data + *taken));
        *taken += idle;
        p->offset += idle;
    }
    if (*taken == size) {
        return NEXUS_PIECE_NONE;
    }
    if (p->fill != 0) {
        return fill_up(p, data + *taken, size - *taken, taken, piece);
    }
    size_t n = to_end(data + *taken, size - *taken, &found);
    if (!found) {
        p->start = p->offset;
        gather(p, data + *taken, n);
        *taken = size;
        return NEXUS_PIECE_NONE;
    }
    *piece = (struct nexus_piece){data + *taken, n, p->offset};
    *taken += n;
    p->offset += n;
    return n > p->capacity ? NEXUS_PIECE_LONG : NEXUS_PIECE_MESSAGE;
}
