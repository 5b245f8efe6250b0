/* SPDX-License-Identifier: Apache-2.0 */
/* A bus for register accesses: one target socket, and an initiator socket for each block. */
#ifndef TRSC_BUS_HPP
#define TRSC_BUS_HPP

#include <vector>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

namespace trsc
{

class bus : public sc_core::sc_module
{
  public:
    tlm_utils::simple_target_socket<bus> in;

    /* blocks: how many will be mapped, exactly. */
    bus(const sc_core::sc_module_name &name, unsigned blocks);

    /* Before simulation starts: a block of `size` bytes at `base`, which no other block overlaps.
     * The target sees offsets into it. */
    void map(uint64_t base, uint64_t size, tlm::tlm_base_target_socket_b<> &target);

  private:
    using out_socket = tlm_utils::simple_initiator_socket<bus>;
    struct block {
        uint64_t base, size;
        out_socket *socket;
    };

    /* The socket for an address, which becomes an offset. NULL: none. */
    out_socket *find(tlm::tlm_generic_payload &trans);
    void b_transport(tlm::tlm_generic_payload &trans, sc_core::sc_time &delay);
    unsigned transport_dbg(tlm::tlm_generic_payload &trans);

    sc_core::sc_vector<out_socket> m_out;
    std::vector<block> m_blocks;
};

} // namespace trsc

#endif
