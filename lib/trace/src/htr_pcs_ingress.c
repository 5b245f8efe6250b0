/* SPDX-License-Identifier: Apache-2.0 */
/* Executed PCs out of an ingress stream: its blocks, cut into instructions by the sizes of the
 * recorded opcodes. */
#include <stdlib.h>
#include <string.h>

#include "htr/htr_ingress.h"
#include "flow/flow_insn.h"
#include "htr_pcs_priv.h"

enum {
    FIRST_TABLE = 1 << 16
};

/* Sizes of instructions by address: open addressing, key 0 = free. */
struct size_table {
    uint64_t *key; /* address | 1 */
    uint8_t *size;
    size_t room, used;
};

struct htr_pcs_ingress {
    struct htr_ingress r;
    unsigned hart;
    struct size_table table;
    struct ingress_record rec;
    unsigned block; /* next of rec.in to start */
    uint8_t itype;  /* how the block being cut ends; a trap is reported when left is 0 */
    bool trap_due;
    bool was_halted; /* since the instruction before */
    uint64_t pc;     /* next instruction of the block being cut */
    uint32_t left;   /* half-words of it */
};

static size_t slot(const struct size_table *t, uint64_t key)
{
    size_t mask = t->room - 1;
    size_t i = (size_t)(((key >> 1) * UINT64_C(0x9E3779B97F4A7C15)) >> 20) & mask;
    while (t->key[i] != 0 && t->key[i] != key) {
        i = (i + 1) & mask;
    }
    return i;
}

static bool make(struct size_table *t, size_t room)
{
    t->room = room;
    t->used = 0;
    t->key = calloc(room, sizeof *t->key);
    t->size = calloc(room, sizeof *t->size);
    return t->key != NULL && t->size != NULL;
}

static void drop(struct size_table *t)
{
    free(t->key);
    free(t->size);
}

static bool set(struct size_table *t, uint64_t pc, unsigned size)
{
    if (t->used * 2 >= t->room) {
        struct size_table bigger;
        if (!make(&bigger, t->room * 2)) {
            drop(&bigger);
            return false;
        }
        for (size_t i = 0; i < t->room; i++) {
            if (t->key[i] != 0) {
                size_t to = slot(&bigger, t->key[i]);
                bigger.key[to] = t->key[i];
                bigger.size[to] = t->size[i];
            }
        }
        bigger.used = t->used;
        drop(t);
        *t = bigger;
    }
    size_t i = slot(t, pc | 1);
    t->used += t->key[i] == 0;
    t->key[i] = pc | 1;
    t->size[i] = (uint8_t)size;
    return true;
}

int htr_pcs_open_ingress(struct htr_pcs *p, struct htr_host *host, const char *path, unsigned hart)
{
    memset(p, 0, sizeof *p);
    p->kind = HTR_PCS_INGRESS;
    p->host = host;
    p->path = path;
    struct htr_pcs_ingress *s = calloc(1, sizeof *s);
    if (s == NULL || !make(&s->table, FIRST_TABLE)) {
        if (s != NULL) {
            drop(&s->table);
        }
        free(s);
        return htr_fail(host, HTR_ERR_MEMORY, path, "not enough memory");
    }
    int status = htr_ingress_open(&s->r, host, path);
    if (status == HTR_OK && hart >= s->r.reader.header.harts) {
        htr_ingress_close(&s->r);
        status = htr_fail(host, HTR_ERR_ARG, path, "has no hart %u; it holds harts 0 to %u", hart,
                          s->r.reader.header.harts - 1u);
    }
    if (status != HTR_OK) {
        drop(&s->table);
        free(s);
        return status;
    }
    s->hart = hart;
    p->ingress = s;
    return HTR_OK;
}

static size_t fail(struct htr_pcs *p, const char *what, uint64_t pc)
{
    (void)htr_fail(p->host, HTR_ERR_FORMAT, p->path,
                   "%s 0x%llx, at offset %llu of the uncompressed stream", what,
                   (unsigned long long)pc, (unsigned long long)p->ingress->r.reader.record_offset);
    p->failed = true;
    return 0;
}

static bool is_trap(uint8_t itype)
{
    return itype == INGRESS_ITYPE_EXCEPTION || itype == INGRESS_ITYPE_INTERRUPT;
}

/* Go to the next block, one that retires something unless traps are wanted too. Returns false at
 * the end or after an error. */
static bool next_block(struct htr_pcs *p, bool traps)
{
    struct htr_pcs_ingress *s = p->ingress;
    while (true) {
        while (s->rec.kind == INGRESS_CYCLE && s->block < s->rec.in.nblocks) {
            const struct ingress_block *b = &s->rec.in.block[s->block++];
            if (b->iretire > 0 || (traps && is_trap(b->itype))) {
                s->pc = b->iaddr;
                s->left = b->iretire;
                s->itype = b->itype;
                s->trap_due = is_trap(b->itype);
                return true;
            }
        }
        int status = ingress_read(&s->r.reader, &s->rec);
        s->block = 0;
        if (status != 1) {
            s->rec.in.nblocks = 0;
            if (status != 0 && status != INGRESS_ERR_TRUNCATED) {
                (void)htr_ingress_fail(&s->r, status);
                p->failed = true;
            }
            return false;
        }
        if (s->rec.kind == INGRESS_OPCODE &&
            !set(&s->table, s->rec.pc, flow_insn_size(s->rec.opcode))) {
            (void)htr_fail(p->host, HTR_ERR_MEMORY, p->path, "not enough memory");
            p->failed = true;
            return false;
        }
        if (s->rec.kind == INGRESS_CYCLE && s->rec.hart != s->hart) {
            s->rec.in.nblocks = 0;
        } else if (s->rec.kind == INGRESS_CYCLE) {
            s->was_halted = s->was_halted || s->rec.in.halted;
        }
    }
}

/* The next instruction of the block. Returns whether there is one. */
static bool cut(struct htr_pcs *p, uint64_t *pc)
{
    struct htr_pcs_ingress *s = p->ingress;
    unsigned size = s->table.size[slot(&s->table, s->pc | 1)];
    if (size == 0) {
        return fail(p, "no opcode was recorded for", s->pc) != 0;
    }
    if (size / 2 > s->left) {
        return fail(p, "a block ends inside the instruction at", s->pc) != 0;
    }
    *pc = s->pc;
    s->pc += size;
    s->left -= size / 2;
    return true;
}

size_t htr_pcs_ingress_read(struct htr_pcs *p, uint64_t *pc, size_t max)
{
    size_t n = 0;
    while (n < max && (p->ingress->left > 0 || next_block(p, false)) && cut(p, &pc[n])) {
        n++;
    }
    return p->failed ? 0 : n;
}

bool htr_pcs_ingress_step(struct htr_pcs *p, struct htr_pcs_step *step)
{
    struct htr_pcs_ingress *s = p->ingress;
    if (p->failed || (s->left == 0 && !s->trap_due && !next_block(p, true))) {
        return false;
    }
    const struct ingress_cycle *in = &s->rec.in;
    *step = (struct htr_pcs_step){.time = in->time,
                                  .cycle = in->cycle,
                                  .context = in->context,
                                  .hcontext = in->hcontext,
                                  .priv = in->priv,
                                  .halted_before = s->was_halted};
    s->was_halted = false;
    if (s->left == 0) {
        s->trap_due = false;
        step->kind =
            s->itype == INGRESS_ITYPE_EXCEPTION ? HTR_PCS_STEP_EXCEPTION : HTR_PCS_STEP_INTERRUPT;
        step->pc = s->pc;
        step->cause = in->cause;
        return true;
    }
    if (!cut(p, &step->pc)) {
        return false;
    }
    step->kind = HTR_PCS_STEP_INSN;
    step->trap_return = s->left == 0 && s->itype == INGRESS_ITYPE_TRAP_RETURN;
    return true;
}

void htr_pcs_ingress_close(struct htr_pcs *p)
{
    htr_ingress_close(&p->ingress->r);
    drop(&p->ingress->table);
    free(p->ingress);
    p->ingress = NULL;
}
