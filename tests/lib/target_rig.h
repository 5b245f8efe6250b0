/* SPDX-License-Identifier: Apache-2.0 */
/* A live target (htt/htt_target.h) on the models of all components of a tree. */
#ifndef TARGET_RIG_H
#define TARGET_RIG_H

#include "fdt_rig.h"
#include "htt/htt_start.h"

static struct htt_target t;
static struct htr_host host;
static struct htt_start how;

static inline void ok(int status)
{
    if (status != HTR_OK) {
        fail_msg("status %d: %s", status, host.last.text);
    }
}

/* A board, in reset, and the target over it. */
static inline void open_board(const char *name, uint64_t seed, bool read_only)
{
    const struct htt_options o = {.port = &r.board.io, .read_only = read_only};
    static const char *const fields[] = {"trTeInstSyncMode=off", "trTsEnable=0"};
    memset(&host, 0, sizeof host);
    memset(&how, 0, sizeof how);
    read_tree(name);
    build_board(seed);
    ok(htt_open(&t, &host, &r.told, &o));
    struct htr_list te = {.n = 0}, none = {.n = 0};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        te.item[te.n++] = fields[i];
    }
    ok(htr_settings_parse(&how.settings, &host, "btm", &te, &none));
}

static inline void run_once(const char *name, uint64_t seed)
{
    bool running = true, active = false;
    open_board(name, seed, false);
    ok(htt_start(&t, &how, &running));
    assert_false(running);
    run_harts();
    ok(htt_stop(&t));
    ok(htt_attach(&t, &active));
    assert_true(active);
    assert_false(htt_running(&t));
}

/* trActive follows after some clocks. */
static inline void all_are_in_reset(void)
{
    for (unsigned k = 0; k < 10; k++) {
        model_tree_tick(&r.board);
    }
    for (unsigned i = 0; i < r.told.ncomponents; i++) {
        uint32_t control = 1;
        expect(rvt_reg_read(t.part[i].c, 0x000, &control), RVT_OK);
        assert_int_equal(control & 1, 0);
    }
}

#endif
