/* SPDX-License-Identifier: Apache-2.0 */
/* The RAM sink as a SystemC module (TCI 1.0, chapter "Trace RAM Sink"). */
#ifndef TRSC_RAMSINK_HPP
#define TRSC_RAMSINK_HPP

#include "trsc/trsc_component.hpp"
#include "trsc/trsc_link.hpp"

namespace trsc
{

class ramsink : public component
{
  public:
    sc_core::sc_export<link_if> in;
    /* SMEM: writes of one trace word (4, 8 or 16 bytes) to system memory by b_transport, called
     * within the sink's tick: the target must not wait. Any response but TLM_OK_RESPONSE, and a
     * socket that is not bound, is a bus error (trRamBusError). */
    tlm_utils::simple_initiator_socket_optional<ramsink> smem;

    /* core must not be empty. */
    ramsink(const sc_core::sc_module_name &name, std::unique_ptr<ramsink_core> core);

    ramsink_core &core();
    void trace(sc_core::sc_trace_file *file) const override;

  protected:
    void sample() override;
    void tick() override;

  private:
    int access(tlm::tlm_command command, uint64_t address, uint8_t *bytes, size_t n);
    static int bus_write(void *ctx, uint64_t address, const uint8_t *bytes, size_t n);
    static int bus_read(void *ctx, uint64_t address, uint8_t *bytes, size_t n);

    std::unique_ptr<ramsink_core> m_core;
    link_input m_input;
};

} // namespace trsc

#endif
