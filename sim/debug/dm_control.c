/* SPDX-License-Identifier: Apache-2.0 */
/* Run control (Debug 1.0, "Selecting Harts", "Run Control", "Reset Control", "Halt Groups"). */
#include <stddef.h>

#include "debug/dm_priv.h"

enum {
    HARTSEL_MASK = SIM_DM_MAX_HARTS * 2 - 1, /* one bit more: some index does not exist */
    CTRL_HALTREQ = 31,
    CTRL_RESUMEREQ = 30,
    CTRL_HARTRESET = 29,
    CTRL_ACKHAVERESET = 28,
    CTRL_HASEL = 26,
    CTRL_HARTSELLO = 16,
    CTRL_HARTSELHI = 6,
    CTRL_SETRESETHALTREQ = 3,
    CTRL_CLRRESETHALTREQ = 2,
    CTRL_NDMRESET = 1,
    STAT_NDMRESETPENDING = 24,
    STAT_IMPEBREAK = 22,
    STAT_HAVERESET = 18,
    STAT_RESUMEACK = 16,
    STAT_NONEXISTENT = 14,
    STAT_UNAVAIL = 12,
    STAT_RUNNING = 10,
    STAT_HALTED = 8,
    STAT_AUTHENTICATED = 7,
    STAT_HASRESETHALTREQ = 5,
    VERSION_0_13 = 2,
    VERSION_1_0 = 3,
    HARTINFO_NSCRATCH = 20,
    NSCRATCH = 2, /* dscratch0 and 1: the module itself needs none */
    CS2_GROUP = 2,
    CS2_HGWRITE = 1 << 1,
    CS2_GROUPTYPE = 1 << 11,
};

static bool flag(uint32_t value, unsigned n)
{
    return (value >> n & 1) != 0;
}

static enum sim_dm_hart_state state_of(const struct sim_dm *dm, unsigned i)
{
    return dm->hart[i].ops->state(dm->hart[i].ctx);
}

/* Is hart i, which exists, one of the selected? */
static bool selected(const struct sim_dm *dm, unsigned i)
{
    return i == dm->hartsel || (dm->hasel && (dm->array >> i & 1) != 0);
}

static void request_halt(struct sim_dm *dm, unsigned i, bool on)
{
    const struct sim_dm_hart *h = &dm->hart[i];

    dm->bits[i].haltreq = on;
    if (on) {
        h->ops->halt(h->ctx, SIM_DM_HALT_HALTREQ);
    } else {
        h->ops->cancel_halt(h->ctx);
    }
}

static void request_resume(struct sim_dm *dm, unsigned i)
{
    const struct sim_dm_hart *h = &dm->hart[i];

    dm->bits[i].resumeack = false;
    if (state_of(dm, i) != SIM_DM_HALTED) {
        return;
    }
    h->ops->resume(h->ctx);
    dm->bits[i].was_halted = false;
    dm->bits[i].resumeack = true;
}

/* Does a hart that comes out of reset halt? */
static enum sim_dm_halt halt_after_reset(const struct sim_dm_hart_bits *b)
{
    if (b->halt_on_reset) { /* of higher priority than haltreq */
        return SIM_DM_HALT_RESETHALTREQ;
    }
    return b->haltreq ? SIM_DM_HALT_HALTREQ : SIM_DM_HALT_NOT;
}

/* Drive the reset line of each hart as ndmreset and hartreset ask for. A hart that comes out of
 * reset halts before its first instruction when it was asked to. */
static void drive_resets(struct sim_dm *dm)
{
    for (unsigned i = 0; i < dm->nharts; i++) {
        const struct sim_dm_hart *h = &dm->hart[i];
        const bool hold = dm->ndmreset || dm->srst || (dm->hartreset && selected(dm, i));

        if (hold == dm->bits[i].in_reset) {
            continue;
        }
        dm->bits[i].in_reset = hold;
        dm->bits[i].was_halted = false;
        h->ops->reset(h->ctx, hold, hold ? SIM_DM_HALT_NOT : halt_after_reset(&dm->bits[i]));
    }
}

/* The reset of the platform: ndmreset or SRST. */
static void drive_system_reset(struct sim_dm *dm, bool ndmreset, bool srst)
{
    const bool was = dm->ndmreset || dm->srst, is = ndmreset || srst;

    dm->ndmreset = ndmreset;
    dm->srst = srst;
    if (is != was && dm->bus->reset != NULL) {
        dm->bus->reset(dm->bus_ctx, is);
    }
    drive_resets(dm);
}

void sim_dm_system_reset(struct sim_dm *dm, bool hold)
{
    drive_system_reset(dm, dm->ndmreset, hold);
}

void sim_dm_control_reset(struct sim_dm *dm)
{
    dm->hartreset = false;
    for (unsigned i = 0; i < dm->nharts; i++) {
        struct sim_dm_hart_bits *b = &dm->bits[i];

        if (b->haltreq) {
            request_halt(dm, i, false);
        }
        b->resumeack = false;
        b->halt_on_reset = false;
        b->group = 0;
    }
    drive_system_reset(dm, false, dm->srst);
    dm->hartsel = 0;
    dm->hasel = false;
    dm->hawindowsel = 0;
    dm->array = 0;
}

static bool have_reset(const struct sim_dm *dm, unsigned i)
{
    return dm->hart[i].ops->resets(dm->hart[i].ctx) != dm->bits[i].resets_acked;
}

static uint32_t any_all(unsigned count, unsigned of, unsigned shift)
{
    return sim_bit(count != 0, shift) | sim_bit(count != 0 && count == of, shift + 1);
}

static uint32_t dmstatus(const struct sim_dm *dm)
{
    unsigned n = 0, absent = dm->hartsel >= dm->nharts, reset = 0, ack = 0;
    unsigned count[3] = {0};
    uint32_t v = dm->cfg.v1 ? VERSION_1_0 : VERSION_0_13;

    for (unsigned i = 0; i < dm->nharts; i++) {
        if (!selected(dm, i)) {
            continue;
        }
        n++;
        count[state_of(dm, i)]++;
        reset += have_reset(dm, i);
        ack += dm->bits[i].resumeack;
    }
    n += absent;
    v |= any_all(count[SIM_DM_HALTED], n, STAT_HALTED);
    v |= any_all(count[SIM_DM_RUNNING], n, STAT_RUNNING);
    v |= any_all(count[SIM_DM_UNAVAILABLE], n, STAT_UNAVAIL);
    v |= any_all(absent, n, STAT_NONEXISTENT);
    v |= any_all(ack, n, STAT_RESUMEACK);
    v |= any_all(reset, n, STAT_HAVERESET);
    v |= sim_bit(dm->cfg.progbuf != 0, STAT_IMPEBREAK);
    v |= sim_bit(dm->cfg.v1 && dm->ndmreset, STAT_NDMRESETPENDING);
    return v | sim_bit(true, STAT_AUTHENTICATED) | sim_bit(true, STAT_HASRESETHALTREQ);
}

static uint32_t dmcontrol(const struct sim_dm *dm)
{
    return sim_bit(dm->hartreset, CTRL_HARTRESET) | sim_bit(dm->hasel, CTRL_HASEL) |
           (dm->hartsel & 0x3ff) << CTRL_HARTSELLO | (dm->hartsel >> 10) << CTRL_HARTSELHI |
           sim_bit(dm->ndmreset, CTRL_NDMRESET) | 1;
}

/* Requests, for the harts that are selected now. None has an effect while a command is executed. */
static void hart_requests(struct sim_dm *dm, uint32_t value)
{
    const bool haltreq = flag(value, CTRL_HALTREQ);
    /* resumereq is ignored if haltreq is set. */
    const bool resume = flag(value, CTRL_RESUMEREQ) && !haltreq;

    for (unsigned i = 0; i < dm->nharts; i++) {
        struct sim_dm_hart_bits *b = &dm->bits[i];

        if (!selected(dm, i)) {
            continue;
        }
        if (flag(value, CTRL_ACKHAVERESET)) {
            b->resets_acked = dm->hart[i].ops->resets(dm->hart[i].ctx);
        }
        if (flag(value, CTRL_CLRRESETHALTREQ)) {
            b->halt_on_reset = false;
        } else if (flag(value, CTRL_SETRESETHALTREQ)) {
            b->halt_on_reset = true;
        }
        if (haltreq || b->haltreq) {
            request_halt(dm, i, haltreq);
        }
        if (resume) {
            request_resume(dm, i);
        }
    }
}

static void write_dmcontrol(struct sim_dm *dm, uint32_t value)
{
    if (!dm->busy) {
        dm->hartsel =
            ((value >> CTRL_HARTSELLO & 0x3ff) | (value >> CTRL_HARTSELHI & 0x3ff) << 10) &
            HARTSEL_MASK;
        dm->hasel = dm->cfg.hart_array && flag(value, CTRL_HASEL);
        hart_requests(dm, value);
    }
    dm->hartreset = dm->cfg.hartreset && flag(value, CTRL_HARTRESET);
    drive_system_reset(dm, flag(value, CTRL_NDMRESET), dm->srst);
}

/* The harts 32 * word .. 32 * word + 31 that are halted. */
static uint32_t halted_word(const struct sim_dm *dm, unsigned word)
{
    uint32_t v = 0;

    for (unsigned i = 32 * word; i < dm->nharts && i < 32 * word + 32; i++) {
        v |= sim_bit(state_of(dm, i) == SIM_DM_HALTED, i % 32);
    }
    return v;
}

static uint32_t haltsum1(const struct sim_dm *dm)
{
    uint32_t v = 0;

    for (unsigned w = 0; w < SIM_DM_MAX_HARTS / 32; w++) {
        v |= sim_bit(halted_word(dm, w) != 0, w);
    }
    return v;
}

/* dmcs2: halt groups only. */
static uint32_t dmcs2(const struct sim_dm *dm)
{
    const unsigned i = dm->hartsel;

    return i < dm->nharts ? (uint32_t)dm->bits[i].group << CS2_GROUP : 0;
}

static void write_dmcs2(struct sim_dm *dm, uint32_t value)
{
    const unsigned group = value >> CS2_GROUP & 31;

    if ((value & CS2_HGWRITE) == 0 || (value & CS2_GROUPTYPE) != 0 || group > dm->cfg.halt_groups) {
        return;
    }
    for (unsigned i = 0; i < dm->nharts; i++) {
        if (selected(dm, i)) {
            dm->bits[i].group = (uint8_t)group;
        }
    }
}

static void write_hawindow(struct sim_dm *dm, uint32_t value)
{
    const unsigned shift = 32 * dm->hawindowsel;
    const uint64_t exists = dm->nharts < 64 ? (UINT64_C(1) << dm->nharts) - 1 : UINT64_MAX;

    dm->array &= ~((uint64_t)UINT32_MAX << shift);
    dm->array |= (uint64_t)value << shift;
    dm->array &= exists;
}

uint32_t sim_dm_control_read(struct sim_dm *dm, uint32_t addr)
{
    switch (addr) {
    case SIM_DM_DMCONTROL:
        return dmcontrol(dm);
    case SIM_DM_DMSTATUS:
        return dmstatus(dm);
    case SIM_DM_HARTINFO:
        return dm->cfg.progbuf != 0 && dm->hartsel < dm->nharts ? NSCRATCH << HARTINFO_NSCRATCH : 0;
    case SIM_DM_HALTSUM0:
        return halted_word(dm, dm->hartsel / 32);
    case SIM_DM_HALTSUM1:
        return haltsum1(dm);
    case SIM_DM_HAWINDOWSEL:
        return dm->hawindowsel;
    case SIM_DM_HAWINDOW:
        return (uint32_t)(dm->array >> (32 * dm->hawindowsel));
    case SIM_DM_DMCS2:
        return dm->cfg.v1 ? dmcs2(dm) : 0;
    default:
        return 0;
    }
}

void sim_dm_control_write(struct sim_dm *dm, uint32_t addr, uint32_t value)
{
    if (addr == SIM_DM_DMCONTROL) {
        write_dmcontrol(dm, value);
    } else if (addr == SIM_DM_DMCS2 && dm->cfg.v1) {
        write_dmcs2(dm, value);
    } else if (addr == SIM_DM_HAWINDOWSEL && dm->cfg.hart_array) {
        dm->hawindowsel = value & (SIM_DM_MAX_HARTS / 32 - 1);
    } else if (addr == SIM_DM_HAWINDOW && dm->cfg.hart_array) {
        write_hawindow(dm, value);
    }
}

void sim_dm_watch(struct sim_dm *dm)
{
    uint32_t groups = 0; /* in which a hart has halted */

    for (unsigned i = 0; i < dm->nharts; i++) {
        const bool halted = state_of(dm, i) == SIM_DM_HALTED;

        if (halted && !dm->bits[i].was_halted) {
            groups |= sim_bit(true, dm->bits[i].group);
        }
        dm->bits[i].was_halted = halted;
    }
    groups &= ~UINT32_C(1);
    for (unsigned i = 0; groups != 0 && i < dm->nharts; i++) {
        if ((groups >> dm->bits[i].group & 1) != 0) {
            dm->hart[i].ops->halt(dm->hart[i].ctx, SIM_DM_HALT_GROUP);
        }
    }
}
