// SPDX-License-Identifier: Apache-2.0
// The scoreboard of a testbench: what the hart retires goes in on one side, elements decoded from
// its trace on the other. Each instruction must be the next one retired. Both come from files here.
//   c++ testbench.cpp $(pkg-config --cflags --libs hartrace) -o testbench
//   ./testbench T.nex P.elf P.pcs
#include <cstdio>
#include <deque>

#include "htr/htr_pcs.h"
#include "htr/htr_trace.h"

struct scoreboard {
    std::deque<uint64_t> retired;
    size_t equal;
    // Returns what is wrong, or nullptr.
    const char *decoded(const flow_elem &e, flow_code *code)
    {
        flow_range_iter it;
        const flow_insn *insn;
        flow_range_begin(&it, &e);
        while (e.type == FLOW_ELEM_RANGE && flow_range_next(&it, code, &insn) == FLOW_OK) {
            if (retired.empty() || retired.front() != it.where.pc) {
                return "the hart did something else";
            }
            retired.pop_front();
            equal++;
        }
        return e.status != NEXUS_OK ? htr_trace_reason(&e) : nullptr;
    }
};

int main(int argc, char **argv)
{
    scoreboard board{};
    htr_host host{};
    htr_pcs pcs{};
    htr_trace_options files{};
    static htr_trace trace;
    const char *wrong = nullptr;
    flow_elem e{};
    files.path = argc == 4 ? argv[1] : "";
    files.code.elf = argc == 4 ? argv[2] : "";
    if (htr_trace_open_decoder(&trace, &host, &files) != HTR_OK ||
        htr_pcs_open_text(&pcs, &host, argv[3]) != HTR_OK) {
        std::fprintf(stderr, "testbench: %s\n",
                     argc == 4 ? host.last.text : "give TRACE, ELF, PCS");
        return 2;
    }
    for (uint64_t pc; htr_pcs_read(&pcs, &pc, 1) == 1;) {
        board.retired.push_back(pc);
    }
    while (wrong == nullptr && nexus_decoder_next(&trace.decoder, &e) == NEXUS_OK) {
        wrong = board.decoded(e, trace.decoder.flow.code);
    }
    std::printf("%zu equal, %zu left%s%s\n", board.equal, board.retired.size(),
                wrong != nullptr ? ": " : "", wrong != nullptr ? wrong : "");
    htr_pcs_close(&pcs);
    htr_trace_close(&trace);
    return wrong != nullptr || !board.retired.empty();
}
