/* SPDX-License-Identifier: Apache-2.0 */
/* An ATB bridge in SystemVerilog as the core of trsc::atbbridge. The target sees one clock edge a
 * tick: at an edge that comes before its tick ATREADY and SYNCREQ are 0, so nothing is transferred.
 */
#include "trvl_cores.hpp"
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
        m_io.target = m_target;
        m_io.target.atready = m_target.atready && m_out.atvalid; /* as the target saw it */
        sink::tick();
        m_io.target.atready = m_io.target.syncreq = false;
        settle();
        m_out = m_io.out;
        m_out.afready = m_out.afready || m_afready;
        m_afready = false;
    }
    bool busy() const override
    {
        return sink::busy() || m_target.afvalid || m_target.syncreq || m_io.flush;
    }
    void set_upstream(trm_upstream up) override
    {
        m_sender_of.connect(up);
    }
    void atb_in(const trm_atb_in &in) override
    {
        m_target = in;
    }
    const trm_atb_out &atb_out() const override
    {
        return m_out;
    }

  private:
    bool idle() const override
    {
        return !busy_with_requests() && sink::idle();
    }
    bool busy_with_requests() const
    {
        return m_io.target.afvalid || m_io.target.syncreq || m_io.flush || m_out.afready;
    }
    void settled() override
    {
        m_afready = m_afready || (m_io.out.afready && !m_out.afready);
    }
    void clocked() override
    {
        if (m_io.sync)
            m_sender_of.sync();
        m_io.flushed = m_sender_of.step(m_io.flush, m_sender.idle());
    }

    flush_sender m_sender_of;
    trm_atb_in m_target{};
    trm_atb_out m_out{};    /* since the last tick */
    bool m_afready = false; /* it was 1 for a cycle that the target did not see */
};

} // namespace

std::unique_ptr<trsc::atbbridge_core> make_atbbridge(const rtl_atbbridge_kind &kind)
{
    return std::make_unique<atbbridge>(kind);
}

} // namespace trvl
