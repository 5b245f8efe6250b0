/* SPDX-License-Identifier: Apache-2.0 */
/* The network of SystemC modules, clocked or loosely timed. */
#include "network.hpp"

#include <stdexcept>

#include <systemc>
#include <tlm_utils/simple_initiator_socket.h>

#include "trsc/trsc_atb.hpp"
#include "trsc/trsc_encoder.hpp"
#include "trsc/trsc_funnel.hpp"
#include "trsc/trsc_pibsink.hpp"
#include "trsc/trsc_ramsink.hpp"
#include "trsc/trsc_scheduler.hpp"

namespace network
{

namespace
{

/* Sits in a link and keeps what passes, as a user's own module does. */
class tap : public sc_core::sc_module, private trsc::link_if
{
  public:
    sc_core::sc_export<trsc::link_if> in;
    sc_core::sc_port<trsc::link_if> out;
    std::vector<message> *log = nullptr;

    explicit tap(const sc_core::sc_module_name &name) : sc_core::sc_module(name)
    {
        in.bind(*this);
    }

  private:
    bool can_accept(size_t n) override
    {
        return out->can_accept(n);
    }
    void put(const uint8_t *bytes, size_t n) override
    {
        log->emplace_back(bytes, bytes + n);
        out->put(bytes, n);
    }
    bool stopped() override
    {
        return out->stopped();
    }
};

/* Samples the pins as a probe does: at the falling edge. */
class probe : public sc_core::sc_module
{
  public:
    sc_core::sc_in<bool> clk, trc_clk;
    sc_core::sc_in<sc_dt::sc_uint<16>> trc_data;
    std::vector<htr_pib_sample> *log = nullptr;

    explicit probe(const sc_core::sc_module_name &name) : sc_core::sc_module(name)
    {
        sc_core::sc_spawn_options options;
        options.spawn_method();
        options.dont_initialize();
        options.set_sensitivity(&clk.neg());
        sc_core::sc_spawn(
            [this] {
                log->push_back({trc_clk.read(), static_cast<uint16_t>(trc_data.read())});
            },
            "sample", &options);
    }
};

struct initiator : sc_core::sc_module {
    tlm_utils::simple_initiator_socket<initiator> socket;
    explicit initiator(const sc_core::sc_module_name &name)
        : sc_core::sc_module(name), socket("socket")
    {
    }
};

constexpr uint64_t DRAIN_LIMIT = 1000000; /* cycles */

template <class Cfg> Cfg defaults(void (*init)(Cfg *))
{
    Cfg cfg;
    init(&cfg);
    return cfg;
}

class sc_net final : public net
{
  public:
    sc_net(const parameters &p, unsigned quantum, const char *vcd);
    ~sc_net() override;
    uint32_t read(unsigned component, uint32_t offset) override;
    void write(unsigned component, uint32_t offset, uint32_t value) override;
    void tick() override;
    bool ingress(unsigned hart, const ingress_cycle &in) override;
    trm_etb &etb() override
    {
        return m_etb.model();
    }
    void settle() override;

  private:
    void connect();
    void connect_signals();
    void connect_loosely();
    uint32_t access(tlm::tlm_command command, unsigned component, uint32_t offset, uint32_t word);

    const sc_core::sc_time m_period{10, sc_core::SC_NS};
    unsigned m_quantum; /* cycles, 0: cycle mode */
    uint64_t m_cycle = 0;
    uint64_t m_behind = 0; /* cycles that the kernel has not seen yet */
    std::vector<uint8_t> m_sram = std::vector<uint8_t>(SPACE);

    sc_core::sc_clock m_clk;
    sc_core::sc_vector<trsc::encoder> m_encoder;
    sc_core::sc_vector<trsc::hart_port> m_hart;
    sc_core::sc_vector<tap> m_tap;
    sc_core::sc_vector<trsc::funnel> m_leaf;
    trsc::funnel m_root;
    trsc::ramsink m_ramsink;
    trsc::pibsink m_pibsink;
    trsc::atbbridge m_bridge;
    trsc::etb m_etb;
    sc_core::sc_vector<initiator> m_master;
    std::unique_ptr<trsc::scheduler> m_scheduler;
    std::unique_ptr<probe> m_probe;
    std::vector<trsc::component *> m_components;
    sc_core::sc_trace_file *m_vcd = nullptr;

    sc_core::sc_signal<bool> m_trc_clk, m_atvalid, m_atready, m_afvalid, m_afready, m_syncreq;
    sc_core::sc_signal<sc_dt::sc_uint<16>> m_trc_data;
    sc_core::sc_signal<trsc::atid_t> m_atid;
    sc_core::sc_signal<trsc::atbytes_t> m_atbytes;
    sc_core::sc_signal<trsc::atdata_t> m_atdata;
};

sc_net::sc_net(const parameters &p, unsigned quantum, const char *vcd)
    : m_quantum(quantum), m_clk("clk", m_period, 0.5, m_period / 4),
      m_encoder("encoder", HARTS,
                [&p](const char *name, size_t) {
                    return new trsc::encoder(name, trsc::make_encoder_model(encoder_cfg(p)));
                }),
      m_hart(
          "hart", HARTS,
          [quantum](const char *name, size_t) { return new trsc::hart_port(name, quantum != 0); }),
      m_tap("tap", HARTS),
      m_leaf("leaf", LEAVES,
             [&p](const char *name, size_t) {
                 return new trsc::funnel(name, trsc::make_funnel_model(funnel_cfg(p)));
             }),
      m_root("root", trsc::make_funnel_model(funnel_cfg(p))),
      m_ramsink("ramsink", trsc::make_ramsink_model(ramsink_cfg(m_sram.data()))),
      m_pibsink("pibsink", trsc::make_pibsink_model(defaults(trm_pibsink_cfg_init))),
      m_bridge("bridge", trsc::make_atbbridge_model(defaults(trm_atbbridge_cfg_init))),
      m_etb("etb", etb_cfg()), m_master("master", COMPONENTS)
{
    for (auto &encoder : m_encoder) {
        m_components.push_back(&encoder);
    }
    for (auto &leaf : m_leaf) {
        m_components.push_back(&leaf);
    }
    for (trsc::component *c :
         std::initializer_list<trsc::component *>{&m_root, &m_ramsink, &m_pibsink, &m_bridge}) {
        m_components.push_back(c);
    }
    for (unsigned c = 0; c < COMPONENTS; c++) {
        m_master[c].socket.bind(m_components[c]->regs);
    }
    connect();
    if (m_quantum == 0) {
        connect_signals();
    } else {
        connect_loosely();
    }
    if (vcd) {
        m_vcd = sc_core::sc_create_vcd_trace_file(vcd);
        m_vcd->set_time_unit(1, sc_core::SC_PS);
        sc_trace(m_vcd, m_clk, "clk");
        for (const trsc::component *c : m_components) {
            c->trace(m_vcd);
        }
    }
    sc_core::sc_start(sc_core::SC_ZERO_TIME); /* registers may be written from now on */
}

sc_net::~sc_net()
{
    if (m_vcd) {
        sc_core::sc_close_vcd_trace_file(m_vcd);
    }
}

void sc_net::connect()
{
    m_root.out.port(m_ramsink.in);
    m_root.out.port(m_pibsink.in);
    m_root.out.port(m_bridge.in);
    m_bridge.up(m_root.upstream);
    m_root.set_phase(1);
    for (unsigned i = 0; i < LEAVES; i++) {
        m_leaf[i].out.port(m_root.in[i]);
        m_root.up[i](m_leaf[i].upstream);
        m_leaf[i].timestamp_in(m_root.timestamp_out);
        m_leaf[i].set_phase(2);
    }
    for (unsigned h = 0; h < HARTS; h++) {
        m_encoder[h].out.port(m_tap[h].in);
        m_tap[h].out(m_leaf[h / 2].in[h % 2]);
        m_tap[h].log = &seen.sent[h];
        m_leaf[h / 2].up[h % 2](m_encoder[h].upstream);
        m_encoder[h].timestamp_in(m_leaf[h / 2].timestamp_out);
        m_encoder[h].set_phase(3);
        m_hart[h].ingress(m_encoder[h].ingress);
        m_hart[h].set_phase(4);
    }
}

void sc_net::connect_signals()
{
    for (trsc::component *c : m_components) {
        c->clk(m_clk);
    }
    m_etb.clk(m_clk);
    m_bridge.atvalid(m_atvalid);
    m_bridge.atready(m_atready);
    m_bridge.afvalid(m_afvalid);
    m_bridge.afready(m_afready);
    m_bridge.syncreq(m_syncreq);
    m_bridge.atid(m_atid);
    m_bridge.atbytes(m_atbytes);
    m_bridge.atdata(m_atdata);
    m_etb.atvalid(m_atvalid);
    m_etb.atready(m_atready);
    m_etb.afvalid(m_afvalid);
    m_etb.afready(m_afready);
    m_etb.syncreq(m_syncreq);
    m_etb.atid(m_atid);
    m_etb.atbytes(m_atbytes);
    m_etb.atdata(m_atdata);
    m_pibsink.trc_clk(m_trc_clk);
    m_pibsink.trc_data(m_trc_data);
    m_probe = std::make_unique<probe>("probe");
    m_probe->clk(m_clk);
    m_probe->trc_clk(m_trc_clk);
    m_probe->trc_data(m_trc_data);
    m_probe->log = &seen.pins;
}

void sc_net::connect_loosely()
{
    tlm::tlm_global_quantum::instance().set(m_period * m_quantum);
    m_scheduler = std::make_unique<trsc::scheduler>("scheduler", m_period);
    for (trsc::component *c : m_components) {
        m_scheduler->add(*c);
    }
    for (auto &hart : m_hart) {
        m_scheduler->add(hart);
    }
    m_bridge.target(m_etb.atb);
    m_pibsink.set_pins_hook([this](trm_pib_pins pins) {
        seen.pins.push_back({pins.clk, pins.data});
    });
}

/* The kernel lags behind by less than a quantum. */
void sc_net::settle()
{
    if (m_quantum == 0) {
        return;
    }
    sc_core::sc_start(m_period * static_cast<double>(m_behind));
    m_behind = 0;
    m_scheduler->advance_to(sc_core::sc_time_stamp());
}

void sc_net::tick()
{
    m_cycle++;
    if (m_quantum == 0) {
        sc_core::sc_start(m_period);
        return;
    }
    if (++m_behind >= m_quantum) {
        settle();
    }
}

bool sc_net::ingress(unsigned hart, const ingress_cycle &in)
{
    return m_hart[hart].offer(in, m_cycle);
}

uint32_t sc_net::access(tlm::tlm_command command, unsigned component, uint32_t offset,
                        uint32_t word)
{
    tlm::tlm_generic_payload trans;
    sc_core::sc_time delay = m_period * static_cast<double>(m_behind);

    trans.set_command(command);
    trans.set_address(offset);
    trans.set_data_ptr(reinterpret_cast<unsigned char *>(&word));
    trans.set_data_length(4);
    trans.set_streaming_width(4);
    m_master[component].socket->b_transport(trans, delay);
    if (!trans.is_response_ok()) {
        throw std::runtime_error("a register access failed: " + trans.get_response_string());
    }
    return word;
}

uint32_t sc_net::read(unsigned component, uint32_t offset)
{
    return access(tlm::TLM_READ_COMMAND, component, offset, 0);
}

void sc_net::write(unsigned component, uint32_t offset, uint32_t value)
{
    if (m_quantum != 0) {
        const uint64_t more = m_scheduler->drain(
            sc_core::sc_time_stamp() + m_period * static_cast<double>(m_behind), DRAIN_LIMIT);
        m_behind += more;
        m_cycle += more;
    }
    access(tlm::TLM_WRITE_COMMAND, component, offset, value);
}

} // namespace

std::unique_ptr<net> make_sc(const parameters &p, unsigned quantum, const char *vcd)
{
    return std::make_unique<sc_net>(p, quantum, vcd);
}

} // namespace network
