/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What all modules of trace components have: registers on a TLM-2.0 target socket, and a clock.
 *
 * Registers (TCI 1.0, chapter "Trace Component Register Access": aligned accesses of 32 bits). The
 * address of a transaction is the offset in the component's block. Responses:
 *   TLM_OK_RESPONSE               done; also TLM_IGNORE_COMMAND, and no byte enabled: no effect
 *   TLM_BYTE_ENABLE_ERROR_RESPONSE  some bytes of the word enabled, others not
 *   TLM_BURST_ERROR_RESPONSE      data length is not 4, or streaming width is less
 *   TLM_ADDRESS_ERROR_RESPONSE    not a multiple of 4, or 0x1000 and more
 *   TLM_GENERIC_ERROR_RESPONSE    the component refused
 * A failed access has no effect. Data is in host byte order, as TLM-2.0 has it for words. The delay
 * of b_transport is not changed. DMI is refused. transport_dbg reads any bytes of the block without
 * side effects (trRamData does not move trRamRP), and writes whole aligned words as the bus would;
 * it returns how many bytes it did.
 *
 * Clock. Cycle mode: bind clk, and the component ticks at each rising edge. Inputs that are signals
 * and timestamps are sampled at the edge; the tick itself comes set_phase() delta cycles later, so
 * that sinks tick before funnels, and funnels before encoders: phase = distance to the sink, at
 * least 1 for funnels. Loosely timed mode:
 * leave clk unbound, and add the component to a scheduler (trsc_scheduler.hpp).
 */
#ifndef TRSC_COMPONENT_HPP
#define TRSC_COMPONENT_HPP

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include "trsc/trsc_core.hpp"
#include "trsc/trsc_if.hpp"

namespace trsc
{

/* Something that a clock or a scheduler drives. */
class clocked : public sc_core::sc_module
{
  public:
    optional_in<bool> clk;

    /* Delta cycles from the edge to the tick, 0..15; before simulation starts. Default 0. */
    void set_phase(unsigned phase);
    unsigned phase() const;

    /* The two halves of a cycle, for schedulers: all modules sample before the first one ticks. */
    void step_sample()
    {
        sample();
    }
    void step_tick()
    {
        tick();
    }

  protected:
    explicit clocked(const sc_core::sc_module_name &name);
    virtual void sample(); /* at the edge: signals and timestamps. Default: nothing */
    virtual void tick() = 0;
    void end_of_elaboration() override; /* starts the process when clk is bound */

  private:
    void on_clock();

    unsigned m_phase = 0;
    unsigned m_left = 0;
    bool m_waiting = false;
};

/* The last register access, for waves. */
struct access_wave {
    uint32_t count = 0; /* accesses so far */
    uint32_t address = 0;
    uint32_t data = 0;
    bool write = false;
    bool error = false;
};

class component : public clocked
{
  public:
    tlm_utils::simple_target_socket_optional<component> regs;

    /* Called before each access with its local time (now + delay): bring the component there. */
    void set_time_hook(std::function<void(const sc_core::sc_time &)> hook);

    /* tr??Empty. */
    bool empty() const;

    /* Add the visible signals to a trace file: register accesses, and the component's own. Before
     * the simulation starts, in cycle mode. */
    virtual void trace(sc_core::sc_trace_file *file) const;

  protected:
    component(const sc_core::sc_module_name &name, core &c);
    std::string wave_name(const char *what) const;

  private:
    void b_transport(tlm::tlm_generic_payload &trans, sc_core::sc_time &delay);
    unsigned transport_dbg(tlm::tlm_generic_payload &trans);
    bool get_dmi(tlm::tlm_generic_payload &trans, tlm::tlm_dmi &dmi);
    tlm::tlm_response_status check(const tlm::tlm_generic_payload &trans) const;
    tlm::tlm_response_status access(tlm::tlm_generic_payload &trans);
    static bool is_part(const tlm::tlm_generic_payload &trans);
    tlm::tlm_response_status access_part(const tlm::tlm_generic_payload &trans);
    unsigned debug_read(uint64_t at, unsigned char *bytes, unsigned n);
    unsigned debug_write(uint64_t at, const unsigned char *bytes, unsigned n);

    core &m_core;
    std::function<void(const sc_core::sc_time &)> m_time_hook;
    access_wave m_access;
};

} // namespace trsc

#endif
