/* SPDX-License-Identifier: Apache-2.0 */
/* Traps inside trap handlers, up to six deep: each handler raises the next one before it returns.
 * Expected: the order of entries and exits, as a string of nesting levels, folded into one number.
 * Every trap returns to where it came from. */
#include "bsp.h"

enum {
    DEPTH = 6,
};

static unsigned level, deepest, entries;
static uint32_t order;

static void raise_trap(unsigned kind)
{
    switch (kind % 4u) {
    case 0:
        __asm__ volatile("ecall" : : : "memory");
        break;
    case 1:
        __asm__ volatile(".option push\n.option norvc\n.4byte 0xffffffff\n.option pop"
                         :
                         :
                         : "memory");
        break;
    case 2:
        __asm__ volatile(".option push\n.option norvc\nebreak\n.option pop" : : : "memory");
        break;
    default:
        __asm__ volatile("lw t0, 0(zero)" : : : "t0", "memory");
        break;
    }
}

static const uint8_t causes[4] = {BSP_EXC_ECALL_M, BSP_EXC_ILLEGAL, BSP_EXC_BREAKPOINT,
                                  BSP_EXC_LOAD_ACCESS};

static unsigned target;

void bsp_trap_m(struct bsp_frame *f)
{
    entries++;
    level++;
    order = order * 31u + level;
    deepest = level > deepest ? level : deepest;
    bsp_check("cause", f->cause, causes[level % 4u]);
    bsp_check("from M mode", f->status & BSP_STATUS_MPP, BSP_STATUS_MPP);
    if (level < target) {
        raise_trap(level + 1);
    }
    order = order * 37u + level;
    level--;
    f->epc += bsp_insn_size(f->epc);
}

int main(void)
{
    unsigned want = 0;
    for (unsigned round = 0; round < 60; round++) {
        target = round % DEPTH + 1;
        order = 0;
        raise_trap(1);
        uint32_t expected = 0;
        for (unsigned i = 1; i <= target; i++) {
            expected = expected * 31u + i;
        }
        for (unsigned i = target; i >= 1; i--) {
            expected = expected * 37u + i;
        }
        bsp_check("order", order, expected);
        want += target;
    }
    bsp_check("entries", entries, want);
    bsp_check("deepest", deepest, DEPTH);
    bsp_puts("nested ok\n");
    return 0;
}
