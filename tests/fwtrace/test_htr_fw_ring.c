/* SPDX-License-Identifier: Apache-2.0 */
/* The host reads rings: of both modes, while they are written, torn, with headers that lie. */
#include "fw_rig.h"

static void put_in_ring(struct rig *g, struct fwt_ring *r, enum fwt_ring_mode mode, unsigned words)
{
    begin(g, FWT_UART_TEXT);
    fwt_init(&g->t, 0xf);
    assert_int_equal(fwt_ring_init(r, g->memory, sizeof g->memory, mode), FWT_OK);
    assert_int_equal(fwt_attach(&g->t,
                                &(struct fwt_port){
                                    .put = fwt_ring_put, .put_block = fwt_ring_put_block, .ctx = r},
                                NULL),
                     FWT_OK);
    for (unsigned i = 0; i < words; i++) {
        fwt_debug(&g->t, 3, 0, i);
    }
}

static int read_memory(struct rig *g, struct htr_fw *f, size_t size)
{
    *f = reader(g);
    return htr_fw_ring(f, (const uint8_t *)g->memory, size, 0);
}

static void a_ring_of_each_mode(void **state)
{
    static struct rig g;
    struct fwt_ring r;
    struct htr_fw f;
    (void)state;
    for (unsigned mode = FWT_RING_OVERWRITE; mode <= FWT_RING_STOP; mode++) {
        put_in_ring(&g, &r, mode, 0);
        a_few(&g.t);
        assert_int_equal(read_memory(&g, &f, sizeof g.memory), HTR_OK);
        check_a_few(&g);
        assert_int_equal(f.count.lost, 0);
        htr_fw_table_free(&g.table);
        put_in_ring(&g, &r, mode, 1000); /* of 128 slots */
        assert_int_equal(read_memory(&g, &f, sizeof g.memory), HTR_OK);
        assert_int_equal(f.count.words, 128);
        assert_int_equal(f.count.lost, 1000 - 128);
        /* The newest, or the oldest. */
        assert_int_equal(g.seen.word[mode == FWT_RING_STOP ? 0 : 1] & 0x3fffff,
                         mode == FWT_RING_STOP ? 0 : 1000 - 128);
        htr_fw_table_free(&g.table);
    }
}

static void a_ring_read_while_it_is_written(void **state)
{
    static struct rig g;
    struct fwt_ring r;
    (void)state;
    put_in_ring(&g, &r, FWT_RING_OVERWRITE, 0);
    struct htr_fw f = reader(&g);
    unsigned sent = 0;
    for (unsigned k = 0; k < 60; k++) {
        for (unsigned i = 0; i < k * 5; i++) {
            fwt_debug(&g.t, 3, 0, sent++);
        }
        assert_int_equal(htr_fw_ring(&f, (const uint8_t *)g.memory, sizeof g.memory, f.live),
                         HTR_OK);
        assert_int_equal(f.count.words + f.count.lost, sent);
    }
    assert_true(f.count.lost > 0);
    htr_fw_table_free(&g.table);
}

/* A reset after each store: fwt_ring.h says which words are there then. */
static void a_ring_torn_by_a_reset(void **state)
{
    static struct rig g;
    struct fwt_ring r;
    struct htr_fw f;
    (void)state;
    for (unsigned tag = 0; tag < 2; tag++) {
        put_in_ring(&g, &r, FWT_RING_OVERWRITE, 200);
        r.head->wpos++;
        if (tag == 1) {
            r.slot[200 & 127].tag = FWT_TAG_BUSY;
        }
        assert_int_equal(read_memory(&g, &f, sizeof g.memory), HTR_OK);
        assert_int_equal(f.count.words, 127);
        assert_int_equal(f.count.lost, 201 - 127);
        assert_int_equal(f.count.torn, 1);
        assert_string_equal(g.seen.text[128], "lost 1 word: torn, or being written");
        htr_fw_table_free(&g.table);
    }
}

static void headers_that_lie(void **state)
{
    static struct rig g;
    struct fwt_ring r;
    struct htr_fw f;
    (void)state;
    put_in_ring(&g, &r, FWT_RING_STOP, 5);
    struct fwt_ring_head *h = r.head, was = *h;
    h->slots = 1u << 30;
    assert_int_equal(read_memory(&g, &f, sizeof g.memory), HTR_ERR_FORMAT);
    assert_non_null(strstr(g.host.last.text, "does not match its check word"));
    h->check = ~(h->magic ^ h->version ^ h->slots ^ h->mode);
    assert_int_equal(read_memory(&g, &f, sizeof g.memory), HTR_ERR_FORMAT);
    assert_non_null(strstr(g.host.last.text, "1073741824 slots"));
    *h = was;
    h->rpos = 6;
    assert_int_equal(read_memory(&g, &f, sizeof g.memory), HTR_ERR_FORMAT);
    assert_non_null(strstr(g.host.last.text, "5 positions written and 6 read"));
    *h = was;
    h->version = 2;
    assert_int_equal(read_memory(&g, &f, sizeof g.memory), HTR_ERR_VERSION);
    *h = was;
    h->magic = 0;
    assert_int_equal(read_memory(&g, &f, sizeof g.memory), HTR_ERR_MISSING);
    *h = was;
    /* A memory that ends early: what is there is kept. */
    assert_int_equal(read_memory(&g, &f, 64 + 3 * 8 + 5), HTR_ERR_TRUNCATED);
    assert_int_equal(f.count.words, 3);
    assert_int_equal(f.count.lost, 2);
    htr_fw_table_free(&g.table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ring_of_each_mode),
        cmocka_unit_test(a_ring_read_while_it_is_written),
        cmocka_unit_test(a_ring_torn_by_a_reset),
        cmocka_unit_test(headers_that_lie),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
