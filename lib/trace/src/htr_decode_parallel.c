/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decoding with several threads. The trace is cut into parts at synchronizing messages
 * (htr_decode_parts.h). Each part is decoded on its own, into memory, from the most likely state of
 * a flow after its sync. Then the parts are joined in order: when the guess was right and there was
 * no error, the part's output is written as it is; otherwise the part is decoded again from the
 * actual state. So the output is always that of one thread.
 */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "htr_decode_parts.h"
#include "htr_decode_priv.h"
#include "htr_inside_priv.h"
#include "htr_write_priv.h"

enum {
    PART_MIN = 1 << 9, /* bytes of trace in a part, at least */
    PART_FIRST = 1 << 14,
    PART_MAX = 1 << 16,
    PART_OUTPUT = 1 << 18, /* few enough for its output to stay in the processor's cache */
    PART_ROOM = 16 << 20,  /* bytes of output that a part may have */
    OWN = 4,               /* parts per worker: at work, or waiting to be joined */
};

/* The likely state after a sync, apart from what the sync itself gives. */
struct guess {
    bool htm;
    struct flow_context context;
};

/* A part that is being decoded. */
struct part {
    struct htr_part p;
    bool idle;
    struct guess guess;
    bool good;               /* it was decoded without trouble */
    struct nexus_flow began; /* but for the entries of its return stack */
    struct nexus_decoder d;
    uint8_t *output; /* PART_ROOM bytes */
    size_t fill;
    uint64_t instructions;
};

/* What the threads share, under the lock. Parts that are done wait in `done` until their turn; one
 * worker at a time joins them, and run and trace belong to that worker. */
struct team {
    struct htr_branch *run;
    struct htr_part_reader reader; /* has a lock of its own */
    struct nexus_decoder first;    /* how decoding began: options */
    struct htr_part_bytes trace;   /* what run's decoder has not used up */
    struct guess guess;
    size_t size;   /* of parts to come */
    uint64_t turn; /* part to be joined next */
    bool joining;
    bool failed;        /* not enough memory */
    struct part **done; /* part n in n % slots, or NULL */
    size_t slots;
    pthread_mutex_t lock;
    pthread_cond_t turned;
};

/* A part belongs to one worker, so that the memory of its output stays in the cache of one
 * processor. */
struct worker {
    pthread_t thread;
    struct team *team;
    struct htr_code code;
    struct htr_writer w;
    struct part part[OWN];
};

/* Decode a part into memory. Returns whether there was no trouble. */
static bool decode_part(struct worker *k, struct nexus_decoder *d)
{
    struct flow_elem e;
    int n;
    const struct htr_inside in = htr_inside_nexus(d);
    while ((n = htr_decode_batch(&k->w, &in, NULL, &e)) >= 0) {
        if (n == 0) {
            htr_write(&k->w, &e);
        }
        if (n == 0 && htr_decode_is_other(&e)) {
            return false; /* to be reported in order */
        }
        if (k->w.failed || d->flow.errors != 0 || d->flow.gaps != 0 || d->flow.nosync) {
            return false;
        }
    }
    return d->msgs.pos == d->msgs.size;
}

/* The state after the part's sync, as it is most likely. */
static bool begin_part(struct worker *k, struct part *p)
{
    const struct nexus_decoder *first = &k->team->first;
    struct nexus_index_entry entry = p->p.sync;
    if (nexus_decoder_init(&p->d, &first->msgs.cfg, &k->code.code, p->p.trace.bytes,
                           p->p.trace.size) != NEXUS_OK) {
        return false;
    }
    p->d.all_sources = first->all_sources;
    p->d.src = first->src;
    p->d.allow_oversize = first->allow_oversize;
    p->d.more = true;
    entry.htm = p->guess.htm;
    entry.context = p->guess.context;
    if (nexus_decoder_resume(&p->d, p->p.offset, &entry) != NEXUS_OK) {
        return false;
    }
    p->d.flow.msgs = 0;
    return true;
}

static void do_part(struct worker *k, struct part *p)
{
    p->good = false;
    if (p->p.synced && begin_part(k, p)) {
        memcpy(&p->began, &p->d.flow, offsetof(struct nexus_flow, stack.addr));
        k->w.buffer = p->output;
        k->w.fill = 0;
        k->w.failed = false;
        k->w.instructions = 0;
        p->good = decode_part(k, &p->d);
        p->fill = k->w.fill;
        p->instructions = k->w.instructions;
    }
}

/* Let the trace's own decoder take the part's bytes. Returns false: no memory. */
static bool decode_again(struct worker *k, const struct htr_part *p)
{
    struct team *team = k->team;
    struct htr_branch *r = team->run;
    struct nexus_decoder *d = &r->t->decoder;
    struct htr_part_bytes *b = &team->trace;
    size_t left = d->msgs.size - d->msgs.pos;
    if (left > 0) {
        memmove(b->bytes, d->msgs.data + d->msgs.pos, left);
    }
    b->size = left;
    if (!htr_part_append(b, p->trace.bytes, p->trace.size)) {
        return false;
    }
    nexus_decoder_refill(d, b->bytes, b->size, true);
    d->flow.code = &k->code.code;
    r->w->code = &k->code;
    while (htr_branch_step(r) == 0) {
    }
    return true;
}

/* Write the part if its guess was right, else decode it now. */
static bool join(struct worker *k, const struct part *p)
{
    struct htr_branch *r = k->team->run;
    struct nexus_msg_decoder *m = &r->t->decoder.msgs;
    uint64_t end = p->p.offset + p->p.trace.size;
    bool good = true;
    if (p->good && m->pos == m->size && nexus_flow_agrees(&r->t->decoder.flow, &p->began)) {
        nexus_flow_join(&r->t->decoder.flow, &p->d.flow);
        m->base = end - m->pos;
        htr_write_bytes(r->w, p->output, p->fill);
        r->w->instructions += p->instructions;
    } else if (!r->w->failed) {
        good = decode_again(k, &p->p);
    }
    htr_progress(r->t->host, end); /* one worker at a time is here */
    return good;
}

/* The joined part shows what is likely in the rest, and how much output a byte makes. Called with
 * the lock. */
static void learn(struct team *team, const struct part *p)
{
    const struct nexus_flow *flow = &team->run->t->decoder.flow;
    team->guess.htm = flow->htm;
    team->guess.context = flow->where.context;
    if (p->good && p->fill > 0) {
        size_t size = p->p.trace.size * PART_OUTPUT / p->fill;
        team->size = size < PART_MIN ? PART_MIN : size > PART_MAX ? PART_MAX : size;
    }
}

/* Join the parts that are due. Called with the lock, which is released meanwhile. */
static void join_parts(struct worker *k)
{
    struct team *team = k->team;
    struct part **due;
    while (!team->joining && *(due = &team->done[team->turn % team->slots]) != NULL) {
        struct part *p = *due;
        *due = NULL;
        team->joining = true;
        (void)pthread_mutex_unlock(&team->lock);
        bool good = join(k, p);
        (void)pthread_mutex_lock(&team->lock);
        learn(team, p);
        team->failed = team->failed || !good;
        team->joining = false;
        team->turn++;
        p->idle = true;
        (void)pthread_cond_broadcast(&team->turned);
    }
}

/* A part for the worker's next, or NULL: it failed. Called with the lock. */
static struct part *take_slot(struct worker *k)
{
    struct team *team = k->team;
    while (!team->failed) {
        for (size_t i = 0; team->turn > 0 && i < OWN; i++) {
            if (k->part[i].idle) {
                k->part[i].guess = team->guess;
                return &k->part[i];
            }
        }
        (void)pthread_cond_wait(&team->turned, &team->lock);
    }
    return NULL;
}

/* Decode the next part. Returns false: none is left, or it failed. Called with the lock. */
static bool work_on_part(struct worker *k)
{
    struct team *team = k->team;
    struct part *p = take_slot(k);
    size_t size = team->size;
    if (p == NULL) {
        return false;
    }
    (void)pthread_mutex_unlock(&team->lock);
    int n = htr_part_read(&team->reader, &p->p, size);
    if (n > 0) {
        do_part(k, p);
    }
    (void)pthread_mutex_lock(&team->lock);
    if (n > 0) {
        p->idle = false;
        team->done[p->p.number % team->slots] = p;
        join_parts(k);
    } else if (n < 0) {
        team->failed = true;
        (void)pthread_cond_broadcast(&team->turned);
    }
    return n > 0;
}

static void work(struct worker *k)
{
    (void)pthread_mutex_lock(&k->team->lock);
    while (work_on_part(k)) {
    }
    (void)pthread_mutex_unlock(&k->team->lock);
}

/* The first part is decoded before others are begun: it shows what is likely in the rest. */
static void begin(struct worker *k)
{
    struct team *team = k->team;
    bool good = htr_part_read(&team->reader, &k->part[0].p, team->size) > 0 && join(k, &k->part[0]);
    (void)pthread_mutex_lock(&team->lock);
    learn(team, &k->part[0]);
    team->failed = !good;
    team->turn = 1;
    (void)pthread_cond_broadcast(&team->turned);
    (void)pthread_mutex_unlock(&team->lock);
}

static void *helper(void *worker)
{
    struct worker *k = worker;
    htr_code_touch(&k->code);
    work(k);
    return NULL;
}

static bool open_worker(struct worker *k, struct team *team)
{
    k->team = team;
    k->w.format = team->run->w->format;
    k->w.code = &k->code;
    k->w.room = PART_ROOM;
    bool good =
        htr_code_share(&k->code, &team->run->t->code, nexus_cfg_isa(&team->run->t->cfg)) == HTR_OK;
    for (size_t i = 0; i < OWN; i++) {
        k->part[i].idle = true;
        k->part[i].output = malloc(PART_ROOM);
        good = good && k->part[i].output != NULL;
    }
    return good;
}

static void close_worker(struct worker *k)
{
    for (size_t i = 0; i < OWN; i++) {
        free(k->part[i].output);
        free(k->part[i].p.trace.bytes);
    }
    htr_code_unshare(&k->code);
}

bool htr_decode_parallel_fits(const struct htr_branch *r)
{
    if (htr_trace_protocol(r->t) != HTR_NTRACE) {
        return false;
    }
    return htr_write_about(r->w->format)->ranges && r->t->code.opcode == NULL &&
           !htr_code_has_contexts(&r->t->code) && r->t->bytes.size > PART_FIRST;
}

/* The caller is one of the threads; those that cannot be started are left out. */
static void run_team(struct worker *k, unsigned threads)
{
    unsigned started = 1;
    while (started < threads &&
           pthread_create(&k[started].thread, NULL, helper, &k[started]) == 0) {
        started++;
    }
    htr_code_touch(&k->code);
    begin(k);
    work(k);
    for (unsigned i = 1; i < started; i++) {
        (void)pthread_join(k[i].thread, NULL);
    }
}

/* The trace is read by the team now. */
static void open_team(struct team *team)
{
    struct htr_trace *t = team->run->t;
    htr_part_reader_open(&team->reader, t);
    nexus_decoder_refill(&t->decoder, t->decoder.msgs.data, 0, true);
    t->room = 0;
    team->first = t->decoder;
    team->size = PART_FIRST;
}

/* The rest belongs to the trace again: a message that is cut off. */
static void close_team(struct team *team)
{
    struct htr_trace *t = team->run->t;
    struct nexus_msg_decoder *m = &t->decoder.msgs;
    if (team->trace.bytes != NULL) {
        free(t->bytes.bytes);
        t->bytes.bytes = team->trace.bytes;
    }
    nexus_decoder_refill(&t->decoder, m->data + m->pos, m->size - m->pos, false);
    t->more = false;
    t->decoder.flow.code = &t->code.code;
    team->run->w->code = &t->code;
    htr_trace_report_broken(t);
    htr_part_reader_close(&team->reader);
}

int htr_decode_parallel(struct htr_branch *r, unsigned threads)
{
    struct worker *k = calloc(threads, sizeof *k);
    struct team team = {.run = r,
                        .slots = (size_t)OWN * threads,
                        .lock = PTHREAD_MUTEX_INITIALIZER,
                        .turned = PTHREAD_COND_INITIALIZER};
    unsigned opened = 0;
    team.done = calloc(team.slots, sizeof(struct part *));
    while (k != NULL && opened < threads && open_worker(&k[opened], &team)) {
        opened++;
    }
    bool good = team.done != NULL && opened == threads;
    if (good) {
        open_team(&team);
        run_team(k, threads);
        close_team(&team);
        good = !team.failed;
    }
    for (unsigned i = 0; k != NULL && i < threads; i++) {
        close_worker(&k[i]);
    }
    free(team.done);
    free(k);
    return good ? HTR_OK
                : htr_fail(r->t->host, HTR_ERR_MEMORY, NULL, "not enough memory for %u threads",
                           threads);
}
