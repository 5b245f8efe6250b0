/* SPDX-License-Identifier: Apache-2.0 */
/* nexus_cfg_equal: every field counts, and what is between them in memory does not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "nexus/nexus_cfg.h"

#define FIELD(name)                                                                                \
    {                                                                                              \
        offsetof(struct nexus_stream_cfg, name), sizeof((struct nexus_stream_cfg *)0)->name        \
    }

static const struct {
    size_t at, size;
} fields[] = {
    FIELD(profile),
    FIELD(src_bits),
    FIELD(xlen),
    FIELD(timestamps),
    FIELD(timestamp_bits),
    FIELD(extend_addr_msb),
    FIELD(sequential_jump),
    FIELD(implicit_return),
    FIELD(return_mode),
    FIELD(return_depth),
    FIELD(repeated_history),
    FIELD(all_jumps),
    FIELD(isa),
    FIELD(jvt),
    FIELD(width.status),
    FIELD(width.map),
    FIELD(width.dsz),
    FIELD(width.elsz),
    FIELD(width.dcorr),
    FIELD(width.dsync),
    FIELD(width.idtag),
    FIELD(width.ndq),
    FIELD(width.xmap),
    FIELD(width.cksrc),
    FIELD(width.cksync),
    FIELD(width.ckdf),
    FIELD(width.cancel),
};

enum {
    FIELDS = sizeof fields / sizeof fields[0]
};

/* The values of `from` in memory that was all `fill`. */
static struct nexus_stream_cfg *copy(struct nexus_stream_cfg *to,
                                     const struct nexus_stream_cfg *from, int fill)
{
    memset(to, fill, sizeof *to);
    for (size_t i = 0; i < FIELDS; i++) {
        memcpy((char *)to + fields[i].at, (const char *)from + fields[i].at, fields[i].size);
    }
    return to;
}

static void what_is_between_the_fields_does_not_count(void **state)
{
    (void)state;
    struct nexus_stream_cfg cfg, a, b;
    nexus_cfg_init(&cfg);
    copy(&a, &cfg, 0x00);
    copy(&b, &cfg, 0xFF);
    assert_true(memcmp(&a, &b, sizeof a) != 0);
    assert_true(nexus_cfg_equal(&a, &b));
}

static void every_field_counts(void **state)
{
    (void)state;
    struct nexus_stream_cfg cfg, a, b;
    nexus_cfg_init(&cfg);
    copy(&a, &cfg, 0);
    for (size_t i = 0; i < FIELDS; i++) {
        copy(&b, &cfg, 0);
        *((char *)&b + fields[i].at) ^= 1;
        assert_false(nexus_cfg_equal(&a, &b));
        assert_false(nexus_cfg_equal(&b, &a));
    }
}

/* A field that is new is missing in this test when it is in no hole of the others. */
static void the_list_has_every_field(void **state)
{
    (void)state;
    size_t known = 0;
    for (size_t i = 0; i < FIELDS; i++) {
        known += fields[i].size;
    }
    assert_true(sizeof(struct nexus_stream_cfg) - known < 2 * sizeof(uint64_t));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_between_the_fields_does_not_count),
        cmocka_unit_test(every_field_counts),
        cmocka_unit_test(the_list_has_every_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
