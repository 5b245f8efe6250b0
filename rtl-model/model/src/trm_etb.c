/* SPDX-License-Identifier: Apache-2.0 */
/* The end of an ATB tree: formatter and circular memory. */
#include "trm/trm_etb.h"

#include "trm/trm_status.h"

void trm_etb_cfg_init(struct trm_etb_cfg *cfg)
{
    *cfg = (struct trm_etb_cfg){.repeat_frames = 10};
}

static void store(void *ctx, const uint8_t *bytes, size_t n)
{
    struct trm_etb *etb = ctx;
    etb->stored += n;
    for (size_t i = 0; i < n; i++) {
        etb->cfg.memory[etb->wp] = bytes[i];
        if (++etb->wp == etb->cfg.bytes) {
            etb->wp = 0;
            etb->wrapped = true;
        }
    }
}

static int start_format(struct trm_etb *etb)
{
    struct trm_csformat_cfg cfg;
    trm_csformat_cfg_init(&cfg);
    cfg.fsync_frames = etb->cfg.fsync_frames;
    cfg.repeat_frames = etb->cfg.repeat_frames;
    cfg.write = store;
    cfg.ctx = etb;
    return trm_csformat_init(&etb->format, &cfg);
}

enum trm_status trm_etb_init(struct trm_etb *etb, const struct trm_etb_cfg *cfg)
{
    if (etb == NULL || cfg == NULL || cfg->memory == NULL || cfg->bytes < TRM_CSFORMAT_FRAME ||
        cfg->bytes % TRM_CSFORMAT_FRAME != 0) {
        return TRM_ERR_ARG;
    }
    *etb = (struct trm_etb){.cfg = *cfg, .pins = {.atready = true, .stopped = true}};
    return start_format(etb);
}

void trm_etb_start(struct trm_etb *etb)
{
    (void)start_format(etb);
    etb->wp = 0;
    etb->stored = 0;
    etb->wrapped = false;
    etb->capturing = true;
    etb->pins.stopped = false;
}

void trm_etb_flush(struct trm_etb *etb)
{
    etb->pins.afvalid = true;
}

void trm_etb_sync(struct trm_etb *etb)
{
    etb->pins.syncreq = true;
}

bool trm_etb_flushed(const struct trm_etb *etb)
{
    return !etb->pins.afvalid;
}

void trm_etb_stop(struct trm_etb *etb)
{
    if (etb->capturing) {
        trm_csformat_flush(&etb->format);
    }
    etb->capturing = false;
    etb->pins.stopped = true;
}

const struct trm_atb_in *trm_etb_pins(const struct trm_etb *etb)
{
    return &etb->pins;
}

void trm_etb_tick(struct trm_etb *etb, const struct trm_atb_out *out)
{
    etb->pins.syncreq = false;
    if (etb->capturing && out->atvalid) {
        etb->words++;
        trm_csformat_put(&etb->format, out->atid, out->atdata, out->atbytes + 1u);
    }
    if (etb->pins.afvalid && out->afready) {
        etb->pins.afvalid = false;
        if (etb->capturing) {
            trm_csformat_flush(&etb->format);
        }
    }
}

uint64_t trm_etb_stored(const struct trm_etb *etb)
{
    return etb->stored;
}

uint32_t trm_etb_read(const struct trm_etb *etb, uint8_t *dst, uint32_t n)
{
    uint32_t all = etb->wrapped ? etb->cfg.bytes : etb->wp;
    uint32_t at = etb->wrapped ? etb->wp : 0;
    for (uint32_t i = 0; i < n && i < all; i++) {
        dst[i] = etb->cfg.memory[at];
        at = at + 1 == etb->cfg.bytes ? 0 : at + 1;
    }
    return all;
}
