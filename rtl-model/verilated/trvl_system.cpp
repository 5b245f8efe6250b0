/* SPDX-License-Identifier: Apache-2.0 */
#include "trvl_system.hpp"

#include "ramsink_regs.h"

namespace trvl
{

namespace
{

constexpr unsigned BLOCK = 0x1000; /* registers of a component */

} // namespace

system_design::system_design(const rtl_system_kind &kind)
    : memory(kind.ahb, sizeof m_io.wdata), m_kind(kind), m_rtl(kind.create())
{
    memory_port::start(m_io);
}

system_design::~system_design()
{
    m_kind.destroy(m_rtl);
}

void system_design::use(unsigned sink)
{
    const bool is_atb = m_kind.atb && sink == atbbridge();

    if (m_clock == 0 || is_atb) {
        m_clock = sink;
    }
    m_pins = m_pins || (m_kind.pib && sink == pibsink());
}

void system_design::settle()
{
    m_io.apb = m_apb;
    m_kind.settle(m_rtl, &m_io);
}

void system_design::edge()
{
    settle();
    if (m_pins) {
        pins.settled(m_io.pins);
    }
    atb.settled(m_io.atb);
    answered(m_io.apb);
    m_kind.clock_edge(m_rtl);
    memory.edge(m_io);
    for (const ingress_cycle *&record : m_io.record) {
        record = nullptr;
    }
    m_records = 0;
}

void system_design::tick(unsigned component)
{
    if (m_clock == component) {
        atb.begin_tick(m_io.target);
        tick_design();
        atb_port::between_ticks(m_io.target);
        settle();
        atb.end_tick(m_io.atb);
    }
    if (m_pins && component == pibsink()) {
        pins.tick();
    }
}

bool system_design::idle() const
{
    const unsigned end = atbbridge() + (m_kind.atb ? 1 : 0);

    if (m_records != 0 || !memory.idle() || !atb.idle()) {
        return false;
    }
    for (unsigned k = 0; k < end; k++) {
        if (!empty(k) || (k < ramsink() && timestamp_counts(looker(k)))) {
            return false;
        }
    }
    return true;
}

bool system_design::busy() const
{
    return behind() || m_records != 0 || !memory.idle() || !atb.idle() || !pins.idle();
}

uint32_t system_design::look(unsigned component, uint32_t offset) const
{
    rtl_system_io io = m_io;

    io.apb = {};
    io.apb.psel = io.apb.penable = true;
    io.apb.paddr = component * BLOCK + offset;
    m_kind.settle(m_rtl, &io);
    return io.apb.prdata;
}

/* A read of trRamData has an effect. */
bool system_design::reads_by_clock(unsigned component, uint32_t offset) const
{
    return m_kind.ram && component == ramsink() && offset == TR_RAM_DATA_OFFSET;
}

int system_design::read(unsigned component, uint32_t offset, uint32_t &value)
{
    if (reads_by_clock(component, offset)) {
        return read_register(component * BLOCK + offset, value);
    }
    (void)finish_write();
    value = seen(offset, look(component, offset));
    return TRM_OK;
}

int system_design::write(unsigned component, uint32_t offset, uint32_t value)
{
    return write_register(component * BLOCK + offset, value);
}

bool system_design::ingress(unsigned hart, const ingress_cycle &in)
{
    m_record[hart] = in;
    m_io.record[hart] = &m_record[hart];
    m_records++;
    m_io.time = in.time;
    settle();
    return m_io.stall[hart];
}

} // namespace trvl
