/* SPDX-License-Identifier: Apache-2.0 */
/* The list of what holds for all registers (reg_list.h), on the five models: as they are by
 * default, with everything, with nothing, and a RAM sink with system memory only. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "any_model.h"
#include "reg_list.h"

static struct any_model m;

struct device {
    struct reg_device list;
    enum any_features features;
};

static void reset(const struct reg_device *d, uint64_t seed)
{
    const struct device *device = (const struct device *)d;
    any_init(&m, d->kind, device->features, seed == 0 ? TRM_UNDEF_ZERO : TRM_UNDEF_GARBAGE, seed,
             0);
}

static int read_model(const struct reg_device *d, uint32_t offset, unsigned size, uint32_t *value)
{
    (void)d;
    return any_read(&m, offset, size, value);
}

static int write_model(const struct reg_device *d, uint32_t offset, unsigned size, uint32_t value)
{
    (void)d;
    return any_write(&m, offset, size, value);
}

static void tick(const struct reg_device *d)
{
    (void)d;
    any_tick(&m);
}

/* Calls the function for each model with each set of features. Returns the sum of what it returns.
 */
static unsigned each(unsigned (*fn)(const struct reg_device *d), enum any_features from,
                     enum any_features to)
{
    unsigned sum = 0;
    for (enum topology_kind kind = TOPOLOGY_ENCODER; kind <= TOPOLOGY_ATBBRIDGE;
         kind = (enum topology_kind)((int)kind + 1)) {
        for (enum any_features f = from; f <= to; f = (enum any_features)((int)f + 1)) {
            struct device device = {
                .list = {.name = reg_map(kind)->name,
                         .kind = kind,
                         .all = f == ANY_ALL,
                         .memory = f == ANY_ALL && kind == TOPOLOGY_RAMSINK,
                         .seeds = 20,
                         .settle = 1,
                         .sizes = 16,
                         .reset = reset,
                         .read = read_model,
                         .write = write_model,
                         .tick = tick},
                .features = f,
            };
            sum += fn(&device.list);
        }
    }
    return sum;
}

#define CHECK(fn)                                                                                  \
    static unsigned fn##_(const struct reg_device *d)                                              \
    {                                                                                              \
        fn(d);                                                                                     \
        return 1;                                                                                  \
    }

CHECK(reg_reserved_bits_read_zero)
CHECK(reg_reset_values)
CHECK(reg_read_only_ignores_writes)
CHECK(reg_active_resets)
CHECK(reg_nothing_hidden)
CHECK(reg_not_there_reads_zero)
CHECK(reg_in_reset)
CHECK(reg_wrong_accesses)

/* Holds TCI-MAP-003 TCI-MAP-004 TCI-MAP-007 TCI-MAP-014 TCI-MAP-016 TCI-MAP-018 TCI-MAP-024
 * TCI-MAP-029 TCI-MAP-038 TCI-MAP-045 TCI-MAP-047 TCI-FLT-014 TCI-FLT-016..018 TCI-REG-006
 * TCI-REG-008 TCI-REG-012 TCI-REG-015 TCI-REG-018 TCI-REG-022 TCI-REG-025 TCI-REG-036
 * TCI-REG-040 TCI-REG-048 TCI-REG-052 TCI-REG-054 TCI-REG-060 TCI-REG-062 TCI-REG-066
 * TCI-REG-085 TCI-REG-088 TCI-REG-091 TCI-REG-098 TCI-REG-102 TCI-REG-104 TCI-REG-108
 * TCI-REG-115 TCI-REG-118 TCI-REG-121 TCI-REG-123 TCI-REG-129..131 TCI-REG-134 TCI-REG-138
 * TCI-REG-141 TCI-REG-147 TCI-REG-149 TCI-REG-153 TCI-REG-154 TCI-REG-156 TCI-REG-159
 * TCI-REG-164 TCI-REG-166 TCI-REG-171 TCI-REG-172 TCI-REG-175 TCI-REG-177 TCI-REG-179
 * TCI-REG-184 TCI-REG-185 */
static void reserved_bits_read_zero_and_ignore_writes(void **state)
{
    (void)state;
    assert_int_equal(each(reg_reserved_bits_read_zero_, ANY_DEFAULT, ANY_SMEM), 20);
}

/* Fields with a reset value have it after every release, system-dependent ones have one value. */
/* Holds TCI-GEN-004 TCI-RST-002 TCI-RST-012 TCI-RST-013 TCI-RST-019 TCI-REG-001 TCI-REG-002
 * TCI-REG-004 TCI-REG-113 TCI-REG-114 TCI-REG-116 TCI-REG-145 TCI-REG-146 TCI-REG-148
 * TCI-REG-157 TCI-REG-158 TCI-REG-160 TCI-REG-173 TCI-REG-174 TCI-REG-176 */
static void reset_values_are_those_of_the_standard(void **state)
{
    (void)state;
    assert_int_equal(each(reg_reset_values_, ANY_DEFAULT, ANY_SMEM), 20);
}

/* Holds TCI-REG-004 TCI-REG-019..021 TCI-REG-023 TCI-REG-024 TCI-REG-041 TCI-REG-065
 * TCI-REG-067 TCI-REG-068 TCI-REG-116 TCI-REG-124..128 TCI-REG-148 TCI-REG-150..152
 * TCI-REG-160 TCI-REG-168..170 TCI-REG-176 TCI-REG-180..182 */
static void read_only_fields_ignore_writes(void **state)
{
    (void)state;
    assert_int_equal(each(reg_read_only_ignores_writes_, ANY_DEFAULT, ANY_SMEM), 20);
}

/* Holds TCI-MIN-003..005 TCI-RST-003..007 TCI-RST-009 TCI-RST-019 TCI-RST-021 */
static void active_resets_and_enable_can_be_set(void **state)
{
    (void)state;
    assert_int_equal(each(reg_active_resets_, ANY_DEFAULT, ANY_SMEM), 20);
}

/* What a reset left behind makes no difference. */
/* Holds TCI-GEN-002 */
static void what_an_illegal_value_becomes_depends_on_nothing_hidden(void **state)
{
    (void)state;
    assert_int_equal(each(reg_nothing_hidden_, ANY_DEFAULT, ANY_SMEM), 20);
}

/* Offsets without a register, vendor ones included, read 0 and ignore writes. */
/* Holds TCI-MAP-005 */
static void what_is_not_there_reads_0(void **state)
{
    (void)state;
    assert_int_equal(each(reg_not_there_reads_zero_, ANY_DEFAULT, ANY_SMEM), 20);
}

/* In reset everything reads 0, whatever is written, wherever. */
/* Holds TCI-MAP-006 TCI-RST-022 */
static void in_reset_nothing_can_be_seen_or_set(void **state)
{
    (void)state;
    assert_int_equal(each(reg_in_reset_, ANY_DEFAULT, ANY_SMEM), 20);
}

/* Accesses that are no aligned words: refused, without side effect, in reset too. */
static void wrong_accesses_do_nothing(void **state)
{
    (void)state;
    assert_int_equal(each(reg_wrong_accesses_, ANY_DEFAULT, ANY_SMEM), 20);
}

/* Every fact is used: those of the timestamp unit in two components. */
/* Holds TCI-REG-001..143 TCI-REG-145..185 TCI-MAP-001 TCI-MAP-002 TCI-MAP-008..013 TCI-MAP-015
 * TCI-MAP-017 TCI-MAP-019..023 TCI-MAP-027 TCI-MAP-028 TCI-MAP-030..037 TCI-MAP-042..044
 * TCI-MAP-046 TCI-MAP-048 TCI-MAP-049 TCI-VER-001 TCI-VER-002 TCI-COMP-002 TCI-COMP-006..008
 * TCI-MIN-007..011 TCI-TE-021 TCI-TE-029 TCI-TRIG-009 TCI-TRIG-011 TCI-TRIG-016 TCI-TRIG-020
 * TCI-TRIG-021 TCI-TS-005 TCI-TS-006 TCI-TS-011 TCI-TS-015 TCI-TS-019..021 TCI-GEN-006
 * NT-CTL-001..006 NT-CTL-008..010 NT-CTL-014 NT-CTL-022..031 NT-MODE-004 */
static void every_field_of_every_component(void **state)
{
    (void)state;
    assert_int_equal(each(reg_every_field, ANY_ALL, ANY_ALL), reg_facts());
    assert_int_equal(each(reg_every_field, ANY_LEAST, ANY_LEAST), reg_facts());
}

/* Offsets beyond the block are refused. */
static void there_is_nothing_behind_the_block(void **state)
{
    (void)state;
    for (int kind = TOPOLOGY_ENCODER; kind <= TOPOLOGY_ATBBRIDGE; kind++) {
        uint32_t v = 7;
        any_init(&m, (enum topology_kind)kind, ANY_ALL, TRM_UNDEF_ZERO, 0, 0);
        assert_int_equal(any_read(&m, 4096, 4, &v), TRM_ERR_RANGE);
        assert_int_equal(any_write(&m, 4096, 4, 1), TRM_ERR_RANGE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reserved_bits_read_zero_and_ignore_writes),
        cmocka_unit_test(reset_values_are_those_of_the_standard),
        cmocka_unit_test(read_only_fields_ignore_writes),
        cmocka_unit_test(active_resets_and_enable_can_be_set),
        cmocka_unit_test(what_an_illegal_value_becomes_depends_on_nothing_hidden),
        cmocka_unit_test(what_is_not_there_reads_0),
        cmocka_unit_test(in_reset_nothing_can_be_seen_or_set),
        cmocka_unit_test(wrong_accesses_do_nothing),
        cmocka_unit_test(every_field_of_every_component),
        cmocka_unit_test(there_is_nothing_behind_the_block),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
