// SPDX-License-Identifier: Apache-2.0
// Two clocks without a common base, each edge early or late by chance, and between them a link, a
// pulse, a time and a bus (crossing.sv). Nothing is lost, doubled or changed; a flush is answered
// when what was queued is there.
//   crossing SEED RUNS    a line for each pair of clocks; 1 and a message when something is wrong
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <random>

namespace
{

std::mt19937 chance;

unsigned roll(unsigned n)
{
    return chance() % n;
}

struct Word {
    uint32_t data;
    bool last;
    uint8_t bytes;
};

class Bench
{
  public:
    Bench(VerilatedContext *ctx, double src_period, double dst_period)
        : top(ctx), ctx(ctx), period{src_period, dst_period}
    {
        top.rst_ni = 0;
        top.link_stopped_i = 1;
        top.eval();
        top.src_clk_i = 1, top.dst_clk_i = 1, top.eval(), top.src_clk_i = 0, top.dst_clk_i = 0,
        top.eval();
        top.rst_ni = 1;
        top.eval();
    }

    bool run(unsigned edges)
    {
        for (unsigned n = 0; n < edges || !settled(); n++) {
            if (n > edges + 4000) {
                std::printf(
                    "queued %zu, under way %zu, pulses %u/%u, syncs %u/%u, bus %d, flushing %d\n",
                    queued.size(), under_way.size(), pulses_out, pulses_in, syncs_out, syncs_in,
                    bus_state, flushing);
                return fail("what was sent does not arrive");
            }
            quiet = n >= edges;
            const int c = next[0] <= next[1] ? 0 : 1;
            // An edge comes up to a third of a period early or late.
            next[c] += period[c] * (1 + (roll(2001) - 1000.0) / 3000);
            ctx->timeInc(1);
            // A domain leaves its reset some edges after the pin; what is in it begins then,
            // whatever the other one does.
            const bool begins = edges_of[c]++ < 6;
            quiet = quiet || begins;
            if (begins && c == 0) {
                syncs_out += top.sync_o;
                top.src_clk_i = 1, top.eval(), top.src_clk_i = 0, top.eval();
                continue;
            }
            if (!(c == 0 ? source() : destination())) {
                return false;
            }
        }
        if (top.accesses_o != bus_count) {
            return fail("an access was lost or made twice");
        }
        std::printf("%.2f to %.2f: %zu beats, %u flushes, %u pulses, %u accesses\n", period[0],
                    period[1], sent_count, flush_count, pulses_out, bus_count);
        return sent_count > 100 && flush_count > 5 && pulses_out > 50 && bus_count > 20
                   ? true
                   : fail("too little happened");
    }

  private:
    Vcrossing top;
    VerilatedContext *ctx;
    double period[2];
    double next[2] = {0, 0.4};
    unsigned edges_of[2] = {0, 0};
    bool quiet = false;

    // The link: queued at the sender, then under way.
    std::deque<Word> queued, under_way;
    size_t sent_count = 0, made_count = 0, got_count = 0, flush_from = 0, flush_needs = 0;
    bool flushing = false, answered = false, flush_seen = false;
    unsigned flush_count = 0, syncs_in = 0, syncs_out = 0, sync_rest = 0;
    bool waited = false;
    Word waiting{};
    // The pulse.
    unsigned pulses_in = 0, pulses_out = 0;
    bool kept = false;
    // The time, unwrapped.
    uint64_t time_in = 0, time_out = 0;
    // The bus.
    int bus_state = 0;
    unsigned bus_count = 0;
    uint32_t memory[16] = {};
    bool written[16] = {};

    bool fail(const char *what)
    {
        std::printf("periods %.2f and %.2f: %s\n", period[0], period[1], what);
        return false;
    }

    bool settled() const
    {
        return queued.empty() && under_way.empty() && pulses_in == pulses_out &&
               syncs_in == syncs_out && bus_state == 0 && !flushing;
    }

    bool source()
    {
        // What the flip-flops see is what was there before the edge.
        const bool taken = top.link_valid_i && top.link_ready_o;
        const bool asked = top.flush_o;
        const bool busy = top.busy_o;
        const bool pulsed = top.pulse_i;
        if (taken) {
            under_way.push_back(queued.front());
            queued.pop_front();
            sent_count++;
        }
        if (!top.link_busy_o && !top.link_stopped_o && !under_way.empty() && !taken) {
            return fail("the queue is said to be empty");
        }
        const bool was_answer = top.flushed_i;
        if (top.sync_o && ++syncs_out > syncs_in) {
            return fail("a synchronization that nobody asked for");
        }
        bool bus_done = false;
        if (bus_state == 2 && top.pready_o) {
            bus_done = true;
            const unsigned at = (top.paddr_i >> 2) & 15;
            if (top.pslverr_o != ((top.paddr_i >> 11) & 1)) {
                return fail("the error of an access");
            }
            if (top.pwrite_i && !top.pslverr_o) {
                memory[at] = top.pwdata_i;
                written[at] = true;
            } else if (!top.pwrite_i && written[at] && top.prdata_o != memory[at]) {
                return fail("a read");
            }
        }
        top.src_clk_i = 1;
        top.eval();

        // The sender.
        if (roll(3) != 0 && queued.size() < 6 && !quiet) {
            made_count++;
            queued.push_back({static_cast<uint32_t>(made_count * 2654435761u), roll(4) == 0,
                              static_cast<uint8_t>(roll(4))});
        }
        // A beat that waits stays.
        if (!(top.link_valid_i && !taken)) {
            top.link_valid_i = !queued.empty() && roll(4) != 0;
        }
        if (top.link_valid_i) {
            top.link_data_i = queued.front().data;
            top.link_last_i = queued.front().last;
            top.link_bytes_i = queued.front().bytes;
        }
        // Its answer to a flush: what was queued when it was asked has been taken, in an earlier
        // cycle.
        if (was_answer || !asked) {
            flush_seen = false;
        } else if (!flush_seen) {
            flush_seen = true;
            flush_from = made_count;
        }
        top.flushed_i = flush_seen && !was_answer && sent_count >= flush_from && roll(2);

        // Pulses: one may be kept while one is under way; more are the same one.
        pulses_in += pulsed && !(busy && kept);
        kept = busy ? kept || pulsed : kept && pulsed;
        top.pulse_i = !quiet && roll(5) == 0;
        if (roll(4) != 0) {
            time_in++;
        }
        top.time_i = time_in & 1023;

        // The bus: setup, access, and at once or later the next one.
        if (bus_done) {
            bus_state = 0;
            top.psel_i = top.penable_i = 0;
            bus_count++;
        } else if (bus_state == 1) {
            bus_state = 2;
            top.penable_i = 1;
        }
        if (bus_state == 0 && !quiet && (bus_done || bus_count == 0 || roll(3) == 0)) {
            bus_state = 1;
            top.psel_i = 1;
            top.pwrite_i = roll(2);
            top.paddr_i = (roll(16) << 2) | (roll(8) == 0 ? 0x800 : 0);
            top.pwdata_i = chance();
        }
        top.eval();
        top.src_clk_i = 0;
        top.eval();
        return true;
    }

    bool destination()
    {
        if (waited && (!top.link_valid_o || top.link_data_o != waiting.data ||
                       top.link_last_o != waiting.last || top.link_bytes_o != waiting.bytes)) {
            return fail("a beat that waits has changed");
        }
        waited = top.link_valid_o && !top.link_ready_i;
        waiting = {top.link_data_o, static_cast<bool>(top.link_last_o), top.link_bytes_o};
        const bool over = top.flushed_o;
        if (over) {
            if (!flushing || got_count < flush_needs) {
                return fail("a flush was answered too early");
            }
            flush_count++;
        }
        if (top.link_valid_o && top.link_ready_i) {
            if (under_way.empty() || under_way.front().data != top.link_data_o ||
                under_way.front().last != top.link_last_o ||
                under_way.front().bytes != top.link_bytes_o) {
                return fail("a beat is lost, doubled or changed");
            }
            under_way.pop_front();
            got_count++;
        }
        if (top.pulse_o && ++pulses_out > pulses_in) {
            return fail("a pulse that nobody sent");
        }
        const uint64_t step = (top.time_o - time_out) & 1023;
        if (time_out + step > time_in) {
            return fail("a time that goes back, or that has not come yet");
        }
        time_out += step;
        top.dst_clk_i = 1;
        top.eval();

        top.link_ready_i = quiet || roll(3) != 0;
        top.link_stopped_i = 0;
        top.wait_i = roll(3) == 0;
        if (over) {
            flushing = false;
        } else if (!flushing && !quiet && roll(12) == 0) {
            flushing = true;
            flush_needs = made_count;
        } else if (flushing && roll(60) == 0) {
            flushing = false; // given up
        }
        top.flush_i = flushing;
        // No more requests than a round trip allows to be told apart.
        top.sync_i = 0;
        if (sync_rest > 0) {
            sync_rest--;
        } else if (!quiet && syncs_in == syncs_out && roll(10) == 0) {
            top.sync_i = 1;
            syncs_in++;
            sync_rest = 1;
        }
        top.eval();
        top.dst_clk_i = 0;
        top.eval();
        return true;
    }
};

} // namespace

int main(int argc, char **argv)
{
    const unsigned seed = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 1;
    const int runs = argc > 2 ? std::atoi(argv[2]) : 20;
    for (int i = 0; i < runs; i++) {
        VerilatedContext ctx;
        ctx.randReset(0);
        ctx.randSeed(static_cast<int>(seed) + i);
        chance.seed(seed + static_cast<unsigned>(i));
        // The first ones: the same period, and one much faster than the other.
        const double dst = i == 0 ? 1 : i == 1 ? 9.7 : i == 2 ? 0.103 : 0.15 + roll(600) / 100.0;
        Bench bench(&ctx, 1, dst);
        if (!bench.run(20000)) {
            std::printf("seed %u\n", seed + static_cast<unsigned>(i));
            return 1;
        }
    }
    return 0;
}
