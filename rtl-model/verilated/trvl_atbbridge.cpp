/* SPDX-License-Identifier: Apache-2.0 */
/* An ATB bridge in SystemVerilog as the core of trsc::atbbridge. */
#include "trvl_cores.hpp"
#include "trvl_far.hpp"
#include "trvl_sink.hpp"

namespace trvl
{

namespace
{

class atbbridge final
    : public sink<trsc::atbbridge_core, rtl_atbbridge_kind, rtl_atbbridge, rtl_atbbridge_io>
{
  public:
    explicit atbbridge(const rtl_atbbridge_kind &kind) : sink(kind)
    {
    }
    void tick() override
    {
        m_atb.begin_tick(m_io.target);
        sink::tick();
        atb_port::between_ticks(m_io.target);
        settle();
        m_atb.end_tick(m_io.out);
    }
    bool busy() const override
    {
        return sink::busy() || busy_with_requests();
    }
    void set_upstream(trm_upstream up) override
    {
        m_sender_of.connect(up);
    }
    void atb_in(const trm_atb_in &in) override
    {
        m_atb.connect(in);
    }
    const trm_atb_out &atb_out() const override
    {
        return m_atb.out();
    }

  private:
    bool idle() const override
    {
        return !busy_with_requests() && sink::idle();
    }
    bool busy_with_requests() const
    {
        return m_io.flush || !m_atb.idle();
    }
    void settled() override
    {
        m_atb.settled(m_io.out);
    }
    void clocked() override
    {
        if (m_io.sync) {
            m_sender_of.sync();
        }
        m_io.flushed = m_sender_of.step(m_io.flush, m_sender.idle());
    }

    flush_sender m_sender_of;
    atb_port m_atb;
};

} // namespace

std::unique_ptr<trsc::atbbridge_core> make_atbbridge(const rtl_atbbridge_kind &kind)
{
    return std::make_unique<atbbridge>(kind);
}

} // namespace trvl
