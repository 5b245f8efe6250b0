// SPDX-License-Identifier: Apache-2.0
// naive_btm [BUGS]: naive_btm.sv by Verilator as a device of the conformance kit, with these bugs.
// This is what a team writes to plug in an encoder of its own: one function for each call of
// hartrace_dut.h.
#include <cstdlib>
#include <memory>

#include "htk/hartrace_dut.h"

namespace
{

struct device {
    hartrace_dut dut = {};
    std::unique_ptr<Vnaive_btm> top;
    unsigned bugs = 0;
};

void clock_edge(device *d)
{
    Vnaive_btm *t = d->top.get();
    t->clk = 0;
    t->eval();
    if (t->ov && t->ready) {
        const uint8_t byte = t->obyte;
        hartrace_dut_bytes(&d->dut, &byte, 1);
    }
    t->clk = 1;
    t->eval();
}

void reset(void *ctx)
{
    auto *d = static_cast<device *>(ctx);
    d->top = std::make_unique<Vnaive_btm>();
    d->top->bugs = d->bugs;
    d->top->ready = 1;
    d->top->rst = 1;
    clock_edge(d);
    clock_edge(d);
    d->top->rst = 0;
}

uint32_t read_register(void *ctx, uint32_t offset)
{
    auto *d = static_cast<device *>(ctx);
    d->top->addr = offset;
    d->top->eval();
    return d->top->rdata;
}

void write_register(void *ctx, uint32_t offset, uint32_t value)
{
    auto *d = static_cast<device *>(ctx);
    d->top->wr = 1;
    d->top->addr = offset;
    d->top->wdata = value;
    d->top->iv = 0;
    clock_edge(d);
    d->top->wr = 0;
}

void cycle(void *ctx, const hartrace_dut_cycle *in)
{
    auto *d = static_cast<device *>(ctx);
    Vnaive_btm *t = d->top.get();
    t->iv = in != nullptr && in->nblocks > 0;
    if (in != nullptr) {
        t->halted = in->halted;
        t->hreset = in->reset;
        t->lowpower = in->lowpower;
    }
    if (t->iv) {
        t->iaddr = static_cast<uint32_t>(in->block[0].iaddr);
        t->iretire = in->block[0].iretire;
        t->itype = in->block[0].itype;
        t->ilastsize = in->block[0].ilastsize;
    }
    clock_edge(d);
    t->iv = 0;
}

void link_ready(void *ctx, int ready)
{
    static_cast<device *>(ctx)->top->ready = ready != 0;
}

void flush(void *ctx)
{
    auto *d = static_cast<device *>(ctx);
    for (int i = 0; i < 1 << 13 && d->top->ready && (i < 4 || d->top->ov); i++) {
        cycle(d, nullptr);
    }
}

} // namespace

int main(int argc, char **argv)
{
    device d;
    d.bugs = argc > 1 ? static_cast<unsigned>(std::strtoul(argv[1], nullptr, 0)) : 0;
    d.dut.name = "naive BTM encoder";
    d.dut.params = "btm=1 htm=0 icnt_bits=10 btype_split=0";
    d.dut.xlen = 32;
    d.dut.itype_width = 3;
    d.dut.blocks = 1;
    d.dut.iretire_bits = 4;
    d.dut.ctx = &d;
    d.dut.reset = reset;
    d.dut.read = read_register;
    d.dut.write = write_register;
    d.dut.cycle = cycle;
    d.dut.set_link = link_ready;
    d.dut.flush = flush;
    reset(&d);
    return hartrace_dut_serve(&d.dut, stdin, stdout);
}
