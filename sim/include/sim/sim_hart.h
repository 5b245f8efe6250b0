/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The hart: RV32 or RV64 IMA(C) Zicsr Zifencei with M, S and U modes, PMP, the trigger module, and
 * the trace ingress port. One instruction per cycle. docs/reference/sim.md lists the CSRs, the
 * trigger module and the choices at the ingress port.
 *
 * Sources: RISC-V ISA manual, volumes I and II; RISC-V Debug 1.0, chapters "Core Debug" and
 * "Sdtrig"; E-Trace 2.0, chapter "Hart to encoder interface"; N-Trace 1.0, chapter "Trace Ingress
 * Port".
 */
#ifndef SIM_HART_H
#define SIM_HART_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/sim_bus.h"
#include "ingress/ingress_port.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SIM_PMP_ENTRIES = 16,
    SIM_MAX_TRIGGERS = 4,
    SIM_TRAP_ROW_END = 1 << 16, /* traps in a row that count as an endless loop: a platform stops */
};

/* Privilege levels, as in mstatus.MPP. */
enum sim_priv {
    SIM_PRIV_U = 0,
    SIM_PRIV_S = 1,
    SIM_PRIV_M = 3,
};

/* Interrupt causes (mcause without its top bit). */
enum sim_irq {
    SIM_IRQ_SSI = 1,
    SIM_IRQ_MSI = 3,
    SIM_IRQ_STI = 5,
    SIM_IRQ_MTI = 7,
    SIM_IRQ_SEI = 9,
    SIM_IRQ_MEI = 11,
};

enum sim_hart_status {
    SIM_HART_OK = 0,
    SIM_HART_ERR_ARG = -1,  /* configuration or argument out of range; nothing was done */
    SIM_HART_ERR_CSR = -2,  /* no such CSR, or it is read-only */
    SIM_HART_ERR_TRAP = -3, /* the access or the instruction would trap */
};

struct sim_hart_cfg {
    uint8_t xlen;    /* 32 or 64 */
    bool compressed; /* misa.C */
    bool itype4;     /* itype is 4 bits wide (N-Trace, Generating itype); otherwise 3 */
    bool all_jumps;  /* direct jumps are reported as itype 5 (trTeInstEnAllJumps) */
    bool replay; /* interrupts come only from sim_hart_force_interrupt, and wfi does not sleep */
    uint8_t triggers;    /* 0..4 */
    uint8_t pmp_entries; /* 0 or 16 */
    uint32_t hartid;
    uint64_t reset_pc;
    uint32_t cycles_per_tick; /* cycles per tick of `time`; >= 1 */
};

/* Defaults: RV64 with C, 4-bit itype, 4 triggers, 16 PMP entries, hart 0, reset at 0x80000000, 10
 * cycles per tick. */
void sim_hart_cfg_init(struct sim_hart_cfg *cfg);

/* What a step did. */
enum sim_step {
    SIM_STEP_RETIRED = 1 << 0,  /* an instruction retired */
    SIM_STEP_TRAPPED = 1 << 1,  /* an exception or interrupt was taken */
    SIM_STEP_RECORD = 1 << 2,   /* the ingress record is filled (always with the two above) */
    SIM_STEP_SLEEPING = 1 << 3, /* in wfi: nothing happened but time */
    SIM_STEP_HALTED = 1 << 4,   /* in debug mode */
    SIM_STEP_RESET = 1 << 5,    /* in reset */
};

/* Why the hart entered debug mode (dcsr.cause). */
enum sim_debug_cause {
    SIM_DEBUG_EBREAK = 1,
    SIM_DEBUG_TRIGGER = 2,
    SIM_DEBUG_HALTREQ = 3,
    SIM_DEBUG_STEP = 4,
    SIM_DEBUG_RESETHALTREQ = 5,
    SIM_DEBUG_GROUP = 6,
};

/* Result of one step: the record for the encoder, and the opcode for logs. */
struct sim_retire {
    struct ingress_cycle in;
    uint32_t opcode; /* of the instruction at in.block[0].iaddr; 0 when nothing was fetched */
};

struct sim_hart;

/* trTeInstEnAllJumps of the encoder that the port feeds: see sim_hart_cfg.all_jumps. */
void sim_hart_set_all_jumps(struct sim_hart *h, bool on);

/* Report loads, stores and atomics with their values at the data signals of the ingress port:
 * records have accesses then. Default off; while off nothing of it costs time. Accesses to CSRs are
 * not reported. */
void sim_hart_set_data(struct sim_hart *h, bool on);

/* Create a hart on a bus, out of reset, at reset_pc in M-mode. The hart is opaque: use the
 * functions below. Returns NULL when the configuration is out of range or there is no memory. */
struct sim_hart *sim_hart_create(const struct sim_hart_cfg *cfg, struct sim_bus *bus);
void sim_hart_destroy(struct sim_hart *h);

/* Advance one cycle and say what happened at the ingress port.
 * Returns a set of enum sim_step. r is written when SIM_STEP_RECORD is in it. */
unsigned sim_hart_step(struct sim_hart *h, struct sim_retire *r);

/* Advance up to n cycles without filling records: fast. Ends early when the hart sleeps, is halted,
 * is in reset, or after sim_hart_yield. Returns the cycles used. */
uint64_t sim_hart_run(struct sim_hart *h, uint64_t n);

/* Ask a sim_hart_run in progress to return after the current instruction (a device calls it). */
void sim_hart_yield(struct sim_hart *h);

/* Let n cycles pass in which nothing retires: stall, or sleep skipped in one go. */
void sim_hart_idle(struct sim_hart *h, uint64_t n);

/* Counters since creation: cycles, retired instructions. Software cannot change them. */
uint64_t sim_hart_cycles(const struct sim_hart *h);
uint64_t sim_hart_instret(const struct sim_hart *h);

/* State, for debuggers, logs and tests. x0 stays 0; values are zero-extended in RV32. */
uint64_t sim_hart_pc(const struct sim_hart *h);
void sim_hart_set_pc(struct sim_hart *h, uint64_t pc);
uint64_t sim_hart_reg(const struct sim_hart *h, unsigned n);
void sim_hart_set_reg(struct sim_hart *h, unsigned n, uint64_t value);
enum sim_priv sim_hart_priv(const struct sim_hart *h);
void sim_hart_set_priv(struct sim_hart *h, enum sim_priv priv);
const struct sim_hart_cfg *sim_hart_config(const struct sim_hart *h);

/* CSR access with the rights of debug mode. Return SIM_HART_OK or SIM_HART_ERR_CSR. */
SIM_MUST_CHECK enum sim_hart_status sim_hart_csr_read(struct sim_hart *h, unsigned csr,
                                                      uint64_t *value);
SIM_MUST_CHECK enum sim_hart_status sim_hart_csr_write(struct sim_hart *h, unsigned csr,
                                                       uint64_t value);

/* Interrupt lines: level of one bit of mip (any enum sim_irq). */
void sim_hart_set_irq(struct sim_hart *h, enum sim_irq irq, bool level);

/* Take this interrupt before the next instruction, whatever mie and mstatus say (replay of a
 * recorded run). Returns SIM_HART_OK or SIM_HART_ERR_ARG. */
SIM_MUST_CHECK enum sim_hart_status sim_hart_force_interrupt(struct sim_hart *h, enum sim_irq irq);

/* Traps since an instruction last retired. A hart that takes many in a row does nothing else any
 * more, because its handler traps too. */
struct sim_trap_row {
    uint64_t count;
    bool interrupt;                /* the first of them was an interrupt */
    uint64_t cause;                /* of the first: mcause or scause without its top bit */
    uint64_t epc, tval;            /* of the first */
    bool to_s;                     /* of the first: taken in S-mode, otherwise in M-mode */
    uint64_t tvec;                 /* of the first: stvec or mtvec */
    uint64_t last_cause, last_epc; /* of the latest */
};

const struct sim_trap_row *sim_hart_trap_row(const struct sim_hart *h);
/* Count from 0 again. */
void sim_hart_forget_traps(struct sim_hart *h);

/* Value of `time` in ticks, and setting it. */
uint64_t sim_hart_time(const struct sim_hart *h);
void sim_hart_set_time(struct sim_hart *h, uint64_t ticks);

/* Is it asleep in wfi? Will a line set by sim_hart_set_irq(irq) wake it? */
bool sim_hart_sleeping(const struct sim_hart *h);
bool sim_hart_wakes_on(const struct sim_hart *h, enum sim_irq irq);

/* Will nothing but time change in it until a function of this header is called: asleep without an
 * interrupt to wake it, in debug mode without a request, or held in reset? */
bool sim_hart_quiet(const struct sim_hart *h);

/* Debug mode (Debug 1.0, Core Debug). halt: before the next instruction. resume: leave debug mode.
 * step: resume for one instruction. Requests that do not fit the state do nothing. */
void sim_hart_halt(struct sim_hart *h);
void sim_hart_resume(struct sim_hart *h);
void sim_hart_single_step(struct sim_hart *h);
bool sim_hart_halted(const struct sim_hart *h);
/* Enter debug mode at once, between two cycles, with the pc as it is. Not in reset. */
void sim_hart_halt_now(struct sim_hart *h, enum sim_debug_cause cause);
/* Forget a request of sim_hart_halt that was not carried out yet. */
void sim_hart_cancel_halt(struct sim_hart *h);

/* For a debug module, in debug mode only (SIM_HART_ERR_ARG otherwise, and for a size that is not 1,
 * 2, 4 or XLEN/8): one load or store with the rights of M-mode, MPRV ignored. Return SIM_HART_OK or
 * _ERR_TRAP: misaligned, refused by PMP, or a bus error. */
SIM_MUST_CHECK enum sim_hart_status sim_hart_load(struct sim_hart *h, uint64_t addr, unsigned size,
                                                  uint64_t *value);
SIM_MUST_CHECK enum sim_hart_status sim_hart_store(struct sim_hart *h, uint64_t addr, unsigned size,
                                                   uint64_t value);

/* Execute a program buffer of n 32-bit words in debug mode, from the first half-word to an ebreak
 * or to the end (Debug 1.0, "Debug Mode"). Jumps, branches, auipc, ecall and trap returns count as
 * illegal, wfi does nothing. No time passes, nothing is traced, no interrupt and no trigger comes
 * in. Returns SIM_HART_OK, _ERR_TRAP (an exception ended it; no trap was taken) or _ERR_ARG (not in
 * debug mode). */
SIM_MUST_CHECK enum sim_hart_status sim_hart_debug_exec(struct sim_hart *h, const uint32_t *program,
                                                        unsigned n);

/* Reset of this hart alone. hold: in reset until released; a record with reset = 1 is sent on
 * entry. reset: the same for one cycle. Memory and the cycle count are not touched. */
void sim_hart_hold_reset(struct sim_hart *h, bool hold);
void sim_hart_reset(struct sim_hart *h);
/* How often it was reset, its creation included. */
uint32_t sim_hart_resets(const struct sim_hart *h);

#ifdef __cplusplus
}
#endif

#endif
