/* SPDX-License-Identifier: Apache-2.0 */
/* What sinks have in common: one input for messages, registers, a clock. Private to trvl_*.cpp. */
#ifndef TRVL_SINK_HPP
#define TRVL_SINK_HPP

#include "trvl_part.hpp"

namespace trvl
{

/* Core is the class of trsc_core.hpp, Kind the C interface of the design (rtl_*.h), with Rtl and
 * Io. */
template <class Core, class Kind, class Rtl, class Io>
class sink : public Core, protected apb_design
{
  public:
    explicit sink(const Kind &kind) : m_kind(kind), m_rtl(kind.create()), m_sender(kind.lanes)
    {
    }
    ~sink() override
    {
        m_kind.destroy(m_rtl);
    }
    int reg_read(uint32_t offset, uint32_t &value) override
    {
        if (!finish_write()) {
            return TRM_ERR_ARG;
        }
        value = look(offset);
        return TRM_OK;
    }
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
    /* trXxEmpty, and nothing on its way in. */
    bool empty() const override
    {
        return m_sender.idle() && component_empty(look(0));
    }
    bool busy() const override
    {
        return behind() || !empty();
    }
    trm_link input() override
    {
        static const trm_link_ops ops = {can_accept, put, stopped};

        return {&ops, this};
    }

  protected:
    virtual void settled() /* outputs of the cycle that ends, before its edge */
    {
    }
    virtual void clocked() /* after the edge */
    {
    }
    bool idle() const override
    {
        return empty();
    }
    void edge() override;
    void settle() const;
    /* What a register holds in this cycle: for reads that have no effect and need no clock. */
    uint32_t look(uint32_t offset) const;

    const Kind &m_kind;
    Rtl *m_rtl;
    beat_sender m_sender;
    mutable Io m_io{}; /* of the cycle that goes on */

  private:
    /* A message is taken when the design is ready for its first beat: the rest may wait. */
    static bool can_accept(void *ctx, size_t n);
    static void put(void *ctx, const uint8_t *bytes, size_t n);
    static bool stopped(void *ctx);

    mutable bool m_settled = false;
};

template <class Core, class Kind, class Rtl, class Io> void sink<Core, Kind, Rtl, Io>::edge()
{
    settle();
    settled();
    m_sender.edge(m_io.in);
    answered(m_io.apb);
    m_kind.clock_edge(m_rtl);
    clocked();
    m_settled = false;
}

template <class Core, class Kind, class Rtl, class Io>
void sink<Core, Kind, Rtl, Io>::settle() const
{
    m_io.apb = m_apb;
    m_sender.drive(m_io.in);
    m_kind.settle(m_rtl, &m_io);
    m_settled = true;
}

template <class Core, class Kind, class Rtl, class Io>
uint32_t sink<Core, Kind, Rtl, Io>::look(uint32_t offset) const
{
    Io io = m_io;

    io.apb = {};
    io.apb.psel = io.apb.penable = true;
    io.apb.paddr = offset;
    m_kind.settle(m_rtl, &io);
    m_settled = false;
    return io.apb.prdata;
}

template <class Core, class Kind, class Rtl, class Io>
bool sink<Core, Kind, Rtl, Io>::can_accept(void *ctx, size_t)
{
    const auto &s = *static_cast<const sink *>(ctx);

    if (!s.m_settled) {
        s.settle();
    }
    return s.m_sender.idle() && s.m_io.in.ready;
}

template <class Core, class Kind, class Rtl, class Io>
void sink<Core, Kind, Rtl, Io>::put(void *ctx, const uint8_t *bytes, size_t n)
{
    auto &s = *static_cast<sink *>(ctx);

    s.m_sender.put(bytes, n);
    s.m_settled = false;
}

template <class Core, class Kind, class Rtl, class Io>
bool sink<Core, Kind, Rtl, Io>::stopped(void *ctx)
{
    const auto &s = *static_cast<const sink *>(ctx);

    if (!s.m_settled) {
        s.settle();
    }
    /* Between the beats of a message that it swallows it refuses the next one, and not for good. */
    return s.m_io.in.stopped && (s.m_sender.idle() || !s.m_io.in.ready);
}

} // namespace trvl

#endif
