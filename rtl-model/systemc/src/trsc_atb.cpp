/* SPDX-License-Identifier: Apache-2.0 */
#include "trsc/trsc_atb.hpp"

namespace trsc
{

namespace
{

template <class Port, class Value> void write_if_bound(Port &port, const Value &value)
{
    if (port.size() != 0) {
        port->write(value);
    }
}

/* An input that is not bound is 0. */
bool read_if_bound(const optional_in<bool> &port)
{
    return port.size() != 0 && port[0]->read();
}

atdata_t pack(const uint8_t *bytes)
{
    atdata_t data;
    for (int i = 0; i < TRM_ATB_BYTES_MAX; i++) {
        data.range(8 * i + 7, 8 * i) = static_cast<unsigned>(bytes[i]);
    }
    return data;
}

void unpack(const atdata_t &data, uint8_t *bytes)
{
    for (int i = 0; i < TRM_ATB_BYTES_MAX; i++) {
        bytes[i] = static_cast<uint8_t>(data.range(8 * i + 7, 8 * i).to_uint());
    }
}

} // namespace

atbbridge::atbbridge(const sc_core::sc_module_name &name, std::unique_ptr<atbbridge_core> core)
    : component(name, *core), in("in"), up("up"), atvalid("atvalid"), afready("afready"),
      atid("atid"), atbytes("atbytes"), atdata("atdata"), atready("atready"), afvalid("afvalid"),
      syncreq("syncreq"), stopped("stopped"), target("target"), m_core(std::move(core)),
      m_input(m_core->input())
{
    in.bind(m_input);
}

atbbridge_core &atbbridge::core()
{
    return *m_core;
}

void atbbridge::end_of_elaboration()
{
    component::end_of_elaboration();
    if (up.size() != 0) {
        m_core->set_upstream(as_upstream(*up[0]));
    }
}

void atbbridge::sample()
{
    m_input.begin_cycle();
    if (target.size() != 0) {
        m_sampled = target->atb_pins();
        return;
    }
    m_sampled.atready = read_if_bound(atready);
    m_sampled.afvalid = read_if_bound(afvalid);
    m_sampled.syncreq = read_if_bound(syncreq);
    m_sampled.stopped = read_if_bound(stopped);
}

void atbbridge::tick()
{
    const trm_atb_out before = m_core->atb_out();

    m_atready = m_sampled.atready;
    m_core->atb_in(m_sampled);
    m_core->tick();
    if (target.size() != 0) {
        target->atb_clock(before);
    }
    m_atvalid = m_core->atb_out().atvalid;
    drive(m_core->atb_out());
}

void atbbridge::drive(const trm_atb_out &pins)
{
    write_if_bound(atvalid, pins.atvalid);
    write_if_bound(afready, pins.afready);
    if (pins.atvalid) {
        write_if_bound(atid, atid_t(pins.atid));
        write_if_bound(atbytes, atbytes_t(pins.atbytes));
        if (atdata.size() != 0) {
            atdata->write(pack(pins.atdata));
        }
    }
}

void atbbridge::trace(sc_core::sc_trace_file *file) const
{
    component::trace(file);
    m_input.trace(file, wave_name("in"));
    sc_trace(file, m_atvalid, wave_name("atvalid"));
    sc_trace(file, m_atready, wave_name("atready"));
}

etb::etb(const sc_core::sc_module_name &name, const trm_etb_cfg &cfg)
    : clocked(name), atvalid("atvalid"), afready("afready"), atid("atid"), atbytes("atbytes"),
      atdata("atdata"), atready("atready"), afvalid("afvalid"), syncreq("syncreq"),
      stopped("stopped"), atb("atb"), m_memory(new uint8_t[cfg.bytes]())
{
    trm_etb_cfg own = cfg;

    own.memory = m_memory.get();
    if (trm_etb_init(&m_etb, &own) != TRM_OK) {
        SC_REPORT_FATAL("trsc", "the configuration of the ETB is refused");
    }
    atb.bind(*this);
}

trm_etb &etb::model()
{
    return m_etb;
}

void etb::sample()
{
    m_sampled = trm_atb_out{};
    m_sampled.atvalid = m_driven.atready && read_if_bound(atvalid);
    m_sampled.afready = m_driven.afvalid && read_if_bound(afready);
    if (!m_sampled.atvalid) {
        return;
    }
    m_sampled.atid = atid.size() != 0 ? static_cast<uint8_t>(atid->read()) : uint8_t{0};
    m_sampled.atbytes = atbytes.size() != 0 ? static_cast<uint8_t>(atbytes->read()) : uint8_t{0};
    if (atdata.size() != 0) {
        unpack(atdata->read(), m_sampled.atdata);
    }
}

void etb::tick()
{
    const bool sync = trm_etb_pins(&m_etb)->syncreq; /* asked for since the last edge */

    trm_etb_tick(&m_etb, &m_sampled);
    m_driven = *trm_etb_pins(&m_etb);
    m_driven.syncreq = sync;
    write_if_bound(atready, m_driven.atready);
    write_if_bound(afvalid, m_driven.afvalid);
    write_if_bound(syncreq, m_driven.syncreq);
    write_if_bound(stopped, m_driven.stopped);
}

const trm_atb_in &etb::atb_pins()
{
    return *trm_etb_pins(&m_etb);
}

void etb::atb_clock(const trm_atb_out &out)
{
    trm_etb_tick(&m_etb, &out);
}

} // namespace trsc
