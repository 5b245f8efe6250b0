/* SPDX-License-Identifier: Apache-2.0 */
/* A comparator of the encoder in SystemVerilog at the end of the address space: what is after it
 * is not looked at. Every pair of functions and inputs, every mode, against the model. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "encoder_regs.h"
#include "rtl_rig.h"

extern const struct rtl_encoder_kind rtl_encoder_filt, rtl_encoder_dual, rtl_encoder_short;

enum {
    FUNCTIONS = 6, /* those that compare */
    MODES = 4,
    STARTS = 3,  /* half-words before the end where blocks begin */
    LENGTHS = 5, /* of blocks: most of them go over the end */
};

static void write_pair(struct rig_script *s, uint32_t offset, uint64_t value)
{
    rig_write(s, offset, (uint32_t)value);
    rig_write(s, offset + 4, (uint32_t)(value >> 32));
}

/* All blocks around the last half-word `end`. The first instruction of each has 2 bytes. */
static void blocks(struct rig_script *s, uint64_t end)
{
    static const uint8_t itype[] = {INGRESS_ITYPE_EXCEPTION, INGRESS_ITYPE_NONE};
    for (unsigned k = 0; k < sizeof itype; k++) {
        for (unsigned before = 0; before < STARTS; before++) {
            for (unsigned n = 1; n <= LENGTHS; n++) {
                struct ingress_cycle in = {.nblocks = 1, .priv = INGRESS_PRIV_M, .tval = end};
                in.block[0] = (struct ingress_block){
                    .iaddr = end - 2 * before, .iretire = n, .itype = itype[k]};
                rig_record(s, &in);
            }
        }
    }
}

/* Filter 0 wants comparator 0, which compares with the last half-word. The register is written for
 * each pair of inputs, functions and each mode; a mode or an input that is not there is another. */
static void script(struct rig_script *s, uint64_t end, uint32_t inputs)
{
    rig_script_clear(s);
    rig_write(s, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    rig_write(s, TR_TE_FILTER_CONTROL_OFFSET(0),
              TR_TE_FILTER_ENABLE_MASK | TR_TE_FILTER_MATCH_COMP1_MASK);
    write_pair(s, TR_TE_COMP_P_MATCH_LOW_OFFSET(0), end);
    write_pair(s, TR_TE_COMP_S_MATCH_LOW_OFFSET(0), end);
    rig_write(s, TR_TE_INST_FILTERS_OFFSET, 1);
    rig_write(s, TR_TE_CONTROL_OFFSET,
              TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK |
                  TR_TE_INST_STALL_ENA_MASK | TR_TE_INST_MODE_HTM << TR_TE_INST_MODE_SHIFT);
    rig_idle(s, 6);
    for (uint32_t i = 0; i < FUNCTIONS * FUNCTIONS * MODES; i++) {
        rig_write(s, TR_TE_COMP_CONTROL_OFFSET(0),
                  inputs | (i % FUNCTIONS) << TR_TE_COMP_P_FUNCTION_SHIFT |
                      (i / FUNCTIONS % FUNCTIONS) << TR_TE_COMP_S_FUNCTION_SHIFT |
                      (i / FUNCTIONS / FUNCTIONS) << TR_TE_COMP_MATCH_MODE_SHIFT);
        rig_idle(s, 8);
        blocks(s, end);
    }
}

static void the_end_of_the_address_space(void **state)
{
    static const struct rtl_encoder_kind *const kinds[] = {&rtl_encoder_filt, &rtl_encoder_dual,
                                                           &rtl_encoder_short};
    static const uint32_t tval = TR_TE_COMP_P_INPUT_TVAL;
    struct rig_script s = {.n = 0};
    (void)state;
    for (unsigned k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        struct trm_encoder_cfg cfg;
        kinds[k]->cfg(&cfg);
        for (uint32_t with = 0; with < 4; with++) { /* tval for the primary, the secondary */
            uint32_t inputs = ((with & 1) != 0 ? tval << TR_TE_COMP_P_INPUT_SHIFT : 0) |
                              ((with & 2) != 0 ? tval << TR_TE_COMP_S_INPUT_SHIFT : 0);
            script(&s, (cfg.xlen == 32 ? UINT32_MAX : UINT64_MAX) - 1, inputs);
            (void)rig_check(kinds[k], &cfg, &s, with);
        }
    }
    rig_script_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_end_of_the_address_space),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
