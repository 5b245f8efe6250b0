/* SPDX-License-Identifier: Apache-2.0 */
/* What text and JSON of a tree of components share. */
#ifndef HTR_TOPO_PRIV_H
#define HTR_TOPO_PRIV_H

#include "htr/htr_topo.h"

/* A way from an encoder to a sink; begin with {.to = -1}. */
struct htr_topo_way {
    unsigned from;
    int to; /* -1: before the first sink */
    uint8_t link[TOPOLOGY_MAX_COMPONENTS];
};

/* Go on to the next one. Returns how many links it has, 0 after the last one. */
int htr_topo_next_way(const struct topology *t, struct htr_topo_way *w);

/* Which protocols `hartrace,params` of an encoder give it; what they leave out has the default of
 * the parameters, N-Trace alone. Returns false when they say nothing about either, or it is no
 * encoder.
 */
bool htr_topo_stated(const struct topology_component *c, bool *ntrace, bool *etrace);

#endif
