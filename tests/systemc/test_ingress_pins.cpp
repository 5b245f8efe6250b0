/* SPDX-License-Identifier: Apache-2.0 */
/* The ingress port as signals: a clocked hart with registered outputs drives them, and what its
 * encoder says is what a model says that gets the records themselves; also while it is stalled. */
#include "sc_test.hpp"

#include <cstring>

#include "encoder_regs.h"
#include "network.hpp"
#include "trsc/trsc_encoder.hpp"
#include "trsc/trsc_ingress_pins.hpp"

using network::message;

namespace
{

constexpr unsigned BLOCKS = 3, RECORDS = 3000; /* two that retire, and a trap */

/* A link that takes `open` messages, and keeps them. */
class sink : public sc_core::sc_module, private trsc::link_if
{
  public:
    sc_core::sc_export<trsc::link_if> in;
    std::vector<message> got;
    unsigned open = UINT32_MAX;

    explicit sink(const sc_core::sc_module_name &name) : sc_core::sc_module(name)
    {
        in.bind(*this);
    }

  private:
    bool can_accept(size_t) override
    {
        return open != 0;
    }
    void put(const uint8_t *bytes, size_t n) override
    {
        got.emplace_back(bytes, bytes + n);
        open--;
    }
};

rh_cfg hart_cfg()
{
    rh_cfg cfg{};

    cfg.base = 0x80000000;
    cfg.xlen = 64;
    cfg.itype_width = 4;
    cfg.max_block = 4;
    cfg.trap_one_in = 40;
    cfg.branch_bias = 4;
    cfg.context_one_in = 60;
    cfg.max_blocks = BLOCKS - 1;
    return cfg;
}

/* Registered outputs: what is decided at an edge is visible after it. It holds them at an edge at
 * which it sees `stall`. */
class pins_hart : public sc_core::sc_module
{
  public:
    sc_core::sc_in<bool> clk, stall;
    sc_core::sc_vector<sc_core::sc_signal<sc_dt::sc_uint<4>>> itype{"itype", BLOCKS};
    sc_core::sc_vector<sc_core::sc_signal<uint64_t>> iaddr{"iaddr", BLOCKS};
    sc_core::sc_vector<sc_core::sc_signal<uint32_t>> iretire{"iretire", BLOCKS};
    sc_core::sc_vector<sc_core::sc_signal<bool>> ilastsize{"ilastsize", BLOCKS};
    sc_core::sc_vector<sc_core::sc_signal<bool>> sijump{"sijump", BLOCKS};
    sc_core::sc_signal<sc_dt::sc_uint<3>> priv;
    sc_core::sc_signal<sc_dt::sc_uint<2>> ctype;
    sc_core::sc_signal<uint64_t> context, hcontext, cause, tval, time;
    sc_core::sc_signal<sc_dt::sc_uint<16>> trigger;
    sc_core::sc_signal<sc_dt::sc_uint<8>> ext_trig;
    sc_core::sc_signal<bool> halted, reset, lowpower;
    sc_core::sc_signal<uint32_t> impdef;
    unsigned left = 0; /* records to execute */
    unsigned stalls = 0;

    explicit pins_hart(const sc_core::sc_module_name &name) : sc_core::sc_module(name)
    {
        const rh_cfg cfg = hart_cfg();
        sc_core::sc_spawn_options options;

        rh_init(&m_hart, &cfg, 5);
        options.spawn_method();
        options.dont_initialize();
        options.set_sensitivity(&clk.pos());
        sc_core::sc_spawn([this] { edge(); }, "edge", &options);
    }

  private:
    void edge()
    {
        if (stall.read()) {
            stalls++;
            return;
        }
        struct rh_step step;
        std::memset(&step, 0, sizeof step);
        if (left != 0) {
            rh_step(&m_hart, &step);
            left--;
        }
        drive(step.in);
    }
    void drive(const ingress_cycle &in)
    {
        for (unsigned i = 0; i < BLOCKS; i++) {
            const bool there = i < in.nblocks;
            itype[i].write(there ? in.block[i].itype : 0);
            iaddr[i].write(there ? in.block[i].iaddr : 0);
            iretire[i].write(there ? in.block[i].iretire : 0);
            ilastsize[i].write(there && in.block[i].ilastsize);
            sijump[i].write(there && in.block[i].sijump);
        }
        if (in.nblocks != 0) {
            priv.write(in.priv);
        }
        ctype.write(in.ctype);
        context.write(in.context);
        cause.write(in.cause);
        tval.write(in.tval);
    }

    rh_hart m_hart;
};

struct bench {
    sc_core::sc_clock clk{"clk", 10, sc_core::SC_NS, 0.5, 2.5, sc_core::SC_NS};
    sc_core::sc_signal<bool> stall{"stall"};
    pins_hart hart{"hart"};
    trsc::ingress_pins pins{"pins", BLOCKS};
    trsc::encoder encoder;
    sink out{"out"};
    sc_test::master m{"m"};

    static trm_encoder_cfg cfg()
    {
        trm_encoder_cfg c;
        trm_encoder_cfg_init(&c);
        return c;
    }

    bench() : encoder("encoder", trsc::make_encoder_model(cfg()))
    {
        hart.clk(clk);
        hart.stall(stall);
        encoder.clk(clk);
        encoder.out.port(out.in);
        pins.clk(clk);
        pins.set_phase(1);
        pins.ingress(encoder.ingress);
        pins.stall(stall);
        m.socket.bind(encoder.regs);
        for (unsigned i = 0; i < BLOCKS; i++) {
            pins.itype[i](hart.itype[i]);
            pins.iaddr[i](hart.iaddr[i]);
            pins.iretire[i](hart.iretire[i]);
            pins.ilastsize[i](hart.ilastsize[i]);
            pins.sijump[i](hart.sijump[i]);
        }
        pins.priv(hart.priv);
        pins.ctype(hart.ctype);
        pins.context(hart.context);
        pins.hcontext(hart.hcontext);
        pins.cause(hart.cause);
        pins.tval(hart.tval);
        pins.time(hart.time);
        pins.trigger(hart.trigger);
        pins.ext_trig(hart.ext_trig);
        pins.halted(hart.halted);
        pins.reset(hart.reset);
        pins.lowpower(hart.lowpower);
        pins.impdef(hart.impdef);
    }
    static void cycles(unsigned n)
    {
        sc_core::sc_start(10.0 * n, sc_core::SC_NS);
    }
};

constexpr uint32_t ON = TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK |
                        TR_TE_INST_STALL_ENA_MASK | TR_TE_CONTEXT_MASK |
                        TR_TE_INST_MODE_BTM << TR_TE_INST_MODE_SHIFT;

void keep(void *ctx, const uint8_t *bytes, size_t n)
{
    static_cast<std::vector<message> *>(ctx)->emplace_back(bytes, bytes + n);
}

bool always(void *, size_t)
{
    return true;
}

/* The records themselves, into a model. */
std::vector<message> reference()
{
    static const trm_link_ops ops = {always, keep, nullptr};
    static trm_encoder enc;
    static rh_hart hart;
    std::vector<message> got;
    const trm_encoder_cfg cfg = bench::cfg();
    const rh_cfg hc = hart_cfg();
    struct rh_step step;

    rh_init(&hart, &hc, 5);
    CHECK_EQUAL(trm_encoder_init(&enc, &cfg), TRM_OK);
    trm_encoder_connect(&enc, {&ops, &got});
    trm_encoder_reg_write(&enc, TR_TE_CONTROL_OFFSET, 4, TR_TE_ACTIVE_MASK);
    trm_encoder_reg_write(&enc, TR_TE_CONTROL_OFFSET, 4, ON);
    trm_encoder_tick(&enc);
    for (unsigned i = 0; i < RECORDS; i++) {
        trm_encoder_tick(&enc);
        rh_step(&hart, &step);
        step.in.cycle = i;
        CHECK(!trm_encoder_ingress(&enc, &step.in));
    }
    trm_encoder_reg_write(&enc, TR_TE_CONTROL_OFFSET, 4, TR_TE_ACTIVE_MASK);
    for (unsigned i = 0; i < 10; i++) {
        trm_encoder_tick(&enc);
    }
    return got;
}

/* open_every: the link takes a message once in this number of cycles; 0: always. */
std::vector<message> through_pins(unsigned open_every, unsigned &stalls)
{
    bench b;

    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    b.m.write(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    b.m.write(TR_TE_CONTROL_OFFSET, ON);
    bench::cycles(2);
    b.hart.left = RECORDS;
    b.out.open = open_every ? 0 : UINT32_MAX;
    for (unsigned i = 0; b.hart.left != 0; i++) {
        CHECK(i < 100 * RECORDS);
        if (open_every && i % open_every == 0) {
            b.out.open = 1;
        }
        bench::cycles(1);
    }
    b.out.open = UINT32_MAX;
    bench::cycles(50);
    b.m.write(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    bench::cycles(50);
    CHECK(b.m.read(TR_TE_CONTROL_OFFSET) & TR_TE_EMPTY_MASK);
    stalls = b.hart.stalls;
    return b.out.got;
}

void signals_say_what_records_say()
{
    unsigned stalls = 0;
    const std::vector<message> want = reference(), got = through_pins(0, stalls);

    CHECK(want.size() > 500);
    CHECK_EQUAL(got.size(), want.size());
    CHECK(got == want);
    CHECK_EQUAL(stalls, 0);
}

void a_stalled_hart_loses_nothing()
{
    unsigned stalls = 0;
    const std::vector<message> want = reference(), got = through_pins(9, stalls);

    CHECK_EQUAL(got.size(), want.size());
    CHECK(got == want);
    CHECK(stalls > 100);
}

} // namespace

int main()
{
    return sc_test::run_apart({
        {"signals_say_what_records_say", signals_say_what_records_say},
        {"a_stalled_hart_loses_nothing", a_stalled_hart_loses_nothing},
    });
}
