/* SPDX-License-Identifier: Apache-2.0 */
#include "ramsink_bus.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

void ramsink_bus_forget(struct ramsink_bus *bus)
{
    bus->got.n = bus->answered = 0;
    bus->addresses = bus->datas = 0;
    bus->bursts = bus->whole = bus->answered_bursts = 0;
}

static bool is_bad(const struct ramsink_bus *bus, uint64_t address)
{
    return bus->is_bad != NULL && bus->is_bad(address);
}

static bool goes(struct ramsink_bus *bus)
{
    return rh_below(bus->rng, 100) >= bus->wait;
}

/* Addresses and data are taken independently, data one word ahead at most. One ID: the answers come
 * in the order of the writes. */
static void axi_inputs(struct ramsink_bus *bus, struct rtl_ramsink_io *io)
{
    unsigned next = bus->answered_bursts;
    io->awready = goes(bus);
    io->wready = goes(bus) && bus->datas <= bus->addresses;
    if (!io->bvalid) {
        io->bvalid = next < bus->whole && bus->cycle >= bus->burst[next].due && goes(bus);
    }
    io->berror = false;
    for (unsigned i = 0; io->bvalid && i < bus->burst[next].beats; i++) {
        io->berror |= is_bad(bus, bus->got.write[bus->burst[next].first + i].address);
    }
}

/* Of an ERROR response the first cycle has HREADY 0, the second one 1. */
static void ahb_inputs(struct ramsink_bus *bus, struct rtl_ramsink_io *io)
{
    if (bus->data_phase && bus->left != 0) {
        bus->left--;
        io->hready = io->hresp = false;
        return;
    }
    bool first = bus->data_phase && is_bad(bus, bus->address) && !io->hresp;
    io->hresp = bus->data_phase && (io->hresp || (first && rh_chance(bus->rng, 2)));
    io->hready = goes(bus) && !first;
}

void ramsink_bus_inputs(struct ramsink_bus *bus, struct rtl_ramsink_io *io)
{
    if (bus->kind->ahb) {
        ahb_inputs(bus, io);
    } else {
        axi_inputs(bus, io);
    }
}

static void ahb_clocked(struct ramsink_bus *bus, const struct rtl_ramsink_io *io)
{
    const struct rtl_ramsink_io *before = &bus->before;
    if (before->htrans && !before->hready && (!io->htrans || io->haddr != before->haddr)) {
        bus->complain(bus->ctx, "AHB: the address changed while it waited");
    }
    if (io->htrans && (!io->hwrite || 1u << io->hsize != bus->width || io->hburst != 0 ||
                       io->hprot != bus->kind->hprot)) {
        bus->complain(bus->ctx, "AHB: not a SINGLE write of a word with HPROT of the parameter");
    }
    if (bus->data_phase && io->hready) {
        assert_true(bus->got.n < BUS_WRITES);
        bus->got.write[bus->got.n].address = bus->address;
        memset(bus->got.write[bus->got.n].bytes, 0, 16);
        memcpy(bus->got.write[bus->got.n++].bytes, io->wdata, bus->width);
        bus->answered++;
        bus->data_phase = false;
    }
    if (io->htrans && io->hready) {
        bus->data_phase = true;
        bus->address = io->haddr;
        bus->left = bus->latency;
    }
}

static void axi_rules(const struct ramsink_bus *bus, const struct rtl_ramsink_io *io)
{
    const struct rtl_ramsink_io *before = &bus->before;
    if (before->awvalid && !before->awready &&
        (!io->awvalid || io->awaddr != before->awaddr || io->awlen != before->awlen)) {
        bus->complain(bus->ctx, "AXI: AW changed while it waited");
    }
    if (before->wvalid && !before->wready &&
        (!io->wvalid || io->wlast != before->wlast ||
         memcmp(io->wdata, before->wdata, bus->width) != 0)) {
        bus->complain(bus->ctx, "AXI: W changed while it waited");
    }
    if (io->bready && bus->whole == bus->answered_bursts) {
        bus->complain(bus->ctx, "AXI: it takes a response to a write that is not there");
    }
    if (io->awvalid && (1u << io->awsize != bus->width || io->awburst != 1)) {
        bus->complain(bus->ctx, "AXI: not an INCR burst of words");
    }
    if (io->awvalid && (io->awid != bus->kind->awid || io->awprot != bus->kind->awprot ||
                        io->awcache != bus->kind->awcache)) {
        bus->complain(bus->ctx, "AXI: AWID, AWPROT, AWCACHE are not those of the parameters");
    }
    uint64_t end = io->awaddr + (uint64_t)io->awlen * bus->width;
    if (io->awvalid && (io->awaddr >> 12 != end >> 12 || io->awaddr % bus->width != 0)) {
        bus->complain(bus->ctx, "AXI: a burst crosses 4 KiB, or is not aligned");
    }
}

/* Bursts that have all of their data now. */
static void axi_whole(struct ramsink_bus *bus)
{
    while (bus->whole < bus->bursts) {
        unsigned first = bus->burst[bus->whole].first, beats = bus->burst[bus->whole].beats;
        if (bus->datas < first + beats) {
            return;
        }
        for (unsigned i = 0; i < beats; i++) {
            if (bus->wlast[first + i] != (i == beats - 1)) {
                bus->complain(bus->ctx, "AXI: WLAST is not at the end of a burst");
            }
        }
        bus->got.n += beats;
        bus->burst[bus->whole++].due = bus->cycle + bus->latency;
    }
}

static void axi_clocked(struct ramsink_bus *bus, struct rtl_ramsink_io *io)
{
    axi_rules(bus, io);
    if (io->bvalid && io->bready) {
        bus->answered += bus->burst[bus->answered_bursts++].beats;
        io->bvalid = false;
    }
    if (io->awvalid && io->awready) {
        assert_true(bus->addresses + io->awlen < BUS_WRITES);
        bus->burst[bus->bursts].first = bus->addresses;
        bus->burst[bus->bursts++].beats = io->awlen + 1u;
        for (unsigned i = 0; i <= io->awlen; i++) {
            bus->got.write[bus->addresses++].address = io->awaddr + (uint64_t)i * bus->width;
        }
        bus->longest = io->awlen >= bus->longest ? io->awlen + 1u : bus->longest;
    }
    if (io->wvalid && io->wready) {
        assert_true(bus->datas < BUS_WRITES);
        bus->wlast[bus->datas] = io->wlast;
        memset(bus->got.write[bus->datas].bytes, 0, 16);
        memcpy(bus->got.write[bus->datas++].bytes, io->wdata, bus->width);
    }
    axi_whole(bus);
    unsigned open = bus->bursts - bus->answered_bursts;
    bus->together = open > bus->together ? open : bus->together;
    if (open > bus->kind->outstanding) {
        bus->complain(bus->ctx, "AXI: more writes wait for a response than its parameter says");
    }
}

void ramsink_bus_clocked(struct ramsink_bus *bus, struct rtl_ramsink_io *io)
{
    bus->cycle++;
    if (bus->kind->ahb) {
        ahb_clocked(bus, io);
    } else {
        axi_clocked(bus, io);
    }
    bus->before = *io;
}
