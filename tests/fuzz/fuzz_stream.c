/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Push decoder: any bytes, cut into pieces anywhere, with pauses at any element, give the elements
 * of the pull decoder. With several sources every element comes from one of them, and the END of
 * each comes once.
 *
 * Input: the configuration (fuzz_cfg), one byte of options, one seed byte of the cuts, the trace.
 */
#include <string.h>

#include "fuzz.h"
#include "nexus/nexus_stream.h"

enum {
    OPT_SOURCES = 1,
    OPT_PAUSES = 2,
    OPT_OVERSIZE = 4,
    SOURCES = 3,
    WORK_MAX = 1 << 14, /* instructions looked at in one run */
    ELEMS_MAX = 1 << 12,
};

/* addi; beq +8; addi; jal +12; c.j -16; c.nop; addi; c.addi; ret: as in make_corpus.py. */
static const uint8_t code_bytes[] = {0x13, 0x05, 0x15, 0x00, 0x63, 0x04, 0x05, 0x00, 0x13, 0x05,
                                     0x15, 0x00, 0xEF, 0x00, 0xC0, 0x00, 0xC5, 0xBF, 0x01, 0x00,
                                     0x13, 0x05, 0x15, 0x00, 0x05, 0x05, 0x82, 0x80};
static const struct flow_region region = {UINT64_C(0x80000000), sizeof code_bytes, code_bytes};
static struct flow_code_image image = {&region, 1};

/* What the stream delivers is compared with a pull decoder (one source), or counted. */
struct receiver {
    struct nexus_decoder pull;
    bool compare;
    bool pauses;
    bool stopped; /* enough was seen */
    unsigned elems, ends;
    uint64_t insns;
    const struct nexus_source *source; /* the first one */
    uint64_t offset[SOURCES + 1];      /* of the last element: by source, then of none */
};

static bool same(const struct flow_elem *a, const struct flow_elem *b)
{
    return a->type == b->type && a->code == b->code && a->status == b->status &&
           a->count == b->count && a->start == b->start && a->end == b->end &&
           a->value == b->value && a->position == b->position && a->msg == b->msg &&
           a->offset == b->offset && a->hint == b->hint;
}

static enum nexus_answer receive(void *ctx, struct nexus_source *source,
                                 const struct flow_elem *elem)
{
    struct receiver *r = ctx;
    FUZZ_CHECK(!r->stopped);
    if (r->compare) {
        struct flow_elem e;
        FUZZ_CHECK(source != NULL && nexus_decoder_next(&r->pull, &e) == NEXUS_OK);
        FUZZ_CHECK(same(elem, &e));
    }
    uint64_t *last = &r->offset[source != NULL ? source - r->source : SOURCES];
    FUZZ_CHECK(elem->offset >= *last); /* at the end of the trace sources end one by one */
    *last = elem->offset;
    r->ends += elem->type == FLOW_ELEM_END;
    r->insns += elem->type == FLOW_ELEM_RANGE ? elem->count : 0;
    r->elems++;
    if (r->insns > WORK_MAX || r->elems > ELEMS_MAX) {
        r->stopped = true;
        return NEXUS_FATAL;
    }
    return r->pauses && r->elems % 3 == 0 ? NEXUS_WAIT : NEXUS_CONT;
}

static enum nexus_answer flush(struct nexus_stream *s, enum nexus_answer answer)
{
    while (answer == NEXUS_WAIT) {
        answer = nexus_stream_flush(s);
    }
    return answer;
}

/* Push the trace in pieces of 1..9 bytes, or of up to 40. */
static void push(struct nexus_stream *s, struct receiver *r, const struct fuzz_bytes *in,
                 unsigned seed)
{
    size_t at = 0;
    unsigned cut = seed;
    while (at < in->left) {
        size_t n = 1 + cut % (seed < 128 ? 9 : 40);
        size_t used = 0;
        cut = cut * 75 + 74;
        n = n < in->left - at ? n : in->left - at;
        enum nexus_answer answer = nexus_stream_data(s, in->at + at, n, &used);
        FUZZ_CHECK(used <= n && (answer != NEXUS_CONT || used == n));
        at += used;
        answer = flush(s, answer);
        FUZZ_CHECK(answer == NEXUS_CONT || r->stopped);
        if (answer == NEXUS_FATAL) {
            return;
        }
    }
    FUZZ_CHECK(flush(s, nexus_stream_eot(s)) == NEXUS_CONT || r->stopped);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct nexus_stream stream;
    static struct nexus_source source[SOURCES];
    static struct receiver r;
    static uint8_t buffer[1 << 13]; /* longer than any message of an input */
    struct flow_code code[SOURCES + 1];
    struct nexus_stream_cfg cfg;
    struct fuzz_bytes in = {data, size};

    fuzz_cfg(&in, &cfg);
    unsigned options = fuzz_byte(&in);
    unsigned seed = fuzz_byte(&in);
    unsigned count = (options & OPT_SOURCES) != 0 && cfg.src_bits > 0 ? SOURCES : 1;
    for (unsigned i = 0; i <= SOURCES; i++) {
        flow_code_init_image(&code[i], nexus_cfg_isa(&cfg), &image);
    }
    for (unsigned i = 0; i < count; i++) {
        uint16_t src = i + 1 == count ? NEXUS_SRC_ANY : (uint16_t)i;
        FUZZ_CHECK(nexus_source_init(&source[i], src, &cfg, &code[i]) == NEXUS_OK);
    }
    memset(&r, 0, sizeof r);
    r.source = source;
    r.compare = count == 1;
    r.pauses = (options & OPT_PAUSES) != 0;
    FUZZ_CHECK(nexus_decoder_init(&r.pull, &cfg, &code[SOURCES], in.at, in.left) == NEXUS_OK);
    r.pull.allow_oversize = (options & OPT_OVERSIZE) != 0;
    FUZZ_CHECK(nexus_stream_init(&stream, &cfg, source, count, buffer, sizeof buffer, receive,
                                 &r) == NEXUS_OK);
    stream.allow_oversize = r.pull.allow_oversize;
    push(&stream, &r, &in, seed);
    FUZZ_CHECK(r.stopped || r.ends == count);
    return 0;
}
