/* SPDX-License-Identifier: Apache-2.0 */
/* bench_rtl: clock cycles a second of the Verilated encoder alone, and the figures of its queue: a
 * random program, one block every other cycle on the average. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "encoder_regs.h"
#include "random_hart.h"
#include "rtl_encoder.h"

extern const struct rtl_encoder_kind rtl_encoder_min, rtl_encoder_typ, rtl_encoder_full,
    rtl_encoder_dual, rtl_encoder_filt;

enum {
    RECORDS = 4096,
    ROUNDS = 250,
};

static void bus_write(const struct rtl_encoder_kind *kind, struct rtl_encoder *rtl, uint32_t offset,
                      uint32_t value)
{
    struct rtl_encoder_in in = {
        .psel = true, .pwrite = true, .paddr = offset, .pwdata = value, .link_ready = true};
    struct rtl_encoder_out out;
    kind->cycle(rtl, &in, &out);
    in.penable = true;
    do {
        kind->cycle(rtl, &in, &out);
    } while (!out.pready);
}

static void bench(const struct rtl_encoder_kind *kind)
{
    static struct rh_step step[RECORDS];
    static struct rh_hart hart;
    struct trm_encoder_cfg cfg;
    kind->cfg(&cfg);
    struct rh_cfg rc = {
        .base = 0x80000000u,
        .xlen = cfg.xlen,
        .itype_width = cfg.itype_width,
        .max_block = 1,
        .trap_one_in = 1000,
        .branch_bias = 20,
        .max_blocks = 1,
    };
    rh_init(&hart, &rc, 1);
    for (unsigned i = 0; i < RECORDS; i++) {
        rh_step(&hart, &step[i]);
    }
    struct rtl_encoder *rtl = kind->create();
    uint32_t mode = cfg.htm ? TR_TE_INST_MODE_HTM : TR_TE_INST_MODE_BTM;
    bus_write(kind, rtl, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    bus_write(kind, rtl, TR_TE_CONTROL_OFFSET,
              TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK |
                  mode << TR_TE_INST_MODE_SHIFT);
    clock_t begin = clock();
    uint64_t cycles = 0, beats = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (unsigned i = 0; i < RECORDS; i++) {
            struct rtl_encoder_in in = {.record = &step[i].in, .link_ready = true};
            struct rtl_encoder_out out;
            kind->cycle(rtl, &in, &out);
            beats += out.link_valid ? 1u : 0u;
            in.record = NULL;
            kind->cycle(rtl, &in, &out);
            beats += out.link_valid ? 1u : 0u;
            cycles += 2;
        }
    }
    double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    kind->destroy(rtl);
    printf("%-6s %6.2f million cycles/s, %.3f beats a cycle\n", kind->name,
           (double)cycles / seconds / 1e6, (double)beats / (double)cycles);
}

int main(void)
{
    bench(&rtl_encoder_min);
    bench(&rtl_encoder_typ);
    bench(&rtl_encoder_full);
    bench(&rtl_encoder_dual);
    bench(&rtl_encoder_filt);
    return 0;
}
