/* SPDX-License-Identifier: Apache-2.0 */
/* Defects that show only in what a trace does: bytes that arrive late, with what nobody asked for,
 * or at another speed. */
#include "bad_component.h"

enum { /* offsets, and bits of the first register */
    CONTROL = 0x000,
    ACTIVE = 1,
    ENABLE = 2,
    EMPTY = 8,
    TIME = 0x040,
    COUNTER = 0x048,
    START = 0x010, /* of a RAM sink */
    LIMIT = 0x018,
    WP = 0x020,
    STAMPS = 1 << 15, /* of TIME */
    IN_DEBUG = 1 << 3,
    SHARED = 4 << 4,
    ASYNC = 7 << 12,
    CENTER = 1 << 8, /* of a PIB sink */
};

static uint32_t peek(const struct bad_component *b, uint32_t offset)
{
    uint32_t value = 0;
    (void)!b->inner->ops->read32(b->inner, b->base + offset, &value);
    return value;
}

#define READ(name)  static void name(struct bad_component *b, uint32_t offset, uint32_t *value)
#define WRITE(name) static bool name(struct bad_component *b, uint32_t offset, uint32_t *value)

/* ---- Empty, Enable ---- */

READ(always_empty)
{
    (void)b;
    *value |= offset == CONTROL && (*value & ACTIVE) != 0 ? EMPTY : 0;
}

/* Disabling is a reset for a moment. */
WRITE(drops)
{
    if (offset == CONTROL && *value == ACTIVE && (b->last[0] & ENABLE) != 0) {
        (void)!b->inner->ops->write32(b->inner, b->base, 0);
    }
    return true;
}

WRITE(stays_enabled)
{
    if (offset == CONTROL) {
        b->state = *value == ACTIVE && (b->last[0] & ENABLE) != 0 ? ENABLE : 0;
        *value |= b->state;
    }
    return true;
}

READ(seems_disabled)
{
    *value &= offset == CONTROL ? ~b->state : UINT32_MAX;
}

/* ---- timestamps ---- */

WRITE(always_stamps)
{
    (void)b;
    *value |= offset == TIME && (*value & ACTIVE) != 0 ? STAMPS : 0;
    return true;
}

READ(stamps_as_written)
{
    if (offset == TIME && (*value & ACTIVE) != 0) {
        *value = (*value & ~(uint32_t)STAMPS) | (b->last[TIME / 4] & STAMPS);
    }
}

READ(another_time)
{
    *value += offset == COUNTER && (b->last[TIME / 4] & 7u << 4) == SHARED ? 0x100000 : 0;
}

WRITE(runs_in_debug)
{
    (void)b;
    *value |= offset == TIME && (*value & ACTIVE) != 0 ? IN_DEBUG : 0;
    return true;
}

READ(debug_as_written)
{
    if (offset == TIME && (*value & ACTIVE) != 0) {
        *value = (*value & ~(uint32_t)IN_DEBUG) | (b->last[TIME / 4] & IN_DEBUG);
    }
}

/* ---- RAM sink ---- */

/* It goes back before the word at the limit. */
READ(limit_is_left_out)
{
    if (offset == WP && (*value & ~7u) == (peek(b, LIMIT) & ~7u) && b->last[WP / 4] != *value) {
        *value = peek(b, START) | 1;
    }
}

/* A memory in words of 8 bytes, and a pointer in words of 4. */
READ(pointer_of_4)
{
    if (offset == WP && ((*value ^ b->last[WP / 4]) & ~7u) == 0) {
        *value |= b->last[WP / 4] & 4;
    }
}

/* Synchronizing idle bytes where they are switched off, and none where they are not. */
WRITE(async_is_inverted)
{
    (void)b;
    if (offset == CONTROL && (*value & ACTIVE) != 0) {
        *value = (*value & ~(uint32_t)ASYNC) | ((*value & ASYNC) == 0 ? 1u << 12 : 0);
    }
    return true;
}

READ(async_as_written)
{
    if (offset == CONTROL && (*value & ACTIVE) != 0) {
        *value = (*value & ~(uint32_t)ASYNC) | (b->last[0] & ASYNC);
    }
}

/* ---- PIB sink ---- */

WRITE(divides_by_1)
{
    (void)b;
    *value &= offset == CONTROL ? 0xFFFF : UINT32_MAX;
    return true;
}

READ(divider_as_written)
{
    *value |= offset == CONTROL && *value != 0 ? b->last[0] & ~UINT32_C(0xFFFF) : 0;
}

WRITE(never_centered)
{
    (void)b;
    *value &= offset == CONTROL ? ~(uint32_t)CENTER : UINT32_MAX;
    return true;
}

READ(center_as_written)
{
    const bool parallel = (b->last[0] >> 4 & 15) >= 8;
    *value |= offset == CONTROL && *value != 0 && parallel ? b->last[0] & CENTER : 0;
}

/* ---- the list ---- */

#define E TOPOLOGY_ENCODER
#define F TOPOLOGY_FUNNEL
#define R TOPOLOGY_RAMSINK
#define P TOPOLOGY_PIBSINK

const struct bad_defect bad_arrivals[] = {
    {"Empty 1 while a word waits", R, "TCI-RAM-008", always_empty, NULL, NULL},
    {"Empty 1 while messages wait", F, "TCI-FUN-005", always_empty, NULL, NULL},
    {"disabling drops messages", F, "TCI-FUN-004", NULL, drops, NULL},
    {"a funnel that stays enabled", F, "TCI-REG-146", seems_disabled, stays_enabled, NULL},
    {"TSTAMP without trTsEnable", E, "TCI-TS-017", stamps_as_written, always_stamps, NULL},
    {"a shared time that is another", E, "TCI-TS-007", another_time, NULL, NULL},
    {"a counter that runs in debug mode", E, "TCI-TS-014", debug_as_written, runs_in_debug, NULL},
    {"the word at the limit is left out", R, "TCI-RAM-020", limit_is_left_out, NULL, NULL},
    {"trRamWP inside of a word", R, "TCI-RAM-025", pointer_of_4, NULL, NULL},
    {"idle bytes when switched off", R, "TCI-RAM-013", async_as_written, async_is_inverted, NULL},
    {"a divider that is always 1", P, "TCI-PIB-010", divider_as_written, divides_by_1, NULL},
    {"a clock that is never centered", P, "TCI-PIB-040", center_as_written, never_centered, NULL},
};
const unsigned bad_arrival_count = sizeof bad_arrivals / sizeof bad_arrivals[0];
