/* SPDX-License-Identifier: Apache-2.0 */
/* The rules of call_log.h, in their order. */
#include "call_log.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- instructions ---- */

enum kind {
    LINEAR,
    BRANCH,
    DIRECT,   /* a jump to an address in the instruction */
    INDIRECT, /* a jump to an address in registers or memory */
    TRAP_RETURN,
};

struct insn {
    enum kind kind;
    unsigned size;
    unsigned link;   /* register written with the return address, 0: none */
    unsigned source; /* INDIRECT: register jumped through, 0: none */
};

static struct insn compressed(uint32_t op, unsigned xlen)
{
    const unsigned rs1 = op >> 7 & 31, rs2 = op >> 2 & 31, index = op >> 2 & 255;
    struct insn in = {LINEAR, 2, 0, 0};

    switch ((op & 3) << 3 | op >> 13) {
    case 1 << 3 | 1: /* c.jal in RV32, c.addiw in RV64 */
        in.kind = xlen == 32 ? DIRECT : LINEAR;
        in.link = xlen == 32 ? 1 : 0;
        break;
    case 1 << 3 | 5: /* c.j */
        in.kind = DIRECT;
        break;
    case 1 << 3 | 6: /* c.beqz */
    case 1 << 3 | 7: /* c.bnez */
        in.kind = BRANCH;
        break;
    case 2 << 3 | 4: /* c.jr, c.jalr; with rs2: c.mv, c.add; c.ebreak has no rs1 */
        if (rs1 != 0 && rs2 == 0) {
            in.kind = INDIRECT;
            in.source = rs1;
            in.link = op >> 12 & 1;
        }
        break;
    case 2 << 3 | 5:               /* Zcmp and Zcmt */
        if ((op >> 10 & 7) == 0) { /* cm.jt up to index 31, then cm.jalt */
            in.kind = INDIRECT;
            in.link = index >= 32;
        } else if ((op >> 8 & 31) == 0x1c || (op >> 8 & 31) == 0x1e) { /* cm.popretz, cm.popret */
            in.kind = INDIRECT;
            in.source = 1;
        }
        break;
    default:
        break;
    }
    return in;
}

static struct insn take_apart(uint32_t op, unsigned xlen)
{
    struct insn in = {LINEAR, 4, 0, 0};

    if ((op & 3) != 3) {
        return compressed(op, xlen);
    }
    switch (op & 0x7f) {
    case 0x6f: /* jal */
        in.kind = DIRECT;
        in.link = op >> 7 & 31;
        break;
    case 0x67: /* jalr */
        in.kind = INDIRECT;
        in.link = op >> 7 & 31;
        in.source = op >> 15 & 31;
        break;
    case 0x63: /* branches */
        in.kind = BRANCH;
        break;
    default:
        if (op == 0x30200073 || op == 0x10200073) { /* mret, sret */
            in.kind = TRAP_RETURN;
        }
        break;
    }
    return in;
}

static bool is_link(unsigned reg)
{
    return reg == 1 || reg == 5;
}

/* ---- functions ---- */

static int ascending(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

uint64_t call_log_function(const struct call_log *log, uint64_t pc)
{
    size_t low = 0, high = log->functions;

    while (low < high) {
        const size_t mid = low + (high - low) / 2;

        if (log->function[mid] <= pc) {
            low = mid + 1;
        } else {
            high = mid;
        }
    }
    return low > 0 ? log->function[low - 1] : 0;
}

static bool is_start(const struct call_log *log, uint64_t pc)
{
    return pc != 0 && call_log_function(log, pc) == pc;
}

/* ---- frames and entries ---- */

static void *grow(void *array, size_t *room, size_t n, size_t size)
{
    if (n < *room) {
        return array;
    }
    *room = *room != 0 ? 2 * *room : 64;
    array = realloc(array, *room * size);
    assert_non_null(array);
    return array;
}

static struct call_entry *add(struct call_log *log, enum call_kind kind,
                              const struct call_stack *stack, size_t depth,
                              const struct call_step *s)
{

    log->entry = grow(log->entry, &log->room, log->count, sizeof *log->entry);
    struct call_entry *e = &log->entry[log->count++];
    *e = (struct call_entry){.kind = kind,
                             .depth = (unsigned)depth,
                             .number = log->number,
                             .from = s->pc,
                             .to = s->next,
                             .context = stack->context};
    return e;
}

static struct call_frame *push(struct call_log *log, struct call_stack *stack, uint64_t function,
                               uint64_t sp)
{

    stack->frame = grow(stack->frame, &stack->room, stack->n, sizeof *stack->frame);
    struct call_frame *f = &stack->frame[stack->n++];
    *f = (struct call_frame){.function = function, .sp = sp};
    if (stack->n > log->deepest) {
        log->deepest = stack->n;
    }
    return f;
}

/* The top frame is left. */
static void leave(struct call_log *log, struct call_stack *stack, enum call_kind kind,
                  const struct call_step *s)
{
    assert_true(stack->n > 1);
    stack->n--;
    add(log, kind, stack, stack->n, s)->function = stack->frame[stack->n].function;
}

/* All frames from the one of this number on are left. */
static void unwind(struct call_log *log, struct call_stack *stack, size_t from,
                   const struct call_step *s)
{
    while (stack->n > from) {
        leave(log, stack, CALL_UNWIND, s);
    }
}

/* Number of the innermost frame of a trap; 0: no trap is open. */
static size_t innermost_trap(const struct call_stack *stack)
{
    size_t i = stack->n;

    while (i-- > 0) {
        if (stack->frame[i].trap) {
            return i;
        }
    }
    return 0;
}

/* Rule 1. */
static struct call_stack *stack_of(struct call_log *log, const struct call_step *s)
{
    struct call_stack *stack = log->stack;

    for (unsigned i = 0; i < log->stacks; i++, stack++) {
        if (stack->context == s->context) {
            return stack;
        }
    }
    assert_true(log->stacks < CALL_CONTEXTS);
    log->stacks++;
    stack->context = s->context;
    push(log, stack, call_log_function(log, s->pc), UINT64_MAX);
    {
        struct call_step first = {.next = s->pc};

        add(log, CALL_START, stack, 0, &first)->function = stack->frame[0].function;
    }
    return stack;
}

/* ---- what ends and begins ---- */

/* Rules 4 and 7: the top frame becomes one of another function. */
static void replace(struct call_log *log, struct call_stack *stack, enum call_kind kind,
                    const struct call_step *s)
{
    struct call_frame *f = &stack->frame[stack->n - 1];
    struct call_entry *e = add(log, kind, stack, stack->n - 1, s);

    e->left = f->function;
    f->function = e->function = call_log_function(log, s->next);
}

/* Rules 3 and 4. */
static void call(struct call_log *log, struct call_stack *stack, const struct insn *in,
                 const struct call_step *s)
{
    const uint64_t mask = log->xlen == 32 ? UINT32_MAX : UINT64_MAX;
    const uint64_t back = (s->pc + in->size) & mask;
    struct call_frame *f = &stack->frame[stack->n - 1];

    if (is_link(in->source) && in->source != in->link && stack->n > 1 && !f->trap &&
        f->back == s->next) {
        replace(log, stack, CALL_SWAP, s);
        f->sp = s->sp;
    } else {
        f = push(log, stack, call_log_function(log, s->next), s->sp);
        add(log, CALL_ENTER, stack, stack->n - 1, s)->function = f->function;
    }
    f->back = back;
    f->link = (uint8_t)in->link;
}

/* Rule 5: the number of the frame that a jump leaves, from the one of this number on; 0: none. */
static size_t returned(const struct call_stack *stack, size_t from, const struct call_step *s)
{
    for (size_t i = from; i < stack->n; i++) {
        const struct call_frame *f = &stack->frame[i];

        if (f->link != 0 && f->back == s->next &&
            (f->sp <= s->sp || (i == stack->n - 1 && f->link == 5))) {
            return i;
        }
    }
    return 0;
}

/* Rule 6. Returns whether anything was left. */
static bool unwound(struct call_log *log, struct call_stack *stack, const struct call_step *s)
{
    const uint64_t to = call_log_function(log, s->next);
    const bool inside = to == call_log_function(log, s->pc);
    size_t from = stack->n;

    while (from > innermost_trap(stack) + 1) {
        const struct call_frame *f = &stack->frame[from - 1];
        const bool above = from < stack->n;
        const bool below = to == f[-1].function && to != s->next;

        if (f->sp > s->sp || (f->sp == s->sp && !above && (inside || !below))) {
            break;
        }
        from--;
    }
    if (from == stack->n) {
        return false;
    }
    unwind(log, stack, from, s);
    return true;
}

/* Rules 5, 6 and 7. */
static void jump(struct call_log *log, struct call_stack *stack, bool indirect,
                 const struct call_step *s)
{
    if (indirect) {
        size_t left = returned(stack, innermost_trap(stack) + 1, s);

        if (left == 0) {
            left = returned(stack, 1, s);
        }
        if (left != 0) {
            unwind(log, stack, left + 1, s);
            leave(log, stack, CALL_RETURN, s);
            return;
        }
        if (unwound(log, stack, s)) {
            return;
        }
    }
    if (is_start(log, s->next) && call_log_function(log, s->pc) != s->next) {
        replace(log, stack, CALL_TAIL, s);
    }
}

/* Rule 8. */
static void trap(struct call_log *log, struct call_stack *stack, const struct call_step *s)
{
    struct call_frame *f = push(log, stack, call_log_function(log, s->next), s->sp);
    struct call_entry *e = add(log, CALL_TRAP, stack, stack->n - 1, s);

    f->trap = true;
    e->function = f->function;
    e->interrupt = s->interrupt;
    e->cause = s->cause;
}

static void trap_return(struct call_log *log, struct call_stack *stack, const struct call_step *s)
{
    const size_t t = innermost_trap(stack);

    if (!stack->frame[t].trap) {
        jump(log, stack, true, s);
        return;
    }
    unwind(log, stack, t + 1, s);
    leave(log, stack, CALL_TRAP_RETURN, s);
}

void call_log_step(struct call_log *log, const struct call_step *s)
{
    struct call_stack *stack = stack_of(log, s);

    if (s->trap) {
        trap(log, stack, s);
        return;
    }
    log->number++;
    struct insn in = take_apart(s->opcode, log->xlen);
    if (in.kind == TRAP_RETURN) {
        trap_return(log, stack, s);
    } else if (in.kind != LINEAR && is_link(in.link)) {
        call(log, stack, &in, s);
    } else if (in.kind == DIRECT || in.kind == INDIRECT ||
               (in.kind == BRANCH && s->next != s->pc + in.size)) {
        jump(log, stack, in.kind == INDIRECT, s);
    }
}

void call_log_observe(struct call_log *log, const struct ingress_cycle *in, uint32_t opcode,
                      const struct sim_hart *h)
{
    const struct ingress_block *b = &in->block[0];
    struct call_step s = {.opcode = opcode, .pc = b->iaddr, .context = in->context};

    if (in->nblocks == 0) {
        return;
    }
    assert_int_equal(in->nblocks, 1);
    s.trap = b->iretire == 0;
    s.interrupt = b->itype == INGRESS_ITYPE_INTERRUPT;
    s.cause = in->cause;
    s.next = sim_hart_pc(h);
    s.sp = sim_hart_reg(h, 2);
    call_log_step(log, &s);
}

/* ---- the log ---- */

void call_log_init(struct call_log *log, unsigned xlen, const uint64_t *start, size_t n)
{
    memset(log, 0, sizeof *log);
    log->xlen = xlen;
    log->function = malloc((n + 1) * sizeof *log->function);
    assert_non_null(log->function);
    if (n > 0) {
        memcpy(log->function, start, n * sizeof *start);
    }
    qsort(log->function, n, sizeof *log->function, ascending);
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || log->function[i] != log->function[log->functions - 1]) {
            log->function[log->functions++] = log->function[i];
        }
    }
}

void call_log_init_elf(struct call_log *log, const struct htr_elf *elf)
{
    enum {
        STT_FUNC = 2
    };
    uint64_t *start = malloc((elf->nsyms + 1) * sizeof *start);
    struct htr_elf_symbol sym;
    size_t n = 0;

    assert_non_null(start);
    for (uint64_t i = 0; htr_elf_symbol_get(elf, i, &sym); i++) {
        if (sym.type == STT_FUNC) {
            start[n++] = sym.value;
        }
    }
    call_log_init(log, elf->xlen, start, n);
    free(start);
}

void call_log_free(struct call_log *log)
{
    free(log->entry);
    free(log->function);
    for (unsigned i = 0; i < log->stacks; i++) {
        free(log->stack[i].frame);
    }
    memset(log, 0, sizeof *log);
}

const char *call_kind_name(enum call_kind kind)
{
    static const char *const name[CALL_KINDS] = {"start",  "enter",  "tail", "swap",
                                                 "return", "unwind", "trap", "trap return"};

    return kind < CALL_KINDS ? name[kind] : "?";
}

static bool same(const struct call_entry *a, const struct call_entry *b)
{
    return a->kind == b->kind && a->interrupt == b->interrupt && a->depth == b->depth &&
           a->number == b->number && a->to == b->to && a->left == b->left && a->cause == b->cause &&
           a->context == b->context &&
           (a->kind == CALL_START || (a->from == b->from && a->function == b->function));
}

size_t call_log_compare(const struct call_entry *a, size_t na, const struct call_entry *b,
                        size_t nb)
{
    const size_t n = na < nb ? na : nb;

    for (size_t i = 0; i < n; i++) {
        if (!same(&a[i], &b[i])) {
            return i;
        }
    }
    return n;
}
