/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The debug module: run control of up to 64 harts, abstract commands, program buffer, and System
 * Bus Access. It knows harts and bus by the operations below and nothing else.
 * docs/reference/debug.md lists what it offers.
 *
 * Source: RISC-V Debug 1.0 (and 0.13.2 where cfg.v1 is false), chapter "Debug Module (DM)".
 */
#ifndef SIM_DM_H
#define SIM_DM_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/sim_must_check.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SIM_DM_MAX_HARTS = 64,
    SIM_DM_DATA = 4, /* data0..3: two arguments of 64 bits */
    SIM_DM_MAX_PROGBUF = 16,
    SIM_DM_MAX_GROUPS = 32, /* halt groups 0..31 */
    SIM_DM_MAX_INJECT = 16,
};

/* Addresses on the debug module interface (Debug 1.0, "Debug Module Registers"). */
enum sim_dm_reg {
    SIM_DM_DATA0 = 0x04,
    SIM_DM_DMCONTROL = 0x10,
    SIM_DM_DMSTATUS = 0x11,
    SIM_DM_HARTINFO = 0x12,
    SIM_DM_HALTSUM1 = 0x13,
    SIM_DM_HAWINDOWSEL = 0x14,
    SIM_DM_HAWINDOW = 0x15,
    SIM_DM_ABSTRACTCS = 0x16,
    SIM_DM_COMMAND = 0x17,
    SIM_DM_ABSTRACTAUTO = 0x18,
    SIM_DM_PROGBUF0 = 0x20,
    SIM_DM_DMCS2 = 0x32,
    SIM_DM_SBCS = 0x38,
    SIM_DM_SBADDRESS0 = 0x39,
    SIM_DM_SBADDRESS1 = 0x3a,
    SIM_DM_SBDATA0 = 0x3c,
    SIM_DM_SBDATA1 = 0x3d,
    SIM_DM_HALTSUM0 = 0x40,
};

enum sim_dm_hart_state {
    SIM_DM_RUNNING, /* or asleep */
    SIM_DM_HALTED,
    SIM_DM_UNAVAILABLE, /* in reset */
};

/* Why a hart shall halt: values of dcsr.cause. */
enum sim_dm_halt {
    SIM_DM_HALT_NOT = 0,
    SIM_DM_HALT_HALTREQ = 3,
    SIM_DM_HALT_RESETHALTREQ = 5,
    SIM_DM_HALT_GROUP = 6,
};

/* Results of the operations below: values of abstractcs.cmderr. */
enum sim_dm_cmderr {
    SIM_DM_CMD_OK = 0,
    SIM_DM_CMD_BUSY = 1,
    SIM_DM_CMD_NOT_SUPPORTED = 2,
    SIM_DM_CMD_EXCEPTION = 3, /* no such register, a program that trapped */
    SIM_DM_CMD_HALT_RESUME = 4,
    SIM_DM_CMD_BUS = 5, /* the access faults, is misaligned */
};

/* A hart. Every request is taken at once, and carried out before its next instruction. */
struct sim_dm_hart_ops {
    enum sim_dm_hart_state (*state)(void *ctx);
    /* Halt request; a hart that is halted ignores it. */
    void (*halt)(void *ctx, enum sim_dm_halt why);
    void (*cancel_halt)(void *ctx); /* forget a request that was not carried out */
    void (*resume)(void *ctx);      /* leave debug mode now (halted harts only) */
    /* Into reset, and out of it: then into debug mode, before the first instruction, unless why is
     * _NOT. */
    void (*reset)(void *ctx, bool hold, enum sim_dm_halt why);
    /* How often the hart was reset so far, power-on included. */
    uint32_t (*resets)(void *ctx);
    /* Registers by abstract number (0x0000 CSRs, 0x1000 GPRs, 0x1020 FPRs) of a halted hart. Return
     * SIM_DM_CMD_OK, _EXCEPTION (no such register) or _NOT_SUPPORTED. */
    enum sim_dm_cmderr (*reg_read)(void *ctx, unsigned regno, uint64_t *value);
    enum sim_dm_cmderr (*reg_write)(void *ctx, unsigned regno, uint64_t value);
    /* Memory as a halted hart sees it from M-mode; size 1, 2, 4 or 8. _OK, _EXCEPTION or _BUS. */
    enum sim_dm_cmderr (*mem_read)(void *ctx, uint64_t addr, unsigned size, uint64_t *value);
    enum sim_dm_cmderr (*mem_write)(void *ctx, uint64_t addr, unsigned size, uint64_t value);
    /* Execute a program of n words in debug mode, up to its ebreak or its end. _OK or _EXCEPTION.
     */
    enum sim_dm_cmderr (*exec)(void *ctx, const uint32_t *program, unsigned n);
};

struct sim_dm_hart {
    const struct sim_dm_hart_ops *ops;
    void *ctx;
    uint8_t xlen; /* 32 or 64 */
};

/* sbcs.sberror. */
enum sim_dm_sberror {
    SIM_DM_SB_OK = 0,
    SIM_DM_SB_TIMEOUT = 1,
    SIM_DM_SB_ADDRESS = 2,
    SIM_DM_SB_ALIGNMENT = 3,
    SIM_DM_SB_SIZE = 4,
    SIM_DM_SB_OTHER = 7,
};

/* The rest of the platform. */
struct sim_dm_bus_ops {
    /* One access of 1, 2, 4 or 8 bytes at a physical address. */
    enum sim_dm_sberror (*read)(void *ctx, uint64_t addr, unsigned size, uint64_t *value);
    enum sim_dm_sberror (*write)(void *ctx, uint64_t addr, unsigned size, uint64_t value);
    /* ndmreset: reset what is not a hart and not the debug module. May be NULL. */
    void (*reset)(void *ctx, bool hold);
};

/* A fault to play: at bus access `at` (the first is 1), and at every `every`-th one after it when
 * that is not 0. */
struct sim_dm_inject {
    uint64_t at, every;
    enum sim_dm_sberror error; /* the access is not performed and ends with this error */
    uint32_t busy;             /* cycles that the access takes in addition */
};

struct sim_dm_cfg {
    bool v1;                  /* Debug 1.0; false: 0.13 */
    uint8_t progbuf;          /* words, 0 (none) or 2..16; there is an implicit ebreak after them */
    uint8_t sba_bits;         /* width of an address: 0 (no System Bus Access), or 12..64 */
    uint8_t sba_sizes;        /* bits 0..3: accesses of 8, 16, 32, 64 bits */
    bool abstract_memory;     /* Access Memory command */
    bool abstract_csr;        /* Access Register reaches CSRs too; without, only GPRs */
    bool hart_array;          /* hasel, hawindow */
    bool hartreset;           /* dmcontrol.hartreset */
    uint8_t halt_groups;      /* highest halt group, 0..31; 1.0 only */
    uint32_t command_latency; /* cycles of an abstract command */
    uint32_t sba_latency;     /* cycles of a bus access */
    uint32_t active_latency;  /* cycles until a write of dmactive shows */
    unsigned ninject;
    struct sim_dm_inject inject[SIM_DM_MAX_INJECT];
};

/* Defaults: 1.0, 8 words of program buffer, 64 bits of bus address, all four sizes, everything
 * there, 31 halt groups, no latency, no faults. */
void sim_dm_cfg_init(struct sim_dm_cfg *cfg);

struct sim_dm_hart_bits {
    bool haltreq, resumeack, halt_on_reset;
    bool was_halted; /* as last seen, for halt groups */
    bool in_reset;   /* held by hartreset or ndmreset */
    uint8_t group;
    uint32_t resets_acked;
};

struct sim_dm {
    struct sim_dm_cfg cfg;
    struct sim_dm_hart hart[SIM_DM_MAX_HARTS];
    unsigned nharts;
    const struct sim_dm_bus_ops *bus;
    void *bus_ctx;
    /* dmcontrol. */
    bool active, activating;
    uint32_t active_wait;
    unsigned hartsel, hawindowsel;
    bool hasel, hartreset, ndmreset;
    bool srst;      /* sim_dm_system_reset */
    uint64_t array; /* hart array mask */
    struct sim_dm_hart_bits bits[SIM_DM_MAX_HARTS];
    /* Abstract commands. */
    uint32_t data[SIM_DM_DATA], progbuf[SIM_DM_MAX_PROGBUF];
    uint32_t command, autoexec;
    unsigned cmderr;
    bool busy;
    uint32_t command_wait;
    /* System Bus Access. */
    bool sbbusyerror, sbreadonaddr, sbautoincrement, sbreadondata;
    unsigned sbaccess, sberror;
    uint64_t sbaddress, sbdata;
    bool sbbusy, sbwrite;
    uint32_t sb_wait;
    enum sim_dm_sberror sb_injected;
    uint64_t sb_count; /* accesses so far */
};

/* After power-on: dmactive = 0. Copies the harts. ops and contexts outlive the module. Returns
 * false when something is out of range (harts 1..64, xlen, cfg). */
SIM_MUST_CHECK bool sim_dm_init(struct sim_dm *dm, const struct sim_dm_cfg *cfg,
                                const struct sim_dm_hart *harts, unsigned nharts,
                                const struct sim_dm_bus_ops *bus, void *bus_ctx);

/* Registers by word address. What is not there reads 0 and ignores writes. */
uint32_t sim_dm_read(struct sim_dm *dm, uint32_t addr);
void sim_dm_write(struct sim_dm *dm, uint32_t addr, uint32_t value);

/* A reset of the platform from elsewhere (SRST): what ndmreset does, for as long as it is held. */
void sim_dm_system_reset(struct sim_dm *dm, bool hold);

/* One cycle of the debug module: what takes time goes on. */
void sim_dm_clock(struct sim_dm *dm);

/* Look at the harts: when one of a halt group has halted, halt the others. Call it while harts run;
 * the time between two calls is the delay within a halt group. */
void sim_dm_watch(struct sim_dm *dm);

#ifdef __cplusplus
}
#endif

#endif
