// SPDX-License-Identifier: Apache-2.0
// One Verilated trace subsystem with its SRAM behind the C interface.
#include "rtl_system.h"
#include "rtl_encoder_ports.hpp"

static_assert(P_SinkWidth == 4 && P_Blocks == 1, "not in this interface");

#include <cstring>

template <class Top> struct system_of : rtl::part<Top> {
    uint32_t sram[P_SramBytes / 4] = {0};

    explicit system_of(const char *name) : rtl::part<Top>(name)
    {
        rtl::part<Top>::context.randSeed(1); // of TR_SYNC_JITTER
        reset();
    }

    void reset()
    {
        other_resets(0);
        rtl::part<Top>::reset();
        for (int i = 0; i < 3; i++) {
            clocks(~0u);
        }
        other_resets(~0u);
        std::memset(sram, 0, sizeof sram);
    }

    void other_resets(unsigned level)
    {
        Top &t = *rtl::part<Top>::top;
        t.presetn_i = level & 1;
        t.time_rst_ni = level & 1;
        t.hart_rst_ni = level & ((1u << P_Harts) - 1);
    }

    void clocks(unsigned which)
    {
        Top &t = *rtl::part<Top>::top;
        for (int level = 1; level >= 0; level--) {
            const unsigned now = level != 0 ? which : 0;
            t.clk_i = (now & RTL_CLOCK) != 0;
            t.pclk_i = (now & RTL_CLOCK_APB) != 0;
            t.time_clk_i = (now & RTL_CLOCK_TIME) != 0;
            t.hart_clk_i = now / RTL_CLOCK_HART & ((1u << P_Harts) - 1);
            t.eval();
        }
    }
};

struct rtl_system : system_of<RTL_TOP> {
};

namespace
{

using handle = rtl::handle<rtl_system, system_of<RTL_TOP>>;

void get_bus(const RTL_TOP &t, rtl_system_io *io)
{
    io->awvalid = t.awvalid_o;
    io->awaddr = t.awaddr_o;
    io->awlen = t.awlen_o;
    io->wvalid = t.wvalid_o;
    io->wlast = t.wlast_o;
    io->wstrb = (t.wstrb_o & 1) != 0;
    io->bready = t.bready_o;
    io->htrans = t.htrans_o == 2;
    io->haddr = t.haddr_o;
    for (unsigned i = 0; i < P_SinkWidth; i++) {
        io->wdata[i] = P_Ahb ? rtl::get_byte(t.hwdata_o, i) : rtl::get_byte(t.wdata_o, i);
    }
}

void get_sinks(const RTL_TOP &t, rtl_system_io *io)
{
    io->pins.clk = t.trc_clk_o;
    io->pins.data = t.trc_data_o;
    io->atb.atvalid = t.atvalid_o;
    io->atb.atid = t.atid_o;
    io->atb.atbytes = t.atbytes_o;
    for (unsigned i = 0; i < P_AtbWidth; i++) {
        io->atb.atdata[i] = rtl::get_byte(t.atdata_o, i);
    }
    io->atb.afready = t.afready_o;
}

void settle(rtl_system *rtl, rtl_system_io *io)
{
    RTL_TOP &t = *rtl->top;
    rtl->drive(io->apb);
    rtl::put(t.time_i, 0, P_TsW, io->time);
    t.awready_i = io->awready;
    t.wready_i = io->wready;
    t.bvalid_i = io->bvalid;
    t.bresp_i = io->berror ? 2 : 0;
    t.hready_i = io->hready;
    t.hresp_i = io->hresp;
    for (unsigned k = 0; k < P_Harts; k++) {
        rtl::put_no_record(t, k);
        if (io->record[k] != nullptr) {
            rtl::put_record(t, k, *io->record[k]);
        }
        if (P_AsyncSidebands) {
            rtl::put(t.halted_i, k, 1, io->sidebands[k].halted);
            rtl::put(t.reset_i, k, 1, io->sidebands[k].reset);
            rtl::put(t.lowpower_i, k, 1, io->sidebands[k].lowpower);
            rtl::put(t.ext_trig_i, k * rtl::ext_trig_width, rtl::ext_trig_width,
                     io->sidebands[k].ext_trig);
        }
    }
    t.atclken_i = io->atclken;
    t.atready_i = io->target.atready;
    t.afvalid_i = io->target.afvalid;
    t.syncreq_i = io->target.syncreq;
    t.atstopped_i = io->target.stopped;
    rtl->settle();
    rtl->answer(io->apb);
    get_sinks(t, io);
    get_bus(t, io);
    for (unsigned k = 0; k < P_Harts; k++) {
        io->stall[k] = (t.stall_o >> k & 1) != 0;
    }
}

void clock_edges(rtl_system *rtl, unsigned clocks)
{
    RTL_TOP &t = *rtl->top;
    const bool access = t.sram_req_o && (clocks & RTL_CLOCK) != 0;
    const bool read = access && !t.sram_we_o;
    uint32_t word = rtl->sram[t.sram_addr_o];
    if (access && t.sram_we_o) {
        rtl->sram[t.sram_addr_o] = t.sram_wdata_o;
    }
    rtl->clocks(clocks);
    if (read) {
        t.sram_rdata_i = word;
    }
}

void clock_edge(rtl_system *rtl)
{
    clock_edges(rtl, RTL_CLOCK);
}

void funnel_cfg(trm_funnel_cfg *cfg)
{
    trm_funnel_cfg_init(cfg);
    cfg->inputs = P_Harts;
    cfg->dis_inputs = static_cast<uint16_t>(P_DisInputs);
    cfg->fifo_bytes = P_FunnelDepth * P_Lanes;
    cfg->ts_modes = P_FunnelTsModes;
    cfg->ts_width = P_TsW;
}

void ramsink_cfg(trm_ramsink_cfg *cfg)
{
    trm_ramsink_cfg_init(cfg);
    cfg->has_sram = P_Sram;
    cfg->has_smem = P_Smem;
    cfg->sram_bytes = P_SramBytes;
    cfg->address_bits = P_AddressW;
    cfg->width = P_SinkWidth;
    cfg->async = P_SinkEtrace;
    cfg->etrace = P_SinkEtrace;
}

void pibsink_cfg(trm_pibsink_cfg *cfg)
{
    trm_pibsink_cfg_init(cfg);
    cfg->modes = P_PibModes;
    cfg->divider_bits = P_PibDividerW;
    cfg->divider_reset = P_PibDividerReset;
    cfg->buffer_bytes = TRM_PIBSINK_BUFFER_MAX;
    cfg->async = P_SinkEtrace;
    cfg->etrace = P_SinkEtrace;
}

void atbbridge_cfg(trm_atbbridge_cfg *cfg)
{
    trm_atbbridge_cfg_init(cfg);
    cfg->width = P_AtbWidth;
    cfg->wait_ticks = P_AtbWaitCycles;
    cfg->buffer_bytes = TRM_ATBBRIDGE_BUFFER_MAX;
    cfg->async = P_SinkEtrace;
    cfg->etrace = P_SinkEtrace;
}

} // namespace

extern "C" {
extern const rtl_system_kind RTL_KIND;
const rtl_system_kind RTL_KIND = {RTL_STR(RTL_COMPONENT) RTL_STR(RTL_NAME),
                                  P_Harts,
                                  P_SramBytes,
                                  P_Sram != 0 || P_Smem != 0,
                                  P_Pib != 0,
                                  P_Atb != 0,
                                  P_Ahb != 0,
                                  rtl::encoder_cfg,
                                  funnel_cfg,
                                  ramsink_cfg,
                                  pibsink_cfg,
                                  atbbridge_cfg,
                                  handle::create,
                                  handle::destroy,
                                  settle,
                                  clock_edge,
                                  clock_edges,
                                  rtl::cycle<settle, clock_edge>};
}
