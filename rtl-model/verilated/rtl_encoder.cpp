// SPDX-License-Identifier: Apache-2.0
// One Verilated encoder behind the C interface. Built once for each set of parameters: RTL_NAME is
// its name, and P_XLen, P_Blocks and so on are the parameters that differ from their defaults.
#define RTL_COMPONENT encoder_

#include "rtl_encoder.h"
#include "rtl_encoder_ports.hpp"

template <class Top> struct encoder_of : rtl::part<Top> {
    using rtl::part<Top>::part;

    void reset()
    {
        this->top->halted_i = this->top->reset_i = this->top->lowpower_i = 0; // levels
        rtl::part<Top>::reset();
    }
};

struct rtl_encoder : encoder_of<RTL_TOP> {
};

namespace
{

using handle = rtl::handle<rtl_encoder, encoder_of<RTL_TOP>>;

void settle(rtl_encoder *rtl, const rtl_encoder_in *in, rtl_encoder_out *out)
{
    RTL_TOP *t = rtl->top.get();
    rtl::put_no_record(*t, 0);
    if (in->record != nullptr) {
        rtl::put_record(*t, 0, *in->record);
    }
    rtl::put(t->time_i, 0, P_TsW, in->time);
    rtl::put(t->shared_i, 0, P_TsW, in->shared);
    t->link_ready_i = in->link_ready;
    t->link_stopped_i = in->link_stopped;
    t->psel_i = in->psel;
    t->penable_i = in->penable;
    t->pwrite_i = in->pwrite;
    rtl::put(t->paddr_i, 0, 12, in->paddr);
    t->pwdata_i = in->pwdata;
    t->flush_i = in->flush;
    t->sync_i = in->sync;
    t->pstrb_i = 15 & ~in->left_out;
    rtl->settle();
    out->stall = t->stall_o;
    out->pready = t->pready_o;
    out->pslverr = t->pslverr_o;
    out->prdata = t->prdata_o;
    out->link_valid = t->link_valid_o;
    out->link_last = t->link_last_o;
    out->link_bytes = static_cast<uint8_t>(t->link_bytes_o + 1);
    out->ext_trig = t->ext_trig_o;
    out->flushed = t->flushed_o;
    for (unsigned i = 0; i < P_Lanes; i++) {
        out->link_data[i] = rtl::get_byte(t->link_data_o, i);
    }
}

} // namespace

extern "C" {
extern const rtl_encoder_kind RTL_KIND;
const rtl_encoder_kind RTL_KIND = {
    RTL_STR(RTL_NAME),
    P_Lanes,
    P_Blocks,
    P_RetireW,
    P_DataTrace ? P_DataPorts : 0,
    rtl::encoder_cfg,
    handle::create,
    handle::destroy,
    settle,
    handle::clock_edge,
    rtl::cycle<settle, handle::clock_edge>,
};
}
