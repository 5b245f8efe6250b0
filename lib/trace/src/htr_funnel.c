/* SPDX-License-Identifier: Apache-2.0 */
/* Traces of different sources become one stream, message by message. */
#include "htr/htr_funnel.h"

#include <inttypes.h>
#include <stdlib.h>

#include "etrace/etrace_frame.h"
#include "htr/htr_input.h"
#include "htr/htr_kind.h"

enum {
    SOURCES = 1 << 16 /* srcID of the encapsulation has 16 bits, SRC of N-Trace at most 12 */
};

struct input {
    const char *path;
    struct htr_bytes bytes;
    struct nexus_msg_decoder d;
    struct etrace_reader r; /* in its place */
    /* the next one to write */
    const uint8_t *raw;
    size_t length;
    bool more;
    uint64_t time; /* of it: its own, or that of the message before */
    bool time_known;
    uint64_t damaged;
};

/* What the funnel must know of a message. */
struct message {
    uint64_t offset;
    uint32_t src;
};

struct htr_funnel {
    struct htr_host *host;
    bool etrace;
    struct nexus_stream_cfg cfg;
    struct etrace_cfg etrace_cfg; /* in its place */
    uint8_t owner[SOURCES];       /* input of each source, from 1 */
    struct htr_funnel_sum sum;
    unsigned n;
    struct input input[];
};

/* An absolute time, of which the lowest bits came. Time never goes back: a smaller value means that
 * the counter has wrapped. */
static void take_absolute(struct input *s, uint64_t t, unsigned bits)
{
    const uint64_t mask = bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    const uint64_t base = s->time & ~mask;
    s->time = s->time_known && (t & mask) < (s->time & mask) ? base + mask + 1 + (t & mask)
                                                             : base + (t & mask);
    s->time_known = true;
}

/* N-Trace, Timestamp Reporting: absolute in synchronizing messages, else a difference. */
static void take_time(struct htr_funnel *g, struct input *s, const struct nexus_msg *m)
{
    uint64_t t = m->value[NEXUS_F_TSTAMP];
    if (!nexus_msg_has(m, NEXUS_F_TSTAMP)) {
        g->sum.untimed += !s->time_known;
    } else if (nexus_tcode_is_sync(m->tcode)) {
        take_absolute(s, t, g->cfg.timestamp_bits);
    } else if (s->time_known) {
        s->time = g->cfg.profile == NEXUS_PROFILE_SIFIVE_0X ? s->time ^ t : s->time + t;
    } else {
        g->sum.untimed++;
    }
}

/* The next message of N-Trace. Returns whether there is one. */
static bool next_message(struct htr_funnel *g, struct input *s, struct message *is)
{
    struct nexus_msg m;
    int status;
    while ((status = nexus_msg_next(&s->d, &m)) != NEXUS_ERR_END && status != NEXUS_OK &&
           status != NEXUS_ERR_OVERSIZE) {
        s->damaged++;
    }
    if (status == NEXUS_ERR_END) {
        return false;
    }
    s->raw = m.raw;
    s->length = m.raw_length;
    *is = (struct message){m.offset, m.src};
    take_time(g, s, &m);
    return true;
}

/* The next packet of E-Trace (Packet Encapsulation 1.0, "Normal Encapsulation Structure"): a
 * timestamp is absolute. Returns whether there is one. */
static bool next_packet(struct htr_funnel *g, struct input *s, struct message *is)
{
    struct etrace_frame f;
    enum etrace_status status;
    while ((status = etrace_reader_next(&s->r, &f)) != ETRACE_ERR_END && status != ETRACE_OK) {
        s->damaged++;
    }
    if (status == ETRACE_ERR_END) {
        s->damaged += s->r.pos < s->r.size; /* it is not whole */
        return false;
    }
    s->raw = s->bytes.bytes + f.offset;
    s->length = f.length;
    *is = (struct message){f.offset, f.src};
    if (f.stamped) {
        take_absolute(s, f.stamp, 8u * s->r.cfg.ts_bytes);
    } else {
        g->sum.untimed += !s->time_known;
    }
    return true;
}

/* Fetch the next message of an input. Returns HTR_OK, or HTR_ERR_CONFLICT after a message. */
static int advance(struct htr_funnel *g, unsigned i)
{
    struct input *s = &g->input[i];
    struct message is;
    s->more = g->etrace ? next_packet(g, s, &is) : next_message(g, s, &is);
    if (!s->more) {
        return HTR_OK;
    }
    if (g->owner[is.src] != 0 && g->owner[is.src] != i + 1) {
        return htr_fail(g->host, HTR_ERR_CONFLICT, s->path,
                        "%s at offset %" PRIu64 ": source %" PRIu32
                        " is also in %s; the sources of the inputs must differ (trTeSrcID)",
                        g->etrace ? "packet" : "message", is.offset, is.src,
                        g->input[g->owner[is.src] - 1].path);
    }
    g->owner[is.src] = (uint8_t)(i + 1);
    return HTR_OK;
}

/* The input whose next message is the earliest; of equal ones the first. */
static unsigned earliest(const struct htr_funnel *g)
{
    unsigned best = g->n;
    for (unsigned i = 0; i < g->n; i++) {
        if (g->input[i].more && (best == g->n || g->input[i].time < g->input[best].time)) {
            best = i;
        }
    }
    return best;
}

static unsigned in_turn(const struct htr_funnel *g, unsigned last)
{
    for (unsigned k = 1; k <= g->n; k++) {
        if (g->input[(last + k) % g->n].more) {
            return (last + k) % g->n;
        }
    }
    return g->n;
}

/* A message of an input, and the next one. */
static int pass(struct htr_funnel *g, unsigned i, FILE *to, uint64_t *written)
{
    const struct input *s = &g->input[i];
    if (fwrite(s->raw, 1, s->length, to) != s->length) {
        return HTR_ERR_WRITE;
    }
    g->sum.messages++;
    *written += s->length;
    htr_progress(g->host, *written);
    return advance(g, i);
}

int htr_funnel_write(struct htr_funnel *g, enum htr_funnel_order order, FILE *to,
                     struct htr_funnel_sum *sum)
{
    bool by_time = order == HTR_FUNNEL_TIME;
    unsigned i = g->n - 1;
    uint64_t written = 0;
    int status = HTR_OK;
    for (unsigned k = 0; k < g->n && status == HTR_OK; k++) {
        status = advance(g, k);
    }
    while (status == HTR_OK && (i = by_time ? earliest(g) : in_turn(g, i)) < g->n &&
           !htr_stopped(g->host)) {
        status = pass(g, i, to, &written);
    }
    *sum = g->sum;
    return status;
}

static bool begin(struct htr_funnel *g, struct input *s)
{
    return g->etrace
               ? etrace_reader_init(&s->r, &g->etrace_cfg, s->bytes.bytes, s->bytes.size) ==
                     ETRACE_OK
               : nexus_msg_decoder_init(&s->d, &g->cfg, s->bytes.bytes, s->bytes.size) == NEXUS_OK;
}

static int open_input(struct htr_funnel *g, struct input *s, const char *path)
{
    s->path = path;
    int status = htr_bytes_load(&s->bytes, g->host, path);
    if (status == HTR_OK) {
        status = htr_kind_check_trace(g->host, path, s->bytes.bytes, s->bytes.size, false);
    }
    if (status == HTR_OK && !begin(g, s)) {
        status =
            htr_fail(g->host, HTR_ERR_ARG, NULL, "no decoder can have these options; see --help");
    }
    return status;
}

/* One of n inputs, when messages have sources. Returns as htr_funnel_open. */
static int make(struct htr_funnel **out, struct htr_host *host, unsigned n, unsigned src_bits,
                const char *what)
{
    *out = NULL;
    if (n < 1 || n > HTR_FUNNEL_INPUTS) {
        return htr_fail(host, HTR_ERR_ARG, NULL, "%u inputs; it is 1 to %d", n, HTR_FUNNEL_INPUTS);
    }
    if (src_bits == 0) {
        return htr_fail(host, HTR_ERR_MISSING, NULL,
                        "%s cannot be separated later; trace with it, and add "
                        "--te trTeSrcBits=N",
                        what);
    }
    *out = calloc(1, sizeof **out + n * sizeof(*out)->input[0]);
    if (*out == NULL) {
        return htr_fail(host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    (*out)->host = host;
    return HTR_OK;
}

static int open_inputs(struct htr_funnel **out, struct htr_funnel *g, const char *const *path,
                       unsigned n)
{
    int status = HTR_OK;
    *out = NULL;
    while (status == HTR_OK && g->n < n) {
        status = open_input(g, &g->input[g->n], path[g->n]);
        g->n++;
    }
    if (status != HTR_OK) {
        htr_funnel_close(g);
        return status;
    }
    *out = g;
    return HTR_OK;
}

int htr_funnel_open(struct htr_funnel **out, struct htr_host *host, const char *const *path,
                    unsigned n, const struct nexus_stream_cfg *cfg)
{
    int status = make(out, host, n, cfg->src_bits, "messages without SRC");
    if (status != HTR_OK) {
        return status;
    }
    (*out)->cfg = *cfg;
    return open_inputs(out, *out, path, n);
}

int htr_funnel_open_etrace(struct htr_funnel **out, struct htr_host *host, const char *const *path,
                           unsigned n, const struct etrace_cfg *cfg)
{
    int status = make(out, host, n, cfg->src_bits, "packets without srcID");
    if (status != HTR_OK) {
        return status;
    }
    (*out)->etrace = true;
    (*out)->etrace_cfg = *cfg;
    return open_inputs(out, *out, path, n);
}

uint64_t htr_funnel_size(const struct htr_funnel *g)
{
    uint64_t total = 0;
    for (unsigned i = 0; i < g->n; i++) {
        total += g->input[i].bytes.size;
    }
    return total;
}

uint64_t htr_funnel_damaged(const struct htr_funnel *g, unsigned i)
{
    return g->input[i].damaged;
}

void htr_funnel_close(struct htr_funnel *g)
{
    for (unsigned i = 0; g != NULL && i < g->n; i++) {
        htr_bytes_free(&g->input[i].bytes);
    }
    free(g);
}
