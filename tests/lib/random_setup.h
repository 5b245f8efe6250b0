/* SPDX-License-Identifier: Apache-2.0 */
/* Random hardware, random programs, random registers: what a seed chooses. */
#ifndef RANDOM_SETUP_H
#define RANDOM_SETUP_H

#include <stdbool.h>
#include <stdint.h>

#include "random_hart.h"
#include "trm/trm_encoder.h"

/* One experiment: everything that a seed chooses. */
struct random_setup {
    uint64_t seed;
    struct trm_encoder_cfg enc;
    struct rh_cfg hart;
    bool htm;
    bool stall;
    unsigned busy_one_in; /* the sink refuses in one tick of this many; 0 = never, 1 = mostly */
    unsigned off_one_in;  /* tracing is switched before one record in this many; 0 = never */
    unsigned halt_one_in; /* the hart enters or leaves debug mode; 0 = never */
    unsigned steps;
    uint32_t control; /* trTeControl while enabled and tracing */
    uint32_t features;
    uint32_t timestamps; /* trTsControl */
};

/* The encoder, the hart and the registers; the rest is 0, for the test to set. */
void random_setup_choose(struct random_setup *s, uint64_t seed);

/* How many seeds a test tries: n, or n times HARTRACE_SOAK. */
uint64_t random_seeds(uint64_t n);

#endif
