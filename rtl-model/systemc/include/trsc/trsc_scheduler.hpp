/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loosely timed mode: components that are not clocked by a signal but stepped many cycles at once.
 *
 * Harts run ahead of the trace network by at most a quantum. What they retire waits, with its
 * cycle, in a hart_port; at the end of the quantum, and before each register access, the scheduler
 * brings all components up to date, cycle by cycle, in the order of their phases. So the order of
 * events is that of cycle mode; only a stall reaches the hart up to a quantum late.
 */
#ifndef TRSC_SCHEDULER_HPP
#define TRSC_SCHEDULER_HPP

#include <vector>

#include "trsc/trsc_component.hpp"

namespace trsc
{

/* A hart's end of the ingress port. */
class hart_port : public clocked
{
  public:
    sc_core::sc_port<ingress_if> ingress;

    /* decoupled: records wait for the scheduler. Otherwise they go straight to the encoder. */
    hart_port(const sc_core::sc_module_name &name, bool decoupled);

    /* Give a record. Returns true when the hart is stalled: nothing was consumed. Decoupled:
     * `cycle` is the cycle that it belongs to, as the scheduler counts (the first step is cycle 1);
     * when that has just begun, the record goes to the encoder at once. While an earlier record is
     * stalled no other is taken. */
    bool offer(const ingress_cycle &in, uint64_t cycle);

    /* Records that wait. */
    size_t waiting() const;

  protected:
    void tick() override;

  private:
    struct timed_record {
        ingress_cycle in;
        uint64_t cycle;    /* of the scheduler, that it belongs to */
        uint64_t in_cycle; /* the record's own, without delay */
    };

    void grow();

    bool m_decoupled;
    bool m_stalled = false;
    uint64_t m_cycle = 0;             /* steps so far */
    std::vector<timed_record> m_ring; /* a power of two of them */
    size_t m_first = 0, m_waiting = 0;
};

class scheduler : public sc_core::sc_module
{
  public:
    /* One cycle takes `period`. The thread steps the components at multiples of the global quantum
     * (tlm_global_quantum, at least one period, as it is when the simulation starts). */
    scheduler(const sc_core::sc_module_name &name, const sc_core::sc_time &period);

    /* Before simulation starts. Components get a time hook. */
    void add(clocked &what);
    void add(component &what);
    void add(hart_port &what);

    /* Step all until the cycles that have passed at `time` are done. */
    void advance_to(const sc_core::sc_time &time);

    /* As advance_to, then on until no hart port holds a record any more, at most `limit` cycles.
     * Returns the cycles beyond `time`: the harts were stalled that long without having seen it.
     * Before a register is written: what retired before belongs to the time before. */
    uint64_t drain(const sc_core::sc_time &time, uint64_t limit);

    /* Cycles done. */
    uint64_t cycles() const;

  private:
    void run();

    sc_core::sc_time m_period;
    uint64_t m_cycles = 0;
    std::vector<clocked *> m_order;
    std::vector<const hart_port *> m_harts;
    bool m_busy = false;
};

} // namespace trsc

#endif
