/* SPDX-License-Identifier: Apache-2.0 */
/* The encoder's output queue: whole messages, a bandwidth, and no partial message ever (TCI 1.0,
 * Connections Between Components). */
#include "trm_encoder_int.h"

static bool link_accepts(const struct trm_encoder *enc, uint32_t n)
{
    return enc->link.ops == NULL || enc->link.ops->can_accept(enc->link.ctx, n);
}

static void link_send(struct trm_encoder *enc, const uint8_t *bytes, uint32_t n)
{
    enc->stats.messages++;
    enc->stats.bytes += n;
    if (!enc->enabled && trm_link_stopped(&enc->link)) {
        trm_encoder_set_stall_or_overflow(enc); /* taken, and thrown away */
    }
    if (enc->link.ops != NULL) {
        enc->link.ops->put(enc->link.ctx, bytes, n);
    }
}

static void enqueue(struct trm_encoder *enc, const uint8_t *bytes, uint32_t n)
{
    enc->fifo[enc->fifo_tail] = (uint8_t)n;
    enc->fifo_tail = trm_encoder_fifo_next(enc->fifo_tail);
    for (uint32_t i = 0; i < n; i++) {
        enc->fifo[enc->fifo_tail] = bytes[i];
        enc->fifo_tail = trm_encoder_fifo_next(enc->fifo_tail);
    }
    enc->fifo_fill += n;
    enc->fifo_count++;
}

/* Take the oldest message out. Returns its length. */
static uint32_t dequeue(struct trm_encoder *enc, uint8_t bytes[TRM_MESSAGE_MAX])
{
    uint32_t n = enc->fifo[enc->fifo_head];
    enc->fifo_head = trm_encoder_fifo_next(enc->fifo_head);
    for (uint32_t i = 0; i < n; i++) {
        bytes[i] = enc->fifo[enc->fifo_head];
        enc->fifo_head = trm_encoder_fifo_next(enc->fifo_head);
    }
    enc->fifo_fill -= n;
    enc->fifo_count--;
    return n;
}

void trm_encoder_fifo_clear(struct trm_encoder *enc)
{
    enc->fifo_head = 0;
    enc->fifo_tail = 0;
    enc->fifo_fill = 0;
    enc->fifo_count = 0;
    enc->link_credit = 0;
}

/* The bandwidth that the oldest message takes: its bytes; with link_fields, `width` for each tick,
 * and one more for the rest. */
static uint32_t first_cost(const struct trm_encoder *enc)
{
    bool fields = enc->cfg.link_fields && enc->cfg.link_bytes != 0 && !enc->is_etrace;
    return fields ? trm_encoder_ticks(enc) * enc->cfg.link_bytes : enc->fifo[enc->fifo_head];
}

void trm_encoder_fifo_drain(struct trm_encoder *enc, uint32_t credit)
{
    uint8_t bytes[TRM_MESSAGE_MAX];
    while (enc->fifo_count != 0) {
        uint32_t n = enc->fifo[enc->fifo_head];
        uint32_t cost = first_cost(enc);
        if (cost > credit || !link_accepts(enc, n)) {
            break;
        }
        credit -= cost;
        (void)dequeue(enc, bytes);
        link_send(enc, bytes, n);
    }
    /* Bandwidth is saved up only while the next message is waiting for it. */
    enc->link_credit = enc->fifo_count == 0 ? 0 : credit;
}

/* Disabled, and the link is stopped: what is queued cannot be delivered any more. */
static void give_up(struct trm_encoder *enc)
{
    enc->stats.dropped += enc->fifo_count;
    trm_encoder_fifo_clear(enc);
    trm_encoder_set_stall_or_overflow(enc);
}

void trm_encoder_fifo_tick(struct trm_encoder *enc)
{
    if (enc->fifo_count == 0) {
        return;
    }
    uint32_t credit = UINT32_MAX;
    if (enc->cfg.link_bytes != 0) {
        /* Bandwidth of a link that refuses is not saved up. */
        uint32_t first = first_cost(enc);
        uint32_t most = first - 1u + enc->cfg.link_bytes;
        credit = enc->link_credit + enc->cfg.link_bytes;
        credit = credit > most ? most : credit;
    }
    trm_encoder_fifo_drain(enc, credit);
    if (!enc->enabled && enc->fifo_count != 0 && trm_link_stopped(&enc->link)) {
        give_up(enc);
    }
}

bool trm_encoder_fifo_tight(const struct trm_encoder *enc)
{
    uint32_t places = enc->cfg.queue_messages;
    return enc->fifo_fill > enc->cfg.fifo_bytes - (uint32_t)TRM_ENCODER_FIFO_MIN ||
           (places != 0 && enc->fifo_count > places - enc->cfg.queue_reserve);
}

bool trm_encoder_fifo_put(struct trm_encoder *enc, const uint8_t *bytes, uint32_t n)
{
    if (enc->cfg.link_bytes == 0) {
        if (enc->fifo_count != 0) {
            trm_encoder_fifo_drain(enc, UINT32_MAX);
        }
        if (enc->fifo_count == 0 && link_accepts(enc, n)) {
            link_send(enc, bytes, n);
            return true;
        }
    }
    bool stalls = enc->stall_ena || (enc->data.on && enc->data.stall_ena);
    uint32_t skid = stalls ? TRM_ENCODER_SKID : 0;
    bool no_place =
        enc->cfg.queue_messages != 0 && !stalls && enc->fifo_count >= enc->cfg.queue_messages;
    if (no_place || enc->fifo_fill + n > enc->cfg.fifo_bytes + skid) {
        return false;
    }
    enqueue(enc, bytes, n);
    return true;
}
