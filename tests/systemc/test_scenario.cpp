/* SPDX-License-Identifier: Apache-2.0 */
/* The capture scenario of the driver on the platform with SystemC: driven over the bus, and by the
 * program that traces itself. What is captured decodes to what retired (driven over the bus), and
 * is byte for byte that of the C platform (both). */
#include "sc_test.hpp"

#include <cstring>
#include <fstream>
#include <iterator>

#include "sim/sim_fabric_sc.hpp"

/* In C a structure and a function may have the same name. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
extern "C" {
#include "hts/hts_io.h"
#include "load_elf.h"
#include "nexus/nexus_cfg.h"
#include "pc_check.h"
#include "rv_asm.h"
#include "scenario.h"
#include "sim/sim_platform.h"
}
#pragma GCC diagnostic pop

namespace
{

constexpr unsigned BUFFER_SIZE = 0x8000, INSTRUCTIONS = 3000;
constexpr uint64_t BUFFER = 0x80100000;

/* x1 counts rounds; each calls a function by register, and branches. */
const uint32_t program[] = {
    rv_addi(1, 1, 1), rv_auipc(5, 0),        rv_jalr(6, 5, 16), rv_branch(1, 1, 0, -12),
    rv_jal(0, -16),   rv_branch(0, 1, 0, 8), rv_addi(2, 2, 1),  rv_jalr(0, 6, 0),
};

struct capture {
    sim_platform *platform = nullptr;
    uint8_t trace[SCENARIO_ROUNDS][BUFFER_SIZE];
    size_t size[SCENARIO_ROUNDS];
    htr_pc_log log[SCENARIO_ROUNDS];
    nexus_stream_cfg stream[SCENARIO_ROUNDS];
    unsigned round = 0;
    bool good = true;
};

void on_retire(void *ctx, unsigned, const ingress_cycle *in, uint32_t)
{
    auto *c = static_cast<capture *>(ctx);

    if (in->nblocks == 1 && in->block[0].iretire != 0) {
        c->good = htr_pc_log_add(&c->log[c->round], in->block[0].iaddr) && c->good;
    }
}

void work(void *ctx, unsigned round)
{
    auto *c = static_cast<capture *>(ctx);
    const sim_run_limits limits = {INSTRUCTIONS, 0, false, 0, {}};
    const sim_fabric *fabric = sim_platform_fabric(c->platform);
    sim_run_result result;

    c->round = round;
    sim_platform_run(c->platform, &limits, &result);
    c->good = c->good && result.reason == SIM_STOP_INSTRUCTIONS;
    fabric->ops->stream(fabric->ctx, sim_platform_encoder_of(c->platform, 0), &c->stream[round]);
}

scenario_cfg settings(capture &c, bool smem, uint8_t mode)
{
    scenario_cfg cfg{};

    cfg.encoder = SIM_ENCODER_BASE;
    cfg.ramsink = SIM_RAMSINK_BASE;
    cfg.smem = smem;
    cfg.start = smem ? BUFFER : 0;
    cfg.size = BUFFER_SIZE;
    cfg.inst_mode = mode;
    cfg.work = work;
    cfg.ctx = &c;
    cfg.trace[0] = c.trace[0];
    cfg.trace[1] = c.trace[1];
    cfg.room = BUFFER_SIZE;
    return cfg;
}

void run_scenario(capture &c, sim_fabric_maker fabric, bool smem, uint8_t mode)
{
    static scenario s;
    const scenario_cfg cfg = settings(c, smem, mode);
    sim_platform_cfg pc;
    sim_message why;
    hts_io port;

    sim_platform_cfg_init(&pc);
    pc.retire = {on_retire, &c};
    pc.fabric = fabric;
    CHECK_EQUAL(sim_platform_create(&pc, &c.platform, &why), SIM_PLATFORM_OK);
    for (unsigned i = 0; i < sizeof program / sizeof program[0]; i++) {
        CHECK_EQUAL(sim_platform_write32(c.platform, SIM_RAM_BASE + 4 * i, program[i]), SIM_BUS_OK);
    }
    hts_io_init(&port, c.platform, nullptr);
    CHECK_EQUAL(scenario_run(&s, &port.io, &cfg), RVT_OK);
    CHECK_EQUAL(s.step, SCENARIO_DONE);
    CHECK(c.good);
    for (unsigned r = 0; r < SCENARIO_ROUNDS; r++) {
        c.size[r] = s.size[r];
    }
    sim_platform_destroy(c.platform);
}

/* pc_check ends the process when it fails: each case has one of its own. */
void check_truth(const capture &c)
{
    uint8_t code[sizeof program];

    std::memcpy(code, program, sizeof code);
    const flow_region region = {SIM_RAM_BASE, sizeof code, code};
    for (unsigned r = 0; r < SCENARIO_ROUNDS; r++) {
        CHECK_EQUAL(c.log[r].count, INSTRUCTIONS);
        pc_check(&c.stream[r], &region, 1, c.trace[r], c.size[r], &c.log[r]);
    }
}

void scenario_with(uint64_t quantum, bool smem, uint8_t mode)
{
    static capture models, modules;
    const sim_fabric_sc_cfg cfg = {quantum, nullptr, nullptr, 0};

    run_scenario(models, {nullptr, nullptr}, smem, mode);
    run_scenario(modules, sim_fabric_sc(&cfg), smem, mode);
    check_truth(modules);
    for (unsigned r = 0; r < SCENARIO_ROUNDS; r++) {
        CHECK(models.size[r] > 100);
        CHECK_EQUAL(models.size[r], modules.size[r]);
        CHECK(std::memcmp(models.trace[r], modules.trace[r], models.size[r]) == 0);
        htr_pc_log_free(&models.log[r]);
        htr_pc_log_free(&modules.log[r]);
    }
}

void cycle_mode_sram_btm()
{
    scenario_with(0, false, 3);
}

void cycle_mode_smem_htm()
{
    scenario_with(0, true, 6);
}

void quantum_sram_htm()
{
    scenario_with(500, false, 6);
}

void quantum_smem_btm()
{
    scenario_with(1000000, true, 3);
}

/* ---- the program that traces itself ---- */

struct own_trace {
    std::string console;
    sim_run_result result{};
};

void on_uart(void *ctx, uint8_t byte)
{
    static_cast<own_trace *>(ctx)->console.push_back(static_cast<char>(byte));
}

void run_selftrace(own_trace &t, sim_fabric_maker fabric, unsigned xlen)
{
    const char *build = std::getenv("BUILD");
    const std::string path = std::string(build ? build : "build") + "/programs/rv" +
                             std::to_string(xlen) + "/selftrace.elf";
    std::ifstream file(path, std::ios::binary);
    const std::vector<uint8_t> elf{std::istreambuf_iterator<char>(file), {}};
    const sim_run_limits limits = {3000000, 0, false, 0, {}};
    sim_platform *p = nullptr;
    sim_platform_cfg cfg;
    sim_message why;

    sim_platform_cfg_init(&cfg);
    cfg.hart.xlen = static_cast<uint8_t>(xlen);
    cfg.uart = {on_uart, &t};
    cfg.fabric = fabric;
    CHECK_EQUAL(sim_platform_create(&cfg, &p, &why), SIM_PLATFORM_OK);
    CHECK(load_elf(p, elf.data(), elf.size(), xlen, &why));
    sim_platform_run(p, &limits, &t.result);
    sim_platform_destroy(p);
}

void selftrace(uint64_t quantum, unsigned xlen)
{
    const sim_fabric_sc_cfg cfg = {quantum, nullptr, nullptr, 0};
    own_trace models, modules;

    run_selftrace(models, {nullptr, nullptr}, xlen);
    run_selftrace(modules, sim_fabric_sc(&cfg), xlen);
    CHECK_EQUAL(modules.result.reason, SIM_STOP_FINISHER);
    CHECK_EQUAL(modules.result.exit_code, 0);
    CHECK_EQUAL(modules.result.instructions, models.result.instructions);
    CHECK(models.console.size() > 500); /* the trace, in hexadecimal */
    CHECK(modules.console == models.console);
}

void a_hart_traces_itself_in_cycle_mode()
{
    selftrace(0, 32);
}

void a_hart_traces_itself_with_a_quantum()
{
    selftrace(250, 64);
}

} // namespace

int main()
{
    return sc_test::run_apart({
        {"cycle_mode_sram_btm", cycle_mode_sram_btm},
        {"cycle_mode_smem_htm", cycle_mode_smem_htm},
        {"quantum_sram_htm", quantum_sram_htm},
        {"quantum_smem_btm", quantum_smem_btm},
        {"a_hart_traces_itself_in_cycle_mode", a_hart_traces_itself_in_cycle_mode},
        {"a_hart_traces_itself_with_a_quantum", a_hart_traces_itself_with_a_quantum},
    });
}
