/* SPDX-License-Identifier: Apache-2.0 */
/* A PIB sink in SystemVerilog as the core of trsc::pibsink. */
#include "trvl_cores.hpp"
#include "trvl_far.hpp"
#include "trvl_sink.hpp"

namespace trvl
{

namespace
{

class pibsink final : public sink<trsc::pibsink_core, rtl_pibsink_kind, rtl_pibsink, rtl_pibsink_io>
{
  public:
    explicit pibsink(const rtl_pibsink_kind &kind) : sink(kind)
    {
    }
    int reg_read(uint32_t offset, uint32_t &value) override
    {
        const int status = sink::reg_read(offset, value);

        value = offset == TR_PIB_CONTROL_OFFSET ? m_pins.control(value) : value;
        return status;
    }
    void tick() override
    {
        sink::tick();
        m_pins.tick();
    }
    /* The clock on the pins goes on as long as the sink is enabled. */
    bool busy() const override
    {
        return sink::busy() || !m_pins.idle() ||
               (look(TR_PIB_CONTROL_OFFSET) & TR_PIB_ENABLE_MASK) != 0;
    }
    trm_pib_pins pins() const override
    {
        return m_pins.pins();
    }

  private:
    void settled() override
    {
        m_pins.settled(m_io.pins);
    }

    pin_queue m_pins;
};

} // namespace

std::unique_ptr<trsc::pibsink_core> make_pibsink(const rtl_pibsink_kind &kind)
{
    return std::make_unique<pibsink>(kind);
}

} // namespace trvl
