// SPDX-License-Identifier: Apache-2.0
// A test bench in which the kit is bound to an encoder: dpi_TOP STREAM.ing BUGS HALT OUT
// [+slow=N] [+stim=FILE] [+htk_...]: the records and register writes of an ingress stream, a clock
// after the other. BUGS: bits for bug_i. HALT: after that many records the hart is in debug mode
// for some clocks (0: never). OUT: the clock and bytes of each beat, as text; "-": none. Prints the
// processor time of the clocks. What the kit says is on standard output, too. With RVFI the records
// also go to dpi_rvfi.sv as a core reports them; its adapter gets some clocks before a write.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>
#include <memory>
#include <vector>

#include "ingress/ingress.h"

namespace
{

struct bench {
    VerilatedContext context;
    std::unique_ptr<TOP> top;
    FILE *out = nullptr;
    FILE *stim = nullptr; // the same for vpi_naive.sv
    unsigned slow = 1;    // clocks from a beat of the link to the next
    uint64_t clock = 0;   // as the monitor counts: those after reset
};

// One clock. Returns whether the record was taken; *done: the write was.
bool step(bench *b, bool *done)
{
    TOP *t = b->top.get();
    t->clk_i = 0;
    t->ready_i = b->clock % b->slow == 0;
    t->eval();
    const bool taken = !t->stall_o;
    *done = t->wdone_o;
    if (t->rst_ni) {
        b->clock++;
        if (t->out_o && t->ready_i && b->out != nullptr) {
            std::fprintf(b->out, "%llu %0*x\n", static_cast<unsigned long long>(b->clock),
                         2 * t->lanes_o, t->data_o);
        }
    }
    t->clk_i = 1;
    t->eval();
    return taken;
}

void idle(bench *b, unsigned n)
{
    bool done;
    for (unsigned i = 0; i < n; i++) {
        step(b, &done);
    }
}

void note(const bench *b, char what, uint32_t a, unsigned x, unsigned y, unsigned z)
{
    if (b->stim != nullptr) {
        std::fprintf(b->stim, "%llu %c %x %x %x %x\n",
                     static_cast<unsigned long long>(b->clock + 1), what, a, x, y, z);
    }
}

#ifdef RVFI
std::map<uint64_t, uint32_t> opcodes;

// What a core reports of a record, an instruction or a trap (riscv-formal, rvfi.md): an exception
// is an instruction with rvfi_trap, an interrupt is rvfi_intr of the next one.
void report(bench *b, const ingress_cycle &in, const ingress_cycle *next)
{
    static uint64_t interrupt = UINT64_MAX; // its cause
    TOP *t = b->top.get();
    const ingress_block &x = in.block[0];
    t->rvfi_valid_i = 0;
    if (in.nblocks == 0) {
        return;
    }
    if (x.iretire == 0 && x.itype == INGRESS_ITYPE_INTERRUPT) {
        interrupt = in.cause;
        return;
    }
    t->rvfi_valid_i = 1;
    t->rvfi_insn_i = opcodes[x.iaddr];
    t->rvfi_trap_i = x.iretire == 0;
    t->rvfi_intr_i = interrupt != UINT64_MAX;
    t->rvfi_mode_i = in.priv;
    t->rvfi_pc_rdata_i = static_cast<uint32_t>(x.iaddr);
    t->rvfi_pc_wdata_i =
        static_cast<uint32_t>(next != nullptr ? next->block[0].iaddr : x.iaddr + 2 * x.iretire);
    t->rvfi_cause_i = static_cast<uint32_t>(interrupt != UINT64_MAX ? interrupt : in.cause);
    interrupt = UINT64_MAX;
}
#else
void report(bench *, const ingress_cycle &, const ingress_cycle *)
{
}
#endif

void write(bench *b, const ingress_record &r)
{
    bool done = false;
#ifdef RVFI
    idle(b, 16);
#endif
    note(b, 'W', r.reg_offset, r.reg_value, 0, 0);
    b->top->wr_i = 1;
    b->top->waddr_i = r.reg_offset;
    b->top->wdata_i = r.reg_value;
    while (!done) {
        step(b, &done);
    }
    b->top->wr_i = 0;
    idle(b, 4);
}

void record(bench *b, const ingress_cycle &in, const ingress_cycle *next)
{
    report(b, in, next);
    TOP *t = b->top.get();
    bool done;
    t->valid_i = in.nblocks > 0;
    t->iaddr_i = static_cast<decltype(t->iaddr_i + 0)>(in.block[0].iaddr);
    t->iretire_i = static_cast<uint8_t>(in.block[0].iretire);
    t->itype_i = in.block[0].itype;
    t->ilastsize_i = in.block[0].ilastsize;
    t->priv_i = in.priv;
    t->cause_i = static_cast<uint32_t>(in.cause);
#ifdef SECOND_BLOCK
    t->valid1_i = in.nblocks > 1;
    t->iaddr1_i = in.block[1].iaddr;
    t->iretire1_i = static_cast<uint8_t>(in.block[1].iretire);
    t->itype1_i = in.block[1].itype;
    t->ilastsize1_i = in.block[1].ilastsize;
#endif
    if (in.nblocks > 0) {
        note(b, 'R', static_cast<uint32_t>(t->iaddr_i), t->iretire_i, t->itype_i, t->ilastsize_i);
    }
    while (!step(b, &done)) {
    }
    t->valid_i = 0;
#ifdef RVFI
    t->rvfi_valid_i = 0;
    if (t->lost_o) {
        std::printf("tr_rvfi has no room\n");
    }
#endif
}

void halt(bench *b)
{
    idle(b, 20);
    note(b, 'H', 1, 0, 0, 0);
    b->top->halted_i = 1;
    idle(b, 20);
    note(b, 'H', 0, 0, 0, 0);
    b->top->halted_i = 0;
    idle(b, 20);
}

bool read_stream(const char *path, std::vector<ingress_record> *records)
{
    static ingress_reader reader;
    std::vector<uint8_t> bytes;
    uint8_t piece[4096];
    FILE *f = std::fopen(path, "rb");
    if (f == nullptr) {
        return false;
    }
    for (size_t n = 1; n > 0;) {
        n = std::fread(piece, 1, sizeof piece, f);
        bytes.insert(bytes.end(), piece, piece + n);
    }
    std::fclose(f);
    ingress_record r;
    if (ingress_reader_open_memory(&reader, bytes.data(), bytes.size()) != INGRESS_OK) {
        return false;
    }
    while (ingress_read(&reader, &r) == 1) {
        if (r.kind != INGRESS_OPCODE) {
            records->push_back(r);
        }
#ifdef RVFI
        else {
            opcodes[r.pc] = r.opcode;
        }
#endif
    }
    ingress_reader_close(&reader);
    return true;
}

} // namespace

int main(int argc, char **argv)
{
    bench b;
    std::vector<ingress_record> records;
    if (argc < 5 || !read_stream(argv[1], &records)) {
        std::fprintf(stderr, "usage: STREAM.ing BUGS HALT OUT [+htk_...]\n");
        return 2;
    }
    b.context.commandArgs(argc, argv);
    b.top = std::make_unique<TOP>(&b.context);
    b.out = argv[4][0] != '-' ? std::fopen(argv[4], "w") : nullptr;
    b.top->bug_i = static_cast<uint8_t>(std::strtoul(argv[2], nullptr, 0));
    for (int i = 5; i < argc; i++) {
        if (std::strncmp(argv[i], "+slow=", 6) == 0) {
            b.slow = static_cast<unsigned>(std::strtoul(argv[i] + 6, nullptr, 0));
        } else if (std::strncmp(argv[i], "+stim=", 6) == 0) {
            b.stim = std::fopen(argv[i] + 6, "w");
        }
    }
    const unsigned long at = std::strtoul(argv[3], nullptr, 0);
    idle(&b, 4);
    b.top->rst_ni = 1;
    unsigned long n = 0;
    const std::clock_t begin = std::clock();
    for (size_t i = 0; i < records.size(); i++) {
        const ingress_record &r = records[i];
        const ingress_cycle *next = nullptr;
        for (size_t k = i + 1; k < records.size() && next == nullptr; k++) {
            const bool block = records[k].kind == INGRESS_CYCLE && records[k].in.nblocks > 0;
            next = block ? &records[k].in : nullptr;
        }
        r.kind == INGRESS_REG ? write(&b, r) : record(&b, r.in, next);
        if (r.kind == INGRESS_CYCLE && ++n == at) {
            halt(&b);
        }
    }
    idle(&b, 2000 * b.slow);
    std::printf("%llu clocks, %.3f s\n", static_cast<unsigned long long>(b.clock),
                static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    b.top->final();
    if (b.stim != nullptr) {
        std::fclose(b.stim);
    }
    if (b.out != nullptr) {
        std::fclose(b.out);
    }
    return 0;
}
