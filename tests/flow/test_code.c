/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Code layer: images, PCINFO lists, recorded opcodes, the cache.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "flow/flow_code.h"

static struct flow_isa isa;
static struct flow_code code;
static struct flow_code_line line[16];

static int setup(void **state)
{
    (void)state;
    isa = (struct flow_isa){.xlen = 64, .extensions = FLOW_ISA_C | FLOW_ISA_ZCB};
    return 0;
}

static int get(uint64_t pc, struct flow_insn *insn)
{
    const struct flow_insn *p = NULL;
    struct flow_where where = {.pc = pc};
    int rc = flow_code_insn(&code, &where, &p);
    if (rc == FLOW_OK) {
        *insn = *p;
    }
    return rc;
}

static struct flow_insn need(uint64_t pc)
{
    struct flow_insn insn = {.size = 0};
    assert_int_equal(get(pc, &insn), FLOW_OK);
    return insn;
}

/* add a0, a0, a1 = 0x00b50533 lies across two regions; c.ret = 0x8082 ends the second. */
/* Holds TCI-ENA-022 */
static void image_joins_regions(void **state)
{
    static const uint8_t first[] = {0x01, 0x00, 0x33, 0x05};
    static const uint8_t second[] = {0xb5, 0x00, 0x82, 0x80};
    static const struct flow_region region[] = {{0x1004, 4, second}, {0x1000, 4, first}};
    struct flow_code_image image = {.region = region, .count = 2};
    struct flow_insn insn;
    (void)state;
    flow_code_init_image(&code, isa, &image);
    assert_int_equal(need(0x1000).size, 2);
    assert_int_equal(need(0x1002).size, 4);
    assert_int_equal(need(0x1002).cls, FLOW_INSN_LINEAR);
    assert_int_equal(need(0x1006).cls, FLOW_INSN_RETURN);
    assert_int_equal(get(0x1008, &insn), FLOW_ERR_NOCODE);
    assert_int_equal(get(0xffe, &insn), FLOW_ERR_NOCODE);
}

/* Half of a 32-bit instruction is no instruction; nor is one of unknown length (0x707f), nor one of
 * 48 bits (0x001f) with four bytes. */
static void instructions_must_be_whole(void **state)
{
    static const uint8_t add[] = {0x33, 0x05};
    static const uint8_t reserved[] = {0x7f, 0x70, 0, 0};
    static const uint8_t longer[] = {0x1f, 0x00, 0, 0, 0, 0};
    static const struct flow_region region[] = {
        {0x1000, 2, add}, {0x2000, 4, reserved}, {0x3000, 4, longer}, {0x4000, 6, longer}};
    struct flow_code_image image = {.region = region, .count = 4};
    struct flow_insn insn;
    (void)state;
    flow_code_init_image(&code, isa, &image);
    assert_int_equal(get(0x1000, &insn), FLOW_ERR_NOCODE);
    assert_int_equal(get(0x2000, &insn), FLOW_ERR_NOCODE);
    assert_int_equal(get(0x3000, &insn), FLOW_ERR_NOCODE);
    assert_int_equal(need(0x4000).size, 6);
}

static void first_of_two_overlapping_regions_counts(void **state)
{
    static const uint8_t ret[] = {0x82, 0x80};
    static const uint8_t nop[] = {0x01, 0x00};
    static const struct flow_region region[] = {{0x1000, 2, ret}, {0x1000, 2, nop}};
    struct flow_code_image image = {.region = region, .count = 2};
    (void)state;
    flow_code_init_image(&code, isa, &image);
    assert_int_equal(need(0x1000).cls, FLOW_INSN_RETURN);
}

/* Zcmt: cm.jt i is 0xa002 | i << 2; the entry at jvt + i * XLEN/8 is an address, bit 0 of which
 * does not count. RV32: entry 2 at 0x108; RV64: entry 1 at 0x108, 8 bytes. */
static void table_jumps_are_resolved(void **state)
{
    static const uint8_t jump[] = {0x0a, 0xa0, 0x06, 0xa0, 0x0e, 0xa0};
    static const uint8_t table[] = {0x01, 0x20, 0x34, 0x12, 0x78, 0x56, 0, 0};
    static const struct flow_region region[] = {{0x10, 6, jump}, {0x108, 8, table}};
    struct flow_code_image image = {.region = region, .count = 2};
    struct flow_insn insn;
    (void)state;
    isa.extensions |= FLOW_ISA_ZCMT;
    isa.jvt = 0x100;
    isa.xlen = 32;
    flow_code_init_image(&code, isa, &image);
    assert_int_equal(need(0x10).target, 0x12342000);
    assert_int_equal(need(0x10).flags & FLOW_INSN_TABLE, 0);
    isa.xlen = 64;
    flow_code_init_image(&code, isa, &image);
    assert_true(need(0x12).target == UINT64_C(0x567812342000));
    assert_int_equal(get(0x14, &insn), FLOW_ERR_NOCODE); /* cm.jt 3: entry at 0x118 */
}

/* One line each as in the task group's files. */
static void pcinfo_lines_are_parsed(void **state)
{
    static const struct {
        const char *text;
        struct flow_pcinfo want;
    } row[] = {
        {"0x80000000,L2", {0x80000000, 0, 2, FLOW_INSN_LINEAR}},
        {"0x80000000,L4", {0x80000000, 0, 4, FLOW_INSN_LINEAR}},
        {"0x8000008A,BD4,0x80000092", {0x8000008a, 0x80000092, 4, FLOW_INSN_BRANCH}},
        {"0x10,B2,0x20", {0x10, 0x20, 2, FLOW_INSN_BRANCH}},
        {"0x10,JD2,0x20", {0x10, 0x20, 2, FLOW_INSN_DIRECT_JUMP}},
        {"0x10,JI4", {0x10, 0, 4, FLOW_INSN_JUMP}},
        {"0x10,CD4,0xfffffffffffffffe", {0x10, UINT64_MAX - 1, 4, FLOW_INSN_DIRECT_CALL}},
        {"0x10,CI2\r", {0x10, 0, 2, FLOW_INSN_CALL}},
        {"0x10,R2", {0x10, 0, 2, FLOW_INSN_RETURN}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct flow_pcinfo e;
        assert_int_equal(flow_pcinfo_parse(row[i].text, strlen(row[i].text), &e), FLOW_OK);
        assert_true(e.addr == row[i].want.addr && e.dest == row[i].want.dest);
        assert_int_equal(e.size, row[i].want.size);
        assert_int_equal(e.cls, row[i].want.cls);
    }
}

static void bad_pcinfo_lines_are_refused(void **state)
{
    static const char *const text[] = {
        "",         "80000000,L2",  "0x,L2",      "0x10",         "0x10,",
        "0x10,L",   "0x10,X2",      "0x10,L3",    "0x10,J2",      "0x10,C2",
        "0x10,JD2", "0x10,JD2,",    "0x10,JD2,1", "0x10,JD2,0x1", "0x11,L2",
        "0x10,L2 ", "0x10,L2,0x20", "0x10,BD4",   "0x10,BI4",     "0x12345678123456789,L2"};
    (void)state;
    for (size_t i = 0; i < sizeof text / sizeof text[0]; i++) {
        struct flow_pcinfo e;
        assert_int_equal(flow_pcinfo_parse(text[i], strlen(text[i]), &e), FLOW_ERR_ARG);
    }
}

/* Lines of entries made from instructions: jal ra, +8; mret; c.jalr x5 (a swap); beq +8; add. */
static void pcinfo_lines_are_written(void **state)
{
    static const struct {
        uint32_t opcode;
        const char *text;
    } row[] = {
        {0x008000ef, "0x80000010,CD4,0x80000018"},
        {0x0080006f, "0x80000010,JD4,0x80000018"},
        {0x0080036f, "0x80000010,JD4,0x80000018"},
        {0x30200073, "0x80000010,R4"},
        {0x9282, "0x80000010,CI2"},
        {0x8502, "0x80000010,JI2"},
        {0x00000463, "0x80000010,BD4,0x80000018"},
        {0x00b50533, "0x80000010,L4"},
        {0x00000073, "0x80000010,L4"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct flow_insn insn;
        struct flow_pcinfo e;
        char text[FLOW_PCINFO_LINE];
        flow_insn_decode(64, isa.extensions, 0x80000010, row[i].opcode, &insn);
        flow_pcinfo_from_insn(0x80000010, &insn, &e);
        assert_int_equal(flow_pcinfo_format(&e, text), strlen(row[i].text));
        assert_string_equal(text, row[i].text);
    }
}

/* The longest line fits. */
static void longest_pcinfo_line_fits(void **state)
{
    char text[FLOW_PCINFO_LINE];
    struct flow_pcinfo e = {UINT64_MAX - 1, UINT64_MAX - 1, 4, FLOW_INSN_BRANCH};
    (void)state;
    assert_int_equal(flow_pcinfo_format(&e, text), 18 + 1 + 3 + 1 + 18);
    assert_int_equal(strlen(text), 41);
}

/* Holds TCI-ENA-022 */
static void pcinfo_list_is_code(void **state)
{
    static const struct flow_pcinfo entry[] = {
        {0x100, 0, 2, FLOW_INSN_LINEAR},
        {0x102, 0x200, 4, FLOW_INSN_DIRECT_CALL},
        {0x106, 0, 2, FLOW_INSN_RETURN},
        {0x200, 0x100, 4, FLOW_INSN_BRANCH},
    };
    struct flow_code_pcinfo list = {.entry = entry, .count = 4};
    struct flow_insn insn;
    (void)state;
    flow_code_init_pcinfo(&code, isa, &list);
    for (unsigned round = 0; round < 2; round++) {
        assert_int_equal(need(0x106).cls, FLOW_INSN_RETURN);
        assert_int_equal(need(0x100).size, 2);
        assert_int_equal(need(0x102).target, 0x200);
        assert_int_equal(need(0x200).target, 0x100);
        assert_int_equal(get(0x104, &insn), FLOW_ERR_NOCODE);
        assert_int_equal(get(0x202, &insn), FLOW_ERR_NOCODE);
        assert_int_equal(get(0, &insn), FLOW_ERR_NOCODE);
    }
    list.count = 0;
    assert_int_equal(get(0x100, &insn), FLOW_ERR_NOCODE);
}

/* An entry of a hostile list or callback: sizes that are none. */
static void senseless_answers_are_no_code(void **state)
{
    static const struct flow_pcinfo entry[] = {
        {0x100, 0, 0, FLOW_INSN_LINEAR},
        {0x102, 0, 3, FLOW_INSN_LINEAR},
        {0x104, 0, 24, FLOW_INSN_LINEAR},
        {0x106, 0, 2, FLOW_INSN_CLASSES},
    };
    struct flow_code_pcinfo list = {.entry = entry, .count = 4};
    struct flow_insn insn;
    (void)state;
    flow_code_init_pcinfo(&code, isa, &list);
    for (uint64_t pc = 0x100; pc < 0x108; pc += 2) {
        assert_int_equal(get(pc, &insn), FLOW_ERR_NOCODE);
    }
}

static int get_at(uint64_t pc, uint64_t position, struct flow_insn *insn)
{
    const struct flow_insn *p = NULL;
    struct flow_where where = {.pc = pc, .position = position};
    int rc = flow_code_insn(&code, &where, &p);
    if (rc == FLOW_OK) {
        *insn = *p;
    }
    return rc;
}

/* 0x100 is c.nop, from half-word 50 on c.ret, from 80 on c.jr a0. 0x102 never changes. The cache
 * must not keep what changes. */
/* Holds NT-DEC-023 NT-DEC-024 */
static void recorded_code_changes_in_time(void **state)
{
    static const struct flow_opcode entry[] = {
        {0x100, 10, 0x0001}, {0x100, 50, 0x8082}, {0x100, 80, 0x8502}, {0x102, 30, 0x00b50533}};
    struct flow_code_recorded recorded = {.entry = entry, .count = 4};
    struct flow_insn insn;
    (void)state;
    flow_code_init_recorded(&code, isa, &recorded);
    assert_int_equal(flow_code_use_cache(&code, line, 16), FLOW_OK);
    static const struct {
        uint64_t position;
        unsigned cls;
    } row[] = {{10, FLOW_INSN_LINEAR}, {49, FLOW_INSN_LINEAR}, {50, FLOW_INSN_RETURN},
               {79, FLOW_INSN_RETURN}, {80, FLOW_INSN_JUMP},   {9999, FLOW_INSN_JUMP},
               {0, FLOW_INSN_LINEAR}};
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        assert_int_equal(get_at(0x100, row[i].position, &insn), FLOW_OK);
        assert_int_equal(insn.cls, row[i].cls);
        assert_int_equal(get_at(0x102, row[i].position, &insn), FLOW_OK);
        assert_int_equal(insn.size, 4);
    }
    recorded.base = 70;
    assert_int_equal(get_at(0x100, 10, &insn), FLOW_OK);
    assert_int_equal(insn.cls, FLOW_INSN_JUMP);
    assert_int_equal(get_at(0x104, 10, &insn), FLOW_ERR_NOCODE);
    assert_int_equal(get_at(0xfe, 10, &insn), FLOW_ERR_NOCODE);
}

static unsigned reads;

static unsigned counting_read(void *ctx, const struct flow_where *where, uint64_t addr,
                              uint8_t *buf, unsigned n)
{
    (void)ctx;
    (void)where;
    (void)addr;
    reads++;
    memset(buf, 0, n);
    buf[0] = 0x01; /* c.nop */
    return n;
}

/* Direct-mapped: 16 lines of half-words; 0x100 and 0x120 share one. */
static void cache_answers_until_it_is_flushed(void **state)
{
    (void)state;
    reads = 0;
    memset(line, 0xff, sizeof line);
    flow_code_init_read(&code, isa, counting_read, NULL);
    assert_int_equal(flow_code_use_cache(&code, line, 16), FLOW_OK);
    need(0x100);
    need(0x100);
    need(0x102);
    assert_int_equal(reads, 2);
    need(0x120);
    need(0x100);
    assert_int_equal(reads, 4);
    flow_code_flush(&code);
    need(0x102);
    assert_int_equal(reads, 5);
    assert_int_equal(flow_code_use_cache(&code, NULL, 0), FLOW_OK);
    need(0x102);
    need(0x102);
    assert_int_equal(reads, 7);
}

static void cache_survives_the_wrap_of_its_generation(void **state)
{
    (void)state;
    reads = 0;
    flow_code_init_read(&code, isa, counting_read, NULL);
    assert_int_equal(flow_code_use_cache(&code, line, 16), FLOW_OK);
    need(0x100);
    code.generation = UINT32_MAX;
    flow_code_flush(&code);
    need(0x100);
    assert_int_equal(reads, 2);
}

static void cache_size_is_a_power_of_two(void **state)
{
    (void)state;
    flow_code_init_read(&code, isa, counting_read, NULL);
    assert_int_equal(flow_code_use_cache(&code, line, 0), FLOW_ERR_ARG);
    assert_int_equal(flow_code_use_cache(&code, line, 1), FLOW_ERR_ARG);
    assert_int_equal(flow_code_use_cache(&code, line, 12), FLOW_ERR_ARG);
    assert_int_equal(flow_code_use_cache(&code, line, 2), FLOW_OK);
}

static void table_sizes_are_powers_of_two(void **state)
{
    static struct flow_block block[16];
    static struct flow_path path[16];
    (void)state;
    flow_code_init_read(&code, isa, counting_read, NULL);
    assert_int_equal(flow_code_use_blocks(&code, block, 0), FLOW_ERR_ARG);
    assert_int_equal(flow_code_use_blocks(&code, block, 1), FLOW_ERR_ARG);
    assert_int_equal(flow_code_use_blocks(&code, block, 12), FLOW_ERR_ARG);
    assert_int_equal(flow_code_use_blocks(&code, block, 16), FLOW_OK);
    assert_int_equal(flow_code_use_blocks(&code, NULL, 0), FLOW_OK);
    assert_int_equal(flow_code_use_paths(&code, path, 1), FLOW_ERR_ARG);
    assert_int_equal(flow_code_use_paths(&code, path, 12), FLOW_ERR_ARG);
    assert_int_equal(flow_code_use_paths(&code, path, 2 * (size_t)FLOW_PATHS_MAX), FLOW_ERR_ARG);
    assert_int_equal(flow_code_use_paths(&code, path, 16), FLOW_OK);
    assert_int_equal(flow_code_use_paths(&code, NULL, 0), FLOW_OK);
}

/* Memory that is said to be zero is not touched, other memory is. */
static void cleared_memory_is_left_alone(void **state)
{
    struct flow_code_line used[2] = {{.generation = 7}, {.generation = 7}};
    (void)state;
    flow_code_init_read(&code, isa, counting_read, NULL);
    code.cleared = true;
    assert_int_equal(flow_code_use_cache(&code, used, 2), FLOW_OK);
    assert_int_equal(used[1].generation, 7);
    code.cleared = false;
    assert_int_equal(flow_code_use_cache(&code, used, 2), FLOW_OK);
    assert_int_equal(used[1].generation, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(image_joins_regions, setup),
        cmocka_unit_test_setup(instructions_must_be_whole, setup),
        cmocka_unit_test_setup(first_of_two_overlapping_regions_counts, setup),
        cmocka_unit_test_setup(table_jumps_are_resolved, setup),
        cmocka_unit_test_setup(pcinfo_lines_are_parsed, setup),
        cmocka_unit_test_setup(bad_pcinfo_lines_are_refused, setup),
        cmocka_unit_test_setup(pcinfo_lines_are_written, setup),
        cmocka_unit_test_setup(longest_pcinfo_line_fits, setup),
        cmocka_unit_test_setup(pcinfo_list_is_code, setup),
        cmocka_unit_test_setup(senseless_answers_are_no_code, setup),
        cmocka_unit_test_setup(recorded_code_changes_in_time, setup),
        cmocka_unit_test_setup(cache_answers_until_it_is_flushed, setup),
        cmocka_unit_test_setup(cache_survives_the_wrap_of_its_generation, setup),
        cmocka_unit_test_setup(cache_size_is_a_power_of_two, setup),
        cmocka_unit_test_setup(table_sizes_are_powers_of_two, setup),
        cmocka_unit_test_setup(cleared_memory_is_left_alone, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
