/* SPDX-License-Identifier: Apache-2.0 */
/* A PIB sink in SystemVerilog as the core of trsc::pibsink. The pins of each clock cycle of the
 * design are shown for a tick, in order: also of those that came before their ticks. */
#include "trvl_cores.hpp"
#include "trvl_sink.hpp"

#include <deque>

#include "pibsink_regs.h"

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
    void tick() override
    {
        sink::tick();
        if (m_to_show.empty())
            return;
        m_pins = m_to_show.front();
        m_to_show.pop_front();
    }
    /* The clock on the pins goes on as long as the sink is enabled. */
    bool busy() const override
    {
        return sink::busy() || !m_to_show.empty() ||
               (look(TR_PIB_CONTROL_OFFSET) & TR_PIB_ENABLE_MASK) != 0;
    }
    trm_pib_pins pins() const override
    {
        return m_pins;
    }

  private:
    void settled() override
    {
        m_to_show.push_back(m_io.pins);
    }

    std::deque<trm_pib_pins> m_to_show;
    trm_pib_pins m_pins{};
};

} // namespace

std::unique_ptr<trsc::pibsink_core> make_pibsink(const rtl_pibsink_kind &kind)
{
    return std::make_unique<pibsink>(kind);
}

} // namespace trvl
