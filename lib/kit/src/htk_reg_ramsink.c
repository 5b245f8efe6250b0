/* SPDX-License-Identifier: Apache-2.0 */
/* The pointers of a RAM sink, in the modes that it has (TCI 1.0, "Trace RAM Sink", "Accessing and
 * Detecting RAM Sink Registers"). It is not enabled. */
#include "htk_reg.h"
#include "ramsink_regs.h"

enum {
    WORD_MAX = 64, /* bytes of the widest word that is looked for */
    SOME = 4096,
};

static bool get(struct htk_reg *r, uint32_t low, uint64_t *value)
{
    uint32_t l = 0, h = 0;
    const bool good = htk_reg_read(r, low, &l) && htk_reg_read(r, low + 4, &h);
    *value = (uint64_t)h << 32 | (l & ~UINT32_C(3));
    return good;
}

/* Write both halves, the low one last, and read them. */
static bool set(struct htk_reg *r, uint32_t low, uint64_t value, uint64_t *got)
{
    return htk_reg_write(r, low + 4, (uint32_t)(value >> 32)) &&
           htk_reg_write(r, low, (uint32_t)value) && get(r, low, got);
}

static bool choose_mode(struct htk_reg *r, bool smem, uint32_t *got)
{
    return htk_reg_try(r, HTK_REG_CONTROL, HTK_REG_ACTIVE | (smem ? (uint32_t)TR_RAM_MODE_MASK : 0),
                       got);
}

/* The distance of two write pointers from `start` on; 0: only one value is taken. */
static bool word(struct htk_reg *r, uint64_t start, uint32_t *width)
{
    *width = 0;
    for (uint32_t w = 4; *width == 0 && w <= WORD_MAX; w *= 2) {
        uint64_t got = 0;
        if (!set(r, TR_RAM_WP_LOW_OFFSET, start + w, &got)) {
            return false;
        }
        *width = got == start + w ? w : 0;
    }
    return true;
}

/* ---- a buffer that may be written to ---- */

static bool place(struct htk_reg *r, uint64_t start, uint64_t limit, struct htk_buffer *b)
{
    uint64_t wp = 0;
    return set(r, TR_RAM_START_LOW_OFFSET, start, &b->start) &&
           set(r, TR_RAM_LIMIT_LOW_OFFSET, limit, &b->limit) && word(r, b->start, &b->width) &&
           set(r, TR_RAM_WP_LOW_OFFSET, b->start, &wp) &&
           ((b->good = b->width != 0 && b->limit > b->start && wp == b->start), true);
}

bool htk_reg_buffer(struct htk_reg *r, uint64_t bytes, struct htk_buffer *b)
{
    const struct topology_range *window = &r->about->extra.smem;
    uint32_t impl = 0, control = 0;
    *b = (struct htk_buffer){.good = false};
    if (!htk_reg_read(r, HTK_REG_IMPL, &impl)) {
        return false;
    }
    b->smem = (impl & TR_RAM_HAS_SRAM_MASK) == 0;
    if (!choose_mode(r, b->smem, &control)) {
        return false;
    }
    if (!b->smem) {
        return place(r, 0, bytes >= 8 ? bytes - 4 : UINT32_MAX, b);
    }
    if (window->size < 8) {
        return true;
    }
    bytes = bytes >= 8 && bytes < window->size ? bytes : window->size;
    if (!place(r, window->base, window->base + bytes - 4, b)) {
        return false;
    }
    b->good = b->good && b->start >= window->base &&
              b->limit < window->base + window->size; /* never outside of the window */
    return true;
}

/* ---- the mode ---- */

static bool look_at_mode(struct htk_reg *r, bool sram, bool smem)
{
    uint32_t zero = 0, one = 0;
    htk_reg_begin(r, "trRamMode, trRamHasSRAM and trRamHasSMEM");
    if (!choose_mode(r, false, &zero) || !choose_mode(r, true, &one)) {
        return false;
    }
    zero &= TR_RAM_MODE_MASK;
    one &= TR_RAM_MODE_MASK;
    htk_reg_judge_all(r, "TCI-RAM-015 TCI-RAM-016", sram || smem, "one of the two bits is 1", 0);
    if (sram && smem) {
        htk_reg_judge(r, "TCI-RAM-009", zero == 0 && one != 0, "trRamMode can be set to 0 and 1",
                      zero | one);
        htk_reg_judge_all(r, "TCI-RAM-015 TCI-RAM-016", zero != one,
                          "both modes can be set: both bits are 1", zero | one);
    } else if (sram) {
        htk_reg_judge_all(r, "TCI-MIN-013 TCI-RAM-016", (zero | one) == 0, "trRamMode 0 only", one);
    } else {
        htk_reg_judge_all(r, "TCI-MIN-019 TCI-RAM-015", (zero & one) != 0, "trRamMode 1 only",
                          zero);
    }
    return true;
}

/* ---- the range of a pair of registers ---- */

/* After 0 the lowest value, after ones the highest. */
static bool range(struct htk_reg *r, uint32_t low, uint64_t *least, uint64_t *most)
{
    uint64_t got = 0;
    if (!set(r, low, 0, least) || !set(r, low, UINT64_MAX, most)) {
        return false;
    }
    const uint64_t between[] = {*least + 4, (*most - *least) / 2, *most - 4,
                                *most - 8,  *most - 12,           *most - 64};
    htk_reg_judge_all(r, "TCI-RAM-045 TCI-RAM-046", *least <= *most,
                      "not less after ones than after 0", *most);
    for (size_t i = 0; *most > *least && i < sizeof between / sizeof between[0]; i++) {
        if (!set(r, low, between[i], &got)) {
            return false;
        }
        htk_reg_judge(r, "TCI-RAM-045", got >= *least, "not less than after 0", got);
        htk_reg_judge(r, "TCI-RAM-046", got <= *most, "not more than after ones", got);
    }
    return true;
}

/* ---- SRAM ---- */

/* trRamRP and trRamData: from word to word, and at the limit back to the start. */
static bool look_at_data(struct htk_reg *r, uint64_t limit)
{
    uint32_t data;
    uint64_t rp = 0;
    if (!set(r, TR_RAM_RP_LOW_OFFSET, 0, &rp)) {
        return false;
    }
    for (uint64_t n = 1; n <= 3 && 4 * n <= limit; n++) {
        if (!htk_reg_read(r, TR_RAM_DATA_OFFSET, &data) || !get(r, TR_RAM_RP_LOW_OFFSET, &rp)) {
            return false;
        }
        htk_reg_judge_all(r, "TCI-RAM-027 TCI-RAM-031", rp == 4 * n,
                          "trRamRP 4 more after each read of trRamData", rp);
    }
    if (!set(r, TR_RAM_RP_LOW_OFFSET, limit, &rp) || !htk_reg_read(r, TR_RAM_DATA_OFFSET, &data) ||
        !get(r, TR_RAM_RP_LOW_OFFSET, &rp)) {
        return false;
    }
    htk_reg_judge(r, "TCI-RAM-028", rp == 0, "trRamRP 0 after the word at trRamLimit", rp);
    return true;
}

static bool look_at_read_pointer(struct htk_reg *r, uint64_t limit)
{
    const uint64_t tries[] = {0, 4, 8, 12, limit / 2 & ~UINT64_C(3), limit - 4, limit};
    uint64_t got = 0;
    htk_reg_begin(r, "trRamRP and trRamData");
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        if (tries[i] > limit) {
            continue;
        }
        if (!set(r, TR_RAM_RP_LOW_OFFSET, tries[i], &got)) {
            return false;
        }
        htk_reg_judge_all(r, "TCI-MIN-017 TCI-RAM-029", got == tries[i],
                          "every multiple of 4 up to trRamLimit", got);
    }
    return look_at_data(r, limit);
}

/* The buffer made smaller, where that can be done: limit and read pointer follow. */
static bool look_at_trimmed(struct htk_reg *r, uint64_t most, uint32_t width)
{
    uint64_t limit = 0;
    htk_reg_begin(r, "a smaller trRamLimit");
    for (uint64_t bytes = 64; bytes <= 128; bytes += 4) {
        if (!set(r, TR_RAM_LIMIT_LOW_OFFSET, bytes - 4, &limit)) {
            return false;
        }
        htk_reg_judge_all(r, "TCI-RAM-034 TCI-RAM-037", (limit + 4) % width == 0,
                          "the last word of 32 bits in a whole word of the memory", limit);
    }
    return limit == most || limit < 16 || look_at_read_pointer(r, limit);
}

static bool look_at_wp(struct htk_reg *r, uint64_t start, uint64_t limit, uint32_t width,
                       const char *ids)
{
    uint64_t got = 0, tries[] = {start, start + width, start + 3 * (uint64_t)width,
                                 (start + (limit - start) / 2) & ~(uint64_t)(width - 1),
                                 limit & ~(uint64_t)(width - 1)};
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        if (tries[i] > limit) {
            continue;
        }
        if (!set(r, TR_RAM_WP_LOW_OFFSET, tries[i], &got)) {
            return false;
        }
        htk_reg_judge_all(r, ids, got == tries[i],
                          "every multiple of the word from trRamStart to trRamLimit", got);
    }
    for (uint32_t odd = 4; odd < width; odd += 4) {
        if (!set(r, TR_RAM_WP_LOW_OFFSET, start + odd, &got)) {
            return false;
        }
        htk_reg_judge(r, "TCI-RAM-025", got % width == 0, "a multiple of the word", got);
    }
    return true;
}

/* trRamWrap: only a write of trRamWPLow clears it. */
static bool look_at_wrap(struct htk_reg *r)
{
    uint32_t value = 0;
    htk_reg_begin(r, "trRamWrap");
    if (!htk_reg_write(r, TR_RAM_WP_LOW_OFFSET, TR_RAM_WRAP_MASK) ||
        !htk_reg_try(r, TR_RAM_WP_LOW_OFFSET, 0, &value)) {
        return false;
    }
    htk_reg_judge_all(r, "TCI-RAM-023 TCI-MIN-014", (value & TR_RAM_WRAP_MASK) == 0,
                      "0 after a write of trRamWPLow", value);
    return true;
}

static bool look_at_sram(struct htk_reg *r)
{
    uint64_t least = 0, most = 0, zero = 0, ones = 0, wp = 0;
    uint32_t value = 0, high = 0, width = 0;
    if (!choose_mode(r, false, &value)) {
        return false;
    }
    htk_reg_begin(r, "trRamStart and trRamLimitHigh in SRAM mode");
    if (!set(r, TR_RAM_START_LOW_OFFSET, 0, &zero) ||
        !set(r, TR_RAM_START_LOW_OFFSET, UINT64_MAX, &ones) ||
        !htk_reg_try(r, TR_RAM_LIMIT_HIGH_OFFSET, UINT32_MAX, &high)) {
        return false;
    }
    htk_reg_judge_all(r, "TCI-RAM-042 TCI-RAM-034", zero == ones, "trRamStart cannot be set", ones);
    htk_reg_judge(r, "TCI-RAM-043", high == 0, "trRamLimitHigh reads 0", high);
    htk_reg_begin(r, "trRamLimit and trRamWP in SRAM mode");
    if (!range(r, TR_RAM_LIMIT_LOW_OFFSET, &least, &most) ||
        !set(r, TR_RAM_LIMIT_LOW_OFFSET, UINT64_MAX, &most) || !word(r, zero, &width) ||
        !set(r, TR_RAM_WP_LOW_OFFSET, 0, &wp)) {
        return false;
    }
    htk_reg_judge_all(r, "TCI-MIN-015 TCI-MAP-032", most != 0, "trRamLimitLow above 0", most);
    htk_reg_judge(r, "TCI-MIN-016", wp == 0, "trRamWP takes 0", wp);
    htk_reg_judge_all(r, "TCI-MAP-034 TCI-RAM-025", width != 0,
                      "trRamWP takes a word of 4 to 64 bytes", width);
    if (width == 0 || most < width) {
        return true;
    }
    htk_reg_judge(r, "TCI-RAM-038", most % 4 == 0 && (most + 4) % width == 0,
                  "the last word of 32 bits", most);
    return look_at_wp(r, 0, most, width, "TCI-RAM-024 TCI-REG-139") &&
           look_at_read_pointer(r, most) && look_at_trimmed(r, most, width) && look_at_wrap(r);
}

/* ---- system memory ---- */

/* Registers for the high half of an address: all three, or none. */
static bool look_at_high(struct htk_reg *r, uint64_t most)
{
    static const struct {
        uint32_t low;
        const char *id;
    } pairs[] = {{TR_RAM_START_LOW_OFFSET, "TCI-RAM-019"},
                 {TR_RAM_LIMIT_LOW_OFFSET, "TCI-RAM-021"},
                 {TR_RAM_WP_LOW_OFFSET, "TCI-RAM-026"}};
    const bool wide = most >> 32 != 0;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        uint64_t got = 0;
        if (!set(r, pairs[i].low, UINT64_MAX, &got)) {
            return false;
        }
        if (wide) {
            htk_reg_judge_all(r, pairs[i].id, got >> 32 == most >> 32,
                              "the same high half as in trRamLimit", got);
            htk_reg_judge(r, "TCI-RAM-018", got >> 32 != 0, "a high half", got);
        } else {
            htk_reg_skip(r, pairs[i].id, "addresses of more than 32 bits");
        }
    }
    return true;
}

static bool look_at_smem(struct htk_reg *r)
{
    const struct topology_range *window = &r->about->extra.smem;
    uint64_t start = 0, last = 0, least = 0, most = 0, got = 0;
    uint32_t value = 0, width = 0;
    if (!choose_mode(r, true, &value)) {
        return false;
    }
    htk_reg_begin(r, "trRamStart and trRamLimit in SMEM mode");
    if (!range(r, TR_RAM_START_LOW_OFFSET, &start, &last) ||
        !range(r, TR_RAM_LIMIT_LOW_OFFSET, &least, &most) || !look_at_high(r, most)) {
        return false;
    }
    htk_reg_judge(r, start == last ? "TCI-RAM-036" : "TCI-RAM-035", most > start,
                  "a limit above the start", most);
    htk_reg_judge_all(r, "TCI-MIN-021 TCI-MAP-032", most != 0, "trRamLimitLow above 0", most);
    const uint64_t want = window->size >= 8 ? window->base : start;
    if (!set(r, TR_RAM_START_LOW_OFFSET, want, &start) || !word(r, start, &width)) {
        return false;
    }
    htk_reg_judge_all(r, "TCI-RAM-017 TCI-MIN-020", start % 4 == 0 && start <= last,
                      "a multiple of 4", start);
    htk_reg_judge_all(r, "TCI-MAP-034 TCI-RAM-025", width != 0,
                      "trRamWP takes a word of 4 to 64 bytes", width);
    const uint64_t room = window->size >= 8 ? window->size : SOME;
    for (uint64_t odd = 4; width != 0 && odd <= 64; odd += 4) {
        if (!set(r, TR_RAM_LIMIT_LOW_OFFSET, start + room - odd, &got)) {
            return false;
        }
        htk_reg_judge(r, "TCI-RAM-037", got % width == 0, "a multiple of the word", got);
    }
    const uint64_t limit = start + room - width;
    return width == 0 || (set(r, TR_RAM_LIMIT_LOW_OFFSET, limit, &got) &&
                          look_at_wp(r, start, got > limit ? limit : got, width, "TCI-MIN-022") &&
                          look_at_wrap(r));
}

bool htk_reg_ramsink(struct htk_reg *r)
{
    uint32_t control, impl = 0;
    if (r->about->kind != TOPOLOGY_RAMSINK) {
        return true;
    }
    if (!htk_reg_reset(r, &control) || !htk_reg_read(r, HTK_REG_IMPL, &impl)) {
        return false;
    }
    const bool sram = (impl & TR_RAM_HAS_SRAM_MASK) != 0, smem = (impl & TR_RAM_HAS_SMEM_MASK) != 0;
    return look_at_mode(r, sram, smem) && (!sram || look_at_sram(r)) && (!smem || look_at_smem(r));
}
