/* SPDX-License-Identifier: Apache-2.0 */
/* A funnel in SystemVerilog as the core of trsc::funnel. */
#include "trvl_cores.hpp"
#include "trvl_part.hpp"

#include <vector>

namespace trvl
{

namespace
{

class funnel final : public trsc::funnel_core, private apb_design
{
  public:
    funnel(const rtl_funnel_kind &kind, unsigned inputs);
    ~funnel() override
    {
        m_kind.destroy(m_rtl);
    }
    int reg_read(uint32_t offset, uint32_t &value) override;
    int reg_write(uint32_t offset, uint32_t value) override
    {
        return write_register(offset, value);
    }
    bool peek(uint32_t offset, uint32_t &value) override
    {
        value = look(offset);
        return true;
    }
    void tick() override
    {
        tick_design();
    }
    bool empty() const override;
    bool busy() const override;
    unsigned inputs() const override
    {
        return static_cast<unsigned>(m_input.size());
    }
    trm_link input(unsigned n) override;
    void connect(trm_link out) override
    {
        m_out = out;
    }
    int set_upstream(unsigned n, trm_upstream up) override;
    trm_upstream upstream() override;
    void timestamp_in(uint64_t value) override;
    uint64_t timestamp() const override;

  private:
    struct input_port {
        funnel *owner;
        beat_sender sender;
        flush_sender up;
    };
    uint32_t look(uint32_t offset) const;
    void settle() const;
    void edge() override;
    void requests();
    bool idle() const override;
    bool senders_idle() const;
    static bool can_accept(void *ctx, size_t n);
    static void put(void *ctx, const uint8_t *bytes, size_t n);
    static bool stopped(void *ctx);
    static void sync(void *ctx);
    static void flush(void *ctx);
    static bool flushed(void *ctx);

    const rtl_funnel_kind &m_kind;
    rtl_funnel *m_rtl;
    std::vector<input_port> m_input;
    beat_receiver m_receiver;
    trm_link m_out{};
    mutable rtl_funnel_io m_io{}; /* of the cycle that goes on */
    mutable bool m_settled = false;
    flush_request m_flush;
};

funnel::funnel(const rtl_funnel_kind &kind, unsigned inputs)
    : m_kind(kind), m_rtl(kind.create()), m_receiver(kind.lanes)
{
    for (unsigned i = 0; i < inputs; i++) {
        m_input.push_back({this, beat_sender(kind.lanes), {}});
    }
}

/* Outputs of the cycle as its inputs are now. */
void funnel::settle() const
{
    m_io.apb = m_apb;
    for (size_t i = 0; i < m_input.size(); i++) {
        m_input[i].sender.drive(m_io.in[i]);
    }
    m_io.flush = m_flush.drive();
    m_io.out.stopped = trm_link_stopped(&m_out);
    m_kind.settle(m_rtl, &m_io);
    m_settled = true;
}

void funnel::edge()
{
    m_io.out.ready = true;
    settle();
    if (m_io.out.valid && !m_receiver.take(m_io.out.data, m_io.out.bytes, m_io.out.last, m_out)) {
        m_io.out.ready = false;
        settle();
    }
    for (size_t i = 0; i < m_input.size(); i++) {
        m_input[i].sender.edge(m_io.in[i]);
    }
    answered(m_io.apb);
    m_kind.clock_edge(m_rtl);
    m_settled = false;
    m_io.sync = false;
    m_flush.edge(m_io.flushed);
    requests();
}

/* The requests of the design to its senders, sampled after the edge. */
void funnel::requests()
{
    m_io.flushed_in = 0;
    for (size_t i = 0; i < m_input.size(); i++) {
        input_port &in = m_input[i];

        if ((m_io.sync_out >> i & 1u) != 0) {
            in.up.sync();
        }
        if (in.up.step((m_io.flush_out >> i & 1u) != 0, in.sender.idle())) {
            m_io.flushed_in = static_cast<uint16_t>(m_io.flushed_in | 1u << i);
        }
    }
}

/* No read has an effect, so it needs no clock. */
uint32_t funnel::look(uint32_t offset) const
{
    rtl_funnel_io io = m_io;

    io.apb = {};
    io.apb.psel = io.apb.penable = true;
    io.apb.paddr = offset;
    m_kind.settle(m_rtl, &io);
    m_settled = false;
    return io.apb.prdata;
}

int funnel::reg_read(uint32_t offset, uint32_t &value)
{
    if (!finish_write()) {
        return TRM_ERR_ARG;
    }
    value = look(offset);
    return TRM_OK;
}

bool funnel::senders_idle() const
{
    for (const input_port &in : m_input) {
        if (!in.sender.idle()) {
            return false;
        }
    }
    return true;
}

bool funnel::empty() const
{
    return senders_idle() && m_receiver.idle() && component_empty(look(0));
}

/* A counter that runs misses no edge. */
bool funnel::idle() const
{
    return empty() && m_flush.done() && !m_io.sync &&
           !timestamp_counts([this](uint32_t offset) { return look(offset); });
}

bool funnel::busy() const
{
    return behind() || !idle();
}

/* An input takes a message when the design is ready for its first beat, so whether it is taken or
 * swallowed is decided at the next edge. The beats after it may wait. */
bool funnel::can_accept(void *ctx, size_t)
{
    const auto *in = static_cast<const input_port *>(ctx);
    funnel &f = *in->owner;

    if (!f.m_settled) {
        f.settle();
    }
    return in->sender.idle() && f.m_io.in[in - f.m_input.data()].ready;
}

void funnel::put(void *ctx, const uint8_t *bytes, size_t n)
{
    auto *in = static_cast<input_port *>(ctx);

    in->sender.put(bytes, n);
    in->owner->m_settled = false;
}

bool funnel::stopped(void *ctx)
{
    const auto *in = static_cast<const input_port *>(ctx);
    funnel &f = *in->owner;

    f.settle();
    const auto &link = f.m_io.in[in - f.m_input.data()];
    /* Between the beats of a message that it swallows it refuses the next one, and not for good. */
    return link.stopped && (in->sender.idle() || !link.ready);
}

trm_link funnel::input(unsigned n)
{
    static const trm_link_ops ops = {can_accept, put, stopped};

    return n < m_input.size() ? trm_link{&ops, &m_input[n]} : trm_link{};
}

int funnel::set_upstream(unsigned n, trm_upstream up)
{
    if (n >= m_input.size()) {
        return TRM_ERR_ARG;
    }
    m_input[n].up.connect(up);
    return TRM_OK;
}

void funnel::sync(void *ctx)
{
    static_cast<funnel *>(ctx)->m_io.sync = true;
}

void funnel::flush(void *ctx)
{
    static_cast<funnel *>(ctx)->m_flush.ask();
}

bool funnel::flushed(void *ctx)
{
    return static_cast<funnel *>(ctx)->m_flush.done();
}

trm_upstream funnel::upstream()
{
    static const trm_upstream_ops ops = {sync, flush, flushed};

    return {&ops, this};
}

void funnel::timestamp_in(uint64_t value)
{
    if (value != m_io.ts_in) {
        m_settled = false;
    }
    m_io.ts_in = value;
}

uint64_t funnel::timestamp() const
{
    if (!m_settled) {
        settle();
    }
    return m_io.ts_out;
}

} // namespace

std::unique_ptr<trsc::funnel_core> make_funnel(const rtl_funnel_kind &kind)
{
    trm_funnel_cfg cfg;

    kind.cfg(&cfg);
    return std::make_unique<funnel>(kind, cfg.inputs);
}

} // namespace trvl
