/* SPDX-License-Identifier: Apache-2.0 */
/* The register socket of each component: what TLM-2.0 (IEEE 1666, generic payload) answers to each
 * kind of access, and that a refused one has no effect. */
#include "sc_test.hpp"

#include <array>
#include <cstring>

#include "encoder_regs.h"
#include "ramsink_regs.h"
#include "trsc/trsc_atb.hpp"
#include "trsc/trsc_encoder.hpp"
#include "trsc/trsc_funnel.hpp"
#include "trsc/trsc_pibsink.hpp"
#include "trsc/trsc_ramsink.hpp"

using sc_test::master;

namespace
{

enum {
    ENCODER,
    FUNNEL,
    RAMSINK,
    PIBSINK,
    ATBBRIDGE,
    COMPONENTS
};

/* Every component has Active in bit 0 of its first register, and Impl in the second: version 1 in
 * bits 3..0 (TCI 1.0, chapter "Reset and Discovery"). */
constexpr uint64_t CONTROL = 0, IMPL = 4;

std::array<uint8_t, 256> sram;

struct bench {
    trsc::encoder encoder;
    trsc::funnel funnel;
    trsc::ramsink ramsink;
    trsc::pibsink pibsink;
    trsc::atbbridge atbbridge;
    sc_core::sc_vector<master> m;

    template <class Cfg> static Cfg defaults(void (*init)(Cfg *))
    {
        Cfg cfg;
        init(&cfg);
        return cfg;
    }
    static trm_ramsink_cfg with_sram()
    {
        trm_ramsink_cfg cfg = defaults(trm_ramsink_cfg_init);
        cfg.sram = sram.data();
        cfg.sram_bytes = sram.size();
        return cfg;
    }

    bench()
        : encoder("encoder", trsc::make_encoder_model(defaults(trm_encoder_cfg_init))),
          funnel("funnel", trsc::make_funnel_model(defaults(trm_funnel_cfg_init))),
          ramsink("ramsink", trsc::make_ramsink_model(with_sram())),
          pibsink("pibsink", trsc::make_pibsink_model(defaults(trm_pibsink_cfg_init))),
          atbbridge("atbbridge", trsc::make_atbbridge_model(defaults(trm_atbbridge_cfg_init))),
          m("m", COMPONENTS)
    {
        m[ENCODER].socket.bind(encoder.regs);
        m[FUNNEL].socket.bind(funnel.regs);
        m[RAMSINK].socket.bind(ramsink.regs);
        m[PIBSINK].socket.bind(pibsink.regs);
        m[ATBBRIDGE].socket.bind(atbbridge.regs);
    }
};

bench *b;

/* A transaction that is right; a test spoils one thing of it. */
struct access {
    std::array<unsigned char, 16> data{};
    std::array<unsigned char, 16> enable{};
    tlm::tlm_generic_payload trans;
    sc_core::sc_time delay{7, sc_core::SC_NS};

    access(tlm::tlm_command command, uint64_t address, uint32_t word = 0)
    {
        std::memcpy(data.data(), &word, sizeof word);
        trans.set_command(command);
        trans.set_address(address);
        trans.set_data_ptr(data.data());
        trans.set_data_length(4);
        trans.set_streaming_width(4);
        trans.set_dmi_allowed(true);
    }
    void enables(std::initializer_list<bool> on)
    {
        unsigned n = 0;
        for (bool e : on) {
            enable[n++] = e ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
        }
        trans.set_byte_enable_ptr(enable.data());
        trans.set_byte_enable_length(n);
    }
    tlm::tlm_response_status go(unsigned component)
    {
        b->m[component].socket->b_transport(trans, delay);
        CHECK(delay == sc_core::sc_time(7, sc_core::SC_NS));
        CHECK(!trans.is_dmi_allowed());
        return trans.get_response_status();
    }
    uint32_t word() const
    {
        uint32_t w;
        std::memcpy(&w, data.data(), sizeof w);
        return w;
    }
};

void release_all()
{
    for (unsigned c = 0; c < COMPONENTS; c++) {
        b->m[c].write(CONTROL, 0);
        b->m[c].write(CONTROL, 1);
    }
}

void words_are_read_and_written()
{
    for (unsigned c = 0; c < COMPONENTS; c++) {
        b->m[c].write(CONTROL, 0);
        CHECK_EQUAL(b->m[c].read(CONTROL) & 1, 0);
        b->m[c].write(CONTROL, 1);
        CHECK_EQUAL(b->m[c].read(CONTROL) & 1, 1);
        CHECK_EQUAL(b->m[c].read(IMPL) & 0xF, 1);
    }
}

/* Writes 0 to Active, in a way that must be refused: Active stays 1. */
void refuse(unsigned component, access &a, tlm::tlm_response_status want)
{
    CHECK_EQUAL(a.go(component), want);
    CHECK_EQUAL(b->m[component].read(CONTROL) & 1, 1);
}

void part_of_the_bytes_enabled_is_a_byte_enable_error()
{
    release_all();
    for (unsigned c = 0; c < COMPONENTS; c++) {
        access one(tlm::TLM_WRITE_COMMAND, CONTROL), half(tlm::TLM_WRITE_COMMAND, CONTROL),
            none_given(tlm::TLM_WRITE_COMMAND, CONTROL), read(tlm::TLM_READ_COMMAND, IMPL);
        one.enables({true, false, false, false});
        refuse(c, one, tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
        half.enables({true, false}); /* a pattern of two, repeated */
        refuse(c, half, tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
        none_given.trans.set_byte_enable_ptr(none_given.enable.data());
        none_given.trans.set_byte_enable_length(0);
        refuse(c, none_given, tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
        read.enables({false, true, true, true});
        refuse(c, read, tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
        CHECK_EQUAL(read.word(), 0);
    }
}

void all_bytes_enabled_is_an_access_and_none_is_not()
{
    release_all();
    for (unsigned c = 0; c < COMPONENTS; c++) {
        access none(tlm::TLM_WRITE_COMMAND, CONTROL), all(tlm::TLM_WRITE_COMMAND, CONTROL);
        none.enables({false});
        CHECK_EQUAL(none.go(c), tlm::TLM_OK_RESPONSE);
        CHECK_EQUAL(b->m[c].read(CONTROL) & 1, 1);
        all.enables({true});
        CHECK_EQUAL(all.go(c), tlm::TLM_OK_RESPONSE);
        CHECK_EQUAL(b->m[c].read(CONTROL) & 1, 0);
    }
}

void other_sizes_and_streams_are_burst_errors()
{
    release_all();
    for (unsigned c = 0; c < COMPONENTS; c++) {
        for (unsigned length : {0u, 1u, 2u, 3u, 5u, 8u, 16u}) {
            access a(tlm::TLM_WRITE_COMMAND, CONTROL);
            a.trans.set_data_length(length);
            a.trans.set_streaming_width(length);
            refuse(c, a, tlm::TLM_BURST_ERROR_RESPONSE);
        }
        for (unsigned width : {0u, 1u, 2u}) {
            access a(tlm::TLM_WRITE_COMMAND, CONTROL);
            a.trans.set_streaming_width(width);
            refuse(c, a, tlm::TLM_BURST_ERROR_RESPONSE);
        }
        access wide(tlm::TLM_WRITE_COMMAND, CONTROL, 1);
        wide.trans.set_streaming_width(64); /* no less than the length: not a stream */
        CHECK_EQUAL(wide.go(c), tlm::TLM_OK_RESPONSE);
    }
}

void addresses_that_are_no_register_are_address_errors()
{
    release_all();
    for (unsigned c = 0; c < COMPONENTS; c++) {
        for (uint64_t address : {uint64_t{1}, uint64_t{2}, uint64_t{3}, uint64_t{0x1000},
                                 uint64_t{0x1004}, UINT64_C(0x100000000)}) {
            access a(tlm::TLM_WRITE_COMMAND, address);
            refuse(c, a, tlm::TLM_ADDRESS_ERROR_RESPONSE);
        }
        access last(tlm::TLM_READ_COMMAND, 0xFFC);
        CHECK_EQUAL(last.go(c), tlm::TLM_OK_RESPONSE);
    }
}

void an_ignored_command_does_nothing()
{
    release_all();
    for (unsigned c = 0; c < COMPONENTS; c++) {
        access a(tlm::TLM_IGNORE_COMMAND, CONTROL);
        refuse(c, a, tlm::TLM_OK_RESPONSE);
    }
}

void direct_memory_access_is_refused()
{
    for (unsigned c = 0; c < COMPONENTS; c++) {
        access a(tlm::TLM_READ_COMMAND, CONTROL);
        tlm::tlm_dmi dmi;
        CHECK(!b->m[c].socket->get_direct_mem_ptr(a.trans, dmi));
        CHECK(dmi.is_none_allowed());
    }
}

void debug_reads_have_no_side_effects()
{
    master &m = b->m[RAMSINK];

    for (unsigned i = 0; i < sram.size(); i++) {
        sram[i] = static_cast<uint8_t>(i);
    }
    m.write(CONTROL, 0);
    m.write(CONTROL, 1);
    m.write(TR_RAM_RP_LOW_OFFSET, 0x20);
    for (int i = 0; i < 3; i++) {
        access a(tlm::TLM_READ_COMMAND, TR_RAM_DATA_OFFSET);
        CHECK_EQUAL(m.socket->transport_dbg(a.trans), 4);
        CHECK_EQUAL(a.word(), 0x23222120);
    }
    CHECK_EQUAL(m.read(TR_RAM_RP_LOW_OFFSET), 0x20);
    CHECK_EQUAL(m.read(TR_RAM_DATA_OFFSET), 0x23222120); /* and a true read moves on */
    CHECK_EQUAL(m.read(TR_RAM_RP_LOW_OFFSET), 0x24);
}

void debug_reads_any_bytes_of_the_block()
{
    release_all();
    for (unsigned c = 0; c < COMPONENTS; c++) {
        const uint32_t impl = b->m[c].read(IMPL);
        access all(tlm::TLM_READ_COMMAND, IMPL), end(tlm::TLM_READ_COMMAND, 0xFFE);
        all.trans.set_address(IMPL + 1);
        all.trans.set_data_length(2);
        CHECK_EQUAL(b->m[c].socket->transport_dbg(all.trans), 2);
        CHECK_EQUAL(all.data[0], impl >> 8 & 0xFF);
        CHECK_EQUAL(all.data[1], impl >> 16 & 0xFF);
        end.trans.set_data_length(8);
        CHECK_EQUAL(b->m[c].socket->transport_dbg(end.trans), 2); /* the block ends there */
    }
}

void debug_writes_whole_words_only()
{
    release_all();
    for (unsigned c = 0; c < COMPONENTS; c++) {
        access byte(tlm::TLM_WRITE_COMMAND, CONTROL), odd(tlm::TLM_WRITE_COMMAND, CONTROL + 2),
            word(tlm::TLM_WRITE_COMMAND, CONTROL);
        byte.trans.set_data_length(1);
        CHECK_EQUAL(b->m[c].socket->transport_dbg(byte.trans), 0);
        CHECK_EQUAL(b->m[c].socket->transport_dbg(odd.trans), 0);
        CHECK_EQUAL(b->m[c].read(CONTROL) & 1, 1);
        CHECK_EQUAL(b->m[c].socket->transport_dbg(word.trans), 4);
        CHECK_EQUAL(b->m[c].read(CONTROL) & 1, 0);
    }
}

void configurations_out_of_range_are_refused()
{
    trm_encoder_cfg encoder = bench::defaults(trm_encoder_cfg_init);
    trm_funnel_cfg funnel = bench::defaults(trm_funnel_cfg_init);
    trm_ramsink_cfg ramsink = bench::defaults(trm_ramsink_cfg_init);
    trm_pibsink_cfg pibsink = bench::defaults(trm_pibsink_cfg_init);
    trm_atbbridge_cfg atbbridge = bench::defaults(trm_atbbridge_cfg_init);

    encoder.xlen = 33;
    funnel.inputs = 1;
    ramsink.width = 5;
    pibsink.idle_length = 0;
    atbbridge.width = 3;
    CHECK(!trsc::make_encoder_model(encoder));
    CHECK(!trsc::make_funnel_model(funnel));
    CHECK(!trsc::make_ramsink_model(ramsink));
    CHECK(!trsc::make_pibsink_model(pibsink));
    CHECK(!trsc::make_atbbridge_model(atbbridge));
}

} // namespace

int main()
{
    sc_test::quiet();
    bench modules;
    b = &modules;
    sc_core::sc_start(sc_core::SC_ZERO_TIME); /* elaborate */
    return sc_test::run({
        {"words_are_read_and_written", words_are_read_and_written},
        {"part_of_the_bytes_enabled_is_a_byte_enable_error",
         part_of_the_bytes_enabled_is_a_byte_enable_error},
        {"all_bytes_enabled_is_an_access_and_none_is_not",
         all_bytes_enabled_is_an_access_and_none_is_not},
        {"other_sizes_and_streams_are_burst_errors", other_sizes_and_streams_are_burst_errors},
        {"addresses_that_are_no_register_are_address_errors",
         addresses_that_are_no_register_are_address_errors},
        {"an_ignored_command_does_nothing", an_ignored_command_does_nothing},
        {"direct_memory_access_is_refused", direct_memory_access_is_refused},
        {"debug_reads_have_no_side_effects", debug_reads_have_no_side_effects},
        {"debug_reads_any_bytes_of_the_block", debug_reads_any_bytes_of_the_block},
        {"debug_writes_whole_words_only", debug_writes_whole_words_only},
        {"configurations_out_of_range_are_refused", configurations_out_of_range_are_refused},
    });
}
