/* SPDX-License-Identifier: Apache-2.0 */
/* The log of calls of random programs agrees with the programs' own account of their depth, and the
 * trace made of them meanwhile is that of what was executed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "pc_check.h"
#include "random_calls.h"
#include "random_setup.h"

static struct rc_run run;

static void the_log_agrees_with_the_programs(void **state)
{
    size_t seen[CALL_KINDS] = {0};

    (void)state;
    for (uint64_t seed = 1; seed <= random_seeds(1000); seed++) {
        const struct flow_region code = {RC_BASE, RC_CODE_BYTES, run.code};
        struct rc_cfg cfg;

        rc_choose(&cfg, seed);
        rc_execute(&run, &cfg, seed);
        for (size_t i = 0; i < run.calls.count; i++) {
            seen[run.calls.entry[i].kind]++;
        }
        pc_check(&run.stream, &code, 1, run.trace, run.size, &run.pcs);
        rc_free(&run);
    }
    for (unsigned kind = 0; kind < CALL_KINDS; kind++) {
        print_message("%s: %zu\n", call_kind_name(kind), seen[kind]);
        assert_true(kind == CALL_SWAP || seen[kind] >= 100);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_log_agrees_with_the_programs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
