// SPDX-License-Identifier: Apache-2.0
// tr_rvfi or tr_iti (RTL_ITI) behind the C interface. One object for each set of parameters:
// RTL_COMPONENT and RTL_NAME name it, P_XLen and so on are its parameters.
#include "rtl_adapter.h"
#include "rtl_part.hpp"

namespace
{

struct handle {
    VerilatedContext context;
    std::unique_ptr<RTL_TOP> top;

    handle()
    {
        context.threads(1);
        top = std::make_unique<RTL_TOP>(&context, "adapter");
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
    }
    handle(const handle &) = delete;
    handle &operator=(const handle &) = delete;
};

// A field of a port of any type, up to 64 bits.
template <class T> uint64_t get(const T &port, unsigned at, unsigned width)
{
    uint64_t value = 0;
    for (unsigned n = 0; 8 * n < at % 8 + width; n++) {
        uint64_t byte = rtl::get_byte(port, at / 8 + n);
        value |= n * 8 >= at % 8 ? byte << (8 * n - at % 8) : byte >> (at % 8);
    }
    return width >= 64 ? value : value & ((uint64_t{1} << width) - 1);
}

#ifdef RTL_ITI
constexpr unsigned lanes = P_Ports;

void drive(RTL_TOP *t, const rtl_adapter_in *in)
{
    for (unsigned k = 0; k < lanes; k++) {
        const rtl_iti_port &p = in->port[k];
        rtl::put(t->valid_i, k, 1, p.valid);
        rtl::put(t->iretire_i, P_WideW * k, P_WideW, p.iretire);
        rtl::put(t->itype_i, P_ItypeW * k, P_ItypeW, p.itype);
        rtl::put(t->ilastsize_i, k, 1, p.ilastsize);
        rtl::put(t->iaddr_i, P_XLen * k, P_XLen, p.iaddr);
    }
    rtl::put(t->cause_i, 0, P_CauseW, in->cause);
    rtl::put(t->tval_i, 0, P_XLen, in->tval);
    t->priv_i = in->priv;
}

bool sijump(const RTL_TOP *, unsigned)
{
    return false;
}
#else
constexpr unsigned lanes = P_Lanes;

void drive(RTL_TOP *t, const rtl_adapter_in *in)
{
    for (unsigned k = 0; k < lanes; k++) {
        const rtl_rvfi_lane &l = in->lane[k];
        rtl::put(t->rvfi_valid_i, k, 1, l.valid);
        rtl::put(t->rvfi_insn_i, 32 * k, 32, l.insn);
        rtl::put(t->rvfi_trap_i, k, 1, l.trap);
        rtl::put(t->rvfi_intr_i, k, 1, l.intr);
        rtl::put(t->rvfi_mode_i, 2 * k, 2, l.mode);
        rtl::put(t->rvfi_pc_rdata_i, P_XLen * k, P_XLen, l.pc);
        rtl::put(t->rvfi_pc_wdata_i, P_XLen * k, P_XLen, l.next);
        rtl::put(t->cause_i, P_XLen * k, P_XLen, l.cause);
        rtl::put(t->tval_i, P_XLen * k, P_XLen, l.tval);
    }
}

bool sijump(const RTL_TOP *t, unsigned k)
{
    return get(t->sijump_o, k, 1) != 0;
}
#endif

void *create()
{
    return new handle;
}

void destroy(void *adapter)
{
    delete static_cast<handle *>(adapter);
}

void settle(void *adapter, const rtl_adapter_in *in, rtl_adapter_out *out)
{
    RTL_TOP *t = static_cast<handle *>(adapter)->top.get();
    drive(t, in);
    t->stall_i = in->stall;
    t->eval();
    *out = {};
    out->valid = t->valid_o != 0;
    out->stall = t->stall_o != 0;
    out->lost = t->lost_o != 0;
    out->in.priv = t->priv_o;
    out->in.cause = t->cause_o;
    out->in.tval = t->tval_o;
    for (unsigned k = 0; k < P_Blocks && get(t->block_valid_o, k, 1) != 0; k++) {
        ingress_block &b = out->in.block[out->in.nblocks++];
        b.iaddr = get(t->iaddr_o, P_XLen * k, P_XLen);
        b.iretire = static_cast<uint32_t>(get(t->iretire_o, P_RetireW * k, P_RetireW));
        b.itype = static_cast<uint8_t>(get(t->itype_o, P_ItypeW * k, P_ItypeW));
        b.ilastsize = static_cast<uint8_t>(get(t->ilastsize_o, k, 1));
        b.sijump = sijump(t, k);
    }
}

void clock_edge(void *adapter)
{
    RTL_TOP *t = static_cast<handle *>(adapter)->top.get();
    t->clk_i = 1;
    t->eval();
    t->clk_i = 0;
    t->eval();
}

} // namespace

extern "C" {
extern const rtl_adapter_kind RTL_KIND;
const rtl_adapter_kind RTL_KIND = {
    RTL_STR(RTL_COMPONENT) RTL_STR(RTL_NAME),
    P_XLen,
    lanes,
    P_Blocks,
    P_ItypeW,
    P_RetireW,
#ifdef RTL_ITI
    true,
    P_Single,
    P_TrapCounts,
#else
    false,
    false,
    false,
#endif
    create,
    destroy,
    settle,
    clock_edge,
};
}
