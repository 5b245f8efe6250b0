/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A ring in memory, as a destination: read by a debugger while the program runs and after a reset,
 * or emptied by the firmware itself (fwt_uart.h is made of it). Contexts and harts share one ring:
 * each message gets its place by one atomic addition (overwrite) or a loop of LR and SC (stop), and
 * nobody waits.
 *
 *   struct fwt_ring ring;
 *   if (fwt_ring_init(&ring, (void *)0x44083000, 0x1000, FWT_RING_OVERWRITE) != FWT_OK) ...
 *   fwt_attach(&t, &(struct fwt_port){.put = fwt_ring_put, .put_block = fwt_ring_put_block,
 *                                     .ctx = &ring}, NULL);
 *
 * In memory, in 32-bit words of the hart's byte order (little-endian): struct fwt_ring_head, then
 * `slots` slots of two words, tag and value. Position p, counted from 0 and never set back, is in
 * slot p mod slots. The tag of a complete word is p << 8 | 0x80 | channel, modulo 2^32; any other
 * tag in the slot of p means that the word is not there: overwritten, not written yet, or torn by a
 * reset. Sent words are wpos + 2^32 * wraps + lost, so that whoever reads can account for each.
 */
#ifndef FWTRACE_FWT_RING_H
#define FWTRACE_FWT_RING_H

#include "fwtrace/fwtrace.h"

#ifdef __cplusplus
extern "C" {
#endif

#define FWT_RING_MAGIC   0x31545746u /* "FWT1" */
#define FWT_RING_VERSION 1u
#define FWT_TAG_COMPLETE 0x80u
#define FWT_TAG_BUSY     1u /* being written; 0: never written */

enum fwt_ring_mode {
    FWT_RING_OVERWRITE = 0, /* the newest words stay */
    FWT_RING_STOP = 1,      /* the oldest stay until a reader moves rpos */
};

/* 64 bytes. */
struct fwt_ring_head {
    uint32_t magic;
    uint32_t version; /* FWT_RING_VERSION, and the bytes of this header in bits 31:16 */
    uint32_t slots;   /* a power of two, from 16 on */
    uint32_t mode;    /* enum fwt_ring_mode */
    uint32_t check;   /* ~(magic ^ version ^ slots ^ mode) */
    uint32_t wpos;    /* positions given to writers */
    uint32_t wraps;   /* times that wpos has passed 2^32 */
    uint32_t rpos;    /* STOP: positions that the reader is done with; written by the reader */
    uint32_t lost;    /* words that found no room, announcements not counted */
    uint32_t starts;  /* times that the ring was initialized, or kept, since it was made */
    uint8_t id[24];   /* the build id, zeros after it; all zero: not known */
};

struct fwt_slot {
    uint32_t tag, value;
};

struct fwt_ring {
    size_t mask; /* slots - 1 */
    struct fwt_ring_head *head;
    struct fwt_slot *slot;
};

/* Make an empty ring of `size` bytes at memory (aligned to 4): as many slots as fit, a power of
 * two. Returns FWT_OK, or FWT_ERR_ARG: not aligned, room for less than 16 slots, unknown mode. */
int fwt_ring_init(struct fwt_ring *r, void *memory, size_t size,
                  enum fwt_ring_mode mode) FWT_MUST_CHECK;

/* After a reset: go on with the ring that is there, or make one when there is none of this size and
 * mode. A word that the reset has torn stays missing. Returns FWT_OK or FWT_ERR_ARG. */
int fwt_ring_keep(struct fwt_ring *r, void *memory, size_t size,
                  enum fwt_ring_mode mode) FWT_MUST_CHECK;

/* Put the build id into the header, where nothing overwrites it: `note` and `size` as for
 * fwt_hello. Returns FWT_OK, or FWT_ERR_ARG: not such a note. */
int fwt_ring_identify(struct fwt_ring *r, const void *note, size_t size) FWT_MUST_CHECK;

/* The port: ctx is a struct fwt_ring. Return FWT_OK; or FWT_ERR_FULL, with STOP only. With
 * OVERWRITE a slot that an interrupted writer has kept for a whole round drops the new word, and
 * the reader sees that its position is missing. */
int fwt_ring_put(void *ring, unsigned channel, uint32_t value);
int fwt_ring_put_block(void *ring, unsigned channel, const uint32_t *words, unsigned n);

/* The one reader of a ring with STOP: the word at rpos + ahead. Returns false: not there yet. */
bool fwt_ring_peek(const struct fwt_ring *r, uint32_t ahead, unsigned *channel, uint32_t *value);

/* It is done with n words. */
void fwt_ring_done(struct fwt_ring *r, uint32_t n);

#ifdef __cplusplus
}
#endif

#endif
