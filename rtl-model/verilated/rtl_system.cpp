// SPDX-License-Identifier: Apache-2.0
// One Verilated trace subsystem with its SRAM behind the C interface.
#include "rtl_system.h"
#include "rtl_part.hpp"

struct rtl_system : rtl::part<RTL_TOP> {
    uint32_t sram[P_SramBytes / 4] = {0};

    rtl_system() : part("tr_system")
    {
    }
};

namespace
{

rtl_system *create()
{
    return new rtl_system;
}

void destroy(rtl_system *rtl)
{
    delete rtl;
}

void set_record(RTL_TOP &t, unsigned k, const trm_ingress *in)
{
    const trm_block &b = in->block[0];
    rtl::put(t.valid_i, k, 1, 1);
    rtl::put(t.block_valid_i, k, 1, in->nblocks != 0);
    rtl::put(t.iaddr_i, k * P_XLen, P_XLen, b.iaddr);
    rtl::put(t.iretire_i, k * P_RetireW, P_RetireW, b.iretire);
    rtl::put(t.itype_i, k * P_ItypeW, P_ItypeW, b.itype);
    rtl::put(t.ilastsize_i, k, 1, b.ilastsize);
    rtl::put(t.sijump_i, k, 1, b.sijump);
    rtl::put(t.priv_i, 3 * k, 3, in->priv);
    rtl::put(t.ctype_i, 2 * k, 2, in->ctype);
    rtl::put(t.context_i, k * P_ContextW, P_ContextW, in->context);
    rtl::put(t.cause_i, k * P_XLen, P_XLen, in->cause);
    rtl::put(t.tval_i, k * P_XLen, P_XLen, in->tval);
    rtl::put(t.halted_i, k, 1, in->halted);
    rtl::put(t.reset_i, k, 1, in->reset);
    rtl::put(t.lowpower_i, k, 1, in->lowpower);
}

void cycle(rtl_system *rtl, rtl_system_io *io)
{
    RTL_TOP &t = *rtl->top;
    rtl->drive(io->apb);
    for (unsigned k = 0; k < P_Harts; k++) {
        rtl::put(t.valid_i, k, 1, 0);
        if (io->record[k] != nullptr) {
            set_record(t, k, io->record[k]);
        }
    }
    rtl->settle();
    rtl->answer(io->apb);
    for (unsigned k = 0; k < P_Harts; k++) {
        io->stall[k] = (t.stall_o >> k & 1) != 0;
    }
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

void model_cfg(trm_encoder_cfg *cfg)
{
    trm_encoder_cfg_init(cfg);
    cfg->xlen = P_XLen;
    cfg->hist_search = P_HistSearch;
    cfg->ts_modes = P_TsModes;
    cfg->fifo_bytes = TRM_ENCODER_FIFO_MAX;
}

} // namespace

extern "C" {
extern const rtl_system_kind RTL_KIND;
const rtl_system_kind RTL_KIND = {RTL_STR(RTL_COMPONENT) RTL_STR(RTL_NAME),
                                  P_Harts,
                                  P_SramBytes,
                                  model_cfg,
                                  create,
                                  destroy,
                                  cycle};
}
