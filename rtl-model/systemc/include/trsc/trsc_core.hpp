/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a SystemC module of a trace component is made around: one abstract class per component.
 *
 * The modules of this folder only wrap: all behavior of a component is behind these classes.
 * make_*_model() gives the C model; a Verilated design, or your own, derives from the same class
 * and goes into the same module. This header does not include SystemC, so that an implementation
 * may include headers that conflict with it (verilated.h).
 *
 * Contract for all: the module calls tick() once per clock cycle, downstream components before
 * those that send to them; register accesses, ingress and messages come between two ticks. No
 * function may throw, and none may call back but through the links, requests and buses it was
 * connected with.
 */
#ifndef TRSC_CORE_HPP
#define TRSC_CORE_HPP

#include <cstdint>
#include <memory>

#include "trsc/trsc_model.hpp"

namespace trsc
{

class core
{
  public:
    core() = default;
    core(const core &) = delete;
    core &operator=(const core &) = delete;
    virtual ~core() = default;

    /* An access of 32 bits at a multiple of 4 below 0x1000. Returns TRM_OK, or a negative status of
     * trm_status.h: the access failed and had no effect. */
    virtual int reg_read(uint32_t offset, uint32_t &value) = 0;
    virtual int reg_write(uint32_t offset, uint32_t value) = 0;

    /* A write of 1 or 2 bytes, for stimulus ports of encoders; elsewhere, and by default,
     * TRM_ERR_SIZE. */
    virtual int reg_write_part(uint32_t offset, unsigned size, uint32_t value);

    /* Would a write at this offset have to wait now (trm_encoder_reg_waits)? By default never. */
    virtual bool reg_waits(uint32_t offset) const;

    /* As reg_read, but without side effects (debug transport). Returns false when the component
     * cannot do that: the default. */
    virtual bool peek(uint32_t offset, uint32_t &value);

    /* One clock cycle. */
    virtual void tick() = 0;

    /* tr??Empty: nothing is buffered. */
    virtual bool empty() const = 0;

    /* Does a tick change anything: enabled, data on its way, power or a counter changing? While
     * false, and nothing comes in, ticks may be left out. */
    virtual bool busy() const = 0;
};

/* trm_encoder.h has the meaning of each function. */
class encoder_core : public core
{
  public:
    virtual void connect(trm_link out) = 0;
    virtual bool ingress(const ingress_cycle &in) = 0; /* true: stalled, not consumed */
    virtual void timestamp_in(uint64_t value) = 0;     /* trTsMode Shared, before each tick */
    virtual void external_in(uint64_t value) = 0;      /* trTsMode External, between records */
    virtual uint8_t trigger_out() const = 0;
    virtual trm_upstream upstream() = 0;
    virtual void stream_cfg(nexus_stream_cfg &out) const = 0;
};

/* trm_funnel.h */
class funnel_core : public core
{
  public:
    virtual unsigned inputs() const = 0;
    virtual trm_link input(unsigned n) = 0;
    virtual void connect(trm_link out) = 0;
    virtual int set_upstream(unsigned n, trm_upstream up) = 0;
    virtual trm_upstream upstream() = 0;
    virtual void timestamp_in(uint64_t value) = 0;
    virtual uint64_t timestamp() const = 0; /* handed down to what is connected to the inputs */
};

/* trm_ramsink.h */
class ramsink_core : public core
{
  public:
    virtual trm_link input() = 0;
    virtual void set_bus(trm_ramsink_bus bus) = 0; /* the way to system memory */
};

/* trm_pibsink.h */
class pibsink_core : public core
{
  public:
    virtual trm_link input() = 0;
    virtual trm_pib_pins pins() const = 0;
};

/* trm_atbbridge.h. tick() is a rising edge of ATCLK. */
class atbbridge_core : public core
{
  public:
    virtual trm_link input() = 0;
    virtual void set_upstream(trm_upstream up) = 0;
    virtual void atb_in(const trm_atb_in &in) = 0; /* what the target drove up to the next tick */
    virtual const trm_atb_out &atb_out() const = 0;
};

/* The C models. Each returns an empty pointer when the configuration is refused (TRM_ERR_ARG). The
 * bus in a RAM sink's configuration is ignored: set_bus. Memory behind a pointer of the
 * configuration stays the caller's. */
std::unique_ptr<encoder_core> make_encoder_model(const trm_encoder_cfg &cfg);
std::unique_ptr<funnel_core> make_funnel_model(const trm_funnel_cfg &cfg);
std::unique_ptr<ramsink_core> make_ramsink_model(const trm_ramsink_cfg &cfg);
std::unique_ptr<pibsink_core> make_pibsink_model(const trm_pibsink_cfg &cfg);
std::unique_ptr<atbbridge_core> make_atbbridge_model(const trm_atbbridge_cfg &cfg);

/* Where a platform gets its cores from: the C models, unless a function is overridden. `component`
 * is the number in the platform's tree. */
class core_maker
{
  public:
    virtual ~core_maker() = default;
    virtual std::unique_ptr<encoder_core> encoder(unsigned component, const trm_encoder_cfg &cfg);
    virtual std::unique_ptr<funnel_core> funnel(unsigned component, const trm_funnel_cfg &cfg);
    virtual std::unique_ptr<ramsink_core> ramsink(unsigned component, const trm_ramsink_cfg &cfg);
    virtual std::unique_ptr<pibsink_core> pibsink(unsigned component, const trm_pibsink_cfg &cfg);
    virtual std::unique_ptr<atbbridge_core> atbbridge(unsigned component,
                                                      const trm_atbbridge_cfg &cfg);
};

} // namespace trsc

#endif
