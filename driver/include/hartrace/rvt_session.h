/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One capture: encoders that send to one RAM sink, started and stopped in the order that loses
 * nothing.
 *
 * TCI 1.0, chapter "Enabling and Disabling". Reset and configure the components before, with their
 * own verbs.
 */
#ifndef HARTRACE_RVT_SESSION_H
#define HARTRACE_RVT_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hartrace/rvt_encoder.h"
#include "hartrace/rvt_ramsink.h"

/* One session; set by rvt_session_init, then private. The components belong to the caller. */
struct rvt_session {
    struct rvt_encoder *const *encoders;
    size_t nencoders;
    struct rvt_ramsink *sink;
    bool running; /* something may be enabled */
};

/* Fill in *s; no hardware access. RVT_ERR_ARG: a pointer is NULL, or nencoders is 0. */
RVT_MUST_CHECK enum rvt_status rvt_session_init(struct rvt_session *s,
                                                struct rvt_encoder *const *encoders,
                                                size_t nencoders, struct rvt_ramsink *sink);

/*
 * Enable the sink, enable the encoders in the order given, then set their trTeInstTracing. Encoders
 * whose triggers are enabled are not set tracing: their triggers do that. Running already: RVT_OK,
 * no hardware access. On an error everything is disabled again, as far as the bus allows, and the
 * first error is returned.
 *
 * RVT_ERR_STATE: a component is not configured; no hardware was touched.
 * RVT_ERR_TIMEOUT: the bit did not follow.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_session_start(struct rvt_session *s);

/*
 * Stop tracing and disable the encoders in the order given, then disable the sink; each is waited
 * for until it is empty. An error does not keep the rest from being stopped; the first error is
 * returned, and the stop can be tried again. Not running: RVT_OK, no hardware access.
 *
 * RVT_ERR_TIMEOUT: the bit did not follow.
 * Else the port's error.
 */
RVT_MUST_CHECK enum rvt_status rvt_session_stop(struct rvt_session *s);

/* Size of the trace and its bytes, oldest first: rvt_ramsink_size and _read. RVT_ERR_STATE:
 * running. Else as those. */
RVT_MUST_CHECK enum rvt_status rvt_session_size(const struct rvt_session *s, uint64_t *size);
RVT_MUST_CHECK enum rvt_status rvt_session_read(const struct rvt_session *s, uint64_t offset,
                                                uint8_t *buf, size_t n);

#endif
