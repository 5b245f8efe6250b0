/* SPDX-License-Identifier: Apache-2.0 */
#include "pc_check.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include "htr/htr_compare.h"

void pc_check(const struct nexus_stream_cfg *cfg, const struct flow_region *code, size_t regions,
              const uint8_t *bytes, size_t n, const struct htr_pc_log *log)
{
    struct flow_code_image image = {.region = code, .count = regions};
    struct flow_code reader;
    struct nexus_decoder d;
    struct htr_tree tree;
    struct htr_compare_result result;
    struct htr_pcs expected;
    struct htr_host host = {0};
    flow_code_init_image(&reader, nexus_cfg_isa(cfg), &image);
    assert_int_equal(nexus_decoder_init(&d, cfg, &reader, bytes, n), NEXUS_OK);
    htr_pcs_open_log(&expected, &host, log);
    int32_t decoder = htr_tree_single(&tree, &host, &d, NULL, NULL);
    assert_true(decoder >= 0);
    assert_int_equal(htr_compare_whole(&tree, decoder, &expected, &result), HTR_COMPARE_EQUAL);
    htr_tree_close(&tree);
    assert_int_equal(result.instructions, log->count);
    htr_pcs_close(&expected);
}
