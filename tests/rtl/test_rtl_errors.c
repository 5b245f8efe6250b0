/* SPDX-License-Identifier: Apache-2.0 */
/* Error messages of the encoder in SystemVerilog, and what it does instead of losing something: one
 * situation each, in which N-Trace and TCI say what must come. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "enc_bench.h"
#include "rtl_rig.h"
#include "timestamp_regs.h"

extern const struct rtl_encoder_kind rtl_encoder_typ, rtl_encoder_p64;

enum {
    STEP = 0x40, /* of the time, from record to record */
    SRC = 5,
    RESTART = 8, /* RestartMessages of the set */
    PACKED = 6,  /* in the packer, and those that leave while a record waits, at most */
    QUEUE_MOST = 100,
    ON = TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK,
    BTM = TR_TE_INST_MODE_BTM << TR_TE_INST_MODE_SHIFT,
    HTM = TR_TE_INST_MODE_HTM << TR_TE_INST_MODE_SHIFT,
};

static struct rig_result r;
static uint64_t now; /* the time from outside */
static char text[1 << 16];

static const struct ingress_cycle taken = {
    .nblocks = 1,
    .priv = INGRESS_PRIV_M,
    .block = {{.iaddr = 0x1000, .iretire = 2, .itype = INGRESS_ITYPE_TAKEN, .ilastsize = 1}}};

static void start(uint32_t control, uint32_t features)
{
    struct trm_encoder_cfg cfg;
    const uint32_t ts =
        TR_TS_ACTIVE_MASK | TR_TS_ENABLE_MASK | TR_TS_MODE_EXTERNAL << TR_TS_MODE_SHIFT;
    rtl_encoder_typ.cfg(&cfg);
    rig_begin(&rtl_encoder_typ, &cfg, &r);
    rig_set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    rig_set(TR_TE_INST_FEATURES_OFFSET, features);
    rig_set(TR_TS_CONTROL_OFFSET, TR_TS_ACTIVE_MASK);
    rig_set(TR_TS_CONTROL_OFFSET, ts);
    rig_set(TR_TE_CONTROL_OFFSET, control);
    now = 0x1000;
    rig_block(true);
}

static bool has_lost(void)
{
    return (rig_get_rtl(TR_TE_CONTROL_OFFSET) & TR_TE_INST_STALL_OR_OVERFLOW_MASK) != 0;
}

/* A record at a time of its own, and time to look at it. The link takes nothing. */
static void give(const struct ingress_cycle *in)
{
    now += STEP;
    rig_time(now);
    rig_clock(in, false);
    for (unsigned i = 0; i < 8; i++) {
        rig_clock(NULL, false);
    }
}

/* Branches that are taken, until the message of one is lost. Returns how many. */
static unsigned fill(void)
{
    for (unsigned n = 1; n < QUEUE_MOST; n++) {
        give(&taken);
        if (has_lost()) {
            return n;
        }
    }
    fail_msg("nothing is lost");
    return 0;
}

static void drain(void)
{
    rig_block(false);
    for (unsigned i = 0; i < 1000; i++) {
        rig_clock(NULL, true);
    }
}

/* The end of a run: its messages as text. */
static const char *told(void)
{
    size_t n = r.rtl_n;
    rig_end(false);
    text[0] = '\n';
    bench_lines(&r.stream, r.rtl, n, text + 1, sizeof text - 1);
    return text;
}

static unsigned lines_before(const char *all, const char *end, const char *word)
{
    unsigned n = 0;
    for (const char *at = strstr(all, word); at != NULL && at < end; at = strstr(at + 1, word)) {
        n++;
    }
    return n;
}

/* The first record gives ProgTraceSync, then each a DirectBranch. One is lost, then three more at
 * other times. Fields are those of N-Trace, Error. The time is relative to the message before.
 * Holds NT-ERR-003 NT-ERR-006 NT-ERR-010 NT-ERR-012 NT-TX-007 */
static void source_code_and_time_of_the_first_loss(void **state)
{
    (void)state;
    start(ON | BTM, SRC << TR_TE_SRC_ID_SHIFT | 3u << TR_TE_SRC_BITS_SHIFT);
    unsigned n = fill();
    now += 5000;
    for (unsigned i = 0; i < 3; i++) {
        give(&taken);
    }
    drain();
    give(&taken);
    drain();
    const char *all = told();
    const char *error =
        strstr(all, "\nError SRC=5 ETYPE=0 ECODE=4 TSTAMP=0x40\nProgTraceSync SRC=5 "
                    "SYNC=7 ");
    assert_non_null(error);
    assert_true(n > 2);
    assert_int_equal(lines_before(all, error, "\nDirectBranch SRC=5 ICNT=2 TSTAMP="), n - 1);
}

/* The queue is full to the last place; then the hart changes its context. Holds NT-ERR-007 */
static void a_lost_ownership_has_its_own_code(void **state)
{
    (void)state;
    start(ON | BTM | TR_TE_CONTEXT_MASK, 0);
    unsigned n = fill();
    (void)told();
    struct ingress_cycle in = taken;
    in.block[0].itype = INGRESS_ITYPE_NONE;
    in.ctype = INGRESS_CTYPE_PRECISE;
    in.context = 7;
    start(ON | BTM | TR_TE_CONTEXT_MASK, 0);
    for (unsigned i = 1; i < n; i++) {
        give(&taken);
    }
    assert_false(has_lost());
    give(&in);
    assert_true(has_lost());
    drain();
    assert_non_null(strstr(told(), "\nError ETYPE=0 ECODE=8 TSTAMP=0x40\n"));
}

/* Tracing is switched off while the link is blocked, and nothing more happens: the Error message
 * comes by itself. Holds NT-ERR-013 NT-ERR-014 NT-ERR-015 */
static void an_error_message_is_the_last(void **state)
{
    (void)state;
    start(ON | BTM, 0);
    (void)fill();
    rig_set(TR_TE_CONTROL_OFFSET, (ON | BTM) & ~(uint32_t)TR_TE_INST_TRACING_MASK);
    size_t before = r.rtl_n;
    drain();
    assert_true(r.rtl_n > before);
    const char *all = told();
    const char *error = strstr(all, "\nError ETYPE=0 ECODE=4 TSTAMP=0x40\n");
    assert_non_null(error);
    assert_int_equal(strchr(error + 1, '\n')[1], '\0');
}

static unsigned whole_messages(void)
{
    unsigned n = 0;
    for (size_t i = 0; i < r.rtl_n; i++) {
        n += (r.rtl[i] & 3) == 3;
    }
    return n;
}

/* A branch in every clock, the link takes a beat in 16: tracing goes on when RestartMessages are
 * left. A record's time says when it came, and so what had left by then. Holds TCI-COMP-019 */
static void it_drains_before_it_goes_on(void **state)
{
    (void)state;
    static unsigned left[4096];
    start(ON | BTM, 0);
    (void)fill();
    uint64_t first = now + 1;
    rig_block(false);
    for (unsigned i = 0; i < 4096; i++) {
        rig_time(++now);
        left[i] = whole_messages();
        rig_clock(&taken, i % 16 == 0);
    }
    const char *all = told();
    const char *error = strstr(all, "\nError ");
    assert_non_null(error);
    const char *sync = strstr(error, " SYNC=7 ");
    assert_non_null(sync);
    uint64_t when = strtoull(strstr(sync, "TSTAMP=") + 7, NULL, 0);
    unsigned queued = lines_before(all, error + 1, "\n") - 1;
    assert_in_range(when, first + 16, first + 4095);
    unsigned level = queued - left[when - first];
    assert_in_range(level, 1, RESTART + PACKED);
    assert_true(queued > RESTART + PACKED + 10);
}

/* With stall the same is refused, and taken later: every message is that of a model that never
 * has to. Holds TCI-COMP-020 TCI-TE-018 */
static void stall_instead(void **state)
{
    (void)state;
    start(ON | BTM | TR_TE_INST_STALL_ENA_MASK, 0);
    rig_block(false);
    for (unsigned i = 0; i < 3000; i++) {
        struct ingress_cycle in = taken;
        in.block[0].iaddr = 0x1000 + 8 * (i % 64);
        rig_time(++now);
        rig_clock(&in, i % 4 == 0);
    }
    assert_int_equal(r.records, 3000);
    assert_true(r.stalls > 500);
    assert_true(has_lost()); /* the same bit */
    rig_end(true);
    assert_true(r.equal);
    assert_true(r.model_n > 3000);
}

/* Holds TCI-ENA-011 */
static void traced_from_the_next_record_on(void **state)
{
    (void)state;
    struct ingress_cycle in = taken;
    start((ON | BTM) & ~(uint32_t)TR_TE_INST_TRACING_MASK, 0);
    rig_block(false);
    for (unsigned i = 0; i < 20; i++) {
        rig_time(++now);
        rig_clock(&in, true);
    }
    assert_int_equal(r.rtl_n, 0);
    rig_set(TR_TE_CONTROL_OFFSET, ON | BTM);
    assert_int_equal(r.rtl_n, 0);
    in.block[0].iaddr = 0x2468;
    now = 0x77777;
    rig_time(now);
    rig_clock(&in, true);
    drain();
    const char *want =
        "\nProgTraceSync SYNC=5 ICNT=0 FADDR=0x1234 TSTAMP=0x77777\nDirectBranch ICNT=2";
    assert_int_equal(strncmp(told(), want, strlen(want)), 0);
}

/* The next address of an indirect jump in a line, or false. */
static bool next_address(const char **at, uint64_t *address)
{
    const char *full = strstr(*at, " FADDR="), *part = strstr(*at, " UADDR=");
    if (full == NULL && part == NULL) {
        return false;
    }
    bool is_full = full != NULL && (part == NULL || full < part);
    const char *field = is_full ? full : part;
    uint64_t value = strtoull(field + 7, NULL, 0) << 1;
    *address = is_full ? value : *address ^ value;
    *at = field + 1;
    return true;
}

static uint64_t shape(unsigned i)
{
    uint64_t bit = UINT64_C(1) << (i / 2 % 64);
    return (i % 2 == 0 ? bit : ~bit) & ~UINT64_C(1);
}

/* Jumps to addresses of every length, with every sign, extended: what the messages say is where the
 * hart went. Holds NT-EXT-009 */
static void addresses_of_every_shape(void **state)
{
    (void)state;
    static const uint32_t features[] = {0, TR_TE_INST_EXTEND_ADDR_MSB_MASK};
    size_t size[2] = {0};
    for (unsigned k = 0; k < 2; k++) {
        rig_trace(&rtl_encoder_p64, BTM, features[k], &r);
        struct ingress_cycle in = taken;
        in.block[0].itype = INGRESS_ITYPE_OTHER_UNINFERABLE;
        for (unsigned i = 0; i < 128; i++) {
            in.block[0].iaddr = shape(i);
            rig_clock(&in, true);
        }
        for (unsigned i = 0; i < 2000; i++) {
            rig_clock(NULL, true);
        }
        size[k] = r.rtl_n;
        const char *at = told();
        uint64_t address = 0;
        for (unsigned i = 0; i < 128; i++) {
            assert_true(next_address(&at, &address));
            assert_int_equal(address, shape(i));
        }
    }
    assert_true(size[1] < size[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(source_code_and_time_of_the_first_loss),
        cmocka_unit_test(a_lost_ownership_has_its_own_code),
        cmocka_unit_test(an_error_message_is_the_last),
        cmocka_unit_test(it_drains_before_it_goes_on),
        cmocka_unit_test(stall_instead),
        cmocka_unit_test(traced_from_the_next_record_on),
        cmocka_unit_test(addresses_of_every_shape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
