/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One capture: encoders, funnels and sinks, started and stopped in the order that loses nothing.
 *
 * TCI 1.0, chapters "Connections Between Components", "Enabling and Disabling". Reset and configure
 * the components before, with their own verbs.
 */
#ifndef HARTRACE_RVT_SESSION_H
#define HARTRACE_RVT_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hartrace/rvt_encoder.h"
#include "hartrace/rvt_ramsink.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A component of a graph. The caller sets the first two; rvt_session_init_graph finds the rest.
 */
struct rvt_node {
    struct rvt_component *c; /* &encoder.c, &funnel.c, &sink.c, &bridge.c */
    bool use;                /* encoders: to be traced; sinks and bridges: to take the trace */
    bool on_path;            /* found: takes part in the session */
    uint16_t dis_inputs;     /* found, for a funnel on a path: inputs with senders that take no
                                part; give it to rvt_funnel_configure */
    uint8_t routes;          /* private: ways to sinks in use, 2 = several */
    size_t level;            /* private: links between here and the farthest sink */
    size_t sink;             /* private: index of the sink in use that the trace ends in */
};

/* A connection of a graph: nodes[from] sends to nodes[to]. */
struct rvt_link {
    size_t from;
    size_t to;
    uint8_t input; /* of a funnel, 0..15; of others 0 */
};

/* One session; set by rvt_session_init, then private. The components belong to the caller. */
struct rvt_session {
    struct rvt_encoder *const *encoders;
    size_t nencoders;
    struct rvt_ramsink *sink;
    bool running;           /* something may be enabled */
    struct rvt_node *nodes; /* NULL unless made by rvt_session_init_graph */
    size_t nnodes;
};

/* Fill in *s; no hardware access. RVT_ERR_ARG: a pointer is NULL, or nencoders is 0. */
RVT_MUST_CHECK enum rvt_status rvt_session_init(struct rvt_session *s,
                                                struct rvt_encoder *const *encoders,
                                                size_t nencoders, struct rvt_ramsink *sink);

/*
 * Fill in *s for a graph of components, and find in it what takes part: the encoders and sinks in
 * use, and the funnels between them. No hardware access. The nodes must live as long as the
 * session; the links are not needed afterwards. An encoder or a funnel may send to several
 * components (fan-out), of which those that take no part stay disabled.
 *
 * RVT_ERR_ARG: a pointer is NULL, an index or an input is out of range, two senders at one input,
 *   a connection that the specification does not allow, or no encoder in use.
 * RVT_ERR_PATH: a loop; an encoder in use with no path to a sink in use, or more than one
 *   (conflicting sinks, or two ways to one sink); a sink in use that no encoder in use reaches.
 */
RVT_MUST_CHECK enum rvt_status rvt_session_init_graph(struct rvt_session *s, struct rvt_node *nodes,
                                                      size_t nnodes, const struct rvt_link *links,
                                                      size_t nlinks);

/*
 * Enable the sinks, then the funnels, each after what it sends to, then the encoders in the order
 * given, then set their trTeInstTracing. Encoders
 * whose triggers are enabled are not set tracing: their triggers do that. Running already: RVT_OK,
 * no hardware access. On an error everything is disabled again, as far as the bus allows, and the
 * first error is returned.
 *
 * RVT_ERR_STATE: a component is not configured; no hardware was touched.
 * RVT_ERR_SOURCE: in a graph, encoders that end in one sink need trTeSrcBits other than 0 and
 * equal, and different trTeSrcID (N-Trace, on tracing several harts); no hardware was touched.
 * RVT_ERR_TIMEOUT: the bit did not follow.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_session_start(struct rvt_session *s);

/*
 * Stop tracing and disable the encoders in the order given, then the funnels, each before what it
 * sends to, then the sinks; each is waited for until it is empty. An error does not keep the rest
 * from being stopped; the first error is returned, and the stop can be tried again. Not running:
 * RVT_OK, no hardware access.
 *
 * RVT_ERR_TIMEOUT: the bit did not follow.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_session_stop(struct rvt_session *s);

/* Size of the trace and its bytes, oldest first: rvt_ramsink_size and _read. RVT_ERR_STATE:
 * running. RVT_ERR_UNSUPPORTED: the session has another number of RAM sinks than one. Else as
 * those.
 */
RVT_MUST_CHECK enum rvt_status rvt_session_size(const struct rvt_session *s, uint64_t *size);
RVT_MUST_CHECK enum rvt_status rvt_session_read(const struct rvt_session *s, uint64_t offset,
                                                uint8_t *buf, size_t n);

#ifdef __cplusplus
}
#endif

#endif
