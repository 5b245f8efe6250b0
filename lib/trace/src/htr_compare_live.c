/* SPDX-License-Identifier: Apache-2.0 */
/* A trace that is decoded as it arrives, against a log of PCs that is still growing. */
#include "htr/htr_compare_live.h"

#include <stdlib.h>

#include "htr_compare_priv.h"

enum {
    BATCH = 4096
};

/* ---- a place in the log ---- */

struct htr_compare_live_cursor {
    struct htr_pc_log *log;
    struct htr_pc_log_reader reader;
    uint64_t pc[BATCH];
    size_t n, i;
    uint64_t at; /* number of the PC that comes next */
    bool failed; /* the log cannot be read */
};

static void go_to(struct htr_compare_live_cursor *at, uint64_t from)
{
    at->failed = !htr_pc_log_begin(&at->reader, at->log, from);
    at->n = at->i = 0;
    at->at = from;
}

static struct htr_compare_live_cursor *new_cursor(struct htr_pc_log *log)
{
    struct htr_compare_live_cursor *at = malloc(sizeof *at);
    if (at != NULL) {
        at->log = log;
        go_to(at, log->first);
    }
    return at;
}

static bool next(struct htr_compare_live_cursor *at, uint64_t *pc)
{
    if (at->i == at->n) {
        at->i = at->n = 0;
        if (!at->failed && at->reader.next >= at->log->chunk_first) {
            (void)htr_pc_log_cut(at->log); /* what is complete is read only once */
        }
        if (!at->failed) {
            at->n = htr_pc_log_read(&at->reader, at->pc, BATCH, &at->failed);
        }
        if (at->n == 0) {
            return false;
        }
    }
    *pc = at->pc[at->i++];
    at->at++;
    return true;
}

/* ---- verdicts ---- */

/* A log that failed decides the verdict. */
static bool unreadable(struct htr_compare_live *c)
{
    if (!c->at->failed && !c->seek->failed && !c->check->failed) {
        return false;
    }
    c->verdict =
        htr_fail(c->cfg.host, HTR_ERR_READ, NULL,
                 "the log of the executed PCs cannot be read back; is there room in TMPDIR?");
    return true;
}

/* The piece of `length` instructions does not occur. */
static void not_executed(struct htr_compare_live *c, uint64_t pc)
{
    if (!unreadable(c)) {
        c->verdict = htr_compare_not_executed(&c->result.difference, &c->first, c->length, pc);
    }
}

/* The place of the decoded trace. */
static struct htr_compare_place place_of(struct htr_compare_live *c, const struct flow_elem *elem)
{
    return (struct htr_compare_place){.elem = elem,
                                      .instruction = c->result.instructions + c->length + 1,
                                      .difference = &c->result.difference};
}

/* In the piece that begins with the first PC: another instruction was expected here. */
static void differs(struct htr_compare_live *c, const struct flow_elem *elem, const uint64_t *want,
                    uint64_t got)
{
    struct htr_compare_place p = place_of(c, elem);
    p.expected = want;
    p.got = &got;
    if (!unreadable(c)) {
        c->verdict = htr_compare_differs_pc(&p);
    }
}

/* Read the next PC of the log without taking it. */
static const uint64_t *peek(struct htr_compare_live *c, uint64_t *want)
{
    if (!next(c->at, want)) {
        return NULL;
    }
    c->at->at--;
    c->at->i--;
    return want;
}

static void trouble(struct htr_compare_live *c, const struct flow_elem *elem)
{
    uint64_t want;
    struct htr_compare_place p = place_of(c, elem);
    p.expected = peek(c, &want);
    if (!unreadable(c)) {
        c->verdict = htr_compare_trouble(&p);
    }
}

/* ---- placing a piece ---- */

static void find_borders(struct htr_compare_live *c)
{
    c->border[0] = 0;
    for (size_t i = 1, k = 0; i < c->n; i++) {
        while (k > 0 && c->pc[k] != c->pc[i]) {
            k = c->border[k - 1];
        }
        k += c->pc[k] == c->pc[i];
        c->border[i] = (uint32_t)k;
    }
}

/* The beginning of the piece, from the cursor on. The cursor is then after it (Knuth, Morris,
 * Pratt: the log is read once). */
static bool find(const struct htr_compare_live *c, struct htr_compare_live_cursor *at)
{
    uint64_t pc;
    size_t k = 0;
    while (next(at, &pc)) {
        while (k > 0 && c->pc[k] != pc) {
            k = c->border[k - 1];
        }
        k += c->pc[k] == pc;
        if (k == c->n) {
            return true;
        }
    }
    return false;
}

/* Place the piece by the part that is decoded. */
static bool place(struct htr_compare_live *c)
{
    find_borders(c);
    if (!find(c, c->at)) {
        return false;
    }
    c->placed = true;
    c->start = c->at->at - c->n;
    return true;
}

/* Is there no other place after this one? */
static bool is_only(struct htr_compare_live *c)
{
    go_to(c->seek, c->start + 1);
    return !find(c, c->seek) && !c->seek->failed;
}

/* Does the piece, as compared so far where it was placed, occur where c->seek found its beginning,
 * and go on with pc? */
static bool fits(struct htr_compare_live *c, uint64_t pc)
{
    uint64_t have = 0, want;
    go_to(c->check, c->start + c->n);
    for (uint64_t k = c->n; k < c->length; k++) {
        if (!next(c->seek, &have) || !next(c->check, &want) || have != want) {
            return false;
        }
    }
    return next(c->seek, &have) && have == pc;
}

/* The piece does not go on with pc where it was placed: the next place where it does. */
static bool place_again(struct htr_compare_live *c, uint64_t pc)
{
    for (uint64_t from = c->start + 1;; from++) {
        go_to(c->seek, from);
        if (!find(c, c->seek)) {
            return false;
        }
        from = c->seek->at - c->n;
        if (fits(c, pc)) {
            c->start = from;
            go_to(c->at, from + c->length + 1);
            return true;
        }
    }
}

/* ---- elements ---- */

static void begin_piece(struct htr_compare_live *c, const struct flow_elem *elem)
{
    c->open = true;
    c->placed = c->only = !c->cfg.anywhere && !c->hole;
    c->first = *elem;
    c->start = c->at->at;
    c->length = c->n = 0;
}

/* A PC of a piece that is not placed yet. */
static void gather(struct htr_compare_live *c, uint64_t pc)
{
    c->pc[c->n++] = pc;
    c->length++;
    if (c->n < c->cfg.piece) {
        return;
    }
    if (place(c)) {
        c->only = is_only(c);
    } else {
        not_executed(c, c->pc[0]);
    }
}

static void follow(struct htr_compare_live *c, const struct flow_elem *elem, uint64_t pc)
{
    uint64_t want = 0;
    bool there = next(c->at, &want);
    if (there && want == pc) {
        c->length++;
    } else if (c->n == 0) {
        differs(c, elem, there ? &want : NULL, pc);
    } else if (!c->only && place_again(c, pc)) {
        c->length++;
    } else {
        c->length++;
        not_executed(c, c->pc[0]);
    }
}

static void take_range(struct htr_compare_live *c, const struct flow_elem *elem)
{
    struct flow_range_iter it;
    const struct flow_insn *insn;
    if (!c->open) {
        begin_piece(c, elem);
    }
    flow_range_begin(&it, elem);
    while (c->verdict == HTR_COMPARE_EQUAL &&
           flow_range_next(&it, c->cfg.decoder->flow.code, &insn) == FLOW_OK) {
        if (c->placed) {
            follow(c, elem, it.where.pc);
        } else {
            gather(c, it.where.pc);
        }
    }
}

static void end_piece(struct htr_compare_live *c)
{
    if (c->open && !c->placed && !place(c)) {
        not_executed(c, c->pc[0]);
        return;
    }
    c->result.instructions += c->open ? c->length : 0;
    c->open = c->placed = c->only = false;
    c->length = c->n = 0;
}

/* Trace is missing here. If the encoder says at the end that it lost nothing, it is a difference.
 */
static void take_hole(struct htr_compare_live *c, const struct flow_elem *elem)
{
    if (!c->cfg.lossy && !c->cfg.anywhere) {
        trouble(c, elem);
        return;
    }
    if (!c->hole && !c->cfg.anywhere) {
        trouble(c, elem);
        c->gone = c->result.difference;
        if (c->verdict != HTR_COMPARE_DIFFERENT) {
            return;
        }
        c->verdict = HTR_COMPARE_EQUAL;
    }
    end_piece(c);
    c->hole = true;
}

static void take_error(struct htr_compare_live *c, const struct flow_elem *elem)
{
    if (!c->hole && !c->cfg.anywhere) {
        trouble(c, elem);
        return;
    }
    c->verdict = htr_compare_broken(&c->result.difference, elem);
}

static void take_end(struct htr_compare_live *c, const struct flow_elem *elem, bool partial)
{
    uint64_t want;
    struct htr_compare_place p = place_of(c, elem);
    if (partial) {
        end_piece(c);
        return;
    }
    if (c->hole) {
        c->result.difference = c->gone;
        c->verdict = HTR_COMPARE_DIFFERENT;
        return;
    }
    end_piece(c);
    if (elem->value != 0) {
        c->verdict = htr_compare_cut_off(&p);
    } else if ((p.expected = peek(c, &want)) != NULL) {
        c->verdict = htr_compare_early_end(&p);
    } else if (c->at->failed) {
        (void)unreadable(c);
    }
}

/* partial: of the END element alone. */
static void take(struct htr_compare_live *c, const struct flow_elem *elem, bool partial)
{
    htr_gap_meter_add(&c->gaps, elem);
    switch (elem->type) {
    case FLOW_ELEM_RANGE:
        take_range(c, elem);
        break;
    case FLOW_ELEM_TRACE_OFF:
        if (c->cfg.anywhere) {
            end_piece(c);
        }
        break;
    case FLOW_ELEM_LOST:
    case FLOW_ELEM_NO_SYNC:
        take_hole(c, elem);
        break;
    case FLOW_ELEM_ERROR:
    case FLOW_ELEM_ADDR_NACC:
        take_error(c, elem);
        break;
    case FLOW_ELEM_END:
        take_end(c, elem, partial);
        break;
    default:
        break;
    }
}

/* ---- */

int htr_compare_live_begin(struct htr_compare_live *c, const struct htr_compare_live_cfg *cfg)
{
    *c = (struct htr_compare_live){.cfg = *cfg, .verdict = HTR_COMPARE_EQUAL};
    c->cfg.piece = cfg->piece != 0 ? cfg->piece : HTR_COMPARE_LIVE_PIECE;
    c->at = new_cursor(cfg->log);
    c->seek = new_cursor(cfg->log);
    c->check = new_cursor(cfg->log);
    c->pc = malloc(c->cfg.piece * sizeof *c->pc);
    c->border = malloc(c->cfg.piece * sizeof *c->border);
    const bool good =
        c->at != NULL && c->seek != NULL && c->check != NULL && c->pc != NULL && c->border != NULL;
    const int32_t decoder = htr_tree_single(&c->tree, cfg->host, cfg->decoder, NULL, NULL);
    const int status = decoder < 0 ? decoder : htr_pull_begin(&c->pull, &c->tree, decoder);
    if (status != HTR_OK) {
        return status;
    }
    return good ? HTR_OK : htr_fail(cfg->host, HTR_ERR_MEMORY, NULL, "not enough memory");
}

static void go(struct htr_compare_live *c, bool partial)
{
    struct flow_elem elem;
    while (c->verdict == HTR_COMPARE_EQUAL && htr_pull_next(&c->pull, &elem)) {
        take(c, &elem, partial);
    }
    c->result.messages = c->cfg.decoder->flow.msgs;
}

void htr_compare_live_go(struct htr_compare_live *c)
{
    go(c, false);
    htr_pc_log_drop(c->cfg.log, c->verdict != HTR_COMPARE_EQUAL ? c->cfg.log->count
                                : c->placed && !c->only         ? c->start
                                                                : c->at->at);
}

int htr_compare_live_end(struct htr_compare_live *c, bool partial)
{
    go(c, partial);
    htr_gap_meter_end(&c->gaps, c->cfg.decoder->msgs.base + c->cfg.decoder->msgs.size);
    return c->verdict;
}

void htr_compare_live_free(struct htr_compare_live *c)
{
    free(c->at);
    free(c->seek);
    free(c->check);
    free(c->pc);
    free(c->border);
    htr_tree_close(&c->tree);
    *c = (struct htr_compare_live){.verdict = HTR_ERR_MISSING};
}
