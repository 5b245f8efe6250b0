/* SPDX-License-Identifier: Apache-2.0 */
/* The driver's port to the simulator's bus. */
#include "hts/hts_io.h"

enum {
    POLL_LIMIT = 12000,
    RELAX_CYCLES = 16,
    RELAX_EVENLY = 1000, /* polls that are RELAX_CYCLES apart; then the interval grows */
    RELAX_DOUBLES = 200, /* polls until the interval doubles */
    RELAX_GROWTH = 14,   /* doublings: 2 thousand million cycles until a poll gives up */
};

static enum rvt_status from_bus(int status)
{
    return status == SIM_BUS_OK ? RVT_OK : RVT_ERR_BUS;
}

static enum rvt_status io_read32(const struct rvt_io *io, uint64_t addr, uint32_t *val)
{
    struct hts_io *s = io->ctx;
    if (addr != s->polled) {
        s->relaxed = 0;
    }
    s->polled = addr;
    return from_bus(sim_platform_read32(s->platform, addr, val));
}

/* The hart of an encoder, or the number of harts. */
static unsigned hart_of(const struct hts_io *s, unsigned component)
{
    const unsigned harts = sim_platform_hart_count(s->platform);
    for (unsigned h = 0; h < harts; h++) {
        if (sim_platform_encoder_of(s->platform, h) == component) {
            return h;
        }
    }
    return harts;
}

/* Note a write to an encoder. A failed write is reported when the stream is closed. */
static void record(struct hts_io *s, uint64_t addr, uint32_t val)
{
    const struct topology *t = sim_platform_tree(s->platform);
    for (unsigned h = 0; h < sim_platform_hart_count(s->platform); h++) {
        unsigned encoder = sim_platform_encoder_of(s->platform, h);
        if (encoder == TOPOLOGY_NONE ||
            addr - t->component[encoder].block.base >= t->component[encoder].block.size) {
            continue;
        }
        if (s->record != NULL) {
            (void)ingress_write_reg(s->record, h, sim_hart_cycles(sim_platform_hart(s->platform)),
                                    (uint16_t)(addr - t->component[encoder].block.base), val);
        }
        /* One write per cycle, as a replay does; recorded or not, so that the run is the same. */
        sim_platform_idle(s->platform, 1);
    }
}

static enum rvt_status io_write32(const struct rvt_io *io, uint64_t addr, uint32_t val)
{
    struct hts_io *s = io->ctx;
    s->relaxed = 0;
    enum rvt_status status = from_bus(sim_platform_write32(s->platform, addr, val));
    if (status == RVT_OK) {
        record(s, addr, val);
    }
    return status;
}

void hts_io_note(struct hts_io *s, unsigned component, uint32_t offset, uint32_t value)
{
    unsigned harts = sim_platform_hart_count(s->platform), hart = hart_of(s, component);
    if (s->record != NULL && hart < harts && s->npending < HTS_IO_PENDING) {
        /* The last hart is the last to go on to the next cycle. */
        uint64_t now = sim_hart_cycles(sim_platform_hart_n(s->platform, harts - 1));
        s->pending[s->npending++] = (struct hts_io_write){now, hart, offset, value};
    }
}

void hts_io_flush_before(struct hts_io *s, uint64_t cycle)
{
    unsigned left = 0;
    for (unsigned i = 0; i < s->npending; i++) {
        const struct hts_io_write *w = &s->pending[i];
        if (w->cycle < cycle) {
            (void)ingress_write_reg(s->record, w->hart, w->cycle, (uint16_t)w->offset, w->value);
        } else {
            s->pending[left++] = *w;
        }
    }
    s->npending = left;
}

static enum rvt_status io_relax(const struct rvt_io *io)
{
    struct hts_io *s = io->ctx;
    uint32_t late = s->relaxed < RELAX_EVENLY ? 0 : (s->relaxed - RELAX_EVENLY) / RELAX_DOUBLES;
    uint32_t twice = late < RELAX_GROWTH ? late : RELAX_GROWTH;
    s->relaxed++;
    sim_platform_idle(s->platform, (uint64_t)RELAX_CYCLES << twice);
    return RVT_OK;
}

/* As a store of a hart to a stimulus port: not recorded, for it is no setting. */
static enum rvt_status io_write_part(const struct rvt_io *io, uint64_t addr, unsigned bytes,
                                     uint32_t val)
{
    const struct hts_io *s = io->ctx;
    struct sim_bus *bus = sim_platform_bus(s->platform);
    return from_bus(sim_bus_write(bus, addr, bytes, val));
}

void hts_io_init(struct hts_io *s, struct sim_platform *platform, struct ingress_writer *record)
{
    static const struct rvt_io_ops ops = {
        .read32 = io_read32, .write32 = io_write32, .relax = io_relax, .write_part = io_write_part};
    s->io = (struct rvt_io){&ops, s, POLL_LIMIT};
    s->platform = platform;
    s->polled = 0;
    s->relaxed = 0;
    s->record = record;
    s->npending = 0;
}
