/* SPDX-License-Identifier: Apache-2.0 */
/* The width of timestamps, by times that wrap. */
#include "htr/htr_search.h"

#include "htr_search_int.h"

enum {
    SOURCES = 1 << NEXUS_MAX_SRC_BITS,
    NEAR = 32, /* a wrap leads to the first 1/NEAR of the times that there are */
};

/* The time of a source, without a limit of its width. */
struct clock {
    uint64_t time;
    bool known;
};

struct width {
    unsigned needed; /* bits of the longest field */
    bool wraps;
    uint64_t fits; /* bit n: times of n + 1 bits would wrap as these do */
};

static unsigned length(uint64_t value)
{
    unsigned bits = 0;
    for (; value != 0; value >>= 1) {
        bits++;
    }
    return bits;
}

/* Time went back by this much: by a multiple of 2^width, less the time that passed. */
static void take_step(struct width *w, uint64_t back)
{
    for (unsigned bits = 1; bits <= 64; bits++) {
        const uint64_t most = UINT64_MAX >> (64 - bits), passed = (0 - back) & most;
        if (passed > most / NEAR) {
            w->fits &= ~(UINT64_C(1) << (bits - 1));
        }
    }
    w->wraps = true;
}

/* Timestamp Reporting: absolute in a synchronizing message, else a difference (sifive-0.x: an XOR).
 */
static void take_time(struct width *w, struct clock *c, const struct nexus_msg *m, bool by_xor)
{
    const uint64_t field = m->value[NEXUS_F_TSTAMP];
    const bool sync = nexus_tcode_is_sync(m->tcode);
    const uint64_t time = sync ? field : by_xor ? c->time ^ field : c->time + field;
    w->needed = length(field) > w->needed ? length(field) : w->needed;
    if (c->known && time < c->time) {
        take_step(w, c->time - time);
    }
    c->known = c->known || sync;
    c->time = time;
}

static struct width scan(const struct htr_guess_input *in, const struct nexus_stream_cfg *cfg)
{
    struct clock clock[SOURCES] = {{0}};
    struct width w = {.fits = UINT64_MAX};
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    int status = nexus_msg_decoder_init(&d, cfg, in->bytes, in->size);
    while (status == NEXUS_OK && (status = nexus_msg_next(&d, &m)) != NEXUS_ERR_END) {
        if (status != NEXUS_OK) {
            for (unsigned i = 0; i < SOURCES; i++) {
                clock[i].known = false; /* it may have carried a difference */
            }
        } else if (nexus_msg_has(&m, NEXUS_F_TSTAMP)) {
            take_time(&w, &clock[m.src], &m, cfg->profile == NEXUS_PROFILE_SIFIVE_0X);
        }
        status = NEXUS_OK;
    }
    return w;
}

unsigned htr_search_ts_width(const struct htr_guess_input *in, const struct nexus_stream_cfg *cfg,
                             bool *wraps)
{
    const struct width w = scan(in, cfg);
    unsigned found = 0, n = 0;
    for (unsigned bits = w.needed > 0 ? w.needed : 1; w.wraps && bits <= 64; bits++) {
        if ((w.fits >> (bits - 1) & 1) != 0) {
            found = bits;
            n++;
        }
    }
    *wraps = n == 1;
    if (*wraps) {
        return found;
    }
    return w.needed > cfg->timestamp_bits ? 64 : 0;
}
