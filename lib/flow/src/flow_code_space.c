/* SPDX-License-Identifier: Apache-2.0 */
#include "flow/flow_code_space.h"

enum {
    MATCHES = FLOW_DEPENDS_SCONTEXT | FLOW_DEPENDS_HCONTEXT | FLOW_DEPENDS_V | FLOW_DEPENDS_PRV,
};

int flow_code_space_init(struct flow_code_space *space, struct flow_code_mapping *mapping,
                         size_t capacity)
{
    if (space == NULL || (mapping == NULL && capacity != 0)) {
        return FLOW_ERR_ARG;
    }
    *space = (struct flow_code_space){.mapping = mapping, .capacity = capacity};
    return FLOW_OK;
}

/* The code's answers depend on what its mappings ask for; a fallback may look at everything. */
static void tell_code(struct flow_code_space *space)
{
    uint32_t depends = space->fallback != NULL ? (uint32_t)MATCHES : 0;
    for (size_t i = 0; i < space->count; i++) {
        depends |= space->mapping[i].match;
    }
    if (depends != 0) {
        depends |= FLOW_DEPENDS_KNOWN;
    }
    if (space->code != NULL) {
        space->code->depends = depends;
        flow_code_flush(space->code);
    }
}

int flow_code_space_add(struct flow_code_space *space, const struct flow_code_mapping *mapping)
{
    const struct flow_region *r = &mapping->region;
    if (r->bytes == NULL || r->size == 0 || r->addr + (r->size - 1) < r->addr || mapping->prv > 3 ||
        (mapping->match | MATCHES) != MATCHES) {
        return FLOW_ERR_ARG;
    }
    if (space->count == space->capacity) {
        return FLOW_ERR_NOSPACE;
    }
    space->mapping[space->count++] = *mapping;
    tell_code(space);
    return FLOW_OK;
}

static bool same(const struct flow_code_mapping *a, const struct flow_code_mapping *b)
{
    return a->region.addr == b->region.addr && a->region.size == b->region.size &&
           a->region.bytes == b->region.bytes && a->match == b->match &&
           ((a->match & FLOW_DEPENDS_SCONTEXT) == 0 || a->scontext == b->scontext) &&
           ((a->match & FLOW_DEPENDS_HCONTEXT) == 0 || a->hcontext == b->hcontext) &&
           ((a->match & FLOW_DEPENDS_V) == 0 || a->v == b->v) &&
           ((a->match & FLOW_DEPENDS_PRV) == 0 || a->prv == b->prv);
}

int flow_code_space_remove(struct flow_code_space *space, const struct flow_code_mapping *mapping)
{
    size_t kept = 0;
    for (size_t i = 0; i < space->count; i++) {
        const struct flow_code_mapping *m = &space->mapping[i];
        if (!same(m, mapping)) {
            space->mapping[kept++] = *m;
        }
    }
    bool found = kept != space->count;
    space->count = kept;
    tell_code(space);
    return found ? FLOW_OK : FLOW_ERR_ARG;
}

void flow_code_space_set_fallback(struct flow_code_space *space, flow_code_read *read, void *ctx)
{
    space->fallback = read;
    space->fallback_ctx = ctx;
    tell_code(space);
}

bool flow_code_mapping_counts(const struct flow_code_mapping *m, const struct flow_context *c)
{
    return ((m->match & FLOW_DEPENDS_SCONTEXT) == 0 || m->scontext == c->scontext) &&
           ((m->match & FLOW_DEPENDS_HCONTEXT) == 0 || m->hcontext == c->hcontext) &&
           ((m->match & FLOW_DEPENDS_V) == 0 || m->v == c->v) &&
           ((m->match & FLOW_DEPENDS_PRV) == 0 || m->prv == c->prv);
}

static bool holds(const struct flow_code_mapping *m, uint64_t addr)
{
    return addr >= m->region.addr && addr - m->region.addr < m->region.size;
}

/* The mapping that counts at addr; any = whatever the context. NULL when there is none. */
static const struct flow_code_mapping *find(const struct flow_code_space *space,
                                            const struct flow_context *c, uint64_t addr, bool any)
{
    for (size_t i = space->count; i > 0; i--) {
        const struct flow_code_mapping *m = &space->mapping[i - 1];
        if (holds(m, addr) && (any || flow_code_mapping_counts(m, c))) {
            return m;
        }
    }
    return NULL;
}

static unsigned fall_back(struct flow_code_space *space, const struct flow_where *where,
                          uint64_t addr, uint8_t *buf, unsigned n)
{
    return space->fallback != NULL ? space->fallback(space->fallback_ctx, where, addr, buf, n) : 0;
}

/* Byte by byte: an instruction may lie across two mappings. */
static unsigned read_space(void *ctx, const struct flow_where *where, uint64_t addr, uint8_t *buf,
                           unsigned n)
{
    struct flow_code_space *space = ctx;
    unsigned got = 0;
    while (got < n) {
        const struct flow_code_mapping *m = find(space, &where->context, addr + got, false);
        if (m == NULL) {
            unsigned more = fall_back(space, where, addr + got, buf + got, n - got);
            if (more != 0) {
                return got + (more < n - got ? more : n - got);
            }
            m = where->context.known ? NULL : find(space, &where->context, addr + got, true);
        }
        if (m == NULL) {
            break;
        }
        buf[got] = m->region.bytes[addr + got - m->region.addr];
        got++;
    }
    return got;
}

void flow_code_init_space(struct flow_code *code, struct flow_isa isa,
                          struct flow_code_space *space)
{
    flow_code_init_read(code, isa, read_space, space);
    space->code = code;
    tell_code(space);
}
