/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Null packets of E-Trace that sinks in SystemVerilog put in, held to the text and not to the model
 * (Packet Encapsulation 1.0, Null Packets, Synchronization): what comes out of pins and memory is
 * read by its rules alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "part_rig.h"
#include "pibsink_regs.h"
#include "ramsink_regs.h"
#include "random_hart.h"
#include "rtl_pibsink.h"
#include "rtl_ramsink.h"

extern const struct rtl_pibsink_kind rtl_pibsink_et, rtl_pibsink_etone;
extern const struct rtl_ramsink_kind rtl_ramsink_et;

enum {
    PACKETS = 90,
    LONGEST = 40,
    BITS = 1 << 19,
    NULL_IDLE = 0x00,
    NULL_ALIGNMENT = 0x80,
    FREQ = 2,
    EVERY = 1 << (FREQ + 5), /* bytes of packets between two sequences */
};

static struct {
    uint8_t bytes[LONGEST];
    unsigned n;
} packet[PACKETS];

/* A header says how many bytes of payload follow, 1 to 31; timestamp and srcID are not looked at
 * here, and are part of the payload. What is in it may look like null packets. */
static void make_packets(struct rh_rng *rng)
{
    for (unsigned i = 0; i < PACKETS; i++) {
        packet[i].n = 2 + rh_below(rng, LONGEST - 2);
        part_rig_message(rng, packet[i].bytes, packet[i].n, true);
        packet[i].bytes[0] = (uint8_t)(1 + rh_below(rng, 31));
        if (rh_chance(rng, 3)) {
            memset(packet[i].bytes + 1, rh_chance(rng, 2) ? NULL_IDLE : NULL_ALIGNMENT,
                   packet[i].n - 1);
        }
    }
}

struct sender {
    unsigned next, at, pause;
    struct rh_rng *rng;
};

static void offer(struct sender *s, struct rtl_link *link, unsigned lanes)
{
    link->valid = s->next < PACKETS && s->pause == 0;
    if (link->valid) {
        part_rig_beat(link, lanes, packet[s->next].bytes, packet[s->next].n, s->at);
    }
}

static void taken(struct sender *s, const struct rtl_link *link, unsigned lanes)
{
    s->pause -= s->pause != 0;
    if (!link->valid || !link->ready) {
        return;
    }
    s->at += lanes;
    if (link->last) {
        s->at = 0;
        s->next++;
        s->pause = rh_below(s->rng, rh_chance(s->rng, 8) ? 600 : 30);
    }
}

/* What the bytes are made of. Sequences: runs of n null.idle or more, and a null.alignment. */
struct seen {
    unsigned packets, sequences, runs;
};

/* From a packet's first byte, or a null packet, on. Between packets: nothing, or null.idle packets
 * with a null.alignment as the last (`unframed`). */
static struct seen read_stream(const uint8_t *bytes, size_t n, unsigned n_nulls, bool exact)
{
    struct seen seen = {0, 0, 0};
    unsigned since = EVERY; /* bytes of packets since the last sequence */
    size_t at = 0;
    while (at < n && seen.packets < PACKETS) {
        unsigned idle = 0;
        while (at < n && bytes[at] == NULL_IDLE) {
            at++;
            idle++;
        }
        if (at < n && bytes[at] == NULL_ALIGNMENT) {
            at++;
            bool sequence = exact ? idle == n_nulls : idle >= n_nulls;
            seen.runs++;
            seen.sequences += sequence;
            since = sequence ? 0 : since;
            assert_true(sequence || !exact); /* a memory needs no others */
        } else {
            assert_true(idle == 0 || at == n); /* null.alignment is the last null */
        }
        if (at == n || bytes[at] == NULL_IDLE) {
            continue; /* another run: nothing has come between */
        }
        const unsigned length = packet[seen.packets].n;
        assert_true(since < EVERY); /* no packet without a sequence before it that is due */
        assert_true(at + length <= n);
        assert_memory_equal(bytes + at, packet[seen.packets].bytes, length);
        seen.packets++;
        since += length;
        at += length;
    }
    return seen;
}

/* --- pins --- */

static void pib_access(const struct rtl_pibsink_kind *kind, struct rtl_pibsink *rtl,
                       struct rtl_pibsink_io *io, uint32_t value)
{
    io->apb = (struct rtl_apb){.psel = true, .pwrite = true, .pwdata = value};
    kind->cycle(rtl, io);
    io->apb.penable = true;
    kind->cycle(rtl, io);
    io->apb = (struct rtl_apb){.psel = false};
}

static uint8_t bits[BITS];
static size_t nbits;

/* Every edge of TRC_CLK brings `width` bits, the least significant ones first (TCI 1.0, Trace PIB
 * Sink). */
static void run_pins(const struct rtl_pibsink_kind *kind, uint32_t mode, unsigned width,
                     struct rh_rng *rng)
{
    struct rtl_pibsink *rtl = kind->create();
    struct rtl_pibsink_io io = {.apb = {.psel = false}};
    struct sender s = {.rng = rng};
    uint32_t control =
        TR_PIB_ACTIVE_MASK | mode << TR_PIB_MODE_SHIFT | FREQ << TR_PIB_ASYNC_FREQ_SHIFT;
    bool clk = false;
    nbits = 0;
    pib_access(kind, rtl, &io, TR_PIB_ACTIVE_MASK);
    pib_access(kind, rtl, &io, control);
    pib_access(kind, rtl, &io, control | TR_PIB_ENABLE_MASK);
    for (unsigned rest = 0; rest < 4000; rest += s.next == PACKETS) {
        offer(&s, &io.in, kind->lanes);
        kind->cycle(rtl, &io);
        taken(&s, &io.in, kind->lanes);
        for (unsigned i = 0; io.pins.clk != clk && i < width; i++) {
            assert_true(nbits < BITS);
            bits[nbits++] = (io.pins.data >> i) & 1u;
        }
        clk = io.pins.clk;
    }
    kind->destroy(rtl);
}

/* "The single 1 at the end of this sequence uniquely identifies the byte boundary, and what follows
 * as the start of a packet." */
static size_t to_bytes(uint8_t *bytes, unsigned *zeros)
{
    size_t at = 0, n = 0;
    while (at < nbits && bits[at] == 0) {
        at++;
    }
    *zeros = (unsigned)at;
    for (at++; at + 8 <= nbits; at += 8) {
        bytes[n] = 0;
        for (unsigned i = 0; i < 8; i++) {
            bytes[n] |= (uint8_t)(bits[at + i] << i);
        }
        n++;
    }
    return n;
}

/* Holds ET-ENC-018 ET-ALG-022..025 */
static void pins(void **state)
{
    static const struct {
        uint32_t mode;
        unsigned width;
    } modes[] = {{TR_PIB_MODE_PARALLEL1, 1},
                 {TR_PIB_MODE_PARALLEL2, 2},
                 {TR_PIB_MODE_PARALLEL4, 4},
                 {TR_PIB_MODE_PARALLEL8, 8},
                 {TR_PIB_MODE_PARALLEL16, 16}};
    static const struct {
        const struct rtl_pibsink_kind *kind;
        unsigned nulls; /* N */
    } kinds[] = {{&rtl_pibsink_et, 40}, {&rtl_pibsink_etone, 31}};
    static uint8_t bytes[BITS / 8];
    struct rh_rng rng;
    unsigned others = 0;
    (void)state;
    for (unsigned i = 0; i < 10; i++) {
        unsigned nulls = kinds[i / 5].nulls, zeros = 0;
        rh_seed(&rng, i);
        make_packets(&rng);
        run_pins(kinds[i / 5].kind, modes[i % 5].mode, modes[i % 5].width, &rng);
        size_t n = to_bytes(bytes, &zeros);
        assert_true(zeros >= 8 * nulls + 7); /* the first sequence */
        /* It was taken off: put it back. */
        memmove(bytes + nulls + 1, bytes, n - nulls - 1);
        memset(bytes, NULL_IDLE, nulls);
        bytes[nulls] = NULL_ALIGNMENT;
        struct seen seen = read_stream(bytes, n, nulls, false);
        assert_int_equal(seen.packets, PACKETS);
        assert_true(seen.sequences > 10);
        others += seen.runs - seen.sequences;
    }
    assert_true(others > 50); /* shorter runs */
}

/* --- memory --- */

static void ram_access(struct rtl_ramsink *rtl, struct rtl_ramsink_io *io, uint32_t offset,
                       uint32_t value)
{
    io->apb = (struct rtl_apb){.psel = true, .pwrite = true, .paddr = offset, .pwdata = value};
    rtl_ramsink_et.cycle(rtl, io);
    io->apb.penable = true;
    rtl_ramsink_et.cycle(rtl, io);
    io->apb = (struct rtl_apb){.psel = false};
}

/* Sequences have N + 1 bytes; the last word is filled up with null.idle.
 * Holds ET-ALG-024 */
static void memory(void **state)
{
    enum {
        NULLS = 33, /* SyncNulls of this set */
        SIZE = 1024,
    };
    struct rh_rng rng;
    (void)state;
    for (unsigned seed = 0; seed < 8; seed++) {
        struct rtl_ramsink *rtl = rtl_ramsink_et.create();
        struct rtl_ramsink_io io = {.apb = {.psel = false}};
        struct sender s = {.rng = &rng};
        uint32_t control = TR_RAM_ACTIVE_MASK | FREQ << TR_RAM_ASYNC_FREQ_SHIFT;
        unsigned sent = 0;
        rh_seed(&rng, seed);
        make_packets(&rng);
        ram_access(rtl, &io, TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK);
        ram_access(rtl, &io, TR_RAM_CONTROL_OFFSET, control);
        ram_access(rtl, &io, TR_RAM_LIMIT_LOW_OFFSET, SIZE - 4);
        ram_access(rtl, &io, TR_RAM_WP_LOW_OFFSET, 0);
        ram_access(rtl, &io, TR_RAM_CONTROL_OFFSET, control | TR_RAM_ENABLE_MASK);
        memset(rtl_ramsink_et.sram(rtl), 0xA5, SIZE);
        while (s.next < 20 || s.at != 0) {
            offer(&s, &io.in, rtl_ramsink_et.lanes);
            rtl_ramsink_et.cycle(rtl, &io);
            taken(&s, &io.in, rtl_ramsink_et.lanes);
        }
        io.in.valid = false;
        ram_access(rtl, &io, TR_RAM_CONTROL_OFFSET, control);
        for (unsigned i = 0; i < 200; i++) {
            rtl_ramsink_et.cycle(rtl, &io);
        }
        const uint8_t *bytes = rtl_ramsink_et.sram(rtl);
        size_t n = SIZE;
        while (n > 4 && memcmp(bytes + n - 4, "\xA5\xA5\xA5\xA5", 4) == 0) {
            n -= 4; /* not written */
        }
        for (unsigned i = 0; i < s.next; i++) {
            sent += packet[i].n;
        }
        struct seen seen = read_stream(bytes, n, NULLS, true);
        assert_int_equal(seen.packets, s.next);
        assert_int_equal(n, (sent + seen.sequences * (NULLS + 1) + 3) / 4 * 4);
        assert_in_range(seen.sequences, 1 + sent / (EVERY + LONGEST), 1 + sent / EVERY);
        rtl_ramsink_et.destroy(rtl);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pins),
        cmocka_unit_test(memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
