/* SPDX-License-Identifier: Apache-2.0 */
/* DTM: dtmcs, dmi, busy and failed are sticky, dmireset, dtmhardreset, 0.13 and 1.0. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include "sim/sim_dtm.h"

enum {
    DTMCS = SIM_DTM_IR_DTMCS,
    DMI = SIM_DTM_IR_DMI,
    NOP = 0,
    READ = 1,
    WRITE = 2,
    SUCCESS = 0,
    FAILED = 2,
    BUSY = 3,
    DMIRESET = 1 << 16,
    DTMHARDRESET = 1 << 17,
};

struct fake {
    uint32_t word[128];
    uint32_t broken; /* this address fails */
    unsigned reads, writes, clocks;
};

static bool fake_read(void *ctx, uint32_t addr, uint32_t *value)
{
    struct fake *f = ctx;

    f->reads++;
    *value = f->word[addr & 127];
    return addr != f->broken;
}

static bool fake_write(void *ctx, uint32_t addr, uint32_t value)
{
    struct fake *f = ctx;

    f->writes++;
    if (addr != f->broken) {
        f->word[addr & 127] = value;
    }
    return addr != f->broken;
}

static void fake_clock(void *ctx)
{
    ((struct fake *)ctx)->clocks++;
}

static const struct sim_dmi_ops ops = {fake_read, fake_write, fake_clock};

static void start(struct sim_dtm *d, struct fake *f, uint32_t latency)
{
    const struct fake fresh = {.broken = 0x7f};
    struct sim_dtm_cfg cfg;

    *f = fresh;
    sim_dtm_cfg_init(&cfg);
    cfg.latency = latency;
    cfg.idle = 5;
    sim_dtm_init(d, &cfg, &ops, f);
}

static void request(struct sim_dtm *d, unsigned op, uint32_t addr, uint32_t data)
{
    sim_dtm_update(d, DMI, (uint64_t)addr << 34 | (uint64_t)data << 2 | op);
}

static unsigned result(struct sim_dtm *d, uint32_t *data)
{
    const uint64_t v = sim_dtm_capture(d, DMI);

    if (data != NULL) {
        *data = (uint32_t)(v >> 2);
    }
    return v & 3;
}

static void clocks(struct sim_dtm *d, unsigned n)
{
    while (n-- > 0) {
        sim_dtm_clock(d);
    }
}

/* version 1 in bits 3:0, abits in 9:4, dmistat in 11:10, idle in 14:12, errinfo 4 in 20:18. */
static void dtmcs_layout(void **state)
{
    struct sim_dtm d;
    struct fake f;

    (void)state;
    start(&d, &f, 0);
    assert_int_equal(sim_dtm_capture(&d, DTMCS), 1 | 7 << 4 | 5 << 12 | 4 << 18);
    d.cfg.v1 = false; /* 0.13 has no errinfo */
    assert_int_equal(sim_dtm_capture(&d, DTMCS), 1 | 7 << 4 | 5 << 12);
}

static void widths(void **state)
{
    struct sim_dtm_cfg cfg;
    struct sim_dtm d;
    struct fake f;

    (void)state;
    start(&d, &f, 0);
    assert_int_equal(sim_dtm_width(&d, DTMCS), 32);
    assert_int_equal(sim_dtm_width(&d, DMI), 41);
    assert_int_equal(sim_dtm_width(&d, 0x12), 0);
    sim_dtm_cfg_init(&cfg);
    cfg.abits = 3;
    sim_dtm_init(&d, &cfg, &ops, &f);
    assert_int_equal(sim_dtm_width(&d, DMI), 34 + 7);
    cfg.abits = 63;
    sim_dtm_init(&d, &cfg, &ops, &f);
    assert_int_equal(sim_dtm_width(&d, DMI), 34 + 30);
}

static void write_then_read(void **state)
{
    struct sim_dtm d;
    struct fake f;
    uint32_t data;

    (void)state;
    start(&d, &f, 0);
    request(&d, WRITE, 0x17, 0xdeadbeef);
    assert_int_equal(result(&d, NULL), SUCCESS);
    assert_true(f.word[0x17] == 0xdeadbeef);
    request(&d, READ, 0x17, 0);
    assert_int_equal(result(&d, &data), SUCCESS);
    assert_true(data == 0xdeadbeef);
    assert_int_equal(sim_dtm_capture(&d, DMI) >> 34, 0x17);
    request(&d, NOP, 0x17, 1);
    request(&d, 3, 0x17, 1); /* reserved */
    assert_int_equal(f.reads, 1);
    assert_int_equal(f.writes, 1);
}

static void failed_access_is_sticky(void **state)
{
    struct sim_dtm d;
    struct fake f;

    (void)state;
    start(&d, &f, 0);
    request(&d, WRITE, 0x7f, 1);
    assert_int_equal(result(&d, NULL), FAILED);
    assert_int_equal(sim_dtm_capture(&d, DTMCS) >> 10 & 3, FAILED);
    assert_int_equal(sim_dtm_capture(&d, DTMCS) >> 18 & 7, 3); /* the device reported it */
    request(&d, WRITE, 0x10, 1);                               /* ignored */
    assert_int_equal(f.word[0x10], 0);
    assert_int_equal(result(&d, NULL), FAILED);
    sim_dtm_update(&d, DTMCS, DMIRESET);
    assert_int_equal(result(&d, NULL), SUCCESS);
    assert_int_equal(sim_dtm_capture(&d, DTMCS) >> 18 & 7, 4);
    request(&d, WRITE, 0x10, 1);
    assert_int_equal(f.word[0x10], 1);
}

static void early_capture_is_busy_and_sticky(void **state)
{
    struct sim_dtm d;
    struct fake f;
    uint32_t data;

    (void)state;
    start(&d, &f, 10);
    f.word[0x11] = 77;
    request(&d, READ, 0x11, 0);
    clocks(&d, 9);
    assert_int_equal(f.reads, 0);
    assert_int_equal(result(&d, NULL), BUSY);
    clocks(&d, 1);
    assert_int_equal(f.reads, 1); /* the access went on */
    assert_int_equal(result(&d, NULL), BUSY);
    request(&d, READ, 0x11, 0); /* ignored */
    clocks(&d, 20);
    assert_int_equal(f.reads, 1);
    sim_dtm_update(&d, DTMCS, DMIRESET);
    assert_int_equal(result(&d, &data), SUCCESS);
    assert_int_equal(data, 77);
}

static void late_capture_is_not_busy(void **state)
{
    struct sim_dtm d;
    struct fake f;
    uint32_t data;

    (void)state;
    start(&d, &f, 10);
    f.word[0x11] = 78;
    request(&d, READ, 0x11, 0);
    clocks(&d, 10);
    assert_int_equal(result(&d, &data), SUCCESS);
    assert_int_equal(data, 78);
}

static void second_request_is_busy_and_a_nop_is_not(void **state)
{
    struct sim_dtm d;
    struct fake f;

    (void)state;
    start(&d, &f, 10);
    request(&d, WRITE, 0x04, 1);
    request(&d, NOP, 0, 0);
    clocks(&d, 10);
    assert_int_equal(result(&d, NULL), SUCCESS);
    request(&d, WRITE, 0x04, 2);
    request(&d, WRITE, 0x04, 3);
    clocks(&d, 30);
    assert_int_equal(f.word[4], 2);
    assert_int_equal(sim_dtm_capture(&d, DTMCS) >> 10 & 3, BUSY);
}

/* dmireset does not touch the access in flight, dtmhardreset forgets it; so does Test-Logic-Reset.
 */
static void resets_and_the_access_in_flight(void **state)
{
    struct sim_dtm d;
    struct fake f;

    (void)state;
    start(&d, &f, 10);
    request(&d, WRITE, 0x04, 5);
    sim_dtm_update(&d, DTMCS, DMIRESET);
    clocks(&d, 10);
    assert_int_equal(f.word[4], 5);
    request(&d, WRITE, 0x04, 6);
    sim_dtm_update(&d, DTMCS, DTMHARDRESET);
    clocks(&d, 30);
    assert_int_equal(f.word[4], 5);
    assert_int_equal(sim_dtm_capture(&d, DMI), 0);
    request(&d, WRITE, 0x04, 7);
    sim_dtm_reset(&d);
    clocks(&d, 30);
    assert_int_equal(f.word[4], 5);
}

static void every_cycle_reaches_the_module(void **state)
{
    struct sim_dtm d;
    struct fake f;

    (void)state;
    start(&d, &f, 0);
    clocks(&d, 12);
    assert_int_equal(f.clocks, 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dtmcs_layout),
        cmocka_unit_test(widths),
        cmocka_unit_test(write_then_read),
        cmocka_unit_test(failed_access_is_sticky),
        cmocka_unit_test(early_capture_is_busy_and_sticky),
        cmocka_unit_test(late_capture_is_not_busy),
        cmocka_unit_test(second_request_is_busy_and_a_nop_is_not),
        cmocka_unit_test(resets_and_the_access_in_flight),
        cmocka_unit_test(every_cycle_reaches_the_module),
    };

    return cmocka_run_group_tests_name("dtm", tests, NULL, NULL);
}
