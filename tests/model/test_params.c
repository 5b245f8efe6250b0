/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters of the components: what each accepts by itself, and their defaults. The tables state
 * by hand what regmap/params/ *.toml is to say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "trm/trm_atbbridge.h"
#include "trm/trm_encoder.h"
#include "trm/trm_funnel.h"
#include "trm/trm_pibsink.h"
#include "trm/trm_ramsink.h"

enum part {
    ENCODER,
    FUNNEL,
    RAMSINK,
    PIBSINK,
    BRIDGE,
};

/* Is the default configuration accepted with one member of `size` bytes changed? */
static bool accepts(enum part part, size_t at, size_t size, uint64_t value)
{
    static struct {
        struct trm_encoder encoder;
        struct trm_funnel funnel;
        struct trm_ramsink ramsink;
        struct trm_pibsink pibsink;
        struct trm_atbbridge bridge;
    } it;
    static union {
        uint8_t bytes[512];
        struct trm_encoder_cfg encoder;
        struct trm_funnel_cfg funnel;
        struct trm_ramsink_cfg ramsink;
        struct trm_pibsink_cfg pibsink;
        struct trm_atbbridge_cfg bridge;
    } cfg;
    static uint8_t memory[64];
    uint8_t *member = &cfg.bytes[at];

    trm_encoder_cfg_init(&cfg.encoder);
    if (part == FUNNEL) {
        trm_funnel_cfg_init(&cfg.funnel);
    } else if (part == RAMSINK) {
        trm_ramsink_cfg_init(&cfg.ramsink);
        cfg.ramsink.sram = memory;
        cfg.ramsink.sram_bytes = sizeof memory;
    } else if (part == PIBSINK) {
        trm_pibsink_cfg_init(&cfg.pibsink);
    } else if (part == BRIDGE) {
        trm_atbbridge_cfg_init(&cfg.bridge);
    }
    for (size_t i = 0; i < size; i++) { /* little-endian, as all machines that this runs on */
        member[i] = (uint8_t)(value >> (8 * i));
    }
    switch (part) {
    case ENCODER:
        return trm_encoder_init(&it.encoder, &cfg.encoder) == TRM_OK;
    case FUNNEL:
        return trm_funnel_init(&it.funnel, &cfg.funnel) == TRM_OK;
    case RAMSINK:
        return trm_ramsink_init(&it.ramsink, &cfg.ramsink) == TRM_OK;
    case PIBSINK:
        return trm_pibsink_init(&it.pibsink, &cfg.pibsink) == TRM_OK;
    case BRIDGE:
        break;
    }
    return trm_atbbridge_init(&it.bridge, &cfg.bridge) == TRM_OK;
}

#define OF(part, type, member, ...)                                                                \
    {                                                                                              \
        part, offsetof(struct type, member), sizeof(((struct type *)0)->member), #member,          \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
#define E(member, ...) OF(ENCODER, trm_encoder_cfg, member, __VA_ARGS__)
#define F(member, ...) OF(FUNNEL, trm_funnel_cfg, member, __VA_ARGS__)
#define R(member, ...) OF(RAMSINK, trm_ramsink_cfg, member, __VA_ARGS__)
#define P(member, ...) OF(PIBSINK, trm_pibsink_cfg, member, __VA_ARGS__)
#define B(member, ...) OF(BRIDGE, trm_atbbridge_cfg, member, __VA_ARGS__)

/* A member and up to four values, each at a limit; 0 ends them. */
struct row {
    enum part part;
    size_t at, size;
    const char *name;
    uint64_t value[4];
};

static const struct row legal[] = {
    E(xlen, 32, 64),
    E(itype_width, 3, 4),
    E(icnt_bits, 4, 22),
    E(hist_bits, 2, 32),
    E(context_bits, 59),
    E(src_bits, 12),
    E(sync_modes, 2, 4, 8),
    E(ext_triggers, 8),
    E(ext_outputs, 8),
    E(ext_events, 15),
    E(filters, 16),
    E(comparators, 8),
    E(filter_matches, 15),
    E(filter_nesting, 1, 16),
    E(comp_inputs, 1, 3, 5, 7),
    E(comp_modes, 1, 15),
    E(hrepeat_bits, 2, 18),
    E(hist_search, 2),
    E(bcnt_bits, 1, 18),
    E(return_stack, 1, 32),
    E(return_bits, 2, 63),
    E(ts_modes, 2, 16, 30),
    E(ts_width, 1, 63),
    E(ts_messages, 63),
    E(fifo_bytes, 76, 4096),
    E(restart_bytes, 4096),
    E(link_bytes, 4096),
    E(enable_ticks, 65536),
    F(inputs, 2, 16),
    F(fifo_bytes, 128, 512),
    F(ts_modes, 2, 4, 0x16),
    F(ts_width, 1, 63),
    R(width, 4, 8, 16),
    R(start_align, 4, 4096),
    R(address_bits, 32, 64),
    R(buffer_bytes, 80, 512),
    R(words_per_tick, 64),
    P(modes, 16, 32, 0x1F30),
    P(clk_centers, 1, 2, 3),
    P(divider_bits, 3, 16),
    P(idle_length, 1, 4),
    P(buffer_bytes, 128, 1024),
    B(width, 1, 2, 8, 16),
    B(buffer_bytes, 144, 1024),
};

static const struct row illegal[] = {
    E(xlen, 31, 48, 33, 128),
    E(itype_width, 2, 5),
    E(icnt_bits, 3, 23),
    E(hist_bits, 1, 33),
    E(context_bits, 60),
    E(src_bits, 13),
    E(sync_modes, 1, 3, 15, 16),
    E(ext_triggers, 9),
    E(ext_outputs, 9),
    E(ext_events, 16),
    E(filters, 17),
    E(comparators, 9),
    E(filter_matches, 16),
    E(filter_nesting, 17),
    E(comp_inputs, 2, 4, 6, 9),
    E(comp_modes, 2, 14, 17),
    E(hrepeat_bits, 1, 19),
    E(hist_search, 3),
    E(bcnt_bits, 19),
    E(return_stack, 33),
    E(return_bits, 1, 64),
    E(ts_modes, 1, 3, 31, 32),
    E(ts_width, 64),
    E(ts_messages, 64),
    E(fifo_bytes, 75, 4097),
    E(restart_bytes, 4097),
    E(link_bytes, 4097),
    E(enable_ticks, 65537),
    F(inputs, 1, 17),
    F(fifo_bytes, 1, 127, 513),
    F(ts_modes, 1, 8, 32),
    F(ts_width, 64),
    R(width, 1, 2, 12, 32),
    R(start_align, 2, 12, 24),
    R(address_bits, 31, 65),
    R(buffer_bytes, 79, 513),
    R(words_per_tick, 65),
    P(modes, 1, 0x40, 0x2000),
    P(clk_centers, 4),
    P(divider_bits, 2, 17),
    P(idle_length, 5),
    P(buffer_bytes, 127, 1025),
    B(width, 3, 5, 12, 32),
    B(buffer_bytes, 143, 1025),
};

static void ranges(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof legal / sizeof legal[0]; i++) {
        const struct row *r = &legal[i];
        for (unsigned k = 0; k < 4 && r->value[k] != 0; k++) {
            if (!accepts(r->part, r->at, r->size, r->value[k])) {
                fail_msg("%s = %u is refused", r->name, (unsigned)r->value[k]);
            }
        }
    }
    for (size_t i = 0; i < sizeof illegal / sizeof illegal[0]; i++) {
        const struct row *r = &illegal[i];
        for (unsigned k = 0; k < 4 && r->value[k] != 0; k++) {
            if (accepts(r->part, r->at, r->size, r->value[k])) {
                fail_msg("%s = %u is accepted", r->name, (unsigned)r->value[k]);
            }
        }
    }
}

static void zeros(void **state)
{
    static const struct row may[] = {
        E(context_bits, 0), E(src_bits, 0), E(filters, 0),     E(ts_modes, 0),
        E(link_bytes, 0),   F(ts_modes, 0), F(fifo_bytes, 0),  F(dis_inputs, 0),
        R(start_align, 0),  P(modes, 0),    P(divider_min, 0), B(wait_ticks, 0),
    };
    static const struct row may_not[] = {
        E(xlen, 0),        E(hist_bits, 0),      E(sync_modes, 0),   E(comp_inputs, 0),
        E(comp_modes, 0),  E(filter_nesting, 0), E(bcnt_bits, 0),    E(return_stack, 0),
        E(ts_width, 0),    E(fifo_bytes, 0),     F(inputs, 0),       F(ts_width, 0),
        R(width, 0),       R(address_bits, 0),   R(buffer_bytes, 0), P(clk_centers, 0),
        P(idle_length, 0), P(buffer_bytes, 0),   B(width, 0),        B(buffer_bytes, 0),
    };

    (void)state;
    for (size_t i = 0; i < sizeof may / sizeof may[0]; i++) {
        if (!accepts(may[i].part, may[i].at, may[i].size, 0)) {
            fail_msg("%s = 0 is refused", may[i].name);
        }
    }
    for (size_t i = 0; i < sizeof may_not / sizeof may_not[0]; i++) {
        if (accepts(may_not[i].part, may_not[i].at, may_not[i].size, 0)) {
            fail_msg("%s = 0 is accepted", may_not[i].name);
        }
    }
}

/* What goes together. */
static void together(void **state)
{
    static struct trm_encoder enc;
    struct trm_encoder_cfg cfg;

    (void)state;
    trm_encoder_cfg_init(&cfg);
    cfg.btm = cfg.htm = false;
    assert_int_equal(trm_encoder_init(&enc, &cfg), TRM_ERR_ARG);
    cfg.htm = true;
    assert_int_equal(trm_encoder_init(&enc, &cfg), TRM_OK);
    cfg.queue_messages = 8;
    cfg.queue_reserve = 9;
    assert_int_equal(trm_encoder_init(&enc, &cfg), TRM_ERR_ARG);
    cfg.queue_reserve = 8;
    assert_int_equal(trm_encoder_init(&enc, &cfg), TRM_OK);
}

/* The encoder has every option that costs no stream a byte more, and no filter or timestamp. */
static void encoder_defaults(void **state)
{
    struct trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);

    (void)state;
    assert_true(cfg.btm && cfg.htm && cfg.btype_split && cfg.context && cfg.triggers);
    assert_true(cfg.comp_notify && cfg.stall && cfg.all_jumps && cfg.extend_addr_msb);
    assert_true(cfg.sequential_jump && cfg.implicit_return && cfg.repeated_history);
    assert_true(cfg.repeat_branch && !cfg.repeat_branch_htm && !cfg.hist_always);
    assert_false(cfg.report_disabled || cfg.hcontext || cfg.dbg_control || cfg.icnt_late);
    assert_false(cfg.icnt_sync || cfg.ts_copy_active || cfg.ts_select || cfg.link_fields);
    assert_int_equal(cfg.xlen, 64);
    assert_int_equal(cfg.itype_width, 4);
    assert_int_equal(cfg.hist_bits, 32);
    assert_int_equal(cfg.icnt_bits, 22);
    assert_int_equal(cfg.src_bits, 12);
    assert_int_equal(cfg.sync_modes, 0xE);
    assert_int_equal(cfg.context_bits, 32);
    assert_int_equal(cfg.ext_triggers + cfg.ext_outputs + cfg.filters + cfg.comparators, 0);
    assert_int_equal(cfg.ext_events, TRM_EXT_ALL);
    assert_int_equal(cfg.filter_matches, TRM_FILTER_ALL);
    assert_int_equal(cfg.hist_search, TRM_HIST_SEARCH_ANY);
    assert_int_equal(cfg.ts_messages, TRM_TS_ALL);
    assert_int_equal(cfg.ts_modes, 0);
    assert_int_equal(cfg.ts_width, 40);
    assert_int_equal(cfg.return_stack, 8);
    assert_int_equal(cfg.fifo_bytes, 256);
    assert_int_equal(cfg.restart_bytes, 64);
    assert_int_equal(cfg.undef, TRM_UNDEF_ZERO);
}

/* What is refused is named. */
static void refusals(void **state)
{
    struct trm_encoder_cfg cfg;
    (void)state;
    trm_encoder_cfg_init(&cfg);
    assert_null(trm_encoder_cfg_check(&cfg));
    cfg.icnt_bits = 23;
    assert_string_equal(trm_encoder_cfg_check(&cfg), "icnt_bits: not in its range");
    trm_encoder_cfg_init(&cfg);
    cfg.btm = cfg.htm = false;
    assert_non_null(strstr(trm_encoder_cfg_check(&cfg), "btm and htm"));
    trm_encoder_cfg_init(&cfg);
    cfg.ntrace = cfg.etrace = false;
    assert_non_null(strstr(trm_encoder_cfg_check(&cfg), "ntrace and etrace"));
    trm_encoder_cfg_init(&cfg);
    cfg.queue_messages = 4;
    cfg.queue_reserve = 5;
    assert_non_null(strstr(trm_encoder_cfg_check(&cfg), "queue_reserve"));
    trm_encoder_cfg_init(&cfg);
    cfg.etrace = true;
    cfg.bpred_size = cfg.cache_size = 4;
    assert_non_null(strstr(trm_encoder_cfg_check(&cfg), "f0s_width"));
    cfg.f0s_width = 1;
    assert_null(trm_encoder_cfg_check(&cfg));
    cfg.nocontext = cfg.notime = false; /* 5 + 2 + 64 + 64 + 64 + 2 + 63 + 64 bits of a trap */
    cfg.context_width = cfg.time_width = cfg.ecause_width = 64;
    assert_non_null(strstr(trm_encoder_cfg_check(&cfg), "context_width"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refusals), cmocka_unit_test(ranges),           cmocka_unit_test(zeros),
        cmocka_unit_test(together), cmocka_unit_test(encoder_defaults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
