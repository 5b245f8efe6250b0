/* SPDX-License-Identifier: Apache-2.0 */
/* Drives a network, whatever it is made of. */
#include "network.hpp"

#include <stdexcept>

#include "atbbridge_regs.h"
#include "encoder_regs.h"
#include "funnel_regs.h"
#include "pibsink_regs.h"
#include "ramsink_regs.h"
#include "timestamp_regs.h"

namespace network
{

namespace
{

constexpr unsigned SRC_BITS = 3;
constexpr uint32_t PIB_MODE = TR_PIB_MODE_PARALLEL4 << TR_PIB_MODE_SHIFT;

void start_sinks(net &n, const parameters &p)
{
    n.write(RAMSINK, TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK);
    n.write(RAMSINK, TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK | TR_RAM_ENABLE_MASK);
    if (p.pins) {
        n.write(PIBSINK, TR_PIB_CONTROL_OFFSET, TR_PIB_ACTIVE_MASK);
        n.write(PIBSINK, TR_PIB_CONTROL_OFFSET, TR_PIB_ACTIVE_MASK | TR_PIB_ENABLE_MASK | PIB_MODE);
    }
    if (p.atb) {
        n.write(ATBBRIDGE, TR_ATB_BRIDGE_CONTROL_OFFSET, TR_ATB_BRIDGE_ACTIVE_MASK);
        n.write(ATBBRIDGE, TR_ATB_BRIDGE_CONTROL_OFFSET,
                TR_ATB_BRIDGE_ACTIVE_MASK | TR_ATB_BRIDGE_ENABLE_MASK |
                    0x21u << TR_ATB_BRIDGE_ID_SHIFT);
        trm_etb_start(&n.etb());
    }
}

void start_funnels(net &n, const parameters &p)
{
    for (unsigned c : {unsigned{ROOT}, unsigned{LEAF}, LEAF + 1u}) {
        n.write(c, TR_FUNNEL_CONTROL_OFFSET, TR_FUNNEL_ACTIVE_MASK);
        n.write(c, TR_FUNNEL_DIS_INPUT_OFFSET, 0);
        n.write(c, TR_FUNNEL_CONTROL_OFFSET, TR_FUNNEL_ACTIVE_MASK | TR_FUNNEL_ENABLE_MASK);
        if (p.timestamps) {
            const uint32_t mode = c == ROOT ? TR_TS_MODE_INTERNAL_SYSTEM : TR_TS_MODE_SHARED;
            n.write(c, TR_TS_CONTROL_OFFSET, TR_TS_ACTIVE_MASK);
            n.write(c, TR_TS_CONTROL_OFFSET,
                    TR_TS_ACTIVE_MASK | TR_TS_COUNT_MASK | mode << TR_TS_MODE_SHIFT);
        }
    }
}

void start_encoder(net &n, const parameters &p, unsigned hart)
{
    const uint32_t on = TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK |
                        (p.stall ? TR_TE_INST_STALL_ENA_MASK : 0) |
                        p.inst_mode << TR_TE_INST_MODE_SHIFT;

    n.write(hart, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    n.write(hart, TR_TE_INST_FEATURES_OFFSET,
            SRC_BITS << TR_TE_SRC_BITS_SHIFT | (hart + 1) << TR_TE_SRC_ID_SHIFT);
    if (p.timestamps) {
        n.write(hart, TR_TS_CONTROL_OFFSET, TR_TS_ACTIVE_MASK);
        n.write(hart, TR_TS_CONTROL_OFFSET,
                TR_TS_ACTIVE_MASK | TR_TS_ENABLE_MASK | TR_TS_MODE_SHARED << TR_TS_MODE_SHIFT);
    }
    n.write(hart, TR_TE_CONTROL_OFFSET, on);
}

void wait_empty(net &n, unsigned component, uint32_t offset, uint32_t empty)
{
    for (int i = 0; i < 20000; i++) {
        if (n.read(component, offset) & empty) {
            return;
        }
        n.tick();
    }
    throw std::runtime_error("component " + std::to_string(component) + " does not become empty");
}

/* Encoders, funnels, sinks, each empty before the next is disabled. */
void stop(net &n, const parameters &p)
{
    for (unsigned h = 0; h < HARTS; h++) {
        n.write(h, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    }
    for (unsigned h = 0; h < HARTS; h++) {
        wait_empty(n, h, TR_TE_CONTROL_OFFSET, TR_TE_EMPTY_MASK);
    }
    for (unsigned c : {unsigned{LEAF}, LEAF + 1u, unsigned{ROOT}}) {
        n.write(c, TR_FUNNEL_CONTROL_OFFSET, TR_FUNNEL_ACTIVE_MASK);
        wait_empty(n, c, TR_FUNNEL_CONTROL_OFFSET, TR_FUNNEL_EMPTY_MASK);
    }
    n.write(RAMSINK, TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK);
    wait_empty(n, RAMSINK, TR_RAM_CONTROL_OFFSET, TR_RAM_EMPTY_MASK);
    if (p.pins) {
        n.write(PIBSINK, TR_PIB_CONTROL_OFFSET, TR_PIB_ACTIVE_MASK | PIB_MODE);
        wait_empty(n, PIBSINK, TR_PIB_CONTROL_OFFSET, TR_PIB_EMPTY_MASK);
    }
    if (p.atb) {
        trm_etb_flush(&n.etb());
        for (int i = 0; i < 5000 && !trm_etb_flushed(&n.etb()); i++) {
            n.tick();
            n.settle();
        }
        if (!trm_etb_flushed(&n.etb())) {
            throw std::runtime_error("the flush on ATB does not end");
        }
        trm_etb_stop(&n.etb());
    }
}

void collect(net &n)
{
    const uint32_t end = n.read(RAMSINK, TR_RAM_WP_LOW_OFFSET);

    n.write(RAMSINK, TR_RAM_RP_LOW_OFFSET, 0);
    for (uint32_t at = 0; at < end; at += 4) {
        const uint32_t word = n.read(RAMSINK, TR_RAM_DATA_OFFSET);
        for (unsigned i = 0; i < 4; i++) {
            n.seen.sram.push_back(static_cast<uint8_t>(word >> 8 * i));
        }
    }
    n.seen.etb.resize(trm_etb_read(&n.etb(), nullptr, 0));
    trm_etb_read(&n.etb(), n.seen.etb.data(), static_cast<uint32_t>(n.seen.etb.size()));
    for (auto &messages : n.seen.sent) {
        for (const message &m : messages) {
            n.seen.overflows += m[0] >> 2 == 8; /* TCODE 8: Error */
        }
    }
}

struct hart {
    rh_hart h;
    struct rh_step step;
    bool stalled;
    unsigned records; /* taken */
};

void init_hart(hart &x, unsigned index)
{
    const rh_cfg cfg = {
        UINT64_C(0x80000000) + 0x10000 * index, 64, 4, 4, 50, 8, 100, 0, 1, 0, false, false, false};

    x = hart{};
    rh_init(&x.h, &cfg, index + 1);
}

/* One cycle. Returns whether there is more to do. */
bool run_hart(net &n, unsigned index, hart &x, uint64_t cycle, unsigned records)
{
    if (x.records == records) {
        return false;
    }
    if (!x.stalled) {
        rh_step(&x.h, &x.step);
    }
    x.step.in.cycle = cycle;
    x.stalled = n.ingress(index, x.step.in);
    x.records += !x.stalled;
    return true;
}

} // namespace

trm_encoder_cfg encoder_cfg(const parameters &p)
{
    trm_encoder_cfg cfg;

    trm_encoder_cfg_init(&cfg);
    cfg.ts_modes = 1u << TR_TS_MODE_SHARED;
    cfg.link_bytes = p.link_bytes;
    return cfg;
}

trm_funnel_cfg funnel_cfg(const parameters &p)
{
    trm_funnel_cfg cfg;

    trm_funnel_cfg_init(&cfg);
    cfg.inputs = 2;
    cfg.ts_modes = 1u << TR_TS_MODE_INTERNAL_SYSTEM | 1u << TR_TS_MODE_SHARED;
    cfg.link_bytes = p.link_bytes;
    return cfg;
}

trm_ramsink_cfg ramsink_cfg(uint8_t *sram)
{
    trm_ramsink_cfg cfg;

    trm_ramsink_cfg_init(&cfg);
    cfg.sram = sram;
    cfg.sram_bytes = SPACE;
    return cfg;
}

trm_etb_cfg etb_cfg()
{
    trm_etb_cfg cfg;

    trm_etb_cfg_init(&cfg);
    cfg.bytes = 2 * SPACE;
    return cfg;
}

void run(net &n, const parameters &p)
{
    static hart harts[HARTS];

    for (unsigned h = 0; h < HARTS; h++) {
        init_hart(harts[h], h);
    }
    start_sinks(n, p);
    start_funnels(n, p);
    for (unsigned h = 0; h < HARTS; h++) {
        start_encoder(n, p, h);
    }
    n.tick();
    for (uint64_t c = 0, busy = HARTS; busy != 0; c++) {
        if (c > 1000 * uint64_t{p.records}) {
            throw std::runtime_error("the harts are stalled for ever");
        }
        n.tick();
        busy = 0;
        for (unsigned h = 0; h < HARTS; h++) {
            n.seen.stalls += harts[h].stalled;
            busy += run_hart(n, h, harts[h], c, p.records);
        }
    }
    stop(n, p);
    collect(n);
}

void split(const std::vector<uint8_t> &bytes, std::vector<message> (&of)[HARTS])
{
    message m;

    for (uint8_t byte : bytes) {
        if (m.empty() && byte == 0xFF) { /* idle */
            continue;
        }
        m.push_back(byte);
        if ((byte & 3) != 3) { /* MSEO: not the end of a message */
            continue;
        }
        if (m.size() < 2) {
            throw std::runtime_error("a message of one byte");
        }
        /* SRC is after the TCODE: the low MDO bits of the second byte. */
        const unsigned src = m[1] >> 2 & ((1u << SRC_BITS) - 1);
        if (src < 1 || src > HARTS) {
            throw std::runtime_error("no hart has SRC " + std::to_string(src));
        }
        of[src - 1].push_back(m);
        m.clear();
    }
    if (!m.empty()) {
        throw std::runtime_error("the stream ends within a message");
    }
}

} // namespace network
