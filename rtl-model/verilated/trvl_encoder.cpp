/* SPDX-License-Identifier: Apache-2.0 */
/* An encoder in SystemVerilog as the core of trsc::encoder. The effect of a record on stall_o is
 * visible before the clock edge that takes it. */
#include "encoder_regs.h"
#include "trvl_cores.hpp"
#include "trvl_part.hpp"

namespace trvl
{

namespace
{

class encoder final : public trsc::encoder_core, private apb_design
{
  public:
    encoder(const rtl_encoder_kind &kind, const trm_encoder_cfg &cfg)
        : m_kind(kind), m_cfg(cfg), m_rtl(kind.create()), m_receiver(kind.lanes)
    {
    }
    ~encoder() override
    {
        m_kind.destroy(m_rtl);
    }
    int reg_read(uint32_t offset, uint32_t &value) override;
    int reg_write(uint32_t offset, uint32_t value) override;
    int reg_write_part(uint32_t offset, unsigned size, uint32_t value) override;
    bool peek(uint32_t offset, uint32_t &value) override;
    void tick() override
    {
        tick_design();
        m_in.shared = m_shared;
        m_in.time = m_external;
    }
    bool empty() const override;
    bool busy() const override;
    void connect(trm_link out) override
    {
        m_out = out;
    }
    bool ingress(const ingress_cycle &in) override;
    void timestamp_in(uint64_t value) override
    {
        m_shared = value;
    }
    void external_in(uint64_t value) override
    {
        m_external = value;
    }
    uint8_t trigger_out() const override
    {
        return m_trigger_out;
    }
    trm_upstream upstream() override;
    void stream_cfg(nexus_stream_cfg &out) const override;

  private:
    uint32_t look(uint32_t offset) const;
    void settle(rtl_encoder_out &out);
    void edge() override;
    bool counts() const;
    bool idle() const override
    {
        return !m_in.record && !m_in.sync && m_flush.done() && !counts();
    }
    static void sync(void *ctx)
    {
        static_cast<encoder *>(ctx)->m_in.sync = true;
    }
    static void flush(void *ctx)
    {
        static_cast<encoder *>(ctx)->m_flush.ask();
    }
    static bool flushed(void *ctx)
    {
        return static_cast<encoder *>(ctx)->m_flush.done();
    }

    const rtl_encoder_kind &m_kind;
    const trm_encoder_cfg m_cfg;
    rtl_encoder *m_rtl;
    beat_receiver m_receiver;
    trm_link m_out{};
    ingress_cycle m_record{};
    rtl_encoder_in m_in{}; /* of the cycle that goes on */
    uint64_t m_shared = 0, m_external = 0;
    uint8_t m_trigger_out = 0;
    flush_request m_flush;
};

/* What a register holds in this cycle. A read has no effect in an encoder, so it needs no clock. */
uint32_t encoder::look(uint32_t offset) const
{
    rtl_encoder_in in = m_in;
    rtl_encoder_out out;

    in.psel = in.penable = true;
    in.pwrite = false;
    in.paddr = offset;
    m_kind.settle(m_rtl, &in, &out);
    return out.prdata;
}

/* A counter that runs misses no edge. */
bool encoder::counts() const
{
    return timestamp_counts([this](uint32_t offset) { return look(offset); });
}

void encoder::settle(rtl_encoder_out &out)
{
    m_in.psel = m_apb.psel;
    m_in.penable = m_apb.penable;
    m_in.pwrite = m_apb.pwrite;
    m_in.paddr = m_apb.paddr;
    m_in.pwdata = m_apb.pwdata;
    m_in.left_out = m_apb.left_out;
    m_in.flush = m_flush.drive();
    m_in.link_stopped = trm_link_stopped(&m_out);
    m_kind.settle(m_rtl, &m_in, &out);
}

void encoder::edge()
{
    rtl_encoder_out out;
    rtl_apb answer{};

    m_in.link_ready = true;
    settle(out);
    if (out.link_valid && !m_receiver.take(out.link_data, out.link_bytes, out.link_last, m_out)) {
        m_in.link_ready = false;
        settle(out);
    }
    m_trigger_out = out.ext_trig;
    answer.pready = out.pready;
    answer.pslverr = out.pslverr;
    answer.prdata = out.prdata;
    answered(answer);
    m_kind.clock_edge(m_rtl);
    m_in.record = nullptr;
    m_in.sync = false;
    m_flush.edge(out.flushed);
}

trm_upstream encoder::upstream()
{
    static const trm_upstream_ops ops = {sync, flush, flushed};

    return {&ops, this};
}

int encoder::reg_read(uint32_t offset, uint32_t &value)
{
    (void)finish_write();
    value = seen(offset, look(offset));
    return TRM_OK;
}

int encoder::reg_write(uint32_t offset, uint32_t value)
{
    return write_register(offset, value);
}

int encoder::reg_write_part(uint32_t offset, unsigned size, uint32_t value)
{
    const bool port = m_cfg.stimulus && offset >= TR_TE_STIM_PORT_OFFSET(0) &&
                      offset < TR_TE_STIM_PORT_OFFSET(TR_TE_STIM_PORT_COUNT);

    return port ? write_register(offset, value, static_cast<uint8_t>(15u & ~((1u << size) - 1u)))
                : TRM_ERR_SIZE;
}

/* A write that waits for its edge is not seen yet. */
bool encoder::peek(uint32_t offset, uint32_t &value)
{
    value = look(offset);
    return true;
}

bool encoder::ingress(const ingress_cycle &in)
{
    rtl_encoder_out out;

    m_record = in;
    m_in.record = &m_record;
    m_in.time = in.time;
    settle(out);
    return out.stall;
}

bool encoder::empty() const
{
    return component_empty(look(0));
}

bool encoder::busy() const
{
    return behind() || m_in.record || m_in.sync || !m_flush.done() || !m_receiver.idle() ||
           encoder_busy([this](uint32_t offset) { return look(offset); });
}

void encoder::stream_cfg(nexus_stream_cfg &out) const
{
    encoder_stream(
        m_cfg, [this](uint32_t offset) { return look(offset); }, out);
}

} // namespace

std::unique_ptr<trsc::encoder_core> make_encoder(const rtl_encoder_kind &kind,
                                                 const trm_encoder_cfg &cfg)
{
    return std::make_unique<encoder>(kind, cfg);
}

} // namespace trvl
