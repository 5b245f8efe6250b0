/* SPDX-License-Identifier: Apache-2.0 */
/* The trace encoder as a SystemC module (TCI 1.0, chapter "Trace Encoder Control Interface"). */
#ifndef TRSC_ENCODER_HPP
#define TRSC_ENCODER_HPP

#include "trsc/trsc_component.hpp"
#include "trsc/trsc_link.hpp"

namespace trsc
{

class encoder : public component, private ingress_if, private upstream_if
{
  public:
    sc_core::sc_export<ingress_if> ingress;   /* the hart's side */
    sc_core::sc_export<upstream_if> upstream; /* requests from downstream */
    optional_port<timestamp_if> timestamp_in; /* trTsMode Shared: from the funnel */
    optional_port<timestamp_if> external_in;  /* trTsMode External */
    optional_out<sc_dt::sc_uint<8>> trig_out; /* external trigger outputs, pulses of one cycle */
    link_output out;

    /* core must not be empty. */
    encoder(const sc_core::sc_module_name &name, std::unique_ptr<encoder_core> core);

    encoder_core &core();
    void trace(sc_core::sc_trace_file *file) const override;

  protected:
    void sample() override;
    void tick() override;
    void end_of_elaboration() override;

  private:
    bool offer(const ingress_cycle &in) override;
    void sync() override;
    void flush() override;
    bool flushed() override;

    std::unique_ptr<encoder_core> m_core;
    trm_upstream m_upstream{};
    bool m_stall = false;
    uint64_t m_iaddr = 0; /* of the first block of the last record that was taken */
    uint32_t m_records = 0;
};

} // namespace trsc

#endif
