/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sinks of E-Trace. Expected bytes follow from Packet Encapsulation 1.0: "Null Encapsulation"
 * (null.idle is 0x00, null.alignment 0x80) and "Synchronization" (N null.idle, then a
 * null.alignment; on pins every run of nulls in front of a packet ends with a null.alignment).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "atbbridge_regs.h"
#include "pibsink_regs.h"
#include "ramsink_regs.h"
#include "trm/trm_atbbridge.h"
#include "trm/trm_pibsink.h"
#include "trm/trm_ramsink.h"

enum {
    N = 35, /* 31 + T + S: 4 bytes of timestamp, no srcID */
    ROOM = 2048,
};

/* A packet of one payload byte. */
static const uint8_t packet[] = {0x01, 0x5A};

static uint8_t sram[ROOM], want[ROOM];

static void ram(bool async)
{
    static struct trm_ramsink s;
    struct trm_ramsink_cfg cfg;
    trm_ramsink_cfg_init(&cfg);
    memset(sram, 0xEE, sizeof sram);
    cfg.sram = sram;
    cfg.sram_bytes = sizeof sram;
    cfg.width = 8;
    cfg.etrace = true;
    cfg.sync_nulls = N;
    cfg.async = async;
    assert_int_equal(trm_ramsink_init(&s, &cfg), TRM_OK);
    struct trm_link link = trm_ramsink_link(&s);
    uint32_t control = TR_RAM_ACTIVE_MASK | UINT32_C(1) << TR_RAM_ASYNC_FREQ_SHIFT;
    (void)trm_ramsink_reg_write(&s, TR_RAM_CONTROL_OFFSET, 4, TR_RAM_ACTIVE_MASK);
    (void)trm_ramsink_reg_write(&s, TR_RAM_LIMIT_LOW_OFFSET, 4, ROOM - 8);
    (void)trm_ramsink_reg_write(&s, TR_RAM_WP_LOW_OFFSET, 4, 0);
    (void)trm_ramsink_reg_write(&s, TR_RAM_CONTROL_OFFSET, 4, control | TR_RAM_ENABLE_MASK);
    for (unsigned i = 0; i < 37; i++) {
        assert_true(link.ops->can_accept(link.ctx, 2));
        link.ops->put(link.ctx, packet, 2);
    }
    (void)trm_ramsink_reg_write(&s, TR_RAM_CONTROL_OFFSET, 4, control);
}

/* trRamAsyncFreq 1: each 2^(1 + 5) bytes; the last trace word is filled with null.idle. */
static void ram_sink(void **state)
{
    (void)state;
    for (unsigned async = 0; async < 2; async++) {
        size_t n = 0;
        ram(async != 0);
        memset(want, 0, sizeof want);
        for (unsigned i = 0; i < 37; i++) {
            if (async != 0 && i % 32 == 0) {
                want[n + N] = 0x80;
                n += N + 1;
            }
            memcpy(want + n, packet, 2);
            n += 2;
        }
        n = (n + 7) / 8 * 8;
        assert_memory_equal(sram, want, n);
        assert_int_equal(sram[n], 0xEE);
    }
}

/* A sink whose buffer cannot hold a sequence and a packet. */
static void ram_sink_too_small(void **state)
{
    static struct trm_ramsink s;
    struct trm_ramsink_cfg cfg;
    (void)state;
    trm_ramsink_cfg_init(&cfg);
    cfg.sram = sram;
    cfg.sram_bytes = sizeof sram;
    cfg.etrace = true;
    cfg.async = true;
    cfg.buffer_bytes = 80;
    assert_int_equal(trm_ramsink_init(&s, &cfg), TRM_ERR_ARG);
    cfg.async = false;
    assert_int_equal(trm_ramsink_init(&s, &cfg), TRM_OK);
}

static void atb_bridge(void **state)
{
    static struct trm_atbbridge b;
    struct trm_atbbridge_cfg cfg;
    struct trm_atb_in in = {.atready = true};
    uint8_t got[256];
    size_t n = 0;
    (void)state;
    trm_atbbridge_cfg_init(&cfg);
    cfg.width = 1;
    cfg.etrace = true;
    cfg.sync_nulls = N;
    cfg.async = true;
    assert_int_equal(trm_atbbridge_init(&b, &cfg), TRM_OK);
    struct trm_link link = trm_atbbridge_link(&b);
    (void)trm_atbbridge_reg_write(&b, TR_ATB_BRIDGE_CONTROL_OFFSET, 4, TR_ATB_BRIDGE_ACTIVE_MASK);
    (void)trm_atbbridge_reg_write(&b, TR_ATB_BRIDGE_IMPL_OFFSET, 4,
                                  UINT32_C(1) << TR_ATB_BRIDGE_ASYNC_FREQ_SHIFT);
    (void)trm_atbbridge_reg_write(&b, TR_ATB_BRIDGE_CONTROL_OFFSET, 4,
                                  TR_ATB_BRIDGE_ACTIVE_MASK | TR_ATB_BRIDGE_ENABLE_MASK);
    for (unsigned i = 0; i < 200; i++) {
        if (i < 2) {
            link.ops->put(link.ctx, packet, 2);
        }
        trm_atbbridge_tick(&b, &in);
        const struct trm_atb_out *out = trm_atbbridge_out(&b);
        if (out->atvalid) {
            got[n++] = out->atdata[0];
        }
    }
    memset(want, 0, sizeof want);
    want[N] = 0x80;
    memcpy(want + N + 1, packet, 2);
    memcpy(want + N + 3, packet, 2);
    assert_int_equal(n, N + 5); /* valid says when there is nothing */
    assert_memory_equal(got, want, n);
}

/* What the pins carry, as a string of bits that come first bit first. */
static uint8_t bit[16 * ROOM];
static size_t nbits;

static void tick(struct trm_pibsink *s, unsigned width)
{
    trm_pibsink_tick(s);
    for (unsigned k = 0; k < width; k++) {
        assert_true(nbits < sizeof bit);
        bit[nbits++] = (uint8_t)(trm_pibsink_pins(s).data >> k & 1u);
    }
}

static unsigned byte_at(size_t at)
{
    unsigned value = 0;
    for (unsigned k = 0; k < 8; k++) {
        value |= (unsigned)bit[at + k] << k;
    }
    return value;
}

/* From the first one on, which is the end of a null.alignment: packets, and runs of null.idle that
 * end with a null.alignment. Returns packets. */
static unsigned read_pins(unsigned *idle)
{
    size_t at = 0;
    unsigned packets = 0, before = 0x80;
    while (bit[at] == 0) {
        at++;
    }
    assert_true(at >= 8 * N + 7); /* a sequence */
    at++;
    for (*idle = 0; at + 16 <= nbits;) {
        unsigned byte = byte_at(at);
        at += 8;
        if (byte == packet[0]) {
            assert_int_equal(byte_at(at), packet[1]);
            assert_int_not_equal(before, 0); /* not a null.idle */
            at += 8;
            packets++;
        } else {
            assert_true(byte == 0 || byte == 0x80);
            *idle += byte == 0 ? 1 : 0;
        }
        before = byte;
    }
    return packets;
}

static void pins(void **state)
{
    static struct trm_pibsink s;
    static const struct {
        unsigned mode, width;
    } row[] = {{8, 1}, {9, 2}, {10, 4}, {11, 8}, {12, 16}};
    (void)state;
    for (unsigned i = 0; i < 5; i++) {
        struct trm_pibsink_cfg cfg;
        unsigned idle, sent = 0;
        trm_pibsink_cfg_init(&cfg);
        cfg.etrace = true;
        cfg.sync_nulls = N;
        cfg.divider_reset = 0;
        cfg.async = true;
        assert_int_equal(trm_pibsink_init(&s, &cfg), TRM_OK);
        struct trm_link link = trm_pibsink_link(&s);
        uint32_t control = TR_PIB_ACTIVE_MASK | row[i].mode << TR_PIB_MODE_SHIFT |
                           UINT32_C(7) << TR_PIB_ASYNC_FREQ_SHIFT;
        (void)trm_pibsink_reg_write(&s, TR_PIB_CONTROL_OFFSET, 4, TR_PIB_ACTIVE_MASK);
        (void)trm_pibsink_reg_write(&s, TR_PIB_CONTROL_OFFSET, 4, control);
        (void)trm_pibsink_reg_write(&s, TR_PIB_CONTROL_OFFSET, 4, control | TR_PIB_ENABLE_MASK);
        nbits = 0;
        for (unsigned k = 0; k < 1500; k++) {
            if (k % 300 == 7 || k % 300 == 9 || k % 300 == 200) {
                assert_true(link.ops->can_accept(link.ctx, 2));
                link.ops->put(link.ctx, packet, 2);
                sent++;
            }
            tick(&s, row[i].width);
        }
        assert_true(trm_pibsink_empty(&s)); /* nulls do not count */
        assert_int_equal(read_pins(&idle), sent);
        assert_true(idle > 10);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ram_sink),
        cmocka_unit_test(ram_sink_too_small),
        cmocka_unit_test(atb_bridge),
        cmocka_unit_test(pins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
