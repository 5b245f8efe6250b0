/* SPDX-License-Identifier: Apache-2.0 */
/* What a hart sent, from the elements of its trace. */
#include "htr_fw_sends.h"

#include <stdlib.h>
#include <string.h>

#include "htr/htr_trace_plant.h"
#include "htr/htr_tree_pull.h"

enum {
    PARKED = 64,          /* interrupted contexts that are kept */
    MESSAGES = 2,         /* with instructions, within which a store is after its message */
    EVCODE_LOW_POWER = 1, /* 0: debug mode */
};

/* What runs between a trap and its return. */
struct context {
    uint32_t call;
    uint8_t sites;
    struct htr_fw_place site[FW_SITES];
    uint64_t last; /* address of the instruction before */
    uint8_t dest;  /* of the put that is executed; FW_DESTS: none */
    bool block, uart, uart_init, conditional;
    bool unsure; /* instructions are missing: a call site may have been passed there */
    uint64_t sc_at, sc_pc;
};

struct parked {
    struct context c;
    uint64_t resume;
};

struct reader {
    struct fw_hart *h;
    const struct fw_marks *marks;
    struct htr_trace *t;
    bool overwrite, failed, on, begun;
    bool off; /* it stopped, for debug mode or low power: no instruction may be missing */
    struct context now;
    struct parked parked[PARKED];
    unsigned depth;
    uint64_t messages, message; /* with instructions; the number of the last one, plus 1 */
    uint64_t after, range_at;   /* the end of the last range; instructions before it */
    size_t open;                /* the first of h->seen that has no `high` */
};

/* ---- lists ---- */

static void add_send(struct reader *r, const struct fw_send *s)
{
    r->failed = !fw_hart_add_send(r->h, s) || r->failed;
}

/* The unknown call when there is no memory. */
static uint32_t add_call(struct reader *r, const struct fw_call *c)
{
    r->failed = !fw_hart_add_call(r->h, c) || r->failed;
    return r->failed ? 0 : (uint32_t)r->h->calls - 1;
}

static void add_seen(struct reader *r, const struct flow_elem *e)
{
    const struct fw_seen seen = {.offset = e->offset,
                                 .low = r->range_at,
                                 .high = UINT64_MAX,
                                 .near = r->now.last,
                                 .messages = r->messages};
    r->failed = !fw_hart_add_seen(r->h, &seen) || r->failed;
}

static void add_stamp(struct reader *r, uint64_t time)
{
    r->failed = !fw_hart_add_stamp(r->h, &(struct fw_stamp){r->h->insns, time}) || r->failed;
}

/* ---- calls ---- */

static void take_site(struct context *c, const struct fw_mark *m)
{
    if (c->sites == FW_SITES) {
        memmove(c->site, c->site + 1, (FW_SITES - 1) * sizeof *c->site);
        c->sites--;
    }
    c->site[c->sites++] = (struct htr_fw_place){m->what, m->pc};
}

static bool is_print(uint32_t what)
{
    return what != FW_SITE_UNKNOWN && (what & HTR_FW_PLACE_PRINT) != 0;
}

/* The sites that were passed and may be of this call. The newest one is done with. */
static void begin_call(struct reader *r, enum fw_call_kind kind)
{
    struct context *c = &r->now;
    struct fw_call call = {.kind = (uint8_t)kind};
    unsigned newest = FW_SITES;
    for (unsigned i = 0; i < c->sites && kind <= FW_CALL_PRINT; i++) {
        if (is_print(c->site[i].what) == (kind == FW_CALL_PRINT)) {
            call.site[call.sites++] = c->site[i];
            newest = i;
        }
    }
    if (newest < FW_SITES) {
        c->sites--;
        memmove(c->site + newest, c->site + newest + 1, (c->sites - newest) * sizeof *c->site);
    } else if (kind > FW_CALL_PRINT || !c->unsure) { /* fwt_word has no site */
        call.site[call.sites++] = (struct htr_fw_place){FW_SITE_UNKNOWN, c->last};
    } else if (kind == FW_CALL_PRINT) {
        call.kind = FW_CALL_NONE; /* or of fwt_text */
    }
    c->call = add_call(r, &call);
    c->dest = FW_DESTS;
    c->uart = false;
}

/* fwt_text sends its text by fwt_message. */
static void begin_message(struct reader *r)
{
    const struct context *c = &r->now;
    struct fw_call again = r->h->call[c->call];
    bool site = false;
    for (unsigned i = 0; i < c->sites; i++) {
        site = site || is_print(c->site[i].what);
    }
    if (site || again.kind != FW_CALL_TEXT) {
        begin_call(r, FW_CALL_PRINT);
        return;
    }
    memset(again.puts, 0, sizeof again.puts);
    r->now.call = add_call(r, &again);
}

/* ---- destinations ---- */

static uint8_t count_put(struct reader *r, enum fw_dest dest)
{
    uint8_t *puts = &r->h->call[r->now.call].puts[dest];
    if (*puts < UINT8_MAX) {
        (*puts)++;
    }
    return (uint8_t)(*puts - 1);
}

static void begin_put(struct reader *r, bool block)
{
    struct context *c = &r->now;
    c->dest = c->uart ? FW_UART : FW_RING;
    c->uart = false;
    c->block = block;
    c->conditional = false;
    (void)count_put(r, (enum fw_dest)c->dest);
}

static void sent(struct reader *r, uint64_t at, uint64_t store)
{
    struct context *c = &r->now;
    const struct fw_call *call = &r->h->call[c->call];
    add_send(r, &(struct fw_send){.at = at,
                                  .store = store,
                                  .call = c->call,
                                  .kind = c->block ? FW_SENT_BLOCK : FW_SENT_WORD,
                                  .dest = c->dest,
                                  .nth = (uint8_t)(call->puts[c->dest] - 1)});
    c->dest = FW_DESTS;
}

static void initialize(struct reader *r, uint64_t at)
{
    const enum fw_dest dest = r->now.uart_init ? FW_UART : FW_RING;
    r->now.uart_init = false;
    add_send(r, &(struct fw_send){.at = at, .kind = FW_SENT_START, .dest = (uint8_t)dest});
}

static void take_atomic(struct reader *r, const struct fw_mark *m, uint64_t at)
{
    struct context *c = &r->now;
    if (c->dest == FW_DESTS) {
        return;
    }
    if (m->kind == FW_MARK_SC) {
        c->conditional = true;
        c->sc_at = at;
        c->sc_pc = m->pc;
    } else if (m->kind == FW_MARK_LR) {
        c->conditional = false;
    } else if (m->kind == FW_MARK_FALL && c->conditional) {
        sent(r, c->sc_at, c->sc_pc);
    } else if (m->kind == FW_MARK_ADD && c->dest == FW_RING && r->overwrite) {
        sent(r, at, m->pc);
    }
}

static void take_store(struct reader *r, uint64_t pc, uint64_t at)
{
    const uint8_t nth = count_put(r, FW_STIM);
    add_send(r, &(struct fw_send){
                    .at = at, .store = pc, .call = r->now.call, .dest = FW_STIM, .nth = nth});
}

/* An instruction with a mark is executed. */
static void take_mark(struct reader *r, const struct fw_mark *m, uint64_t at)
{
    switch ((enum fw_mark_kind)m->kind) {
    case FW_MARK_SITE:
        take_site(&r->now, m);
        break;
    case FW_MARK_SEND:
        begin_call(r, FW_CALL_DEBUG);
        break;
    case FW_MARK_MESSAGE:
        begin_message(r);
        break;
    case FW_MARK_TEXT:
        begin_call(r, FW_CALL_TEXT);
        break;
    case FW_MARK_HELLO:
        begin_call(r, FW_CALL_HELLO);
        break;
    case FW_MARK_FLUSH:
        begin_call(r, FW_CALL_FLUSH);
        break;
    case FW_MARK_STORE:
        take_store(r, m->pc, at);
        break;
    case FW_MARK_UART:
        r->now.uart = true;
        break;
    case FW_MARK_RING:
    case FW_MARK_RING_BLOCK:
        begin_put(r, m->kind == FW_MARK_RING_BLOCK);
        break;
    case FW_MARK_UART_INIT:
        r->now.uart_init = true;
        break;
    case FW_MARK_RING_INIT:
        initialize(r, at);
        break;
    default:
        take_atomic(r, m, at);
        break;
    }
}

/* ---- elements ---- */

static void take_range(struct reader *r, const struct flow_elem *e)
{
    struct fw_hart *h = r->h;
    const struct fw_marks *m = r->marks;
    size_t i = fw_marks_from(m, e->start);
    struct flow_range_iter it;
    const struct flow_insn *insn;
    if (i < m->n && m->mark[i].pc < e->end) {
        uint64_t at = h->insns;
        flow_range_begin(&it, e);
        while (i < m->n && m->mark[i].pc < e->end &&
               flow_range_next(&it, &r->t->code.code, &insn) == FLOW_OK) {
            while (i < m->n && m->mark[i].pc <= it.where.pc) {
                if (m->mark[i].pc == it.where.pc) {
                    take_mark(r, &m->mark[i], at);
                }
                i++;
            }
            r->now.last = it.where.pc;
            at++;
        }
    }
    r->range_at = h->insns;
    h->insns += e->count;
    r->after = e->end;
    r->now.last = e->end - e->last_size;
}

/* Messages with instructions, counted: so long after it, the store of a message has been walked. */
static void count_message(struct reader *r, uint64_t msg)
{
    if (r->message == msg + 1) {
        return;
    }
    r->message = msg + 1;
    r->messages++;
    struct fw_hart *h = r->h;
    while (r->open < h->seens && h->seen[r->open].messages + MESSAGES < r->messages) {
        h->seen[r->open++].high = h->insns;
    }
}

static void close_seen(struct reader *r)
{
    struct fw_hart *h = r->h;
    for (; r->open < h->seens; r->open++) {
        struct fw_seen *s = &h->seen[r->open];
        s->high = h->insns;
        s->tail = s->messages == r->messages;
    }
}

static void forget(struct reader *r, bool unsure)
{
    memset(&r->now, 0, sizeof r->now);
    r->now.dest = FW_DESTS;
    r->now.unsure = unsure;
}

static void take_gap(struct reader *r, bool off)
{
    if (r->on || !r->begun) {
        add_send(r, &(struct fw_send){
                        .at = r->h->insns, .kind = FW_SENT_GAP, .dest = FW_DESTS, .nth = off});
        r->h->skipped += r->begun;
        r->begun = true;
    } else if (!off && r->h->sends > 0) {
        r->h->send[r->h->sends - 1].nth = 0; /* it may have been switched on in what is damaged */
    }
    r->on = false;
    close_seen(r);
    r->range_at = r->h->insns;
    r->depth = 0;
    forget(r, true);
}

static void take_trap(struct reader *r, const struct flow_elem *e)
{
    if (r->depth == PARKED) {
        memmove(r->parked, r->parked + 1, (PARKED - 1) * sizeof *r->parked);
        r->depth--;
    }
    r->parked[r->depth++] = (struct parked){r->now, e->known ? e->start : r->after};
    forget(r, false);
}

/* The one context that was interrupted within `reach` bytes before pc: an ecall returns after
 * itself. Returns false: none, or several. */
static bool find_parked(const struct reader *r, uint64_t pc, uint64_t reach, unsigned *which)
{
    unsigned found = 0;
    for (unsigned i = 0; i < r->depth; i++) {
        if (pc - r->parked[i].resume <= reach) {
            found++;
            *which = i;
        }
    }
    return found == 1;
}

static void take_return(struct reader *r, uint64_t pc)
{
    unsigned which = 0;
    if (find_parked(r, pc, 0, &which) || find_parked(r, pc, 4, &which)) {
        r->now = r->parked[which].c;
        r->depth = which;
    } else {
        forget(r, true);
    }
}

static void take_off(struct reader *r, const struct flow_elem *e)
{
    if (e->code <= EVCODE_LOW_POWER && r->on) {
        r->off = true;
    } else {
        take_gap(r, true);
    }
}

static void take_on(struct reader *r, const struct flow_elem *e)
{
    if (r->off && e->start == r->after) {
        r->off = false;
        return;
    }
    r->off = false;
    if (!r->begun) {
        r->h->from_start = e->start == r->t->code.elf.entry;
        r->begun = r->h->from_start;
    }
    if (!r->begun || r->on) {
        take_gap(r, false);
    }
    r->on = true;
}

static void take(struct reader *r, const struct flow_elem *e)
{
    switch ((enum flow_elem_type)e->type) {
    case FLOW_ELEM_RANGE:
        count_message(r, e->msg);
        take_range(r, e);
        break;
    case FLOW_ELEM_SWTRACE:
        add_seen(r, e);
        break;
    case FLOW_ELEM_TIMESTAMP:
        add_stamp(r, e->value);
        break;
    case FLOW_ELEM_EXCEPTION:
        take_trap(r, e);
        break;
    case FLOW_ELEM_EXCEPTION_RET:
        take_return(r, e->end);
        break;
    case FLOW_ELEM_TRACE_ON:
        take_on(r, e);
        break;
    case FLOW_ELEM_TRACE_OFF:
        take_off(r, e);
        break;
    case FLOW_ELEM_LOST:
    case FLOW_ELEM_ADDR_NACC:
    case FLOW_ELEM_NO_SYNC:
        take_gap(r, false);
        break;
    case FLOW_ELEM_ERROR:
        if (e->status != NEXUS_ERR_EMPTY) {
            take_gap(r, false);
        }
        break;
    default:
        break;
    }
}

/* ---- all ---- */

static int read_elements(struct reader *r, struct htr_host *host)
{
    struct htr_tree tree;
    struct htr_pull pull;
    struct flow_elem e;
    const int32_t decoder = htr_trace_tree(r->t, &tree);
    int status = decoder < 0 ? decoder : htr_pull_begin(&pull, &tree, decoder);
    forget(r, false);
    (void)add_call(r, &(struct fw_call){.kind = FW_CALL_NONE});
    while (status == HTR_OK && !r->failed && !htr_stopped(host) && htr_pull_next(&pull, &e)) {
        take(r, &e);
    }
    if (r->on && !r->off) { /* it breaks off */
        take_gap(r, false);
    }
    close_seen(r);
    if (r->failed && status == HTR_OK) {
        status = htr_fail(host, HTR_ERR_MEMORY, r->t->path, "not enough memory");
    }
    htr_tree_close(&tree);
    return status;
}

int fw_hart_read(struct fw_hart *h, struct htr_host *host, const struct htr_trace_options *o,
                 const struct fw_marks *marks, bool overwrite)
{
    struct htr_trace *t = calloc(1, sizeof *t);
    struct reader *r = calloc(1, sizeof *r);
    struct htr_trace_options one = *o;
    one.in_pieces = true;
    int status = t != NULL && r != NULL
                     ? htr_trace_open_decoder(t, host, &one)
                     : htr_fail(host, HTR_ERR_MEMORY, o->path, "not enough memory");
    if (status == HTR_OK) {
        *r = (struct reader){.h = h, .marks = marks, .t = t, .overwrite = overwrite};
        h->src = t->src;
        status = read_elements(r, host);
        htr_trace_close(t);
    }
    fw_hart_sort(h);
    free(t);
    free(r);
    return status;
}
