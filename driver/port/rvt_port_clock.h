/* SPDX-License-Identifier: Apache-2.0 */
/* A bound on the time of a poll, for ports on a host. The driver core has no clock and counts
 * reads; behind a slow link its count can take minutes. */
#ifndef RVT_PORT_CLOCK_H
#define RVT_PORT_CLOCK_H

#include "hartrace/rvt_io_clock.h"
#include "hartrace/rvt_status.h"

/* Milliseconds of a clock that never goes back. */
uint64_t rvt_port_now_ms(void);

/* Call before each read. One that no relax precedes is the first of a poll, or none of a poll. */
void rvt_port_clock_read(struct rvt_io_clock *c);

/* Call in relax. RVT_ERR_TIMEOUT: the poll has taken limit_ms or more. */
enum rvt_status rvt_port_clock_relax(struct rvt_io_clock *c);

#endif
