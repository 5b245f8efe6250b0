/* SPDX-License-Identifier: Apache-2.0 */
/* The trace network of a tree as SystemC modules. */
#ifndef SYSTEMC_FABRIC_SC_HPP
#define SYSTEMC_FABRIC_SC_HPP

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "trsc/trsc_atb.hpp"
#include "trsc/trsc_bus.hpp"
#include "trsc/trsc_encoder.hpp"
#include "trsc/trsc_funnel.hpp"
#include "trsc/trsc_pibsink.hpp"
#include "trsc/trsc_ramsink.hpp"
#include "trsc/trsc_scheduler.hpp"

#include "sim/sim_fabric_sc.hpp"
#include "systemc/waves_pipe.hpp"

namespace sim_sc
{

/* The time that funnels in trTsMode External see. */
class time_source : public trsc::clocked, private trsc::timestamp_if
{
  public:
    sc_core::sc_export<trsc::timestamp_if> out;

    explicit time_source(const sc_core::sc_module_name &name);
    void set(uint64_t time);  /* from now on */
    void push(uint64_t time); /* of one more cycle to come: for a scheduler */

  protected:
    void sample() override;
    void tick() override;

  private:
    uint64_t timestamp() override;

    uint64_t m_now = 0;
    std::deque<uint64_t> m_next;
};

/* System memory, as a RAM sink sees it. */
class memory : public sc_core::sc_module
{
  public:
    tlm_utils::simple_target_socket<memory> socket;

    memory(const sc_core::sc_module_name &name, const sim_fabric_env &env, unsigned component);

  private:
    void b_transport(tlm::tlm_generic_payload &trans, sc_core::sc_time &delay);

    const sim_fabric_env &m_env;
    unsigned m_component;
};

/* The platform's side of the register bus. */
struct master : sc_core::sc_module {
    tlm_utils::simple_initiator_socket<master> socket;

    explicit master(const sc_core::sc_module_name &name);
};

/* An ATB bridge, what it feeds, and the signals between them. */
struct atb_pair {
    std::unique_ptr<trsc::atbbridge> bridge;
    std::unique_ptr<trsc::etb> etb;
    sc_core::sc_signal<bool> atvalid, atready, afvalid, afready, syncreq;
    sc_core::sc_signal<trsc::atid_t> atid;
    sc_core::sc_signal<trsc::atbytes_t> atbytes;
    sc_core::sc_signal<trsc::atdata_t> atdata;
};

/* The module of one component of the tree: one of these. */
struct node {
    topology_kind kind = TOPOLOGY_UNKNOWN;
    std::string name, path;
    std::unique_ptr<trsc::encoder_core> encoder_core;
    std::unique_ptr<trsc::funnel_core> funnel_core;
    std::unique_ptr<trsc::ramsink_core> ramsink_core;
    std::unique_ptr<trsc::pibsink_core> pibsink_core;
    std::unique_ptr<trsc::atbbridge_core> atbbridge_core;
    std::vector<uint8_t> sram;
    std::unique_ptr<trsc::encoder> encoder;
    std::unique_ptr<trsc::hart_port> hart;
    std::unique_ptr<trsc::funnel> funnel;
    std::unique_ptr<trsc::ramsink> ramsink;
    std::unique_ptr<memory> smem;
    std::unique_ptr<trsc::pibsink> pibsink;
    std::unique_ptr<sc_core::sc_signal<bool>> trc_clk;
    std::unique_ptr<sc_core::sc_signal<sc_dt::sc_uint<16>>> trc_data;
    std::unique_ptr<atb_pair> atb;
    trsc::core *core = nullptr;
    trsc::component *component = nullptr;
    bool has_parent = false; /* a funnel that hands its timestamp down */
};

class fabric
{
  public:
    /* Elaborates. Throws std::runtime_error with a message for the user. */
    fabric(const sim_fabric_sc_cfg &cfg, const sim_fabric_env &env, trsc::core_maker &maker);
    fabric(const fabric &) = delete;
    fabric &operator=(const fabric &) = delete;
    ~fabric();

    bool waits(unsigned component, uint32_t offset) const;
    int access(tlm::tlm_command command, unsigned component, uint32_t offset, unsigned size,
               uint32_t &value);
    void tick(uint64_t n);
    bool ingress(unsigned component, const ingress_cycle &in);
    bool busy() const;
    /* Loosely timed: bring the kernel and all modules to the present cycle. */
    void settle();

    std::vector<node> nodes;

  private:
    void make_core(unsigned i, trsc::core_maker &maker);
    void make_ramsink_core(unsigned i, trsc::core_maker &maker);
    void make_module(unsigned i);
    void make_sink_module(unsigned i);
    void make_atb(unsigned i);
    void make_modules();
    void connect_link(const topology_link &link);
    void connect_timestamps();
    void connect_clock();
    void connect_scheduler();
    void connect_pins(unsigned i);
    void connect_atb(atb_pair &pair);
    void open_waves();
    sc_core::sc_time behind() const;
    void drain();

    const sim_fabric_sc_cfg &m_cfg;
    const sim_fabric_env m_env;
    const sc_core::sc_time m_period;
    bool m_external = false; /* the time is used */
    uint64_t m_cycle = 0;    /* of the platform, and what a stall added to it */
    uint64_t m_behind = 0;   /* cycles that the kernel has not seen yet */
    std::unique_ptr<sc_core::sc_clock> m_clk;
    std::unique_ptr<time_source> m_time;
    std::unique_ptr<trsc::bus> m_bus;
    std::unique_ptr<master> m_master;
    std::unique_ptr<trsc::scheduler> m_scheduler;
    std::unique_ptr<waves_pipe> m_waves;
    sc_core::sc_trace_file *m_vcd = nullptr;
};

} // namespace sim_sc

#endif
