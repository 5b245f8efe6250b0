/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The trace funnel: whole messages from 2 to 16 inputs, one from each in turn, to one output.
 *
 * Source: TCI 1.0, chapter "Trace Funnel"; Connections Between Components; Enabling and Disabling.
 * Choices where it is open: docs/reference/model.md. In short: disabled (or in reset) the funnel
 * takes and drops what comes in; clearing trFunnelEnable sends what is queued, however long that
 * takes; a disabled input's messages are taken and dropped, those queued before still go out. What
 * is queued is dropped when the funnel is disabled and the output stopped (trm_link.h): the vendor
 * register trFunnelVendorStatus (0xE00) has trFunnelLoss then.
 */
#ifndef TRM_FUNNEL_H
#define TRM_FUNNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "regmap/funnel_params.h"
#include "trm/trm_link.h"
#include "trm/trm_queue.h"
#include "trm/trm_regfile.h"
#include "trm/trm_timestamp.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Parameters: those of regmap/params/funnel.toml, which regmap/gen/md/params.md explains. */
struct trm_funnel_cfg {
    TRM_FUNNEL_CFG_MEMBERS
    enum trm_undef undef; /* default TRM_UNDEF_ZERO */
    uint64_t seed;        /* of TRM_UNDEF_GARBAGE */
};

void trm_funnel_cfg_init(struct trm_funnel_cfg *cfg);

/* Since init; never reset by registers. */
struct trm_funnel_stats {
    uint64_t messages[TRM_FUNNEL_INPUTS_MAX];  /* taken while enabled */
    uint64_t discarded[TRM_FUNNEL_INPUTS_MAX]; /* taken from an input switched off */
    uint64_t swallowed;                        /* taken while the funnel was disabled or in reset */
    uint64_t sent;                             /* given to the output */
    uint64_t bytes;                            /* of those */
    uint64_t dropped;                          /* queued, then lost: a reset, trFunnelLoss */
};

struct trm_funnel;

/* Private: an input as the sender sees it. */
struct trm_funnel_port {
    struct trm_funnel *funnel;
    uint8_t input;
};

/* Private, but visible: the caller owns the memory. It points into itself: do not copy it. */
struct trm_funnel {
    struct trm_funnel_cfg cfg;
    struct trm_link out;
    struct trm_regfile rf;
    uint32_t words[TRM_REGFILE_WORDS];
    struct trm_funnel_stats stats;
    struct trm_funnel_port port[TRM_FUNNEL_INPUTS_MAX];
    struct trm_upstream upstream[TRM_FUNNEL_INPUTS_MAX];
    struct trm_queue queue[TRM_FUNNEL_INPUTS_MAX];
    bool enabled;
    uint8_t last;         /* the input that sent last */
    uint16_t waiting;     /* without buffers: inputs refused since the last tick */
    uint16_t waited;      /* without buffers: inputs refused in the tick before */
    uint32_t link_credit; /* bytes that may go out in this tick */
    uint32_t short_of;    /* without buffers: longest message refused since the last tick */
    uint8_t flush_step;   /* of a flush from downstream */
    uint64_t flush_mark[TRM_FUNNEL_INPUTS_MAX]; /* messages to come out of each queue */
    uint64_t popped[TRM_FUNNEL_INPUTS_MAX];
    struct trm_timestamp ts;
    uint8_t store[TRM_FUNNEL_INPUTS_MAX][2 * TRM_FUNNEL_FIFO_MAX];
};

/* Start a funnel in the state after power-on (trFunnelActive = 0), not connected.
 * Returns TRM_OK, or TRM_ERR_ARG when the configuration is out of range. */
TRM_MUST_CHECK enum trm_status trm_funnel_init(struct trm_funnel *funnel,
                                               const struct trm_funnel_cfg *cfg);

/* Connect the output. Before this, messages are swallowed. */
void trm_funnel_connect(struct trm_funnel *funnel, struct trm_link out);

/* Input n as a link. An input that does not exist has no ops: it swallows. Stopped: while the
 * funnel or the input is disabled, or the output stopped. */
struct trm_link trm_funnel_link(struct trm_funnel *funnel, unsigned input);

/* What sends to input n, for requests from downstream. Returns TRM_OK or TRM_ERR_ARG. */
enum trm_status trm_funnel_set_upstream(struct trm_funnel *funnel, unsigned input,
                                        struct trm_upstream up);

/* The funnel as seen from downstream: requests go on to every input. */
struct trm_upstream trm_funnel_upstream(struct trm_funnel *funnel);

/* Registers: see trm_regfile_read and trm_regfile_write for statuses. Size is in bytes. */
TRM_MUST_CHECK enum trm_status trm_funnel_reg_read(struct trm_funnel *funnel, uint32_t offset,
                                                   unsigned size, uint32_t *value);
enum trm_status trm_funnel_reg_write(struct trm_funnel *funnel, uint32_t offset, unsigned size,
                                     uint32_t value);

/* One clock: queued messages go to the output, one of each input in turn. */
void trm_funnel_tick(struct trm_funnel *funnel);

/* trFunnelEmpty: nothing is queued. */
bool trm_funnel_empty(const struct trm_funnel *funnel);

/* Does a tick change anything: messages queued, power or the timestamp counter changing? While
 * false, and nothing comes in, ticks may be skipped. */
bool trm_funnel_busy(const struct trm_funnel *funnel);

/* The timestamp that comes in (modes External and Shared), before each tick. */
void trm_funnel_timestamp_in(struct trm_funnel *funnel, uint64_t value);

/* The timestamp that the funnel hands down to what is connected to its inputs: the counter of its
 * own unit in mode Internal System, otherwise what comes in (also without a unit); 0 while the
 * funnel is in reset. */
uint64_t trm_funnel_timestamp(const struct trm_funnel *funnel);

#ifdef __cplusplus
}
#endif

#endif
