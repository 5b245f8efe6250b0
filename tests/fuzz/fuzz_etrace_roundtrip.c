/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An execution over any code, through the algorithm of the E-Trace encoder and back through the
 * flow decoder: with every set of options the decoder gives what was executed, instruction by
 * instruction and along paths, and no error. The input is the code, and says which way each branch
 * and each jump through a register goes, where traps come, where tracing pauses, and where a
 * resynchronization or the report of an address is asked for.
 *
 * Input: three bytes of configuration, one of code size, the code, then what happens.
 */
#include <string.h>

#include "etrace/etrace_flow.h"
#include "fuzz.h"
#include "ingress/ingress_port.h"
#include "trm/trm_etrace.h"

enum {
    LINES = 16,
    PCS_MAX = 1 << 12,
    PLACES = 256 / 2, /* half-words of code */
};

#define BASE UINT64_C(0x1000)

static struct etrace_cfg cfg;
static struct trm_etrace enc;
static uint8_t stream[PCS_MAX * 3 * ETRACE_FRAME_MAX];
static size_t used;
static uint64_t truth[PCS_MAX], got[PCS_MAX];
static unsigned ntruth, ngot;

static bool put(void *ctx, const struct etrace_packet *p)
{
    struct etrace_frame f = {.kind = ETRACE_KIND_INST};
    unsigned n = 0;
    (void)ctx;
    FUZZ_CHECK(etrace_packet_encode(&cfg, enc.options, p, f.payload, &f.size) == ETRACE_OK);
    FUZZ_CHECK(used + ETRACE_FRAME_MAX <= sizeof stream);
    FUZZ_CHECK(etrace_frame_write(&cfg, &f, stream + used, &n) == ETRACE_OK);
    used += n;
    return true;
}

static void configure(struct fuzz_bytes *in)
{
    uint8_t a = fuzz_byte(in), b = fuzz_byte(in), c = fuzz_byte(in);
    etrace_cfg_init(&cfg);
    cfg.xlen = (a & 1u) != 0 ? 32 : 64;
    cfg.iaddress_width = (a & 2u) != 0 && cfg.xlen == 64 ? 40 : cfg.xlen;
    cfg.nocontext = (a & 4u) == 0;
    cfg.context_width = 8;
    cfg.bpred_size = b & 7u;
    cfg.cache_size = b >> 3 & 7u;
    cfg.f0s_width = 1;
    cfg.return_stack_size = a >> 4 & 3u;
    cfg.itype_width = (a & 8u) != 0 ? 3 : 4;
    cfg.options = c & 63u & ~(1u << ETRACE_OPT_IMPLICIT_EXCEPTION);
    if (cfg.return_stack_size == 0 || cfg.itype_width == 3) { /* then no itype says return */
        cfg.options &= ~(1u << ETRACE_OPT_IMPLICIT_RETURN);
    }
    if (cfg.bpred_size == 0) {
        cfg.options &= ~(1u << ETRACE_OPT_BRANCH_PREDICTION);
    }
    if (cfg.cache_size == 0) {
        cfg.options &= ~(1u << ETRACE_OPT_JUMP_TARGET_CACHE);
    }
}

/* ---- what a hart does ---- */

static struct {
    uint64_t pc;
    uint8_t priv, context;
    uint64_t size;           /* of the code */
    struct flow_insn before; /* the instruction that retired last, when the one at pc follows it */
    bool follows;
    bool jumped;       /* something that no code tells led to pc */
    bool seen[PLACES]; /* since the last instruction that did not go where the code says */
    bool ever[PLACES];
} hart;

static uint64_t any_place(struct fuzz_bytes *in)
{
    return BASE + fuzz_byte(in) % (hart.size / 2) * 2;
}

/* Does a jump through a register go where the instruction before it says? It does so whether the
 * option is on or not. */
static bool sequential(const struct flow_insn *insn)
{
    return hart.follows && flow_insn_is_indirect(insn) && (hart.before.flags & FLOW_INSN_CONST) &&
           hart.before.rd == insn->rs && insn->rs != 0;
}

/* A change of privilege or context at the target of a jump: where that address was passed before
 * the jump, a decoder takes the packet for that pass. */
static bool may_change(uint64_t pc)
{
    return !hart.ever[(pc - BASE) / 2];
}

static void forget_circle(void)
{
    memset(hart.seen, 0, sizeof hart.seen);
}

/* What traps at pc: an instruction that does not retire, or an interrupt. */
static void trap(struct fuzz_bytes *in, bool interrupt)
{
    uint8_t what = fuzz_byte(in);
    const struct trm_etrace_item item = {.addr = hart.pc,
                                         .itype = interrupt ? INGRESS_ITYPE_INTERRUPT
                                                            : INGRESS_ITYPE_EXCEPTION,
                                         .priv = hart.priv,
                                         .context = hart.context,
                                         .cause = what & 15u,
                                         .tval = interrupt ? 0 : what};
    trm_etrace_take(&enc, &item);
    hart.pc = any_place(in);
    hart.priv = 3;
    hart.jumped = false;
    hart.follows = false;
    forget_circle();
}

/* The instruction at pc retires. Returns false when execution cannot go on: it left the code, or it
 * goes round where nothing can count it. */
static bool retire(struct fuzz_bytes *in, const struct flow_insn *insn, bool watched, bool changed)
{
    uint64_t mask = etrace_mask(cfg.xlen), next = hart.pc + insn->size;
    bool taken = false, inferred = false, jumped = insn->cls == FLOW_INSN_TRAP_RETURN;
    unsigned place = (unsigned)((hart.pc - BASE) / 2);
    if (hart.seen[place]) {
        return false;
    }
    hart.seen[place] = true;
    hart.ever[place] = true;
    uint8_t priv = hart.priv;
    switch (insn->cls) {
    case FLOW_INSN_BRANCH:
        taken = (fuzz_byte(in) & 1u) != 0;
        next = taken ? insn->target : next;
        forget_circle();
        break;
    case FLOW_INSN_TRAP_RETURN:
        next = any_place(in);
        if ((fuzz_byte(in) & 1u) != 0 && may_change(next)) {
            priv = (uint8_t)(3 - priv);
        }
        forget_circle();
        break;
    case FLOW_INSN_LINEAR:
        break;
    default:
        if (flow_insn_is_direct(insn)) {
            next = insn->target;
        } else if (sequential(insn)) {
            inferred = true;
            next = (hart.before.target + (uint64_t)(int64_t)insn->offset) & mask & ~UINT64_C(1);
        } else {
            next = any_place(in);
            jumped = true;
            if (insn->cls != FLOW_INSN_SWAP) { /* it may go where the return stack says, which is
                                                  as deep after it as before */
                forget_circle();
            }
        }
        break;
    }
    const struct trm_etrace_item item = {.addr = hart.pc,
                                         .size = insn->size,
                                         .itype = (uint8_t)(cfg.itype_width == 3
                                                                ? flow_insn_itype3(insn, taken)
                                                                : flow_insn_itype4(insn, taken)),
                                         .sijump = inferred,
                                         .notify = watched,
                                         .precise = changed,
                                         .priv = hart.priv,
                                         .context = hart.context};
    trm_etrace_take(&enc, &item);
    truth[ntruth++] = hart.pc;
    hart.before = *insn;
    hart.follows = true;
    hart.jumped = jumped;
    hart.priv = priv;
    hart.pc = next & mask;
    return hart.pc >= BASE && hart.pc < BASE + hart.size;
}

static void run(struct fuzz_bytes *in, struct flow_code *code)
{
    struct flow_where where = {0};
    ntruth = 0;
    hart.pc = BASE;
    hart.priv = 3;
    hart.context = 0;
    hart.follows = hart.jumped = false;
    memset(hart.ever, 0, sizeof hart.ever);
    forget_circle();
    FUZZ_CHECK(trm_etrace_init(&enc, &cfg, put, NULL));
    trm_etrace_support(&enc, true);
    while (ntruth < PCS_MAX && in->left > 0) {
        const struct flow_insn *insn = NULL;
        uint8_t what = fuzz_byte(in);
        where.pc = hart.pc;
        if (flow_code_insn(code, &where, &insn) != FLOW_OK || insn->size == 0) {
            break;
        }
        if (what == 0xFF) {
            trm_etrace_resync(&enc);
        }
        if (what == 0xFE) {
            trm_etrace_end(&enc);
            hart.follows = false; /* what loads the register is no longer in the trace */
            forget_circle();
        }
        bool changed = what == 0xFD && !cfg.nocontext && (!hart.jumped || may_change(hart.pc));
        hart.context = (uint8_t)(hart.context + changed);
        if (what == 0xFC || what == 0xFB || insn->cls == FLOW_INSN_TRAP || insn->size > 4) {
            trap(in, what == 0xFC);
        } else if (!retire(in, insn, what == 0xFA, changed)) {
            break;
        }
    }
    trm_etrace_end(&enc);
    trm_etrace_support(&enc, false);
}

/* ---- and back ---- */

static void note(void *ctx, uint64_t pc)
{
    (void)ctx;
    FUZZ_CHECK(ngot < PCS_MAX);
    got[ngot++] = pc;
}

static void decode(struct flow_code *code, bool batch)
{
    static struct etrace_decoder d;
    static struct flow_range range[8];
    struct etrace_cfg mine = cfg;
    struct flow_elem e;
    int n = 0;
    mine.options = 0; /* support packets say which */
    ngot = 0;
    FUZZ_CHECK(etrace_decoder_init(&d, &mine, code, stream, used) == ETRACE_OK);
    while (n >= 0) {
        struct flow_where where = d.flow.where;
        n = batch ? etrace_decoder_next_ranges(&d, range, 8, &e) : (int)etrace_decoder_next(&d, &e);
        for (int i = 0; i < n; i++) {
            FUZZ_CHECK(flow_range_pcs(code, &range[i], &where, note, NULL) == FLOW_OK);
        }
        if (n != 0) {
            continue;
        }
        FUZZ_CHECK(e.type != FLOW_ELEM_ERROR && e.type != FLOW_ELEM_ADDR_NACC);
        FUZZ_CHECK(e.type != FLOW_ELEM_LOST);
        if (e.type == FLOW_ELEM_RANGE) {
            struct flow_range_iter it;
            const struct flow_insn *insn;
            flow_range_begin(&it, &e);
            while (flow_range_next(&it, code, &insn) == FLOW_OK) {
                note(NULL, it.where.pc);
            }
        }
    }
    FUZZ_CHECK(ngot == ntruth);
    FUZZ_CHECK(memcmp(got, truth, ntruth * sizeof truth[0]) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct flow_block block[LINES];
    static struct flow_code_line line[LINES];
    static struct flow_path path[LINES];
    struct fuzz_bytes in = {data, size};
    configure(&in);
    size_t n = fuzz_byte(&in);
    hart.size = (n < in.left ? n : in.left) & ~(size_t)1;
    if (etrace_cfg_check(&cfg) != NULL || hart.size < 2) {
        return 0;
    }
    struct flow_region region = {BASE, hart.size, in.at};
    struct flow_code_image image = {&region, 1};
    struct flow_code code;
    in.at += hart.size;
    in.left -= hart.size;
    used = 0;
    for (unsigned walk = 0; walk < 3; walk++) {
        flow_code_init_image(&code, etrace_cfg_isa(&cfg), &image);
        if (walk == 0) {
            run(&in, &code);
        }
        FUZZ_CHECK(flow_code_use_cache(&code, line, LINES) == FLOW_OK);
        if (walk != 0) {
            FUZZ_CHECK(flow_code_use_blocks(&code, block, LINES) == FLOW_OK);
        }
        if (walk == 2) {
            FUZZ_CHECK(flow_code_use_paths(&code, path, LINES) == FLOW_OK);
        }
        decode(&code, walk == 2);
    }
    return 0;
}
