/* SPDX-License-Identifier: Apache-2.0 */
/* Frames of several trace IDs to one stream of whole messages. */
#include "htr/htr_frame_messages.h"

#include <stdlib.h>
#include <string.h>

#include "htr/htr_coresight.h"
#include "nexus/nexus_msg.h"

enum {
    SPARE = 8, /* zero bytes after the messages, as htr_bytes_load leaves them */
    FIRST_ROOM = 64,
    LOOK = 1 << 16, /* bytes that are looked at */
    MDO = 6,
    SOURCES = 1 << NEXUS_MAX_SRC_BITS,
};

/* Bytes that grow. */
struct grown {
    uint8_t *bytes;
    size_t n, room;
};

struct htr_frame_messages {
    struct nexus_stream_cfg cfg;
    struct htr_coresight frames;
    struct grown out;
    struct grown held[HTR_IDS]; /* of a message that has not ended */
    bool skip[HTR_IDS];         /* up to the end of a message */
    bool sent[HTR_IDS];
    bool seen[SOURCES];
    struct htr_frame_sum sum;
};

static int append(struct grown *g, const uint8_t *bytes, size_t n)
{
    if (g->room - g->n < n + SPARE) {
        size_t room = (g->room == 0 ? FIRST_ROOM : g->room * 2) + n + SPARE;
        uint8_t *bigger = realloc(g->bytes, room);
        if (bigger == NULL) {
            return HTR_ERR_MEMORY;
        }
        g->bytes = bigger;
        g->room = room;
    }
    memcpy(g->bytes + g->n, bytes, n);
    g->n += n;
    return HTR_OK;
}

int htr_frame_messages_open(struct htr_frame_messages **made, const struct nexus_stream_cfg *cfg)
{
    struct htr_frame_messages *m = calloc(1, sizeof *m);
    *made = m;
    if (m == NULL) {
        return HTR_ERR_MEMORY;
    }
    m->cfg = *cfg;
    htr_coresight_init(&m->frames, HTR_FRAMES_MEMORY);
    return HTR_OK;
}

void htr_frame_messages_wrapped(struct htr_frame_messages *m)
{
    memset(m->skip, true, sizeof m->skip);
}

/* SRC follows TCODE, six bits a byte. */
static void see_source(struct htr_frame_messages *m, const struct grown *message)
{
    const unsigned bits = m->cfg.src_bits;
    unsigned src = 0;
    if (message->n < 1 + (bits + MDO - 1) / MDO || message->n < 2) {
        return; /* an idle byte, or no message */
    }
    for (unsigned i = 0; i * MDO < bits; i++) {
        src |= (unsigned)(message->bytes[1 + i] >> 2) << (i * MDO);
    }
    m->seen[src & ((1u << bits) - 1)] = true;
}

static int take(struct htr_frame_messages *m, unsigned id, uint8_t byte)
{
    const bool end = (byte & 3u) == 3;
    struct grown *held = &m->held[id];
    m->sum.ids += !m->sent[id];
    m->sent[id] = true;
    if (m->skip[id]) {
        m->skip[id] = !end;
        m->sum.dropped++;
        return HTR_OK;
    }
    int status = append(held, &byte, 1);
    if (status == HTR_OK && end) {
        see_source(m, held);
        status = append(&m->out, held->bytes, held->n);
        held->n = 0;
    }
    return status;
}

static int put_error(struct htr_frame_messages *m, uint16_t src)
{
    uint8_t bytes[NEXUS_MAX_MSG_BYTES];
    struct nexus_msg e;
    nexus_msg_start(&e, NEXUS_ERROR, src);
    nexus_msg_set(&e, NEXUS_F_ETYPE, 0); /* queue overrun: messages were lost */
    nexus_msg_set(&e, NEXUS_F_ECODE, 0);
    if (m->cfg.timestamps) {
        nexus_msg_set(&e, NEXUS_F_TSTAMP, 0);
    }
    int n = nexus_msg_encode(&m->cfg, &e, bytes, sizeof bytes);
    return n > 0 ? append(&m->out, bytes, (size_t)n) : HTR_OK;
}

static void drop_held(struct htr_frame_messages *m)
{
    for (unsigned id = 0; id < HTR_IDS; id++) {
        m->sum.dropped += m->held[id].n;
        m->held[id].n = 0;
    }
}

int htr_frame_messages_break(struct htr_frame_messages *m)
{
    int status = HTR_OK;
    m->sum.breaks++;
    drop_held(m);
    htr_coresight_init(&m->frames, HTR_FRAMES_MEMORY);
    for (unsigned src = 0; status == HTR_OK && src < SOURCES; src++) {
        if (m->seen[src]) {
            status = put_error(m, (uint16_t)src);
        }
    }
    return status;
}

void htr_frame_messages_next(struct htr_frame_messages *m)
{
    drop_held(m);
    htr_coresight_init(&m->frames, HTR_FRAMES_MEMORY);
    memset(m->seen, 0, sizeof m->seen);
    memset(m->skip, 0, sizeof m->skip);
}

/* A barrier in the place of a frame. */
static bool is_barrier(const uint8_t *bytes, size_t size)
{
    static const uint8_t barrier[HTR_FRAME] = {0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0x7F,
                                               0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0x7F};
    return size >= sizeof barrier && memcmp(bytes, barrier, sizeof barrier) == 0;
}

int htr_frame_messages_add(struct htr_frame_messages *m, const uint8_t *bytes, size_t size)
{
    struct htr_frame f;
    int status = HTR_OK;
    size_t at = 0;
    while (status == HTR_OK && at < size) {
        if (htr_coresight_rest(&m->frames) == 0 && is_barrier(bytes + at, size - at)) {
            status = htr_frame_messages_break(m);
            htr_frame_messages_wrapped(m);
            at += HTR_FRAME;
            continue;
        }
        const uint64_t before = m->frames.frames;
        size_t piece = HTR_FRAME - htr_coresight_rest(&m->frames);
        piece = piece < size - at ? piece : size - at;
        at += htr_coresight_take(&m->frames, bytes + at, piece, &f);
        m->sum.frames += m->frames.frames - before;
        for (unsigned i = 0; status == HTR_OK && i < f.count; i++) {
            status = f.id[i] <= HTR_ID_LAST ? take(m, f.id[i], f.byte[i]) : HTR_OK;
        }
    }
    return status;
}

int htr_frame_messages_add_plain(struct htr_frame_messages *m, const uint8_t *bytes, size_t size)
{
    int status = HTR_OK;
    for (size_t i = 0; status == HTR_OK && i < size; i++) {
        status = take(m, HTR_ID_NULL, bytes[i]);
    }
    return status;
}

void htr_frame_messages_end(struct htr_frame_messages *m, struct htr_bytes *messages,
                            struct htr_frame_sum *sum)
{
    static const uint8_t nothing[1];
    drop_held(m);
    *messages = (struct htr_bytes){0};
    if (append(&m->out, nothing, 0) == HTR_OK) {
        memset(m->out.bytes + m->out.n, 0, SPARE);
        *messages = (struct htr_bytes){m->out.bytes, m->out.n};
        m->out = (struct grown){0};
    }
    if (sum != NULL) {
        *sum = m->sum;
    }
    htr_frame_messages_close(m);
}

void htr_frame_messages_close(struct htr_frame_messages *m)
{
    for (unsigned id = 0; m != NULL && id < HTR_IDS; id++) {
        free(m->held[id].bytes);
    }
    if (m != NULL) {
        free(m->out.bytes);
    }
    free(m);
}

/* Of N-Trace. */
static bool is_program(unsigned tcode)
{
    return tcode == NEXUS_OWNERSHIP || tcode == NEXUS_DIRECT_BRANCH ||
           tcode == NEXUS_INDIRECT_BRANCH || tcode == NEXUS_ERROR || nexus_tcode_is_sync(tcode) ||
           (tcode >= NEXUS_RESOURCE_FULL && tcode <= NEXUS_REPEAT_BRANCH) ||
           tcode == NEXUS_PROG_TRACE_CORRELATION;
}

/* Messages and damaged ones. */
struct quality {
    uint64_t messages, damaged;
};

static struct quality quality_of(const struct nexus_stream_cfg *cfg, const uint8_t *bytes, size_t n)
{
    struct quality q = {0, 0};
    struct nexus_msg_decoder d;
    struct nexus_msg msg;
    int rc = nexus_msg_decoder_init(&d, cfg, bytes, n);
    while (rc == NEXUS_OK && (rc = nexus_msg_next(&d, &msg)) != NEXUS_ERR_END) {
        q.messages++;
        q.damaged += rc != NEXUS_OK || !is_program(msg.tcode);
        rc = NEXUS_OK;
    }
    return q;
}

bool htr_frame_messages_are(const struct nexus_stream_cfg *cfg, const uint8_t *bytes, size_t size)
{
    struct htr_frame_messages *m;
    struct htr_bytes inside = {0};
    const size_t look = size < LOOK ? size : LOOK;
    if (htr_frame_messages_open(&m, cfg) != HTR_OK) {
        return false;
    }
    if (htr_frame_messages_add(m, bytes, look) != HTR_OK) {
        htr_frame_messages_close(m);
        return false;
    }
    htr_frame_messages_end(m, &inside, NULL);
    const struct quality framed = quality_of(cfg, inside.bytes, inside.size);
    const struct quality plain = quality_of(cfg, bytes, look);
    htr_bytes_free(&inside);
    return framed.messages > 0 && (plain.messages == 0 || framed.damaged * plain.messages <
                                                              plain.damaged * framed.messages);
}
