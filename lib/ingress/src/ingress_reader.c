/* SPDX-License-Identifier: Apache-2.0 */
/* Reader of ingress streams (docs/reference/ingress-format.md). */
#include "ingress/ingress.h"

#include <stdlib.h>
#include <string.h>

#include "ingress_format.h"

/* ---- bytes ---- */

/* Have `want` bytes (at most INGRESS_MAX_RECORD or the header) in the buffer, or all that is left.
 */
static void fill(struct ingress_reader *r, size_t want)
{
    if (r->eof || r->fill - r->pos >= want) {
        return;
    }
    memmove(r->buffer, r->buffer + r->pos, r->fill - r->pos);
    r->base += r->pos;
    r->fill -= r->pos;
    r->pos = 0;
    size_t room = INGRESS_BUFFER - r->fill;
    size_t n = r->input.read(r->input.ctx, r->buffer + r->fill, room);
    r->fill += n;
    if (n < room) {
        r->eof = true;
        r->io_error = r->input.broken(r->input.ctx);
    }
}

/* A cursor over the bytes in the buffer. Reading past the end sets cut; a bad number sets bad. */
struct cursor {
    const uint8_t *p, *end;
    bool cut, bad;
};

static uint8_t get(struct cursor *c)
{
    if (c->p == c->end) {
        c->cut = true;
        return 0;
    }
    return *c->p++;
}

static uint64_t get_le(struct cursor *c, unsigned bytes)
{
    uint64_t v = 0;
    for (unsigned i = 0; i < bytes; i++) {
        v |= (uint64_t)get(c) << (8 * i);
    }
    return v;
}

static uint64_t get_long_varint(struct cursor *c)
{
    uint64_t v = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        uint8_t b = get(c);
        if (shift == 63 && b > 1) {
            c->bad = true; /* does not fit in 64 bits */
            return 0;
        }
        v |= (uint64_t)(b & 0x7F) << shift;
        if ((b & 0x80) == 0) {
            return v;
        }
    }
    return v;
}

static inline uint64_t get_varint(struct cursor *c)
{
    return c->p != c->end && *c->p < 0x80 ? *c->p++ : get_long_varint(c);
}

/* A varint below 2^bits. */
static inline uint64_t get_limited(struct cursor *c, unsigned bits)
{
    uint64_t v = get_varint(c);
    if ((v >> bits) != 0) {
        c->bad = true;
        return 0;
    }
    return v;
}

/* ---- open and close ---- */

static int read_header(struct ingress_reader *r)
{
    fill(r, INGRESS_FIXED_HEADER + INGRESS_MAX_NOTE);
    struct cursor c = {.p = r->buffer, .end = r->buffer + r->fill};
    struct ingress_header *h = &r->header;
    if (r->io_error && r->fill == 0) {
        return INGRESS_ERR_IO;
    }
    size_t have = r->fill < sizeof ingress_magic ? r->fill : sizeof ingress_magic;
    if (have == 0 || memcmp(r->buffer, ingress_magic, have) != 0) {
        return INGRESS_ERR_FORMAT;
    }
    if (r->fill < INGRESS_FIXED_HEADER) {
        return INGRESS_ERR_TRUNCATED;
    }
    c.p += sizeof ingress_magic;
    h->version = (uint16_t)get_le(&c, 2);
    h->data = h->version >= INGRESS_VERSION;
    h->xlen = get(&c);
    h->itype_width = get(&c);
    h->isa = (uint32_t)get_le(&c, 4);
    h->harts = (uint16_t)get_le(&c, 2);
    size_t note = (size_t)get_le(&c, 2);
    h->jvt = get_le(&c, 8);
    if (h->version > INGRESS_VERSION) {
        return INGRESS_ERR_VERSION;
    }
    if (h->version == 0 || (h->xlen != 32 && h->xlen != 64) ||
        (h->itype_width != 3 && h->itype_width != 4) || h->harts == 0 ||
        h->harts > INGRESS_MAX_HARTS || note > INGRESS_MAX_NOTE) {
        return INGRESS_ERR_FORMAT;
    }
    if ((size_t)(c.end - c.p) < note) {
        return INGRESS_ERR_TRUNCATED;
    }
    memcpy(h->note, c.p, note);
    h->note[note] = '\0';
    r->pos = INGRESS_FIXED_HEADER + note;
    return INGRESS_OK;
}

static int start(struct ingress_reader *r)
{
    for (unsigned i = 0; i < INGRESS_MAX_HARTS; i++) {
        r->hart[i].priv = INGRESS_PRIV_M;
    }
    int status = read_header(r);
    if (status != INGRESS_OK) {
        ingress_reader_close(r);
    }
    return status;
}

int ingress_reader_open(struct ingress_reader *r, const struct ingress_input *input)
{
    memset(r, 0, sizeof *r);
    r->buffer = malloc(INGRESS_BUFFER);
    if (r->buffer == NULL) {
        return INGRESS_ERR_MEMORY;
    }
    r->input = *input;
    return start(r);
}

int ingress_reader_open_memory(struct ingress_reader *r, const uint8_t *data, size_t size)
{
    memset(r, 0, sizeof *r);
    r->buffer = (uint8_t *)(uintptr_t)data; /* only read: eof */
    r->fill = size;
    r->eof = true;
    return start(r);
}

void ingress_reader_close(struct ingress_reader *r)
{
    if (r->input.read != NULL) {
        free(r->buffer);
    }
    r->buffer = NULL;
    r->pos = r->fill = 0;
    r->eof = true;
}

/* ---- records ---- */

/* Time goes on: a distance that wraps is damage. */
static void advance(struct cursor *c, struct ingress_hart *h, uint64_t distance)
{
    if (distance > UINT64_MAX - h->cycle) {
        c->bad = true;
        return;
    }
    h->cycle += distance;
}

static void get_accesses(struct cursor *c, struct ingress_hart *h, struct ingress_cycle *in)
{
    uint8_t n = get(c);
    if (n == 0 || n > INGRESS_MAX_ACCESSES) {
        c->bad = true;
        return;
    }
    in->naccess = n;
    for (unsigned i = 0; i < n; i++) {
        struct ingress_access *a = &in->access[i];
        uint8_t byte = get(c);
        c->bad = c->bad || (byte & ACCESS_RESERVED) != 0;
        *a = (struct ingress_access){.dtype = byte & ACCESS_DTYPE,
                                     .dsize = (uint8_t)(byte >> ACCESS_DSIZE & 3u)};
        if ((byte & ACCESS_PLACE) != 0) {
            a->block = get(c);
            a->insn = get(c);
        }
        c->bad = c->bad || a->block >= in->nblocks;
        a->daddr = h->daddr += unzigzag(get_varint(c));
        a->load = access_loads(a->dtype) ? get_varint(c) : 0;
        a->store = access_stores(a->dtype) ? get_varint(c) : 0;
    }
}

static void get_fields(struct cursor *c, struct ingress_hart *h, struct ingress_record *rec,
                       bool data)
{
    struct ingress_cycle *in = &rec->in;
    uint32_t mask = (uint32_t)get_limited(c, 32);
    if ((mask & ~(uint32_t)(data ? FIELDS_ALL : FIELDS_PLAIN)) != 0) {
        c->bad = true;
        return;
    }
    rec->present = mask;
    if (mask & INGRESS_HAS_PRIV) {
        h->priv = get(c);
    }
    if (mask & INGRESS_HAS_CTYPE) {
        in->ctype = get(c);
    }
    if (mask & INGRESS_HAS_CONTEXT) {
        h->context = get_varint(c);
    }
    if (mask & INGRESS_HAS_HCONTEXT) {
        h->hcontext = get_varint(c);
    }
    if (mask & INGRESS_HAS_CAUSE) {
        in->cause = get_varint(c);
    }
    if (mask & INGRESS_HAS_TVAL) {
        in->tval = get_varint(c);
    }
    if (mask & INGRESS_HAS_TIME) {
        h->time += unzigzag(get_varint(c));
    }
    if (mask & INGRESS_HAS_TRIGGER) {
        in->trigger = (uint16_t)get_limited(c, 16);
    }
    if (mask & INGRESS_HAS_EXT_TRIG) {
        in->ext_trig = get(c);
    }
    if (mask & INGRESS_HAS_STATE) {
        h->state = get(c);
    }
    if (mask & INGRESS_HAS_IMPDEF) {
        h->impdef = (uint32_t)get_limited(c, 32);
    }
    if (mask & INGRESS_HAS_DATA) {
        get_accesses(c, h, in);
    }
}

static void get_blocks(struct cursor *c, struct ingress_hart *h, struct ingress_cycle *in,
                       bool first_elsewhere, uint64_t *halfwords)
{
    for (unsigned i = 0; i < in->nblocks; i++) {
        struct ingress_block *b = &in->block[i];
        uint8_t byte = get(c);
        if ((byte & BLOCK_RESERVED) != 0 || (i == 0 && (byte & BLOCK_ADDRESS) != 0)) {
            c->bad = true;
        }
        b->itype = byte & BLOCK_ITYPE;
        b->sijump = (byte & BLOCK_SIJUMP) != 0;
        b->ilastsize = (byte & BLOCK_LASTSIZE) != 0;
        b->iaddr = h->next;
        if (i == 0 ? first_elsewhere : (byte & BLOCK_ADDRESS) != 0) {
            b->iaddr += unzigzag(get_varint(c)) * 2;
        }
        b->iretire = (uint32_t)get_limited(c, 32);
        h->next = b->iaddr + 2 * (uint64_t)b->iretire;
        *halfwords += b->iretire;
    }
}

static void get_cycle(struct ingress_reader *r, struct cursor *c, unsigned first,
                      struct ingress_record *rec)
{
    struct ingress_cycle *in = &rec->in;
    rec->kind = INGRESS_CYCLE;
    rec->present = 0;
    in->ctype = in->ext_trig = 0; /* pulses only; levels and blocks are all set below */
    in->trigger = 0;
    in->cause = in->tval = 0;
    in->naccess = 0;
    rec->hart = (first & CYCLE_HART) != 0 ? (unsigned)get_limited(c, 16) : r->last_hart;
    if (rec->hart >= r->header.harts) {
        c->bad = true;
        return;
    }
    struct ingress_hart *h = &r->hart[rec->hart];
    advance(c, h, (first & CYCLE_DISTANCE) != 0 ? get_varint(c) : 1);
    in->cycle = h->cycle;
    in->nblocks = (first & CYCLE_BLOCKS) != 0 ? get(c) : 1;
    if (in->nblocks > INGRESS_MAX_BLOCKS) {
        c->bad = true;
        return;
    }
    if (first & CYCLE_FIELDS) {
        get_fields(c, h, rec, r->header.data);
    }
    get_blocks(c, h, in, (first & CYCLE_ADDRESS) != 0, &r->halfwords);
    in->time = h->time;
    in->context = h->context;
    in->hcontext = h->hcontext;
    in->impdef = h->impdef;
    in->priv = h->priv;
    in->halted = (h->state & STATE_HALTED) != 0;
    in->reset = (h->state & STATE_RESET) != 0;
    in->lowpower = (h->state & STATE_LOWPOWER) != 0;
    r->last_hart = rec->hart;
}

static void get_opcode(struct ingress_reader *r, struct cursor *c, bool wide,
                       struct ingress_record *rec)
{
    rec->kind = INGRESS_OPCODE;
    rec->pc = r->last_pc + unzigzag(get_varint(c)) * 2;
    rec->opcode = (uint32_t)get_le(c, wide ? 4 : 2);
    r->last_pc = rec->pc + (wide ? 4 : 2);
    if (!c->cut && ((rec->opcode & 3) == 3) != wide) {
        c->bad = true;
    }
}

static void get_reg(struct ingress_reader *r, struct cursor *c, struct ingress_record *rec)
{
    rec->kind = INGRESS_REG;
    rec->hart = (unsigned)get_limited(c, 16);
    if (rec->hart >= r->header.harts) {
        c->bad = true;
        return;
    }
    advance(c, &r->hart[rec->hart], get_varint(c));
    rec->cycle = r->hart[rec->hart].cycle;
    rec->reg_offset = (uint16_t)get_limited(c, 12);
    rec->reg_value = (uint32_t)get_limited(c, 32);
    c->bad = c->bad || (rec->reg_offset & 3) != 0;
    r->last_hart = rec->hart;
}

/* END: its totals must be those of what came before. */
static int get_end(struct ingress_reader *r, struct cursor *c)
{
    uint64_t records = get_varint(c);
    uint64_t halfwords = get_varint(c);
    if (c->cut) {
        return INGRESS_ERR_TRUNCATED;
    }
    bool good = !c->bad && records == r->records && halfwords == r->halfwords;
    return good ? 0 : INGRESS_ERR_FORMAT;
}

int ingress_read(struct ingress_reader *r, struct ingress_record *rec)
{
    if (r->status != INGRESS_OK) {
        return r->status;
    }
    if (r->buffer == NULL) {
        return INGRESS_ERR_ARG;
    }
    fill(r, INGRESS_MAX_RECORD);
    int missing = r->io_error ? INGRESS_ERR_IO : INGRESS_ERR_TRUNCATED;
    struct cursor c = {.p = r->buffer + r->pos, .end = r->buffer + r->fill};
    r->record_offset = rec->offset = r->base + r->pos;
    uint8_t first = get(&c);
    if (c.cut) {
        return r->status = missing;
    }
    if (first < CYCLE_LIMIT) {
        get_cycle(r, &c, first, rec);
    } else if (first == RECORD_OPCODE16 || first == RECORD_OPCODE32) {
        get_opcode(r, &c, first == RECORD_OPCODE32, rec);
    } else if (first == RECORD_REG) {
        get_reg(r, &c, rec);
    } else if (first == RECORD_END) {
        int end = get_end(r, &c);
        return r->status = end == INGRESS_ERR_TRUNCATED ? missing : end;
    } else {
        return r->status = INGRESS_ERR_FORMAT;
    }
    if (c.bad || c.cut) {
        return r->status = c.bad && !c.cut ? INGRESS_ERR_FORMAT : missing;
    }
    r->pos = (size_t)(c.p - r->buffer);
    r->records++;
    return 1;
}
