/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The walk by blocks and along paths beside the one by single instructions, which is the oldest and
 * simplest: random code, random packets that mostly do not fit it, with and without a predictor.
 * Every element is the same, errors too. Their places are not compared: by blocks it is where the
 * block begins.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "etrace/etrace_flow.h"

#define OPT(name) (UINT32_C(1) << ETRACE_OPT_##name)

enum {
    HALVES = 64, /* of code, at BASE */
    BASE = 0x2000,
    PACKETS = 40,
    PROGRAMS = 3000,
    LOG_SIZE = 1 << 16,
};

static uint64_t state;
static uint8_t bytes[HALVES * 2];
static struct etrace_packet packets[PACKETS];
static struct etrace_cfg cfg;
static struct etrace_flow flow;
static char said[2][LOG_SIZE];
static unsigned long known, failed; /* ranges, errors, in all programs */

/* xorshift64 */
static unsigned below(unsigned n)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 20) % n;
}

/* c.j (funct3 5) to an even distance of -2048..2047. */
static unsigned jump(int by)
{
    unsigned b = (unsigned)by;
    return 0xa001u | (b >> 11 & 1u) << 12 | (b >> 4 & 1u) << 11 | (b >> 8 & 3u) << 9 |
           (b >> 10 & 1u) << 8 | (b >> 6 & 1u) << 7 | (b >> 7 & 1u) << 6 | (b >> 1 & 7u) << 3 |
           (b >> 5 & 1u) << 2;
}

/* c.beqz s0 to an even distance of -256..255. */
static unsigned branch(int by)
{
    unsigned b = (unsigned)by;
    return 0xc001u | (b >> 8 & 1u) << 12 | (b >> 3 & 3u) << 10 | (b >> 6 & 3u) << 5 |
           (b >> 1 & 3u) << 3 | (b >> 5 & 1u) << 2;
}

/* jal ra to an even distance of -1 MiB on. */
static uint32_t call(int by)
{
    uint32_t b = (uint32_t)by;
    return 0xefu | (b >> 20 & 1u) << 31 | (b >> 1 & 0x3ffu) << 21 | (b >> 11 & 1u) << 20 |
           (b >> 12 & 0xffu) << 12;
}

static void put(unsigned i, unsigned half)
{
    bytes[2 * i] = (uint8_t)half;
    bytes[2 * i + 1] = (uint8_t)(half >> 8);
}

static void make_code(void)
{
    for (unsigned i = 0; i < HALVES; i++) {
        int by = 2 * ((int)below(HALVES) - (int)i);
        unsigned kind = below(20);
        unsigned half = kind < 6    ? 0x0001u /* c.nop */
                        : kind < 11 ? branch(by)
                        : kind < 13 ? jump(by)
                        : kind < 14 ? 0x8082u  /* ret */
                        : kind < 15 ? 0x9502u  /* c.jalr a0 */
                        : kind < 16 ? 0x8502u  /* c.jr a0 */
                        : kind < 17 ? 0x6089u  /* c.lui ra, BASE */
                                    : 0x6509u; /* c.lui a0, BASE */
        if (kind >= 18 && i + 1 < HALVES) {
            put(i++, call(by) & 0xffffu);
            half = call(by) >> 16;
        }
        if (kind >= 6 && kind < 13 && by == 0) {
            half = 0x0001u;
        }
        put(i, half);
    }
}

static struct etrace_packet random_packet(void)
{
    struct etrace_packet p = {.has_address = true, .address = (uint64_t)0 - 64 + 2 * below(64)};
    p.branches = (uint8_t)(1 + below(31));
    p.branch_map = (uint32_t)(below(1u << 16) | below(1u << 15) << 16);
    p.notify = below(8) == 0;
    switch (below(8)) {
    case 0:
        return (struct etrace_packet){.format = ETRACE_FORMAT_SYNC,
                                      .branch = below(2) != 0,
                                      .privilege = 3,
                                      .has_address = true,
                                      .address = BASE + 2 * below(HALVES)};
    case 1:
        p.format = ETRACE_FORMAT_ADDR;
        p.branches = 0;
        p.branch_map = 0;
        return p;
    case 2:
        if (cfg.cache_size != 0) {
            return (struct etrace_packet){.format = ETRACE_FORMAT_EXT,
                                          .subformat = ETRACE_EXT_INDEX,
                                          .branches = p.branches,
                                          .branch_map =
                                              p.branch_map & ((UINT32_C(1) << p.branches) - 1u),
                                          .index = below(1u << cfg.cache_size)};
        }
        break;
    case 3:
        if (cfg.bpred_size != 0) {
            return (struct etrace_packet){.format = ETRACE_FORMAT_EXT,
                                          .subformat = ETRACE_EXT_COUNT,
                                          .branch_fmt = (uint8_t)(below(2) * 3),
                                          .branch_count = below(300),
                                          .has_address = true,
                                          .address = p.address};
        }
        break;
    default:
        break;
    }
    p.format = ETRACE_FORMAT_BRANCH;
    p.has_address = below(3) != 0;
    if (!p.has_address) {
        p.branches = 0; /* 31 */
        p.address = 0;
        p.notify = false;
    }
    p.branch_map &= p.branches == 0 ? 0x7fffffffu : (UINT32_C(1) << p.branches) - 1u;
    return p;
}

static void start(const struct etrace_packet *p, char *to, size_t *n)
{
    struct etrace_frame f = {.kind = ETRACE_KIND_INST};
    struct flow_elem e;
    if (etrace_packet_encode(&cfg, flow.options, p, f.payload, &f.size) != ETRACE_OK) {
        return; /* the same for every walk: it depends on the packet alone */
    }
    assert_int_equal(etrace_flow_push(&flow, &f), ETRACE_OK);
    while (etrace_flow_next(&flow, &e) == ETRACE_OK) {
        known += e.type == FLOW_ELEM_RANGE;
        failed += e.type == FLOW_ELEM_ERROR;
        unsigned long long place = e.type == FLOW_ELEM_ERROR ? 0 : e.start;
        if (*n + 100 < LOG_SIZE) {
            *n += (size_t)snprintf(to + *n, LOG_SIZE - *n, "%d %llx-%llx %lu %d %d %d\n", e.type,
                                   place, (unsigned long long)e.end, (unsigned long)e.count,
                                   e.last_cls, e.last_taken, e.status);
        }
    }
}

/* walk: single instructions, blocks, or paths. */
static void decode(unsigned walk, char *to)
{
    static struct flow_region where = {BASE, sizeof bytes, bytes};
    static struct flow_code_image image = {&where, 1};
    static struct flow_block table[32];
    static struct flow_path path[64];
    static struct flow_code code;
    size_t n = 0;
    flow_code_init_image(&code, etrace_cfg_isa(&cfg), &image);
    if (walk > 0) {
        assert_int_equal(flow_code_use_blocks(&code, table, 32), FLOW_OK);
    }
    if (walk > 1) {
        assert_int_equal(flow_code_use_paths(&code, path, 64), FLOW_OK);
    }
    assert_int_equal(etrace_flow_init(&flow, &cfg, &code), ETRACE_OK);
    memset(to, 0, LOG_SIZE);
    for (unsigned i = 0; i < PACKETS; i++) {
        start(&packets[i], to, &n);
    }
}

static void configure(unsigned seed)
{
    etrace_cfg_init(&cfg);
    cfg.itype_width = seed % 3 == 0 ? 3 : 4;
    cfg.return_stack_size = (uint8_t)(seed % 4);
    cfg.bpred_size = (uint8_t)(seed % 5);
    cfg.cache_size = (uint8_t)(seed % 11 < 5 ? 1 : 0);
    cfg.f0s_width = cfg.cache_size != 0 && cfg.bpred_size != 0;
    cfg.options = (cfg.return_stack_size != 0 ? OPT(IMPLICIT_RETURN) : 0) |
                  (cfg.bpred_size != 0 ? OPT(BRANCH_PREDICTION) : 0) |
                  (cfg.cache_size != 0 ? OPT(JUMP_TARGET_CACHE) : 0) |
                  (seed % 7 < 3 ? OPT(SEQUENTIAL_JUMP) : 0);
}

static void all_walks_agree(void **unused)
{
    (void)unused;
    for (unsigned seed = 1; seed <= PROGRAMS; seed++) {
        state = seed * UINT64_C(0x9e3779b97f4a7c15);
        configure(seed);
        assert_null(etrace_cfg_check(&cfg));
        make_code();
        for (unsigned i = 0; i < PACKETS; i++) {
            packets[i] = random_packet();
        }
        decode(0, said[0]);
        for (unsigned walk = 1; walk < 3; walk++) {
            decode(walk, said[1]);
            if (strcmp(said[0], said[1]) != 0) {
                size_t at = 0;
                while (said[0][at] == said[1][at]) {
                    at++;
                }
                at -= at < 60 ? at : 60;
                fail_msg("seed %u, walk %u:\n%.200s\nbut\n%.200s", seed, walk, said[0] + at,
                         said[1] + at);
            }
        }
    }
    /* Not all of it fails at once, and some of it fails. */
    assert_true(known > 100000);
    assert_true(failed > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_walks_agree)};
    return cmocka_run_group_tests_name("etrace-known", tests, NULL, NULL);
}
