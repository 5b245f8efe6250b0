/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The index follows what each message does to time, context and position, as the flow layer does,
 * but without code.
 *
 * Source: N-Trace 1.0, "Synchronizing Messages", "Timestamp Reporting", "Ownership Message".
 */
#include "nexus/nexus_index.h"

#include "nexus/nexus_stream.h"
#include "nexus_flow_int.h"
#include "nexus_stream_int.h"

enum nexus_status nexus_index_init(struct nexus_index *ix, const struct nexus_stream_cfg *cfg,
                                   struct nexus_index_entry *entry, size_t capacity,
                                   struct nexus_index_source *source, size_t source_capacity,
                                   uint8_t *buffer, size_t buffer_capacity)
{
    if (ix == NULL || cfg == NULL || entry == NULL || capacity == 0 || source == NULL ||
        source_capacity == 0) {
        return NEXUS_ERR_ARG;
    }
    *ix = (struct nexus_index){
        .entry = entry, .capacity = capacity, .source = source, .source_capacity = source_capacity};
    int rc = nexus_pieces_init(&ix->in, buffer, buffer_capacity);
    return rc != NEXUS_OK ? rc : nexus_msg_decoder_init(&ix->msgs, cfg, NULL, 0);
}

void nexus_index_seek(struct nexus_index *ix, uint64_t offset, uint64_t message, bool align)
{
    ix->in.offset = offset;
    ix->in.align = align;
    ix->messages = message;
}

/* The state of a source; NULL when there is no room for a new one. */
static struct nexus_index_source *find_source(struct nexus_index *ix, const struct nexus_msg *m)
{
    if (ix->sources != 0 && ix->source[ix->last_source].src == m->src) {
        return &ix->source[ix->last_source];
    }
    for (size_t i = 0; i < ix->sources; i++) {
        if (ix->source[i].src == m->src) {
            ix->last_source = i;
            return &ix->source[i];
        }
    }
    if (ix->sources == ix->source_capacity) {
        return NULL;
    }
    struct nexus_index_source *s = &ix->source[ix->sources];
    *s = (struct nexus_index_source){.src = m->src, .first = m->offset, .last = m->offset};
    s->now.exact = true;
    s->now.src = m->src;
    ix->last_source = ix->sources++;
    return s;
}

/* Execution is not known any more. */
static void lose(struct nexus_index_source *s, bool exact)
{
    s->on = false;
    s->repeatable = false;
    s->now.context.known = false;
    s->now.exact = s->now.exact && exact;
}

static void take_time(const struct nexus_index *ix, struct nexus_index_entry *now,
                      const struct nexus_msg *m)
{
    uint64_t t;
    unsigned bits = ix->msgs.cfg.timestamp_bits;
    if (!nexus_take(m, NEXUS_F_TSTAMP, &t)) {
        return;
    }
    if (nexus_tcode_is_sync(m->tcode)) {
        now->time_known = true;
        now->time = t;
    } else if (now->time_known) {
        now->time = ix->msgs.cfg.profile == NEXUS_PROFILE_SIFIVE_0X ? now->time ^ t : now->time + t;
    }
    if (bits < 64) {
        now->time &= (UINT64_C(1) << bits) - 1;
    }
}

static void take_data(struct nexus_index_entry *now, const struct nexus_msg *m)
{
    uint64_t v;
    now->data_seen = true;
    if (!nexus_take(m, NEXUS_F_ADDR, &v)) {
        return;
    }
    if (m->tcode == NEXUS_DATA_WRITE_SYNC || m->tcode == NEXUS_DATA_READ_SYNC) {
        now->data_known = true;
        now->data_addr = v;
    } else if (now->data_known) {
        now->data_addr ^= v;
    }
}

static void resource_full(const struct nexus_index *ix, struct nexus_index_source *s,
                          const struct nexus_msg *m)
{
    uint64_t rcode = m->value[NEXUS_F_RCODE];
    s->repeatable = false;
    if (rcode == NEXUS_RCODE_ICNT) {
        s->now.position += m->value[NEXUS_F_RDATA];
    } else if (rcode == NEXUS_RCODE_HIST || rcode == NEXUS_RCODE_HIST_REPEAT ||
               (ix->msgs.cfg.profile == NEXUS_PROFILE_SIFIVE_0X &&
                (rcode == NEXUS_RCODE_NOT_TAKEN || rcode == NEXUS_RCODE_TAKEN))) {
        s->now.htm = true;
    } else {
        lose(s, false);
    }
}

static void repeat_branch(struct nexus_index_source *s, const struct nexus_msg *m)
{
    if (!s->repeatable) {
        lose(s, false);
        return;
    }
    s->now.position += s->repeat * m->value[NEXUS_F_BCNT];
}

/* A message of program trace that ends a block. */
static void take_block(struct nexus_index_source *s, const struct nexus_msg *m)
{
    uint64_t icnt = m->value[NEXUS_F_ICNT];
    s->now.position += icnt;
    s->now.htm = s->now.htm || nexus_msg_has(m, NEXUS_F_HIST);
    s->repeatable = m->tcode != NEXUS_PROG_TRACE_CORRELATION && !nexus_tcode_is_sync(m->tcode);
    s->repeat = icnt;
}

/* A sync: where trace starts, nothing is known of before. Its I-CNT counts in running trace only,
 * and not after an overrun, when pending counts are lost as well. */
static void take_sync(struct nexus_index_source *s, const struct nexus_msg *m)
{
    struct nexus_index_entry *now = &s->now;
    unsigned sync = (unsigned)m->value[NEXUS_F_SYNC];
    bool running = s->on;
    bool restart = nexus_sync_starts(sync);
    if (running && sync != NEXUS_SYNC_FIFO_OVERRUN) {
        take_block(s, m);
    }
    if (running && sync == NEXUS_SYNC_FIFO_OVERRUN) {
        lose(s, false);
    }
    if (restart || !running) {
        now->context.known = false;
        now->htm = !running && nexus_msg_has(m, NEXUS_F_HIST);
    }
    s->on = true;
    s->repeatable = false;
    s->syncs++;
    now->offset = m->offset;
    now->length = (uint32_t)m->length;
    now->addr = m->value[NEXUS_F_ADDR] << 1;
    now->tcode = m->tcode;
    now->sync = (uint8_t)sync;
    now->starts = restart || !running;
    s->last = m->offset;
}

/* Hardware before 1.0: with HIST full, F-ADDR may be ahead of the branch that the next message
 * begins with, so that nothing can begin there. */
static bool is_ahead(const struct nexus_index *ix, const struct nexus_msg *m)
{
    return ix->msgs.cfg.profile == NEXUS_PROFILE_SIFIVE_0X &&
           m->tcode == NEXUS_INDIRECT_BRANCH_HIST_SYNC &&
           m->value[NEXUS_F_HIST] >> NEXUS_HIST_FULL == 1 &&
           !nexus_sync_starts((unsigned)m->value[NEXUS_F_SYNC]);
}

/* What a message does to the state of its source. Returns whether it is a sync. */
static bool take(const struct nexus_index *ix, struct nexus_index_source *s,
                 const struct nexus_msg *m)
{
    switch (m->tcode) {
    case NEXUS_CORRECTION:
    case NEXUS_REPEAT_INSTRUCTION:
    case NEXUS_REPEAT_INSTRUCTION_SYNC:
        lose(s, false); /* the flow layer does not know them */
        return false;
    default:
        take_time(ix, &s->now, m);
        break;
    }
    switch (m->tcode) {
    case NEXUS_OWNERSHIP:
        (void)nexus_context_update(&s->now.context, m->value[NEXUS_F_PROCESS]);
        return false;
    case NEXUS_ERROR:
        lose(s, !s->on);
        s->now.data_known = false;
        return false;
    case NEXUS_DATA_WRITE:
    case NEXUS_DATA_READ:
    case NEXUS_DATA_WRITE_SYNC:
    case NEXUS_DATA_READ_SYNC:
        take_data(&s->now, m);
        return false;
    default:
        break;
    }
    if (nexus_tcode_is_sync(m->tcode)) {
        bool ahead = s->on && is_ahead(ix, m);
        take_sync(s, m);
        return !ahead;
    }
    if (!s->on) {
        return false;
    }
    if (m->tcode == NEXUS_RESOURCE_FULL) {
        resource_full(ix, s, m);
    } else if (m->tcode == NEXUS_REPEAT_BRANCH) {
        repeat_branch(s, m);
    } else if (m->tcode == NEXUS_DIRECT_BRANCH || m->tcode == NEXUS_INDIRECT_BRANCH ||
               m->tcode == NEXUS_INDIRECT_BRANCH_HIST) {
        take_block(s, m);
    } else if (m->tcode == NEXUS_PROG_TRACE_CORRELATION) {
        take_block(s, m);
        lose(s, true);
    }
    return false;
}

/* A damaged message may have been one of any source. */
static void take_damaged(struct nexus_index *ix)
{
    for (size_t i = 0; i < ix->sources; i++) {
        lose(&ix->source[i], !ix->source[i].on);
        ix->source[i].now.data_known = false;
    }
    ix->damaged++;
}

static void far(struct nexus_index_source *s, uint64_t offset)
{
    if (offset - s->last > s->longest) {
        s->longest = offset - s->last;
    }
}

static void add(struct nexus_index *ix, const struct nexus_index_entry *e)
{
    ix->holds = ix->count == ix->capacity;
    if (ix->holds) {
        ix->held = *e;
    } else {
        ix->entry[ix->count++] = *e;
    }
}

static void take_message(struct nexus_index *ix, const struct nexus_piece *piece)
{
    struct nexus_msg_decoder *d = &ix->msgs;
    struct nexus_msg m;
    d->data = piece->bytes;
    d->size = (size_t)piece->length;
    d->pos = 0;
    d->base = piece->offset;
    uint64_t number = ix->messages++;
    int rc = nexus_msg_next(d, &m);
    if (rc == NEXUS_ERR_OVERSIZE && ix->allow_oversize) {
        rc = NEXUS_OK;
    }
    if (rc == NEXUS_ERR_EMPTY) {
        return; /* nothing is lost */
    }
    if (rc != NEXUS_OK) {
        take_damaged(ix);
        return;
    }
    if (nexus_peek_message(piece->bytes, d->size, 0).bare) {
        return;
    }
    struct nexus_index_source *s = find_source(ix, &m);
    if (s == NULL) {
        ix->dropped++;
        return;
    }
    s->messages++;
    far(s, m.offset);
    s->now.msg = number;
    if (take(ix, s, &m)) {
        add(ix, &s->now);
    }
    far(s, m.offset + m.length);
}

static void take_long(struct nexus_index *ix, const struct nexus_piece *piece)
{
    struct nexus_peek head = nexus_peek_message(piece->bytes, ix->in.capacity, 0);
    ix->messages++;
    if (nexus_tcode_is_flow(head.tcode)) {
        take_damaged(ix);
    }
}

enum nexus_status nexus_index_data(struct nexus_index *ix, const uint8_t *data, size_t size,
                                   size_t *consumed)
{
    *consumed = 0;
    if (ix->holds) {
        add(ix, &ix->held);
    }
    while (!ix->holds && *consumed < size) {
        struct nexus_piece piece;
        size_t taken;
        enum nexus_piece_kind kind =
            nexus_pieces_next(&ix->in, data + *consumed, size - *consumed, &taken, &piece);
        *consumed += taken;
        if (kind == NEXUS_PIECE_MESSAGE) {
            take_message(ix, &piece);
        } else if (kind == NEXUS_PIECE_LONG) {
            take_long(ix, &piece);
        }
    }
    return ix->holds ? NEXUS_ERR_NOSPACE : NEXUS_OK;
}

const struct nexus_index_entry *nexus_index_find(const struct nexus_index_entry *entry,
                                                 size_t count, uint16_t src, uint64_t offset)
{
    size_t low = 0, high = count; /* entries below low are at or before offset */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (entry[middle].offset <= offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    while (low > 0 && src != NEXUS_SRC_ANY && entry[low - 1].src != src) {
        low--;
    }
    return low > 0 ? &entry[low - 1] : NULL;
}

/* `returned` allows a handler's address in a sync that follows at once, as after a trap return
 * (Corner Cases). Whether there was one is not known here; in a correct stream such a sync only
 * comes after one. */
void nexus_flow_resume(struct nexus_flow *flow, const struct nexus_index_entry *entry)
{
    nexus_flow_lose(flow);
    nexus_flow_sync_state(flow, entry->addr & flow->mask);
    nexus_flow_set_context(flow, &entry->context);
    flow->state = NEXUS_FLOW_ON;
    flow->htm = entry->htm;
    flow->returned = !entry->starts;
    flow->where.position = entry->position;
    flow->time = entry->time;
    flow->time_known = entry->time_known;
    flow->data_addr = entry->data_addr;
    flow->data_known = entry->data_known;
    flow->msgs = entry->msg + 1;
}

enum nexus_status nexus_decoder_resume(struct nexus_decoder *d, uint64_t base,
                                       const struct nexus_index_entry *entry)
{
    uint64_t behind = entry->offset + entry->length;
    if (behind < base || behind - base > d->msgs.size) {
        return NEXUS_ERR_ARG;
    }
    d->msgs.base = base;
    d->msgs.pos = (size_t)(behind - base);
    nexus_flow_resume(&d->flow, entry);
    return NEXUS_OK;
}
