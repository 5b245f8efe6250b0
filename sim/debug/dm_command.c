/* SPDX-License-Identifier: Apache-2.0 */
/* Abstract commands (Debug 1.0, "Abstract Commands", "Program Buffer"). */
#include "debug/dm_priv.h"

#include <stddef.h>

enum {
    CS_CMDERR = 8,
    CS_BUSY = 12,
    CS_PROGBUFSIZE = 24,
    AUTO_PROGBUF = 16,
    CMD_TYPE = 24,
    TYPE_ACCESS_REGISTER = 0,
    TYPE_ACCESS_MEMORY = 2,
    CMD_SIZE = 20,
    CMD_VIRTUAL = 1 << 23, /* must be 0 in Access Register */
    CMD_POSTINCREMENT = 1 << 19,
    CMD_POSTEXEC = 1 << 18,
    CMD_TRANSFER = 1 << 17,
    CMD_WRITE = 1 << 16,
    CMD_REGNO = 0xffff,
    MEM_ZERO = 3 << 17 | 0x3fff, /* bits that are defined as 0 in Access Memory */
    GPR0 = 0x1000,
    FPR_LAST = 0x103f,
};

void sim_dm_command_reset(struct sim_dm *dm)
{
    for (unsigned i = 0; i < SIM_DM_DATA; i++) {
        dm->data[i] = 0;
    }
    for (unsigned i = 0; i < SIM_DM_MAX_PROGBUF; i++) {
        dm->progbuf[i] = 0;
    }
    dm->command = 0;
    dm->autoexec = 0;
    dm->cmderr = SIM_DM_CMD_OK;
    dm->busy = false;
    dm->command_wait = 0;
}

/* Argument n of 32 or 64 bits. */
static uint64_t arg(const struct sim_dm *dm, unsigned n, unsigned bits)
{
    return bits == 32 ? dm->data[n] : dm->data[2 * n] | (uint64_t)dm->data[2 * n + 1] << 32;
}

static void set_arg(struct sim_dm *dm, unsigned n, unsigned bits, uint64_t value)
{
    if (bits == 32) {
        dm->data[n] = (uint32_t)value;
    } else {
        dm->data[2 * n] = (uint32_t)value;
        dm->data[2 * n + 1] = (uint32_t)(value >> 32);
    }
}

/* Returns the hart's answer, or _NOT_SUPPORTED for a group of registers that does not exist. */
static enum sim_dm_cmderr transfer(struct sim_dm *dm, const struct sim_dm_hart *h, uint32_t command)
{
    const unsigned bits = 8u << (command >> CMD_SIZE & 7), regno = command & CMD_REGNO;
    uint64_t value = 0;

    if ((bits != 32 && bits != 64) || bits > h->xlen || regno > FPR_LAST ||
        (regno < GPR0 && !dm->cfg.abstract_csr)) {
        return SIM_DM_CMD_NOT_SUPPORTED;
    }
    if ((command & CMD_WRITE) != 0) {
        return h->ops->reg_write(h->ctx, regno, arg(dm, 0, bits));
    }
    enum sim_dm_cmderr err = h->ops->reg_read(h->ctx, regno, &value);
    if (err == SIM_DM_CMD_OK) {
        set_arg(dm, 0, bits, value);
    }
    return err;
}

static enum sim_dm_cmderr access_register(struct sim_dm *dm, const struct sim_dm_hart *h,
                                          uint32_t command)
{
    enum sim_dm_cmderr err = SIM_DM_CMD_OK;

    if ((command & CMD_VIRTUAL) != 0 || ((command & CMD_POSTEXEC) != 0 && dm->cfg.progbuf == 0)) {
        return SIM_DM_CMD_NOT_SUPPORTED;
    }
    if ((command & CMD_TRANSFER) != 0) {
        err = transfer(dm, h, command);
        if (err != SIM_DM_CMD_OK) {
            return err;
        }
        if ((command & CMD_POSTINCREMENT) != 0) {
            dm->command = (command & ~(uint32_t)CMD_REGNO) | ((command + 1) & CMD_REGNO);
        }
    }
    if ((command & CMD_POSTEXEC) != 0) {
        err = h->ops->exec(h->ctx, dm->progbuf, dm->cfg.progbuf);
    }
    return err;
}

/* Addresses are physical; without translation virtual ones are the same (and are allowed then). */
static enum sim_dm_cmderr access_memory(struct sim_dm *dm, const struct sim_dm_hart *h,
                                        uint32_t command)
{
    const unsigned size = 1u << (command >> CMD_SIZE & 7);
    const uint64_t addr = arg(dm, 1, h->xlen);
    enum sim_dm_cmderr err;
    uint64_t value = 0;

    if (!dm->cfg.abstract_memory || (command & MEM_ZERO) != 0 || size > h->xlen / 8u) {
        return SIM_DM_CMD_NOT_SUPPORTED;
    }
    if ((command & CMD_WRITE) != 0) {
        err = h->ops->mem_write(h->ctx, addr, size, arg(dm, 0, h->xlen));
    } else {
        err = h->ops->mem_read(h->ctx, addr, size, &value);
        if (err == SIM_DM_CMD_OK) {
            set_arg(dm, 0, h->xlen, value);
        }
    }
    if (err == SIM_DM_CMD_OK && (command & CMD_POSTINCREMENT) != 0) {
        set_arg(dm, 1, h->xlen, addr + size);
    }
    return err;
}

static enum sim_dm_cmderr execute(struct sim_dm *dm)
{
    const uint32_t command = dm->command;

    if (command >> CMD_TYPE != TYPE_ACCESS_REGISTER && command >> CMD_TYPE != TYPE_ACCESS_MEMORY) {
        return SIM_DM_CMD_NOT_SUPPORTED;
    }
    if (dm->hartsel >= dm->nharts) {
        return SIM_DM_CMD_HALT_RESUME;
    }
    const struct sim_dm_hart *h = &dm->hart[dm->hartsel];
    if (h->ops->state(h->ctx) != SIM_DM_HALTED) {
        return SIM_DM_CMD_HALT_RESUME;
    }
    return command >> CMD_TYPE == TYPE_ACCESS_REGISTER ? access_register(dm, h, command)
                                                       : access_memory(dm, h, command);
}

/* An error of the command is lost when the debugger did something meanwhile. */
static void finish(struct sim_dm *dm)
{
    const enum sim_dm_cmderr err = execute(dm);

    dm->busy = false;
    if (dm->cmderr == SIM_DM_CMD_OK) {
        dm->cmderr = err;
    }
}

static void start(struct sim_dm *dm)
{
    if (dm->cmderr != SIM_DM_CMD_OK) {
        return;
    }
    dm->busy = true;
    dm->command_wait = dm->cfg.command_latency;
    if (dm->command_wait == 0) {
        finish(dm);
    }
}

void sim_dm_command_clock(struct sim_dm *dm)
{
    if (--dm->command_wait == 0) {
        finish(dm);
    }
}

/* The register is touched while a command is executed. */
static bool too_early(struct sim_dm *dm)
{
    if (dm->busy && dm->cmderr == SIM_DM_CMD_OK) {
        dm->cmderr = SIM_DM_CMD_BUSY;
    }
    return dm->busy;
}

/* The data or program buffer word at addr and its bit in abstractauto, or NULL: there is none. */
static uint32_t *word(struct sim_dm *dm, uint32_t addr, unsigned *bit)
{
    if (addr >= SIM_DM_PROGBUF0) {
        *bit = AUTO_PROGBUF + (addr - SIM_DM_PROGBUF0);
        return addr - SIM_DM_PROGBUF0 < dm->cfg.progbuf ? &dm->progbuf[addr - SIM_DM_PROGBUF0]
                                                        : NULL;
    }
    *bit = addr - SIM_DM_DATA0;
    return addr - SIM_DM_DATA0 < SIM_DM_DATA ? &dm->data[addr - SIM_DM_DATA0] : NULL;
}

static uint32_t abstractcs(const struct sim_dm *dm)
{
    return SIM_DM_DATA | dm->cmderr << CS_CMDERR | sim_bit(dm->busy, CS_BUSY) |
           (uint32_t)dm->cfg.progbuf << CS_PROGBUFSIZE;
}

uint32_t sim_dm_command_read(struct sim_dm *dm, uint32_t addr)
{
    unsigned bit;

    if (addr == SIM_DM_ABSTRACTCS) {
        return abstractcs(dm);
    }
    if (addr == SIM_DM_COMMAND) { /* WARZ */
        return 0;
    }
    if (addr == SIM_DM_ABSTRACTAUTO) {
        return dm->autoexec;
    }
    uint32_t *w = word(dm, addr, &bit);
    if (w == NULL) {
        return 0;
    }
    uint32_t value = *w;
    if (!too_early(dm) && (dm->autoexec >> bit & 1) != 0) {
        start(dm);
    }
    return value;
}

static void write_word(struct sim_dm *dm, uint32_t addr, uint32_t value)
{
    unsigned bit;
    uint32_t *w = word(dm, addr, &bit);

    if (w == NULL || too_early(dm)) {
        return;
    }
    *w = value;
    if ((dm->autoexec >> bit & 1) != 0) {
        start(dm);
    }
}

void sim_dm_command_write(struct sim_dm *dm, uint32_t addr, uint32_t value)
{
    const uint32_t words = (UINT32_C(1) << dm->cfg.progbuf) - 1;

    switch (addr) {
    case SIM_DM_ABSTRACTCS:
        if (!too_early(dm)) {
            dm->cmderr &= ~(value >> CS_CMDERR) & 7;
        }
        break;
    case SIM_DM_COMMAND:
        if (too_early(dm) || dm->cmderr != SIM_DM_CMD_OK) {
            break;
        }
        dm->command = value;
        start(dm);
        break;
    case SIM_DM_ABSTRACTAUTO:
        if (!too_early(dm)) {
            dm->autoexec = value & (words << AUTO_PROGBUF | ((1u << SIM_DM_DATA) - 1));
        }
        break;
    default:
        write_word(dm, addr, value);
        break;
    }
}
