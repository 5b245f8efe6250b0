/* SPDX-License-Identifier: Apache-2.0 */
/* Settings that are written while the encoder traces (TCI 1.0, trTeInstFeatures; N-Trace 1.0,
 * Repeated History Optimization). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "enc_bench.h"

enum {
    OUTCOMES = 80,
};

static struct bench b;

/* Outcome i of a history that does not repeat: the bits of 0, 11, 22, ..., five of each. */
static bool taken(unsigned i)
{
    return ((i / 5u * 11u) >> (4u - i % 5u) & 1u) != 0;
}

static void outcome(unsigned i)
{
    bench_run(&b, 0x1004, 1, taken(i) ? INGRESS_ITYPE_TAKEN : INGRESS_ITYPE_NOT_TAKEN);
}

/* The next outcomes are those of a HIST field, its stop bit left out. Returns how many it has. */
static unsigned check_hist(uint64_t hist, unsigned from)
{
    unsigned n = 0;
    while (hist >> n != 1) {
        n++;
    }
    for (unsigned i = 0; i < n; i++) {
        assert_int_equal(hist >> (n - 1u - i) & 1u, taken(from + i));
    }
    return n;
}

/* All messages together have these outcomes and no others, and none says that anything was lost. */
static void check_stream(unsigned outcomes)
{
    struct nexus_stream_cfg cfg;
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    unsigned n = 0;
    trm_encoder_stream_cfg(&b.enc, &cfg);
    assert_int_equal(nexus_msg_decoder_init(&d, &cfg, b.bytes, b.n), NEXUS_OK);
    while (nexus_msg_next(&d, &m) == NEXUS_OK) {
        assert_int_not_equal(m.tcode, NEXUS_ERROR);
        if (m.tcode == NEXUS_RESOURCE_FULL) {
            uint64_t rcode = m.value[NEXUS_F_RCODE];
            assert_in_range(rcode, NEXUS_RCODE_HIST, NEXUS_RCODE_HIST_REPEAT);
            unsigned times = rcode == NEXUS_RCODE_HIST ? 1 : (unsigned)m.value[NEXUS_F_HREPEAT];
            while (times-- != 0) {
                n += check_hist(m.value[NEXUS_F_RDATA], n);
            }
        } else if (nexus_msg_has(&m, NEXUS_F_HIST)) {
            n += check_hist(m.value[NEXUS_F_HIST], n);
        }
    }
    assert_int_equal(n, outcomes);
}

/* trTeInstEnRepeatedHistory is cleared, or set, when HIST is full, or nearly: no outcome is lost,
 * and a link that takes everything makes no Error message.
 * Holds NT-HST-002 NT-HST-003 NT-RUL-023 */
static void repeated_history_is_switched_with_any_history(void **state)
{
    (void)state;
    static const uint8_t full[] = {30, 31, 32, 61, 62}; /* about one register, and two */
    for (unsigned search = 0; search < TRM_HIST_SEARCHES; search++) {
        for (unsigned n = 0; n < 2 * sizeof full; n++) {
            struct trm_encoder_cfg cfg;
            uint32_t before = n % 2 == 0 ? TR_TE_INST_EN_REPEATED_HISTORY_MASK : 0;
            trm_encoder_cfg_init(&cfg);
            cfg.hist_search = (uint8_t)search;
            bench_init(&b, &cfg);
            bench_write(&b, TR_TE_INST_FEATURES_OFFSET, before);
            bench_control(&b, BENCH_HTM);
            bench_run(&b, 0x1000, 2, INGRESS_ITYPE_NONE);
            for (unsigned i = 0; i < OUTCOMES; i++) {
                if (i == full[n / 2]) {
                    bench_write(&b, TR_TE_INST_FEATURES_OFFSET,
                                before ^ TR_TE_INST_EN_REPEATED_HISTORY_MASK);
                    bench_ticks(&b, 1);
                }
                outcome(i);
            }
            bench_halted(&b);
            check_stream(OUTCOMES);
            assert_int_equal(b.enc.stats.overflows, 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(repeated_history_is_switched_with_any_history),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
