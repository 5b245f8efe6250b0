/* SPDX-License-Identifier: Apache-2.0 */
#include "trsc/trsc_ramsink.hpp"

namespace trsc
{

ramsink::ramsink(const sc_core::sc_module_name &name, std::unique_ptr<ramsink_core> core)
    : component(name, *core), in("in"), smem("smem"), m_core(std::move(core)),
      m_input(m_core->input())
{
    in.bind(m_input);
    m_core->set_bus({bus_write, this, bus_read});
}

ramsink_core &ramsink::core()
{
    return *m_core;
}

void ramsink::sample()
{
    m_input.begin_cycle();
}

void ramsink::tick()
{
    m_core->tick();
}

int ramsink::access(tlm::tlm_command command, uint64_t address, uint8_t *bytes, size_t n)
{
    tlm::tlm_generic_payload trans;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;

    if (smem.size() == 0) {
        return -1;
    }
    trans.set_command(command);
    trans.set_address(address);
    trans.set_data_ptr(bytes);
    trans.set_data_length(static_cast<unsigned>(n));
    trans.set_streaming_width(static_cast<unsigned>(n));
    smem->b_transport(trans, delay);
    return trans.is_response_ok() ? 0 : -1;
}

int ramsink::bus_write(void *ctx, uint64_t address, const uint8_t *bytes, size_t n)
{
    return static_cast<ramsink *>(ctx)->access(tlm::TLM_WRITE_COMMAND, address,
                                               const_cast<uint8_t *>(bytes), n);
}

int ramsink::bus_read(void *ctx, uint64_t address, uint8_t *bytes, size_t n)
{
    return static_cast<ramsink *>(ctx)->access(tlm::TLM_READ_COMMAND, address, bytes, n);
}

void ramsink::trace(sc_core::sc_trace_file *file) const
{
    component::trace(file);
    m_input.trace(file, wave_name("in"));
}

} // namespace trsc
