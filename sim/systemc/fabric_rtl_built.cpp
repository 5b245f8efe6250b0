/* SPDX-License-Identifier: Apache-2.0 */
#include "systemc/fabric_rtl_built.hpp"

extern "C" {
#include "sim/sim_param.h"
}

namespace sim_rtl
{

namespace
{

sim_component_cfg encoder_cfg(void (*fill)(trm_encoder_cfg *))
{
    sim_component_cfg cfg{};
    trm_encoder_cfg defaults;

    trm_encoder_cfg_init(&defaults);
    fill(&cfg.u.encoder);
    cfg.u.encoder.fifo_bytes = defaults.fifo_bytes;
    cfg.u.encoder.restart_bytes = defaults.restart_bytes;
    return cfg;
}

sim_component_cfg pibsink_cfg(void (*fill)(trm_pibsink_cfg *))
{
    sim_component_cfg cfg{};
    trm_pibsink_cfg defaults;

    trm_pibsink_cfg_init(&defaults);
    fill(&cfg.u.pibsink);
    cfg.u.pibsink.buffer_bytes = defaults.buffer_bytes;
    return cfg;
}

sim_component_cfg atbbridge_cfg(void (*fill)(trm_atbbridge_cfg *))
{
    sim_component_cfg cfg{};
    trm_atbbridge_cfg defaults;

    trm_atbbridge_cfg_init(&defaults);
    fill(&cfg.u.atbbridge);
    cfg.u.atbbridge.buffer_bytes = defaults.buffer_bytes;
    return cfg;
}

/* What the tree says and no parameter does. */
void compare_shape(topology_kind kind, const sim_component_cfg &asked,
                   const sim_component_cfg &built, difference &d)
{
    const trm_ramsink_cfg &a = asked.u.ramsink, &b = built.u.ramsink;

    if (kind == TOPOLOGY_FUNNEL) {
        d.look("inputs", asked.u.funnel.inputs, built.u.funnel.inputs);
    }
    if (kind != TOPOLOGY_RAMSINK) {
        return;
    }
    d.look("sram_bytes", a.has_sram ? a.sram_bytes : 0, b.has_sram ? b.sram_bytes : 0);
    d.look("smem", a.has_smem, b.has_smem);
    d.look("smem_bytes", a.smem_bytes, b.smem_bytes);
    d.look("smem_start", a.smem_start, b.smem_start);
}

} // namespace

sim_component_cfg built_cfg(const rtl_encoder_kind &kind)
{
    return encoder_cfg(kind.cfg);
}

sim_component_cfg built_cfg(const rtl_funnel_kind &kind)
{
    sim_component_cfg cfg{};

    kind.cfg(&cfg.u.funnel);
    cfg.u.funnel.fifo_bytes = kind.depth * kind.lanes;
    return cfg;
}

sim_component_cfg built_cfg(const rtl_ramsink_kind &kind)
{
    sim_component_cfg cfg{};

    kind.cfg(&cfg.u.ramsink);
    return cfg;
}

sim_component_cfg built_cfg(const rtl_pibsink_kind &kind)
{
    return pibsink_cfg(kind.cfg);
}

sim_component_cfg built_cfg(const rtl_atbbridge_kind &kind)
{
    return atbbridge_cfg(kind.cfg);
}

sim_component_cfg built_cfg(const rtl_system_kind &kind, topology_kind what)
{
    sim_component_cfg cfg{};

    switch (what) {
    case TOPOLOGY_ENCODER:
        return encoder_cfg(kind.cfg);
    case TOPOLOGY_PIBSINK:
        return pibsink_cfg(kind.pibsink_cfg);
    case TOPOLOGY_ATBBRIDGE:
        return atbbridge_cfg(kind.atbbridge_cfg);
    case TOPOLOGY_FUNNEL:
        kind.funnel_cfg(&cfg.u.funnel);
        return cfg;
    case TOPOLOGY_RAMSINK:
        kind.ramsink_cfg(&cfg.u.ramsink);
        return cfg;
    case TOPOLOGY_UNKNOWN:
    case TOPOLOGY_SINK:
    case TOPOLOGY_NKINDS:
        break;
    }
    return cfg;
}

bool has_sink(const rtl_system_kind &kind, topology_kind what)
{
    switch (what) {
    case TOPOLOGY_RAMSINK:
        return kind.ram;
    case TOPOLOGY_PIBSINK:
        return kind.pib;
    case TOPOLOGY_ATBBRIDGE:
        return kind.atb;
    case TOPOLOGY_ENCODER:
    case TOPOLOGY_FUNNEL:
        return true;
    case TOPOLOGY_UNKNOWN:
    case TOPOLOGY_SINK:
    case TOPOLOGY_NKINDS:
        break;
    }
    return false;
}

difference compare(topology_kind kind, const sim_component_cfg &asked,
                   const sim_component_cfg &built)
{
    difference d;
    size_t n = 0;
    const sim_param *param = sim_params(kind, &n);

    compare_shape(kind, asked, built, d);
    for (size_t i = 0; i < n; i++) {
        d.look(param[i].name, sim_param_fetch(&param[i], &asked),
               sim_param_fetch(&param[i], &built));
    }
    return d;
}

void as_hardware(trm_encoder_cfg &cfg)
{
    if (cfg.hist_search == TRM_HIST_SEARCH_ANY) {
        cfg.hist_search = TRM_HIST_SEARCH_REGISTER;
    }
}

bool resets_to_zero(topology_kind kind, const sim_component_cfg &cfg)
{
    sim_component_cfg copy = cfg;
    const sim_garbage garbage = sim_param_garbage(kind, &copy);

    return garbage.undef && *garbage.undef == TRM_UNDEF_ZERO;
}

} // namespace sim_rtl
