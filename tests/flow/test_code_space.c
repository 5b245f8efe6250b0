/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Address spaces: which image counts in which context; images that come, go and change; what the
 * flow layer makes of it, with caches.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "flow_fixture.h"
#include "flow/flow_code_space.h"

enum {
    SIZE = 16,
    IMAGES = 8,
    BASE = 0x1000,
};

static struct flow_fixture fx; /* its flow, not its memory */
static struct flow_code_space space;
static struct flow_code_mapping mapping[IMAGES];
static struct flow_code_line line[64];
static struct flow_block block[64];
static uint8_t image[IMAGES][SIZE];

/* Image i: i times c.nop, then c.jr a0: its block has i + 1 instructions. */
static void write_image(unsigned i, unsigned nops)
{
    for (unsigned k = 0; k < SIZE / 2; k++) {
        uint16_t op = k < nops ? 0x0001 : OP_C_JR_A0;
        image[i][2 * k] = (uint8_t)op;
        image[i][2 * k + 1] = (uint8_t)(op >> 8);
    }
}

static struct flow_code_mapping map(unsigned i, uint32_t match)
{
    return (struct flow_code_mapping){.region = {BASE, SIZE, image[i]}, .match = match};
}

static int setup(void **state)
{
    (void)state;
    fx_init(&fx);
    for (unsigned i = 0; i < IMAGES; i++) {
        write_image(i, i);
    }
    assert_int_equal(flow_code_space_init(&space, mapping, IMAGES), FLOW_OK);
    flow_code_init_space(&fx.code, nexus_cfg_isa(&fx.cfg), &space);
    assert_int_equal(flow_code_use_cache(&fx.code, line, 64), FLOW_OK);
    assert_int_equal(flow_code_use_blocks(&fx.code, block, 64), FLOW_OK);
    assert_int_equal(nexus_flow_init(&fx.flow, &fx.cfg, &fx.code), NEXUS_OK);
    return 0;
}

static void add(struct flow_code_mapping m)
{
    assert_int_equal(flow_code_space_add(&space, &m), FLOW_OK);
}

/* PROCESS of an Ownership message. N-Trace, "Ownership Message". */
static uint64_t process(unsigned format, unsigned prv, bool v, uint64_t context)
{
    return context << 5 | (uint64_t)v << 4 | prv << 2 | format;
}

/* Execute the block at BASE that has n instructions, by a message that says so: wrong code is an
 * error. Returns whether it went well. */
static bool executes(unsigned n)
{
    const char *text = fx_push(&fx, fx_indirect(0, n, fx_uaddr(BASE, BASE)));
    char want[64];
    snprintf(want, sizeof want, "R %x-%x %u T", BASE, BASE + 2 * n, n);
    return strcmp(text, want) == 0;
}

static void starts(void)
{
    (void)fx_push(&fx, fx_sync(5, 0, BASE));
}

/* Holds NT-DEC-020..022 */
static void processes_have_code_of_their_own(void **state)
{
    struct flow_code_mapping one = map(1, FLOW_DEPENDS_SCONTEXT);
    struct flow_code_mapping two = map(2, FLOW_DEPENDS_SCONTEXT);
    (void)state;
    one.scontext = 11;
    two.scontext = 22;
    add(one);
    add(two);
    starts();
    for (unsigned i = 0; i < 6; i++) {
        bool first = i % 2 == 0;
        (void)fx_push(&fx, fx_ownership(process(2, 0, false, first ? 11 : 22)));
        assert_true(executes(first ? 2 : 3));
        assert_true(executes(first ? 2 : 3));
    }
    (void)fx_push(&fx, fx_ownership(process(2, 0, false, 33)));
    assert_string_equal(fx_push(&fx, fx_indirect(0, 2, 0)), "NACC 1000");
}

static void guests_modes_and_hypervisor_contexts(void **state)
{
    struct flow_code_mapping m = map(0, 0);
    (void)state;
    add(m);
    m = map(1, FLOW_DEPENDS_PRV);
    m.prv = 3;
    add(m);
    m = map(2, FLOW_DEPENDS_V);
    m.v = true;
    add(m);
    m = map(3, FLOW_DEPENDS_V | FLOW_DEPENDS_HCONTEXT);
    m.v = true;
    m.hcontext = 5;
    add(m);
    starts();
    (void)fx_push(&fx, fx_ownership(process(0, 1, false, 0))); /* HS: the image for all */
    assert_true(executes(1));
    (void)fx_push(&fx, fx_ownership(process(0, 3, false, 0))); /* M */
    assert_true(executes(2));
    (void)fx_push(&fx, fx_ownership(process(0, 1, true, 0))); /* VS */
    assert_true(executes(3));
    (void)fx_push(&fx, fx_ownership(process(3, 1, true, 5))); /* VS of hcontext 5 */
    assert_true(executes(4));
    (void)fx_push(&fx, fx_ownership(process(0, 0, false, 0))); /* U */
    assert_true(executes(1));
}

/* The image that was added last hides the others; removed, it shows them again. */
static void images_come_and_go(void **state)
{
    struct flow_code_mapping module = map(4, 0);
    (void)state;
    add(map(1, 0));
    starts();
    assert_true(executes(2));
    add(module);
    assert_true(executes(5));
    assert_int_equal(flow_code_space_remove(&space, &module), FLOW_OK);
    assert_true(executes(2));
    assert_int_equal(flow_code_space_remove(&space, &module), FLOW_ERR_ARG);
    assert_int_equal(space.count, 1);
    module = map(1, FLOW_DEPENDS_PRV); /* other contexts: another mapping */
    assert_int_equal(flow_code_space_remove(&space, &module), FLOW_ERR_ARG);
}

/* Code that is modified: the cache is flushed. */
/* Holds NT-DEC-023 NT-DEC-024 */
static void modified_code_counts_after_a_flush(void **state)
{
    (void)state;
    add(map(1, 0));
    starts();
    assert_true(executes(2));
    write_image(1, 6);
    flow_code_flush_range(&fx.code, BASE, SIZE);
    assert_true(executes(7));
}

/* An instruction of 4 bytes across the end of an image. */
static void instructions_may_lie_across_images(void **state)
{
    struct flow_code_mapping low = map(5, 0), high = map(0, 0);
    const struct flow_insn *insn;
    struct flow_where where = {.pc = BASE + SIZE - 2};
    (void)state;
    image[5][SIZE - 2] = 0x33; /* add a0, a0, a1: 0x00b50533 */
    image[5][SIZE - 1] = 0x05;
    image[0][0] = 0xb5;
    image[0][1] = 0x00;
    high.region.addr = BASE + SIZE;
    add(low);
    assert_int_equal(flow_code_insn(&fx.code, &where, &insn), FLOW_ERR_NOCODE);
    add(high);
    assert_int_equal(flow_code_insn(&fx.code, &where, &insn), FLOW_OK);
    assert_int_equal(insn->size, 4);
    assert_int_equal(insn->cls, FLOW_INSN_LINEAR);
}

static unsigned asked;
static struct flow_where asked_where;

/* Late loading: the image is added on request. */
static unsigned load(void *ctx, const struct flow_where *where, uint64_t addr, uint8_t *buf,
                     unsigned n)
{
    const unsigned *which = ctx;
    asked++;
    asked_where = *where;
    if (addr < BASE || addr >= BASE + SIZE) {
        return 0;
    }
    add(map(*which, 0));
    n = n < BASE + SIZE - addr ? n : (unsigned)(BASE + SIZE - addr);
    memcpy(buf, image[*which] + (addr - BASE), n);
    return n;
}

static void missing_code_is_asked_for_once(void **state)
{
    unsigned which = 3;
    (void)state;
    asked = 0;
    flow_code_space_set_fallback(&space, load, &which);
    starts();
    (void)fx_push(&fx, fx_ownership(process(2, 1, false, 9)));
    assert_true(executes(4));
    assert_int_equal(asked, 1);
    assert_int_equal(asked_where.context.scontext, 9);
    assert_int_equal(asked_where.context.prv, 1);
    assert_int_equal(asked_where.pc, BASE);
    assert_true(executes(4));
    assert_int_equal(asked, 1);
    assert_string_equal(fx_push(&fx, fx_indirect(0, 4, fx_uaddr(BASE, 0x5000))), "R 1000-1008 4 T");
    assert_string_equal(fx_push(&fx, fx_indirect(0, 4, 0)), "NACC 5000");
    assert_true(asked > 1);
    assert_int_equal(asked_where.position, 4 * 3);
}

/* Before the first Ownership message: what counts in no known context is better than nothing; what
 * the values told before say is better still. */
static void without_a_context_any_image_will_do(void **state)
{
    struct flow_code_mapping one = map(1, FLOW_DEPENDS_SCONTEXT);
    struct flow_code_mapping two = map(2, FLOW_DEPENDS_SCONTEXT);
    (void)state;
    one.scontext = 11;
    two.scontext = 22;
    add(one);
    add(two);
    starts();
    assert_true(executes(3));
    (void)fx_push(&fx, fx_ownership(process(2, 0, false, 11)));
    assert_true(executes(2));
    (void)fx_push(&fx, fx_error(0, 4));
    (void)fx_push(&fx, fx_sync(7, 0, BASE));
    assert_false(fx.flow.where.context.known);
    assert_true(executes(2));
}

static void only_contexts_that_matter_flush_the_cache(void **state)
{
    struct flow_code_mapping m = map(1, 0);
    (void)state;
    add(m);
    assert_int_equal(fx.code.depends, 0);
    m.match = FLOW_DEPENDS_V;
    add(m);
    assert_int_equal(fx.code.depends, FLOW_DEPENDS_V | FLOW_DEPENDS_KNOWN);
    starts();
    (void)fx_push(&fx, fx_ownership(process(2, 1, true, 4)));
    uint32_t generation = fx.code.generation;
    (void)fx_push(&fx, fx_ownership(process(2, 3, true, 5)));
    assert_int_equal(fx.code.generation, generation);
    (void)fx_push(&fx, fx_ownership(process(2, 3, false, 5)));
    assert_int_not_equal(fx.code.generation, generation);
}

static void arguments_are_checked(void **state)
{
    struct flow_code_mapping m = map(1, 0);
    (void)state;
    assert_int_equal(flow_code_space_init(NULL, mapping, 1), FLOW_ERR_ARG);
    assert_int_equal(flow_code_space_init(&space, NULL, 1), FLOW_ERR_ARG);
    assert_int_equal(flow_code_space_init(&space, mapping, 1), FLOW_OK);
    m.region.bytes = NULL;
    assert_int_equal(flow_code_space_add(&space, &m), FLOW_ERR_ARG);
    m = map(1, 0);
    m.region.addr = UINT64_MAX - SIZE + 2; /* one byte past the end of all */
    assert_int_equal(flow_code_space_add(&space, &m), FLOW_ERR_ARG);
    m.region.addr--;
    assert_int_equal(flow_code_space_add(&space, &m), FLOW_OK);
    m.prv = 4;
    assert_int_equal(flow_code_space_add(&space, &m), FLOW_ERR_ARG);
    m = map(1, FLOW_DEPENDS_KNOWN);
    assert_int_equal(flow_code_space_add(&space, &m), FLOW_ERR_ARG);
    m = map(1, 0);
    assert_int_equal(flow_code_space_add(&space, &m), FLOW_ERR_NOSPACE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(processes_have_code_of_their_own, setup),
        cmocka_unit_test_setup(guests_modes_and_hypervisor_contexts, setup),
        cmocka_unit_test_setup(images_come_and_go, setup),
        cmocka_unit_test_setup(modified_code_counts_after_a_flush, setup),
        cmocka_unit_test_setup(instructions_may_lie_across_images, setup),
        cmocka_unit_test_setup(missing_code_is_asked_for_once, setup),
        cmocka_unit_test_setup(without_a_context_any_image_will_do, setup),
        cmocka_unit_test_setup(only_contexts_that_matter_flush_the_cache, setup),
        cmocka_unit_test_setup(arguments_are_checked, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
