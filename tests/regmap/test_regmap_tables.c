/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All tables together: every register of the standard with its number of fields and its reserved
 * bits, counted by hand, and what must hold for every row (order, overlap, unique names, values
 * that fit).
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "regmap_all.h"

/* Bits m..l of a register. */
#define R(m, l) ((UINT32_MAX >> (31 - (m))) & (UINT32_MAX << (l)))

/* One register in the standard's order: where, how many, required, fields, and its reserved bits.
 */
struct row {
    const char *name;
    unsigned offset, count, required, nfields;
    uint32_t reserved;
};

#define TIMESTAMP_ROWS                                                                             \
    {"trTsControl", 0x040, 1, 0, 9, R(7, 7) | R(14, 10) | R(31, 30)},                              \
        {"trTsCounterLow", 0x048, 1, 0, 1, 0},                                                     \
    {                                                                                              \
        "trTsCounterHigh", 0x04C, 1, 0, 1, 0                                                       \
    }

static const struct row encoder_rows[] = {
    {"trTeControl", 0x000, 1, 1, 13, R(8, 7) | R(10, 10) | R(14, 14) | R(19, 18) | R(31, 27)},
    {"trTeImpl", 0x004, 1, 1, 5, R(15, 12) | R(31, 24)},
    {"trTeInstFeatures", 0x008, 1, 0, 12, R(15, 11)},
    {"trTeInstFilters", 0x00C, 1, 0, 1, R(31, 16)},
    {"trTeDataControl", 0x010, 1, 0, 10, R(15, 7) | R(31, 20)},
    {"trTeDataFilters", 0x01C, 1, 0, 1, R(31, 16)},
    TIMESTAMP_ROWS,
    {"trTeTrigDbgControl", 0x050, 1, 0, 1, 0},
    {"trTeTrigExtInControl", 0x054, 1, 0, 8, 0},
    {"trTeTrigExtOutControl", 0x058, 1, 0, 8, 0},
    {"trTeFilterControl", 0x400, 16, 0, 13, R(23, 17) | R(31, 26)},
    {"trTeFilterMatchInst", 0x404, 16, 0, 2, R(31, 9)},
    {"trTeFilterMatchEcauseLow", 0x408, 16, 0, 1, 0},
    {"trTeFilterMatchEcauseHigh", 0x40C, 16, 0, 1, 0},
    {"trTeFilterMatchValueImpdef", 0x410, 16, 0, 1, 0},
    {"trTeFilterMatchMaskImpdef", 0x414, 16, 0, 1, 0},
    {"trTeFilterMatchData", 0x418, 16, 0, 2, R(31, 24)},
    {"trTeCompControl", 0x600, 8, 0, 7, R(7, 7) | R(11, 11) | R(31, 16)},
    {"trTeCompPMatchLow", 0x610, 8, 0, 1, 0},
    {"trTeCompPMatchHigh", 0x614, 8, 0, 1, 0},
    {"trTeCompSMatchLow", 0x618, 8, 0, 1, 0},
    {"trTeCompSMatchHigh", 0x61C, 8, 0, 1, 0},
    {"trTeStimId", 0xE00, 1, 0, 1, 0}, /* ours, as those after it */
    {"trTeStimImpl", 0xE04, 1, 0, 3, R(7, 4) | R(15, 14) | R(31, 21)},
    {"trTeStimControl", 0xE08, 1, 0, 4, R(7, 3) | R(31, 9)},
    {"trTeStimMask", 0xE0C, 1, 0, 1, 0},
    {"trTeStimPort", 0xE80, 32, 0, 1, 0},
};

static const struct row funnel_rows[] = {
    {"trFunnelControl", 0x000, 1, 1, 3, R(2, 2) | R(31, 4)},
    {"trFunnelImpl", 0x004, 1, 1, 3, R(31, 12)},
    {"trFunnelDisInput", 0x008, 1, 0, 1, R(31, 16)},
    TIMESTAMP_ROWS,
    {"trFunnelVendorStatus", 0xE00, 1, 0, 1, R(31, 1)}, /* ours */
};

static const struct row ramsink_rows[] = {
    {"trRamControl", 0x000, 1, 1, 7, R(2, 2) | R(7, 5) | R(11, 11) | R(31, 15)},
    {"trRamImpl", 0x004, 1, 1, 5, R(31, 14)},
    {"trRamStartLow", 0x010, 1, 1, 1, R(1, 0)},
    {"trRamStartHigh", 0x014, 1, 0, 1, 0},
    {"trRamLimitLow", 0x018, 1, 1, 1, R(1, 0)},
    {"trRamLimitHigh", 0x01C, 1, 0, 1, 0},
    {"trRamWPLow", 0x020, 1, 1, 2, R(1, 1)},
    {"trRamWPHigh", 0x024, 1, 0, 1, 0},
    {"trRamRPLow", 0x028, 1, 0, 1, R(1, 0)},
    {"trRamRPHigh", 0x02C, 1, 0, 1, 0},
    {"trRamData", 0x040, 1, 0, 1, 0},
    {"trRamVendorStatus", 0xE00, 1, 0, 1, R(31, 1)}, /* ours */
};

static const struct row pibsink_rows[] = {
    {"trPibControl", 0x000, 1, 1, 8, R(2, 2) | R(11, 10) | R(15, 15)},
    {"trPibImpl", 0x004, 1, 1, 3, R(31, 12)},
};

static const struct row atbbridge_rows[] = {
    {"trAtbBridgeControl", 0x000, 1, 1, 4, R(2, 2) | R(7, 4) | R(31, 15)},
    {"trAtbBridgeImpl", 0x004, 1, 1, 4, R(31, 15)},
};

static void registers_are_those_of_the_standard(const struct regmap_component *component,
                                                const struct row *rows, size_t nrows)
{
    assert_int_equal(component->nregs, nrows);
    for (size_t r = 0; r < nrows; r++) {
        const struct regmap_reg *reg = &component->regs[r];
        uint32_t covered = 0;
        assert_string_equal(reg->name, rows[r].name);
        assert_int_equal(reg->offset, rows[r].offset);
        assert_int_equal(reg->count, rows[r].count);
        assert_int_equal(reg->stride, rows[r].count == 1 ? 0 : rows[r].offset < 0xE00 ? 0x20 : 4);
        assert_int_equal(reg->required, rows[r].required);
        for (size_t f = 0; f < reg->nfields; f++) {
            covered |= R(reg->fields[f].msb, reg->fields[f].lsb);
        }
        if (reg->nfields != rows[r].nfields || covered != (uint32_t)~rows[r].reserved) {
            fail_msg("%s: %u fields cover 0x%08x", reg->name, reg->nfields, covered);
        }
    }
}

#define ROWS(component)                                                                            \
    &regmap_##component, component##_rows, sizeof component##_rows / sizeof component##_rows[0]

/* Holds TCI-MAP-003 TCI-MAP-009..026 TCI-FLT-007..022 TCI-REG-006 TCI-REG-008 TCI-REG-012
 * TCI-REG-015 TCI-REG-018 TCI-REG-022 TCI-REG-025 TCI-REG-036 TCI-REG-040 TCI-REG-048
 * TCI-REG-052 TCI-REG-054 TCI-REG-060 TCI-REG-062 TCI-REG-066 TCI-REG-085 TCI-REG-088
 * TCI-REG-091 TCI-REG-098 TCI-REG-102 TCI-REG-104 TCI-REG-108 */
static void encoder_has_every_register_of_the_standard(void **state)
{
    (void)state;
    registers_are_those_of_the_standard(ROWS(encoder));
}

/* Holds TCI-MAP-042..049 TCI-REG-147 TCI-REG-149 TCI-REG-153 TCI-REG-154 TCI-REG-156 */
static void funnel_has_every_register_of_the_standard(void **state)
{
    (void)state;
    registers_are_those_of_the_standard(ROWS(funnel));
}

/* Holds TCI-MAP-027..039 TCI-REG-115 TCI-REG-118 TCI-REG-121 TCI-REG-123 TCI-REG-129..131
 * TCI-REG-134 TCI-REG-138 TCI-REG-141 */
static void ramsink_has_every_register_of_the_standard(void **state)
{
    (void)state;
    registers_are_those_of_the_standard(ROWS(ramsink));
}

/* Holds TCI-MAP-040 TCI-MAP-041 TCI-REG-159 TCI-REG-164 TCI-REG-166 TCI-REG-171 TCI-REG-172 */
static void pibsink_has_every_register_of_the_standard(void **state)
{
    (void)state;
    registers_are_those_of_the_standard(ROWS(pibsink));
}

/* Holds TCI-MAP-050 TCI-MAP-051 TCI-REG-175 TCI-REG-177 TCI-REG-179 TCI-REG-184 TCI-REG-185 */
static void atbbridge_has_every_register_of_the_standard(void **state)
{
    (void)state;
    registers_are_those_of_the_standard(ROWS(atbbridge));
}

static void registers_are_aligned_and_do_not_overlap(void **state)
{
    (void)state;
    for (size_t c = 0; c < REGMAP_NCOMPONENTS; c++) {
        const struct regmap_component *comp = regmap_components[c];
        uint8_t taken[0x1000 / 4] = {0};
        for (size_t r = 0; r < comp->nregs; r++) {
            const struct regmap_reg *reg = &comp->regs[r];
            assert_true(r == 0 || reg->offset > comp->regs[r - 1].offset);
            assert_true(reg->count >= 1);
            for (unsigned i = 0; i < reg->count; i++) {
                unsigned offset = reg->offset + i * (unsigned)reg->stride;
                assert_int_equal(offset % 4, 0);
                assert_true(offset < 0x1000);
                assert_int_equal(taken[offset / 4], 0);
                taken[offset / 4] = 1;
            }
        }
    }
}

static void fields_are_in_order_and_fit(void **state)
{
    (void)state;
    for (size_t c = 0; c < REGMAP_NCOMPONENTS; c++) {
        for (size_t r = 0; r < regmap_components[c]->nregs; r++) {
            const struct regmap_reg *reg = &regmap_components[c]->regs[r];
            for (size_t f = 0; f < reg->nfields; f++) {
                const struct regmap_field *field = &reg->fields[f];
                uint32_t limit = R(field->msb, field->lsb) >> field->lsb;
                assert_true(field->lsb <= field->msb && field->msb <= 31);
                assert_true(f == 0 || field->lsb > reg->fields[f - 1].msb);
                assert_true(field->access <= REGMAP_WO);
                assert_true(field->reset_kind <= REGMAP_RESET_SD);
                assert_true(field->reset <= limit);
                for (size_t v = 0; v < field->nvalues; v++) {
                    assert_true(field->values[v].value <= limit);
                    assert_true(v == 0 || field->values[v].value > field->values[v - 1].value);
                }
            }
        }
    }
}

/* TCI 1.0, Reset and Discovery: Active and Enable are 0 after power-up; an Empty bit reads 1. */
/* Holds TCI-RST-002 */
static void control_registers_start_inactive_disabled_and_empty(void **state)
{
    (void)state;
    for (size_t c = 0; c < REGMAP_NCOMPONENTS; c++) {
        static const struct {
            const char *suffix;
            unsigned bit, access, reset;
        } want[] = {
            {"Active", 0, REGMAP_RW, 0}, {"Enable", 1, REGMAP_RW, 0}, {"Empty", 3, REGMAP_RO, 1}};
        const struct regmap_component *comp = regmap_components[c];
        for (size_t i = 0; i < 3; i++) {
            const struct regmap_field *found = NULL;
            char name[40];
            (void)snprintf(name, sizeof name, "%s%s", comp->prefix, want[i].suffix);
            for (size_t f = 0; f < comp->regs[0].nfields; f++) {
                if (strcmp(comp->regs[0].fields[f].name, name) == 0) {
                    found = &comp->regs[0].fields[f];
                }
            }
            assert_non_null(found);
            assert_int_equal(found->lsb, want[i].bit);
            assert_int_equal(found->msb, want[i].bit);
            assert_int_equal(found->access, want[i].access);
            assert_int_equal(found->reset_kind, REGMAP_RESET_VALUE);
            assert_int_equal(found->reset, want[i].reset);
        }
    }
}

/* TCI 1.0, Versioning of Components: version 1.0; chapters of the components: the type in
 * Impl[11:8]. */
/* Holds TCI-VER-001 TCI-VER-002 TCI-MIN-007 */
static void impl_registers_say_version_and_type(void **state)
{
    (void)state;
    for (size_t c = 0; c < REGMAP_NCOMPONENTS; c++) {
        const struct regmap_component *comp = regmap_components[c];
        const struct regmap_field *field = comp->regs[1].fields;
        const uint32_t want[] = {1, 0, comp->comp_type};
        assert_int_equal(comp->regs[1].offset, 0x004);
        for (unsigned i = 0; i < 3; i++) {
            assert_int_equal(field[i].lsb, 4 * i);
            assert_int_equal(field[i].msb, 4 * i + 3);
            assert_int_equal(field[i].access, REGMAP_RO);
            assert_int_equal(field[i].reset_kind, REGMAP_RESET_VALUE);
            assert_int_equal(field[i].reset, want[i]);
        }
    }
}

/* All their fields are WARL and Undef in the standard. */
static void features_triggers_filters_and_comparators_are_warl_and_undefined(void **state)
{
    (void)state;
    for (size_t r = 0; r < regmap_encoder.nregs; r++) {
        const struct regmap_reg *reg = &regmap_encoder.regs[r];
        if ((reg->offset != 0x008 && reg->offset < 0x050) || reg->offset >= 0xE00) {
            continue;
        }
        for (size_t f = 0; f < reg->nfields; f++) {
            assert_int_equal(reg->fields[f].access, REGMAP_WARL);
            assert_int_equal(reg->fields[f].reset_kind, REGMAP_RESET_UNDEF);
        }
    }
}

/* Names are unique in a component, and every row has one line of text. */
static void names_are_unique_and_documented(void **state)
{
    (void)state;
    for (size_t c = 0; c < REGMAP_NCOMPONENTS; c++) {
        const struct regmap_component *comp = regmap_components[c];
        const char *fields[200];
        size_t n = 0;
        for (size_t r = 0; r < comp->nregs; r++) {
            const struct regmap_reg *reg = &comp->regs[r];
            assert_true(strlen(reg->doc) > 5 && strchr(reg->doc, '\n') == NULL);
            for (size_t q = 0; q < r; q++) {
                assert_string_not_equal(reg->name, comp->regs[q].name);
            }
            for (size_t f = 0; f < reg->nfields; f++) {
                assert_true(strlen(reg->fields[f].doc) > 5);
                assert_null(strchr(reg->fields[f].doc, '\n'));
                for (size_t q = 0; q < n; q++) {
                    assert_string_not_equal(reg->fields[f].name, fields[q]);
                }
                assert_true(n < sizeof fields / sizeof fields[0]);
                fields[n++] = reg->fields[f].name;
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(encoder_has_every_register_of_the_standard),
        cmocka_unit_test(funnel_has_every_register_of_the_standard),
        cmocka_unit_test(ramsink_has_every_register_of_the_standard),
        cmocka_unit_test(pibsink_has_every_register_of_the_standard),
        cmocka_unit_test(atbbridge_has_every_register_of_the_standard),
        cmocka_unit_test(registers_are_aligned_and_do_not_overlap),
        cmocka_unit_test(fields_are_in_order_and_fit),
        cmocka_unit_test(control_registers_start_inactive_disabled_and_empty),
        cmocka_unit_test(impl_registers_say_version_and_type),
        cmocka_unit_test(features_triggers_filters_and_comparators_are_warl_and_undefined),
        cmocka_unit_test(names_are_unique_and_documented),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
