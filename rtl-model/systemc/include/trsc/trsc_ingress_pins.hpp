/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The ingress port as signals: for harts that are Verilated or clocked modules (Efficient Trace for
 * RISC-V 2.0, chapter "Hart to encoder interface"; ingress_cycle.h has the fields of ours).
 *
 * The signals are sampled at each rising edge. A record goes to the encoder when a block retired,
 * trigger, ext_trig or ctype is not 0, or priv, halted, reset, lowpower or impdef changed. `stall`
 * is a register, as all signals here: it is 1 after an edge at which the encoder did not consume.
 * What the hart drives from that edge on is not sampled before stall is 0 again: the hart, which
 * sees stall at the next edge, holds it until then.
 */
#ifndef TRSC_INGRESS_PINS_HPP
#define TRSC_INGRESS_PINS_HPP

#include "trsc/trsc_component.hpp"

namespace trsc
{

class ingress_pins : public clocked
{
  public:
    template <class T> using in = sc_core::sc_in<T>;
    template <class T> using in_vector = sc_core::sc_vector<sc_core::sc_in<T>>;

    sc_core::sc_port<ingress_if> ingress;

    /* One per block, oldest first; a block is valid when iretire is not 0 or itype is 1 or 2. */
    in_vector<sc_dt::sc_uint<4>> itype;
    in_vector<uint64_t> iaddr;
    in_vector<uint32_t> iretire;
    in_vector<bool> ilastsize;
    in_vector<bool> sijump;
    /* Of the cycle. */
    in<sc_dt::sc_uint<3>> priv;
    in<sc_dt::sc_uint<2>> ctype;
    in<uint64_t> context, hcontext, cause, tval, time;
    in<sc_dt::sc_uint<16>> trigger;
    in<sc_dt::sc_uint<8>> ext_trig;
    in<bool> halted, reset, lowpower;
    in<uint32_t> impdef;
    sc_core::sc_out<bool> stall;

    /* blocks: 1..INGRESS_MAX_BLOCKS. The phase must be above the encoder's. */
    ingress_pins(const sc_core::sc_module_name &name, unsigned blocks);

  protected:
    void sample() override;
    void tick() override;

  private:
    void sample_blocks();
    bool worth_telling() const;

    ingress_cycle m_now{};
    ingress_cycle m_last{};
    uint64_t m_cycle = 0;
    bool m_stalled = false;
};

} // namespace trsc

#endif
