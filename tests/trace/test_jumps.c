/* SPDX-License-Identifier: Apache-2.0 */
/* Direct jumps for another encoder (htr_jumps.h). N-Trace, "Generating itype for different
 * instructions": jal with x1 is an inferable call (9), without linkage an inferable tail call (11);
 * 3-bit itype reports neither; with trTeInstEnAllJumps both are 5, as a taken branch is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "encoder_regs.h"
#include "flow/flow_isa.h"
#include "htr/htr_jumps.h"

enum {
    JAL_X0 = 0x0000006F,
    JAL_X1 = 0x000000EF,
    BEQ = 0x00000063,
};

static void take(struct htr_jumps *j, struct ingress_record rec)
{
    assert_true(htr_jumps_take(j, &rec));
}

static void set_up(struct htr_jumps *j, bool wanted, unsigned width, bool recorded)
{
    static const uint32_t opcode[] = {JAL_X0, JAL_X1, BEQ};
    *j = (struct htr_jumps){
        .wanted = wanted, .xlen = 64, .itype_width = width, .isa = (uint32_t)FLOW_ISA_C};
    for (unsigned i = 0; i < 3; i++) {
        take(j, (struct ingress_record){
                    .kind = INGRESS_OPCODE, .pc = 0x100u + 4 * i, .opcode = opcode[i]});
    }
    if (recorded) {
        take(j, (struct ingress_record){.kind = INGRESS_REG,
                                        .reg_offset = TR_TE_INST_FEATURES_OFFSET,
                                        .reg_value = TR_TE_INST_EN_ALL_JUMPS_MASK});
    }
}

/* The itype after the take of a block that is one instruction at pc. */
static unsigned turned(struct htr_jumps *j, uint64_t pc, uint8_t itype)
{
    struct ingress_record rec = {.kind = INGRESS_CYCLE};
    rec.in.nblocks = 1;
    rec.in.block[0] =
        (struct ingress_block){.iaddr = pc, .iretire = 2, .itype = itype, .ilastsize = 1};
    assert_true(htr_jumps_take(j, &rec));
    return rec.in.block[0].itype;
}

static void jumps_of_a_recording_with_all_jumps_are_restored(void **state)
{
    struct htr_jumps j;
    (void)state;
    set_up(&j, false, 4, true);
    assert_int_equal(turned(&j, 0x100, 5), 11);
    assert_int_equal(turned(&j, 0x104, 5), 9);
    assert_int_equal(turned(&j, 0x108, 5), 5); /* a branch that was taken */
    assert_int_equal(turned(&j, 0x200, 5), 5); /* not known */
    htr_jumps_free(&j);
    set_up(&j, false, 3, true);
    assert_int_equal(turned(&j, 0x100, 5), 0);
    assert_int_equal(turned(&j, 0x108, 5), 5);
    htr_jumps_free(&j);
}

static void an_encoder_with_all_jumps_gets_them(void **state)
{
    struct htr_jumps j;
    (void)state;
    set_up(&j, true, 4, false);
    assert_int_equal(turned(&j, 0x100, 11), 5);
    assert_int_equal(turned(&j, 0x104, 9), 5);
    assert_int_equal(turned(&j, 0x108, 4), 4); /* a branch that was not taken */
    htr_jumps_free(&j);
}

static void otherwise_nothing_changes(void **state)
{
    struct htr_jumps j;
    (void)state;
    set_up(&j, false, 4, false);
    assert_int_equal(turned(&j, 0x100, 5), 5);
    assert_int_equal(turned(&j, 0x104, 9), 9);
    htr_jumps_free(&j);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jumps_of_a_recording_with_all_jumps_are_restored),
        cmocka_unit_test(an_encoder_with_all_jumps_gets_them),
        cmocka_unit_test(otherwise_nothing_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
