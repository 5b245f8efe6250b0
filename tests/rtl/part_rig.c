/* SPDX-License-Identifier: Apache-2.0 */
#include "part_rig.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

uint64_t rig_seeds(uint64_t n)
{
    const char *times = getenv("HARTRACE_SOAK");
    return times != NULL ? n * strtoull(times, NULL, 10) : n;
}

void part_rig_clocks(const struct part_rig *rig, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        rig->clock(rig->run);
    }
}

uint32_t part_rig_access(const struct part_rig *rig, bool write, uint32_t offset, uint32_t value)
{
    uint32_t unknown = 0;
    *rig->apb = (struct rtl_apb){.psel = true, .pwrite = write, .paddr = offset, .pwdata = value};
    rig->clock(rig->run);
    rig->apb->penable = true;
    bool compared = rig->read != NULL && !write;
    uint32_t want = compared ? rig->read(rig->run, offset, &unknown) : 0;
    rig->clock(rig->run);
    assert_true(rig->apb->pready && !rig->apb->pslverr);
    uint32_t got = rig->apb->prdata;
    *rig->apb = (struct rtl_apb){.psel = false};
    if (write) {
        rig->write(rig->run, offset, value);
    }
    if (compared && ((got ^ want) & ~unknown) != 0) {
        char what[80];
        (void)snprintf(what, sizeof what, "register 0x%03x reads 0x%08x, in the model 0x%08x",
                       offset, got, want);
        rig->complain(rig->run, what);
    }
    return got;
}

void part_rig_message(struct rh_rng *rng, uint8_t *message, unsigned n, bool packet)
{
    for (unsigned i = 0; i < n; i++) {
        message[i] = (uint8_t)(packet ? rh_next(rng) : rh_next(rng) << 2 | rh_below(rng, 2));
    }
    if (!packet) {
        message[n - 1] |= 3;
    }
}

void part_rig_beat(struct rtl_link *link, unsigned lanes, const uint8_t *message, unsigned n,
                   unsigned at)
{
    unsigned left = n - at;
    link->last = left <= lanes;
    link->bytes = (uint8_t)(link->last ? left : lanes);
    for (unsigned k = 0; k < lanes; k++) {
        link->data[k] = k < left ? message[at + k] : 0xFF;
    }
}
