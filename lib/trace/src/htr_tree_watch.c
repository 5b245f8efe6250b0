/* SPDX-License-Identifier: Apache-2.0 */
/* Decode tree: monitors and logs, and indexers as bytes pass them. */
#include <string.h>

#include "htr_tree_int.h"

int32_t htr_tree_monitor(struct htr_tree *t, const char *name, htr_monitor *see, void *ctx)
{
    int32_t i = htr_tree_add(t, HTR_MONITOR, name, sizeof(struct tree_monitor));
    if (i >= 0) {
        *(struct tree_monitor *)htr_tree_state(t, i) = (struct tree_monitor){see, ctx};
    }
    return i;
}

/* ---- logs ---- */

static void print_line(const struct htr_log *o, const struct htr_message *m)
{
    char line[HTR_TEXT + 160], source[24] = "", offset[40] = "";
    if (m->where.source >= 0) {
        snprintf(source, sizeof source, " source %d", (int)m->where.source);
    }
    if (m->where.offset != HTR_NO_OFFSET) {
        snprintf(offset, sizeof offset, " offset %llu", (unsigned long long)m->where.offset);
    }
    snprintf(line, sizeof line, "%s: %s%s%s: %s", m->severity == HTR_ERROR ? "error" : "note",
             m->where.component != NULL ? m->where.component : "tree", source, offset, m->text);
    if (o->print != NULL) {
        o->print(o->ctx, line);
    }
    if (o->file != NULL) {
        fprintf(o->file, "%s\n", line);
    }
}

/* A message has passed the level: to the logs that take it, then to the tree's host. */
static void pass(void *ctx, const struct htr_message *m)
{
    struct tree_log *log = ctx;
    print_line(&log->o, m);
    if (log->o.message != NULL) {
        log->o.message(log->o.ctx, m);
    }
    (void)htr_report(log->t->host, m->severity, m->status, &m->where, "%s", m->text);
}

int32_t htr_tree_log(struct htr_tree *t, const char *name, const struct htr_log *log)
{
    int32_t i = htr_tree_add(t, HTR_LOG, name, sizeof(struct tree_log));
    if (i >= 0) {
        struct tree_log *l = htr_tree_state(t, i);
        l->o = *log;
        l->t = t;
        l->host = (struct htr_host){.ctx = l, .message = pass};
    }
    return i;
}

/* ---- observed elements ---- */

static void show(struct htr_tree *t, struct htr_seen *seen)
{
    int32_t at = TREE_FIRST, one;
    seen->stage = t->component[seen->component].kind;
    while ((one = htr_tree_attached(t, seen->component, HTR_MONITOR, &at)) != HTR_NONE) {
        const struct tree_monitor *m = htr_tree_state(t, one);
        m->see(m->ctx, seen);
    }
}

void htr_tree_see_bytes(struct htr_tree *t, int32_t i, uint8_t id, uint64_t offset,
                        const uint8_t *bytes, size_t size)
{
    struct htr_seen seen = {
        .component = i, .trace_id = id, .offset = offset, .bytes = bytes, .size = size};
    show(t, &seen);
}

void htr_tree_see_elem(struct htr_tree *t, int32_t decoder, const struct flow_elem *e)
{
    struct htr_seen seen = {.component = decoder, .offset = e->offset, .elem = e};
    if (t->component[decoder].kind == HTR_DECODER) {
        const struct tree_decoder *d = htr_tree_state(t, decoder);
        seen.trace_id = d->packets->trace_id;
        show(t, &seen);
    }
}

void htr_tree_see_message(struct htr_tree *t, struct tree_packets *p, const struct nexus_msg *m,
                          int status)
{
    struct htr_seen seen = {.component = p->self,
                            .trace_id = p->trace_id,
                            .offset = m->offset,
                            .bytes = m->raw,
                            .size = m->raw_length,
                            .msg = m,
                            .status = status};
    show(t, &seen);
}

void htr_tree_see_packet(struct htr_tree *t, struct tree_packets *p, const struct etrace_frame *f,
                         const uint8_t *bytes, int status)
{
    struct htr_seen seen = {.component = p->self,
                            .trace_id = p->trace_id,
                            .offset = f->offset,
                            .bytes = bytes,
                            .size = f->length,
                            .frame = f,
                            .status = status};
    show(t, &seen);
}

/* ---- indexers ---- */

int32_t htr_tree_indexer(struct htr_tree *t, const char *name)
{
    return htr_tree_add(t, HTR_INDEXER, name, sizeof(struct tree_indexer));
}

struct tree_indexer *htr_tree_indexer_of(const struct htr_tree *t, int32_t i)
{
    int32_t at = TREE_FIRST, one = htr_tree_attached(t, i, HTR_INDEXER, &at);
    return one != HTR_NONE ? htr_tree_state(t, one) : NULL;
}

void htr_tree_see_frame(struct htr_tree *t, int32_t deformatter, const struct htr_frame *f,
                        uint64_t number)
{
    struct tree_indexer *x = htr_tree_indexer_of(t, deformatter);
    for (unsigned i = 0; x != NULL && i < f->count; i++) {
        struct htr_id_seen *s = &x->id[f->id[i]];
        bool again = false;
        for (unsigned k = 0; k < i; k++) {
            again = again || f->id[k] == f->id[i];
        }
        if (s->bytes == 0) {
            s->first = number;
        }
        s->bytes++;
        s->frames += !again;
    }
}

enum {
    FIRST_ENTRIES = 256,
};

int htr_tree_watch_begin(struct htr_tree *t, int32_t packets)
{
    struct tree_packets *p = htr_tree_state(t, packets);
    struct tree_indexer *x = htr_tree_indexer_of(t, packets);
    size_t longest = p->o.longest != 0 ? p->o.longest : NEXUS_STREAM_BUFFER;
    p->watched = htr_tree_has(t, packets, HTR_MONITOR);
    if (p->o.etrace != NULL) {
        return HTR_OK;
    }
    uint8_t *buffer = p->watched && !p->whole ? htr_tree_alloc(t, 1, longest, 1) : NULL;
    if (buffer != NULL) {
        (void)nexus_pieces_init(&p->scan, buffer, longest);
        (void)nexus_msg_decoder_init(&p->msgs, &p->o.cfg, NULL, 0);
        p->scan.align = p->o.align;
    } else if (p->watched && !p->whole) {
        return HTR_ERR_MEMORY;
    }
    if (x == NULL) {
        return HTR_OK;
    }
    size_t sources = (size_t)1 << p->o.cfg.src_bits;
    struct nexus_index_entry *entry = htr_tree_alloc(t, 1, FIRST_ENTRIES, sizeof *entry);
    struct nexus_index_source *source = htr_tree_alloc(t, 1, sources, sizeof *source);
    *x = (struct tree_indexer){.begun = entry != NULL && source != NULL};
    if (!x->begun) {
        return HTR_ERR_MEMORY;
    }
    (void)nexus_index_init(&x->ix, &p->o.cfg, entry, FIRST_ENTRIES, source, sources, x->buffer,
                           sizeof x->buffer);
    x->ix.allow_oversize = p->o.allow_oversize;
    nexus_index_seek(&x->ix, 0, 0, p->o.align);
    return HTR_OK;
}

int htr_tree_index_bytes(struct htr_tree *t, int32_t packets, const uint8_t *bytes, size_t size)
{
    struct tree_indexer *x = htr_tree_indexer_of(t, packets);
    size_t taken;
    while (x != NULL && nexus_index_data(&x->ix, bytes, size, &taken) != NEXUS_OK) {
        size_t more = 2 * x->ix.capacity;
        struct nexus_index_entry *entry = htr_tree_alloc(t, 1, more, sizeof *entry);
        if (entry == NULL) {
            return HTR_ERR_MEMORY;
        }
        memcpy(entry, x->ix.entry, x->ix.count * sizeof *entry);
        x->ix.entry = entry;
        x->ix.capacity = more;
        bytes += taken;
        size -= taken;
    }
    return HTR_OK;
}
