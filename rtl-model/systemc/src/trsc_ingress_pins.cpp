/* SPDX-License-Identifier: Apache-2.0 */
#include "trsc/trsc_ingress_pins.hpp"

namespace trsc
{

ingress_pins::ingress_pins(const sc_core::sc_module_name &name, unsigned blocks)
    : clocked(name), ingress("ingress"), itype("itype", blocks), iaddr("iaddr", blocks),
      iretire("iretire", blocks), ilastsize("ilastsize", blocks), sijump("sijump", blocks),
      priv("priv"), ctype("ctype"), context("context"), hcontext("hcontext"), cause("cause"),
      tval("tval"), time("time"), trigger("trigger"), ext_trig("ext_trig"), halted("halted"),
      reset("reset"), lowpower("lowpower"), impdef("impdef"), stall("stall")
{
    if (blocks == 0 || blocks > INGRESS_MAX_BLOCKS) {
        SC_REPORT_FATAL("trsc", "an ingress port has 1 to 4 blocks");
    }
}

void ingress_pins::sample_blocks()
{
    m_now.nblocks = 0;
    for (size_t i = 0; i < itype.size(); i++) {
        const auto type = static_cast<uint8_t>(itype[i].read());

        if (iretire[i].read() == 0 && type != INGRESS_ITYPE_EXCEPTION &&
            type != INGRESS_ITYPE_INTERRUPT) {
            continue;
        }
        ingress_block &block = m_now.block[m_now.nblocks++];
        block.itype = type;
        block.iaddr = iaddr[i].read();
        block.iretire = iretire[i].read();
        block.ilastsize = ilastsize[i].read();
        block.sijump = sijump[i].read();
    }
}

void ingress_pins::sample()
{
    m_cycle++;
    if (m_stalled) { /* the hart saw the stall late: what it drives now comes next
                      */
        m_now.cycle = m_cycle;
        m_now.time = time.read();
        return;
    }
    m_now = ingress_cycle{};
    sample_blocks();
    m_now.cycle = m_cycle;
    m_now.time = time.read();
    m_now.priv = static_cast<uint8_t>(priv.read());
    m_now.ctype = static_cast<uint8_t>(ctype.read());
    m_now.context = context.read();
    m_now.hcontext = hcontext.read();
    m_now.cause = cause.read();
    m_now.tval = tval.read();
    m_now.trigger = static_cast<uint16_t>(trigger.read());
    m_now.ext_trig = static_cast<uint8_t>(ext_trig.read());
    m_now.halted = halted.read();
    m_now.reset = reset.read();
    m_now.lowpower = lowpower.read();
    m_now.impdef = impdef.read();
}

bool ingress_pins::worth_telling() const
{
    return m_now.nblocks != 0 || m_now.trigger != 0 || m_now.ext_trig != 0 ||
           m_now.ctype != INGRESS_CTYPE_NONE || m_now.halted != m_last.halted ||
           m_now.reset != m_last.reset || m_now.lowpower != m_last.lowpower ||
           m_now.impdef != m_last.impdef || m_now.priv != m_last.priv;
}

void ingress_pins::tick()
{
    m_stalled = worth_telling() && ingress->offer(m_now);
    if (!m_stalled) {
        m_last = m_now;
    }
    stall.write(m_stalled);
}

} // namespace trsc
