/* SPDX-License-Identifier: Apache-2.0 */
/* Which components are RTL, and which of the Verilated designs is theirs. */
#include <cstdio>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/sim_fabric_sc.hpp"
#include "systemc/fabric_rtl_built.hpp"

extern "C" {
#include "sim/sim_fabric_rtl.h"

/* The designs that are built (rtl-model/verilated/module.mk). */
extern const rtl_encoder_kind rtl_encoder_p32, rtl_encoder_p64, rtl_encoder_p32sh,
    rtl_encoder_p64sh, rtl_encoder_p32d, rtl_encoder_p64d, rtl_encoder_p32e, rtl_encoder_p64e,
    rtl_encoder_p32she, rtl_encoder_p64she, rtl_encoder_p32ed, rtl_encoder_p64ed, rtl_encoder_p64ep;
extern const rtl_funnel_kind rtl_funnel_p2, rtl_funnel_p4, rtl_funnel_p2sh, rtl_funnel_p2no,
    rtl_funnel_p4no;
extern const rtl_ramsink_kind rtl_ramsink_p4m, rtl_ramsink_p64k, rtl_ramsink_pmem,
    rtl_ramsink_pboth, rtl_ramsink_p4me, rtl_ramsink_pmeme;
extern const rtl_pibsink_kind rtl_pibsink_p, rtl_pibsink_pe;
extern const rtl_atbbridge_kind rtl_atbbridge_p, rtl_atbbridge_pe;
extern const rtl_system_kind rtl_system_p1x32, rtl_system_p1x64, rtl_system_p4x32, rtl_system_p4x64,
    rtl_system_p4m64, rtl_system_p1all, rtl_system_p2all, rtl_system_p2et;
}

using namespace sim_rtl;

namespace
{

const rtl_encoder_kind *const encoder_kinds[] = {
    &rtl_encoder_p32,    &rtl_encoder_p64,    &rtl_encoder_p32sh, &rtl_encoder_p64sh,
    &rtl_encoder_p32d,   &rtl_encoder_p64d,   &rtl_encoder_p32e,  &rtl_encoder_p64e,
    &rtl_encoder_p32she, &rtl_encoder_p64she, &rtl_encoder_p32ed, &rtl_encoder_p64ed,
    &rtl_encoder_p64ep};
const rtl_funnel_kind *const funnel_kinds[] = {&rtl_funnel_p2, &rtl_funnel_p4, &rtl_funnel_p2sh,
                                               &rtl_funnel_p2no, &rtl_funnel_p4no};
const rtl_ramsink_kind *const ramsink_kinds[] = {&rtl_ramsink_p4m,  &rtl_ramsink_p64k,
                                                 &rtl_ramsink_pmem, &rtl_ramsink_pboth,
                                                 &rtl_ramsink_p4me, &rtl_ramsink_pmeme};
const rtl_pibsink_kind *const pibsink_kinds[] = {&rtl_pibsink_p, &rtl_pibsink_pe};
const rtl_atbbridge_kind *const atbbridge_kinds[] = {&rtl_atbbridge_p, &rtl_atbbridge_pe};
const rtl_system_kind *const system_kinds[] = {
    &rtl_system_p1x32, &rtl_system_p1x64, &rtl_system_p4x32, &rtl_system_p4x64,
    &rtl_system_p4m64, &rtl_system_p1all, &rtl_system_p2all, &rtl_system_p2et};

unsigned count(const topology &tree, topology_kind kind)
{
    unsigned n = 0;

    for (unsigned i = 0; i < tree.ncomponents; i++) {
        n += tree.component[i].kind == kind;
    }
    return n;
}

/* Is the tree that of a tr_system: the encoder of each hart at the input of its number, or one
 * encoder; then one sink of a kind at most? */
bool is_system(const topology &tree, unsigned harts)
{
    const topology_kind sinks[] = {TOPOLOGY_RAMSINK, TOPOLOGY_PIBSINK, TOPOLOGY_ATBBRIDGE};
    unsigned components = harts;

    if (harts == 0 || count(tree, TOPOLOGY_FUNNEL) != (harts > 1 ? 1 : 0)) {
        return false;
    }
    components += harts > 1 ? 1 : 0;
    for (const topology_kind kind : sinks) {
        components += count(tree, kind);
        if (count(tree, kind) > 1) {
            return false;
        }
    }
    /* All but the first of a tree have one link each that leads to what is before them. */
    if (tree.ncomponents != components || tree.nlinks != components - 1) {
        return false;
    }
    for (unsigned i = 0; i < tree.nlinks; i++) {
        const topology_link &link = tree.link[i];
        const topology_component &src = tree.component[link.src];
        const bool to_funnel = tree.component[link.dst].kind == TOPOLOGY_FUNNEL;

        if ((src.kind == TOPOLOGY_ENCODER && harts > 1) != to_funnel) {
            return false;
        }
        if (to_funnel && link.dst_port != src.hart.index) {
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
        for (std::string item; std::getline(items, item, ',');) {
            choose(item);
        }
        if (m_whole) {
            make_system(env);
        }
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

    if ((what != "rtl" && what != "model") || at == 0) {
        throw std::runtime_error("--impl " + item +
                                 ": it is rtl or model, for all or as in encoder-0=rtl");
    }
    set(who, what == "rtl");
}

/* who: a component's name, a kind, or "" for all that have RTL. */
void rtl_cores::set(const std::string &who, bool rtl)
{
    bool found = who.empty() || who == "system";

    if (found) {
        m_whole = rtl && who == "system";
    }
    for (unsigned i = 0; i < m_rtl.size(); i++) {
        const topology_kind kind = m_tree.component[i].kind;
        const bool named = who == name(i) || who == topology_kind_name(kind);
        if (!who.empty() && !named) {
            continue;
        }
        found = true;
        m_rtl[i] = rtl;
    }
    if (!found) {
        throw std::runtime_error("--impl " + who + ": no such component");
    }
}

/* Compare every component of the tree with its counterpart in a design. */
void rtl_cores::same_system(const sim_fabric_env &env, const rtl_system_kind &kind,
                            difference &d) const
{
    for (unsigned i = 0; i < m_tree.ncomponents; i++) {
        const topology_kind what = m_tree.component[i].kind;
        sim_component_cfg asked = env.cfg[i];

        if (what == TOPOLOGY_ENCODER) {
            as_hardware(asked.u.encoder);
        }
        if (what == TOPOLOGY_ATBBRIDGE) {
            asked.etb = {}; /* it is no part of the design */
        }
        if (!resets_to_zero(what, asked)) {
            throw std::runtime_error(name(i) + ": garbage: registers in RTL reset to 0");
        }
        difference one;
        if (has_sink(kind, what)) {
            one = compare(what, asked, built_cfg(kind, what));
        } else {
            one.miss("the RTL that is built has none");
        }
        if (d.count == 0) {
            d.text = name(i) + ": " + one.text;
        }
        d.count += one.count;
    }
}

void rtl_cores::make_system(const sim_fabric_env &env)
{
    const unsigned harts = count(m_tree, TOPOLOGY_ENCODER);
    difference least;

    if (!is_system(m_tree, harts)) {
        throw std::runtime_error(
            "--impl system=rtl: tr_system is an encoder for each hart, a funnel where there are "
            "two or more, and at most one RAM sink, one PIB sink and one ATB bridge after it");
    }
    for (const rtl_system_kind *kind : system_kinds) {
        difference d;
        if (kind->harts != harts) {
            continue;
        }
        same_system(env, *kind, d);
        if (d.count == 0) {
            m_system = std::make_unique<trvl::system>(*kind);
            return;
        }
        if (least.count == 0 || d.count < least.count) {
            least = d;
        }
    }
    if (least.count == 0) {
        least.text = "system: no RTL is built for harts=" + std::to_string(harts);
    }
    throw std::runtime_error(least.text + "; other sets: docs/howto/bring-your-own-rtl.md");
}

/* The design with the requested parameters. Throws with the name of a parameter that no design
 * has. */
template <class Kind, size_t N>
const Kind &rtl_cores::find(unsigned component, const sim_component_cfg &asked,
                            const Kind *const (&kinds)[N]) const
{
    difference least;

    if (!resets_to_zero(m_tree.component[component].kind, asked)) {
        throw std::runtime_error(name(component) + ": garbage: registers in RTL reset to 0");
    }
    for (const Kind *kind : kinds) {
        const difference d = compare(m_tree.component[component].kind, asked, built_cfg(*kind));
        if (d.count == 0) {
            return *kind;
        }
        if (least.count == 0 || d.count < least.count) {
            least = d;
        }
    }
    throw std::runtime_error(name(component) + ": " + least.text +
                             "; other sets: docs/howto/bring-your-own-rtl.md");
}

std::unique_ptr<trsc::encoder_core> rtl_cores::encoder(unsigned component,
                                                       const trm_encoder_cfg &cfg)
{
    sim_component_cfg asked{};

    asked.u.encoder = cfg;
    as_hardware(asked.u.encoder);
    if (m_system) {
        return m_system->encoder(m_tree.component[component].hart.index, asked.u.encoder);
    }
    if (!m_rtl[component]) {
        return core_maker::encoder(component, cfg);
    }
    const rtl_encoder_kind &kind = find(component, asked, encoder_kinds);
    return trvl::make_encoder(kind, asked.u.encoder);
}

std::unique_ptr<trsc::funnel_core> rtl_cores::funnel(unsigned component, const trm_funnel_cfg &cfg)
{
    sim_component_cfg asked{};

    if (m_system) {
        return m_system->funnel();
    }
    if (!m_rtl[component]) {
        return core_maker::funnel(component, cfg);
    }
    asked.u.funnel = cfg;
    return trvl::make_funnel(find(component, asked, funnel_kinds));
}

std::unique_ptr<trsc::ramsink_core> rtl_cores::ramsink(unsigned component,
                                                       const trm_ramsink_cfg &cfg)
{
    sim_component_cfg asked{};

    if (m_system) {
        return m_system->ramsink();
    }
    if (!m_rtl[component]) {
        return core_maker::ramsink(component, cfg);
    }
    asked.u.ramsink = cfg;
    return trvl::make_ramsink(find(component, asked, ramsink_kinds));
}

std::unique_ptr<trsc::pibsink_core> rtl_cores::pibsink(unsigned component,
                                                       const trm_pibsink_cfg &cfg)
{
    sim_component_cfg asked{};

    if (m_system) {
        return m_system->pibsink();
    }
    if (!m_rtl[component]) {
        return core_maker::pibsink(component, cfg);
    }
    asked.u.pibsink = cfg;
    return trvl::make_pibsink(find(component, asked, pibsink_kinds));
}

std::unique_ptr<trsc::atbbridge_core> rtl_cores::atbbridge(unsigned component,
                                                           const trm_atbbridge_cfg &cfg)
{
    sim_component_cfg asked{};

    if (m_system) {
        return m_system->atbbridge();
    }
    if (!m_rtl[component]) {
        return core_maker::atbbridge(component, cfg);
    }
    asked.u.atbbridge = cfg;
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
        if (msg) {
            std::snprintf(msg->text, sizeof msg->text, "%s", e.what());
        }
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
