/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes to fields: MSEO sequences, idle, reserved sequences, resynchronization, length, cut-off
 * input. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "msg_facts.h"
#include "nexus_frame.h"

static struct nexus_msg_decoder start(const uint8_t *data, size_t size)
{
    struct nexus_stream_cfg cfg;
    struct nexus_msg_decoder d;
    nexus_cfg_init(&cfg);
    assert_int_equal(nexus_msg_decoder_init(&d, &cfg, data, size), NEXUS_OK);
    return d;
}

/* Expect the next message: DirectBranch with this I-CNT at this place. */
static void expect_branch(struct nexus_msg_decoder *d, uint64_t icnt, uint64_t offset,
                          size_t length)
{
    struct nexus_msg m;
    assert_int_equal(nexus_msg_next(d, &m), NEXUS_OK);
    assert_int_equal(m.tcode, NEXUS_DIRECT_BRANCH);
    assert_true(m.value[NEXUS_F_ICNT] == icnt);
    assert_true(m.offset == offset);
    assert_int_equal(m.length, length);
}

static void expect_error(struct nexus_msg_decoder *d, int status, uint64_t offset, size_t length)
{
    struct nexus_msg m;
    assert_int_equal(nexus_msg_next(d, &m), status);
    assert_true(m.offset == offset);
    assert_int_equal(m.length, length);
    assert_int_equal(m.raw_length, length);
}

static void expect_end(struct nexus_msg_decoder *d, size_t pos)
{
    struct nexus_msg m;
    assert_int_equal(nexus_msg_next(d, &m), NEXUS_ERR_END);
    assert_int_equal(d->pos, pos);
    assert_int_equal(nexus_msg_next(d, &m), NEXUS_ERR_END);
    assert_int_equal(d->pos, pos);
}

/* DirectBranch: TCODE 3 is 000011_00 = 0x0C; I-CNT 7 is 000111_11 = 0x1F, and 0x3F is 111111_11 =
 * 0xFF. */

static void nothing_is_the_end(void **state)
{
    (void)state;
    struct nexus_msg_decoder d = start(NULL, 0);
    expect_end(&d, 0);
    assert_int_equal(nexus_msg_decoder_resync(&d), NEXUS_ERR_END);
}

/* Holds NT-TX-017 NT-TX-023 */
static void idle_bytes_are_skipped_in_any_number(void **state)
{
    (void)state;
    uint8_t b[64];
    for (size_t before = 0; before <= 30; before++) {
        for (size_t behind = 0; behind <= 30; behind++) {
            memset(b, 0xFF, sizeof(b));
            b[before] = 0x0C;
            b[before + 1] = 0x1F;
            struct nexus_msg_decoder d = start(b, before + 2 + behind);
            expect_branch(&d, 7, before, 2);
            expect_end(&d, before + 2 + behind);
        }
    }
}

/* Holds NT-TX-017 NT-TX-050 */
static void a_last_byte_0xff_belongs_to_its_message(void **state)
{
    (void)state;
    const uint8_t b[] = {0x0C, 0xFF, 0xFF, 0x0C, 0xFF, 0x0C, 0x1F};
    struct nexus_msg_decoder d = start(b, sizeof(b));
    expect_branch(&d, 0x3F, 0, 2);
    expect_branch(&d, 0x3F, 3, 2);
    expect_branch(&d, 7, 5, 2);
    expect_end(&d, sizeof(b));
}

static void offsets_count_from_the_base(void **state)
{
    (void)state;
    const uint8_t b[] = {0xFF, 0x0C, 0x1F};
    struct nexus_msg_decoder d = start(b, sizeof(b));
    d.base = UINT64_C(0x123456789A);
    expect_branch(&d, 7, UINT64_C(0x123456789B), 2);
}

/* Table "Transitions of MSEO Bits": any-10 is reserved. 0x0E is MSEO 10. */
/* Holds NT-TX-018 NT-TX-025 */
static void reserved_mseo_10_is_an_error_and_the_next_message_is_found(void **state)
{
    (void)state;
    const uint8_t first[] = {0x0E, 0x1F, 0x0C, 0x1F};
    struct nexus_msg_decoder d = start(first, sizeof(first));
    expect_error(&d, NEXUS_ERR_MSEO, 0, 2);
    expect_branch(&d, 7, 2, 2);
    const uint8_t middle[] = {0x0C, 0x1C, 0x1E, 0x1C, 0x1F, 0x0C, 0x1F};
    d = start(middle, sizeof(middle));
    expect_error(&d, NEXUS_ERR_MSEO, 0, 5);
    expect_branch(&d, 7, 5, 2);
    const uint8_t last[] = {0x0C, 0x1E, 0x0C, 0x1F, 0x0C, 0x1F};
    d = start(last, sizeof(last));
    expect_error(&d, NEXUS_ERR_MSEO, 0, 4);
    expect_branch(&d, 7, 4, 2);
    expect_end(&d, 6);
}

/* The same inside a field longer than the reader takes at once, and in a vendor message. */
/* Holds NT-TX-018 NT-TX-025 */
static void reserved_mseo_is_found_at_every_place(void **state)
{
    (void)state;
    for (unsigned tcode = 2; tcode <= 56; tcode += 54) {
        for (size_t at = 1; at < 24; at++) {
            uint8_t b[64];
            memset(b, 0xFF, sizeof(b));
            memset(b, 0x00, 24);
            b[0] = (uint8_t)(tcode << 2);
            b[at] = 0x02;
            b[24] = 0x03;
            b[25] = 0x0C;
            b[26] = 0x1F;
            for (size_t size = 27; size < 48; size += 20) {
                struct nexus_msg_decoder d = start(b, size);
                expect_error(&d, NEXUS_ERR_MSEO, 0, 25);
                expect_branch(&d, 7, 25, 2);
                expect_end(&d, size);
            }
        }
    }
}

/* Same table: 11-01 is reserved; a message starts with 00. */
/* Holds NT-TX-024 */
static void mseo_01_after_the_end_of_a_message_is_an_error(void **state)
{
    (void)state;
    const uint8_t b[] = {0x0C, 0x1F, 0x0D, 0x1F, 0x0C, 0x1F, 0xFF, 0x0D, 0x0C, 0x1F, 0x0C, 0x1F};
    struct nexus_msg_decoder d = start(b, sizeof(b));
    expect_branch(&d, 7, 0, 2);
    expect_error(&d, NEXUS_ERR_MSEO, 2, 2);
    expect_branch(&d, 7, 4, 2);
    expect_error(&d, NEXUS_ERR_MSEO, 7, 3);
    expect_branch(&d, 7, 10, 2);
    expect_end(&d, 12);
}

/* Idle is 0xFF and nothing else: another byte with MSEO 11 between messages is damage of one byte.
 */
static void a_single_end_byte_is_an_error_of_one_byte(void **state)
{
    (void)state;
    const uint8_t b[] = {0x03, 0xFF, 0xFB, 0x0C, 0x1F, 0x7F, 0x0C, 0x1F};
    struct nexus_msg_decoder d = start(b, sizeof(b));
    expect_error(&d, NEXUS_ERR_EMPTY, 0, 1); /* no bit of MDO is set: nothing is lost with it */
    expect_error(&d, NEXUS_ERR_MSEO, 2, 1);
    expect_branch(&d, 7, 3, 2);
    expect_error(&d, NEXUS_ERR_MSEO, 5, 1);
    expect_branch(&d, 7, 6, 2);
    expect_end(&d, 8);
}

static void a_cut_message_is_the_end_and_comes_with_more_input(void **state)
{
    (void)state;
    const uint8_t b[] = {0xFF, 0x0C, 0x1F, 0xFF, 0x0C, 0x1C, 0x00, 0x03};
    for (size_t size = 5; size < 8; size++) {
        struct nexus_msg_decoder d = start(b, size);
        expect_branch(&d, 7, 1, 2);
        expect_end(&d, 4);
        d.size = 8;
        expect_branch(&d, 7, 4, 4);
        expect_end(&d, 8);
    }
}

/* Zeros on top of a field are no error, however many: N-Trace wants decoders that survive a memory
 * of zeros. */
/* Holds NT-TX-008 */
static void a_message_of_many_zeros_is_one_message(void **state)
{
    (void)state;
    const size_t sizes[] = {20, 1000, 64u << 20};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        size_t n = sizes[i];
        uint8_t *b = calloc(n + 4, 1);
        assert_non_null(b);
        b[0] = 0x0C;
        b[1] = 0x1C;
        struct nexus_msg_decoder d = start(b, n);
        expect_end(&d, 0);
        b[n - 1] = 0x03;
        b[n] = 0x0C;
        b[n + 1] = 0x1F;
        d = start(b, n + 2);
        expect_branch(&d, 7, 0, n);
        expect_branch(&d, 7, n, 2);
        /* A one far up is an oversize field, not a wrong value. */
        b[n - 1] = 0x07;
        d = start(b, n + 2);
        expect_error(&d, NEXUS_ERR_OVERSIZE, 0, n);
        expect_branch(&d, 7, n, 2);
        free(b);
    }
}

/* Holds NT-TX-008 */
static void a_memory_of_zeros_is_no_message(void **state)
{
    (void)state;
    size_t n = 1u << 20;
    uint8_t *b = calloc(n, 1);
    assert_non_null(b);
    struct nexus_msg_decoder d = start(b, n);
    expect_end(&d, 0);
    assert_int_equal(nexus_msg_decoder_resync(&d), NEXUS_ERR_END);
    assert_int_equal(d.pos, n);
    free(b);
}

static void resync_goes_behind_the_next_mseo_11(void **state)
{
    (void)state;
    const uint8_t b[] = {0x1C, 0x1D, 0x1C, 0x1F, 0x0C, 0x1F, 0xFF, 0x0C};
    const size_t want[] = {4, 4, 4, 4, 6, 6, 7};
    for (size_t at = 0; at < 7; at++) {
        struct nexus_msg_decoder d = start(b, sizeof(b));
        d.pos = at;
        assert_int_equal(nexus_msg_decoder_resync(&d), NEXUS_OK);
        assert_int_equal(d.pos, want[at]);
    }
    struct nexus_msg_decoder d = start(b, sizeof(b));
    d.pos = 7;
    assert_int_equal(nexus_msg_decoder_resync(&d), NEXUS_ERR_END);
    assert_int_equal(d.pos, 8);
}

/* A stream of all kinds of messages with idle bytes; from every offset, resync leads to the next
 * true boundary. */
static void resync_from_every_offset_finds_the_next_message(void **state)
{
    (void)state;
    struct nexus_stream_cfg cfg;
    uint8_t b[4096];
    bool boundary[4096] = {false};
    size_t size = 0;
    uint64_t seed = 42;
    nexus_cfg_init(&cfg);
    while (size < sizeof(b) - 64) {
        struct packer p = {.bits = 0};
        pack_fixed(&p, NEXUS_INDIRECT_BRANCH_HIST, 6);
        pack_fixed(&p, 0, 2);
        pack_var(&p, test_random(&seed) & 0xFFF);
        pack_var(&p, test_random(&seed) >> (test_random(&seed) % 60 + 1));
        pack_var(&p, test_random(&seed) >> 32);
        boundary[size] = true;
        size += pack_end(&p, b + size);
        for (size_t idle = test_random(&seed) % 3; idle > 0; idle--) {
            boundary[size] = true; /* after an idle byte a message may begin too */
            b[size++] = 0xFF;
        }
    }
    boundary[size] = true;
    for (size_t at = 0; at < size; at++) {
        struct nexus_msg_decoder d;
        size_t next = at + 1;
        while (!boundary[next]) {
            next++;
        }
        assert_int_equal(nexus_msg_decoder_init(&d, &cfg, b, size), NEXUS_OK);
        d.pos = at;
        assert_int_equal(nexus_msg_decoder_resync(&d), NEXUS_OK);
        assert_int_equal(d.pos, next);
        struct nexus_msg m;
        int status;
        while ((status = nexus_msg_next(&d, &m)) == NEXUS_OK) {
            assert_true(boundary[m.offset]);
        }
        assert_int_equal(status, NEXUS_ERR_END);
        assert_int_equal(d.pos, size);
    }
}

/* The gathering of MDO bits, all eight bytes against a loop over bits. */
/* Holds NT-TX-001..004 */
static void mdo_bits_of_eight_bytes_stand_side_by_side(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (unsigned k = 0; k < 1000; k++) {
        uint8_t b[8];
        uint64_t want = 0;
        for (unsigned i = 0; i < 48; i++) {
            if (i % 6 == 0) {
                b[i / 6] = (uint8_t)test_random(&seed);
            }
            want |= (uint64_t)(b[i / 6] >> (2 + i % 6) & 1) << i;
        }
        assert_true(nexus_mdo8(nexus_load8(b)) == want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_the_end),
        cmocka_unit_test(idle_bytes_are_skipped_in_any_number),
        cmocka_unit_test(a_last_byte_0xff_belongs_to_its_message),
        cmocka_unit_test(offsets_count_from_the_base),
        cmocka_unit_test(reserved_mseo_10_is_an_error_and_the_next_message_is_found),
        cmocka_unit_test(reserved_mseo_is_found_at_every_place),
        cmocka_unit_test(mseo_01_after_the_end_of_a_message_is_an_error),
        cmocka_unit_test(a_single_end_byte_is_an_error_of_one_byte),
        cmocka_unit_test(a_cut_message_is_the_end_and_comes_with_more_input),
        cmocka_unit_test(a_message_of_many_zeros_is_one_message),
        cmocka_unit_test(a_memory_of_zeros_is_no_message),
        cmocka_unit_test(resync_goes_behind_the_next_mseo_11),
        cmocka_unit_test(resync_from_every_offset_finds_the_next_message),
        cmocka_unit_test(mdo_bits_of_eight_bytes_stand_side_by_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
