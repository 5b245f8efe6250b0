/* SPDX-License-Identifier: Apache-2.0 */
/* The trace funnel as a SystemC module (TCI 1.0, chapter "Trace Funnel"). */
#ifndef TRSC_FUNNEL_HPP
#define TRSC_FUNNEL_HPP

#include <vector>

#include "trsc/trsc_component.hpp"
#include "trsc/trsc_link.hpp"

namespace trsc
{

class funnel : public component, private upstream_if, private timestamp_if
{
  public:
    sc_core::sc_vector<sc_core::sc_export<link_if>> in; /* one per input */
    sc_core::sc_vector<optional_port<upstream_if>> up;  /* what sends to each input */
    sc_core::sc_export<upstream_if> upstream;           /* requests from downstream */
    optional_port<timestamp_if> timestamp_in;           /* trTsMode External and Shared */
    sc_core::sc_export<timestamp_if> timestamp_out;     /* for what is connected to the inputs */
    link_output out;

    /* core must not be empty. */
    funnel(const sc_core::sc_module_name &name, std::unique_ptr<funnel_core> core);

    funnel_core &core();
    void trace(sc_core::sc_trace_file *file) const override;

  protected:
    void sample() override;
    void tick() override;
    void end_of_elaboration() override;

  private:
    void sync() override;
    void flush() override;
    bool flushed() override;
    uint64_t timestamp() override;

    std::unique_ptr<funnel_core> m_core;
    std::vector<std::unique_ptr<link_input>> m_inputs;
    trm_upstream m_upstream{};
};

} // namespace trsc

#endif
