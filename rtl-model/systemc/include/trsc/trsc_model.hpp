/* SPDX-License-Identifier: Apache-2.0 */
/* The C model as C++ sees it. */
#ifndef TRSC_MODEL_HPP
#define TRSC_MODEL_HPP

/* In C a structure and a function may have the same name. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
extern "C" {
#include "trm/trm_atbbridge.h"
#include "trm/trm_encoder.h"
#include "trm/trm_encoder_upstream.h"
#include "trm/trm_etb.h"
#include "trm/trm_fanout.h"
#include "trm/trm_funnel.h"
#include "ingress/ingress_port.h"
#include "trm/trm_link.h"
#include "trm/trm_pibsink.h"
#include "trm/trm_ramsink.h"
#include "trm/trm_status.h"
}
#pragma GCC diagnostic pop

#endif
