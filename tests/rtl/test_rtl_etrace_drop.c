/* SPDX-License-Identifier: Apache-2.0 */
/* Data trace of the encoder in SystemVerilog with E-Trace: registers, and what is lost when there
 * is no room (docs/reference/etrace.md). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "encoder_regs.h"
#include "etrace/etrace_data.h"
#include "etrace/etrace_frame.h"
#include "rtl_rig.h"

extern const struct rtl_encoder_kind rtl_encoder_etdat, rtl_encoder_ntdat;

enum {
    ON = TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK,
    NTRACE = 1 << TR_TE_FORMAT_SHIFT,
    COMPRESS = 1 << TR_TE_DATA_ADDR_COMPRESS_SHIFT,
};

static void begin_read(const struct trm_encoder_cfg *cfg, const struct rig_result *of,
                       struct etrace_reader *reader)
{
    static struct trm_encoder enc;
    struct etrace_cfg ec;
    assert_int_equal(trm_encoder_init(&enc, cfg), TRM_OK);
    trm_encoder_etrace_cfg(&enc, &ec); /* without srcID: runs that are read have none */
    assert_int_equal(etrace_reader_init(reader, &ec, of->rtl, of->rtl_n), ETRACE_OK);
}

static struct rig_result r;
static struct trm_encoder_cfg now;

static struct ingress_cycle one(uint64_t pc, uint8_t itype)
{
    return (struct ingress_cycle){
        .nblocks = 1,
        .priv = INGRESS_PRIV_M,
        .block = {{.iaddr = pc, .iretire = 2, .itype = itype, .ilastsize = 1}}};
}

/* Loads of 4 bytes by instructions of 4 bytes: number n is at 0x1000 + 4 n and reads n. */
static void load(unsigned n, bool ready)
{
    struct ingress_cycle in = one(0x1000 + 4 * n, INGRESS_ITYPE_NONE);
    in.naccess = 1;
    in.access[0] = (struct ingress_access){.daddr = 0x2000, .dsize = 2, .load = n};
    rig_clock(&in, ready);
}

static void idle(unsigned clocks, bool ready)
{
    for (unsigned i = 0; i < clocks; i++) {
        rig_clock(NULL, ready);
    }
}

static void begin(uint32_t control, uint32_t data)
{
    rtl_encoder_etdat.cfg(&now);
    rig_begin(&rtl_encoder_etdat, &now, &r);
    rig_set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    rig_set(TR_TE_DATA_CONTROL_OFFSET, data | TR_TE_DATA_TRACING_MASK | COMPRESS);
    rig_set(TR_TE_CONTROL_OFFSET, ON | TR_TE_INST_TRACING_MASK | control);
    idle(6, true);
    rig_block(true);
}

static bool has(uint32_t offset, uint32_t mask)
{
    return (rig_get_rtl(offset) & mask) != 0;
}

/* The next packet; data: its value. */
struct packet {
    struct etrace_packet inst;
    bool data;
    uint64_t value, address;
};

static struct etrace_reader packets;
static struct etrace_data_state known;

static bool next(struct packet *p)
{
    struct etrace_frame f;
    *p = (struct packet){.data = false};
    if (etrace_reader_next(&packets, &f) != ETRACE_OK) {
        return false;
    }
    p->data = f.kind == ETRACE_KIND_DATA;
    if (!p->data) {
        assert_int_equal(etrace_packet_decode(&packets.cfg, 0, f.payload, f.size, &p->inst),
                         ETRACE_OK);
        if (p->inst.format == ETRACE_FORMAT_SYNC && p->inst.subformat != ETRACE_SYNC_CONTEXT) {
            etrace_data_sync(&known);
        }
        return true;
    }
    struct etrace_data_packet d;
    struct etrace_access a;
    assert_int_equal(etrace_data_decode(&packets.cfg, 0, &known, f.payload, f.size, &d), ETRACE_OK);
    assert_int_equal(etrace_data_apply(&packets.cfg, 0, &known, &d, &a), ETRACE_OK);
    p->value = a.data;
    p->address = a.address;
    return true;
}

static void expect_support(unsigned qual_status, bool dloss)
{
    struct packet p;
    assert_true(next(&p) && !p.data);
    assert_int_equal(p.inst.format, ETRACE_FORMAT_SYNC);
    assert_int_equal(p.inst.subformat, ETRACE_SYNC_SUPPORT);
    assert_int_equal(p.inst.qual_status, qual_status);
    assert_true(p.inst.denable);
    assert_int_equal(p.inst.dloss, dloss);
}

static void expect_start(uint64_t address)
{
    struct packet p;
    assert_true(next(&p) && !p.data);
    assert_int_equal(p.inst.format, ETRACE_FORMAT_SYNC);
    assert_int_equal(p.inst.subformat, ETRACE_SYNC_START);
    assert_int_equal(p.inst.address, address);
}

static void expect_load(unsigned n)
{
    struct packet p;
    assert_true(next(&p) && p.data);
    assert_int_equal(p.address, 0x2000);
    assert_int_equal(p.value, n);
}

/* The link takes nothing until `mask` says that data was lost, at load n - 1 or before; then it
 * does. The first loads are there, the region ends with dloss, and the next load begins another
 * one, in which data goes on. No instruction is lost. */
static void data_alone_is_lost(uint32_t data, uint32_t mask, uint32_t other, unsigned least)
{
    unsigned n = 0, came = 0;
    struct packet p;
    begin(0, data);
    rig_lossy();
    while (n < 200 && !has(TR_TE_DATA_CONTROL_OFFSET, mask)) {
        load(n++, false);
        idle(8, false);
    }
    assert_in_range(n, least, least + 8);
    assert_false(has(TR_TE_DATA_CONTROL_OFFSET, other));
    assert_false(has(TR_TE_CONTROL_OFFSET, TR_TE_INST_STALL_OR_OVERFLOW_MASK));
    load(n++, false); /* not announced yet: its data is lost too */
    idle(8, false);
    assert_false(has(TR_TE_CONTROL_OFFSET, TR_TE_EMPTY_MASK));
    rig_block(false);
    idle(2000, true);
    load(n, true);
    idle(20, true);
    rig_end(false);
    begin_read(&now, &r, &packets);
    known = (struct etrace_data_state){.csr_known = false};
    expect_support(ETRACE_QUAL_NO_CHANGE, false);
    expect_start(0x1000);
    while (next(&p) && p.data) {
        assert_int_equal(p.value, came++);
    }
    assert_in_range(came, least - 4, n - 1);
    assert_int_equal(p.inst.format, ETRACE_FORMAT_ADDR); /* of the last load so far */
    expect_support(ETRACE_QUAL_ENDED_REP, true);
    expect_start(0x1000 + 4 * n);
    expect_load(n);
    expect_support(ETRACE_QUAL_ENDED_REP, false);
}

/* Holds ET-CTL-013 ET-CTL-014 ET-PKT-040 */
static void data_is_dropped_before_instruction_trace_suffers(void **state)
{
    (void)state;
    data_alone_is_lost(TR_TE_DATA_DROP_ENA_MASK, TR_TE_DATA_DROP_MASK,
                       TR_TE_DATA_STALL_OR_OVERFLOW_MASK, 14);
}

/* Holds ET-CTL-009 */
static void a_full_queue_loses_data_alone(void **state)
{
    (void)state;
    data_alone_is_lost(0, TR_TE_DATA_STALL_OR_OVERFLOW_MASK, TR_TE_DATA_DROP_MASK, 30);
}

/* An instruction in nearly every cycle: loads while the link is slow, of which some are dropped,
 * then nothing but instructions, then a load now and then. These are all there, and no instruction
 * is lost. */
static void data_goes_on_while_the_hart_runs(void **state)
{
    (void)state;
    struct packet p;
    unsigned n = 0, came = 0, losses = 0;
    begin(0, TR_TE_DATA_DROP_ENA_MASK);
    rig_lossy();
    rig_block(false);
    for (; n < 100; n++) {
        load(n, n % 8 == 0);
    }
    for (; n < 600; n++) {
        struct ingress_cycle in = one(0x1000 + 4 * n, INGRESS_ITYPE_NONE);
        if (n > 400 && n % 10 == 0) {
            load(n, true);
        } else {
            rig_clock(&in, true);
        }
        idle(n % 8 == 0 ? 1 : 0, true);
    }
    idle(200, true);
    assert_true(has(TR_TE_DATA_CONTROL_OFFSET, TR_TE_DATA_DROP_MASK));
    assert_false(has(TR_TE_CONTROL_OFFSET, TR_TE_INST_STALL_OR_OVERFLOW_MASK));
    rig_end(false);
    begin_read(&now, &r, &packets);
    known = (struct etrace_data_state){.csr_known = false};
    while (next(&p)) {
        bool support = !p.data && p.inst.format == ETRACE_FORMAT_SYNC &&
                       p.inst.subformat == ETRACE_SYNC_SUPPORT;
        losses += support && p.inst.dloss ? 1 : 0;
        came += p.data && p.value > 400 ? 1 : 0;
    }
    assert_true(losses >= 1);
    assert_int_equal(came, 19); /* 410, 420 to 590 */
}

/* trTeDataStallEna alone: the hart waits, nothing is lost, and the status is that of data.
 * Holds ET-CTL-009 ET-CTL-011 */
static void a_stall_for_data_loses_nothing(void **state)
{
    (void)state;
    begin(0, TR_TE_DATA_STALL_ENA_MASK);
    rig_block(false);
    for (unsigned i = 0; i < 300; i++) {
        load(i, i % 16 == 0);
    }
    assert_true(r.stalls > 100);
    assert_true(has(TR_TE_DATA_CONTROL_OFFSET, TR_TE_DATA_STALL_OR_OVERFLOW_MASK));
    assert_false(has(TR_TE_CONTROL_OFFSET, TR_TE_INST_STALL_OR_OVERFLOW_MASK));
    rig_end(true);
    if (!r.equal) {
        rig_print(&r);
    }
    assert_true(r.equal);
}

/* Differential is E-Trace's compression, XOR N-Trace's; a packet has an address or a value.
 * Holds ET-CTL-005 ET-CTL-007 ET-CTL-032..034 ET-CTL-042 */
static void registers(void **state)
{
    (void)state;
    const uint32_t all = TR_TE_DATA_TRACING_MASK | TR_TE_DATA_TRIG_ENABLE_MASK |
                         TR_TE_DATA_STALL_ENA_MASK | TR_TE_DATA_DROP_ENA_MASK |
                         TR_TE_DATA_NO_VALUE_MASK | TR_TE_DATA_NO_ADDR_MASK | COMPRESS;
    rtl_encoder_ntdat.cfg(&now);
    rig_begin(&rtl_encoder_ntdat, &now, &r);
    rig_set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    rig_set(TR_TE_DATA_CONTROL_OFFSET, all);
    uint32_t control = rig_get_rtl(TR_TE_DATA_CONTROL_OFFSET);
    assert_int_equal(control & (TR_TE_DATA_NO_VALUE_MASK | TR_TE_DATA_NO_ADDR_MASK),
                     TR_TE_DATA_NO_VALUE_MASK);
    assert_int_equal(control & TR_TE_DATA_ADDR_COMPRESS_MASK, 2 * COMPRESS);
    assert_int_equal(control & TR_TE_DATA_IMPLEMENTED_MASK, TR_TE_DATA_IMPLEMENTED_MASK);
    assert_int_equal(control & TR_TE_DATA_TRIG_ENABLE_MASK, TR_TE_DATA_TRIG_ENABLE_MASK);
    rig_set(TR_TE_DATA_FILTERS_OFFSET, 3);
    assert_int_equal(rig_get_rtl(TR_TE_DATA_FILTERS_OFFSET), 3);
    rig_set(TR_TE_DATA_CONTROL_OFFSET, TR_TE_DATA_NO_ADDR_MASK | TR_TE_DATA_TRACING_MASK);
    assert_true(has(TR_TE_DATA_CONTROL_OFFSET, TR_TE_DATA_NO_ADDR_MASK));
    rig_set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK | NTRACE);
    rig_set(TR_TE_DATA_CONTROL_OFFSET, all);
    control = rig_get_rtl(TR_TE_DATA_CONTROL_OFFSET);
    assert_int_equal(control & TR_TE_DATA_ADDR_COMPRESS_MASK, COMPRESS);
    assert_true((control & TR_TE_DATA_NO_ADDR_MASK) != 0);
    rig_set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK); /* E-Trace again */
    control = rig_get_rtl(TR_TE_DATA_CONTROL_OFFSET);
    assert_int_equal(control & TR_TE_DATA_ADDR_COMPRESS_MASK, 2 * COMPRESS);
    assert_false((control & TR_TE_DATA_NO_ADDR_MASK) != 0);
    rig_end(true);
    assert_true(r.equal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers),
        cmocka_unit_test(data_is_dropped_before_instruction_trace_suffers),
        cmocka_unit_test(a_full_queue_loses_data_alone),
        cmocka_unit_test(data_goes_on_while_the_hart_runs),
        cmocka_unit_test(a_stall_for_data_loses_nothing),
    };
    return cmocka_run_group_tests_name("data trace of E-Trace: losses", tests, NULL, NULL);
}
