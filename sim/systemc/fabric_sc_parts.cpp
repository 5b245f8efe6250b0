/* SPDX-License-Identifier: Apache-2.0 */
/* The small modules of the fabric. */
#include "systemc/fabric_sc.hpp"

namespace sim_sc
{

time_source::time_source(const sc_core::sc_module_name &name) : trsc::clocked(name), out("out")
{
    out.bind(*this);
}

void time_source::set(uint64_t time)
{
    m_now = time;
}

void time_source::push(uint64_t time)
{
    m_next.push_back(time);
}

/* A stall can make more cycles than the platform has begun: then time stands still. */
void time_source::sample()
{
    if (m_next.empty()) {
        return;
    }
    m_now = m_next.front();
    m_next.pop_front();
}

void time_source::tick()
{
}

uint64_t time_source::timestamp()
{
    return m_now;
}

memory::memory(const sc_core::sc_module_name &name, const sim_fabric_env &env, unsigned component)
    : sc_core::sc_module(name), socket("socket"), m_env(env), m_component(component)
{
    socket.register_b_transport(this, &memory::b_transport);
}

void memory::b_transport(tlm::tlm_generic_payload &trans, sc_core::sc_time &)
{
    const uint64_t address = trans.get_address();
    uint8_t *bytes = trans.get_data_ptr();
    const size_t n = trans.get_data_length();

    trans.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
    if (!trans.is_write() && !trans.is_read()) {
        return;
    }
    const int status = trans.is_write()
                           ? m_env.smem_write(m_env.smem_ctx, m_component, address, bytes, n)
                           : m_env.smem_read(m_env.smem_ctx, m_component, address, bytes, n);
    trans.set_response_status(status == 0 ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE);
}

master::master(const sc_core::sc_module_name &name) : sc_core::sc_module(name), socket("socket")
{
}

} // namespace sim_sc
