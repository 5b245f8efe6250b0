/* SPDX-License-Identifier: Apache-2.0 */
/* RTL without a model beside it: triggers of the encoder, words of the RAM sink, addresses of
 * tr_system, each with what the specification says (TCI 1.0). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "encoder_regs.h"
#include "nexus/nexus_msg.h"
#include "part_rig.h"
#include "ramsink_regs.h"
#include "rtl_encoder.h"
#include "rtl_ramsink.h"
#include "rtl_system.h"

extern const struct rtl_encoder_kind rtl_encoder_deep;
extern const struct rtl_ramsink_kind rtl_ramsink_axi, rtl_ramsink_fixed, rtl_ramsink_wide;
extern const struct rtl_system_kind rtl_system_one, rtl_system_all;

enum {
    BYTES = 4096,
    OUTPUTS = 2,
};

/* --- the encoder, with 8 inputs and 2 outputs --- */

static struct {
    struct rtl_encoder *rtl;
    struct rtl_encoder_in in;
    struct rtl_apb apb;
    struct part_rig rig;
    uint8_t bytes[BYTES];
    size_t n;
    unsigned fired[OUTPUTS];
} enc;

static void clock_encoder(void *ctx)
{
    struct rtl_encoder_out out;
    (void)ctx;
    enc.in.link_ready = true;
    enc.in.psel = enc.apb.psel;
    enc.in.penable = enc.apb.penable;
    enc.in.pwrite = enc.apb.pwrite;
    enc.in.paddr = enc.apb.paddr;
    enc.in.pwdata = enc.apb.pwdata;
    rtl_encoder_deep.cycle(enc.rtl, &enc.in, &out);
    enc.apb.pready = out.pready;
    enc.apb.pslverr = out.pslverr;
    enc.apb.prdata = out.prdata;
    for (unsigned i = 0; out.link_valid && i < rtl_encoder_deep.lanes; i++) {
        assert_true(enc.n < BYTES);
        enc.bytes[enc.n++] = out.link_data[i];
    }
    for (unsigned i = 0; i < OUTPUTS; i++) {
        enc.fired[i] += out.ext_trig >> i & 1u;
    }
}

static void write_nothing(void *ctx, uint32_t offset, uint32_t value)
{
    (void)ctx, (void)offset, (void)value;
}

static void start_encoder(void)
{
    memset(&enc, 0, sizeof enc);
    enc.rtl = rtl_encoder_deep.create();
    enc.rig = (struct part_rig){.apb = &enc.apb, .clock = clock_encoder, .write = write_nothing};
}

/* Accesses of an encoder may wait. */
static void write_encoder(uint32_t offset, uint32_t value)
{
    unsigned waited = 0;
    enc.apb = (struct rtl_apb){.psel = true, .pwrite = true, .paddr = offset, .pwdata = value};
    clock_encoder(NULL);
    enc.apb.penable = true;
    do {
        clock_encoder(NULL);
        assert_true(++waited < 100);
    } while (!enc.apb.pready);
    enc.apb.psel = enc.apb.penable = false;
    part_rig_clocks(&enc.rig, 30);
}

static void trace(bool on)
{
    write_encoder(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK |
                                            TR_TE_INST_STALL_ENA_MASK |
                                            TR_TE_INST_MODE_BTM << TR_TE_INST_MODE_SHIFT |
                                            (on ? TR_TE_INST_TRACING_MASK : 0));
}

/* A linear block, with these trigger inputs. */
static void block(unsigned i, uint8_t triggers)
{
    const struct ingress_cycle record = {
        .nblocks = 1,
        .priv = INGRESS_PRIV_M,
        .ext_trig = triggers,
        .block = {{.iaddr = 0x80000000u + 8 * i, .iretire = 4, .ilastsize = 1}}};
    enc.in.record = &record;
    clock_encoder(NULL);
    enc.in.record = NULL;
    part_rig_clocks(&enc.rig, 30);
}

/* What is sent of 16 blocks, with this trigger input in the middle; NULL actions: none. */
static size_t walk(uint32_t actions, uint8_t triggers, uint8_t *bytes)
{
    start_encoder();
    write_encoder(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    write_encoder(TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, actions);
    trace(true);
    for (unsigned i = 0; i < 16; i++) {
        block(i, i == 8 ? triggers : 0);
    }
    trace(false);
    part_rig_clocks(&enc.rig, 200);
    rtl_encoder_deep.destroy(enc.rtl);
    memcpy(bytes, enc.bytes, enc.n);
    return enc.n;
}

/* Messages with SYNC 0, External Trace Trigger. */
static unsigned triggered(const uint8_t *bytes, size_t n)
{
    struct nexus_stream_cfg cfg;
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    unsigned found = 0;
    nexus_cfg_init(&cfg);
    cfg.xlen = 32;
    assert_int_equal(nexus_msg_decoder_init(&d, &cfg, bytes, n), NEXUS_OK);
    while (nexus_msg_next(&d, &m) == NEXUS_OK) {
        found += nexus_msg_has(&m, NEXUS_F_SYNC) && m.value[NEXUS_F_SYNC] == 0;
    }
    return found;
}

/* Each of the 8 inputs with action 4 (trace-notify) alone; without action nothing happens, whatever
 * the others would do. Holds TCI-TRIG-010 TCI-TRIG-012 */
static void each_trigger_input(void **state)
{
    static uint8_t none[BYTES], one[BYTES];
    (void)state;
    const size_t n = walk(0, 0, none);
    assert_true(n > 4);
    assert_int_equal(triggered(none, n), 0);
    for (unsigned i = 0; i < 8; i++) {
        const uint32_t own = (uint32_t)TR_TE_TRIG_EXT_IN_ACTION0_TRACE_NOTIFY << 4 * i;
        size_t k = walk(own, (uint8_t)(1u << i), one);
        assert_int_equal(triggered(one, k), 1);
        k = walk(0x44444444u & ~own, 0, one);
        assert_int_equal(k, n);
        k = walk(0x44444444u & ~(UINT32_C(15) << 4 * i), (uint8_t)(1u << i), one);
        assert_int_equal(k, n);
        assert_memory_equal(one, none, n);
    }
}

/* One output fires when tracing starts, the other when it stops; then they change places.
 * Holds TCI-TRIG-018 TCI-TRIG-019 TCI-TRIG-022 */
static void each_trigger_output(void **state)
{
    (void)state;
    for (unsigned k = 0; k < 2; k++) {
        start_encoder();
        write_encoder(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
        write_encoder(TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET, k == 0 ? 0x21 : 0x12);
        for (unsigned round = 1; round <= 3; round++) {
            trace(true);
            block(0, 0);
            block(1, 0);
            assert_int_equal(enc.fired[k], round);
            assert_int_equal(enc.fired[1 - k], round - 1);
            trace(false);
            block(2, 0);
            assert_int_equal(enc.fired[k], round);
            assert_int_equal(enc.fired[1 - k], round);
        }
        rtl_encoder_deep.destroy(enc.rtl);
    }
}

/* --- the RAM sink --- */

static struct {
    const struct rtl_ramsink_kind *kind;
    struct rtl_ramsink *rtl;
    struct rtl_ramsink_io io;
    struct part_rig rig;
    uint64_t address[64]; /* of writes to system memory, and their words */
    uint8_t word[64][16];
    unsigned addresses, words, answered;
} ram;

static void clock_ram(void *ctx)
{
    (void)ctx;
    ram.io.awready = ram.io.wready = ram.io.hready = true;
    ram.io.bvalid = ram.answered < ram.words && ram.answered < ram.addresses;
    ram.kind->cycle(ram.rtl, &ram.io);
    if (ram.io.awvalid) {
        assert_int_equal(ram.io.awlen, 0); /* fewer words than a burst has */
        ram.address[ram.addresses++ % 64] = ram.io.awaddr;
    }
    if (ram.io.wvalid) {
        memcpy(ram.word[ram.words++ % 64], ram.io.wdata, 16);
    }
    ram.answered += ram.io.bvalid && ram.io.bready;
}

static uint32_t ram_get(uint32_t offset)
{
    const uint32_t value = part_rig_access(&ram.rig, false, offset, 0);
    part_rig_clocks(&ram.rig, 4);
    return value;
}

static void ram_set(uint32_t offset, uint32_t value)
{
    (void)part_rig_access(&ram.rig, true, offset, value);
    part_rig_clocks(&ram.rig, 4);
}

static void start_ram(const struct rtl_ramsink_kind *kind)
{
    memset(&ram, 0, sizeof ram);
    ram.kind = kind;
    ram.rtl = kind->create();
    ram.rig = (struct part_rig){.apb = &ram.io.apb, .clock = clock_ram, .write = write_nothing};
    ram_set(TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK);
}

static void end_ram(void)
{
    ram.kind->destroy(ram.rtl);
}

static void send(const uint8_t *m, unsigned n)
{
    for (unsigned at = 0; at < n; at += ram.kind->lanes) {
        ram.io.in.valid = true;
        part_rig_beat(&ram.io.in, ram.kind->lanes, m, n, at);
        do {
            clock_ram(NULL);
        } while (!ram.io.in.ready);
    }
    ram.io.in.valid = false;
}

static const uint8_t message[16] = {0x04, 0x08, 0x0C, 0x10, 0x14, 0x18, 0x1C, 0x20,
                                    0x24, 0x28, 0x2C, 0x30, 0x34, 0x38, 0x3C, 0x43};

static uint32_t word_at(unsigned at)
{
    return message[at] | (uint32_t)message[at + 1] << 8 | (uint32_t)message[at + 2] << 16 |
           (uint32_t)message[at + 3] << 24;
}

static void run_ram(uint32_t mode)
{
    ram_set(TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK | mode);
    ram_set(TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK | TR_RAM_ENABLE_MASK | mode);
    send(message, 16);
    part_rig_clocks(&ram.rig, 100);
    ram_set(TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK | mode);
    part_rig_clocks(&ram.rig, 100);
    assert_true((ram_get(TR_RAM_CONTROL_OFFSET) & TR_RAM_EMPTY_MASK) != 0);
}

/* The same message into SRAM, read at 0x040, and into system memory.
 * Holds TCI-RAM-009 TCI-MAP-039 TCI-REG-144 */
static void each_memory_by_its_mode(void **state)
{
    (void)state;
    start_ram(&rtl_ramsink_axi);
    ram_set(TR_RAM_WP_LOW_OFFSET, 0);
    ram_set(TR_RAM_RP_LOW_OFFSET, 0);
    run_ram(0);
    assert_int_equal(ram.addresses + ram.words, 0);
    for (unsigned at = 0; at < 16; at += 4) {
        assert_int_equal(ram_get(0x040), word_at(at));
    }
    ram_set(TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK | TR_RAM_MODE_MASK);
    ram_set(TR_RAM_START_LOW_OFFSET, 0x1000);
    ram_set(TR_RAM_START_HIGH_OFFSET, 0);
    ram_set(TR_RAM_LIMIT_LOW_OFFSET, 0x10F8);
    ram_set(TR_RAM_LIMIT_HIGH_OFFSET, 0);
    ram_set(TR_RAM_WP_LOW_OFFSET, 0x1000);
    ram_set(TR_RAM_WP_HIGH_OFFSET, 0);
    run_ram(TR_RAM_MODE_MASK);
    assert_int_equal(ram.addresses, 2);
    assert_int_equal(ram.words, 2);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(ram.address[i], 0x1000 + 8 * i);
        assert_memory_equal(ram.word[i], message + 8 * i, 8);
    }
    end_ram();
}

/* Words of 16 bytes: every multiple of 4 can be read, and written. Holds TCI-MIN-018 TCI-RAM-060 */
static void words_of_a_wide_memory(void **state)
{
    (void)state;
    start_ram(&rtl_ramsink_wide);
    ram_set(TR_RAM_WP_LOW_OFFSET, 0);
    run_ram(0);
    for (unsigned at = 0; at < 16; at += 4) {
        ram_set(TR_RAM_RP_LOW_OFFSET, at);
        assert_int_equal(ram_get(TR_RAM_RP_LOW_OFFSET), at);
        assert_int_equal(ram_get(TR_RAM_DATA_OFFSET), word_at(at));
        assert_int_equal(ram_get(TR_RAM_RP_LOW_OFFSET), at + 4);
    }
    ram_set(TR_RAM_RP_LOW_OFFSET, 8);
    ram_set(TR_RAM_DATA_OFFSET, 0xDEADBEEF);
    ram_set(TR_RAM_RP_LOW_OFFSET, 4);
    assert_int_equal(ram_get(TR_RAM_DATA_OFFSET), word_at(4));
    assert_int_equal(ram_get(TR_RAM_DATA_OFFSET), 0xDEADBEEF);
    assert_int_equal(ram_get(TR_RAM_DATA_OFFSET), word_at(12));
    end_ram();
}

/* 512 bytes of system memory at 4096, words of 4. Holds TCI-RAM-036 */
static void system_memory_that_is_fixed(void **state)
{
    (void)state;
    start_ram(&rtl_ramsink_fixed);
    ram_set(TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK | TR_RAM_MODE_MASK);
    assert_int_equal(ram_get(TR_RAM_START_LOW_OFFSET), 4096);
    assert_int_equal(ram_get(TR_RAM_LIMIT_LOW_OFFSET), 4096 + 512 - 4);
    ram_set(TR_RAM_START_LOW_OFFSET, 0x2000);
    ram_set(TR_RAM_LIMIT_LOW_OFFSET, 4096 + 16);
    assert_int_equal(ram_get(TR_RAM_START_LOW_OFFSET), 4096);
    assert_int_equal(ram_get(TR_RAM_LIMIT_LOW_OFFSET), 4096 + 16);
    end_ram();
}

/* --- tr_system --- */

/* Every 4 KiB one component: its type is 4 bytes further on, and nowhere else.
 * Holds TCI-COMP-003 */
static void a_component_in_each_4_kib(void **state)
{
    static const struct rtl_system_kind *const kinds[] = {&rtl_system_one, &rtl_system_all};
    static const uint32_t types[2][6] = {{1, 9}, {1, 1, 8, 9, 0xA, 0xE}}; /* TRCOMP_ */
    (void)state;
    for (unsigned k = 0; k < 2; k++) {
        struct rtl_system *rtl = kinds[k]->create();
        for (unsigned at = 0; at < 6 && types[k][at] != 0; at++) {
            struct rtl_system_io io = {.apb = {.psel = true, .pwrite = true, .pwdata = 1}};
            for (unsigned access = 0; access < 3; access++) {
                static const uint32_t offset[] = {0, 4, 0x804};
                io.apb.paddr = at * 0x1000 + offset[access];
                io.apb.pwrite = access == 0; /* out of its reset */
                io.apb.penable = false;
                kinds[k]->cycle(rtl, &io);
                io.apb.penable = true;
                do {
                    kinds[k]->cycle(rtl, &io);
                } while (!io.apb.pready);
                assert_false(io.apb.pslverr);
                if (access == 1) {
                    assert_int_equal(io.apb.prdata >> 8 & 15, types[k][at]);
                } else if (access == 2) {
                    assert_int_equal(io.apb.prdata, 0);
                }
            }
        }
        kinds[k]->destroy(rtl);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_trigger_input),          cmocka_unit_test(each_trigger_output),
        cmocka_unit_test(each_memory_by_its_mode),     cmocka_unit_test(words_of_a_wide_memory),
        cmocka_unit_test(system_memory_that_is_fixed), cmocka_unit_test(a_component_in_each_4_kib),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
