/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A UART as a destination, as text or binary: a queue (a ring with STOP, fwt_ring.h) takes the
 * words of all contexts and harts, and whoever finds nobody sending sends. A context that
 * interrupts the one that is sending leaves its words in the queue; nobody waits for the UART.
 *
 *   static uint32_t memory[144];
 *   struct fwt_uart u;
 *   if (fwt_uart_init(&u, memory, sizeof memory, FWT_UART_BINARY, write, ctx) != FWT_OK) ...
 *   fwt_attach(&t, &(struct fwt_port){.put = fwt_uart_put, .put_block = fwt_uart_put_block,
 *                                     .ctx = &u}, NULL);
 *
 * Binary: a frame per message, COBS (Cheshire and Baker, 1999) and a byte 0. In it, little-endian:
 * channel (1 byte), the low 16 bits of the message's position (2), 1 to 16 words (4 each),
 * CRC-16/IBM-3740 of all before it (2). A frame has 4n + 5 bytes, so that one lost byte, a
 * delimiter too, never leaves a frame of a valid length; positions that are not consecutive are
 * losses on the way.
 *
 * Text: a line per message, "0x" and 8 digits for a debug word, "#" and the words of a print for
 * one whose text is in the ELF, the text itself for fwt_printf, "!lost N", "!torn", "!id" and the
 * words of the build id. A line of text that begins with "0x", "#" or "!" is sent with a blank
 * before it.
 */
#ifndef FWTRACE_FWT_UART_H
#define FWTRACE_FWT_UART_H

#include "fwtrace/fwt_ring.h"

#ifdef __cplusplus
extern "C" {
#endif

enum fwt_uart_form {
    FWT_UART_TEXT,
    FWT_UART_BINARY,
};

enum {
    FWT_FRAME_MAX = 200, /* bytes of a line or frame: 16 words are 193 as text */
};

/* Send one byte. Returns FWT_OK, or any other value when it cannot be taken now: it is offered
 * again at the next put or fwt_uart_poll. */
typedef int (*fwt_uart_write)(void *ctx, uint8_t byte);

/* Private. */
struct fwt_uart {
    struct fwt_ring queue;
    fwt_uart_write write;
    void *ctx;
    enum fwt_uart_form form;
    uint32_t busy;     /* somebody sends */
    uint32_t again;    /* somebody came meanwhile */
    uint32_t at, fill; /* of frame */
    uint8_t frame[FWT_FRAME_MAX];
    bool inside; /* the line of text goes on in the next message */
};

/* `memory` and `size` are for the queue: fwt_ring_init. Returns FWT_OK or FWT_ERR_ARG. */
int fwt_uart_init(struct fwt_uart *u, void *memory, size_t size, enum fwt_uart_form form,
                  fwt_uart_write write, void *ctx) FWT_MUST_CHECK;

/* The port: ctx is a struct fwt_uart. Return FWT_OK, or FWT_ERR_FULL: the queue is. */
int fwt_uart_put(void *uart, unsigned channel, uint32_t value);
int fwt_uart_put_block(void *uart, unsigned channel, const uint32_t *words, unsigned n);

/* Send what the UART takes: from its interrupt, or an idle loop, until it returns true: everything
 * has been sent, or somebody else sends. */
bool fwt_uart_poll(struct fwt_uart *u);

#ifdef __cplusplus
}
#endif

#endif
