/* SPDX-License-Identifier: Apache-2.0 */
/* The drivers of all components, for code that has to do with each of them. */
#ifndef HARTRACE_RVT_ALL_H
#define HARTRACE_RVT_ALL_H

#include "hartrace/rvt_any.h"
#include "hartrace/rvt_atbbridge.h"
#include "hartrace/rvt_encoder.h"
#include "hartrace/rvt_funnel.h"
#include "hartrace/rvt_pibsink.h"
#include "hartrace/rvt_ramsink.h"

#endif
