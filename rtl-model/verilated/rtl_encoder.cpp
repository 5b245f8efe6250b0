// SPDX-License-Identifier: Apache-2.0
// One Verilated encoder behind the C interface. Built once for each set of parameters: RTL_NAME is
// its name, and P_XLen, P_Blocks and so on are the parameters that differ from their defaults.
#include "rtl_encoder.h"

#include <memory>
#include <type_traits>

#define RTL_STR_(x)    #x
#define RTL_STR(x)     RTL_STR_(x)
#define RTL_CAT_(a, b) a##b
#define RTL_CAT(a, b)  RTL_CAT_(a, b)
#define RTL_TOP        RTL_CAT(Vtr_encoder_, RTL_NAME)

#include <rtl_params.h> // made from the SystemVerilog (module.mk), as is
#include <rtl_top.h>    // the class of this set of parameters
#include <verilated.h>

namespace
{

// Put a field into a port, whatever type its width has.
template <class T>
std::enable_if_t<std::is_integral_v<T>> put(T &port, unsigned at, unsigned width, uint64_t value)
{
    uint64_t mask = (width >= 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1) << at;
    port = static_cast<T>((port & ~mask) | ((value << at) & mask));
}

template <std::size_t N> void put(VlWide<N> &port, unsigned at, unsigned width, uint64_t value)
{
    for (unsigned i = 0; i < width; i++) {
        uint32_t bit = uint32_t{1} << ((at + i) % 32);
        uint32_t &word = port.m_storage[(at + i) / 32];
        word = ((value >> i) & 1) != 0 ? word | bit : word & ~bit;
    }
}

template <class T> uint64_t get(const T &port)
{
    return static_cast<uint64_t>(port);
}

} // namespace

struct rtl_encoder {
    VerilatedContext context;
    std::unique_ptr<RTL_TOP> top;
};

namespace
{

void clock_edge(rtl_encoder *rtl)
{
    rtl->top->clk_i = 1;
    rtl->top->eval();
}

rtl_encoder *create()
{
    auto *rtl = new rtl_encoder;
    rtl->context.threads(1);
    rtl->top = std::make_unique<RTL_TOP>(&rtl->context, "tr_encoder");
    rtl->top->rst_ni = 0;
    for (int i = 0; i < 3; i++) {
        rtl->top->clk_i = 0;
        rtl->top->eval();
        clock_edge(rtl);
    }
    rtl->top->clk_i = 0;
    rtl->top->rst_ni = 1;
    rtl->top->pstrb_i = 15;
    rtl->top->eval();
    return rtl;
}

void destroy(rtl_encoder *rtl)
{
    // Verilator 5.006 frees a model in the thread's current context.
    Verilated::threadContextp(&rtl->context);
    rtl->top->final();
    rtl->top.reset();
    delete rtl;
}

void set_blocks(RTL_TOP *t, const trm_ingress *in)
{
    for (unsigned k = 0; k < P_Blocks; k++) {
        const trm_block *b = &in->block[k];
        put(t->block_valid_i, k, 1, k < in->nblocks);
        put(t->iaddr_i, k * P_XLen, P_XLen, b->iaddr);
        put(t->iretire_i, k * P_RetireW, P_RetireW, b->iretire);
        put(t->itype_i, k * P_ItypeW, P_ItypeW, b->itype);
        put(t->ilastsize_i, k, 1, b->ilastsize);
        put(t->sijump_i, k, 1, b->sijump);
    }
}

void set_record(RTL_TOP *t, const trm_ingress *in)
{
    t->valid_i = 1;
    set_blocks(t, in);
    t->priv_i = in->priv;
    t->ctype_i = in->ctype;
    put(t->context_i, 0, P_ContextW, in->context);
    put(t->hcontext_i, 0, P_ContextW, in->hcontext);
    put(t->cause_i, 0, P_XLen, in->cause);
    put(t->tval_i, 0, P_XLen, in->tval);
    t->impdef_i = in->impdef;
    put(t->trigger_i, 0, P_Blocks + 2, in->trigger);
    put(t->ext_trig_i, 0, P_ExtTriggers > 0 ? P_ExtTriggers : 1, in->ext_trig);
    t->halted_i = in->halted;
    t->reset_i = in->reset;
    t->lowpower_i = in->lowpower;
}

void settle(rtl_encoder *rtl, const rtl_encoder_in *in, rtl_encoder_out *out)
{
    RTL_TOP *t = rtl->top.get();
    t->valid_i = 0;
    t->trigger_i = 0;
    t->ext_trig_i = 0;
    if (in->record != nullptr) {
        set_record(t, in->record);
    }
    put(t->time_i, 0, P_TsW, in->time);
    put(t->shared_i, 0, P_TsW, in->shared);
    t->link_ready_i = in->link_ready;
    t->psel_i = in->psel;
    t->penable_i = in->penable;
    t->pwrite_i = in->pwrite;
    t->paddr_i = static_cast<decltype(t->paddr_i + 0)>(in->paddr) & 0xFFF;
    t->pwdata_i = in->pwdata;
    t->flush_i = in->flush;
    t->sync_i = in->sync;
    t->pstrb_i = 15 & ~in->left_out;
    t->clk_i = 0;
    t->eval();
    out->stall = t->stall_o;
    out->pready = t->pready_o;
    out->pslverr = t->pslverr_o;
    out->prdata = t->prdata_o;
    out->link_valid = t->link_valid_o;
    out->link_last = t->link_last_o;
    out->ext_trig = t->ext_trig_o;
    out->flushed = t->flushed_o;
    for (unsigned i = 0; i < P_Lanes; i++) {
        out->link_data[i] = static_cast<uint8_t>(get(t->link_data_o) >> (8 * i));
    }
}

void cycle(rtl_encoder *rtl, const rtl_encoder_in *in, rtl_encoder_out *out)
{
    settle(rtl, in, out);
    clock_edge(rtl);
}

void model_cfg(trm_encoder_cfg *cfg)
{
    trm_encoder_cfg_init(cfg);
    cfg->xlen = P_XLen;
    cfg->itype_width = P_ItypeW;
    cfg->btm = P_Btm;
    cfg->htm = P_Htm;
    cfg->hist_bits = P_HistW;
    cfg->icnt_bits = P_IcntW;
    cfg->btype_split = P_BtypeSplit;
    cfg->hist_always = P_HistAlways;
    cfg->src_bits = P_SrcW;
    cfg->sync_modes = P_SyncModes;
    cfg->context = P_Context;
    cfg->hcontext = P_HContext;
    cfg->context_bits = P_ContextW;
    cfg->triggers = P_Triggers;
    cfg->ext_triggers = P_ExtTriggers;
    cfg->ext_outputs = P_ExtOutputs;
    cfg->ext_events = P_ExtEvents;
    cfg->dbg_control = P_DbgControl;
    cfg->stall = P_Stall;
    cfg->all_jumps = P_AllJumps;
    cfg->extend_addr_msb = P_ExtendAddrMsb;
    cfg->sequential_jump = P_SequentialJump;
    cfg->implicit_return = P_ImplicitReturn;
    cfg->return_depth = P_ReturnDepth;
    cfg->return_bits = P_ReturnW;
    cfg->repeated_history = P_RepeatedHistory;
    cfg->hrepeat_bits = P_HrepeatW;
    cfg->hist_search = P_HistSearch;
    cfg->repeat_branch = P_RepeatBranch;
    cfg->repeat_branch_htm = P_RepeatBranchHtm;
    cfg->bcnt_bits = P_BcntW;
    cfg->ts_modes = P_TsModes;
    cfg->ts_width = P_TsW;
    cfg->ts_messages = P_TsMessages;
    cfg->fifo_bytes = TRM_ENCODER_FIFO_MAX;
}

} // namespace

extern "C" {
extern const rtl_encoder_kind RTL_CAT(rtl_encoder_, RTL_NAME);
const rtl_encoder_kind RTL_CAT(rtl_encoder_, RTL_NAME) = {
    RTL_STR(RTL_NAME), P_Lanes, P_Blocks,   P_RetireW, model_cfg, create,
    destroy,           settle,  clock_edge, cycle,
};
}
