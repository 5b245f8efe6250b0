/* SPDX-License-Identifier: Apache-2.0 */
/* A RAM sink in SystemVerilog, with the memory at its SRAM port, as the core of trsc::ramsink. What
 * it writes by AXI4 or AHB-Lite goes to the sink's bus. */
#include "trvl_cores.hpp"
#include "trvl_far.hpp"
#include "trvl_sink.hpp"

#include "ramsink_regs.h"

namespace trvl
{

namespace
{

class ramsink final : public sink<trsc::ramsink_core, rtl_ramsink_kind, rtl_ramsink, rtl_ramsink_io>
{
  public:
    ramsink(const rtl_ramsink_kind &kind, unsigned width) : sink(kind), m_memory(kind.ahb, width)
    {
        memory_port::start(m_io);
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
        return sink::empty() && m_memory.idle();
    }
    void set_bus(trm_ramsink_bus bus) override
    {
        m_memory.connect(bus);
    }

  private:
    void clocked() override
    {
        m_memory.edge(m_io);
    }

    memory_port m_memory;
};

} // namespace

std::unique_ptr<trsc::ramsink_core> make_ramsink(const rtl_ramsink_kind &kind)
{
    trm_ramsink_cfg cfg;

    kind.cfg(&cfg);
    return std::make_unique<ramsink>(kind, cfg.width);
}

} // namespace trvl
