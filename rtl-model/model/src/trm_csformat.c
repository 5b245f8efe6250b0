/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The formatter (CoreSight Architecture Specification, Trace Formatter).
 *
 * A frame has 8 pairs; byte 15 holds one bit for each even byte. An even byte with bit 0 = 1 is an
 * ID, otherwise data whose bit 0 is kept in byte 15. Odd bytes are data. The bit in byte 15 of an
 * ID says whether the odd byte after it still belongs to the ID before. So a byte for an even
 * place waits until it is known whether the ID changes after it.
 */
#include "trm/trm_csformat.h"

#include "trm/trm_status.h"

enum {
    LAST_PAIR = 14, /* its odd byte is byte 15 */
    FLAGS = 15,
};

void trm_csformat_cfg_init(struct trm_csformat_cfg *cfg)
{
    *cfg = (struct trm_csformat_cfg){.repeat_frames = 10};
}

enum trm_status trm_csformat_init(struct trm_csformat *f, const struct trm_csformat_cfg *cfg)
{
    if (f == NULL || cfg == NULL || cfg->write == NULL) {
        return TRM_ERR_ARG;
    }
    *f = (struct trm_csformat){.cfg = *cfg};
    return TRM_OK;
}

static void complete(struct trm_csformat *f)
{
    static const uint8_t fsync[TRM_CSFORMAT_FSYNC] = {0xFF, 0xFF, 0xFF, 0x7F};
    if (f->cfg.fsync_frames != 0) {
        if (f->frames == 0) {
            f->cfg.write(f->cfg.ctx, fsync, sizeof fsync);
        }
        f->frames = f->frames + 1 == f->cfg.fsync_frames ? 0 : f->frames + 1;
    }
    f->cfg.write(f->cfg.ctx, f->frame, sizeof f->frame);
    f->same++;
    f->at = 0;
    for (unsigned i = 0; i < TRM_CSFORMAT_FRAME; i++) {
        f->frame[i] = 0;
    }
}

/* Fill a pair: an even byte, its flag in byte 15, and (not in the last pair) the odd byte. */
static void pair(struct trm_csformat *f, uint8_t even, unsigned flag, uint8_t odd)
{
    f->frame[f->at] = even;
    f->frame[FLAGS] = (uint8_t)(f->frame[FLAGS] | (flag << (f->at / 2u)));
    if (f->at != LAST_PAIR) {
        f->frame[f->at + 1] = odd;
    }
    f->at = (uint8_t)(f->at + 2u);
    if (f->at > LAST_PAIR) {
        complete(f);
    }
}

static uint8_t id_byte(struct trm_csformat *f, uint8_t id)
{
    f->id = id;
    f->same = 0;
    return (uint8_t)((unsigned)id << 1 | 1u);
}

static void put_byte(struct trm_csformat *f, uint8_t id, uint8_t byte)
{
    if (f->holds) {
        f->holds = false;
        if (id == f->id) {
            pair(f, f->held & 0xFEu, f->held & 1u, byte);
            return;
        }
        pair(f, id_byte(f, id), 1, f->held);
    }
    bool repeat = f->at == 0 && f->cfg.repeat_frames != 0 && f->same >= f->cfg.repeat_frames;
    if (id != f->id || repeat) {
        bool room = f->at != LAST_PAIR;
        pair(f, id_byte(f, id), 0, byte);
        if (room) {
            return;
        }
    }
    if (f->at == LAST_PAIR) {
        pair(f, byte & 0xFEu, byte & 1u, 0);
    } else {
        f->held = byte;
        f->holds = true;
    }
}

void trm_csformat_put(struct trm_csformat *f, uint8_t id, const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        put_byte(f, id & 0x7Fu, bytes[i]);
    }
}

void trm_csformat_flush(struct trm_csformat *f)
{
    if (trm_csformat_empty(f)) {
        return;
    }
    uint8_t null_id = id_byte(f, 0);
    pair(f, null_id, f->holds ? 1 : 0, f->holds ? f->held : 0);
    f->holds = false;
    if (f->at != 0) {
        complete(f); /* the rest is zeros of ID 0 */
    }
}

bool trm_csformat_empty(const struct trm_csformat *f)
{
    return f->at == 0 && !f->holds;
}
