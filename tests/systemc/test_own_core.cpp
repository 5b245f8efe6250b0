/* SPDX-License-Identifier: Apache-2.0 */
/* Something else behind a module: a platform whose encoders are not the C model but a class of the
 * user's. Here it is a decorator that counts and can spoil a message; the rest must not notice. */
#include "sc_test.hpp"

#include <cstring>

#include "encoder_regs.h"
#include "ramsink_regs.h"
#include "sim/sim_fabric_sc.hpp"

extern "C" {
#include "sim/sim_platform.h"
}

namespace
{

struct counters {
    unsigned made = 0, messages = 0, ticks = 0, records = 0;
    bool spoil = false;
};

class own_encoder final : public trsc::encoder_core
{
  public:
    own_encoder(std::unique_ptr<trsc::encoder_core> inside, counters &c)
        : m_inside(std::move(inside)), m_count(c)
    {
        m_count.made++;
    }
    int reg_read(uint32_t offset, uint32_t &value) override
    {
        return m_inside->reg_read(offset, value);
    }
    int reg_write(uint32_t offset, uint32_t value) override
    {
        return m_inside->reg_write(offset, value);
    }
    void tick() override
    {
        m_count.ticks++;
        m_inside->tick();
    }
    bool empty() const override
    {
        return m_inside->empty();
    }
    bool busy() const override
    {
        return m_inside->busy();
    }
    void connect(trm_link out) override
    {
        static const trm_link_ops ops = {can_accept, put, nullptr};
        m_out = out;
        m_inside->connect({&ops, this});
    }
    bool ingress(const ingress_cycle &in) override
    {
        m_count.records++;
        return m_inside->ingress(in);
    }
    void timestamp_in(uint64_t value) override
    {
        m_inside->timestamp_in(value);
    }
    void external_in(uint64_t value) override
    {
        m_inside->external_in(value);
    }
    uint8_t trigger_out() const override
    {
        return m_inside->trigger_out();
    }
    trm_upstream upstream() override
    {
        return m_inside->upstream();
    }
    void stream_cfg(nexus_stream_cfg &out) const override
    {
        m_inside->stream_cfg(out);
    }

  private:
    static bool can_accept(void *ctx, size_t n)
    {
        const auto *self = static_cast<own_encoder *>(ctx);
        return self->m_out.ops->can_accept(self->m_out.ctx, n);
    }
    static void put(void *ctx, const uint8_t *bytes, size_t n);

    std::unique_ptr<trsc::encoder_core> m_inside;
    counters &m_count;
    trm_link m_out{};
};

void own_encoder::put(void *ctx, const uint8_t *bytes, size_t n)
{
    const auto *self = static_cast<own_encoder *>(ctx);
    uint8_t copy[TRM_MESSAGE_MAX];
    std::memcpy(copy, bytes, n);
    if (self->m_count.spoil && self->m_count.messages == 5) {
        copy[1] ^= 0x10;
    }
    self->m_count.messages++;
    self->m_out.ops->put(self->m_out.ctx, copy, n);
}

class own_cores final : public trsc::core_maker
{
  public:
    counters count;
    std::unique_ptr<trsc::encoder_core> encoder(unsigned component,
                                                const trm_encoder_cfg &cfg) override
    {
        return std::make_unique<own_encoder>(core_maker::encoder(component, cfg), count);
    }
};

/* addi x10,x10,1; bne x10,x11,-4; ebreak is never reached: x11 is 0 and the run is cut off. */
const uint32_t program[] = {0x00150513, 0xFEB51EE3, 0x00100073};

std::vector<uint8_t> trace(sim_fabric_maker fabric)
{
    sim_platform_cfg cfg;
    sim_platform *p = nullptr;
    sim_message why;
    const sim_run_limits limits = {2000, 0, false, 0, {}};
    sim_run_result result;
    std::vector<uint8_t> bytes;
    uint32_t end = 0;

    sim_platform_cfg_init(&cfg);
    cfg.fabric = fabric;
    CHECK_EQUAL(sim_platform_create(&cfg, &p, &why), SIM_PLATFORM_OK);
    for (unsigned i = 0; i < 3; i++) {
        CHECK_EQUAL(sim_platform_write32(p, SIM_RAM_BASE + 4 * i, program[i]), SIM_BUS_OK);
    }
    sim_hart_set_pc(sim_platform_hart(p), SIM_RAM_BASE);
    const auto write = [p](uint64_t address, uint32_t value) {
        CHECK_EQUAL(sim_platform_write32(p, address, value), SIM_BUS_OK);
    };
    write(SIM_RAMSINK_BASE + TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK);
    write(SIM_RAMSINK_BASE + TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK | TR_RAM_ENABLE_MASK);
    write(SIM_ENCODER_BASE + TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    write(SIM_ENCODER_BASE + TR_TE_CONTROL_OFFSET,
          TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK |
              TR_TE_INST_MODE_BTM << TR_TE_INST_MODE_SHIFT);
    sim_platform_run(p, &limits, &result);
    CHECK_EQUAL(result.instructions, 2000);
    write(SIM_ENCODER_BASE + TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    sim_platform_idle(p, 100);
    write(SIM_RAMSINK_BASE + TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK);
    sim_platform_idle(p, 100);
    CHECK_EQUAL(sim_platform_read32(p, SIM_RAMSINK_BASE + TR_RAM_WP_LOW_OFFSET, &end), SIM_BUS_OK);
    write(SIM_RAMSINK_BASE + TR_RAM_RP_LOW_OFFSET, 0);
    for (uint32_t at = 0; at < end; at += 4) {
        uint32_t word;
        CHECK_EQUAL(sim_platform_read32(p, SIM_RAMSINK_BASE + TR_RAM_DATA_OFFSET, &word),
                    SIM_BUS_OK);
        for (unsigned i = 0; i < 4; i++) {
            bytes.push_back(static_cast<uint8_t>(word >> 8 * i));
        }
    }
    uint32_t word = 0;
    CHECK(sim_platform_read32(p, SIM_RAMSINK_BASE + 2, &word) != SIM_BUS_OK);
    sim_platform_destroy(p);
    return bytes;
}

void compare(bool spoil, uint64_t quantum)
{
    own_cores cores;
    const sim_fabric_maker models = {nullptr, nullptr};
    sim_fabric_sc_cfg cfg{};

    cores.count.spoil = spoil;
    cfg.quantum = quantum;
    const sim_sc::fabric_options options = {cfg, &cores};
    const std::vector<uint8_t> want = trace(models);
    const std::vector<uint8_t> got = trace(sim_sc::fabric_with_cores(&options));
    CHECK(want.size() > 200);
    CHECK_EQUAL(cores.count.made, 1);
    CHECK(cores.count.messages > 100);
    CHECK_EQUAL(cores.count.records, 2000);
    CHECK((got == want) == !spoil);
}

void an_encoder_of_the_user_in_cycle_mode()
{
    compare(false, 0);
}

void an_encoder_of_the_user_with_a_quantum()
{
    compare(false, 64);
}

void what_it_spoils_is_seen()
{
    compare(true, 0);
}

void a_second_fabric_is_refused()
{
    const sim_fabric_sc_cfg cfg{};
    sim_platform_cfg pc;
    sim_platform *first = nullptr, *second = nullptr;
    sim_message why;

    sim_platform_cfg_init(&pc);
    pc.fabric = sim_fabric_sc(&cfg);
    CHECK_EQUAL(sim_platform_create(&pc, &first, &why), SIM_PLATFORM_OK);
    CHECK_EQUAL(sim_platform_create(&pc, &second, &why), SIM_PLATFORM_ERR_ARG);
    CHECK(std::strstr(why.text, "one SystemC fabric") != nullptr);
    sim_platform_destroy(first);
}

} // namespace

int main()
{
    return sc_test::run_apart({
        {"an_encoder_of_the_user_in_cycle_mode", an_encoder_of_the_user_in_cycle_mode},
        {"an_encoder_of_the_user_with_a_quantum", an_encoder_of_the_user_with_a_quantum},
        {"what_it_spoils_is_seen", what_it_spoils_is_seen},
        {"a_second_fabric_is_refused", a_second_fabric_is_refused},
    });
}
