/* SPDX-License-Identifier: Apache-2.0 */
/* Loosely timed mode. */
#include "trsc/trsc_scheduler.hpp"

#include <algorithm>

#include <tlm_utils/tlm_quantumkeeper.h>

namespace trsc
{

hart_port::hart_port(const sc_core::sc_module_name &name, bool decoupled)
    : clocked(name), ingress("ingress"), m_decoupled(decoupled), m_ring(64)
{
}

size_t hart_port::waiting() const
{
    return m_waiting;
}

void hart_port::grow()
{
    std::rotate(m_ring.begin(), m_ring.begin() + static_cast<std::ptrdiff_t>(m_first),
                m_ring.end());
    m_first = 0;
    m_ring.resize(2 * m_ring.size());
}

bool hart_port::offer(const ingress_cycle &in, uint64_t cycle)
{
    if (!m_decoupled) {
        return ingress->offer(in);
    }
    if (m_stalled) {
        return true;
    }
    if (m_waiting == 0 && cycle == m_cycle) { /* its cycle has begun already */
        return ingress->offer(in);
    }
    if (m_waiting == m_ring.size()) {
        grow();
    }
    m_ring[(m_first + m_waiting) & (m_ring.size() - 1)] = {in, cycle, in.cycle};
    m_waiting++;
    return false;
}

/* One record per cycle, not before its own. A record that comes late was stalled, or one before it:
 * its cycle says so. */
void hart_port::tick()
{
    timed_record &record = m_ring[m_first];

    m_cycle++;
    if (m_waiting == 0 || record.cycle > m_cycle) {
        return;
    }
    record.in.cycle = record.in_cycle + (m_cycle - record.cycle);
    m_stalled = ingress->offer(record.in);
    if (m_stalled) {
        return;
    }
    m_first = (m_first + 1) & (m_ring.size() - 1);
    m_waiting--;
}

scheduler::scheduler(const sc_core::sc_module_name &name, const sc_core::sc_time &period)
    : sc_core::sc_module(name), m_period(period)
{
    sc_core::sc_spawn([this] { run(); }, "run");
}

void scheduler::add(clocked &what)
{
    const auto later = [](const clocked *a, const clocked *b) { return a->phase() < b->phase(); };
    m_order.insert(std::upper_bound(m_order.begin(), m_order.end(), &what, later), &what);
}

void scheduler::add(component &what)
{
    add(static_cast<clocked &>(what));
    what.set_time_hook([this](const sc_core::sc_time &time) { advance_to(time); });
}

void scheduler::add(hart_port &what)
{
    add(static_cast<clocked &>(what));
    m_harts.push_back(&what);
}

uint64_t scheduler::drain(const sc_core::sc_time &time, uint64_t limit)
{
    const auto waits = [](const hart_port *hart) { return hart->waiting() != 0; };
    uint64_t n = 0;

    advance_to(time);
    while (n < limit && std::any_of(m_harts.begin(), m_harts.end(), waits)) {
        advance_to(time + m_period * static_cast<double>(++n));
    }
    return n;
}

void scheduler::advance_to(const sc_core::sc_time &time)
{
    const auto due = static_cast<uint64_t>(time / m_period);

    if (m_busy) { /* a component that is being stepped looked at a register */
        return;
    }
    m_busy = true;
    for (; m_cycles < due; m_cycles++) {
        for (clocked *what : m_order) {
            what->step_sample();
        }
        for (clocked *what : m_order) {
            what->step_tick();
        }
    }
    m_busy = false;
}

uint64_t scheduler::cycles() const
{
    return m_cycles;
}

void scheduler::run()
{
    const sc_core::sc_time quantum = std::max(tlm::tlm_global_quantum::instance().get(), m_period);
    tlm_utils::tlm_quantumkeeper keeper;

    keeper.reset();
    for (;;) {
        keeper.inc(quantum);
        keeper.sync();
        advance_to(sc_core::sc_time_stamp());
    }
}

} // namespace trsc
