/* SPDX-License-Identifier: Apache-2.0 */
/* A trace that is decoded while it comes, against a log of PCs that grows meanwhile. */
#include "compare_live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool.h"

enum {
    BATCH = 4096
};

typedef unsigned long long ull;

/* ---- a place in the log ---- */

struct compare_live_cursor {
    struct htr_pc_log *log;
    struct htr_pc_log_reader reader;
    uint64_t pc[BATCH];
    size_t n, i;
    uint64_t at; /* number of the PC that comes next */
    bool failed; /* the log cannot be read */
};

static void go_to(struct compare_live_cursor *at, uint64_t from)
{
    at->failed = !htr_pc_log_begin(&at->reader, at->log, from);
    at->n = at->i = 0;
    at->at = from;
}

static struct compare_live_cursor *new_cursor(struct htr_pc_log *log)
{
    struct compare_live_cursor *at = malloc(sizeof *at);
    if (at != NULL) {
        at->log = log;
        go_to(at, log->first);
    }
    return at;
}

static bool next(struct compare_live_cursor *at, uint64_t *pc)
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

static void cannot(struct compare_live *c)
{
    c->verdict = COMPARE_CANNOT;
    c->note = false;
    snprintf(c->said, sizeof c->said,
             c->at->failed || c->seek->failed || c->check->failed
                 ? "the log of the executed PCs cannot be read back; is there room in TMPDIR?"
                 : "not enough memory");
}

/* The piece, of `length` instructions, is nowhere. */
static void not_executed(struct compare_live *c, uint64_t pc)
{
    if (c->at->failed) {
        cannot(c);
        return;
    }
    c->verdict = COMPARE_DIFFERS;
    c->note = false;
    snprintf(c->said, sizeof c->said,
             "differs: the %llu instructions from 0x%llx on (message %llu at offset %llu) were not "
             "executed in this order",
             (ull)c->length, (ull)pc, (ull)c->first.msg, (ull)c->first.offset);
}

/* Where the decoded trace is. */
static struct compare_place place_of(struct compare_live *c, const struct flow_elem *elem)
{
    return (struct compare_place){.verb = c->cfg.verb,
                                  .path = c->cfg.path,
                                  .elem = elem,
                                  .instruction = c->result.instructions + c->length + 1,
                                  .difference = &c->result.difference,
                                  .silent = true};
}

/* In the piece that begins with the first PC: what was expected here is not what came. */
static void differs(struct compare_live *c, const struct flow_elem *elem, const uint64_t *want,
                    uint64_t got)
{
    char what[160];
    struct compare_place p = place_of(c, elem);
    if (c->at->failed) {
        cannot(c);
        return;
    }
    p.expected = want;
    p.got = &got;
    if (want != NULL) {
        snprintf(what, sizeof what, "expected 0x%llx, got 0x%llx", (ull)*want, (ull)got);
    } else {
        snprintf(what, sizeof what, "the trace continues at 0x%llx; the PC list ends after %llu",
                 (ull)got, (ull)(p.instruction - 1));
    }
    c->verdict = compare_differs(&p, what);
}

/* The next PC of the log is looked at, and stays the next. */
static const uint64_t *peek(struct compare_live *c, uint64_t *want)
{
    if (!next(c->at, want)) {
        return NULL;
    }
    c->at->at--;
    c->at->i--;
    return want;
}

static void trouble(struct compare_live *c, const struct flow_elem *elem)
{
    uint64_t want;
    struct compare_place p = place_of(c, elem);
    p.expected = peek(c, &want);
    c->verdict = compare_trouble(&p);
    if (c->at->failed) {
        cannot(c);
    }
}

/* ---- placing a piece ---- */

static void find_borders(struct compare_live *c)
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
static bool find(const struct compare_live *c, struct compare_live_cursor *at)
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

/* Place the piece by what there is of it. */
static bool place(struct compare_live *c)
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
static bool is_only(struct compare_live *c)
{
    go_to(c->seek, c->start + 1);
    return !find(c, c->seek) && !c->seek->failed;
}

/* Does the piece, as compared so far where it was placed, occur where c->seek found its beginning,
 * and go on with pc? */
static bool fits(struct compare_live *c, uint64_t pc)
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
static bool place_again(struct compare_live *c, uint64_t pc)
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

static void begin_piece(struct compare_live *c, const struct flow_elem *elem)
{
    c->open = true;
    c->placed = c->only = !c->cfg.anywhere && !c->hole;
    c->first = *elem;
    c->start = c->at->at;
    c->length = c->n = 0;
}

/* A PC of a piece that is not placed yet. */
static void gather(struct compare_live *c, uint64_t pc)
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

static void follow(struct compare_live *c, const struct flow_elem *elem, uint64_t pc)
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

static void take_range(struct compare_live *c, const struct flow_elem *elem)
{
    struct flow_range_iter it;
    const struct flow_insn *insn;
    if (!c->open) {
        begin_piece(c, elem);
    }
    flow_range_begin(&it, elem);
    while (c->verdict == COMPARE_EQUAL &&
           flow_range_next(&it, c->cfg.decoder->flow.code, &insn) == FLOW_OK) {
        if (c->placed) {
            follow(c, elem, it.where.pc);
        } else {
            gather(c, it.where.pc);
        }
    }
}

static void end_piece(struct compare_live *c)
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
static void take_hole(struct compare_live *c, const struct flow_elem *elem)
{
    if (!c->cfg.lossy && !c->cfg.anywhere) {
        trouble(c, elem);
        return;
    }
    if (!c->hole && !c->cfg.anywhere) {
        trouble(c, elem);
        c->gone = c->result.difference;
        if (c->verdict == COMPARE_CANNOT) {
            return;
        }
        c->verdict = COMPARE_EQUAL;
    }
    end_piece(c);
    c->hole = true;
}

static void take_error(struct compare_live *c, const struct flow_elem *elem)
{
    if (!c->hole && !c->cfg.anywhere) {
        trouble(c, elem);
        return;
    }
    c->verdict = COMPARE_DIFFERS;
    c->note = true;
    snprintf(c->said, sizeof c->said, "message %llu at offset %llu: %s; %s", (ull)elem->msg,
             (ull)elem->offset, nexus_strerror(elem->status), htr_trace_remedy(elem));
}

static void take_end(struct compare_live *c, const struct flow_elem *elem, bool partial)
{
    char what[160];
    uint64_t want;
    struct compare_place p = place_of(c, elem);
    if (partial) {
        end_piece(c);
        return;
    }
    if (c->hole) {
        c->result.difference = c->gone;
        c->verdict = COMPARE_DIFFERS;
        return;
    }
    end_piece(c);
    if (elem->value != 0) {
        snprintf(what, sizeof what, "the last message is cut off, %llu byte%s left",
                 (ull)elem->value, htr_s(elem->value));
        c->verdict = compare_differs(&p, what);
    } else if ((p.expected = peek(c, &want)) != NULL) {
        snprintf(what, sizeof what,
                 "the trace ends after %llu instruction%s; the PC list continues with 0x%llx",
                 (ull)c->result.instructions, htr_s(c->result.instructions), (ull)want);
        c->verdict = compare_differs(&p, what);
    } else if (c->at->failed) {
        cannot(c);
    }
}

/* partial: of the END element alone. */
static void take(struct compare_live *c, const struct flow_elem *elem, bool partial)
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

bool compare_live_begin(struct compare_live *c, const struct compare_live_cfg *cfg)
{
    *c = (struct compare_live){.cfg = *cfg, .verdict = COMPARE_EQUAL};
    c->cfg.piece = cfg->piece != 0 ? cfg->piece : COMPARE_LIVE_PIECE;
    c->at = new_cursor(cfg->log);
    c->seek = new_cursor(cfg->log);
    c->check = new_cursor(cfg->log);
    c->pc = malloc(c->cfg.piece * sizeof *c->pc);
    c->border = malloc(c->cfg.piece * sizeof *c->border);
    return c->at != NULL && c->seek != NULL && c->check != NULL && c->pc != NULL &&
           c->border != NULL;
}

static void go(struct compare_live *c, bool partial)
{
    struct flow_elem elem;
    while (c->verdict == COMPARE_EQUAL && nexus_decoder_next(c->cfg.decoder, &elem) == NEXUS_OK) {
        take(c, &elem, partial);
    }
    c->result.messages = c->cfg.decoder->flow.msgs;
}

void compare_live_go(struct compare_live *c)
{
    go(c, false);
    htr_pc_log_drop(c->cfg.log, c->verdict != COMPARE_EQUAL ? c->cfg.log->count
                                : c->placed && !c->only     ? c->start
                                                            : c->at->at);
}

enum compare_verdict compare_live_end(struct compare_live *c, bool partial)
{
    go(c, partial);
    htr_gap_meter_end(&c->gaps, c->cfg.decoder->msgs.base + c->cfg.decoder->msgs.size);
    return c->verdict;
}

void compare_live_tell(const struct compare_live *c)
{
    if (c->verdict == COMPARE_CANNOT) {
        tool_fail(c->cfg.verb, NULL, "%s", c->said);
    } else if (c->said[0] == '\0') {
        compare_tell(c->cfg.path, &c->result.difference);
    } else if (c->note) {
        tool_note(c->cfg.verb, c->cfg.path, "%s", c->said);
    } else {
        tool_verdict(c->cfg.path, "%s", c->said);
    }
}

void compare_live_free(struct compare_live *c)
{
    free(c->at);
    free(c->seek);
    free(c->check);
    free(c->pc);
    free(c->border);
    *c = (struct compare_live){.verdict = COMPARE_CANNOT};
}
