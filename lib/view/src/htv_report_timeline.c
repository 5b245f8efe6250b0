/* SPDX-License-Identifier: Apache-2.0 */
/* The timeline of a report, in levels of detail. */
#include "htv_report_timeline.h"

#include <stdlib.h>

#include "htv_table.h"

enum {
    LEVELS = 24,
    DEPTHS = 96,         /* rows; deeper frames are part of the last one */
    TILE_BITS = 16,      /* ticks of a tile of level 0 */
    FINE_BITS = 4,       /* resolution of level k > 0: 16 * 4^k ticks */
    TILES = 4096,        /* of a level, for all harts */
    TILES_HART = 64,     /* at least, for one */
    SLICES = 200 * 1000, /* of a tile; then only what is long */
    LONG_BITS = 8,       /* 1/256 of the tile */
};

struct htv_timeline_frame {
    uint64_t start;
    uint32_t function;
};

/* Short frames side by side. */
struct merged {
    uint64_t start, end;
    uint64_t longest;
    uint32_t function; /* of the longest */
    uint32_t count;    /* 0: none */
};

struct slice {
    uint64_t start, length;
    uint32_t function, count;
    uint8_t depth;
    uint8_t cut; /* 1: it began before the tile; 2: it goes on after it */
};

struct htv_timeline_level {
    uint64_t tile; /* the one that is open */
    struct slice *slice;
    size_t n, room;
    bool changed; /* a frame was entered or left in the tile */
    struct merged merged[DEPTHS];
    uint64_t *written; /* numbers of tiles */
    size_t tiles, tiles_room;
};

int htv_timeline_init(struct htv_timeline *t, struct htv_report_file *file, unsigned harts)
{
    t->file = file;
    t->level = calloc(LEVELS, sizeof *t->level);
    t->frame = calloc(DEPTHS, sizeof *t->frame);
    t->tiles_max = TILES / harts < TILES_HART ? TILES_HART : TILES / harts;
    return t->level != NULL && t->frame != NULL ? HTR_OK : HTR_ERR_MEMORY;
}

void htv_timeline_free(struct htv_timeline *t)
{
    for (unsigned k = 0; t->level != NULL && k < LEVELS; k++) {
        free(t->level[k].slice);
        free(t->level[k].written);
    }
    free(t->level);
    free(t->frame);
    htv_shadow_free(&t->shadow);
}

static unsigned tile_bits(unsigned k)
{
    return TILE_BITS + 2 * k;
}

static uint64_t resolution(const struct htv_timeline_level *l, unsigned k)
{
    return l->n >= SLICES ? UINT64_C(1) << (tile_bits(k) - LONG_BITS)
           : k == 0       ? 1
                          : UINT64_C(1) << (FINE_BITS + 2 * k);
}

/* ---- slices ---- */

static void add(struct htv_timeline *t, unsigned k, struct slice s)
{
    struct htv_timeline_level *l = &t->level[k];
    const uint64_t begin = l->tile << tile_bits(k);
    if (l->tiles >= t->tiles_max) {
        return;
    }
    if (s.start < begin) {
        const uint64_t before = begin - s.start;
        s.length = s.length < before ? 0 : s.length - before;
        s.start = begin;
        s.cut |= 1;
    }
    if (!htv_grow((void **)&l->slice, &l->room, l->n + 1, sizeof *l->slice)) {
        t->status = HTR_ERR_MEMORY;
        return;
    }
    l->slice[l->n++] = s;
}

static void merge(struct htv_timeline *t, unsigned k, uint8_t depth, const struct merged *m);

/* The merged slice is complete: it is a slice here, and a short one for the next level. */
static void complete(struct htv_timeline *t, unsigned k, uint8_t depth)
{
    struct merged *m = &t->level[k].merged[depth];
    const struct merged whole = *m;
    if (whole.count == 0) {
        return;
    }
    m->count = 0;
    add(t, k,
        (struct slice){.start = whole.start,
                       .length = whole.end - whole.start,
                       .function = whole.function,
                       .count = whole.count,
                       .depth = depth});
    if (k + 1 < LEVELS) {
        merge(t, k + 1, depth, &whole);
    }
}

static void merge(struct htv_timeline *t, unsigned k, uint8_t depth, const struct merged *s)
{
    struct htv_timeline_level *l = &t->level[k];
    struct merged *m = &l->merged[depth];
    const uint64_t fine = resolution(l, k);
    if (m->count != 0 && s->start - m->end >= fine) {
        complete(t, k, depth);
    }
    if (m->count == 0) {
        *m = *s;
    } else {
        m->end = s->end;
        m->count += s->count;
        if (s->function == m->function) {
            m->longest += s->longest;
        } else if (s->longest > m->longest) {
            m->longest = s->longest;
            m->function = s->function;
        }
    }
    if (m->end - m->start >= fine) {
        complete(t, k, depth);
    }
}

/* ---- tiles ---- */

static int write_tile(struct htv_timeline *t, unsigned k)
{
    struct htv_timeline_level *l = &t->level[k];
    struct htv_report_file *f = t->file;
    const uint64_t begin = l->tile << tile_bits(k);
    char name[64], id[48];
    if (!htv_grow((void **)&l->written, &l->tiles_room, l->tiles + 1, sizeof *l->written)) {
        return HTR_ERR_MEMORY;
    }
    snprintf(id, sizeof id, "%u-%u-%llu", t->hart, k, (unsigned long long)l->tile);
    snprintf(name, sizeof name, "data/tile-%s.js", id);
    if (!htv_report_open(f, name)) {
        return f->status;
    }
    htv_report_put(f, "hartrace_tile(\"");
    htv_report_put(f, id);
    htv_report_put(f, "\",[");
    for (size_t i = 0; i < l->n; i++) {
        const struct slice *s = &l->slice[i];
        const uint64_t number[] = {s->depth, s->start - begin, s->length, s->function,
                                   4 * (uint64_t)s->count + s->cut};
        for (unsigned j = 0; j < sizeof number / sizeof number[0]; j++) {
            htv_report_comma(f, i == 0 && j == 0);
            htv_report_number(f, number[j]);
        }
    }
    htv_report_put(f, "]);\n");
    htv_report_done(f);
    l->written[l->tiles++] = l->tile;
    return f->status;
}

/* The tile of level k ends before `end`: with what is open. */
static void end_tile(struct htv_timeline *t, unsigned k, uint64_t end)
{
    struct htv_timeline_level *l = &t->level[k];
    const uint32_t open = t->depth < DEPTHS ? t->depth : DEPTHS;
    for (unsigned d = 0; d < DEPTHS && d <= t->deepest; d++) {
        complete(t, k, (uint8_t)d);
    }
    if (l->changed && l->tiles < t->tiles_max) {
        for (uint32_t d = 0; d < open; d++) {
            add(t, k,
                (struct slice){.start = t->frame[d].start,
                               .length = end - t->frame[d].start,
                               .function = t->frame[d].function,
                               .count = 1,
                               .depth = (uint8_t)d,
                               .cut = 2});
        }
        t->status = t->status == HTR_OK ? write_tile(t, k) : t->status;
    }
    l->n = 0;
    l->changed = false;
}

/* Time goes on: tiles that lie before it are complete. */
static void advance(struct htv_timeline *t, uint64_t now)
{
    for (unsigned k = 0; k < LEVELS && now >> tile_bits(k) != t->level[k].tile; k++) {
        end_tile(t, k, (t->level[k].tile + 1) << tile_bits(k));
        t->level[k].tile = now >> tile_bits(k);
    }
    t->now = now;
}

/* ---- events ---- */

static void leave(struct htv_timeline *t, uint8_t depth)
{
    const struct htv_timeline_frame *f = &t->frame[depth];
    const struct merged whole = {f->start, t->now, t->now - f->start, f->function, 1};
    for (unsigned k = 0; k < LEVELS; k++) {
        struct htv_timeline_level *l = &t->level[k];
        if (whole.longest < resolution(l, k)) {
            merge(t, k, depth, &whole);
            return;
        }
        complete(t, k, depth);
        add(t, k, (struct slice){whole.start, whole.longest, f->function, 1, depth, 0});
    }
}

static void emit(void *ctx, const struct htv_event *e, bool open, uint32_t function)
{
    struct htv_timeline *t = ctx;
    (void)e;
    for (unsigned k = 0; k < LEVELS && !t->level[k].changed; k++) {
        t->level[k].changed = true; /* those above it are: their tiles began earlier */
    }
    if (open) {
        if (t->depth < DEPTHS) {
            t->frame[t->depth] = (struct htv_timeline_frame){t->now, function};
        }
        t->depth++;
        t->deepest = t->depth > t->deepest ? t->depth : t->deepest;
    } else if (t->depth > 0 && --t->depth < DEPTHS) {
        leave(t, (uint8_t)t->depth);
    }
}

static void begin(struct htv_timeline *t, const struct htv_event *e)
{
    for (unsigned k = 0; k < LEVELS; k++) {
        struct htv_timeline_level *l = &t->level[k];
        l->tile = 0;
        l->n = l->tiles = 0;
        l->changed = false;
        memset(l->merged, 0, sizeof l->merged);
    }
    t->hart = e->hart;
    t->first = e->time;
    t->now = t->deepest = 0;
    t->depth = 0;
    t->begun = true;
    t->shadow.current = e->stack;
}

/* All tiles that are left, and the list of them. */
static int end(struct htv_timeline *t)
{
    struct htv_report_file *f = t->file;
    char name[32];
    unsigned levels = 0;
    bool last = false;
    for (; levels < LEVELS && !last; levels++) {
        last = t->level[levels].tile == 0;
        end_tile(t, levels, t->now);
    }
    snprintf(name, sizeof name, "data/timeline-%u.js", t->hart);
    if (t->status != HTR_OK || !htv_report_open(f, name)) {
        return t->status != HTR_OK ? t->status : f->status;
    }
    htv_report_put(f, "hartrace.timeline[");
    htv_report_number(f, t->hart);
    htv_report_put(f, "]={\"first\":");
    htv_report_number(f, t->first);
    htv_report_put(f, ",\"span\":");
    htv_report_number(f, t->now);
    htv_report_put(f, ",\"depth\":");
    htv_report_number(f, t->deepest);
    htv_report_put(f, ",\"levels\":[");
    for (unsigned k = 0; k < levels; k++) {
        htv_report_put(f, k == 0 ? "\n{\"width\":" : ",\n{\"width\":");
        htv_report_number(f, UINT64_C(1) << tile_bits(k));
        htv_report_put(f,
                       t->level[k].tiles < t->tiles_max ? ",\"tiles\":" : ",\"cut\":1,\"tiles\":");
        htv_report_numbers(f, t->level[k].written, t->level[k].tiles);
        htv_report_put(f, "}");
    }
    htv_report_put(f, "]};\n");
    htv_report_done(f);
    return f->status;
}

int htv_timeline_take(struct htv_timeline *t, const struct htv_event *e)
{
    if (!t->begun) {
        begin(t, e);
    }
    const uint64_t now = e->time - t->first;
    if (now >> TILE_BITS != t->level[0].tile) {
        advance(t, now);
    }
    t->now = now;
    int status = htv_shadow_take(&t->shadow, e, emit, t);
    t->status = t->status != HTR_OK ? t->status : status;
    if (e->kind == HTV_END) {
        t->begun = false;
        return end(t);
    }
    return t->status;
}
