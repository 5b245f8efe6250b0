/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Payloads and their encapsulation: facts of the specification. The bytes of the first three tests
 * are printed in Efficient Trace 2.0, chapter "Code fragment and transport"; the others are added
 * up in the test, field by field.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "etrace/etrace_frame.h"

#define FULL (UINT32_C(1) << ETRACE_OPT_FULL_ADDRESS)

/* The configuration of the specification's examples: that of the reference flow. */
static struct etrace_cfg example_cfg(void)
{
    struct etrace_cfg cfg;
    etrace_cfg_init(&cfg);
    cfg.iaddress_width = 40;
    cfg.iaddress_lsb = 0;
    cfg.nocontext = false;
    cfg.context_width = 32;
    cfg.ioptions_width = 5;
    return cfg;
}

static void expect_bytes(const struct etrace_cfg *cfg, uint32_t options,
                         const struct etrace_packet *p, const uint8_t *want, unsigned n)
{
    uint8_t payload[ETRACE_PAYLOAD_MAX];
    struct etrace_packet back;
    unsigned size = 0;
    assert_int_equal(etrace_packet_encode(cfg, options, p, payload, &size), ETRACE_OK);
    assert_int_equal(size, n);
    assert_memory_equal(payload, want, n);
    assert_int_equal(etrace_packet_decode(cfg, options, want, n, &back), ETRACE_OK);
    assert_int_equal(back.format, p->format);
    assert_int_equal(back.subformat, p->subformat);
    assert_int_equal(back.address, p->address);
    assert_int_equal(back.branches, p->branches);
    assert_int_equal(back.branch_map, p->branch_map);
    assert_int_equal(back.notify, p->notify);
    assert_int_equal(back.updiscon, p->updiscon);
    assert_int_equal(back.irreport, p->irreport);
    assert_int_equal(back.irdepth, p->irdepth);
    assert_int_equal(back.privilege, p->privilege);
    assert_int_equal(back.context, p->context);
    assert_int_equal(back.ecause, p->ecause);
    assert_int_equal(back.interrupt, p->interrupt);
    assert_int_equal(back.thaddr, p->thaddr);
    assert_int_equal(back.tval, p->tval);
    assert_int_equal(back.branch, p->branch);
    assert_int_equal(back.ioptions, p->ioptions);
    assert_int_equal(back.qual_status, p->qual_status);
    assert_int_equal(back.ienable, p->ienable);
    assert_int_equal(back.branch_count, p->branch_count);
    assert_int_equal(back.branch_fmt, p->branch_fmt);
    assert_int_equal(back.index, p->index);
}

#define EXPECT(cfg, options, p, ...)                                                               \
    expect_bytes(cfg, options, p, (const uint8_t[]){__VA_ARGS__},                                  \
                 (unsigned)sizeof((const uint8_t[]){__VA_ARGS__}))

/* "Illegal Opcode test", lines 53, 56, 58. (The bytes of line 59 are those of no address: in bytes
 * 4 and 5 the address is shifted by one bit more than in byte 8.) */
static void illegal_opcode_example(void **state)
{
    (void)state;
    const struct etrace_cfg cfg = example_cfg();
    struct etrace_packet p = {
        .format = 1, .branches = 1, .has_address = true, .address = 0x80000104};
    EXPECT(&cfg, FULL, &p, 0x05, 0x04, 0x01, 0x00, 0x80, 0x00);
    p = (struct etrace_packet){.format = 2, .has_address = true, .address = 0x8000010c};
    EXPECT(&cfg, FULL, &p, 0x32, 0x04, 0x00, 0x00, 0x02);
    p = (struct etrace_packet){.format = 3,
                               .subformat = ETRACE_SYNC_TRAP,
                               .branch = true,
                               .privilege = 3,
                               .ecause = 2,
                               .has_address = true,
                               .address = 0x80000222};
    EXPECT(&cfg, FULL, &p, 0x77, 0x00, 0x00, 0x00, 0x00, 0x81, 0x88, 0x00, 0x00, 0x20);
}

/* "Timer Long Loop", lines 61 and 64. */
static void timer_example(void **state)
{
    (void)state;
    const struct etrace_cfg cfg = example_cfg();
    struct etrace_packet p = {.format = 1,
                              .branches = 15,
                              .branch_map = 21845,
                              .has_address = true,
                              .address = 0x800001a2};
    EXPECT(&cfg, FULL, &p, 0xbd, 0xaa, 0xaa, 0x68, 0x00, 0x00, 0x20);
    p = (struct etrace_packet){.format = 3,
                               .subformat = ETRACE_SYNC_TRAP,
                               .branch = true,
                               .privilege = 3,
                               .ecause = 7,
                               .interrupt = true,
                               .thaddr = true,
                               .has_address = true,
                               .address = 0x800001b0};
    EXPECT(&cfg, FULL, &p, 0x77, 0x00, 0x00, 0x00, 0x80, 0x33, 0x6c, 0x00, 0x00, 0x20);
}

/* "Startup xrle", lines 42 and 45. */
static void startup_example(void **state)
{
    (void)state;
    const struct etrace_cfg cfg = example_cfg();
    struct etrace_packet p = {
        .format = 3, .subformat = ETRACE_SYNC_SUPPORT, .ienable = true, .ioptions = 4};
    EXPECT(&cfg, 0, &p, 0x1f, 0x04);
    assert_int_equal(etrace_cfg_options(&cfg, 4), FULL);
    p = (struct etrace_packet){.format = 3,
                               .subformat = ETRACE_SYNC_START,
                               .branch = true,
                               .privilege = 3,
                               .has_address = true,
                               .address = 0x20010522};
    EXPECT(&cfg, FULL, &p, 0x73, 0x00, 0x00, 0x00, 0x00, 0x91, 0x82, 0x00, 0x10);
}

/* The same packets in the byte stream of the Siemens transport: a srcID of 6 bits, then 2 bits of
 * type, 2 for instruction trace. */
static void siemens_transport(void **state)
{
    static const uint8_t stream[] = {0x06, 0x81, 0x32, 0x04, 0x00, 0x00, 0x02, /* source 1 */
                                     0x08, 0x8A, 0xBD, 0xAA, 0xAA, 0x68, 0x00, 0x00, 0x20, 0x0A,
                                     0x85, 0x73, 0x00, 0x00, 0x00, 0x00, 0x91, 0x82, 0x00, 0x10};
    static const uint16_t src[] = {1, 0xA, 5};
    static const unsigned size[] = {5, 7, 9};
    struct etrace_cfg cfg = example_cfg();
    struct etrace_reader r;
    struct etrace_frame f;
    size_t at = 0;
    (void)state;
    cfg.src_bits = 6;
    cfg.type_bits = 2;
    cfg.type_inst = 2;
    cfg.type_data = 3;
    assert_int_equal(etrace_reader_init(&r, &cfg, stream, sizeof stream), ETRACE_OK);
    for (unsigned i = 0; i < 3; i++) {
        uint8_t out[ETRACE_FRAME_MAX];
        unsigned n = 0;
        assert_int_equal(etrace_reader_next(&r, &f), ETRACE_OK);
        assert_int_equal(f.offset, at);
        assert_int_equal(f.src, src[i]);
        assert_int_equal(f.kind, ETRACE_KIND_INST);
        assert_int_equal(f.size, size[i]);
        assert_memory_equal(f.payload, stream + at + 2, size[i]);
        assert_int_equal(etrace_frame_write(&cfg, &f, out, &n), ETRACE_OK);
        assert_int_equal(n, f.length);
        assert_memory_equal(out, stream + at, n);
        at += n;
    }
    assert_int_equal(etrace_reader_next(&r, &f), ETRACE_ERR_END);
    assert_int_equal(at, sizeof stream);
}

/* "ATB transport": no srcID and no type; the header is 07 for 7 bytes of payload. */
static void atb_transport(void **state)
{
    static const uint8_t payload[] = {0xBD, 0xAA, 0xAA, 0x68, 0x00, 0x00, 0x20};
    static const uint8_t want[] = {0x07, 0xBD, 0xAA, 0xAA, 0x68, 0x00, 0x00, 0x20};
    const struct etrace_cfg cfg = example_cfg();
    struct etrace_frame f = {.size = sizeof payload};
    uint8_t out[ETRACE_FRAME_MAX];
    unsigned n = 0;
    (void)state;
    memcpy(f.payload, payload, sizeof payload);
    assert_int_equal(etrace_frame_write(&cfg, &f, out, &n), ETRACE_OK);
    assert_int_equal(n, sizeof want);
    assert_memory_equal(out, want, n);
}

/* Differences: format 10 in bits 0 and 1, 31 bits of address from bit 1 of it on, then bits that
 * are equal to the one before, each unless it says something. */
static void differences(void **state)
{
    struct etrace_cfg cfg;
    (void)state;
    etrace_cfg_init(&cfg);
    cfg.xlen = 32;
    cfg.iaddress_width = 32;
    /* + 6: 3 in bits 2 and 3, zeros above. */
    struct etrace_packet p = {.format = 2, .has_address = true, .address = 6};
    EXPECT(&cfg, 0, &p, 0x0e);
    /* - 2: all address bits are 1, and so is what follows. */
    p.address = UINT64_MAX - 1;
    EXPECT(&cfg, 0, &p, 0xfe);
    /* + 6 and notify: bit 33 (2 + 31) is 1, so are updiscon and irreport: 34 and 35. */
    p.address = 6;
    p.notify = true;
    EXPECT(&cfg, 0, &p, 0x0e, 0x00, 0x00, 0x00, 0xfe);
    /* + 6 and updiscon: bit 33 is 0, 34 and 35 are 1. */
    p.notify = false;
    p.updiscon = true;
    EXPECT(&cfg, 0, &p, 0x0e, 0x00, 0x00, 0x00, 0xfc);
    /* Both: 33 is 1, 34 and 35 are 0. */
    p.notify = true;
    EXPECT(&cfg, 0, &p, 0x0e, 0x00, 0x00, 0x00, 0x02);
}

/* irdepth has return_stack_size + 1 bits, or call_counter_size. */
static void depths(void **state)
{
    struct etrace_cfg cfg;
    (void)state;
    etrace_cfg_init(&cfg);
    cfg.xlen = 32;
    cfg.iaddress_width = 32;
    cfg.return_stack_size = 3;
    assert_int_equal(etrace_cfg_irdepth(&cfg), 4);
    /* + 6, irreport (bit 35), depth 5 in bits 36..39. */
    struct etrace_packet p = {
        .format = 2, .has_address = true, .address = 6, .irreport = true, .irdepth = 5};
    EXPECT(&cfg, 0, &p, 0x0e, 0x00, 0x00, 0x00, 0x58);
    cfg.return_stack_size = 0;
    cfg.call_counter_size = 2;
    /* Depth 2 in bits 36 and 37: a 1 on top. */
    p.irdepth = 2;
    EXPECT(&cfg, 0, &p, 0x0e, 0x00, 0x00, 0x00, 0xe8);
    assert_int_equal(etrace_cfg_depth(&cfg), 3);
}

/* The length of branch_map: 1, 3, 7, 15 or 31 bits. */
static void map_lengths(void **state)
{
    static const struct {
        uint8_t branches, bits;
    } row[] = {{1, 1}, {2, 3}, {3, 3}, {4, 7}, {7, 7}, {8, 15}, {15, 15}, {16, 31}, {31, 31}};
    struct etrace_cfg cfg;
    (void)state;
    etrace_cfg_init(&cfg);
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        /* All not taken; the address bit right above the map is 1, and the rest is 0. */
        uint32_t map = (uint32_t)((UINT64_C(1) << row[i].branches) - 1);
        struct etrace_packet p = {.format = 1,
                                  .branches = row[i].branches,
                                  .branch_map = map,
                                  .has_address = true,
                                  .address = 2};
        uint64_t bits = 1 | (uint64_t)row[i].branches << 2 | (uint64_t)map << 7 |
                        UINT64_C(1) << (7 + row[i].bits);
        unsigned n = (7u + row[i].bits + 1u + 1u + 7u) / 8u; /* a 0 as sign */
        uint8_t want[8];
        for (unsigned k = 0; k < 8; k++) {
            want[k] = (uint8_t)(bits >> (8 * k));
        }
        expect_bytes(&cfg, 0, &p, want, n);
    }
    /* A full map without address: branches is 0. All taken: zeros that go; the last one not: */
    struct etrace_packet p = {.format = 1};
    EXPECT(&cfg, 0, &p, 0x01);
    p.branch_map = 0x40000000; /* bit 37 of the payload, which has 38: the sign */
    EXPECT(&cfg, 0, &p, 0x01, 0x00, 0x00, 0x00, 0xe0);
}

/* Format 0: a count of 32 bits and branch_fmt; an index of cache_size bits. */
static void optional_formats(void **state)
{
    const uint32_t count = UINT32_C(1) << ETRACE_OPT_BRANCH_PREDICTION;
    const uint32_t index = UINT32_C(1) << ETRACE_OPT_JUMP_TARGET_CACHE;
    struct etrace_cfg cfg;
    struct etrace_packet back;
    const uint8_t zero[] = {0x00};
    (void)state;
    etrace_cfg_init(&cfg);
    cfg.xlen = 32;
    cfg.iaddress_width = 32;
    cfg.bpred_size = 4;
    cfg.cache_size = 5;
    /* No subformat: 5 in bits 2..33, branch_fmt 0. */
    struct etrace_packet p = {.format = 0, .branch_count = 5};
    EXPECT(&cfg, count, &p, 0x14);
    /* One bit of subformat: 5 from bit 3 on; branch_fmt 2 in bits 35 and 36; + 2 from bit 37 on. */
    cfg.f0s_width = 1;
    p.branch_fmt = ETRACE_BRANCH_ADDR;
    p.has_address = true;
    p.address = 2;
    EXPECT(&cfg, count | index, &p, 0x28, 0x00, 0x00, 0x00, 0x30);
    /* Subformat 1 in bit 2, index 9 in bits 3..7, no branches, irreport 0. */
    p = (struct etrace_packet){.format = 0, .subformat = ETRACE_EXT_INDEX, .index = 9};
    EXPECT(&cfg, count | index, &p, 0x4c);
    /* Two branches: 2 in bits 8..12, map 01 in bits 13..15 whose top bit is 0. */
    p.branches = 2;
    p.branch_map = 1;
    EXPECT(&cfg, count | index, &p, 0x4c, 0x22);
    /* Without the field: index 9 from bit 2 on. */
    cfg.f0s_width = 0;
    p = (struct etrace_packet){.format = 0, .subformat = ETRACE_EXT_INDEX, .index = 9};
    EXPECT(&cfg, index, &p, 0x24);
    cfg.f0s_width = 1;
    /* Without an option that has it, or with both and no field that tells which. */
    assert_int_equal(etrace_packet_decode(&cfg, 0, zero, 1, &back), ETRACE_ERR_RESERVED);
    cfg.f0s_width = 0;
    assert_int_equal(etrace_packet_decode(&cfg, count | index, zero, 1, &back),
                     ETRACE_ERR_RESERVED);
    /* branch_fmt 1 does not exist: bit 34. */
    const uint8_t reserved[] = {0, 0, 0, 0, 0x04, 0};
    assert_int_equal(etrace_packet_decode(&cfg, count, reserved, 6, &back), ETRACE_ERR_RESERVED);
}

/* More than the fields, and values that do not fit. Holds ET-ENC-013 */
static void refused(void **state)
{
    struct etrace_cfg cfg;
    struct etrace_packet p;
    uint8_t payload[ETRACE_PAYLOAD_MAX + 1] = {0x02};
    unsigned n;
    (void)state;
    etrace_cfg_init(&cfg);
    cfg.xlen = 32;
    cfg.iaddress_width = 32;
    /* 36 bits are 5 bytes: with a sixth there is too much; in the fifth the sign must go on. */
    assert_int_equal(etrace_packet_decode(&cfg, 0, payload, 5, &p), ETRACE_OK);
    assert_int_equal(etrace_packet_decode(&cfg, 0, payload, 6, &p), ETRACE_ERR_EXTRA);
    payload[4] = 0x80;
    assert_int_equal(etrace_packet_decode(&cfg, 0, payload, 5, &p), ETRACE_ERR_EXTRA);
    assert_int_equal(etrace_packet_decode(&cfg, 0, payload, 0, &p), ETRACE_ERR_ARG);
    assert_int_equal(etrace_packet_decode(&cfg, 0, payload, 32, &p), ETRACE_ERR_ARG);
    p = (struct etrace_packet){.format = 2, .has_address = true, .address = 3}; /* odd */
    assert_int_equal(etrace_packet_encode(&cfg, 0, &p, payload, &n), ETRACE_ERR_ARG);
    p = (struct etrace_packet){.format = 3, .privilege = 4, .has_address = true};
    assert_int_equal(etrace_packet_encode(&cfg, 0, &p, payload, &n), ETRACE_ERR_ARG);
    p = (struct etrace_packet){.format = 1, .branches = 3, .branch_map = 15, .has_address = true};
    assert_int_equal(etrace_packet_encode(&cfg, 0, &p, payload, &n), ETRACE_ERR_ARG);
    /* A trap that would be longer than a payload: 5 + 2 + 64 + 64 + 5 + 2 + 63 + 64 bits. */
    etrace_cfg_init(&cfg);
    cfg.notime = false;
    cfg.nocontext = false;
    cfg.time_width = 64;
    cfg.context_width = 64;
    assert_string_equal(etrace_cfg_check(&cfg), "payload");
}

/* Null packets, the sequence that synchronizes, and a packet that is cut off. */
static void null_packets(void **state)
{
    uint8_t stream[64] = {0};
    struct etrace_cfg cfg;
    struct etrace_reader r;
    struct etrace_frame f;
    (void)state;
    etrace_cfg_init(&cfg);
    cfg.ts_bytes = 2;
    cfg.src_bits = 8;
    assert_int_equal(etrace_sync_run(&cfg), 31 + 2 + 1);
    stream[0] = 0x05; /* the end of a packet that began before; its bytes go on as nulls */
    stream[40] = ETRACE_NULL_ALIGNMENT;
    /* flow 1, extend, 1 byte of payload: srcID 9, time 0x1234. */
    const uint8_t packet[] = {0xa1, 0x09, 0x34, 0x12, 0x0e};
    memcpy(stream + 41, packet, sizeof packet);
    assert_int_equal(etrace_reader_init(&r, &cfg, stream, sizeof stream), ETRACE_OK);
    assert_int_equal(etrace_reader_sync(&r), ETRACE_OK);
    assert_int_equal(r.pos, 41);
    assert_int_equal(etrace_reader_next(&r, &f), ETRACE_OK);
    assert_int_equal(f.flow, 1);
    assert_int_equal(f.src, 9);
    assert_true(f.stamped);
    assert_int_equal(f.stamp, 0x1234);
    assert_int_equal(f.size, 1);
    assert_int_equal(etrace_reader_next(&r, &f), ETRACE_ERR_END);
    assert_int_equal(r.nulls, 64 - 46);
    assert_int_equal(etrace_reader_sync(&r), ETRACE_ERR_END);
    stream[63] = 0x02;
    assert_int_equal(etrace_reader_init(&r, &cfg, stream + 46, 18), ETRACE_OK);
    assert_int_equal(etrace_reader_next(&r, &f), ETRACE_ERR_END);
    assert_int_equal(r.pos, 17);
}

/* A source of 6 bits and no type: the payload begins in the middle of a byte, and the two bits
 * above it are of any value. */
static void padding_is_ignored(void **state)
{
    struct etrace_cfg cfg;
    struct etrace_reader r;
    struct etrace_frame f;
    (void)state;
    etrace_cfg_init(&cfg);
    cfg.src_bits = 6;
    for (unsigned pad = 0; pad < 4; pad++) {
        /* 6 bits of source 0x2a, 8 of payload 0x0e, 2 of padding: 2 bytes. */
        unsigned bits = 0x2au | 0x0eu << 6 | pad << 14;
        const uint8_t stream[] = {0x02, (uint8_t)bits, (uint8_t)(bits >> 8)};
        assert_int_equal(etrace_reader_init(&r, &cfg, stream, sizeof stream), ETRACE_OK);
        assert_int_equal(etrace_reader_next(&r, &f), ETRACE_OK);
        assert_int_equal(f.src, 0x2a);
        assert_int_equal(f.size, 1);
        assert_int_equal(f.payload[0], 0x0e);
    }
    const uint8_t none[] = {0x01, 0x2a}; /* the source fills it */
    assert_int_equal(etrace_reader_init(&r, &cfg, none, sizeof none), ETRACE_OK);
    assert_int_equal(etrace_reader_next(&r, &f), ETRACE_ERR_TRUNCATED);
}

/* What a decoder takes for a parameter that it cannot discover: the defaults of "Required
 * instruction trace attributes", widths plus 1, but for iaddress_width and ecause_width.
 * Holds ET-DIS-040 ET-DIS-043..047 ET-DIS-049..050 ET-DIS-052..056 ET-DIS-068 ET-DIS-078 */
static void defaults_of_discovery(void **state)
{
    struct etrace_cfg def;
    (void)state;
    etrace_cfg_init(&def);
    assert_int_equal(def.bpred_size, 0);
    assert_int_equal(def.cache_size, 0);
    assert_int_equal(def.call_counter_size, 0);
    assert_int_equal(def.context_width, 0 + 1);
    assert_int_equal(def.time_width, 0 + 1);
    assert_int_equal(def.f0s_width, 0);
    assert_int_equal(def.iaddress_lsb, 0 + 1);
    assert_true(def.nocontext);
    assert_true(def.notime);
    assert_int_equal(def.privilege_width, 1 + 1);
    assert_int_equal(def.return_stack_size, 0);
    assert_int_equal(def.options & 1u << ETRACE_OPT_SEQUENTIAL_JUMP, 0); /* sijump */
    assert_int_equal(def.itype_width, 3 + 1);
    assert_int_equal(def.lrid_width, 0 + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(illegal_opcode_example),
        cmocka_unit_test(timer_example),
        cmocka_unit_test(startup_example),
        cmocka_unit_test(siemens_transport),
        cmocka_unit_test(atb_transport),
        cmocka_unit_test(differences),
        cmocka_unit_test(depths),
        cmocka_unit_test(map_lengths),
        cmocka_unit_test(optional_formats),
        cmocka_unit_test(refused),
        cmocka_unit_test(null_packets),
        cmocka_unit_test(padding_is_ignored),
        cmocka_unit_test(defaults_of_discovery),
    };
    return cmocka_run_group_tests_name("etrace-packet", tests, NULL, NULL);
}
