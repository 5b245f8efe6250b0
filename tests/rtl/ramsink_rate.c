/* SPDX-License-Identifier: Apache-2.0 */
#include "ramsink_rate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "part_rig.h"
#include "ramsink_bus.h"
#include "ramsink_regs.h"

enum {
    BEFORE = 500, /* cycles until it runs steadily */
    MEASURED = 2000,
    LIMIT = 0x7FF8,
};

struct rate {
    struct part_rig rig;
    const struct rtl_ramsink_kind *kind;
    struct rtl_ramsink *rtl;
    struct rtl_ramsink_io io;
    struct rh_rng rng;
    struct ramsink_bus bus;
    uint64_t sent;
};

static void complain(const void *ctx, const char *what)
{
    (void)ctx;
    fail_msg("%s", what);
}

/* The byte at a place of the link: every beat is a message, its last byte has MSEO 11. */
static uint8_t byte_at(const struct rate *rate, uint64_t at)
{
    bool last = at % rate->kind->lanes == rate->kind->lanes - 1u;
    return (uint8_t)((at * 37 >> 3 & 0xFC) | (last ? 3 : 0));
}

static void clock_both(void *ctx)
{
    struct rate *rate = ctx;
    struct rtl_link *link = &rate->io.in;
    link->valid = link->last = true;
    for (unsigned k = 0; k < rate->kind->lanes; k++) {
        link->data[k] = byte_at(rate, rate->sent + k);
    }
    ramsink_bus_inputs(&rate->bus, &rate->io);
    rate->kind->cycle(rate->rtl, &rate->io);
    ramsink_bus_clocked(&rate->bus, &rate->io);
    rate->sent += link->ready && !link->stopped ? rate->kind->lanes : 0;
}

static void ignore_write(void *ctx, uint32_t offset, uint32_t value)
{
    (void)ctx;
    (void)offset;
    (void)value;
}

double ramsink_rate(const struct rtl_ramsink_kind *kind, unsigned latency)
{
    static struct rate rate;
    struct trm_ramsink_cfg cfg;
    memset(&rate, 0, sizeof rate);
    kind->cfg(&cfg);
    rate.kind = kind;
    rate.rtl = kind->create();
    rate.rig = (struct part_rig){
        .apb = &rate.io.apb, .run = &rate, .clock = clock_both, .write = ignore_write};
    rh_seed(&rate.rng, 1);
    rate.bus.kind = kind;
    rate.bus.width = cfg.width;
    rate.bus.latency = latency;
    rate.bus.complain = complain;
    rate.bus.rng = &rate.rng;
    const uint32_t mode = TR_RAM_MODE_SMEM << TR_RAM_MODE_SHIFT;
    (void)part_rig_access(&rate.rig, true, TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK);
    (void)part_rig_access(&rate.rig, true, TR_RAM_CONTROL_OFFSET, mode | TR_RAM_ACTIVE_MASK);
    (void)part_rig_access(&rate.rig, true, TR_RAM_LIMIT_LOW_OFFSET, LIMIT);
    (void)part_rig_access(&rate.rig, true, TR_RAM_CONTROL_OFFSET,
                          mode | TR_RAM_ACTIVE_MASK | TR_RAM_ENABLE_MASK);
    part_rig_clocks(&rate.rig, BEFORE);
    unsigned before = rate.bus.got.n;
    part_rig_clocks(&rate.rig, MEASURED);
    for (unsigned i = 0; i < rate.bus.got.n; i++) {
        assert_true(rate.bus.got.write[i].address == (uint64_t)i * cfg.width % 0x8000);
        for (unsigned k = 0; k < cfg.width; k++) {
            assert_int_equal(rate.bus.got.write[i].bytes[k],
                             byte_at(&rate, (uint64_t)i * cfg.width + k));
        }
    }
    kind->destroy(rate.rtl);
    return (double)(rate.bus.got.n - before) * cfg.width / MEASURED;
}
