/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Data trace: packets as the tables of Efficient Trace 2.0 have them, chapter "Data Trace Encoder
 * Output Packets", put together here field by field; what differences and XOR mean; and which
 * packet the model's encoder chooses.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "etrace/etrace_flow.h"
#include "trm/trm_etrace_data.h"

#define NO_ADDRESS   (UINT32_C(1) << ETRACE_DOPT_NO_ADDRESS)
#define NO_DATA      (UINT32_C(1) << ETRACE_DOPT_NO_DATA)
#define FULL_ADDRESS (UINT32_C(1) << ETRACE_DOPT_FULL_ADDRESS)
#define FULL_DATA    (UINT32_C(1) << ETRACE_DOPT_FULL_DATA)

static struct etrace_cfg cfg;
static struct etrace_data_state state;

static int setup(void **unused)
{
    (void)unused;
    etrace_cfg_init(&cfg);
    memset(&state, 0, sizeof state);
    return 0;
}

/* Fields in the order of a table: width, value. */
struct field {
    unsigned width;
    uint64_t value;
};

/* The bits of the fields, lowest first, without equal ones at the top but one, in whole bytes. */
static unsigned compose(const struct field *f, size_t n, uint8_t *out)
{
    static bool bit[1024];
    unsigned bits = 0;
    for (size_t i = 0; i < n; i++) {
        for (unsigned k = 0; k < f[i].width; k++) {
            bit[bits++] = (f[i].value >> k & 1u) != 0;
        }
    }
    bool sign = bit[bits - 1];
    while (bits > 1 && bit[bits - 2] == sign) {
        bits--;
    }
    unsigned bytes = (bits + 7) / 8;
    memset(out, 0, bytes);
    for (unsigned i = 0; i < 8 * bytes; i++) {
        out[i / 8] |= (uint8_t)((i < bits ? bit[i] : sign) << (i % 8));
    }
    return bytes;
}

/* p is encoded to these fields, and they decode to p. */
static void expect_fields(uint32_t options, const struct etrace_data_packet *p,
                          const struct field *f, size_t n)
{
    uint8_t want[64], payload[ETRACE_PAYLOAD_MAX];
    struct etrace_data_packet back;
    unsigned size = 0, bytes = compose(f, n, want);
    assert_int_equal(etrace_data_encode(&cfg, options, &state, p, payload, &size), ETRACE_OK);
    assert_int_equal(size, bytes);
    assert_memory_equal(payload, want, bytes);
    assert_int_equal(etrace_data_decode(&cfg, options, &state, want, bytes, &back), ETRACE_OK);
    assert_int_equal(back.format, p->format);
    assert_int_equal(back.subtype, p->subtype);
    assert_int_equal(back.size, p->size);
    assert_int_equal(back.diff, p->diff);
    assert_int_equal(back.resp, p->resp);
    assert_int_equal(back.lrid, p->lrid);
    assert_true(back.address == p->address);
    assert_true(back.data == p->data);
    assert_true(back.operand == p->operand);
}

#define EXPECT(options, p, ...)                                                                    \
    expect_fields(options, p, (const struct field[]){__VA_ARGS__},                                 \
                  sizeof((const struct field[]){__VA_ARGS__}) / sizeof(struct field))

static void expect_reserved(uint32_t options, const struct field *f, size_t n)
{
    uint8_t bytes[64];
    struct etrace_data_packet p;
    unsigned size = compose(f, n, bytes);
    assert_int_equal(etrace_data_decode(&cfg, options, &state, bytes, size, &p),
                     ETRACE_ERR_RESERVED);
}

#define RESERVED(options, ...)                                                                     \
    expect_reserved(options, (const struct field[]){__VA_ARGS__},                                  \
                    sizeof((const struct field[]){__VA_ARGS__}) / sizeof(struct field))

/* max(1, clog2(clog2(data_width / 8 + 1))): 2, 3, 5 and 9 have clog2 1, 2, 3 and 4.
 * Holds ET-DAT-003..004 ET-DIS-031 */
static void widths(void **unused)
{
    static const uint8_t want[][2] = {{8, 1}, {16, 1}, {32, 2}, {64, 2}};
    (void)unused;
    for (unsigned i = 0; i < 4; i++) {
        cfg.data_width = want[i][0];
        assert_int_equal(etrace_data_size_width(&cfg), want[i][1]);
    }
    cfg.data_split = cfg.data_atomics = cfg.data_csrs = false;
    assert_int_equal(etrace_data_format_width(&cfg), 2);
    cfg.data_csrs = true;
    assert_int_equal(etrace_data_format_width(&cfg), 3);
}

/* Four bytes at 0x80001004, the value 0xfffffff0: one byte says it. In bytes: 000 10 00 00 f0, then
 * 0x20000401 from bit 17.
 * Holds ET-DAT-007 */
static void bytes_by_hand(void **unused)
{
    static const uint8_t want[] = {0x10, 0xe0, 0x03, 0x08, 0x00, 0x40};
    const struct etrace_data_packet p = {
        .size = 2, .data = (uint64_t)-16, .address = 0x80001004 >> 2};
    uint8_t payload[ETRACE_PAYLOAD_MAX];
    unsigned size = 0;
    (void)unused;
    assert_int_equal(etrace_data_encode(&cfg, 0, &state, &p, payload, &size), ETRACE_OK);
    assert_int_equal(size, sizeof want);
    assert_memory_equal(payload, want, sizeof want);
}

/* Holds ET-DAT-003..012 ET-DIS-029 */
static void loads_and_stores(void **unused)
{
    (void)unused;
    struct etrace_data_packet p = {.size = 3, .data = 0x7f, .address = 0x10000200};
    EXPECT(0, &p, {3, 0}, {2, 3}, {2, 0}, {3, 0}, {8, 0x7f}, {64, 0x10000200});
    p.data = 0x80; /* its sign needs another byte */
    EXPECT(0, &p, {3, 0}, {2, 3}, {2, 0}, {3, 1}, {16, 0x80}, {64, 0x10000200});
    p = (struct etrace_data_packet){
        .format = 3, .size = 1, .diff = 1, .data = (uint64_t)-2, .address = (uint64_t)-5};
    EXPECT(0, &p, {3, 3}, {2, 1}, {2, 1}, {1, 0}, {8, 0xfe}, {64, (uint64_t)-5});
    p = (struct etrace_data_packet){.format = 2, .diff = 2, .data = 0x11, .address = 1};
    EXPECT(0, &p, {3, 2}, {2, 0}, {2, 2}, {0, 0}, {8, 0x11}, {64, 1}); /* bytes: no data_len */
    p = (struct etrace_data_packet){.format = 1, .size = 2, .diff = 1, .address = 6};
    EXPECT(NO_DATA, &p, {3, 1}, {2, 2}, {1, 1}, {64, 6});
    p = (struct etrace_data_packet){.format = 2, .size = 2, .diff = 3, .data = 0x1234};
    EXPECT(NO_ADDRESS, &p, {3, 2}, {2, 2}, {2, 3}, {64, 0x1234});
    cfg.data_diff_width = 1;
    p.diff = 1;
    EXPECT(NO_ADDRESS, &p, {3, 2}, {2, 2}, {1, 1}, {64, 0x1234});
    cfg.data_atomics = cfg.data_csrs = false;
    cfg.data_width = 32;
    cfg.daddress_width = 32;
    p = (struct etrace_data_packet){.format = 1, .size = 1, .address = 0x1235};
    EXPECT(NO_DATA, &p, {2, 1}, {2, 1}, {1, 0}, {32, 0x1235}); /* two bits of format */
}

/* Holds ET-DAT-012..016 ET-DIS-035 */
static void split_loads(void **unused)
{
    (void)unused;
    cfg.data_split = true;
    cfg.lrid_width = 4;
    struct etrace_data_packet p = {.size = 2, .lrid = 9, .diff = 1, .address = 3};
    EXPECT(0, &p, {3, 0}, {2, 2}, {4, 9}, {1, 1}, {64, 3});
    p = (struct etrace_data_packet){.format = 4, .size = 2, .lrid = 9, .resp = 3, .data = 0x55};
    EXPECT(0, &p, {3, 4}, {2, 2}, {4, 9}, {2, 3}, {64, 0x55});
    p = (struct etrace_data_packet){.format = 4, .size = 2, .lrid = 9}; /* error: no data */
    EXPECT(0, &p, {3, 4}, {2, 2}, {4, 9}, {2, 0});
    p = (struct etrace_data_packet){.format = 2, .size = 0, .data = 1, .address = 8};
    EXPECT(0, &p, {3, 2}, {2, 0}, {2, 0}, {8, 1}, {64, 8}); /* a store is the unified packet */
}

/* Holds ET-DAT-019..043 */
static void atomics(void **unused)
{
    (void)unused;
    struct etrace_data_packet p = {.format = 6,
                                   .subtype = 5,
                                   .size = 3,
                                   .diff = 1,
                                   .operand = 0x100,
                                   .data = (uint64_t)-1,
                                   .address = 2};
    EXPECT(0, &p, {3, 6}, {3, 5}, {2, 3}, {2, 1}, {3, 1}, {16, 0x100}, {3, 0}, {8, 0xff}, {64, 2});
    p = (struct etrace_data_packet){.format = 6, .subtype = 7, .size = 2, .address = 4};
    EXPECT(NO_DATA, &p, {3, 6}, {3, 7}, {2, 2}, {1, 0}, {64, 4}); /* a store that failed */
    p = (struct etrace_data_packet){
        .format = 6, .subtype = 1, .size = 2, .diff = 1, .operand = 3, .data = 0x777};
    EXPECT(NO_ADDRESS, &p, {3, 6}, {3, 1}, {2, 2}, {2, 1}, {2, 0}, {8, 3}, {64, 0x777});
    cfg.data_split = true;
    cfg.lrid_width = 3;
    p = (struct etrace_data_packet){
        .format = 6, .subtype = 4, .size = 2, .lrid = 5, .diff = 2, .operand = 3, .address = 1};
    EXPECT(0, &p, {3, 6}, {3, 4}, {2, 2}, {3, 5}, {2, 2}, {2, 0}, {8, 3}, {64, 1});
    state.atomic[5] = 2 | 4 << 4; /* the request said so */
    p = (struct etrace_data_packet){
        .format = 7, .subtype = 4, .size = 2, .lrid = 5, .resp = 2, .data = 0x1ff};
    EXPECT(0, &p, {3, 7}, {3, 5}, {2, 2}, {2, 1}, {16, 0x1ff});
    p.resp = 0;
    p.data = 0;
    EXPECT(0, &p, {3, 7}, {3, 5}, {2, 0});
}

/* mstatus 0x300 has an operand, mvendorid 0xf11 is read-only by its number.
 * Holds ET-DAT-044..061 */
static void csrs(void **unused)
{
    (void)unused;
    struct etrace_data_packet p = {
        .format = 5, .subtype = 1, .size = 3, .data = 0x1800, .address = 0x300, .operand = 8};
    EXPECT(0, &p, {3, 5}, {2, 1}, {2, 0}, {3, 1}, {16, 0x1800}, {6, 0xc}, {3, 0}, {8, 8}, {6, 0});
    p = (struct etrace_data_packet){
        .format = 5, .subtype = 1, .size = 3, .diff = 3, .data = 5, .address = 0xf11};
    EXPECT(0, &p, {3, 5}, {2, 1}, {2, 3}, {3, 0}, {8, 5}, {6, 0x3c}, {6, 0x11});
    p = (struct etrace_data_packet){.format = 5, .subtype = 2, .size = 3, .address = 0x341};
    EXPECT(NO_DATA, &p, {3, 5}, {2, 2}, {1, 0}, {6, 0xd}, {6, 1});
    cfg.xlen = 32; /* CSRs of 32 bits: two bits of length */
    cfg.iaddress_width = 32;
    p = (struct etrace_data_packet){
        .format = 5, .size = 2, .data = 0x10, .address = 0x300, .operand = (uint64_t)-1};
    EXPECT(0, &p, {3, 5}, {2, 0}, {2, 0}, {2, 0}, {8, 0x10}, {6, 0xc}, {2, 0}, {8, 0xff}, {6, 0});
}

/* Holds ET-DAT-011 ET-DAT-015 ET-DAT-020 ET-DAT-028 ET-DAT-044..045 */
static void reserved_codes(void **unused)
{
    (void)unused;
    RESERVED(NO_ADDRESS, {3, 0}, {2, 2}, {2, 2}, {64, 1});           /* diff 10 */
    RESERVED(0, {3, 5}, {2, 3}, {2, 0}, {3, 0}, {8, 1}, {12, 0xf0}); /* CSR subtype 11 */
    RESERVED(0, {3, 6}, {3, 7}, {2, 2}, {2, 0}, {2, 0}, {8, 1}, {2, 0}, {8, 1}, {64, 4});
    RESERVED(0, {3, 4}, {2, 2}, {1, 0}, {2, 2}, {64, 1}); /* not split */
    RESERVED(0, {3, 7}, {1, 0}, {2, 2}, {64, 1});
    RESERVED(NO_ADDRESS | NO_DATA, {3, 0}, {2, 2}, {1, 0}, {64, 1});
    cfg.data_csrs = false;
    RESERVED(0, {3, 5}, {2, 0}, {2, 0}, {3, 0}, {8, 1}, {6, 0x3c}, {6, 1});
    cfg.data_width = 32;
    RESERVED(NO_DATA, {3, 0}, {2, 3}, {1, 0}, {64, 1}); /* 8 bytes */
}

static void apply(uint32_t options, struct etrace_data_packet p, uint64_t address, uint64_t data)
{
    struct etrace_access a;
    p.has_address = (options & NO_ADDRESS) == 0;
    p.has_data = (options & NO_DATA) == 0;
    assert_int_equal(etrace_data_apply(&cfg, options, &state, &p, &a), ETRACE_OK);
    assert_true(a.address == address);
    assert_true(a.data == data);
}

static void unknown(uint32_t options, struct etrace_data_packet p)
{
    struct etrace_access a;
    p.has_address = (options & NO_ADDRESS) == 0;
    p.has_data = (options & NO_DATA) == 0;
    assert_int_equal(etrace_data_apply(&cfg, options, &state, &p, &a), ETRACE_ERR_NOSYNC);
}

#define PACKET(...) ((struct etrace_data_packet){__VA_ARGS__})

/* "The address of this data access, minus the address of the previous data access of the same
 * size"; values the same; aligned ones without their lowest bits.
 * Holds ET-DAT-005 ET-DAT-008 ET-DAT-010..011 ET-DAT-017..018 */
static void relative_to_the_access_before(void **unused)
{
    (void)unused;
    unknown(0, PACKET(.size = 2, .diff = 2, .address = 1));
    apply(0, PACKET(.size = 2, .address = 0x1000 >> 2, .data = 0xff), 0x1000, 0xff);
    unknown(0, PACKET(.size = 3, .diff = 2)); /* another size */
    apply(0, PACKET(.size = 3, .address = 0x100, .data = 7), 0x800, 7);
    apply(0, PACKET(.size = 2, .diff = 1, .address = 1, .data = 0xf0), 0x1004, 0x0f);
    apply(0, PACKET(.size = 2, .diff = 3, .address = (uint64_t)-2, .data = 1), 0xffc, 0x10);
    apply(0, PACKET(.size = 2, .diff = 3, .data = (uint64_t)-0x11), 0xffc, 0xffffffff);
    apply(0, PACKET(.format = 3, .size = 2, .diff = 2, .address = 6, .data = 1), 0x1002, 1);
    apply(0, PACKET(.size = 2, .diff = 2, .address = 1, .data = 2), 0x1004, 2); /* 400 + 1 */
    apply(NO_DATA, PACKET(.size = 2, .diff = 1, .address = 1), 0x1008, 0);
    apply(NO_ADDRESS, PACKET(.size = 2, .diff = 1, .data = 3), 0, 1);
    cfg.data_diff_width = 1; /* one bit says: as the encoder compresses */
    apply(NO_ADDRESS, PACKET(.size = 2, .diff = 1, .data = 3), 0, 2);
    cfg.data_no_xor = true;
    apply(NO_ADDRESS, PACKET(.size = 2, .diff = 1, .data = 3), 0, 5);
    etrace_data_sync(&state);
    unknown(NO_ADDRESS, PACKET(.size = 2, .diff = 1, .data = 3));
}

/* Addresses of more than 32 bits are extended, and cut to XLEN.
 * Holds ET-DAT-008 ET-DIS-029 */
static void narrow_addresses(void **unused)
{
    (void)unused;
    cfg.daddress_width = 40;
    apply(0, PACKET(.format = 1, .address = UINT64_C(0x8000000001)), UINT64_C(0xffffff8000000001),
          0);
    cfg.daddress_width = 32;
    apply(0, PACKET(.format = 1, .address = 0x80000001), 0x80000001, 0);
}

static struct trm_etrace_data enc;

/* The last payload that the encoder put. */
static uint8_t last[ETRACE_PAYLOAD_MAX];
static unsigned nlast;

static bool keep(void *ctx, const uint8_t *payload, unsigned size)
{
    (void)ctx;
    memcpy(last, payload, size);
    nlast = size;
    return true;
}

static void store(uint64_t addr, uint64_t value)
{
    const struct ingress_access a = {
        .dtype = INGRESS_DTYPE_STORE, .dsize = 3, .daddr = addr, .store = value};
    trm_etrace_data_take(&enc, &a);
}

static void expect_sent(const struct field *f, size_t n)
{
    uint8_t bytes[64];
    unsigned size = compose(f, n, bytes);
    assert_int_equal(nlast, size);
    assert_memory_equal(last, bytes, size);
}

#define SENT(...)                                                                                  \
    expect_sent((const struct field[]){__VA_ARGS__},                                               \
                sizeof((const struct field[]){__VA_ARGS__}) / sizeof(struct field))

/* "Depending on whichever results in the most efficient representation", and within the options. */
static void shortest_packet(void **unused)
{
    const uint64_t wide = UINT64_C(0x123456789abcdef0);
    (void)unused;
    assert_true(trm_etrace_data_init(&enc, &cfg, keep, NULL));
    store(0x1000, wide);
    SENT({3, 2}, {2, 3}, {2, 0}, {3, 7}, {64, wide}, {64, 0x200});
    store(0x1008, wide); /* XOR: 0 */
    SENT({3, 2}, {2, 3}, {2, 1}, {3, 0}, {8, 0}, {64, 1});
    store(0x1000, wide + 0x7f); /* XOR has a second byte: ...def0 and ...df6f */
    SENT({3, 2}, {2, 3}, {2, 3}, {3, 0}, {8, 0x7f}, {64, (uint64_t)-1});
    store(0x1000, 5);
    SENT({3, 2}, {2, 3}, {2, 2}, {3, 0}, {8, 5}, {64, 0});
    store(0x1008, 5);
    enc.options = FULL_DATA;
    store(0x1010, wide);
    SENT({3, 2}, {2, 3}, {2, 2}, {3, 7}, {64, wide}, {64, 1});
    store(0x1018, wide);
    SENT({3, 2}, {2, 3}, {2, 2}, {3, 7}, {64, wide}, {64, 1});
    enc.options = FULL_ADDRESS;
    store(0x1020, wide);
    SENT({3, 2}, {2, 3}, {2, 0}, {3, 7}, {64, wide}, {64, 0x204});
    enc.options = FULL_ADDRESS | NO_DATA;
    store(0x1028, wide);
    SENT({3, 2}, {2, 3}, {1, 0}, {64, 0x205});
    enc.options = 0;
    enc.cfg.data_no_xor = true;
    store(0x1030, wide);
    SENT({3, 2}, {2, 3}, {2, 3}, {3, 0}, {8, 0}, {64, 1});
}

/* Differences of CSR numbers exist without data alone.
 * Holds ET-DAT-061 */
static void relative_csrs(void **unused)
{
    struct etrace_data_packet p = {.format = 5, .size = 3, .diff = 1, .address = 0x30};
    struct etrace_access a;
    (void)unused;
    assert_int_equal(etrace_data_apply(&cfg, NO_DATA, &state, &p, &a), ETRACE_ERR_NOSYNC);
    p.diff = 0;
    assert_int_equal(etrace_data_apply(&cfg, NO_DATA, &state, &p, &a), ETRACE_OK);
    assert_int_equal(a.address, 0x30);
    p.diff = 1;
    p.address = 0xfff;
    assert_int_equal(etrace_data_apply(&cfg, NO_DATA, &state, &p, &a), ETRACE_OK);
    assert_int_equal(a.address, 0x2f);
    etrace_data_sync(&state);
    assert_int_equal(etrace_data_apply(&cfg, NO_DATA, &state, &p, &a), ETRACE_ERR_NOSYNC);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(widths, setup),
        cmocka_unit_test_setup(bytes_by_hand, setup),
        cmocka_unit_test_setup(loads_and_stores, setup),
        cmocka_unit_test_setup(split_loads, setup),
        cmocka_unit_test_setup(atomics, setup),
        cmocka_unit_test_setup(csrs, setup),
        cmocka_unit_test_setup(reserved_codes, setup),
        cmocka_unit_test_setup(relative_to_the_access_before, setup),
        cmocka_unit_test_setup(narrow_addresses, setup),
        cmocka_unit_test_setup(shortest_packet, setup),
        cmocka_unit_test_setup(relative_csrs, setup),
    };
    return cmocka_run_group_tests_name("etrace-data", tests, NULL, NULL);
}
