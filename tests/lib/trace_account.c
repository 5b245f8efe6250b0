/* SPDX-License-Identifier: Apache-2.0 */
/* What a stream of messages determines of an execution that is known. */
#include "trace_account.h"

/* The message being looked at. */
struct walk {
    const struct account *a;
    struct account_result *r;
    bool on, after_error;
    uint32_t session; /* of the Error */
    size_t first;     /* of the region */
    size_t end;       /* of the last region that is followed by no gap */
    bool htm;
    uint64_t icnt, outcomes;           /* of the region, so far */
    uint64_t sure;                     /* icnt without that of ResourceFull since the last branch */
    uint64_t last_icnt, last_outcomes; /* of the branch message before, for RepeatBranch */
};

static void wrong(struct walk *w, const char *what)
{
    if (w->r->wrong == NULL) {
        w->r->wrong = what;
        w->r->at = w->r->messages;
    }
}

/* Outcomes below the stop bit. */
static uint64_t outcomes(uint64_t hist)
{
    uint64_t n = 0;
    while (hist >> 1 >> n != 0) {
        n++;
    }
    return n;
}

static size_t first_of_record(const struct account *a, uint32_t record)
{
    size_t low = 0, high = a->insns;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (a->insn[middle].record < record) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* After the branch whose outcome came last. */
static size_t by_outcomes(struct walk *w)
{
    uint64_t left = w->outcomes;
    size_t i = w->first;
    while (left > 0 && i < w->a->insns) {
        left -= w->a->insn[i++].branch;
    }
    if (left > 0) {
        wrong(w, "more outcomes than branches");
    }
    return i;
}

/* As far as I-CNT leads; up to and with the first branch of unknown outcome. In history trace that
 * is one without outcome in HIST; in branch trace one in I-CNT of ResourceFull messages after
 * which no branch message came: a decoder need not know which of the two it is. *open: it ended
 * there. */
static size_t by_count(struct walk *w, bool *open)
{
    uint64_t half = 0, branches = 0;
    size_t i = w->first;
    *open = false;
    while (half < w->icnt && i < w->a->insns && !*open) {
        const struct account_insn *insn = &w->a->insn[i++];
        half += insn->halfwords;
        branches += insn->branch;
        *open = insn->branch && (w->htm ? branches > w->outcomes : half > w->sure);
    }
    if (half > w->icnt || (half < w->icnt && !*open)) {
        wrong(w, half > w->icnt ? "I-CNT ends inside an instruction" : "I-CNT leads too far");
    }
    return i;
}

static void end_region(struct walk *w, bool lost)
{
    bool open;
    size_t counted = by_count(w, &open), told = w->htm ? by_outcomes(w) : w->first;
    size_t end = told > counted ? told : counted;
    if (!lost && (open || told > counted)) {
        wrong(w, open ? "a branch has no outcome" : "I-CNT does not reach the last outcome");
    }
    if (w->r->regions == w->r->max) {
        wrong(w, "too many regions");
    } else {
        w->r->region[w->r->regions++] =
            (struct account_region){w->first, end - w->first, lost, w->htm};
    }
    w->r->determined += end - w->first;
    w->end = end;
    w->on = false;
}

static void begin_region(struct walk *w, const struct nexus_msg *m, const struct account_made *made)
{
    uint64_t sync = m->value[NEXUS_F_SYNC];
    if (m->tcode != NEXUS_PROG_TRACE_SYNC || m->value[NEXUS_F_ICNT] != 0) {
        wrong(w, "a region does not begin with a ProgTraceSync without I-CNT");
        return;
    }
    bool again = w->after_error && made->session == w->session;
    if (again && sync != NEXUS_SYNC_FIFO_OVERRUN && sync != NEXUS_SYNC_EXIT_DEBUG) {
        wrong(w, "Error, and then a synchronizing message without SYNC 7 or 3");
    }
    if (!again && sync == NEXUS_SYNC_FIFO_OVERRUN) {
        wrong(w, "SYNC 7 without an Error");
    }
    w->first = first_of_record(w->a, made->record);
    if (w->first < w->end) {
        wrong(w, "a region begins before the end of the one before");
    } else if (w->first > w->end && !w->after_error) {
        wrong(w, "instructions are missing, and no Error says so");
    }
    w->r->dropped += w->first - w->end;
    w->on = true;
    w->htm = made->htm;
    w->after_error = false;
    w->icnt = w->sure = w->outcomes = w->last_icnt = w->last_outcomes = 0;
}

static void resource_full(struct walk *w, const struct nexus_msg *m)
{
    uint64_t data = m->value[NEXUS_F_RDATA];
    switch (m->value[NEXUS_F_RCODE]) {
    case NEXUS_RCODE_ICNT:
        w->icnt += data;
        break;
    case NEXUS_RCODE_HIST:
        w->outcomes += outcomes(data);
        break;
    case NEXUS_RCODE_HIST_REPEAT:
        w->outcomes += outcomes(data) * m->value[NEXUS_F_HREPEAT];
        break;
    default:
        wrong(w, "a reserved RCODE");
        break;
    }
}

static void branch(struct walk *w, const struct nexus_msg *m)
{
    uint64_t n = nexus_msg_has(m, NEXUS_F_HIST) ? outcomes(m->value[NEXUS_F_HIST]) : 0;
    w->icnt += m->value[NEXUS_F_ICNT];
    w->sure = w->icnt;
    w->outcomes += n;
    w->last_icnt = m->value[NEXUS_F_ICNT];
    w->last_outcomes = n;
}

static void take(struct walk *w, const struct nexus_msg *m, const struct account_made *made)
{
    if (m->tcode == NEXUS_OWNERSHIP) {
        return;
    }
    if (m->tcode == NEXUS_ERROR) {
        w->r->errors++;
        if (w->on) {
            end_region(w, true);
        }
        w->after_error = true;
        w->session = made->session;
        return;
    }
    if (!w->on) {
        begin_region(w, m, made);
        return;
    }
    switch (m->tcode) {
    case NEXUS_RESOURCE_FULL:
        resource_full(w, m);
        break;
    case NEXUS_REPEAT_BRANCH:
        w->icnt += m->value[NEXUS_F_BCNT] * w->last_icnt;
        w->sure = w->icnt;
        w->outcomes += m->value[NEXUS_F_BCNT] * w->last_outcomes;
        break;
    case NEXUS_PROG_TRACE_CORRELATION:
        branch(w, m);
        end_region(w, false);
        break;
    default:
        branch(w, m);
        break;
    }
}

void account_stream(const struct account *a, const struct nexus_stream_cfg *cfg,
                    const struct account_bytes *stream, struct account_result *r)
{
    struct walk w = {.a = a, .r = r};
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    int status;
    r->regions = 0;
    r->determined = r->dropped = r->errors = r->messages = 0;
    r->wrong = nexus_msg_decoder_init(&d, cfg, stream->bytes, stream->size) == NEXUS_OK
                   ? NULL
                   : "no decoder";
    while (r->wrong == NULL && (status = nexus_msg_next(&d, &m)) != NEXUS_ERR_END) {
        if (status != NEXUS_OK) {
            wrong(&w, "a damaged message");
        } else if (stream->any || m.src == stream->src) {
            if (r->messages == a->messages) {
                wrong(&w, "more messages than were sent");
                break;
            }
            take(&w, &m, &a->made[r->messages]);
            r->messages++;
        }
    }
    if (w.on) {
        wrong(&w, "the stream ends in an open region");
    }
    if (r->messages != a->messages) {
        wrong(&w, "messages that the link accepted did not arrive");
    }
    if (w.end < a->insns && !w.after_error) {
        wrong(&w, "instructions at the end are missing, and no Error says so");
    }
    r->dropped += a->insns - w.end;
}
