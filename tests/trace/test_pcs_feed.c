/* SPDX-License-Identifier: Apache-2.0 */
/* A list of executed PCs as ingress blocks (htr_pcs_feed.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "files.h"
#include "htr/htr_pcs_feed.h"
#include "htr/htr_trace.h"

/* Linear, a branch to 0x100, linear. */
static const char code_list[] = "0x100,L4\n0x104,BD4,0x100\n0x108,L2\n";

enum {
    TURNS = 200, /* of the loop: its block is recognized by its text */
    BLOCKS = 512,
};

static char input[256], list[300];

struct taken {
    struct ingress_block block[BLOCKS];
    uint64_t cycle[BLOCKS];
    unsigned n;
};

static void take(void *ctx, const struct ingress_cycle *in)
{
    struct taken *t = ctx;
    assert_true(t->n < BLOCKS);
    assert_int_equal(in->nblocks, 1);
    assert_int_equal(in->priv, INGRESS_PRIV_M);
    t->block[t->n] = in->block[0];
    t->cycle[t->n++] = in->cycle;
}

static int set_up(void **state)
{
    const char *dir = getenv("TMPDIR");
    (void)state;
    snprintf(input, sizeof input, "%s/hartrace-feed-%ld", dir != NULL ? dir : "/tmp",
             (long)getpid());
    snprintf(list, sizeof list, "%s.pcinfo", input);
    files_text(list, code_list);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    (void)remove(input);
    (void)remove(list);
    return 0;
}

static int feed(struct taken *t, struct htr_host *host, const char *pcs, uint64_t *instructions)
{
    static struct htr_code code;
    static struct htr_settings te;
    struct htr_blocks blocks;
    struct htr_pcs p = {0};
    struct nexus_stream_cfg cfg;
    memset(t, 0, sizeof *t);
    files_text(input, pcs);
    htr_settings_init(&te);
    assert_int_equal(htr_code_choose(&code, host, &(struct htr_code_choice){.pcinfo = list}, &te),
                     HTR_OK);
    htr_settings_stream(&te, &cfg);
    htr_code_start(&code, nexus_cfg_isa(&cfg));
    htr_blocks_init(&blocks, &code.code, cfg.xlen, 4, false);
    assert_int_equal(htr_pcs_open_text(&p, host, input), HTR_OK);
    int status = htr_pcs_feed(&p, &blocks, &(struct htr_ingress_sink){take, t});
    *instructions = blocks.instructions;
    htr_pcs_close(&p);
    htr_code_close(&code);
    return status;
}

/* N-Trace, "Generating itype for different instructions": 5 is a taken branch, 4 one that is not.
 */
static void a_loop_is_its_blocks(void **state)
{
    static struct taken t;
    static char pcs[TURNS * 8 + 64];
    struct htr_host host = {0};
    uint64_t instructions;
    size_t n = 0;
    (void)state;
    for (unsigned i = 0; i < TURNS; i++) {
        n += (size_t)snprintf(pcs + n, sizeof pcs - n, "100\n104\n");
    }
    snprintf(pcs + n, sizeof pcs - n, "108\n");
    assert_int_equal(feed(&t, &host, pcs, &instructions), HTR_OK);
    assert_int_equal(instructions, 2 * TURNS + 1);
    assert_int_equal(t.n, TURNS + 1);
    for (unsigned i = 0; i < TURNS; i++) {
        assert_int_equal(t.block[i].iaddr, 0x100);
        assert_int_equal(t.block[i].iretire, 4); /* half-words */
        assert_int_equal(t.block[i].itype, i + 1 < TURNS ? 5 : 4);
        assert_true(i == 0 || t.cycle[i] == t.cycle[i - 1] + 2);
    }
    assert_int_equal(t.block[TURNS].iaddr, 0x108);
    assert_int_equal(t.block[TURNS].iretire, 1);
}

static void what_cannot_be_is_a_status(void **state)
{
    static struct taken t;
    struct htr_host host = {0};
    uint64_t instructions;
    (void)state;
    assert_int_equal(feed(&t, &host, "# nothing\n", &instructions), HTR_ERR_FORMAT);
    assert_int_equal(t.n, 0);
    assert_int_equal(feed(&t, &host, "100\n104\nbanana\n", &instructions), HTR_ERR_FORMAT);
    assert_int_equal(feed(&t, &host, "100\n108\n", &instructions), HTR_ERR_CONFLICT);
    assert_non_null(strstr(host.last.text, "line 2: "));
    assert_string_equal(host.last.file, input);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loop_is_its_blocks),
        cmocka_unit_test(what_cannot_be_is_a_status),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
