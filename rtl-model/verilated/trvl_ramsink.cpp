/* SPDX-License-Identifier: Apache-2.0 */
/* A RAM sink in SystemVerilog, with the memory at its SRAM port, as the core of trsc::ramsink. What
 * it writes by AXI4 goes to the sink's bus. */
#include "trvl_cores.hpp"
#include "trvl_part.hpp"

#include "ramsink_regs.h"

namespace trvl
{

namespace
{

class ramsink final : public trsc::ramsink_core, private apb_design
{
  public:
    ramsink(const rtl_ramsink_kind &kind, unsigned width)
        : m_kind(kind), m_width(width), m_rtl(kind.create()), m_sender(kind.lanes)
    {
    }
    ~ramsink() override
    {
        m_kind.destroy(m_rtl);
    }
    int reg_read(uint32_t offset, uint32_t &value) override;
    int reg_write(uint32_t offset, uint32_t value) override
    {
        return write_register(offset, value);
    }
    bool peek(uint32_t offset, uint32_t &value) override;
    void tick() override
    {
        tick_design();
    }
    bool empty() const override;
    bool busy() const override
    {
        return behind() || !empty();
    }
    trm_link input() override;
    void set_bus(trm_ramsink_bus bus) override
    {
        m_bus = bus;
    }

  private:
    uint32_t look(uint32_t offset) const;
    void settle() const;
    void edge() override;
    bool idle() const override
    {
        return empty();
    }
    static bool can_accept(void *ctx, size_t n);
    static void put(void *ctx, const uint8_t *bytes, size_t n);

    const rtl_ramsink_kind &m_kind;
    const unsigned m_width; /* bytes of a trace word */
    rtl_ramsink *m_rtl;
    beat_sender m_sender;
    trm_ramsink_bus m_bus{};
    mutable rtl_ramsink_io m_io{}; /* of the cycle that goes on */
    mutable bool m_settled = false;
};

void ramsink::settle() const
{
    m_io.apb = m_apb;
    m_sender.drive(m_io.in);
    m_kind.settle(m_rtl, &m_io);
    m_settled = true;
}

void ramsink::edge()
{
    m_io.awready = m_io.wready = true;
    settle();
    m_sender.edge(m_io.in);
    answered(m_io.apb);
    m_kind.clock_edge(m_rtl);
    axi_edge(m_io, m_bus, m_width);
    m_settled = false;
}

/* What a register holds in this cycle; not for trRamData, which needs a clock. */
uint32_t ramsink::look(uint32_t offset) const
{
    rtl_ramsink_io io = m_io;

    io.apb = {};
    io.apb.psel = io.apb.penable = true;
    io.apb.paddr = offset;
    m_kind.settle(m_rtl, &io);
    m_settled = false;
    return io.apb.prdata;
}

int ramsink::reg_read(uint32_t offset, uint32_t &value)
{
    if (offset == TR_RAM_DATA_OFFSET)
        return read_register(offset, value);
    if (!finish_write())
        return TRM_ERR_ARG;
    value = look(offset);
    return TRM_OK;
}

bool ramsink::peek(uint32_t offset, uint32_t &value)
{
    if (offset == TR_RAM_DATA_OFFSET)
        return false;
    value = look(offset);
    return true;
}

bool ramsink::empty() const
{
    const uint32_t control = look(TR_RAM_CONTROL_OFFSET);

    return m_sender.idle() && !m_io.bvalid &&
           ((control & TR_RAM_ACTIVE_MASK) == 0 || (control & TR_RAM_EMPTY_MASK) != 0);
}

/* A message is taken when the design is ready for its first beat: the rest may wait. */
bool ramsink::can_accept(void *ctx, size_t)
{
    const auto &s = *static_cast<const ramsink *>(ctx);

    if (!s.m_settled)
        s.settle();
    return s.m_sender.idle() && s.m_io.in.ready;
}

void ramsink::put(void *ctx, const uint8_t *bytes, size_t n)
{
    auto &s = *static_cast<ramsink *>(ctx);

    s.m_sender.put(bytes, n);
    s.m_settled = false;
}

trm_link ramsink::input()
{
    static const trm_link_ops ops = {can_accept, put};

    return {&ops, this};
}

} // namespace

std::unique_ptr<trsc::ramsink_core> make_ramsink(const rtl_ramsink_kind &kind)
{
    trm_ramsink_cfg cfg;

    kind.cfg(&cfg);
    return std::make_unique<ramsink>(kind, cfg.width);
}

} // namespace trvl
