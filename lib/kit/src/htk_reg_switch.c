/* SPDX-License-Identifier: Apache-2.0 */
/* Active, Enable and Empty: the switches that every component has. */
#include "atbbridge_regs.h"
#include "encoder_regs.h"
#include "htk_reg.h"
#include "pibsink_regs.h"
#include "ramsink_regs.h"

/* The rules that name them: Active, Enable, Empty, "Active resets the component". */
static const struct switches {
    const char *active, *enable, *empty, *resets;
} rules[] = {
    [TOPOLOGY_ENCODER] = {"TCI-REG-001 NT-CTL-001", "TCI-REG-002 NT-CTL-002",
                          "TCI-REG-004 TCI-TE-006 NT-CTL-004", "TCI-RST-003"},
    [TOPOLOGY_FUNNEL] = {"TCI-REG-145", "TCI-REG-146", "TCI-REG-148 TCI-FUN-005", "TCI-RST-004"},
    [TOPOLOGY_RAMSINK] = {"TCI-REG-113", "TCI-REG-114", "TCI-REG-116 TCI-RAM-008", "TCI-RST-006"},
    [TOPOLOGY_PIBSINK] = {"TCI-REG-157", "TCI-REG-158", "TCI-REG-160 TCI-PIB-004", "TCI-RST-005"},
    [TOPOLOGY_ATBBRIDGE] = {"TCI-REG-173", "TCI-REG-174", "TCI-REG-176 TCI-ATB-004", "TCI-RST-007"},
};

/* In reset: Enable cannot be set. */
static bool look_at_sleep(struct htk_reg *r)
{
    const struct switches *s = &rules[r->about->kind];
    uint32_t value = 0, tried = 0;
    bool asleep = false;
    htk_reg_begin(r, "Enable while Active is 0");
    if (!htk_reg_write(r, HTK_REG_CONTROL, 0) ||
        !htk_reg_poll(r, HTK_REG_CONTROL, HTK_REG_ACTIVE, 0, &asleep) ||
        !htk_reg_read(r, HTK_REG_CONTROL, &value) ||
        !htk_reg_try(r, HTK_REG_CONTROL, HTK_REG_ENABLE, &tried)) {
        return false;
    }
    htk_reg_judge_all(r, s->active, asleep, "Active reads 0 after it was written", value);
    htk_reg_judge(r, "TCI-RST-009", ((value | tried) & HTK_REG_ENABLE) == 0,
                  "Enable 0 while Active is 0", tried);
    return htk_reg_write(r, HTK_REG_CONTROL, 0);
}

/* Released: Enable 0, Empty 1. */
static bool look_at_release(struct htk_reg *r, uint32_t *control)
{
    const struct switches *s = &rules[r->about->kind];
    htk_reg_begin(r, "after Active became 1");
    if (!htk_reg_reset(r, control)) {
        return false;
    }
    htk_reg_judge_all(r, s->active, (*control & HTK_REG_ACTIVE) != 0, "Active 1", *control);
    htk_reg_judge_all(r, "TCI-RST-021 TCI-RST-019", (*control & HTK_REG_ENABLE) == 0, "Enable 0",
                      *control);
    htk_reg_judge_all(r, s->empty, (*control & HTK_REG_EMPTY) != 0, "Empty 1", *control);
    return true;
}

/* Settings with which the component may be enabled: nothing is lost or driven by chance. *good:
 * there are some; *control is trXxControl with them. */
static bool make_harmless(struct htk_reg *r, uint32_t *control, bool *good)
{
    struct htk_buffer buffer;
    *good = true;
    *control = HTK_REG_ACTIVE;
    switch (r->about->kind) {
    case TOPOLOGY_ENCODER: /* trTeInstTracing is 0, and so is the mode */
        *control |= TR_TE_FORMAT_NTRACE << TR_TE_FORMAT_SHIFT;
        break;
    case TOPOLOGY_RAMSINK:
        if (!htk_reg_buffer(r, 0, &buffer)) {
            return false;
        }
        *good = buffer.good;
        *control |= buffer.smem ? (uint32_t)TR_RAM_MODE_MASK : 0;
        break;
    case TOPOLOGY_PIBSINK:
        *control |= TR_PIB_MODE_PARALLEL4 << TR_PIB_MODE_SHIFT;
        break;
    case TOPOLOGY_ATBBRIDGE:
        *control |= 1u << TR_ATB_BRIDGE_ID_SHIFT;
        break;
    default:
        break;
    }
    uint32_t got = 0;
    if (!htk_reg_try(r, HTK_REG_CONTROL, *control, &got)) {
        return false;
    }
    if (r->about->kind == TOPOLOGY_PIBSINK) { /* another mode may have been granted */
        *control = (*control & ~TR_PIB_MODE_MASK) | (got & TR_PIB_MODE_MASK);
    }
    return true;
}

static bool pointers(struct htk_reg *r, uint32_t value[8])
{
    bool good = true;
    for (uint32_t k = 0; good && k < 8; k++) {
        good = htk_reg_read(r, TR_RAM_START_LOW_OFFSET + 4 * k, &value[k]);
    }
    return good;
}

/* Enabling changes no pointer: nothing is sent to it. */
static bool look_at_pointers(struct htk_reg *r, const uint32_t before[8])
{
    uint32_t now[8];
    if (!pointers(r, now)) {
        return false;
    }
    for (unsigned k = 0; k < 8; k++) {
        htk_reg_judge_all(r, "TCI-RAM-006 TCI-RAM-056", now[k] == before[k],
                          "start, limit and pointers as before enabling", now[k]);
    }
    return true;
}

/* Enabled: trRamRP can be set and trRamData advances it, or neither. */
static bool look_at_reading(struct htk_reg *r)
{
    uint32_t limit = 0, before = 0, set = 0, data = 0, after = 0;
    if (!htk_reg_read(r, TR_RAM_LIMIT_LOW_OFFSET, &limit) ||
        !htk_reg_read(r, TR_RAM_RP_LOW_OFFSET, &before)) {
        return false;
    }
    const uint32_t other = before == 8 ? 16 : 8;
    if (!htk_reg_try(r, TR_RAM_RP_LOW_OFFSET, other, &set) ||
        !htk_reg_read(r, TR_RAM_DATA_OFFSET, &data) ||
        !htk_reg_read(r, TR_RAM_RP_LOW_OFFSET, &after)) {
        return false;
    }
    if (limit >= 32) {
        const uint32_t want = set == before ? before : set + 4;
        htk_reg_judge(r, "TCI-RAM-058", after == want,
                      set == before ? "trRamRP as before: a write of it was ignored"
                                    : "trRamRP 4 more: a write of it was taken",
                      after);
    }
    return true;
}

static bool look_at_enable(struct htk_reg *r, uint32_t control)
{
    const struct switches *s = &rules[r->about->kind];
    const bool ram = r->about->kind == TOPOLOGY_RAMSINK;
    uint32_t before[8];
    bool set = false, cleared = false, empty = false;
    htk_reg_begin(r, "Enable 1, then 0");
    if ((ram && !pointers(r, before)) ||
        !htk_reg_write(r, HTK_REG_CONTROL, control | HTK_REG_ENABLE) ||
        !htk_reg_poll(r, HTK_REG_CONTROL, HTK_REG_ENABLE, HTK_REG_ENABLE, &set) ||
        (ram && !look_at_pointers(r, before)) ||
        (ram && (control & TR_RAM_MODE_MASK) == 0 && !look_at_reading(r)) ||
        !htk_reg_write(r, HTK_REG_CONTROL, control) ||
        !htk_reg_poll(r, HTK_REG_CONTROL, HTK_REG_ENABLE, 0, &cleared) ||
        !htk_reg_poll(r, HTK_REG_CONTROL, HTK_REG_EMPTY, HTK_REG_EMPTY, &empty)) {
        return false;
    }
    htk_reg_judge(r, "TCI-MIN-005", set, "Enable reads 1 after it was written", 0);
    htk_reg_judge(r, "TCI-MIN-005", cleared, "Enable reads 0 after it was written", 1);
    htk_reg_judge_all(r, s->enable, set && cleared, "Enable reads as it was written", set);
    htk_reg_judge_all(r, s->empty, empty, "Empty 1 after Enable became 0", 0);
    return true;
}

/* A reset while it is enabled. */
static bool look_at_reset(struct htk_reg *r, uint32_t control)
{
    const struct switches *s = &rules[r->about->kind];
    uint32_t asleep = 0, released = 0;
    bool set = false, off = false;
    htk_reg_begin(r, "reset while Enable is 1");
    if (!htk_reg_write(r, HTK_REG_CONTROL, control | HTK_REG_ENABLE) ||
        !htk_reg_poll(r, HTK_REG_CONTROL, HTK_REG_ENABLE, HTK_REG_ENABLE, &set) ||
        !htk_reg_write(r, HTK_REG_CONTROL, 0) ||
        !htk_reg_poll(r, HTK_REG_CONTROL, HTK_REG_ACTIVE, 0, &off) ||
        !htk_reg_read(r, HTK_REG_CONTROL, &asleep) || !htk_reg_reset(r, &released)) {
        return false;
    }
    htk_reg_judge(r, "TCI-RST-009", (asleep & HTK_REG_ENABLE) == 0,
                  "Enable 0 after Active became 0", asleep);
    htk_reg_judge_all(r, s->resets, (released & (HTK_REG_ENABLE | HTK_REG_EMPTY)) == HTK_REG_EMPTY,
                      "Enable 0 and Empty 1 after a reset", released);
    return true;
}

bool htk_reg_switches(struct htk_reg *r)
{
    uint32_t control = 0;
    bool good = false;
    if (!look_at_sleep(r) || !look_at_release(r, &control) || !make_harmless(r, &control, &good)) {
        return false;
    }
    if (!good) {
        htk_reg_skip(r, rules[r->about->kind].enable,
                     "memory for the trace: hartrace,smem-window in the tree");
        return true;
    }
    return look_at_enable(r, control) && look_at_reset(r, control);
}
