/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The fabric of SystemC modules, with components in SystemVerilog (rtl-model/rtl, by Verilator) in
 * place of C models. For C and C++; link with libtrvl, the Verilated libraries and libsystemc.
 * docs/howto/bring-your-own-rtl.md has the rest.
 */
#ifndef SIM_FABRIC_RTL_H
#define SIM_FABRIC_RTL_H

#include "sim/sim_fabric_sc.h"

#ifdef __cplusplus
extern "C" {
#endif

struct sim_fabric_rtl_cfg {
    struct sim_fabric_sc_cfg sc;
    /* Which implementation: items between commas, a later one wins. "rtl" or "model" is for all
     * components that have both, "encoder=rtl" for all of a kind, "encoder-0=rtl" for one;
     * "system=rtl" is one tr_system in place of all. NULL: models. */
    const char *impl;
};

/* As sim_fabric_sc. There is RTL of every component. make() also refuses an item that is malformed
 * or names no component of the tree; a parameter that the RTL was not built with; system=rtl for a
 * tree that is not that of a tr_system. */
struct sim_fabric_maker sim_fabric_rtl(const struct sim_fabric_rtl_cfg *cfg);

#ifdef __cplusplus
}
#endif

#endif
