/* SPDX-License-Identifier: Apache-2.0 */
/* The data signals of the ingress port (E-Trace 2.0, "Data Trace Interface"): what loads, stores
 * and atomics report. Opcodes by the ISA manual; values by hand. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include "hart_fixture.h"

/* Memory at HF_DATA before each instruction: 0x8877665544332211. x10 = HF_DATA, x11 = the operand,
 * x12 the destination. */
#define MEMORY  UINT64_C(0x8877665544332211)
#define OPERAND UINT64_C(0xFFFFFFFF80000001)

struct row {
    uint32_t op;
    uint8_t dtype, dsize;
    uint8_t offset;       /* of daddr from HF_DATA */
    uint64_t load, store; /* as reported */
};

#define AMO(f5, f3) ((uint32_t)(f5) << 27 | 11u << 20 | 10u << 15 | (f3) << 12 | 12u << 7 | 0x2fu)

/* In RV32 and RV64. OPERAND's low word is 0x80000001, memory's 0x44332211. */
static const struct row both[] = {
    {0x00050603, INGRESS_DTYPE_LOAD, 0, 0, 0x11, 0},        /* lb x12, 0(x10) */
    {0x00754603, INGRESS_DTYPE_LOAD, 0, 7, 0x88, 0},        /* lbu x12, 7(x10) */
    {0x00651603, INGRESS_DTYPE_LOAD, 1, 6, 0x8877, 0},      /* lh x12, 6(x10): sign-extended */
    {0x00452603, INGRESS_DTYPE_LOAD, 2, 4, 0x88776655, 0},  /* lw x12, 4(x10) */
    {0x00052503, INGRESS_DTYPE_LOAD, 2, 0, 0x44332211, 0},  /* lw x10, 0(x10): base is lost */
    {0x00052003, INGRESS_DTYPE_LOAD, 2, 0, 0x44332211, 0},  /* lw x0, 0(x10) */
    {0x4150, INGRESS_DTYPE_LOAD, 2, 4, 0x88776655, 0},      /* c.lw x12, 4(x10) */
    {0x00b501a3, INGRESS_DTYPE_STORE, 0, 3, 0, 0x01},       /* sb x11, 3(x10) */
    {0x00b51123, INGRESS_DTYPE_STORE, 1, 2, 0, 0x0001},     /* sh x11, 2(x10) */
    {0x00b52223, INGRESS_DTYPE_STORE, 2, 4, 0, 0x80000001}, /* sw x11, 4(x10) */
    {0xc14c, INGRESS_DTYPE_STORE, 2, 4, 0, 0x80000001},     /* c.sw x11, 4(x10) */
    {AMO(0x02, 2) & ~(11u << 20), INGRESS_DTYPE_LOAD, 2, 0, 0x44332211, 0}, /* lr.w */
    {AMO(0x01, 2), INGRESS_DTYPE_SWAP, 2, 0, 0x44332211, 0x80000001},
    {AMO(0x00, 2), INGRESS_DTYPE_ADD, 2, 0, 0x44332211, 0xC4332212},
    {AMO(0x04, 2), INGRESS_DTYPE_XOR, 2, 0, 0x44332211, 0xC4332210},
    {AMO(0x08, 2), INGRESS_DTYPE_OR, 2, 0, 0x44332211, 0xC4332211},
    {AMO(0x0c, 2), INGRESS_DTYPE_AND, 2, 0, 0x44332211, 0x00000001},
    {AMO(0x10, 2), INGRESS_DTYPE_MIN, 2, 0, 0x44332211, 0x80000001}, /* signed */
    {AMO(0x14, 2), INGRESS_DTYPE_MAX, 2, 0, 0x44332211, 0x44332211},
    {AMO(0x18, 2), INGRESS_DTYPE_MIN, 2, 0, 0x44332211, 0x44332211}, /* unsigned */
    {AMO(0x1c, 2), INGRESS_DTYPE_MAX, 2, 0, 0x44332211, 0x80000001},
};
static const struct row rv64[] = {
    {0x00053603, INGRESS_DTYPE_LOAD, 3, 0, MEMORY, 0},     /* ld x12, 0(x10) */
    {0x00456603, INGRESS_DTYPE_LOAD, 2, 4, 0x88776655, 0}, /* lwu x12, 4(x10) */
    {0x6110, INGRESS_DTYPE_LOAD, 3, 0, MEMORY, 0},         /* c.ld x12, 0(x10) */
    {0x00b53023, INGRESS_DTYPE_STORE, 3, 0, 0, OPERAND},   /* sd x11, 0(x10) */
    {0xe10c, INGRESS_DTYPE_STORE, 3, 0, 0, OPERAND},       /* c.sd x11, 0(x10) */
    {AMO(0x00, 3), INGRESS_DTYPE_ADD, 3, 0, MEMORY, UINT64_C(0x88776654C4332212)},
    {AMO(0x14, 3), INGRESS_DTYPE_MAX, 3, 0, MEMORY, OPERAND}, /* both negative; -2^31+1 is larger */
};

static void check(unsigned xlen, const struct row *row, size_t n)
{
    struct hart_fixture f;

    hf_init_xlen(&f, xlen);
    sim_hart_set_data(f.h, true);
    for (size_t i = 0; i < n; i++) {
        const struct ingress_access *a = &f.r.in.access[0];

        hf_poke(&f, HF_DATA, 8, MEMORY);
        sim_hart_set_reg(f.h, 10, HF_DATA);
        sim_hart_set_reg(f.h, 11, OPERAND);
        hf_at(&f, HF_RAM);
        assert_int_equal(hf_do(&f, row[i].op), SIM_STEP_RETIRED | SIM_STEP_RECORD);
        assert_int_equal(f.r.in.naccess, 1);
        assert_int_equal(a->dtype, row[i].dtype);
        assert_int_equal(a->dsize, row[i].dsize);
        assert_int_equal(a->daddr, HF_DATA + row[i].offset);
        assert_int_equal(a->load, row[i].load);
        assert_int_equal(a->store, row[i].store);
        assert_int_equal(a->block, 0);
        assert_int_equal(a->insn, 0);
        if (row[i].dtype != INGRESS_DTYPE_LOAD) { /* and that is what memory holds */
            assert_int_equal(hf_peek(&f, a->daddr, 1u << a->dsize), a->store);
        }
    }
    hf_free(&f);
}

static void every_access_is_reported_with_its_values(void **state)
{
    (void)state;
    check(32, both, sizeof both / sizeof both[0]);
    check(64, both, sizeof both / sizeof both[0]);
    check(64, rv64, sizeof rv64 / sizeof rv64[0]);
}

/* sc.w x12, x11, (x10) after lr.w, and without. */
static void a_conditional_store_reports_whether_it_was_done(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    sim_hart_set_data(f.h, true);
    sim_hart_set_reg(f.h, 10, HF_DATA);
    sim_hart_set_reg(f.h, 11, 0x1234);
    hf_do(&f, AMO(0x02, 2) & ~(11u << 20));
    hf_do(&f, AMO(0x03, 2));
    assert_int_equal(f.r.in.naccess, 1);
    assert_int_equal(f.r.in.access[0].dtype, INGRESS_DTYPE_STORE);
    assert_int_equal(f.r.in.access[0].store, 0x1234);
    hf_do(&f, AMO(0x03, 2));
    assert_int_equal(f.r.in.naccess, 1);
    assert_int_equal(f.r.in.access[0].dtype, INGRESS_DTYPE_SC_FAILED);
    assert_int_equal(f.r.in.access[0].store, 0);
    assert_int_equal(f.r.in.access[0].daddr, HF_DATA);
    hf_free(&f);
}

static void nothing_is_reported_without_an_access(void **state)
{
    struct hart_fixture f;

    (void)state;
    hf_init_xlen(&f, 64);
    sim_hart_set_reg(f.h, 10, HF_DATA);
    hf_do(&f, 0x00052603); /* lw, data signals off */
    assert_int_equal(f.r.in.naccess, 0);
    sim_hart_set_data(f.h, true);
    hf_do(&f, 0x00000013); /* nop */
    assert_int_equal(f.r.in.naccess, 0);
    hf_do(&f, 0x00052603);
    assert_int_equal(f.r.in.naccess, 1);
    hf_do(&f, 0x00152603); /* lw x12, 1(x10): a trap, nothing retires */
    assert_int_equal(f.r.in.block[0].itype, INGRESS_ITYPE_EXCEPTION);
    assert_int_equal(f.r.in.naccess, 0);
    hf_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_access_is_reported_with_its_values),
        cmocka_unit_test(a_conditional_store_reports_whether_it_was_done),
        cmocka_unit_test(nothing_is_reported_without_an_access),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
