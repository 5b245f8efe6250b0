/* SPDX-License-Identifier: Apache-2.0 */
/* A whole tr_system behind the cores of its components. */
#include "trvl_cores.hpp"
#include "trvl_part.hpp"

#include "funnel_regs.h"
#include "ramsink_regs.h"

namespace trvl
{

namespace
{

constexpr unsigned BLOCK = 0x1000; /* registers of a component */

} // namespace

/* The design, its clock and its one APB port. Components have the numbers of tr_system. */
class system_design final : private apb_design
{
  public:
    explicit system_design(const rtl_system_kind &kind) : m_kind(kind), m_rtl(kind.create())
    {
    }
    system_design(const system_design &) = delete;
    system_design &operator=(const system_design &) = delete;
    ~system_design()
    {
        m_kind.destroy(m_rtl);
    }
    const rtl_system_kind &kind() const
    {
        return m_kind;
    }
    unsigned funnel() const
    {
        return m_kind.harts;
    }
    unsigned sink() const
    {
        return m_kind.harts + (m_kind.harts > 1 ? 1 : 0);
    }
    uint32_t look(unsigned component, uint32_t offset) const;
    std::function<uint32_t(uint32_t)> looker(unsigned component) const
    {
        return [this, component](uint32_t offset) { return look(component, offset); };
    }
    int read(unsigned component, uint32_t offset, uint32_t &value);
    int write(unsigned component, uint32_t offset, uint32_t value)
    {
        return write_register(component * BLOCK + offset, value);
    }
    void tick()
    {
        tick_design();
    }
    bool ingress(unsigned hart, const trm_ingress &in);
    void time(uint64_t value)
    {
        m_io.time = value;
    }
    void set_bus(const trm_ramsink_bus &bus)
    {
        m_bus = bus;
    }
    bool empty(unsigned component) const
    {
        return component_empty(look(component, 0));
    }
    bool busy() const
    {
        return behind() || m_records != 0 || m_io.bvalid;
    }

  private:
    void edge() override;
    bool idle() const override;

    const rtl_system_kind &m_kind;
    rtl_system *m_rtl;
    rtl_system_io m_io{}; /* of the cycle that goes on */
    trm_ingress m_record[RTL_LINKS_MAX]{};
    unsigned m_records = 0; /* in this cycle */
    trm_ramsink_bus m_bus{};
};

void system_design::edge()
{
    m_io.apb = m_apb;
    m_io.awready = m_io.wready = true;
    m_kind.settle(m_rtl, &m_io);
    answered(m_io.apb);
    m_kind.clock_edge(m_rtl);
    axi_edge(m_io, m_bus, sizeof m_io.wdata);
    for (const trm_ingress *&record : m_io.record)
        record = nullptr;
    m_records = 0;
}

bool system_design::idle() const
{
    if (m_records != 0 || m_io.bvalid || !empty(sink()))
        return false;
    for (unsigned k = 0; k < sink(); k++)
        if (!empty(k) || timestamp_counts(looker(k)))
            return false;
    return true;
}

uint32_t system_design::look(unsigned component, uint32_t offset) const
{
    rtl_system_io io = m_io;

    io.apb = {};
    io.apb.psel = io.apb.penable = true;
    io.apb.paddr = component * BLOCK + offset;
    m_kind.settle(m_rtl, &io);
    return io.apb.prdata;
}

int system_design::read(unsigned component, uint32_t offset, uint32_t &value)
{
    if (component == sink() && offset == TR_RAM_DATA_OFFSET)
        return read_register(component * BLOCK + offset, value);
    if (!finish_write())
        return TRM_ERR_ARG;
    value = look(component, offset);
    return TRM_OK;
}

bool system_design::ingress(unsigned hart, const trm_ingress &in)
{
    m_record[hart] = in;
    m_io.record[hart] = &m_record[hart];
    m_records++;
    m_io.time = in.time;
    m_io.apb = m_apb;
    m_kind.settle(m_rtl, &m_io);
    return m_io.stall[hart];
}

namespace
{

using design = std::shared_ptr<system_design>;

/* A component of the design: its registers. The sink's tick is the clock. */
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
        if (m_component == m_design->sink() && offset == TR_RAM_DATA_OFFSET)
            return false;
        value = m_design->look(m_component, offset);
        return true;
    }
    void tick() override
    {
        if (m_component == m_design->sink())
            m_design->tick();
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
    bool ingress(const trm_ingress &in) override
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
        return m_design->kind().harts;
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

class ramsink_view final : public view<trsc::ramsink_core>
{
  public:
    explicit ramsink_view(const design &d) : view(d, d->sink())
    {
    }
    bool busy() const override
    {
        return m_design->busy() || !empty();
    }
    trm_link input() override
    {
        return {};
    }
    void set_bus(trm_ramsink_bus bus) override
    {
        m_design->set_bus(bus);
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

} // namespace trvl
