/* SPDX-License-Identifier: Apache-2.0 */
/* Intervals of addresses, and ids by key. */
#include <stdlib.h>
#include <string.h>

#include "htv_symbols_int.h"

bool htv_room(void **array, size_t *capacity, size_t n, size_t size)
{
    if (n <= *capacity) {
        return true;
    }
    size_t more = *capacity < 16 ? 16 : *capacity + *capacity / 2;
    if (more < n) {
        more = n;
    }
    void *moved = more <= SIZE_MAX / size ? realloc(*array, more * size) : NULL;
    if (moved == NULL) {
        return false;
    }
    *array = moved;
    *capacity = more;
    return true;
}

bool htv_spans_add(struct htv_spans *s, uint64_t from, uint64_t to, uint32_t value)
{
    if (from >= to) {
        return true;
    }
    if (!htv_room((void **)&s->span, &s->capacity, s->n + 1, sizeof *s->span)) {
        return false;
    }
    s->span[s->n++] = (struct htv_span){from, to, value};
    return true;
}

/* An interval, and when it was added. */
struct ordered {
    struct htv_span span;
    size_t order;
};

static int by_start(const void *a, const void *b)
{
    const struct ordered *x = a, *y = b;
    if (x->span.from != y->span.from) {
        return x->span.from < y->span.from ? -1 : 1;
    }
    if (x->span.to != y->span.to) {
        return x->span.to > y->span.to ? -1 : 1;
    }
    return x->order < y->order ? -1 : x->order > y->order;
}

/* Append [from, to), joined with the one before if that is the same. There is room. */
static void append(struct htv_spans *s, uint64_t from, uint64_t to, uint32_t value)
{
    if (from >= to) {
        return;
    }
    struct htv_span *last = s->n > 0 ? &s->span[s->n - 1] : NULL;
    if (last != NULL && last->to == from && last->value == value) {
        last->to = to;
    } else {
        s->span[s->n++] = (struct htv_span){from, to, value};
    }
}

/* Sweep over the sorted intervals with the open ones on a stack, the one that counts on top. */
static void sweep(struct htv_spans *out, const struct ordered *in, size_t n, struct htv_span *open)
{
    size_t depth = 0;
    uint64_t at = 0;
    for (size_t i = 0; i <= n; i++) {
        uint64_t until = i < n ? in[i].span.from : UINT64_MAX;
        while (depth > 0 && at < until) {
            const struct htv_span *top = &open[depth - 1];
            uint64_t end = top->to < until ? top->to : until;
            append(out, at, end, top->value);
            at = end > at ? end : at;
            if (top->to <= at) {
                depth--;
            }
        }
        at = until;
        if (i < n) {
            open[depth++] = in[i].span;
        }
    }
}

bool htv_spans_flatten(struct htv_spans *s)
{
    size_t n = s->n;
    if (n == 0) {
        return true;
    }
    struct ordered *in = n < SIZE_MAX / 4 / sizeof *in ? malloc(n * sizeof *in) : NULL;
    struct htv_span *open = malloc(n * sizeof *open);
    struct htv_spans out = {.span = malloc(2 * n * sizeof *out.span), .capacity = 2 * n};
    bool ok = in != NULL && open != NULL && out.span != NULL;
    if (ok) {
        for (size_t i = 0; i < n; i++) {
            in[i] = (struct ordered){s->span[i], i};
        }
        qsort(in, n, sizeof *in, by_start);
        sweep(&out, in, n, open);
        free(s->span);
        *s = out;
    } else {
        free(out.span);
    }
    free(in);
    free(open);
    return ok;
}

const struct htv_span *htv_spans_find(const struct htv_spans *s, uint64_t addr, uint64_t *from,
                                      uint64_t *to)
{
    size_t low = 0, high = s->n; /* the first that begins after addr is in [low, high] */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (s->span[middle].from <= addr) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    const struct htv_span *found = low > 0 ? &s->span[low - 1] : NULL;
    uint64_t begin = 0, end = low < s->n ? s->span[low].from : UINT64_MAX;
    if (found != NULL && addr < found->to) {
        begin = found->from;
        end = found->to;
    } else if (found != NULL) {
        begin = found->to;
        found = NULL;
    }
    if (begin > *from) {
        *from = begin;
    }
    if (end < *to) {
        *to = end;
    }
    return found;
}

bool htv_elf_executable(const struct htv_elf *e, uint64_t from, uint64_t to)
{
    uint64_t low = 0, high = UINT64_MAX;
    return from < to && htv_spans_find(&e->exec, from, &low, &high) != NULL && to <= high;
}

void htv_spans_free(struct htv_spans *s)
{
    free(s->span);
    *s = (struct htv_spans){0};
}

static size_t place_of(uint64_t key, size_t capacity)
{
    uint64_t h = key * 0x9E3779B97F4A7C15u;
    return (size_t)(h >> 20) & (capacity - 1);
}

static bool grow(struct htv_ids *t)
{
    size_t capacity = t->capacity == 0 ? 256 : 2 * t->capacity;
    struct htv_id *slot = calloc(capacity, sizeof *slot);
    if (slot == NULL) {
        return false;
    }
    for (size_t i = 0; i < t->capacity; i++) {
        if (t->slot[i].id != 0) {
            size_t at = place_of(t->slot[i].key, capacity);
            while (slot[at].id != 0) {
                at = (at + 1) & (capacity - 1);
            }
            slot[at] = t->slot[i];
        }
    }
    free(t->slot);
    t->slot = slot;
    t->capacity = capacity;
    return true;
}

bool htv_ids_same_key(const void *ctx, uint32_t id)
{
    (void)ctx;
    (void)id;
    return true;
}

uint32_t *htv_ids_at(struct htv_ids *t, uint64_t key, bool (*same)(const void *ctx, uint32_t id),
                     const void *ctx)
{
    if (2 * (t->n + 1) > t->capacity && !grow(t)) {
        return NULL;
    }
    size_t at = place_of(key, t->capacity);
    while (t->slot[at].id != 0 && (t->slot[at].key != key || !same(ctx, t->slot[at].id))) {
        at = (at + 1) & (t->capacity - 1);
    }
    if (t->slot[at].id == 0) {
        t->slot[at].key = key;
    }
    return &t->slot[at].id;
}
