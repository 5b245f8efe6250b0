/* SPDX-License-Identifier: Apache-2.0 */
/* The two ends of a link in a module: an input that shows what passes, and an output port. */
#ifndef TRSC_LINK_HPP
#define TRSC_LINK_HPP

#include <string>

#include "trsc/trsc_if.hpp"

namespace trsc
{

/* The receiving end: passes messages to a core, and remembers the last one for waves. */
class link_input : public link_if
{
  public:
    explicit link_input(trm_link to);
    bool can_accept(size_t n) override;
    void put(const uint8_t *bytes, size_t n) override;
    bool stopped() override;

    /* A new cycle: no message yet. */
    void begin_cycle();
    void trace(sc_core::sc_trace_file *file, const std::string &name) const;

  private:
    trm_link m_to;
    uint32_t m_count = 0; /* messages so far */
    uint8_t m_length = 0; /* bytes of the last message of this cycle, 0 = none */
    uint8_t m_tcode = 0;  /* of the last message */
};

/* The sending end: a port with any number of receivers up to TRM_FANOUT_MAX. None: messages are
 * swallowed. Several: a message is taken when all take it (trm_fanout.h). */
class link_output
{
  public:
    fanout_port<link_if> port;

    explicit link_output(const char *name);
    /* After elaboration: the structure for a core. Points into this object. */
    trm_link link();

  private:
    trm_fanout m_fanout;
};

} // namespace trsc

#endif
