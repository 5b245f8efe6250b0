/* SPDX-License-Identifier: Apache-2.0 */
/* The reader on trees built here: room, values of properties, damage. Whole trees: test_dts.sh. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>
#include <libfdt.h>

#include "topology/topology_fdt.h"

struct rig {
    uint64_t blob[1024]; /* aligned as the reader wants it */
    struct topology t;
    struct topology_component component[8];
    struct topology_link link[8];
    struct topology_problem problem;
};

enum {
    ENCODERS_AT = 0x10000,
    SINK_PHANDLE = 100, /* its in-port n has SINK_PHANDLE + n */
};

static void begin_node(void *fdt, const char *name)
{
    assert_int_equal(fdt_begin_node(fdt, name), 0);
}

static void end_nodes(void *fdt, unsigned n)
{
    while (n-- > 0) {
        assert_int_equal(fdt_end_node(fdt), 0);
    }
}

static void begin_component(void *fdt, const char *name, uint32_t base)
{
    const fdt32_t reg[2] = {cpu_to_fdt32(base), cpu_to_fdt32(0x1000)};
    begin_node(fdt, name);
    assert_int_equal(fdt_property_string(fdt, "compatible", "riscv,trace-component"), 0);
    assert_int_equal(fdt_property(fdt, "reg", reg, sizeof reg), 0);
}

/* One hart, n encoders (1..4) that each name an in-port of one sink. The
 * first encoder has a property of ours besides, when name is not NULL. */
static size_t build(struct rig *r, unsigned n, const char *name, uint32_t value)
{
    static const char *const encoder[] = {"t@10000", "t@11000", "t@12000", "t@13000"};
    static const char *const port[] = {"port@0", "port@1", "port@2", "port@3"};
    void *fdt = r->blob;
    memset(r->blob, 0, sizeof r->blob);
    assert_int_equal(fdt_create(fdt, sizeof r->blob), 0);
    assert_int_equal(fdt_finish_reservemap(fdt), 0);
    begin_node(fdt, "");
    assert_int_equal(fdt_property_u32(fdt, "#address-cells", 1), 0);
    assert_int_equal(fdt_property_u32(fdt, "#size-cells", 1), 0);
    begin_node(fdt, "cpus");
    assert_int_equal(fdt_property_u32(fdt, "#address-cells", 1), 0);
    assert_int_equal(fdt_property_u32(fdt, "#size-cells", 0), 0);
    begin_node(fdt, "cpu@7");
    assert_int_equal(fdt_property_string(fdt, "device_type", "cpu"), 0);
    assert_int_equal(fdt_property_string(fdt, "riscv,isa", "rv32imac"), 0);
    assert_int_equal(fdt_property_u32(fdt, "reg", 7), 0);
    assert_int_equal(fdt_property_u32(fdt, "phandle", 1), 0);
    end_nodes(fdt, 2);
    for (uint32_t i = 0; i < n; i++) {
        begin_component(fdt, encoder[i], ENCODERS_AT + i * 0x1000);
        assert_int_equal(fdt_property_u32(fdt, "cpus", 1), 0);
        if (i == 0 && name != NULL) {
            assert_int_equal(fdt_property_u32(fdt, name, value), 0);
        }
        begin_node(fdt, "out-ports");
        begin_node(fdt, "port");
        begin_node(fdt, "endpoint");
        assert_int_equal(fdt_property_u32(fdt, "remote-endpoint", SINK_PHANDLE + i), 0);
        end_nodes(fdt, 4);
    }
    begin_component(fdt, "t@20000", 0x20000);
    begin_node(fdt, "in-ports");
    for (uint32_t i = 0; i < n; i++) {
        begin_node(fdt, port[i]);
        begin_node(fdt, "endpoint");
        assert_int_equal(fdt_property_u32(fdt, "phandle", SINK_PHANDLE + i), 0);
        end_nodes(fdt, 2);
    }
    end_nodes(fdt, 3);
    assert_int_equal(fdt_finish(fdt), 0);
    return fdt_totalsize(fdt);
}

static int read_with(struct rig *r, size_t size, size_t components, size_t links)
{
    topology_init(&r->t, r->component, components, r->link, links);
    return topology_read_fdt(&r->t, r->blob, size, &r->problem);
}

/* Holds TCI-COMP-011 TCI-COMP-012 TCI-RST-001 */
static void a_tree_fills_the_graph(void **state)
{
    struct rig r;
    (void)state;
    size_t size = build(&r, 2, "hartrace,src-bits", 12);
    assert_int_equal(read_with(&r, size, 8, 8), TOPOLOGY_OK);
    assert_int_equal(r.t.ncomponents, 3);
    assert_int_equal(r.t.nlinks, 2);
    assert_int_equal(r.t.nharts, 1);
    assert_int_equal(r.component[1].block.base, 0x11000);
    assert_true(r.component[1].hart.present);
    assert_int_equal(r.component[1].hart.id, 7);
    assert_int_equal(r.component[1].hart.index, 0);
    assert_int_equal(r.component[1].hart.xlen, 32);
    assert_int_equal(r.component[0].extra.src_bits, 12);
    assert_false(r.component[1].extra.has_src_bits);
    assert_int_equal(r.component[2].kind, TOPOLOGY_SINK);
    assert_int_equal(r.component[2].inputs, 3);
    assert_int_equal(r.link[1].src, 1);
    assert_int_equal(r.link[1].dst, 2);
    assert_int_equal(r.link[1].dst_port, 1);
}

static void more_than_there_is_room_for_is_refused(void **state)
{
    struct rig r;
    (void)state;
    size_t size = build(&r, 3, NULL, 0);
    assert_int_equal(read_with(&r, size, 4, 3), TOPOLOGY_OK);
    assert_int_equal(read_with(&r, size, 3, 3), TOPOLOGY_ERR_CAPACITY);
    assert_string_equal(r.problem.path, "/t@20000");
    assert_string_equal(r.problem.text, "too many trace components, more than 3");
    assert_int_equal(r.t.ncomponents, 3);
    assert_int_equal(read_with(&r, size, 4, 2), TOPOLOGY_ERR_CAPACITY);
    assert_string_equal(r.problem.path, "/t@12000/out-ports/port/endpoint");
    assert_string_equal(r.problem.text, "too many links, more than 2");
    assert_int_equal(read_with(&r, size, 0, 0), TOPOLOGY_ERR_CAPACITY);
}

static void values_out_of_range_are_refused(void **state)
{
    static const struct {
        const char *name;
        uint32_t value;
        const char *text;
    } bad[] = {
        {"hartrace,src-bits", 13, "hartrace,src-bits is 13, not within 0..12"},
        {"hartrace,src-id", 4096, "hartrace,src-id 4096 does not fit into its bits"},
        {"hartrace,smem-window", 0, "hartrace,smem-window must have 4 cells, it has 4 bytes"},
        {"hartrace,params", 0x61626364, "hartrace,params must be strings"},
        {"hartrace,timestamp", 1, "hartrace,timestamp has an unknown value"},
    };
    struct rig r;
    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        size_t size = build(&r, 1, bad[i].name, bad[i].value);
        assert_int_equal(read_with(&r, size, 8, 8), TOPOLOGY_ERR_NODE);
        assert_string_equal(r.problem.path, "/t@10000");
        assert_string_equal(r.problem.text, bad[i].text);
    }
}

static void a_tree_is_refused_at_every_length_but_its_own(void **state)
{
    struct rig r;
    (void)state;
    size_t size = build(&r, 2, NULL, 0);
    for (size_t n = 0; n < size; n++) {
        assert_int_equal(read_with(&r, n, 8, 8), TOPOLOGY_ERR_DTB);
    }
    assert_int_equal(read_with(&r, size, 8, 8), TOPOLOGY_OK);
    assert_int_equal(read_with(&r, size + 1, 8, 8), TOPOLOGY_OK); /* what follows is not read */
}

static void damage_is_refused(void **state)
{
    struct rig r;
    (void)state;
    size_t size = build(&r, 1, "hartrace,src-bits", 4);
    fdt_set_version(r.blob, 16);
    assert_int_equal(read_with(&r, size, 8, 8), TOPOLOGY_ERR_DTB);
    assert_string_equal(
        r.problem.text,
        "not a usable device tree (compile one with dtc -O dtb): FDT_ERR_BADVERSION");

    size = build(&r, 1, "hartrace,src-bits", 4);
    int length, node = fdt_path_offset(r.blob, "/t@10000");
    struct fdt_property *p = fdt_get_property_w(r.blob, node, "hartrace,src-bits", &length);
    const uint32_t lengths[] = {0xFFFFFFF0, 0x80000000, 0x7FFFFFFF, 0x1000};
    for (unsigned i = 0; i < 4; i++) {
        p->len = cpu_to_fdt32(lengths[i]);
        assert_int_equal(read_with(&r, size, 8, 8), TOPOLOGY_ERR_DTB);
        assert_string_equal(
            r.problem.text,
            "not a usable device tree (compile one with dtc -O dtb): FDT_ERR_BADSTRUCTURE");
    }
    p->len = cpu_to_fdt32(4);
    p->nameoff = cpu_to_fdt32(fdt_size_dt_strings(r.blob));
    assert_int_equal(read_with(&r, size, 8, 8), TOPOLOGY_ERR_DTB);
}

static void arguments_are_checked(void **state)
{
    struct rig r;
    (void)state;
    size_t size = build(&r, 1, NULL, 0);
    topology_init(&r.t, r.component, 8, r.link, 8);
    assert_int_equal(topology_read_fdt(NULL, r.blob, size, NULL), TOPOLOGY_ERR_ARG);
    assert_int_equal(topology_read_fdt(&r.t, NULL, size, NULL), TOPOLOGY_ERR_ARG);
    const uint8_t *odd = (const uint8_t *)r.blob + 4;
    assert_int_equal(topology_read_fdt(&r.t, odd, size, &r.problem), TOPOLOGY_ERR_ARG);
    assert_int_equal(topology_read_fdt(&r.t, r.blob, size, NULL), TOPOLOGY_OK);
    assert_int_equal(topology_read_fdt(&r.t, r.blob, size, NULL), TOPOLOGY_OK);
    assert_int_equal(r.t.ncomponents, 2); /* reading again begins anew */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tree_fills_the_graph),
        cmocka_unit_test(more_than_there_is_room_for_is_refused),
        cmocka_unit_test(values_out_of_range_are_refused),
        cmocka_unit_test(a_tree_is_refused_at_every_length_but_its_own),
        cmocka_unit_test(damage_is_refused),
        cmocka_unit_test(arguments_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
