/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The link between trace components: whole messages only (TCI 1.0, Connections Between Components:
 * "Sending a partial packet is NEVER allowed").
 */
#ifndef TRM_LINK_H
#define TRM_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct trm_link_ops {
    /* True when a message of n bytes (1..TRM_MESSAGE_MAX) would be taken now. Changes nothing. */
    bool (*can_accept)(void *ctx, size_t n);
    /* Take one whole message. Only to be called after can_accept(n) said yes in the same tick. */
    void (*put)(void *ctx, const uint8_t *bytes, size_t n);
    /* A level: nothing that is sent now gets anywhere, however long the sender waits, until
     * software changes that: the sink is stopped, disabled or in reset. A sink that is slow or full
     * is not. What is on the way to it refuses, or takes and throws away. Senders look at it when
     * they are disabled: it alone ends their wait. Changes nothing. NULL = never. */
    bool (*stopped)(void *ctx);
};

/* The sending side's view of the receiver. ops == NULL means: not connected, everything is
 * swallowed. */
struct trm_link {
    const struct trm_link_ops *ops;
    void *ctx;
};

/* The level, as a sender sees it: ops->stopped, false where there is none. */
static inline bool trm_link_stopped(const struct trm_link *link)
{
    return link->ops != NULL && link->ops->stopped != NULL && link->ops->stopped(link->ctx);
}

/* Requests that go against the flow of messages, from a sink to its sources (AMBA ATB: AFVALID and
 * SYNCREQ). A component that has inputs passes them on to what is connected there. */
struct trm_upstream_ops {
    /* Send a synchronizing message soon. Ignored by a source that is not tracing. */
    void (*sync)(void *ctx);
    /* Send everything that is buffered now. A second call before the end starts anew. */
    void (*flush)(void *ctx);
    /* True when all that was buffered at the last flush() has been given to the link. */
    bool (*flushed)(void *ctx);
};

/* The receiving side's view of the sender. ops == NULL means: not connected, always flushed. */
struct trm_upstream {
    const struct trm_upstream_ops *ops;
    void *ctx;
};

enum {
    TRM_NULL_IDLE = 0x00, /* null packets of E-Trace (Packet Encapsulation, Null Encapsulation) */
    TRM_NULL_ALIGNMENT = 0x80,
    TRM_MESSAGE_MAX =
        64, /* bytes; the longest N-Trace message has 38 (N-Trace, Transmission Protocol) */
};

#ifdef __cplusplus
}
#endif

#endif
