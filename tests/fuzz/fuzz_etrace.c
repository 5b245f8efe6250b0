/* SPDX-License-Identifier: Apache-2.0 */
/*
 * E-Trace: any bytes over hostile code, with any configuration. Every call does a bounded amount of
 * work, ranges are well formed and in order, the END comes once, paths, blocks and single
 * instructions give the same, and a packet that decodes, of instruction or data trace, is encoded
 * to one that decodes to the same.
 *
 * Input: six bytes of configuration, one of options, one of code size, the code, the packets.
 */
#include <string.h>

#include "etrace/etrace_flow.h"
#include "fuzz.h"

enum {
    LINES = 16,
    RANGE_MAX = 1 << 16,
    ELEMS_MAX = 1 << 12,
};

static void configure(struct fuzz_bytes *in, struct etrace_cfg *cfg)
{
    etrace_cfg_init(cfg);
    uint8_t a = fuzz_byte(in), b = fuzz_byte(in), c = fuzz_byte(in), d = fuzz_byte(in);
    cfg->xlen = (a & 1u) != 0 ? 32 : 64;
    cfg->iaddress_width = (a & 2u) != 0 ? 40 : cfg->xlen;
    cfg->iaddress_lsb = (uint8_t)((a >> 2 & 3u) % 3u);
    cfg->nocontext = (a & 16u) == 0;
    cfg->context_width = 16;
    cfg->notime = (a & 32u) == 0;
    cfg->time_width = 20;
    cfg->itype_width = (a & 64u) != 0 ? 3 : 4;
    cfg->bpred_size = b & 7u;
    cfg->cache_size = b >> 3 & 7u;
    cfg->f0s_width = b >> 6;
    cfg->return_stack_size = c & 3u;
    cfg->call_counter_size = c >> 2 & 3u;
    cfg->src_bits = c >> 4;
    cfg->ts_bytes = d & 3u;
    cfg->type_bits = d >> 2 & 3u;
    cfg->type_in_flow = (d & 16u) != 0;
    cfg->trap_known[3] = (d & 32u) != 0;
    cfg->trap_base[3] = 0x1001;
    cfg->options = fuzz_byte(in) & 63u;
    cfg->data_decoded = (d & 64u) != 0;
    cfg->data_split = (d & 128u) != 0;
    cfg->data_width = (uint8_t)(8u << (a & 3u));
    cfg->daddress_width = (b & 1u) != 0 ? 33 + (c & 31u) : 12 + (c & 15u);
    cfg->data_diff_width = (b & 2u) != 0 ? 1 : 2;
    cfg->data_atomics = (b & 4u) == 0;
    cfg->data_csrs = (b & 8u) == 0;
    cfg->data_no_xor = (b & 16u) != 0;
    cfg->lrid_width = (uint8_t)((a >> 4 & 7u) % 7u);
    cfg->data_options = c & 15u;
}

/* What one decoder has said. */
struct said {
    uint64_t hash;
    unsigned elems;
    bool ended;
    uint64_t ranges_hash; /* before the ranges told last */
    unsigned ranges_elems;
};

/* How often a loop without end is told before the error is nowhere said: the ranges in front of
 * such an error do not count. */
static void leave_out_endless(const struct flow_elem *e, struct said *s)
{
    if (e->type == FLOW_ELEM_ERROR && e->status == ETRACE_ERR_REACH) {
        s->hash = s->ranges_hash;
        s->elems = s->ranges_elems;
    }
}

static void check(const struct flow_elem *e, struct said *s, uint64_t *position)
{
    FUZZ_CHECK(!s->ended && e->type != FLOW_ELEM_NONE && e->type < FLOW_ELEMS);
    s->ended = e->type == FLOW_ELEM_END;
    if (e->type == FLOW_ELEM_RANGE) {
        FUZZ_CHECK(e->count != 0 && e->count <= RANGE_MAX);
        FUZZ_CHECK(e->position == *position);
    }
    FUZZ_CHECK(e->position >= *position);
    *position = e->position;
    if (e->type == FLOW_ELEM_RANGE) {
        *position += (uint32_t)(e->end - e->start) / 2;
    }
    FUZZ_CHECK((e->type != FLOW_ELEM_ERROR && e->type != FLOW_ELEM_ADDR_NACC) || e->hint != NULL);
    leave_out_endless(e, s);
    /* Ranges are cut where blocks end: addresses alone are compared. */
    if (e->type != FLOW_ELEM_RANGE || e->last_taken) {
        s->hash = (s->hash ^ e->type ^ e->end ^ e->value) * UINT64_C(0x9E3779B97F4A7C15);
        s->elems++;
    }
    if (e->type != FLOW_ELEM_RANGE) {
        s->ranges_hash = s->hash;
        s->ranges_elems = s->elems;
    }
}

/* A range of a batch as the element that it would be. */
static void check_range(const struct flow_range *r, struct said *s, uint64_t *position)
{
    struct flow_elem e = {.type = FLOW_ELEM_RANGE,
                          .last_taken = r->last_taken != 0,
                          .count = r->count,
                          .start = r->start,
                          .end = r->end,
                          .position = *position};
    check(&e, s, position);
}

/* batch: ranges as many as fit; with them the walk along paths is used. */
static void decode(const struct etrace_cfg *cfg, struct flow_code *code, struct fuzz_bytes in,
                   bool batch, struct said *s)
{
    static struct etrace_decoder d;
    static struct flow_range range[8];
    struct flow_elem e;
    uint64_t position = 0;
    int n = 0;
    FUZZ_CHECK(etrace_decoder_init(&d, cfg, code, in.at, in.left) == ETRACE_OK);
    while (s->elems < ELEMS_MAX && n != ETRACE_ERR_END) {
        n = batch ? etrace_decoder_next_ranges(&d, range, 8, &e) : (int)etrace_decoder_next(&d, &e);
        for (int i = 0; i < n && s->elems < ELEMS_MAX; i++) {
            check_range(&range[i], s, &position);
        }
        if (n == 0) {
            check(&e, s, &position);
        }
    }
    FUZZ_CHECK(s->ended || s->elems >= ELEMS_MAX);
}

/* A packet of data trace that decodes. */
static void round_trip_data(const struct etrace_cfg *cfg, const struct etrace_frame *f)
{
    static struct etrace_data_state state;
    struct etrace_data_packet p, q;
    struct etrace_access access;
    uint8_t payload[ETRACE_PAYLOAD_MAX];
    unsigned size = 0;
    uint32_t options = cfg->data_options;
    if (etrace_data_decode(cfg, options, &state, f->payload, f->size, &p) != ETRACE_OK) {
        return;
    }
    enum etrace_status rc = etrace_data_encode(cfg, options, &state, &p, payload, &size);
    FUZZ_CHECK(rc == ETRACE_OK);
    FUZZ_CHECK(etrace_data_decode(cfg, options, &state, payload, size, &q) == ETRACE_OK);
    FUZZ_CHECK(memcmp(&p, &q, sizeof p) == 0);
    if (etrace_data_apply(cfg, options, &state, &p, &access) == ETRACE_OK) {
        FUZZ_CHECK(access.dtype < 16 && access.size < 4);
        FUZZ_CHECK(cfg->xlen == 64 || access.address <= UINT32_MAX);
    }
}

static void round_trip(const struct etrace_cfg *cfg, struct fuzz_bytes in)
{
    struct etrace_reader r;
    struct etrace_frame f, g = {0};
    struct etrace_packet p, q;
    uint8_t out[ETRACE_FRAME_MAX];
    enum etrace_status rc;
    unsigned n = 0;
    FUZZ_CHECK(etrace_reader_init(&r, cfg, in.at, in.left) == ETRACE_OK);
    while ((rc = etrace_reader_next(&r, &f)) != ETRACE_ERR_END) {
        if (rc == ETRACE_OK) {
            round_trip_data(cfg, &f);
        }
        if (rc != ETRACE_OK || f.kind != ETRACE_KIND_INST ||
            etrace_packet_decode(cfg, cfg->options, f.payload, f.size, &p) != ETRACE_OK) {
            continue;
        }
        rc = etrace_packet_encode(cfg, cfg->options, &p, g.payload, &g.size);
        FUZZ_CHECK(rc == ETRACE_OK || rc == ETRACE_ERR_NOSPACE);
        if (rc == ETRACE_OK) {
            FUZZ_CHECK(etrace_packet_decode(cfg, cfg->options, g.payload, g.size, &q) == ETRACE_OK);
            FUZZ_CHECK(memcmp(&p, &q, sizeof p) == 0);
            FUZZ_CHECK(etrace_frame_write(cfg, &f, out, &n) == ETRACE_OK || cfg->type_in_flow ||
                       cfg->type_bits == 0 || f.stamped);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct flow_block block[LINES];
    static struct flow_code_line line[LINES];
    static struct flow_path path[LINES];
    struct fuzz_bytes in = {data, size};
    struct etrace_cfg cfg;
    configure(&in, &cfg);
    if (etrace_cfg_check(&cfg) != NULL) {
        return 0;
    }
    size_t code_size = fuzz_byte(&in);
    code_size = code_size < in.left ? code_size : in.left;
    struct flow_region region = {0x1000, code_size, in.at};
    struct flow_code_image image = {&region, 1};
    struct flow_code code;
    struct said said[3] = {{0}, {0}, {0}};
    in.at += code_size;
    in.left -= code_size;
    for (unsigned walk = 0; walk < 3; walk++) {
        flow_code_init_image(&code, etrace_cfg_isa(&cfg), &image);
        FUZZ_CHECK(flow_code_use_cache(&code, line, LINES) == FLOW_OK);
        if (walk != 0) {
            FUZZ_CHECK(flow_code_use_blocks(&code, block, LINES) == FLOW_OK);
        }
        if (walk == 2) {
            FUZZ_CHECK(flow_code_use_paths(&code, path, LINES) == FLOW_OK);
        }
        decode(&cfg, &code, in, walk == 2, &said[walk]);
    }
    for (unsigned walk = 1; walk < 3; walk++) {
        FUZZ_CHECK(said[0].hash == said[walk].hash && said[0].elems == said[walk].elems);
    }
    round_trip(&cfg, in);
    return 0;
}
