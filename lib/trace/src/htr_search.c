/* SPDX-License-Identifier: Apache-2.0 */
/* Searching for the settings of a stream: trials of decoding, and how they are judged. */
#include "htr/htr_search.h"

#include <string.h>

#include "htr_search_int.h"

enum {
    SETTINGS = 9,
    TRIED = 7, /* of these, settings combined with each other */
    TRIED_ALL = (1 << TRIED) - 1,
    ROUNDS = 3,
};

/* All trials of a search, in order of plainness. */
struct work {
    const struct htr_guess_input *in;
    struct htr_guess_input first; /* up to HTR_SEARCH_FIRST bytes */
    unsigned fixed;
    struct htr_search *s;
    struct htr_guess guess[2]; /* of the plainest one, also with the other profile */
};

const char *htr_search_setting_name(unsigned setting)
{
    static const char *const name[SETTINGS] = {
        "trTeSrcBits",
        "trTsEnable",
        "profile",
        "trTeInstEnImplicitReturn",
        "trTeInstEnAllJumps",
        "trTeInstEnSequentialJump",
        "trTeInstExtendAddrMSB",
        "return_depth",
        "ts_width",
    };
    for (unsigned i = 0; i < SETTINGS; i++) {
        if (setting == 1u << i) {
            return name[i];
        }
    }
    return "unknown setting";
}

/* The profile, and the depth of the return stack unless it was asked for. */
static void set_profile(struct nexus_stream_cfg *cfg, enum nexus_profile profile)
{
    struct nexus_stream_cfg before, after;
    nexus_cfg_init(&before);
    nexus_cfg_init(&after);
    nexus_cfg_set_profile(&before, cfg->profile);
    nexus_cfg_set_profile(&after, profile);
    const uint16_t depth =
        cfg->return_depth == before.return_depth ? after.return_depth : cfg->return_depth;
    nexus_cfg_set_profile(cfg, profile);
    cfg->width = after.width;
    cfg->return_depth = depth;
}

/* cfg with the other value of one setting; not of SRC. */
static struct nexus_stream_cfg other_value(struct nexus_stream_cfg cfg, unsigned setting)
{
    switch (setting) {
    case HTR_SEARCH_TIMES:
        cfg.timestamps = !cfg.timestamps;
        break;
    case HTR_SEARCH_PROFILE:
        set_profile(&cfg,
                    cfg.profile == NEXUS_PROFILE_1_0 ? NEXUS_PROFILE_SIFIVE_0X : NEXUS_PROFILE_1_0);
        break;
    case HTR_SEARCH_RETURN:
        cfg.implicit_return = !cfg.implicit_return;
        cfg.return_mode = cfg.implicit_return ? NEXUS_RETURN_FULL : NEXUS_RETURN_NONE;
        break;
    case HTR_SEARCH_ALL_JUMPS:
        cfg.all_jumps = !cfg.all_jumps;
        break;
    case HTR_SEARCH_SEQUENTIAL:
        cfg.sequential_jump = !cfg.sequential_jump;
        break;
    case HTR_SEARCH_MSB:
        cfg.extend_addr_msb = !cfg.extend_addr_msb;
        break;
    default:
        break;
    }
    return cfg;
}

static uint16_t usual_depth(enum nexus_profile profile)
{
    struct nexus_stream_cfg cfg;
    nexus_cfg_init(&cfg);
    nexus_cfg_set_profile(&cfg, profile);
    return cfg.return_depth;
}

/* The depth of the return stack, unless the user gave it. Without implicit return none matters. */
static void set_depth(const struct work *w, struct nexus_stream_cfg *cfg, uint16_t depth)
{
    if ((w->fixed & HTR_SEARCH_DEPTH) != 0) {
        cfg->return_depth = w->in->cfg->return_depth;
    } else {
        cfg->return_depth = cfg->implicit_return ? depth : usual_depth(cfg->profile);
    }
}

/* The plainest configuration that keeps what is fixed. */
static struct nexus_stream_cfg plainest(const struct nexus_stream_cfg *known, unsigned fixed)
{
    struct nexus_stream_cfg cfg = *known;
    const bool on[TRIED] = {
        false,
        cfg.timestamps,
        cfg.profile != NEXUS_PROFILE_1_0,
        cfg.implicit_return,
        cfg.all_jumps,
        cfg.sequential_jump,
        cfg.extend_addr_msb,
    };
    for (unsigned i = 1; i < TRIED; i++) {
        if (on[i] && (fixed & 1u << i) == 0) {
            cfg = other_value(cfg, 1u << i);
        }
    }
    return cfg;
}

static unsigned bits_of(unsigned n)
{
    unsigned bits = 0;
    for (; n != 0; n &= n - 1) {
        bits++;
    }
    return bits;
}

/* ---- judging ---- */

/* As good, and the same was executed. */
static bool alike(const struct htr_search_trial *a, const struct htr_search_trial *b)
{
    return a->path == b->path && a->score == b->score && a->errors == b->errors;
}

/* Are there enough messages or instructions to expose a wrong configuration? */
static bool tried(const struct htr_search_trial *t)
{
    return t->messages >= HTR_SEARCH_MESSAGES || t->instructions >= HTR_SEARCH_WALKED;
}

/* Is a clearly better, so that b is ruled out? A trial without an error that went far enough, or
 * one that is far ahead. */
static bool beats(const struct htr_search_trial *a, const struct htr_search_trial *b)
{
    const int64_t lead = a->score - b->score;
    if (a->errors == 0 && b->errors > 0 && tried(a)) {
        return lead > HTR_SEARCH_LEAD;
    }
    return a->score > 0 && lead >= HTR_SEARCH_FAR && (b->score <= 0 || a->score >= 2 * b->score);
}

/* Should a be tried before b? They come in order of plainness, so the first of equals stays
 * first. */
static bool better(const struct htr_search_trial *a, const struct htr_search_trial *b)
{
    return a->score != b->score ? a->score > b->score : a->back < b->back && a->path == b->path;
}

/* Take a trial into the best ones: one of each kind. */
static void enter(struct htr_search *s, const struct htr_search_trial *t)
{
    unsigned at = 0;
    for (unsigned i = 0; i < s->n; i++) {
        if (alike(&s->found[i], t)) {
            if (better(t, &s->found[i])) {
                s->found[i] = *t;
            }
            return;
        }
    }
    while (at < s->n && !better(t, &s->found[at])) {
        at++;
    }
    if (at == HTR_SEARCH_FOUND) {
        return;
    }
    s->n += s->n < HTR_SEARCH_FOUND;
    memmove(&s->found[at + 1], &s->found[at], (s->n - 1 - at) * sizeof s->found[0]);
    s->found[at] = *t;
}

/* ---- searching ---- */

static void attempt(struct work *w, const struct htr_guess_input *in,
                    const struct nexus_stream_cfg *cfg, struct htr_search_trial *t)
{
    *t = htr_search_try(in, cfg);
    w->s->trials++;
}

/* Everything for one width of SRC, plain ones first. */
static void all_of_width(struct work *w, const struct nexus_stream_cfg *plain)
{
    const unsigned choices = TRIED_ALL & ~(unsigned)HTR_SEARCH_SRC & ~w->fixed;
    for (unsigned bits = 0; bits <= TRIED; bits++) {
        for (unsigned set = 0; set <= TRIED_ALL; set++) {
            struct nexus_stream_cfg cfg = *plain;
            struct htr_search_trial t;
            if ((set & ~choices) != 0 || bits_of(set) != bits) {
                continue;
            }
            for (unsigned i = 1; i < TRIED; i++) {
                cfg = (set & 1u << i) != 0 ? other_value(cfg, 1u << i) : cfg;
            }
            set_depth(w, &cfg, FLOW_MAX_RETURN_DEPTH);
            attempt(w, &w->first, &cfg, &t);
            if (t.messages > 0) {
                enter(w->s, &t);
            }
        }
    }
}

/* Could messages be read with this width at all, in one of the profiles that are possible? */
static bool readable(const struct work *w, unsigned i)
{
    const struct htr_guess_candidate *c = &w->guess[0].candidate[i];
    const struct htr_guess_candidate *other = &w->guess[1].candidate[i];
    return (c->messages > 0 && c->damaged * 2 <= c->messages) ||
           (other->messages > 0 && other->damaged * 2 <= other->messages);
}

static void all_widths(struct work *w)
{
    const struct nexus_stream_cfg plain = plainest(w->in->cfg, w->fixed);
    struct htr_guess_input in = w->first;
    struct nexus_stream_cfg sifive = other_value(plain, HTR_SEARCH_PROFILE);
    in.cfg = &plain;
    htr_guess_messages(&w->guess[0], &in);
    in.cfg = (w->fixed & HTR_SEARCH_PROFILE) == 0 ? &sifive : &plain;
    htr_guess_messages(&w->guess[1], &in);
    for (unsigned i = 0; i < w->guess[0].n; i++) {
        struct nexus_stream_cfg cfg = plain;
        cfg.src_bits = w->guess[0].candidate[i].cfg.src_bits;
        const bool kept = (w->fixed & HTR_SEARCH_SRC) == 0 ? readable(w, i)
                                                           : cfg.src_bits == w->in->cfg->src_bits;
        if (kept) {
            all_of_width(w, &cfg);
        }
    }
}

/* More bytes, and the configurations next to the best: a better one takes its place. Returns
 * whether there was one. */
static bool look_further(struct work *w)
{
    struct htr_search *s = w->s;
    struct htr_search_trial best, t;
    bool moved = false;
    attempt(w, w->in, &s->found[0].cfg, &best);
    s->open = s->timing = 0;
    for (unsigned i = 1; i < TRIED && !moved; i++) {
        struct nexus_stream_cfg cfg = other_value(best.cfg, 1u << i);
        set_depth(w, &cfg, FLOW_MAX_RETURN_DEPTH);
        if ((w->fixed & 1u << i) != 0) {
            continue;
        }
        attempt(w, w->in, &cfg, &t);
        moved = t.score > best.score;
        if (moved) {
            best = t;
        } else if (alike(&t, &best)) {
            s->open |= 1u << i;
            s->timing |= t.times != best.times && t.back <= best.back ? 1u << i : 0;
        }
    }
    s->found[0] = best;
    return moved;
}

/* The usual depth of the return stack, unless the trace goes deeper. */
static void find_depth(struct work *w)
{
    struct htr_search_trial *best = &w->s->found[0], t;
    struct nexus_stream_cfg cfg = best->cfg;
    set_depth(w, &cfg, usual_depth(cfg.profile));
    if (cfg.return_depth == best->cfg.return_depth) {
        return;
    }
    attempt(w, w->in, &cfg, &t);
    if (alike(&t, best)) {
        *best = t;
        w->s->open |= HTR_SEARCH_DEPTH;
    }
}

/* All bytes that there are: a time may wrap late. */
static void find_ts_width(struct work *w, const struct htr_guess_input *in)
{
    struct nexus_stream_cfg *cfg = &w->s->found[0].cfg;
    if (!cfg->timestamps || (w->fixed & HTR_SEARCH_TS_WIDTH) != 0) {
        return;
    }
    bool wraps;
    const unsigned bits = htr_search_ts_width(in, cfg, &wraps);
    if (bits == 0) {
        w->s->open |= HTR_SEARCH_TS_WIDTH;
    } else {
        cfg->timestamp_bits = (uint8_t)bits;
        w->s->wraps = wraps;
    }
}

static void judge(struct htr_search *s)
{
    unsigned n = 1;
    s->clear = s->found[0].score > 0 && tried(&s->found[0]) && !s->found[0].endless;
    for (unsigned i = 1; i < s->n; i++) {
        if (!beats(&s->found[0], &s->found[i])) {
            s->found[n++] = s->found[i];
            s->clear = false;
        }
    }
    s->n = n;
}

/* The bytes from the first message that looks synchronizing: TCODE comes before SRC. */
static struct htr_guess_input from_sync(const struct htr_guess_input *in)
{
    struct htr_guess_input out = *in;
    struct nexus_stream_cfg cfg;
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    int status;
    nexus_cfg_init(&cfg);
    (void)nexus_msg_decoder_init(&d, &cfg, in->bytes, in->size);
    out.size = 0;
    while ((status = nexus_msg_next(&d, &m)) != NEXUS_ERR_END) {
        if (m.length > 0 && nexus_tcode_is_sync(in->bytes[m.offset] >> 2)) {
            out.bytes = in->bytes + m.offset;
            out.size = in->size - m.offset;
            break;
        }
    }
    out.size = out.size < HTR_SEARCH_BYTES ? out.size : HTR_SEARCH_BYTES;
    return out;
}

void htr_search(struct htr_search *s, const struct htr_guess_input *in, unsigned fixed)
{
    struct nexus_stream_cfg defaults;
    struct htr_guess_input from = from_sync(in);
    struct work w = {.in = &from, .fixed = fixed, .s = s};
    *s = (struct htr_search){.n = 0};
    if (in->code == NULL || from.size == 0) {
        return;
    }
    nexus_cfg_init(&defaults);
    from.cfg = in->cfg != NULL ? in->cfg : &defaults;
    w.first = from;
    w.first.size = from.size < HTR_SEARCH_FIRST ? from.size : HTR_SEARCH_FIRST;
    all_widths(&w);
    if (s->n == 0) {
        return;
    }
    for (unsigned i = 0; i < ROUNDS && look_further(&w); i++) {
    }
    find_depth(&w);
    find_ts_width(&w, in);
    judge(s);
}
