/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of the modules that a trace does not show: system memory behind a RAM sink, the register
 * bus, requests from ATB signals, trigger outputs, and time from outside. */
#include "sc_test.hpp"

#include <cstring>
#include <map>

#include "atbbridge_regs.h"
#include "encoder_regs.h"
#include "funnel_regs.h"
#include "ramsink_regs.h"
#include "timestamp_regs.h"
#include "trsc/trsc_atb.hpp"
#include "trsc/trsc_bus.hpp"
#include "trsc/trsc_encoder.hpp"
#include "trsc/trsc_funnel.hpp"
#include "trsc/trsc_ramsink.hpp"

using sc_test::master;

namespace
{

constexpr uint64_t MEMORY = 0x80001000, HOLE = MEMORY + 0x40; /* 16 bytes that do not answer */

class memory : public sc_core::sc_module
{
  public:
    tlm_utils::simple_target_socket<memory> socket;
    std::map<uint64_t, uint8_t> bytes;
    unsigned writes = 0, wrong = 0;

    explicit memory(const sc_core::sc_module_name &name)
        : sc_core::sc_module(name), socket("socket")
    {
        socket.register_b_transport(this, &memory::b_transport);
    }

  private:
    void b_transport(tlm::tlm_generic_payload &trans, sc_core::sc_time &)
    {
        const uint64_t at = trans.get_address();

        writes++;
        wrong += !trans.is_write() || trans.get_data_length() != 8 || at % 8 != 0 ||
                 trans.get_streaming_width() != 8 || trans.get_byte_enable_ptr() != nullptr;
        if (at >= HOLE && at < HOLE + 16) {
            trans.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
            return;
        }
        for (unsigned i = 0; i < trans.get_data_length(); i++) {
            bytes[at + i] = trans.get_data_ptr()[i];
        }
        trans.set_response_status(tlm::TLM_OK_RESPONSE);
    }
};

/* The component that feeds a bridge: counts requests. */
class source : public sc_core::sc_module, private trsc::upstream_if
{
  public:
    sc_core::sc_export<trsc::upstream_if> upstream;
    unsigned syncs = 0, flushes = 0;
    bool done = false;

    explicit source(const sc_core::sc_module_name &name) : sc_core::sc_module(name)
    {
        upstream.bind(*this);
    }

  private:
    void sync() override
    {
        syncs++;
    }
    void flush() override
    {
        flushes++;
    }
    bool flushed() override
    {
        return done;
    }
};

class clock_outside : public sc_core::sc_module, private trsc::timestamp_if
{
  public:
    sc_core::sc_export<trsc::timestamp_if> out;
    uint64_t now = 0;

    explicit clock_outside(const sc_core::sc_module_name &name) : sc_core::sc_module(name)
    {
        out.bind(*this);
    }

  private:
    uint64_t timestamp() override
    {
        return now;
    }
};

template <class Cfg> Cfg defaults(void (*init)(Cfg *))
{
    Cfg cfg;
    init(&cfg);
    return cfg;
}

trm_ramsink_cfg smem_cfg()
{
    trm_ramsink_cfg cfg = defaults(trm_ramsink_cfg_init);
    cfg.has_sram = false;
    cfg.has_smem = true;
    cfg.width = 8;
    return cfg;
}

trm_encoder_cfg encoder_cfg()
{
    trm_encoder_cfg cfg = defaults(trm_encoder_cfg_init);
    cfg.ext_outputs = 3;
    return cfg;
}

trm_funnel_cfg funnel_cfg()
{
    trm_funnel_cfg cfg = defaults(trm_funnel_cfg_init);
    cfg.ts_modes = 1u << TR_TS_MODE_EXTERNAL;
    cfg.ts_width = 63;
    return cfg;
}

trm_etb_cfg etb_cfg()
{
    trm_etb_cfg cfg = defaults(trm_etb_cfg_init);
    cfg.bytes = 1024;
    return cfg;
}

constexpr uint64_t SINK = 0x1000, LOST_SINK = 0x2000, BRIDGE = 0x8000, ENCODER = 0x100000000,
                   FUNNEL = 0x100001000;

struct bench {
    sc_core::sc_clock clk{"clk", 10, sc_core::SC_NS, 0.5, 2.5, sc_core::SC_NS};
    master m{"m"};
    trsc::bus bus{"bus", 5};
    trsc::ramsink ramsink{"ramsink", trsc::make_ramsink_model(smem_cfg())};
    trsc::ramsink lost{"lost", trsc::make_ramsink_model(smem_cfg())};
    trsc::atbbridge bridge{"bridge", trsc::make_atbbridge_model(defaults(trm_atbbridge_cfg_init))};
    trsc::etb etb{"etb", etb_cfg()};
    trsc::encoder encoder{"encoder", trsc::make_encoder_model(encoder_cfg())};
    trsc::funnel funnel{"funnel", trsc::make_funnel_model(funnel_cfg())};
    memory mem{"memory"};
    source src{"source"};
    clock_outside time{"time"};
    sc_core::sc_signal<bool> atvalid, atready, afvalid, afready, syncreq;
    sc_core::sc_signal<trsc::atid_t> atid;
    sc_core::sc_signal<trsc::atbytes_t> atbytes;
    sc_core::sc_signal<trsc::atdata_t> atdata;
    sc_core::sc_signal<sc_dt::sc_uint<8>> trig_out;

    bench()
    {
        m.socket.bind(bus.in);
        bus.map(SINK, 0x1000, ramsink.regs);
        bus.map(LOST_SINK, 0x1000, lost.regs);
        bus.map(BRIDGE, 0x1000, bridge.regs);
        bus.map(ENCODER, 0x1000, encoder.regs);
        bus.map(FUNNEL, 0x1000, funnel.regs);
        for (trsc::clocked *c : std::initializer_list<trsc::clocked *>{&ramsink, &lost, &bridge,
                                                                       &etb, &encoder, &funnel}) {
            c->clk(clk);
        }
        encoder.set_phase(2);
        funnel.set_phase(1);
        ramsink.smem.bind(mem.socket);
        bridge.up(src.upstream);
        funnel.timestamp_in(time.out);
        encoder.trig_out(trig_out);
        connect_atb();
    }
    void connect_atb()
    {
        bridge.atvalid(atvalid);
        bridge.atready(atready);
        bridge.afvalid(afvalid);
        bridge.afready(afready);
        bridge.syncreq(syncreq);
        bridge.atid(atid);
        bridge.atbytes(atbytes);
        bridge.atdata(atdata);
        etb.atvalid(atvalid);
        etb.atready(atready);
        etb.afvalid(afvalid);
        etb.afready(afready);
        etb.syncreq(syncreq);
        etb.atid(atid);
        etb.atbytes(atbytes);
        etb.atdata(atdata);
    }
    static void cycles(unsigned n)
    {
        sc_core::sc_start(10.0 * n, sc_core::SC_NS);
    }
};

bench *b;

void start_smem(uint64_t sink)
{
    master &m = b->m;

    m.write(sink + TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK);
    m.write(sink + TR_RAM_CONTROL_OFFSET,
            TR_RAM_ACTIVE_MASK | TR_RAM_MODE_SMEM << TR_RAM_MODE_SHIFT);
    m.write(sink + TR_RAM_START_LOW_OFFSET, static_cast<uint32_t>(MEMORY));
    m.write(sink + TR_RAM_LIMIT_LOW_OFFSET, static_cast<uint32_t>(MEMORY) + 0x400 - 8);
    m.write(sink + TR_RAM_WP_LOW_OFFSET, static_cast<uint32_t>(MEMORY));
    m.write(sink + TR_RAM_CONTROL_OFFSET,
            TR_RAM_ACTIVE_MASK | TR_RAM_ENABLE_MASK | TR_RAM_MODE_SMEM << TR_RAM_MODE_SHIFT);
}

void put(trsc::ramsink &sink, unsigned messages)
{
    uint8_t message[8];

    for (unsigned i = 0; i < messages; i++) {
        std::memset(message, static_cast<int>(i), sizeof message);
        CHECK(sink.in->can_accept(sizeof message));
        sink.in->put(message, sizeof message);
        bench::cycles(1);
    }
}

/* Words of 8 bytes, each where it belongs; what does not answer is lost, said, and survived. */
void a_sink_writes_system_memory()
{
    start_smem(SINK);
    put(b->ramsink, 8);
    CHECK_EQUAL(b->m.read(SINK + TR_RAM_VENDOR_STATUS_OFFSET) & TR_RAM_BUS_ERROR_MASK, 0);
    put(b->ramsink, 4);
    CHECK_EQUAL(b->m.read(SINK + TR_RAM_VENDOR_STATUS_OFFSET) & TR_RAM_BUS_ERROR_MASK, 1);
    CHECK_EQUAL(b->m.read(SINK + TR_RAM_WP_LOW_OFFSET), MEMORY + 12 * 8);
    CHECK_EQUAL(b->mem.writes, 12);
    CHECK_EQUAL(b->mem.wrong, 0);
    CHECK_EQUAL(b->mem.bytes.size(), 10 * 8);
    for (unsigned i = 0; i < 8; i++) {
        CHECK_EQUAL(b->mem.bytes[MEMORY + 8 * i], i);
    }
    CHECK_EQUAL(b->mem.bytes[HOLE + 16], 2);
}

void a_sink_without_memory_has_bus_errors()
{
    start_smem(LOST_SINK);
    put(b->lost, 1);
    CHECK_EQUAL(b->m.read(LOST_SINK + TR_RAM_VENDOR_STATUS_OFFSET) & TR_RAM_BUS_ERROR_MASK, 1);
}

void the_bus_finds_blocks_by_address()
{
    uint32_t word = 0;

    for (uint64_t hole : {uint64_t{0}, SINK - 4, LOST_SINK + 0x1000, BRIDGE + 0x1000, ENCODER - 4,
                          FUNNEL + 0x1000}) {
        CHECK_EQUAL(b->m.access(tlm::TLM_READ_COMMAND, hole, word),
                    tlm::TLM_ADDRESS_ERROR_RESPONSE);
    }
    for (uint64_t block : {SINK, LOST_SINK, BRIDGE, ENCODER, FUNNEL}) {
        b->m.write(block, 1);                       /* Active, in every first register */
        CHECK_EQUAL(b->m.read(block + 4) & 0xF, 1); /* Impl: version */
    }

    tlm::tlm_generic_payload trans;
    trans.set_read();
    trans.set_address(ENCODER + 4);
    trans.set_data_ptr(reinterpret_cast<unsigned char *>(&word));
    trans.set_data_length(4);
    CHECK_EQUAL(b->m.socket->transport_dbg(trans), 4);
    CHECK_EQUAL(word, b->m.read(ENCODER + 4));
    trans.set_address(ENCODER - 4);
    CHECK_EQUAL(b->m.socket->transport_dbg(trans), 0);
}

/* ATB signals: SYNCREQ is one clock; AFVALID stays until AFREADY, and that waits for the sources.
 */
void atb_signals_carry_requests()
{
    b->m.write(BRIDGE + TR_ATB_BRIDGE_CONTROL_OFFSET, TR_ATB_BRIDGE_ACTIVE_MASK);
    b->m.write(BRIDGE + TR_ATB_BRIDGE_CONTROL_OFFSET, TR_ATB_BRIDGE_ACTIVE_MASK |
                                                          TR_ATB_BRIDGE_ENABLE_MASK |
                                                          0x42u << TR_ATB_BRIDGE_ID_SHIFT);
    trm_etb_start(&b->etb.model());
    bench::cycles(3);
    CHECK(b->atready.read());
    trm_etb_sync(&b->etb.model());
    bench::cycles(1);
    CHECK(b->syncreq.read());
    bench::cycles(1);
    CHECK(!b->syncreq.read());
    bench::cycles(5);
    CHECK_EQUAL(b->src.syncs, 1);
    trm_etb_flush(&b->etb.model());
    bench::cycles(20);
    CHECK_EQUAL(b->src.flushes, 1);
    CHECK(b->afvalid.read() && !b->afready.read() && !trm_etb_flushed(&b->etb.model()));
    b->src.done = true;
    bench::cycles(5);
    CHECK(!b->afvalid.read() && trm_etb_flushed(&b->etb.model()));
}

/* A message over the signals: ID, bytes, and every byte once, whatever the target's ready does. */
void atb_signals_carry_words()
{
    const uint8_t message[] = {0x10, 0x21, 0x32, 0x43, 0x54, 0x65, 0x77};
    uint8_t frame[16];

    b->bridge.in->put(message, sizeof message);
    bool seen = false;
    for (unsigned i = 0; i < 10; i++) {
        bench::cycles(1);
        seen = seen || (b->atvalid.read() && b->atid.read() == 0x42 &&
                        b->atdata.read().range(7, 0).to_uint() == 0x10);
    }
    CHECK(seen);
    trm_etb_stop(&b->etb.model());
    CHECK_EQUAL(trm_etb_read(&b->etb.model(), frame, sizeof frame), 16);
    /* A frame: the ID in the first byte, then data; bit 0 of even bytes is in the last byte. */
    CHECK_EQUAL(frame[0], 0x42 << 1 | 1);
    for (unsigned i = 0; i < sizeof message; i++) {
        const unsigned at = i + 1;
        const unsigned flag = at % 2 == 0 ? frame[15] >> at / 2 & 1u : 0;
        CHECK_EQUAL(frame[at] | flag, message[i]);
    }
}

/* trTeTrigExtOut: output 1 fires for one cycle when tracing starts. */
void trigger_outputs_are_pulses()
{
    const uint32_t on = TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK |
                        TR_TE_INST_MODE_HTM << TR_TE_INST_MODE_SHIFT;
    unsigned fired = 0;
    ingress_cycle in{};

    b->m.write(ENCODER + TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    b->m.write(ENCODER + TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET, TRM_EXT_START << 4);
    b->m.write(ENCODER + TR_TE_CONTROL_OFFSET, on);
    in.nblocks = 1;
    in.priv = INGRESS_PRIV_M;
    in.block[0].iaddr = MEMORY;
    in.block[0].iretire = 2;
    in.block[0].ilastsize = 1;
    for (unsigned i = 0; i < 20; i++) {
        bench::cycles(1);
        in.cycle = i;
        CHECK(!b->encoder.ingress->offer(in));
        in.block[0].iaddr += 4;
        const uint64_t out = b->trig_out.read();
        CHECK(out == 0 || out == 2);
        fired += out == 2;
    }
    CHECK_EQUAL(fired, 1);
}

void time_from_outside_reaches_a_funnel()
{
    b->m.write(FUNNEL + TR_FUNNEL_CONTROL_OFFSET, TR_FUNNEL_ACTIVE_MASK);
    b->m.write(FUNNEL + TR_TS_CONTROL_OFFSET, TR_TS_ACTIVE_MASK);
    b->m.write(FUNNEL + TR_TS_CONTROL_OFFSET,
               TR_TS_ACTIVE_MASK | TR_TS_MODE_EXTERNAL << TR_TS_MODE_SHIFT);
    b->time.now = 0x123456789;
    bench::cycles(2);
    CHECK_EQUAL(b->m.read(FUNNEL + TR_TS_COUNTER_LOW_OFFSET), 0x23456789);
    CHECK_EQUAL(b->m.read(FUNNEL + TR_TS_COUNTER_HIGH_OFFSET), 1);
    CHECK_EQUAL(b->funnel.timestamp_out->timestamp(), 0x123456789);
}

} // namespace

int main()
{
    sc_test::quiet();
    bench modules;
    b = &modules;
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    return sc_test::run({
        {"a_sink_writes_system_memory", a_sink_writes_system_memory},
        {"a_sink_without_memory_has_bus_errors", a_sink_without_memory_has_bus_errors},
        {"the_bus_finds_blocks_by_address", the_bus_finds_blocks_by_address},
        {"atb_signals_carry_requests", atb_signals_carry_requests},
        {"atb_signals_carry_words", atb_signals_carry_words},
        {"trigger_outputs_are_pulses", trigger_outputs_are_pulses},
        {"time_from_outside_reaches_a_funnel", time_from_outside_reaches_a_funnel},
    });
}
