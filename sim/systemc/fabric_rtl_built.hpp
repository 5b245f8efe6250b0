/* SPDX-License-Identifier: Apache-2.0 */
/* The parameters of Verilated designs against those that are asked for. Private to fabric_rtl*. */
#ifndef SYSTEMC_FABRIC_RTL_BUILT_HPP
#define SYSTEMC_FABRIC_RTL_BUILT_HPP

#include <string>

#include "trvl_cores.hpp"

extern "C" {
#include "sim/sim_fabric.h"
}

namespace sim_rtl
{

/* The model's configuration for the design's parameters. An encoder's queue counts messages, not
 * bytes, and that of a PIB sink or an ATB bridge beats: its size stands for the model's default. */
sim_component_cfg built_cfg(const rtl_encoder_kind &kind);
sim_component_cfg built_cfg(const rtl_funnel_kind &kind);
sim_component_cfg built_cfg(const rtl_ramsink_kind &kind);
sim_component_cfg built_cfg(const rtl_pibsink_kind &kind);
sim_component_cfg built_cfg(const rtl_atbbridge_kind &kind);
/* A component of a tr_system that has it. */
sim_component_cfg built_cfg(const rtl_system_kind &kind, topology_kind what);
bool has_sink(const rtl_system_kind &kind, topology_kind what);

/* The number of parameters that differ, and the message for the first. */
struct difference {
    unsigned count = 0;
    std::string text;

    void look(const std::string &name, uint64_t asked, uint64_t built)
    {
        if (asked != built && count++ == 0) {
            text = name + "=" + std::to_string(asked) + ": the RTL that is built has " + name +
                   "=" + std::to_string(built);
        }
    }
    void miss(const char *what)
    {
        text = what;
        count = MISSING;
    }

    static constexpr unsigned MISSING = 1000; /* more than parameters */
};

difference compare(topology_kind kind, const sim_component_cfg &asked,
                   const sim_component_cfg &built);

/* Searching every length of repetition is for software: the model's default means 0 here. */
void as_hardware(trm_encoder_cfg &cfg);

bool resets_to_zero(topology_kind kind, const sim_component_cfg &cfg);

} // namespace sim_rtl

#endif
