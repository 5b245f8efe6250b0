/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The interfaces between SystemC modules of trace components, for sc_port and sc_export.
 *
 * All calls take no simulated time. In cycle mode they are made between a component's tick and the
 * next rising edge of its clock.
 */
#ifndef TRSC_IF_HPP
#define TRSC_IF_HPP

#include <cstddef>
#include <cstdint>

#include <systemc>

#include "trsc/trsc_model.hpp"

namespace trsc
{

/* A link: whole messages only (TCI 1.0, Connections Between Components). */
class link_if : public virtual sc_core::sc_interface
{
  public:
    /* Would a message of n bytes, 1..TRM_MESSAGE_MAX, be taken now? Changes nothing. */
    virtual bool can_accept(size_t n) = 0;
    /* Take it. Only after can_accept(n) said yes in the same cycle. */
    virtual void put(const uint8_t *bytes, size_t n) = 0;
    /* Does what is sent get nowhere, however long the sender waits (trm_link.h)? Of a receiver that
     * cannot be stopped: no. */
    virtual bool stopped()
    {
        return false;
    }
};

/* Requests against the flow of messages (AMBA ATB: AFVALID, SYNCREQ). */
class upstream_if : public virtual sc_core::sc_interface
{
  public:
    virtual void sync() = 0;
    virtual void flush() = 0;
    virtual bool flushed() = 0;
};

/* The shared timestamp, broadcast down the funnels (TCI 1.0, chapter "Timestamp Unit"). */
class timestamp_if : public virtual sc_core::sc_interface
{
  public:
    virtual uint64_t timestamp() = 0;
};

/* The ingress port of an encoder. */
class ingress_if : public virtual sc_core::sc_interface
{
  public:
    /* Give the record of this cycle. Returns true when the hart is stalled: nothing was consumed,
     * give the same record, with a later cycle, again after the next tick. */
    virtual bool offer(const ingress_cycle &in) = 0;
};

/* An ATB target without signals, for loosely timed use. */
class atb_if : public virtual sc_core::sc_interface
{
  public:
    /* What the target drives, from its last clock on. */
    virtual const trm_atb_in &atb_pins() = 0;
    /* A rising edge of ATCLK: what the initiator drove up to it. */
    virtual void atb_clock(const trm_atb_out &out) = 0;
};

/* Ports that need not be bound. */
template <class IF> using optional_port = sc_core::sc_port<IF, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;
template <class IF>
using fanout_port = sc_core::sc_port<IF, TRM_FANOUT_MAX, sc_core::SC_ZERO_OR_MORE_BOUND>;
template <class T> using optional_in = optional_port<sc_core::sc_signal_in_if<T>>;
template <class T> using optional_out = optional_port<sc_core::sc_signal_inout_if<T>>;

/* An interface as the plain C structure of the model. The interface must live as long. */
trm_link as_link(link_if &target);
trm_upstream as_upstream(upstream_if &target);

} // namespace trsc

#endif
