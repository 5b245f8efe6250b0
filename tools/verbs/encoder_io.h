/* SPDX-License-Identifier: Apache-2.0 */
/* A trace encoder model by itself: the driver's port to its registers, and a link that collects all
 * it sends. */
#ifndef TOOLS_ENCODER_IO_H
#define TOOLS_ENCODER_IO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hartrace/rvt_encoder.h"
#include "te.h"
#include "trm/trm_encoder.h"

/* Bytes that grow without limit. */
struct collector {
    uint8_t *bytes;
    size_t size, room;
    uint64_t messages;
    bool failed; /* no memory: what came since is lost */
};

struct trm_link collector_link(struct collector *c);
void collector_free(struct collector *c);

/* The encoder, its collector and the driver's handle. Must not move after encoder_bench_open. */
struct encoder_bench {
    struct trm_encoder *model;
    struct collector out;
    struct rvt_io io;
    struct rvt_encoder driver;
};

/* Make an encoder with the parameters of te, program it through the driver with the fields of te,
 * and start it tracing. Returns 0, or TOOL_CANNOT or HTR_ERR_* after a message; then nothing is
 * held. */
int encoder_bench_open(struct encoder_bench *b, const char *verb, const struct htr_settings *te);

/* Give the next cycle; stalls are waited for. */
static inline void encoder_bench_feed(struct encoder_bench *b, const struct ingress_cycle *in)
{
    trm_encoder_tick(b->model);
    while (trm_encoder_ingress(b->model, in)) {
        trm_encoder_tick(b->model);
    }
}

/* Make an encoder and leave it in reset: register writes come from elsewhere. Returns as above. */
int encoder_bench_open_bare(struct encoder_bench *b, const char *verb,
                            const struct htr_settings *te);

/* Stop and disable through the driver: everything has left then. Returns 0, or TOOL_CANNOT after a
 * message. */
int encoder_bench_finish(struct encoder_bench *b, const char *verb);
void encoder_bench_close(struct encoder_bench *b);

#endif
