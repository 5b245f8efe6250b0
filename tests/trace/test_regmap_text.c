/* SPDX-License-Identifier: Apache-2.0 */
/* The register map and trees of components as text, for a C program: what is found, what is
 * refused. tests/tools/test_cli.sh and tests/topology/test_dts.sh hold the texts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "encoder_table.h"
#include "htr/htr_dtb.h"
#include "htr/htr_regmap.h"
#include "htr/htr_topo.h"

enum {
    TEXT = 20000
};

static struct htr_host host;
static char text[TEXT];

/* What was written to f, which is closed. */
static void written(FILE *f)
{
    rewind(f);
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    (void)fclose(f);
}

static int show(const char *what)
{
    FILE *f = tmpfile();
    assert_non_null(f);
    memset(&host, 0, sizeof host);
    int status = htr_regmap_show(f, &host, what);
    written(f);
    assert_int_equal(host.last.status, status);
    assert_int_equal(text[0] == '\0', status != HTR_OK);
    return status;
}

static void things_by_their_names(void **state)
{
    static const struct {
        const char *what;
        int status;
        const char *has;
    } thing[] = {
        {"encoder", HTR_OK, "trTeInstFeatures"},
        {"TRTECONTROL", HTR_OK, "encoder trTeControl  offset 0x000"},
        {"trTeInstMode", HTR_OK, "encoder trTeControl  offset 0x000"},
        {"ramsink:0x010", HTR_OK, "ramsink trRamStartLow"},
        {"trTeControl=0x63", HTR_OK, "trTeInstMode                     = 6"},
        {"trTeControl=0x100000000", HTR_ERR_ARG, ""},
        {"trTeControl=", HTR_ERR_ARG, ""},
        {"encoder=1", HTR_ERR_ARG, ""},
        {"trTeContrl", HTR_ERR_MISSING, ""},
        {"encoder:0x002", HTR_ERR_MISSING, ""},
        {"encodr:0x000", HTR_ERR_MISSING, ""},
        {"", HTR_ERR_MISSING, ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof thing / sizeof thing[0]; i++) {
        assert_int_equal(show(thing[i].what), thing[i].status);
        if (strstr(text, thing[i].has) == NULL) {
            fail_msg("%s: no '%s' in: %s", thing[i].what, thing[i].has, text);
        }
    }
    (void)show("trTeContrl");
    assert_int_equal(host.last.status, HTR_ERR_MISSING);
    assert_non_null(strstr(host.last.text, "trTeControl")); /* the nearest */
}

/* trTeInstMode: bits 6:4 of trTeControl; 6 is HTM; 8 does not fit. trCompType: 8 is a funnel. */
static void fields_and_types(void **state)
{
    const struct regmap_field *mode = NULL;
    (void)state;
    for (unsigned i = 0; i < regmap_encoder.regs[0].nfields; i++) {
        if (strcmp(regmap_encoder.regs[0].fields[i].name, "trTeInstMode") == 0) {
            mode = &regmap_encoder.regs[0].fields[i];
        }
    }
    assert_non_null(mode);
    assert_int_equal(htr_field_value(mode, 0xFFFFFFEF), 6);
    assert_string_equal(htr_field_value_name(mode, 6), "htm");
    assert_null(htr_field_value_name(mode, 8));
    assert_string_equal(htr_regmap_of_type(8)->name, "funnel");
    assert_null(htr_regmap_of_type(0));
    assert_null(htr_regmap_of_type(0x108));
}

/* No character of a word means anything to Tcl. */
static void words_of_tcl(void **state)
{
    static const struct {
        const char *text, *word;
    } word[] = {
        {"", "{}"},          {"a-b.c/d", "a-b.c/d"},   {"a b", "a\\040b"},
        {"$x", "\\$x"},      {"[exit]", "\\[exit\\]"}, {"{", "\\{"},
        {"a\nb", "a\\012b"}, {"\"#;", "\\\"\\#\\;"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof word / sizeof word[0]; i++) {
        FILE *f = tmpfile();
        assert_non_null(f);
        htr_tcl_word(f, word[i].text);
        written(f);
        assert_string_equal(text, word[i].word);
    }
}

static int tcl(const struct topology *t, const char *target, const char *prefix)
{
    const struct htr_topo_tcl names = {.file = "a b.dtb", .target = target, .prefix = prefix};
    FILE *f = tmpfile();
    assert_non_null(f);
    memset(&host, 0, sizeof host);
    int status = htr_topo_tcl(f, &host, t, &names);
    written(f);
    assert_int_equal(text[0] == '\0', status != HTR_OK);
    return status;
}

static void a_tree_as_commands(void **state)
{
    static struct htr_dtb dtb;
    const char *build = getenv("BUILD");
    char path[300];
    (void)state;
    (void)snprintf(path, sizeof path, "%s/dts/three-sinks.dtb", build != NULL ? build : "build");
    assert_int_equal(htr_dtb_open(&dtb, &host, path), HTR_OK);
    assert_int_equal(tcl(&dtb.tree, "riscv.cpu", "t_"), HTR_OK);
    assert_non_null(
        strstr(text, "hartrace create t_encoder1 -target riscv.cpu1 -baseaddr 0x3021000"));
    assert_non_null(strstr(text, "hartrace connect t_encoder1 t_funnel0 -input 1\n"));
    assert_int_equal(tcl(&dtb.tree, "[exit]", ""), HTR_ERR_ARG);
    assert_int_equal(tcl(&dtb.tree, "riscv.cpu", "a b"), HTR_ERR_ARG);
    assert_int_equal(tcl(&dtb.tree, "riscv.cpu", "1234567890123456789012345678901"), HTR_ERR_ARG);
    FILE *f = tmpfile();
    assert_non_null(f);
    assert_true(htr_topo_json(f, &dtb.tree, "a b.dtb"));
    written(f);
    assert_non_null(strstr(text, "\"schema\": \"hartrace-topo-1\""));
    assert_non_null(strstr(text, "\"file\": \"a b.dtb\""));
    htr_dtb_close(&dtb);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(things_by_their_names),
        cmocka_unit_test(fields_and_types),
        cmocka_unit_test(words_of_tcl),
        cmocka_unit_test(a_tree_as_commands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
