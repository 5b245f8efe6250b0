/* SPDX-License-Identifier: Apache-2.0 */
/* Prints, and the build id that says which ELF has their text. */
#include "fwtrace/fwtrace.h"

#include "fwt_loss.h"
#include "fwt_note.h"

enum {
    SLOTS = 4, /* channels of prints of one destination: 0, 21, 22, 23 */
};

/* One of the channels for prints, until the print is complete: whoever interrupts it takes another.
 * Returns SLOTS: none is free. */
static unsigned claim(struct fwt_dest *d)
{
    for (unsigned i = 0; i < SLOTS; i++) {
        if ((fwt_or(&d->claimed, 1u << i) >> i & 1u) == 0) {
            return i;
        }
    }
    return SLOTS;
}

static unsigned put_words(struct fwt_dest *d, unsigned channel, const uint32_t *words, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        if (d->port.put(d->port.ctx, i == 0 ? channel : FWT_ARGS_OF(channel), words[i]) != FWT_OK) {
            return i;
        }
    }
    return n;
}

static void put_print(struct fwt_dest *d, const uint32_t *words, unsigned n)
{
    announce_if_owed(d);
    if (d->port.put_block != NULL) {
        if (d->port.put_block(d->port.ctx, FWT_CH_PRINT, words, n) != FWT_OK) {
            count_lost(d, n);
        }
        return;
    }
    const unsigned slot = claim(d);
    if (slot == SLOTS) {
        count_lost(d, n);
        return;
    }
    const unsigned channel = slot == 0 ? FWT_CH_PRINT : FWT_CH_NESTED + slot - 1;
    const unsigned put = put_words(d, channel, words, n);
    if (put != n) {
        count_lost(d, n - put);
    }
    (void)fwt_and(&d->claimed, ~(1u << slot));
}

void fwt_message(struct fwt *t, const uint32_t *words, unsigned n)
{
    for (struct fwt_dest *d = t->dest, *end = d + t->n; d < end; d++) {
        if ((fwt_load(&d->on) & 1u << FWT_CH_PRINT) != 0) {
            put_print(d, words, n);
        }
    }
}

/* ---- the build id ---- */

int fwt_hello(struct fwt *t, const void *note, size_t size)
{
    const uint8_t *id = (const uint8_t *)note + FWT_NOTE_ID;
    const uint32_t n = fwt_note_id(note, size);
    if (n == 0) {
        return FWT_ERR_ARG;
    }
    for (uint32_t i = 0; i * 3 < n; i++) {
        uint32_t word = i << 24;
        for (uint32_t k = 0; k < 3 && i * 3 + k < n; k++) {
            word |= (uint32_t)id[i * 3 + k] << (16 - 8 * k);
        }
        for (unsigned k = 0; k < t->n; k++) {
            struct fwt_dest *d = &t->dest[k];
            announce_if_owed(d);
            if (d->port.put(d->port.ctx, FWT_CH_ID, word) != FWT_OK) {
                count_lost(d, 1);
            }
        }
    }
    return FWT_OK;
}
