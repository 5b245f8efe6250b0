/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An encoder in SystemVerilog as the core of trsc::encoder.
 *
 * Between two ticks the design stands before the clock edge that ends a cycle: inputs can still
 * change, and what they do to outputs is seen (stall_o, prdata_o). tick() is that edge. A write has
 * its setup cycle at once, and is taken at the edge that comes next, so it acts on the next cycle,
 * as in the model (k = 1). Setup, and an access that finds a write on the bus, need edges of their
 * own; the ticks behind them, when nothing waits for them, are left out until the design's clock is
 * that of the platform again.
 */
#include "trvl_cores.hpp"

#include "encoder_regs.h"
#include "timestamp_regs.h"

namespace trvl
{

namespace
{

constexpr unsigned WRITE_LIMIT = 10000; /* cycles until a write must have been taken */

class encoder final : public trsc::encoder_core
{
  public:
    encoder(const rtl_encoder_kind &kind, const trm_encoder_cfg &cfg)
        : m_kind(kind), m_cfg(cfg), m_rtl(kind.create())
    {
    }
    ~encoder() override
    {
        m_kind.destroy(m_rtl);
    }
    int reg_read(uint32_t offset, uint32_t &value) override;
    int reg_write(uint32_t offset, uint32_t value) override;
    bool peek(uint32_t offset, uint32_t &value) override;
    void tick() override;
    bool empty() const override;
    bool busy() const override;
    void connect(trm_link out) override
    {
        m_out = out;
    }
    bool ingress(const trm_ingress &in) override;
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
    trm_upstream upstream() override
    {
        return {};
    }
    void stream_cfg(nexus_stream_cfg &out) const override;

  private:
    uint32_t look(uint32_t offset) const;
    bool take_beat(const rtl_encoder_out &out);
    void edge();
    bool finish_write();

    const rtl_encoder_kind &m_kind;
    const trm_encoder_cfg m_cfg;
    rtl_encoder *m_rtl;
    trm_link m_out{};
    trm_ingress m_record{};
    rtl_encoder_in m_in{}; /* of the cycle that goes on */
    uint64_t m_shared = 0, m_external = 0;
    unsigned m_ahead = 0; /* edges that came before their ticks */
    uint8_t m_trigger_out = 0;
    uint8_t m_message[TRM_MESSAGE_MAX]{};
    size_t m_length = 0;
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

/* A beat of the link. Returns false when the end of the message is refused: then it waits. */
bool encoder::take_beat(const rtl_encoder_out &out)
{
    size_t n = m_length;

    for (unsigned i = 0; i < m_kind.lanes && n < sizeof m_message; i++) {
        m_message[n++] = out.link_data[i];
        if ((out.link_data[i] & 3u) == 3u) /* MSEO: end of message */
            break;
    }
    if (out.link_last && m_out.ops) {
        if (!m_out.ops->can_accept(m_out.ctx, n))
            return false;
        m_out.ops->put(m_out.ctx, m_message, n);
    }
    m_length = out.link_last ? 0 : n;
    return true;
}

void encoder::edge()
{
    rtl_encoder_out out;

    m_in.link_ready = true;
    m_kind.settle(m_rtl, &m_in, &out);
    if (out.link_valid && !take_beat(out)) {
        m_in.link_ready = false;
        m_kind.settle(m_rtl, &m_in, &out);
    }
    m_trigger_out = out.ext_trig;
    if (m_in.penable && out.pready)
        m_in.psel = m_in.penable = false;
    m_kind.clock_edge(m_rtl);
    m_in.record = nullptr;
}

/* Until the write that is on the bus has been taken. */
bool encoder::finish_write()
{
    for (unsigned i = 0; m_in.psel && i < WRITE_LIMIT; i++, m_ahead++)
        edge();
    return !m_in.psel;
}

int encoder::reg_read(uint32_t offset, uint32_t &value)
{
    if (!finish_write())
        return TRM_ERR_ARG;
    value = look(offset);
    return TRM_OK;
}

int encoder::reg_write(uint32_t offset, uint32_t value)
{
    if (!finish_write())
        return TRM_ERR_ARG;
    m_in.psel = m_in.pwrite = true;
    m_in.paddr = offset;
    m_in.pwdata = value;
    edge(); /* the setup cycle of APB */
    m_ahead++;
    m_in.penable = true;
    return TRM_OK;
}

/* A write that waits for its edge is not seen yet. */
bool encoder::peek(uint32_t offset, uint32_t &value)
{
    value = look(offset);
    return true;
}

void encoder::tick()
{
    if (m_ahead != 0 && !m_in.record && !m_in.psel)
        m_ahead--;
    else
        edge();
    m_in.shared = m_shared;
    m_in.time = m_external;
}

bool encoder::ingress(const trm_ingress &in)
{
    rtl_encoder_out out;

    m_record = in;
    m_in.record = &m_record;
    m_in.time = in.time;
    m_kind.settle(m_rtl, &m_in, &out);
    return out.stall;
}

bool encoder::empty() const
{
    const uint32_t control = look(TR_TE_CONTROL_OFFSET);

    return (control & TR_TE_ACTIVE_MASK) == 0 || (control & TR_TE_EMPTY_MASK) != 0;
}

bool encoder::busy() const
{
    if (m_in.psel || m_in.record || m_ahead != 0 || m_length != 0)
        return true;
    const uint32_t control = look(TR_TE_CONTROL_OFFSET);
    if ((control & TR_TE_ACTIVE_MASK) == 0)
        return false;
    return (control & TR_TE_ENABLE_MASK) != 0 || (control & TR_TE_EMPTY_MASK) == 0 ||
           (look(TR_TS_CONTROL_OFFSET) & TR_TS_COUNT_MASK) != 0;
}

/* The model tells it, from the same parameters and the registers as the design holds them. */
void encoder::stream_cfg(nexus_stream_cfg &out) const
{
    static const uint32_t registers[] = {TR_TE_CONTROL_OFFSET, TR_TE_INST_FEATURES_OFFSET,
                                         TR_TS_CONTROL_OFFSET};
    const auto model = std::make_unique<trm_encoder>();

    if (trm_encoder_init(model.get(), &m_cfg) != TRM_OK)
        return;
    (void)trm_encoder_reg_write(model.get(), TR_TE_CONTROL_OFFSET, 4, TR_TE_ACTIVE_MASK);
    for (const uint32_t offset : registers)
        (void)trm_encoder_reg_write(model.get(), offset, 4, look(offset));
    trm_encoder_stream_cfg(model.get(), &out);
}

} // namespace

std::unique_ptr<trsc::encoder_core> make_encoder(const rtl_encoder_kind &kind,
                                                 const trm_encoder_cfg &cfg)
{
    return std::make_unique<encoder>(kind, cfg);
}

} // namespace trvl
