/* SPDX-License-Identifier: Apache-2.0 */
/* The fabric of a tree: cores, modules, and what connects them. */
#include "systemc/fabric_sc.hpp"

#include <algorithm>
#include <stdexcept>

namespace sim_sc
{

namespace
{

[[noreturn]] void fail(const node &n, const char *why)
{
    throw std::runtime_error(n.path + ": " + why);
}

template <class Core> Core &need(const std::unique_ptr<Core> &core, const node &n)
{
    if (!core) {
        fail(n, "its configuration is refused");
    }
    return *core;
}

/* encoder-0 becomes encoder0. */
std::string module_name(const topology &tree, unsigned i)
{
    char text[TOPOLOGY_NAME_MAX];
    std::string name = topology_name(&tree, i, text);

    name.erase(std::remove(name.begin(), name.end(), '-'), name.end());
    return name;
}

} // namespace

fabric::fabric(const sim_fabric_sc_cfg &cfg, const sim_fabric_env &env, trsc::core_maker &maker)
    : nodes(env.tree->ncomponents), m_cfg(cfg), m_env(env),
      m_period(static_cast<double>(cfg.period_ps != 0 ? cfg.period_ps : 10000), sc_core::SC_PS)
{
    if (cfg.quantum > SIM_FABRIC_SC_QUANTUM_MAX) {
        throw std::runtime_error("the quantum is out of range: 0 to 1000000 cycles");
    }
    if (cfg.vcd && cfg.quantum != 0) {
        throw std::runtime_error("waves need cycle mode: no quantum");
    }
    for (unsigned i = 0; i < nodes.size(); i++) {
        make_core(i, maker);
    }
    make_modules();
    for (unsigned i = 0; i < env.tree->nlinks; i++) {
        connect_link(env.tree->link[i]);
    }
    connect_timestamps();
    if (cfg.quantum == 0) {
        connect_clock();
    } else {
        connect_scheduler();
    }
    if (cfg.vcd) {
        open_waves();
    }
    sc_core::sc_start(sc_core::SC_ZERO_TIME); /* registers may be written from now on */
}

fabric::~fabric()
{
    if (!m_vcd) {
        return;
    }
    sc_core::sc_start(m_period); /* so that the last change is in the file */
    sc_core::sc_close_vcd_trace_file(m_vcd);
    const int error = m_waves->finish();
    if (m_cfg.vcd_error) {
        *m_cfg.vcd_error = error;
    }
}

void fabric::make_ramsink_core(unsigned i, trsc::core_maker &maker)
{
    trm_ramsink_cfg cfg = m_env.cfg[i].u.ramsink;
    node &n = nodes[i];

    if (cfg.has_sram && !cfg.sram) {
        n.sram.resize(cfg.sram_bytes != 0 ? cfg.sram_bytes : 1);
        cfg.sram = n.sram.data();
    }
    n.ramsink_core = maker.ramsink(i, cfg);
    n.core = &need(n.ramsink_core, n);
}

void fabric::make_core(unsigned i, trsc::core_maker &maker)
{
    const sim_component_cfg &cfg = m_env.cfg[i];
    node &n = nodes[i];

    n.kind = m_env.tree->component[i].kind;
    n.name = module_name(*m_env.tree, i);
    n.path = m_env.tree->component[i].path;
    switch (n.kind) {
    case TOPOLOGY_ENCODER:
        n.encoder_core = maker.encoder(i, cfg.u.encoder);
        n.core = &need(n.encoder_core, n);
        break;
    case TOPOLOGY_FUNNEL:
        n.funnel_core = maker.funnel(i, cfg.u.funnel);
        n.core = &need(n.funnel_core, n);
        break;
    case TOPOLOGY_RAMSINK:
        make_ramsink_core(i, maker);
        break;
    case TOPOLOGY_PIBSINK:
        n.pibsink_core = maker.pibsink(i, cfg.u.pibsink);
        n.core = &need(n.pibsink_core, n);
        break;
    case TOPOLOGY_ATBBRIDGE:
        n.atbbridge_core = maker.atbbridge(i, cfg.u.atbbridge);
        n.core = &need(n.atbbridge_core, n);
        break;
    case TOPOLOGY_UNKNOWN:
    case TOPOLOGY_SINK:
    case TOPOLOGY_NKINDS:
        fail(n, "what kind of component? add hartrace,kind");
    }
}

void fabric::make_atb(unsigned i)
{
    node &n = nodes[i];

    n.atb = std::make_unique<atb_pair>();
    n.atb->bridge = std::make_unique<trsc::atbbridge>(n.name.c_str(), std::move(n.atbbridge_core));
    n.atb->etb = std::make_unique<trsc::etb>((n.name + "_etb").c_str(), m_env.cfg[i].etb);
    trm_etb_start(&n.atb->etb->model());
    n.component = n.atb->bridge.get();
}

void fabric::make_sink_module(unsigned i)
{
    node &n = nodes[i];

    if (n.kind == TOPOLOGY_RAMSINK) {
        n.ramsink = std::make_unique<trsc::ramsink>(n.name.c_str(), std::move(n.ramsink_core));
        n.smem = std::make_unique<memory>((n.name + "_memory").c_str(), m_env, i);
        n.ramsink->smem.bind(n.smem->socket);
        n.component = n.ramsink.get();
    } else if (n.kind == TOPOLOGY_PIBSINK) {
        n.pibsink = std::make_unique<trsc::pibsink>(n.name.c_str(), std::move(n.pibsink_core));
        n.component = n.pibsink.get();
        connect_pins(i);
    } else if (n.kind == TOPOLOGY_ATBBRIDGE) {
        make_atb(i);
    }
}

void fabric::make_module(unsigned i)
{
    const topology_component &c = m_env.tree->component[i];
    node &n = nodes[i];

    if (n.kind == TOPOLOGY_ENCODER) {
        n.encoder = std::make_unique<trsc::encoder>(n.name.c_str(), std::move(n.encoder_core));
        n.hart = std::make_unique<trsc::hart_port>(("hart" + std::to_string(c.hart.index)).c_str(),
                                                   m_cfg.quantum != 0);
        n.hart->ingress(n.encoder->ingress);
        n.hart->set_phase(c.level + 1u);
        n.component = n.encoder.get();
    } else if (n.kind == TOPOLOGY_FUNNEL) {
        n.funnel = std::make_unique<trsc::funnel>(n.name.c_str(), std::move(n.funnel_core));
        n.component = n.funnel.get();
    } else {
        make_sink_module(i);
    }
    n.component->set_phase(c.level);
    m_bus->map(c.block.base, c.block.size, n.component->regs);
}

void fabric::make_modules()
{
    m_time = std::make_unique<time_source>("time");
    m_bus = std::make_unique<trsc::bus>("bus", static_cast<unsigned>(nodes.size()));
    m_master = std::make_unique<master>("master");
    m_master->socket.bind(m_bus->in);
    for (unsigned i = 0; i < nodes.size(); i++) {
        make_module(i);
    }
}

void fabric::connect_pins(unsigned i)
{
    trsc::pibsink *sink = nodes[i].pibsink.get();

    nodes[i].trc_clk = std::make_unique<sc_core::sc_signal<bool>>("trc_clk");
    nodes[i].trc_data = std::make_unique<sc_core::sc_signal<sc_dt::sc_uint<16>>>("trc_data");
    if (m_cfg.quantum == 0) {
        sink->trc_clk(*nodes[i].trc_clk);
        sink->trc_data(*nodes[i].trc_data);
    }
    if (!m_env.pins.fn) {
        return;
    }
    sink->set_pins_hook([this, i, sink](trm_pib_pins pins) {
        uint32_t control = 0;
        if (sink->core().peek(0, control) && (control & 1) != 0) { /* trPibActive */
            m_env.pins.fn(m_env.pins.ctx, i, pins);
        }
    });
}

/* Messages one way, requests the other, and the timestamp with the requests. */
void fabric::connect_link(const topology_link &link)
{
    node &src = nodes[link.src], &dst = nodes[link.dst];
    trsc::link_output &out = src.encoder ? src.encoder->out : src.funnel->out;
    sc_core::sc_export<trsc::upstream_if> &up =
        src.encoder ? src.encoder->upstream : src.funnel->upstream;

    if (out.port.size() >= TRM_FANOUT_MAX) {
        fail(src, "sends to too many components");
    }
    if (dst.ramsink) {
        out.port(dst.ramsink->in);
    } else if (dst.pibsink) {
        out.port(dst.pibsink->in);
    } else if (dst.atb) {
        out.port(dst.atb->bridge->in);
        dst.atb->bridge->up(up);
    } else {
        if (link.dst_port >= dst.funnel->core().inputs()) {
            fail(dst, "has fewer inputs than the tree connects");
        }
        out.port(dst.funnel->in[link.dst_port]);
        dst.funnel->up[link.dst_port](up);
        if (src.has_parent) {
            return;
        }
        src.has_parent = true;
        auto &in = src.encoder ? src.encoder->timestamp_in : src.funnel->timestamp_in;
        in(dst.funnel->timestamp_out);
    }
}

/* Funnels that no other funnel hands a timestamp to see the time from outside. */
void fabric::connect_timestamps()
{
    for (unsigned i = 0; i < nodes.size(); i++) {
        node &n = nodes[i];

        if (!n.funnel || n.has_parent) {
            continue;
        }
        n.funnel->timestamp_in(m_time->out);
        m_external = true;
    }
}

void fabric::connect_atb(atb_pair &p)
{
    const auto both = [](auto &from, auto &to, auto &signal) {
        from(signal);
        to(signal);
    };

    both(p.bridge->atvalid, p.etb->atvalid, p.atvalid);
    both(p.bridge->atready, p.etb->atready, p.atready);
    both(p.bridge->afvalid, p.etb->afvalid, p.afvalid);
    both(p.bridge->afready, p.etb->afready, p.afready);
    both(p.bridge->syncreq, p.etb->syncreq, p.syncreq);
    both(p.bridge->atid, p.etb->atid, p.atid);
    both(p.bridge->atbytes, p.etb->atbytes, p.atbytes);
    both(p.bridge->atdata, p.etb->atdata, p.atdata);
    p.etb->clk(*m_clk);
}

/* The edge is in the middle of what one tick() simulates. */
void fabric::connect_clock()
{
    m_clk = std::make_unique<sc_core::sc_clock>("clk", m_period, 0.5, m_period / 4);
    for (node &n : nodes) {
        n.component->clk(*m_clk);
        if (n.atb) {
            connect_atb(*n.atb);
        }
    }
}

void fabric::connect_scheduler()
{
    tlm::tlm_global_quantum::instance().set(m_period * static_cast<double>(m_cfg.quantum));
    m_scheduler = std::make_unique<trsc::scheduler>("scheduler", m_period);
    m_scheduler->add(*m_time);
    for (node &n : nodes) {
        m_scheduler->add(*n.component);
        if (n.hart) {
            m_scheduler->add(*n.hart);
        }
        if (n.atb) {
            n.atb->bridge->target(n.atb->etb->atb);
        }
    }
}

/* SystemC adds the suffix itself. */
void fabric::open_waves()
{
    const std::string suffix = ".vcd";
    const std::string name = m_cfg.vcd;

    if (name.size() <= suffix.size() ||
        name.compare(name.size() - suffix.size(), suffix.size(), suffix) != 0) {
        throw std::runtime_error(name + ": the name of a file for waves ends in .vcd");
    }
    m_waves.reset(new waves_pipe(name));
    m_vcd = sc_core::sc_create_vcd_trace_file(m_waves->stem().c_str());
    m_vcd->set_time_unit(1, sc_core::SC_PS);
    sc_trace(m_vcd, *m_clk, "clk");
    for (const node &n : nodes) {
        n.component->trace(m_vcd);
    }
}

} // namespace sim_sc
