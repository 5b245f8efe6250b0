/* SPDX-License-Identifier: Apache-2.0 */
/* Overlays: two routines of different instructions are copied to the same place in turn and called
 * there; scontext says which one is in. Expected: what each of them computes. */
#include "bsp.h"

enum {
    ROUNDS = 20,
    PLACE_BYTES = 64,
};

/* Position-independent. One: a0 = 3 * a0 by additions, with a taken branch a round. Two: a0 = a0
 * minus 1 until it is even, without a branch back when it is even already. */
__asm__(".pushsection .overlay_one, \"a\"\n"
        ".option push\n.option norvc\n"
        "overlay_one:\n"
        "    mv   t0, a0\n"
        "    li   t1, 2\n"
        "1:  add  a0, a0, t0\n"
        "    addi t1, t1, -1\n"
        "    bnez t1, 1b\n"
        "    ret\n"
        "overlay_one_end:\n"
        ".option pop\n.popsection\n"
        ".pushsection .overlay_two, \"a\"\n"
        ".option push\n.option rvc\n"
        "overlay_two:\n"
        "    andi t0, a0, 1\n"
        "    beqz t0, 1f\n"
        "    c.addi a0, -1\n"
        "    j    overlay_two\n"
        "1:  c.nop\n"
        "    ret\n"
        "overlay_two_end:\n"
        ".option pop\n.popsection\n");

extern const uint8_t overlay_one[], overlay_one_end[], overlay_two[], overlay_two_end[];

uint8_t overlay_place[PLACE_BYTES] __attribute__((aligned(64)));

void bsp_trap_m(struct bsp_frame *f)
{
    bsp_check("cause", f->cause, BSP_EXC_ILLEGAL); /* no scontext */
    f->epc += 4;
}

static unsigned call(unsigned context, const uint8_t *from, const uint8_t *end, unsigned v)
{
    uintptr_t at = (uintptr_t)overlay_place;
    memcpy(overlay_place, from, (size_t)(end - from));
    __asm__ volatile("csrw 0x5a8, %0\n\tfence.i" : : "r"(context) : "memory");
    return ((unsigned (*)(unsigned))at)(v);
}

int main(void)
{
    for (unsigned i = 1; i <= ROUNDS; i++) {
        bsp_check("three times", call(1, overlay_one, overlay_one_end, i), 3 * i);
        bsp_check("even", call(2, overlay_two, overlay_two_end, i), i & ~1u);
    }
    bsp_puts("overlay ok\n");
    return 0;
}
