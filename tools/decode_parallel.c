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

/* A place behind a synchronizing message. */
struct border {
    bool known, found;
    struct nexus_index_entry sync;
    size_t end; /* offset behind the sync, or the size of the trace */
};

/* A part that was decoded, from its border to end. */
struct part {
    size_t number;
    struct border b;
    size_t end;
    bool good; /* it went without trouble */
    struct nexus_flow began, ended;
    uint8_t *memory; /* PART_ROOM bytes: its output */
    size_t fill;
    uint64_t instructions;
};

/* What the threads share, under the lock. Parts that are done wait in `done` until it is their
 * turn; whoever comes when it is, and nobody else does, joins them. run belongs to who joins. */
struct team {
    struct decode_run *run;
    const struct nexus_decoder *first; /* how decoding began: options, and what htm is likely */
    size_t chunk;
    size_t parts;
    struct border *border; /* of each part, when it was found */
    size_t next;           /* part that nobody has taken */
    size_t turn;           /* part to be joined next */
    bool joining;
    struct part *part;  /* nslots */
    struct part **idle; /* those that nobody uses, the last one used on top */
    struct part **done; /* part n in n % nslots, or NULL */
    size_t nslots, nidle;
    pthread_mutex_t lock;
    pthread_cond_t freed;
};

struct worker {
    pthread_t thread;
    struct team *team;
    struct code_source code;
    struct decode_writer w;
    struct nexus_decoder d;
};

/* The first synchronizing message that begins in bytes [from, to). */
static struct border find_border(const struct team *team, size_t from, size_t to)
{
    const struct input *in = &team->run->t->bytes;
    struct border b = {.known = true, .end = in->size};
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

/* That of a part. The one who decodes the part before needs it too. */
static struct border border_of(struct team *team, size_t part)
{
    (void)pthread_mutex_lock(&team->lock);
    struct border b = team->border[part];
    (void)pthread_mutex_unlock(&team->lock);
    if (!b.known) {
        b = find_border(team, part * team->chunk, (part + 1) * team->chunk);
        (void)pthread_mutex_lock(&team->lock);
        team->border[part] = b;
        (void)pthread_mutex_unlock(&team->lock);
    }
    return b;
}

/* Where the part ends: at the next border, whichever chunk that is in. */
static size_t part_end(struct team *team, size_t part)
{
    size_t size = team->run->t->bytes.size;
    for (size_t i = part + 1; i < team->parts; i++) {
        struct border b = border_of(team, i);
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

/* Write the part if the trace has come to where it began, else decode it now. */
static void join(struct team *team, const struct part *p)
{
    struct decode_run *r = team->run;
    struct nexus_decoder *d = &r->t->decoder;
    if (p->good && d->msgs.pos == p->b.end && nexus_flow_agrees(&d->flow, &p->began)) {
        nexus_flow_join(&d->flow, &p->ended);
        d->msgs.pos = p->end;
        decode_output(r->w, p->memory, p->fill);
        r->w->instructions += p->instructions;
    } else if (!r->w->failed) {
        decode_again(r, p->end);
    }
    progress_at(p->end); /* one worker at a time is here */
}

static void do_part(struct worker *k, struct part *p)
{
    p->b = border_of(k->team, p->number);
    p->good = false;
    if (!p->b.found) {
        return;
    }
    p->end = part_end(k->team, p->number);
    if (begin_part(k, &p->b, p->end)) {
        p->began = k->d.flow;
        k->w.memory = p->memory;
        p->good = decode_part(k, p->end);
        p->ended = k->d.flow;
        p->fill = k->w.memory_fill;
        p->instructions = k->w.instructions;
    }
}

/* The next part and memory for it, or NULL when there is none left. Called with the lock. */
static struct part *take_part(struct team *team)
{
    while (team->next < team->parts && team->nidle == 0) {
        (void)pthread_cond_wait(&team->freed, &team->lock);
    }
    if (team->next >= team->parts) {
        return NULL;
    }
    struct part *p = team->idle[--team->nidle];
    p->number = team->next++;
    return p;
}

/* Join what is due. Called with the lock, which others can have meanwhile. */
static void join_parts(struct team *team)
{
    struct part **due;
    while (!team->joining && *(due = &team->done[team->turn % team->nslots]) != NULL) {
        struct part *p = *due;
        *due = NULL;
        team->joining = true;
        (void)pthread_mutex_unlock(&team->lock);
        if (p->b.found) {
            join(team, p);
        }
        (void)pthread_mutex_lock(&team->lock);
        team->joining = false;
        team->turn++;
        team->idle[team->nidle++] = p;
        (void)pthread_cond_broadcast(&team->freed);
    }
}

static void *work(void *worker)
{
    struct worker *k = worker;
    struct team *team = k->team;
    struct part *p;
    code_touch(&k->code);
    (void)pthread_mutex_lock(&team->lock);
    while ((p = take_part(team)) != NULL) {
        (void)pthread_mutex_unlock(&team->lock);
        do_part(k, p);
        (void)pthread_mutex_lock(&team->lock);
        team->done[p->number % team->nslots] = p;
        join_parts(team);
    }
    (void)pthread_mutex_unlock(&team->lock);
    return NULL;
}

static bool open_worker(struct worker *k, struct team *team)
{
    k->team = team;
    k->w.format = team->run->w->format;
    k->w.code = &k->code;
    k->w.memory_room = PART_ROOM;
    return code_share(&k->code, &team->run->t->code, &team->run->t->cfg) == 0;
}

static void close_worker(struct worker *k)
{
    code_unshare(&k->code);
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
    memset(team->border, 0, team->parts * sizeof *team->border);
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

/* Room for what the threads share; parts whose turn has not come may be as many as threads, and
 * those in work. */
static bool open_team(struct team *team, unsigned threads)
{
    team->nslots = 2 * (size_t)threads + 1;
    team->border = calloc(team->run->t->bytes.size / CHUNK + 1, sizeof *team->border);
    team->part = calloc(team->nslots, sizeof *team->part);
    team->idle = calloc(team->nslots, sizeof(struct part *));
    team->done = calloc(team->nslots, sizeof(struct part *));
    if (team->border == NULL || team->part == NULL || team->idle == NULL || team->done == NULL) {
        return false;
    }
    for (size_t i = 0; i < team->nslots; i++) {
        team->part[i].memory = malloc(PART_ROOM);
        if (team->part[i].memory == NULL) {
            return false;
        }
        team->idle[team->nidle++] = &team->part[i];
    }
    return true;
}

static void close_team(struct team *team)
{
    for (size_t i = 0; team->part != NULL && i < team->nslots; i++) {
        free(team->part[i].memory);
    }
    free(team->part);
    free(team->border);
    free(team->idle);
    free(team->done);
}

int decode_parallel(struct decode_run *r, unsigned threads)
{
    struct nexus_decoder *first = malloc(sizeof *first);
    struct worker *k = calloc(threads, sizeof *k);
    struct team team = {.run = r,
                        .first = first,
                        .lock = PTHREAD_MUTEX_INITIALIZER,
                        .freed = PTHREAD_COND_INITIALIZER};
    unsigned opened = 0;
    int status = 0;
    bool room = open_team(&team, threads);
    while (first != NULL && k != NULL && opened < threads && open_worker(&k[opened], &team)) {
        opened++;
    }
    if (opened < threads || !room) {
        status = tool_fail("decode", NULL, "not enough memory for %u threads", threads);
    } else {
        decode_first(&team, first);
        run_team(k, threads);
    }
    for (unsigned i = 0; k != NULL && i < threads; i++) {
        close_worker(&k[i]);
    }
    close_team(&team);
    free(k);
    free(first);
    return status;
}
