/* SPDX-License-Identifier: Apache-2.0 */
/* The fabric in operation: registers, cycles, ingress; and its C interface. */
#include "systemc/fabric_sc.hpp"

#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace sim_sc
{

namespace
{

constexpr uint64_t DRAIN_LIMIT = 1u << 20; /* cycles: longer than any stall that can end */

} // namespace

sc_core::sc_time fabric::behind() const
{
    return m_period * static_cast<double>(m_behind);
}

void fabric::settle()
{
    if (!m_scheduler || m_behind == 0) {
        return;
    }
    sc_core::sc_start(behind());
    m_behind = 0;
    m_scheduler->advance_to(sc_core::sc_time_stamp());
}

/* Instructions that retired before a write belong to the time before it, however long they were
 * stalled. */
void fabric::drain()
{
    if (!m_scheduler) {
        return;
    }
    const uint64_t more = m_scheduler->drain(sc_core::sc_time_stamp() + behind(), DRAIN_LIMIT);
    m_behind += more;
    m_cycle += more;
}

int fabric::access(tlm::tlm_command command, unsigned component, uint32_t offset, unsigned size,
                   uint32_t &value)
{
    tlm::tlm_generic_payload trans;
    sc_core::sc_time delay;
    unsigned char data[8] = {};

    if (command == tlm::TLM_WRITE_COMMAND) {
        drain();
    }
    delay = behind();
    std::memcpy(data, &value, sizeof value);
    trans.set_command(command);
    trans.set_address(m_env.tree->component[component].block.base + offset);
    trans.set_data_ptr(data);
    trans.set_data_length(size);
    trans.set_streaming_width(size);
    m_master->socket->b_transport(trans, delay);
    if (!trans.is_response_ok()) {
        return SIM_BUS_ERR_FAULT;
    }
    std::memcpy(&value, data, sizeof value);
    return SIM_BUS_OK;
}

bool fabric::waits(unsigned component, uint32_t offset) const
{
    return nodes[component].core->reg_waits(offset);
}

void fabric::tick(uint64_t n)
{
    if (!m_scheduler) {
        if (m_external) {
            m_time->set(m_env.time(m_env.time_ctx));
        }
        sc_core::sc_start(m_period * static_cast<double>(n));
        return;
    }
    if (m_external) {
        for (uint64_t i = 0; i < n; i++) {
            m_time->push(m_env.time(m_env.time_ctx));
        }
    }
    m_cycle += n;
    m_behind += n;
    if (m_behind >= m_cfg.quantum) {
        settle();
    }
}

bool fabric::ingress(unsigned component, const ingress_cycle &in)
{
    return nodes[component].hart->offer(in, m_cycle);
}

bool fabric::busy() const
{
    for (const node &n : nodes) {
        if ((n.hart && n.hart->waiting() != 0) || n.core->busy()) {
            return true;
        }
    }
    return false;
}

namespace
{

fabric &self(void *ctx)
{
    return *static_cast<fabric *>(ctx);
}

int reg_read(void *ctx, unsigned component, uint32_t offset, unsigned size, uint32_t *value)
{
    return self(ctx).access(tlm::TLM_READ_COMMAND, component, offset, size, *value);
}

int reg_write(void *ctx, unsigned component, uint32_t offset, unsigned size, uint32_t value)
{
    return self(ctx).access(tlm::TLM_WRITE_COMMAND, component, offset, size, value);
}

bool waits(void *ctx, unsigned component, uint32_t offset)
{
    return self(ctx).waits(component, offset);
}

void tick(void *ctx, uint64_t n)
{
    self(ctx).tick(n);
}

bool ingress(void *ctx, unsigned component, const ingress_cycle *in)
{
    return self(ctx).ingress(component, *in);
}

bool busy(const void *ctx)
{
    return static_cast<const fabric *>(ctx)->busy();
}

void stream(const void *ctx, unsigned component, nexus_stream_cfg *out)
{
    static_cast<const fabric *>(ctx)->nodes[component].encoder->core().stream_cfg(*out);
}

void capture_start(void *ctx, unsigned component)
{
    fabric &f = self(ctx);

    f.settle();
    if (f.nodes[component].atb) {
        trm_etb_start(&f.nodes[component].atb->etb->model());
    }
}

void capture_flush(void *ctx, unsigned component)
{
    fabric &f = self(ctx);

    f.settle();
    if (f.nodes[component].atb) {
        trm_etb_flush(&f.nodes[component].atb->etb->model());
    }
}

bool capture_flushed(void *ctx, unsigned component)
{
    fabric &f = self(ctx);

    f.settle();
    return !f.nodes[component].atb || trm_etb_flushed(&f.nodes[component].atb->etb->model());
}

void capture_stop(void *ctx, unsigned component)
{
    fabric &f = self(ctx);

    f.settle();
    if (f.nodes[component].atb) {
        trm_etb_stop(&f.nodes[component].atb->etb->model());
    }
}

/* capture_stop has brought everything up to date. */
uint32_t capture_read(const void *ctx, unsigned component, uint8_t *dst, uint32_t n)
{
    const node &at = static_cast<const fabric *>(ctx)->nodes[component];

    return at.atb ? trm_etb_read(&at.atb->etb->model(), dst, n) : 0;
}

uint64_t capture_total(const void *ctx, unsigned component)
{
    const node &at = static_cast<const fabric *>(ctx)->nodes[component];

    return at.atb ? trm_etb_stored(&at.atb->etb->model()) : 0;
}

void destroy(void *ctx)
{
    delete static_cast<fabric *>(ctx);
}

constexpr sim_fabric_ops ops = {
    reg_read,     reg_write,    waits,         tick,          ingress,
    busy,         stream,       capture_start, capture_flush, capture_flushed,
    capture_stop, capture_read, capture_total, destroy};

int refuse(sim_message *msg, const char *text)
{
    if (msg) {
        std::snprintf(msg->text, sizeof msg->text, "%s", text);
    }
    return -1;
}

int make_with(const sim_fabric_sc_cfg &cfg, trsc::core_maker &cores, const sim_fabric_env *env,
              sim_fabric *out, sim_message *msg)
{
    static bool made = false;

    if (made) {
        return refuse(msg, "a process can have one SystemC fabric only");
    }
    made = true;
    setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
    sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
    try {
        out->ctx = new fabric(cfg, *env, cores);
        out->ops = &ops;
    } catch (const std::exception &e) {
        return refuse(msg, e.what());
    }
    return 0;
}

int make(void *ctx, const sim_fabric_env *env, sim_fabric *out, sim_message *msg)
{
    trsc::core_maker models;

    return make_with(*static_cast<const sim_fabric_sc_cfg *>(ctx), models, env, out, msg);
}

int make_from_options(void *ctx, const sim_fabric_env *env, sim_fabric *out, sim_message *msg)
{
    const auto *options = static_cast<const fabric_options *>(ctx);

    return make_with(options->cfg, *options->cores, env, out, msg);
}

} // namespace

sim_fabric_maker fabric_with_cores(const fabric_options *options)
{
    return {make_from_options, const_cast<fabric_options *>(options)};
}

} // namespace sim_sc

sim_fabric_maker sim_fabric_sc(const sim_fabric_sc_cfg *cfg)
{
    return {sim_sc::make, const_cast<sim_fabric_sc_cfg *>(cfg)};
}
