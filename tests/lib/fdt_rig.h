/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A session from a device tree, on the models of every component in it, with garbage in all that a
 * reset leaves undefined. What each encoder sends is known from an encoder that stands alone.
 */
#ifndef FDT_RIG_H
#define FDT_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "fault_io.h"
#include "funnel_regs.h"
#include "hartrace/rvt_fdt.h"
#include "model_tree.h"
#include "nexus/nexus_msg.h"
#include "htr/htr_pib.h"
#include "topology/topology_fdt.h"

enum {
    DTB_BYTES = 65536,
    TRACE_BYTES = 16384,
    RECORDS = 100,
    SLOW = 40, /* clocks from record to record: nothing overflows */
    LINKS = 64,
};

/* A tree, its models, and the driver over it. */
static struct rig {
    _Alignas(8) uint8_t dtb[DTB_BYTES];
    struct topology real; /* the board */
    struct topology told; /* the topology that the driver gets */
    struct topology_component real_component[MODEL_TREE_MAX], component[MODEL_TREE_MAX];
    struct topology_link real_link[LINKS], link[LINKS];
    struct topology_problem problem;
    struct model_tree board;
    struct trm_pib_pins pins[MODEL_TREE_SAMPLES];
    struct rvt_fdt fdt;
    struct rvt_fdt_part parts[MODEL_TREE_MAX];
    struct rvt_node nodes[MODEL_TREE_MAX];
    struct topology_use use[MODEL_TREE_MAX];
    struct rvt_link links[LINKS];
    struct rvt_fdt_cfg cfg;
} r;

struct bytes {
    uint8_t byte[TRACE_BYTES];
    size_t n;
};

static inline void read_tree(const char *name)
{
    char command[200];
    (void)snprintf(command, sizeof command, "dtc -q -I dts -O dtb dts/%s.dts", name);
    FILE *f = popen(command, "r");
    assert_non_null(f);
    size_t n = fread(r.dtb, 1, sizeof r.dtb, f);
    assert_int_equal(pclose(f), 0);
    topology_init(&r.real, r.real_component, MODEL_TREE_MAX, r.real_link, LINKS);
    topology_init(&r.told, r.component, MODEL_TREE_MAX, r.link, LINKS);
    assert_int_equal(topology_read_fdt(&r.real, r.dtb, n, &r.problem), TOPOLOGY_OK);
    assert_int_equal(topology_read_fdt(&r.told, r.dtb, n, &r.problem), TOPOLOGY_OK);
    memset(&r.problem, 0, sizeof r.problem);
    rvt_fdt_cfg_init(&r.cfg);
    r.cfg.encoder.inst_mode = 3;
    r.cfg.pibsink.mode = RVT_PIB_PARALLEL8;
    r.cfg.pibsink.divider = 0;
    r.cfg.pibsink_reset_divider = false;
}

static inline enum rvt_status open_on(const struct rvt_io *io)
{
    struct rvt_fdt_room room = {.parts = r.parts,
                                .nodes = r.nodes,
                                .use = r.use,
                                .links = r.links,
                                .max_components = MODEL_TREE_MAX,
                                .max_links = LINKS};
    return rvt_fdt_open(&r.fdt, &r.told, io, &room);
}

static inline void build_board(uint64_t seed)
{
    struct model_tree_cfg cfg;
    model_tree_cfg_init(&cfg, seed == 0 ? TRM_UNDEF_ZERO : TRM_UNDEF_GARBAGE, seed,
                        (uint32_t)(seed % 6));
    cfg.one_atb_byte = seed % 2 != 0;
    cfg.encoder.enable_ticks = cfg.funnel.enable_ticks = (uint32_t)(seed % 5);
    cfg.ramsink.enable_ticks = cfg.pibsink.enable_ticks = (uint32_t)(seed % 4);
    cfg.atbbridge.enable_ticks = (uint32_t)(seed % 3);
    model_tree_init(&r.board, &r.real, &cfg, r.pins, 20000);
}

static inline void expect(enum rvt_status got, enum rvt_status want)
{
    if (got != want) {
        fail_msg("status %d, not %d: %s: %s", got, want, r.problem.path, r.problem.text);
    }
}

/* What hart i does in cycle k: taken branches to and fro. */
static inline struct ingress_cycle record(unsigned i, unsigned k)
{
    struct ingress_cycle in = {.cycle = k + 1, .nblocks = 1, .priv = INGRESS_PRIV_M};
    in.block[0] = (struct ingress_block){
        .iaddr = UINT64_C(0x80000000) + 0x1000 * i + 16 * ((k * k + i) % 7),
        .iretire = 2 + 2 * ((k + i) % 3),
        .itype = k % 5 == 4 ? INGRESS_ITYPE_OTHER_UNINFERABLE : INGRESS_ITYPE_TAKEN,
        .ilastsize = 1,
    };
    return in;
}

/* A record of each hart every `clocks` clocks. */
static inline void run_harts_every(unsigned clocks)
{
    for (unsigned k = 0; k < RECORDS; k++) {
        for (unsigned t = 0; t < clocks; t++) {
            model_tree_tick(&r.board);
        }
        for (unsigned i = 0; i < r.real.ncomponents; i++) {
            if (r.board.part[i].kind == TOPOLOGY_ENCODER) {
                struct ingress_cycle in = record(i, k);
                assert_false(trm_encoder_ingress(&r.board.part[i].encoder, &in));
            }
        }
    }
}

static inline void run_harts(void)
{
    run_harts_every(SLOW);
}

/* ---- what should come out ---- */

static inline bool take_all(void *ctx, size_t n)
{
    const struct bytes *b = ctx;
    return b->n + n <= sizeof b->byte;
}

static inline void take(void *ctx, const uint8_t *bytes, size_t n)
{
    struct bytes *b = ctx;
    memcpy(b->byte + b->n, bytes, n);
    b->n += n;
}

/* The messages of hart i, from an encoder programmed by hand with this SRC. */
static inline void expected_of(unsigned i, uint8_t src_bits, uint16_t src, struct bytes *out)
{
    static const struct trm_link_ops ops = {.can_accept = take_all, .put = take};
    static struct trm_encoder alone;
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    out->n = 0;
    assert_int_equal(trm_encoder_init(&alone, &cfg), TRM_OK);
    trm_encoder_connect(&alone, (struct trm_link){&ops, out});
    (void)trm_encoder_reg_write(&alone, 0x000, 4, 1);
    (void)trm_encoder_reg_write(&alone, 0x008, 4, (uint32_t)src_bits << 28 | (uint32_t)src << 16);
    (void)trm_encoder_reg_write(&alone, 0x000, 4, 0x37); /* tracing, BTM */
    for (unsigned k = 0; k < RECORDS; k++) {
        struct ingress_cycle in = record(i, k);
        trm_encoder_tick(&alone);
        assert_false(trm_encoder_ingress(&alone, &in));
    }
    (void)trm_encoder_reg_write(&alone, 0x000, 4, 1);
    trm_encoder_tick(&alone);
    assert_true(out->n > RECORDS);
}

/* What sink i has caught. */
static inline void caught_by(unsigned i, struct bytes *out)
{
    const struct model_part *p = &r.board.part[i];
    out->n = 0;
    if (p->kind == TOPOLOGY_RAMSINK) {
        uint64_t size = 0;
        expect(rvt_ramsink_size(rvt_fdt_ramsink(&r.fdt, i), &size), RVT_OK);
        assert_true(size <= sizeof out->byte);
        expect(rvt_ramsink_read(rvt_fdt_ramsink(&r.fdt, i), 0, out->byte, (size_t)size), RVT_OK);
        out->n = (size_t)size;
    } else if (p->kind == TOPOLOGY_ATBBRIDGE) {
        assert_true(p->caught <= sizeof out->byte);
        memcpy(out->byte, p->memory, p->caught);
        out->n = p->caught;
    } else {
        static struct htr_pib_sample sample[MODEL_TREE_SAMPLES];
        struct htr_pib_setting set = {
            .protocol = HTR_PIB_PARALLEL, .width = 8, .ticks = 1, .messages = true};
        struct htr_pib_result res = {.bytes = out->byte, .cap = sizeof out->byte};
        assert_true(p->caught < MODEL_TREE_SAMPLES);
        for (size_t k = 0; k < p->caught; k++) {
            sample[k] = (struct htr_pib_sample){r.pins[k].clk, r.pins[k].data};
        }
        htr_pib_decode(&set, sample, p->caught, &res);
        out->n = res.n;
    }
}

/* The trace of sink i is, for each encoder that the plan leads there, exactly its messages. */
static inline void check_sink(unsigned i)
{
    static struct bytes all, want, got;
    struct nexus_stream_cfg cfg;
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    unsigned messages = 0, checked = 0;
    caught_by(i, &all);
    for (unsigned e = 0; e < r.told.ncomponents; e++) {
        const struct rvt_encoder *enc = rvt_fdt_encoder(&r.fdt, e);
        if (enc == NULL || r.fdt.plan.use[e].sink != i) {
            continue;
        }
        nexus_cfg_init(&cfg);
        cfg.src_bits = enc->src_bits;
        assert_int_equal(nexus_msg_decoder_init(&d, &cfg, all.byte, all.n), NEXUS_OK);
        got.n = 0;
        messages = 0;
        int status;
        while ((status = nexus_msg_next(&d, &m)) == NEXUS_OK) {
            messages++;
            if (m.src == enc->src_id) {
                take(&got, all.byte + m.offset, m.length);
            }
        }
        assert_int_equal(status, NEXUS_ERR_END);
        expected_of(e, enc->src_bits, enc->src_id, &want);
        assert_int_equal(got.n, want.n);
        assert_memory_equal(got.byte, want.byte, want.n);
        checked++;
    }
    assert_true(checked > 0);
    assert_true(messages > checked * RECORDS / 2);
}

static inline void capture(void)
{
    expect(rvt_fdt_configure(&r.fdt, &r.cfg, &r.problem), RVT_OK);
    for (unsigned i = 0; i < r.told.ncomponents; i++) {
        r.board.part[i].caught =
            0; /* a probe starts now: before, pins may have idled in any mode */
    }
    expect(rvt_session_start(&r.fdt.session), RVT_OK);
    run_harts();
    expect(rvt_session_stop(&r.fdt.session), RVT_OK);
    for (unsigned i = 0; i < r.told.ncomponents; i++) {
        if (r.fdt.plan.use[i].sink == i) {
            check_sink(i);
        }
    }
}

static inline void start_from(const char *name, uint64_t seed)
{
    read_tree(name);
    build_board(seed);
    expect(open_on(&r.board.io), RVT_OK);
}

static const char *const trees[] = {
    "single-sram-rv32", "single-sram-rv64", "single-smem-rv32", "single-smem-rv64", "single-pib",
    "single-atb",       "quad-funnel-rv32", "quad-funnel-rv64", "clusters",         "mixed",
    "three-sinks",      "wide-funnel",
};

enum {
    NTREES = sizeof trees / sizeof trees[0]
};

#endif
