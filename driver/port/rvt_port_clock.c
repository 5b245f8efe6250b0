/* SPDX-License-Identifier: Apache-2.0 */
/* The time that a poll takes, from its first read on. */
#include "rvt_port_clock.h"

#include <time.h>

uint64_t rvt_port_now_ms(void)
{
    struct timespec t = {0};

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

void rvt_port_clock_read(struct rvt_io_clock *c)
{
    if (!c->relaxed) {
        c->start_ms = rvt_port_now_ms();
    }
    c->relaxed = false;
}

enum rvt_status rvt_port_clock_relax(struct rvt_io_clock *c)
{
    c->relaxed = true;
    return rvt_port_now_ms() - c->start_ms < c->limit_ms ? RVT_OK : RVT_ERR_TIMEOUT;
}
