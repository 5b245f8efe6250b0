/* SPDX-License-Identifier: Apache-2.0 */
#include "trsc/trsc_ramsink.hpp"

namespace trsc
{

ramsink::ramsink(const sc_core::sc_module_name &name, std::unique_ptr<ramsink_core> core)
    : component(name, *core), in("in"), smem("smem"), m_core(std::move(core)),
      m_input(m_core->input())
{
    in.bind(m_input);
    m_core->set_bus({bus_write, this});
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

int ramsink::bus_write(void *ctx, uint64_t address, const uint8_t *bytes, size_t n)
{
    auto *self = static_cast<ramsink *>(ctx);
    tlm::tlm_generic_payload trans;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;

    if (self->smem.size() == 0)
        return -1;
    trans.set_write();
    trans.set_address(address);
    trans.set_data_ptr(const_cast<uint8_t *>(bytes));
    trans.set_data_length(static_cast<unsigned>(n));
    trans.set_streaming_width(static_cast<unsigned>(n));
    self->smem->b_transport(trans, delay);
    return trans.is_response_ok() ? 0 : -1;
}

void ramsink::trace(sc_core::sc_trace_file *file) const
{
    component::trace(file);
    m_input.trace(file, wave_name("in"));
}

} // namespace trsc
