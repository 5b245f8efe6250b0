/* SPDX-License-Identifier: Apache-2.0 */
#include "trsc/trsc_pibsink.hpp"

namespace trsc
{

pibsink::pibsink(const sc_core::sc_module_name &name, std::unique_ptr<pibsink_core> core)
    : component(name, *core), in("in"), trc_clk("trc_clk"), trc_data("trc_data"),
      m_core(std::move(core)), m_input(m_core->input())
{
    in.bind(m_input);
}

pibsink_core &pibsink::core()
{
    return *m_core;
}

void pibsink::sample()
{
    m_input.begin_cycle();
}

void pibsink::tick()
{
    m_core->tick();
    const trm_pib_pins pins = m_core->pins();
    m_clk = pins.clk;
    m_data = pins.data;
    if (trc_clk.size() != 0) {
        trc_clk->write(pins.clk);
    }
    if (trc_data.size() != 0) {
        trc_data->write(pins.data);
    }
    if (m_hook) {
        m_hook(pins);
    }
}

void pibsink::set_pins_hook(std::function<void(trm_pib_pins)> hook)
{
    m_hook = std::move(hook);
}

void pibsink::trace(sc_core::sc_trace_file *file) const
{
    component::trace(file);
    m_input.trace(file, wave_name("in"));
    sc_trace(file, m_clk, wave_name("trc_clk"));
    sc_trace(file, m_data, wave_name("trc_data"));
}

} // namespace trsc
