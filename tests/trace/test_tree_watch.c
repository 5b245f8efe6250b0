/* SPDX-License-Identifier: Apache-2.0 */
/* Decode tree: monitors see everything once, logs pass what their level lets pass. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "tree_rig.h"

static struct tree_rig r;

static void see_nothing(void *ctx, const struct htr_seen *seen)
{
    (void)ctx;
    (void)seen;
}

static struct {
    uint8_t bytes[TM_BYTES];
    size_t nbytes, nmsgs, nelems;
    uint64_t offset[EL_MAX];
} saw;

static void see(void *ctx, const struct htr_seen *seen)
{
    (void)ctx;
    if (seen->stage == HTR_BUFFER) {
        assert_int_equal(seen->offset, saw.nbytes);
        memcpy(saw.bytes + saw.nbytes, seen->bytes, seen->size);
        saw.nbytes += seen->size;
    } else if (seen->stage == HTR_PACKETS) {
        assert_memory_equal(seen->bytes, r.bytes.byte + seen->offset, seen->size);
        saw.offset[saw.nmsgs++] = seen->offset;
    } else if (seen->stage == HTR_DECODER) {
        saw.nelems++;
        assert_true(saw.nmsgs > 0 || seen->elem->type == FLOW_ELEM_END);
    }
}

static void attach_monitors(void)
{
    int32_t first = htr_tree_monitor(&r.tree, "one", see, NULL);
    int32_t other = htr_tree_monitor(&r.tree, "two", see_nothing, NULL);
    for (int32_t i = 0; i < first; i++) {
        if (r.tree.component[i].kind <= HTR_DECODER) {
            assert_int_equal(htr_tree_attach(&r.tree, i, other, 0), HTR_OK);
            assert_int_equal(htr_tree_attach(&r.tree, i, first, 0), HTR_OK);
        }
    }
    memset(&saw, 0, sizeof saw);
    assert_int_equal(htr_tree_begin(&r.tree), HTR_OK);
}

/* Every byte, every message (as nexus_msg_next finds them), every element, each once. */
static void monitors_see_everything(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct nexus_msg_decoder d;
        struct nexus_msg m;
        size_t n = 0, elems = 0;
        tr_make(&r, seed, 300, seed % 2 == 0 ? 6 : 0);
        tr_build(&r, false, false);
        attach_monitors();
        r.pauses = seed % 3;
        tr_push(&r, false, 30);
        assert_int_equal(saw.nbytes, r.bytes.n);
        assert_memory_equal(saw.bytes, r.bytes.byte, r.bytes.n);
        assert_int_equal(nexus_msg_decoder_init(&d, &r.cfg, r.bytes.byte, r.bytes.n), NEXUS_OK);
        for (int rc; (rc = nexus_msg_next(&d, &m)) != NEXUS_ERR_END; n++) {
            assert_true(n < saw.nmsgs);
            assert_int_equal(saw.offset[n], m.offset);
        }
        assert_int_equal(n, saw.nmsgs);
        for (unsigned i = 0; i < TR_SOURCES; i++) {
            elems += r.list[i].n;
        }
        assert_int_equal(saw.nelems, elems);
        htr_tree_close(&r.tree);
    }
}

/* Pulled: the messages of the source, not later than the elements that come of them. */
static void monitors_see_what_is_pulled(void **state)
{
    (void)state;
    for (unsigned batch = 0; batch < 2; batch++) {
        struct nexus_msg_decoder d;
        struct nexus_msg m;
        struct flow_elem e;
        struct flow_range range[4];
        size_t n = 0, elems = 0;
        tr_make(&r, 4, 300, 0);
        tr_build(&r, false, true);
        attach_monitors();
        assert_int_equal(saw.nbytes, r.bytes.n);
        while (batch != 0 ? htr_tree_next_ranges(&r.tree, r.decoder[1], range, 4, &e) >= 0
                          : htr_tree_next(&r.tree, r.decoder[1], &e)) {
            elems++;
            assert_true(e.type == FLOW_ELEM_END || batch != 0 ||
                        saw.offset[saw.nmsgs - 1] == e.offset);
        }
        assert_int_equal(saw.nelems, elems);
        assert_int_equal(nexus_msg_decoder_init(&d, &r.cfg, r.bytes.byte, r.bytes.n), NEXUS_OK);
        while (nexus_msg_next(&d, &m) != NEXUS_ERR_END) {
            if (m.src == 2) {
                assert_int_equal(saw.offset[n++], m.offset);
            }
        }
        assert_int_equal(n, saw.nmsgs);
        htr_tree_close(&r.tree);
    }
}

/* ---- logs ---- */

static unsigned lines, messages, passed;
static char last_line[HTR_TEXT + 200];
static void keep_line(void *ctx, const char *line)
{
    (void)ctx;
    lines++;
    snprintf(last_line, sizeof last_line, "%s", line);
}

static void keep_message(void *ctx, const struct htr_message *m)
{
    (void)ctx;
    messages++;
    assert_string_not_equal(m->remedy, "");
    assert_string_equal(m->where.component, "hart 2");
    assert_int_not_equal(m->where.offset, HTR_NO_OFFSET);
}

static void count_passed(void *ctx, const struct htr_message *m)
{
    (void)ctx;
    passed += m->where.source >= 0;
}

/* Errors of one source: to its log, to the host, in the line. The other sources have no log. */
static void a_log_tells_of_its_source(void **state)
{
    (void)state;
    for (unsigned level = HTR_LEVEL_NONE; level <= HTR_LEVEL_NOTES; level++) {
        const struct htr_log o = {
            .level = (enum htr_level)level, .print = keep_line, .message = keep_message};
        unsigned errors = 0, notes = 0;
        tr_make(&r, 8, 300, 20);
        tr_build(&r, false, false);
        int32_t log = htr_tree_log(&r.tree, "log", &o);
        assert_int_equal(htr_tree_attach(&r.tree, r.decoder[1], log, 0), HTR_OK);
        assert_int_equal(htr_tree_begin(&r.tree), HTR_OK);
        lines = messages = passed = 0;
        r.host.message = count_passed;
        tr_push(&r, false, 64);
        for (size_t i = 0; i < r.list[1].n; i++) {
            const struct flow_elem *e = &r.list[1].item[i].e;
            errors += e->type == FLOW_ELEM_ERROR || e->type == FLOW_ELEM_ADDR_NACC;
            notes += e->type == FLOW_ELEM_NO_SYNC || e->type == FLOW_ELEM_LOST ||
                     e->type == FLOW_ELEM_UNKNOWN || (e->type == FLOW_ELEM_END && e->value != 0);
        }
        assert_true(errors > 3 && notes > 3);
        unsigned expected = level == HTR_LEVEL_NONE     ? 0
                            : level == HTR_LEVEL_ERRORS ? errors
                                                        : errors + notes;
        assert_int_equal(lines, expected);
        assert_int_equal(messages, expected);
        assert_int_equal(passed, expected);
        const struct htr_last *last = htr_tree_log_last(&r.tree, log);
        assert_int_equal(last->status, level == HTR_LEVEL_NONE ? HTR_OK : HTR_ERR_FORMAT);
        assert_int_equal(htr_tree_log_last(&r.tree, 0) == NULL, true);
        if (level == HTR_LEVEL_ERRORS) {
            assert_string_equal(last->component, "hart 2");
            assert_non_null(strstr(last_line, "error: hart 2 source "));
            assert_non_null(strstr(last_line, last->text));
        }
        r.host.message = NULL;
        htr_tree_close(&r.tree);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(monitors_see_everything),
        cmocka_unit_test(monitors_see_what_is_pulled),
        cmocka_unit_test(a_log_tells_of_its_source),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
