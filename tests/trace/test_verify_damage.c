/* SPDX-License-Identifier: Apache-2.0 */
/* Strict verification: damage that leaves PCs and times as they are. */
#include "strict_rig.h"

/* Bytes of the trace. */
struct bytes {
    uint8_t at[256];
    size_t n;
};

static void load(const struct rig *r, struct bytes *b)
{
    FILE *f = fopen(r->trace, "rb");
    assert_non_null(f);
    b->n = fread(b->at, 1, sizeof b->at, f);
    assert_in_range(b->n, 20, sizeof b->at - 1);
    (void)fclose(f);
}

static void store(const struct rig *r, const struct bytes *b)
{
    FILE *f = fopen(r->trace, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(b->at, 1, b->n, f), b->n);
    assert_int_equal(fclose(f), 0);
}

/* Offset of message number n that has this TCODE (from 0): a message ends with MSEO 11. */
static size_t find_message(const struct bytes *b, unsigned tcode, unsigned n)
{
    for (size_t i = 0, start = 0; i < b->n; i++) {
        if ((b->at[i] & 3) == 3) {
            if (b->at[start] >> 2 == tcode && n-- == 0) {
                return start;
            }
            start = i + 1;
        }
    }
    fail_msg("no such message");
    return 0;
}

/* An Ownership message, TCODE 2, ends with PROCESS (its last byte MSEO 01) and TSTAMP, here 0 in
 * one byte: 0x03. Without it no time is wrong. */
static void a_timestamp_that_is_lost_is_missed(void **state)
{
    static struct rig r;
    struct bytes b;
    (void)state;
    for (unsigned m = 0; m < 2; m++) {
        open_rig(&r);
        encode(&r, modes[m]);
        load(&r, &b);
        size_t at = find_message(&b, 2, 0) + 1;
        while ((b.at[at] & 3) == 0) {
            at++;
        }
        assert_int_equal(b.at[at] & 3, 1);
        assert_int_equal(b.at[at + 1], 0x03);
        b.at[at] |= 3;
        memmove(b.at + at + 1, b.at + at + 2, b.n - at - 2);
        b.n--;
        store(&r, &b);
        verify(&r, HTR_COMPARE_DIFFERENT);
        assert_non_null(strstr(r.text, "message 1 at offset"));
        assert_non_null(strstr(r.text, "Ownership has no TSTAMP"));
        close_rig(&r);
    }
}

/* Field B-TYPE: either 1 only, or both 2 and 3. It is in bits 3:2 of the second byte of
 * IndirectBranch (TCODE 4) and IndirectBranchHist (28): 2 is the exception, 3 the interrupt. */
static void a_branch_type_that_is_not_told_apart_is_missed(void **state)
{
    static struct rig r;
    struct bytes b;
    (void)state;
    for (unsigned type = 2; type <= 3; type++) {
        unsigned n = 0;
        size_t at;
        open_rig(&r);
        encode(&r, "btm");
        load(&r, &b);
        do {
            at = find_message(&b, 4, n++);
        } while ((b.at[at + 1] >> 2 & 3u) != type);
        b.at[at + 1] = (uint8_t)((b.at[at + 1] & ~0x0Cu) | 1u << 2);
        store(&r, &b);
        verify(&r, HTR_COMPARE_DIFFERENT);
        assert_non_null(strstr(r.text, "IndirectBranch has B-TYPE 1"));
        close_rig(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_timestamp_that_is_lost_is_missed),
        cmocka_unit_test(a_branch_type_that_is_not_told_apart_is_missed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
