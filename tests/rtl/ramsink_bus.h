/* SPDX-License-Identifier: Apache-2.0 */
/* System memory at the bus of the RAM sink in SystemVerilog, AXI4 or AHB-Lite: it waits, fails and
 * answers late at random, keeps a log of the writes, and looks at the rules of the bus. */
#ifndef RAMSINK_BUS_H
#define RAMSINK_BUS_H

#include "random_hart.h"
#include "rtl_ramsink.h"

enum {
    BUS_WRITES = 4096
};

/* Words, in the order of their writes. */
struct bus_log {
    struct {
        uint64_t address;
        uint8_t bytes[16];
    } write[BUS_WRITES];
    unsigned n;
};

struct ramsink_bus {
    const struct rtl_ramsink_kind *kind;
    unsigned width;                   /* bytes of a word */
    bool (*is_bad)(uint64_t address); /* a write there is answered with an error; NULL: none */
    void (*complain)(const void *ctx, const char *what);
    const void *ctx;
    struct rh_rng *rng;
    unsigned wait;    /* percent of cycles in which each channel waits */
    unsigned latency; /* AXI: cycles from a write to its response, at least; AHB: wait states */
    uint64_t cycle;
    struct bus_log got;
    unsigned answered; /* of these words */
    unsigned longest;  /* AXI: beats of the longest burst so far */
    unsigned together; /* AXI: writes without a response, at most so far */
    /* AXI: of the words these have their address, these their data. */
    unsigned addresses, datas;
    struct {
        unsigned first, beats;
        uint64_t due;
    } burst[BUS_WRITES];
    unsigned bursts, whole, answered_bursts;
    bool wlast[BUS_WRITES];
    /* AHB. */
    bool data_phase;
    unsigned left; /* wait states */
    uint64_t address;
    struct rtl_ramsink_io before;
};

/* Nothing is on its way any more: forget the log. */
void ramsink_bus_forget(struct ramsink_bus *bus);

/* Before a cycle: what the bus says. */
void ramsink_bus_inputs(struct ramsink_bus *bus, struct rtl_ramsink_io *io);

/* After the cycle. */
void ramsink_bus_clocked(struct ramsink_bus *bus, struct rtl_ramsink_io *io);

#endif
