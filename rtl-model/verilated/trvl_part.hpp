/* SPDX-License-Identifier: Apache-2.0 */
/* What the cores have in common: the clock of a design against that of the platform, its registers,
 * and links between whole messages and beats. Private to trvl_*.cpp. */
#ifndef TRVL_PART_HPP
#define TRVL_PART_HPP

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>

#include "rtl_part.h"
#include "trsc/trsc_model.hpp"

namespace trvl
{

/*
 * Clock and registers of a design. Between two ticks it is before the clock edge that ends a
 * cycle: inputs can still change, and their effect on outputs is visible. A write has its setup
 * cycle at once, and is taken at the edge that comes next, so it acts on the next cycle, as in the
 * model (k = 1). Setup, and an access that finds a write on the bus, need edges of their own; ticks
 * after them, when the design has nothing to do, are left out until its clock is that of the
 * platform again.
 *
 * A design may hold a write back until others make room, which takes ticks: such a write stays on
 * the bus, and later ones wait their turn.
 */
class apb_design
{
  protected:
    ~apb_design() = default;

    /* One clock edge with m_apb on the bus; calls answered(). */
    virtual void edge() = 0;
    /* Can an edge be left out? */
    virtual bool idle() const = 0;

    int write_register(uint32_t address, uint32_t value, uint8_t left_out = 0);
    /* A whole transfer, for reads that have an effect or need a clock. */
    int read_register(uint32_t address, uint32_t &value);
    /* Wait until the write on the bus has been taken. */
    bool finish_write();
    void answered(const rtl_apb &apb); /* what the design answers in the cycle that ends */
    void tick_design();
    bool behind() const; /* edges have to be left out, or an access goes on */
    /* A register as it is read now: with a write that is held back, trXxEmpty (of trXxControl at
     * `offset` 0) is 0. */
    uint32_t seen(uint32_t offset, uint32_t value) const;

    rtl_apb m_apb{}; /* of the cycle that goes on */

  private:
    struct posted {
        uint32_t address, value;
        uint8_t left_out; /* byte lanes without strobe */
    };
    void begin_write(posted write);

    unsigned m_ahead = 0; /* edges that came before their ticks */
    bool m_held = false;  /* the write on the bus is held back */
    std::deque<posted> m_posted;
};

/* Of trXxControl, in every component: nothing is buffered, or the component is in reset. */
bool component_empty(uint32_t control);
/* What an encoder's registers report; look() reads one. */
bool encoder_busy(const std::function<uint32_t(uint32_t)> &look);
bool timestamp_counts(const std::function<uint32_t(uint32_t)> &look);
/* What a decoder must know: the model gives it, from the same parameters and registers. */
void encoder_stream(const trm_encoder_cfg &cfg, const std::function<uint32_t(uint32_t)> &look,
                    nexus_stream_cfg &out);

/* A flush that was asked for, at flush_i and flushed_o of a design (docs/reference/rtl.md, Requests
 * against the flow). Asked again before the answer, it starts anew: flush_i is 0 for a cycle. */
class flush_request
{
  public:
    void ask()
    {
        m_gap = m_gap || m_pending;
        m_pending = true;
    }
    bool done() const
    {
        return !m_pending;
    }
    bool drive() const
    {
        return m_pending && !m_gap;
    }
    void edge(bool flushed)
    {
        const bool ends = drive() && flushed;

        m_pending = m_pending && !ends;
        m_gap = ends;
    }

  private:
    bool m_pending = false;
    bool m_gap = false; /* in this cycle flush_i is 0 */
};

/* What sends to an input of a design, for the requests that the design makes of it. */
class flush_sender
{
  public:
    void connect(trm_upstream up)
    {
        m_up = up;
    }
    void sync() const
    {
        if (m_up.ops) {
            m_up.ops->sync(m_up.ctx);
        }
    }
    /* After an edge with flush_o as it was: returns flushed_i. all_in: the sender's last message
     * has gone in. */
    bool step(bool flush, bool all_in);

  private:
    trm_upstream m_up{};
    bool m_asked = false, m_done = false;
};

/* Messages into an input of a design: one at a time, one beat per cycle. */
class beat_sender
{
  public:
    explicit beat_sender(unsigned lanes) : m_lanes(lanes)
    {
    }
    bool idle() const
    {
        return m_at == m_length;
    }
    void put(const uint8_t *bytes, size_t n);
    void drive(rtl_link &in) const; /* what is on the input in this cycle */
    void edge(const rtl_link &in);  /* the cycle ends: has the beat been taken? */

  private:
    unsigned m_lanes;
    uint8_t m_message[TRM_MESSAGE_MAX]{};
    size_t m_length = 0;
    size_t m_at = 0;
};

/* Messages from an output of a design. */
class beat_receiver
{
  public:
    explicit beat_receiver(unsigned lanes) : m_lanes(lanes)
    {
    }
    bool idle() const
    {
        return m_length == 0;
    }
    /* A beat. Returns false when `to` has no room for the message that it ends: then it waits. */
    bool take(const uint8_t *data, unsigned bytes, bool last, const trm_link &to);

  private:
    unsigned m_lanes;
    uint8_t m_message[TRM_MESSAGE_MAX]{};
    size_t m_length = 0;
};

} // namespace trvl

#endif
