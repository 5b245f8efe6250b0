/* SPDX-License-Identifier: Apache-2.0 */
/*
 * diff: items of any bytes, from messages alone and from the decoder. They come in order, have
 * words, and a trace and its copy have the same.
 *
 * Input: the configuration (fuzz_cfg), one byte of options, one byte of code size, the code, the
 * trace.
 */
#include <string.h>

#include "htr_diff_priv.h"
#include "fuzz.h"

enum {
    OPT_CODE = 1,
    OPT_ONE_SOURCE = 2,
    OPT_OVERSIZE = 4,
    ITEMS_MAX = 1 << 12,
    WORK_MAX = 1 << 16, /* instructions decoded in one run */
};

/* trace.code is filled as code_open does it: one region. */
static void open_side(struct htr_diff_side *s, const struct nexus_stream_cfg *cfg,
                      struct fuzz_bytes in, unsigned options, size_t code)
{
    static struct htr_host host;
    struct htr_trace *t = &s->trace;
    memset(s, 0, sizeof *s);
    s->code = (options & OPT_CODE) != 0;
    t->host = &host;
    t->cfg = *cfg;
    t->te.extra.oversize = (options & OPT_OVERSIZE) != 0;
    t->code.region[0] = (struct flow_region){0x80000000u, code, in.at};
    t->code.image = (struct flow_code_image){t->code.region, 1};
    flow_code_init_image(&t->code.code, nexus_cfg_isa(&t->cfg), &t->code.image);
    t->bytes.bytes = malloc(in.left - code + 1); /* exact: reading too far is found */
    FUZZ_CHECK(t->bytes.bytes != NULL);
    t->bytes.size = in.left - code;
    memcpy(t->bytes.bytes, in.at + code, t->bytes.size);
    FUZZ_CHECK(htr_diff_begin(s, (options & OPT_ONE_SOURCE) == 0, 0) == 0);
}

static void check_equal(const struct htr_diff_item *a, const struct htr_diff_item *b)
{
    FUZZ_CHECK(a->kind == b->kind && a->code == b->code && a->known == b->known);
    FUZZ_CHECK(a->a == b->a && a->b == b->b && a->c == b->c && a->d == b->d);
    FUZZ_CHECK(a->timed == b->timed && a->time == b->time && a->offset == b->offset);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct htr_diff_side a, b; /* large */
    struct fuzz_bytes in = {data, size};
    struct nexus_stream_cfg cfg;
    struct htr_diff_item x = {.kind = HTR_DIFF_OTHER}, y;
    uint64_t offset = 0;
    char text[200];
    fuzz_cfg(&in, &cfg);
    unsigned options = fuzz_byte(&in);
    size_t code = fuzz_byte(&in);
    code = code < in.left ? code : in.left;
    open_side(&a, &cfg, in, options, code);
    open_side(&b, &cfg, in, options, code);
    for (unsigned n = 0; n < ITEMS_MAX && x.kind != HTR_DIFF_END; n++) {
        htr_diff_next(&a, &x);
        htr_diff_next(&b, &y);
        check_equal(&x, &y);
        FUZZ_CHECK(x.offset >= offset && x.offset <= a.trace.bytes.size);
        offset = x.offset;
        htr_diff_text(&x, text, sizeof text);
        FUZZ_CHECK(text[0] != '\0');
        if (a.trace.decoder.flow.insns > WORK_MAX) {
            break;
        }
    }
    if (x.kind == HTR_DIFF_END) {
        htr_diff_next(&a, &x);
        FUZZ_CHECK(x.kind == HTR_DIFF_END);
    }
    htr_tree_close(&a.tree);
    htr_tree_close(&b.tree);
    free(a.trace.bytes.bytes);
    free(b.trace.bytes.bytes);
    return 0;
}
