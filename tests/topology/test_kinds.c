/* SPDX-License-Identifier: Apache-2.0 */
/* Kinds of components in the topology, in the driver and in the register map: the same ones, of the
 * same names and types. Who may send to whom is the table of TCI 1.0, "Allowed Connections Between
 * Components". */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "hartrace/rvt_any.h"
#include "hartrace/rvt_component.h"
#include "regmap_all.h"
#include "topology/topology.h"

static void every_component_of_the_map_is_a_kind(void **state)
{
    unsigned kinds = 0;

    (void)state;
    for (unsigned i = 0; i < REGMAP_NCOMPONENTS; i++) {
        const struct regmap_component *c = regmap_components[i];
        const enum topology_kind kind = topology_kind_of_type(c->comp_type);
        assert_int_not_equal(kind, TOPOLOGY_UNKNOWN);
        assert_string_equal(topology_kind_name(kind), c->name);
        assert_string_equal(rvt_component_name((enum rvt_comp_type)c->comp_type), c->title);
    }
    for (unsigned k = 0; k < TOPOLOGY_NKINDS; k++) {
        kinds += topology_about_kind((enum topology_kind)k)->comp_type != 0 ? 1 : 0;
    }
    assert_int_equal(kinds, REGMAP_NCOMPONENTS);
}

static void types_are_those_of_the_specification(void **state)
{
    (void)state;
    assert_int_equal(topology_kind_of_type(0x1), TOPOLOGY_ENCODER);
    assert_int_equal(topology_kind_of_type(0x8), TOPOLOGY_FUNNEL);
    assert_int_equal(topology_kind_of_type(0x9), TOPOLOGY_RAMSINK);
    assert_int_equal(topology_kind_of_type(0xA), TOPOLOGY_PIBSINK);
    assert_int_equal(topology_kind_of_type(0xE), TOPOLOGY_ATBBRIDGE);
    for (unsigned type = 0; type < 256; type++) {
        if (type != 1 && (type < 8 || type > 0xA) && type != 0xE) {
            assert_int_equal(topology_kind_of_type((uint8_t)type), TOPOLOGY_UNKNOWN);
        }
    }
}

/* A row sends to the columns: encoder, funnel, RAM sink, PIB sink, ATB bridge, a sink. */
static void allowed_connections(void **state)
{
    static const bool sends[TOPOLOGY_NKINDS][TOPOLOGY_NKINDS] = {
        [TOPOLOGY_ENCODER] = {[TOPOLOGY_FUNNEL] = true,
                              [TOPOLOGY_RAMSINK] = true,
                              [TOPOLOGY_PIBSINK] = true,
                              [TOPOLOGY_ATBBRIDGE] = true,
                              [TOPOLOGY_SINK] = true},
        [TOPOLOGY_FUNNEL] = {[TOPOLOGY_FUNNEL] = true,
                             [TOPOLOGY_RAMSINK] = true,
                             [TOPOLOGY_PIBSINK] = true,
                             [TOPOLOGY_ATBBRIDGE] = true,
                             [TOPOLOGY_SINK] = true},
    };

    (void)state;
    for (unsigned a = 0; a < TOPOLOGY_NKINDS; a++) {
        for (unsigned b = 0; b < TOPOLOGY_NKINDS; b++) {
            assert_int_equal(topology_allowed((enum topology_kind)a, (enum topology_kind)b),
                             sends[a][b]);
        }
        assert_int_equal(topology_is_sink((enum topology_kind)a),
                         sends[TOPOLOGY_ENCODER][a] && a != TOPOLOGY_FUNNEL);
        assert_int_equal(topology_about_kind((enum topology_kind)a)->leaves,
                         a == TOPOLOGY_ATBBRIDGE);
    }
}

static enum rvt_status no_read(const struct rvt_io *io, uint64_t addr, uint32_t *val)
{
    (void)io;
    (void)addr;
    *val = 0;
    return RVT_ERR_IO;
}

static enum rvt_status no_write(const struct rvt_io *io, uint64_t addr, uint32_t val)
{
    (void)io;
    (void)addr;
    (void)val;
    return RVT_ERR_IO;
}

/* What is no component is none of them: not the last one of a list, nor a funnel. */
static void another_type_is_refused(void **state)
{
    static const struct rvt_io_ops ops = {.read32 = no_read, .write32 = no_write};
    const struct rvt_io io = {.ops = &ops, .poll_limit = 1};
    struct rvt_component c = {.io = &io, .type = (enum rvt_comp_type)0xB};

    (void)state;
    assert_int_equal(rvt_any_init(&c, (enum rvt_comp_type)0xB, &io, 0), RVT_ERR_ARG);
    assert_int_equal(rvt_any_reset(&c), RVT_ERR_ARG);
    assert_int_equal(rvt_any_enable(&c), RVT_ERR_ARG);
    assert_int_equal(rvt_any_disable(&c), RVT_ERR_ARG);
    assert_int_equal(rvt_component_init(&c, &io, 0, (enum rvt_comp_type)0xB), RVT_ERR_ARG);
    assert_string_equal(rvt_component_name((enum rvt_comp_type)0xB), "unknown component");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_component_of_the_map_is_a_kind),
        cmocka_unit_test(types_are_those_of_the_specification),
        cmocka_unit_test(allowed_connections),
        cmocka_unit_test(another_type_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
