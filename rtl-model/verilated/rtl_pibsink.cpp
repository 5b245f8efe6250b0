// SPDX-License-Identifier: Apache-2.0
// One Verilated PIB sink behind the C interface.
#include "rtl_pibsink.h"
#include "rtl_part.hpp"

struct rtl_pibsink : rtl::part<RTL_TOP> {
};

namespace
{

using handle = rtl::handle<rtl_pibsink, rtl::part<RTL_TOP>>;

void settle(rtl_pibsink *rtl, rtl_pibsink_io *io)
{
    RTL_TOP &t = *rtl->top;
    rtl->drive(io->apb);
    rtl->drive_link(io->in, P_Lanes);
    rtl->settle();
    rtl->answer(io->apb);
    io->in.ready = t.link_ready_o;
    io->in.stopped = t.link_stopped_o;
    io->pins.clk = t.trc_clk_o;
    io->pins.data = t.trc_data_o;
}

void model_cfg(trm_pibsink_cfg *cfg)
{
    trm_pibsink_cfg_init(cfg);
    TRM_PIBSINK_PARAMS_SV(RTL_PARAM)
    cfg->buffer_bytes = TRM_PIBSINK_BUFFER_MAX;
}

} // namespace

extern "C" {
extern const rtl_pibsink_kind RTL_KIND;
const rtl_pibsink_kind RTL_KIND = {RTL_STR(RTL_COMPONENT) RTL_STR(RTL_NAME),
                                   P_Lanes,
                                   model_cfg,
                                   handle::create,
                                   handle::destroy,
                                   settle,
                                   handle::clock_edge,
                                   rtl::cycle<settle, handle::clock_edge>};
}
