// SPDX-License-Identifier: Apache-2.0
// The ingress ports and the parameters of encoders, in tr_encoder and in tr_system, where hart k
// has its part of each port.
#ifndef RTL_ENCODER_PORTS_HPP
#define RTL_ENCODER_PORTS_HPP

#include "rtl_part.hpp"
#include "trm/trm_encoder.h"

namespace rtl
{

constexpr unsigned ext_trig_width = P_ExtTriggers > 0 ? P_ExtTriggers : 1;

// No record: levels stay.
template <class Top> void put_no_record(Top &t, unsigned k)
{
    put(t.valid_i, k, 1, 0);
    put(t.trigger_i, k * (P_Blocks + 2), P_Blocks + 2, 0);
    put(t.ext_trig_i, k * ext_trig_width, ext_trig_width, 0);
}

// The data accesses of a record, for the ports that there are.
template <class Top> void put_accesses(Top &t, unsigned k, const ingress_cycle &in)
{
    for (unsigned n = 0; n < P_DataPorts; n++) {
        const ingress_access &a = in.access[n];
        const ingress_block &b = in.block[a.block % INGRESS_MAX_BLOCKS];
        const unsigned at = k * P_DataPorts + n;
        const bool load = a.dtype == INGRESS_DTYPE_LOAD;
        put(t.dretire_i, at, 1, n < in.naccess);
        if (n >= in.naccess) {
            continue;
        }
        put(t.dtype_i, 4 * at, 4, a.dtype);
        put(t.daddr_i, at * P_XLen, P_XLen, a.daddr);
        put(t.dsize_i, 3 * at, 3, a.dsize);
        put(t.data_i, 128 * at, 64, load ? a.load : a.store);
        put(t.data_i, 128 * at + 64, 64, load ? 0 : a.load);
        put(t.iaddr_lsbs_i, at * P_RetireW, P_RetireW, b.iaddr / 2 + a.insn);
        put(t.dblock_i, at, 1, a.block);
    }
}

template <class Top> void put_record(Top &t, unsigned k, const ingress_cycle &in)
{
    for (unsigned n = 0; n < P_Blocks; n++) {
        const ingress_block &b = in.block[n];
        const unsigned at = k * P_Blocks + n;
        put(t.block_valid_i, at, 1, n < in.nblocks);
        put(t.iaddr_i, at * P_XLen, P_XLen, b.iaddr);
        put(t.iretire_i, at * P_RetireW, P_RetireW, b.iretire);
        put(t.itype_i, at * P_ItypeW, P_ItypeW, b.itype);
        put(t.ilastsize_i, at, 1, b.ilastsize);
        put(t.sijump_i, at, 1, b.sijump);
    }
    put(t.valid_i, k, 1, 1);
    put(t.priv_i, 3 * k, 3, in.priv);
    put(t.ctype_i, 2 * k, 2, in.ctype);
    put(t.context_i, k * P_ContextW, P_ContextW, in.context);
    put(t.hcontext_i, k * P_ContextW, P_ContextW, in.hcontext);
    put(t.cause_i, k * P_XLen, P_XLen, in.cause);
    put(t.tval_i, k * P_XLen, P_XLen, in.tval);
    put(t.impdef_i, 32 * k, 32, in.impdef);
    put(t.trigger_i, k * (P_Blocks + 2), P_Blocks + 2, in.trigger);
    put(t.ext_trig_i, k * ext_trig_width, ext_trig_width, in.ext_trig);
    put(t.halted_i, k, 1, in.halted);
    put(t.reset_i, k, 1, in.reset);
    put(t.lowpower_i, k, 1, in.lowpower);
    if (P_DataTrace) {
        put_accesses(t, k, in);
    }
}

// The model with the same parameters, and a queue that never fills. Static: each set of parameters
// has its own.
static void encoder_cfg(trm_encoder_cfg *cfg)
{
    trm_encoder_cfg_init(cfg);
    TRM_ENCODER_PARAMS_SV(RTL_PARAM)
    cfg->fifo_bytes = TRM_ENCODER_FIFO_MAX;
}

} // namespace rtl

#endif
