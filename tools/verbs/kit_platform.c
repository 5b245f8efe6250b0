/* SPDX-License-Identifier: Apache-2.0 */
/* Verb kit: a simulated platform whose harts run a program that branches, calls and returns. */
#include "host.h"
#include "kit.h"

enum {
    HARTS = 2, /* without a device tree */
    SINK_BYTES = 4 << 20,
    HALTS = 100,  /* cycles in which a hart has halted */
    POLLS = 1500, /* its interval grows: a component that is stuck must not take minutes */
};

/* For RV32 and RV64. It writes no memory, and never ends.
 *
 *          addi a0, zero, 0
 *   loop:  addi a0, a0, 1
 *          andi a1, a0, 3
 *          beq  a1, zero, skip
 *          jal  ra, func
 *   skip:  andi a2, a0, 7
 *          bne  a2, zero, loop
 *          jal  ra, func
 *          jal  zero, loop
 *   func:  addi a3, a3, 1
 *          andi a4, a3, 1
 *          beq  a4, zero, out
 *          addi a5, a5, 1
 *   out:   jalr zero, 0(ra)
 */
static const uint8_t program[] = {
    0x13, 0x05, 0x00, 0x00, 0x13, 0x05, 0x15, 0x00, 0x93, 0x75, 0x35, 0x00, 0x63, 0x84,
    0x05, 0x00, 0xef, 0x00, 0x40, 0x01, 0x13, 0x76, 0x75, 0x00, 0xe3, 0x16, 0x06, 0xfe,
    0xef, 0x00, 0x80, 0x00, 0x6f, 0xf0, 0x5f, 0xfe, 0x93, 0x86, 0x16, 0x00, 0x13, 0xf7,
    0x16, 0x00, 0x63, 0x04, 0x07, 0x00, 0x93, 0x87, 0x17, 0x00, 0x67, 0x80, 0x00, 0x00,
};

const uint8_t *kit_program(size_t *size, uint64_t *address)
{
    *size = sizeof program;
    *address = SIM_RAM_BASE;
    return program;
}

static int make_tree(struct kit_platform *p, const char *verb, const struct kit_registers *k)
{
    static const struct htr_list none;
    const struct hts_tree_cfg cfg = {.dtb = k->target.dtb,
                                     .read = k->target.dtb != NULL ? &p->dtb : NULL,
                                     .harts = k->target.dtb == NULL ? HARTS : 0,
                                     .sinks = &none,
                                     .sink_size = SINK_BYTES,
                                     .params = k->params};
    struct htr_settings te;
    struct htr_list general;
    hts_tree_split_params(k->params, &general);
    int status = htr_settings_parse(&te, tool_host(verb), NULL, &none, &general);
    if (status == 0 && k->target.dtb != NULL) {
        status = htr_dtb_open(&p->dtb, tool_host(verb), k->target.dtb);
        te.encoder.xlen = status == 0 ? target_xlen(&p->dtb.tree) : te.encoder.xlen;
    }
    return status == 0 ? hts_tree_open(&p->tree, tool_host(verb), &cfg, &te) : status;
}

int kit_platform_open(struct kit_platform *p, const char *verb, const struct kit_registers *k)
{
    const struct sim_segment segment = {
        .addr = SIM_RAM_BASE, .bytes = program, .filesz = sizeof program, .memsz = sizeof program};
    struct sim_platform_cfg cfg;
    struct sim_message why;
    int status = make_tree(p, verb, k);
    if (status != 0) {
        return status;
    }
    sim_platform_cfg_init(&cfg);
    cfg.hart.xlen = target_xlen(p->tree.tree);
    cfg.tree = p->tree.tree;
    cfg.component = p->tree.component;
    cfg.fabric = k->fabric.fabric.maker;
    if (sim_platform_create(&cfg, &p->platform, &why) != SIM_PLATFORM_OK ||
        sim_platform_load(p->platform, &segment, 1, SIM_RAM_BASE, &why) != SIM_PLATFORM_OK) {
        return tool_fail(verb, k->target.dtb, "%s", why.text);
    }
    hts_io_init(&p->io, p->platform, NULL);
    p->io.io.poll_limit = POLLS;
    return 0;
}

void kit_platform_close(struct kit_platform *p)
{
    sim_platform_destroy(p->platform);
    hts_tree_close(&p->tree);
    htr_dtb_close(&p->dtb);
}

void kit_platform_run(struct kit_platform *p, uint64_t cycles)
{
    const struct sim_run_limits limits = {.max_cycles = cycles};
    struct sim_run_result result;
    sim_platform_run(p->platform, &limits, &result);
}

static bool go_on(void *ctx)
{
    (void)ctx;
    return true;
}

bool kit_platform_halt(struct kit_platform *p, unsigned hart, bool halted)
{
    /* With a hook, time goes on when all harts are halted: encoders see it. */
    const struct sim_run_limits limits = {.max_cycles = HALTS,
                                          .poll = {.fn = go_on, .every = HALTS}};
    struct sim_run_result result;
    struct sim_hart *h = sim_platform_hart_n(p->platform, hart);
    if (halted) {
        sim_hart_halt(h);
    } else {
        sim_hart_resume(h);
    }
    sim_platform_run(p->platform, &limits, &result);
    return sim_hart_halted(h) == halted;
}
