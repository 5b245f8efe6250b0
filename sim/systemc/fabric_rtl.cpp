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
}

namespace
{

const rtl_encoder_kind *const encoder_kinds[] = {&rtl_encoder_p32, &rtl_encoder_p64,
                                                 &rtl_encoder_p32sh, &rtl_encoder_p64sh};

/* What the model would be with the design's parameters. The queue counts messages, not bytes: its
 * size stands for the model's default. */
sim_component_cfg encoder_of(const rtl_encoder_kind &kind)
{
    sim_component_cfg cfg{};
    trm_encoder_cfg defaults;

    trm_encoder_cfg_init(&defaults);
    kind.cfg(&cfg.u.encoder);
    cfg.u.encoder.fifo_bytes = defaults.fifo_bytes;
    cfg.u.encoder.restart_bytes = defaults.restart_bytes;
    return cfg;
}

/* How many parameters differ, and what is said of the first. */
struct difference {
    unsigned count = 0;
    std::string text;
};

difference compare(topology_kind kind, const sim_component_cfg &asked,
                   const sim_component_cfg &built)
{
    difference d;
    size_t n = 0;
    const sim_param *param = sim_params(kind, &n);

    for (size_t i = 0; i < n; i++) {
        const std::string name = param[i].name;
        const uint64_t a = sim_param_fetch(&param[i], &asked);
        const uint64_t b = sim_param_fetch(&param[i], &built);
        if (a != b && d.count++ == 0)
            d.text = name + "=" + std::to_string(a) + ": the RTL that is built has " + name + "=" +
                     std::to_string(b);
    }
    return d;
}

/* Searching every length of repetition is for software: the model's default means 0 here. */
void as_hardware(trm_encoder_cfg &cfg)
{
    if (cfg.hist_search == TRM_HIST_SEARCH_ANY)
        cfg.hist_search = TRM_HIST_SEARCH_REGISTER;
}

class rtl_cores final : public trsc::core_maker
{
  public:
    rtl_cores(const topology &tree, const char *impl) : m_rtl(tree.ncomponents), m_tree(tree)
    {
        std::istringstream items(impl != nullptr ? impl : "");
        for (std::string item; std::getline(items, item, ',');)
            choose(item);
    }
    std::unique_ptr<trsc::encoder_core> encoder(unsigned component,
                                                const trm_encoder_cfg &cfg) override;

  private:
    std::string name(unsigned i) const
    {
        char text[TOPOLOGY_NAME_MAX];
        return topology_name(&m_tree, i, text);
    }
    void choose(const std::string &item);
    void set(const std::string &who, bool rtl);

    std::vector<bool> m_rtl;
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
    bool found = who.empty();

    for (unsigned i = 0; i < m_rtl.size(); i++) {
        const topology_kind kind = m_tree.component[i].kind;
        const bool named = who == name(i) || who == topology_kind_name(kind);
        if (!who.empty() && !named)
            continue;
        found = true;
        if (kind == TOPOLOGY_ENCODER)
            m_rtl[i] = rtl;
        else if (named && rtl)
            throw std::runtime_error("--impl " + who + "=rtl: this platform has RTL for encoders");
    }
    if (!found)
        throw std::runtime_error("--impl " + who + ": no such component");
}

std::unique_ptr<trsc::encoder_core> rtl_cores::encoder(unsigned component,
                                                       const trm_encoder_cfg &cfg)
{
    sim_component_cfg asked{};
    difference least;

    if (!m_rtl[component])
        return core_maker::encoder(component, cfg);
    asked.u.encoder = cfg;
    as_hardware(asked.u.encoder);
    if (cfg.undef != TRM_UNDEF_ZERO)
        throw std::runtime_error(name(component) + ": garbage: registers in RTL reset to 0");
    for (const rtl_encoder_kind *kind : encoder_kinds) {
        const sim_component_cfg built = encoder_of(*kind);
        const difference d = compare(TOPOLOGY_ENCODER, asked, built);
        if (d.count == 0)
            return trvl::make_encoder(*kind, asked.u.encoder);
        if (least.count == 0 || d.count < least.count)
            least = d;
    }
    throw std::runtime_error(name(component) + ": " + least.text +
                             "; other sets: docs/howto-bring-your-own-rtl.md");
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
        the_fabric.cores = std::make_unique<rtl_cores>(*env->tree, cfg->impl);
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
