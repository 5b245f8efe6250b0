/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Guessing the width of SRC. Each width is tried, and the evidence against it is summed up in
 * points: docs/reference/formats.md, "How info guesses the width of SRC".
 */
#include "htr/htr_guess.h"

#include <string.h>

enum {
    WIDTHS = NEXUS_MAX_SRC_BITS + 1,
    SOURCES = 1 << NEXUS_MAX_SRC_BITS,
    ADDRESSES = 1 << 14,                  /* addresses that are distinguished, by their low bits */
    VALUES = 256,                         /* values of I-CNT kept for each TCODE */
    SHARED_BITS = NEXUS_MAX_SRC_BITS + 3, /* of I-CNT: the widest SRC, and bits of it that vary */
    FULL_USUAL = 4,    /* this many fits of SYNC 4 to a full I-CNT count against a width */
    UNSYNCED = 60,     /* this many messages of a source that never synchronizes count */
    UNSYNCED_LATE = 4, /* this many of them, for each sync it lacks, wherever a trace begins */
};

/* Points against a width. */
static const double damaged = 20;    /* a message that ends before or after its fields */
static const double impossible = 16; /* a value that no encoder sends there */
static const double unlikely = 5;    /* one that few send there */
static const double rare_full = 3;   /* SYNC 4, which few encoders send often */
static const double unsynced = 4;    /* a message of a source that never synchronizes */
static const double begins = 8;      /* a source begins without a synchronizing message */
static const double one_source = 4;  /* one more source */
static const double stray = 5;       /* a message of a source that has hardly any */
static const double common_bits = 3; /* low bits that all values of I-CNT share */

struct source {
    uint32_t messages, syncs;  /* in the whole stream */
    uint32_t taken, addresses; /* up to the current message */
    uint64_t addr;
    bool open;  /* synchronized, and not ended since */
    bool ended; /* ProgTraceCorrelation came last */
};

/* I-CNT of the messages of a TCODE. */
struct values {
    uint64_t value[VALUES];
    uint32_t times[VALUES];
    unsigned n;
};

struct trial {
    struct source source[SOURCES];
    uint32_t address[ADDRESSES];
    struct values values[NEXUS_TCODES];
    double points[HTR_EVIDENCE_KINDS];
    double doubtful; /* of them: those that a lost beginning explains */
    uint32_t messages, damaged, syncs, repeated, hist, full, btype[4];
    uint64_t most, least_full; /* I-CNT: the most, and the least with SYNC 4 */
    bool late;                 /* the first message does not synchronize */
    uint16_t last;             /* source of the message before */
};

/* Log2, good to 0.01. */
static double lg(double x)
{
    int n = 0;
    for (; x < 1; n--) {
        x *= 2;
    }
    for (; x >= 2; n++) {
        x /= 2;
    }
    return n + (x - 1) * (5 - x) / 3;
}

/* Messages that instruction trace is made of. */
static bool is_trace(unsigned tcode)
{
    return tcode == NEXUS_OWNERSHIP || tcode == NEXUS_DIRECT_BRANCH ||
           tcode == NEXUS_INDIRECT_BRANCH || tcode == NEXUS_ERROR || tcode == NEXUS_RESOURCE_FULL ||
           tcode == NEXUS_INDIRECT_BRANCH_HIST || tcode == NEXUS_REPEAT_BRANCH ||
           tcode == NEXUS_PROG_TRACE_CORRELATION || nexus_tcode_is_sync(tcode);
}

/* Values of fixed fields that N-Trace reserves. RCODE 8 and 9: the 0.x dialects. */
static double points_of_codes(const struct nexus_msg *m)
{
    static const struct {
        enum nexus_field field;
        uint32_t used; /* bit n: value n is in use */
    } code[] = {
        {NEXUS_F_SYNC, 0x2FF}, {NEXUS_F_RCODE, 0x307}, {NEXUS_F_EVCODE, 0x13},
        {NEXUS_F_CDF, 0x3},    {NEXUS_F_ETYPE, 0x1},
    };
    double points = 0;
    for (unsigned i = 0; i < sizeof code / sizeof code[0]; i++) {
        if (nexus_msg_has(m, code[i].field) && (code[i].used >> m->value[code[i].field] & 1) == 0) {
            points += impossible;
        }
    }
    if (m->tcode == NEXUS_RESOURCE_FULL && m->value[NEXUS_F_RCODE] != NEXUS_RCODE_ICNT &&
        m->value[NEXUS_F_RCODE] < NEXUS_RCODE_NOT_TAKEN && m->value[NEXUS_F_RDATA] < 2) {
        points += impossible; /* HIST without an outcome */
    }
    return points;
}

/* Does this synchronizing message start the trace? SYNC 1, 3, 5, 7, 9. */
static bool starts(const struct nexus_msg *m)
{
    return (0x2AA >> m->value[NEXUS_F_SYNC] & 1) != 0;
}

/* A synchronizing message: does its reason fit what came before? */
static double points_of_sync(struct trial *k, struct source *s, const struct nexus_msg *m)
{
    static const double usual[16] = {4, 3, 0, 3, 0, 1, 4, 1, 0, 4}; /* 4: judge */
    uint64_t sync = m->value[NEXUS_F_SYNC], icnt = m->value[NEXUS_F_ICNT];
    const bool start = starts(m);
    double points = usual[sync & 15];
    if (start && m->tcode == NEXUS_PROG_TRACE_SYNC) {
        points += icnt != 0 ? impossible : 0;
    } else if (start) {
        points += unlikely;
    }
    points += start && s->open ? unlikely : 0;
    points += !start && sync != NEXUS_SYNC_PERIODIC && s->taken == 1 ? begins : 0;
    if (sync == NEXUS_SYNC_ICNT) {
        k->full++;
        k->least_full = icnt < k->least_full ? icnt : k->least_full;
    }
    return points;
}

/* Addresses repeat when those of one source are added up, and only then. */
static double points_of_address(struct trial *k, struct source *s, const struct nexus_msg *m)
{
    if (nexus_tcode_is_sync(m->tcode)) {
        s->addr = m->value[NEXUS_F_ADDR];
    } else {
        s->addr ^= m->value[NEXUS_F_ADDR];
    }
    uint64_t place = s->addr + (uint64_t)(s - k->source) * 2654435761u;
    uint32_t *n = &k->address[place % ADDRESSES];
    double p = ((double)*n + 1.0 / 16) / ((double)s->addresses + ADDRESSES / 16.0);
    ++*n;
    s->addresses++;
    return nexus_tcode_is_sync(m->tcode) ? 0 : -lg(p);
}

static void add_value(struct values *v, uint64_t icnt)
{
    unsigned i = 0;
    while (i < v->n && v->value[i] != icnt) {
        i++;
    }
    if (i == VALUES) {
        return;
    }
    if (i == v->n) {
        v->value[v->n++] = icnt;
    }
    v->times[i]++;
}

static void take_icnt(struct trial *k, const struct nexus_msg *m)
{
    uint64_t icnt = m->value[NEXUS_F_ICNT];
    if (!nexus_msg_has(m, NEXUS_F_ICNT)) {
        return;
    }
    if (m->tcode == NEXUS_DIRECT_BRANCH || m->tcode == NEXUS_INDIRECT_BRANCH ||
        m->tcode == NEXUS_INDIRECT_BRANCH_HIST) {
        add_value(&k->values[m->tcode], icnt);
        k->most = icnt > k->most ? icnt : k->most;
    }
}

/* Damaged messages name any source: one that has a single message, or few and no synchronizing one.
 * Those messages rather belong to the source before. */
static bool is_stray(const struct trial *k, const struct source *s)
{
    return k->messages > 1 &&
           (s->messages == 1 || (s->syncs == 0 && s->messages <= 2 + k->messages / 256));
}

static void take(struct trial *k, const struct nexus_msg *m)
{
    struct source *s = &k->source[m->src];
    bool sync = nexus_tcode_is_sync(m->tcode);
    if (is_stray(k, s)) {
        k->points[HTR_EVIDENCE_SOURCES] += stray;
        s = &k->source[k->last];
    }
    k->last = (uint16_t)(s - k->source);
    s->taken++;
    if (!is_trace(m->tcode)) {
        return;
    }
    k->points[HTR_EVIDENCE_VALUES] += points_of_codes(m);
    if (sync) {
        k->points[HTR_EVIDENCE_SYNC] += points_of_sync(k, s, m);
    } else if (s->taken == 1) {
        k->points[HTR_EVIDENCE_SYNC] += begins;
    }
    if (nexus_msg_has(m, NEXUS_F_ADDR)) {
        k->points[HTR_EVIDENCE_ADDRESSES] += points_of_address(k, s, m);
    }
    take_icnt(k, m);
    k->btype[nexus_msg_has(m, NEXUS_F_BTYPE) ? m->value[NEXUS_F_BTYPE] & 3 : 0]++;
    k->hist += nexus_msg_has(m, NEXUS_F_HIST) && m->tcode != NEXUS_PROG_TRACE_CORRELATION;
    bool ends = m->tcode == NEXUS_PROG_TRACE_CORRELATION || m->tcode == NEXUS_ERROR;
    bool goes_on = s->ended && !sync && !ends && m->tcode != NEXUS_OWNERSHIP;
    k->points[HTR_EVIDENCE_SYNC] += goes_on ? unlikely : 0;
    s->open = sync || (s->open && !ends);
    s->ended = m->tcode == NEXUS_PROG_TRACE_CORRELATION ||
               (s->ended && (ends || m->tcode == NEXUS_OWNERSHIP));
}

/* Bits that (nearly) all values of I-CNT share, below one that varies, belong to SRC rather. That
 * the lowest one is clear is natural: code without compressed instructions. A value seen once may
 * be damaged. */
static double points_of_values(const struct values *v)
{
    unsigned shared = 0, below = 0;
    double all = 0;
    for (unsigned i = 0; i < v->n; i++) {
        all += v->times[i] > 1 ? 1 : .25;
    }
    for (unsigned bit = 0; bit < SHARED_BITS; bit++) {
        double set = 0;
        for (unsigned i = 0; i < v->n; i++) {
            set += (v->value[i] >> bit & 1) == 0 ? 0 : v->times[i] > 1 ? 1 : .25;
        }
        bool varies = set > all / 16 && set < all - all / 16;
        if (varies) {
            shared += below;
            below = 0;
        } else {
            below += bit > 0 || set > all / 16;
        }
    }
    return all < 3 ? 0 : common_bits * shared * (all - 1);
}

/* Sources that never synchronize while others do. Where the beginning is lost, each may have lost
 * the message that starts it, and only what the others repeat is missing: the points for the rest
 * are doubtful. */
static void judge_unsynced(struct trial *k)
{
    double synced = 0;
    for (unsigned i = 0; i < SOURCES; i++) {
        synced += k->source[i].syncs > 0 ? k->source[i].messages : 0;
    }
    for (unsigned i = 0; i < SOURCES && k->syncs > 0; i++) {
        const struct source *s = &k->source[i];
        if (s->messages > 0 && s->syncs == 0 && !is_stray(k, s)) {
            const double n = s->messages < UNSYNCED ? s->messages : UNSYNCED;
            const double missing = 1 + (double)s->messages * k->repeated / synced;
            const double sure = UNSYNCED_LATE * missing;
            k->points[HTR_EVIDENCE_SYNC] += unsynced * n;
            k->doubtful += k->late && sure < n ? unsynced * (n - sure) : 0;
        }
    }
}

/* Evidence that needs the whole stream. */
static void judge(struct trial *k)
{
    if (k->full > 0 && (k->hist > 0 || k->least_full * 2 < k->most)) {
        /* SYNC 4: branch trace only, and a full I-CNT */
        k->points[HTR_EVIDENCE_SYNC] += impossible * k->full;
    }
    k->points[HTR_EVIDENCE_SYNC] += rare_full * (k->full < FULL_USUAL ? k->full : FULL_USUAL);
    uint32_t split =
        k->btype[2] + k->btype[3]; /* an encoder either distinguishes exceptions or does not */
    k->points[HTR_EVIDENCE_VALUES] += impossible * (split < k->btype[1] ? split : k->btype[1]);
    unsigned sources = 0;
    for (unsigned i = 0; i < SOURCES; i++) {
        const struct source *s = &k->source[i];
        if (s->messages > 0 && !is_stray(k, s)) {
            k->points[HTR_EVIDENCE_SOURCES] += sources++ > 0 ? one_source : 0;
        }
    }
    judge_unsynced(k);
    for (unsigned t = 0; t < NEXUS_TCODES; t++) {
        k->points[HTR_EVIDENCE_ICNT] += points_of_values(&k->values[t]);
    }
}

/* Read the bytes with c->cfg and sum up the evidence against it. */
static void try(const struct htr_guess_input *in, size_t size, struct htr_guess_candidate *c)
{
    struct trial k = {.least_full = UINT64_MAX, .late = true};
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    int status;
    (void)nexus_msg_decoder_init(&d, &c->cfg, in->bytes, size);
    while ((status = nexus_msg_next(&d, &m)) != NEXUS_ERR_END) {
        k.messages++;
        if (status == NEXUS_OK) {
            k.late = k.late && !(k.messages == 1 && nexus_tcode_is_sync(m.tcode));
            k.source[m.src].messages++;
            k.source[m.src].syncs += nexus_tcode_is_sync(m.tcode);
            k.syncs += nexus_tcode_is_sync(m.tcode);
            k.repeated += nexus_tcode_is_sync(m.tcode) && !starts(&m);
        } else {
            k.damaged++;
        }
    }
    (void)nexus_msg_decoder_init(&d, &c->cfg, in->bytes, size);
    while ((status = nexus_msg_next(&d, &m)) != NEXUS_ERR_END) {
        if (status == NEXUS_OK) {
            take(&k, &m);
        }
    }
    k.points[HTR_EVIDENCE_DAMAGE] = damaged * k.damaged;
    judge(&k);
    double against = 0;
    for (unsigned i = 0; i < HTR_EVIDENCE_KINDS; i++) {
        c->evidence[i] = (uint64_t)k.points[i];
        against += i != HTR_EVIDENCE_ADDRESSES ? k.points[i] : 0;
    }
    c->messages = k.messages;
    c->damaged = k.damaged;
    c->against = (uint64_t)against;
    c->points = (uint64_t)(against + k.points[HTR_EVIDENCE_ADDRESSES]);
    c->doubtful = (uint64_t)k.doubtful;
}

static uint64_t ahead(uint64_t points, uint64_t best)
{
    return points > best ? points - best : 0;
}

/* How clearly the best one leads, and which others are too close to it, with the doubtful points
 * and without. */
static void compare(struct htr_guess *g)
{
    const struct htr_guess_candidate *best = htr_guess_best(g);
    const uint64_t least = HTR_GUESS_MARGIN + best->against / 4;
    g->margin = g->lead = UINT64_MAX;
    g->confident = true;
    for (unsigned i = 0; i < g->n; i++) {
        struct htr_guess_candidate *c = &g->candidate[i];
        uint64_t margin = ahead(c->points, best->points + ahead(c->doubtful, best->doubtful));
        uint64_t lead = ahead(c->against, best->against + ahead(c->doubtful, best->doubtful));
        c->possible = i == g->best || margin < least || lead < least / 2;
        if (i != g->best) {
            g->margin = margin < g->margin ? margin : g->margin;
            g->lead = lead < g->lead ? lead : g->lead;
            g->confident = g->confident && !c->possible;
        }
    }
}

void htr_guess_messages(struct htr_guess *g, const struct htr_guess_input *in)
{
    size_t size = in->size < HTR_GUESS_SAMPLE ? in->size : HTR_GUESS_SAMPLE;
    *g = (struct htr_guess){.n = WIDTHS};
    for (unsigned w = 0; w < WIDTHS; w++) {
        struct htr_guess_candidate *c = &g->candidate[w];
        if (in->cfg != NULL) {
            c->cfg = *in->cfg;
        } else {
            nexus_cfg_init(&c->cfg);
        }
        c->cfg.src_bits = (uint8_t)w;
        c->cfg.timestamps = true;
        try(in, size, c);
        g->best = c->points < htr_guess_best(g)->points ? w : g->best;
    }
    compare(g);
}

const char *htr_evidence_name(enum htr_evidence kind)
{
    static const char *const name[HTR_EVIDENCE_KINDS] = {
        [HTR_EVIDENCE_DAMAGE] = "damaged messages",
        [HTR_EVIDENCE_VALUES] = "reserved or rare values",
        [HTR_EVIDENCE_SYNC] = "missing or unlikely synchronizing messages",
        [HTR_EVIDENCE_SOURCES] = "sources with few messages",
        [HTR_EVIDENCE_ADDRESSES] = "addresses that do not come again",
        [HTR_EVIDENCE_ICNT] = "bits that all values of I-CNT share",
    };
    return (unsigned)kind < HTR_EVIDENCE_KINDS ? name[kind] : "unknown evidence";
}
