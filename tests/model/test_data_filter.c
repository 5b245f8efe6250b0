/* SPDX-License-Identifier: Apache-2.0 */
/* Filters of data trace (TCI 1.0, trTeDataFilters, trTeFilterMatchData, trTeCompPInput 3; E-Trace
 * 2.0, iaddr_lsbs). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "filter_regs.h"

enum {
    N = INGRESS_ITYPE_NONE,
    IADDR = TR_TE_COMP_P_INPUT_IADDR,
    DADDR = TR_TE_COMP_P_INPUT_DADDR,
    BOTH = TR_TE_COMP_MATCH_MODE_BOTH,
};

static struct bench b;

static void init(bool data_trace)
{
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    cfg.data_trace = data_trace;
    cfg.filters = 2;
    cfg.comparators = 2;
    bench_init(&b, &cfg);
}

/* Filters are programmed: trace. */
static void start(uint32_t data_filters)
{
    bench_write(&b, TR_TE_DATA_FILTERS_OFFSET, data_filters);
    bench_write(&b, TR_TE_DATA_CONTROL_OFFSET, TR_TE_DATA_TRACING_MASK);
    bench_control(&b, BENCH_BTM);
}

static void run(uint64_t pc, uint8_t dtype, uint8_t dsize, uint64_t addr, uint64_t value)
{
    struct ingress_cycle in = bench_record(&b, pc, 2, N);
    in.naccess = 1;
    in.access[0] = (struct ingress_access){
        .daddr = addr, .load = value, .store = value, .dtype = dtype, .dsize = dsize};
    bench_give(&b, &in);
}

/* Holds TCI-TE-060 TCI-FLT-002 TCI-FLT-049 HT-DATA-020 */
static void a_range_of_addresses(void **state)
{
    (void)state;
    init(true);
    set_comp(&b, 0, COMP(DADDR, GE, DADDR, LT, BOTH), 0x2000, 0x2100);
    set_filter(&b, 0, F_COMP1(0), 0, 0);
    start(1);
    run(0x1000, INGRESS_DTYPE_LOAD, 0, 0x1FFF, 1);
    run(0x1004, INGRESS_DTYPE_LOAD, 0, 0x2000, 2);
    run(0x1008, INGRESS_DTYPE_STORE, 0, 0x20FF, 3);
    run(0x100C, INGRESS_DTYPE_LOAD, 0, 0x2100, 4);
    bench_halted(&b);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "DataReadSync SYNC=5 DSZ=1 FADDR=0x2000 DATA=2\n"
                     "DataWriteSync SYNC=2 DSZ=1 FADDR=0x20FF DATA=3\n"
                     "ProgTraceCorrelation EVCODE=0 CDF=0 ICNT=8\n");
}

/* Filter 0 takes stores, filter 1 what has 8 bytes; selected are filter 0, then both.
 * Holds TCI-TE-060 TCI-FLT-034 TCI-FLT-035 TCI-FLT-044 TCI-FLT-045 HT-DATA-020 */
static void types_and_sizes(void **state)
{
    (void)state;
    for (uint32_t selected = 1; selected <= 3; selected += 2) {
        init(true);
        bench_write(&b, TR_TE_FILTER_MATCH_DATA_OFFSET(0), 1u << INGRESS_DTYPE_STORE);
        bench_write(&b, TR_TE_FILTER_MATCH_DATA_OFFSET(1),
                    8u << TR_TE_FILTER_MATCH_CHOICE_DSIZE_SHIFT);
        set_filter(&b, 0, TR_TE_FILTER_MATCH_DTYPE_MASK, 0, 0);
        set_filter(&b, 1, TR_TE_FILTER_MATCH_DSIZE_MASK, 0, 0);
        start(selected);
        run(0x1000, INGRESS_DTYPE_LOAD, 2, 0x2000, 1);
        run(0x1004, INGRESS_DTYPE_STORE, 2, 0x2004, 2);
        run(0x1008, INGRESS_DTYPE_LOAD, 3, 0x2008, 3);
        bench_expect(&b, selected == 1 ? "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                                         "DataWriteSync SYNC=5 DSZ=4 FADDR=0x2004 DATA=2\n"
                                       : "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                                         "DataWriteSync SYNC=5 DSZ=4 FADDR=0x2004 DATA=2\n"
                                         "DataReadSync SYNC=2 DSZ=8 FADDR=0x2008 DATA=3\n");
    }
}

/* E-Trace's example: of a block with two loads only the one at the address is traced, though the
 * block as a whole matches. Holds HT-DATA-021 */
static void an_instruction_address_selects_one_access_of_a_block(void **state)
{
    (void)state;
    init(true);
    set_comp(&b, 0, COMP(IADDR, EQ, IADDR, EQ, 0), 0x1000, 0);
    set_filter(&b, 0, F_COMP1(0), 0, 0);
    start(1);
    struct ingress_cycle in = bench_record(&b, 0x1000, 6, N);
    in.naccess = 2;
    in.access[0] = (struct ingress_access){.daddr = 0x2000, .dsize = 2, .load = 1};
    in.access[1] = (struct ingress_access){.daddr = 0x2004, .dsize = 2, .load = 2, .insn = 4};
    bench_give(&b, &in);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x800\n"
                     "DataReadSync SYNC=5 DSZ=4 FADDR=0x2000 DATA=1\n");
}

/* A filter of instruction trace with a condition on data lets a block through for an access.
 * Holds HT-DATA-030 */
static void instructions_are_selected_by_their_data(void **state)
{
    (void)state;
    init(true);
    set_comp(&b, 0, COMP(DADDR, EQ, DADDR, EQ, 0), 0x2004, 0);
    set_filter(&b, 0, F_COMP1(0), 0, 0);
    bench_write(&b, TR_TE_INST_FILTERS_OFFSET, 1);
    start(0);
    run(0x1000, INGRESS_DTYPE_LOAD, 2, 0x2000, 1);
    run(0x1004, INGRESS_DTYPE_LOAD, 2, 0x2004, 2);
    run(0x1008, INGRESS_DTYPE_LOAD, 2, 0x2008, 3);
    bench_expect(&b, "ProgTraceSync SYNC=5 ICNT=0 FADDR=0x802\n"
                     "DataReadSync SYNC=5 DSZ=4 FADDR=0x2004 DATA=2\n"
                     "ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=2\n");
}

/* Holds TCI-FLT-013 HT-DATA-001 */
static void without_data_trace_there_are_none(void **state)
{
    (void)state;
    for (unsigned data = 0; data < 2; data++) {
        init(data != 0);
        bench_write(&b, TR_TE_DATA_FILTERS_OFFSET, UINT32_MAX);
        bench_write(&b, TR_TE_FILTER_MATCH_DATA_OFFSET(0), UINT32_MAX);
        bench_write(&b, TR_TE_FILTER_CONTROL_OFFSET(0), UINT32_MAX);
        bench_write(&b, TR_TE_COMP_CONTROL_OFFSET(0), DADDR | DADDR << 2);
        assert_int_equal(bench_read(&b, TR_TE_DATA_FILTERS_OFFSET), data ? 3 : 0);
        assert_int_equal(bench_read(&b, TR_TE_FILTER_MATCH_DATA_OFFSET(0)), data ? 0x00FFFFFF : 0);
        assert_int_equal(bench_read(&b, TR_TE_FILTER_CONTROL_OFFSET(0)) & 0x03000000,
                         data ? 0x03000000 : 0);
        assert_int_equal(bench_read(&b, TR_TE_COMP_CONTROL_OFFSET(0)), data ? 15 : 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_range_of_addresses),
        cmocka_unit_test(types_and_sizes),
        cmocka_unit_test(an_instruction_address_selects_one_access_of_a_block),
        cmocka_unit_test(instructions_are_selected_by_their_data),
        cmocka_unit_test(without_data_trace_there_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
