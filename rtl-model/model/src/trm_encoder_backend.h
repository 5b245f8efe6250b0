/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the encoder asks of a trace format. Qualification (registers, sidebands, triggers, filters)
 * reports what happens to the hart and to tracing; the back end decides which messages that makes,
 * and queues them (trm_encoder_fifo_put). It calls nothing above itself: what others need of it is
 * in the encoder, `on`, `off_pending`, `lost`, `made` and `notify_waits`.
 */
#ifndef TRM_ENCODER_BACKEND_H
#define TRM_ENCODER_BACKEND_H

#include "trm/trm_encoder.h"

/* Why a region begins: what ended just before. */
enum trm_encoder_start {
    TRM_START_ENABLE = 0, /* tracing was off, or left the block out */
    TRM_START_RESET = 1,
    TRM_START_DEBUG = 2,
    TRM_START_POWER = 3,
};

/* Why a region ends. */
enum trm_encoder_end {
    TRM_END_DISABLED = 0, /* tracing is off, or leaves the next block out */
    TRM_END_DEBUG = 1,
    TRM_END_POWER = 2,
};

/* Small blocks in a row, of one record or two. */
struct trm_encoder_run {
    struct ingress_block block[4];
    unsigned n;
    uint8_t priv;
    bool tiny; /* all blocks of these records have one or two half-words */
};

struct trm_backend {
    /* Control registers took effect, their fields in the encoder are new: take what else there is
     * from the registers. `starts`: trTeEnable was 0 before. */
    void (*latch)(struct trm_encoder *enc, bool starts);

    /* The component is reset: forget everything. The queue is empty. */
    void (*clear)(struct trm_encoder *enc);

    /* The blocks of a record retired while tracing, from `from` to `to` - 1. Bit n of `traced`:
     * filters let block n through; otherwise trace ends in front of it. Bit n of `watched`: a
     * watchpoint was hit in block n. The first block without an open region begins one, because of
     * enc->start. */
    void (*blocks)(struct trm_encoder *enc, const struct ingress_cycle *in, unsigned from,
                   unsigned to, unsigned traced, unsigned watched);

    /* Trace ends. Then `on` and `off_pending` are false, `start` is TRM_START_ENABLE. Nothing else
     * happens when no region is open. */
    void (*end)(struct trm_encoder *enc, enum trm_encoder_end why);

    /* As `end`, to be reported although there was nothing to trace. */
    void (*end_empty)(struct trm_encoder *enc, enum trm_encoder_end why);

    /* The hart enters reset while a region is open: it goes on at the reset vector. */
    void (*hart_reset)(struct trm_encoder *enc);

    /* Trace-notify of an external trigger, to be reported at the next block. `tracing`: tracing was
     * on before this record; if not, it only concerns a region that is still open. */
    void (*notify)(struct trm_encoder *enc, bool tracing);

    /* A component downstream asks for a point where a decoder can begin. Ignored when no region is
     * open. */
    void (*sync)(struct trm_encoder *enc);

    /* A store to a stimulus port: a message with this tag and data, in no relation to a region. It
     * is lost like every other message when there is no room. */
    void (*acquire)(struct trm_encoder *enc, uint16_t tag, uint32_t data);

    /* A record was lost: there was no time for it. */
    void (*lose)(struct trm_encoder *enc);

    /* Trace (enc->lost) or only data trace (enc->data.lost) was lost: announce it, if there is room
     * by now. */
    void (*recover)(struct trm_encoder *enc);

    /* queue_records: all sidebands of a record take one tick, and one more before it only where a
     * region ends. Else one for each that changes, and one before them. */
    bool sides_at_once;

    /* queue_records: a packet waits in front of its queue, so nothing is kept free there when the
     * hart can be stalled; after a loss the queue of records becomes empty first. */
    bool waits_in_front;

    /* queue_messages: does a message that finds no place wait a tick before it is lost, when its
     * block is looked at by itself? first: its first byte. */
    bool (*retries)(uint8_t first);

    /* link_fields: the packer takes the message or packet whose length is at `at` in the queue. */
    void (*pack)(const struct trm_encoder *enc, uint32_t at, struct trm_encoder_packer *out);

    /* Can these blocks be looked at together: all but the last one are only counted? */
    bool (*counts)(const struct trm_encoder *enc, const struct trm_encoder_run *run);

    /* Does a block by itself wait a cycle before it is counted? */
    bool (*pauses)(const struct trm_encoder *enc, const struct ingress_block *block);
};

/* N-Trace, or E-Trace: use it from now on, in its state after power-on. */
void trm_encoder_ntrace_init(struct trm_encoder *enc);
void trm_encoder_etrace_init(struct trm_encoder *enc);

/* Is E-Trace the format in trTeControl? It takes effect when that does. */
bool trm_encoder_wants_etrace(const struct trm_encoder *enc);

/* E-Trace: do its packets with these parameters fit an encapsulation, and can they be told apart?
 * Returns NULL, or what is wrong. */
const char *trm_encoder_etrace_check(const struct trm_encoder_cfg *cfg);

/* E-Trace: the fields of trTeInstFeatures that exist, those of the source left out. */
uint32_t trm_encoder_etrace_features(const struct trm_encoder_cfg *cfg);

#endif
