/* SPDX-License-Identifier: Apache-2.0 */
/* Start and registers of the RAM sink: WARL rules and what accesses do (TCI 1.0, Trace RAM Sink;
 * Accessing and Detecting RAM Sink Registers). */
#include "ramsink_table.h"
#include "regmap/param.h"
#include "trm_ramsink_int.h"

_Static_assert((int)TRM_RAMSINK_BUFFER_MIN == (int)TRM_MESSAGE_MAX + (int)TRM_RAMSINK_WIDTH_MAX,
               "ramsink.toml");

/* Enabled, or still writing: pointers must not be touched, memory cannot be read back. */
static bool active(const struct trm_ramsink *sink)
{
    return sink->enabled || sink->fill != 0;
}

static uint32_t high_mask(const struct trm_ramsink *sink)
{
    unsigned bits = sink->cfg.address_bits - 32u;
    return bits >= 32 ? UINT32_MAX : (UINT32_C(1) << bits) - 1u;
}

static uint32_t legal_control(const struct trm_ramsink *sink, uint32_t old, uint32_t now)
{
    now &= ~TR_RAM_MEM_FORMAT_MASK;
    if (!sink->cfg.async) {
        now &= ~TR_RAM_ASYNC_FREQ_MASK;
    }
    if (active(sink)) {
        now = (now & ~TR_RAM_MODE_MASK) | (old & TR_RAM_MODE_MASK);
    } else if (!sink->cfg.has_smem) {
        now &= ~TR_RAM_MODE_MASK;
    } else if (!sink->cfg.has_sram) {
        now |= TR_RAM_MODE_MASK;
    }
    return now;
}

/* Highest trRamLimitLow in SRAM mode: the last 32-bit word. */
static uint32_t sram_limit(const struct trm_ramsink *sink)
{
    return sink->cfg.sram_bytes - 4u;
}

static uint32_t legal_sram(const struct trm_ramsink *sink, uint32_t offset, uint32_t now)
{
    uint32_t align = sink->cfg.width - 1u;
    uint32_t limit = trm_regfile_get(&sink->rf, TR_RAM_LIMIT_LOW_OFFSET);
    switch (offset) {
    case TR_RAM_LIMIT_LOW_OFFSET:
        if (sink->cfg.limit_fixed || now > sram_limit(sink)) {
            return sram_limit(sink);
        }
        return (now & ~align) | (align & ~UINT32_C(3));
    case TR_RAM_WP_LOW_OFFSET:
        return (now > limit ? limit : now) & ~align;
    case TR_RAM_RP_LOW_OFFSET:
        return (now > limit ? limit : now) & ~UINT32_C(3);
    default: /* trRamStart and the High registers are fixed at 0 */
        return 0;
    }
}

/* The last word of a fixed region, address bits 31:0. */
static uint32_t smem_last(const struct trm_ramsink *sink)
{
    return (uint32_t)sink->cfg.smem_start + sink->cfg.smem_bytes - sink->cfg.width;
}

/* SMEM with a fixed region: trRamStart is its start, trRamLimit and trRamWP stay within it. */
static uint32_t legal_fixed(const struct trm_ramsink *sink, uint32_t offset, uint32_t now)
{
    uint32_t first = (uint32_t)sink->cfg.smem_start;
    switch (offset) {
    case TR_RAM_START_LOW_OFFSET:
        return first;
    case TR_RAM_LIMIT_LOW_OFFSET:
    case TR_RAM_WP_LOW_OFFSET:
        now = now > smem_last(sink) ? smem_last(sink) : now;
        return (now < first ? first : now) & ~(sink->cfg.width - 1u);
    case TR_RAM_START_HIGH_OFFSET:
    case TR_RAM_LIMIT_HIGH_OFFSET:
    case TR_RAM_WP_HIGH_OFFSET:
        return (uint32_t)(sink->cfg.smem_start >> 32);
    case TR_RAM_RP_LOW_OFFSET:
        return sink->cfg.smem_data ? now & ~UINT32_C(3) : 0;
    case TR_RAM_RP_HIGH_OFFSET:
        return sink->cfg.smem_data ? (uint32_t)(sink->cfg.smem_start >> 32) : 0;
    default:
        return 0;
    }
}

static uint32_t legal_smem(const struct trm_ramsink *sink, uint32_t offset, uint32_t now)
{
    if (sink->cfg.smem_bytes != 0) {
        return legal_fixed(sink, offset, now);
    }
    switch (offset) {
    case TR_RAM_START_LOW_OFFSET:
        return now & ~(sink->cfg.start_align - 1u);
    case TR_RAM_LIMIT_LOW_OFFSET:
    case TR_RAM_WP_LOW_OFFSET:
        return now & ~(sink->cfg.width - 1u);
    case TR_RAM_START_HIGH_OFFSET:
    case TR_RAM_LIMIT_HIGH_OFFSET:
    case TR_RAM_WP_HIGH_OFFSET:
        return now & high_mask(sink);
    case TR_RAM_RP_LOW_OFFSET:
        return sink->cfg.smem_data ? now & ~UINT32_C(3) : 0;
    case TR_RAM_RP_HIGH_OFFSET:
        return sink->cfg.smem_data ? now & high_mask(sink) : 0;
    default:
        return 0;
    }
}

/* WARL. Clearing of trRamWrap by any write of trRamWPLow comes with the alignment. */
static uint32_t pre_write(void *ctx, uint32_t offset, uint32_t old, uint32_t now)
{
    const struct trm_ramsink *sink = ctx;
    bool read_pointer = offset == TR_RAM_RP_LOW_OFFSET || offset == TR_RAM_RP_HIGH_OFFSET;
    if (offset == TR_RAM_CONTROL_OFFSET) {
        return legal_control(sink, old, now);
    }
    if (offset < TR_RAM_START_LOW_OFFSET || offset > TR_RAM_RP_HIGH_OFFSET) {
        return offset == TR_RAM_DATA_OFFSET ? 0 : now;
    }
    if (active(sink) && !(read_pointer && sink->cfg.read_active)) {
        return old;
    }
    return trm_ramsink_smem(sink) ? legal_smem(sink, offset, now) : legal_sram(sink, offset, now);
}

/* trRamMode changed: give the pointers values that are legal in the new mode. trRamWrap stays: only
 * a write of trRamWPLow clears it. */
static void mode_changed(struct trm_ramsink *sink)
{
    if (!trm_ramsink_smem(sink)) {
        trm_regfile_set(&sink->rf, TR_RAM_LIMIT_LOW_OFFSET, UINT32_MAX, sram_limit(sink));
    } else if (sink->cfg.smem_bytes != 0) {
        trm_regfile_set(&sink->rf, TR_RAM_LIMIT_LOW_OFFSET, UINT32_MAX, smem_last(sink));
    }
    for (uint32_t o = TR_RAM_START_LOW_OFFSET; o <= TR_RAM_RP_HIGH_OFFSET; o += 4) {
        uint32_t word = trm_regfile_get(&sink->rf, o);
        uint32_t keep = o == TR_RAM_WP_LOW_OFFSET ? TR_RAM_WRAP_MASK : 0;
        trm_regfile_set(&sink->rf, o, ~keep, pre_write(sink, o, word, word));
    }
}

static void set_rp(struct trm_ramsink *sink, uint64_t rp)
{
    trm_regfile_set(&sink->rf, TR_RAM_RP_LOW_OFFSET, UINT32_MAX, (uint32_t)rp);
    trm_regfile_set(&sink->rf, TR_RAM_RP_HIGH_OFFSET, UINT32_MAX, (uint32_t)(rp >> 32));
}

static uint32_t from_bytes(const uint8_t p[4])
{
    return (uint32_t)p[0] | ((uint32_t)p[1] << 8) | ((uint32_t)p[2] << 16) | ((uint32_t)p[3] << 24);
}

static uint32_t access_sram(struct trm_ramsink *sink, bool write, uint32_t value)
{
    uint32_t rp = trm_regfile_get(&sink->rf, TR_RAM_RP_LOW_OFFSET);
    uint8_t *p = sink->cfg.sram + rp;
    if (write) {
        for (unsigned i = 0; i < 4; i++) {
            p[i] = (uint8_t)(value >> (8 * i));
        }
    }
    uint32_t limit = trm_regfile_get(&sink->rf, TR_RAM_LIMIT_LOW_OFFSET);
    set_rp(sink, rp >= limit ? 0 : rp + 4);
    return from_bytes(p);
}

/* trRamLimit is the address of the last trace word, which may be several words of trRamData.
 * Nothing outside of the buffer is read. */
static uint32_t read_smem(struct trm_ramsink *sink)
{
    uint8_t bytes[4] = {0};
    uint64_t rp = trm_ramsink_pointer(sink, TR_RAM_RP_LOW_OFFSET);
    uint64_t start = trm_ramsink_pointer(sink, TR_RAM_START_LOW_OFFSET);
    uint64_t last = trm_ramsink_pointer(sink, TR_RAM_LIMIT_LOW_OFFSET) + (sink->cfg.width - 4u);
    if (rp < start || rp > last) {
        return 0;
    }
    if (sink->cfg.bus.read(sink->cfg.bus.ctx, rp, bytes, sizeof bytes) < 0) {
        trm_ramsink_bus_error(sink);
    }
    set_rp(sink, rp == last ? start : rp + 4);
    return from_bytes(bytes);
}

static uint32_t access_data(struct trm_ramsink *sink, bool write, uint32_t value)
{
    if (active(sink) && !sink->cfg.read_active) {
        return 0;
    }
    if (!trm_ramsink_smem(sink)) {
        return access_sram(sink, write, value);
    }
    return sink->cfg.smem_data && !write ? read_smem(sink) : 0;
}

static void post_write(void *ctx, uint32_t offset, uint32_t old, uint32_t now, uint32_t written)
{
    struct trm_ramsink *sink = ctx;
    if (offset == TR_RAM_DATA_OFFSET && sink->cfg.data_writable) {
        (void)access_data(sink, true, written);
    }
    if (offset != TR_RAM_CONTROL_OFFSET) {
        return;
    }
    if (((old ^ now) & TR_RAM_MODE_MASK) != 0) {
        mode_changed(sink);
    }
    bool enable = (now & TR_RAM_ENABLE_MASK) != 0;
    if (enable && !sink->enabled) {
        sink->enabled = true;
        sink->stopped = false;
        sink->async_left = 0;
    } else if (!enable && sink->enabled) {
        sink->enabled = false;
        trm_ramsink_flush(sink);
    }
}

static uint32_t post_read(void *ctx, uint32_t offset, uint32_t value)
{
    struct trm_ramsink *sink = ctx;
    if (offset == TR_RAM_CONTROL_OFFSET) {
        return (value & ~TR_RAM_EMPTY_MASK) | (trm_ramsink_empty(sink) ? TR_RAM_EMPTY_MASK : 0);
    }
    if (offset == TR_RAM_DATA_OFFSET) {
        return access_data(sink, false, 0);
    }
    return value;
}

/* Reset drops what is buffered. trRamLimit is at its maximum after a reset in SRAM mode, and in
 * SMEM mode with a fixed region. */
static void reset(void *ctx, bool is_active)
{
    struct trm_ramsink *sink = ctx;
    sink->enabled = false;
    sink->flushing = false;
    sink->stopped = false;
    sink->head = 0;
    sink->fill = 0;
    if (is_active) {
        uint32_t impl = (sink->cfg.has_sram ? TR_RAM_HAS_SRAM_MASK : 0) |
                        (sink->cfg.has_smem ? TR_RAM_HAS_SMEM_MASK : 0);
        trm_regfile_set(&sink->rf, TR_RAM_IMPL_OFFSET, TR_RAM_HAS_SRAM_MASK | TR_RAM_HAS_SMEM_MASK,
                        impl);
        if (!trm_ramsink_smem(sink) || sink->cfg.smem_bytes != 0) {
            mode_changed(sink);
            trm_regfile_set(&sink->rf, TR_RAM_WP_LOW_OFFSET, TR_RAM_WRAP_MASK, 0);
        }
    }
}

static int regs_init(struct trm_ramsink *sink)
{
    struct trm_regfile_cfg cfg = {
        .map = &regmap_ramsink,
        .hooks = {pre_write, post_write, post_read, reset, sink},
        .undef = sink->cfg.undef,
        .seed = sink->cfg.seed,
        .power_ticks = sink->cfg.power_ticks,
        .version = sink->cfg.version,
        .enable_ticks = sink->cfg.enable_ticks,
    };
    int status = trm_regfile_init(&sink->rf, &cfg, sink->words);
    if (status == TRM_OK && !sink->cfg.has_sram && !sink->cfg.smem_data) {
        trm_regfile_remove(&sink->rf, TR_RAM_RP_LOW_OFFSET);
        trm_regfile_remove(&sink->rf, TR_RAM_RP_HIGH_OFFSET);
        trm_regfile_remove(&sink->rf, TR_RAM_DATA_OFFSET);
    }
    return status;
}

void trm_ramsink_cfg_init(struct trm_ramsink_cfg *cfg)
{
    *cfg = (struct trm_ramsink_cfg){TRM_RAMSINK_CFG_DEFAULTS};
}

/* A fixed region of system memory: whole words, within 4 GiB and the address width. */
static bool region_ok(const struct trm_ramsink_cfg *cfg)
{
    if (cfg->smem_bytes == 0) {
        return true;
    }
    uint64_t last = cfg->smem_start + cfg->smem_bytes - 1u;
    return cfg->has_smem && (cfg->smem_start & (cfg->width - 1u)) == 0 &&
           (cfg->smem_bytes & (cfg->width - 1u)) == 0 && last >> 32 == cfg->smem_start >> 32 &&
           (cfg->address_bits == 64 || last >> cfg->address_bits == 0);
}

/* The range of each parameter, from regmap/params/ramsink.toml. */
static bool in_range(const struct trm_ramsink_cfg *cfg)
{
    return true TRM_RAMSINK_PARAMS(REGMAP_PARAM_IN_RANGE, REGMAP_PARAM_IN_RANGE);
}

static bool cfg_ok(const struct trm_ramsink_cfg *cfg)
{
    if (!in_range(cfg)) {
        return false;
    }
    if (!cfg->has_sram && !cfg->has_smem) {
        return false;
    }
    if (cfg->etrace && cfg->async && cfg->buffer_bytes < TRM_MESSAGE_MAX + cfg->sync_nulls + 1u) {
        return false;
    }
    if (cfg->has_sram &&
        (cfg->sram == NULL || cfg->sram_bytes < cfg->width || cfg->sram_bytes % cfg->width != 0)) {
        return false;
    }
    if (cfg->has_smem && cfg->bus.write == NULL) {
        return false;
    }
    if (cfg->smem_data && (!cfg->has_smem || cfg->bus.read == NULL)) {
        return false;
    }
    if (cfg->start_align != 0 && cfg->start_align < cfg->width) {
        return false;
    }
    return region_ok(cfg);
}

enum trm_status trm_ramsink_init(struct trm_ramsink *sink, const struct trm_ramsink_cfg *cfg)
{
    if (sink == NULL || cfg == NULL || !cfg_ok(cfg)) {
        return TRM_ERR_ARG;
    }
    *sink = (struct trm_ramsink){.cfg = *cfg};
    if (sink->cfg.start_align == 0) {
        sink->cfg.start_align = cfg->width;
    }
    return regs_init(sink);
}

enum trm_status trm_ramsink_reg_read(struct trm_ramsink *sink, uint32_t offset, unsigned size,
                                     uint32_t *value)
{
    return trm_regfile_read(&sink->rf, offset, size, value);
}

enum trm_status trm_ramsink_reg_write(struct trm_ramsink *sink, uint32_t offset, unsigned size,
                                      uint32_t value)
{
    return trm_regfile_write(&sink->rf, offset, size, value);
}
