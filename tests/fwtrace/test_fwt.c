/* SPDX-License-Identifier: Apache-2.0 */
/* fwtrace on the host: layout, destinations, losses with a fault at every call, prints that
 * interrupt prints. */
#include "fwt_fake.h"

static void layout_at_its_limits(void **state)
{
    struct fwt t;
    struct fake f;
    (void)state;
    fwt_init(&t, 0xff);
    fake_attach(&t, &f, false);
    fwt_debug(&t, 0, 0, 0);
    fwt_debug(&t, 7, 0, 0);
    fwt_debug(&t, 0, 127, 0);
    fwt_debug(&t, 0, 0, 0x3fffff);
    fwt_debug(&t, 3, 4, 0xffc00000u | 17); /* excess bits are cut off */
    fwt_debug(&t, 2, 63 | FWT_FAIL, 1);
    /* Domain 31:29, action 28:22, data 21:0. */
    const uint32_t want[] = {0, 0xe0000000u, 0x1fc00000u, 0x003fffffu, 0x61000011u, 0x5fc00001u};
    assert_int_equal(f.n, 6);
    for (unsigned i = 0; i < 6; i++) {
        assert_int_equal(f.got[i].value, want[i]);
        assert_int_equal(f.got[i].channel, 1 + (want[i] >> 29));
    }
}

static void reserved_domains_are_ignored_and_counted(void **state)
{
    struct fwt t;
    struct fake f;
    (void)state;
    fwt_init(&t, 0xf); /* the original reserves 4 to 7 */
    fake_attach(&t, &f, false);
    for (unsigned d = 0; d < 8; d++) {
        fwt_debug(&t, d, 1, d);
    }
    assert_int_equal(f.n, 4);
    assert_int_equal(t.ignored, 4);
    assert_int_equal(fwt_enable(&t, 0, 4, true), FWT_ERR_ARG);
    assert_int_equal(fwt_enable(&t, 0, 8, true), FWT_ERR_ARG);
    assert_int_equal(fwt_enable(&t, 1, 0, true), FWT_ERR_ARG);
}

static void enabled_by_destination_and_domain(void **state)
{
    struct fwt t;
    struct fake a, b;
    (void)state;
    fwt_init(&t, 0xf);
    fake_attach(&t, &a, true);
    fake_attach(&t, &b, true);
    for (unsigned off = 0; off < 16; off++) {
        for (unsigned d = 0; d < 4; d++) {
            assert_int_equal(fwt_enable(&t, 0, d, (off >> d & 1) == 0), FWT_OK);
            assert_int_equal(fwt_enable(&t, 1, d, (off >> d & 1) != 0), FWT_OK);
        }
        a.n = b.n = 0;
        for (unsigned d = 0; d < 4; d++) {
            fwt_debug(&t, d, 1, d);
        }
        for (unsigned i = 0; i < a.n; i++) {
            assert_int_equal(off >> (a.got[i].value >> 29) & 1, 0);
        }
        for (unsigned i = 0; i < b.n; i++) {
            assert_int_equal(off >> (b.got[i].value >> 29) & 1, 1);
        }
        assert_int_equal(a.n + b.n, 4);
    }
    a.n = b.n = 0;
    assert_int_equal(fwt_enable_print(&t, 0, false), FWT_OK);
    fwt_print(&t, "only b");
    assert_int_equal(a.n, 0);
    assert_int_equal(b.n, 1);
    assert_int_equal(t.ignored, 0); /* what is off is not reserved */
}

/* 8 debug words, 3 prints of 1, 2 and 5 words. */
enum {
    SENT = 16
};

static void send_some(struct fwt *t)
{
    for (unsigned i = 0; i < 8; i++) {
        fwt_debug(t, i & 3u, 1, i);
        if (i == 2) {
            fwt_print(t, "alone");
        } else if (i == 4) {
            fwt_print(t, "one %d", -1);
        } else if (i == 6) {
            fwt_print(t, "wide %llx %llx", 0x123456789abcdef0ull, 1ull);
        }
    }
}

static void fault_at_every_call(bool block)
{
    for (unsigned width = 1; width < 6; width++) {
        for (unsigned at = 0; at < SENT + 4; at++) {
            struct fwt t;
            struct fake bad, good;
            uint32_t lost;
            fwt_init(&t, 0xf);
            fake_attach(&t, &bad, block);
            fake_attach(&t, &good, block);
            bad.fail_from = at;
            bad.fail_to = at + width;
            send_some(&t);
            assert_int_equal(fake_words(&good, &lost), SENT);
            assert_int_equal(lost, 0);
            while (fwt_flush(&t) != FWT_OK) {
            }
            const unsigned got = fake_words(&bad, &lost);
            assert_int_equal(got + lost, SENT);
            assert_int_equal(lost, fwt_lost(&t, 0));
            assert_int_equal(fwt_lost(&t, 1), 0);
            assert_int_equal(lost > 0, at < (block ? 11u : SENT));
        }
    }
}

static void faults_word_by_word(void **state)
{
    (void)state;
    fault_at_every_call(false);
}

static void faults_with_blocks(void **state)
{
    (void)state;
    fault_at_every_call(true);
}

static void losses_are_announced_before_the_next_word(void **state)
{
    struct fwt t;
    struct fake f;
    (void)state;
    fwt_init(&t, 0xf);
    fake_attach(&t, &f, false);
    f.fail_from = 1;
    f.fail_to = 6;
    for (uint32_t i = 0; i < 5; i++) {
        fwt_debug(&t, 0, 0, i);
    }
    /* Calls: 0; 1 fails; announcement, 2 fail; announcement, 3 fail; then both pass. */
    assert_int_equal(f.n, 3);
    assert_int_equal(f.got[0].value, 0);
    assert_int_equal(f.got[1].channel, FWT_CH_LOST);
    assert_int_equal(f.got[1].value, 3);
    assert_int_equal(f.got[2].value, 4);
}

/* ---- prints inside prints ---- */

static void print_again(struct fake *f)
{
    if (f->depth > 0) {
        f->depth--;
        f->interrupt_at = f->calls + 1; /* in the middle of the next one, too */
        fwt_print(f->t, "inner %u %u", f->depth, 0xffffffffu);
    }
}

/* Headers on 0, 21, 22, 23; what follows on 24, 25, 26, 27. Returns complete prints of three words.
 */
static unsigned complete_prints(const struct fake *f)
{
    unsigned missing[32] = {0}, n = 0;
    for (unsigned i = 0; i < f->n; i++) {
        const unsigned c = f->got[i].channel;
        if (c == 0 || (c >= 21 && c <= 23)) {
            assert_int_equal(missing[c], 0);
            missing[c] = f->got[i].value >> 26 & 31;
            assert_int_equal(missing[c], 2);
        } else if (c != FWT_CH_LOST) {
            assert_in_range(c, 24, 27);
            assert_true(missing[c == 24 ? 0 : c - 4] > 0);
            n += --missing[c == 24 ? 0 : c - 4] == 0;
        }
    }
    return n;
}

static void a_print_interrupted_after_every_word(void **state)
{
    (void)state;
    for (unsigned at = 0; at < 6; at++) {
        for (unsigned depth = 0; depth < 6; depth++) {
            struct fwt t;
            struct fake f;
            uint32_t lost;
            fwt_init(&t, 0xf);
            fake_attach(&t, &f, false);
            f.interrupt = print_again;
            f.interrupt_at = at;
            f.depth = depth;
            fwt_print(&t, "outer %u %u", 1u, 2u);
            fwt_print(&t, "outer %u %u", 3u, 4u);
            while (fwt_flush(&t) != FWT_OK) {
            }
            const unsigned sent = 2 + depth - f.depth, whole = complete_prints(&f);
            /* Four at once; a fifth is lost, counted, and takes nothing from the others. */
            (void)fake_words(&f, &lost);
            assert_int_equal(3 * whole + lost, 3 * sent);
            assert_true(depth > 3 || lost == 0);
            assert_int_equal(t.dest[0].claimed, 0);
        }
    }
}

/* ---- the encoding of prints ---- */

static void arguments_of_all_sizes(void **state)
{
    struct fwt t;
    struct fake f;
    (void)state;
    const char *text = "x";
    fwt_init(&t, 0xf);
    fake_attach(&t, &f, true);
    fwt_print(&t, "%d %u %c %lld %s", -2, 0x80000000u, 'A', -3ll, text);
    assert_int_equal(f.got[0].channel, FWT_CH_PRINT);
    assert_int_equal(FWT_HEAD_WORDS(f.got[0].value), 3 + 2 + sizeof(void *) / 4);
    assert_string_equal(__start_fwtrace_str + FWT_HEAD_OFFSET(f.got[0].value) - 1,
                        "%d %u %c %lld %s");
    const uint32_t want[] = {(uint32_t)-2, 0x80000000u, 'A',
                             (uint32_t)-3, ~0u,         (uint32_t)(uintptr_t)text};
    for (unsigned i = 0; i < 6; i++) {
        assert_int_equal(f.got[1 + i].channel, 24);
        assert_int_equal(f.got[1 + i].value, want[i]);
    }
}

static void the_build_id_in_words(void **state)
{
    static const uint8_t note[] = {4, 0,   0,   0,   5, 0,    0,    0,    3,    0,   0,
                                   0, 'G', 'N', 'U', 0, 0x12, 0x34, 0x56, 0x78, 0x9a};
    struct fwt t;
    struct fake f;
    (void)state;
    fwt_init(&t, 0xf);
    fake_attach(&t, &f, false);
    assert_int_equal(fwt_hello(&t, note, sizeof note), FWT_OK);
    assert_int_equal(f.n, 2);
    assert_int_equal(f.got[0].channel, FWT_CH_ID);
    assert_int_equal(f.got[0].value, 0x00123456);
    assert_int_equal(f.got[1].value, 0x01789a00);
    for (size_t n = 0; n < sizeof note; n++) {
        assert_int_equal(fwt_hello(&t, note, n), FWT_ERR_ARG);
    }
    assert_int_equal(f.n, 2);
}

static void no_more_than_four_destinations(void **state)
{
    struct fwt t;
    struct fake f[5];
    (void)state;
    fwt_init(&t, 0xf);
    assert_int_equal(fwt_attach(&t, &(struct fwt_port){.ctx = f}, NULL), FWT_ERR_ARG);
    for (unsigned i = 0; i < 4; i++) {
        fake_attach(&t, &f[i], i % 2 == 0);
    }
    assert_int_equal(fwt_attach(&t, &(struct fwt_port){.put = fake_put, .ctx = &f[4]}, NULL),
                     FWT_ERR_ARG);
    fwt_debug(&t, 1, 2, 3);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(f[i].n, 1);
        assert_int_equal(f[i].got[0].value, 0x20800003);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layout_at_its_limits),
        cmocka_unit_test(reserved_domains_are_ignored_and_counted),
        cmocka_unit_test(enabled_by_destination_and_domain),
        cmocka_unit_test(faults_word_by_word),
        cmocka_unit_test(faults_with_blocks),
        cmocka_unit_test(losses_are_announced_before_the_next_word),
        cmocka_unit_test(a_print_interrupted_after_every_word),
        cmocka_unit_test(arguments_of_all_sizes),
        cmocka_unit_test(the_build_id_in_words),
        cmocka_unit_test(no_more_than_four_destinations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
