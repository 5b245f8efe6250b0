/* SPDX-License-Identifier: Apache-2.0 */
/* What a seed chooses. */
#include "random_setup.h"

#include <stdlib.h>
#include <string.h>

#include "encoder_regs.h"

static uint32_t field(uint32_t mask, unsigned shift, uint32_t value)
{
    return (value << shift) & mask;
}

/* Optimizations. Mode 1 (counting) only works for well-behaved programs. */
static void choose_options(struct random_setup *s, struct rh_rng *rng)
{
    s->hart.well_behaved = rh_chance(rng, 3);
    unsigned first_mode = s->hart.well_behaved ? 1 : 2;
    s->enc.return_stack = (uint8_t)(1 + rh_below(rng, 32));
    s->enc.implicit_return = s->enc.itype_width == 4;
    s->enc.repeated_history = true;
    s->enc.ts_modes = 0xA;
    s->enc.ts_messages = (uint8_t)(rh_chance(rng, 2) ? TRM_TS_ALL : rh_below(rng, 64));
    s->enc.ts_width = (uint8_t)(rh_chance(rng, 2) ? 8 + rh_below(rng, 8) : 40);
    if (rh_chance(rng, 2) && s->enc.implicit_return) {
        s->features |=
            TR_TE_INST_EN_IMPLICIT_RETURN_MASK |
            field(TR_TE_INST_IMPLICIT_RETURN_MODE_MASK, TR_TE_INST_IMPLICIT_RETURN_MODE_SHIFT,
                  first_mode + rh_below(rng, 4 - first_mode));
    }
    if (rh_chance(rng, 2)) {
        s->features |= TR_TE_INST_EN_SEQUENTIAL_JUMP_MASK;
    }
    if (rh_chance(rng, 4)) {
        s->features |= TR_TE_INST_EN_ALL_JUMPS_MASK;
        s->hart.all_jumps = true;
    }
    s->hart.indirect_bias = rh_chance(rng, 2) ? 0 : 2 + rh_below(rng, 20);
    s->hart.max_blocks = rh_chance(rng, 2) ? 1 : 2 + rh_below(rng, 3);
    s->enc.hist_search = (uint8_t)rh_below(rng, TRM_HIST_SEARCHES);
    s->enc.hrepeat_bits = (uint8_t)(rh_chance(rng, 2) ? 18 : 2 + rh_below(rng, 6));
    s->enc.repeat_branch = rh_chance(rng, 2);
    s->enc.repeat_branch_htm = rh_chance(rng, 2);
    s->enc.bcnt_bits = (uint8_t)(rh_chance(rng, 2) ? 18 : 1 + rh_below(rng, 4));
    s->enc.icnt_late = rh_chance(rng, 3);
    s->enc.icnt_sync = rh_chance(rng, 3);
    if (rh_chance(rng, 2)) {
        s->features |= TR_TE_INST_EN_REPEATED_HISTORY_MASK;
    }
    if (rh_chance(rng, 3)) {
        s->timestamps = TR_TS_ACTIVE_MASK | TR_TS_ENABLE_MASK | TR_TS_COUNT_MASK |
                        field(TR_TS_MODE_MASK, TR_TS_MODE_SHIFT,
                              rh_chance(rng, 2) ? TR_TS_MODE_EXTERNAL : TR_TS_MODE_INTERNAL_CORE);
    }
}

void random_setup_choose(struct random_setup *s, uint64_t seed)
{
    struct rh_rng rng;

    memset(s, 0, sizeof *s);
    rh_seed(&rng, seed ^ UINT64_C(0xE2E));
    s->seed = seed;
    trm_encoder_cfg_init(&s->enc);
    s->enc.xlen = rh_chance(&rng, 2) ? 32 : 64;
    s->enc.itype_width = rh_chance(&rng, 2) ? 3 : 4;
    s->enc.hist_bits = (uint8_t)(2 + rh_below(&rng, 31));
    s->enc.icnt_bits = (uint8_t)(rh_chance(&rng, 2) ? 22 : 4 + rh_below(&rng, 19));
    s->enc.btype_split = rh_chance(&rng, 2);
    s->enc.hist_always = rh_chance(&rng, 4);
    s->enc.hcontext = rh_chance(&rng, 4);
    s->htm = rh_chance(&rng, 2);
    s->hart.xlen = s->enc.xlen;
    s->hart.base = s->enc.xlen == 32    ? UINT64_C(0x80000000)
                   : rh_chance(&rng, 2) ? UINT64_C(0xFFFFFFFF80000000)
                                        : UINT64_C(0x80000000);
    s->hart.itype_width = s->enc.itype_width;
    s->hart.max_block = rh_chance(&rng, 2) ? 1 : 1 + rh_below(&rng, 8);
    s->hart.trap_one_in = rh_chance(&rng, 2) ? 0 : 5 + rh_below(&rng, 60);
    s->hart.branch_bias = rh_chance(&rng, 2) ? 0 : 2 + rh_below(&rng, 40);
    s->hart.context_one_in = rh_chance(&rng, 2) ? 0 : 3 + rh_below(&rng, 60);
    s->steps = 200 + rh_below(&rng, 1500);
    s->control = TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK |
                 field(TR_TE_INST_MODE_MASK, TR_TE_INST_MODE_SHIFT,
                       s->htm ? TR_TE_INST_MODE_HTM : TR_TE_INST_MODE_BTM) |
                 field(TR_TE_CONTEXT_MASK, TR_TE_CONTEXT_SHIFT, rh_below(&rng, 2)) |
                 field(TR_TE_INST_SYNC_MODE_MASK, TR_TE_INST_SYNC_MODE_SHIFT, rh_below(&rng, 4)) |
                 field(TR_TE_INST_SYNC_MAX_MASK, TR_TE_INST_SYNC_MAX_SHIFT, rh_below(&rng, 5)) |
                 field(TR_TE_FORMAT_MASK, TR_TE_FORMAT_SHIFT, TR_TE_FORMAT_NTRACE);
    s->features =
        field(TR_TE_INST_EXTEND_ADDR_MSB_MASK, TR_TE_INST_EXTEND_ADDR_MSB_SHIFT, rh_below(&rng, 2));
    if (rh_chance(&rng, 2)) {
        s->features |= field(TR_TE_SRC_BITS_MASK, TR_TE_SRC_BITS_SHIFT, rh_below(&rng, 13)) |
                       field(TR_TE_SRC_ID_MASK, TR_TE_SRC_ID_SHIFT, rh_below(&rng, 4096));
    }
    choose_options(s, &rng);
}

uint64_t random_seeds(uint64_t n)
{
    const char *soak = getenv("HARTRACE_SOAK");
    unsigned long times = soak != NULL ? strtoul(soak, NULL, 10) : 1;
    return n * (times != 0 ? times : 1);
}
