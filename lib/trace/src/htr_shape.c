/* SPDX-License-Identifier: Apache-2.0 */
/* Ingress streams for other ports. */
#include "htr/htr_shape.h"

#include <inttypes.h>
#include <stdlib.h>

#include "htr/htr_ingress.h"

struct shaper {
    const struct htr_shape *shape;
    struct htr_host *host;
    const char *path;
    struct ingress_writer writer;
    struct {
        struct ingress_cycle in; /* that is collected */
        bool some;
        uint64_t shift; /* clocks that were added to its stream */
    } hart[INGRESS_MAX_HARTS];
    uint32_t most; /* half-words of a block */
    uint64_t random;
};

/* xorshift64: the gaps do not depend on the C library. */
static unsigned gap(struct shaper *s)
{
    s->random ^= s->random << 13;
    s->random ^= s->random >> 7;
    s->random ^= s->random << 17;
    return (unsigned)(s->random >> 60) & 7;
}

static int written(struct shaper *s, int status)
{
    return status == INGRESS_OK ? HTR_OK
           : status == INGRESS_ERR_IO
               ? HTR_ERR_WRITE
               : htr_fail(s->host, HTR_ERR_FORMAT, s->path, "%s", ingress_strerror(status));
}

/* Write what was collected. */
static int put(struct shaper *s, unsigned h)
{
    if (!s->hart[h].some) {
        return HTR_OK;
    }
    s->hart[h].some = false;
    const int status = ingress_write_cycle(&s->writer, h, &s->hart[h].in);
    s->hart[h].shift += s->shape->gaps ? gap(s) : 0;
    return written(s, status);
}

/* ---- blocks ---- */

static uint8_t narrow(const struct shaper *s, uint8_t itype)
{
    return s->writer.header.itype_width == 4 ? itype : ingress_itype_narrow(itype);
}

static bool is_trap(const struct ingress_block *b)
{
    return b->itype == INGRESS_ITYPE_EXCEPTION || b->itype == INGRESS_ITYPE_INTERRUPT;
}

static bool same_levels(const struct ingress_cycle *a, const struct ingress_cycle *b)
{
    return a->priv == b->priv && a->context == b->context && a->hcontext == b->hcontext &&
           a->impdef == b->impdef && a->halted == b->halted && a->reset == b->reset &&
           a->lowpower == b->lowpower && b->ctype == 0 && a->trigger == 0 && b->trigger == 0 &&
           a->ext_trig == 0 && b->ext_trig == 0;
}

/* Can a block of record `in` be in the same clock as what was collected? */
static bool fits(const struct ingress_cycle *have, const struct ingress_cycle *in)
{
    return have->nblocks > 0 && same_levels(have, in) && !is_trap(&have->block[have->nblocks - 1]);
}

/* Have the accesses of block i of `in` a place too, when it becomes block `block`, or a part of it
 * from `base` half-words on? */
static bool has_room(const struct ingress_cycle *have, const struct ingress_cycle *in, unsigned i,
                     uint64_t base)
{
    unsigned n = have->naccess;
    for (unsigned k = 0; k < in->naccess; k++) {
        n += in->access[k].block == i;
        if (in->access[k].block == i && in->access[k].insn + base > UINT8_MAX) {
            return false;
        }
    }
    return n <= INGRESS_MAX_ACCESSES;
}

static void take_accesses(struct ingress_cycle *have, const struct ingress_cycle *in, unsigned i,
                          uint64_t base)
{
    for (unsigned k = 0; k < in->naccess; k++) {
        if (in->access[k].block == i) {
            struct ingress_access *a = &have->access[have->naccess++];
            *a = in->access[k];
            a->block = (uint8_t)(have->nblocks - 1u);
            a->insn = (uint8_t)(a->insn + base);
        }
    }
}

/* Make it a part of the last block: `itype` is the one it has in the stream that is read. */
static bool join(const struct shaper *s, struct ingress_cycle *have, bool open,
                 const struct ingress_cycle *in, unsigned i)
{
    const struct ingress_block *b = &in->block[i];
    struct ingress_block *last = &have->block[have->nblocks - 1];
    if (!open || !has_room(have, in, i, last->iretire) ||
        last->iaddr + 2 * (uint64_t)last->iretire != b->iaddr || b->iretire == 0 ||
        last->iretire == 0 || b->sijump || (uint64_t)last->iretire + b->iretire > s->most) {
        return false;
    }
    take_accesses(have, in, i, last->iretire);
    last->iretire += b->iretire;
    last->itype = narrow(s, b->itype);
    last->ilastsize = b->ilastsize;
    return true;
}

static int take_block(struct shaper *s, unsigned h, const struct ingress_cycle *in, unsigned i,
                      bool *open)
{
    struct ingress_cycle *have = &s->hart[h].in;
    struct ingress_block b = in->block[i];
    const bool goes_on = b.itype == INGRESS_ITYPE_NONE;
    if (b.iretire > s->most) {
        return htr_fail(s->host, HTR_ERR_RANGE, s->path,
                        "a block of %" PRIu32 " half-words at 0x%" PRIx64 ", iretire holds %" PRIu32
                        ": record with one instruction in a block",
                        b.iretire, b.iaddr, s->most);
    }
    if (s->hart[h].some && fits(have, in)) {
        if (join(s, have, *open, in, i)) {
            *open = goes_on;
            have->cause = in->cause;
            have->tval = in->tval;
            return HTR_OK;
        }
        if (have->nblocks < (s->shape->blocks > 0 ? s->shape->blocks : 1) &&
            has_room(have, in, i, 0)) {
            b.itype = narrow(s, b.itype);
            have->block[have->nblocks++] = b;
            take_accesses(have, in, i, 0);
            have->cause = in->cause;
            have->tval = in->tval;
            *open = goes_on;
            return HTR_OK;
        }
    }
    const int status = put(s, h);
    b.itype = narrow(s, b.itype);
    *have = *in;
    have->cycle = in->cycle + s->hart[h].shift;
    have->nblocks = 1;
    have->block[0] = b;
    have->naccess = 0;
    take_accesses(have, in, i, 0);
    s->hart[h].some = true;
    *open = goes_on;
    return status;
}

/* ---- records ---- */

static int take_cycle(struct shaper *s, const struct ingress_record *r, bool open[])
{
    int status = HTR_OK;
    if (r->in.nblocks == 0) {
        status = put(s, r->hart);
        if (status == HTR_OK) {
            s->hart[r->hart].in = r->in;
            s->hart[r->hart].in.cycle += s->hart[r->hart].shift;
            s->hart[r->hart].some = true;
            status = put(s, r->hart);
        }
        return status;
    }
    for (unsigned i = 0; status == HTR_OK && i < r->in.nblocks; i++) {
        status = take_block(s, r->hart, &r->in, i, &open[r->hart]);
    }
    return status;
}

static int take(struct shaper *s, const struct ingress_record *r, bool open[])
{
    int status;
    switch (r->kind) {
    case INGRESS_CYCLE:
        return take_cycle(s, r, open);
    case INGRESS_OPCODE:
        return written(s, ingress_write_opcode(&s->writer, r->pc, r->opcode));
    default:
        status = put(s, r->hart);
        return status != HTR_OK ? status
                                : written(s, ingress_write_reg(&s->writer, r->hart,
                                                               r->cycle + s->hart[r->hart].shift,
                                                               r->reg_offset, r->reg_value));
    }
}

static int check(struct htr_host *host, const struct htr_shape *o)
{
    if (o->blocks > INGRESS_MAX_BLOCKS) {
        return htr_fail(host, HTR_ERR_ARG, NULL, "%u blocks in a clock: it is 1 to 4", o->blocks);
    }
    if (o->iretire_bits == 1 || o->iretire_bits > 32) {
        return htr_fail(host, HTR_ERR_ARG, NULL, "iretire of %u bits: it has 2 to 32",
                        o->iretire_bits);
    }
    if (o->itype_width != 0 && o->itype_width != 3 && o->itype_width != 4) {
        return htr_fail(host, HTR_ERR_ARG, NULL, "itype of %u bits: it has 3 or 4", o->itype_width);
    }
    return HTR_OK;
}

static int copy(struct shaper *s, struct htr_ingress *from)
{
    bool open[INGRESS_MAX_HARTS] = {false};
    struct ingress_record r;
    int more, status = HTR_OK;
    while (status == HTR_OK && !htr_stopped(s->host) &&
           (more = ingress_read(&from->reader, &r)) != 0) {
        if (more < 0) {
            return htr_ingress_fail(from, more);
        }
        htr_progress(s->host, htr_file_at(&from->file));
        status = take(s, &r, open);
    }
    for (unsigned h = 0; status == HTR_OK && h < s->writer.header.harts; h++) {
        status = put(s, h);
    }
    return status;
}

static int begin(struct shaper *s, const struct htr_ingress *from, FILE *to, bool compress)
{
    struct ingress_header header = from->reader.header;
    const unsigned bits = s->shape->iretire_bits;
    if (s->shape->itype_width > header.itype_width) {
        return htr_fail(s->host, HTR_ERR_ARG, s->path,
                        "its itype has 3 bits: calls and returns are not known; record with 4");
    }
    if (s->shape->itype_width != 0) {
        header.itype_width = (uint8_t)s->shape->itype_width;
    }
    s->most = bits == 0 || bits == 32 ? UINT32_MAX : (UINT32_C(1) << bits) - 1;
    s->random = s->shape->seed * 2 + 1;
    return written(s, ingress_writer_open(&s->writer, to, compress, &header));
}

int htr_shape_write(struct htr_host *host, const char *path, const struct htr_shape *shape,
                    FILE *to, bool compress)
{
    struct htr_ingress *from = calloc(1, sizeof *from);
    struct shaper *s = calloc(1, sizeof *s);
    int status = from != NULL && s != NULL
                     ? check(host, shape)
                     : htr_fail(host, HTR_ERR_MEMORY, NULL, "not enough memory");
    if (status == HTR_OK) {
        status = htr_ingress_open(from, host, path);
    }
    if (status == HTR_OK) {
        s->shape = shape;
        s->host = host;
        s->path = path;
        status = begin(s, from, to, compress);
        if (status == HTR_OK) {
            status = copy(s, from);
            const int closed = ingress_writer_close(&s->writer);
            status = status == HTR_OK && closed != INGRESS_OK ? (int)HTR_ERR_WRITE : status;
        }
        htr_ingress_close(from);
    }
    free(from);
    free(s);
    return status;
}
