/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What SystemC costs: one program on the platform of C models, on SystemC with every cycle a clock
 * edge, and loosely timed. Called by `make bench`: bench_systemc ELF HARTS.
 *
 * Each run is a process of its own (one elaboration each), the ways take turns, the best of five
 * counts. Only the run is timed, in time of the processor: trace on (HTM, SRAM), not decoded.
 */
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include "encoder_regs.h"
#include "funnel_regs.h"
#include "ramsink_regs.h"
#include "sim/sim_fabric_sc.hpp"

/* In C a structure and a function may have the same name. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
extern "C" {
#include "load_elf.h"
}
#pragma GCC diagnostic pop

extern "C" int sc_main(int, char **); /* the library wants one */
extern "C" int sc_main(int, char **)
{
    return 0;
}

namespace
{

struct way {
    const char *name;
    bool systemc;
    uint64_t quantum;
};

const way ways[] = {{"C models", false, 0},
                    {"SystemC, every cycle", true, 0},
                    {"SystemC, quantum 100", true, 100},
                    {"SystemC, quantum 10000", true, 10000}};

struct measure {
    double seconds = 0;
    double instructions = 0;
};

bool write(sim_platform *p, uint64_t address, uint32_t value)
{
    return sim_platform_write32(p, address, value) == SIM_BUS_OK;
}

bool start(sim_platform *p, unsigned harts)
{
    bool good =
        write(p, SIM_RAMSINK_BASE + TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK) &&
        write(p, SIM_RAMSINK_BASE + TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK | TR_RAM_ENABLE_MASK);

    if (harts > 1) {
        good = good &&
               write(p, SIM_FUNNEL_BASE + TR_FUNNEL_CONTROL_OFFSET, TR_FUNNEL_ACTIVE_MASK) &&
               write(p, SIM_FUNNEL_BASE + TR_FUNNEL_DIS_INPUT_OFFSET, 0) &&
               write(p, SIM_FUNNEL_BASE + TR_FUNNEL_CONTROL_OFFSET,
                     TR_FUNNEL_ACTIVE_MASK | TR_FUNNEL_ENABLE_MASK);
    }
    for (unsigned h = 0; h < harts; h++) {
        const uint64_t base = SIM_ENCODER_BASE + h * SIM_ENCODER_STRIDE;
        good = good && write(p, base + TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK) &&
               write(p, base + TR_TE_INST_FEATURES_OFFSET,
                     4u << TR_TE_SRC_BITS_SHIFT | h << TR_TE_SRC_ID_SHIFT) &&
               write(p, base + TR_TE_CONTROL_OFFSET,
                     TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK |
                         TR_TE_INST_MODE_HTM << TR_TE_INST_MODE_SHIFT);
    }
    return good;
}

double now()
{
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

bool run(const way &w, const std::vector<uint8_t> &elf, unsigned harts, measure &m)
{
    const sim_fabric_sc_cfg sc = {w.quantum, nullptr, nullptr, 0};
    sim_platform_cfg cfg;
    sim_platform *p = nullptr;
    sim_message why;
    sim_run_result result;

    sim_platform_cfg_init(&cfg);
    cfg.harts = harts;
    if (w.systemc) {
        cfg.fabric = sim_fabric_sc(&sc);
    }
    if (sim_platform_create(&cfg, &p, &why) != SIM_PLATFORM_OK ||
        !load_elf(p, elf.data(), elf.size(), cfg.hart.xlen, &why)) {
        std::fprintf(stderr, "bench_systemc: %s\n", why.text);
        return false;
    }
    if (!start(p, harts)) {
        return false;
    }
    const double from = now();
    sim_platform_run(p, nullptr, &result);
    m.seconds = now() - from;
    m.instructions = static_cast<double>(result.instructions);
    sim_platform_destroy(p);
    return result.reason == SIM_STOP_FINISHER;
}

/* In a process of its own. */
bool run_apart(const way &w, const std::vector<uint8_t> &elf, unsigned harts, measure &best)
{
    int pipe_end[2];
    measure m;

    if (pipe(pipe_end) != 0) {
        return false;
    }
    const pid_t child = fork();
    if (child == 0) {
        const bool good = run(w, elf, harts, m) &&
                          ::write(pipe_end[1], &m, sizeof m) == static_cast<ssize_t>(sizeof m);
        _exit(good ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    close(pipe_end[1]);
    const bool good = read(pipe_end[0], &m, sizeof m) == static_cast<ssize_t>(sizeof m);
    close(pipe_end[0]);
    waitpid(child, nullptr, 0);
    if (good && (best.seconds <= 0 || m.seconds < best.seconds)) {
        best = m;
    }
    return good;
}

} // namespace

int main(int argc, char **argv)
{
    constexpr unsigned WAYS = sizeof ways / sizeof ways[0];
    measure best[WAYS];

    if (argc != 3) {
        return EXIT_FAILURE;
    }
    std::ifstream file(argv[1], std::ios::binary);
    const std::vector<uint8_t> elf{std::istreambuf_iterator<char>(file), {}};
    const auto harts = static_cast<unsigned>(std::atoi(argv[2]));
    for (int turn = 0; turn < 5; turn++) {
        for (unsigned i = 0; i < WAYS; i++) {
            if (!run_apart(ways[i], elf, harts, best[i])) {
                std::fprintf(stderr, "bench_systemc: %s: failed\n", ways[i].name);
                return EXIT_FAILURE;
            }
        }
    }
    for (unsigned i = 0; i < WAYS; i++) {
        std::printf("%-28s %u hart%s %8.2f M instr/s %8.2f x\n", ways[i].name, harts,
                    harts > 1 ? "s" : " ", best[i].instructions / best[i].seconds * 1e-6,
                    best[i].seconds / best[0].seconds);
    }
    return EXIT_SUCCESS;
}
