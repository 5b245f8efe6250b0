/* SPDX-License-Identifier: Apache-2.0 */
/* The bus: decoding, sizes, statuses, aliases. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

#include "sim/sim_bus.h"

struct device {
    uint64_t offset, value;
    unsigned size, calls;
    int status;
};

static int device_read(void *ctx, uint64_t offset, unsigned size, uint64_t *value)
{
    struct device *d = ctx;

    d->calls++;
    d->offset = offset;
    d->size = size;
    *value = 0xabcd;
    return d->status;
}

static int device_write(void *ctx, uint64_t offset, unsigned size, uint64_t value)
{
    struct device *d = ctx;

    d->calls++;
    d->offset = offset;
    d->size = size;
    d->value = value;
    return d->status;
}

static const struct sim_device_ops ops = {device_read, device_write};

static void ram_is_little_endian_and_aliases_agree(void **state)
{
    struct sim_bus bus;
    struct sim_ram ram;
    uint64_t v;

    (void)state;
    sim_bus_init(&bus);
    assert_int_equal(sim_ram_init(&ram, 5000), SIM_BUS_OK);
    assert_int_equal(ram.size, 8192); /* whole pages */
    assert_int_equal(sim_bus_map_ram(&bus, 0x80000000, &ram), SIM_BUS_OK);
    assert_int_equal(sim_bus_map_ram(&bus, 0xffffffff80000000, &ram), SIM_BUS_OK);
    assert_int_equal(sim_bus_write(&bus, 0x80000008, 8, 0x1122334455667788), SIM_BUS_OK);
    assert_int_equal(sim_bus_read(&bus, 0xffffffff80000008, 1, &v), SIM_BUS_OK);
    assert_int_equal(v, 0x88);
    assert_int_equal(sim_bus_read(&bus, 0xffffffff8000000a, 2, &v), SIM_BUS_OK);
    assert_int_equal(v, 0x5566);
    assert_int_equal(sim_bus_read(&bus, 0x8000000c, 4, &v), SIM_BUS_OK);
    assert_int_equal(v, 0x11223344);
    sim_ram_free(&ram);
}

static void accesses_are_checked(void **state)
{
    struct device d = {0};
    struct sim_bus bus;
    struct sim_ram ram;
    uint64_t v;
    uint32_t w;

    (void)state;
    sim_bus_init(&bus);
    assert_int_equal(sim_ram_init(&ram, 4096), SIM_BUS_OK);
    assert_int_equal(sim_bus_map_ram(&bus, 0x80000000, &ram), SIM_BUS_OK);
    assert_int_equal(sim_bus_map_device(&bus, 0x1000, 6, &ops, &d), SIM_BUS_OK);
    assert_int_equal(sim_bus_read(&bus, 0x80000ff8, 8, &v), SIM_BUS_OK);
    assert_int_equal(sim_bus_read(&bus, 0x80001000, 1, &v), SIM_BUS_ERR_FAULT);
    assert_int_equal(sim_bus_read(&bus, 0x7fffffff, 1, &v), SIM_BUS_ERR_FAULT);
    assert_int_equal(sim_bus_read(&bus, 0x80000001, 2, &v), SIM_BUS_ERR_MISALIGNED);
    assert_int_equal(sim_bus_write(&bus, 0x80000004, 8, 0), SIM_BUS_ERR_MISALIGNED);
    assert_int_equal(sim_bus_read(&bus, 0x80000000, 3, &v), SIM_BUS_ERR_ARG);
    assert_int_equal(sim_bus_read(&bus, 0x80000000, 0, &v), SIM_BUS_ERR_ARG);
    assert_int_equal(sim_bus_read32(&bus, 0x80000002, &w), SIM_BUS_ERR_MISALIGNED);
    assert_int_equal(sim_bus_write32(&bus, 0x2000, 0), SIM_BUS_ERR_FAULT);
    /* The device sees what it is offered whole, and only that. */
    assert_int_equal(sim_bus_read(&bus, 0x1000, 8, &v), SIM_BUS_ERR_FAULT);
    assert_int_equal(sim_bus_read(&bus, 0x1004, 4, &v), SIM_BUS_ERR_FAULT);
    assert_int_equal(d.calls, 0);
    assert_int_equal(sim_bus_read32(&bus, 0x1000, &w), SIM_BUS_OK);
    assert_int_equal(w, 0xabcd);
    assert_int_equal(sim_bus_write(&bus, 0x1004, 2, 77), SIM_BUS_OK);
    assert_int_equal(d.offset, 4);
    assert_int_equal(d.size, 2);
    assert_int_equal(d.value, 77);
    d.status = SIM_BUS_ERR_FAULT;
    w = 5;
    assert_int_equal(sim_bus_read32(&bus, 0x1000, &w), SIM_BUS_ERR_FAULT);
    assert_int_equal(w, 5);
    sim_ram_free(&ram);
}

static void regions_may_not_overlap_or_wrap(void **state)
{
    struct device d = {0};
    struct sim_bus bus;

    (void)state;
    sim_bus_init(&bus);
    assert_int_equal(sim_bus_map_device(&bus, 0x1000, 0x1000, &ops, &d), SIM_BUS_OK);
    assert_int_equal(sim_bus_map_device(&bus, 0x1fff, 1, &ops, &d), SIM_BUS_ERR_ARG);
    assert_int_equal(sim_bus_map_device(&bus, 0, 0x1001, &ops, &d), SIM_BUS_ERR_ARG);
    assert_int_equal(sim_bus_map_device(&bus, 0x1800, 4, &ops, &d), SIM_BUS_ERR_ARG);
    assert_int_equal(sim_bus_map_device(&bus, 0x2000, 0, &ops, &d), SIM_BUS_ERR_ARG);
    assert_int_equal(sim_bus_map_device(&bus, 0x2000, 8, NULL, &d), SIM_BUS_ERR_ARG);
    assert_int_equal(sim_bus_map_device(&bus, UINT64_MAX - 3, 5, &ops, &d), SIM_BUS_ERR_ARG);
    assert_int_equal(sim_bus_map_device(&bus, UINT64_MAX - 3, 4, &ops, &d), SIM_BUS_OK);
    for (unsigned i = 2; i < SIM_BUS_MAX_REGIONS; i++) {
        assert_int_equal(sim_bus_map_device(&bus, 0x10000 + 0x1000 * i, 4, &ops, &d), SIM_BUS_OK);
    }
    assert_int_equal(sim_bus_map_device(&bus, 0x800000, 4, &ops, &d), SIM_BUS_ERR_ARG);
}

static void blocks_of_ram(void **state)
{
    struct sim_bus bus;
    struct sim_ram ram;
    uint64_t n;

    (void)state;
    sim_bus_init(&bus);
    assert_int_equal(sim_ram_init(&ram, 0), SIM_BUS_ERR_ARG);
    assert_int_equal(sim_ram_init(&ram, 4096), SIM_BUS_OK);
    assert_int_equal(sim_bus_map_ram(&bus, 0x80000000, &ram), SIM_BUS_OK);
    assert_int_equal(sim_ram_write(&ram, 4090, "abcdef", 6), SIM_BUS_OK);
    assert_int_equal(sim_ram_write(&ram, 4090, "abcdefg", 7), SIM_BUS_ERR_FAULT);
    assert_int_equal(sim_ram_write(&ram, UINT64_MAX, "a", 1), SIM_BUS_ERR_FAULT);
    const uint8_t *p = sim_bus_ram_bytes(&bus, 0x80000ffa, &n);
    assert_int_equal(n, 6);
    assert_memory_equal(p, "abcdef", 6);
    assert_null(sim_bus_ram_bytes(&bus, 0x80001000, &n));
    sim_ram_free(&ram);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ram_is_little_endian_and_aliases_agree),
        cmocka_unit_test(accesses_are_checked),
        cmocka_unit_test(regions_may_not_overlap_or_wrap),
        cmocka_unit_test(blocks_of_ram),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
