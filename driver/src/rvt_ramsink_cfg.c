/* SPDX-License-Identifier: Apache-2.0 */
/* The Trace RAM Sink: discovery and the choice of the buffer. */
#include "hartrace/rvt_ramsink.h"
#include "hartrace/rvt_field.h"
#include "rvt_internal.h"
#include "rvt_ramsink_regs.h"

#include "ramsink_regs.h"

/* trRamData is one word wide, so A is 4 in SRAM mode. */
#define SRAM_ALIGN 4u

static bool mode_valid(enum rvt_ramsink_mode mode)
{
    return mode == RVT_RAMSINK_SRAM || mode == RVT_RAMSINK_SMEM;
}

/* Write the settings, with Enable = 0, and read them back. The mode must be granted. */
static enum rvt_status write_settings(const struct rvt_ramsink *s, uint32_t settings, uint32_t *got)
{
    RVT_TRY(rvt_reg_write(&s->c, TR_RAM_CONTROL_OFFSET, settings | TR_RAM_ACTIVE_MASK));
    RVT_TRY(rvt_reg_read(&s->c, TR_RAM_CONTROL_OFFSET, got));
    *got &= RVT_RAMSINK_SETTINGS;
    if (((*got ^ settings) & TR_RAM_MODE_MASK) != 0) {
        return RVT_ERR_UNSUPPORTED;
    }
    return RVT_OK;
}

/* Lowest and highest value of a pair of registers; leaves the lowest in it. */
static enum rvt_status find_range(const struct rvt_ramsink *s, uint32_t low, uint64_t *min,
                                  uint64_t *max)
{
    RVT_TRY(rvt_ramsink_warl64(s, low, UINT64_MAX, max));
    RVT_TRY(rvt_ramsink_warl64(s, low, 0, min));
    return *min > *max ? RVT_ERR_DATA : RVT_OK;
}

/* A: the limit is a multiple of it, in every case the chapter allows (2^M - A from an aligned
 * start). */
static uint32_t find_align(const struct rvt_ramsink_caps *caps)
{
    if (caps->mode == RVT_RAMSINK_SRAM) {
        return SRAM_ALIGN;
    }
    uint32_t low = (uint32_t)caps->limit_max;
    return low & (0u - low);
}

enum rvt_status rvt_ramsink_discover(struct rvt_ramsink *s, enum rvt_ramsink_mode mode,
                                     struct rvt_ramsink_caps *caps)
{
    struct rvt_ramsink_caps found = {.mode = mode};
    uint32_t got;

    if (!mode_valid(mode)) {
        return RVT_ERR_ARG;
    }
    if (s->c.state != RVT_STATE_RESET && s->c.state != RVT_STATE_CONFIGURED) {
        return RVT_ERR_STATE;
    }
    s->c.state = RVT_STATE_RESET;
    s->caps_valid = false;
    RVT_TRY(write_settings(s, RVT_SET(0, TR_RAM_MODE, mode), &got));
    RVT_TRY(find_range(s, TR_RAM_START_LOW_OFFSET, &found.start_min, &found.start_max));
    RVT_TRY(find_range(s, TR_RAM_LIMIT_LOW_OFFSET, &found.limit_min, &found.limit_max));
    found.has_sram = (s->c.impl & TR_RAM_HAS_SRAM_MASK) != 0;
    found.has_smem = (s->c.impl & TR_RAM_HAS_SMEM_MASK) != 0;
    found.start_high = found.start_max >> 32 != 0;
    found.limit_high = found.limit_max >> 32 != 0;
    found.align = find_align(&found);
    if (found.limit_max == 0 || found.align < SRAM_ALIGN || found.limit_max < found.start_min) {
        return RVT_ERR_DATA;
    }
    s->caps = found;
    s->caps_valid = true;
    if (caps != NULL) {
        *caps = found;
    }
    return RVT_OK;
}

static bool cfg_valid(const struct rvt_ramsink_cfg *cfg)
{
    if (!mode_valid(cfg->mode) || (cfg->start & 3) != 0 || (cfg->size & 3) != 0 ||
        !rvt_field_fits(TR_RAM_MEM_FORMAT_MASK, TR_RAM_MEM_FORMAT_SHIFT, cfg->mem_format) ||
        !rvt_field_fits(TR_RAM_ASYNC_FREQ_MASK, TR_RAM_ASYNC_FREQ_SHIFT, cfg->async_freq)) {
        return false;
    }
    if (cfg->mode == RVT_RAMSINK_SRAM) {
        return cfg->start == 0;
    }
    return cfg->size != 0 && cfg->size - 1 <= UINT64_MAX - cfg->start;
}

static uint32_t to_settings(const struct rvt_ramsink_cfg *cfg)
{
    uint32_t reg = RVT_SET(0, TR_RAM_MODE, cfg->mode);

    reg = RVT_SET(reg, TR_RAM_STOP_ON_WRAP, cfg->stop_on_wrap);
    reg = RVT_SET(reg, TR_RAM_MEM_FORMAT, cfg->mem_format);
    return RVT_SET(reg, TR_RAM_ASYNC_FREQ, cfg->async_freq);
}

static void from_settings(struct rvt_ramsink_granted *g, uint32_t reg)
{
    g->stop_on_wrap = (reg & TR_RAM_STOP_ON_WRAP_MASK) != 0;
    g->mem_format = (uint8_t)RVT_GET(reg, TR_RAM_MEM_FORMAT);
    g->async_freq = (uint8_t)RVT_GET(reg, TR_RAM_ASYNC_FREQ);
}

/* Write trRamLimit for a buffer that ends with byte `last`; fill in limit and size. */
static enum rvt_status set_limit(const struct rvt_ramsink *s, struct rvt_ramsink_granted *g,
                                 uint64_t last)
{
    uint64_t mask = g->align - 1;

    RVT_TRY(rvt_ramsink_warl64(s, TR_RAM_LIMIT_LOW_OFFSET, (last - mask) & ~mask, &g->limit));
    if (g->limit < g->start || ((g->limit | g->start) & mask) != 0) {
        return RVT_ERR_RANGE;
    }
    g->size = g->limit + g->align - g->start;
    return (g->limit | mask) > last ? RVT_ERR_RANGE : RVT_OK;
}

/* SMEM: start and limit inside of the range given, both moved inwards to a multiple of A. */
static enum rvt_status set_smem(const struct rvt_ramsink *s, const struct rvt_ramsink_cfg *cfg,
                                struct rvt_ramsink_granted *g)
{
    uint64_t mask = g->align - 1;
    uint64_t last = cfg->start + (cfg->size - 1);
    uint64_t pad = (0 - cfg->start) & mask;

    if (cfg->size - 1 < pad + mask) { /* no room for one access */
        return RVT_ERR_RANGE;
    }
    RVT_TRY(rvt_ramsink_warl64(s, TR_RAM_START_LOW_OFFSET, cfg->start + pad, &g->start));
    if (g->start < cfg->start || g->start > last) {
        return RVT_ERR_RANGE;
    }
    return set_limit(s, g, last);
}

/* SRAM: the start is the hardware's; the size is all of it, or what was given if that is less. */
static enum rvt_status set_sram(const struct rvt_ramsink *s, const struct rvt_ramsink_cfg *cfg,
                                struct rvt_ramsink_granted *g)
{
    uint64_t last = s->caps.limit_max | (g->align - 1);

    RVT_TRY(rvt_ramsink_warl64(s, TR_RAM_START_LOW_OFFSET, 0, &g->start));
    if (cfg->size != 0 && cfg->size - 1 < last - g->start) {
        last = g->start + (cfg->size - 1);
    }
    return set_limit(s, g, last);
}

/* Can trRamRP be set to the limit? Then the trace is read through trRamData. SRAM has no other way.
 */
static enum rvt_status probe_data_port(const struct rvt_ramsink *s, enum rvt_ramsink_mode mode,
                                       struct rvt_ramsink_granted *g)
{
    uint64_t rp;

    RVT_TRY(rvt_ramsink_warl64(s, TR_RAM_RP_LOW_OFFSET, g->limit, &rp));
    g->data_port = rp == g->limit;
    return mode == RVT_RAMSINK_SRAM && !g->data_port ? RVT_ERR_DATA : RVT_OK;
}

/* The buffer of a disabled sink, as far as its registers state it; `control` is trRamControl. */
static enum rvt_status read_buffer(struct rvt_ramsink *s, uint32_t control)
{
    struct rvt_ramsink_granted *g = &s->granted;

    RVT_TRY(rvt_ramsink_read64(s, TR_RAM_START_LOW_OFFSET, &g->start));
    RVT_TRY(rvt_ramsink_read64(s, TR_RAM_LIMIT_LOW_OFFSET, &g->limit));
    from_settings(g, control);
    return g->limit < g->start ? RVT_ERR_DATA : RVT_OK;
}

enum rvt_status rvt_ramsink_attach(struct rvt_ramsink *s)
{
    uint32_t control;

    s->caps_valid = false;
    s->granted = (struct rvt_ramsink_granted){0};
    RVT_TRY(rvt_component_attach(&s->c));
    RVT_TRY(rvt_reg_read(&s->c, TR_RAM_CONTROL_OFFSET, &control));
    if (s->c.state == RVT_STATE_ENABLED) {
        return RVT_OK;
    }
    enum rvt_status st = read_buffer(s, control);
    if (st != RVT_OK) {
        s->c.state = RVT_STATE_UNKNOWN;
    }
    return st;
}

/* The width of an access in SMEM mode: only trRamLimit shows it, by what it makes of all ones. The
 * limit gets its value back. */
static enum rvt_status learn_align(const struct rvt_ramsink *s, struct rvt_ramsink_granted *g)
{
    struct rvt_ramsink_caps caps = {.mode = RVT_RAMSINK_SMEM};
    uint64_t again;

    RVT_TRY(rvt_ramsink_warl64(s, TR_RAM_LIMIT_LOW_OFFSET, UINT64_MAX, &caps.limit_max));
    RVT_TRY(rvt_ramsink_warl64(s, TR_RAM_LIMIT_LOW_OFFSET, g->limit, &again));
    g->align = find_align(&caps);
    return again != g->limit || g->align < SRAM_ALIGN ? RVT_ERR_DATA : RVT_OK;
}

static enum rvt_status adopt(const struct rvt_ramsink *s, enum rvt_ramsink_mode mode,
                             struct rvt_ramsink_granted *g)
{
    g->align = SRAM_ALIGN;
    if (mode == RVT_RAMSINK_SMEM) {
        RVT_TRY(learn_align(s, g));
    }
    g->size = g->limit + g->align - g->start;
    return probe_data_port(s, mode, g);
}

enum rvt_status rvt_ramsink_adopt(struct rvt_ramsink *s)
{
    struct rvt_ramsink_granted g = s->granted;
    uint32_t control;

    if (s->c.state != RVT_STATE_CONFIGURED) {
        return RVT_ERR_STATE;
    }
    if (g.align != 0) {
        return RVT_OK;
    }
    RVT_TRY(rvt_reg_read(&s->c, TR_RAM_CONTROL_OFFSET, &control));
    enum rvt_status st =
        adopt(s, (control & TR_RAM_MODE_MASK) != 0 ? RVT_RAMSINK_SMEM : RVT_RAMSINK_SRAM, &g);
    if (st == RVT_OK) {
        s->granted = g;
    }
    return st;
}

static bool as_asked(const struct rvt_ramsink_cfg *cfg, const struct rvt_ramsink_granted *g)
{
    if (cfg->mode == RVT_RAMSINK_SMEM && g->start != cfg->start) {
        return false;
    }
    if (cfg->size != 0 && g->size != cfg->size) {
        return false;
    }
    return g->stop_on_wrap == cfg->stop_on_wrap && g->mem_format == cfg->mem_format &&
           g->async_freq == cfg->async_freq;
}

/* Discovery if need be, then all registers in the order of the chapter: mode, start, limit, read
 * pointer, write pointer. */
static enum rvt_status apply(struct rvt_ramsink *s, const struct rvt_ramsink_cfg *cfg,
                             struct rvt_ramsink_granted *g)
{
    uint32_t settings;
    uint64_t wp;

    if (!s->caps_valid || s->caps.mode != cfg->mode) {
        RVT_TRY(rvt_ramsink_discover(s, cfg->mode, NULL));
    }
    g->align = s->caps.align;
    RVT_TRY(write_settings(s, to_settings(cfg), &settings));
    from_settings(g, settings);
    if (cfg->mode == RVT_RAMSINK_SMEM) {
        RVT_TRY(set_smem(s, cfg, g));
    } else {
        RVT_TRY(set_sram(s, cfg, g));
    }
    RVT_TRY(probe_data_port(s, cfg->mode, g));
    RVT_TRY(rvt_ramsink_warl64(s, TR_RAM_WP_LOW_OFFSET, g->start, &wp));
    if (wp != g->start) {
        return RVT_ERR_DATA;
    }
    return cfg->exact && !as_asked(cfg, g) ? RVT_ERR_UNSUPPORTED : RVT_OK;
}

enum rvt_status rvt_ramsink_configure(struct rvt_ramsink *s, const struct rvt_ramsink_cfg *cfg,
                                      struct rvt_ramsink_granted *granted)
{
    if (cfg == NULL || !cfg_valid(cfg)) {
        return RVT_ERR_ARG;
    }
    if (s->c.state != RVT_STATE_RESET && s->c.state != RVT_STATE_CONFIGURED) {
        return RVT_ERR_STATE;
    }
    s->c.state = RVT_STATE_RESET;
    s->granted = (struct rvt_ramsink_granted){0};
    enum rvt_status st = apply(s, cfg, &s->granted);
    if (granted != NULL) {
        *granted = s->granted;
    }
    if (st == RVT_OK) {
        s->c.state = RVT_STATE_CONFIGURED;
    }
    return st;
}
