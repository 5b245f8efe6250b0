/* SPDX-License-Identifier: Apache-2.0 */
/* What the components of a live target are, do and can do, on the models of all of them. */
#include "target_rig.h"

#include "htt/htt_info.h"
#include "htt/htt_registers.h"

enum {
    TEXT = 20000
};

static void what_components_are(void **state)
{
    static struct htt_info info;
    (void)state;
    open_board("clusters", 5, false);
    const unsigned n = r.told.ncomponents;
    ok(htt_find(&t, HTT_IDENTITY, NULL, 0, NULL, &info));
    assert_int_equal(info.n, n);
    assert_int_equal(info.unasked, n);
    assert_int_equal(info.odd, 0);
    ok(htt_find(&t, HTT_IDENTITY_WAKE, NULL, 0, NULL, &info));
    assert_int_equal(info.unasked, 0);
    assert_int_equal(info.odd, 0);
    for (unsigned i = 0; i < n; i++) {
        assert_int_equal(info.component[i].identity.info.major, 1);
        assert_int_equal(info.component[i].kind, r.real.component[i].kind);
    }
    all_are_in_reset();
    ok(htt_start(&t, &how, NULL));
    ok(htt_find(&t, HTT_IDENTITY, NULL, 0, NULL, &info));
    assert_int_equal(info.unasked, 0);
    assert_int_equal(info.odd, 0);
    ok(htt_stop(&t));
}

/* The tree calls an encoder a funnel: that component is reported as wrong. */
static void a_wrong_tree_shows(void **state)
{
    static struct htt_info info;
    const struct htt_options o = {.port = &r.board.io};
    (void)state;
    open_board("clusters", 6, false);
    unsigned encoder = 0;
    while (r.told.component[encoder].kind != TOPOLOGY_ENCODER) {
        encoder++;
    }
    r.told.component[encoder].kind = TOPOLOGY_FUNNEL;
    ok(htt_open(&t, &host, &r.told, &o));
    ok(htt_find(&t, HTT_IDENTITY_WAKE, NULL, 0, NULL, &info));
    assert_int_equal(info.odd, 1);
    assert_int_equal(info.component[encoder].identity.status, RVT_ERR_TYPE);
    assert_false(info.component[encoder].identity.good);
}

/* What a writer writes. */
static void text_of(char *text, enum htt_question question, const char *name, bool json)
{
    static struct htt_info info;
    FILE *f = tmpfile();
    assert_non_null(f);
    ok(htt_find(&t, question, &name, name != NULL, json ? NULL : f, &info));
    assert_true(!json || htt_info_json(f, &info));
    rewind(f);
    text[fread(text, 1, TEXT - 1, f)] = '\0';
    (void)fclose(f);
}

static void what_components_do(void **state)
{
    static struct htt_info info;
    static char text[TEXT];
    (void)state;
    open_board("single-sram-rv64", 7, false);
    ok(htt_start(&t, &how, NULL));
    ok(htt_find(&t, HTT_ACTIVITY, NULL, 0, NULL, &info));
    assert_int_equal(info.n, r.told.ncomponents);
    for (unsigned i = 0; i < info.n; i++) {
        const struct htt_component *c = &info.component[i];
        assert_int_equal(c->state, RVT_STATE_ENABLED);
        assert_int_equal(c->activity.encoder.tracing, c->kind == TOPOLOGY_ENCODER);
        assert_false(c->activity.known_buffer);
    }
    text_of(text, HTT_ACTIVITY, "encoder-0", false);
    assert_non_null(strstr(text, "encoder-0"));
    assert_non_null(strstr(text, " enabled, tracing"));
    assert_null(strstr(text, "ramsink-0"));
    run_harts();
    ok(htt_stop(&t));
    ok(htt_find(&t, HTT_ACTIVITY, (const char *const[]){"ramsink-0"}, 1, NULL, &info));
    assert_int_equal(info.n, 1);
    assert_true(info.component[0].activity.known_buffer);
    const struct htt_activity *x = &info.component[0].activity;
    assert_true(x->ramsink.wp > x->buffer.start && x->ramsink.wp <= x->buffer.limit);
    text_of(text, HTT_ACTIVITY, NULL, true);
    assert_non_null(strstr(text, "\"schema\": \"hartrace-status-1\""));
    assert_non_null(strstr(text, "\"tracing\": false"));
    assert_int_equal(htt_find(&t, HTT_ACTIVITY, (const char *const[]){"funnel-9"}, 1, NULL, &info),
                     HTR_ERR_MISSING);
}

/* The models can do HTM and BTM, and SRC of 0 to 12 bits (docs/reference/model.md); after it all is
 * as it was. */
static void what_components_can_do(void **state)
{
    static struct htt_info info;
    static char text[TEXT];
    (void)state;
    open_board("single-sram-rv64", 8, false);
    ok(htt_find(&t, HTT_ABILITIES, (const char *const[]){"encoder-0"}, 1, NULL, &info));
    const struct htt_component *c = &info.component[0];
    assert_true(c->abilities.tried);
    assert_int_equal(c->abilities.encoder.inst_modes, 1 << 0 | 1 << 3 | 1 << 6);
    assert_int_equal(c->abilities.encoder.src_bits, (1 << 13) - 1);
    assert_int_equal(c->state, RVT_STATE_UNKNOWN);
    all_are_in_reset();
    text_of(text, HTT_ABILITIES, NULL, false);
    assert_non_null(strstr(text, "trTeInstMode                0, 3, 6\n"));
    text_of(text, HTT_ABILITIES, NULL, true);
    assert_non_null(strstr(text, "\"schema\": \"hartrace-info-target-1\""));
}

static void registers_as_they_are(void **state)
{
    static char text[TEXT];
    FILE *f = tmpfile();
    (void)state;
    assert_non_null(f);
    open_board("single-sram-rv64", 9, false);
    ok(htt_start(&t, &how, NULL));
    ok(htt_registers_text(&t, (const char *const[]){"encoder-0"}, 1, f));
    rewind(f);
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    assert_non_null(strstr(text, "trTeControl"));
    assert_non_null(strstr(text, "trTeInstMode=3(btm)"));
    assert_null(strstr(text, "trRamControl"));
    assert_int_equal(htt_registers_text(&t, (const char *const[]){"encoder-1"}, 1, f),
                     HTR_ERR_MISSING);
    (void)fclose(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_components_are),   cmocka_unit_test(a_wrong_tree_shows),
        cmocka_unit_test(what_components_do),    cmocka_unit_test(what_components_can_do),
        cmocka_unit_test(registers_as_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
