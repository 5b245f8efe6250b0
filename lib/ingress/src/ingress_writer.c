/* SPDX-License-Identifier: Apache-2.0 */
/* Writer of ingress streams (docs/reference/ingress-format.md). */
#include "ingress/ingress.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "ingress_format.h"

enum {
    FIRST_TABLE = 1 << 16,
    PACKED = 1 << 14,
    LEVEL = 6,
};

const char *ingress_strerror(int status)
{
    switch (status) {
    case INGRESS_OK:
        return "no error";
    case INGRESS_ERR_ARG:
        return "value out of range";
    case INGRESS_ERR_IO:
        return "cannot be opened, read or written";
    case INGRESS_ERR_FORMAT:
        return "not an ingress stream, or a damaged one";
    case INGRESS_ERR_VERSION:
        return "made by a newer version of the format";
    case INGRESS_ERR_TRUNCATED:
        return "cut off: the END record is missing";
    case INGRESS_ERR_MEMORY:
        return "not enough memory";
    default:
        return "unknown status";
    }
}

/* ---- bytes ---- */

static void write_plain(struct ingress_writer *w, const uint8_t *bytes, size_t n)
{
    if (fwrite(bytes, 1, n, w->file) != n) {
        w->status = INGRESS_ERR_IO;
    }
}

static void write_out(struct ingress_writer *w, int how)
{
    uint8_t packed[PACKED];
    z_stream *z = w->codec;
    if (z == NULL) {
        write_plain(w, w->buffer, w->fill);
        return;
    }
    z->next_in = w->buffer;
    z->avail_in = (unsigned)w->fill;
    do {
        z->next_out = packed;
        z->avail_out = sizeof packed;
        (void)deflate(z, how); /* fails only on wrong use */
        write_plain(w, packed, sizeof packed - z->avail_out);
    } while (z->avail_out == 0 && w->status == INGRESS_OK);
}

static void flush(struct ingress_writer *w)
{
    if (w->fill > 0 && w->status == INGRESS_OK) {
        write_out(w, Z_NO_FLUSH);
    }
    w->fill = 0;
}

static void put(struct ingress_writer *w, uint64_t byte)
{
    w->buffer[w->fill++] = (uint8_t)byte;
}

static void put_le(struct ingress_writer *w, uint64_t v, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++) {
        put(w, (v >> (8 * i)) & 0xFF);
    }
}

static void put_varint(struct ingress_writer *w, uint64_t v)
{
    while (v >= 0x80) {
        put(w, (v & 0x7F) | 0x80);
        v >>= 7;
    }
    put(w, v);
}

/* Make room for one record. */
static void begin_record(struct ingress_writer *w)
{
    if (w->fill > INGRESS_BUFFER - INGRESS_MAX_RECORD) {
        flush(w);
    }
}

/* ---- open and close ---- */

static bool header_ok(const struct ingress_header *h)
{
    return (h->xlen == 32 || h->xlen == 64) && (h->itype_width == 3 || h->itype_width == 4) &&
           h->harts >= 1 && h->harts <= INGRESS_MAX_HARTS &&
           memchr(h->note, 0, sizeof h->note) != NULL;
}

bool ingress_name_compresses(const char *path)
{
    size_t n = strlen(path);
    return n > 3 && strcmp(path + n - 3, ".gz") == 0;
}

/* Returns false when there is no memory. */
static bool start_codec(struct ingress_writer *w)
{
    z_stream *z = calloc(1, sizeof *z);
    if (z == NULL ||
        deflateInit2(z, LEVEL, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) { /* gzip */
        free(z);
        return false;
    }
    w->codec = z;
    return true;
}

static void start_harts(struct ingress_hart *hart)
{
    memset(hart, 0, INGRESS_MAX_HARTS * sizeof *hart);
    for (unsigned i = 0; i < INGRESS_MAX_HARTS; i++) {
        hart[i].priv = INGRESS_PRIV_M;
    }
}

static void free_memory(struct ingress_writer *w)
{
    free(w->buffer);
    free(w->seen.pc);
    free(w->seen.opcode);
    w->buffer = NULL;
    w->seen.pc = NULL;
    w->seen.opcode = NULL;
}

int ingress_writer_open(struct ingress_writer *w, FILE *file, bool compress,
                        const struct ingress_header *header)
{
    if (!header_ok(header)) {
        return INGRESS_ERR_ARG;
    }
    memset(w, 0, sizeof *w);
    w->header = *header;
    w->header.version = header->data ? INGRESS_VERSION : INGRESS_VERSION_PLAIN;
    start_harts(w->hart);
    w->buffer = malloc(INGRESS_BUFFER);
    w->seen.size = FIRST_TABLE;
    w->seen.pc = calloc(w->seen.size, sizeof *w->seen.pc);
    w->seen.opcode = calloc(w->seen.size, sizeof *w->seen.opcode);
    w->file = file;
    if (w->buffer == NULL || w->seen.pc == NULL || w->seen.opcode == NULL ||
        (compress && !start_codec(w))) {
        free_memory(w);
        return INGRESS_ERR_MEMORY;
    }
    size_t note = strlen(header->note);
    memcpy(w->buffer, ingress_magic, sizeof ingress_magic);
    w->fill = sizeof ingress_magic;
    put_le(w, w->header.version, 2);
    put(w, header->xlen);
    put(w, header->itype_width);
    put_le(w, header->isa, 4);
    put_le(w, header->harts, 2);
    put_le(w, note, 2);
    put_le(w, header->jvt, 8);
    memcpy(w->buffer + w->fill, header->note, note);
    w->fill += note;
    return INGRESS_OK;
}

int ingress_writer_close(struct ingress_writer *w)
{
    begin_record(w);
    put(w, RECORD_END);
    put_varint(w, w->records);
    put_varint(w, w->halfwords);
    if (w->status == INGRESS_OK) {
        write_out(w, Z_FINISH);
    }
    if (fflush(w->file) != 0 && w->status == INGRESS_OK) {
        w->status = INGRESS_ERR_IO;
    }
    if (w->codec != NULL) {
        (void)deflateEnd(w->codec);
        free(w->codec);
    }
    w->codec = NULL;
    w->file = NULL;
    free_memory(w);
    return w->status;
}

/* ---- opcodes ---- */

static size_t slot_of(const struct ingress_opcode_table *t, uint64_t pc)
{
    uint64_t key = pc + 1;
    size_t mask = t->size - 1;
    size_t i = (size_t)(((pc >> 1) * UINT64_C(0x9E3779B97F4A7C15)) >> 20) & mask;
    while (t->pc[i] != 0 && t->pc[i] != key) {
        i = (i + 1) & mask;
    }
    return i;
}

static int grow(struct ingress_opcode_table *t)
{
    struct ingress_opcode_table bigger = {.size = t->size * 2, .used = t->used};
    bigger.pc = calloc(bigger.size, sizeof *bigger.pc);
    bigger.opcode = calloc(bigger.size, sizeof *bigger.opcode);
    if (bigger.pc == NULL || bigger.opcode == NULL) {
        free(bigger.pc);
        free(bigger.opcode);
        return INGRESS_ERR_MEMORY;
    }
    for (size_t i = 0; i < t->size; i++) {
        if (t->pc[i] != 0) {
            size_t to = slot_of(&bigger, t->pc[i] - 1);
            bigger.pc[to] = t->pc[i];
            bigger.opcode[to] = t->opcode[i];
        }
    }
    free(t->pc);
    free(t->opcode);
    *t = bigger;
    return INGRESS_OK;
}

int ingress_write_opcode(struct ingress_writer *w, uint64_t pc, uint32_t opcode)
{
    bool wide = (opcode & 3) == 3;
    if ((pc & 1) != 0 || (wide && (opcode & 0x1F) == 0x1F)) {
        return INGRESS_ERR_ARG;
    }
    opcode = wide ? opcode : opcode & 0xFFFF;
    size_t i = slot_of(&w->seen, pc);
    if (w->seen.pc[i] != 0 && w->seen.opcode[i] == opcode) {
        return w->status;
    }
    if (w->seen.pc[i] == 0) {
        w->seen.pc[i] = pc + 1;
        w->seen.used++;
    }
    w->seen.opcode[i] = opcode;
    if (w->seen.used * 2 > w->seen.size && grow(&w->seen) != INGRESS_OK &&
        w->status == INGRESS_OK) {
        w->status = INGRESS_ERR_MEMORY;
    }
    begin_record(w);
    put(w, wide ? RECORD_OPCODE32 : RECORD_OPCODE16);
    put_varint(w, zigzag(halve(pc - w->last_pc)));
    put_le(w, opcode, wide ? 4 : 2);
    w->last_pc = pc + (wide ? 4 : 2);
    w->records++;
    return w->status;
}

/* ---- cycles ---- */

static uint8_t levels(const struct ingress_cycle *in)
{
    return (uint8_t)((in->halted ? STATE_HALTED : 0) | (in->reset ? STATE_RESET : 0) |
                     (in->lowpower ? STATE_LOWPOWER : 0));
}

static uint32_t changed_fields(const struct ingress_hart *h, const struct ingress_cycle *in,
                               bool data)
{
    uint32_t mask = 0;
    mask |= in->priv != h->priv ? INGRESS_HAS_PRIV : 0;
    mask |= in->ctype != 0 ? INGRESS_HAS_CTYPE : 0;
    mask |= in->context != h->context ? INGRESS_HAS_CONTEXT : 0;
    mask |= in->hcontext != h->hcontext ? INGRESS_HAS_HCONTEXT : 0;
    mask |= in->cause != 0 ? INGRESS_HAS_CAUSE : 0;
    mask |= in->tval != 0 ? INGRESS_HAS_TVAL : 0;
    mask |= in->time != h->time ? INGRESS_HAS_TIME : 0;
    mask |= in->trigger != 0 ? INGRESS_HAS_TRIGGER : 0;
    mask |= in->ext_trig != 0 ? INGRESS_HAS_EXT_TRIG : 0;
    mask |= levels(in) != h->state ? INGRESS_HAS_STATE : 0;
    mask |= in->impdef != h->impdef ? INGRESS_HAS_IMPDEF : 0;
    mask |= data && in->naccess != 0 ? INGRESS_HAS_DATA : 0;
    return mask;
}

static void put_accesses(struct ingress_writer *w, struct ingress_hart *h,
                         const struct ingress_cycle *in)
{
    put(w, in->naccess);
    for (unsigned i = 0; i < in->naccess; i++) {
        const struct ingress_access *a = &in->access[i];
        bool placed = a->block != 0 || a->insn != 0;
        put(w,
            (uint64_t)a->dtype | (uint64_t)a->dsize << ACCESS_DSIZE | (placed ? ACCESS_PLACE : 0));
        if (placed) {
            put(w, a->block);
            put(w, a->insn);
        }
        put_varint(w, zigzag(a->daddr - h->daddr));
        h->daddr = a->daddr;
        if (access_loads(a->dtype)) {
            put_varint(w, a->load);
        }
        if (access_stores(a->dtype)) {
            put_varint(w, a->store);
        }
    }
}

static void put_fields(struct ingress_writer *w, struct ingress_hart *h,
                       const struct ingress_cycle *in, uint32_t mask)
{
    put_varint(w, mask);
    if (mask & INGRESS_HAS_PRIV) {
        put(w, h->priv = in->priv);
    }
    if (mask & INGRESS_HAS_CTYPE) {
        put(w, in->ctype);
    }
    if (mask & INGRESS_HAS_CONTEXT) {
        put_varint(w, h->context = in->context);
    }
    if (mask & INGRESS_HAS_HCONTEXT) {
        put_varint(w, h->hcontext = in->hcontext);
    }
    if (mask & INGRESS_HAS_CAUSE) {
        put_varint(w, in->cause);
    }
    if (mask & INGRESS_HAS_TVAL) {
        put_varint(w, in->tval);
    }
    if (mask & INGRESS_HAS_TIME) {
        put_varint(w, zigzag(in->time - h->time));
        h->time = in->time;
    }
    if (mask & INGRESS_HAS_TRIGGER) {
        put_varint(w, in->trigger);
    }
    if (mask & INGRESS_HAS_EXT_TRIG) {
        put(w, in->ext_trig);
    }
    if (mask & INGRESS_HAS_STATE) {
        put(w, h->state = levels(in));
    }
    if (mask & INGRESS_HAS_IMPDEF) {
        put_varint(w, h->impdef = in->impdef);
    }
    if (mask & INGRESS_HAS_DATA) {
        put_accesses(w, h, in);
    }
}

static void put_blocks(struct ingress_writer *w, struct ingress_hart *h,
                       const struct ingress_cycle *in)
{
    for (unsigned i = 0; i < in->nblocks; i++) {
        const struct ingress_block *b = &in->block[i];
        bool elsewhere = b->iaddr != h->next;
        put(w, (uint64_t)b->itype | (b->sijump ? BLOCK_SIJUMP : 0) |
                   (b->ilastsize ? BLOCK_LASTSIZE : 0) | (i > 0 && elsewhere ? BLOCK_ADDRESS : 0));
        if (elsewhere) {
            put_varint(w, zigzag(halve(b->iaddr - h->next)));
        }
        put_varint(w, b->iretire);
        h->next = b->iaddr + 2 * (uint64_t)b->iretire;
        w->halfwords += b->iretire;
    }
}

static bool accesses_ok(const struct ingress_cycle *in)
{
    for (unsigned i = 0; i < in->naccess && i < INGRESS_MAX_ACCESSES; i++) {
        const struct ingress_access *a = &in->access[i];
        if (a->dtype > INGRESS_DTYPE_SC_FAILED || a->dsize > 3 || a->block >= in->nblocks) {
            return false;
        }
    }
    return in->naccess <= INGRESS_MAX_ACCESSES;
}

static bool cycle_ok(const struct ingress_writer *w, unsigned hart, const struct ingress_cycle *in)
{
    if (hart >= w->header.harts || in->nblocks > INGRESS_MAX_BLOCKS ||
        in->cycle < w->hart[hart].cycle || (w->header.data && !accesses_ok(in))) {
        return false;
    }
    for (unsigned i = 0; i < in->nblocks; i++) {
        const struct ingress_block *b = &in->block[i];
        if (b->itype > BLOCK_ITYPE || b->ilastsize > 1 || (b->iaddr & 1) != 0) {
            return false;
        }
    }
    return true;
}

int ingress_write_cycle(struct ingress_writer *w, unsigned hart, const struct ingress_cycle *in)
{
    if (!cycle_ok(w, hart, in)) {
        return INGRESS_ERR_ARG;
    }
    struct ingress_hart *h = &w->hart[hart];
    uint64_t distance = in->cycle - h->cycle;
    uint32_t mask = changed_fields(h, in, w->header.data);
    unsigned first = 0;
    first |= in->nblocks > 0 && in->block[0].iaddr != h->next ? CYCLE_ADDRESS : 0;
    first |= distance != 1 ? CYCLE_DISTANCE : 0;
    first |= in->nblocks != 1 ? CYCLE_BLOCKS : 0;
    first |= mask != 0 ? CYCLE_FIELDS : 0;
    first |= hart != w->last_hart ? CYCLE_HART : 0;
    begin_record(w);
    put(w, first);
    if (first & CYCLE_HART) {
        put_varint(w, hart);
    }
    if (first & CYCLE_DISTANCE) {
        put_varint(w, distance);
    }
    if (first & CYCLE_BLOCKS) {
        put(w, in->nblocks);
    }
    if (first & CYCLE_FIELDS) {
        put_fields(w, h, in, mask);
    }
    put_blocks(w, h, in);
    h->cycle = in->cycle;
    w->last_hart = hart;
    w->records++;
    return w->status;
}

int ingress_write_reg(struct ingress_writer *w, unsigned hart, uint64_t cycle, uint16_t offset,
                      uint32_t value)
{
    if (hart >= w->header.harts || cycle < w->hart[hart].cycle || (offset & 3) != 0 ||
        offset >= 0x1000) {
        return INGRESS_ERR_ARG;
    }
    begin_record(w);
    put(w, RECORD_REG);
    put_varint(w, hart);
    put_varint(w, cycle - w->hart[hart].cycle);
    put_varint(w, offset);
    put_varint(w, value);
    w->hart[hart].cycle = cycle;
    w->last_hart = hart;
    w->records++;
    return w->status;
}
