/* SPDX-License-Identifier: Apache-2.0 */
/* Decode tree over E-Trace: what is refused, and by which name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "etrace/etrace_cfg.h"
#include "htr/htr_tree_build.h"
#include "htr/htr_tree_index.h"

static const uint8_t bytes[64];
static const struct flow_region region = {0x1000, sizeof bytes, bytes};
static struct etrace_cfg cfg;
static char said[HTR_TEXT];

static void keep(void *ctx, const struct htr_message *m)
{
    (void)ctx;
    snprintf(said, sizeof said, "%s", m->text);
}

static struct htr_host host = {.message = keep};

static int setup(void **state)
{
    (void)state;
    said[0] = '\0';
    etrace_cfg_init(&cfg);
    return 0;
}

static int build(struct htr_tree *t, const struct htr_tree_source_spec *source, size_t n)
{
    const struct htr_tree_buffer_spec buffer = {
        .name = "sink", .bytes = bytes, .size = sizeof bytes};
    int32_t decoder[2];
    htr_tree_init(t, &host, NULL, 0);
    return htr_tree_build(t, &buffer, 1, source, n, decoder);
}

static void a_field_out_of_range(void **state)
{
    struct htr_tree t;
    (void)state;
    cfg.ecause_width = 65;
    const struct htr_tree_source_spec source = {
        .name = "hart", .src = HTR_SRC_ANY, .etrace = &cfg, .region = &region, .regions = 1};
    assert_int_equal(build(&t, &source, 1), HTR_ERR_ARG);
    assert_non_null(strstr(said, "ecause_width"));
    assert_non_null(strstr(said, "etrace_cfg.h"));
    htr_tree_close(&t);
}

static void both_protocols_in_one_stream(void **state)
{
    struct htr_tree t;
    (void)state;
    cfg.src_bits = 2;
    struct htr_tree_source_spec source[2] = {
        {.name = "E", .src = 1, .etrace = &cfg, .region = &region, .regions = 1},
        {.name = "N", .src = 2, .region = &region, .regions = 1}};
    nexus_cfg_init(&source[1].cfg);
    source[1].cfg.src_bits = 2;
    assert_int_equal(build(&t, source, 2), HTR_ERR_CONFLICT);
    assert_non_null(strstr(said, "N-Trace and of E-Trace in one stream"));
    htr_tree_close(&t);
}

static void indexers_are_for_ntrace(void **state)
{
    struct htr_tree t;
    (void)state;
    const struct htr_tree_source_spec source = {
        .name = "hart", .src = HTR_SRC_ANY, .etrace = &cfg, .region = &region, .regions = 1};
    assert_int_equal(build(&t, &source, 1), HTR_OK);
    for (int32_t i = 0; i < t.count; i++) {
        if (t.component[i].kind == HTR_PACKETS) {
            const int32_t x = htr_tree_indexer(&t, "x");
            assert_int_equal(htr_tree_attach(&t, i, x, 0), HTR_OK);
            break;
        }
    }
    assert_int_equal(htr_tree_begin(&t), HTR_ERR_CONFLICT);
    assert_non_null(strstr(said, "E-Trace"));
    htr_tree_close(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_field_out_of_range, setup),
        cmocka_unit_test_setup(both_protocols_in_one_stream, setup),
        cmocka_unit_test_setup(indexers_are_for_ntrace, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
