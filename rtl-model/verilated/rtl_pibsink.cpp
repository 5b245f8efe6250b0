// SPDX-License-Identifier: Apache-2.0
// One Verilated PIB sink behind the C interface.
#include "rtl_pibsink.h"
#include "rtl_part.hpp"

template <class Top> struct pibsink_of : rtl::part<Top> {
    pibsink_of() : rtl::part<Top>("tr_pibsink")
    {
    }
};

struct rtl_pibsink : pibsink_of<RTL_TOP> {
};

namespace
{

rtl_pibsink *create()
{
    return static_cast<rtl_pibsink *>(rtl::take<pibsink_of<RTL_TOP>>(RTL_STR(RTL_TOP)));
}

void destroy(rtl_pibsink *rtl)
{
    rtl::give<pibsink_of<RTL_TOP>>(rtl);
}

void settle(rtl_pibsink *rtl, rtl_pibsink_io *io)
{
    RTL_TOP &t = *rtl->top;
    rtl->drive(io->apb);
    rtl->drive_link(io->in, P_Lanes);
    rtl->settle();
    rtl->answer(io->apb);
    io->in.ready = t.link_ready_o;
    io->pins.clk = t.trc_clk_o;
    io->pins.data = t.trc_data_o;
}

void clock_edge(rtl_pibsink *rtl)
{
    rtl->edge();
}

void cycle(rtl_pibsink *rtl, rtl_pibsink_io *io)
{
    settle(rtl, io);
    clock_edge(rtl);
}

void model_cfg(trm_pibsink_cfg *cfg)
{
    trm_pibsink_cfg_init(cfg);
    cfg->modes = P_Modes;
    cfg->clk_centers = P_ClkCenters;
    cfg->calibrate = P_Calibrate;
    cfg->async = P_Async;
    cfg->divider_bits = P_DividerW;
    cfg->divider_min = P_DividerMin;
    cfg->divider_reset = P_DividerReset;
    cfg->idle_bytes = P_IdleBytes;
    cfg->idle_sync = P_IdleSync;
    cfg->idle_length = P_IdleLength;
    cfg->buffer_bytes = TRM_PIBSINK_BUFFER_MAX;
}

} // namespace

extern "C" {
extern const rtl_pibsink_kind RTL_KIND;
const rtl_pibsink_kind RTL_KIND = {RTL_STR(RTL_COMPONENT) RTL_STR(RTL_NAME),
                                   P_Lanes,
                                   model_cfg,
                                   create,
                                   destroy,
                                   settle,
                                   clock_edge,
                                   cycle};
}
