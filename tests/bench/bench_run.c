/* SPDX-License-Identifier: Apache-2.0 */
/* bench_run ELF HARTS...: how fast the platform runs a program on each number of harts, with trace
 * off and on. Prints a line a number of harts: rates in millions of instructions of all harts a
 * second of processor time, and cycles. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hartrace/rvt_fdt.h"
#include "hts/hts_io.h"
#include "hts/hts_program.h"
#include "sim/sim_tree.h"
#include "host.h"
#include "tool.h"

enum {
    CYCLES = 12000, /* of the program, from its start: while all harts are at work */
    ROUNDS = 3,
    LEAST_MS = 250, /* of a round */
};

static const char verb[] = "bench_run";

struct bench {
    struct hts_program program;
    struct sim_tree tree;
    struct sim_platform *platform;
    struct hts_io port;
    struct rvt_fdt fdt;
    struct rvt_fdt_part part[SIM_TREE_COMPONENTS];
    struct rvt_node node[SIM_TREE_COMPONENTS];
    struct topology_use use[SIM_TREE_COMPONENTS];
    struct rvt_link link[SIM_TREE_LINKS];
};

static void check(bool good, const char *what)
{
    if (!good) {
        (void)tool_fail(verb, NULL, "%s", what);
        exit(2);
    }
}

static void create(struct bench *b, unsigned harts)
{
    struct sim_platform_cfg cfg;
    struct sim_message why;
    check(sim_tree_ready(&b->tree, harts, 64) == SIM_PLATFORM_OK, "how many harts? 1 to 16");
    b->tree.component[b->tree.t.ncomponents - 1].extra.sram_bytes = 1 << 22;
    sim_platform_cfg_init(&cfg);
    cfg.tree = &b->tree.t;
    check(sim_platform_create(&cfg, &b->platform, &why) == SIM_PLATFORM_OK, why.text);
    hts_io_init(&b->port, b->platform, NULL);
}

static void start(struct bench *b)
{
    const struct rvt_fdt_room room = {b->part,       b->node, b->use, b->link, SIM_TREE_COMPONENTS,
                                      SIM_TREE_LINKS};
    struct rvt_fdt_cfg cfg;
    rvt_fdt_cfg_init(&cfg);
    cfg.prefer_sram = true;
    cfg.timestamps = b->tree.t.nharts > 1;
    check(rvt_fdt_open(&b->fdt, &b->tree.t, &b->port.io, &room) == RVT_OK &&
              rvt_fdt_identify(&b->fdt, NULL) == RVT_OK &&
              rvt_fdt_use_all(&b->fdt, NULL) == RVT_OK &&
              rvt_fdt_configure(&b->fdt, &cfg, NULL) == RVT_OK &&
              rvt_session_start(&b->fdt.session) == RVT_OK,
          "the trace does not start");
}

/* One run of the program's beginning. Returns the instructions. */
static uint64_t run_once(struct bench *b, double *seconds)
{
    const struct sim_run_limits limits = {.max_cycles = CYCLES};
    struct sim_run_result r;
    struct sim_message why;
    check(hts_program_load(&b->program.elf, b->platform, &why) == SIM_PLATFORM_OK, why.text);
    for (unsigned i = 0; i < sim_platform_hart_count(b->platform); i++) {
        struct sim_hart *h = sim_platform_hart_n(b->platform, i);
        uint64_t entry = sim_hart_pc(h);
        sim_hart_hold_reset(h, true);
        sim_hart_hold_reset(h, false);
        sim_hart_set_pc(h, entry);
    }
    clock_t begin = clock();
    sim_platform_run(b->platform, &limits, &r);
    *seconds += (double)(clock() - begin) / CLOCKS_PER_SEC;
    check(r.reason == SIM_STOP_CYCLES, "the program is too short");
    return r.instructions;
}

/* Instructions a second, the best of some rounds. */
static double rate(struct bench *b, double *cycles)
{
    double best = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        uint64_t instructions = 0, runs = 0;
        double seconds = 0;
        while (seconds < LEAST_MS * 1e-3) {
            instructions += run_once(b, &seconds);
            runs++;
        }
        if ((double)instructions / seconds > best) {
            best = (double)instructions / seconds;
            *cycles = (double)(runs * CYCLES) / seconds;
        }
    }
    return best;
}

int main(int argc, char **argv)
{
    static struct bench b;
    if (argc < 3 ||
        hts_programs_open(&b.program, 1, tool_host(verb), (const char *const *)&argv[1]) != 0) {
        return tool_fail(verb, NULL, "usage: bench_run ELF HARTS...");
    }
    for (int i = 2; i < argc; i++) {
        uint64_t harts = 0;
        double cycles = 0;
        check(htr_number(argv[i], &harts), "HARTS is a number");
        create(&b, (unsigned)harts);
        double off = rate(&b, &cycles);
        start(&b);
        double on = rate(&b, &cycles);
        printf("%2llu hart%s %8.1f M instr/s trace off %8.1f on %6.1f M cycles/s on\n",
               (unsigned long long)harts, harts == 1 ? " " : "s", off * 1e-6, on * 1e-6,
               cycles * 1e-6);
        sim_platform_destroy(b.platform);
    }
    hts_programs_free(&b.program, 1);
    return 0;
}
