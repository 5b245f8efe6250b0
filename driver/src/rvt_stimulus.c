/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus ports of a hartrace encoder. */
#include "hartrace/rvt_stimulus.h"
#include "rvt_internal.h"

#include "encoder_regs.h"

#define ID        0x4D495453u /* STIM, the first letter in the low byte */
#define VERSION   1u
#define TAG_LEAST 7u
#define TAG_MOST  16u

static uint32_t field(uint32_t word, uint32_t mask, unsigned shift)
{
    return (word & mask) >> shift;
}

enum rvt_status rvt_stimulus_discover(struct rvt_stimulus *s, const struct rvt_encoder *e)
{
    uint32_t id, impl;

    if (e->c.state == RVT_STATE_UNKNOWN) {
        return RVT_ERR_STATE;
    }
    RVT_TRY(rvt_reg_read(&e->c, TR_TE_STIM_ID_OFFSET, &id));
    if (id != ID) {
        return RVT_ERR_UNSUPPORTED;
    }
    RVT_TRY(rvt_reg_read(&e->c, TR_TE_STIM_IMPL_OFFSET, &impl));
    if (field(impl, TR_TE_STIM_VERSION_MASK, TR_TE_STIM_VERSION_SHIFT) != VERSION) {
        return RVT_ERR_VERSION;
    }
    const uint32_t ports = field(impl, TR_TE_STIM_PORTS_MASK, TR_TE_STIM_PORTS_SHIFT);
    const uint32_t tag = field(impl, TR_TE_STIM_TAG_BITS_MASK, TR_TE_STIM_TAG_BITS_SHIFT);
    if (ports == 0 || ports > TR_TE_STIM_PORT_COUNT ||
        (tag != 0 && (tag < TAG_LEAST || tag > TAG_MOST))) {
        return RVT_ERR_DATA;
    }
    *s = (struct rvt_stimulus){.c = &e->c, .ports = (uint8_t)ports, .tag_bits = (uint8_t)tag};
    return RVT_OK;
}

/* trTeStimDropped stays: 0 is written to it. */
enum rvt_status rvt_stimulus_disable(const struct rvt_stimulus *s)
{
    return rvt_reg_write(s->c, TR_TE_STIM_CONTROL_OFFSET, 0);
}

enum rvt_status rvt_stimulus_enable(const struct rvt_stimulus *s,
                                    const struct rvt_stimulus_cfg *cfg)
{
    const uint32_t want = TR_TE_STIM_ENABLE_MASK |
                          (cfg->timestamps ? TR_TE_STIM_TIMESTAMP_MASK : 0) |
                          (cfg->wait ? TR_TE_STIM_STALL_ENA_MASK : 0);
    uint32_t mask, control;

    if (s->ports < 32 && cfg->mask >> s->ports != 0) {
        return RVT_ERR_ARG;
    }
    RVT_TRY(rvt_stimulus_disable(s));
    RVT_TRY(rvt_reg_write(s->c, TR_TE_STIM_MASK_OFFSET, cfg->mask));
    RVT_TRY(rvt_reg_write(s->c, TR_TE_STIM_CONTROL_OFFSET, want));
    RVT_TRY(rvt_reg_read(s->c, TR_TE_STIM_MASK_OFFSET, &mask));
    RVT_TRY(rvt_reg_read(s->c, TR_TE_STIM_CONTROL_OFFSET, &control));
    if (mask == cfg->mask && (control & ~TR_TE_STIM_DROPPED_MASK) == want) {
        return RVT_OK;
    }
    RVT_TRY(rvt_stimulus_disable(s));
    return RVT_ERR_UNSUPPORTED;
}

uint64_t rvt_stimulus_address(const struct rvt_stimulus *s, unsigned port)
{
    return s->c->base + TR_TE_STIM_PORT_OFFSET(port);
}

enum rvt_status rvt_stimulus_put(const struct rvt_stimulus *s, unsigned port, unsigned bytes,
                                 uint32_t value)
{
    if (port >= s->ports || (bytes != 1 && bytes != 2 && bytes != 4)) {
        return RVT_ERR_ARG;
    }
    const uint64_t at = rvt_stimulus_address(s, port);
    return bytes == 4 ? rvt_io_write32(s->c->io, at, value)
                      : rvt_io_write_part(s->c->io, at, bytes, value);
}

enum rvt_status rvt_stimulus_take_dropped(const struct rvt_stimulus *s, bool *dropped)
{
    uint32_t control;

    RVT_TRY(rvt_reg_read(s->c, TR_TE_STIM_CONTROL_OFFSET, &control));
    *dropped = (control & TR_TE_STIM_DROPPED_MASK) != 0;
    return *dropped ? rvt_reg_write(s->c, TR_TE_STIM_CONTROL_OFFSET, control) : RVT_OK;
}
