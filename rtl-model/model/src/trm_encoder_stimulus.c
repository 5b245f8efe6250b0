/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus ports: stores of software that become DataAcquisition messages. Ours, in the range of
 * registers that TCI 1.0 leaves to implementations (Trace Component Register Map; the rules are in
 * docs/reference/stimulus.md). */
#include "trm_encoder_int.h"

void trm_encoder_stimulus_init(struct trm_encoder *enc)
{
    static const uint16_t ours[] = {
        TR_TE_STIM_ID_OFFSET,   TR_TE_STIM_IMPL_OFFSET,    TR_TE_STIM_CONTROL_OFFSET,
        TR_TE_STIM_MASK_OFFSET, TR_TE_STIM_PORT_OFFSET(0),
    };
    for (unsigned i = 0; !enc->cfg.stimulus && i < sizeof ours / sizeof ours[0]; i++) {
        trm_regfile_remove(&enc->rf, ours[i]);
    }
}

void trm_encoder_stimulus_reset(struct trm_encoder *enc, bool active)
{
    enc->stim_waits = false;
    if (active && enc->cfg.stimulus) {
        trm_regfile_set(&enc->rf, TR_TE_STIM_IMPL_OFFSET, TR_TE_STIM_TAG_BITS_MASK,
                        (uint32_t)enc->cfg.stimulus_tag << TR_TE_STIM_TAG_BITS_SHIFT);
    }
}

static uint32_t control(const struct trm_encoder *enc)
{
    return trm_regfile_get(&enc->rf, TR_TE_STIM_CONTROL_OFFSET);
}

/* Does a store to the port become a message? As the registers are, in effect or not. */
static bool enabled(const struct trm_encoder *enc, uint32_t port)
{
    return trm_regfile_active(&enc->rf) &&
           (trm_regfile_get(&enc->rf, TR_TE_CONTROL_OFFSET) & TR_TE_ENABLE_MASK) != 0 &&
           (control(enc) & TR_TE_STIM_ENABLE_MASK) != 0 &&
           (trm_regfile_get(&enc->rf, TR_TE_STIM_MASK_OFFSET) >> port & 1u) != 0;
}

static uint32_t port_of(uint32_t offset)
{
    return (offset - TR_TE_STIM_PORT_OFFSET(0)) / 4;
}

/* A message would be lost now. A link that is stopped takes nothing any more: nobody waits for it.
 */
static bool stalls(const struct trm_encoder *enc)
{
    return (control(enc) & TR_TE_STIM_STALL_ENA_MASK) != 0 &&
           (enc->lost || trm_encoder_fifo_tight(enc)) && !trm_link_stopped(&enc->link);
}

bool trm_encoder_reg_waits(const struct trm_encoder *enc, uint32_t offset)
{
    return trm_encoder_stimulus_owns(enc, offset) && enabled(enc, port_of(offset)) &&
           (enc->stim_waits || stalls(enc));
}

/* IDTAG as published captures have it: 4 * port + (4 - bytes). */
enum trm_status trm_encoder_stimulus_write(struct trm_encoder *enc, uint32_t offset, unsigned size,
                                           uint32_t value)
{
    if (size != 1 && size != 2 && size != 4) {
        return TRM_ERR_SIZE;
    }
    if (offset % 4 != 0) {
        return TRM_ERR_MISALIGNED;
    }
    if (enabled(enc, port_of(offset))) {
        if (enc->stim_waits) { /* the caller did not wait: trm_encoder_reg_waits */
            enc->backend->acquire(enc, enc->stim_tag, enc->stim_data);
        }
        enc->stim_waits = true;
        enc->stim_tag = (uint16_t)(4 * port_of(offset) + (4 - size));
        enc->stim_data = size == 4 ? value : value & ((UINT32_C(1) << 8 * size) - 1u);
        enc->latch = true;
    }
    return TRM_OK;
}

/* A store that is to wait is taken, and becomes a message later, when the queue has filled since.
 */
void trm_encoder_stimulus_latch(struct trm_encoder *enc)
{
    if (!enc->stim_waits) {
        return;
    }
    if (stalls(enc)) {
        enc->latch = true; /* look again in the next cycle */
        return;
    }
    enc->stim_waits = false;
    enc->backend->acquire(enc, enc->stim_tag, enc->stim_data);
}
