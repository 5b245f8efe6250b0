/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decoding with several threads. The trace is cut into chunks; each part between the first
 * synchronizing message of one chunk and that of a later one is decoded on its own, into memory, in
 * the state that a flow is most likely in behind its sync. Then the parts are joined in order: when
 * the guess was right and nothing went wrong, the part's output is written as it is; otherwise the
 * part is decoded again from where the trace has come to. So the output is always that of one
 * thread.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "decode.h"
#include "nexus/nexus_index.h"
#include "progress.h"

enum {
    CHUNK = 1 << 14,     /* bytes of trace, at least: */
    CHUNK_MAX = 1 << 16, /* so many that a part's output stays in the processor's cache */
    PART_OUTPUT = 1 << 20,
    PART_ROOM = 16 << 20, /* bytes of output that a part may have */
};

/* What the threads share. `turn` is the part to be joined next; run belongs to whose turn it is. */
struct team {
    struct decode_run *run;
    const struct nexus_decoder *first; /* how decoding began: options, and what htm is likely */
    size_t chunk;
    size_t parts;
    size_t next; /* part that nobody has taken */
    size_t turn;
    pthread_mutex_t lock;
    pthread_cond_t turned;
};

struct worker {
    pthread_t thread;
    struct team *team;
    struct code_source code;
    struct decode_writer w;
    struct nexus_decoder d;
};

/* A place behind a synchronizing message. */
struct border {
    bool found;
    struct nexus_index_entry sync;
    size_t end; /* offset behind the sync, or the size of the trace */
};

/* The first synchronizing message that begins in bytes [from, to). */
static struct border find_border(const struct team *team, size_t from, size_t to)
{
    const struct input *in = &team->run->t->bytes;
    struct border b = {.end = in->size};
    struct nexus_msg_decoder d = team->first->msgs;
    struct nexus_msg m;
    d.pos = from;
    if (nexus_msg_decoder_resync(&d) != NEXUS_OK) {
        return b;
    }
    while (d.pos < to) {
        int rc = nexus_decode_next(&d, &m);
        if (rc == NEXUS_ERR_END) {
            break;
        }
        if (rc == NEXUS_OK && nexus_tcode_is_sync(m.tcode) &&
            (team->first->all_sources || team->first->src == m.src)) {
            b.found = true;
            b.end = (size_t)m.offset + m.length;
            b.sync.offset = m.offset;
            b.sync.length = (uint32_t)m.length;
            b.sync.addr = m.value[NEXUS_F_ADDR] << 1;
            b.sync.tcode = m.tcode;
            b.sync.time_known = nexus_msg_has(&m, NEXUS_F_TSTAMP);
            b.sync.time = m.value[NEXUS_F_TSTAMP];
            b.sync.starts = true;
            break;
        }
    }
    return b;
}

/* Where the part ends: at the next border, whichever chunk that is in. */
static size_t part_end(const struct team *team, size_t part)
{
    size_t size = team->run->t->bytes.size;
    for (size_t i = part + 1; i < team->parts; i++) {
        struct border b = find_border(team, i * team->chunk, (i + 1) * team->chunk);
        if (b.found) {
            return b.end;
        }
    }
    return size;
}

/* Decode a part into memory. Returns whether it went without trouble. */
static bool decode_part(struct worker *k, size_t end)
{
    struct nexus_elem e;
    k->w.instructions = 0;
    k->w.memory_fill = 0;
    k->w.failed = false;
    for (;;) {
        int n = decode_batch(&k->w, &k->d, &e);
        if (k->w.failed) {
            k->w.fill = 0;
            return false;
        }
        if (n < 0) {
            decode_flush(&k->w);
            return !k->w.failed && k->d.msgs.pos == end;
        }
        if (n == 0) {
            decode_write(&k->w, &e);
        }
        if (k->d.flow.errors != 0 || k->d.flow.gaps != 0 || k->d.flow.nosync) {
            k->w.fill = 0;
            return false;
        }
    }
}

/* The state behind the border's sync, as it is most likely. */
static bool begin_part(struct worker *k, const struct border *b, size_t end)
{
    const struct team *team = k->team;
    const struct nexus_decoder *first = team->first;
    struct nexus_index_entry entry = b->sync;
    if (nexus_decoder_init(&k->d, &first->msgs.cfg, &k->code.code, first->msgs.data, end) !=
        NEXUS_OK) {
        return false;
    }
    k->d.all_sources = first->all_sources;
    k->d.src = first->src;
    k->d.allow_oversize = first->allow_oversize;
    k->d.more = true;
    entry.htm = first->flow.htm;
    entry.context = first->flow.where.context;
    if (nexus_decoder_resume(&k->d, 0, &entry) != NEXUS_OK) {
        return false;
    }
    k->d.flow.msgs = 0;
    return true;
}

/* Let the trace's own decoder go on to `end`. */
static void decode_again(struct decode_run *r, size_t end)
{
    struct nexus_msg_decoder *m = &r->t->decoder.msgs;
    m->size = end;
    r->t->decoder.more = true;
    while (decode_step(r) == 0) {
    }
    m->size = r->t->bytes.size;
    r->t->decoder.more = false;
}

/* Our turn: write the part if the trace has come to where it began, else decode it now. */
static void join(struct worker *k, const struct nexus_flow *began, bool good,
                 const struct border *b, size_t end)
{
    struct decode_run *r = k->team->run;
    struct nexus_decoder *d = &r->t->decoder;
    if (good && d->msgs.pos == b->end && nexus_flow_agrees(&d->flow, began)) {
        nexus_flow_join(&d->flow, &k->d.flow);
        d->msgs.pos = end;
        decode_output(r->w, k->w.memory, k->w.memory_fill);
        r->w->instructions += k->w.instructions;
    } else if (!r->w->failed) {
        decode_again(r, end);
    }
    progress_at(end); /* one worker at a time is here */
}

static void do_part(struct worker *k, size_t part)
{
    struct team *team = k->team;
    struct border b = find_border(team, part * team->chunk, (part + 1) * team->chunk);
    struct nexus_flow began = {.state = NEXUS_FLOW_WAIT};
    bool good = false;
    size_t end = b.found ? part_end(team, part) : 0;
    if (b.found && begin_part(k, &b, end)) {
        began = k->d.flow;
        good = decode_part(k, end);
    }
    (void)pthread_mutex_lock(&team->lock);
    while (team->turn != part) {
        (void)pthread_cond_wait(&team->turned, &team->lock);
    }
    if (b.found) {
        join(k, &began, good, &b, end);
    }
    team->turn++;
    (void)pthread_cond_broadcast(&team->turned);
    (void)pthread_mutex_unlock(&team->lock);
}

static void *work(void *worker)
{
    struct worker *k = worker;
    struct team *team = k->team;
    for (;;) {
        (void)pthread_mutex_lock(&team->lock);
        size_t part = team->next++;
        (void)pthread_mutex_unlock(&team->lock);
        if (part >= team->parts) {
            return NULL;
        }
        do_part(k, part);
    }
}

static bool open_worker(struct worker *k, struct team *team)
{
    k->team = team;
    k->w.format = team->run->w->format;
    k->w.code = &k->code;
    k->w.memory = malloc(PART_ROOM);
    k->w.memory_room = PART_ROOM;
    return code_share(&k->code, &team->run->t->code, &team->run->t->cfg) == 0 &&
           k->w.memory != NULL;
}

static void close_worker(struct worker *k)
{
    code_unshare(&k->code);
    free(k->w.memory);
}

bool decode_parallel_fits(const struct decode_run *r)
{
    return decode_takes_ranges(r->w) && r->t->code.opcode == NULL && r->t->bytes.size > CHUNK;
}

/* Threads that cannot be started are done without; the caller is one of them. */
static void run_team(struct worker *k, unsigned threads)
{
    unsigned started = 1;
    while (started < threads && pthread_create(&k[started].thread, NULL, work, &k[started]) == 0) {
        started++;
    }
    (void)work(&k[0]);
    for (unsigned i = 1; i < started; i++) {
        (void)pthread_join(k[i].thread, NULL);
    }
}

static void cut(struct team *team, size_t chunk)
{
    team->chunk = chunk;
    team->parts = team->run->t->bytes.size / chunk + 1;
}

/* The first part is decoded before the others begin: it shows what is likely in the rest, and how
 * much output comes of a byte. */
static void decode_first(struct team *team, struct nexus_decoder *first)
{
    struct decode_run *run = team->run;
    struct nexus_decoder *d = &run->t->decoder;
    size_t chunk = CHUNK;
    cut(team, chunk);
    *first = *d;
    decode_again(run, part_end(team, 0));
    while (chunk < CHUNK_MAX && run->w->written / (d->msgs.pos + 1) * 2 * chunk <= PART_OUTPUT) {
        chunk *= 2;
    }
    cut(team, chunk);
    decode_again(run, part_end(team, 0));
    *first = *d;
    team->next = team->turn = 1;
}

int decode_parallel(struct decode_run *r, unsigned threads)
{
    struct nexus_decoder *first = malloc(sizeof *first);
    struct worker *k = calloc(threads, sizeof *k);
    struct team team = {.run = r,
                        .first = first,
                        .lock = PTHREAD_MUTEX_INITIALIZER,
                        .turned = PTHREAD_COND_INITIALIZER};
    unsigned opened = 0;
    int status = 0;
    while (first != NULL && k != NULL && opened < threads && open_worker(&k[opened], &team)) {
        opened++;
    }
    if (opened < threads) {
        status = tool_fail("decode", NULL, "not enough memory for %u threads", threads);
    } else {
        decode_first(&team, first);
        run_team(k, threads);
    }
    for (unsigned i = 0; k != NULL && i < threads; i++) {
        close_worker(&k[i]);
    }
    free(k);
    free(first);
    return status;
}
