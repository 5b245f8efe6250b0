// SPDX-License-Identifier: Apache-2.0
// One Verilated funnel behind the C interface.
#include "rtl_funnel.h"
#include "rtl_part.hpp"

struct rtl_funnel : rtl::part<RTL_TOP> {
};

namespace
{

using handle = rtl::handle<rtl_funnel, rtl::part<RTL_TOP>>;

constexpr unsigned BYTES_W = P_Lanes == 8 ? 3 : P_Lanes == 4 ? 2 : 1;

// Up to the end of the message: MSEO 11.
uint8_t ntrace_bytes(const rtl_link &beat)
{
    unsigned n = 1;
    while (n < P_Lanes && (beat.data[n - 1] & 3) != 3) {
        n++;
    }
    return static_cast<uint8_t>(n);
}

void settle(rtl_funnel *rtl, rtl_funnel_io *io)
{
    RTL_TOP &t = *rtl->top;
    rtl->drive(io->apb);
    rtl::put(t.ts_i, 0, P_TsW, io->ts_in);
    for (unsigned i = 0; i < P_Inputs; i++) {
        rtl::put(t.link_valid_i, i, 1, io->in[i].valid);
        rtl::put(t.link_last_i, i, 1, io->in[i].last);
        rtl::put(t.link_bytes_i, BYTES_W * i, BYTES_W, rtl::link_bytes(io->in[i]));
        for (unsigned k = 0; k < P_Lanes; k++) {
            rtl::put(t.link_data_i, 8 * (P_Lanes * i + k), 8, io->in[i].data[k]);
        }
    }
    t.link_ready_i = io->out.ready;
    t.link_stopped_i = io->out.stopped;
    t.flush_i = io->flush;
    t.sync_i = io->sync;
    rtl::put(t.flushed_i, 0, P_Inputs, io->flushed_in);
    rtl->settle();
    rtl->answer(io->apb);
    io->ts_out = t.ts_o;
    io->flushed = t.flushed_o;
    io->flush_out = t.flush_o;
    io->sync_out = t.sync_o;
    for (unsigned i = 0; i < P_Inputs; i++) {
        io->in[i].ready = (t.link_ready_o >> i & 1) != 0;
        io->in[i].stopped = (t.link_stopped_o >> i & 1) != 0;
    }
    io->out.valid = t.link_valid_o;
    io->out.last = t.link_last_o;
    for (unsigned k = 0; k < P_Lanes; k++) {
        io->out.data[k] = rtl::get_byte(t.link_data_o, k);
    }
    io->out.bytes = P_Etrace ? static_cast<uint8_t>(t.link_bytes_o + 1) : ntrace_bytes(io->out);
}

void model_cfg(trm_funnel_cfg *cfg)
{
    trm_funnel_cfg_init(cfg);
    TRM_FUNNEL_PARAMS_SV(RTL_PARAM)
    cfg->fifo_bytes = P_Depth == 0 ? 0 : TRM_FUNNEL_FIFO_MAX;
}

} // namespace

extern "C" {
extern const rtl_funnel_kind RTL_KIND;
const rtl_funnel_kind RTL_KIND = {RTL_STR(RTL_COMPONENT) RTL_STR(RTL_NAME),
                                  P_Lanes,
                                  P_Depth,
                                  P_Etrace,
                                  model_cfg,
                                  handle::create,
                                  handle::destroy,
                                  settle,
                                  handle::clock_edge,
                                  rtl::cycle<settle, handle::clock_edge>};
}
