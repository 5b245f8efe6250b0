/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Index: entries are in order, and decoding can begin after each of them. Several sources in
 * pieces do not get into each other's way.
 *
 * Input: as for fuzz_flow. The byte that says there where to copy says here how to cut.
 */
#include <string.h>

#include "fuzz.h"
#include "nexus/nexus_index.h"
#include "nexus/nexus_stream.h"

enum {
    OPT_SOURCES = 8,
    OPT_OVERSIZE = 4,
    SOURCES = 3,
    ENTRIES = 16,
    ELEMS_MAX = 1 << 10,
    WORK_MAX = 1 << 14,
};

struct rig {
    struct nexus_decoder d;
    struct nexus_stream stream;
    struct nexus_source source[SOURCES];
    struct flow_code code;
    struct flow_region region;
    struct flow_code_image image;
    uint8_t buffer[4096]; /* longer than any input: no message is too long */
    uint64_t last_msg;
    uint32_t random;
    unsigned left;
    bool alone; /* one source: compare with the pull decoder */
    bool ended;
};

static unsigned next_random(struct rig *r)
{
    r->random = r->random * UINT32_C(1664525) + UINT32_C(1013904223);
    return r->random >> 16;
}

static void compare(const struct flow_elem *a, const struct flow_elem *b)
{
    FUZZ_CHECK(a->type == b->type && a->code == b->code && a->status == b->status);
    FUZZ_CHECK(a->start == b->start && a->end == b->end && a->count == b->count);
    FUZZ_CHECK(a->value == b->value && a->msg == b->msg && a->offset == b->offset);
    FUZZ_CHECK(a->position == b->position && a->known == b->known);
    FUZZ_CHECK(a->raw_length == b->raw_length);
    FUZZ_CHECK(a->raw_length == 0 || memcmp(a->raw, b->raw, a->raw_length) == 0);
}

static enum nexus_answer take(void *ctx, struct nexus_source *source, const struct flow_elem *e)
{
    struct rig *r = ctx;
    struct flow_elem want;
    FUZZ_CHECK(e->msg >= r->last_msg && !r->ended);
    r->last_msg = e->msg;
    if (r->alone) {
        FUZZ_CHECK(nexus_decoder_next(&r->d, &want) == NEXUS_OK);
        compare(&want, e);
        r->ended = e->type == FLOW_ELEM_END;
    }
    if (r->left-- == 0 || (source != NULL && source->flow.insns > WORK_MAX)) {
        return NEXUS_FATAL;
    }
    return next_random(r) % 4 == 0 ? NEXUS_WAIT : NEXUS_CONT;
}

static enum nexus_answer flush(struct rig *r, enum nexus_answer answer)
{
    while (answer == NEXUS_WAIT) {
        answer = nexus_stream_flush(&r->stream);
    }
    return answer;
}

/* Each piece in memory of its own, which is gone before the flush. */
static void push(struct rig *r, const uint8_t *data, size_t size)
{
    size_t at = 0;
    while (at < size) {
        size_t n = 1 + next_random(r) % 24, consumed;
        n = n < size - at ? n : size - at;
        uint8_t *piece = malloc(n);
        FUZZ_CHECK(piece != NULL);
        memcpy(piece, data + at, n);
        enum nexus_answer answer = nexus_stream_data(&r->stream, piece, n, &consumed);
        free(piece);
        FUZZ_CHECK(consumed <= n && (answer != NEXUS_CONT || consumed == n));
        at += consumed;
        if (flush(r, answer) == NEXUS_FATAL) {
            return;
        }
    }
    FUZZ_CHECK(r->stream.in.offset == size);
    if (flush(r, nexus_stream_eot(&r->stream)) == NEXUS_CONT && r->alone) {
        struct flow_elem e;
        FUZZ_CHECK(r->ended && nexus_decoder_next(&r->d, &e) == NEXUS_ERR_END);
    }
}

static void index_stream(struct rig *r, const struct nexus_stream_cfg *cfg, const uint8_t *data,
                         size_t size)
{
    static struct nexus_index ix;
    static struct nexus_index_entry entry[ENTRIES];
    static struct nexus_index_source source[4];
    struct flow_elem e;
    size_t consumed;
    FUZZ_CHECK(nexus_index_init(&ix, cfg, entry, ENTRIES, source, 4, r->buffer, sizeof r->buffer) ==
               NEXUS_OK);
    int rc = nexus_index_data(&ix, data, size, &consumed);
    FUZZ_CHECK((rc == NEXUS_OK && consumed == size) ||
               (rc == NEXUS_ERR_NOSPACE && ix.count == ENTRIES));
    for (size_t i = 0; i < ix.count; i++) {
        FUZZ_CHECK(i == 0 || entry[i].offset >= entry[i - 1].offset + entry[i - 1].length);
        FUZZ_CHECK(nexus_index_find(entry, ix.count, entry[i].src, entry[i].offset) == &entry[i]);
        FUZZ_CHECK(nexus_decoder_init(&r->d, cfg, &r->code, data, size) == NEXUS_OK);
        FUZZ_CHECK(nexus_decoder_resume(&r->d, 0, &entry[i]) == NEXUS_OK);
        uint64_t msg = entry[i].msg + 1;
        for (unsigned n = 0; n < 64 && r->d.flow.insns < WORK_MAX; n++) {
            if (nexus_decoder_next(&r->d, &e) != NEXUS_OK) {
                break;
            }
            FUZZ_CHECK(e.msg >= msg && e.offset >= entry[i].offset + entry[i].length);
            msg = e.msg;
        }
    }
}

static void set_up(struct rig *r, const struct nexus_stream_cfg *cfg, unsigned options)
{
    static const uint16_t src[SOURCES] = {0, 1, NEXUS_SRC_ANY};
    r->alone = cfg->src_bits == 0 || (options & OPT_SOURCES) == 0;
    size_t first = r->alone ? SOURCES - 1 : 0;
    for (size_t i = first; i < SOURCES; i++) {
        FUZZ_CHECK(nexus_source_init(&r->source[i], src[i], cfg, &r->code) == NEXUS_OK);
    }
    FUZZ_CHECK(nexus_stream_init(&r->stream, cfg, r->source + first, SOURCES - first, r->buffer,
                                 sizeof r->buffer, take, r) == NEXUS_OK);
    r->stream.allow_oversize = (options & OPT_OVERSIZE) != 0;
    r->d.allow_oversize = r->stream.allow_oversize;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct rig r;
    struct fuzz_bytes in = {data, size};
    struct nexus_stream_cfg cfg;

    fuzz_cfg(&in, &cfg);
    unsigned options = fuzz_byte(&in);
    r.random = fuzz_byte(&in);
    size_t code = fuzz_byte(&in);
    if (code > in.left) {
        code = in.left;
    }
    if (in.left - code > sizeof r.buffer) {
        return 0;
    }
    r.region = (struct flow_region){UINT64_C(0x80000000), code, in.at};
    r.image = (struct flow_code_image){&r.region, 1};
    flow_code_init_image(&r.code, nexus_cfg_isa(&cfg), &r.image);
    const uint8_t *trace = in.at + code;
    size_t length = in.left - code;
    FUZZ_CHECK(nexus_decoder_init(&r.d, &cfg, &r.code, trace, length) == NEXUS_OK);
    set_up(&r, &cfg, options);
    r.left = ELEMS_MAX;
    r.last_msg = 0;
    r.ended = false;
    push(&r, trace, length);
    index_stream(&r, &cfg, trace, length);
    return 0;
}
