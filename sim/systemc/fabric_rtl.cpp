/* SPDX-License-Identifier: Apache-2.0 */
/* Which components are RTL, and which of the Verilated designs is theirs. */
#include <cstdio>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/sim_fabric_sc.hpp"
#include "trvl_cores.hpp"

extern "C" {
#include "sim/sim_fabric_rtl.h"
#include "sim/sim_param.h"

/* The designs that are built (rtl-model/verilated/module.mk). */
extern const rtl_encoder_kind rtl_encoder_p32, rtl_encoder_p64, rtl_encoder_p32sh,
    rtl_encoder_p64sh;
extern const rtl_funnel_kind rtl_funnel_p2, rtl_funnel_p4, rtl_funnel_p2sh, rtl_funnel_p2no,
    rtl_funnel_p4no;
extern const rtl_ramsink_kind rtl_ramsink_p4m, rtl_ramsink_p64k, rtl_ramsink_pmem,
    rtl_ramsink_pboth;
extern const rtl_pibsink_kind rtl_pibsink_p;
extern const rtl_atbbridge_kind rtl_atbbridge_p;
extern const rtl_system_kind rtl_system_p1x32, rtl_system_p1x64, rtl_system_p4x32, rtl_system_p4x64,
    rtl_system_p4m64;
}

namespace
{

const rtl_encoder_kind *const encoder_kinds[] = {&rtl_encoder_p32, &rtl_encoder_p64,
                                                 &rtl_encoder_p32sh, &rtl_encoder_p64sh};
const rtl_funnel_kind *const funnel_kinds[] = {&rtl_funnel_p2, &rtl_funnel_p4, &rtl_funnel_p2sh,
                                               &rtl_funnel_p2no, &rtl_funnel_p4no};
const rtl_ramsink_kind *const ramsink_kinds[] = {&rtl_ramsink_p4m, &rtl_ramsink_p64k,
                                                 &rtl_ramsink_pmem, &rtl_ramsink_pboth};
const rtl_pibsink_kind *const pibsink_kinds[] = {&rtl_pibsink_p};
const rtl_atbbridge_kind *const atbbridge_kinds[] = {&rtl_atbbridge_p};
const rtl_system_kind *const system_kinds[] = {
    &rtl_system_p1x32, &rtl_system_p1x64, &rtl_system_p4x32, &rtl_system_p4x64, &rtl_system_p4m64};

/* What the model would be with the design's parameters. An encoder's queue counts messages, not
 * bytes: its size stands for the model's default. */
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

/* Of these, too, the model has the largest queue. */
sim_component_cfg built_cfg(const rtl_pibsink_kind &kind)
{
    sim_component_cfg cfg{};
    trm_pibsink_cfg defaults;

    trm_pibsink_cfg_init(&defaults);
    kind.cfg(&cfg.u.pibsink);
    cfg.u.pibsink.buffer_bytes = defaults.buffer_bytes;
    return cfg;
}

sim_component_cfg built_cfg(const rtl_atbbridge_kind &kind)
{
    sim_component_cfg cfg{};
    trm_atbbridge_cfg defaults;

    trm_atbbridge_cfg_init(&defaults);
    kind.cfg(&cfg.u.atb.bridge);
    cfg.u.atb.bridge.buffer_bytes = defaults.buffer_bytes;
    return cfg;
}

/* A component of a tr_system. */
sim_component_cfg built_cfg(const rtl_system_kind &kind, topology_kind what)
{
    sim_component_cfg cfg{};

    if (what == TOPOLOGY_ENCODER)
        return encoder_cfg(kind.cfg);
    if (what == TOPOLOGY_FUNNEL)
        kind.funnel_cfg(&cfg.u.funnel);
    else
        kind.ramsink_cfg(&cfg.u.ramsink);
    return cfg;
}

/* How many parameters differ, and what is said of the first. */
struct difference {
    unsigned count = 0;
    std::string text;

    void look(const std::string &name, uint64_t asked, uint64_t built)
    {
        if (asked != built && count++ == 0)
            text = name + "=" + std::to_string(asked) + ": the RTL that is built has " + name +
                   "=" + std::to_string(built);
    }
};

/* What the tree says and no parameter does. */
void compare_shape(topology_kind kind, const sim_component_cfg &asked,
                   const sim_component_cfg &built, difference &d)
{
    const trm_ramsink_cfg &a = asked.u.ramsink, &b = built.u.ramsink;

    if (kind == TOPOLOGY_FUNNEL)
        d.look("inputs", asked.u.funnel.inputs, built.u.funnel.inputs);
    if (kind != TOPOLOGY_RAMSINK)
        return;
    d.look("sram_bytes", a.has_sram ? a.sram_bytes : 0, b.has_sram ? b.sram_bytes : 0);
    d.look("smem", a.has_smem, b.has_smem);
    d.look("smem_bytes", a.smem_bytes, b.smem_bytes);
    d.look("smem_start", a.smem_start, b.smem_start);
}

difference compare(topology_kind kind, const sim_component_cfg &asked,
                   const sim_component_cfg &built)
{
    difference d;
    size_t n = 0;
    const sim_param *param = sim_params(kind, &n);

    compare_shape(kind, asked, built, d);
    for (size_t i = 0; i < n; i++)
        d.look(param[i].name, sim_param_fetch(&param[i], &asked),
               sim_param_fetch(&param[i], &built));
    return d;
}

/* Searching every length of repetition is for software: the model's default means 0 here. */
void as_hardware(trm_encoder_cfg &cfg)
{
    if (cfg.hist_search == TRM_HIST_SEARCH_ANY)
        cfg.hist_search = TRM_HIST_SEARCH_REGISTER;
}

bool resets_to_zero(topology_kind kind, const sim_component_cfg &cfg)
{
    switch (kind) {
    case TOPOLOGY_ENCODER:
        return cfg.u.encoder.undef == TRM_UNDEF_ZERO;
    case TOPOLOGY_FUNNEL:
        return cfg.u.funnel.undef == TRM_UNDEF_ZERO;
    case TOPOLOGY_RAMSINK:
        return cfg.u.ramsink.undef == TRM_UNDEF_ZERO;
    case TOPOLOGY_PIBSINK:
        return cfg.u.pibsink.undef == TRM_UNDEF_ZERO;
    default:
        return cfg.u.atb.bridge.undef == TRM_UNDEF_ZERO;
    }
}

/* Is the tree that of a tr_system: the encoder of each hart at the input of its number, or one
 * encoder at the sink? */
bool is_system(const topology &tree, unsigned harts)
{
    if (tree.ncomponents != harts + (harts > 1 ? 2 : 1) || tree.nlinks != tree.ncomponents - 1)
        return false;
    for (unsigned i = 0; i < tree.nlinks; i++) {
        const topology_link &link = tree.link[i];
        const topology_component &src = tree.component[link.src];
        const topology_kind to = tree.component[link.dst].kind;

        if (src.kind == TOPOLOGY_ENCODER && harts > 1) {
            if (to != TOPOLOGY_FUNNEL || link.dst_port != src.hart.index)
                return false;
        } else if (to != TOPOLOGY_RAMSINK || src.kind == TOPOLOGY_RAMSINK) {
            return false;
        }
    }
    return true;
}

class rtl_cores final : public trsc::core_maker
{
  public:
    rtl_cores(const sim_fabric_env &env, const char *impl)
        : m_rtl(env.tree->ncomponents), m_tree(*env.tree)
    {
        std::istringstream items(impl != nullptr ? impl : "");
        for (std::string item; std::getline(items, item, ',');)
            choose(item);
        if (m_whole)
            make_system(env);
    }
    std::unique_ptr<trsc::encoder_core> encoder(unsigned component,
                                                const trm_encoder_cfg &cfg) override;
    std::unique_ptr<trsc::funnel_core> funnel(unsigned component,
                                              const trm_funnel_cfg &cfg) override;
    std::unique_ptr<trsc::ramsink_core> ramsink(unsigned component,
                                                const trm_ramsink_cfg &cfg) override;
    std::unique_ptr<trsc::pibsink_core> pibsink(unsigned component,
                                                const trm_pibsink_cfg &cfg) override;
    std::unique_ptr<trsc::atbbridge_core> atbbridge(unsigned component,
                                                    const trm_atbbridge_cfg &cfg) override;

  private:
    std::string name(unsigned i) const
    {
        char text[TOPOLOGY_NAME_MAX];
        return topology_name(&m_tree, i, text);
    }
    void choose(const std::string &item);
    void set(const std::string &who, bool rtl);
    void make_system(const sim_fabric_env &env);
    void same_system(const sim_fabric_env &env, const rtl_system_kind &kind, difference &d) const;
    template <class Kind, size_t N>
    const Kind &find(unsigned component, const sim_component_cfg &asked,
                     const Kind *const (&kinds)[N]) const;

    std::vector<bool> m_rtl;
    bool m_whole = false; /* one tr_system in place of all components */
    std::unique_ptr<trvl::system> m_system;
    const topology &m_tree;
};

void rtl_cores::choose(const std::string &item)
{
    const size_t at = item.find('=');
    const std::string who = at == std::string::npos ? "" : item.substr(0, at);
    const std::string what = at == std::string::npos ? item : item.substr(at + 1);

    if ((what != "rtl" && what != "model") || at == 0)
        throw std::runtime_error("--impl " + item +
                                 ": it is rtl or model, for all or as in encoder-0=rtl");
    set(who, what == "rtl");
}

/* who: a component's name, a kind, or "" for all that have RTL. */
void rtl_cores::set(const std::string &who, bool rtl)
{
    bool found = who.empty() || who == "system";

    if (found)
        m_whole = rtl && who == "system";
    for (unsigned i = 0; i < m_rtl.size(); i++) {
        const topology_kind kind = m_tree.component[i].kind;
        const bool named = who == name(i) || who == topology_kind_name(kind);
        if (!who.empty() && !named)
            continue;
        found = true;
        m_rtl[i] = rtl;
    }
    if (!found)
        throw std::runtime_error("--impl " + who + ": no such component");
}

/* Compare every component of the tree with what it is in a design. */
void rtl_cores::same_system(const sim_fabric_env &env, const rtl_system_kind &kind,
                            difference &d) const
{
    for (unsigned i = 0; i < m_tree.ncomponents; i++) {
        const topology_kind what = m_tree.component[i].kind;
        sim_component_cfg asked = env.cfg[i];

        if (what == TOPOLOGY_ENCODER)
            as_hardware(asked.u.encoder);
        if (!resets_to_zero(what, asked))
            throw std::runtime_error(name(i) + ": garbage: registers in RTL reset to 0");
        const difference one = compare(what, asked, built_cfg(kind, what));
        if (d.count == 0)
            d.text = name(i) + ": " + one.text;
        d.count += one.count;
    }
}

void rtl_cores::make_system(const sim_fabric_env &env)
{
    unsigned harts = 0;
    difference least;

    for (unsigned i = 0; i < m_tree.ncomponents; i++)
        harts += m_tree.component[i].kind == TOPOLOGY_ENCODER;
    if (!is_system(m_tree, harts))
        throw std::runtime_error("--impl system=rtl: tr_system is an encoder for each hart, a "
                                 "funnel where there are two or more, and a RAM sink");
    for (const rtl_system_kind *kind : system_kinds) {
        difference d;
        if (kind->harts != harts)
            continue;
        same_system(env, *kind, d);
        if (d.count == 0) {
            m_system = std::make_unique<trvl::system>(*kind);
            return;
        }
        if (least.count == 0 || d.count < least.count)
            least = d;
    }
    if (least.count == 0)
        least.text = "system: no RTL is built for harts=" + std::to_string(harts);
    throw std::runtime_error(least.text + "; other sets: docs/howto-bring-your-own-rtl.md");
}

/* The design with the parameters that are asked for. Throws, with the name of one that is not. */
template <class Kind, size_t N>
const Kind &rtl_cores::find(unsigned component, const sim_component_cfg &asked,
                            const Kind *const (&kinds)[N]) const
{
    difference least;

    if (!resets_to_zero(m_tree.component[component].kind, asked))
        throw std::runtime_error(name(component) + ": garbage: registers in RTL reset to 0");
    for (const Kind *kind : kinds) {
        const difference d = compare(m_tree.component[component].kind, asked, built_cfg(*kind));
        if (d.count == 0)
            return *kind;
        if (least.count == 0 || d.count < least.count)
            least = d;
    }
    throw std::runtime_error(name(component) + ": " + least.text +
                             "; other sets: docs/howto-bring-your-own-rtl.md");
}

std::unique_ptr<trsc::encoder_core> rtl_cores::encoder(unsigned component,
                                                       const trm_encoder_cfg &cfg)
{
    sim_component_cfg asked{};

    asked.u.encoder = cfg;
    as_hardware(asked.u.encoder);
    if (m_system)
        return m_system->encoder(m_tree.component[component].hart.index, asked.u.encoder);
    if (!m_rtl[component])
        return core_maker::encoder(component, cfg);
    const rtl_encoder_kind &kind = find(component, asked, encoder_kinds);
    return trvl::make_encoder(kind, asked.u.encoder);
}

std::unique_ptr<trsc::funnel_core> rtl_cores::funnel(unsigned component, const trm_funnel_cfg &cfg)
{
    sim_component_cfg asked{};

    if (m_system)
        return m_system->funnel();
    if (!m_rtl[component])
        return core_maker::funnel(component, cfg);
    asked.u.funnel = cfg;
    return trvl::make_funnel(find(component, asked, funnel_kinds));
}

std::unique_ptr<trsc::ramsink_core> rtl_cores::ramsink(unsigned component,
                                                       const trm_ramsink_cfg &cfg)
{
    sim_component_cfg asked{};

    if (m_system)
        return m_system->ramsink();
    if (!m_rtl[component])
        return core_maker::ramsink(component, cfg);
    asked.u.ramsink = cfg;
    return trvl::make_ramsink(find(component, asked, ramsink_kinds));
}

std::unique_ptr<trsc::pibsink_core> rtl_cores::pibsink(unsigned component,
                                                       const trm_pibsink_cfg &cfg)
{
    sim_component_cfg asked{};

    if (!m_rtl[component])
        return core_maker::pibsink(component, cfg);
    asked.u.pibsink = cfg;
    return trvl::make_pibsink(find(component, asked, pibsink_kinds));
}

std::unique_ptr<trsc::atbbridge_core> rtl_cores::atbbridge(unsigned component,
                                                           const trm_atbbridge_cfg &cfg)
{
    sim_component_cfg asked{};

    if (!m_rtl[component])
        return core_maker::atbbridge(component, cfg);
    asked.u.atb.bridge = cfg;
    return trvl::make_atbbridge(find(component, asked, atbbridge_kinds));
}

struct fabric {
    std::unique_ptr<rtl_cores> cores;
    sim_sc::fabric_options options;
};

/* A process has one fabric. */
int make(void *ctx, const sim_fabric_env *env, sim_fabric *out, sim_message *msg)
{
    static fabric the_fabric;
    const auto *cfg = static_cast<const sim_fabric_rtl_cfg *>(ctx);

    try {
        the_fabric.cores = std::make_unique<rtl_cores>(*env, cfg->impl);
    } catch (const std::exception &e) {
        if (msg)
            std::snprintf(msg->text, sizeof msg->text, "%s", e.what());
        return -1;
    }
    the_fabric.options = {cfg->sc, the_fabric.cores.get()};
    const sim_fabric_maker maker = sim_sc::fabric_with_cores(&the_fabric.options);
    return maker.make(maker.ctx, env, out, msg);
}

} // namespace

sim_fabric_maker sim_fabric_rtl(const sim_fabric_rtl_cfg *cfg)
{
    return {make, const_cast<sim_fabric_rtl_cfg *>(cfg)};
}
