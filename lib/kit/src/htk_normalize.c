/* SPDX-License-Identifier: Apache-2.0 */
/* A stream with quirks, rewritten as N-Trace. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "htk/htk_profile.h"
#include "htk_normalize.h"
#include "nexus/nexus_msg.h"

enum {
    MESSAGE = 160, /* bytes of a message that is rewritten */
    FIELDS = 9,    /* of a message, and the end */
    OUT_MOST = 1 << 28,
};

enum kind {
    END, /* 0: no more fields */
    FIX, /* arg: bits */
    CFG, /* arg: offset in struct nexus_cfg_widths */
    VAR,
    SEL, /* arg: enum condition */
};

/* When a field is there. */
enum condition {
    RCODE_2,
    CDF_1,
    CDF_2,
    CDF_3,
    OTHER, /* of messages that are no N-Trace: they are not rewritten */
};

enum {
    NTRACE_HEAD = 1,
    BARE_HEAD = 0,
    /* clang-format off */
    NDQ_2 = OTHER, NDQ_3 = OTHER, NDQ_4 = OTHER, CKDF_1 = OTHER, CKDF_2 = OTHER, CKDF_3 = OTHER,
    CANCEL = OTHER, OPTIONAL = OTHER,
    /* clang-format on */
};

struct field {
    uint8_t kind, field, arg;
};

/* clang-format off */
#define NEXUS_MSG(tcode, name, around) [tcode] = {.head = (around), .field = {
#define NEXUS_FIX(f, name, bits) {FIX, NEXUS_F_##f, (bits)},
#define NEXUS_CFG(f, name, width) {CFG, NEXUS_F_##f, offsetof(struct nexus_cfg_widths, width)},
#define NEXUS_VAR(f, name, most) {VAR, NEXUS_F_##f, 0},
#define NEXUS_ADR(f, name) {VAR, NEXUS_F_##f, 0},
#define NEXUS_RES(f, name) {VAR, NEXUS_F_##f, 0},
#define NEXUS_SEL(f, name, most, when) {SEL, NEXUS_F_##f, when},
#define NEXUS_END {END, 0, 0}}},
#define NEXUS_RAW(tcode, name)
static const struct layout {
    uint8_t head;
    struct field field[FIELDS];
} layouts[NEXUS_TCODES] = {
#include "nexus/nexus_messages.def"
};
/* clang-format on */

bool htk_normal_lists(unsigned tcode)
{
    const bool vendor = tcode >= NEXUS_VENDOR_FIRST && tcode < NEXUS_TCODES - 1;
    return vendor || layouts[tcode].head == NTRACE_HEAD;
}

struct work {
    const struct htk_profile *p;
    struct nexus_stream_cfg cfg;
    struct htr_host *host;
    struct htk_normal *out;
    const uint8_t *at; /* the message, and its bytes */
    size_t n;
    size_t pos;              /* of the next bit, in MDO bits of the message */
    uint64_t uses;           /* quirks of this message, as bits */
    uint64_t time;           /* of the message before */
    uint8_t branch[MESSAGE]; /* the last one that can be repeated, without TSTAMP */
    size_t branch_size;
    uint64_t number;
};

/* ---- output ---- */

static bool put(struct htk_normal *o, const uint8_t *bytes, size_t n)
{
    if (o->n + n > o->room) {
        const size_t room = 2 * (o->n + n) + 4096;
        uint8_t *more = room <= OUT_MOST ? realloc(o->bytes, room) : NULL;
        if (more == NULL) {
            return false;
        }
        o->bytes = more;
        o->room = room;
    }
    memcpy(o->bytes + o->n, bytes, n);
    o->n += n;
    return true;
}

static bool place(struct htk_normal *o, uint64_t from, uint64_t number)
{
    if (o->places == o->place_room) {
        const size_t room = 2 * o->places + 256;
        struct htk_normal_place *more = realloc(o->place, room * sizeof *more);
        if (more == NULL) {
            return false;
        }
        o->place = more;
        o->place_room = room;
    }
    o->place[o->places++] = (struct htk_normal_place){o->n, from, number};
    return true;
}

const struct htk_normal_place *htk_normal_from(const struct htk_normal *n, uint64_t offset)
{
    size_t from = 0, to = n->places;
    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (n->place[middle].to <= offset) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    return from > 0 ? &n->place[from - 1] : NULL;
}

void htk_normal_free(struct htk_normal *n)
{
    free(n->bytes);
    free(n->place);
    *n = (struct htk_normal){.n = 0};
}

/* ---- fields ---- */

static bool bit(const struct work *w, size_t i)
{
    return (w->at[i / 6] >> (2 + i % 6) & 1) != 0;
}

static bool take_fixed(struct work *w, unsigned width, uint64_t *value)
{
    *value = 0;
    for (unsigned i = 0; i < width; i++, w->pos++) {
        if (w->pos / 6 >= w->n) {
            return false;
        }
        *value |= (uint64_t)bit(w, w->pos) << i;
    }
    return true;
}

/* Did the byte before the next bit end a field? Then nothing of that byte is left for this one. */
static bool is_empty(const struct work *w)
{
    return w->pos % 6 == 0 && w->pos > 0 && (w->at[w->pos / 6 - 1] & 3) != 0;
}

static bool take_variable(struct work *w, bool first, uint64_t *value)
{
    unsigned i = 0;
    *value = 0;
    if (first && is_empty(w)) {
        w->uses |= 1u << HTK_QUIRK_EMPTY_FIELD;
        return w->p->quirk[HTK_QUIRK_EMPTY_FIELD];
    }
    if (w->pos / 6 >= w->n) {
        return false;
    }
    do {
        const bool one = bit(w, w->pos);
        if (one && i >= 64) {
            return false;
        }
        *value |= one ? UINT64_C(1) << i : 0;
        i++;
        w->pos++;
    } while (w->pos % 6 != 0 || (w->at[w->pos / 6 - 1] & 3) == 0);
    return true;
}

/* Is a field left out by a quirk? */
static bool is_left_out(struct work *w, const struct nexus_msg *m, unsigned field)
{
    const bool icnt = m->tcode == NEXUS_PROG_TRACE_SYNC && field == NEXUS_F_ICNT;
    const bool cdf = m->tcode == NEXUS_PROG_TRACE_CORRELATION && field == NEXUS_F_CDF;
    if ((icnt && w->p->quirk[HTK_QUIRK_NO_SYNC_ICNT]) || (cdf && w->p->quirk[HTK_QUIRK_NO_CDF])) {
        w->uses |= 1u << (icnt ? HTK_QUIRK_NO_SYNC_ICNT : HTK_QUIRK_NO_CDF);
        return true;
    }
    return false;
}

/* Is a conditional field there, given those before it? */
static bool is_there(const struct nexus_msg *m, unsigned condition)
{
    return condition == RCODE_2 ? m->value[NEXUS_F_RCODE] == NEXUS_RCODE_HIST_REPEAT
                                : m->value[NEXUS_F_CDF] > condition - CDF_1;
}

static bool read_field(struct work *w, const struct field *f, bool *first, struct nexus_msg *m)
{
    const unsigned width = f->kind == CFG ? ((const uint8_t *)&w->cfg.width)[f->arg] : f->arg;
    const bool fixed = f->kind == FIX || f->kind == CFG;
    uint64_t value = 0;
    if ((f->kind == SEL && !is_there(m, f->arg)) || (fixed && width == 0)) {
        return true;
    }
    if (!is_left_out(w, m, f->field)) {
        if (!(fixed ? take_fixed(w, width, &value) : take_variable(w, *first, &value))) {
            return false;
        }
        *first = *first && fixed;
    }
    nexus_msg_set(m, (enum nexus_field)f->field, value);
    return true;
}

/* The message as its quirks have it. Returns false when it is damaged, or none of these. */
static bool read_message(struct work *w, struct nexus_msg *m)
{
    const struct layout *l = &layouts[w->at[0] >> 2];
    uint64_t tcode, src, value;
    bool first = true;
    w->pos = 0;
    w->uses = 0;
    if (l->head != NTRACE_HEAD || !take_fixed(w, 6, &tcode) ||
        !take_fixed(w, w->cfg.src_bits, &src)) {
        return false;
    }
    nexus_msg_start(m, (enum nexus_tcode)tcode, (uint16_t)src);
    for (const struct field *f = l->field; f->kind != END; f++) {
        if ((f->kind == SEL && f->arg == OTHER) || !read_field(w, f, &first, m)) {
            return false;
        }
    }
    if (w->cfg.timestamps && w->pos / 6 < w->n) {
        if (!take_variable(w, false, &value)) {
            return false;
        }
        nexus_msg_set(m, NEXUS_F_TSTAMP, value);
    }
    return w->pos / 6 == w->n;
}

/* ---- what a message means ---- */

static void take_time(struct work *w, struct nexus_msg *m)
{
    const unsigned bits = w->cfg.timestamp_bits;
    const uint64_t mask = bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    uint64_t *t = &m->value[NEXUS_F_TSTAMP];
    if (!nexus_msg_has(m, NEXUS_F_TSTAMP)) {
        return;
    }
    if (nexus_tcode_is_sync(m->tcode)) {
        w->time = *t;
        return;
    }
    if (w->p->quirk[HTK_QUIRK_TIME_ABSOLUTE] || w->p->quirk[HTK_QUIRK_TIME_XOR]) {
        const bool absolute = w->p->quirk[HTK_QUIRK_TIME_ABSOLUTE];
        const uint64_t now = absolute ? *t : *t ^ w->time;
        *t = (now - w->time) & mask;
        w->time = now;
        w->uses |= 1u << (absolute ? HTK_QUIRK_TIME_ABSOLUTE : HTK_QUIRK_TIME_XOR);
    }
}

static void take_owner(struct work *w, struct nexus_msg *m)
{
    uint64_t *process = &m->value[NEXUS_F_PROCESS];
    if (m->tcode == NEXUS_OWNERSHIP && w->p->quirk[HTK_QUIRK_OWNER_0] && (*process & 3) == 0 &&
        *process >> 5 != 0) {
        *process |= 2;
        w->uses |= 1u << HTK_QUIRK_OWNER_0;
    }
}

static bool encode(struct work *w, const struct nexus_msg *m, uint8_t to[MESSAGE], size_t *n)
{
    const int size = nexus_msg_encode(&w->cfg, m, to, MESSAGE);
    *n = size > 0 ? (size_t)size : 0;
    return size > 0;
}

/* What RepeatBranch may repeat. */
static void keep_branch(struct work *w, const struct nexus_msg *m)
{
    struct nexus_msg bare = *m;
    bare.present &= ~(UINT64_C(1) << NEXUS_F_TSTAMP);
    const bool indirect =
        m->tcode == NEXUS_INDIRECT_BRANCH || m->tcode == NEXUS_INDIRECT_BRANCH_HIST;
    if (!indirect || m->value[NEXUS_F_ADDR] == 0 || !encode(w, &bare, w->branch, &w->branch_size)) {
        w->branch_size = 0; /* repeated as N-Trace has it */
    }
}

/* RepeatBranch as the messages that it replaces; times are those of the messages around it. */
static bool repeat(struct work *w, const struct nexus_msg *m)
{
    for (uint64_t i = 0; i < m->value[NEXUS_F_BCNT]; i++) {
        if (!put(w->out, w->branch, w->branch_size)) {
            return false;
        }
    }
    return true;
}

/* ---- the stream ---- */

static bool write_message(struct work *w, const struct nexus_msg *m)
{
    uint8_t to[MESSAGE];
    size_t n;
    if (m->tcode == NEXUS_REPEAT_BRANCH && w->p->quirk[HTK_QUIRK_REPEAT_XOR] &&
        w->branch_size > 0 && m->value[NEXUS_F_BCNT] >> NEXUS_MAX_BCNT_BITS == 0) {
        w->uses |= 1u << HTK_QUIRK_REPEAT_XOR;
        return repeat(w, m);
    }
    if (m->tcode != NEXUS_REPEAT_BRANCH) {
        keep_branch(w, m);
    }
    if (w->uses != 0 && encode(w, m, to, &n)) {
        return put(w->out, to, n);
    }
    w->uses = 0;
    return put(w->out, w->at, w->n);
}

/* A byte between two messages. */
static bool idle(struct work *w, uint8_t byte)
{
    if (byte != 0xFF && w->p->quirk[HTK_QUIRK_IDLE_ANY]) {
        w->out->use[HTK_QUIRK_IDLE_ANY]++;
        return true;
    }
    return put(w->out, &byte, 1);
}

static bool take_message(struct work *w, uint64_t offset)
{
    struct nexus_msg m;
    if ((w->p->vendor >> (w->at[0] >> 2) & 1) != 0 && (w->at[0] & 3) == 0) {
        w->out->use[HTK_QUIRK_VENDOR]++;
        w->number++;
        return true;
    }
    bool good = place(w->out, offset, w->number++);
    if (good && read_message(w, &m)) {
        take_time(w, &m);
        take_owner(w, &m);
        good = write_message(w, &m);
    } else if (good) {
        w->uses = 0;
        good = put(w->out, w->at, w->n);
    }
    for (unsigned q = 0; q < HTK_QUIRKS; q++) {
        w->out->use[q] += w->uses >> q & 1;
    }
    return good;
}

int htk_normalize(const struct htk_profile *p, const struct nexus_stream_cfg *cfg,
                  const uint8_t *bytes, size_t size, struct htr_host *host, struct htk_normal *out)
{
    struct work w = {.p = p, .cfg = *cfg, .host = host, .out = out};
    bool good = true;
    *out = (struct htk_normal){.n = 0};
    if (nexus_cfg_check(cfg) != NULL) {
        return htr_fail(host, HTR_ERR_ARG, NULL, "%s is out of range", nexus_cfg_check(cfg));
    }
    for (size_t i = 0; good && i < size;) {
        if ((bytes[i] & 3) == 3) {
            good = idle(&w, bytes[i++]);
            continue;
        }
        w.at = bytes + i;
        for (w.n = 1; i + w.n < size && (bytes[i + w.n - 1] & 3) != 3; w.n++) {
        }
        good = take_message(&w, i);
        i += w.n;
    }
    return good ? HTR_OK : htr_fail(host, HTR_ERR_MEMORY, NULL, "not enough memory");
}
