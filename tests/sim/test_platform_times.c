/* SPDX-License-Identifier: Apache-2.0 */
/* Timestamps of several harts come from one counter, down two levels of funnels: decoded hart by
 * hart, each one lies between the cycles of the two instructions around it, with one
 * and the same offset for all harts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "nexus/nexus_flow.h"
#include "platform_rig.h"

enum {
    HARTS = 4,
    TRACE_BYTES = 1 << 20,
    RECORDS = 1 << 17,
};

/* What a hart did: an instruction or a trap each. */
struct log {
    uint64_t cycle[RECORDS];
    uint64_t position[RECORDS]; /* half-words retired before it */
    unsigned n;
    uint64_t halfwords;
};

static struct platform_rig rig;
static struct log logs[HARTS];
static uint8_t trace[TRACE_BYTES];

static void on_record(void *ctx, unsigned hart, const struct ingress_cycle *in, uint32_t opcode)
{
    struct log *l = &logs[hart];

    (void)ctx;
    (void)opcode;
    if (in->nblocks == 0) {
        return;
    }
    assert_true(l->n < RECORDS);
    l->cycle[l->n] = in->cycle;
    l->position[l->n++] = l->halfwords;
    l->halfwords += in->block[0].iretire;
}

/* The cycles between which something happened that is reported at `position` half-words: from the
 * record that ended there to the last one that begins there. */
static void window(const struct log *l, uint64_t position, uint64_t *first, uint64_t *last)
{
    unsigned i = 0;

    while (i < l->n && l->position[i] < position) {
        i++;
    }
    *first = i == 0 ? 0 : l->cycle[i - 1];
    while (i + 1 < l->n && l->position[i + 1] == position) {
        i++;
    }
    *last = i < l->n ? l->cycle[i] : UINT64_MAX;
}

/* Narrow [*low, *high], where the offset of the counter must lie. Returns how many timestamps. */
static unsigned check_hart(unsigned hart, size_t n, int64_t *low, int64_t *high)
{
    struct flow_region code[HTR_ELF_MAX_SEGMENTS];
    struct flow_code_image image = {.region = code, .count = rig_code(&rig, code)};
    static struct nexus_decoder d;
    struct nexus_stream_cfg cfg;
    struct flow_code reader;
    struct flow_elem e;
    unsigned times = 0;

    nexus_cfg_init(&cfg);
    cfg.src_bits = 4;
    cfg.timestamps = true;
    flow_code_init_image(&reader, nexus_cfg_isa(&cfg), &image);
    assert_int_equal(nexus_decoder_init(&d, &cfg, &reader, trace, n), NEXUS_OK);
    d.all_sources = false;
    d.src = (uint16_t)hart;
    while (nexus_decoder_next(&d, &e) == NEXUS_OK && e.type != FLOW_ELEM_END) {
        uint64_t first, last;

        assert_int_not_equal(e.type, FLOW_ELEM_ERROR);
        if (e.type != FLOW_ELEM_TIMESTAMP) {
            continue;
        }
        times++;
        window(&logs[hart], e.position, &first, &last);
        if (last != UINT64_MAX && (int64_t)(last - e.value) < *high) {
            *high = (int64_t)(last - e.value);
        }
        if ((int64_t)(first - e.value) > *low) {
            *low = (int64_t)(first - e.value);
        }
    }
    return times;
}

static void one_clock(const char *program, const char *tree)
{
    int64_t low = INT64_MIN, high = INT64_MAX;
    struct sim_platform_cfg platform;
    struct rvt_fdt_cfg driver;
    struct sim_run_result r;

    memset(logs, 0, sizeof logs);
    sim_platform_cfg_init(&platform);
    platform.retire = (struct sim_retire_hook){on_record, NULL};
    if (tree != NULL) {
        rig_dtb(&rig, tree);
    } else {
        rig_ready(&rig, HARTS, 64, TRACE_BYTES);
    }
    rig_create(&rig, &platform, program);
    rvt_fdt_cfg_init(&driver);
    driver.timestamps = true;
    rig_start(&rig, &driver);
    sim_platform_run(rig.platform, NULL, &r);
    assert_int_equal(r.reason, SIM_STOP_FINISHER);
    size_t n = rig_stop(&rig, trace, sizeof trace);
    for (unsigned hart = 0; hart < HARTS; hart++) {
        assert_true(check_hart(hart, n, &low, &high) > 100);
    }
    /* All windows of all harts have an offset in common, and it is known to a few cycles. */
    assert_true(low <= high);
    assert_true(high - low <= 2);
    sim_platform_destroy(rig.platform);
}

static void one_clock_for_all_harts_behind_one_funnel(void **state)
{
    (void)state;
    one_clock("smplock", NULL);
    one_clock("smpipi", NULL);
}

static void one_clock_for_all_harts_behind_two_levels(void **state)
{
    (void)state;
    one_clock("smplock", "clusters");
    one_clock("smpipi", "clusters");
    one_clock("smpwork", "clusters");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_clock_for_all_harts_behind_one_funnel),
        cmocka_unit_test(one_clock_for_all_harts_behind_two_levels),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
