/* SPDX-License-Identifier: Apache-2.0 */
/* A whole tr_system, its clock and its one APB port. Private to trvl_*.cpp. */
#ifndef TRVL_SYSTEM_HPP
#define TRVL_SYSTEM_HPP

#include "trvl_cores.hpp"
#include "trvl_far.hpp"
#include "trvl_part.hpp"

namespace trvl
{

/*
 * Components have the numbers of tr_system: encoders, funnel, sinks. The tick of one of the sinks
 * that are looked at is the clock of all: that of the ATB bridge, whose target sees every edge, or
 * else any.
 */
class system_design final : private apb_design
{
  public:
    explicit system_design(const rtl_system_kind &kind);
    system_design(const system_design &) = delete;
    system_design &operator=(const system_design &) = delete;
    ~system_design();

    unsigned harts() const
    {
        return m_kind.harts;
    }
    unsigned funnel() const
    {
        return m_kind.harts;
    }
    unsigned ramsink() const
    {
        return m_kind.harts + (m_kind.harts > 1 ? 1 : 0);
    }
    unsigned pibsink() const
    {
        return ramsink() + (m_kind.ram ? 1 : 0);
    }
    unsigned atbbridge() const
    {
        return pibsink() + (m_kind.pib ? 1 : 0);
    }
    /* This sink is looked at: it may be the clock. */
    void use(unsigned sink);

    uint32_t look(unsigned component, uint32_t offset) const;
    std::function<uint32_t(uint32_t)> looker(unsigned component) const
    {
        return [this, component](uint32_t offset) { return look(component, offset); };
    }
    bool reads_by_clock(unsigned component, uint32_t offset) const;
    int read(unsigned component, uint32_t offset, uint32_t &value);
    int write(unsigned component, uint32_t offset, uint32_t value);
    bool empty(unsigned component) const
    {
        return component_empty(look(component, 0));
    }
    bool busy() const;
    void tick(unsigned component);
    bool ingress(unsigned hart, const ingress_cycle &in);
    void time(uint64_t value)
    {
        m_io.time = value;
    }

    memory_port memory;
    pin_queue pins;
    atb_port atb;

  private:
    void settle();
    void edge() override;
    bool idle() const override;

    const rtl_system_kind &m_kind;
    rtl_system *m_rtl;
    rtl_system_io m_io{}; /* of the cycle that goes on */
    ingress_cycle m_record[RTL_LINKS_MAX]{};
    unsigned m_records = 0; /* in this cycle */
    unsigned m_clock = 0;   /* the component whose tick it is; 0: none, it is an encoder */
    bool m_pins = false;    /* somebody looks at them */
};

} // namespace trvl

#endif
