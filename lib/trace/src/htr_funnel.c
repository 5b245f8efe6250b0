/* SPDX-License-Identifier: Apache-2.0 */
/* Traces of different sources become one stream, message by message. */
#include "htr/htr_funnel.h"

#include <inttypes.h>
#include <stdlib.h>

#include "htr/htr_input.h"
#include "htr/htr_kind.h"

struct input {
    const char *path;
    struct htr_bytes bytes;
    struct nexus_msg_decoder d;
    struct nexus_msg m; /* the next one to write */
    bool more;
    uint64_t time; /* of m: its own, or that of the message before */
    bool time_known;
    uint64_t damaged;
};

struct htr_funnel {
    struct htr_host *host;
    struct nexus_stream_cfg cfg;
    uint8_t owner[1 << NEXUS_MAX_SRC_BITS]; /* input of each SRC, from 1 */
    struct htr_funnel_sum sum;
    unsigned n;
    struct input input[];
};

/* N-Trace, Timestamp Reporting: absolute in synchronizing messages, else a difference. */
static void take_time(struct htr_funnel *g, struct input *s)
{
    uint64_t t = s->m.value[NEXUS_F_TSTAMP];
    uint64_t mask =
        g->cfg.timestamp_bits >= 64 ? UINT64_MAX : (UINT64_C(1) << g->cfg.timestamp_bits) - 1;
    if (!nexus_msg_has(&s->m, NEXUS_F_TSTAMP)) {
        g->sum.untimed += !s->time_known;
    } else if (nexus_tcode_is_sync(s->m.tcode)) {
        /* Time never goes back: a smaller value means that the counter has wrapped. */
        uint64_t base = s->time & ~mask;
        s->time = s->time_known && (t & mask) < (s->time & mask) ? base + mask + 1 + (t & mask)
                                                                 : base + (t & mask);
        s->time_known = true;
    } else if (s->time_known) {
        s->time = g->cfg.profile == NEXUS_PROFILE_SIFIVE_0X ? s->time ^ t : s->time + t;
    } else {
        g->sum.untimed++;
    }
}

/* Fetch the next message of an input. Returns HTR_OK, or HTR_ERR_CONFLICT after a message. */
static int advance(struct htr_funnel *g, unsigned i)
{
    struct input *s = &g->input[i];
    int status;
    while ((status = nexus_msg_next(&s->d, &s->m)) != NEXUS_ERR_END && status != NEXUS_OK &&
           status != NEXUS_ERR_OVERSIZE) {
        s->damaged++;
    }
    s->more = status != NEXUS_ERR_END;
    if (!s->more) {
        return HTR_OK;
    }
    if (g->owner[s->m.src] != 0 && g->owner[s->m.src] != i + 1) {
        return htr_fail(g->host, HTR_ERR_CONFLICT, s->path,
                        "message at offset %" PRIu64 ": source %u is also in %s; the sources of "
                        "the inputs must differ (trTeSrcID)",
                        s->m.offset, s->m.src, g->input[g->owner[s->m.src] - 1].path);
    }
    g->owner[s->m.src] = (uint8_t)(i + 1);
    take_time(g, s);
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
    const struct nexus_msg *m = &g->input[i].m;
    if (fwrite(m->raw, 1, m->raw_length, to) != m->raw_length) {
        return HTR_ERR_WRITE;
    }
    g->sum.messages++;
    *written += m->raw_length;
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

static int open_input(struct htr_funnel *g, struct input *s, const char *path)
{
    s->path = path;
    int status = htr_bytes_load(&s->bytes, g->host, path);
    if (status == HTR_OK) {
        status = htr_kind_check_trace(g->host, path, s->bytes.bytes, s->bytes.size, false);
    }
    if (status == HTR_OK &&
        nexus_msg_decoder_init(&s->d, &g->cfg, s->bytes.bytes, s->bytes.size) != NEXUS_OK) {
        status =
            htr_fail(g->host, HTR_ERR_ARG, NULL, "no decoder can have these options; see --help");
    }
    return status;
}

int htr_funnel_open(struct htr_funnel **out, struct htr_host *host, const char *const *path,
                    unsigned n, const struct nexus_stream_cfg *cfg)
{
    int status = HTR_OK;
    *out = NULL;
    if (n < 1 || n > HTR_FUNNEL_INPUTS) {
        return htr_fail(host, HTR_ERR_ARG, NULL, "%u inputs; it is 1 to %d", n, HTR_FUNNEL_INPUTS);
    }
    if (cfg->src_bits == 0) {
        return htr_fail(host, HTR_ERR_MISSING, NULL,
                        "messages without SRC cannot be separated later; trace with SRC, and add "
                        "--te trTeSrcBits=N");
    }
    struct htr_funnel *g = calloc(1, sizeof *g + n * sizeof g->input[0]);
    if (g == NULL) {
        return htr_fail(host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    g->host = host;
    g->cfg = *cfg;
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
