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
    enc->packer.fresh[enc->early ? 0 : 1]++;
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
    enc->packer = (struct trm_encoder_packer){0};
}

void trm_encoder_fifo_drain(struct trm_encoder *enc, uint32_t credit)
{
    uint8_t bytes[TRM_MESSAGE_MAX];
    while (enc->fifo_count != 0) {
        uint32_t n = enc->fifo[enc->fifo_head];
        if (n > credit || !link_accepts(enc, n)) {
            break;
        }
        credit -= n;
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

static void age(struct trm_encoder_packer *p)
{
    p->fresh[3] = p->fresh[2];
    p->fresh[2] = p->fresh[1];
    p->fresh[1] = p->fresh[0];
    p->fresh[0] = 0;
}

/* The packer takes the next message. */
static void take(const struct trm_encoder *enc, struct trm_encoder_packer *p)
{
    uint32_t at = enc->fifo_head;
    for (uint32_t n = p->taken++; n != 0; n--) {
        at = (at + enc->fifo[at] + 1u) % (uint32_t)sizeof enc->fifo;
    }
    p->group = 0;
    enc->backend->pack(enc, at, p);
}

/* A tick of the packer, from its end on, after what was on the link has left. */
static void advance(const struct trm_encoder *enc, struct trm_encoder_packer *p)
{
    uint32_t fresh = (uint32_t)p->fresh[0] + p->fresh[1] + p->fresh[2] + p->fresh[3];
    bool waits = p->more && p->out != TRM_BYTES_NONE;
    p->delivered = p->more || p->out == TRM_BYTES_LAST;
    p->more = !p->more && p->out == TRM_BYTES_MORE;
    if (!waits) {
        p->out = TRM_BYTES_NONE;
        if (p->now != 0) {
            p->now--;
            p->out = p->now == 0 ? p->now_end : (uint8_t)TRM_BYTES_SOME;
        }
    }
    if (p->now == 0) {
        p->now = p->next;
        p->now_end = p->next_end;
        p->next = 0;
    }
    if (p->next == 0 && p->group < p->count && p->steps != 0) {
        p->steps--;
    } else if (p->next == 0 && p->group < p->count) {
        p->next = p->groups[p->group++];
        p->next_end = p->group == p->count ? p->end : (uint8_t)TRM_BYTES_SOME;
    }
    if (p->group == p->count && enc->fifo_count > p->taken + fresh) {
        take(enc, p);
    }
    age(p);
}

/* link_fields: a tick of the link. */
static void pack(struct trm_encoder *enc)
{
    if (enc->packer.delivered) {
        uint8_t bytes[TRM_MESSAGE_MAX];
        if (!link_accepts(enc, enc->fifo[enc->fifo_head])) {
            age(&enc->packer); /* the rest waits, too */
            return;
        }
        uint32_t n = dequeue(enc, bytes);
        enc->packer.taken--;
        link_send(enc, bytes, n);
    }
    advance(enc, &enc->packer);
}

static bool packs(const struct trm_encoder *enc)
{
    return enc->cfg.link_fields && enc->cfg.link_bytes != 0;
}

/* Is there still no place when the record has had the cycles of what it has made so far? Until then
 * others leave the queue. */
static bool stays_full(const struct trm_encoder *enc)
{
    struct trm_encoder_packer later = enc->packer;
    for (uint32_t i = 0; i < enc->made && packs(enc); i++) {
        advance(enc, &later);
    }
    return enc->fifo_count - later.taken >= enc->cfg.queue_messages;
}

/* A queue that counts messages: is there no place for one? A block with a message of its own waits
 * a cycle for it, but not together with others. */
static bool no_place(struct trm_encoder *enc, uint8_t first)
{
    if (!trm_encoder_fifo_full(enc) || !stays_full(enc)) {
        return false;
    }
    if (enc->several || !enc->backend->retries(first)) {
        return true;
    }
    enc->made++;
    return stays_full(enc);
}

void trm_encoder_fifo_tick(struct trm_encoder *enc)
{
    if (enc->fifo_count == 0) {
        return;
    }
    if (packs(enc)) {
        pack(enc);
    } else {
        enc->packer = (struct trm_encoder_packer){0};
        uint32_t credit = UINT32_MAX;
        if (enc->cfg.link_bytes != 0) {
            /* Bandwidth of a link that refuses is not saved up. */
            uint32_t most = enc->fifo[enc->fifo_head] - 1u + enc->cfg.link_bytes;
            credit = enc->link_credit + enc->cfg.link_bytes;
            credit = credit > most ? most : credit;
        }
        trm_encoder_fifo_drain(enc, credit);
    }
    if (!enc->enabled && enc->fifo_count != 0 && trm_link_stopped(&enc->link)) {
        give_up(enc);
    }
}

bool trm_encoder_stalling(const struct trm_encoder *enc)
{
    return enc->stall_ena || (enc->data.on && enc->data.stall_ena);
}

bool trm_encoder_fifo_tight(const struct trm_encoder *enc)
{
    uint32_t places = enc->cfg.queue_messages;
    uint32_t level = enc->cfg.queue_records != 0 ? enc->queued : trm_encoder_fifo_level(enc);
    return enc->fifo_fill > enc->cfg.fifo_bytes - (uint32_t)TRM_ENCODER_FIFO_MIN ||
           (places != 0 && level > places - enc->cfg.queue_reserve);
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
    bool stalls = trm_encoder_stalling(enc);
    uint32_t skid = stalls ? TRM_ENCODER_SKID : 0;
    if ((!stalls && no_place(enc, bytes[0])) || enc->fifo_fill + n > enc->cfg.fifo_bytes + skid) {
        return false;
    }
    enqueue(enc, bytes, n);
    return true;
}
