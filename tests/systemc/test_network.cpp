/* SPDX-License-Identifier: Apache-2.0 */
/* The network of SystemC modules against the same network of C models: four harts, two levels of
 * funnels, three sinks. Cycle mode and loosely timed mode must be what the model is. */
#include "sc_test.hpp"

#include "network.hpp"

using namespace network;

namespace
{

/* Something was traced, and what came into memory is the messages that were sent: whole, and in the
 * order of each source. */
void check_truth(const result &r)
{
    std::vector<message> got[HARTS];

    split(r.sram, got);
    for (unsigned h = 0; h < HARTS; h++) {
        CHECK(r.sent[h].size() > 100);
        CHECK(got[h] == r.sent[h]);
    }
}

void check_same_messages(const result &a, const result &b)
{
    for (unsigned h = 0; h < HARTS; h++) {
        CHECK_EQUAL(a.sent[h].size(), b.sent[h].size());
        CHECK(a.sent[h] == b.sent[h]);
    }
}

result run_c(const parameters &p)
{
    auto n = make_c(p);
    run(*n, p);
    check_truth(n->seen);
    return n->seen;
}

result run_sc(const parameters &p, unsigned quantum)
{
    auto n = make_sc(p, quantum, nullptr);
    run(*n, p);
    check_truth(n->seen);
    return n->seen;
}

void check_all_the_same(const result &c, const result &sc)
{
    check_same_messages(c, sc);
    CHECK(c.sram == sc.sram);
    CHECK(c.etb == sc.etb);
    CHECK_EQUAL(c.stalls, sc.stalls);
}

/* From the first tick on, one tick per sample. Through signals the flush at the end takes one more.
 */
void check_pins(const result &c, const result &sc, size_t more)
{
    CHECK_EQUAL(c.pins.size() + more, sc.pins.size());
    unsigned edges = 0;
    for (size_t i = 0; i < c.pins.size(); i++) {
        CHECK(c.pins[i].clk == sc.pins[i].clk && c.pins[i].data == sc.pins[i].data);
        edges += i != 0 && c.pins[i].clk != c.pins[i - 1].clk;
    }
    CHECK(edges > 1000);
}

parameters fast(uint32_t mode)
{
    parameters p;
    p.inst_mode = mode;
    return p;
}

/* The pins are far too slow for four harts. */
parameters slow(uint32_t mode, bool stall)
{
    parameters p = fast(mode);
    p.stall = stall;
    p.pins = true;
    p.atb = true;
    p.link_bytes = 8;
    p.records = stall ? 500 : 3000;
    return p;
}

parameters timed()
{
    parameters p = fast(6);
    p.timestamps = true;
    return p;
}

void same(const parameters &p, unsigned quantum)
{
    const result c = run_c(p), sc = run_sc(p, quantum);
    check_all_the_same(c, sc);
    if (p.pins && quantum != 0) {
        check_pins(c, sc, 0);
    }
}

void cycle_mode_btm()
{
    same(fast(3), 0);
}

void cycle_mode_htm()
{
    same(fast(6), 0);
}

void cycle_mode_timestamps()
{
    same(timed(), 0);
}

void cycle_mode_stalls()
{
    const parameters p = slow(6, true);
    const result c = run_c(p), sc = run_sc(p, 0);
    CHECK(c.stalls > 1000);
    check_all_the_same(c, sc);
    CHECK(!sc.etb.empty());
    CHECK_EQUAL(c.overflows + sc.overflows, 0);
}

void cycle_mode_pins()
{
    const parameters p = slow(6, false);
    const result c = run_c(p), sc = run_sc(p, 0);
    CHECK(c.overflows > 4);
    check_all_the_same(c, sc);
    check_pins(c, sc, 1);
}

void quantum_1_btm()
{
    same(fast(3), 1);
}

void quantum_7_overflows()
{
    same(slow(3, false), 7);
}

void quantum_1000_timestamps()
{
    same(timed(), 1000);
}

void quantum_longer_than_the_run()
{
    same(timed(), 1000000);
}

/* A stall reaches the hart late: the messages are the same, their times are not. */
void loosely_stalled(unsigned quantum)
{
    const parameters p = slow(6, true);
    const result c = run_c(p), sc = run_sc(p, quantum);
    CHECK(c.stalls > 1000 && sc.stalls > 1000);
    check_same_messages(c, sc);
}

void quantum_10_stalls()
{
    loosely_stalled(10);
}

void quantum_300_stalls()
{
    loosely_stalled(300);
}

/* The comparison can fail: one bit of one message. */
void a_difference_is_seen()
{
    const parameters p = fast(3);
    const result c = run_c(p);
    result other = c;
    other.sent[2][57][0] ^= 4;
    try {
        check_same_messages(c, other);
    } catch (const std::runtime_error &) {
        return;
    }
    CHECK(false);
}

} // namespace

int main()
{
    return sc_test::run_apart({
        {"cycle_mode_btm", cycle_mode_btm},
        {"cycle_mode_htm", cycle_mode_htm},
        {"cycle_mode_timestamps", cycle_mode_timestamps},
        {"cycle_mode_stalls", cycle_mode_stalls},
        {"cycle_mode_pins", cycle_mode_pins},
        {"quantum_1_btm", quantum_1_btm},
        {"quantum_7_overflows", quantum_7_overflows},
        {"quantum_1000_timestamps", quantum_1000_timestamps},
        {"quantum_longer_than_the_run", quantum_longer_than_the_run},
        {"quantum_10_stalls", quantum_10_stalls},
        {"quantum_300_stalls", quantum_300_stalls},
        {"a_difference_is_seen", a_difference_is_seen},
    });
}
