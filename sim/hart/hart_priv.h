/* SPDX-License-Identifier: Apache-2.0 */
/* The hart's state and the functions its files share. */
#ifndef SIM_HART_PRIV_H
#define SIM_HART_PRIV_H

#include "hart/sim_insn.h"
#include "sim/sim_hart.h"

enum {
    SIM_TRAP = 1, /* sim_exec_fn: an exception was raised */
};

/* Exception causes (ISA manual, volume II, mcause). */
enum sim_cause {
    SIM_CAUSE_FETCH_MISALIGNED = 0,
    SIM_CAUSE_FETCH_FAULT = 1,
    SIM_CAUSE_ILLEGAL = 2,
    SIM_CAUSE_BREAKPOINT = 3,
    SIM_CAUSE_LOAD_MISALIGNED = 4,
    SIM_CAUSE_LOAD_FAULT = 5,
    SIM_CAUSE_STORE_MISALIGNED = 6,
    SIM_CAUSE_STORE_FAULT = 7,
    SIM_CAUSE_ECALL_U = 8,
    SIM_CAUSE_ECALL_S = 9,
    SIM_CAUSE_ECALL_M = 11,
};

#define SIM_MSTATUS_SIE  (UINT64_C(1) << 1)
#define SIM_MSTATUS_MIE  (UINT64_C(1) << 3)
#define SIM_MSTATUS_SPIE (UINT64_C(1) << 5)
#define SIM_MSTATUS_MPIE (UINT64_C(1) << 7)
#define SIM_MSTATUS_SPP  (UINT64_C(1) << 8)
#define SIM_MSTATUS_MPP  (UINT64_C(3) << 11)
#define SIM_MSTATUS_MPRV (UINT64_C(1) << 17)
#define SIM_MSTATUS_SUM  (UINT64_C(1) << 18)
#define SIM_MSTATUS_MXR  (UINT64_C(1) << 19)
#define SIM_MSTATUS_TVM  (UINT64_C(1) << 20)
#define SIM_MSTATUS_TW   (UINT64_C(1) << 21)
#define SIM_MSTATUS_TSR  (UINT64_C(1) << 22)
#define SIM_MSTATUS_UXL  (UINT64_C(2) << 32)
#define SIM_MSTATUS_SXL  (UINT64_C(2) << 34)
enum {
    SIM_MPP_SHIFT = 11,
};

/* Kinds of access, as in the R, W and X bits of pmpcfg. */
enum sim_access {
    SIM_READ = 1,
    SIM_WRITE = 2,
    SIM_EXEC = 4,
};

/* A range of addresses in one RAM for which a kind of access is allowed in the present mode. Empty
 * (len 0) after everything that could change the answer. */
struct sim_window {
    uint64_t base; /* first address */
    uint64_t len;  /* first address after the last allowed access, relative to base */
    uint64_t off;  /* of base, in the RAM */
    struct sim_ram *ram;
};

struct sim_trigger {
    uint8_t type; /* 2 mcontrol, 6 mcontrol6, 15 disabled */
    bool dmode, hit;
    uint8_t action, match;
    bool m, s, u, execute;
    uint64_t tdata2;
};

/* The events of a cycle, from which an ingress record is made. */
struct sim_event {
    const struct sim_insn *in; /* retired, or trapped; NULL when nothing was fetched */
    uint64_t pc;
    enum sim_priv priv;
    bool retired, trapped, interrupt;
    uint64_t cause, tval, context, hcontext;
    uint16_t trigger; /* INGRESS_TRIGGER_* */
    bool sijump;
    bool accessed; /* `access` counts */
    struct ingress_access access;
};

struct sim_csrs {
    uint64_t mstatus, medeleg, mideleg, mie, mip, mtvec, mscratch, mepc, mcause, mtval;
    uint64_t stvec, sscratch, sepc, scause, stval;
    uint32_t mcounteren, scounteren, mcountinhibit, menvcfg, senvcfg;
    uint64_t scontext, hcontext;
    uint64_t cycle_offset,
        instret_offset; /* counter = own count + offset, or offset when inhibited */
    uint8_t pmpcfg[SIM_PMP_ENTRIES];
    uint64_t pmpaddr[SIM_PMP_ENTRIES];
    uint32_t tselect;
    bool mte, mpte;
    uint32_t dcsr;
    uint64_t dpc, dscratch[2];
};

struct sim_hart {
    uint64_t x[33]; /* x[SIM_REG_SINK] takes what is written to x0; RV32: sign-extended */
    uint64_t pc, npc;
    uint64_t mask; /* of addresses: 32 or 64 ones */
    uint64_t cycle, instret, run_end;
    bool attention;     /* the next step is not an ordinary one */
    bool taken;         /* outcome of the branch just executed */
    uint8_t prev_loads; /* struct sim_insn.loads of the instruction retired just before */
    enum sim_priv priv;
    struct sim_window fetch, load, store;
    struct {
        uint64_t cause, tval;
    } trap;               /* raised by the instruction in execution */
    bool reserved;        /* LR/SC */
    uint64_t reservation; /* address; bit 0: 8 bytes */
    uint64_t reserved_value;
    uint64_t time_offset;      /* ticks */
    uint64_t tick, tick_cycle; /* ingress.c: a recent tick, and the cycle it began with */
    struct sim_csrs csr;
    struct sim_trigger trig[SIM_MAX_TRIGGERS];
    unsigned forced; /* interrupt cause to take next, or 0 */
    bool sleeping, halted, halt_request, stepping, in_reset, reset_pulse;
    bool debug_exec; /* executing for the debugger: M-mode, all CSRs, no MPRV */
    bool triggers_armed;
    uint32_t resets;
    bool context_changed;    /* the next retirement reports context */
    bool quiet_reported;     /* sleep, halt or reset was already sent to the ingress port */
    struct sim_trap_row row; /* count is that of instret == row_instret */
    uint64_t row_instret;
    struct sim_event ev;
    struct sim_insn scratch; /* an instruction that cannot be cached */
    struct sim_bus *bus;
    bool data; /* sim_hart_set_data */
    struct sim_hart_cfg cfg;
};

/* The value of an XLEN-wide result as a register keeps it. */
static inline uint64_t sim_sext(const struct sim_hart *h, uint64_t v)
{
    return h->cfg.xlen == 32 ? (uint64_t)(int64_t)(int32_t)v : v;
}

static inline uint64_t sim_sext32(uint64_t v)
{
    return (uint64_t)(int64_t)(int32_t)(uint32_t)v;
}

/* Raise an exception. Returns SIM_TRAP. */
static inline int sim_raise(struct sim_hart *h, uint64_t cause, uint64_t tval)
{
    h->trap.cause = cause;
    h->trap.tval = tval & h->mask;
    return SIM_TRAP;
}

static inline int sim_raise_illegal(struct sim_hart *h, const struct sim_insn *in)
{
    return sim_raise(h, SIM_CAUSE_ILLEGAL, in->opcode);
}

/* mem.c: slow paths; they refill the windows. The status is 0 or SIM_TRAP. */
int sim_load_slow(struct sim_hart *h, uint64_t addr, unsigned size, uint64_t *v);
int sim_store_slow(struct sim_hart *h, uint64_t addr, unsigned size, uint64_t v);
/* A pointer to RAM for LR, SC and AMO, with both permissions checked; raises store faults if write,
 * load faults if not. */
int sim_atomic_pointer(struct sim_hart *h, uint64_t addr, unsigned size, bool write, uint8_t **p,
                       const struct sim_region **region);
/* The instruction at pc, or NULL: an exception was raised. */
const struct sim_insn *sim_fetch_slow(struct sim_hart *h);
void sim_flush_windows(struct sim_hart *h);

/* pmp.c */
bool sim_pmp_allows(const struct sim_hart *h, uint64_t addr, unsigned size, enum sim_access access,
                    enum sim_priv priv);
/* Shrink [*first, *last], which holds addr, to the part where the same PMP entry decides. */
void sim_pmp_uniform(const struct sim_hart *h, uint64_t addr, uint64_t *first, uint64_t *last);
int sim_pmp_csr_read(const struct sim_hart *h, unsigned csr, uint64_t *v);
int sim_pmp_csr_write(struct sim_hart *h, unsigned csr, uint64_t v);

/* trap.c */
void sim_take_trap(struct sim_hart *h, bool interrupt, uint64_t cause, uint64_t epc, uint64_t tval);
unsigned sim_pending_interrupt(const struct sim_hart *h);
/* Call it after every change of state that the fast path does not check. */
void sim_update_attention(struct sim_hart *h);
void sim_set_priv(struct sim_hart *h, enum sim_priv priv);

/* csr.c: raw access; 0 or SIM_HART_ERR_CSR. `debug` gives access to everything. */
int sim_csr_read(struct sim_hart *h, unsigned csr, bool debug, uint64_t *v);
int sim_csr_write(struct sim_hart *h, unsigned csr, bool debug, uint64_t v);

/* trigger.c */
void sim_trigger_reset(struct sim_hart *h);
/* Triggers that match the instruction at pc: a set of bits 1 << action. */
unsigned sim_trigger_match(struct sim_hart *h, uint64_t pc);
int sim_trigger_csr_read(const struct sim_hart *h, unsigned csr, uint64_t *v);
int sim_trigger_csr_write(struct sim_hart *h, unsigned csr, bool debug, uint64_t v);

/* debug.c */
void sim_enter_debug(struct sim_hart *h, enum sim_debug_cause cause, uint64_t pc);
/* Does an ebreak in the present mode enter debug mode? */
bool sim_ebreak_halts(const struct sim_hart *h);
int sim_debug_csr_read(const struct sim_hart *h, unsigned csr, uint64_t *v);
int sim_debug_csr_write(struct sim_hart *h, unsigned csr, uint64_t v);

/* access.c: what the instruction at hand accesses, before it is executed (false: nothing) and after
 * it retired. */
bool sim_access_begin(const struct sim_hart *h, const struct sim_insn *in,
                      struct ingress_access *a);
void sim_access_end(const struct sim_hart *h, const struct sim_insn *in, struct ingress_access *a);

/* exec_amo.c: what an atomic of this funct5 writes: a was in memory, b is its operand, both of
 * `size` bytes. */
uint64_t sim_amo_value(unsigned funct5, uint64_t a, uint64_t b, unsigned size);

/* ingress.c: a record from h->ev. */
void sim_make_record(struct sim_hart *h, struct sim_retire *r);

/* Put architectural state to its reset values. */
void sim_hart_init_state(struct sim_hart *h);

#endif
