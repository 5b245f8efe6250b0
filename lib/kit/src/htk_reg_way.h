/* SPDX-License-Identifier: Apache-2.0 */
/* Private: the way of a trace from encoders to a sink, and the write pointer at its end. */
#ifndef HTK_REG_WAY_H
#define HTK_REG_WAY_H

#include "htk_reg.h"

enum {
    HTK_WAY_HOPS = 16,   /* of one encoder */
    HTK_WAY_PARTS = 32,  /* of all that send to a sink */
    HTK_WAY_SMALL = 64,  /* bytes of a buffer that is to wrap */
    HTK_WAY_PAUSE = 256, /* reads, with a pause after each: whatever waits is gone then */
    HTK_WAY_NO_PAUSE = UINT8_MAX,
};

/* The components of a way, or of several to the same sink: encoders first, the sink last. */
struct htk_way {
    unsigned n, encoders;
    uint8_t part[HTK_WAY_PARTS];
    uint8_t input[HTK_WAY_PARTS];    /* the in-port by which the trace comes; of one encoder */
    uint32_t control[HTK_WAY_PARTS]; /* trXxControl without Enable */
    struct htk_buffer buffer;
    bool ram;
    char name[64]; /* "encoder-0 to ramsink-0" */

    /* Settings: htk_way_prepare does as they say. */
    bool btm;       /* many messages: BTM where it is there */
    uint32_t time;  /* trTsControl of the encoders; 0: no timestamps */
    uint32_t async; /* trRamAsyncFreq */
    uint8_t cut;    /* this encoder's input of the funnel is disabled; as `part` */
    uint8_t pause;  /* htk_way_stop waits after this component, an index in `part` */
    bool drop;      /* and before it waits, it and those before it are reset: they are empty */

    /* What was found. */
    uint8_t src_bits;           /* width of SRC, which is k + 1 of encoder k; 0: they send none */
    bool ntrace;                /* N-Trace, as plain bytes */
    bool is_cut;                /* the input of `cut` was disabled */
    bool queued[HTK_WAY_PARTS]; /* Empty was 0 just before Enable was written 0 */
};

/* False: there is none. */
bool htk_way_find(const struct topology *t, unsigned encoder, unsigned sink, struct htk_way *w);

/* Of all encoders that reach this sink. False: there are less than two, or too many. */
bool htk_way_join(const struct topology *t, unsigned sink, struct htk_way *w);

/* All parts are reset and configured, from the sink up; all but the encoders are enabled. bytes of
 * the buffer, 0: as many as there are; stop: trRamStopOnWrap. Without a buffer (buffer.good) it
 * ends at once. */
bool htk_way_prepare(struct htk_reg *r, struct htk_way *w, uint32_t bytes, bool stop);

/* The parts go back into reset, the encoders first. */
bool htk_way_leave(struct htk_reg *r, const struct htk_way *w);

/* Enable the encoders, and trace. */
bool htk_way_start(struct htk_reg *r, const struct htk_way *w);

/* From the encoders to the sink: disabled, and empty. htk_way_stop_before: all but the sink. */
bool htk_way_stop(struct htk_reg *r, struct htk_way *w);
bool htk_way_stop_before(struct htk_reg *r, struct htk_way *w);

/* Bit k of *lossy: encoder k has lost messages (trTeInstStallOrOverflow), so that it had more to
 * send than it could. */
bool htk_way_losses(struct htk_reg *r, const struct htk_way *w, uint32_t *lossy);

/* Let the harts run. */
bool htk_way_run(struct htk_reg *r);

/* Enable the component that is looked at. */
bool htk_way_enable(struct htk_reg *r, uint32_t control);

/* From now on the sink, the first encoder, or a part is looked at. */
void htk_way_choose_sink(struct htk_reg *r, const struct htk_way *w);
void htk_way_choose_encoder(struct htk_reg *r, const struct htk_way *w);
void htk_way_choose(struct htk_reg *r, const struct htk_way *w, unsigned k);

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

/* ---- htk_reg_off.c ---- */

/* Each part disabled, and in reset, while a trace comes. */
bool htk_way_off(struct htk_reg *r, struct htk_way *w);

/* ---- htk_reg_rate.c ---- */

/* Divider, pins and clock of a PIB sink. */
bool htk_reg_rate(struct htk_reg *r, struct htk_way *w);

#endif
