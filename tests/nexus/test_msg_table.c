/* SPDX-License-Identifier: Apache-2.0 */
/* The message table against statements by hand: a wrong row would pass every round trip. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "msg_facts.h"
#include "nexus_table.h"
#include "ntt.h"

/* IEEE-ISTO 5001-2012 has 32 public messages: TCODE 0..15 and 20..35. */
static bool is_public(unsigned tcode)
{
    return tcode <= 15 || (tcode >= 20 && tcode <= 35);
}

static void every_public_message_is_stated_and_has_its_name(void **state)
{
    (void)state;
    unsigned stated[NEXUS_TCODES] = {0};
    unsigned count = 0;
    for (unsigned i = 0; i < msg_fact_count; i++) {
        count += stated[msg_facts[i].tcode]++ == 0;
        assert_true(is_public(msg_facts[i].tcode));
        assert_string_equal(nexus_tcode_name(msg_facts[i].tcode), msg_facts[i].name);
    }
    assert_int_equal(count, 32);
}

/* Holds NT-MSG-016 NT-MSG-017 */
static void every_other_tcode_is_reserved_or_vendor(void **state)
{
    (void)state;
    for (unsigned t = 0; t < NEXUS_TCODES; t++) {
        if (is_public(t)) {
            continue;
        }
        assert_int_equal(nexus_layouts[t].head, NEXUS_RAW_HEAD);
        assert_int_equal(nexus_layouts[t].row[0].kind, NEXUS_KIND_END);
        const char *name = t == 63 ? "VendorExtension" : t >= 56 ? "Vendor" : "Reserved";
        assert_string_equal(nexus_tcode_name(t), name);
    }
    assert_string_equal(nexus_tcode_name(64), "Reserved");
    assert_string_equal(nexus_tcode_name(~0u), "Reserved");
}

static void check_row(const struct nexus_stream_cfg *cfg, const struct nexus_msg *m,
                      const struct nexus_row *r, const struct fact_field *f)
{
    assert_string_equal(r->name, f->name);
    assert_int_equal(r->field, f->field);
    bool fixed = r->kind == NEXUS_KIND_FIX || r->kind == NEXUS_KIND_CFG;
    assert_int_equal(fixed, f->fixed);
    if (fixed) {
        assert_int_equal(nexus_row_width(cfg, r), f->bits);
    } else if (r->kind == NEXUS_KIND_RES) {
        assert_int_equal(nexus_rdata_limit(m->value[NEXUS_F_RCODE]), f->bits);
    } else {
        assert_int_equal(r->max, f->unlimited ? 0 : f->bits);
    }
}

/* Is the row part of the variant that m (its pinned fields set) selects? */
static bool row_applies(const struct nexus_stream_cfg *cfg, const struct nexus_msg *m,
                        const struct nexus_row *r, const struct fact_field *next)
{
    if (r->kind == NEXUS_KIND_CFG) {
        return nexus_row_width(cfg, r) > 0;
    }
    if (r->kind == NEXUS_KIND_SEL && r->arg == NEXUS_IF_OPTIONAL) {
        return next != NULL;
    }
    return r->kind != NEXUS_KIND_SEL || nexus_condition_holds(cfg, m, r->arg);
}

/* Holds NT-MSG-004..015 NT-MSG-022 NT-MSG-025 NT-MSG-026 NT-OWN-006..009 NT-DBR-003..006
 * NT-IBR-004..009 NT-ERR-002 NT-ERR-003 NT-ERR-009 NT-ERR-010 NT-PTS-001..006 NT-DBS-001..006
 * NT-IBS-001..007 NT-RFL-002 NT-RFL-003 NT-RFL-008..010 NT-IBH-001..007 NT-IHS-001..008
 * NT-RBR-001..003 NT-RBR-005 NT-PTC-002 NT-PTC-003 NT-PTC-010..012 NT-NEX-001 */
static void rows_are_the_stated_fields_in_order(void **state)
{
    (void)state;
    for (unsigned i = 0; i < msg_fact_count; i++) {
        const struct msg_fact *fact = &msg_facts[i];
        struct fact_field field[FACT_FIELDS_MAX];
        struct nexus_stream_cfg cfg;
        struct nexus_msg m;
        nexus_cfg_init(&cfg);
        assert_true(ntt_set_cfg(&cfg, fact->cfg));
        nexus_msg_start(&m, (enum nexus_tcode)fact->tcode, 0);
        unsigned n = fact_parse(fact, field);
        unsigned at = 0;
        for (unsigned k = 0; k < n; k++) {
            nexus_msg_set(&m, field[k].field, field[k].value);
        }
        const struct nexus_layout *l = &nexus_layouts[fact->tcode];
        assert_int_equal(l->head, fact->head ? NEXUS_NTRACE_HEAD : NEXUS_BARE_HEAD);
        for (const struct nexus_row *r = l->row; r->kind != NEXUS_KIND_END; r++) {
            if (row_applies(&cfg, &m, r, at < n ? &field[at] : NULL)) {
                assert_true(at < n);
                check_row(&cfg, &m, r, &field[at++]);
            }
        }
        assert_int_equal(at, n);
    }
}

/* The twelve messages of N-Trace 1.0, as the constants that other code uses. */
/* Holds NT-MSG-004..015 */
static void constants_are_the_tcodes_of_n_trace(void **state)
{
    (void)state;
    assert_int_equal(NEXUS_OWNERSHIP, 2);
    assert_int_equal(NEXUS_DIRECT_BRANCH, 3);
    assert_int_equal(NEXUS_INDIRECT_BRANCH, 4);
    assert_int_equal(NEXUS_ERROR, 8);
    assert_int_equal(NEXUS_PROG_TRACE_SYNC, 9);
    assert_int_equal(NEXUS_DIRECT_BRANCH_SYNC, 11);
    assert_int_equal(NEXUS_INDIRECT_BRANCH_SYNC, 12);
    assert_int_equal(NEXUS_RESOURCE_FULL, 27);
    assert_int_equal(NEXUS_INDIRECT_BRANCH_HIST, 28);
    assert_int_equal(NEXUS_INDIRECT_BRANCH_HIST_SYNC, 29);
    assert_int_equal(NEXUS_REPEAT_BRANCH, 30);
    assert_int_equal(NEXUS_PROG_TRACE_CORRELATION, 33);
    for (unsigned t = 0; t < NEXUS_TCODES; t++) {
        assert_int_equal(nexus_tcode_is_sync(t), t == 9 || t == 11 || t == 12 || t == 29);
    }
}

/* N-Trace 1.0, table "Maximum Field Sizes". */
/* Holds NT-MSG-034..040 */
static void limits_are_those_of_n_trace(void **state)
{
    (void)state;
    assert_int_equal(NEXUS_MAX_SRC_BITS, 12);
    assert_int_equal(NEXUS_MAX_ICNT_BITS, 22);
    assert_int_equal(NEXUS_MAX_ADDR_BITS, 63);
    assert_int_equal(NEXUS_MAX_HIST_BITS, 32);
    assert_int_equal(NEXUS_MAX_TSTAMP_BITS, 64);
    assert_int_equal(NEXUS_MAX_HREPEAT_BITS, 18);
    assert_int_equal(NEXUS_MAX_BCNT_BITS, 18);
}

static void field_names_belong_to_their_message(void **state)
{
    (void)state;
    assert_string_equal(nexus_field_name(28, NEXUS_F_ADDR), "UADDR");
    assert_string_equal(nexus_field_name(29, NEXUS_F_ADDR), "FADDR");
    assert_string_equal(nexus_field_name(22, NEXUS_F_ADDR), "ADDRESS");
    assert_string_equal(nexus_field_name(7, NEXUS_F_DATA), "DQDATA");
    assert_string_equal(nexus_field_name(34, NEXUS_F_DATA), "CKDATA");
    assert_string_equal(nexus_field_name(20, NEXUS_F_PORT), "OUT");
    assert_string_equal(nexus_field_name(21, NEXUS_F_PORT), "IN");
    assert_string_equal(nexus_field_name(3, NEXUS_F_TSTAMP), "TSTAMP");
    assert_string_equal(nexus_field_name(3, NEXUS_F_HIST), "?");
    assert_string_equal(nexus_field_name(1, NEXUS_F_TSTAMP), "?");
    assert_string_equal(nexus_field_name(56, NEXUS_F_TSTAMP), "?");
    assert_string_equal(nexus_field_name(64, NEXUS_F_ICNT), "?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_public_message_is_stated_and_has_its_name),
        cmocka_unit_test(every_other_tcode_is_reserved_or_vendor),
        cmocka_unit_test(rows_are_the_stated_fields_in_order),
        cmocka_unit_test(constants_are_the_tcodes_of_n_trace),
        cmocka_unit_test(limits_are_those_of_n_trace),
        cmocka_unit_test(field_names_belong_to_their_message),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
