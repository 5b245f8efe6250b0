/* SPDX-License-Identifier: Apache-2.0 */
/* The table of TI's system firmware against facts that were written by hand from its documentation,
 * built in and read from the TOML; each field at its limits. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "htr/htr_fw.h"

/* "Baseport Action IDs" and so on: domain, name, value, "msb:lsb field" of each. */
static const struct fact {
    unsigned domain;
    const char *name;
    unsigned value;
    const char *fields;
} facts[] = {
    {0, "BP_INIT_COMPLETE", 0, ""},
    {0, "SEC_MSG_RECEIVED", 1, "21:15 14:0"},
    {0, "USER_MSG_RECEIVED", 2, "21:15 14:0"},
    {0, "GENERIC_DEBUG", 127, "21:0"},
    {1, "FIREWALL_ACTIVE", 0, "21:0"},
    {1, "GENERIC_DEBUG", 127, "21:0"},
    {2, "RING_ALLOCATE", 0, "21:14 13:0"},
    {2, "RING_CONFIGURE", 4, "21:14 13:0"},
    {2, "RING_FREE", 1, "21:14 13:0"},
    {2, "RING_RECONFIG", 2, "21:14 13:0"},
    {2, "RING_GET_CFG", 5, "21:14 13:0"},
    {2, "RING_RESET", 3, "21:14 13:0"},
    {2, "RING_OES_INDEX", 8, "21:14 13:0"},
    {2, "RING_OES_EVENT", 9, "15:0"},
    {2, "UDMAP_TX_CH_ALLOC", 10, "21:14 13:0"},
    {2, "UDMAP_TX_CH_CFG", 14, "21:14 13:0"},
    {2, "UDMAP_TX_CH_GET_CFG", 15, "21:14 13:0"},
    {2, "UDMAP_TX_CH_FREE", 11, "21:14 13:0"},
    {2, "UDMAP_TX_CH_INDEX", 12, "21:14 13:0"},
    {2, "UDMAP_TX_CH_THRD_ID", 13, "21:0"},
    {2, "UDMAP_RX_CH_ALLOC", 17, "21:14 13:0"},
    {2, "UDMAP_RX_CH_CFG", 21, "21:14 13:0"},
    {2, "UDMAP_RX_CH_GET_CFG", 22, "21:14 13:0"},
    {2, "UDMAP_RX_CH_FREE", 18, "21:14 13:0"},
    {2, "UDMAP_RX_CH_INDEX", 19, "21:14 13:0"},
    {2, "UDMAP_RX_CH_THRD_ID", 20, "21:0"},
    {2, "UDMAP_RX_FLOW_ALLOC", 24, "21:14 13:0"},
    {2, "UDMAP_RX_FLOW_FREE", 25, "21:14 13:0"},
    {2, "UDMAP_RX_FLOW_CFG", 26, "21:14 13:0"},
    {2, "UDMAP_FLOW_CFG", 29, "21:14 13:0"},
    {2, "UDMAP_FLOW_GET_CFG", 33, "21:14 13:0"},
    {2, "UDMAP_RX_FLOW_OPT_CFG", 27, "21:14 13:0"},
    {2, "UDMAP_FLOW_SZ_CFG", 30, "21:14 13:0"},
    {2, "UDMAP_FLOW_SZ_GET_CFG", 34, "21:14 13:0"},
    {2, "UDMAP_RX_FLOW_CH_OWNER", 28, "13:0"},
    {2, "UDMAP_OES_INDEX", 31, "21:14 13:0"},
    {2, "UDMAP_OES_EVENT", 32, "15:0"},
    {2, "PSIL_PAIR", 36, "21:14"},
    {2, "PSIL_PAIR_SRC_THRD_ID", 37, "21:0"},
    {2, "PSIL_PAIR_DST_THRD_ID", 38, "21:0"},
    {2, "PSIL_UNPAIR", 40, "21:14"},
    {2, "PSIL_UNPAIR_SRC_THRD_ID", 41, "21:0"},
    {2, "PSIL_UNPAIR_DST_THRD_ID", 42, "21:0"},
    {2, "IRQ_SET_SRC", 44, "21:14 13:0"},
    {2, "IRQ_SET_DST", 45, "21:14 13:0"},
    {2, "IRQ_REL_SRC", 46, "21:14 13:0"},
    {2, "IRQ_REL_DST", 47, "21:14 13:0"},
    {2, "IRQ_IA_CFG_VINT", 48, "21:14 13:0"},
    {2, "IRQ_IA_CFG_VINT_EVT", 49, "21:16 15:0"},
    {2, "IRQ_IA_CLR_VINT", 50, "21:14 13:0"},
    {2, "IRQ_IA_CLR_VINT_EVT", 51, "21:16 15:0"},
    {2, "IRQ_IR_CFG", 52, "21:14"},
    {2, "IRQ_IR_CFG_IO", 53, "21:10 9:0"},
    {2, "IRQ_IR_CLR", 54, "21:14"},
    {2, "IRQ_IR_CLR_IO", 55, "21:10 9:0"},
    {2, "RESOURCE_GET", 61, "21:16 15:6 5:0"},
    {2, "RESOURCE_GET_START", 62, "15:0"},
    {2, "RESOURCE_GET_NUM", 63, "15:0"},
    {2, "GENERIC_DEBUG", 127, "21:0"},
    {3, "DEVICE_ON", 0, "21:0"},
    {3, "DEVICE_OFF", 1, "21:0"},
    {3, "CLOCK_ENABLE", 2, "21:0"},
    {3, "CLOCK_DISABLE", 3, "21:0"},
    {3, "CLOCK_SET_RATE", 4, "21:17 16:10 9:0"},
    {3, "CLOCK_SET_PARENT", 5, "21:10 9:0"},
    {3, "MSG_RECEIVED", 6, "21:0"},
    {3, "MSG_PARAM_DEV_CLK_ID", 7, "21:10 9:0"},
    {3, "MSG_PARAM_VAL", 8, "21:0"},
    {3, "WAKE_ARM", 9, "21:0"},
    {3, "WAKE_HANDLER", 10, "21:0"},
    {3, "PD_GET", 11, "21:20 19:14 13:0"},
    {3, "PD_PUT", 12, "21:20 19:14 13:0"},
    {3, "SET_LOCAL_RESET", 13, "21:20 19:14 0:0"},
    {3, "MODULE_GET", 14, "21:20 19:14 13:0"},
    {3, "MODULE_PUT", 15, "21:20 19:14 13:0"},
    {3, "RETENTION_GET", 16, "21:20 19:14 13:0"},
    {3, "RETENTION_PUT", 17, "21:20 19:14 13:0"},
    {3, "PD_INIT", 18, "21:20 19:14"},
    {3, "INVALID_STATE", 125, "21:0"},
    {3, "BAD_DEVICE", 126, "21:0"},
    {3, "GENERIC_DEBUG", 127, "21:0"},
};

enum {
    FACTS = sizeof facts / sizeof facts[0]
};

static struct htr_host host;

static const char *const paths[] = {"ti-sysfw", "fwtrace/ti-sysfw.toml"};

static void every_action_and_field(void **state)
{
    (void)state;
    for (unsigned k = 0; k < 2; k++) {
        struct htr_fw_table t;
        assert_int_equal(htr_fw_table_load(&t, &host, paths[k]), HTR_OK);
        assert_int_equal(t.domains, 4);
        assert_int_equal(t.actions, FACTS);
        for (unsigned i = 0; i < FACTS; i++) {
            const uint32_t word = facts[i].domain << 29 | facts[i].value << 22;
            bool failed;
            const struct htr_fw_action *a = htr_fw_table_find(&t, word, &failed);
            char fields[80] = "";
            assert_non_null(a);
            assert_false(failed);
            assert_string_equal(a->name, facts[i].name);
            assert_int_equal(htr_fw_table_domain(&t, word)->value, facts[i].domain);
            for (unsigned f = 0; f < a->fields; f++) {
                const size_t n = strlen(fields);
                snprintf(fields + n, sizeof fields - n, "%s%u:%u", f > 0 ? " " : "",
                         a->field[f].bits.msb, a->field[f].bits.lsb);
            }
            assert_string_equal(fields, facts[i].fields);
        }
        htr_fw_table_free(&t);
    }
}

/* All of a field and nothing else; all but the field. */
static void each_field_at_its_limits(void **state)
{
    struct htr_fw_table t;
    (void)state;
    assert_int_equal(htr_fw_table_load(&t, &host, "ti-sysfw"), HTR_OK);
    for (unsigned i = 0; i < FACTS; i++) {
        const char *p = facts[i].fields;
        unsigned msb, lsb, f = 0;
        int n;
        bool failed;
        const struct htr_fw_action *a =
            htr_fw_table_find(&t, facts[i].domain << 29 | facts[i].value << 22, &failed);
        while (sscanf(p, "%u:%u%n", &msb, &lsb, &n) == 2) {
            const uint32_t limit = (1u << (msb - lsb + 1)) - 1, ones = limit << lsb;
            assert_int_equal(htr_fw_bits(ones, a->field[f].bits), limit);
            assert_int_equal(htr_fw_bits(~ones, a->field[f].bits), 0);
            assert_int_equal(htr_fw_bits(1u << lsb, a->field[f].bits), 1);
            p += n;
            f++;
        }
    }
    htr_fw_table_free(&t);
}

static void an_exact_entry_wins_over_the_modifier(void **state)
{
    struct htr_fw_table t;
    bool failed;
    (void)state;
    assert_int_equal(htr_fw_table_load(&t, &host, "ti-sysfw"), HTR_OK);
    for (unsigned domain = 0; domain < 8; domain++) {
        for (unsigned action = 0; action < 128; action++) {
            const struct htr_fw_action *a =
                htr_fw_table_find(&t, domain << 29 | action << 22, &failed);
            const char *want = NULL;
            bool by_modifier = false;
            for (unsigned i = 0; i < FACTS; i++) {
                const bool modified =
                    domain >= 2 && facts[i].value == (action & 0x3f) && action > 63;
                if (facts[i].domain == domain && (facts[i].value == action || modified) &&
                    (want == NULL || facts[i].value == action)) {
                    want = facts[i].name;
                    by_modifier = facts[i].value != action;
                }
            }
            assert_int_equal(a != NULL, want != NULL);
            if (want != NULL) {
                assert_string_equal(a->name, want);
                assert_int_equal(failed, by_modifier);
            }
        }
    }
    /* RM 63 with FAIL is 127. */
    assert_string_equal(htr_fw_table_find(&t, 2u << 29 | 127u << 22, &failed)->name,
                        "GENERIC_DEBUG");
    assert_false(failed);
    htr_fw_table_free(&t);
}

static void reserved_domains_have_no_entry(void **state)
{
    struct htr_fw_table t;
    (void)state;
    assert_int_equal(htr_fw_table_load(&t, &host, "ti-sysfw"), HTR_OK);
    for (uint32_t d = 0; d < 8; d++) {
        assert_int_equal(htr_fw_table_domain(&t, d << 29) != NULL, d < 4);
    }
    htr_fw_table_free(&t);
}

/* ---- tables that are wrong ---- */

static const char good[] =
    "[table]\nname = \"own\" # comment\ntitle = \"Own\"\ndomain = \"31:30\"\n"
    "action = \"29:24\"\ndata = \"23:0\"\nfail = 0x20\n"
    "[domain.io]\nvalue = 1\nchannel = 2\ntitle = \"IO\"\nfail = true\n"
    "[action.io.OPEN]\nvalue = 3\ndoc = \"Opened\"\n"
    "fields = [\"23:8 id: Which\", \"7:0 mode: How\"]\n";

static int load_text(struct htr_fw_table *t, const char *text)
{
    char path[] = "fwt-table-XXXXXX";
    const int fd = mkstemp(path);
    FILE *f = fdopen(fd, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
    const int status = htr_fw_table_load(t, &host, path);
    assert_int_equal(unlink(path), 0);
    return status;
}

static void a_table_with_a_layout_of_its_own(void **state)
{
    struct htr_fw_table t;
    bool failed;
    (void)state;
    assert_int_equal(load_text(&t, good), HTR_OK);
    const struct htr_fw_action *a = htr_fw_table_find(&t, 1u << 30 | 0x23u << 24, &failed);
    assert_non_null(a);
    assert_true(failed);
    assert_string_equal(a->field[1].name, "mode");
    assert_int_equal(htr_fw_bits(0x40123456, a->field[0].bits), 0x1234);
    htr_fw_table_free(&t);
}

static void wrong_tables_are_refused(void **state)
{
    static const struct {
        const char *from, *to, *why;
    } rows[] = {
        {"\"7:0 mode", "\"8:0 mode", "[action.io.OPEN]: field 'mode' 8:0 overlaps 'id'"},
        {"\"23:8 id", "\"24:8 id",
         "[action.io.OPEN]: field 'id' 24:8 is not within the data, 23:0"},
        {"\"7:0 mode", "\"0:7 mode", "is not \"BITS NAME: TEXT\""},
        {"mode: How", "mode How", "is not \"BITS NAME: TEXT\""},
        {"7:0 mode", "7:0 id", "overlaps 'id'"},
        {"29:24", "30:24", "[table]: domain, action and data overlap"},
        {"29:24", "29:25", "leave bits unused"},
        {"23:0\"", "23:1\"", "leave bits unused"},
        {"0x20", "0x21", "[table]: fail is not one bit"},
        {"0x20", "0x40", "[table]: fail is not one bit"},
        {"value = 3", "value = 64", "[action.io.OPEN]: value = 64 is not a number in 0..63"},
        {"value = 1", "value = 4", "[domain.io]: value = 4 is not a number in 0..3"},
        {"value = 1", "value = x", "is not a number"},
        {"action.io.", "action.oi.", "not [action.DOMAIN.NAME] of a [domain.DOMAIN]"},
        {"io.OPEN", "io.open", "upper case"},
        {"title = \"IO\"", "title = IO", "not a text in quotes"},
        {"title = \"IO\"\n", "", "[domain.io]: value, title or channel is missing"},
        {"doc = \"Opened\"\n", "", "[action.io.OPEN]: value, doc or fields is missing"},
        {"doc = ", "dic = ", "unknown key 'dic'"},
        {"fail = true", "fail = yes", "neither true nor false"},
        {"\", \"7", "\" \"7", "a comma is missing"},
        {"How\"]", "How\"", "fields"},
        {"[table]\n", "", "[table]: missing"},
        {"name = \"own\" # comment\n", "", "without name"},
        {"[domain.io]", "domain.io", "neither [SECTION] nor KEY=VALUE"},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[1000];
        struct htr_fw_table t;
        const char *at = strstr(good, rows[i].from);
        assert_non_null(at);
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - good), good, rows[i].to,
                 at + strlen(rows[i].from));
        assert_int_equal(load_text(&t, text), HTR_ERR_FORMAT);
        if (strstr(host.last.text, rows[i].why) == NULL) {
            fail_msg("%s: %s", rows[i].to, host.last.text);
        }
        assert_null(t.action);
    }
    struct htr_fw_table t;
    assert_int_equal(htr_fw_table_load(&t, &host, "no/such.toml"), HTR_ERR_OPEN);
    assert_int_equal(load_text(&t, ""), HTR_ERR_FORMAT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_action_and_field),
        cmocka_unit_test(each_field_at_its_limits),
        cmocka_unit_test(an_exact_entry_wins_over_the_modifier),
        cmocka_unit_test(reserved_domains_have_no_entry),
        cmocka_unit_test(a_table_with_a_layout_of_its_own),
        cmocka_unit_test(wrong_tables_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
