/* SPDX-License-Identifier: Apache-2.0 */
/* Any of the five components through the same functions, for what must hold for all of them. */
#ifndef TESTS_ANY_MODEL_H
#define TESTS_ANY_MODEL_H

#include "regmap/regmap.h"
#include "topology/topology.h"
#include "trm/trm_atbbridge.h"
#include "trm/trm_encoder.h"
#include "trm/trm_funnel.h"
#include "trm/trm_pibsink.h"
#include "trm/trm_ramsink.h"

enum any_features {
    ANY_DEFAULT, /* as _cfg_init has it */
    ANY_LEAST,   /* every option taken away */
    ANY_ALL,     /* everything that there is */
    ANY_SMEM,    /* the same, but a RAM sink has system memory only */
};

struct any_model {
    enum topology_kind kind;
    const struct regmap_component *map;
    struct trm_encoder encoder;
    struct trm_funnel funnel;
    struct trm_ramsink ramsink;
    struct trm_pibsink pibsink;
    struct trm_atbbridge atbbridge;
    uint8_t sram[256];
    uint64_t sent; /* messages that came out, or words of ATB; RAM sink: bytes of memory written */
};

/* Kinds are TOPOLOGY_ENCODER .. TOPOLOGY_ATBBRIDGE. In the state after power-on, output connected.
 */
void any_init(struct any_model *m, enum topology_kind kind, enum any_features features,
              enum trm_undef undef, uint64_t seed, uint32_t power_ticks);
struct trm_regfile *any_regfile(struct any_model *m);
int any_read(struct any_model *m, uint32_t offset, unsigned size, uint32_t *value);
int any_write(struct any_model *m, uint32_t offset, unsigned size, uint32_t value);

/* A tick, and for an encoder a taken branch after it. */
void any_tick(struct any_model *m);

/* Offer a message of n bytes to the input; an encoder has none. Returns whether it was taken. */
bool any_offer(struct any_model *m, size_t n);

/* Are its outputs at rest: no pin high, no ATVALID, no trigger output? Links have no level. */
bool any_quiet(const struct any_model *m);

#endif
