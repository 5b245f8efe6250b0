/* SPDX-License-Identifier: Apache-2.0 */
/* Disabling with trace queued: what is slow gets everything, and only what is stopped ends the wait
 * (TCI 1.0, Enabling and Disabling; docs/reference/model.md, Links). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "atbbridge_regs.h"
#include "enc_bench.h"
#include "funnel_regs.h"
#include "pibsink_regs.h"
#include "ramsink_regs.h"
#include "trm/trm_atbbridge.h"
#include "trm/trm_fanout.h"
#include "trm/trm_funnel.h"
#include "trm/trm_pibsink.h"
#include "trm/trm_ramsink.h"

enum {
    TK = INGRESS_ITYPE_UNINFERABLE_JUMP,
    DIVIDER = 255,
    BIT_TICKS = DIVIDER + 1,
    QUEUED = 17,
    LONG = 2000000, /* ticks: more than all that is queued takes */
    SRAM = 384,
};

#define PIB_ON                                                                                     \
    (TR_PIB_ACTIVE_MASK | TR_PIB_ENABLE_MASK | (TR_PIB_MODE_SWT_UART << TR_PIB_MODE_SHIFT) |       \
     ((uint32_t)DIVIDER << TR_PIB_DIVIDER_SHIFT))
#define RAM_ON    (TR_RAM_ACTIVE_MASK | TR_RAM_ENABLE_MASK | TR_RAM_STOP_ON_WRAP_MASK)
#define FUNNEL_ON (TR_FUNNEL_ACTIVE_MASK | TR_FUNNEL_ENABLE_MASK)

static struct bench b;
static struct trm_funnel funnel;
static struct trm_fanout fan;
static struct trm_pibsink pib;
static struct trm_ramsink ram;
static struct trm_atbbridge bridge;
static uint8_t sram[SRAM];
static struct trm_atb_in target;

/* A receiver of the wire: 8 data bits between a start and a stop bit, sampled in their middle. */
static struct {
    uint32_t wait; /* ticks to the next sample */
    unsigned bit;  /* 0 = idle, 1 = start bit, 2..9 = data, 10 = stop bit */
    uint8_t byte;
    uint8_t bytes[4096];
    size_t n;
} uart;

static void uart_tick(bool level)
{
    if (uart.bit == 0) {
        uart.bit = level ? 0 : 1;
        uart.wait = BIT_TICKS / 2;
        return;
    }
    if (--uart.wait != 0) {
        return;
    }
    uart.wait = BIT_TICKS;
    if (uart.bit >= 2 && uart.bit <= 9) {
        uart.byte = (uint8_t)(uart.byte >> 1 | (level ? 0x80 : 0));
    }
    if (uart.bit == 10) {
        assert_true(level);
        assert_true(uart.n < sizeof uart.bytes);
        uart.bytes[uart.n++] = uart.byte;
    }
    uart.bit = uart.bit == 10 ? 0 : uart.bit + 1;
}

static void tick(void)
{
    trm_atbbridge_tick(&bridge, &target);
    trm_pibsink_tick(&pib);
    if (pib.enabled) {
        uart_tick((trm_pibsink_pins(&pib).data & 1u) != 0);
    }
    trm_ramsink_tick(&ram);
    trm_funnel_tick(&funnel);
    trm_encoder_tick(&b.enc);
}

/* Everything as after power-on; the encoder on, its queue and link as given. */
static void start(uint32_t link_bytes)
{
    struct trm_encoder_cfg e;
    struct trm_funnel_cfg f;
    struct trm_pibsink_cfg p;
    struct trm_ramsink_cfg r;
    struct trm_atbbridge_cfg a;
    memset(&uart, 0, sizeof uart);
    target = (struct trm_atb_in){.atready = false};
    trm_encoder_cfg_init(&e);
    e.fifo_bytes = TRM_ENCODER_FIFO_MAX;
    e.link_bytes = link_bytes;
    bench_init(&b, &e);
    trm_funnel_cfg_init(&f);
    f.fifo_bytes = TRM_FUNNEL_FIFO_MAX;
    assert_int_equal(trm_funnel_init(&funnel, &f), TRM_OK);
    trm_pibsink_cfg_init(&p);
    assert_int_equal(trm_pibsink_init(&pib, &p), TRM_OK);
    trm_ramsink_cfg_init(&r);
    r.sram = sram;
    r.sram_bytes = SRAM;
    assert_int_equal(trm_ramsink_init(&ram, &r), TRM_OK);
    trm_atbbridge_cfg_init(&a);
    assert_int_equal(trm_atbbridge_init(&bridge, &a), TRM_OK);
    trm_fanout_init(&fan);
    bench_control(&b, BENCH_BTM);
}

static void funnel_write(uint32_t offset, uint32_t value)
{
    assert_int_equal(trm_funnel_reg_write(&funnel, offset, 4, value), TRM_OK);
}

static uint32_t funnel_read(uint32_t offset)
{
    uint32_t value;
    assert_int_equal(trm_funnel_reg_read(&funnel, offset, 4, &value), TRM_OK);
    return value;
}

static void pib_on(void)
{
    assert_int_equal(trm_pibsink_reg_write(&pib, 0, 4, TR_PIB_ACTIVE_MASK), TRM_OK);
    assert_int_equal(trm_pibsink_reg_write(&pib, 0, 4, PIB_ON & ~TR_PIB_ENABLE_MASK), TRM_OK);
    assert_int_equal(trm_pibsink_reg_write(&pib, 0, 4, PIB_ON), TRM_OK);
}

static void ram_on(void)
{
    assert_int_equal(trm_ramsink_reg_write(&ram, 0, 4, TR_RAM_ACTIVE_MASK), TRM_OK);
    assert_int_equal(trm_ramsink_reg_write(&ram, TR_RAM_WP_LOW_OFFSET, 4, 0), TRM_OK);
    assert_int_equal(trm_ramsink_reg_write(&ram, 0, 4, RAM_ON), TRM_OK);
}

/* Jumps without a tick between them, until `n` messages wait in the encoder. */
static void queue_up(unsigned n)
{
    for (uint64_t i = 0; b.enc.fifo_count < n; i++) {
        struct ingress_cycle in = bench_record(&b, 0x1000 + 0x20000 * (i % 7), 2, TK);
        assert_true(i < 1000);
        assert_false(trm_encoder_ingress(&b.enc, &in));
    }
}

static void disable(void)
{
    bench_write(&b, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    assert_false(bench_read(&b, TR_TE_CONTROL_OFFSET) & TR_TE_EMPTY_MASK);
}

static bool te_empty(void)
{
    return (bench_read(&b, TR_TE_CONTROL_OFFSET) & TR_TE_EMPTY_MASK) != 0;
}

static bool te_loss(void)
{
    return (bench_read(&b, TR_TE_CONTROL_OFFSET) & TR_TE_INST_STALL_OR_OVERFLOW_MASK) != 0;
}

static bool funnel_loss(void)
{
    return funnel_read(TR_FUNNEL_VENDOR_STATUS_OFFSET) == TR_FUNNEL_LOSS_MASK;
}

/* Ticks until trTeEmpty. */
static unsigned wait_empty(void)
{
    unsigned n = 0;
    while (!te_empty()) {
        assert_true(n < LONG);
        tick();
        n++;
    }
    return n;
}

/* What came over the wire: whole messages, the last one ends the region. Returns how many. */
static unsigned on_the_wire(void)
{
    static char text[BENCH_TEXT];
    const char *last = text;
    unsigned n = 0;
    for (unsigned i = 0; i < LONG && !trm_pibsink_empty(&pib); i++) {
        tick();
    }
    for (unsigned i = 0; i < BIT_TICKS; i++) { /* the last stop bit */
        tick();
    }
    bench_lines(&b.enc.stream, uart.bytes, uart.n, text, sizeof text);
    for (const char *p = text; *p != '\0'; p++) {
        n += *p == '\n';
        last = p[0] == '\n' && p[1] != '\0' ? p + 1 : last;
    }
    assert_int_equal(strncmp(last, "ProgTraceCorrelation EVCODE=4 ", 30), 0);
    return n;
}

static void every_queued_message_reaches_a_slow_sink(unsigned mode)
{
    start(0);
    pib_on();
    if (mode == 1) { /* a funnel between */
        funnel_write(TR_FUNNEL_CONTROL_OFFSET, TR_FUNNEL_ACTIVE_MASK);
        funnel_write(TR_FUNNEL_DIS_INPUT_OFFSET, 0);
        funnel_write(TR_FUNNEL_CONTROL_OFFSET, FUNNEL_ON);
        trm_funnel_connect(&funnel, trm_pibsink_link(&pib));
        trm_encoder_connect(&b.enc, trm_funnel_link(&funnel, 3));
    } else if (mode == 2) { /* a fan-out, whose other destination is not used */
        assert_int_equal(trm_fanout_add(&fan, trm_ramsink_link(&ram)), TRM_OK);
        assert_int_equal(trm_fanout_add(&fan, trm_pibsink_link(&pib)), TRM_OK);
        trm_encoder_connect(&b.enc, trm_fanout_link(&fan));
    } else {
        trm_encoder_connect(&b.enc, trm_pibsink_link(&pib));
    }
    queue_up(QUEUED);
    uint64_t sent = b.enc.stats.messages + QUEUED;
    disable();
    unsigned ticks = wait_empty();
    assert_true(mode == 1 || ticks > 2 * 4096); /* a funnel has room for them */
    assert_false(te_loss());
    assert_int_equal(b.enc.stats.dropped, 0);
    assert_int_equal(b.enc.stats.messages, sent + 1); /* and the correlation */
    if (mode == 1) {
        assert_false(trm_funnel_empty(&funnel));
        funnel_write(TR_FUNNEL_CONTROL_OFFSET, TR_FUNNEL_ACTIVE_MASK);
        for (ticks = 0; ticks < LONG && !trm_funnel_empty(&funnel); ticks++) {
            tick();
        }
        assert_true(ticks > 2 * 4096);
        assert_false(funnel_loss());
    }
    assert_int_equal(on_the_wire(), sent + 1);
}

/* Holds TCI-TE-003 TCI-TE-006 */
static void a_slow_sink_gets_everything(void **state)
{
    (void)state;
    every_queued_message_reaches_a_slow_sink(0);
}

/* Holds TCI-FUN-004 TCI-FUN-005 */
static void a_slow_sink_behind_a_funnel_gets_everything(void **state)
{
    (void)state;
    every_queued_message_reaches_a_slow_sink(1);
}

static void an_unused_branch_is_not_in_the_way(void **state)
{
    (void)state;
    every_queued_message_reaches_a_slow_sink(2);
}

/* Jumps with ticks between them until trRamStopOnWrap has stopped the sink. */
static void fill_ram(void)
{
    for (uint64_t i = 0; ram.enabled; i++) {
        struct ingress_cycle in = bench_record(&b, 0x1000 + 0x20000 * (i % 7), 2, TK);
        assert_true(i < 1000);
        tick();
        assert_false(trm_encoder_ingress(&b.enc, &in));
    }
}

static void a_stopped_sink_ends_the_wait_in_loss(void **state)
{
    (void)state;
    start(0);
    ram_on();
    trm_encoder_connect(&b.enc, trm_ramsink_link(&ram));
    fill_ram();
    queue_up(QUEUED);
    for (unsigned i = 0; i < 10000; i++) { /* enabled: waits */
        tick();
    }
    assert_int_equal(b.enc.fifo_count, QUEUED);
    assert_false(te_loss());
    disable();
    assert_true(wait_empty() <= 2);
    assert_true(te_loss());
    assert_int_equal(b.enc.stats.dropped, QUEUED + 1);
}

/* One byte per tick: the buffer is full long before the queue is empty. */
static void a_sink_that_stops_in_the_middle(void **state)
{
    (void)state;
    start(1);
    ram_on();
    trm_encoder_connect(&b.enc, trm_ramsink_link(&ram));
    queue_up(100);
    disable();
    unsigned ticks = wait_empty();
    assert_true(ticks >= SRAM && ticks < 2 * SRAM);
    assert_false(ram.enabled);
    assert_true(te_loss());
    assert_true(b.enc.stats.dropped != 0);
}

/* A sink that is put into reset, or disabled, takes and throws away: that is a loss, too. */
static void a_sink_reset_or_disabled_in_the_middle(void **state)
{
    (void)state;
    for (uint32_t control = 0; control <= TR_RAM_ACTIVE_MASK; control++) {
        start(1);
        ram_on();
        trm_encoder_connect(&b.enc, trm_ramsink_link(&ram));
        queue_up(QUEUED);
        disable();
        for (unsigned i = 0; i < 20; i++) {
            tick();
        }
        assert_false(te_empty());
        assert_false(te_loss());
        assert_int_equal(trm_ramsink_reg_write(&ram, 0, 4, control), TRM_OK);
        assert_true(wait_empty() <= 2);
        assert_true(te_loss());
    }
}

/* The last message finds no place: only the correlation is lost, and that is said. */
static void a_sink_that_was_disabled_before(void **state)
{
    (void)state;
    start(0);
    trm_encoder_connect(&b.enc, trm_ramsink_link(&ram));
    struct ingress_cycle in = bench_record(&b, 0x1000, 2, INGRESS_ITYPE_NONE);
    assert_false(trm_encoder_ingress(&b.enc, &in));
    assert_false(te_loss()); /* enabled: no business of the encoder's */
    disable();
    (void)wait_empty();
    assert_true(te_loss());
}

/* Calibration takes nothing until software ends it. */
static void a_sink_that_calibrates(void **state)
{
    (void)state;
    start(0);
    pib_on();
    assert_int_equal(trm_pibsink_reg_write(&pib, 0, 4, PIB_ON | TR_PIB_CALIBRATE_MASK), TRM_OK);
    trm_encoder_connect(&b.enc, trm_pibsink_link(&pib));
    queue_up(QUEUED);
    disable();
    assert_true(wait_empty() <= 2);
    assert_true(te_loss());
}

/* One branch stopped, one slow: nothing moves any more, so it is a loss. Until then, no. */
static void a_fanout_with_a_stopped_and_a_slow_branch(void **state)
{
    (void)state;
    start(0);
    pib_on();
    ram_on();
    assert_int_equal(trm_fanout_add(&fan, trm_ramsink_link(&ram)), TRM_OK);
    assert_int_equal(trm_fanout_add(&fan, trm_pibsink_link(&pib)), TRM_OK);
    trm_encoder_connect(&b.enc, trm_fanout_link(&fan));
    queue_up(100);
    disable();
    unsigned ticks = wait_empty();
    assert_true(ticks > 4096); /* the slow one sets the pace until the other one is full */
    assert_false(ram.enabled);
    assert_true(te_loss());
    assert_true(b.enc.stats.dropped != 0);
}

/* The level goes up through a funnel; the funnel has its own status. */
static void a_stopped_sink_behind_a_funnel(void **state)
{
    (void)state;
    start(0);
    ram_on();
    funnel_write(TR_FUNNEL_CONTROL_OFFSET, TR_FUNNEL_ACTIVE_MASK);
    funnel_write(TR_FUNNEL_DIS_INPUT_OFFSET, 0);
    funnel_write(TR_FUNNEL_CONTROL_OFFSET, FUNNEL_ON);
    trm_funnel_connect(&funnel, trm_ramsink_link(&ram));
    trm_encoder_connect(&b.enc, trm_funnel_link(&funnel, 0));
    fill_ram();
    queue_up(QUEUED);
    assert_false(trm_funnel_empty(&funnel));
    disable();
    assert_true(wait_empty() <= 2);
    assert_true(te_loss());
    assert_false(funnel_loss());
    funnel_write(TR_FUNNEL_CONTROL_OFFSET, TR_FUNNEL_ACTIVE_MASK);
    assert_false(trm_funnel_empty(&funnel));
    tick();
    assert_true(trm_funnel_empty(&funnel));
    assert_true(funnel_loss());
}

/* ATREADY = 0 is slow, the sideband is the end. */
static void an_atb_target(void **state)
{
    (void)state;
    start(0);
    trm_encoder_connect(&b.enc, trm_atbbridge_link(&bridge));
    for (uint32_t control = 1; control <= 3; control += 2) {
        assert_int_equal(trm_atbbridge_reg_write(&bridge, 0, 4, control), TRM_OK);
    }
    queue_up(QUEUED);
    disable();
    for (unsigned i = 0; i < 100000; i++) {
        tick();
    }
    assert_false(te_empty());
    assert_false(te_loss());
    target.stopped = true;
    assert_true(wait_empty() <= 2);
    assert_true(te_loss());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slow_sink_gets_everything),
        cmocka_unit_test(a_slow_sink_behind_a_funnel_gets_everything),
        cmocka_unit_test(an_unused_branch_is_not_in_the_way),
        cmocka_unit_test(a_stopped_sink_ends_the_wait_in_loss),
        cmocka_unit_test(a_sink_that_stops_in_the_middle),
        cmocka_unit_test(a_sink_reset_or_disabled_in_the_middle),
        cmocka_unit_test(a_sink_that_was_disabled_before),
        cmocka_unit_test(a_sink_that_calibrates),
        cmocka_unit_test(a_fanout_with_a_stopped_and_a_slow_branch),
        cmocka_unit_test(a_stopped_sink_behind_a_funnel),
        cmocka_unit_test(an_atb_target),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
