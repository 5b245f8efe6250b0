/* SPDX-License-Identifier: Apache-2.0 */
/* What is at the far side of sinks: system memory, pins, ATB; between the clock of a design and the
 * ticks of the platform. Private to trvl_*.cpp. Io is the C interface's: rtl_ramsink_io and so on.
 */
#ifndef TRVL_FAR_HPP
#define TRVL_FAR_HPP

#include <deque>

#include "pibsink_regs.h"
#include "trsc/trsc_model.hpp"

namespace trvl
{

/*
 * System memory, where a RAM sink's writes go. AXI4: the address comes with the first data of its
 * burst; each word goes to the bus at the edge, the response comes in the cycle after the last one.
 * AHB-Lite: a wait state in the data phase, in which the write goes to the bus; ERROR takes two
 * more cycles.
 */
class memory_port
{
  public:
    memory_port(bool ahb, unsigned width) : m_ahb(ahb), m_width(width)
    {
    }
    void connect(trm_ramsink_bus bus)
    {
        m_bus = bus;
    }
    bool idle() const
    {
        return m_phase == IDLE;
    }
    /* Inputs of the first cycle. */
    template <class Io> static void start(Io &io)
    {
        io.awready = io.wready = io.hready = true;
    }
    /* After the edge of a cycle as it has settled: inputs of the next one. */
    template <class Io> void edge(Io &io)
    {
        if (m_ahb) {
            ahb_edge(io);
        } else {
            axi_edge(io);
        }
    }

  private:
    enum phase {
        IDLE,
        DATA,
        ERROR,
        LAST
    };

    bool write(uint64_t address, const uint8_t *bytes) const
    {
        return m_bus.write && m_bus.write(m_bus.ctx, address, bytes, m_width) >= 0;
    }
    template <class Io> void axi_edge(Io &io)
    {
        if (io.bvalid && io.bready) {
            io.bvalid = false;
            m_phase = IDLE;
        }
        if (io.awvalid) {
            m_address = io.awaddr;
            m_failed = false;
        }
        if (!io.wvalid) {
            return;
        }
        m_failed = (io.wstrb && !write(m_address, io.wdata)) || m_failed;
        m_address += m_width;
        m_phase = io.wlast ? LAST : DATA;
        if (io.wlast) {
            io.bvalid = true;
            io.berror = m_failed;
        }
    }
    template <class Io> void ahb_edge(Io &io)
    {
        if (m_phase == DATA) {
            io.hready = write(m_address, io.wdata);
            io.hresp = !io.hready;
            m_phase = io.hready ? LAST : ERROR;
        } else if (m_phase == ERROR) {
            io.hready = true;
            m_phase = LAST;
        } else {
            m_address = io.haddr;
            m_phase = io.htrans ? DATA : IDLE;
            io.hready = !io.htrans;
            io.hresp = false;
        }
    }

    const bool m_ahb;
    const unsigned m_width; /* bytes of a trace word */
    trm_ramsink_bus m_bus{};
    phase m_phase = IDLE;
    uint64_t m_address = 0;
    bool m_failed = false; /* a word of this burst */
};

/* Pins: the levels of each cycle of the design are shown for a tick, in order, also of those cycles
 * that came before their ticks. */
class pin_queue
{
  public:
    void settled(trm_pib_pins pins)
    {
        m_to_show.push_back(pins);
    }
    void tick()
    {
        if (m_to_show.empty()) {
            return;
        }
        m_pins = m_to_show.front();
        m_to_show.pop_front();
    }
    bool idle() const
    {
        return m_to_show.empty();
    }
    /* trPibControl as a reader of the pins sees it: levels that are still to be shown are not yet
     * sent. */
    uint32_t control(uint32_t value) const
    {
        return idle() ? value : value & ~TR_PIB_EMPTY_MASK;
    }
    trm_pib_pins pins() const
    {
        return m_pins;
    }

  private:
    std::deque<trm_pib_pins> m_to_show;
    trm_pib_pins m_pins{};
};

/* ATB: the target sees one clock edge a tick. At an edge that comes before its tick ATREADY and
 * SYNCREQ are 0, so nothing is transferred. */
class atb_port
{
  public:
    void connect(const trm_atb_in &target)
    {
        m_target = target;
    }
    const trm_atb_out &out() const
    {
        return m_out;
    }
    bool idle() const
    {
        return !m_target.afvalid && !m_target.syncreq && !m_out.afready;
    }
    /* The edge of a tick: what the design has there, with ATREADY as the target saw it. */
    void begin_tick(trm_atb_in &pins) const
    {
        pins = m_target;
        pins.atready = m_target.atready && m_out.atvalid;
    }
    /* Before any edge. */
    void settled(const trm_atb_out &out)
    {
        m_afready = m_afready || (out.afready && !m_out.afready);
    }
    /* After the edge of a tick; then, as the design has settled. */
    static void between_ticks(trm_atb_in &pins)
    {
        pins.atready = pins.syncreq = false;
    }
    void end_tick(const trm_atb_out &out)
    {
        m_out = out;
        m_out.afready = out.afready || m_afready;
        m_afready = false;
    }

  private:
    trm_atb_in m_target{};
    trm_atb_out m_out{};    /* since the last tick */
    bool m_afready = false; /* it was 1 for a cycle that the target did not see */
};

} // namespace trvl

#endif
