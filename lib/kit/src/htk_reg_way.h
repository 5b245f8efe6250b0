/* SPDX-License-Identifier: Apache-2.0 */
/* Private: the way of a trace from an encoder to a sink, and the write pointer at its end. */
#ifndef HTK_REG_WAY_H
#define HTK_REG_WAY_H

#include "htk_reg.h"

enum {
    HTK_WAY_HOPS = 16,
    HTK_WAY_SMALL = 64, /* bytes of a buffer that is to wrap */
};

/* The components of a way, the encoder first. */
struct htk_way {
    unsigned n;
    uint8_t part[HTK_WAY_HOPS];
    uint8_t input[HTK_WAY_HOPS];    /* the in-port by which the trace comes */
    uint32_t control[HTK_WAY_HOPS]; /* trXxControl without Enable */
    struct htk_buffer buffer;
    bool ram;
    char name[64]; /* "encoder-0 to ramsink-0" */
};

/* False: there is none. */
bool htk_way_find(const struct topology *t, unsigned encoder, unsigned sink, struct htk_way *w);

/* All parts are reset and configured, from the sink up; all but the encoder are enabled. bytes of
 * the buffer, 0: as many as there are; stop: trRamStopOnWrap. Without a buffer (buffer.good) it
 * ends at once. */
bool htk_way_prepare(struct htk_reg *r, struct htk_way *w, uint32_t bytes, bool stop);

/* The parts go back into reset, the encoder first. */
bool htk_way_leave(struct htk_reg *r, const struct htk_way *w);

/* Enable the encoder, and trace. */
bool htk_way_start(struct htk_reg *r, const struct htk_way *w);

/* From the encoder to the sink: disabled, and empty. */
bool htk_way_stop(struct htk_reg *r, const struct htk_way *w);

/* Let the harts run. */
bool htk_way_run(struct htk_reg *r);

/* Enable the component that is looked at. */
bool htk_way_enable(struct htk_reg *r, uint32_t control);

/* From now on the sink, or the encoder, is looked at. */
void htk_way_choose_sink(struct htk_reg *r, const struct htk_way *w);
void htk_way_choose_encoder(struct htk_reg *r, const struct htk_way *w);

/* ---- the write pointer of a RAM sink ---- */

struct htk_pointer {
    uint64_t wp;
    bool wrap;
};
bool htk_way_read_wp(struct htk_reg *r, const struct htk_way *w, struct htk_pointer *p);

/* Words of trace since it was at the start. */
uint64_t htk_way_words(const struct htk_way *w, const struct htk_pointer *p);

/* It never leaves the buffer. */
void htk_way_judge_wp(struct htk_reg *r, const struct htk_way *w, const struct htk_pointer *p);

/* ---- htk_reg_wrap.c ---- */

/* A buffer that wraps, a full one that stops, and an encoder that loses messages to it. */
bool htk_way_wraps(struct htk_reg *r, struct htk_way *w);

#endif
