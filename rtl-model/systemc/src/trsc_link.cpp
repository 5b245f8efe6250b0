/* SPDX-License-Identifier: Apache-2.0 */
/* Links between modules and C models. */
#include "trsc/trsc_link.hpp"

namespace trsc
{

namespace
{

bool link_can_accept(void *ctx, size_t n)
{
    return static_cast<link_if *>(ctx)->can_accept(n);
}

void link_put(void *ctx, const uint8_t *bytes, size_t n)
{
    static_cast<link_if *>(ctx)->put(bytes, n);
}

bool link_stopped(void *ctx)
{
    return static_cast<link_if *>(ctx)->stopped();
}

void upstream_sync(void *ctx)
{
    static_cast<upstream_if *>(ctx)->sync();
}

void upstream_flush(void *ctx)
{
    static_cast<upstream_if *>(ctx)->flush();
}

bool upstream_flushed(void *ctx)
{
    return static_cast<upstream_if *>(ctx)->flushed();
}

} // namespace

trm_link as_link(link_if &target)
{
    static const trm_link_ops ops = {link_can_accept, link_put, link_stopped};
    return {&ops, &target};
}

trm_upstream as_upstream(upstream_if &target)
{
    static const trm_upstream_ops ops = {upstream_sync, upstream_flush, upstream_flushed};
    return {&ops, &target};
}

link_input::link_input(trm_link to) : m_to(to)
{
}

bool link_input::can_accept(size_t n)
{
    return !m_to.ops || m_to.ops->can_accept(m_to.ctx, n);
}

void link_input::put(const uint8_t *bytes, size_t n)
{
    m_count++;
    m_length = static_cast<uint8_t>(n);
    m_tcode = static_cast<uint8_t>(bytes[0] >> 2); /* MDO of the first byte */
    if (m_to.ops) {
        m_to.ops->put(m_to.ctx, bytes, n);
    }
}

bool link_input::stopped()
{
    return trm_link_stopped(&m_to);
}

void link_input::begin_cycle()
{
    m_length = 0;
}

void link_input::trace(sc_core::sc_trace_file *file, const std::string &name) const
{
    sc_trace(file, m_count, name + "_count");
    sc_trace(file, m_length, name + "_length");
    sc_trace(file, m_tcode, name + "_tcode", 6);
}

link_output::link_output(const char *name) : port(name)
{
    trm_fanout_init(&m_fanout);
}

trm_link link_output::link()
{
    trm_fanout_init(&m_fanout);
    if (port.size() == 1) {
        return as_link(*port[0]);
    }
    for (int i = 0; i < port.size(); i++) {
        if (trm_fanout_add(&m_fanout, as_link(*port[i])) != TRM_OK) {
            SC_REPORT_FATAL("trsc", "an output has more receivers than TRM_FANOUT_MAX");
        }
    }
    return trm_fanout_link(&m_fanout);
}

} // namespace trsc
