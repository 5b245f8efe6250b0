/* SPDX-License-Identifier: Apache-2.0 */
#include "ramsink_tally.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

void ramsink_tally_capture(struct ramsink_tally *t, enum ramsink_memory memory,
                           const struct trm_ramsink_stats *before, const struct trm_ramsink *model,
                           bool aligned, bool on_their_way)
{
    const struct trm_ramsink_stats *now = &model->stats;
    uint64_t words = now->words - before->words, padding = now->padding - before->padding;
    t->in[memory].words += words;
    t->in[memory].wraps += now->wraps - before->wraps;
    t->in[memory].stops += model->stopped;
    t->in[memory].padding += padding;
    t->in[memory].errors += now->bus_errors - before->bus_errors;
    t->in[memory].after_error += now->bus_errors != before->bus_errors ? words : 0;
    t->in[memory].flushes += on_their_way;
    t->aligned += aligned ? padding : 0;
    t->discarded += now->discarded - before->discarded;
}

static unsigned larger(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

void ramsink_tally_run(struct ramsink_tally *t, unsigned k, const struct ramsink_bus *bus)
{
    t->longest = larger(t->longest, bus->longest);
    t->together[k] = larger(t->together[k], bus->together);
}

void ramsink_tally_check(const struct ramsink_tally *t, const struct rtl_ramsink_kind *const *kinds,
                         unsigned n)
{
    for (unsigned memory = 0; memory < RAMSINK_MEMORIES; memory++) {
        assert_true(t->in[memory].words > 2000 && t->in[memory].wraps > 100);
        assert_true(t->in[memory].stops > 20 && t->in[memory].filled > 300);
    }
    assert_true(t->in[IN_SRAM].padding > 100 && t->in[BY_AXI].padding > 100);
    for (unsigned bus = BY_AXI; bus <= BY_AHB; bus++) {
        assert_true(t->in[bus].errors > 50 && t->in[bus].after_error > 1000);
        assert_true(t->in[bus].pointers > 200 && t->in[bus].flushes > 40);
    }
    assert_true(t->aligned > 100 && t->swallowed > 100 && t->discarded > 20);
    assert_int_equal(t->longest, 4);
    unsigned most = 0;
    for (unsigned k = 0; k < n; k++) { /* as many writes together as may be */
        struct trm_ramsink_cfg cfg;
        kinds[k]->cfg(&cfg);
        unsigned together = cfg.has_smem && !kinds[k]->ahb ? kinds[k]->outstanding : 0;
        assert_int_equal(t->together[k], together);
        most = larger(most, together);
    }
    assert_int_equal(most, 16);
}
