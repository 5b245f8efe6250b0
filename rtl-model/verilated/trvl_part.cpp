/* SPDX-License-Identifier: Apache-2.0 */
#include "trvl_part.hpp"

#include <memory>

#include "encoder_regs.h"
#include "timestamp_regs.h"

namespace trvl
{

namespace
{

constexpr unsigned WRITE_LIMIT = 1000; /* cycles until an access is held back */

} // namespace

void apb_design::answered(const rtl_apb &apb)
{
    if (!m_apb.penable || !apb.pready) {
        return;
    }
    m_apb.prdata = apb.prdata;
    m_apb.pslverr = apb.pslverr;
    m_apb.psel = m_apb.penable = false;
    m_held = false;
}

bool apb_design::finish_write()
{
    for (unsigned i = 0; m_apb.psel && !m_held && i < WRITE_LIMIT; i++, m_ahead++) {
        edge();
    }
    m_held = m_apb.psel;
    return !m_apb.psel && m_posted.empty();
}

void apb_design::begin_write(posted write)
{
    m_apb = {};
    m_apb.psel = m_apb.pwrite = true;
    m_apb.paddr = write.address;
    m_apb.pwdata = write.value;
    m_apb.left_out = write.left_out;
    edge(); /* the setup cycle of APB */
    m_ahead++;
    m_apb.penable = true;
}

int apb_design::write_register(uint32_t address, uint32_t value, uint8_t left_out)
{
    if (finish_write()) {
        begin_write({address, value, left_out});
    } else {
        m_posted.push_back({address, value, left_out});
    }
    return TRM_OK;
}

int apb_design::read_register(uint32_t address, uint32_t &value)
{
    if (!finish_write()) {
        return TRM_ERR_ARG;
    }
    m_apb = {};
    m_apb.psel = true;
    m_apb.paddr = address;
    edge();
    m_ahead++;
    m_apb.penable = true;
    if (!finish_write() || m_apb.pslverr) {
        return TRM_ERR_ARG;
    }
    value = m_apb.prdata;
    return TRM_OK;
}

void apb_design::tick_design()
{
    if (m_ahead != 0 && !m_apb.psel && idle()) {
        m_ahead--;
    } else {
        edge();
    }
    if (!m_apb.psel && !m_posted.empty()) {
        begin_write(m_posted.front());
        m_posted.pop_front();
    }
}

bool apb_design::behind() const
{
    return m_ahead != 0 || m_apb.psel;
}

uint32_t apb_design::seen(uint32_t offset, uint32_t value) const
{
    const bool waits = m_held || !m_posted.empty();

    return offset == TR_TE_CONTROL_OFFSET && waits ? value & ~TR_TE_EMPTY_MASK : value;
}

void beat_sender::put(const uint8_t *bytes, size_t n)
{
    m_length = n < sizeof m_message ? n : sizeof m_message;
    m_at = 0;
    for (size_t i = 0; i < m_length; i++) {
        m_message[i] = bytes[i];
    }
}

/* Lanes after the end of the message are idle. */
void beat_sender::drive(rtl_link &in) const
{
    in.valid = !idle();
    in.last = in.valid && m_length - m_at <= m_lanes;
    in.bytes = static_cast<uint8_t>(in.last ? m_length - m_at : m_lanes);
    for (unsigned i = 0; i < m_lanes; i++) {
        in.data[i] = m_at + i < m_length ? m_message[m_at + i] : 0xFF;
    }
}

void beat_sender::edge(const rtl_link &in)
{
    if (!in.valid || !in.ready) {
        return;
    }
    m_at = in.last ? m_length : m_at + m_lanes;
}

bool beat_receiver::take(const uint8_t *data, unsigned bytes, bool last, const trm_link &to)
{
    size_t n = m_length;

    for (unsigned i = 0; i < bytes && i < m_lanes && n < sizeof m_message; i++) {
        m_message[n++] = data[i];
    }
    if (last && to.ops) {
        if (!to.ops->can_accept(to.ctx, n)) {
            return false;
        }
        to.ops->put(to.ctx, m_message, n);
    }
    m_length = last ? 0 : n;
    return true;
}

bool flush_sender::step(bool flush, bool all_in)
{
    if (flush && !m_asked && m_up.ops) {
        m_up.ops->flush(m_up.ctx);
    }
    m_asked = flush;
    m_done = flush && (m_done || (all_in && (!m_up.ops || m_up.ops->flushed(m_up.ctx))));
    return m_done;
}

bool component_empty(uint32_t control)
{
    return (control & TR_TE_ACTIVE_MASK) == 0 || (control & TR_TE_EMPTY_MASK) != 0;
}

bool encoder_busy(const std::function<uint32_t(uint32_t)> &look)
{
    const uint32_t control = look(TR_TE_CONTROL_OFFSET);

    if ((control & TR_TE_ACTIVE_MASK) == 0) {
        return false;
    }
    return (control & TR_TE_ENABLE_MASK) != 0 || (control & TR_TE_EMPTY_MASK) == 0 ||
           timestamp_counts(look);
}

bool timestamp_counts(const std::function<uint32_t(uint32_t)> &look)
{
    return (look(TR_TS_CONTROL_OFFSET) & TR_TS_COUNT_MASK) != 0;
}

void encoder_stream(const trm_encoder_cfg &cfg, const std::function<uint32_t(uint32_t)> &look,
                    nexus_stream_cfg &out)
{
    static const uint32_t registers[] = {TR_TE_CONTROL_OFFSET, TR_TE_INST_FEATURES_OFFSET,
                                         TR_TS_CONTROL_OFFSET};
    const auto model = std::make_unique<trm_encoder>();

    if (trm_encoder_init(model.get(), &cfg) != TRM_OK) {
        return;
    }
    (void)trm_encoder_reg_write(model.get(), TR_TE_CONTROL_OFFSET, 4, TR_TE_ACTIVE_MASK);
    for (const uint32_t offset : registers) {
        (void)trm_encoder_reg_write(model.get(), offset, 4, look(offset));
    }
    trm_encoder_stream_cfg(model.get(), &out);
}

} // namespace trvl
