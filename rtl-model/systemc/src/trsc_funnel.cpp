/* SPDX-License-Identifier: Apache-2.0 */
#include "trsc/trsc_funnel.hpp"

namespace trsc
{

funnel::funnel(const sc_core::sc_module_name &name, std::unique_ptr<funnel_core> core)
    : component(name, *core), in("in", core->inputs()), up("up", core->inputs()),
      upstream("upstream"), timestamp_in("timestamp_in"), timestamp_out("timestamp_out"),
      out("out"), m_core(std::move(core))
{
    for (unsigned n = 0; n < m_core->inputs(); n++) {
        m_inputs.push_back(std::make_unique<link_input>(m_core->input(n)));
        in[n].bind(*m_inputs[n]);
    }
    upstream.bind(*this);
    timestamp_out.bind(*this);
    m_upstream = m_core->upstream();
}

funnel_core &funnel::core()
{
    return *m_core;
}

void funnel::end_of_elaboration()
{
    component::end_of_elaboration();
    m_core->connect(out.link());
    for (unsigned n = 0; n < m_core->inputs(); n++) {
        if (up[n].size() != 0) {
            m_core->set_upstream(n, as_upstream(*up[n][0]));
        }
    }
}

void funnel::sample()
{
    for (auto &input : m_inputs) {
        input->begin_cycle();
    }
    (void)timestamp();
}

void funnel::tick()
{
    m_core->tick();
}

void funnel::sync()
{
    if (m_upstream.ops) {
        m_upstream.ops->sync(m_upstream.ctx);
    }
}

void funnel::flush()
{
    if (m_upstream.ops) {
        m_upstream.ops->flush(m_upstream.ctx);
    }
}

bool funnel::flushed()
{
    return !m_upstream.ops || m_upstream.ops->flushed(m_upstream.ctx);
}

/* Asked for by what is above, before anything ticks; it goes up the tree at once. */
uint64_t funnel::timestamp()
{
    if (timestamp_in.size() != 0) {
        m_core->timestamp_in(timestamp_in->timestamp());
    }
    return m_core->timestamp();
}

void funnel::trace(sc_core::sc_trace_file *file) const
{
    component::trace(file);
    for (size_t n = 0; n < m_inputs.size(); n++) {
        m_inputs[n]->trace(file, wave_name(("in" + std::to_string(n)).c_str()));
    }
}

} // namespace trsc
