// SPDX-License-Identifier: Apache-2.0
// One Verilated ATB bridge behind the C interface.
#include "rtl_atbbridge.h"
#include "rtl_part.hpp"

struct rtl_atbbridge : rtl::part<RTL_TOP> {
};

namespace
{

using handle = rtl::handle<rtl_atbbridge, rtl::part<RTL_TOP>>;

void settle(rtl_atbbridge *rtl, rtl_atbbridge_io *io)
{
    RTL_TOP &t = *rtl->top;
    rtl->drive(io->apb);
    rtl->drive_link(io->in, P_Lanes);
    t.atready_i = io->target.atready;
    t.afvalid_i = io->target.afvalid;
    t.syncreq_i = io->target.syncreq;
    t.atstopped_i = io->target.stopped;
    t.flushed_i = io->flushed;
    rtl->settle();
    rtl->answer(io->apb);
    io->in.ready = t.link_ready_o;
    io->in.stopped = t.link_stopped_o;
    io->out = trm_atb_out{};
    io->out.atvalid = t.atvalid_o;
    io->out.atid = t.atid_o;
    io->out.atbytes = t.atbytes_o;
    for (unsigned i = 0; i < P_Width; i++) {
        io->out.atdata[i] = rtl::get_byte(t.atdata_o, i);
    }
    io->out.afready = t.afready_o;
    io->flush = t.flush_o;
    io->sync = t.sync_o;
}

void model_cfg(trm_atbbridge_cfg *cfg)
{
    trm_atbbridge_cfg_init(cfg);
    TRM_ATBBRIDGE_PARAMS_SV(RTL_PARAM)
    cfg->buffer_bytes = TRM_ATBBRIDGE_BUFFER_MAX;
}

} // namespace

extern "C" {
extern const rtl_atbbridge_kind RTL_KIND;
const rtl_atbbridge_kind RTL_KIND = {RTL_STR(RTL_COMPONENT) RTL_STR(RTL_NAME),
                                     P_Lanes,
                                     model_cfg,
                                     handle::create,
                                     handle::destroy,
                                     settle,
                                     handle::clock_edge,
                                     rtl::cycle<settle, handle::clock_edge>};
}
