/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Segments of a trace, placed in the execution. While the place is known, instructions are compared
 * as they come. After a gap the whole segment is gathered and looked for: a short piece of a loop
 * would fit in many places. After a difference the trace is placed anew from its next
 * synchronizing message on.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "htr_compare_find.h"
#include "htr_compare_lists.h"
#include "htr/htr_text.h"

typedef unsigned long long ull;

enum {
    CHECK = 1 << 16, /* PCs gathered before they are compared, where the place is known */
    LEAST = 16,      /* PCs that must agree to place a segment that differs */
};

/* Where a range begins in the piece. */
struct mark {
    size_t index;
    uint64_t msg, offset;
    bool sync; /* the trace can be placed anew from here on */
};

struct parts {
    struct htr_host *host;
    const struct htr_compare_parts_cfg *cfg;
    struct htr_compare_parts_result *result;
    struct flow_elem elem;
    struct htr_pc_list all, piece;
    struct mark *mark;
    size_t marks, marks_room;
    size_t *table; /* for htr_compare_find */
    size_t table_room;
    size_t from;      /* the search for the next one starts here in the list */
    uint64_t decoded; /* instructions before the piece */
    bool placed;      /* the piece must begin at `from` */
    bool begun;       /* something was placed */
    bool sync;        /* a synchronizing message came since the last range */
    bool skip;        /* until the next one */
    bool lost;        /* in a gap that the encoder reported: gap */
    struct htr_compare_gap gap;
    uint64_t on; /* the message that began the segment; UINT64_MAX: a part of it is placed */
    size_t spans_room;
    bool over;  /* the limit is reached, the list used up, or memory is short */
    int failed; /* HTR_ERR_* */
};

static void out_of_memory(struct parts *s)
{
    s->failed = htr_fail(s->host, HTR_ERR_MEMORY, NULL, "not enough memory to place the segments");
    s->over = true;
}

/* ---- differences ---- */

static void list_text(const struct parts *s, size_t at, char text[32])
{
    snprintf(text, 32, "the end of the list");
    if (at < s->all.n) {
        snprintf(text, 32, "0x%llx", (ull)s->all.pc[at]);
    }
}

/* Instruction `index` of the piece (which may end before it) is wrong. Returns the difference. */
__attribute__((format(printf, 4, 5))) static struct htr_difference *
differ(struct parts *s, size_t index, const struct mark *where, const char *format, ...)
{
    struct htr_difference *d = &s->result->difference[s->result->differences++];
    va_list args;
    memset(d, 0, sizeof *d);
    d->instruction = s->decoded + index + 1;
    d->msg = where->msg;
    d->offset = where->offset;
    va_start(args, format);
    vsnprintf(d->what, sizeof d->what, format, args);
    va_end(args);
    s->over = s->over || s->result->differences == s->cfg->limit;
    return d;
}

static const struct mark *mark_at(const struct parts *s, size_t index)
{
    size_t i = 0;
    while (i + 1 < s->marks && s->mark[i + 1].index <= index) {
        i++;
    }
    return &s->mark[i];
}

static struct mark here(const struct parts *s)
{
    return (struct mark){s->piece.n, s->elem.msg, s->elem.offset, false};
}

static void differ_pc(struct parts *s, size_t index, size_t listed)
{
    struct htr_difference *d = &s->result->difference[s->result->differences];
    uint64_t got = s->piece.pc[index];
    if (listed < s->all.n) {
        differ(s, index, mark_at(s, index), "expected 0x%llx, got 0x%llx", (ull)s->all.pc[listed],
               (ull)got);
        d->has_expected = true;
        d->expected = s->all.pc[listed];
    } else {
        differ(s, index, mark_at(s, index),
               "the trace continues at 0x%llx; the PC list ends after %llu", (ull)got, (ull)listed);
        d->about = HTR_ABOUT_END;
        s->over = true;
    }
    d->has_got = true;
    d->got = got;
}

/* ---- the piece ---- */

static void drop(struct parts *s, size_t n)
{
    size_t keep = 0;
    for (size_t i = 0; i < s->marks; i++) {
        if (s->mark[i].index >= n) {
            s->mark[keep] = s->mark[i];
            s->mark[keep++].index -= n;
        }
    }
    s->marks = keep;
    memmove(s->piece.pc, s->piece.pc + n, (s->piece.n - n) * sizeof *s->piece.pc);
    s->piece.n -= n;
    s->decoded += n;
}

/* The piece differs at index: go on at the next synchronizing message after it. */
static void drop_to_sync(struct parts *s, size_t index)
{
    size_t i = 0;
    while (i < s->marks && (s->mark[i].index <= index || !s->mark[i].sync)) {
        i++;
    }
    s->skip = i == s->marks;
    drop(s, s->skip ? s->piece.n : s->mark[i].index);
    s->placed = false;
}

static void close_gap(struct parts *s, size_t at, bool open)
{
    if (s->lost) {
        s->gap.missing = at - s->gap.before;
        s->gap.open = open;
        if (s->result->gaps < HTR_COMPARE_GAPS) {
            s->result->gap[s->result->gaps] = s->gap;
        }
        s->result->gaps++;
        s->lost = false;
    }
}

static struct htr_pc_span rest_of_list(const struct parts *s)
{
    return (struct htr_pc_span){s->all.pc + s->from, s->all.n - s->from};
}

/* After a difference at `index` of the piece trace and list often go on together. Otherwise the
 * trace is placed anew at its next synchronizing message. */
static void go_on(struct parts *s, size_t index)
{
    const struct htr_pc_span piece = {s->piece.pc + index, s->piece.n - index};
    size_t skip, more;
    if (!s->over && htr_compare_realign(piece, rest_of_list(s), &skip, &more)) {
        drop(s, index + skip);
        s->from += more;
        s->placed = true;
    } else {
        drop_to_sync(s, index);
    }
}

/* The same, as a span of its own or as more of the last one. */
static void add_span(struct parts *s, size_t at, size_t n)
{
    const bool begins = s->on != UINT64_MAX;
    const struct htr_compare_span span = {.decoded = s->decoded,
                                          .listed = at,
                                          .n = n,
                                          .first_msg = begins ? s->on : mark_at(s, 0)->msg,
                                          .last_msg = mark_at(s, n - 1)->msg};
    if (!htr_compare_add_span(s->result, &s->spans_room, &span, begins)) {
        out_of_memory(s);
    }
    s->on = UINT64_MAX;
}

/* The first n PCs of the piece are those from `at` on. */
static void accept(struct parts *s, size_t at, size_t n)
{
    if (n != 0 && !s->begun) {
        s->result->first = at;
        s->begun = true;
    }
    if (n != 0) {
        close_gap(s, at, false);
        if (s->cfg->spans) {
            add_span(s, at, n);
        }
    }
    s->from = at + n;
    s->result->sum.instructions += n;
}

/* The place is known. */
static void check_here(struct parts *s)
{
    size_t n = 0, left = s->all.n - s->from;
    size_t most = s->piece.n < left ? s->piece.n : left;
    while (n < most && s->piece.pc[n] == s->all.pc[s->from + n]) {
        n++;
    }
    accept(s, s->from, n);
    if (n == s->piece.n) {
        drop(s, n);
        return;
    }
    s->result->wrong++;
    differ_pc(s, n, s->from);
    go_on(s, n);
}

static bool has_table(struct parts *s)
{
    if (s->table_room < s->piece.n) {
        free(s->table);
        s->table = malloc(s->piece.n * sizeof *s->table);
        s->table_room = s->table != NULL ? s->piece.n : 0;
    }
    return s->table != NULL;
}

static void place(struct parts *s, size_t at)
{
    accept(s, at, s->piece.n);
    drop(s, s->piece.n);
    s->placed = true;
}

/* The place is unknown; tail: the piece must end where the list does. */
static void look_for(struct parts *s, bool tail)
{
    size_t at, n = s->piece.n;
    if (tail && n <= s->all.n - s->from &&
        memcmp(s->all.pc + s->all.n - n, s->piece.pc, n * sizeof *s->piece.pc) == 0) {
        place(s, s->all.n - n);
        return;
    }
    if (!has_table(s)) {
        out_of_memory(s);
        return;
    }
    size_t length =
        htr_compare_find(rest_of_list(s), (struct htr_pc_span){s->piece.pc, n}, s->table, &at);
    if (length == n) {
        place(s, s->from + at);
        return;
    }
    s->result->wrong++;
    if (length == 0) {
        const uint64_t got = s->piece.pc[0];
        struct htr_difference *d = differ(
            s, 0, mark_at(s, 0), "got 0x%llx, which was not executed after this point", (ull)got);
        d->has_got = true;
        d->got = got;
        drop_to_sync(s, 0);
        return;
    }
    at += s->from;
    differ_pc(s, length, at + length);
    if (length < LEAST) {
        drop_to_sync(s, length); /* the place is a guess: nothing follows from it */
        return;
    }
    accept(s, at, length);
    go_on(s, length);
}

/* Compare what was gathered. last: the trace ends with it. */
static void end_segment(struct parts *s, bool last)
{
    while (!s->over && s->piece.n != 0) {
        if (s->placed) {
            check_here(s);
        } else {
            look_for(s, last && !s->cfg->early);
        }
    }
}

/* ---- elements ---- */

static void take_range(struct parts *s, struct flow_code *code)
{
    struct flow_range_iter it;
    const struct flow_insn *insn;
    if (s->skip) {
        s->decoded += s->elem.count;
        return;
    }
    if (s->marks == s->marks_room) {
        void *memory = s->mark;
        if (!htr_compare_grow(&memory, &s->marks_room, sizeof *s->mark)) {
            out_of_memory(s);
            return;
        }
        s->mark = memory;
    }
    s->mark[s->marks++] = (struct mark){s->piece.n, s->elem.msg, s->elem.offset, s->sync};
    s->sync = false;
    flow_range_begin(&it, &s->elem);
    while (flow_range_next(&it, code, &insn) == FLOW_OK) {
        if (!htr_compare_add_pc(&s->piece, it.where.pc)) {
            out_of_memory(s);
            return;
        }
    }
    if (s->placed && s->piece.n >= CHECK) {
        end_segment(s, false);
    }
}

/* From here on the place is unknown. */
static void begin_segment(struct parts *s)
{
    s->result->segments++;
    s->on = s->elem.msg;
    s->sync = true;
    s->skip = false;
}

static void take_lost(struct parts *s)
{
    char list[32];
    end_segment(s, false);
    if (s->over) {
        return;
    }
    if (!s->cfg->losses) {
        struct mark at = here(s);
        list_text(s, s->from, list);
        differ(s, 0, &at,
               "expected %s, got: trace was lost (overflow); add --resync to check what follows",
               list);
    } else if (!s->lost) {
        s->gap = (struct htr_compare_gap){
            .msg = s->elem.msg, .offset = s->elem.offset, .before = s->from};
        s->lost = true;
    }
    s->placed = false;
}

static void take_trouble(struct parts *s)
{
    char list[32];
    struct mark at = here(s);
    if (s->elem.status == NEXUS_ERR_EMPTY) {
        differ(s, s->piece.n, &at, "%s; %s", htr_trace_reason(&s->elem),
               htr_trace_remedy(&s->elem));
        return; /* the segment goes on */
    }
    end_segment(s, false);
    if (s->over) {
        return;
    }
    if (s->elem.type == FLOW_ELEM_NO_SYNC &&
        (s->lost || s->result->differences != 0 || (s->cfg->late && !s->begun))) {
        return; /* part of a gap that is known */
    }
    at = here(s);
    list_text(s, s->from, list);
    const char *want = s->placed ? list : "another segment";
    struct htr_difference *d = differ(s, 0, &at, "expected %s, got: %s; %s", want,
                                      htr_trace_reason(&s->elem), htr_trace_remedy(&s->elem));
    d->about = s->elem.type == FLOW_ELEM_ADDR_NACC ? HTR_ABOUT_NO_CODE : HTR_ABOUT_TROUBLE;
    d->expected = s->placed && s->from < s->all.n ? s->all.pc[s->from] : 0;
    s->placed = false;
}

static void take_end(struct parts *s)
{
    bool lost = s->lost && s->piece.n == 0;
    struct mark at = here(s);
    end_segment(s, true);
    if (s->over) {
        return;
    }
    at.msg = s->elem.msg;
    if (s->elem.value != 0 && !s->cfg->early) {
        differ(s, 0, &at,
               "the last message is cut off, %llu byte%s left; if the capture ends early, add "
               "--partial",
               (ull)s->elem.value, htr_s(s->elem.value))
            ->about = HTR_ABOUT_END;
    } else if (s->from != s->all.n && !s->cfg->early && !lost && s->placed) {
        struct htr_difference *d = differ(
            s, 0, &at, "the trace ends after %llu instruction%s; the PC list continues with 0x%llx",
            (ull)s->decoded, htr_s(s->decoded), (ull)s->all.pc[s->from]);
        d->about = HTR_ABOUT_END;
        d->has_expected = true;
        d->expected = s->all.pc[s->from];
    }
    close_gap(s, s->all.n, true);
}

static void take(struct parts *s, struct flow_code *code)
{
    switch (s->elem.type) {
    case FLOW_ELEM_RANGE:
        take_range(s, code);
        break;
    case FLOW_ELEM_TRACE_ON:
        begin_segment(s);
        break;
    case FLOW_ELEM_EVENT:
        s->sync = true;
        s->skip = false;
        break;
    case FLOW_ELEM_TRACE_OFF:
        if (s->cfg->regions) {
            end_segment(s, false);
            s->placed = false;
        }
        break;
    case FLOW_ELEM_LOST:
        take_lost(s);
        break;
    case FLOW_ELEM_NO_SYNC:
    case FLOW_ELEM_ERROR:
    case FLOW_ELEM_ADDR_NACC:
        take_trouble(s);
        break;
    case FLOW_ELEM_END:
        take_end(s);
        break;
    default:
        break;
    }
}

/* Room for the differences, and all of the list. */
static int prepare(struct parts *s, struct htr_pcs *expected)
{
    const unsigned limit = s->cfg->limit;
    if (limit < 1 || limit > HTR_COMPARE_LIMIT) {
        return htr_fail(s->host, HTR_ERR_ARG, NULL, "%u differences; 1 to %d can be reported",
                        limit, HTR_COMPARE_LIMIT);
    }
    s->result->difference = calloc(limit, sizeof *s->result->difference);
    if (s->result->difference == NULL) {
        return htr_fail(s->host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    int status = htr_compare_load(&s->all, expected);
    s->result->listed = s->all.n;
    return status;
}

int htr_compare_parts(struct htr_tree *tree, int32_t decoder, struct htr_pcs *expected,
                      const struct htr_compare_parts_cfg *cfg,
                      struct htr_compare_parts_result *result)
{
    struct parts s = {.host = expected->host, .cfg = cfg, .result = result};
    memset(result, 0, sizeof *result);
    s.placed = !cfg->late;
    s.on = UINT64_MAX;
    struct htr_pull pull;
    s.failed = htr_pull_begin(&pull, tree, decoder);
    s.failed = s.failed == HTR_OK ? prepare(&s, expected) : s.failed;
    while (s.failed == HTR_OK && !s.over && htr_pull_next(&pull, &s.elem)) {
        htr_progress(s.host, s.elem.offset);
        take(&s, htr_inside_look(&pull.inside).code);
    }
    result->sum.messages = pull.inside.ops != NULL ? htr_inside_look(&pull.inside).messages : 0;
    free(s.all.pc);
    free(s.piece.pc);
    free(s.mark);
    free(s.table);
    if (s.failed != HTR_OK) {
        return s.failed;
    }
    return result->differences == 0 ? HTR_COMPARE_EQUAL : HTR_COMPARE_DIFFERENT;
}

void htr_compare_parts_free(struct htr_compare_parts_result *result)
{
    free(result->difference);
    free(result->span);
    result->difference = NULL;
    result->span = NULL;
}
