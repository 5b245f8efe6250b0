/* SPDX-License-Identifier: Apache-2.0 */
/* A RAM sink in SystemVerilog, with the memory at its SRAM port, as the core of trsc::ramsink. What
 * it writes by AXI4 goes to the sink's bus. */
#include "trvl_cores.hpp"
#include "trvl_sink.hpp"

#include "ramsink_regs.h"

namespace trvl
{

namespace
{

class ramsink final : public sink<trsc::ramsink_core, rtl_ramsink_kind, rtl_ramsink, rtl_ramsink_io>
{
  public:
    ramsink(const rtl_ramsink_kind &kind, unsigned width) : sink(kind), m_width(width)
    {
        m_io.awready = m_io.wready = true;
    }
    /* trRamData is read with a clock. */
    int reg_read(uint32_t offset, uint32_t &value) override
    {
        return offset == TR_RAM_DATA_OFFSET ? read_register(offset, value)
                                            : sink::reg_read(offset, value);
    }
    bool peek(uint32_t offset, uint32_t &value) override
    {
        return offset != TR_RAM_DATA_OFFSET && sink::peek(offset, value);
    }
    bool empty() const override
    {
        return sink::empty() && !m_io.bvalid;
    }
    void set_bus(trm_ramsink_bus bus) override
    {
        m_bus = bus;
    }

  private:
    void clocked() override
    {
        axi_edge(m_io, m_bus, m_width);
    }

    const unsigned m_width; /* bytes of a trace word */
    trm_ramsink_bus m_bus{};
};

} // namespace

std::unique_ptr<trsc::ramsink_core> make_ramsink(const rtl_ramsink_kind &kind)
{
    trm_ramsink_cfg cfg;

    kind.cfg(&cfg);
    return std::make_unique<ramsink>(kind, cfg.width);
}

} // namespace trvl
