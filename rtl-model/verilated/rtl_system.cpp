// SPDX-License-Identifier: Apache-2.0
// One Verilated trace subsystem with its SRAM behind the C interface.
#include "rtl_system.h"
#include "rtl_encoder_ports.hpp"

static_assert(P_SinkWidth == 4 && P_Blocks == 1, "not in this interface");

#include <cstring>

template <class Top> struct system_of : rtl::part<Top> {
    uint32_t sram[P_SramBytes / 4] = {0};

    using rtl::part<Top>::part;

    void reset()
    {
        rtl::part<Top>::reset();
        std::memset(sram, 0, sizeof sram);
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
    }
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

void clock_edge(rtl_system *rtl)
{
    RTL_TOP &t = *rtl->top;
    bool read = t.sram_req_o && !t.sram_we_o;
    uint32_t word = rtl->sram[t.sram_addr_o];
    if (t.sram_req_o && t.sram_we_o) {
        rtl->sram[t.sram_addr_o] = t.sram_wdata_o;
    }
    rtl->edge();
    if (read) {
        t.sram_rdata_i = word;
    }
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
}

void pibsink_cfg(trm_pibsink_cfg *cfg)
{
    trm_pibsink_cfg_init(cfg);
    cfg->modes = P_PibModes;
    cfg->divider_bits = P_PibDividerW;
    cfg->divider_reset = P_PibDividerReset;
    cfg->buffer_bytes = TRM_PIBSINK_BUFFER_MAX;
}

void atbbridge_cfg(trm_atbbridge_cfg *cfg)
{
    trm_atbbridge_cfg_init(cfg);
    cfg->width = P_AtbWidth;
    cfg->wait_ticks = P_AtbWaitCycles;
    cfg->buffer_bytes = TRM_ATBBRIDGE_BUFFER_MAX;
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
                                  rtl::cycle<settle, clock_edge>};
}
