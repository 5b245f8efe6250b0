/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The ATB bridge (TCI 1.0, chapter "Trace ATB Bridge"; AMBA 4 ATB v1.1), and an ETB-like target.
 *
 * Cycle mode: bind the signals of both, each to its namesake. Loosely timed: bind the bridge's
 * `target` to the ETB's `atb`, and add only the bridge to the scheduler: it clocks its target.
 */
#ifndef TRSC_ATB_HPP
#define TRSC_ATB_HPP

#include "trsc/trsc_component.hpp"
#include "trsc/trsc_link.hpp"

namespace trsc
{

using atid_t = sc_dt::sc_uint<7>;
using atbytes_t = sc_dt::sc_uint<4>;
using atdata_t = sc_dt::sc_bv<8 * TRM_ATB_BYTES_MAX>;

class atbbridge : public component
{
  public:
    sc_core::sc_export<link_if> in;
    optional_port<upstream_if> up; /* what sends to the bridge */

    optional_out<bool> atvalid, afready;
    optional_out<atid_t> atid;
    optional_out<atbytes_t> atbytes; /* valid bytes - 1 */
    optional_out<atdata_t> atdata;
    optional_in<bool> atready, afvalid, syncreq;
    optional_in<bool> stopped; /* not of ATB: the target stores nothing more (struct trm_atb_in) */

    optional_port<atb_if> target; /* instead of the signals */

    /* core must not be empty. */
    atbbridge(const sc_core::sc_module_name &name, std::unique_ptr<atbbridge_core> core);

    atbbridge_core &core();
    void trace(sc_core::sc_trace_file *file) const override;

  protected:
    void sample() override;
    void tick() override;
    void end_of_elaboration() override;

  private:
    void drive(const trm_atb_out &out);

    std::unique_ptr<atbbridge_core> m_core;
    link_input m_input;
    trm_atb_in m_sampled{};
    bool m_atvalid = false, m_atready = false;
};

class etb : public clocked, private atb_if
{
  public:
    optional_in<bool> atvalid, afready;
    optional_in<atid_t> atid;
    optional_in<atbytes_t> atbytes;
    optional_in<atdata_t> atdata;
    optional_out<bool> atready, afvalid, syncreq, stopped;

    sc_core::sc_export<atb_if> atb; /* instead of the signals */

    /* bytes: see trm_etb_cfg; anything it refuses is an SC_REPORT_FATAL. cfg.memory is ignored: the
     * module has its own. */
    etb(const sc_core::sc_module_name &name, const trm_etb_cfg &cfg);

    /* For start, flush, sync, stop and read: see trm_etb.h. What they change on the signals shows
     * at the next edge. */
    trm_etb &model();

  protected:
    void sample() override;
    void tick() override;

  private:
    const trm_atb_in &atb_pins() override;
    void atb_clock(const trm_atb_out &out) override;

    std::unique_ptr<uint8_t[]> m_memory;
    trm_etb m_etb{};
    trm_atb_out m_sampled{};
    trm_atb_in m_driven{}; /* on the signals: it counts, not what the model wants since */
};

} // namespace trsc

#endif
