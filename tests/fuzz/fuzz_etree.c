/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decode tree over E-Trace: any bytes, pushed in pieces with pauses and pulled, give the same
 * elements, whatever the encapsulation is, with a start in the middle or without.
 *
 * Input: three bytes of configuration, one of code size, the code, the packets.
 */
#include <stdlib.h>

#include "etrace/etrace_cfg.h"
#include "fuzz.h"
#include "htr/htr_tree_build.h"
#include "htr/htr_tree_pull.h"
#include "htr/htr_tree_push.h"

enum {
    ELEMS_MAX = 1 << 12,
};

struct told {
    uint64_t hash;
    unsigned n;
    bool ended;
};

static struct told told;
static unsigned pause;

static void add(struct told *t, const struct flow_elem *e)
{
    if (t->n >= ELEMS_MAX) {
        return;
    }
    FUZZ_CHECK(!t->ended);
    t->ended = e->type == FLOW_ELEM_END;
    t->hash = (t->hash ^ e->type ^ e->start ^ e->end ^ e->value ^ e->offset ^ e->msg) *
              UINT64_C(0x9E3779B97F4A7C15);
    t->n++;
}

static enum htr_answer take(void *ctx, int32_t decoder, const struct flow_elem *e)
{
    (void)ctx;
    (void)decoder;
    add(&told, e);
    return pause != 0 && told.n % pause == 0 ? HTR_WAIT : HTR_CONT;
}

static void flush(struct htr_tree *t, enum htr_answer answer)
{
    while (answer == HTR_WAIT) {
        answer = htr_tree_flush(t, HTR_ALL);
    }
    FUZZ_CHECK(answer == HTR_CONT);
}

static void push(struct htr_tree *t, const struct fuzz_bytes *in, size_t piece)
{
    size_t taken;
    for (size_t at = 0; at < in->left; at += taken) {
        size_t n = piece < in->left - at ? piece : in->left - at;
        flush(t, htr_tree_data(t, 0, in->at + at, n, &taken));
    }
    flush(t, htr_tree_eot(t, 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_bytes in = {data, size};
    struct htr_host host = {.message = NULL};
    struct etrace_cfg cfg;
    struct flow_elem e;
    struct told pulled = {0};
    uint8_t a = fuzz_byte(&in), b = fuzz_byte(&in), c = fuzz_byte(&in);
    etrace_cfg_init(&cfg);
    cfg.src_bits = a & 15u;
    cfg.ts_bytes = a >> 4 & 7u;
    cfg.type_bits = b & 3u;
    cfg.type_in_flow = (b & 4u) != 0;
    cfg.return_stack_size = b >> 3 & 3u;
    size_t code_size = fuzz_byte(&in);
    code_size = code_size < in.left ? code_size : in.left;
    const struct flow_region region = {0x1000, code_size, in.at};
    in.at += code_size;
    in.left -= code_size;
    pause = c & 7u;
    told = (struct told){0};
    for (unsigned way = 0; way < 2; way++) {
        struct htr_tree t;
        int32_t decoder;
        const struct htr_tree_buffer_spec buffer = {.name = "sink",
                                                    .wrapped = (c & 8u) != 0,
                                                    .bytes = way == 0 ? in.at : NULL,
                                                    .size = in.left};
        const struct htr_tree_source_spec source = {
            .name = "hart", .src = HTR_SRC_ANY, .etrace = &cfg, .region = &region, .regions = 1};
        htr_tree_init(&t, &host, NULL, 0);
        t.cache = 16;
        if (htr_tree_build(&t, &buffer, 1, &source, 1, &decoder) != HTR_OK) {
            htr_tree_close(&t);
            return 0;
        }
        if (way == 0) {
            while (pulled.n < ELEMS_MAX && htr_tree_next(&t, decoder, &e)) {
                add(&pulled, &e);
            }
        } else {
            int32_t sink = htr_tree_sink(&t, "sink", take, NULL);
            FUZZ_CHECK(htr_tree_attach(&t, decoder, sink, 0) == HTR_OK);
            FUZZ_CHECK(htr_tree_begin(&t) == HTR_OK);
            push(&t, &in, 1 + (c >> 4));
        }
        htr_tree_close(&t);
    }
    FUZZ_CHECK(pulled.n == told.n && pulled.hash == told.hash);
    FUZZ_CHECK(pulled.ended || pulled.n == ELEMS_MAX);
    return 0;
}
