/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decode tree: indexers, and decoding that resumes at every synchronizing message, found by offset,
 * time, position and instructions: the elements are those of decoding from the start.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "tree_rig.h"

static struct tree_rig r;
static struct elem_list whole, part;
static int32_t indexer[TR_SOURCES], ids;

/* An indexer on each packets component (one, or one per trace ID), one on the deformatter. */
static void build(bool frames, bool whole_buffer)
{
    tr_build(&r, frames, whole_buffer);
    ids = HTR_NONE;
    for (unsigned i = 0; i < TR_SOURCES; i++) {
        int32_t packets = r.tree.component[r.decoder[i]].parent;
        if (i > 0 && !frames) {
            indexer[i] = indexer[0];
            continue;
        }
        indexer[i] = htr_tree_indexer(&r.tree, "index");
        assert_int_equal(htr_tree_attach(&r.tree, packets, indexer[i], 0), HTR_OK);
    }
    for (int32_t i = 0; i < r.tree.count; i++) {
        if (r.tree.component[i].kind == HTR_DEFORMATTER) {
            ids = htr_tree_indexer(&r.tree, "trace IDs");
            assert_int_equal(htr_tree_attach(&r.tree, i, ids, 0), HTR_OK);
            break;
        }
    }
    assert_null(htr_tree_index(&r.tree, indexer[0]));
    assert_int_equal(htr_tree_begin(&r.tree), HTR_OK);
}

static void pull(unsigned i, struct elem_list *l)
{
    struct flow_elem e;
    l->n = 0;
    while (htr_tree_next(&r.tree, r.decoder[i], &e)) {
        el_add(l, NULL, &e);
    }
}

/* `part` is what follows the entry's message in `whole`. */
static void compare_from(const struct nexus_index_entry *e)
{
    size_t i = 0;
    while (i < whole.n && whole.item[i].e.msg <= e->msg) {
        i++;
    }
    assert_int_equal(whole.n - i, part.n);
    for (size_t k = 0; k < part.n; k++) {
        const struct kept_elem *a = &whole.item[i + k], *b = &part.item[k];
        assert_true(el_equal(&a->e, a->raw, &b->e, b->raw, e->exact));
    }
}

/* Instructions before the entry: of all ranges up to its message. */
static uint64_t instructions_to(const struct nexus_index_entry *e)
{
    uint64_t n = 0;
    for (size_t i = 0; i < whole.n && whole.item[i].e.msg <= e->msg; i++) {
        n += whole.item[i].e.type == FLOW_ELEM_RANGE ? whole.item[i].e.count : 0;
    }
    return n;
}

static void every_sync(bool frames)
{
    unsigned seeks = 0;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        tr_make(&r, seed, 300, 0);
        build(frames, true);
        for (unsigned i = 0; i < TR_SOURCES; i++) {
            const struct nexus_index *ix = htr_tree_index(&r.tree, indexer[i]);
            assert_non_null(ix);
            tr_expect(&r, frames, i, &whole);
            assert_int_equal(htr_tree_count(&r.tree, indexer[i], r.decoder[i]), HTR_OK);
            for (size_t k = ix->count; k-- > 0;) { /* back to the start */
                const struct nexus_index_entry *e = &ix->entry[k];
                if (e->src != i + 1) {
                    assert_int_equal(htr_tree_seek(&r.tree, r.decoder[i], e), HTR_ERR_ARG);
                    continue;
                }
                assert_int_equal(htr_tree_instructions(&r.tree, indexer[i], e), instructions_to(e));
                assert_int_equal(htr_tree_seek(&r.tree, r.decoder[i], e), HTR_OK);
                pull(i, &part);
                compare_from(e);
                seeks++;
            }
        }
        htr_tree_close(&r.tree);
    }
    assert_true(seeks > 200);
}

static void decoding_resumes_at_every_sync(void **state)
{
    (void)state;
    every_sync(false);
}

static void in_frames_too(void **state)
{
    (void)state;
    every_sync(true);
}

/* The last entry of the source whose value is at most the one asked for, by looking at all. */
static void expect_found(unsigned i, enum htr_seek by, uint64_t value)
{
    const struct nexus_index *ix = htr_tree_index(&r.tree, indexer[i]);
    const struct nexus_index_entry *want = NULL;
    for (size_t k = 0; k < ix->count; k++) {
        const struct nexus_index_entry *e = &ix->entry[k];
        uint64_t at = by == HTR_SEEK_OFFSET     ? e->offset
                      : by == HTR_SEEK_TIME     ? e->time
                      : by == HTR_SEEK_POSITION ? e->position
                                                : instructions_to(e);
        bool known = by == HTR_SEEK_TIME       ? e->time_known
                     : by == HTR_SEEK_POSITION ? e->exact
                                               : true;
        if (e->src == i + 1 && known && at <= value) {
            want = e;
        }
    }
    assert_ptr_equal(htr_tree_find(&r.tree, indexer[i], r.decoder[i], by, value), want);
}

static void entries_are_found(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        tr_make(&r, seed, 300, 0);
        build(false, true);
        assert_null(htr_tree_find(&r.tree, indexer[0], r.decoder[0], HTR_SEEK_INSTRUCTIONS, 1000));
        for (unsigned i = 0; i < TR_SOURCES; i++) {
            tr_expect(&r, false, i, &whole);
            assert_int_equal(htr_tree_count(&r.tree, indexer[i], r.decoder[i]), HTR_OK);
            for (uint64_t v = 0; v < 4000; v += 37) {
                expect_found(i, HTR_SEEK_OFFSET, v);
                expect_found(i, HTR_SEEK_TIME, v);
                expect_found(i, HTR_SEEK_POSITION, v);
                expect_found(i, HTR_SEEK_INSTRUCTIONS, v);
            }
        }
        htr_tree_close(&r.tree);
    }
}

/* Sources and trace IDs, pushed in pieces: what counting the messages and bytes gives. */
static void sources_and_trace_ids(void **state)
{
    (void)state;
    for (unsigned frames = 0; frames < 2; frames++) {
        tr_make(&r, 9, 300, 0);
        build(frames != 0, false);
        tr_push(&r, frames != 0, 70);
        for (unsigned i = 0; i < TR_SOURCES; i++) {
            const struct nexus_index *ix = htr_tree_index(&r.tree, indexer[i]);
            struct nexus_msg_decoder d;
            struct nexus_msg m;
            uint64_t n = 0, first = 0, syncs = 0, offset;
            static uint8_t bytes[TM_BYTES];
            size_t size = r.bytes.n;
            memcpy(bytes, r.bytes.byte, r.bytes.n);
            if (frames != 0) {
                size = htr_coresight_unframe(r.frames, r.nframes, 0x10 + i, bytes);
                const struct htr_id_seen *id = htr_tree_id_seen(&r.tree, ids, 0x10 + i);
                assert_int_equal(id->bytes, size);
                assert_true(id->frames >= size / 15 && id->frames <= r.nframes / 16);
                assert_int_equal(htr_tree_id_seen(&r.tree, ids, 0x20)->bytes, 0);
                assert_null(htr_tree_id_seen(&r.tree, ids, 128));
            }
            assert_int_equal(nexus_msg_decoder_init(&d, &r.cfg, bytes, size), NEXUS_OK);
            while (nexus_msg_next(&d, &m) != NEXUS_ERR_END) {
                if (m.src == i + 1) {
                    first = n == 0 ? m.offset : first;
                    syncs += nexus_tcode_is_sync(m.tcode);
                    n++;
                }
            }
            assert_true(htr_tree_first(&r.tree, indexer[i], (uint16_t)(i + 1), &offset));
            assert_int_equal(offset, first);
            assert_false(htr_tree_first(&r.tree, indexer[i], 9, &offset));
            for (size_t k = 0; k < ix->sources; k++) {
                if (ix->source[k].src == i + 1) {
                    assert_int_equal(ix->source[k].messages, n);
                    assert_int_equal(ix->source[k].syncs, syncs);
                }
            }
        }
        htr_tree_close(&r.tree);
    }
}

/* Pushed: the bytes after the entry, in pieces; the entry comes from another tree. */
static void a_pushed_tree_resumes(void **state)
{
    (void)state;
    tr_make(&r, 4, 300, 0);
    build(false, true);
    const struct nexus_index *ix = htr_tree_index(&r.tree, indexer[0]);
    static struct nexus_index_entry entry[2000];
    size_t count = ix->count, seeks = 0;
    assert_true(count > 0 && count < 2000);
    memcpy(entry, ix->entry, count * sizeof *entry);
    htr_tree_close(&r.tree);
    tr_expect(&r, false, 1, &whole);
    for (size_t k = 0; k < count; k++) {
        size_t at = (size_t)(entry[k].offset + entry[k].length), taken;
        if (entry[k].src != 2) {
            continue;
        }
        tr_build(&r, false, false);
        assert_int_equal(htr_tree_seek(&r.tree, r.decoder[1], &entry[k]), HTR_OK);
        for (size_t n; at < r.bytes.n; at += n) {
            n = r.bytes.n - at < 100 ? r.bytes.n - at : 100;
            assert_int_equal(htr_tree_data(&r.tree, 0, r.bytes.byte + at, n, &taken), HTR_CONT);
        }
        assert_int_equal(htr_tree_eot(&r.tree, HTR_ALL), HTR_CONT);
        memcpy(&part, &r.list[1], sizeof part);
        compare_from(&entry[k]);
        assert_int_equal(htr_tree_seek(&r.tree, r.decoder[1], &entry[k]), HTR_ERR_ARG);
        htr_tree_close(&r.tree);
        seeks++;
    }
    assert_true(seeks > 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decoding_resumes_at_every_sync),
        cmocka_unit_test(in_frames_too),
        cmocka_unit_test(entries_are_found),
        cmocka_unit_test(sources_and_trace_ids),
        cmocka_unit_test(a_pushed_tree_resumes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
