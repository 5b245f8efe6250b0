/* SPDX-License-Identifier: Apache-2.0 */
/* Ids of functions without symbols (htv/htv_names.h): one for each address that is called, and none
 * for places that are only jumped to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "flow/flow_insn.h"
#include "htv/htv_names.h"

static struct htv_place locate(void *ctx, const struct flow_context *c, uint64_t pc, bool entry)
{
    return htv_names_locate(ctx, c, pc, entry);
}

static void drop(void *ctx, const struct htv_event *e)
{
    (void)ctx;
    (void)e;
}

static void range(struct htv_calls *c, uint64_t start, enum flow_insn_class cls)
{
    htv_calls_range(c, &(struct flow_range){.start = start,
                                            .end = start + 4,
                                            .count = 1,
                                            .type = FLOW_RANGE_TYPE,
                                            .last_cls = (uint8_t)cls,
                                            .last_size = 4,
                                            .last_taken = true});
}

static void targets_of_jumps_are_no_functions(void **state)
{
    struct htv_names *n = htv_names_new(NULL);
    struct htv_calls c;
    (void)state;
    assert_non_null(n);
    htv_calls_init(&c, 0, 0, 1, locate, drop, n);
    range(&c, 0x1000, FLOW_INSN_DIRECT_CALL);
    range(&c, 0x2000, FLOW_INSN_JUMP); /* a table of jumps: switch */
    range(&c, 0x2040, FLOW_INSN_JUMP);
    range(&c, 0x2080, FLOW_INSN_RETURN);
    range(&c, 0x1004, FLOW_INSN_CALL);
    range(&c, 0x3000, FLOW_INSN_RETURN);
    range(&c, 0x1008, FLOW_INSN_BRANCH);
    htv_calls_end(&c);
    htv_calls_free(&c);

    const char *const names[] = {"?", "0x1000", "0x2000", "0x3000"}; /* "?": id 0 */
    assert_int_equal(htv_names_count(n), 4);
    for (uint32_t i = 0; i < 4; i++) {
        assert_string_equal(htv_names_get(n, i)->name, names[i]);
    }
    assert_string_equal(htv_names_get(n, 99)->name, "?");
    htv_names_free(n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(targets_of_jumps_are_no_functions),
    };
    return cmocka_run_group_tests_name("names", tests, NULL, NULL);
}
