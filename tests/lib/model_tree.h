/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The models of all components of a topology, connected, with a port for the driver: what a board
 * would be. Trace that leaves by pins or ATB is caught.
 */
#ifndef TESTS_MODEL_TREE_H
#define TESTS_MODEL_TREE_H

#include "hartrace/rvt_io.h"
#include "topology/topology.h"
#include "trm/trm_atbbridge.h"
#include "trm/trm_encoder.h"
#include "trm/trm_fanout.h"
#include "trm/trm_funnel.h"
#include "trm/trm_pibsink.h"
#include "trm/trm_ramsink.h"

enum {
    MODEL_TREE_MAX = 24,       /* components */
    MODEL_TREE_MEMORY = 65536, /* bytes of SRAM, or of system memory, of each RAM sink */
    MODEL_TREE_SAMPLES = 400000,
};

/* The configuration of every component; the tree adds its settings. */
struct model_tree_cfg {
    struct trm_encoder_cfg encoder;
    struct trm_funnel_cfg funnel;
    struct trm_ramsink_cfg ramsink;
    struct trm_pibsink_cfg pibsink;
    struct trm_atbbridge_cfg atbbridge;
    bool one_atb_byte; /* ATREADY is 0 in every other clock */
};

/* Default parameters, all timestamp modes, and this policy in all of them. */
void model_tree_cfg_init(struct model_tree_cfg *cfg, enum trm_undef undef, uint64_t seed,
                         uint32_t power_ticks);

struct model_part {
    enum topology_kind kind;
    struct trm_encoder encoder;
    struct trm_fanout fanout;
    struct trm_funnel funnel;
    struct trm_ramsink ramsink;
    struct trm_pibsink pibsink;
    struct trm_atbbridge atbbridge;
    uint8_t memory[MODEL_TREE_MEMORY]; /* SRAM; system memory; bytes that went out on ATB */
    uint64_t smem;                     /* address of system memory, 0 = none */
    size_t caught;                     /* ATB: bytes; PIB: samples */
};

struct model_tree {
    const struct topology *t;
    struct model_part part[MODEL_TREE_MAX];
    uint8_t order[TOPOLOGY_MAX_COMPONENTS];
    unsigned n;
    struct trm_pib_pins *pins; /* of the last PIB sink, MODEL_TREE_SAMPLES of them */
    bool slow_atb;
    uint64_t ticks;
    struct rvt_io io;
};

/* Build. pins may be NULL. Fails the test when a model refuses its configuration. The graph may
 * tell less than it is: kinds come from `real`, the topology with all that is true, which must live
 * on. */
void model_tree_init(struct model_tree *m, const struct topology *real,
                     const struct model_tree_cfg *cfg, struct trm_pib_pins *pins,
                     uint32_t poll_limit);

/* One clock of everything, in order: timestamps and sinks, funnels, encoders. */
void model_tree_tick(struct model_tree *m);

#endif
