/* SPDX-License-Identifier: Apache-2.0 */
#include "trsc/trsc_encoder.hpp"

namespace trsc
{

encoder::encoder(const sc_core::sc_module_name &name, std::unique_ptr<encoder_core> core)
    : component(name, *core), ingress("ingress"), upstream("upstream"),
      timestamp_in("timestamp_in"), external_in("external_in"), trig_out("trig_out"), out("out"),
      m_core(std::move(core))
{
    ingress.bind(*this);
    upstream.bind(*this);
    m_upstream = m_core->upstream();
}

encoder_core &encoder::core()
{
    return *m_core;
}

void encoder::end_of_elaboration()
{
    component::end_of_elaboration();
    m_core->connect(out.link());
}

void encoder::sample()
{
    m_stall = false;
    if (timestamp_in.size() != 0) {
        m_core->timestamp_in(timestamp_in->timestamp());
    }
    if (external_in.size() != 0) {
        m_core->external_in(external_in->timestamp());
    }
}

void encoder::tick()
{
    if (trig_out.size() != 0) {
        trig_out->write(m_core->trigger_out()); /* of the cycle that ends */
    }
    m_core->tick();
}

bool encoder::offer(const ingress_cycle &in)
{
    m_stall = m_core->ingress(in);
    if (!m_stall) {
        m_records++;
        m_iaddr = in.block[0].iaddr;
    }
    return m_stall;
}

void encoder::sync()
{
    if (m_upstream.ops) {
        m_upstream.ops->sync(m_upstream.ctx);
    }
}

void encoder::flush()
{
    if (m_upstream.ops) {
        m_upstream.ops->flush(m_upstream.ctx);
    }
}

bool encoder::flushed()
{
    return !m_upstream.ops || m_upstream.ops->flushed(m_upstream.ctx);
}

void encoder::trace(sc_core::sc_trace_file *file) const
{
    component::trace(file);
    sc_trace(file, m_stall, wave_name("stall"));
    sc_trace(file, m_records, wave_name("ingress_count"));
    sc_trace(file, m_iaddr, wave_name("ingress_iaddr"));
}

} // namespace trsc
