/* SPDX-License-Identifier: Apache-2.0 */
#include "trsc/trsc_bus.hpp"

namespace trsc
{

bus::bus(const sc_core::sc_module_name &name, unsigned blocks)
    : sc_core::sc_module(name), in("in"), m_out("out", blocks)
{
    in.register_b_transport(this, &bus::b_transport);
    in.register_transport_dbg(this, &bus::transport_dbg);
}

void bus::map(uint64_t base, uint64_t size, tlm::tlm_base_target_socket_b<> &target)
{
    out_socket &socket = m_out.at(m_blocks.size());

    socket.bind(target);
    m_blocks.push_back({base, size, &socket});
}

bus::out_socket *bus::find(tlm::tlm_generic_payload &trans)
{
    for (const block &b : m_blocks) {
        if (trans.get_address() - b.base < b.size) {
            trans.set_address(trans.get_address() - b.base);
            return b.socket;
        }
    }
    return nullptr;
}

void bus::b_transport(tlm::tlm_generic_payload &trans, sc_core::sc_time &delay)
{
    out_socket *out = find(trans);

    if (out) {
        (*out)->b_transport(trans, delay);
        return;
    }
    trans.set_dmi_allowed(false);
    trans.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
}

unsigned bus::transport_dbg(tlm::tlm_generic_payload &trans)
{
    out_socket *out = find(trans);

    if (out) {
        return (*out)->transport_dbg(trans);
    }
    trans.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return 0;
}

} // namespace trsc
