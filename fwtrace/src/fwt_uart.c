/* SPDX-License-Identifier: Apache-2.0 */
/* A UART: words out of the queue, as frames or lines, byte by byte. */
#include "fwtrace/fwt_uart.h"

#include "fwt_atomic.h"
#include "fwt_frame.h"

int fwt_uart_init(struct fwt_uart *u, void *memory, size_t size, enum fwt_uart_form form,
                  fwt_uart_write write, void *ctx)
{
    if (write == NULL || (form != FWT_UART_TEXT && form != FWT_UART_BINARY)) {
        return FWT_ERR_ARG;
    }
    const int status = fwt_ring_init(&u->queue, memory, size, FWT_RING_STOP);
    u->write = write;
    u->ctx = ctx;
    u->form = form;
    u->busy = u->again = 0;
    u->at = u->fill = 0;
    u->inside = false;
    return status;
}

/* ---- the next message of the queue ---- */

static unsigned words_of(unsigned channel, uint32_t head)
{
    const unsigned n = channel == FWT_CH_PRINT ? 1 + FWT_HEAD_WORDS(head) : 1;
    return n <= FWT_WORDS ? n : 1;
}

/* Returns false: there is none, or it is not complete yet. */
static bool next_message(struct fwt_uart *u)
{
    uint32_t words[FWT_WORDS];
    unsigned channel, other;
    if (!fwt_ring_peek(&u->queue, 0, &channel, &words[0])) {
        return false;
    }
    const unsigned n = words_of(channel, words[0]);
    for (unsigned i = 1; i < n; i++) {
        if (!fwt_ring_peek(&u->queue, i, &other, &words[i])) {
            return false;
        }
    }
    const uint32_t position = u->queue.head->rpos;
    u->at = 0;
    u->fill = u->form == FWT_UART_BINARY ? fwt_frame_binary(u->frame, position, channel, words, n)
                                         : fwt_frame_text(u->frame, channel, words, n, &u->inside);
    fwt_ring_done(&u->queue, n);
    return true;
}

/* ---- sending ---- */

/* Returns false: the UART takes no more now. */
static bool send_frame(struct fwt_uart *u)
{
    for (; u->at < u->fill; u->at++) {
        if (u->write(u->ctx, u->frame[u->at]) != FWT_OK) {
            return false;
        }
    }
    return true;
}

/* As the only one. A frame is whole in `frame` before its first byte is sent: what the UART does
 * not take waits there. */
static bool send(struct fwt_uart *u)
{
    bool taken = send_frame(u);
    while (taken && next_message(u)) {
        taken = send_frame(u);
    }
    return taken;
}

bool fwt_uart_poll(struct fwt_uart *u)
{
    bool taken = true;
    do {
        fwt_store_release(&u->again, 1);
        fwt_fence(); /* the owner sees `again`, or this context sees that there is no owner */
        if (fwt_swap(&u->busy, 1) != 0) {
            return true;
        }
        (void)fwt_swap(&u->again, 0); /* what was queued before it was set is seen by send */
        taken = send(u);
        fwt_store_release(&u->busy, 0);
        fwt_fence();
    } while (taken && fwt_load(&u->again) != 0); /* somebody came meanwhile */
    return taken;
}

int fwt_uart_put(void *uart, unsigned channel, uint32_t value)
{
    struct fwt_uart *u = uart;
    const int status = fwt_ring_put(&u->queue, channel, value);
    (void)fwt_uart_poll(u);
    return status;
}

int fwt_uart_put_block(void *uart, unsigned channel, const uint32_t *words, unsigned n)
{
    struct fwt_uart *u = uart;
    const int status = fwt_ring_put_block(&u->queue, channel, words, n);
    (void)fwt_uart_poll(u);
    return status;
}
