/* SPDX-License-Identifier: Apache-2.0 */
/*
 * floor: the fewest bytes in which the messages of N-Trace can say what an HTM stream says.
 *
 * Reads `hartrace dump` of a stream without SRC, timestamps and repeated history, and prints: the
 * branches and the indirect jumps in it, and the least number of bytes for its start and end, its
 * indirect jumps, its full I-CNT and its history; then the sum. docs/results/compression.md has the
 * derivation. Each figure is a lower bound: it allows an encoder to see the future, and is lenient
 * where exactness would be costly (marked "lenient").
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_HIST = 31, /* outcomes in HIST, stop bit left out */
    MAX_ICNT = (1 << 22) - 1,
};

/* An indirect jump, or the end: the history before it, and what its message carries. */
struct event {
    size_t begin, end; /* outcomes of its stretch */
    uint64_t icnt;
    uint64_t addr; /* in half-words */
    unsigned addr_bits;
    bool last;
};

struct stream {
    uint8_t *outcome;
    size_t outcomes, room;
    struct event *event;
    size_t events, event_room;
    uint64_t addr;
    uint64_t icnt; /* reported by ResourceFull, not yet part of an event */
    unsigned start_bytes;
};

struct sums {
    uint64_t ends, jumps, icnt, history;
};

static void *grow(void *p, size_t used, size_t *room, size_t size)
{
    if (used < *room) {
        return p;
    }
    *room = *room == 0 ? 1024 : *room * 2;
    p = realloc(p, *room * size);
    if (p == NULL) {
        fputs("floor: not enough memory\n", stderr);
        exit(2);
    }
    return p;
}

static unsigned bits(uint64_t v)
{
    unsigned n = 1;
    while (v >>= 1) {
        n++;
    }
    return n;
}

/* Bytes for a number of bits: six in each. */
static unsigned bytes(unsigned nbits)
{
    return (nbits + 5) / 6;
}

static unsigned smaller(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* ---- reading ---- */

static bool field(const char *line, const char *name, uint64_t *value)
{
    const char *at = strstr(line, name);
    if (at != NULL) {
        *value = strtoull(at + strlen(name), NULL, 0);
    }
    return at != NULL;
}

static void add_history(struct stream *s, uint64_t hist)
{
    for (unsigned left = bits(hist) - 1; left != 0; left--) {
        s->outcome = grow(s->outcome, s->outcomes, &s->room, 1);
        s->outcome[s->outcomes++] = (hist >> (left - 1)) & 1;
    }
}

static void add_event(struct stream *s, uint64_t icnt, uint64_t uaddr, bool last)
{
    size_t begin = s->events == 0 ? 0 : s->event[s->events - 1].end;
    s->event = grow(s->event, s->events, &s->event_room, sizeof *s->event);
    s->addr ^= uaddr;
    s->event[s->events++] = (struct event){.begin = begin,
                                           .end = s->outcomes,
                                           .icnt = s->icnt + icnt,
                                           .addr = s->addr,
                                           .addr_bits = smaller(bits(uaddr), bits(s->addr)),
                                           .last = last};
    s->icnt = 0;
}

/* One message. Returns false when this program does not know it. */
static bool take(struct stream *s, const char *line)
{
    uint64_t icnt, value, rcode;
    if (strstr(line, " ProgTraceSync ") != NULL) {
        bool first = s->start_bytes == 0;
        s->start_bytes = (unsigned)strtoul(strstr(line, "len=") + 4, NULL, 10);
        return first && field(line, " FADDR=", &s->addr);
    }
    if (strstr(line, " ResourceFull ") != NULL) {
        if (!field(line, " RCODE=", &rcode) || rcode > 1 || !field(line, " RDATA=", &value)) {
            return false;
        }
        if (rcode == 0) {
            s->icnt += value;
        } else {
            add_history(s, value);
        }
        return true;
    }
    bool last = strstr(line, " ProgTraceCorrelation ") != NULL;
    if ((!last && strstr(line, " IndirectBranch") == NULL) || strstr(line, "Sync") != NULL ||
        !field(line, " ICNT=", &icnt)) {
        return false;
    }
    if (field(line, " HIST=", &value)) {
        add_history(s, value);
    }
    value = 0;
    (void)field(line, " UADDR=", &value);
    add_event(s, icnt, value, last);
    return true;
}

/* ---- history: the best sequence of ResourceFull messages, and HIST in the message at the end ----
 */

/* least[i]: bytes for the outcomes from i to the end, from the last one back. A message covers up
 * to 31 outcomes, or repetitions of a pattern of up to 31; of the last repetition any part may be
 * missing (lenient; it makes covering more never worse). */
static unsigned history(const uint8_t *outcome, size_t n, uint32_t *least, unsigned last_hist)
{
    size_t same[MAX_HIST + 1] = {0}; /* outcomes from i on that are equal to those p later */
    least[n] = last_hist;
    for (size_t i = n; i-- > 0;) {
        size_t left = n - i;
        uint32_t best = left <= MAX_HIST ? bytes(1 + (unsigned)left) : UINT32_MAX;
        unsigned most = left < MAX_HIST ? (unsigned)left : (unsigned)MAX_HIST;
        for (unsigned len = 1; len <= most; len++) {
            best = smaller(best, bytes(6 + 4 + 1 + len) + least[i + len]);
        }
        for (unsigned p = 1; p <= MAX_HIST; p++) {
            same[p] = i + p < n && outcome[i] == outcome[i + p] ? same[p] + 1 : 0;
            size_t covered = same[p] + p;
            for (unsigned count = 1; same[p] != 0 && count <= 3; count++) {
                size_t limit = (((size_t)1 << (6 * count)) - 1) * p;
                size_t to = i + (covered < limit ? covered : limit);
                best = smaller(best, bytes(6 + 4 + 1 + p) + count + least[to]);
            }
        }
        least[i] = best;
    }
    return least[0];
}

/* ---- messages ---- */

/* RepeatBranch could stand for it: same target as before, and history and I-CNT that the message
 * before can have had. (ResourceFull may have taken the rest of them: lenient.) */
static bool repeatable(const struct stream *s, size_t k)
{
    const struct event *e = &s->event[k];
    if (k == 0 || e->last) {
        return false;
    }
    const struct event *before = &s->event[k - 1];
    size_t n = e->end - e->begin;
    return e->addr == before->addr && e->icnt <= before->icnt && n <= MAX_HIST &&
           n <= before->end - before->begin &&
           memcmp(s->outcome + e->begin, s->outcome + before->end - n, n) == 0;
}

static void message(const struct stream *s, const struct event *e, uint32_t *least,
                    struct sums *sum)
{
    /* ResourceFull for I-CNT has two bytes at least, whatever its value (lenient). */
    uint64_t full = (e->icnt + MAX_ICNT - 1) / MAX_ICNT;
    full = full == 0 ? 0 : full - 1;
    unsigned icnt_bits = full == 0 ? bits(e->icnt) : 1;
    sum->icnt += 2 * full;
    if (e->last) { /* EVCODE, CDF; HIST is there in any case */
        sum->ends += bytes(6 + 4 + 2 + icnt_bits);
    } else { /* B-TYPE */
        sum->jumps += bytes(6 + 2 + icnt_bits) + bytes(e->addr_bits);
    }
    sum->history += history(s->outcome + e->begin, e->end - e->begin, least, e->last ? 1 : 0);
}

static struct sums floor_of(const struct stream *s)
{
    struct sums sum = {.ends = s->start_bytes};
    uint32_t *least = malloc((s->outcomes + 1) * sizeof *least);
    uint64_t repeats = 0;
    if (least == NULL) {
        fputs("floor: not enough memory\n", stderr);
        exit(2);
    }
    for (size_t k = 0; k < s->events; k++) {
        if (repeatable(s, k)) {
            repeats++;
            continue;
        }
        sum.jumps += repeats == 0 ? 0 : bytes(6) + bytes(bits(repeats)); /* RepeatBranch */
        repeats = 0;
        message(s, &s->event[k], least, &sum);
    }
    free(least);
    return sum;
}

int main(void)
{
    static char line[1024];
    struct stream s = {.outcome = NULL};
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (!take(&s, line)) {
            fprintf(stderr, "floor: not a message of a plain HTM stream: %s", line);
            return 2;
        }
    }
    if (s.events == 0 || !s.event[s.events - 1].last) {
        fputs("floor: the stream does not end with ProgTraceCorrelation\n", stderr);
        return 2;
    }
    struct sums sum = floor_of(&s);
    printf("%zu %zu %llu %llu %llu %llu %llu\n", s.outcomes, s.events - 1,
           (unsigned long long)sum.ends, (unsigned long long)sum.jumps,
           (unsigned long long)sum.icnt, (unsigned long long)sum.history,
           (unsigned long long)(sum.ends + sum.jumps + sum.icnt + sum.history));
    free(s.outcome);
    free(s.event);
    return 0;
}
