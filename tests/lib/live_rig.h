/* SPDX-License-Identifier: Apache-2.0 */
/* The kit for live components, on boards of models (fdt_rig.h). */
#ifndef LIVE_RIG_H
#define LIVE_RIG_H

#include "bad_component.h"
#include "fdt_rig.h"
#include "htk/htk_registers.h"

static struct htk_registers_sum sum;
static struct htr_host host;
static struct htk_registers_options o;

enum {
    PACE = 12, /* clocks from record to record, of slow harts */
};

static bool fast; /* harts send in every clock what a slow link cannot take at once */

/* What a probe at ATB has caught is not looked at. */
static inline bool run(void *ctx)
{
    (void)ctx;
    for (unsigned i = 0; i < r.real.ncomponents; i++) {
        r.board.part[i].caught = 0;
    }
    run_harts_every(fast ? 1 : PACE);
    return true;
}

static inline void board(const char *name, uint64_t seed)
{
    memset(&host, 0, sizeof host);
    fast = false;
    read_tree(name);
    build_board(seed);
    r.board.io.poll_limit = 5000;
    o = (struct htk_registers_options){.tree = &r.told, .io = &r.board.io, .run = run};
}

/* A hart enters debug mode, or leaves it: its encoder gets one record. */
static inline bool halt(void *ctx, unsigned encoder, bool halted)
{
    struct trm_encoder *e = &r.board.part[encoder].encoder;
    const struct ingress_cycle in = {.cycle = e->ts.cycle + 1,
                                     .priv = halted ? INGRESS_PRIV_D : INGRESS_PRIV_M,
                                     .halted = halted};
    (void)ctx;
    return !trm_encoder_ingress(e, &in);
}

/* A board with everything that a RAM sink can have, in words of 8 bytes. link: bytes that a funnel
 * sends in a clock; 0: no limit. */
static inline void linked_board(const char *name, uint64_t seed, uint32_t link)
{
    struct model_tree_cfg cfg;
    board(name, seed);
    model_tree_cfg_init(&cfg, TRM_UNDEF_GARBAGE, seed, 3);
    cfg.ramsink.width = 8;
    cfg.ramsink.async = true;
    cfg.funnel.link_bytes = link;
    cfg.encoder.filters = 3;
    cfg.encoder.comparators = 2;
    cfg.encoder.ext_triggers = cfg.encoder.ext_outputs = 2;
    model_tree_init(&r.board, &r.real, &cfg, NULL, 5000);
    o.halt = halt;
    fast = link != 0;
}

static inline void full_board(const char *name, uint64_t seed)
{
    linked_board(name, seed, 0);
}

static inline void say(const struct htk_verdicts *v)
{
    htk_verdicts_print(v, stderr, false);
    htk_registers_print(&sum, stderr);
}

static inline struct htk_verdicts *hold(int want)
{
    struct htk_verdicts *v = htk_verdicts_new_for(HTK_REGISTERS);
    assert_non_null(v);
    const int status = htk_registers_run(&o, v, &host, &sum);
    if (status != want) {
        say(v);
        fail_msg("status %d, not %d: %s", status, want, host.last.text);
    }
    return v;
}

static inline struct htk_component *of_kind(enum topology_kind kind)
{
    for (unsigned i = 0; i < r.told.ncomponents; i++) {
        if (r.told.component[i].kind == kind) {
            return &sum.component[i];
        }
    }
    fail_msg("no such component");
    return NULL;
}

static inline void nothing_is_broken(const char *name, unsigned least)
{
    struct htk_verdicts *v = hold(HTR_OK);
    if (htk_verdicts_sum(v, HTK_BROKEN) != 0 || htk_verdicts_sum(v, HTK_HELD) < least) {
        say(v);
        fail_msg("%s: %u broken, %u held", name, htk_verdicts_sum(v, HTK_BROKEN),
                 htk_verdicts_sum(v, HTK_HELD));
    }
    assert_int_equal(sum.not_restored, 0);
    assert_int_equal(sum.n, r.told.ncomponents);
    htk_verdicts_free(v);
}

static inline uint64_t base_of(enum topology_kind kind)
{
    for (unsigned i = 0; i < r.told.ncomponents; i++) {
        if (r.told.component[i].kind == kind) {
            return r.told.component[i].block.base;
        }
    }
    fail_msg("no such component");
    return 0;
}

static inline void wake_all(void)
{
    for (unsigned i = 0; i < r.told.ncomponents; i++) {
        expect(rvt_io_write32(&r.board.io, r.told.component[i].block.base, 1), RVT_OK);
    }
    for (unsigned k = 0; k < 10; k++) {
        model_tree_tick(&r.board);
    }
}

#endif
