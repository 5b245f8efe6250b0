/* SPDX-License-Identifier: Apache-2.0 */
/* Misaligned loads and stores, with the handler as the oracle: it checks cause, tval and epc
 * against what the program says it is about to do, and emulates the access byte by byte. A hart
 * that does the access itself (QEMU) never traps; the values must be right either way. Prints how
 * many accesses trapped: 0, or all. */
#include "bsp.h"

static uint8_t mem[64] __attribute__((aligned(16)));
static unsigned traps, accesses;
static uintptr_t next_address;
static bool next_is_store;

static void emulate(struct bsp_frame *f, uint32_t insn)
{
    bool store = (insn & 0x7fu) == 0x23u;
    unsigned funct3 = insn >> 12 & 7u;
    unsigned size = 1u << (funct3 & 3u);
    uint8_t *p = (uint8_t *)f->tval;
    if (store) {
        uintptr_t v = f->x[insn >> 20 & 31u];
        for (unsigned i = 0; i < size; i++) {
            p[i] = (uint8_t)(v >> 8 * i);
        }
        return;
    }
    uintptr_t v = 0;
    for (unsigned i = 0; i < size; i++) {
        v |= (uintptr_t)p[i] << 8 * i;
    }
    if (funct3 < 4 && size < sizeof(v)) { /* sign-extend */
        unsigned shift = 8 * (unsigned)(sizeof(v) - size);
        v = (uintptr_t)((intptr_t)(v << shift) >> shift);
    }
    f->x[insn >> 7 & 31u] = v;
}

void bsp_trap_m(struct bsp_frame *f)
{
    bsp_check("cause", f->cause,
              next_is_store ? BSP_EXC_STORE_MISALIGNED : BSP_EXC_LOAD_MISALIGNED);
    bsp_check("tval", f->tval, next_address);
    const uint16_t *pc = (const uint16_t *)f->epc;
    bsp_check("size", bsp_insn_size(f->epc), 4);
    emulate(f, pc[0] | (uint32_t)pc[1] << 16);
    f->epc += 4;
    traps++;
}

#define LOAD(op, p)                                                                                \
    ({                                                                                             \
        uintptr_t v_;                                                                              \
        next_address = (uintptr_t)(p);                                                             \
        next_is_store = false;                                                                     \
        accesses++;                                                                                \
        __asm__ volatile(".option push\n.option norvc\n" op " %0, 0(%1)\n.option pop"              \
                         : "=r"(v_)                                                                \
                         : "r"(p)                                                                  \
                         : "memory");                                                              \
        v_;                                                                                        \
    })
#define STORE(op, p, v)                                                                            \
    do {                                                                                           \
        next_address = (uintptr_t)(p);                                                             \
        next_is_store = true;                                                                      \
        accesses++;                                                                                \
        __asm__ volatile(".option push\n.option norvc\n" op " %0, 0(%1)\n.option pop"              \
                         :                                                                         \
                         : "r"(v), "r"(p)                                                          \
                         : "memory");                                                              \
    } while (0)

static uintptr_t bytes(const uint8_t *p, unsigned n)
{
    uintptr_t v = 0;
    for (unsigned i = 0; i < n; i++) {
        v |= (uintptr_t)p[i] << 8 * i;
    }
    return v;
}

int main(void)
{
    for (unsigned round = 0; round < 16; round++) {
        for (unsigned i = 0; i < sizeof(mem); i++) {
            mem[i] = (uint8_t)(i * 37u + round * 11u + 0x81u);
        }
        uint8_t *p = mem + 2 * round + 1;
        bsp_check("lhu", LOAD("lhu", p), bytes(p, 2));
        bsp_check("lh", LOAD("lh", p), (uintptr_t)(intptr_t)(int16_t)bytes(p, 2));
        bsp_check("lw", LOAD("lw", p), (uintptr_t)(intptr_t)(int32_t)bytes(p, 4));
        STORE("sh", p, (uintptr_t)0xa55a);
        bsp_check("sh", bytes(p, 2), 0xa55a);
        STORE("sw", p, (uintptr_t)0x12345678);
        bsp_check("sw", bytes(p, 4), 0x12345678);
#if __riscv_xlen == 64
        bsp_check("lwu", LOAD("lwu", p), bytes(p, 4));
        bsp_check("ld", LOAD("ld", p), bytes(p, 8));
        STORE("sd", p, UINT64_C(0x0123456789abcdef));
        bsp_check("sd", bytes(p, 8), UINT64_C(0x0123456789abcdef));
#endif
        bsp_check("next byte", p[8], (uint8_t)((2 * round + 9) * 37u + round * 11u + 0x81u));
    }
    bsp_check("all or none", traps == 0 || traps == accesses, 1);
    bsp_puts("misaligned ok, traps ");
    bsp_dec(traps);
    bsp_puts(" of ");
    bsp_dec(accesses);
    bsp_puts("\n");
    return 0;
}
