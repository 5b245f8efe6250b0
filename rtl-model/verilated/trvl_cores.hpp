/* SPDX-License-Identifier: Apache-2.0 */
/* Verilated components as cores of the SystemC modules (trsc/trsc_core.hpp). Neither verilated.h
 * nor SystemC is seen here: what is Verilated is behind the C interfaces rtl_*.h. */
#ifndef TRVL_CORES_HPP
#define TRVL_CORES_HPP

#include <memory>

#include "rtl_encoder.h"
#include "trsc/trsc_core.hpp"

namespace trvl
{

/* The encoder of that kind. cfg is what stream_cfg() tells a decoder of what registers do not say;
 * kind.cfg() must agree with it.
 *
 * Requests against the flow (SYNCREQ, AFVALID) have no port in tr_encoder yet: it says that it is
 * flushed. */
std::unique_ptr<trsc::encoder_core> make_encoder(const rtl_encoder_kind &kind,
                                                 const trm_encoder_cfg &cfg);

} // namespace trvl

#endif
