/* SPDX-License-Identifier: Apache-2.0 */
#include "block_io.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "common_regs.h"
#include "ramsink_regs.h"

#define TYPE_RAMSINK TR_COMP_TYPE_RAMSINK

__attribute__((format(printf, 2, 3))) static void violation(struct block_io *b, const char *format,
                                                            ...)
{
    va_list ap;

    if (b->violations++ > 0) {
        return;
    }
    va_start(ap, format);
    vsnprintf(b->why, sizeof(b->why), format, ap);
    va_end(ap);
}

static uint32_t field_mask(const struct regmap_field *f)
{
    uint32_t width = (uint32_t)(f->msb - f->lsb) + 1;

    return (width == 32 ? UINT32_MAX : (1u << width) - 1) << f->lsb;
}

static uint32_t garbage(struct block_comp *c)
{
    c->seed ^= c->seed << 13; /* xorshift32 */
    c->seed ^= c->seed >> 17;
    c->seed ^= c->seed << 5;
    return c->seed;
}

/* The mask of all fields of a register whose access is one of the bits (1 << enum regmap_access) of
 * set. */
static uint32_t access_mask(const struct regmap_reg *r, unsigned set)
{
    uint32_t mask = 0;

    for (unsigned i = 0; i < r->nfields; i++) {
        if (set >> r->fields[i].access & 1) {
            mask |= field_mask(&r->fields[i]);
        }
    }
    return mask;
}

static uint32_t legal(const struct block_comp *c, uint32_t word, uint32_t value)
{
    return (value & c->implemented[word]) | (c->fixed[word] & ~c->implemented[word]);
}

static void reset_register(struct block_comp *c, const struct regmap_reg *r, uint32_t word)
{
    uint32_t value = 0;

    for (unsigned i = 0; i < r->nfields; i++) {
        const struct regmap_field *f = &r->fields[i];

        if (f->reset_kind == REGMAP_RESET_UNDEF) {
            value |= garbage(c) & field_mask(f);
        } else {
            value |= f->reset << f->lsb & field_mask(f);
        }
    }
    c->regs[word] = legal(c, word, value);
    c->written[word] = 0;
}

static void reset_all(struct block_comp *c)
{
    for (unsigned i = 0; i < c->map->nregs; i++) {
        const struct regmap_reg *r = &c->map->regs[i];

        for (unsigned k = 0; k < r->count; k++) {
            reset_register(c, r, (r->offset + k * r->stride) / 4u);
        }
    }
    c->enable_want = false;
    c->enable_wait = 0;
    c->busy = false;
    c->regs[0] &= ~(TR_ACTIVE_MASK | TR_ENABLE_MASK);
    c->regs[0] |= TR_EMPTY_MASK;
}

/* The register that covers a word, or NULL. */
static const struct regmap_reg *find(const struct block_comp *c, uint32_t word)
{
    for (unsigned i = 0; i < c->map->nregs; i++) {
        const struct regmap_reg *r = &c->map->regs[i];

        for (unsigned k = 0; k < r->count; k++) {
            if ((r->offset + k * r->stride) / 4u == word) {
                return r;
            }
        }
    }
    return NULL;
}

static bool active(const struct block_comp *c)
{
    return (c->regs[0] & TR_ACTIVE_MASK) != 0;
}

/* One countdown; true when it has run out at this read. */
static bool elapsed(uint32_t *wait)
{
    if (*wait == BLOCK_NEVER) {
        return false;
    }
    if (*wait == 0) {
        return true;
    }
    (*wait)--;
    return false;
}

/* Time passes with every read of Control. */
static void tick(struct block_comp *c)
{
    if (active(c) != c->active_want && elapsed(&c->active_wait)) {
        reset_all(c);
        if (c->active_want) {
            c->regs[0] |= TR_ACTIVE_MASK;
        }
    }
    if (!active(c)) {
        return;
    }
    if (((c->regs[0] & TR_ENABLE_MASK) != 0) != c->enable_want && elapsed(&c->enable_wait)) {
        c->regs[0] ^= TR_ENABLE_MASK;
        c->empty_wait = c->empty_delay;
        if (c->enable_want) {
            c->busy = true;
        }
    } else if (c->busy && !c->enable_want && elapsed(&c->empty_wait)) {
        c->busy = false;
    }
    c->regs[0] = (c->regs[0] & ~TR_EMPTY_MASK) | (c->busy ? 0 : TR_EMPTY_MASK);
}

static void write_register(struct block_comp *c, uint32_t word, uint32_t val)
{
    const struct regmap_reg *r = find(c, word);
    uint32_t plain, old = c->regs[word];

    if (r == NULL) {
        return;
    }
    plain = access_mask(r, 1u << REGMAP_RW | 1u << REGMAP_WARL);
    if (word == 0) {
        plain &= ~(TR_ACTIVE_MASK | TR_ENABLE_MASK);
    }
    old &= ~(val & access_mask(r, 1u << REGMAP_RW1C));
    c->regs[word] = (old & ~plain) | (legal(c, word, val & plain) & plain);
    c->written[word] |= plain | (val & access_mask(r, 1u << REGMAP_RW1C));
}

static void write_control(struct block_io *b, struct block_comp *c, uint32_t val)
{
    bool act = (val & TR_ACTIVE_MASK) != 0;
    bool en = (val & TR_ENABLE_MASK) != 0;

    if (act != c->active_want) {
        c->active_want = act;
        c->active_wait = c->active_delay;
    }
    if (!act || !active(c)) {
        if (en) {
            violation(b, "%s: Enable written before Active reads 1", c->map->name);
        }
        return;
    }
    write_register(c, 0, val);
    if (en != c->enable_want) {
        c->enable_want = en;
        c->enable_wait = c->enable_delay;
        if (en && block_io_forgotten(c) != NULL) {
            violation(b, "%s: enabled with %s undefined", c->map->name, block_io_forgotten(c));
        }
    }
}

static bool is_sink(const struct block_comp *c)
{
    return c->map->comp_type == TYPE_RAMSINK;
}

static uint64_t pair(const struct block_comp *c, uint32_t low)
{
    return (uint64_t)c->regs[low / 4 + 1] << 32 | (c->regs[low / 4] & ~3u);
}

static void set_pair(struct block_comp *c, uint32_t low, uint64_t val)
{
    c->regs[low / 4] = (uint32_t)val;
    c->regs[low / 4 + 1] = (uint32_t)(val >> 32);
}

static uint8_t *sink_memory(struct block_io *b, struct block_comp *c, uint64_t addr)
{
    if ((c->regs[0] & TR_RAM_MODE_MASK) == 0) {
        return addr + 4 <= c->sram_size ? c->sram + addr : NULL;
    }
    if (addr < b->mem_base || addr + 4 > b->mem_base + b->mem_size) {
        return NULL;
    }
    return b->mem + (addr - b->mem_base);
}

static uint32_t word_at(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* trRamData: the word at trRamRP, which then moves on. */
static uint32_t read_data(struct block_io *b, struct block_comp *c)
{
    uint64_t rp = pair(c, TR_RAM_RP_LOW_OFFSET);
    const uint8_t *p = sink_memory(b, c, rp);

    if (p == NULL || c->implemented[TR_RAM_RP_LOW_OFFSET / 4] == 0) {
        violation(b, "trRamData read with trRamRP = 0x%" PRIx64, rp);
        return 0;
    }
    set_pair(c, TR_RAM_RP_LOW_OFFSET,
             rp == pair(c, TR_RAM_LIMIT_LOW_OFFSET) ? pair(c, TR_RAM_START_LOW_OFFSET) : rp + 4);
    return word_at(p);
}

static struct block_comp *find_comp(struct block_io *b, uint64_t addr)
{
    for (size_t i = 0; i < b->ncomps; i++) {
        if (addr - b->comps[i].base < TR_BLOCK_SIZE) {
            return &b->comps[i];
        }
    }
    return NULL;
}

static enum rvt_status read32(const struct rvt_io *io, uint64_t addr, uint32_t *val)
{
    struct block_io *b = io->ctx;
    struct block_comp *c = find_comp(b, addr);
    uint32_t word = (uint32_t)(addr & (TR_BLOCK_SIZE - 1)) / 4;

    b->reads++;
    if (c == NULL) {
        if (addr < b->mem_base || addr + 4 > b->mem_base + b->mem_size) {
            return RVT_ERR_BUS;
        }
        *val = word_at(b->mem + (addr - b->mem_base));
        return RVT_OK;
    }
    if (word == 0) {
        tick(c);
    } else if (!active(c)) {
        violation(b, "%s: read of 0x%03" PRIx32 " with Active = 0", c->map->name, 4 * word);
    }
    *val = c->regs[word];
    if (is_sink(c) && word == TR_RAM_DATA_OFFSET / 4) {
        *val = read_data(b, c);
    }
    return RVT_OK;
}

static enum rvt_status write32(const struct rvt_io *io, uint64_t addr, uint32_t val)
{
    struct block_io *b = io->ctx;
    struct block_comp *c = find_comp(b, addr);
    uint32_t word = (uint32_t)(addr & (TR_BLOCK_SIZE - 1)) / 4;

    b->writes++;
    if (c == NULL) {
        return RVT_ERR_BUS;
    }
    if (word == 0) {
        write_control(b, c, val);
        return RVT_OK;
    }
    if (!active(c)) {
        violation(b, "%s: write of 0x%03" PRIx32 " with Active = 0", c->map->name, 4 * word);
        return RVT_OK;
    }
    if (is_sink(c) && word >= TR_RAM_START_LOW_OFFSET / 4 && word <= TR_RAM_WP_HIGH_OFFSET / 4 &&
        (c->busy || c->enable_want)) {
        violation(b, "write of 0x%03" PRIx32 " while the sink is enabled or not empty", 4 * word);
    }
    write_register(c, word, val);
    return RVT_OK;
}

static enum rvt_status read_block(const struct rvt_io *io, uint64_t addr, uint32_t *dst, size_t n,
                                  uint32_t step)
{
    for (size_t i = 0; i < n; i++) {
        enum rvt_status st = read32(io, addr + i * step, &dst[i]);
        if (st != RVT_OK) {
            return st;
        }
    }
    return RVT_OK;
}

static enum rvt_status relax(const struct rvt_io *io)
{
    struct block_io *b = io->ctx;

    b->relaxes++;
    return RVT_OK;
}

void block_io_init(struct block_io *b)
{
    memset(b, 0, sizeof(*b));
    b->ops = (struct rvt_io_ops){
        .read32 = read32, .write32 = write32, .read_block = read_block, .relax = relax};
    b->io = (struct rvt_io){.ops = &b->ops, .ctx = b, .poll_limit = 16};
}

struct block_comp *block_io_add(struct block_io *b, const struct regmap_component *map,
                                uint64_t base, uint32_t seed)
{
    struct block_comp *c = &b->comps[b->ncomps++];

    c->map = map;
    c->base = base;
    c->seed = seed | 1;
    c->access = 4;
    memset(c->implemented, 0xFF, sizeof(c->implemented));
    reset_all(c);
    return c;
}

void block_io_memory(struct block_io *b, uint8_t *mem, uint64_t base, uint64_t size)
{
    b->mem = mem;
    b->mem_base = base;
    b->mem_size = size;
}

void block_io_restrict(struct block_comp *c, uint32_t offset, uint32_t mask, uint32_t fixed)
{
    c->implemented[offset / 4] = mask;
    c->fixed[offset / 4] = fixed;
    c->regs[offset / 4] = legal(c, offset / 4, c->regs[offset / 4]);
}

const char *block_io_forgotten(const struct block_comp *c)
{
    for (unsigned i = 0; i < c->map->nregs; i++) {
        const struct regmap_reg *r = &c->map->regs[i];

        if (r->count > 1 || (is_sink(c) && r->offset == TR_RAM_DATA_OFFSET)) {
            continue;
        }
        for (unsigned k = 0; k < r->nfields; k++) {
            const struct regmap_field *f = &r->fields[k];

            if (f->reset_kind == REGMAP_RESET_UNDEF && f->access != REGMAP_RO &&
                f->access != REGMAP_W1 && (field_mask(f) & ~c->written[r->offset / 4]) != 0) {
                return f->name;
            }
        }
    }
    return NULL;
}

size_t block_io_trace(struct block_io *b, struct block_comp *sink, const uint8_t *bytes, size_t n)
{
    size_t done = 0;

    while (done < n && (sink->regs[0] & TR_ENABLE_MASK) != 0) {
        uint64_t wp = pair(sink, TR_RAM_WP_LOW_OFFSET);
        uint32_t wrap = sink->regs[TR_RAM_WP_LOW_OFFSET / 4] & TR_RAM_WRAP_MASK;
        uint8_t *p = sink_memory(b, sink, wp);

        if (p == NULL) {
            violation(b, "trace written to 0x%" PRIx64, wp);
            return done;
        }
        memcpy(p, bytes + done, sink->access);
        done += sink->access;
        if (wp != pair(sink, TR_RAM_LIMIT_LOW_OFFSET)) {
            set_pair(sink, TR_RAM_WP_LOW_OFFSET, (wp + sink->access) | wrap);
            continue;
        }
        set_pair(sink, TR_RAM_WP_LOW_OFFSET,
                 pair(sink, TR_RAM_START_LOW_OFFSET) | TR_RAM_WRAP_MASK);
        if ((sink->regs[0] & TR_RAM_STOP_ON_WRAP_MASK) != 0) {
            sink->regs[0] &= ~TR_ENABLE_MASK;
            sink->enable_want = false;
            sink->empty_wait = sink->empty_delay;
        }
    }
    return done;
}

uint32_t block_io_peek(const struct block_comp *c, uint32_t offset)
{
    return c->regs[offset / 4];
}
