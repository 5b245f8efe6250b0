/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One network, four ways: four harts and encoders, two funnels of two, one above them, and a
 * fan-out to a RAM sink, pins, and an ATB bridge that feeds an ETB. network_c.cpp has it of C
 * models, network_sc.cpp of SystemC modules; network.cpp drives either and keeps what it saw.
 */
#ifndef NETWORK_HPP
#define NETWORK_HPP

#include <cstdint>
#include <memory>
#include <vector>

/* In C a structure and a function may have the same name. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
extern "C" {
#include "htr/htr_pib.h"
#include "random_hart.h"
}
#pragma GCC diagnostic pop

#include "trsc/trsc_model.hpp"

namespace network
{

enum {
    HARTS = 4,
    LEAVES = 2,
    SPACE = 1 << 18
};

/* Components in the order of their numbers. */
enum {
    ENCODER = 0,
    LEAF = HARTS,
    ROOT = LEAF + LEAVES,
    RAMSINK,
    PIBSINK,
    ATBBRIDGE,
    COMPONENTS
};

using message = std::vector<uint8_t>;

struct parameters {
    uint32_t inst_mode = 3; /* trTeInstMode */
    bool stall = false;     /* trTeInstStallEna */
    bool timestamps = false;
    bool pins = false; /* turn on the pins: the slow sink */
    bool atb = false;
    uint32_t link_bytes = 0; /* bandwidth of encoders and funnels */
    unsigned records = 3000; /* of each hart */
};

/* What left a network. */
struct result {
    std::vector<message> sent[HARTS]; /* messages, as each encoder gave them to its link */
    std::vector<uint8_t> sram;        /* up to the write pointer */
    std::vector<uint8_t> etb;
    std::vector<htr_pib_sample> pins;
    uint64_t stalls = 0;    /* refused records */
    uint64_t overflows = 0; /* Error messages */
};

class net
{
  public:
    net() = default;
    net(const net &) = delete;
    net &operator=(const net &) = delete;
    virtual ~net() = default;
    virtual uint32_t read(unsigned component, uint32_t offset) = 0;
    virtual void write(unsigned component, uint32_t offset, uint32_t value) = 0;
    virtual void tick() = 0; /* begin a cycle */
    virtual bool ingress(unsigned hart, const ingress_cycle &in) = 0;
    virtual trm_etb &etb() = 0;
    virtual void settle() = 0; /* bring everything up to date */

    result seen;
};

/* cfg: the same for both. */
trm_encoder_cfg encoder_cfg(const parameters &p);
trm_funnel_cfg funnel_cfg(const parameters &p);
trm_ramsink_cfg ramsink_cfg(uint8_t *sram);
trm_etb_cfg etb_cfg();

std::unique_ptr<net> make_c(const parameters &p);
/* quantum 0: cycle mode. Otherwise loosely timed, with that number of cycles. vcd: a file name
 * without suffix, or NULL. */
std::unique_ptr<net> make_sc(const parameters &p, unsigned quantum, const char *vcd);

/* Program, trace random harts for p.records records each, stop, and collect: n.seen. Throws when
 * the network does not settle. */
void run(net &n, const parameters &p);

/* Messages of a byte stream (idle removed), those of each hart by SRC. Throws when a message is cut
 * off, or SRC is not that of a hart. */
void split(const std::vector<uint8_t> &bytes, std::vector<message> (&of)[HARTS]);

} // namespace network

#endif
