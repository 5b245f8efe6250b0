/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ranges that call reconstruction passes over are joined. It looks at a range only when a transfer
 * comes before it, or when it begins outside the function that the range before it was in
 * (htv_calls_range). So a range is added to the one before when that ended without a call, return
 * or indirect jump, and both begin in the same named function.
 */
#include "htv/htv_reduce.h"

#include <stdlib.h>

#include "htv/htv_calls.h"
#include "htv/htv_names.h"
#include "htv/htv_summary.h"
#include "htv/htv_symbols.h"

enum {
    PLACES = 1 << 12,
    MOST = 1 << 30, /* instructions of a range */
};

/* Where the function of a pc lies, kept. */
struct place {
    uint64_t pc, low, length; /* length 0: none, or not kept */
};

struct htv_reduce {
    struct htr_host *host;
    struct htr_host quiet; /* of the symbols: the join makes the remarks */
    struct htr_trace *t;
    bool whole, offsets;
    struct htv_symbols *symbols;
    struct htv_names *names;
    struct htv_profile profile;
    struct htr_elem_writer w;
    struct htv_summary *summary; /* or NULL */
    struct flow_where where;
    bool open; /* range is held back */
    struct flow_range range;
    uint64_t offset; /* of its batch */
    struct place at; /* of the range */
    struct place place[PLACES];
};

static int open_symbols(struct htv_reduce *r)
{
    const char *file = r->t->code.path;
    const struct htv_symbols_options o = {.file = &file, .nfiles = 1};
    if (r->t->code.elf.nsegments == 0) {
        return HTR_OK;
    }
    r->quiet = htr_host_quiet(r->host);
    int status = htv_symbols_open(&r->symbols, &r->quiet, &o);
    if (status == HTR_OK && r->symbols != NULL) {
        (void)htv_symbols_check(r->symbols, &r->t->code);
    }
    return status;
}

int htv_reduce_open(struct htv_reduce **out, struct htr_host *host, struct htr_trace *t,
                    unsigned how, FILE *to)
{
    const bool whole = (how & HTV_REDUCE_WHOLE) != 0;
    struct htv_reduce *r = calloc(1, sizeof *r);
    int status = HTR_OK;
    *out = r;
    if (r == NULL) {
        return htr_fail(host, HTR_ERR_MEMORY, t->path, "not enough memory");
    }
    r->host = host;
    r->t = t;
    r->whole = whole;
    r->offsets = (how & HTV_REDUCE_OFFSETS) != 0;
    htr_elem_writer_init(&r->w, to);
    if (!whole) {
        status = open_symbols(r);
        r->names = htv_names_new(r->symbols);
    }
    if (status == HTR_OK && !whole && r->names == NULL) {
        status = htr_fail(host, HTR_ERR_MEMORY, t->path, "not enough memory");
    }
    if (status == HTR_OK && !whole && (how & HTV_REDUCE_CALLS) != 0) {
        status = htv_summary_open(&r->summary, host, htv_names_locate, r->names, to);
    }
    if (status != HTR_OK) {
        htv_reduce_close(r);
        *out = NULL;
    }
    return status;
}

void htv_reduce_close(struct htv_reduce *r)
{
    if (r != NULL) {
        htv_summary_close(r->summary);
        htv_names_free(r->names);
        htv_symbols_close(r->symbols);
        htv_profile_free(&r->profile);
        free(r);
    }
}

const struct htv_profile *htv_reduce_profile(const struct htv_reduce *r)
{
    return &r->profile;
}

void htv_reduce_flush(struct htv_reduce *r)
{
    if (r->summary != NULL) {
        htv_summary_flush(r->summary);
    }
    if (r->open) {
        htr_elem_write_range_at(&r->w, &r->range, r->offset);
        r->open = false;
    }
}

/* The named function of a pc; without a name length is 0. */
static const struct place *place_of(struct htv_reduce *r, uint64_t pc)
{
    struct place *p = &r->place[(pc >> 1) % PLACES];
    if (p->pc != pc || p->length == 0) {
        const struct flow_context none = {0};
        const struct htv_place found = htv_names_locate(r->names, &none, pc, false);
        *p = (struct place){pc, found.low, found.named ? found.length : 0};
    }
    return p;
}

/* Does the next range go on without a transfer that matters? */
static bool goes_on(const struct flow_range *r)
{
    return !r->last_taken || r->last_cls == FLOW_INSN_BRANCH ||
           r->last_cls == FLOW_INSN_DIRECT_JUMP || r->last_cls == FLOW_INSN_LINEAR;
}

static int add(struct htv_reduce *r, const struct flow_range *one, uint64_t offset)
{
    if (r->summary != NULL) {
        return htv_summary_range(r->summary, one);
    }
    struct flow_range *held = &r->range;
    const struct place *p = place_of(r, one->start);
    if (r->open && goes_on(held) && p->length != 0 && p->low == r->at.low &&
        p->length == r->at.length && held->count + one->count < MOST) {
        held->end = one->end;
        held->count += one->count;
        held->last_cls = one->last_cls;
        held->last_size = one->last_size;
        held->last_taken = one->last_taken;
        return HTR_OK;
    }
    htv_reduce_flush(r);
    *held = *one;
    r->offset = offset;
    r->at = *p;
    r->open = true;
    return HTR_OK;
}

static int add_elem(struct htv_reduce *r, const struct flow_elem *e)
{
    if (r->summary != NULL) {
        return htv_summary_elem(r->summary, e);
    }
    htv_reduce_flush(r);
    htr_elem_write(&r->w, e);
    return HTR_OK;
}

static int no_memory(const struct htv_reduce *r)
{
    return htr_fail(r->host, HTR_ERR_MEMORY, r->t->path, "not enough memory to count %zu ranges",
                    r->profile.used);
}

int htv_reduce_take(void *ctx, const struct flow_range *range, unsigned n,
                    const struct flow_elem *e)
{
    struct htv_reduce *r = ctx;
    int status = HTR_OK;
    if (n == 0) {
        status = add_elem(r, e) != HTR_OK ? no_memory(r) : HTR_OK;
        return status == HTR_OK && ferror(r->w.to) ? HTR_ERR_WRITE : status;
    }
    const uint64_t offset = r->offsets ? e->offset : 0;
    for (unsigned i = 0; status == HTR_OK && i < n; i++) {
        if (r->whole) {
            htr_elem_write_range_at(&r->w, &range[i], offset);
            continue;
        }
        if (add(r, &range[i], offset) != HTR_OK ||
            htv_profile_add(&r->profile, &range[i], 0, &r->t->code.code, &r->where) != HTR_OK) {
            status = no_memory(r);
        }
    }
    return status == HTR_OK && ferror(r->w.to) ? HTR_ERR_WRITE : status;
}
