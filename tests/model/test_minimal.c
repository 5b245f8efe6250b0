/* SPDX-License-Identifier: Apache-2.0 */
/* The smallest components (TCI 1.0, Minimal Implementation): what may be taken away, and what works
 * even then. And that nothing but a write sets trTeEnable. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "enc_bench.h"
#include "sink_rig.h"

static struct bench b;

/* Every option of the encoder taken away. */
static void smallest(bool btm)
{
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.btm = btm;
    cfg.htm = !btm;
    cfg.itype_width = 3;
    cfg.src_bits = 0;
    cfg.sync_modes = 1u << 1;
    cfg.context = false;
    cfg.triggers = false;
    cfg.stall = false;
    cfg.all_jumps = false;
    cfg.extend_addr_msb = false;
    cfg.sequential_jump = false;
    cfg.implicit_return = false;
    cfg.repeated_history = false;
    cfg.fifo_bytes = TRM_ENCODER_FIFO_MIN;
    bench_init(&b, &cfg);
}

/* Holds TCI-MIN-008..012 TCI-GEN-006 NT-CTL-005 NT-CTL-008 NT-CTL-010 NT-CTL-024 NT-CTL-025
 * NT-CTL-028..031 NT-CTL-034 NT-CTL-037..039 NT-MODE-004 */
static void the_smallest_encoder_traces(void **state)
{
    (void)state;
    for (unsigned btm = 0; btm < 2; btm++) {
        smallest(btm != 0);
        bench_write(&b, 0x000, 0xFFFFFFFD); /* not trTeEnable */
        /* trTeActive, trTeInstTracing, trTeEmpty, the mode, trTeInstSyncMode 1 with trTeInstSyncMax
         * and trTeFormat 1; nothing else. */
        assert_int_equal(bench_read(&b, 0x000) & ~UINT32_C(0x30000),
                         0x01F0000D | (btm != 0 ? 0x30 : 0x60));
        bench_write(&b, 0x000, 0x00010001);
        assert_int_equal(bench_read(&b, 0x000) & 0x30000, 0x10000);
        for (uint32_t offset = 0x008; offset < 0x1000; offset += 4) {
            bench_write(&b, offset, UINT32_MAX);
            assert_int_equal(bench_read(&b, offset), 0);
        }
        bench_control(&b, btm != 0 ? BENCH_BTM : BENCH_HTM);
        bench_run(&b, 0x1000, 2, INGRESS_ITYPE_TAKEN);
        bench_run(&b, 0x2000, 2, INGRESS_ITYPE_UNINFERABLE_JUMP);
        bench_run(&b, 0x3000, 2, INGRESS_ITYPE_NONE);
        bench_control(&b, 0);
        bench_expect(&b, btm != 0 ? "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                                    "DirectBranch ICNT=2\n"
                                    "IndirectBranch BTYPE=0 ICNT=2 UADDR=0x1000\n"
                                    "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=2\n"
                                  : "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                                    "IndirectBranchHist BTYPE=0 ICNT=4 UADDR=0x1000 HIST=3\n"
                                    "ProgTraceCorrelation EVCODE=4 CDF=1 ICNT=2 HIST=1\n");
    }
}

/* Triggers of both kinds, reset and debug mode of the hart: none of them enables an encoder. */
/* Holds TCI-TE-004 */
static void only_a_write_sets_enable(void **state)
{
    struct trm_encoder_cfg cfg;
    (void)state;
    trm_encoder_cfg_init(&cfg);
    cfg.ext_triggers = 8;
    bench_init(&b, &cfg);
    bench_write(&b, TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, 0x44443222);
    bench_write(&b, 0x000, (BENCH_HTM & ~TR_TE_ENABLE_MASK) | 1u | TR_TE_INST_TRIG_ENABLE_MASK);
    for (unsigned bits = 0; bits < 0x800; bits++) {
        struct ingress_cycle in = bench_record(&b, 0x1000, 2, INGRESS_ITYPE_TAKEN);
        in.ext_trig = (uint8_t)bits;
        in.trigger = (uint16_t)(bits >> 8);
        in.reset = bits % 7 == 0;
        in.halted = bits % 5 == 0;
        bench_give(&b, &in);
        assert_int_equal(bench_read(&b, 0x000) & TR_TE_ENABLE_MASK, 0);
    }
    bench_expect(&b, "");
}

/* Any multiple of 4 up to the limit, whatever the width of the memory: each word that is read. */
/* Holds TCI-MIN-016..018 TCI-RAM-031 */
static void every_read_pointer_of_sram(void **state)
{
    (void)state;
    for (unsigned width = 4; width <= 16; width *= 2) {
        struct trm_ramsink_cfg cfg = sram_cfg();
        cfg.width = (uint8_t)width;
        start(&cfg);
        assert_int_equal(wrd(TR_RAM_WP_LOW_OFFSET, 0), 0);
        enable_sram(RAM - 4, 0, 0);
        send(0, RAM - 16);
        send(RAM - 16, 16);
        wr(TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK);
        for (uint32_t rp = 0; rp < RAM; rp += 4) {
            assert_int_equal(wrd(TR_RAM_RP_LOW_OFFSET, rp), rp);
            assert_int_equal(rd(TR_RAM_DATA_OFFSET), 0x03020100 + 0x01010101 * rp);
            assert_int_equal(rd(TR_RAM_RP_LOW_OFFSET), (rp + 4) % RAM);
        }
    }
}

/* Any multiple of 4 from start to limit, when trace words have 32 bits. Wider words are
 * at their natural boundary (trRamWPLow): the value is rounded down to it, and the word goes there.
 * Holds TCI-MIN-022 TCI-RAM-025 */
static void every_write_pointer_of_smem(void **state)
{
    (void)state;
    for (unsigned width = 4; width <= 16; width *= 2) {
        struct trm_ramsink_cfg cfg = smem_cfg();
        uint32_t last = BASE + 0x100 - width;
        cfg.width = (uint8_t)width;
        start(&cfg);
        assert_int_equal(wrd(TR_RAM_START_LOW_OFFSET, BASE), BASE);
        assert_int_equal(wrd(TR_RAM_LIMIT_LOW_OFFSET, last), last);
        for (uint32_t wp = BASE; wp <= last; wp += 4) {
            uint32_t word = wp - wp % width;
            assert_int_equal(wrd(TR_RAM_WP_LOW_OFFSET, wp), word);
            bus.mem[word - BASE] = 0xEE;
            wr(TR_RAM_CONTROL_OFFSET, ON);
            send(0x11, width);
            wr(TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK);
            assert_int_equal(bus.mem[word - BASE], 0x11);
            assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET),
                             word == last ? BASE | TR_RAM_WRAP_MASK : word + width);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_smallest_encoder_traces),
        cmocka_unit_test(only_a_write_sets_enable),
        cmocka_unit_test(every_read_pointer_of_sram),
        cmocka_unit_test(every_write_pointer_of_smem),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
