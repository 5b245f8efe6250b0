// SPDX-License-Identifier: Apache-2.0
// One Verilated RAM sink with its SRAM behind the C interface.
#include "rtl_ramsink.h"
#include "rtl_part.hpp"

#include <cstring>

template <class Top> struct ramsink_of : rtl::part<Top> {
    uint8_t sram[P_SramBytes] = {0};

    using rtl::part<Top>::part;

    void reset()
    {
        rtl::part<Top>::reset();
        std::memset(sram, 0, sizeof sram);
    }
};

struct rtl_ramsink : ramsink_of<RTL_TOP> {
};

namespace
{

using handle = rtl::handle<rtl_ramsink, ramsink_of<RTL_TOP>>;

uint8_t *sram(rtl_ramsink *rtl)
{
    return rtl->sram;
}

// A synchronous memory with one port: what is read is there after the clock edge.
void memory(rtl_ramsink *rtl, uint64_t *word, bool *read)
{
    RTL_TOP &t = *rtl->top;
    unsigned at = t.sram_addr_o * P_Width;
    *read = t.sram_req_o && !t.sram_we_o;
    for (unsigned i = 0; t.sram_req_o && i < P_Width && at + i < P_SramBytes; i++) {
        if (t.sram_we_o && (t.sram_be_o >> i & 1) != 0) {
            rtl->sram[at + i] = rtl::get_byte(t.sram_wdata_o, i);
        } else if (!t.sram_we_o) {
            word[i / 8] = i % 8 == 0 ? 0 : word[i / 8];
            word[i / 8] |= uint64_t{rtl->sram[at + i]} << (8 * (i % 8));
        }
    }
}

void drive(rtl_ramsink *rtl, const rtl_ramsink_io *io)
{
    RTL_TOP &t = *rtl->top;
    rtl->drive(io->apb);
    rtl->drive_link(io->in, P_Lanes);
    t.awready_i = io->awready;
    t.wready_i = io->wready;
    t.bvalid_i = io->bvalid;
    t.bresp_i = io->berror ? 2 : 0;
    t.hready_i = io->hready;
    t.hresp_i = io->hresp;
}

void settle(rtl_ramsink *rtl, rtl_ramsink_io *io)
{
    RTL_TOP &t = *rtl->top;
    drive(rtl, io);
    rtl->settle();
    rtl->answer(io->apb);
    io->in.ready = t.link_ready_o;
    io->in.stopped = t.link_stopped_o;
    io->awvalid = t.awvalid_o;
    io->awaddr = t.awaddr_o;
    io->awlen = t.awlen_o;
    io->awsize = t.awsize_o;
    io->awburst = t.awburst_o;
    io->awid = t.awid_o;
    io->awprot = t.awprot_o;
    io->awcache = t.awcache_o;
    io->wvalid = t.wvalid_o;
    io->wlast = t.wlast_o;
    io->wstrb = (t.wstrb_o & 1) != 0;
    io->bready = t.bready_o;
    io->htrans = t.htrans_o == 2;
    io->haddr = t.haddr_o;
    io->hwrite = t.hwrite_o;
    io->hsize = t.hsize_o;
    io->hburst = t.hburst_o;
    io->hprot = t.hprot_o;
    for (unsigned i = 0; i < P_Width; i++) {
        io->wdata[i] = P_Ahb ? rtl::get_byte(t.hwdata_o, i) : rtl::get_byte(t.wdata_o, i);
    }
}

void clock_edge(rtl_ramsink *rtl)
{
    RTL_TOP &t = *rtl->top;
    uint64_t word[2] = {0, 0};
    bool read = false;
    memory(rtl, word, &read);
    rtl->edge();
    for (unsigned i = 0; read && i < P_Width; i++) {
        rtl::put(t.sram_rdata_i, 8 * i, 8, word[i / 8] >> (8 * (i % 8)) & 0xFF);
    }
}

void model_cfg(trm_ramsink_cfg *cfg)
{
    trm_ramsink_cfg_init(cfg);
    TRM_RAMSINK_PARAMS_SV(RTL_PARAM)
    cfg->smem_start = (uint64_t{P_SmemStartHigh} << 32) + P_SmemStart;
}

} // namespace

extern "C" {
extern const rtl_ramsink_kind RTL_KIND;
const rtl_ramsink_kind RTL_KIND = {RTL_STR(RTL_COMPONENT) RTL_STR(RTL_NAME),
                                   P_Lanes,
                                   P_Ahb,
                                   P_Outstanding,
                                   P_AxiId,
                                   P_AxiProt,
                                   P_AxiCache,
                                   P_AhbProt,
                                   model_cfg,
                                   handle::create,
                                   handle::destroy,
                                   settle,
                                   clock_edge,
                                   rtl::cycle<settle, clock_edge>,
                                   sram};
}
