/* SPDX-License-Identifier: Apache-2.0 */
#include "flow/flow_clock.h"

static uint64_t low_bits(uint64_t v, unsigned bits)
{
    return bits >= 64 ? v : v & ((UINT64_C(1) << bits) - 1);
}

int flow_time_compare(uint64_t a, uint64_t b, unsigned bits)
{
    uint64_t ahead = low_bits(a - b, bits);
    if (ahead == 0) {
        return 0;
    }
    return (ahead >> (bits - 1)) != 0 ? -1 : 1;
}

uint64_t flow_clock_update(struct flow_clock *clock, uint64_t time, unsigned bits)
{
    if (!clock->known) {
        clock->known = true;
        clock->time = low_bits(time, bits);
        return clock->time;
    }
    uint64_t ahead = low_bits(time - clock->time, bits);
    uint64_t behind = low_bits(clock->time - time, bits);
    bool earlier = bits >= 3 && behind != 0 && behind < UINT64_C(1) << (bits - 2);
    if (earlier && clock->time >= behind) {
        clock->time -= behind;
    } else {
        clock->time += ahead;
    }
    return clock->time;
}
