/* SPDX-License-Identifier: Apache-2.0 */
#include "random_hart.h"

#include <string.h>

void rh_seed(struct rh_rng *rng, uint64_t seed)
{
    rng->state = seed * UINT64_C(0x9E3779B97F4A7C15) + UINT64_C(0x1234567890ABCDEF);
    if (rng->state == 0) {
        rng->state = 1;
    }
}

uint32_t rh_next(struct rh_rng *rng)
{
    rng->state ^= rng->state >> 12;
    rng->state ^= rng->state << 25;
    rng->state ^= rng->state >> 27;
    return (uint32_t)((rng->state * UINT64_C(0x2545F4914F6CDD1D)) >> 32);
}

uint32_t rh_below(struct rh_rng *rng, uint32_t n)
{
    return (uint32_t)(((uint64_t)rh_next(rng) * n) >> 32);
}

bool rh_chance(struct rh_rng *rng, uint32_t n)
{
    return n != 0 && rh_below(rng, n) == 0;
}

static unsigned slot(unsigned offset)
{
    return offset / 2;
}

/* A pair that makes a sequentially inferable jump. */
static unsigned lay_out_const(struct rh_hart *h, unsigned at)
{
    static const uint8_t links[] = {0, 1, 6};
    h->kind[slot(at)] = RH_CONST;
    h->size[slot(at)] = 4;
    h->kind[slot(at + 4)] = RH_CONST_JUMP;
    h->size[slot(at + 4)] = 4;
    h->link[slot(at + 4)] = links[rh_below(&h->rng, (uint32_t)sizeof links)];
    return at + 8;
}

/* Choose kinds and sizes: two kinds in three are linear. The last instruction jumps back. */
static void lay_out(struct rh_hart *h)
{
    static const uint8_t kinds[] = {
        RH_BRANCH, RH_BRANCH,   RH_BRANCH, RH_BRANCH, RH_BRANCH, RH_JUMP, RH_JUMP,  RH_CALL,
        RH_CALL,   RH_INDIRECT, RH_ICALL,  RH_RETURN, RH_RETURN, RH_SWAP, RH_OTHER, RH_MRET};
    unsigned at = 0;

    while (at < RH_CODE_BYTES - 8) {
        unsigned kind = rh_below(&h->rng, 3) != 0
                            ? RH_LINEAR
                            : kinds[rh_below(&h->rng, (uint32_t)sizeof kinds)];
        bool can_be_16 = kind == RH_LINEAR || kind == RH_BRANCH || kind == RH_JUMP ||
                         kind == RH_INDIRECT || kind == RH_RETURN || kind == RH_ICALL;
        h->kind[slot(at)] = (uint8_t)kind;
        h->size[slot(at)] = can_be_16 && rh_chance(&h->rng, 2) ? 2 : 4;
        at += h->size[slot(at)];
        if (at < RH_CODE_BYTES - 16 && rh_chance(&h->rng, 24)) {
            at = lay_out_const(h, at);
        }
    }
    h->kind[slot(at)] = RH_JUMP;
    h->size[slot(at)] = 4;
    for (at += 4; at < RH_CODE_BYTES; at += 2) {
        h->size[slot(at)] = 0;
    }
}

/* A random start of an instruction whose distance from `at` lies within +-reach bytes. */
static unsigned pick_target(struct rh_hart *h, unsigned at, unsigned reach)
{
    unsigned low = at > reach ? at - reach : 0;
    unsigned high = at + reach < RH_CODE_BYTES ? at + reach : RH_CODE_BYTES;
    unsigned t;

    do {
        t = (low + rh_below(&h->rng, high - low)) & ~1u;
    } while (h->size[slot(t)] == 0);
    return t;
}

static uint32_t enc_branch(uint32_t funct3, uint32_t d)
{
    /* beq, bne, blt ... x10, x11, d (B-type) */
    return 0x00B50063u | funct3 << 12 | ((d >> 12 & 1u) << 31) | ((d >> 5 & 0x3Fu) << 25) |
           ((d >> 1 & 0xFu) << 8) | ((d >> 11 & 1u) << 7);
}

static uint32_t enc_jal(uint32_t rd, uint32_t d)
{
    return 0x6Fu | rd << 7 | ((d >> 20 & 1u) << 31) | ((d >> 1 & 0x3FFu) << 21) |
           ((d >> 11 & 1u) << 20) | ((d >> 12 & 0xFFu) << 12);
}

static uint32_t enc_jalr(uint32_t rd, uint32_t rs)
{
    return 0x67u | rd << 7 | rs << 15;
}

/* The register that the pair at `at` uses: a link register makes the jump a return or a swap,
 * which does not go where a call was. */
static uint32_t const_reg(const struct rh_hart *h, unsigned at)
{
    static const uint8_t reg[] = {11, 1, 11, 5};
    return h->cfg.well_behaved ? 11 : reg[at >> 3 & 3];
}

/* auipc, or lui where the sign extension of lui gives the base. The pair goes to d bytes
 * after the auipc: jalr has the low 12 bits. */
static uint32_t enc_const(const struct rh_hart *h, unsigned at, uint32_t d)
{
    bool lui = (h->cfg.xlen == 32 || h->cfg.base >> 32 != 0) && (at & 4u) != 0;
    uint32_t value = lui ? (uint32_t)h->cfg.base + at + d : d;
    return ((value + 0x800u) & 0xFFFFF000u) | const_reg(h, at) << 7 | (lui ? 0x37u : 0x17u);
}

static uint32_t enc_const_jump(const struct rh_hart *h, unsigned at, uint32_t d)
{
    bool lui = (h->cfg.xlen == 32 || h->cfg.base >> 32 != 0) && ((at - 4) & 4u) != 0;
    uint32_t value = lui ? (uint32_t)h->cfg.base + at + d : d + 4;
    return enc_jalr(h->link[slot(at)], const_reg(h, at - 4)) | (value & 0xFFFu) << 20;
}

static uint32_t enc_c_beqz(uint32_t not_zero, uint32_t d)
{
    /* c.beqz x10, c.bnez x10 (rs1' = 2) */
    return 0xC101u | not_zero << 13 | ((d >> 8 & 1u) << 12) | ((d >> 3 & 3u) << 10) |
           ((d >> 6 & 3u) << 5) | ((d >> 1 & 3u) << 3) | ((d >> 5 & 1u) << 2);
}

static uint32_t enc_c_j(uint32_t d)
{
    return 0xA001u | ((d >> 11 & 1u) << 12) | ((d >> 4 & 1u) << 11) | ((d >> 8 & 3u) << 9) |
           ((d >> 10 & 1u) << 8) | ((d >> 6 & 1u) << 7) | ((d >> 7 & 1u) << 6) |
           ((d >> 1 & 7u) << 3) | ((d >> 5 & 1u) << 2);
}

/* Instructions that go on at the next one. None writes a constant to a register that a jump
 * reads. Zcmp and Zcmt use encodings of C. */
static uint32_t linear_32(unsigned variant)
{
    static const uint32_t op[] = {
        0x00150513, /* addi */
        0x00B50533, /* add */
        0x02B50533, /* mul */
        0x00052503, /* lw */
        0x00A52023, /* sw */
        0x00052507, /* flw */
        0x00A52027, /* fsw */
        0x00B57553, /* fadd.s */
        0x00B5252F, /* amoadd.w */
        0x0000000F, /* fence */
        0x0000100F, /* fence.i */
        0x34051573, /* csrrw a0, mscratch, a0 */
        0xC0002573, /* csrrs a0, cycle, zero */
        0xBC06D573, /* csrrwi a0, a custom CSR, 13 */
        0x10500073, /* wfi */
        0x12000073, /* sfence.vma */
        0x12345637, /* lui a2 */
        0x00001617, /* auipc a2 */
        0xFFFFF697, /* auipc a3, backward */
        0x12345037, /* lui zero */
        0x0000050B, /* custom-0 */
        0x00A5052B, /* custom-1 */
        0x00A5055B, /* custom-2 */
        0x00A5057B, /* custom-3 */
        0x8C000073, /* custom SYSTEM */
        0x02B50557, /* vadd.vv */
        0x00B52463, /* reserved: a branch with funct3 2 */
        0x00051567, /* reserved: jalr with funct3 1 */
    };
    return op[variant % (sizeof op / sizeof op[0])];
}

static uint32_t linear_16(unsigned variant, bool zcmp)
{
    static const uint16_t op[] = {
        0x0505, /* c.addi */
        0x0001, /* c.nop */
        0x4505, /* c.li */
        0x6605, /* c.lui a2 */
        0x717D, /* c.addi16sp */
        0x4108, /* c.lw */
        0xC108, /* c.sw */
        0x2108, /* c.fld */
        0xA108, /* c.fsd */
        0x8105, /* c.srli */
        0x8905, /* c.andi */
        0x8D0D, /* c.sub */
        0x0506, /* c.slli */
        0x4502, /* c.lwsp */
        0xC02A, /* c.swsp */
        0x2502, /* c.fldsp */
        0x852E, /* c.mv */
        0x952E, /* c.add */
        0xA02A, /* c.fsdsp; cm.jalt with Zcmt */
        0xBE42, /* c.fsdsp; cm.popret with Zcmp */
        0xBC52, /* c.fsdsp; cm.popretz with Zcmp */
        0xBE02, /* c.fsdsp; no register list of Zcmp */
    };
    static const uint16_t zcmp_op[] = {
        0xB842, /* cm.push */
        0xBA42, /* cm.pop */
        0xAC62, /* cm.mva01s */
        0xAC22, /* cm.mvsa01 */
    };
    const unsigned n = sizeof op / sizeof op[0];
    const unsigned i = variant % n;
    return zcmp && i >= n - 4 ? zcmp_op[i - (n - 4)] : op[i];
}

/* The encoding of the instruction at offset `at` whose direct target is d bytes away. There are
 * many of each kind: the offset decides, so that the random numbers stay with the walk. */
static uint32_t encode(const struct rh_hart *h, unsigned at, uint32_t d)
{
    static const uint8_t branch[] = {0, 1, 4, 5, 6, 7};
    static const uint32_t trap_return[] = {0x30200073, 0x10200073, 0x70200073}; /* m, s, mn */
    const bool small = h->size[slot(at)] == 2;
    const unsigned variant = (unsigned)((at + 2) * UINT32_C(2654435761) >> 16);
    const uint32_t link = (variant & 1) != 0 ? 5 : 1;
    const uint32_t plain = (variant & 2) != 0 ? 6 : 0; /* a register that is no link */
    const uint32_t offset = (variant & 12) << 20;

    switch (h->kind[slot(at)]) {
    case RH_BRANCH:
        return small ? enc_c_beqz(variant & 1, d) : enc_branch(branch[variant % 6], d);
    case RH_JUMP:
        return small ? enc_c_j(d) : enc_jal(plain, d);
    case RH_CALL:
        return enc_jal(link, d);
    case RH_INDIRECT:
        return small ? 0x8502u : enc_jalr(0, 10) | offset; /* c.jr x10 */
    case RH_ICALL:                                         /* c.jalr x10; jalr x1, x1 is one, too */
        return small ? 0x9502u : enc_jalr(link, (variant & 2) != 0 ? link : 10) | offset;
    case RH_RETURN:
        return small && h->cfg.zcmp ? ((variant & 1) != 0 ? 0xBE42u : 0xBC52u) /* cm.popret(z) */
               : small              ? 0x8002u | link << 7
                                    : enc_jalr(plain, link) | offset; /* c.jr x1 */
    case RH_SWAP:
        return enc_jalr(link, 6 - link) | offset;
    case RH_OTHER:
        return enc_jalr(6, 10) | offset;
    case RH_MRET:
        return trap_return[variant % 3];
    case RH_CONST:
        return enc_const(h, at, d);
    case RH_CONST_JUMP:
        return enc_const_jump(h, at, d);
    default:
        return small ? linear_16(variant, h->cfg.zcmp) : linear_32(variant);
    }
}

static void emit_code(struct rh_hart *h)
{
    for (unsigned at = 0; at < RH_CODE_BYTES; at += 2) {
        unsigned kind = h->kind[slot(at)];

        if (h->size[slot(at)] == 0) {
            continue;
        }
        if (kind == RH_BRANCH || kind == RH_JUMP || kind == RH_CALL) {
            unsigned reach = h->size[slot(at)] == 4 ? 4000 : kind == RH_BRANCH ? 254 : 2046;
            h->dest[slot(at)] = (uint16_t)pick_target(h, at, reach);
        }
        if (kind == RH_CONST) {
            h->dest[slot(at)] = (uint16_t)pick_target(h, at, 4000);
            h->dest[slot(at + 4)] = h->dest[slot(at)];
        }
        uint32_t opcode = encode(h, at, (uint32_t)h->dest[slot(at)] - at);
        for (unsigned i = 0; i < h->size[slot(at)]; i++) {
            h->code[at + i] = (uint8_t)(opcode >> (8 * i));
        }
    }
}

void rh_init(struct rh_hart *h, const struct rh_cfg *cfg, uint64_t seed)
{
    memset(h, 0, sizeof *h);
    h->cfg = *cfg;
    rh_seed(&h->rng, seed);
    lay_out(h);
    emit_code(h);
    h->pc = cfg->base;
    h->priv = INGRESS_PRIV_M;
}

static uint64_t random_pc(struct rh_hart *h)
{
    return h->cfg.base + pick_target(h, RH_CODE_BYTES / 2, RH_CODE_BYTES / 2);
}

/* Where the indirect jump at pc goes. */
static uint64_t indirect_pc(struct rh_hart *h)
{
    uint16_t *last = &h->last_dest[slot((unsigned)(h->pc - h->cfg.base))];
    bool again = h->cfg.indirect_bias != 0 && h->size[slot(*last)] != 0 &&
                 !rh_chance(&h->rng, h->cfg.indirect_bias);
    if (!again) {
        *last = (uint16_t)(random_pc(h) - h->cfg.base);
    }
    return h->cfg.base + *last;
}

/* itype of an instruction (N-Trace, "Generating itype for different instructions"). */
static uint8_t itype_of(const struct rh_hart *h, unsigned kind, bool taken)
{
    static const uint8_t wide[] = {
        [RH_LINEAR] = 0,  [RH_JUMP] = 11, [RH_CALL] = 9,   [RH_INDIRECT] = 10, [RH_ICALL] = 8,
        [RH_RETURN] = 13, [RH_SWAP] = 12, [RH_OTHER] = 14, [RH_MRET] = 3};

    if (kind == RH_CONST) {
        return INGRESS_ITYPE_NONE;
    }
    if (h->cfg.all_jumps && (kind == RH_JUMP || kind == RH_CALL)) {
        return INGRESS_ITYPE_TAKEN;
    }
    if (kind == RH_BRANCH) {
        return taken ? INGRESS_ITYPE_TAKEN : INGRESS_ITYPE_NOT_TAKEN;
    }
    if (h->cfg.itype_width == 4 || kind == RH_MRET) {
        return wide[kind];
    }
    return kind == RH_LINEAR || kind == RH_JUMP || kind == RH_CALL ? 0 : 6;
}

static void push_return(struct rh_hart *h, uint64_t addr)
{
    if (h->depth == RH_MAX_STACK) { /* forget the oldest */
        memmove(&h->stack[0], &h->stack[1], sizeof h->stack - sizeof h->stack[0]);
        h->depth--;
    }
    h->stack[h->depth++] = addr;
}

/* Mostly back to where the call came from, sometimes anywhere. */
static uint64_t pop_return(struct rh_hart *h)
{
    if (h->depth > 0 && (h->cfg.well_behaved || !rh_chance(&h->rng, 8))) {
        return h->stack[--h->depth];
    }
    return random_pc(h);
}

/* Execute the instruction at pc: returns where it goes, and how the branch went. */
static uint64_t execute(struct rh_hart *h, bool *taken)
{
    unsigned at = (unsigned)(h->pc - h->cfg.base);
    uint64_t next = h->pc + h->size[slot(at)];
    bool *last = &h->last_taken[slot(at)];
    uint64_t target;

    *taken = false;
    switch (h->kind[slot(at)]) {
    case RH_BRANCH:
        if (h->cfg.branch_bias == 0) {
            *last = rh_chance(&h->rng, 2);
        } else if (rh_chance(&h->rng, h->cfg.branch_bias)) {
            *last = !*last;
        }
        *taken = *last;
        return *taken ? h->cfg.base + h->dest[slot(at)] : next;
    case RH_CALL:
        push_return(h, next);
        return h->cfg.base + h->dest[slot(at)];
    case RH_JUMP:
        return h->cfg.base + h->dest[slot(at)];
    case RH_ICALL:
        push_return(h, next);
        return indirect_pc(h);
    case RH_RETURN:
        return pop_return(h);
    case RH_SWAP:
        target = pop_return(h);
        push_return(h, next);
        return target;
    case RH_MRET:
        h->priv = rh_chance(&h->rng, 2) ? INGRESS_PRIV_U : INGRESS_PRIV_M;
        return random_pc(h);
    case RH_INDIRECT:
    case RH_OTHER:
        return indirect_pc(h);
    case RH_CONST_JUMP:
        if (h->link[slot(at)] == 1) {
            push_return(h, next);
        }
        return h->const_ready ? h->cfg.base + h->dest[slot(at)] : random_pc(h);
    default:
        return next;
    }
}

static void trap(struct rh_hart *h, struct rh_step *step)
{
    struct ingress_block *b = &step->in.block[step->in.nblocks++];

    b->itype = rh_chance(&h->rng, 2) ? INGRESS_ITYPE_EXCEPTION : INGRESS_ITYPE_INTERRUPT;
    b->iaddr = h->pc;
    step->in.cause = 2;
    h->pc = random_pc(h);
    h->priv = INGRESS_PRIV_M;
    h->const_ready = false;
    h->trap_next = rh_chance(&h->rng, 4);
}

/* itype of the instruction at `at`, which may be a jump of a pair. */
static uint8_t ending(const struct rh_hart *h, unsigned at, bool taken)
{
    unsigned kind = h->kind[slot(at)];

    if (kind == RH_CONST_JUMP) {
        const unsigned rd = h->link[slot(at)], rs = const_reg(h, at - 4);
        kind = rd == 1    ? (rs == 5 ? RH_SWAP : RH_ICALL)
               : rs != 11 ? RH_RETURN
               : rd == 0  ? RH_INDIRECT
                          : RH_OTHER;
    }
    return itype_of(h, kind, taken);
}

static void run_block(struct rh_hart *h, struct rh_step *step)
{
    struct ingress_block *b = &step->in.block[step->in.nblocks++];
    unsigned limit = step->count + 1 + rh_below(&h->rng, h->cfg.max_block);

    b->iaddr = h->pc;
    while (step->count < limit) {
        unsigned at = (unsigned)(h->pc - h->cfg.base);
        unsigned kind = h->kind[slot(at)];
        bool taken;

        step->pc[step->count++] = h->pc;
        b->iretire += h->size[slot(at)] / 2u;
        b->ilastsize = h->size[slot(at)] == 4;
        h->pc = execute(h, &taken);
        b->sijump = kind == RH_CONST_JUMP && h->const_ready;
        h->const_ready = kind == RH_CONST;
        if (kind != RH_LINEAR && kind != RH_CONST) {
            b->itype = ending(h, at, taken);
            return;
        }
    }
}

/* The privilege of a record is that of all its instructions. */
static void run_blocks(struct rh_hart *h, struct rh_step *step)
{
    unsigned most = h->cfg.max_blocks > 1 ? 1 + rh_below(&h->rng, h->cfg.max_blocks) : 1;

    while (step->in.nblocks < most && h->priv == step->in.priv) {
        run_block(h, step);
    }
    const unsigned room = h->cfg.port_blocks != 0 ? h->cfg.port_blocks : INGRESS_MAX_BLOCKS;
    if (most > 1 && step->in.nblocks < room && h->priv == step->in.priv &&
        rh_chance(&h->rng, h->cfg.trap_one_in)) {
        trap(h, step);
    }
}

void rh_reset(struct rh_hart *h)
{
    h->pc = h->cfg.base;
    h->priv = INGRESS_PRIV_M;
    h->depth = 0;
    h->trap_next = false;
    h->const_ready = false;
}

void rh_move(struct rh_hart *h)
{
    h->pc = random_pc(h);
    h->const_ready = false;
}

void rh_step(struct rh_hart *h, struct rh_step *step)
{
    memset(step, 0, sizeof *step);
    if (rh_chance(&h->rng, h->cfg.context_one_in)) {
        h->context = rh_below(&h->rng, 1000);
        step->in.ctype = INGRESS_CTYPE_IMPRECISE;
    }
    h->cycle += 1 + (rh_chance(&h->rng, 10) ? rh_below(&h->rng, 20) : 0);
    step->in.cycle = h->cycle;
    step->in.time = h->cycle;
    step->in.context = h->context;
    step->in.priv = h->priv;
    if (h->trap_next || rh_chance(&h->rng, h->cfg.trap_one_in)) {
        trap(h, step);
    } else {
        run_blocks(h, step);
    }
}
