/* SPDX-License-Identifier: Apache-2.0 */
/* queue_records: records wait and take time, as in the encoder in SystemVerilog
 * (docs/reference/rtl.md, Cycles). A record is looked at some cycles after it came, or when those
 * before it are done. A block takes a cycle for each of its messages, one at least, and one more
 * before it is counted after an Ownership. Blocks of two records in a row can be looked at
 * together. */
#include "trm_encoder_int.h"

enum {
    PLACES = TRM_ENCODER_RECORDS + TRM_ENCODER_TRANSIT,
    LATENCY = 4,     /* cycles from the port to a look at the record */
    LATENCY_TWO = 3, /* the same with two blocks */
    SMALL_BITS = 6,  /* of the half-words of a small block */
    TINY = 3,        /* more half-words than a tiny block has */
};

static struct trm_encoder_waiting *place(struct trm_encoder *enc, unsigned n)
{
    return &enc->records[(enc->oldest + n) % PLACES];
}

/* Records that the queue holds, with those on their way into it and out of it. */
static unsigned places(const struct trm_encoder *enc)
{
    return enc->cfg.queue_records + (unsigned)TRM_ENCODER_TRANSIT;
}

static bool is_small(const struct ingress_cycle *in)
{
    bool small = in->nblocks != 0;
    for (unsigned i = 0; i < in->nblocks; i++) {
        small = small && in->block[i].iretire != 0 && in->block[i].iretire >> SMALL_BITS == 0;
    }
    return small;
}

/* Small blocks, and nothing else to report. */
static bool simple(const struct ingress_cycle *in)
{
    return is_small(in) && in->ctype == 0 && in->trigger == 0 && in->ext_trig == 0 && !in->halted &&
           !in->reset && !in->lowpower;
}

static bool two_blocks(const struct trm_encoder *enc)
{
    return enc->cfg.queue_blocks == 2;
}

/* Can its two blocks be looked at one by one? Only when nothing but them comes of it. */
static bool splits(const struct trm_encoder *enc, const struct ingress_cycle *in)
{
    return two_blocks(enc) && !enc->filtering && in->nblocks == 2 && in->ctype == 0 &&
           in->trigger == 0 && in->ext_trig == 0 && in->naccess == 0;
}

/* A record that comes in can go with the one of the cycle before: privilege and context are the
 * same. With one block per cycle that one must not be a second one itself. */
static bool joins(struct trm_encoder *enc, const struct ingress_cycle *in)
{
    if (enc->waiting == 0 || (in->nblocks > 1 && !splits(enc, in))) {
        return false;
    }
    const struct trm_encoder_waiting *last = place(enc, enc->waiting - 1u);
    unsigned blocks = last->in.nblocks;
    bool free = last->splits || (blocks == 1 && (two_blocks(enc) || !last->joins));
    return last->record && free && !last->gap && last->tick + 1 == enc->ticks &&
           simple(&last->in) && trm_encoder_is_counted(enc, &last->in.block[blocks - 1]) &&
           simple(in) && last->in.priv == in->priv && last->in.context == in->context &&
           last->in.hcontext == in->hcontext;
}

/* A stalling encoder looks at a record when there is room for a message. */
static bool holds(const struct trm_encoder *enc)
{
    bool full = trm_encoder_fifo_full(enc) || enc->fifo_fill > enc->cfg.fifo_bytes;
    return full && trm_encoder_stalling(enc) && !trm_link_stopped(&enc->link);
}

/* What was looked at leaves. */
static void drop(struct trm_encoder *enc)
{
    enc->oldest = (uint16_t)((enc->oldest + enc->leave) % PLACES);
    enc->waiting = (uint16_t)(enc->waiting - enc->leave);
    if (enc->begins) {
        place(enc, 0)->begun = true;
    }
    enc->begins = false;
    enc->leave = 0;
}

/* Cycles that sidebands that change and triggers take, once they are noticed. Their messages are
 * sent in these. */
static uint32_t side_cycles(const struct trm_encoder *enc, const struct ingress_cycle *in)
{
    unsigned on_off = INGRESS_TRIGGER_ON | INGRESS_TRIGGER_OFF;
    unsigned changes = (in->lowpower != enc->lowpower ? 1u : 0u) +
                       (in->reset != enc->in_reset ? 1u : 0u) +
                       (trm_encoder_is_halted(in) != enc->halted ? 1u : 0u);
    bool triggers =
        (in->trigger & enc->dbg_actions & on_off) != 0 || in->ext_trig != 0 || enc->off_pending;
    if (changes == 0 && !triggers) {
        return 0;
    }
    return enc->backend->sides_at_once ? 1 : 1 + changes;
}

/* The region ended with the record before: no trace-on came in the cycle after it. */
static bool ends_first(const struct trm_encoder *enc, const struct trm_encoder_waiting *w)
{
    return enc->off_pending && w->in.cycle - enc->cycle > 1;
}

/* Blocks that are left of a record, one for what has no blocks or is looked at as a whole. */
static unsigned left(const struct trm_encoder_waiting *w)
{
    return w->splits && !w->begun ? 2 : 1;
}

/* Look at n blocks of those that are left of a record, and at what else comes of it. */
static void look(struct trm_encoder *enc, const struct trm_encoder_waiting *w, unsigned n)
{
    enc->side = 0;
    if (!w->record) {
        return;
    }
    if (w->begun) {
        trm_encoder_take(enc, &w->in, 1, 2, w->time);
        return;
    }
    if (ends_first(enc, w)) {
        enc->backend->end(enc, TRM_END_DISABLED);
    }
    enc->side = side_cycles(enc, &w->in);
    trm_encoder_take(enc, &w->in, 0, n < left(w) ? n : trm_encoder_blocks(&w->in), w->time);
}

bool trm_encoder_records_finish(struct trm_encoder *enc)
{
    if (enc->takes > 1) {
        drop(enc);
    }
    enc->takes = 0;
    while (enc->waiting != 0 && !holds(enc)) {
        if (place(enc, 0)->gap && enc->tracing) {
            enc->backend->lose(enc);
        }
        enc->made = 0;
        look(enc, place(enc, 0), left(place(enc, 0)));
        enc->leave = 1;
        drop(enc);
    }
    return enc->waiting == 0;
}

/* After a loss records are lost until the queue is empty but for the one that is looked at. */
static bool refills(const struct trm_encoder *enc)
{
    return enc->backend->waits_in_front && enc->gap && enc->waiting > (enc->takes != 0 ? 1 : 0);
}

/* No record came in the cycle after one was lost: the loss waits by itself, or with sidebands that
 * are not as in the last record that was not lost: they are levels. */
static void push_gap(struct trm_encoder *enc)
{
    if (enc->gap_tick + 1 >= enc->ticks || enc->waiting >= places(enc) || refills(enc)) {
        return;
    }
    struct trm_encoder_waiting *last = place(enc, enc->waiting);
    *last = (struct trm_encoder_waiting){.tick = enc->ticks - 1, .gap = true};
    if (trm_encoder_sides(&enc->refused) != enc->sides) {
        last->in = enc->refused;
        last->in.cycle += last->tick - enc->gap_tick;
        last->time = trm_encoder_time(enc, &last->in);
        last->record = true;
        enc->sides = trm_encoder_sides(&enc->refused);
    }
    enc->waiting++;
    enc->gap = false;
}

/* A loss is announced, or noted. Each takes a cycle. */
static bool loses(struct trm_encoder *enc, struct trm_encoder_waiting *first)
{
    if (enc->lost || enc->data.lost) {
        enc->backend->recover(enc);
    }
    if (enc->made == 0 && first != NULL && first->gap && enc->tracing) {
        first->gap = false;
        enc->backend->lose(enc);
        return true;
    }
    return enc->made != 0;
}

/* What takes a cycle before a record. */
static bool prepares(struct trm_encoder *enc, struct trm_encoder_waiting *first)
{
    if (!first->record || first->noticed || first->begun) {
        return false;
    }
    if (ends_first(enc, first)) {
        enc->backend->end(enc, TRM_END_DISABLED);
        return true;
    }
    bool waits = !enc->backend->sides_at_once || enc->on;
    first->noticed = waits && side_cycles(enc, &first->in) != 0;
    return first->noticed;
}

static bool is_tiny(const struct ingress_cycle *in)
{
    return in->block[0].iretire < TINY && (in->nblocks < 2 || in->block[1].iretire < TINY);
}

/* How many blocks are looked at in this cycle: those that are left of the oldest record, and if
 * that is all of them those of the next one, up to the first of which more than counting can
 * come. */
static unsigned together(const struct trm_encoder *enc, const struct trm_encoder_waiting *first,
                         const struct trm_encoder_waiting *second)
{
    unsigned own = left(first);
    struct trm_encoder_run run = {
        .block = {first->in.block[first->begun ? 1 : 0]},
        .n = 1,
        .priv = first->in.priv,
        .tiny = is_tiny(&first->in),
    };
    if (own == 2) {
        run.block[run.n++] = first->in.block[1];
        if (!is_small(&first->in) || !enc->backend->counts(enc, &run)) {
            return 1;
        }
    }
    if (second == NULL) {
        return own;
    }
    run.tiny = run.tiny && is_tiny(&second->in);
    for (unsigned i = 0; i < left(second); i++) {
        run.block[run.n++] = second->in.block[i];
        if (!enc->backend->counts(enc, &run)) {
            return run.n - 1;
        }
    }
    return run.n;
}

static bool pauses(const struct trm_encoder *enc, const struct trm_encoder_waiting *first)
{
    return first->record && first->in.nblocks != 0 && enc->tracing &&
           enc->backend->pauses(enc, &first->in.block[first->begun ? 1 : 0]);
}

/* Sidebands that change, before the blocks of their record. */
static bool look_at_sides(struct trm_encoder *enc, const struct trm_encoder_waiting *first)
{
    bool alone = first->in.trigger == 0 && first->in.ext_trig == 0 && !enc->off_pending;
    if (!first->noticed || first->in.nblocks == 0 || !alone || side_cycles(enc, &first->in) == 0) {
        return false;
    }
    look(enc, first, 0);
    enc->takes = enc->side;
    return true;
}

/* Look at the oldest blocks, as many as can be counted together. */
static void look_at(struct trm_encoder *enc, const struct trm_encoder_waiting *first)
{
    const struct trm_encoder_waiting *second = place(enc, 1);
    bool pairs = enc->waiting > 1 && second->joins &&
                 (!two_blocks(enc) || enc->ticks - second->tick >= LATENCY_TWO);
    unsigned own = left(first), n = 1;
    if (pairs || own == 2) {
        n = together(enc, first, pairs ? second : NULL);
    }
    enc->paused = n == 1 && !enc->paused && pauses(enc, first);
    enc->moved = false;
    if (enc->paused) {
        return;
    }
    unsigned more = n > own ? n - own : 0;
    bool whole = more == left(second);
    enc->several = n > 1;
    enc->leave = (uint8_t)((n >= own ? 1 : 0) + (more != 0 && whole ? 1 : 0));
    enc->begins = n < own || (more != 0 && !whole);
    look(enc, first, n);
    if (more != 0) {
        look(enc, second, more);
    }
    enc->takes = enc->made > enc->side ? enc->made : enc->side + 1;
    if (enc->takes == 1) {
        drop(enc);
    }
}

void trm_encoder_records_tick(struct trm_encoder *enc)
{
    if (enc->gap) {
        push_gap(enc);
    }
    if (enc->takes > 1) {
        if (--enc->takes == 1) {
            drop(enc);
        }
        return;
    }
    enc->takes = 0;
    enc->made = 0;
    const unsigned latency = two_blocks(enc) ? LATENCY_TWO : LATENCY;
    struct trm_encoder_waiting *first = enc->waiting != 0 ? place(enc, 0) : NULL;
    if (first != NULL && (enc->ticks - first->tick < latency || holds(enc))) {
        first = NULL;
    }
    if (!loses(enc, first) && first != NULL && !prepares(enc, first) &&
        !look_at_sides(enc, first)) {
        look_at(enc, first);
    } else {
        enc->moved = false;
    }
}

/* A record comes in. */
static void push(struct trm_encoder *enc, const struct ingress_cycle *in)
{
    bool second = joins(enc, in);
    struct trm_encoder_waiting *last = place(enc, enc->waiting);
    *last = (struct trm_encoder_waiting){
        .in = *in,
        .time = trm_encoder_time(enc, in),
        .tick = enc->ticks,
        .record = true,
        .gap = enc->gap,
        .joins = second && !enc->gap,
        .splits = splits(enc, in),
    };
    enc->gap = false;
    enc->sides = trm_encoder_sides(in);
    enc->waiting++;
}

bool trm_encoder_records_put(struct trm_encoder *enc, const struct ingress_cycle *in)
{
    /* A stalling encoder keeps a place for a register write, and takes nothing while one waits. */
    bool full = enc->waited + 1u >= places(enc) || (enc->latch && enc->waiting != 0);
    if (enc->enabled && full && trm_encoder_stalling(enc)) {
        trm_encoder_stall(enc);
        return true;
    }
    if (!enc->backend->waits_in_front && trm_encoder_stalls(enc)) {
        return true;
    }
    if (enc->waited >= places(enc) || enc->waiting >= places(enc) || refills(enc)) {
        enc->gap = true;
        enc->gap_tick = enc->ticks;
        enc->refused = (struct ingress_cycle){
            .cycle = in->cycle,
            .time = in->time,
            .priv = in->priv,
            .halted = in->halted,
            .reset = in->reset,
            .lowpower = in->lowpower,
            .context = in->context,
            .hcontext = in->hcontext,
        };
        return false;
    }
    push(enc, in);
    return false;
}
