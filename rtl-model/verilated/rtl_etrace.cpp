// SPDX-License-Identifier: Apache-2.0
// tr_etrace behind the C interface. One object for each set of parameters: RTL_NAME names it,
// P_XLen and so on are its parameters.
#include "rtl_etrace.h"
#include "rtl_part.hpp"

namespace
{

struct handle {
    VerilatedContext context;
    std::unique_ptr<RTL_TOP> top;
    uint64_t time = 0, time_next = 0; // of the entry that was taken last; of that which is shown

    handle()
    {
        context.threads(1);
        top = std::make_unique<RTL_TOP>(&context, "etrace");
        top->clk_i = 0;
        top->rst_ni = 0;
        for (int i = 0; i < 4; i++) { // clock edges in reset: no edge of rst_ni comes before it
            top->eval();
            top->clk_i = i % 2 == 0;
        }
        top->rst_ni = 1;
        top->eval();
    }

    ~handle()
    {
        Verilated::threadContextp(&context);
        top->final();
        top.reset();
    }
    handle(const handle &) = delete;
    handle &operator=(const handle &) = delete;
};

void *create()
{
    return new handle;
}

void destroy(void *dut)
{
    delete static_cast<handle *>(dut);
}

void settle(void *dut, const rtl_etrace_in *in, rtl_etrace_out *out)
{
    handle *h = static_cast<handle *>(dut);
    RTL_TOP *t = h->top.get();
    const ingress_block &b = in->in.block[0];
    t->clk_i = 0;
    t->clr_i = 0;
    t->valid_i = in->valid;
    t->block_i = in->block;
    t->end_i = in->end;
    t->support_i = in->support;
    t->ienable_i = in->ienable;
    t->options_i = in->options;
    t->resync_i = in->resync;
    t->watched_i = in->watched;
    t->check_i = t->due_i = t->near_i = t->gap_i = 0;
    rtl::put(t->iaddr_i, 0, P_XLen - 1, b.iaddr >> 1);
    rtl::put(t->iretire_i, 0, P_RetireW, b.iretire);
    rtl::put(t->itype_i, 0, P_ItypeW, b.itype);
    t->ilastsize_i = b.ilastsize & 1;
    t->sijump_i = b.sijump;
    rtl::put(t->priv_i, 0, P_PrivW, in->in.priv);
    t->ctype_i = in->in.ctype;
    rtl::put(t->context_i, 0, P_ContextW, in->in.context);
    rtl::put(t->cause_i, 0, P_EcauseW, in->in.cause);
    rtl::put(t->tval_i, 0, P_XLen, in->in.tval);
    rtl::put(t->time_i, 0, P_TsW, h->time); // one cycle after its entry
    h->time_next = in->in.time;
    t->hold_i = in->hold;
    t->link_ready_i = in->link_ready;
    t->src_bits_i = in->src_bits;
    t->src_i = in->src;
    t->ts_on_i = in->stamped;
    t->eval();
    out->ready = t->ready_o;
    out->lost = t->lost_o;
    out->overflow = t->overflow_o;
    out->sent = t->sent_o;
    out->idle = t->idle_o;
    out->link_valid = t->link_valid_o;
    out->link_last = t->link_last_o;
    out->link_bytes = static_cast<uint8_t>(t->link_bytes_o + 1);
    for (unsigned k = 0; k < P_Lanes; k++) {
        out->link_data[k] = rtl::get_byte(t->link_data_o, k);
    }
}

void clock_edge(void *dut)
{
    handle *h = static_cast<handle *>(dut);
    h->top->clk_i = 1;
    h->top->eval();
    h->time = h->time_next;
}

#ifdef RTL_SET_COUNT
void set_count(void *dut, uint32_t count)
{
    static_cast<handle *>(dut)
        ->top->rootp
        ->tr_etrace__DOT__u_core__DOT__u_flow__DOT__u_pending__DOT__gen_predict__DOT__u_predict__DOT__count_q =
        count;
}
#else
void (*const set_count)(void *dut, uint32_t count) = nullptr;
#endif

} // namespace

extern "C" {
extern const rtl_etrace_kind RTL_KIND;
const rtl_etrace_kind RTL_KIND = {
    RTL_STR(RTL_NAME),
    P_XLen,
    P_ItypeW,
    P_PrivW,
    P_ContextW,
    P_EcauseW,
    P_ReturnSize,
    P_CounterSize,
    P_PredictSize,
    P_CacheSize,
    P_SubformatW,
    P_TsW,
    P_SrcW,
    P_Lanes,
    P_RetireW,
    P_Context,
    P_Ts,
    (P_SequentialJump ? 32 : 0) | (P_FullAddress ? 4 : 0) | (P_ImplicitException ? 2 : 0) |
        (P_ReturnSize != 0 || P_CounterSize != 0 ? 1 : 0) | (P_PredictSize != 0 ? 16 : 0) |
        (P_CacheSize != 0 ? 8 : 0),
    create,
    destroy,
    settle,
    clock_edge,
    set_count,
};
}
