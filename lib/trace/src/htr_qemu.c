/* SPDX-License-Identifier: Apache-2.0 */
#include "htr/htr_qemu.h"

#include <stdlib.h>
#include <string.h>

#include "htr/htr_qemu_raw.h"

enum {
    HASH_SIZE = 1 << 16,
    BLOCK_MAX = 0x4000, /* half-words after which a straight run is cut */
};

const char *htr_qemu_strerror(int status)
{
    switch (status) {
    case HTR_QEMU_OK:
    case HTR_QEMU_DONE:
        return "no error";
    case HTR_QEMU_ERR_FORMAT:
        return "the emulator's plugin sends unexpected data; is it from this version?";
    case HTR_QEMU_ERR_FLOW:
        return "the program flow breaks without a trap";
    case HTR_QEMU_ERR_LOG:
        return "the emulator logged something that is not a trap; is it QEMU 7.2?";
    case HTR_QEMU_ERR_TRAPS:
        return "a hart traps endlessly";
    case HTR_QEMU_ERR_MEMORY:
        return "no memory";
    case HTR_QEMU_ERR_INGRESS:
        return "the ingress stream cannot be written";
    default:
        return "unknown error";
    }
}

int htr_qemu_init(struct htr_qemu *s, struct ingress_writer *out,
                  int (*start)(void *ctx, unsigned xlen, unsigned harts), void *ctx)
{
    memset(s, 0, sizeof *s);
    s->out = out;
    s->start = start;
    s->ctx = ctx;
    s->hash = calloc(HASH_SIZE, sizeof s->hash[0]);
    return s->hash == NULL ? HTR_QEMU_ERR_MEMORY : HTR_QEMU_OK;
}

void htr_qemu_free(struct htr_qemu *s)
{
    free(s->insn);
    free(s->hash);
    s->insn = NULL;
    s->hash = NULL;
}

/* ---- blocks ---- */

static int write_block(struct htr_qemu *s, const struct ingress_block *block, uint64_t cause,
                       uint64_t tval)
{
    struct ingress_cycle in = {0};
    in.cycle = s->state[s->hart].cycle;
    in.block[0] = *block;
    in.nblocks = 1;
    in.priv = INGRESS_PRIV_M; /* not known to the recorder: docs/howto/record.md */
    in.cause = cause;
    in.tval = tval;
    return ingress_write_cycle(s->out, s->hart, &in) == INGRESS_OK ? HTR_QEMU_OK
                                                                   : HTR_QEMU_ERR_INGRESS;
}

/* End the collected run with this itype. */
static int end_block(struct htr_qemu *s, unsigned itype, bool sijump)
{
    struct ingress_block *b = &s->state[s->hart].block;
    if (b->iretire == 0) {
        return HTR_QEMU_OK;
    }
    b->itype = (uint8_t)itype;
    b->sijump = sijump;
    int status = write_block(s, b, 0, 0);
    b->iretire = 0;
    return status;
}

/* Write the opcode of an instruction that is new or has changed. */
static int write_opcode(struct htr_qemu *s, struct htr_qemu_insn *i)
{
    if ((i->written && !i->shared) || i->insn.size != flow_insn_size(i->opcode)) {
        return HTR_QEMU_OK; /* written, or of a length that QEMU's harts do not have: it only traps
                             */
    }
    i->written = true;
    return ingress_write_opcode(s->out, i->pc, i->opcode) == INGRESS_OK ? HTR_QEMU_OK
                                                                        : HTR_QEMU_ERR_INGRESS;
}

/* Does `next` follow insn when no trap comes? */
static bool follows(const struct htr_qemu_insn *i, uint64_t next, uint64_t after)
{
    switch (i->insn.cls) {
    case FLOW_INSN_LINEAR:
        return next == after || (i->insn.flags & FLOW_INSN_CUSTOM) != 0;
    case FLOW_INSN_BRANCH:
        return next == after || next == i->insn.target;
    case FLOW_INSN_DIRECT_CALL:
    case FLOW_INSN_DIRECT_JUMP:
    case FLOW_INSN_DIRECT_OTHER:
        return next == i->insn.target;
    case FLOW_INSN_TRAP:
        return false; /* always traps */
    default:
        return true;
    }
}

/* Can the jump's target be taken from the instruction that retired right before it (E-Trace, "Jump
 * classification and target inference")? */
static bool sequentially_inferable(const struct htr_qemu *s, const struct htr_qemu_hart *h,
                                   const struct htr_qemu_insn *jump)
{
    if (!h->has_before || !flow_insn_is_indirect(&jump->insn) ||
        jump->insn.cls == FLOW_INSN_RETURN) {
        return false;
    }
    const struct flow_insn *before = &s->insn[h->before].insn;
    return (before->flags & FLOW_INSN_CONST) != 0 && before->rd != 0 && before->rd == jump->insn.rs;
}

/* The started instruction retires; the next one (or the trap's epc) is at `next`. */
static int retire(struct htr_qemu *s, uint64_t next)
{
    struct htr_qemu_hart *h = &s->state[s->hart];
    struct htr_qemu_insn *i = &s->insn[h->last];
    uint64_t mask = s->xlen == 32 ? UINT32_MAX : UINT64_MAX;
    uint64_t after = (i->pc + i->insn.size) & mask;
    h->pending = false;
    if (!follows(i, next, after) || i->insn.size != flow_insn_size(i->opcode)) {
        s->from = i->pc;
        s->to = next;
        return HTR_QEMU_ERR_FLOW;
    }
    int status = write_opcode(s, i);
    struct ingress_block *b = &h->block;
    if (status == HTR_QEMU_OK && b->iretire >= BLOCK_MAX) {
        status = end_block(s, INGRESS_ITYPE_NONE, false);
    }
    if (status != HTR_QEMU_OK) {
        return status;
    }
    if (b->iretire == 0) {
        b->iaddr = i->pc;
    }
    b->iretire += i->insn.size / 2u;
    b->ilastsize = i->insn.size == 4;
    h->trap_row = 0;
    h->cycle++;
    s->instructions++;
    s->trap_returns += i->insn.cls == FLOW_INSN_TRAP_RETURN;
    if (i->insn.cls != FLOW_INSN_LINEAR) {
        status = end_block(s, flow_insn_itype4(&i->insn, next != after),
                           sequentially_inferable(s, h, i));
    }
    h->before = h->last;
    h->has_before = true;
    if (status == HTR_QEMU_OK && s->instructions == s->max_instructions) {
        return HTR_QEMU_DONE;
    }
    return status;
}

/* ---- raw records ---- */

static int on_start(struct htr_qemu *s, uint32_t number)
{
    if (number >= s->ninsns || !s->started) {
        return HTR_QEMU_ERR_FORMAT;
    }
    struct htr_qemu_hart *h = &s->state[s->hart];
    int status = h->pending ? retire(s, s->insn[number].pc) : HTR_QEMU_OK;
    h->last = number;
    h->pending = true;
    return status;
}

/* A fetch that failed: the instruction at epc was never started. */
static bool is_fetch_fault(uint32_t cause)
{
    return cause == 0 || cause == 1 || cause == 12 || cause == 20;
}

/* Count the trap. */
static int in_row(struct htr_qemu *s, struct htr_qemu_hart *h, const struct htr_qemu_trap *t)
{
    if (h->trap_row++ == 0) {
        h->trap = *t;
    }
    h->trap.last_cause = t->cause;
    if (h->trap_row < HTR_QEMU_TRAP_ROW) {
        return HTR_QEMU_OK;
    }
    s->first_trap = h->trap;
    return HTR_QEMU_ERR_TRAPS;
}

static int on_trap(struct htr_qemu *s, const uint32_t *w)
{
    unsigned hart = w[1];
    bool interrupt = w[2] != 0;
    uint32_t cause = w[3];
    uint64_t epc = (uint64_t)w[5] << 32 | w[4];
    uint64_t tval = (uint64_t)w[7] << 32 | w[6];
    if (hart >= s->harts) {
        return HTR_QEMU_ERR_FORMAT;
    }
    unsigned current = s->hart;
    s->hart = hart;
    struct htr_qemu_hart *h = &s->state[hart];
    int status = HTR_QEMU_OK;
    if (h->pending) {
        const struct htr_qemu_insn *i = &s->insn[h->last];
        if (interrupt || is_fetch_fault(cause) || i->pc != epc) {
            status = retire(s, epc);
        } else {
            status = write_opcode(s, &s->insn[h->last]); /* it trapped: not retired */
        }
    }
    h->pending = false;
    h->has_before = false;
    if (status == HTR_QEMU_OK) {
        status = end_block(s, INGRESS_ITYPE_NONE, false);
    }
    if (status == HTR_QEMU_OK) {
        struct ingress_block b = {0};
        b.iaddr = epc;
        b.itype = interrupt ? INGRESS_ITYPE_INTERRUPT : INGRESS_ITYPE_EXCEPTION;
        h->cycle++;
        h->block.iretire = 0;
        status = write_block(s, &b, cause, interrupt ? 0 : tval);
        s->interrupts += interrupt;
        s->exceptions += !interrupt;
    }
    s->hart = current;
    if (status == HTR_QEMU_OK) {
        const struct htr_qemu_trap t = {
            .hart = hart, .interrupt = interrupt, .cause = cause, .epc = epc, .tval = tval};
        status = in_row(s, h, &t);
    }
    return status;
}

/* Is there an instruction at this pc with another opcode? Then both have to be written at each
 * change.
 */
static void enter(struct htr_qemu *s, uint32_t number)
{
    struct htr_qemu_insn *i = &s->insn[number];
    uint32_t *head = &s->hash[(i->pc >> 1 ^ i->pc >> 17) % HASH_SIZE];
    for (uint32_t n = *head; n != 0; n = s->insn[n - 1].next) {
        if (s->insn[n - 1].pc == i->pc) {
            s->insn[n - 1].shared = true;
            i->shared = true;
        }
    }
    i->next = *head;
    *head = number + 1;
}

static int on_insn(struct htr_qemu *s, const uint32_t *w)
{
    if (!s->started || w[1] != s->ninsns) {
        return HTR_QEMU_ERR_FORMAT;
    }
    if (s->ninsns == s->cap) {
        uint32_t cap = s->cap == 0 ? 4096 : 2 * s->cap;
        struct htr_qemu_insn *bigger = realloc(s->insn, cap * sizeof *bigger);
        if (bigger == NULL) {
            return HTR_QEMU_ERR_MEMORY;
        }
        s->insn = bigger;
        s->cap = cap;
    }
    struct htr_qemu_insn *i = &s->insn[s->ninsns];
    memset(i, 0, sizeof *i);
    i->pc = (uint64_t)w[3] << 32 | w[2];
    i->opcode = w[4];
    flow_insn_decode(s->xlen, FLOW_ISA_C, i->pc, i->opcode, &i->insn);
    if (i->insn.size != 2 && i->insn.size != 4) {
        i->insn.size = 4; /* illegal: see write_opcode */
    }
    enter(s, s->ninsns++);
    return HTR_QEMU_OK;
}

static int on_hello(struct htr_qemu *s, const uint32_t *w)
{
    if (s->started || w[1] != RAW_VERSION || (w[2] != 32 && w[2] != 64) || w[3] == 0 ||
        w[3] > HTR_QEMU_MAX_HARTS) {
        return HTR_QEMU_ERR_FORMAT;
    }
    s->started = true;
    s->xlen = w[2];
    s->harts = w[3];
    return s->start(s->ctx, s->xlen, s->harts) == INGRESS_OK ? HTR_QEMU_OK : HTR_QEMU_ERR_INGRESS;
}

/* The emulator stopped between two blocks: the started instructions are complete. The target of a
 * jump is unknown, so the jump is left out. */
static int on_end(struct htr_qemu *s)
{
    int status = HTR_QEMU_DONE;
    for (s->hart = 0; s->hart < s->harts && status == HTR_QEMU_DONE; s->hart++) {
        const struct htr_qemu_hart *h = &s->state[s->hart];
        if (!h->pending) {
            continue;
        }
        const struct htr_qemu_insn *i = &s->insn[h->last];
        if (i->insn.cls == FLOW_INSN_LINEAR) {
            status = retire(s, (i->pc + i->insn.size) & (s->xlen == 32 ? UINT32_MAX : UINT64_MAX));
            status = status == HTR_QEMU_OK ? HTR_QEMU_DONE : status;
        }
    }
    return status;
}

static unsigned words_of(uint32_t first)
{
    switch (first) {
    case RAW_HELLO:
        return 4;
    case RAW_INSN:
        return 5;
    case RAW_TRAP:
        return 8;
    case RAW_HART:
        return 2;
    default:
        return 1;
    }
}

static int control(struct htr_qemu *s, const uint32_t *w)
{
    switch (w[0]) {
    case RAW_HELLO:
        return on_hello(s, w);
    case RAW_INSN:
        return on_insn(s, w);
    case RAW_TRAP:
        return s->started ? on_trap(s, w) : HTR_QEMU_ERR_FORMAT;
    case RAW_HART:
        if (w[1] >= s->harts) {
            return HTR_QEMU_ERR_FORMAT;
        }
        s->hart = w[1];
        return HTR_QEMU_OK;
    case RAW_BADLOG:
        return HTR_QEMU_ERR_LOG;
    case RAW_END:
        return on_end(s);
    default:
        return HTR_QEMU_ERR_FORMAT;
    }
}

int htr_qemu_feed(struct htr_qemu *s, const uint32_t *words, size_t n)
{
    int status = HTR_QEMU_OK;
    for (size_t k = 0; k < n && status == HTR_QEMU_OK; k++) {
        if (s->nwords == 0 && words[k] < RAW_CONTROL) {
            status = on_start(s, words[k]);
            continue;
        }
        s->word[s->nwords++] = words[k];
        if (s->nwords == words_of(s->word[0])) {
            s->nwords = 0;
            status = control(s, s->word);
        }
    }
    return status;
}

int htr_qemu_finish(struct htr_qemu *s)
{
    int status = HTR_QEMU_OK;
    for (s->hart = 0; s->hart < s->harts && status == HTR_QEMU_OK; s->hart++) {
        status = end_block(s, INGRESS_ITYPE_NONE, false);
    }
    return status;
}
