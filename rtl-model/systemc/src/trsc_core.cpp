/* SPDX-License-Identifier: Apache-2.0 */
/* The C models behind the abstract cores. */
#include "trsc/trsc_core.hpp"

#include "ramsink_regs.h"

namespace trsc
{

bool core::peek(uint32_t, uint32_t &)
{
    return false;
}

int core::reg_write_part(uint32_t, unsigned, uint32_t)
{
    return TRM_ERR_SIZE;
}

bool core::reg_waits(uint32_t) const
{
    return false;
}

namespace
{

class encoder_model final : public encoder_core
{
  public:
    int init(const trm_encoder_cfg &cfg)
    {
        return trm_encoder_init(&m_enc, &cfg);
    }
    int reg_read(uint32_t offset, uint32_t &value) override
    {
        return trm_encoder_reg_read(&m_enc, offset, 4, &value);
    }
    int reg_write(uint32_t offset, uint32_t value) override
    {
        return trm_encoder_reg_write(&m_enc, offset, 4, value);
    }
    int reg_write_part(uint32_t offset, unsigned size, uint32_t value) override
    {
        return trm_encoder_reg_write(&m_enc, offset, size, value);
    }
    bool reg_waits(uint32_t offset) const override
    {
        return trm_encoder_reg_waits(&m_enc, offset);
    }
    bool peek(uint32_t offset, uint32_t &value) override
    {
        return reg_read(offset, value) == TRM_OK;
    }
    void tick() override
    {
        trm_encoder_tick(&m_enc);
    }
    bool empty() const override
    {
        return trm_encoder_empty(&m_enc);
    }
    void connect(trm_link out) override
    {
        trm_encoder_connect(&m_enc, out);
    }
    bool ingress(const ingress_cycle &in) override
    {
        return trm_encoder_ingress(&m_enc, &in);
    }
    void timestamp_in(uint64_t value) override
    {
        trm_encoder_timestamp_in(&m_enc, value);
    }
    void external_in(uint64_t value) override
    {
        trm_encoder_external_in(&m_enc, value);
    }
    uint8_t trigger_out() const override
    {
        return trm_encoder_trigger_out(&m_enc);
    }
    trm_upstream upstream() override
    {
        return trm_encoder_upstream(&m_up, &m_enc);
    }
    void stream_cfg(nexus_stream_cfg &out) const override
    {
        trm_encoder_stream_cfg(&m_enc, &out);
    }
    bool busy() const override
    {
        return trm_encoder_busy(&m_enc);
    }

  private:
    trm_encoder m_enc{};
    struct trm_encoder_upstream m_up {
    };
};

class funnel_model final : public funnel_core
{
  public:
    int init(const trm_funnel_cfg &cfg)
    {
        return trm_funnel_init(&m_funnel, &cfg);
    }
    int reg_read(uint32_t offset, uint32_t &value) override
    {
        return trm_funnel_reg_read(&m_funnel, offset, 4, &value);
    }
    int reg_write(uint32_t offset, uint32_t value) override
    {
        return trm_funnel_reg_write(&m_funnel, offset, 4, value);
    }
    bool peek(uint32_t offset, uint32_t &value) override
    {
        return reg_read(offset, value) == TRM_OK;
    }
    void tick() override
    {
        trm_funnel_tick(&m_funnel);
    }
    bool empty() const override
    {
        return trm_funnel_empty(&m_funnel);
    }
    bool busy() const override
    {
        return trm_funnel_busy(&m_funnel);
    }
    unsigned inputs() const override
    {
        return m_funnel.cfg.inputs;
    }
    trm_link input(unsigned n) override
    {
        return trm_funnel_link(&m_funnel, n);
    }
    void connect(trm_link out) override
    {
        trm_funnel_connect(&m_funnel, out);
    }
    int set_upstream(unsigned n, trm_upstream up) override
    {
        return trm_funnel_set_upstream(&m_funnel, n, up);
    }
    trm_upstream upstream() override
    {
        return trm_funnel_upstream(&m_funnel);
    }
    void timestamp_in(uint64_t value) override
    {
        trm_funnel_timestamp_in(&m_funnel, value);
    }
    uint64_t timestamp() const override
    {
        return trm_funnel_timestamp(&m_funnel);
    }

  private:
    trm_funnel m_funnel{};
};

class ramsink_model final : public ramsink_core
{
  public:
    int init(const trm_ramsink_cfg &cfg)
    {
        trm_ramsink_cfg own = cfg;
        own.bus = {write, this, read};
        return trm_ramsink_init(&m_sink, &own);
    }
    int reg_read(uint32_t offset, uint32_t &value) override
    {
        return trm_ramsink_reg_read(&m_sink, offset, 4, &value);
    }
    int reg_write(uint32_t offset, uint32_t value) override
    {
        return trm_ramsink_reg_write(&m_sink, offset, 4, value);
    }
    /* Reading trRamData moves trRamRP, and may set trRamBusError: put them back. */
    bool peek(uint32_t offset, uint32_t &value) override
    {
        const uint32_t status = trm_regfile_get(&m_sink.rf, TR_RAM_VENDOR_STATUS_OFFSET);
        const uint32_t low = trm_regfile_get(&m_sink.rf, TR_RAM_RP_LOW_OFFSET);
        const uint32_t high = trm_regfile_get(&m_sink.rf, TR_RAM_RP_HIGH_OFFSET);
        const bool done = reg_read(offset, value) == TRM_OK;
        trm_regfile_set(&m_sink.rf, TR_RAM_RP_LOW_OFFSET, UINT32_MAX, low);
        trm_regfile_set(&m_sink.rf, TR_RAM_RP_HIGH_OFFSET, UINT32_MAX, high);
        trm_regfile_set(&m_sink.rf, TR_RAM_VENDOR_STATUS_OFFSET, UINT32_MAX, status);
        return done;
    }
    void tick() override
    {
        trm_ramsink_tick(&m_sink);
    }
    bool empty() const override
    {
        return trm_ramsink_empty(&m_sink);
    }
    bool busy() const override
    {
        return trm_ramsink_busy(&m_sink);
    }
    trm_link input() override
    {
        return trm_ramsink_link(&m_sink);
    }
    void set_bus(trm_ramsink_bus bus) override
    {
        m_bus = bus;
    }

  private:
    static int write(void *ctx, uint64_t address, const uint8_t *bytes, size_t n)
    {
        const auto *self = static_cast<ramsink_model *>(ctx);
        return self->m_bus.write ? self->m_bus.write(self->m_bus.ctx, address, bytes, n) : -1;
    }

    static int read(void *ctx, uint64_t address, uint8_t *bytes, size_t n)
    {
        const auto *self = static_cast<ramsink_model *>(ctx);
        return self->m_bus.read ? self->m_bus.read(self->m_bus.ctx, address, bytes, n) : -1;
    }

    trm_ramsink m_sink{};
    trm_ramsink_bus m_bus{};
};

class pibsink_model final : public pibsink_core
{
  public:
    int init(const trm_pibsink_cfg &cfg)
    {
        return trm_pibsink_init(&m_sink, &cfg);
    }
    int reg_read(uint32_t offset, uint32_t &value) override
    {
        return trm_pibsink_reg_read(&m_sink, offset, 4, &value);
    }
    int reg_write(uint32_t offset, uint32_t value) override
    {
        return trm_pibsink_reg_write(&m_sink, offset, 4, value);
    }
    bool peek(uint32_t offset, uint32_t &value) override
    {
        return reg_read(offset, value) == TRM_OK;
    }
    void tick() override
    {
        trm_pibsink_tick(&m_sink);
    }
    bool empty() const override
    {
        return trm_pibsink_empty(&m_sink);
    }
    bool busy() const override
    {
        return m_sink.enabled || !trm_pibsink_empty(&m_sink) || trm_regfile_settling(&m_sink.rf);
    }
    trm_link input() override
    {
        return trm_pibsink_link(&m_sink);
    }
    trm_pib_pins pins() const override
    {
        return trm_pibsink_pins(&m_sink);
    }

  private:
    trm_pibsink m_sink{};
};

class atbbridge_model final : public atbbridge_core
{
  public:
    int init(const trm_atbbridge_cfg &cfg)
    {
        return trm_atbbridge_init(&m_bridge, &cfg);
    }
    int reg_read(uint32_t offset, uint32_t &value) override
    {
        return trm_atbbridge_reg_read(&m_bridge, offset, 4, &value);
    }
    int reg_write(uint32_t offset, uint32_t value) override
    {
        return trm_atbbridge_reg_write(&m_bridge, offset, 4, value);
    }
    bool peek(uint32_t offset, uint32_t &value) override
    {
        return reg_read(offset, value) == TRM_OK;
    }
    void tick() override
    {
        trm_atbbridge_tick(&m_bridge, &m_in);
    }
    bool empty() const override
    {
        return trm_atbbridge_empty(&m_bridge);
    }
    bool busy() const override
    {
        return m_bridge.enabled || !trm_atbbridge_empty(&m_bridge) ||
               trm_regfile_settling(&m_bridge.rf);
    }
    trm_link input() override
    {
        return trm_atbbridge_link(&m_bridge);
    }
    void set_upstream(trm_upstream up) override
    {
        trm_atbbridge_set_upstream(&m_bridge, up);
    }
    void atb_in(const trm_atb_in &in) override
    {
        m_in = in;
    }
    const trm_atb_out &atb_out() const override
    {
        return *trm_atbbridge_out(&m_bridge);
    }

  private:
    trm_atbbridge m_bridge{};
    trm_atb_in m_in{};
};

template <class Base, class Model, class Cfg> std::unique_ptr<Base> make(const Cfg &cfg)
{
    auto model = std::make_unique<Model>();
    if (model->init(cfg) != TRM_OK) {
        return nullptr;
    }
    return model;
}

} // namespace

std::unique_ptr<encoder_core> make_encoder_model(const trm_encoder_cfg &cfg)
{
    return make<encoder_core, encoder_model>(cfg);
}

std::unique_ptr<funnel_core> make_funnel_model(const trm_funnel_cfg &cfg)
{
    return make<funnel_core, funnel_model>(cfg);
}

std::unique_ptr<ramsink_core> make_ramsink_model(const trm_ramsink_cfg &cfg)
{
    return make<ramsink_core, ramsink_model>(cfg);
}

std::unique_ptr<pibsink_core> make_pibsink_model(const trm_pibsink_cfg &cfg)
{
    return make<pibsink_core, pibsink_model>(cfg);
}

std::unique_ptr<atbbridge_core> make_atbbridge_model(const trm_atbbridge_cfg &cfg)
{
    return make<atbbridge_core, atbbridge_model>(cfg);
}

std::unique_ptr<encoder_core> core_maker::encoder(unsigned, const trm_encoder_cfg &cfg)
{
    return make_encoder_model(cfg);
}

std::unique_ptr<funnel_core> core_maker::funnel(unsigned, const trm_funnel_cfg &cfg)
{
    return make_funnel_model(cfg);
}

std::unique_ptr<ramsink_core> core_maker::ramsink(unsigned, const trm_ramsink_cfg &cfg)
{
    return make_ramsink_model(cfg);
}

std::unique_ptr<pibsink_core> core_maker::pibsink(unsigned, const trm_pibsink_cfg &cfg)
{
    return make_pibsink_model(cfg);
}

std::unique_ptr<atbbridge_core> core_maker::atbbridge(unsigned, const trm_atbbridge_cfg &cfg)
{
    return make_atbbridge_model(cfg);
}

} // namespace trsc
