/* SPDX-License-Identifier: Apache-2.0 */
/* The A extension: every AMO on words (and double words on RV64) against plain arithmetic; LR/SC
 * pairs that succeed and that must fail. */
#include "bsp.h"

static uint32_t word;
static uintptr_t reg;

#define AMO(op, p, v)                                                                              \
    ({                                                                                             \
        __typeof__(*(p)) old_;                                                                     \
        __asm__ volatile(op " %0, %2, %1" : "=r"(old_), "+A"(*(p)) : "r"(v) : "memory");           \
        old_;                                                                                      \
    })
#define TRY(op, start, v, want)                                                                    \
    do {                                                                                           \
        word = (start);                                                                            \
        bsp_check(op " old", AMO(op, &word, v), (start));                                          \
        bsp_check(op " new", word, (want));                                                        \
    } while (0)

static unsigned store_conditional(uint32_t *to, uint32_t v)
{
    unsigned failed;
    __asm__ volatile("sc.w %0, %2, %1" : "=r"(failed), "+A"(*to) : "r"(v) : "memory");
    return failed;
}

static unsigned increment(uint32_t *p)
{
    unsigned v, failed;
    __asm__ volatile("1: lr.w.aq %0, %2\n"
                     "   addi %0, %0, 1\n"
                     "   sc.w.rl %1, %0, %2\n"
                     "   bnez %1, 1b\n"
                     : "=&r"(v), "=&r"(failed), "+A"(*p)
                     :
                     : "memory");
    return v;
}

int main(void)
{
    TRY("amoswap.w", 0x1234u, 77u, 77u);
    TRY("amoadd.w", 0x7fffffffu, 1u, 0x80000000u);
    TRY("amoand.w", 0xff00ff00u, 0x0ff00ff0u, 0x0f000f00u);
    TRY("amoor.w", 0xff00ff00u, 0x0ff00ff0u, 0xfff0fff0u);
    TRY("amoxor.w", 0xff00ff00u, 0x0ff00ff0u, 0xf0f0f0f0u);
    TRY("amomax.w", 0xffffffffu, 5u, 5u);
    TRY("amomaxu.w", 0xffffffffu, 5u, 0xffffffffu);
    TRY("amomin.w", 0xffffffffu, 5u, 0xffffffffu);
    TRY("amominu.w", 0xffffffffu, 5u, 5u);
    bsp_check("sc without lr", store_conditional(&word, 1) != 0, 1);
    bsp_check("left alone", word, 5);
    word = 0;
    for (unsigned i = 1; i <= 500; i++) {
        bsp_check("increment", increment(&word), i);
        reg += AMO("amoadd.w", &word, 0u);
    }
    bsp_check("sum", reg, 125250);
#if __riscv_xlen == 64
    reg = UINT64_C(0x7fffffffffffffff);
    bsp_check("amoadd.d", AMO("amoadd.d", &reg, 1ul), UINT64_C(0x7fffffffffffffff));
    bsp_check("amomin.d", AMO("amomin.d", &reg, 3ul), UINT64_C(0x8000000000000000));
    bsp_check("amomaxu.d", AMO("amomaxu.d", &reg, 3ul), UINT64_C(0x8000000000000000));
    bsp_check("amomax.d", AMO("amomax.d", &reg, 3ul), UINT64_C(0x8000000000000000));
    bsp_check("after", reg, 3);
#endif
    bsp_puts("atomic ok\n");
    return 0;
}
