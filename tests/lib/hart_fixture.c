/* SPDX-License-Identifier: Apache-2.0 */
#include "hart_fixture.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <string.h>
#include <cmocka.h>

static int device_read(void *ctx, uint64_t offset, unsigned size, uint64_t *value)
{
    struct hart_fixture *f = ctx;

    if (size != 4) {
        return SIM_BUS_ERR_FAULT;
    }
    f->reads++;
    *value = offset;
    return SIM_BUS_OK;
}

static int device_write(void *ctx, uint64_t offset, unsigned size, uint64_t value)
{
    struct hart_fixture *f = ctx;

    (void)offset, (void)value;
    if (size != 4) {
        return SIM_BUS_ERR_FAULT;
    }
    f->writes++;
    return SIM_BUS_OK;
}

void hf_init(struct hart_fixture *f, const struct sim_hart_cfg *cfg)
{
    static const struct sim_device_ops ops = {device_read, device_write};

    memset(f, 0, sizeof *f);
    sim_bus_init(&f->bus);
    assert_int_equal(sim_ram_init(&f->ram, HF_RAM_SIZE), SIM_BUS_OK);
    assert_int_equal(sim_bus_map_ram(&f->bus, HF_RAM, &f->ram), SIM_BUS_OK);
    assert_int_equal(sim_bus_map_device(&f->bus, HF_DEVICE, 0x1000, &ops, f), SIM_BUS_OK);
    f->h = sim_hart_create(cfg, &f->bus);
    assert_non_null(f->h);
    for (uint64_t a = 0; a < 64; a += 4) {
        hf_poke(f, HF_HANDLER_M + a, 4, RV_NOP);
        hf_poke(f, HF_HANDLER_S + a, 4, RV_NOP);
    }
    hf_set_csr(f, HF_MTVEC, HF_HANDLER_M);
    hf_set_csr(f, HF_STVEC, HF_HANDLER_S);
    hf_at(f, HF_RAM);
}

void hf_init_xlen(struct hart_fixture *f, unsigned xlen)
{
    struct sim_hart_cfg cfg;

    sim_hart_cfg_init(&cfg);
    cfg.xlen = (uint8_t)xlen;
    hf_init(f, &cfg);
}

void hf_free(struct hart_fixture *f)
{
    sim_hart_destroy(f->h);
    sim_ram_free(&f->ram);
}

void hf_emit(struct hart_fixture *f, uint32_t op)
{
    const unsigned size = (op & 3) == 3 ? 4 : 2;

    if (size == 4) {
        hf_poke(f, f->cursor, 2, op & 0xffff);
        hf_poke(f, f->cursor + 2, 2, op >> 16);
    } else {
        hf_poke(f, f->cursor, 2, op);
    }
    f->cursor += size;
}

void hf_at(struct hart_fixture *f, uint64_t pc)
{
    f->cursor = pc;
    sim_hart_set_pc(f->h, pc);
}

unsigned hf_do(struct hart_fixture *f, uint32_t op)
{
    f->cursor = sim_hart_pc(f->h);
    hf_emit(f, op);
    unsigned state = hf_step(f);
    f->cursor = sim_hart_pc(f->h);
    return state;
}

unsigned hf_step(struct hart_fixture *f)
{
    return sim_hart_step(f->h, &f->r);
}

uint64_t hf_csr(struct hart_fixture *f, unsigned csr)
{
    uint64_t v = 0;

    assert_int_equal(sim_hart_csr_read(f->h, csr, &v), SIM_HART_OK);
    return v;
}

void hf_set_csr(struct hart_fixture *f, unsigned csr, uint64_t v)
{
    assert_int_equal(sim_hart_csr_write(f->h, csr, v), SIM_HART_OK);
}

void hf_open_pmp(struct hart_fixture *f)
{
    const unsigned xlen = sim_hart_config(f->h)->xlen;

    hf_set_csr(f, HF_PMPADDR0 + 15, UINT64_MAX);
    hf_set_csr(f, HF_PMPCFG0 + (xlen == 64 ? 2 : 3), UINT64_C(0x1f) << (xlen - 8));
}

uint64_t hf_peek(struct hart_fixture *f, uint64_t addr, unsigned size)
{
    uint64_t v = 0;

    assert_int_equal(sim_bus_read(&f->bus, addr, size, &v), SIM_BUS_OK);
    return v;
}

void hf_poke(struct hart_fixture *f, uint64_t addr, unsigned size, uint64_t v)
{
    assert_int_equal(sim_bus_write(&f->bus, addr, size, v), SIM_BUS_OK);
}
