/* SPDX-License-Identifier: Apache-2.0 */
/* The driver's port to one model at address 0, and what the tests of the driver on models share. */
#ifndef MODEL_PORT_H
#define MODEL_PORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "any_model.h"
#include "hartrace/rvt_io.h"
#include "random_hart.h"

static struct any_model m;
static struct rh_rng rng;

static inline uint32_t pick(uint32_t n)
{
    return rh_below(&rng, n);
}

static inline bool flip(void)
{
    return pick(2) != 0;
}

/* ---- the port: one component at 0 ---- */

static inline void tick_quietly(void)
{
    if (m.kind == TOPOLOGY_ENCODER) {
        trm_encoder_tick(&m.encoder);
    } else {
        any_tick(&m);
    }
}

static inline enum rvt_status read32(const struct rvt_io *io, uint64_t addr, uint32_t *val)
{
    (void)io;
    return any_read(&m, (uint32_t)addr, 4, val) == TRM_OK ? RVT_OK : RVT_ERR_BUS;
}

static inline enum rvt_status write32(const struct rvt_io *io, uint64_t addr, uint32_t val)
{
    (void)io;
    return any_write(&m, (uint32_t)addr, 4, val) == TRM_OK ? RVT_OK : RVT_ERR_BUS;
}

static inline enum rvt_status relax(const struct rvt_io *io)
{
    (void)io;
    tick_quietly();
    return RVT_OK;
}

static const struct rvt_io_ops ops = {.read32 = read32, .write32 = write32, .relax = relax};
static const struct rvt_io io = {.ops = &ops, .poll_limit = 50};

#define OK(call) assert_int_equal(call, RVT_OK)

/* What all registers read; the counter of a timestamp unit moves by itself. */
static inline void snapshot(uint32_t words[1024])
{
    for (uint32_t o = 0; o < 4096; o += 4) {
        bool moves = o == 0x48 || o == 0x4C || (m.kind == TOPOLOGY_RAMSINK && o == 0x40);
        words[o / 4] = 0;
        if (!moves) {
            assert_int_equal(any_read(&m, o, 4, &words[o / 4]), TRM_OK);
        }
    }
}

#endif
