/* SPDX-License-Identifier: Apache-2.0 */
/*
 * E-Trace: any bytes over hostile code, with any configuration. Every call does a bounded amount of
 * work, ranges are well formed and in order, the END comes once, blocks and single instructions
 * give the same, and a packet that decodes is encoded to one that decodes to the same.
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
}

/* What one decoder has said. */
struct said {
    uint64_t hash;
    unsigned elems;
    bool ended;
};

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
    /* Ranges are cut where blocks end: addresses alone are compared. */
    if (e->type != FLOW_ELEM_RANGE || e->last_taken) {
        s->hash = (s->hash ^ e->type ^ e->end ^ e->value) * UINT64_C(0x9E3779B97F4A7C15);
        s->elems++;
    }
}

static void decode(const struct etrace_cfg *cfg, struct flow_code *code, struct fuzz_bytes in,
                   struct said *s)
{
    static struct etrace_decoder d;
    struct flow_elem e;
    uint64_t position = 0;
    FUZZ_CHECK(etrace_decoder_init(&d, cfg, code, in.at, in.left) == ETRACE_OK);
    while (s->elems < ELEMS_MAX && etrace_decoder_next(&d, &e) == ETRACE_OK) {
        check(&e, s, &position);
    }
    FUZZ_CHECK(s->ended || s->elems >= ELEMS_MAX);
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
    struct said said[2] = {{0}, {0}};
    in.at += code_size;
    in.left -= code_size;
    for (unsigned blocks = 0; blocks < 2; blocks++) {
        flow_code_init_image(&code, etrace_cfg_isa(&cfg), &image);
        FUZZ_CHECK(flow_code_use_cache(&code, line, LINES) == FLOW_OK);
        if (blocks != 0) {
            FUZZ_CHECK(flow_code_use_blocks(&code, block, LINES) == FLOW_OK);
        }
        decode(&cfg, &code, in, &said[blocks]);
    }
    FUZZ_CHECK(said[0].hash == said[1].hash && said[0].elems == said[1].elems);
    round_trip(&cfg, in);
    return 0;
}
