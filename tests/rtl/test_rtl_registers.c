/* SPDX-License-Identifier: Apache-2.0 */
/* The list of what holds for all registers (reg_list.h), on the components in SystemVerilog. What
 * fields can take follows from the parameters in module.mk. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "encoder_regs.h"
#include "reg_list.h"
#include "rtl_atbbridge.h"
#include "rtl_encoder.h"
#include "rtl_funnel.h"
#include "rtl_pibsink.h"
#include "rtl_ramsink.h"

extern const struct rtl_encoder_kind rtl_encoder_min, rtl_encoder_full, rtl_encoder_filt;
extern const struct rtl_funnel_kind rtl_funnel_min, rtl_funnel_full;
extern const struct rtl_ramsink_kind rtl_ramsink_min, rtl_ramsink_axi, rtl_ramsink_ahb,
    rtl_ramsink_wide;
extern const struct rtl_pibsink_kind rtl_pibsink_min, rtl_pibsink_typ, rtl_pibsink_swt;
extern const struct rtl_atbbridge_kind rtl_atbbridge_typ, rtl_atbbridge_async;

struct device {
    struct reg_device list;
    const struct rtl_encoder_kind *encoder;
    const struct rtl_funnel_kind *funnel;
    const struct rtl_ramsink_kind *ramsink;
    const struct rtl_pibsink_kind *pibsink;
    const struct rtl_atbbridge_kind *atbbridge;
};

/* One component at a time. */
static struct rtl_encoder *encoder;
static struct rtl_funnel *funnel;
static struct rtl_ramsink *ramsink;
static struct rtl_pibsink *pibsink;
static struct rtl_atbbridge *atbbridge;
static const struct device *now;

static void leave(void)
{
    if (encoder != NULL) {
        now->encoder->destroy(encoder);
    } else if (funnel != NULL) {
        now->funnel->destroy(funnel);
    } else if (ramsink != NULL) {
        now->ramsink->destroy(ramsink);
    } else if (pibsink != NULL) {
        now->pibsink->destroy(pibsink);
    } else if (atbbridge != NULL) {
        now->atbbridge->destroy(atbbridge);
    }
    encoder = NULL;
    funnel = NULL;
    ramsink = NULL;
    pibsink = NULL;
    atbbridge = NULL;
}

static void reset(const struct reg_device *d, uint64_t seed)
{
    (void)seed;
    leave();
    now = (const struct device *)d;
    if (now->encoder != NULL) {
        encoder = now->encoder->create();
    } else if (now->funnel != NULL) {
        funnel = now->funnel->create();
    } else if (now->ramsink != NULL) {
        ramsink = now->ramsink->create();
    } else if (now->pibsink != NULL) {
        pibsink = now->pibsink->create();
    } else {
        atbbridge = now->atbbridge->create();
    }
}

static void encoder_cycle(struct rtl_apb *apb)
{
    const struct rtl_encoder_in in = {.link_ready = true,
                                      .psel = apb->psel,
                                      .penable = apb->penable,
                                      .pwrite = apb->pwrite,
                                      .paddr = apb->paddr,
                                      .pwdata = apb->pwdata,
                                      .left_out = apb->left_out};
    struct rtl_encoder_out out;
    now->encoder->cycle(encoder, &in, &out);
    apb->pready = out.pready;
    apb->pslverr = out.pslverr;
    apb->prdata = out.prdata;
}

static void cycle(struct rtl_apb *apb)
{
    if (encoder != NULL) {
        encoder_cycle(apb);
    } else if (funnel != NULL) {
        struct rtl_funnel_io io = {.apb = *apb, .out.ready = true};
        now->funnel->cycle(funnel, &io);
        *apb = io.apb;
    } else if (ramsink != NULL) {
        struct rtl_ramsink_io io = {.apb = *apb, .awready = true, .wready = true, .hready = true};
        now->ramsink->cycle(ramsink, &io);
        *apb = io.apb;
    } else if (pibsink != NULL) {
        struct rtl_pibsink_io io = {.apb = *apb};
        now->pibsink->cycle(pibsink, &io);
        *apb = io.apb;
    } else {
        struct rtl_atbbridge_io io = {.apb = *apb, .target.atready = true};
        now->atbbridge->cycle(atbbridge, &io);
        *apb = io.apb;
    }
}

/* Setup, then access until the component is ready. Returns 0, or -1 for pslverr. */
static int transfer(struct rtl_apb *apb)
{
    unsigned waited = 0;
    apb->psel = true;
    cycle(apb);
    apb->penable = true;
    do {
        cycle(apb);
        assert_true(++waited < 100);
    } while (!apb->pready);
    return apb->pslverr ? -1 : 0;
}

/* APB has no strobes for reads: one that is no whole word can only be at the wrong address. */
static int read_rtl(const struct reg_device *d, uint32_t offset, unsigned size, uint32_t *value)
{
    struct rtl_apb apb = {.paddr = size == 4 ? offset : offset | 1u};
    (void)d;
    int status = transfer(&apb);
    *value = apb.prdata;
    return status;
}

static int write_rtl(const struct reg_device *d, uint32_t offset, unsigned size, uint32_t value)
{
    struct rtl_apb apb = {.pwrite = true, .paddr = offset, .pwdata = value};
    (void)d;
    apb.left_out = (uint8_t)(15u & ~((1u << size) - 1u));
    return transfer(&apb);
}

static void tick(const struct reg_device *d)
{
    struct rtl_apb apb = {.psel = false};
    (void)d;
    cycle(&apb);
}

#define OWN(table) .own = table, .nown = sizeof table / sizeof table[0]
#define DEVICE(title, what)                                                                        \
    .name = title, .kind = what, .seeds = 1, .settle = 40, .sizes = 4, .reset = reset,             \
    .read = read_rtl, .write = write_rtl, .tick = tick

static const struct reg_own encoder_min[] = {
    {"trTeInstMode", REG_VALUE, 0x09}, /* off, BTM */
    {"trTeInstStallEna", REG_ALL, 0},
};
static const struct reg_own encoder_full[] = {
    {"trTeTrigExtInAction4", REG_LEAST, 0}, {"trTeTrigExtInAction5", REG_LEAST, 0},
    {"trTeTrigExtInAction6", REG_LEAST, 0}, {"trTeTrigExtInAction7", REG_LEAST, 0},
    {"trTeTrigExtOutEvent3", REG_LEAST, 0}, {"trTeTrigExtOutEvent4", REG_LEAST, 0},
    {"trTeTrigExtOutEvent5", REG_LEAST, 0}, {"trTeTrigExtOutEvent6", REG_LEAST, 0},
    {"trTeTrigExtOutEvent7", REG_LEAST, 0}, {"trTsWidth", REG_VALUE, 20},
    {"trTsVendor", REG_LEAST, 0},           {"trTeInstFilters", REG_LEAST, 0},
    {"trTeFilter*", REG_LEAST, 0},          {"trTeComp*", REG_FIRST, 1},
};
/* Every filter and comparator; no external triggers. */
static const struct reg_own encoder_filt[] = {
    {"trTeTrig*", REG_LEAST, 0},  {"trTsMode", REG_VALUE, 0x0B},     {"trTsWidth", REG_VALUE, 40},
    {"trTsVendor", REG_LEAST, 0}, {"trTeStimTagBits", REG_VALUE, 7},
};

static const struct reg_own funnel_full[] = {
    {"trFunnelDisInput", REG_VALUE, 43690},
    {"trTsActive", REG_VALUE, 2}, /* a copy of trFunnelActive, which is 1 */
    {"trTsWidth", REG_VALUE, 33},
};

/* Pointers are fields without the two low bits of the address. */
static const struct reg_own ramsink_min[] = {
    {"trRamLimitLow", REG_VALUE, 64 / 4 - 1},
    {"trRamWPLow", REG_VALUE, 64 / 4 - 1},
    {"trRamRPLow", REG_VALUE, 64 / 4 - 1},
};
static const struct reg_own ramsink_wide[] = {
    {"trRamAsyncFreq", REG_ALL, 0},
    {"trRamLimitLow", REG_VALUE, 1008 / 4 - 1},
    {"trRamWPLow", REG_VALUE, 1023 / 4 & ~3u}, /* multiples of 16 bytes */
    {"trRamRPLow", REG_VALUE, 1023 / 4},
};
static const struct reg_own ramsink_axi[] = {
    {"trRamStartLow", REG_VALUE, 0x3FFFFFF0}, /* multiples of 64 bytes, addresses of 40 bits */
    {"trRamStartHigh", REG_VALUE, 0xFF},      {"trRamLimitHigh", REG_VALUE, 0xFF},
    {"trRamWPLow", REG_VALUE, 0x3FFFFFFE}, /* of 8 bytes */
    {"trRamWPHigh", REG_VALUE, 0xFF},
};
/* System memory only, a fixed region of 272 bytes: what is outside becomes its first word or its
 * last one, of 16 bytes. */
static const struct reg_own ramsink_ahb[] = {
    {"trRamMode", REG_VALUE, 2},      {"trRamAsyncFreq", REG_LEAST, 0},
    {"trRamHasSRAM", REG_VALUE, 1},   {"trRamStartLow", REG_VALUE, 0x40001000 / 4},
    {"trRamStartHigh", REG_VALUE, 0}, {"trRamLimitLow", REG_VALUE, (0x40001000 + 272 - 16) / 4},
    {"trRamLimitHigh", REG_VALUE, 0}, {"trRamWPLow", REG_VALUE, (0x40001000 + 272 - 16) / 4},
    {"trRamWPHigh", REG_VALUE, 0},    {"trRamRPLow", REG_VALUE, 0},
};

static const struct reg_own pibsink_min[] = {
    {"trPibMode", REG_VALUE, 0x801}, /* off, 8 pins */
    {"trPibDivider", REG_VALUE, 0},
};
static const struct reg_own pibsink_typ[] = {
    {"trPibAsyncFreq", REG_LEAST, 0},
};
static const struct reg_own pibsink_swt[] = {
    {"trPibMode", REG_VALUE, 0x331},  /* off, Manchester, UART, 1 and 2 pins */
    {"trPibClkCenter", REG_LEAST, 0}, /* with 4 pins, which are not there */
    {"trPibDivider", REG_VALUE, 3},
};

static const struct device devices[] = {
    {.list = {DEVICE("encoder min", TOPOLOGY_ENCODER), OWN(encoder_min)},
     .encoder = &rtl_encoder_min},
    {.list = {DEVICE("encoder full", TOPOLOGY_ENCODER), .all = true, OWN(encoder_full)},
     .encoder = &rtl_encoder_full},
    {.list = {DEVICE("encoder filt", TOPOLOGY_ENCODER), .all = true, OWN(encoder_filt)},
     .encoder = &rtl_encoder_filt},
    {.list = {DEVICE("funnel min", TOPOLOGY_FUNNEL)}, .funnel = &rtl_funnel_min},
    {.list = {DEVICE("funnel full", TOPOLOGY_FUNNEL), .all = true, OWN(funnel_full)},
     .funnel = &rtl_funnel_full},
    {.list = {DEVICE("RAM sink min", TOPOLOGY_RAMSINK), OWN(ramsink_min)},
     .ramsink = &rtl_ramsink_min},
    {.list = {DEVICE("RAM sink wide", TOPOLOGY_RAMSINK), OWN(ramsink_wide)},
     .ramsink = &rtl_ramsink_wide},
    {.list = {DEVICE("RAM sink AXI", TOPOLOGY_RAMSINK), .all = true, .memory = true,
              OWN(ramsink_axi)},
     .ramsink = &rtl_ramsink_axi},
    {.list = {DEVICE("RAM sink AHB", TOPOLOGY_RAMSINK), .all = true, OWN(ramsink_ahb)},
     .ramsink = &rtl_ramsink_ahb},
    {.list = {DEVICE("PIB sink min", TOPOLOGY_PIBSINK), OWN(pibsink_min)},
     .pibsink = &rtl_pibsink_min},
    {.list = {DEVICE("PIB sink typ", TOPOLOGY_PIBSINK), .all = true, OWN(pibsink_typ)},
     .pibsink = &rtl_pibsink_typ},
    {.list = {DEVICE("PIB sink SWT", TOPOLOGY_PIBSINK), .all = true, OWN(pibsink_swt)},
     .pibsink = &rtl_pibsink_swt},
    {.list = {DEVICE("ATB bridge", TOPOLOGY_ATBBRIDGE)}, .atbbridge = &rtl_atbbridge_typ},
    {.list = {DEVICE("ATB bridge async", TOPOLOGY_ATBBRIDGE), .all = true},
     .atbbridge = &rtl_atbbridge_async},
};

/* Every mode, on an encoder with BTM alone and on ones with both. Holds TCI-TE-010 */
static void a_mode_never_becomes_0(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++) {
        const struct reg_device *d = &devices[i].list;
        for (uint32_t from = 0; devices[i].encoder != NULL && from < 8; from++) {
            for (uint32_t mode = 1; mode < 8; mode++) {
                uint32_t value = 0;
                reset(d, 0);
                assert_int_equal(write_rtl(d, TR_TE_CONTROL_OFFSET, 4, TR_TE_ACTIVE_MASK), 0);
                for (unsigned k = 0; k < 2; k++) {
                    assert_int_equal(write_rtl(d, TR_TE_CONTROL_OFFSET, 4,
                                               TR_TE_ACTIVE_MASK | (k == 0 ? from : mode)
                                                                       << TR_TE_INST_MODE_SHIFT),
                                     0);
                }
                assert_int_equal(read_rtl(d, TR_TE_CONTROL_OFFSET, 4, &value), 0);
                assert_int_not_equal(value & TR_TE_INST_MODE_MASK, 0);
            }
        }
    }
    leave();
}

/* Of the encoder with filters every field of their registers is there, at its place.
 * Holds HT-STIM-001..004 HT-STIM-006 TCI-MAP-025 TCI-MAP-026 TCI-FLT-007..012 TCI-FLT-015
 * TCI-FLT-019..022 */
/* Holds all of model/test_register_list for encoder funnel timestamp component
 * Holds all of model/test_register_list for ramsink pibsink atbbridge */
static void the_register_list(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++) {
        const struct reg_device *d = &devices[i].list;
        reg_reserved_bits_read_zero(d);
        reg_reset_values(d);
        reg_read_only_ignores_writes(d);
        reg_active_resets(d);
        reg_nothing_hidden(d);
        reg_not_there_reads_zero(d);
        reg_in_reset(d);
        reg_wrong_accesses(d);
        assert_true(reg_every_field(d) > 5);
    }
    leave();
}

/* Lanes of a store to port 2 that are no 1, 2 or 4 bytes from the first one on, other bytes of a
 * port, and parts of a register that is no port: errors, and nothing happens. Holds HT-STIM-009 */
static void stores_that_no_port_takes(void **state)
{
    (void)state;
    const struct reg_device *d = &devices[1].list; /* full */
    struct rtl_encoder_out out;
    d->reset(d, 0);
    (void)d->write(d, TR_TE_CONTROL_OFFSET, 4, TR_TE_ACTIVE_MASK);
    (void)d->write(d, TR_TE_STIM_CONTROL_OFFSET, 4, 1);
    (void)d->write(d, TR_TE_STIM_MASK_OFFSET, 4, UINT32_MAX);
    (void)d->write(d, TR_TE_CONTROL_OFFSET, 4, TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK);
    for (unsigned lanes = 0; lanes < 16; lanes++) {
        for (unsigned at = 0; at < 4; at++) {
            const bool good = at == 0 && (lanes == 1 || lanes == 3 || lanes == 15);
            struct rtl_apb apb = {.pwrite = true,
                                  .paddr = TR_TE_STIM_PORT_OFFSET(2) + at,
                                  .pwdata = 0x87654321,
                                  .left_out = (uint8_t)(15u & ~lanes)};
            unsigned messages = 0;
            assert_int_equal(transfer(&apb), good ? 0 : -1);
            for (unsigned i = 0; i < 60; i++) {
                const struct rtl_encoder_in in = {.link_ready = true};
                now->encoder->cycle(encoder, &in, &out);
                messages += out.link_valid && out.link_last;
            }
            assert_int_equal(messages, good);
        }
    }
    assert_int_equal(d->write(d, TR_TE_STIM_MASK_OFFSET, 2, 0), -1);
    assert_int_equal(d->write(d, 0xF00, 1, 0), -1);
    assert_int_equal(d->write(d, 0xE7C, 1, 0), -1);
    leave();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mode_never_becomes_0),
        cmocka_unit_test(the_register_list),
        cmocka_unit_test(stores_that_no_port_takes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
