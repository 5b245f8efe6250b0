/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RAMSINK_RATE_H
#define RAMSINK_RATE_H

#include "rtl_ramsink.h"

/* Bytes per cycle that a RAM sink writes to system memory when its link is never idle: a bus that
 * takes everything at once and answers `latency` cycles later (AXI4), or has as many wait states
 * (AHB-Lite). A write that differs from what the link carried fails the test. */
double ramsink_rate(const struct rtl_ramsink_kind *kind, unsigned latency);

#endif
