/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Flow layer: any bytes over hostile code. Every call does a bounded amount of work, elements are
 * well formed and in order, the END comes once, and a copy of the decoder goes on as the original.
 *
 * Input: the configuration (fuzz_cfg), one byte of options, one byte of code size, the code, the
 * trace. The code is a memory image in two regions, or a callback that returns instructions of any
 * class, size and target, legal or not.
 */
#include <string.h>

#include "fuzz.h"
#include "flow/flow_block.h"
#include "nexus/nexus_flow.h"

enum {
    OPT_LOOKUP = 1,
    OPT_CACHE = 2,
    OPT_OVERSIZE = 4,
    OPT_ONE_SOURCE = 8,
    OPT_HIGH = 16,   /* code at the top of the address space */
    OPT_BLOCKS = 32, /* walk by blocks; the copy walks by instructions */
    LINES = 16,
    RANGE_MAX = 1 << 16,    /* nexus_flow_next's promise */
    WORK_MAX = 1 << 14,     /* instructions looked at in one run */
    ELEMS_MAX = 1 << 12,    /* elements taken in one run */
    ITERATED_MAX = 1 << 12, /* instructions of a range that are listed again */
};

struct code_bytes {
    const uint8_t *at;
    size_t size;
};

/* One decoder with all that it points to. */
struct rig {
    struct nexus_decoder d;
    struct flow_code code;
    struct flow_code_line line[LINES];
    struct flow_block block[LINES];
    struct flow_path path[LINES];
    struct flow_code_image image;
    struct flow_region region[2];
    struct code_bytes bytes;
};

/* An instruction out of the code bytes, any way they fall. Always the same for the same pc. */
static int hostile_lookup(void *ctx, const struct flow_where *where, struct flow_insn *insn)
{
    const struct code_bytes *c = ctx;
    if (c->size < 8) {
        return NEXUS_ERR_NOCODE;
    }
    const uint8_t *b = c->at + (where->pc >> 1) % (c->size - 7);
    if (b[0] == 0xEE) {
        return NEXUS_ERR_NOCODE;
    }
    *insn = (struct flow_insn){
        .size = (b[0] & 1u) != 0 ? b[1] : (uint8_t)(2 + (b[0] & 2u)),
        .cls = (b[2] & 0x80u) != 0 ? b[2] & 15u : FLOW_INSN_LINEAR,
        .rd = b[3] & 31u,
        .rs = b[4] & 31u,
        .flags = b[3] >> 5,
        .offset = (int8_t)b[5],
        .target = where->pc + (uint64_t)(int64_t)(int8_t)b[6] * 2 + ((uint64_t)(b[7] >> 7) << 40),
    };
    if ((b[0] & 4u) != 0) {
        insn->flags &= (uint8_t)~FLOW_INSN_TABLE;
    }
    return NEXUS_OK;
}

static void attach(struct rig *r, const struct nexus_stream_cfg *cfg, unsigned options)
{
    uint64_t base = (options & OPT_HIGH) != 0 ? UINT64_MAX - 0xFF : UINT64_C(0x80000000);
    size_t half = (r->bytes.size / 2) & ~(size_t)1;
    if (cfg->xlen == 32) {
        base &= UINT32_MAX;
    }
    r->region[0] = (struct flow_region){base, half, r->bytes.at};
    r->region[1] = (struct flow_region){base + half, r->bytes.size - half, r->bytes.at + half};
    r->image = (struct flow_code_image){r->region, 2};
    if ((options & OPT_LOOKUP) != 0) {
        flow_code_init_lookup(&r->code, nexus_cfg_isa(cfg), hostile_lookup, &r->bytes);
    } else {
        flow_code_init_image(&r->code, nexus_cfg_isa(cfg), &r->image);
    }
    if ((options & OPT_CACHE) != 0) {
        FUZZ_CHECK(flow_code_use_cache(&r->code, r->line, LINES) == FLOW_OK);
    }
    if ((options & OPT_BLOCKS) != 0) {
        FUZZ_CHECK(flow_code_use_blocks(&r->code, r->block, LINES) == FLOW_OK);
        FUZZ_CHECK(flow_code_use_paths(&r->code, r->path, LINES) == FLOW_OK);
    }
}

/* The range can be listed again, and ends where it says. */
static void check_range(struct rig *r, const struct flow_elem *e)
{
    struct flow_range_iter it;
    const struct flow_insn *insn;
    uint32_t n = 0;

    FUZZ_CHECK(e->count >= 1 && e->count <= RANGE_MAX);
    FUZZ_CHECK(e->last_cls < FLOW_INSN_CLASSES && e->last_size >= 2);
    if (e->count > ITERATED_MAX) {
        return;
    }
    flow_range_begin(&it, e);
    while (flow_range_next(&it, &r->code, &insn) == FLOW_OK) {
        n++;
    }
    FUZZ_CHECK(n == e->count && it.next == e->end && it.size == e->last_size);
}

static void check_elem(struct rig *r, const struct flow_elem *e, const struct flow_elem *last)
{
    FUZZ_CHECK(e->type > FLOW_ELEM_NONE && e->type < FLOW_ELEMS);
    FUZZ_CHECK(e->msg >= last->msg && e->offset >= last->offset);
    FUZZ_CHECK(e->offset <= r->d.msgs.size);
    FUZZ_CHECK(strcmp(flow_elem_name(e->type), "?") != 0);
    if (e->type == FLOW_ELEM_RANGE) {
        check_range(r, e);
    }
    if (e->type == FLOW_ELEM_ERROR || e->type == FLOW_ELEM_ADDR_NACC) {
        FUZZ_CHECK(e->status < 0 && e->hint != NULL && e->hint[0] != '\0');
        FUZZ_CHECK((e->type == FLOW_ELEM_ADDR_NACC) == (e->status == NEXUS_ERR_NOCODE));
        FUZZ_CHECK(strcmp(nexus_strerror(e->status), "unknown status") != 0);
        FUZZ_CHECK(e->status != NEXUS_ERR_INTERNAL);
    }
}

static bool same(const struct flow_elem *a, const struct flow_elem *b)
{
    return a->type == b->type && a->code == b->code && a->known == b->known &&
           a->last_cls == b->last_cls && a->last_size == b->last_size &&
           a->last_taken == b->last_taken && a->status == b->status && a->count == b->count &&
           a->start == b->start && a->end == b->end && a->value == b->value &&
           a->position == b->position && a->msg == b->msg && a->offset == b->offset &&
           a->hint == b->hint;
}

/* A copy with code of its own. */
static void copy(struct rig *to, const struct rig *from, const struct nexus_stream_cfg *cfg,
                 unsigned options)
{
    to->d = from->d;
    to->bytes = from->bytes;
    attach(to, cfg, options & ~(unsigned)(OPT_CACHE | OPT_BLOCKS));
    to->d.flow.code = &to->code;
}

static void run(struct rig *r, const struct nexus_stream_cfg *cfg, unsigned options, unsigned split)
{
    static struct rig twin;
    struct flow_elem e, other, last = {.type = FLOW_ELEM_NONE};
    unsigned n = 0;
    bool twins = false;

    while (r->d.flow.insns < WORK_MAX && n < ELEMS_MAX) {
        if (n == split) {
            copy(&twin, r, cfg, options);
            twins = true;
        }
        int rc = nexus_decoder_next(&r->d, &e);
        FUZZ_CHECK(rc == NEXUS_OK || rc == NEXUS_ERR_END);
        if (twins) {
            FUZZ_CHECK(nexus_decoder_next(&twin.d, &other) == rc);
            FUZZ_CHECK(rc != NEXUS_OK || same(&e, &other));
        }
        if (rc == NEXUS_ERR_END) {
            FUZZ_CHECK(last.type == FLOW_ELEM_END);
            return;
        }
        FUZZ_CHECK(last.type != FLOW_ELEM_END);
        check_elem(r, &e, &last);
        last = e;
        n++;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct rig r;
    struct fuzz_bytes in = {data, size};
    struct nexus_stream_cfg cfg;

    fuzz_cfg(&in, &cfg);
    unsigned options = fuzz_byte(&in);
    unsigned split = fuzz_byte(&in) % 32;
    size_t code = fuzz_byte(&in);
    if (code > in.left) {
        code = in.left;
    }
    r.bytes = (struct code_bytes){in.at, code};
    attach(&r, &cfg, options);
    FUZZ_CHECK(nexus_decoder_init(&r.d, &cfg, &r.code, in.at + code, in.left - code) == NEXUS_OK);
    r.d.allow_oversize = (options & OPT_OVERSIZE) != 0;
    r.d.all_sources = (options & OPT_ONE_SOURCE) == 0;
    run(&r, &cfg, options, split);
    return 0;
}
