/* SPDX-License-Identifier: Apache-2.0 */
/* Decode tree: its memory, its components, and what may be attached to what. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "htr_tree_int.h"

/* ---- memory ---- */

enum {
    ALIGN = 128, /* bytes: a path then needs as few cache lines as possible */
};

struct htr_chunk {
    struct htr_chunk *next;
    void *memory;
};

void htr_tree_init(struct htr_tree *t, struct htr_host *host, void *memory, size_t size)
{
    *t = (struct htr_tree){
        .host = host, .cache = HTR_TREE_CACHE, .memory = memory, .size = size, .high = size};
}

static void free_chunks(struct htr_chunk **list)
{
    while (*list != NULL) {
        struct htr_chunk *c = *list;
        *list = c->next;
        free(c->memory);
        free(c);
    }
}

void htr_tree_forget(struct htr_tree *t)
{
    free_chunks(&t->chunk[1]);
    t->high = t->size;
}

void htr_tree_close(struct htr_tree *t)
{
    htr_tree_forget(t);
    free_chunks(&t->chunk[0]);
    *t = (struct htr_tree){.host = t->host};
}

/* The caller's memory: permanent blocks from the front, temporary ones from the back. */
static void *take(struct htr_tree *t, int keep, size_t bytes)
{
    uintptr_t at = (uintptr_t)t->memory;
    size_t from = 0;
    if (bytes > t->size) {
        return NULL;
    }
    if (keep == 0) {
        from = t->low + (0 - (at + t->low)) % ALIGN;
    } else if (t->high >= bytes) {
        from = t->high - bytes;
        from -= (at + from) % ALIGN < from ? (at + from) % ALIGN : from;
    }
    if (from < t->low || from > t->high || bytes > t->high - from) {
        return NULL;
    }
    t->low = keep == 0 ? from + bytes : t->low;
    t->high = keep == 0 ? t->high : from;
    return memset(t->memory + from, 0, bytes);
}

static void *allocate(struct htr_tree *t, int keep, size_t bytes)
{
    struct htr_chunk *c = malloc(sizeof *c);
    void *memory = calloc(1, bytes + ALIGN);
    if (c == NULL || memory == NULL) {
        free(c);
        free(memory);
        return NULL;
    }
    *c = (struct htr_chunk){t->chunk[keep], memory};
    t->chunk[keep] = c;
    return (uint8_t *)memory + (0 - (uintptr_t)memory) % ALIGN;
}

void *htr_tree_alloc(struct htr_tree *t, int keep, size_t n, size_t size)
{
    void *p = NULL;
    if (n <= SIZE_MAX / 2 / size) {
        p = t->memory != NULL ? take(t, keep, n * size) : allocate(t, keep, n * size);
    }
    if (p == NULL) {
        (void)htr_tree_refuse(
            t, HTR_ERR_MEMORY, HTR_NONE,
            "%zu bytes do not fit in memory; give the tree more, or a smaller cache", n * size);
    }
    return p;
}

#define BIT(kind) (1u << (kind))

/* ---- components ---- */

/* Double an array of the tree; the old one stays until the tree is closed. */
static bool grow(struct htr_tree *t, void **array, int32_t *room, size_t size)
{
    int32_t more = *room == 0 ? 16 : 2 * *room;
    void *p = htr_tree_alloc(t, 0, (size_t)more, size);
    if (p == NULL) {
        return false;
    }
    if (*room != 0) {
        memcpy(p, *array, (size_t)*room * size);
    }
    *array = p;
    *room = more;
    return true;
}

int32_t htr_tree_add(struct htr_tree *t, enum htr_component_kind kind, const char *name,
                     size_t size)
{
    void *array = t->component;
    if (t->count == t->room && !grow(t, &array, &t->room, sizeof *t->component)) {
        return HTR_ERR_MEMORY;
    }
    t->component = array;
    void *state = htr_tree_alloc(t, 0, 1, size);
    if (state == NULL) {
        return HTR_ERR_MEMORY;
    }
    struct htr_component *c = &t->component[t->count];
    *c =
        (struct htr_component){.kind = kind, .parent = HTR_NONE, .links = HTR_NONE, .state = state};
    snprintf(c->name, sizeof c->name, "%s", name != NULL ? name : htr_component_info(kind)->name);
    return t->count++;
}

int32_t htr_tree_buffer(struct htr_tree *t, const char *name, enum htr_bytes_format format)
{
    int32_t i = htr_tree_add(t, HTR_BUFFER, name, sizeof(struct tree_buffer));
    if (i >= 0) {
        struct tree_buffer *b = htr_tree_state(t, i);
        b->format = format;
    }
    return i;
}

int32_t htr_tree_deformatter(struct htr_tree *t, const char *name)
{
    return htr_tree_add(t, HTR_DEFORMATTER, name, sizeof(struct tree_deformatter));
}

int32_t htr_tree_packets(struct htr_tree *t, const char *name, const struct htr_packets *packets)
{
    int32_t i = htr_tree_add(t, HTR_PACKETS, name, sizeof(struct tree_packets));
    if (i >= 0) {
        struct tree_packets *p = htr_tree_state(t, i);
        p->o = *packets;
        p->protocol = &htr_tree_ntrace;
        if (packets->etrace != NULL) {
            p->etrace = *packets->etrace;
            p->o.etrace = &p->etrace;
            p->o.cfg.src_bits = p->etrace.src_bits;
            p->protocol = &htr_tree_etrace;
        }
    }
    return i;
}

int32_t htr_tree_decoder(struct htr_tree *t, const char *name, const struct nexus_stream_cfg *cfg)
{
    int32_t i = htr_tree_add(t, HTR_DECODER, name, sizeof(struct tree_decoder));
    if (i >= 0 && cfg != NULL) {
        struct tree_decoder *d = htr_tree_state(t, i);
        d->cfg = *cfg;
        d->own_cfg = true;
    }
    return i;
}

int32_t htr_tree_decoder_etrace(struct htr_tree *t, const char *name, const struct etrace_cfg *cfg)
{
    int32_t i = htr_tree_add(t, HTR_DECODER, name, sizeof(struct tree_decoder));
    if (i >= 0 && cfg != NULL) {
        struct tree_decoder *d = htr_tree_state(t, i);
        d->etrace = *cfg;
        d->own_cfg = true;
    }
    return i;
}

int32_t htr_tree_sink(struct htr_tree *t, const char *name, htr_take *take_elem, void *ctx)
{
    int32_t i = htr_tree_add(t, HTR_SINK, name, sizeof(struct tree_sink));
    if (i >= 0) {
        *(struct tree_sink *)htr_tree_state(t, i) = (struct tree_sink){take_elem, ctx};
    }
    return i;
}

int htr_tree_bytes(struct htr_tree *t, int32_t buffer, const uint8_t *bytes, size_t size)
{
    struct htr_component *c = htr_tree_get(t, buffer, HTR_BUFFER);
    if (c == NULL) {
        return htr_tree_refuse(t, HTR_ERR_ARG, buffer, "is not a buffer; bytes are for buffers");
    }
    struct tree_buffer *b = c->state;
    b->bytes = bytes;
    b->size = size;
    b->whole = true;
    t->ready = false;
    return HTR_OK;
}

int htr_tree_adopt(struct htr_tree *t, int32_t decoder, struct htr_inside d, htr_refill *refill,
                   void *ctx)
{
    struct htr_component *c = htr_tree_get(t, decoder, HTR_DECODER);
    if (c == NULL) {
        return htr_tree_refuse(t, HTR_ERR_ARG, decoder, "is not a decoder; nothing was done");
    }
    struct tree_decoder *s = c->state;
    htr_tree_set_inside(s, d);
    s->adopted = d.ops != NULL;
    s->refill = refill;
    s->ctx = ctx;
    t->ready = false;
    return HTR_OK;
}

/* ---- links ---- */

static bool is_path(enum htr_component_kind kind)
{
    return kind <= HTR_DECODER;
}

/* A kind that keeps what it saw, or that has one parent, belongs to one component alone. */
static bool is_single(enum htr_component_kind kind)
{
    return is_path(kind) || kind == HTR_INDEXER;
}

static int check_kinds(struct htr_tree *t, int32_t parent, int32_t child)
{
    if (parent < 0 || parent >= t->count || child < 0 || child >= t->count) {
        return htr_tree_refuse(
            t, HTR_ERR_ARG, HTR_NONE,
            "cannot attach %d to %d: there are %d components; use the index that a "
            "component was made with",
            (int)child, (int)parent, (int)t->count);
    }
    const struct htr_component *p = &t->component[parent], *c = &t->component[child];
    const struct htr_component_info *k = htr_component_info(p->kind);
    if ((k->accepts & BIT(c->kind)) != 0) {
        return HTR_OK;
    }
    char list[128] = "";
    for (unsigned i = 0; i < HTR_COMPONENT_KINDS; i++) {
        if ((k->accepts & BIT(i)) != 0) {
            size_t n = strlen(list);
            snprintf(list + n, sizeof list - n, "%s%s", n > 0 ? ", " : "",
                     htr_component_info((enum htr_component_kind)i)->name);
        }
    }
    return htr_tree_refuse(t, HTR_ERR_ARG, parent, "a %s cannot be attached to a %s ('%s'); %s%s",
                           htr_component_info(c->kind)->name, k->name, c->name,
                           list[0] != '\0' ? "it takes: " : "nothing can", list);
}

/* The trace ID or SRC must be free and in range. */
static int check_key(struct htr_tree *t, int32_t parent, int32_t child, unsigned key)
{
    const struct htr_component *p = &t->component[parent];
    enum htr_component_kind kind = t->component[child].kind;
    bool id = p->kind == HTR_DEFORMATTER && kind == HTR_PACKETS;
    bool src = p->kind == HTR_PACKETS && kind == HTR_DECODER;
    if (id && (key == HTR_ID_NULL || key > HTR_ID_LAST)) {
        return htr_tree_refuse(t, HTR_ERR_ARG, parent,
                               "trace ID 0x%X is not one of a source; give 0x01 to 0x6F", key);
    }
    if (src) {
        const struct tree_packets *o = p->state;
        unsigned bits = o->o.cfg.src_bits;
        if (key != HTR_SRC_ANY && bits != 0 && key >> bits != 0) {
            return htr_tree_refuse(t, HTR_ERR_ARG, parent,
                                   "SRC %u does not fit the %u bits of SRC; give a smaller one, or "
                                   "HTR_SRC_ANY",
                                   key, bits);
        }
    }
    if (!id && !src) {
        return key == 0 ? HTR_OK
                        : htr_tree_refuse(t, HTR_ERR_ARG, parent,
                                          "a key of %u means nothing for '%s'; give 0", key,
                                          t->component[child].name);
    }
    int32_t at = TREE_FIRST, other;
    while ((other = htr_tree_attached(t, parent, kind, &at)) != HTR_NONE) {
        if (t->component[other].key == key) {
            return htr_tree_refuse(t, HTR_ERR_CONFLICT, parent,
                                   "%s %u is taken by '%s'; detach that first",
                                   id ? "trace ID" : "SRC", key, t->component[other].name);
        }
    }
    return HTR_OK;
}

/* Is there room for it? */
static int check_free(struct htr_tree *t, int32_t parent, int32_t child)
{
    const struct htr_component *p = &t->component[parent], *c = &t->component[child];
    int32_t at = TREE_FIRST, other;
    if (is_single(c->kind) && c->parent != HTR_NONE) {
        return htr_tree_refuse(t, HTR_ERR_CONFLICT, child,
                               "is attached to '%s' already; detach it first, or make another",
                               t->component[c->parent].name);
    }
    if ((htr_component_info(p->kind)->accepts_one & BIT(c->kind)) != 0 &&
        (other = htr_tree_attached(t, parent, c->kind, &at)) != HTR_NONE) {
        return htr_tree_refuse(t, HTR_ERR_CONFLICT, parent,
                               "has a %s already, '%s'; detach that first",
                               htr_component_info(c->kind)->name, t->component[other].name);
    }
    for (at = TREE_FIRST; (other = htr_tree_attached(t, parent, c->kind, &at)) != HTR_NONE;) {
        if (other == child) {
            return htr_tree_refuse(t, HTR_ERR_CONFLICT, parent, "has '%s' already; once is enough",
                                   c->name);
        }
    }
    if (p->kind == HTR_BUFFER && is_path(c->kind)) {
        const struct tree_buffer *b = p->state;
        bool frames = b->format != HTR_BYTES_MESSAGES;
        if (frames != (c->kind == HTR_DEFORMATTER)) {
            return htr_tree_refuse(t, HTR_ERR_CONFLICT, parent, "holds %s; attach %s",
                                   frames ? "frames" : "messages",
                                   frames ? "a deformatter, and packets to that" : "packets");
        }
    }
    return HTR_OK;
}

int htr_tree_attach(struct htr_tree *t, int32_t parent, int32_t child, unsigned key)
{
    int status = check_kinds(t, parent, child);
    status = status != HTR_OK ? status : check_free(t, parent, child);
    status = status != HTR_OK ? status : check_key(t, parent, child, key);
    void *array = t->link;
    if (status != HTR_OK) {
        return status;
    }
    if (t->links == t->link_room && !grow(t, &array, &t->link_room, sizeof *t->link)) {
        return HTR_ERR_MEMORY;
    }
    t->link = array;
    struct htr_component *c = &t->component[child];
    int32_t *end = &t->component[parent].links;
    while (*end != HTR_NONE) {
        end = &t->link[*end].next;
    }
    *end = t->links;
    t->link[t->links++] = (struct htr_tree_link){child, HTR_NONE};
    if (is_single(c->kind)) {
        c->parent = parent;
        c->key = (uint16_t)key;
    }
    t->ready = false;
    return HTR_OK;
}

int32_t htr_tree_on(struct htr_tree *t, int32_t parent, int32_t made, unsigned key)
{
    int status = made < 0 ? made : parent < 0 ? parent : htr_tree_attach(t, parent, made, key);
    return status == HTR_OK || made < 0 ? made : status;
}

int htr_tree_detach(struct htr_tree *t, int32_t parent, int32_t child)
{
    int32_t *at = parent >= 0 && parent < t->count ? &t->component[parent].links : NULL;
    while (at != NULL && *at != HTR_NONE && t->link[*at].child != child) {
        at = &t->link[*at].next;
    }
    if (at == NULL || *at == HTR_NONE) {
        return htr_tree_refuse(t, HTR_ERR_ARG, parent,
                               "component %d is not attached to it; see its "
                               "links",
                               (int)child);
    }
    struct htr_component *c = &t->component[child];
    *at = t->link[*at].next;
    if (is_single(c->kind)) {
        c->parent = HTR_NONE;
        c->key = 0;
    }
    t->ready = false;
    return HTR_OK;
}
