/* SPDX-License-Identifier: Apache-2.0 */
/* Verilated components as cores of the SystemC modules (trsc/trsc_core.hpp). Neither verilated.h
 * nor SystemC is seen here: what is Verilated is behind the C interfaces rtl_*.h. */
#ifndef TRVL_CORES_HPP
#define TRVL_CORES_HPP

#include <memory>

#include "rtl_atbbridge.h"
#include "rtl_encoder.h"
#include "rtl_funnel.h"
#include "rtl_pibsink.h"
#include "rtl_ramsink.h"
#include "rtl_system.h"
#include "trsc/trsc_core.hpp"

namespace trvl
{

/* The encoder of that kind. cfg has the settings that stream_cfg() gives a decoder and registers do
 * not report; kind.cfg() must agree with it. */
std::unique_ptr<trsc::encoder_core> make_encoder(const rtl_encoder_kind &kind,
                                                 const trm_encoder_cfg &cfg);

/* The funnel of that kind. */
std::unique_ptr<trsc::funnel_core> make_funnel(const rtl_funnel_kind &kind);

/* The RAM sink of that kind, with memory for its SRAM. */
std::unique_ptr<trsc::ramsink_core> make_ramsink(const rtl_ramsink_kind &kind);

/* The PIB sink and the ATB bridge of that kind. Pins are a tick later than the model's. */
std::unique_ptr<trsc::pibsink_core> make_pibsink(const rtl_pibsink_kind &kind);
std::unique_ptr<trsc::atbbridge_core> make_atbbridge(const rtl_atbbridge_kind &kind);

/* A whole tr_system, seen as its components: a core for each encoder (0..kind.harts - 1), for the
 * funnel (with two harts or more) and for each sink that it has. Each may be taken once; a sink
 * that is not taken is never enabled, so it swallows what comes. The tick() of a sink is the clock
 * of all, so sinks have to come first. What goes from one component to the next stays inside: their
 * links and requests are never used. */
class system
{
  public:
    explicit system(const rtl_system_kind &kind);
    std::unique_ptr<trsc::encoder_core> encoder(unsigned hart, const trm_encoder_cfg &cfg) const;
    std::unique_ptr<trsc::funnel_core> funnel() const;
    std::unique_ptr<trsc::ramsink_core> ramsink() const;
    std::unique_ptr<trsc::pibsink_core> pibsink() const;
    std::unique_ptr<trsc::atbbridge_core> atbbridge() const;

  private:
    std::shared_ptr<class system_design> m_design;
};

} // namespace trvl

#endif
