/* SPDX-License-Identifier: Apache-2.0 */
/*
 * run_adapter KIND PROGRAM.elf OUT SEED: the program runs on the simulated hart; tr_rvfi or
 * tr_iti gets what a core would report of it, some instructions in each cycle, with stalls of the
 * encoder now and then. What it sends must be what the hart itself reported, instruction by
 * instruction and trap by trap; it is written to OUT.ing, and the PCs of
 * the hart to OUT.pcs. Prints what was seen; ends with status 1
 * at the first difference.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flow/flow_insn.h"
#include "ingress/ingress.h"
#include "load_elf.h"
#include "random_hart.h"
#include "rtl_adapter.h"

extern const struct rtl_adapter_kind rtl_rvfi_one, rtl_rvfi_two, rtl_rvfi_dual, rtl_rvfi_small,
    rtl_iti_one, rtl_iti_two, rtl_iti_short, rtl_iti_each;

static const struct rtl_adapter_kind *const kinds[] = {
    &rtl_rvfi_one, &rtl_rvfi_two, &rtl_rvfi_dual, &rtl_rvfi_small,
    &rtl_iti_one,  &rtl_iti_two,  &rtl_iti_short, &rtl_iti_each};

enum {
    RECORDS = 40000,
    IMAGE = 1 << 20,
};

/* What the hart reported: one block each, an instruction or a trap. */
struct event {
    struct ingress_block block;
    uint32_t opcode;
    uint8_t priv;
    bool trap;
    uint64_t cause, tval;
};

static struct event want[RECORDS + 1];
static size_t wanted;

/* A block that the adapter is to get or has sent is an instruction of the hart, or several. */
static void retire(void *ctx, unsigned hart, const struct ingress_cycle *in, uint32_t opcode)
{
    (void)ctx;
    (void)hart;
    if (in->nblocks == 0 || wanted == RECORDS) {
        return;
    }
    want[wanted++] = (struct event){.block = in->block[0],
                                    .opcode = opcode,
                                    .priv = in->priv,
                                    .trap = in->block[0].iretire == 0,
                                    .cause = in->cause,
                                    .tval = in->tval};
}

static bool run_program(const char *path, const struct rtl_adapter_kind *kind)
{
    static uint8_t image[IMAGE];
    struct sim_platform_cfg pc;
    struct sim_platform *p = NULL;
    struct sim_message why;
    sim_platform_cfg_init(&pc);
    pc.hart.xlen = (uint8_t)kind->xlen;
    pc.hart.itype4 = kind->itype_bits == 4;
    pc.trace = false;
    pc.retire.fn = retire;
    FILE *f = fopen(path, "rb");
    if (f == NULL) {
        return false;
    }
    size_t n = fread(image, 1, sizeof image, f);
    (void)fclose(f);
    if (sim_platform_create(&pc, &p, &why) != SIM_PLATFORM_OK) {
        return false;
    }
    bool ok = load_elf(p, image, n, kind->xlen, &why);
    if (ok) {
        struct sim_run_limits limits = {.max_instructions = RECORDS};
        struct sim_run_result result;
        sim_platform_run(p, &limits, &result);
    }
    sim_platform_destroy(p);
    return ok && wanted > 100;
}

/* --- what a core reports --- */

struct core {
    const struct rtl_adapter_kind *kind;
    struct rh_rng rng;
    size_t at; /* next event */
};

/* The next instruction for RVFI: an interrupt is told by the instruction after it. */
static bool rvfi_lane(struct core *c, struct rtl_rvfi_lane *lane)
{
    const struct event *e = &want[c->at];
    bool interrupted = e->trap && e->block.itype == INGRESS_ITYPE_INTERRUPT;
    const struct event *i = interrupted ? e + 1 : e;
    if (i + 1 >= want + wanted) {
        return false;
    }
    bool after_trap = c->at > 0 && want[c->at - 1].trap;
    *lane = (struct rtl_rvfi_lane){.valid = true,
                                   .trap = i->trap,
                                   .intr = interrupted || (after_trap && rh_chance(&c->rng, 2)),
                                   .insn = i->opcode,
                                   .mode = i->priv,
                                   .pc = i->block.iaddr,
                                   .next = i[1].block.iaddr,
                                   .cause = interrupted ? e->cause : i->cause,
                                   .tval = interrupted ? e->tval : i->tval};
    c->at += interrupted ? 2 : 1;
    return true;
}

static bool special(const struct event *e, const struct rtl_adapter_kind *kind)
{
    bool follows = e[1].block.iaddr == e->block.iaddr + 2 * e->block.iretire;
    return e->block.itype != INGRESS_ITYPE_NONE || !follows || e[1].priv != e->priv ||
           (kind->trap_counts && e[1].trap);
}

/* The next block for an instruction trace interface: instructions up to one that is special. */
static bool iti_port(struct core *c, struct rtl_iti_port *port, struct rtl_adapter_in *in)
{
    const struct event *e = &want[c->at];
    *port = (struct rtl_iti_port){.valid = true, .iaddr = e->block.iaddr};
    while (!c->kind->single && e + 1 < want + wanted && !e->trap && !special(e, c->kind) &&
           !e[1].trap) {
        port->iretire += e->block.iretire;
        e++;
    }
    port->iretire += e->block.iretire;
    port->ilastsize = e->block.ilastsize != 0;
    port->itype = e->block.itype;
    if (!e->trap && e[1].trap && e->block.itype == INGRESS_ITYPE_NONE && e[1].priv == e->priv &&
        !c->kind->trap_counts) {
        e++; /* a trap after the last instruction ends the block */
        port->itype = e->block.itype;
    }
    if (e + 1 >= want + wanted) {
        return false;
    }
    if (e->trap && c->kind->trap_counts) {
        port->iretire = (e->opcode & 3u) == 3u ? 2 : 1;
        port->ilastsize = port->iretire == 2;
    }
    if (c->kind->single) {
        port->iretire = 1;
    }
    in->cause = e->cause;
    in->tval = e->tval;
    in->priv = e->priv;
    c->at = (size_t)(e - want) + 1;
    return true;
}

/* Ports of one cycle have one privilege level, and a trap is the last of them. */
static void iti_cycle(struct core *c, struct rtl_adapter_in *in)
{
    unsigned first = rh_below(&c->rng, c->kind->lanes + 1);
    for (unsigned k = first; k < c->kind->lanes; k++) {
        bool fits = k == first || (want[c->at].priv == in->priv && in->port[k - 1].itype != 1 &&
                                   in->port[k - 1].itype != 2);
        if (!fits || !iti_port(c, &in->port[k], in)) {
            in->port[k].valid = false;
            break;
        }
    }
}

static void core_cycle(struct core *c, struct rtl_adapter_in *in)
{
    if (c->kind->iti) {
        iti_cycle(c, in);
        return;
    }
    unsigned first = rh_below(&c->rng, c->kind->lanes + 1);
    unsigned end = first + rh_below(&c->rng, c->kind->lanes - first + 1);
    for (unsigned k = first; k < end && rvfi_lane(c, &in->lane[k]); k++) {
    }
}

/* --- what comes out --- */

struct seen {
    size_t at;
    unsigned most;              /* half-words of a part of a block (tr_iti); 0: no parts */
    struct ingress_block parts; /* of the block that has begun; iretire 0: none */
    uint8_t parts_priv;
    unsigned records, pairs, merged, exceptions, interrupts, sijumps, jumps, joined;
};

static bool differs(const struct seen *s, const struct ingress_cycle *in, const char *what)
{
    const struct event *e = &want[s->at];
    printf("event %zu: %s; the hart has iaddr %llx iretire %u itype %u priv %u, record of %u:\n",
           s->at, what, (unsigned long long)e->block.iaddr, e->block.iretire, e->block.itype,
           e->priv, in->nblocks);
    for (unsigned k = 0; k < in->nblocks; k++) {
        printf("  iaddr %llx iretire %u itype %u ilastsize %u priv %u cause %llu\n",
               (unsigned long long)in->block[k].iaddr, in->block[k].iretire, in->block[k].itype,
               in->block[k].ilastsize, in->priv, (unsigned long long)in->cause);
    }
    return false;
}

static bool same_trap(struct seen *s, const struct ingress_cycle *in, unsigned k)
{
    const struct event *e = &want[s->at];
    const struct ingress_block *b = &in->block[k];
    bool after_return = s->at > 0 && e[-1].block.itype == INGRESS_ITYPE_TRAP_RETURN;
    if (!e->trap || b->itype != e->block.itype || in->cause != e->cause || in->tval != e->tval) {
        return differs(s, in, "another trap");
    }
    if (b->iretire == 0 && b->iaddr != e->block.iaddr) {
        return differs(s, in, "the address of a trap");
    }
    /* RVFI does not report the mode between a return from a trap and the next trap. */
    if (in->priv != e->priv && !(after_return && b->itype == INGRESS_ITYPE_INTERRUPT)) {
        return differs(s, in, "privilege of a trap");
    }
    if (k + 1 != in->nblocks) {
        return differs(s, in, "a block after a trap");
    }
    s->exceptions += b->itype == INGRESS_ITYPE_EXCEPTION;
    s->interrupts += b->itype == INGRESS_ITYPE_INTERRUPT;
    s->at++;
    return true;
}

/* The instructions of the block: all but the last end nothing. */
static bool same_block(struct seen *s, const struct ingress_cycle *in, unsigned k)
{
    const struct ingress_block *b = &in->block[k];
    bool trap = b->itype == INGRESS_ITYPE_EXCEPTION || b->itype == INGRESS_ITYPE_INTERRUPT;
    uint64_t pc = b->iaddr;
    uint32_t left = b->iretire;
    size_t begin = s->at;
    while (left != 0) {
        const struct event *e = &want[s->at];
        bool last = left == e->block.iretire;
        uint8_t itype = last && !trap ? b->itype : (uint8_t)INGRESS_ITYPE_NONE;
        if (e->trap || e->block.iaddr != pc || e->block.iretire > left || e->priv != in->priv) {
            return differs(s, in, "another instruction");
        }
        if (e->block.itype != itype) {
            return differs(s, in, "another itype");
        }
        if (last &&
            (b->ilastsize != e->block.ilastsize || (b->sijump != e->block.sijump && itype >= 8))) {
            return differs(s, in, "ilastsize or sijump");
        }
        s->sijumps += last && b->sijump;
        s->jumps += itype >= INGRESS_ITYPE_TRAP_RETURN;
        pc += 2u * e->block.iretire;
        left -= e->block.iretire;
        s->at++;
    }
    s->merged += s->at > begin + 1;
    return !trap || same_trap(s, in, k);
}

/* Parts of a block are joined. True: the block is whole. */
static bool whole(struct seen *s, struct ingress_block *b)
{
    if (s->parts.iretire != 0) {
        b->iaddr = s->parts.iaddr;
        b->iretire += s->parts.iretire;
        s->parts.iretire = 0;
        s->joined++;
    }
    if (s->most != 0 && b->itype == INGRESS_ITYPE_NONE && b->iretire % s->most == 0) {
        s->parts = *b;
        return false;
    }
    return true;
}

static bool same_record(struct seen *s, const struct ingress_cycle *in)
{
    struct ingress_cycle all = *in;
    bool ok = in->nblocks > 0;
    s->records++;
    s->pairs += in->nblocks > 1;
    for (unsigned k = 0; ok && k < all.nblocks; k++) {
        uint64_t next = s->parts.iaddr + 2 * (uint64_t)s->parts.iretire;
        if (s->parts.iretire != 0 && all.block[k].iaddr != next) {
            struct ingress_cycle part = {.block = {s->parts}, .nblocks = 1, .priv = s->parts_priv};
            s->parts.iretire = 0;
            ok = same_block(s, &part, 0); /* it was whole */
        }
        if (whole(s, &all.block[k])) {
            ok = ok && same_block(s, &all, k);
        }
        s->parts_priv = in->priv;
    }
    return ok;
}

/* --- both together --- */

static bool write_record(struct ingress_writer *w, const struct seen *before,
                         const struct ingress_cycle *in)
{
    for (size_t i = before->at; i < before->at + 8 && i < wanted; i++) {
        if (!want[i].trap &&
            ingress_write_opcode(w, want[i].block.iaddr, want[i].opcode) != INGRESS_OK) {
            return false;
        }
    }
    return ingress_write_cycle(w, 0, in) == INGRESS_OK;
}

static bool drive(struct core *c, struct seen *s, struct ingress_writer *w)
{
    void *adapter = c->kind->create();
    bool ok = true;
    unsigned idle = 0;
    for (uint64_t cycle = 1; ok && idle < 64; cycle++) {
        struct rtl_adapter_in in = {.stall = rh_chance(&c->rng, 4)};
        struct rtl_adapter_out out;
        c->kind->settle(adapter, &in, &out);
        if (!out.stall) {
            core_cycle(c, &in);
            c->kind->settle(adapter, &in, &out);
        }
        if (out.valid && !in.stall) {
            struct seen before = *s;
            out.in.cycle = cycle;
            ok = same_record(s, &out.in) && write_record(w, &before, &out.in);
        }
        idle = out.valid ? 0 : idle + 1;
        if (out.lost) {
            printf("lost_o\n");
            ok = false;
        }
        c->kind->clock_edge(adapter);
    }
    c->kind->destroy(adapter);
    return ok;
}

/* Two traps without an instruction between them are one for RVFI. */
static bool can_be_told(void)
{
    for (size_t i = 1; i < wanted; i++) {
        if (want[i].trap && want[i - 1].trap && want[i].block.itype == INGRESS_ITYPE_INTERRUPT) {
            printf("event %zu: an interrupt directly after a trap\n", i);
            return false;
        }
    }
    return true;
}

/* The PCs that the hart retired, one per line, up to what came out. */
static bool write_pcs(const char *out, size_t n)
{
    char path[512];
    (void)snprintf(path, sizeof path, "%s.pcs", out);
    FILE *f = fopen(path, "w");
    if (f == NULL) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        if (!want[i].trap) {
            (void)fprintf(f, "%llx\n", (unsigned long long)want[i].block.iaddr);
        }
    }
    return fclose(f) == 0;
}

static bool run(struct core *c, struct seen *s, const char *out)
{
    struct ingress_header header = {.version = INGRESS_VERSION,
                                    .xlen = (uint8_t)c->kind->xlen,
                                    .itype_width = (uint8_t)c->kind->itype_bits,
                                    .isa = FLOW_ISA_C,
                                    .harts = 1};
    struct ingress_writer w;
    char path[512];
    (void)snprintf(path, sizeof path, "%s.ing", out);
    FILE *f = fopen(path, "wb");
    if (f == NULL || ingress_writer_open(&w, f, false, &header) != INGRESS_OK) {
        return false;
    }
    bool ok = drive(c, s, &w);
    ok = ingress_writer_close(&w) == INGRESS_OK && ok;
    ok = fclose(f) == 0 && ok;
    /* All but what had not ended when the program stopped. */
    return ok && s->at == c->at && write_pcs(out, s->at);
}

int main(int argc, char **argv)
{
    struct core c = {.kind = NULL};
    struct seen s = {.at = 0};
    for (size_t i = 0; argc == 5 && i < sizeof kinds / sizeof kinds[0]; i++) {
        c.kind = strcmp(argv[1], kinds[i]->name) == 0 ? kinds[i] : c.kind;
    }
    if (c.kind == NULL || !run_program(argv[2], c.kind) || !can_be_told()) {
        (void)fprintf(stderr, "run_adapter KIND PROGRAM.elf OUT SEED; or it cannot run\n");
        return 2;
    }
    s.most = c.kind->iti ? (1u << c.kind->retire_bits) - 2u : 0;
    rh_seed(&c.rng, strtoull(argv[4], NULL, 0));
    bool ok = run(&c, &s, argv[3]);
    printf(
        "%s: %zu of %zu events, %u records, %u of two blocks, %u blocks of several instructions, "
        "%u exceptions, %u interrupts, %u jumps, %u inferable by the instruction before, "
        "%u parts\n",
        ok ? "equal" : "different", s.at, wanted, s.records, s.pairs, s.merged, s.exceptions,
        s.interrupts, s.jumps, s.sijumps, s.joined);
    return ok ? 0 : 1;
}
