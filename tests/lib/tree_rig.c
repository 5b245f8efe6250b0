/* SPDX-License-Identifier: Apache-2.0 */
#include "tree_rig.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "trm/trm_csformat.h"
#include "trm/trm_status.h"

enum {
    FIRST_ID = 0x10,
};

/* Each source's messages alone, when they are put into frames. */
static struct tm_bytes alone[TR_SOURCES];

static void collect(void *ctx, const uint8_t *bytes, size_t n)
{
    struct tree_rig *r = ctx;
    assert(r->nframes + n <= sizeof r->frames);
    memcpy(r->frames + r->nframes, bytes, n);
    r->nframes += n;
}

static void put_in_frames(struct tree_rig *r, uint64_t seed)
{
    struct trm_csformat f;
    struct trm_csformat_cfg cfg;
    size_t at[TR_SOURCES] = {0};
    uint64_t random = seed;
    trm_csformat_cfg_init(&cfg);
    cfg.write = collect;
    cfg.ctx = r;
    cfg.fsync_frames = (uint32_t)(seed % 3);
    r->nframes = 0;
    int rc = trm_csformat_init(&f, &cfg);
    assert(rc == TRM_OK);
    (void)rc;
    for (bool more = true; more;) {
        more = false;
        for (unsigned i = 0; i < TR_SOURCES; i++) {
            size_t n = tm_random(&random, 12), left = alone[i].n - at[i];
            n = n < left ? n : left;
            trm_csformat_put(&f, (uint8_t)(FIRST_ID + i), alone[i].byte + at[i], n);
            at[i] += n;
            more = more || at[i] < alone[i].n;
        }
    }
    trm_csformat_flush(&f);
}

static void run(struct tree_rig *r, uint64_t seed, unsigned steps, bool together)
{
    uint64_t random = seed;
    for (unsigned i = 0; i < TR_SOURCES; i++) {
        tm_init(&r->maker[i], &r->cfg, (uint16_t)(i + 1), seed * TR_SOURCES + i,
                together ? &r->bytes : &alone[i]);
    }
    for (unsigned i = 0; i < steps; i++) {
        tm_step(&r->maker[tm_random(&random, TR_SOURCES)]);
    }
    for (unsigned i = 0; i < TR_SOURCES; i++) {
        tm_finish(&r->maker[i]);
    }
}

void tr_make(struct tree_rig *r, uint64_t seed, unsigned steps, unsigned damage)
{
    uint64_t random = seed;
    nexus_cfg_init(&r->cfg);
    r->cfg.src_bits = 4;
    r->cfg.timestamps = seed % 3 != 0;
    r->cfg.timestamp_bits = seed % 4 == 1 ? 16 : 40;
    r->cfg.repeated_history = seed % 5 < 2;
    r->cfg.profile = seed % 6 == 0 ? NEXUS_PROFILE_SIFIVE_0X : NEXUS_PROFILE_1_0;
    r->bytes.n = 0;
    for (unsigned i = 0; i < TR_SOURCES; i++) {
        alone[i].n = 0;
    }
    run(r, seed, steps, false);
    for (unsigned i = 0; damage != 0 && i < TR_SOURCES; i++) {
        tm_damage(&alone[i], &random, damage);
    }
    put_in_frames(r, seed);
    run(r, seed, steps, true); /* the same programs again */
    if (damage != 0) {
        tm_damage(&r->bytes, &random, damage);
    }
    r->pauses = 0;
    r->random = seed;
}

static enum htr_answer take(void *ctx, int32_t decoder, const struct flow_elem *e)
{
    struct tree_rig *r = ctx;
    struct elem_list *l = &r->strange;
    for (unsigned i = 0; i < TR_SOURCES; i++) {
        l = r->decoder[i] == decoder ? &r->list[i] : l;
    }
    el_add(l, NULL, e);
    return r->pauses != 0 && tm_random(&r->random, r->pauses) == 0 ? HTR_WAIT : HTR_CONT;
}

void tr_build(struct tree_rig *r, bool frames, bool whole)
{
    const struct htr_tree_buffer_spec buffer = {.name = "buffer",
                                                .format =
                                                    frames ? HTR_BYTES_FRAMES : HTR_BYTES_MESSAGES,
                                                .bytes = !whole   ? NULL
                                                         : frames ? r->frames
                                                                  : r->bytes.byte,
                                                .size = frames ? r->nframes : r->bytes.n};
    struct htr_tree_source_spec source[TR_SOURCES];
    static const char *const name[] = {"hart 1", "hart 2", "hart 3"};
    for (unsigned i = 0; i < TR_SOURCES; i++) {
        source[i] = (struct htr_tree_source_spec){.name = name[i],
                                                  .trace_id = (uint8_t)(FIRST_ID + i),
                                                  .src = (uint16_t)(i + 1),
                                                  .cfg = r->cfg,
                                                  .region = &r->maker[i].region,
                                                  .regions = 1};
        r->list[i].n = 0;
    }
    r->strange.n = 0;
    htr_tree_init(&r->tree, &r->host, NULL, 0);
    r->tree.cache = 64;
    int rc = htr_tree_build(&r->tree, &buffer, 1, source, TR_SOURCES, r->decoder);
    int32_t sink = htr_tree_sink(&r->tree, "list", take, r);
    for (unsigned i = 0; rc == HTR_OK && i < TR_SOURCES; i++) {
        rc = htr_tree_attach(&r->tree, r->decoder[i], sink, 0);
    }
    for (int32_t i = 0; rc == HTR_OK && i < r->tree.count; i++) {
        if (r->tree.component[i].kind == HTR_PACKETS) {
            rc = htr_tree_attach(&r->tree, i, sink, 0);
        }
    }
    rc = rc == HTR_OK ? htr_tree_begin(&r->tree) : rc;
    if (rc != HTR_OK) {
        fprintf(stderr, "%s: %s\n", r->host.last.component, r->host.last.text);
        abort();
    }
}

static void flush(struct tree_rig *r, enum htr_answer answer)
{
    while (answer == HTR_WAIT) {
        answer = htr_tree_flush(&r->tree, HTR_ALL);
    }
    assert(answer == HTR_CONT);
}

void tr_push(struct tree_rig *r, bool frames, size_t most)
{
    static uint8_t piece[1 << 12];
    const uint8_t *bytes = frames ? r->frames : r->bytes.byte;
    size_t size = frames ? r->nframes : r->bytes.n, at = 0, taken;
    int32_t buffer = 0;
    while (at < size) {
        size_t n = 1 + tm_random(&r->random, most < sizeof piece ? most : sizeof piece);
        n = n < size - at ? n : size - at;
        memcpy(piece, bytes + at, n);
        enum htr_answer answer = htr_tree_data(&r->tree, buffer, piece, n, &taken);
        memset(piece, 0x5A, n);
        assert(taken <= n && (answer == HTR_WAIT || taken == n));
        at += taken;
        if (answer == HTR_WAIT) {
            size_t none;
            enum htr_answer again = htr_tree_data(&r->tree, buffer, piece, 1, &none);
            assert(again == HTR_WAIT && none == 0);
            (void)again;
        }
        flush(r, answer);
    }
    flush(r, htr_tree_eot(&r->tree, HTR_ALL));
}

void tr_expect(struct tree_rig *r, bool frames, unsigned i, struct elem_list *l)
{
    static struct nexus_decoder d;
    const struct tm_bytes *b = frames ? &alone[i] : &r->bytes;
    int rc = nexus_decoder_init(&d, &r->cfg, &r->maker[i].code, b->byte, b->n);
    assert(rc == NEXUS_OK);
    (void)rc;
    d.all_sources = false;
    d.src = (uint16_t)(i + 1);
    l->n = 0;
    el_pull(l, &d);
}
