/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Board support for bare-metal programs: start-up, console, traps, timer, end of the run. The
 * memory map is that of QEMU's machine "virt", so one ELF runs on the simulated hart and on QEMU.
 * No C library is needed.
 *
 * Sources: RISC-V Privileged Architecture (CSRs, traps); the device addresses of QEMU's "virt"
 * machine.
 */
#ifndef BSP_H
#define BSP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    BSP_FINISHER = 0x100000, /* test finisher: 0x5555 passes, code << 16 | 0x3333 fails */
    BSP_CLINT = 0x2000000,   /* msip at 0, mtimecmp at 0x4000, mtime at 0xbff8 */
    BSP_UART = 0x10000000,   /* 16550: data at 0, line status at 5 */
};

enum {
    BSP_MODE_U = 0,
    BSP_MODE_S = 1,
    BSP_MODE_M = 3,
};

/* mcause and scause: exceptions, and interrupts without the interrupt bit. */
enum {
    BSP_EXC_FETCH_ACCESS = 1,
    BSP_EXC_ILLEGAL = 2,
    BSP_EXC_BREAKPOINT = 3,
    BSP_EXC_LOAD_MISALIGNED = 4,
    BSP_EXC_LOAD_ACCESS = 5,
    BSP_EXC_STORE_MISALIGNED = 6,
    BSP_EXC_STORE_ACCESS = 7,
    BSP_EXC_ECALL_U = 8,
    BSP_EXC_ECALL_S = 9,
    BSP_EXC_ECALL_M = 11,
    BSP_IRQ_S_SOFT = 1,
    BSP_IRQ_M_SOFT = 3,
    BSP_IRQ_S_TIMER = 5,
    BSP_IRQ_M_TIMER = 7,
};

#define BSP_STATUS_SIE  ((uintptr_t)1 << 1)
#define BSP_STATUS_MIE  ((uintptr_t)1 << 3)
#define BSP_STATUS_SPIE ((uintptr_t)1 << 5)
#define BSP_STATUS_MPIE ((uintptr_t)1 << 7)
#define BSP_STATUS_SPP  ((uintptr_t)1 << 8)
#define BSP_STATUS_MPP  ((uintptr_t)3 << 11)

/* The registers at a trap. A hook changes them and the trap returns with the changed ones. trap.S
 * knows the layout. */
struct bsp_frame {
    uintptr_t x[32]; /* x[0] is not used */
    uintptr_t epc;
    uintptr_t cause;
    uintptr_t tval;
    uintptr_t status;
};

#define BSP_STR_(s) #s
#define BSP_STR(s)  BSP_STR_(s)
#define csr_read(csr)                                                                              \
    ({                                                                                             \
        uintptr_t v_;                                                                              \
        __asm__ volatile("csrr %0, " BSP_STR(csr) : "=r"(v_) : : "memory");                        \
        v_;                                                                                        \
    })
#define csr_write(csr, v)                                                                          \
    __asm__ volatile("csrw " BSP_STR(csr) ", %0" : : "r"((uintptr_t)(v)) : "memory")
#define csr_set(csr, v)                                                                            \
    __asm__ volatile("csrs " BSP_STR(csr) ", %0" : : "r"((uintptr_t)(v)) : "memory")
#define csr_clear(csr, v)                                                                          \
    __asm__ volatile("csrc " BSP_STR(csr) ", %0" : : "r"((uintptr_t)(v)) : "memory")

/* The program, on hart 0. Its value is the exit code: 0 passes. */
int main(void);

enum {
    BSP_HARTS = 16, /* ids 0..15 can be started */
};

/* Start harts 1, 2, ... up to the first that does not exist, and return how many run, hart 0
 * included. Each of the others calls bsp_hart_main on a stack of 8 KiB, in M mode, with interrupts
 * off, and sleeps when that returns. Hart 0 calls it once. */
unsigned bsp_start_harts(void);
void bsp_hart_main(unsigned hart); /* the default does nothing */

/* mhartid. */
static inline unsigned bsp_hart(void)
{
    uintptr_t v;
    __asm__ volatile("csrr %0, mhartid" : "=r"(v));
    return (unsigned)v;
}

/* Set or clear the software interrupt of a hart. */
void bsp_send_msip(unsigned hart, bool on);

/* A lock: 0 is free. amoswap.w.aq, and a store with release. */
void bsp_lock(unsigned *lock);
void bsp_unlock(unsigned *lock);

/* End the run with this exit code, 0..255; 0 passes. Does not return. */
void bsp_exit(int code) __attribute__((noreturn));

/* Console. */
void bsp_putc(char c);
void bsp_puts(const char *s);
void bsp_hex(uintptr_t v);
void bsp_dec(uintptr_t v);

/* When got differs from want: print both and end the run with exit code 1. */
void bsp_check(const char *what, uintptr_t got, uintptr_t want);

/* Traps. The hooks are called with interrupts off, on the stack of the interrupted code. A program
 * replaces the default ones, which print the trap and end the run with exit code 127. */
void bsp_trap_m(struct bsp_frame *f);
void bsp_trap_s(struct bsp_frame *f);
void bsp_set_stvec(void); /* point stvec to the entry that calls bsp_trap_s */

/* Is the trap an interrupt, and its code. */
static inline bool bsp_is_irq(const struct bsp_frame *f)
{
    return (intptr_t)f->cause < 0;
}
static inline unsigned bsp_code(const struct bsp_frame *f)
{
    return (unsigned)(f->cause & 0xffu);
}

/* Size in bytes of the instruction at pc: 2 or 4. */
unsigned bsp_insn_size(uintptr_t pc);

/* Run fn(arg) in mode (U or S), and return its value to M mode, with mstatus.MIE = 0. Does not
 * nest. When environment calls from U are delegated to S, the entry for S passes the call that ends
 * the run on to M. */
uintptr_t bsp_call_in_mode(unsigned mode, uintptr_t (*fn)(uintptr_t), uintptr_t arg);

/* Let S and U mode reach all addresses (PMP entry 0). */
void bsp_pmp_open(void);

/* CLINT: of the hart that calls. */
uint64_t bsp_time(void);
void bsp_set_timecmp(uint64_t when);
void bsp_set_msip(bool on);

/* What a freestanding C compiler may call, and a few more. Semantics of C11. */
void *memcpy(void *restrict d, const void *restrict s, size_t n);
void *memmove(void *d, const void *s, size_t n);
void *memset(void *d, int c, size_t n);
int memcmp(const void *a, const void *b, size_t n);
size_t strlen(const char *s);
int strcmp(const char *a, const char *b);

/* A pseudo-random sequence (xorshift, 32 bits); *state must not be 0. */
uint32_t bsp_random(uint32_t *state);

#endif
