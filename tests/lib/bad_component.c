/* SPDX-License-Identifier: Apache-2.0 */
#include "bad_component.h"

#include <string.h>

enum { /* offsets, and bits of the first register */
    CONTROL = 0x000,
    IMPL = 0x004,
    ACTIVE = 1,
    ENABLE = 2,
    EMPTY = 8,
    FEATURES = 0x008, /* of an encoder */
    FILTERS = 0x00C,
    DIS_INPUT = 0x008, /* of a funnel */
    TIME = 0x040,
    START = 0x010, /* of a RAM sink */
    LIMIT = 0x018,
    LIMIT_HIGH = 0x01C,
    WP = 0x020,
    RP = 0x028,
    DATA = 0x040,
};

/* ---- the port ---- */

static bool mine(const struct bad_component *b, uint64_t addr)
{
    return addr >= b->base && addr - b->base < TOPOLOGY_BLOCK_SIZE;
}

static enum rvt_status read32(const struct rvt_io *io, uint64_t addr, uint32_t *val)
{
    struct bad_component *b = io->ctx;
    const enum rvt_status s = b->inner->ops->read32(b->inner, addr, val);
    b->reads++;
    if (s == RVT_OK && mine(b, addr) && b->defect != NULL && b->defect->read != NULL) {
        b->defect->read(b, (uint32_t)(addr - b->base), val);
    }
    return s;
}

static enum rvt_status write32(const struct rvt_io *io, uint64_t addr, uint32_t val)
{
    struct bad_component *b = io->ctx;
    bool reaches = true;
    b->writes++;
    if (mine(b, addr)) {
        const uint32_t offset = (uint32_t)(addr - b->base), given = val;
        if (b->defect != NULL && b->defect->write != NULL) {
            reaches = b->defect->write(b, offset, &val);
        }
        b->last[offset / 4] = given;
    }
    return reaches ? b->inner->ops->write32(b->inner, addr, val) : RVT_OK;
}

static enum rvt_status relax(const struct rvt_io *io)
{
    const struct bad_component *b = io->ctx;
    return b->inner->ops->relax(b->inner);
}

void bad_component_init(struct bad_component *b, const struct rvt_io *inner,
                        const struct bad_defect *defect, uint64_t base)
{
    *b = (struct bad_component){.inner = inner, .defect = defect, .base = base};
    b->ops = (struct rvt_io_ops){.read32 = read32, .write32 = write32, .relax = relax};
    b->io = (struct rvt_io){.ops = &b->ops, .ctx = b, .poll_limit = inner->poll_limit};
}

/* What the component holds, or gets, without the defect. */
static uint32_t peek(const struct bad_component *b, uint32_t offset)
{
    uint32_t value = 0;
    (void)!b->inner->ops->read32(b->inner, b->base + offset, &value);
    return value;
}

static void poke(const struct bad_component *b, uint32_t offset, uint32_t value)
{
    (void)!b->inner->ops->write32(b->inner, b->base + offset, value);
}

/* ---- every component ---- */

#define READ(name)  static void name(struct bad_component *b, uint32_t offset, uint32_t *value)
#define WRITE(name) static bool name(struct bad_component *b, uint32_t offset, uint32_t *value)

READ(minor_is_one)
{
    (void)b;
    *value |= offset == IMPL ? 1u << 4 : 0;
}

READ(type_is_five)
{
    (void)b;
    *value = offset == IMPL ? (*value & ~0xF00u) | 5u << 8 : *value;
}

READ(never_empty)
{
    (void)b;
    *value &= offset == CONTROL ? ~(uint32_t)EMPTY : UINT32_MAX;
}

READ(enabled_asleep)
{
    *value |= offset == CONTROL && (*value & ACTIVE) == 0 ? b->last[0] & ENABLE : 0;
}

READ(never_asleep)
{
    (void)b;
    *value |= offset == CONTROL ? ACTIVE : 0;
}

READ(enabled_at_release) /* Enable outlives a reset, until it is written */
{
    *value |= offset == CONTROL && (*value & ACTIVE) != 0 ? b->state : 0;
}

WRITE(keeps_enable)
{
    if (offset == CONTROL) {
        b->state = (*value & ENABLE) != 0                           ? ENABLE
                   : *value == ACTIVE && (b->last[0] & ACTIVE) == 0 ? b->state
                   : *value == 0                                    ? b->state
                                                                    : 0;
    }
    return true;
}

READ(hole_reads_one)
{
    (void)b;
    *value = offset == 0x030 || offset == 0x014 ? 1 : *value;
}

WRITE(hole_is_an_alias)
{
    if (offset == 0x108) {
        poke(b, DIS_INPUT, *value);
        return false;
    }
    return true;
}

WRITE(never_enabled)
{
    (void)b;
    *value &= offset == CONTROL ? ~(uint32_t)ENABLE : UINT32_MAX;
    return true;
}

/* ---- encoder ---- */

READ(reserved_holds)
{
    *value |= offset == CONTROL ? b->last[0] & 1u << 10 : 0;
}

WRITE(sync_max_grows)
{
    (void)b;
    if (offset == CONTROL) {
        *value = (*value & ~(15u << 20)) | ((*value + (1u << 20)) & 15u << 20);
    }
    return true;
}

WRITE(mode_becomes_off)
{
    (void)b;
    if (offset == CONTROL && (*value >> 4 & 7) == 1) {
        *value &= ~(7u << 4);
    }
    return true;
}

READ(mode_1_stays)
{
    const uint32_t mode = b->last[0] >> 4 & 7;
    if (offset == CONTROL && mode == 1) {
        *value = (*value & ~(7u << 4)) | 1u << 4;
    }
}

WRITE(no_sync_mode)
{
    (void)b;
    *value &= offset == CONTROL ? ~(3u << 16) : UINT32_MAX;
    return true;
}

READ(filter_without_registers)
{
    *value |= offset == FILTERS ? b->last[FILTERS / 4] & 1u << 15 : 0;
}

READ(always_overflows)
{
    (void)b;
    *value |= offset == CONTROL && (*value & ACTIVE) != 0 ? 1u << 12 : 0;
}

WRITE(always_tracing)
{
    (void)b;
    *value |= offset == CONTROL && (*value & ENABLE) != 0 ? 1u << 2 : 0;
    return true;
}

WRITE(never_tracing)
{
    (void)b;
    *value &= offset == CONTROL && (*value & ENABLE) != 0 ? ~(1u << 2) : UINT32_MAX;
    return true;
}

READ(features_depend) /* on how often it was written */
{
    if (offset == FEATURES && b->state % 5 == 1) {
        *value ^= 1u << 28;
    }
}

WRITE(features_count)
{
    (void)value;
    b->state += offset == FEATURES;
    return true;
}

READ(branch_prediction)
{
    *value |= offset == FEATURES ? b->last[FEATURES / 4] & 1u << 4 : 0;
}

READ(protocol_is_two)
{
    (void)b;
    *value = offset == IMPL && *value != 0 ? (*value & ~(15u << 16)) | 2u << 16 : *value;
}

/* ---- timestamp unit ---- */

WRITE(counts_for_ever)
{
    (void)b;
    *value |= offset == TIME && (*value >> 4 & 7) != 0 ? 2u : 0;
    return true;
}

WRITE(never_cleared)
{
    (void)b;
    *value &= offset == TIME ? ~4u : UINT32_MAX;
    return true;
}

WRITE(no_prescaler)
{
    (void)b;
    *value &= offset == TIME ? ~(3u << 8) : UINT32_MAX;
    return true;
}

READ(prescaler_shows)
{
    *value |= offset == TIME && *value != 0 ? b->last[TIME / 4] & 3u << 8 : 0;
}

READ(core_mode)
{
    const uint32_t last = b->last[TIME / 4];
    if (offset == TIME && (last >> 4 & 7) == 3) {
        *value = (*value & ~(7u << 4)) | 3u << 4;
    }
}

/* ---- funnel ---- */

READ(input_is_off)
{
    (void)b;
    *value |= offset == DIS_INPUT ? 1u : 0;
}

READ(input_seems_off)
{
    *value = offset == DIS_INPUT ? b->last[DIS_INPUT / 4] & 0xFFFF : *value;
}

WRITE(input_is_never_off)
{
    (void)b;
    *value = offset == DIS_INPUT ? 0 : *value;
    return true;
}

WRITE(inputs_in_pairs)
{
    (void)b;
    *value |= offset == DIS_INPUT ? (*value & 0x5555) << 1 : 0;
    return true;
}

/* ---- RAM sink ---- */

READ(wp_leaves)
{
    (void)b;
    if (offset == WP && (*value & 1) != 0) {
        *value = peek(b, LIMIT) + 64;
    }
}

READ(never_wrapped)
{
    (void)b;
    *value &= offset == WP ? ~1u : UINT32_MAX;
}

READ(wrap_stays)
{
    if (offset == CONTROL && (*value & ACTIVE) == 0) {
        b->state = 0;
    }
    if (offset == WP) {
        b->state |= *value & 1;
        *value |= b->state;
    }
}

WRITE(enable_clears_wrap)
{
    if (offset == CONTROL && (*value & ENABLE) != 0 && (b->last[0] & ENABLE) == 0) {
        poke(b, WP, peek(b, WP) & ~1u);
    }
    return true;
}

READ(data_stays)
{
    (void)value;
    if (offset == DATA) {
        poke(b, RP, b->last[RP / 4]);
    }
}

READ(rp_leaves)
{
    if (offset == DATA) {
        b->state = b->last[RP / 4] == peek(b, LIMIT) ? peek(b, LIMIT) + 4 : 0;
    } else if (offset == RP && b->state != 0) {
        *value = b->state;
        b->state = 0;
    }
}

READ(rp_is_wide)
{
    (void)b;
    *value &= offset == RP ? ~7u : UINT32_MAX;
}

WRITE(never_stops)
{
    (void)b;
    *value &= offset == CONTROL ? ~(1u << 8) : UINT32_MAX;
    return true;
}

READ(stop_shows)
{
    *value |= offset == CONTROL && *value != 0 ? b->last[0] & 1u << 8 : 0;
}

WRITE(enable_moves_wp)
{
    if (offset == CONTROL && (*value & ENABLE) != 0 && (b->last[0] & ENABLE) == 0) {
        poke(b, WP, peek(b, WP) + 8);
    }
    return true;
}

READ(limit_is_odd)
{
    *value |= offset == LIMIT ? b->last[LIMIT / 4] & 4 : 0;
}

READ(sram_moves)
{
    *value = offset == START ? b->last[START / 4] & ~3u : *value;
}

READ(sram_is_huge)
{
    *value = offset == LIMIT_HIGH ? b->last[LIMIT_HIGH / 4] & 3 : *value;
}

READ(format_2)
{
    *value |= offset == CONTROL && *value != 0 ? b->last[0] & 2u << 9 : 0;
}

READ(other_memory)
{
    *value ^= offset == IMPL && *value != 0 ? b->state : 0;
}

WRITE(memory_changes)
{
    b->state ^= offset == CONTROL && *value == 0 && b->last[0] != 0 ? 1u << 13 : 0;
    return true;
}

/* ---- PIB sink, ATB bridge ---- */

READ(pib_mode_1)
{
    const uint32_t mode = b->last[0] >> 4 & 15;
    if (offset == CONTROL && mode == 1 && *value != 0) {
        *value = (*value & ~0xF0u) | 1u << 4;
    }
}

READ(clock_in_uart)
{
    *value |= offset == CONTROL && (b->last[0] >> 4 & 15) == 5 ? b->last[0] & 1u << 8 : 0;
}

READ(id_is_short)
{
    (void)b;
    *value &= offset == CONTROL ? ~(1u << 14) : UINT32_MAX;
}

/* ---- the list ---- */

#define E    TOPOLOGY_ENCODER
#define F    TOPOLOGY_FUNNEL
#define R    TOPOLOGY_RAMSINK
#define P    TOPOLOGY_PIBSINK
#define A    TOPOLOGY_ATBBRIDGE
#define SRAM "single-sram-rv64"

const struct bad_defect bad_defects[] = {
    {"a wrong reset value", E, "TCI-REG-020", minor_is_one, NULL, NULL},
    {"a type of its own", P, "TCI-COMP-009", type_is_five, NULL, NULL},
    {"Empty stays 0", R, "TCI-REG-116", never_empty, NULL, NULL},
    {"Empty of a funnel stays 0", F, "TCI-REG-148", never_empty, NULL, NULL},
    {"Enable holds while Active is 0", F, "TCI-RST-009", enabled_asleep, NULL, NULL},
    {"Active stays 1", A, "TCI-MIN-004", never_asleep, NULL, NULL},
    {"Enable outlives a reset", P, "TCI-RST-005", enabled_at_release, keeps_enable, NULL},
    {"Enable stays 0", A, "TCI-MIN-005", NULL, never_enabled, NULL},
    {"an unimplemented offset reads 1", R, "TCI-MAP-038", hole_reads_one, NULL, NULL},
    {"the same for an encoder", E, "TCI-MAP-014", hole_reads_one, NULL, NULL},
    {"a register at two offsets", F, "TCI-MAP-004", NULL, hole_is_an_alias, NULL},
    {"a reserved bit holds", E, "TCI-REG-008", reserved_holds, NULL, NULL},
    {"a WARL field does not close", E, "TCI-REG-016", NULL, sync_max_grows, NULL},
    {"a WARL field depends on the past", E, "TCI-GEN-002", features_depend, features_count, NULL},
    {"mode 1 becomes 0", E, "TCI-TE-010", NULL, mode_becomes_off, NULL},
    {"mode 1 can be set", E, "NT-CTL-006", mode_1_stays, NULL, NULL},
    {"no periodic synchronization", E, "TCI-TE-021", NULL, no_sync_mode, NULL},
    {"a filter without registers", E, "TCI-FLT-001", filter_without_registers, NULL, NULL},
    {"a status that cannot be cleared", E, "TCI-REG-010", always_overflows, NULL, NULL},
    {"tracing without trTeInstTracing", E, "TCI-TE-005", NULL, always_tracing, NULL},
    {"no trace at all", E, "TCI-ENA-011", NULL, never_tracing, NULL},
    {"branch prediction in N-Trace", E, "NT-CTL-026", branch_prediction, NULL, NULL},
    {"protocol 2", E, "NT-CTL-018", protocol_is_two, NULL, NULL},
    {"a counter that does not stop", E, "TCI-TS-012", NULL, counts_for_ever, NULL},
    {"a counter that is not cleared", F, "TCI-TS-013", NULL, never_cleared, NULL},
    {"no prescaler behind trTsPrescale", F, "TCI-TS-016", prescaler_shows, no_prescaler, NULL},
    {"the core's clock in a funnel", F, "TCI-TS-002", core_mode, NULL, NULL},
    {"an input that is always off", F, "TCI-FUN-001", input_is_off, NULL, NULL},
    {"an input that is never off", F, "TCI-FUN-006", input_seems_off, input_is_never_off, NULL},
    {"inputs that are off in pairs", F, "TCI-REG-155", NULL, inputs_in_pairs, NULL},
    {"trRamWP leaves the buffer", R, "TCI-RAM-020", wp_leaves, NULL, NULL},
    {"trRamWrap stays 0", R, "TCI-RAM-022", never_wrapped, NULL, SRAM},
    {"trRamWrap cannot be cleared", R, "TCI-RAM-023", wrap_stays, NULL, SRAM},
    {"trRamWrap is cleared by trRamEnable", R, "TCI-RAM-023", NULL, enable_clears_wrap, SRAM},
    {"trRamRP stays", R, "TCI-RAM-027", data_stays, NULL, SRAM},
    {"trRamRP leaves the buffer", R, "TCI-RAM-028", rp_leaves, NULL, SRAM},
    {"trRamRP in steps of 8", R, "TCI-MIN-017", rp_is_wide, NULL, SRAM},
    {"a full buffer does not stop", R, "TCI-RAM-010", stop_shows, never_stops, SRAM},
    {"Enable moves trRamWP", R, "TCI-RAM-006", NULL, enable_moves_wp, SRAM},
    {"a limit inside of a word", R, "TCI-RAM-037", limit_is_odd, NULL, NULL},
    {"trRamStart in SRAM mode", R, "TCI-RAM-042", sram_moves, NULL, SRAM},
    {"trRamLimitHigh in SRAM mode", R, "TCI-RAM-043", sram_is_huge, NULL, SRAM},
    {"a reserved format of memory", R, "TCI-RAM-012", format_2, NULL, SRAM},
    {"another memory after each reset", R, "TCI-GEN-004", other_memory, memory_changes, SRAM},
    {"a reserved mode of the pins", P, "TCI-PIB-005", pib_mode_1, NULL, NULL},
    {"trPibClkCenter in a serial mode", P, "TCI-PIB-007", clock_in_uart, NULL, NULL},
    {"an ID of 6 bits", A, "TCI-REG-178", id_is_short, NULL, NULL},
};
const unsigned bad_defect_count = sizeof bad_defects / sizeof bad_defects[0];
