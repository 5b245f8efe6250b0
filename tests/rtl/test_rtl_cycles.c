/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle-approximate is a figure: programs on a hart that retires a block in every cycle, links as
 * narrow as they come. Total cycles, cycles in which the hart was stalled, and the record at which
 * the first stall or overflow came: the model's are within 6 % of the RTL's, the record within 10 %
 * (or a few cycles; stalls, within 1 % of all cycles).
 * Where a link is loaded with hardly more than it takes, the first one comes when small differences
 * have added up: it may be further off in one such run of fifty. */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "encoder_regs.h"
#include "load_elf.h"
#include "rtl_encoder.h"
#include "workload.h"

extern const struct rtl_encoder_kind rtl_encoder_min, rtl_encoder_full;

enum {
    INSTRUCTIONS = 40000, /* of each program, at most */
    RECORDS = 40000,
    LONGEST = 32, /* half-words in a block */
    MOST_IDLE = 8,
    QUIET = 200, /* cycles without a byte: nothing more comes */
    PERCENT = 6,
    PERCENT_FIRST = 10,
    FEW = 40, /* cycles or records: what does not count as a difference */
    MESSAGES = 32,
    PACKER = 1, /* messages in the packer, mostly */
    RECORDS_QUEUED = 8,
    RESTART = 8,
};

#define HTM (TR_TE_INST_MODE_HTM << TR_TE_INST_MODE_SHIFT)
#define BTM (TR_TE_INST_MODE_BTM << TR_TE_INST_MODE_SHIFT)
#define ON  (TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK)

static struct ingress_cycle records[RECORDS];
static unsigned nrecords, idle[RECORDS]; /* cycles without a record before each */
static uint64_t last_cycle;

static bool has_more(const struct ingress_cycle *in)
{
    return in->nblocks != 1 || in->ctype != 0 || in->trigger != 0 || in->halted || in->reset ||
           in->lowpower;
}

/* An instruction that goes on where a linear block ends belongs to it: then the hart retires a
 * block in every cycle, up to the next branch or jump. */
static bool joins(struct ingress_cycle *before, const struct ingress_cycle *in)
{
    struct ingress_block *a = &before->block[0];
    const struct ingress_block *b = &in->block[0];
    if (has_more(before) || has_more(in) || before->priv != in->priv || a->itype != 0 ||
        b->iaddr != a->iaddr + 2u * (uint64_t)a->iretire || a->iretire + b->iretire > LONGEST) {
        return false;
    }
    struct ingress_block whole = *b;
    whole.iaddr = a->iaddr;
    whole.iretire += a->iretire;
    *before = *in;
    before->block[0] = whole;
    return true;
}

static void retire(void *ctx, unsigned hart, const struct ingress_cycle *in, uint32_t opcode)
{
    (void)ctx;
    (void)hart;
    (void)opcode;
    uint64_t gap = in->cycle > last_cycle ? in->cycle - last_cycle - 1 : 0;
    last_cycle = in->cycle;
    if (nrecords != 0 && gap == 0 && joins(&records[nrecords - 1], in)) {
        return;
    }
    if (nrecords < RECORDS) {
        idle[nrecords] = gap < MOST_IDLE ? (unsigned)gap : MOST_IDLE;
        records[nrecords++] = *in;
    }
}

struct figures {
    uint64_t cycles; /* from the first record to the last byte */
    uint64_t stalls;
    uint64_t first; /* records before the first stall or overflow; all, when there was none */
    uint64_t bytes;
};

/* --- RTL --- */

static void bus_write(const struct rtl_encoder_kind *kind, struct rtl_encoder *rtl, uint32_t value)
{
    struct rtl_encoder_in in = {
        .psel = true, .pwrite = true, .paddr = 0, .pwdata = value, .link_ready = true};
    struct rtl_encoder_out out;
    kind->cycle(rtl, &in, &out);
    in.penable = true;
    do {
        kind->cycle(rtl, &in, &out);
    } while (!out.pready);
    for (unsigned i = 0; i < 6; i++) {
        in = (struct rtl_encoder_in){.link_ready = true};
        kind->cycle(rtl, &in, &out);
    }
}

static struct figures run_rtl(const struct rtl_encoder_kind *kind, uint32_t control)
{
    struct figures f = {.first = nrecords};
    struct rtl_encoder *rtl = kind->create();
    bus_write(kind, rtl, TR_TE_ACTIVE_MASK);
    bus_write(kind, rtl, control);
    unsigned at = 0, quiet = 0, waited = 0;
    uint64_t cycle = 0;
    while (quiet < QUIET) {
        /* trTeControl is read all the time: setup, access, setup, ... */
        struct rtl_encoder_in in = {.link_ready = true, .psel = true, .penable = cycle % 2 != 0};
        struct rtl_encoder_out out;
        struct ingress_cycle now;
        bool offer = at < nrecords && waited >= idle[at];
        if (offer) {
            now = records[at];
            in.record = &now;
        }
        kind->cycle(rtl, &in, &out);
        cycle++;
        f.stalls += out.stall ? 1u : 0u;
        if (f.first == nrecords && (out.prdata & TR_TE_INST_STALL_OR_OVERFLOW_MASK) != 0) {
            f.first = at;
        }
        waited = offer && !out.stall ? 0 : waited + 1;
        at += offer && !out.stall ? 1u : 0u;
        quiet = out.link_valid || at < nrecords ? 0 : quiet + 1;
        f.bytes += out.link_valid ? out.link_bytes : 0u;
    }
    f.cycles = cycle - QUIET;
    kind->destroy(rtl);
    return f;
}

/* --- model --- */

static bool can_accept(void *ctx, size_t n)
{
    (void)ctx;
    (void)n;
    return true;
}

static void put(void *ctx, const uint8_t *bytes, size_t n)
{
    (void)bytes;
    *(uint64_t *)ctx += n;
}

static struct figures run_model(const struct rtl_encoder_kind *kind, uint32_t control)
{
    static const struct trm_link_ops ops = {.can_accept = can_accept, .put = put};
    static struct trm_encoder enc;
    struct trm_encoder_cfg cfg;
    struct figures f = {.first = nrecords};
    kind->cfg(&cfg);
    cfg.link_bytes = kind->lanes;
    cfg.link_fields = true;
    cfg.queue_records = RECORDS_QUEUED;
    cfg.queue_messages = (uint16_t)(MESSAGES * kind->blocks + PACKER);
    cfg.queue_reserve = (uint16_t)((cfg.ext_triggers != 0 ? 12 : 9) + 5 * kind->blocks);
    cfg.queue_restart = RESTART + PACKER;
    assert_int_equal(trm_encoder_init(&enc, &cfg), TRM_OK);
    trm_encoder_connect(&enc, (struct trm_link){&ops, &f.bytes});
    assert_int_equal(trm_encoder_reg_write(&enc, 0, 4, TR_TE_ACTIVE_MASK), TRM_OK);
    trm_encoder_tick(&enc);
    assert_int_equal(trm_encoder_reg_write(&enc, 0, 4, control), TRM_OK);
    trm_encoder_tick(&enc);
    unsigned at = 0, quiet = 0, waited = 0;
    uint64_t cycle = 0;
    while (quiet < QUIET) {
        uint64_t before = f.bytes;
        uint32_t value;
        cycle++;
        trm_encoder_tick(&enc);
        waited++;
        if (at < nrecords && waited > idle[at]) {
            struct ingress_cycle now = records[at];
            now.cycle = cycle;
            bool stall = trm_encoder_ingress(&enc, &now);
            f.stalls += stall ? 1u : 0u;
            at += stall ? 0u : 1u;
            waited = stall ? waited : 0;
        }
        assert_int_equal(trm_encoder_reg_read(&enc, 0, 4, &value), TRM_OK);
        if (f.first == nrecords && (value & TR_TE_INST_STALL_OR_OVERFLOW_MASK) != 0) {
            f.first = at;
        }
        quiet = f.bytes != before || at < nrecords ? 0 : quiet + 1;
    }
    f.cycles = cycle - QUIET;
    return f;
}

/* --- comparison --- */

static bool within(unsigned percent, uint64_t a, uint64_t b)
{
    uint64_t more = a > b ? a : b, less = a > b ? b : a;
    return more - less <= FEW || (more - less) * 100 <= more * percent;
}

/* Stalls are cycles of the run: what is little of them does not make its time wrong. */
static bool near_stalls(const struct figures *a, const struct figures *b)
{
    uint64_t more = a->stalls > b->stalls ? a->stalls : b->stalls;
    uint64_t less = a->stalls > b->stalls ? b->stalls : a->stalls;
    return within(PERCENT, more, less) || (more - less) * 100 <= a->cycles;
}

/* Of the runs: with stalls or an overflow (narrow), with figures that are far off, with a first
 * stall or overflow that is. */
static unsigned runs, narrow, far_off, first_off;

static double worst[3]; /* per cent of cycles, stalls, first, where the difference counts */

static void note(unsigned k, uint64_t a, uint64_t b)
{
    uint64_t more = a > b ? a : b, less = a > b ? b : a;
    if (more - less > FEW) {
        double p = 100.0 * (double)(more - less) / (double)more;
        worst[k] = p > worst[k] ? p : worst[k];
    }
}

static void compare(const struct rtl_encoder_kind *kind, const char *path, uint32_t control,
                    const char *mode)
{
    struct figures r = run_rtl(kind, control), m = run_model(kind, control);
    bool same = within(PERCENT, r.cycles, m.cycles) && near_stalls(&r, &m);
    bool first = within(PERCENT_FIRST, r.first, m.first), ok = same && first;
    runs++;
    narrow += r.first < nrecords ? 1u : 0u;
    far_off += same ? 0u : 1u;
    first_off += first ? 0u : 1u;
    note(0, r.cycles, m.cycles);
    note(1, r.stalls, m.stalls);
    note(2, r.first, m.first);
    if (!ok || getenv("HARTRACE_CYCLES") != NULL) {
        print_message("%s%s %s %s: cycles %llu, model %llu; stalled %llu, %llu; first at %llu, "
                      "%llu of %u\n",
                      ok ? "" : "FAR OFF ", strrchr(path, '/') + 1, kind->name, mode,
                      (unsigned long long)r.cycles, (unsigned long long)m.cycles,
                      (unsigned long long)r.stalls, (unsigned long long)m.stalls,
                      (unsigned long long)r.first, (unsigned long long)m.first, nrecords);
    }
}

static uint8_t image[1 << 20];

static void record_program(const struct rtl_encoder_kind *kind, const char *path)
{
    struct trm_encoder_cfg cfg;
    struct sim_platform_cfg pc;
    struct sim_platform *p;
    struct sim_message why;
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    size_t n = fread(image, 1, sizeof image, f);
    (void)fclose(f);
    kind->cfg(&cfg);
    sim_platform_cfg_init(&pc);
    pc.hart.xlen = cfg.xlen;
    pc.hart.itype4 = cfg.itype_width == 4;
    pc.trace = false;
    pc.retire.fn = retire;
    nrecords = 0;
    last_cycle = 0;
    assert_int_equal(sim_platform_create(&pc, &p, &why), SIM_PLATFORM_OK);
    assert_true(load_elf(p, image, n, pc.hart.xlen, &why));
    struct sim_run_limits limits = {.max_instructions = INSTRUCTIONS};
    struct sim_run_result result;
    sim_platform_run(p, &limits, &result);
    sim_platform_destroy(p);
}

/* What is recorded, stalling and overflowing. */
static void both(const struct rtl_encoder_kind *kind, const char *path, uint32_t mode,
                 const char *name)
{
    char text[40];
    (void)snprintf(text, sizeof text, "%s, stall", name);
    compare(kind, path, ON | mode | TR_TE_INST_STALL_ENA_MASK, text);
    (void)snprintf(text, sizeof text, "%s, overflow", name);
    compare(kind, path, ON | mode, text);
}

static void each(const struct rtl_encoder_kind *kind, unsigned xlen, uint32_t mode,
                 const char *name)
{
    const char *build = getenv("BUILD");
    char path[512];
    glob_t found = {0};
    (void)snprintf(path, sizeof path, "%s/programs/rv%u/*.elf", build != NULL ? build : "build",
                   xlen);
    if (glob(path, 0, NULL, &found) != 0) {
        print_message("no programs: make programs\n");
        skip();
    }
    for (size_t i = 0; i < found.gl_pathc; i++) {
        record_program(kind, found.gl_pathv[i]);
        both(kind, found.gl_pathv[i], mode, name);
    }
    globfree(&found);
}

static bool record_block(void *ctx, const struct ingress_cycle *in)
{
    (void)ctx;
    idle[nrecords] = 0;
    records[nrecords++] = *in;
    return nrecords < RECORDS;
}

/* The programs of HARTRACE_WORKLOADS, the first blocks of each. */
static void each_workload(const struct rtl_encoder_kind *kind, uint32_t mode, const char *name)
{
    char path[400];
    glob_t found = {0};
    (void)snprintf(path, sizeof path, "%s/*.pcs.gz", getenv("HARTRACE_WORKLOADS"));
    if (glob(path, 0, NULL, &found) != 0) {
        skip();
    }
    for (size_t i = 0; i < found.gl_pathc; i++) {
        *strstr(found.gl_pathv[i], ".pcs.gz") = '\0';
        nrecords = 0;
        assert_true(workload_feed(found.gl_pathv[i], kind, record_block, NULL) > 1000);
        both(kind, found.gl_pathv[i], mode, name);
    }
    globfree(&found);
}

static void report(void)
{
    print_message("%u runs, %u of them with stalls or an overflow; at most %.1f %% of cycles, "
                  "%.1f %% of stalls; the first further off than %u %% in %u, at most %.1f %%\n",
                  runs, narrow, worst[0], worst[1], (unsigned)PERCENT_FIRST, first_off, worst[2]);
    assert_int_equal(far_off, 0);
    assert_true(first_off * 50 <= narrow);
    runs = narrow = far_off = first_off = 0;
    memset(worst, 0, sizeof worst);
}

static void figures_of_the_model_are_near(void **state)
{
    (void)state;
    each(&rtl_encoder_min, 32, BTM, "BTM");
    each(&rtl_encoder_full, 64, BTM, "BTM");
    each(&rtl_encoder_full, 64, HTM, "HTM");
    assert_true(narrow > 20);
    report();
}

static void so_they_are_of_workloads(void **state)
{
    (void)state;
    if (getenv("HARTRACE_WORKLOADS") == NULL) {
        skip();
    }
    each_workload(&rtl_encoder_min, BTM, "BTM");
    each_workload(&rtl_encoder_full, BTM, "BTM");
    each_workload(&rtl_encoder_full, HTM, "HTM");
    report();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_of_the_model_are_near),
        cmocka_unit_test(so_they_are_of_workloads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
