/* SPDX-License-Identifier: Apache-2.0 */
/* etrace_rig.h: the script, the run, the model, the comparison. */
#include "etrace_rig.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "etrace/etrace_flow.h"
#include "trm/trm_etrace.h"

enum {
    MAX_ENTRIES = 1 << 13,
    MAX_PCS = 1 << 16,
    MAX_BYTES = 1 << 20,
    MAX_EVENTS = 1 << 14,
    COUNTED = 31, /* branches that a map has; more of them are counted */
    SETTLED = 30, /* cycles: what came before has been dealt with */
};

/* What becomes of a packet; ANNOUNCED: a loss is, in front of the entry. */
enum event {
    SENT,
    REFUSED,
    ANNOUNCED
};

static const struct rtl_etrace_kind *kind;
struct er_scenario er_s;
static struct etrace_cfg cfg;
static struct rh_hart hart;
struct rh_rng er_dice;
static struct rtl_etrace_in entry[MAX_ENTRIES];
unsigned er_entries;
static uint64_t truth[MAX_PCS];
static unsigned ntruth;
static bool circles;
static uint32_t all_options; /* of this script */
static uint8_t rtl[MAX_BYTES], model[MAX_BYTES];
static unsigned nrtl, nmodel;
static struct {
    enum event what;
    unsigned at;
} event[MAX_EVENTS];
unsigned er_events;
static unsigned used;
static unsigned at; /* entry */
static unsigned long seed_now;
unsigned long er_losses, er_waits, er_decoded;
unsigned er_formats[4][4], er_full_counts;
static unsigned count_at; /* 0: nowhere */
static uint32_t count;
static struct rtl_etrace_in settings; /* src_bits, src, stamped, hold: of all cycles */

/* --- the script --- */

static bool inferable(uint64_t pc)
{
    unsigned k = hart.kind[(pc - hart.cfg.base) / 2];
    return k == RH_LINEAR || k == RH_JUMP || k == RH_CALL || k == RH_CONST || k == RH_CONST_JUMP ||
           k == RH_SWAP;
}

/* A loop in which only the code says where it goes: no decoder can tell how often it ran. */
static bool runs_in_circles(void)
{
    for (unsigned i = ntruth - 1; i-- > 0 && inferable(truth[i]);) {
        if (truth[i] == truth[ntruth - 1]) {
            return true;
        }
    }
    return false;
}

struct rtl_etrace_in *er_add(void)
{
    assert_true(er_entries < MAX_ENTRIES);
    struct rtl_etrace_in *e = &entry[er_entries++];
    *e = (struct rtl_etrace_in){.valid = true};
    e->in.time = 1000 + er_entries * UINT64_C(77);
    e->in.priv = hart.priv;
    e->in.context = hart.context;
    return e;
}

void er_count(uint32_t to)
{
    count_at = er_entries;
    count = to;
}

void er_support(bool ienable, uint32_t options)
{
    struct rtl_etrace_in *e = er_add();
    all_options |= options;
    e->support = true;
    e->ienable = ienable;
    e->options = (uint8_t)etrace_cfg_ioptions(&cfg, options);
}

static void add_block(uint32_t options)
{
    struct rh_step step;
    rh_step(&hart, &step);
    unsigned n = ntruth;
    for (unsigned k = 0; k < step.count; k++) {
        truth[ntruth++] = step.pc[k];
        circles = circles || runs_in_circles();
    }
    if (circles) {
        ntruth = n;
        return;
    }
    if (rh_chance(&er_dice, er_s.support_one_in)) {
        er_support(rh_below(&er_dice, 2) != 0, options);
    }
    struct rtl_etrace_in *e = er_add();
    uint64_t time = e->in.time;
    e->block = true;
    e->in = step.in;
    e->in.time = time;
    e->in.cause = rh_next(&er_dice) & 0x7fu;
    e->in.tval = rh_below(&er_dice, 2) != 0 ? step.in.tval
                                            : UINT64_C(0xfffffff0) << (rh_next(&er_dice) & 31u);
    e->in.tval &= etrace_mask(kind->xlen);
    e->resync = rh_chance(&er_dice, er_s.resync_one_in);
    e->watched = rh_chance(&er_dice, er_s.watch_one_in);
}

static void make_script(uint64_t seed)
{
    struct rh_cfg rc = {
        .base = seed % 3 == 0 ? UINT64_C(0x1000) : UINT64_C(0x80000000),
        .xlen = kind->xlen,
        .itype_width = kind->itype_bits,
        .max_block = er_s.max_block,
        .trap_one_in = er_s.trap_one_in,
        .branch_bias = er_s.branch_bias,
        .indirect_bias = er_s.indirect_bias,
        .context_one_in = er_s.context_one_in,
        .well_behaved = er_s.well_behaved,
    };
    rh_init(&hart, &rc, seed);
    rh_seed(&er_dice, seed + 1);
    er_entries = 0;
    ntruth = 0;
    circles = false;
    all_options = 0;
    uint32_t options = rh_next(&er_dice) & kind->options;
    er_support(true, options);
    while (er_entries < ER_ENTRIES && !circles) {
        if (rh_chance(&er_dice, er_s.end_one_in)) {
            er_add()->end = true;
            if (rh_below(&er_dice, 2) != 0) { /* another set of options, when nothing is traced */
                options = rh_next(&er_dice) & kind->options;
                er_support(true, options);
            }
        }
        add_block(options);
    }
    er_add()->end = true;
    er_support(false, options);
}

/* --- the RTL --- */

static void note(enum event what)
{
    assert_true(er_events < MAX_EVENTS);
    event[er_events].what = what;
    event[er_events++].at = at;
}

/* A packet's length, from its header. Packet Encapsulation, Packet Length. */
static unsigned packet_length(uint8_t header)
{
    return 1u + settings.src_bits / 8u + ((header & 0x80u) != 0 ? cfg.ts_bytes : 0u) +
           (header & 31u);
}

/* A beat: bytes up to the end of the packet, then none. */
static void take(const struct rtl_etrace_out *out, unsigned *begin)
{
    assert_true(nrtl + RTL_ETRACE_LANES < MAX_BYTES);
    memcpy(rtl + nrtl, out->link_data, kind->lanes);
    nrtl += kind->lanes;
    unsigned length = packet_length(rtl[*begin]);
    unsigned over = nrtl - *begin < length ? 0 : nrtl - *begin - length;
    if (out->link_last != (nrtl - *begin >= length) || out->link_bytes != kind->lanes - over) {
        fail_msg("%s, seed %lu: last or bytes of a beat (of %u)", kind->name, seed_now, length);
    }
    if (out->link_last) {
        while (nrtl > *begin + length) {
            assert_int_equal(rtl[--nrtl], 0);
        }
        *begin = nrtl;
    }
}

void er_run_rtl(void)
{
    settings.hold = er_s.hold;
    void *dut = kind->create();
    struct rtl_etrace_out out, before = {.link_valid = false};
    unsigned next = 0, begin = 0, quiet = 0;
    bool valid = false, held = false, counted = count_at == 0;
    nrtl = 0;
    er_events = 0;
    at = 0;
    for (unsigned i = 0; quiet < 40; i++) {
        struct rtl_etrace_in in = settings;
        bool stops = !counted && next == count_at; /* until nothing is under way */
        if (stops && quiet == SETTLED) {
            kind->set_count(dut, count);
            counted = true;
            stops = false;
        }
        valid = next < er_entries && !stops && (valid || !rh_chance(&er_dice, er_s.wait_one_in));
        if (valid) {
            in = entry[next];
            in.hold = settings.hold;
            in.src_bits = settings.src_bits;
            in.src = settings.src;
            in.stamped = settings.stamped;
        }
        in.link_ready = rh_below(&er_dice, 4) < er_s.take_in_four;
        kind->settle(dut, &in, &out);
        if (held) {
            assert_true(out.link_valid && out.link_last == before.link_last);
            assert_memory_equal(out.link_data, before.link_data, kind->lanes);
        }
        if (out.sent) {
            note(out.lost ? ANNOUNCED : SENT);
        } else if (out.overflow) {
            note(REFUSED);
            er_losses++;
        }
        if (out.link_valid && in.link_ready) {
            take(&out, &begin);
        }
        held = out.link_valid && !in.link_ready;
        before = out;
        er_waits += in.valid && !out.ready ? 1 : 0;
        if (in.valid && out.ready) {
            at = next++;
            valid = false;
        }
        kind->clock_edge(dut);
        quiet = (next == er_entries || stops) && out.idle ? quiet + 1 : 0;
        assert_true(i < 200000);
    }
    kind->destroy(dut);
}

/* --- the model --- */

static bool put(void *ctx, const struct etrace_packet *p)
{
    const struct trm_etrace *e = (const struct trm_etrace *)ctx;
    if (e->lost) {
        if (used == er_events || event[used].what != ANNOUNCED || event[used].at != at) {
            return false;
        }
    } else if (used == er_events || event[used].what == ANNOUNCED) {
        fail_msg("%s, seed %lu: at entry %u a packet is missing", kind->name, seed_now, at);
    }
    if (event[used++].what == REFUSED) {
        return false;
    }
    struct etrace_frame f = {
        .kind = ETRACE_KIND_INST, .src = settings.src, .stamped = settings.stamped};
    unsigned n = 0;
    f.stamp = e->have ? e->current.time : entry[at].in.time;
    f.stamp &= f.stamped ? etrace_mask(kind->ts_bits) : 0;
    assert_int_equal(etrace_packet_encode(&cfg, e->options, p, f.payload, &f.size), ETRACE_OK);
    assert_true(nmodel + ETRACE_FRAME_MAX < MAX_BYTES);
    assert_int_equal(etrace_frame_write(&cfg, &f, model + nmodel, &n), ETRACE_OK);
    nmodel += n;
    er_formats[p->format][p->subformat & 3u]++;
    er_full_counts += p->format == ETRACE_FORMAT_EXT && p->subformat == ETRACE_EXT_COUNT &&
                              p->branch_count == UINT32_MAX
                          ? 1
                          : 0;
    return true;
}

void er_run_model(void)
{
    static struct trm_etrace e;
    nmodel = 0;
    used = 0;
    assert_true(trm_etrace_init(&e, &cfg, put, &e));
    for (at = 0; at < er_entries; at++) {
        const struct rtl_etrace_in *in = &entry[at];
        if (count_at != 0 && at == count_at) {
            assert_true(e.predicted > COUNTED);
            e.predicted = COUNTED + (uint64_t)count;
        }
        if (in->resync) {
            trm_etrace_resync(&e);
        }
        if (in->support) {
            e.options = etrace_cfg_options(&cfg, in->options);
            trm_etrace_support(&e, in->ienable);
        } else if (in->end) {
            trm_etrace_end(&e);
        } else {
            trm_etrace_blocks(&e, &in->in, 1, in->watched ? 1 : 0);
        }
    }
}

/* --- the comparison --- */

void er_setup(const struct rtl_etrace_kind *k, uint64_t seed)
{
    kind = k;
    seed_now = (unsigned long)seed;
    count_at = 0;
    etrace_cfg_init(&cfg);
    cfg.xlen = (uint8_t)k->xlen;
    cfg.iaddress_width = (uint8_t)k->xlen;
    cfg.itype_width = (uint8_t)k->itype_bits;
    cfg.privilege_width = (uint8_t)k->privilege_width;
    cfg.ecause_width = (uint8_t)k->ecause_width;
    cfg.nocontext = !k->context;
    cfg.context_width = (uint8_t)k->context_width;
    cfg.return_stack_size = (uint8_t)k->return_size;
    cfg.call_counter_size = (uint8_t)k->counter_size;
    cfg.bpred_size = (uint8_t)k->predict_size;
    cfg.cache_size = (uint8_t)k->cache_size;
    cfg.f0s_width = (uint8_t)k->f0s_width;
    cfg.time_width = 64; /* not sent, but kept with what it belongs to */
    settings.src_bits = (uint8_t)(seed * 5 % (k->src_bits + 1));
    settings.src = (uint16_t)(0xa5bu & etrace_mask(settings.src_bits));
    settings.stamped = k->ts && seed % 3 != 0;
    cfg.src_bits = settings.src_bits;
    cfg.ts_bytes = (uint8_t)(k->ts ? (k->ts_bits + 7) / 8 : 0);
}

void er_expect_equal(void)
{
    unsigned i = 0;
    while (i < nrtl && i < nmodel && rtl[i] == model[i]) {
        i++;
    }
    if (i < nrtl || i < nmodel) {
        unsigned begin = 0, packet = 0;
        while (begin + packet_length(model[begin]) <= i && begin < nmodel) {
            begin += packet_length(model[begin]);
            packet++;
        }
        fail_msg("%s, seed %lu: packets %u differ in byte %u: %02x, not %02x; header %02x",
                 kind->name, seed_now, packet, i - begin, rtl[i], model[i], model[begin]);
    }
    assert_int_equal(used, er_events);
}

/* Without losses: what was executed, and nothing else. Where handlers are, nobody says; and support
 * packets in the middle of a region come at places that an encoder with registers does not have.
 * Of thousands of random programs a few come round to an address in a way that packets cannot tell
 * (docs/reference/etrace.md): these seeds do not. */
static void expect_decoded(void)
{
    static struct etrace_decoder d;
    struct flow_region region = {hart.cfg.base, sizeof hart.code, hart.code};
    struct flow_code_image image = {&region, 1};
    struct flow_code code;
    struct flow_elem e;
    unsigned n = 0;
    enum etrace_status status;
    flow_code_init_image(&code, etrace_cfg_isa(&cfg), &image);
    cfg.options = 0; /* support packets tell */
    assert_int_equal(etrace_decoder_init(&d, &cfg, &code, rtl, nrtl), ETRACE_OK);
    while ((status = etrace_decoder_next(&d, &e)) == ETRACE_OK) {
        if (e.type == FLOW_ELEM_ERROR || e.type == FLOW_ELEM_ADDR_NACC ||
            e.type == FLOW_ELEM_LOST) {
            fail_msg("%s, seed %lu: %s at packet %llu", kind->name, seed_now,
                     etrace_strerror(e.status), (unsigned long long)e.msg);
        }
        if (e.type == FLOW_ELEM_RANGE) {
            struct flow_range_iter it;
            const struct flow_insn *insn;
            flow_range_begin(&it, &e);
            while (flow_range_next(&it, &code, &insn) == FLOW_OK) {
                if (n == ntruth || it.where.pc != truth[n]) {
                    fail_msg("%s, seed %lu: instruction %u of %u is 0x%llx", kind->name, seed_now,
                             n, ntruth, (unsigned long long)it.where.pc);
                }
                n++;
            }
        }
    }
    assert_int_equal(status, ETRACE_ERR_END);
    assert_int_equal(n, ntruth);
}

void er_check(const struct rtl_etrace_kind *k, uint64_t seed, bool decode)
{
    er_setup(k, seed);
    make_script(seed);
    er_run_rtl();
    er_run_model();
    er_expect_equal();
    /* A counter is for programs that return where they were called from. */
    bool counted = k->counter_size != 0 && (all_options & OPT(IMPLICIT_RETURN)) != 0;
    if (decode && er_s.support_one_in == 0 && (all_options & OPT(IMPLICIT_EXCEPTION)) == 0 &&
        (er_s.well_behaved || !counted)) {
        er_decoded++;
        expect_decoded();
    }
}

void er_vary(uint64_t seed)
{
    er_s = (struct er_scenario){
        .max_block = seed % 4 == 0 ? 1 : 2 + (unsigned)(seed % 11),
        .trap_one_in = seed % 3 == 0 ? 8 : 60,
        .context_one_in = seed % 2 == 0 ? 12 : 0,
        .indirect_bias = 4,
        .branch_bias = seed % 5 == 0 ? 64 : 8,
        .resync_one_in = seed % 5 == 1 ? 25 : 0,
        .watch_one_in = seed % 7 == 0 ? 10 : 0,
        .end_one_in = seed % 3 == 1 ? 40 : 0,
        .support_one_in = seed % 4 == 1 ? 20 : 0,
        .wait_one_in = seed % 3 == 2 ? 3 : 0,
        .take_in_four = 1 + (unsigned)(seed % 4),
        .well_behaved = seed % 8 == 0,
    };
}
