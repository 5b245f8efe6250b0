/* SPDX-License-Identifier: Apache-2.0 */
/* A whole tr_system behind the cores of its components. */
#include "trvl_system.hpp"

namespace trvl
{

namespace
{

using design = std::shared_ptr<system_design>;

/* A component of the design: its registers. */
template <class Core> class view : public Core
{
  public:
    view(design d, unsigned component) : m_design(std::move(d)), m_component(component)
    {
    }
    int reg_read(uint32_t offset, uint32_t &value) override
    {
        return m_design->read(m_component, offset, value);
    }
    int reg_write(uint32_t offset, uint32_t value) override
    {
        return m_design->write(m_component, offset, value);
    }
    bool peek(uint32_t offset, uint32_t &value) override
    {
        if (m_design->reads_by_clock(m_component, offset)) {
            return false;
        }
        value = m_design->look(m_component, offset);
        return true;
    }
    void tick() override
    {
        m_design->tick(m_component);
    }
    bool empty() const override
    {
        return m_design->empty(m_component);
    }

  protected:
    std::function<uint32_t(uint32_t)> looker() const
    {
        return m_design->looker(m_component);
    }

    const design m_design;
    const unsigned m_component;
};

class encoder_view final : public view<trsc::encoder_core>
{
  public:
    encoder_view(design d, unsigned hart, const trm_encoder_cfg &cfg)
        : view(std::move(d), hart), m_cfg(cfg)
    {
    }
    bool busy() const override
    {
        return encoder_busy(looker());
    }
    void connect(trm_link) override
    {
    }
    bool ingress(const ingress_cycle &in) override
    {
        return m_design->ingress(m_component, in);
    }
    void timestamp_in(uint64_t) override
    {
    }
    void external_in(uint64_t value) override
    {
        m_design->time(value);
    }
    uint8_t trigger_out() const override
    {
        return 0;
    }
    trm_upstream upstream() override
    {
        return {};
    }
    void stream_cfg(nexus_stream_cfg &out) const override
    {
        encoder_stream(m_cfg, looker(), out);
    }

  private:
    const trm_encoder_cfg m_cfg;
};

class funnel_view final : public view<trsc::funnel_core>
{
  public:
    explicit funnel_view(const design &d) : view(d, d->funnel())
    {
    }
    bool busy() const override
    {
        return !empty() || timestamp_counts(looker());
    }
    unsigned inputs() const override
    {
        return m_design->harts();
    }
    trm_link input(unsigned) override
    {
        return {};
    }
    void connect(trm_link) override
    {
    }
    int set_upstream(unsigned, trm_upstream) override
    {
        return TRM_OK;
    }
    trm_upstream upstream() override
    {
        return {};
    }
    void timestamp_in(uint64_t value) override
    {
        m_design->time(value);
    }
    uint64_t timestamp() const override
    {
        return 0; /* it goes to the encoders inside */
    }
};

/* A sink: messages come from inside. */
template <class Core> class sink_view : public view<Core>
{
  public:
    sink_view(design d, unsigned component) : view<Core>(std::move(d), component)
    {
        this->m_design->use(component);
    }
    bool busy() const override
    {
        return this->m_design->busy() || !this->empty();
    }
    trm_link input() override
    {
        return {};
    }
};

class ramsink_view final : public sink_view<trsc::ramsink_core>
{
  public:
    explicit ramsink_view(const design &d) : sink_view(d, d->ramsink())
    {
    }
    void set_bus(trm_ramsink_bus bus) override
    {
        m_design->memory.connect(bus);
    }
};

class pibsink_view final : public sink_view<trsc::pibsink_core>
{
  public:
    explicit pibsink_view(const design &d) : sink_view(d, d->pibsink())
    {
    }
    int reg_read(uint32_t offset, uint32_t &value) override
    {
        const int status = sink_view::reg_read(offset, value);

        value = offset == TR_PIB_CONTROL_OFFSET ? m_design->pins.control(value) : value;
        return status;
    }
    /* The clock on the pins goes on as long as the sink is enabled. */
    bool busy() const override
    {
        return sink_view::busy() || (looker()(TR_PIB_CONTROL_OFFSET) & TR_PIB_ENABLE_MASK) != 0;
    }
    trm_pib_pins pins() const override
    {
        return m_design->pins.pins();
    }
};

/* Requests of the target go to the encoders inside. */
class atbbridge_view final : public sink_view<trsc::atbbridge_core>
{
  public:
    explicit atbbridge_view(const design &d) : sink_view(d, d->atbbridge())
    {
    }
    void set_upstream(trm_upstream) override
    {
    }
    void atb_in(const trm_atb_in &in) override
    {
        m_design->atb.connect(in);
    }
    const trm_atb_out &atb_out() const override
    {
        return m_design->atb.out();
    }
};

} // namespace

system::system(const rtl_system_kind &kind) : m_design(std::make_shared<system_design>(kind))
{
}

std::unique_ptr<trsc::encoder_core> system::encoder(unsigned hart, const trm_encoder_cfg &cfg) const
{
    return std::make_unique<encoder_view>(m_design, hart, cfg);
}

std::unique_ptr<trsc::funnel_core> system::funnel() const
{
    return std::make_unique<funnel_view>(m_design);
}

std::unique_ptr<trsc::ramsink_core> system::ramsink() const
{
    return std::make_unique<ramsink_view>(m_design);
}

std::unique_ptr<trsc::pibsink_core> system::pibsink() const
{
    return std::make_unique<pibsink_view>(m_design);
}

std::unique_ptr<trsc::atbbridge_core> system::atbbridge() const
{
    return std::make_unique<atbbridge_view>(m_design);
}

} // namespace trvl
