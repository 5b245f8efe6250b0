/* SPDX-License-Identifier: Apache-2.0 */
/* The PIB sink as a SystemC module (TCI 1.0, chapter "Trace PIB Sink"). */
#ifndef TRSC_PIBSINK_HPP
#define TRSC_PIBSINK_HPP

#include "trsc/trsc_component.hpp"
#include "trsc/trsc_link.hpp"

namespace trsc
{

class pibsink : public component
{
  public:
    sc_core::sc_export<link_if> in;
    optional_out<bool> trc_clk;
    optional_out<sc_dt::sc_uint<16>> trc_data;

    /* core must not be empty. */
    pibsink(const sc_core::sc_module_name &name, std::unique_ptr<pibsink_core> core);

    pibsink_core &core();
    /* Called after each tick with the levels from then on: pins without signals. */
    void set_pins_hook(std::function<void(trm_pib_pins)> hook);
    void trace(sc_core::sc_trace_file *file) const override;

  protected:
    void sample() override;
    void tick() override;

  private:
    std::unique_ptr<pibsink_core> m_core;
    link_input m_input;
    std::function<void(trm_pib_pins)> m_hook;
    bool m_clk = false;
    uint16_t m_data = 0;
};

} // namespace trsc

#endif
