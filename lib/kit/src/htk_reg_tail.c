/* SPDX-License-Identifier: Apache-2.0 */
/* A RAM sink while a trace comes: is it empty when it says so, in what words does it write, and
 * does it write the last word of its buffer? (TCI 1.0, "Trace RAM Sink") */
#include "htk_reg_arrive.h"
#include "ramsink_regs.h"

enum {
    STOPS = 10,     /* that are looked at */
    POSITIONS = 16, /* words of the small buffer, at most */
    SAMPLES = 200,
    LEAST = 8, /* samples of each other position */
    WORDS = 8,
    LONG = 128, /* bytes, in which something is synchronized */
};

/* ---- the last word ---- */

/* What the stops have shown. */
struct tail {
    unsigned stops;
    bool odd;      /* one ended at an odd word */
    unsigned idle; /* idle bytes at the end, at most */
};

/* From `a` to `b` the sink wrote when it was disabled. */
static bool look_at_rest(struct htk_reg *r, const struct htk_way *w, uint64_t a, uint64_t b,
                         bool empty)
{
    uint8_t byte[256];
    unsigned data = 0;
    const size_t n = b > a && b - a <= sizeof byte ? (size_t)(b - a) : 0;
    htk_way_choose_sink(r, w);
    if (!htk_arrive_bytes(r, w, a, byte, n)) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        data += byte[i] != 0xFF;
    }
    if (empty) {
        htk_reg_judge_all(r, "TCI-RAM-008 TCI-MIN-006", data == 0,
                          "nothing but idle bytes: trRamEmpty was 1 before trRamEnable became 0",
                          data);
    } else if (data > 0) {
        htk_reg_judge_all(r, "TCI-RAM-005 TCI-RAM-008 TCI-MIN-006", true, "", 0);
    }
    return true;
}

static bool look_at_end(struct htk_reg *r, const struct htk_way *w, uint64_t end, struct tail *t)
{
    uint8_t byte[2 * 64];
    const size_t n = 2 * (size_t)w->buffer.width;
    unsigned idle = 0;
    if (end < w->buffer.start + n || n > sizeof byte) {
        return true;
    }
    if (!htk_arrive_bytes(r, w, end - n, byte, n)) {
        return false;
    }
    while (idle < n && byte[n - 1 - idle] == 0xFF) {
        idle++;
    }
    t->stops++;
    t->odd = t->odd || ((end - w->buffer.start) / w->buffer.width) % 2 != 0;
    t->idle = idle > t->idle ? idle : t->idle;
    return true;
}

static bool one_stop(struct htk_reg *r, struct htk_way *w, struct tail *t)
{
    struct htk_pointer a, b;
    uint32_t control = 0;
    if (!htk_way_prepare(r, w, HTK_ARRIVE_BYTES, false) || !w->buffer.good) {
        return !w->buffer.good && r->c->state != HTK_COMPONENT_LOST;
    }
    if (!htk_way_start(r, w) || !htk_way_run(r) || !htk_way_stop_before(r, w)) {
        return false;
    }
    htk_way_choose_sink(r, w);
    if (!htk_reg_read(r, HTK_REG_CONTROL, &control) || !htk_way_read_wp(r, w, &a) ||
        !htk_way_stop(r, w) || !htk_way_read_wp(r, w, &b)) {
        return false;
    }
    const bool outside = a.wp < w->buffer.start || b.wp > w->buffer.limit;
    if (a.wrap != b.wrap || outside || !w->ntrace) {
        return true;
    }
    return look_at_rest(r, w, a.wp, b.wp, (control & HTK_REG_EMPTY) != 0) &&
           look_at_end(r, w, b.wp, t);
}

/* Idle bytes fill a word, and no more: with as many as a word has, the word is a wider one, and
 * trRamWP must not take what is no multiple of it. */
static bool look_at_stops(struct htk_reg *r, struct htk_way *w)
{
    struct tail t = {.stops = 0};
    for (unsigned i = 0; i < STOPS; i++) {
        if (!one_stop(r, w, &t)) {
            return false;
        }
    }
    htk_way_choose_sink(r, w);
    if (t.stops == STOPS && w->buffer.good) {
        htk_reg_judge(r, "TCI-RAM-025", t.odd || t.idle < w->buffer.width,
                      "every multiple of what trRamWP takes, or no more idle bytes than fill it",
                      t.idle);
    }
    return true;
}

/* ---- the word at the limit ---- */

static bool look_at_limit(struct htk_reg *r, struct htk_way *w)
{
    unsigned seen[POSITIONS] = {0};
    const uint32_t bytes = 4 * w->buffer.width;
    if (!htk_way_prepare(r, w, bytes > 16 ? bytes : 16, false) || !w->buffer.good) {
        return !w->buffer.good && r->c->state != HTK_COMPONENT_LOST;
    }
    const uint64_t last = (w->buffer.limit - w->buffer.start) / w->buffer.width;
    if (last == 0 || last >= POSITIONS) {
        return true; /* it cannot be made as small */
    }
    bool enough = false;
    htk_way_choose_sink(r, w);
    if (!htk_way_start(r, w)) {
        return false;
    }
    for (unsigned i = 0; i < SAMPLES && !(enough && seen[last] > 0); i++) {
        struct htk_pointer p;
        if (!htk_way_run(r) || !htk_way_read_wp(r, w, &p)) {
            return false;
        }
        const uint64_t at = (p.wp - w->buffer.start) / w->buffer.width;
        if (at <= last) {
            seen[at]++;
        }
        enough = true;
        for (unsigned k = 0; k < last; k++) {
            enough = enough && seen[k] >= LEAST;
        }
    }
    htk_way_choose_sink(r, w);
    if (enough || seen[last] > 0) {
        htk_reg_judge_all(r, "TCI-RAM-020 TCI-RAM-024", seen[last] > 0,
                          "trRamWP at the word at trRamLimit before it goes back",
                          w->buffer.start + (last - 1) * w->buffer.width);
    }
    return htk_way_stop(r, w);
}

/* ---- trRamData in system memory ---- */

/* Where trRamRP takes the limit, trRamData has what the memory has. */
static bool look_at_data(struct htk_reg *r, const struct htk_way *w)
{
    const struct htk_buffer *b = &w->buffer;
    uint32_t rp = 0;
    htk_way_choose_sink(r, w);
    if (!b->good || !b->smem || b->width != 4) {
        return true;
    }
    if (!htk_reg_write(r, TR_RAM_RP_HIGH_OFFSET, (uint32_t)(b->limit >> 32)) ||
        !htk_reg_try(r, TR_RAM_RP_LOW_OFFSET, (uint32_t)b->limit, &rp)) {
        return false;
    }
    if (rp != (uint32_t)b->limit) {
        return true; /* it is not there */
    }
    for (unsigned i = 0; i <= WORDS; i++) { /* from the limit on */
        const uint64_t at = i == 0 ? b->limit : b->start + 4u * (i - 1), next = b->start + 4u * i;
        uint32_t data = 0, memory = 0;
        if (!htk_reg_read_memory(r, at, &memory, 1) ||
            !htk_reg_read(r, TR_RAM_DATA_OFFSET, &data) ||
            !htk_reg_read(r, TR_RAM_RP_LOW_OFFSET, &rp)) {
            return false;
        }
        htk_reg_judge_all(r, "TCI-RAM-031 TCI-RAM-003", data == memory,
                          "trRamData as the memory at trRamRP", data);
        htk_reg_judge_all(r, i == 0 ? "TCI-RAM-028" : "TCI-RAM-027", rp == (uint32_t)next,
                          i == 0 ? "trRamStart after the word at trRamLimit" : "4 more", rp);
    }
    return true;
}

/* ---- alignment synchronization ---- */

static bool count_idle(struct htk_reg *r, struct htk_way *w, uint32_t async, bool *seen, size_t *n)
{
    struct htk_arrived a;
    struct htk_messages m;
    *seen = false;
    w->async = async;
    bool good = htk_way_prepare(r, w, HTK_ARRIVE_BYTES, false);
    w->async = 0;
    if (!good || !w->buffer.good) {
        return good;
    }
    const uint32_t granted =
        (w->control[w->n - 1] & TR_RAM_ASYNC_FREQ_MASK) >> TR_RAM_ASYNC_FREQ_SHIFT;
    if (granted != async) {
        return true;
    }
    if (!htk_way_start(r, w) || !htk_way_run(r) || !htk_way_run(r) || !htk_way_stop(r, w) ||
        !htk_arrive_read(r, w, &a)) {
        return false;
    }
    htk_arrive_messages(&a, w, false, &m);
    *seen = w->ntrace && m.bad == 0 && a.n >= LONG;
    *n = m.idle;
    return true;
}

/* Idle bytes may be anywhere, but not where they are switched off and nowhere else; nor more of
 * them where they are farther apart. */
static bool look_at_async(struct htk_reg *r, struct htk_way *w)
{
    size_t off = 0, near = 0, far = 0;
    bool a = false, b = false, c = false;
    if (!count_idle(r, w, 1, &b, &near) ||
        (b && (!count_idle(r, w, 0, &a, &off) || !count_idle(r, w, 7, &c, &far)))) {
        return false;
    }
    htk_way_choose_sink(r, w);
    if (a && b) {
        htk_reg_judge(r, "TCI-RAM-013", off == 0 || near > 0,
                      "idle bytes with trRamAsyncFreq 1 rather than with 0", off);
    }
    if (b && c) {
        htk_reg_judge(r, "TCI-RAM-014", near >= far,
                      "not more idle bytes with trRamAsyncFreq 7 than with 1", far);
    }
    return true;
}

bool htk_arrive_tail(struct htk_reg *r, struct htk_way *w)
{
    struct htk_saved *sink = &r->saved[w->part[w->n - 1]];
    if (sink->tried) {
        return true;
    }
    sink->tried = true;
    return look_at_stops(r, w) && look_at_data(r, w) && look_at_async(r, w) && look_at_limit(r, w);
}
