/* SPDX-License-Identifier: Apache-2.0 */
/* Illegal instructions of 16 and 32 bits, CSRs that do not exist, writes to read-only CSRs, and an
 * own instruction that the handler emulates (custom-0: rd = rs1 * 3 + 1). mtval is 0 or the
 * instruction. */
#include "bsp.h"

static unsigned traps;

void bsp_trap_m(struct bsp_frame *f)
{
    uint32_t insn = *(const uint16_t *)f->epc;
    bsp_check("cause", f->cause, BSP_EXC_ILLEGAL);
    if ((insn & 3u) == 3u) {
        insn |= (uint32_t) * (const uint16_t *)(f->epc + 2) << 16;
    }
    if (f->tval != 0) {
        bsp_check("tval", (uint32_t)f->tval, insn);
    }
    if ((insn & 0x7fu) == 0x0bu) {
        f->x[(insn >> 7) & 31u] = f->x[(insn >> 15) & 31u] * 3 + 1;
    }
    traps++;
    f->epc += bsp_insn_size(f->epc);
}

static uintptr_t custom(uintptr_t v)
{
    __asm__ volatile(".insn r 0x0b, 0, 0, %0, %0, x0" : "+r"(v));
    return v;
}

int main(void)
{
    uintptr_t v = 0;
    for (unsigned i = 0; i < 100; i++) {
        v = i;
        v = custom(v);
        bsp_check("custom-0", v, 3 * i + 1);
        __asm__ volatile(".option push\n.option norvc\n"
                         ".2byte 0\n"             /* defined illegal, 16 bits */
                         ".4byte 0xffffffff\n"    /* 32 bits that no extension has */
                         "csrr %0, 0x8ff\n"       /* no such CSR */
                         "csrw mvendorid, zero\n" /* read-only */
                         ".option pop"
                         : "+r"(v)
                         :
                         : "memory");
    }
    bsp_check("rd unchanged", v, 3 * 99 + 1);
    bsp_check("traps", traps, 500);
    bsp_puts("illegal ok\n");
    return 0;
}
