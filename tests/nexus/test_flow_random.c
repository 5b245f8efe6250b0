/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random programs, random executions, and a small encoder written from the rules of N-Trace 1.0,
 * "Rules of Generating Messages": the decoder must give back the executed addresses, one by one.
 * The encoder here shares nothing with the decoder but struct nexus_msg.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "flow_fixture.h"

enum {
    MAX_INSNS = FX_MEMORY / 2,
    STEPS = 4000,
    MAX_DEPTH = 64,
};

enum kind {
    LINEAR,
    BRANCH,
    JUMP,
    CALL,
    JR,
    CALLR,
    RET,
    MRET,
    LUI_JR
};

struct node {
    uint64_t pc;
    uint64_t target;
    unsigned size;
    enum kind kind;
};

/* The encoder's parameters and state. */
struct encoder {
    bool htm;
    bool sequential;
    bool repeated;
    unsigned depth;      /* of the return stack, 0 = no implicit return */
    unsigned hist_bits;  /* HIST is full with this many */
    uint64_t icnt_limit; /* I-CNT is full from here on */
    uint64_t icnt;
    uint64_t hist;
    uint64_t last_addr;
    uint64_t full_hist; /* repeated history: pattern and count held back */
    uint64_t full_count;
    bool lui_in_msg; /* the lui before this instruction is in the same message */
    uint64_t stack[MAX_DEPTH];
    unsigned sp;
};

static struct flow_fixture fx;
static struct node node[MAX_INSNS];
static unsigned nodes;
static uint64_t executed[STEPS];
static unsigned nexecuted;
static unsigned ndecoded;
static unsigned messages[NEXUS_TCODES];
static struct encoder enc;
static uint64_t random_state;

static uint64_t rnd(uint64_t n)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (random_state >> 8) % n;
}

/* Send a message: decode it at once and compare the instructions. */
static void send(struct nexus_msg m)
{
    struct flow_elem e;
    messages[m.tcode]++;
    assert_int_equal(nexus_flow_push(&fx.flow, &m), NEXUS_OK);
    while (nexus_flow_next(&fx.flow, &e) == NEXUS_OK) {
        assert_int_not_equal(e.type, FLOW_ELEM_ERROR);
        assert_int_not_equal(e.type, FLOW_ELEM_ADDR_NACC);
        if (e.type == FLOW_ELEM_RANGE) {
            struct flow_range_iter it;
            const struct flow_insn *insn;
            flow_range_begin(&it, &e);
            while (flow_range_next(&it, &fx.code, &insn) == FLOW_OK) {
                assert_true(ndecoded < nexecuted);
                assert_int_equal(it.where.pc, executed[ndecoded]);
                ndecoded++;
            }
            assert_int_equal(it.left, 0);
        }
    }
    enc.lui_in_msg = false;
}

static void flush_repeat(void)
{
    if (enc.full_count == 1) {
        send(fx_full(NEXUS_RCODE_HIST, enc.full_hist));
    } else if (enc.full_count > 1) {
        send(fx_full_repeat(enc.full_hist, enc.full_count));
    }
    enc.full_count = 0;
}

static void full_hist(void)
{
    if (!enc.repeated) {
        send(fx_full(NEXUS_RCODE_HIST, enc.hist));
    } else if (enc.full_count != 0 && enc.hist == enc.full_hist && enc.full_count < 5) {
        enc.full_count++;
    } else {
        flush_repeat();
        enc.full_hist = enc.hist;
        enc.full_count = 1;
    }
    enc.hist = 1;
}

static void reset_counters(void)
{
    enc.icnt = 0;
    enc.hist = 1;
}

static void send_indirect(unsigned btype, uint64_t to)
{
    flush_repeat();
    uint64_t uaddr = fx_uaddr(enc.last_addr, to);
    if (enc.htm && (enc.hist != 1 || rnd(2) == 0)) {
        send(fx_indirect_hist(btype, enc.icnt, uaddr, enc.hist));
    } else {
        send(fx_indirect(btype, enc.icnt, uaddr));
    }
    enc.last_addr = to;
    reset_counters();
}

/* A sync at `at`, between two instructions. */
static void send_sync(uint64_t at)
{
    flush_repeat();
    if (enc.htm) {
        send(fx_indirect_hist_sync(NEXUS_SYNC_PERIODIC, 0, enc.icnt, at, enc.hist));
    } else if (rnd(2) == 0) {
        send(fx_indirect_sync(NEXUS_SYNC_PERIODIC, 0, enc.icnt, at));
    } else {
        send(fx_sync(NEXUS_SYNC_PERIODIC, enc.icnt, at));
    }
    enc.last_addr = at;
    enc.sp = 0;
    reset_counters();
}

/* Push drops the oldest entry of a full stack. */
static void stack_push(uint64_t addr)
{
    if (enc.depth == 0) {
        return;
    }
    if (enc.sp == enc.depth) {
        memmove(enc.stack, enc.stack + 1, (enc.depth - 1) * sizeof enc.stack[0]);
        enc.sp--;
    }
    enc.stack[enc.sp++] = addr;
}

/* One retired instruction and where it went. */
static void retire(const struct node *n, uint64_t next)
{
    bool taken = next != n->pc + n->size;
    bool lui = false;
    enc.icnt += n->size / 2;
    switch (n->kind) {
    case LINEAR:
        break;
    case LUI_JR: /* the lui of a pair */
        lui = true;
        break;
    case BRANCH:
        if (enc.htm) {
            enc.hist = enc.hist << 1 | taken;
            if ((enc.hist >> enc.hist_bits) != 0) {
                full_hist();
            }
        } else if (taken) {
            send(fx_direct(enc.icnt));
            reset_counters();
        }
        break;
    case JUMP:
        break;
    case CALL:
        stack_push(n->pc + n->size);
        break;
    case CALLR:
        send_indirect(0, next);
        stack_push(n->pc + n->size);
        break;
    case JR:
        if (!(enc.sequential && enc.lui_in_msg)) {
            send_indirect(0, next);
        }
        break;
    case RET:
        if (enc.sp > 0 && enc.stack[--enc.sp] == next) {
            break;
        }
        send_indirect(0, next);
        break;
    case MRET:
        send_indirect(0, next);
        break;
    }
    enc.lui_in_msg = lui;
    if (enc.icnt >= enc.icnt_limit) {
        if (rnd(2) == 0) {
            flush_repeat(); /* the order of the two is free */
        }
        send(fx_full(NEXUS_RCODE_ICNT, enc.icnt));
        enc.icnt = 0;
    }
}

/* A program: instructions one after the other, then their targets. lui t1, 1 and jalr x0,
 * offset(t1) make a sequentially inferable jump to 0x1000 + offset. */
static void make_program(void)
{
    static const enum kind mix[] = {LINEAR, LINEAR, LINEAR, LINEAR, BRANCH, BRANCH, BRANCH, JUMP,
                                    CALL,   CALL,   JR,     CALLR,  RET,    RET,    MRET,   LUI_JR};
    uint64_t pc = 0;
    nodes = 0;
    while (pc < FX_MEMORY - 12) {
        enum kind k = mix[rnd(16)];
        unsigned size =
            k == BRANCH || k == JUMP || k == CALL || k == MRET || k == LUI_JR || rnd(2) ? 4 : 2;
        node[nodes++] = (struct node){.pc = pc, .size = size, .kind = k};
        pc += size;
        if (k == LUI_JR) {
            node[nodes++] = (struct node){.pc = pc, .size = 4, .kind = JR};
            pc += 4;
        }
    }
    node[nodes++] = (struct node){.pc = pc, .size = 4, .kind = JUMP};
    for (unsigned i = 0; i < nodes; i++) {
        uint64_t near = i < 30 ? rnd(60) : i - 30 + rnd(60);
        node[i].target = node[near < nodes ? near : i].pc;
    }
    for (unsigned i = 1; i < nodes; i++) {
        if (node[i - 1].kind == LUI_JR) {
            while (node[i].target < 0x1000 || node[i].target >= 0x1800) {
                node[i].target = node[rnd(nodes)].pc;
            }
        }
    }
}

static void assemble(void)
{
    for (unsigned i = 0; i < nodes; i++) {
        const struct node *n = &node[i];
        bool small = n->size == 2;
        switch (n->kind) {
        case LINEAR:
            fx_op(&fx, n->pc, small ? OP_C_ADD : OP_ADD);
            break;
        case BRANCH:
            fx_branch(&fx, n->pc, n->target);
            break;
        case JUMP:
            fx_jal(&fx, n->pc, 0, n->target);
            break;
        case CALL:
            fx_jal(&fx, n->pc, 1, n->target);
            break;
        case LUI_JR:
            fx_op(&fx, n->pc, 0x00001337); /* lui t1, 1 */
            break;
        case JR:
            if (i > 0 && node[i - 1].kind == LUI_JR) {
                fx_op(&fx, n->pc, (uint32_t)(n->target - 0x1000) << 20 | 6u << 15 | 0x67);
            } else {
                fx_op(&fx, n->pc, small ? OP_C_JR_A0 : OP_JR_A0);
            }
            break;
        case CALLR:
            fx_op(&fx, n->pc, small ? OP_C_JALR_A0 : 0x000500e7); /* jalr ra, 0(a0) */
            break;
        case RET:
            fx_op(&fx, n->pc, small ? OP_C_RET : OP_RET);
            break;
        case MRET:
            fx_op(&fx, n->pc, OP_MRET);
            break;
        }
    }
}

static unsigned find(uint64_t pc)
{
    for (unsigned i = 0; i < nodes; i++) {
        if (node[i].pc == pc) {
            return i;
        }
    }
    fail();
    return 0;
}

/* The program's own call stack: most returns go where they should. */
static uint64_t call_stack[MAX_DEPTH];
static unsigned calls;

static uint64_t execute(unsigned i)
{
    const struct node *n = &node[i];
    uint64_t behind = n->pc + n->size;
    switch (n->kind) {
    case LINEAR:
    case LUI_JR:
        return behind;
    case BRANCH:
        return rnd(3) != 0 ? n->target : behind;
    case JR:
        return i > 0 && node[i - 1].kind == LUI_JR ? n->target : node[rnd(nodes)].pc;
    case CALL:
    case CALLR:
        if (calls < MAX_DEPTH) {
            call_stack[calls++] = behind;
        }
        return n->kind == CALL ? n->target : node[rnd(nodes)].pc;
    case RET:
        return calls > 0 && rnd(8) != 0 ? call_stack[--calls] : node[rnd(nodes)].pc;
    case MRET:
        return node[rnd(nodes)].pc;
    case JUMP:
        break;
    }
    return n->target;
}

/* A random execution. After a jump that lands after a lui the pair is not consecutive: JR of such
 * a pair would not be inferable, but its target is the same; the encoder sends it. */
static void run(uint64_t seed)
{
    random_state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    fx_init(&fx);
    make_program();
    assemble();
    enc = (struct encoder){.htm = rnd(2) != 0,
                           .sequential = rnd(2) != 0,
                           .repeated = rnd(2) != 0,
                           .depth = rnd(2) != 0 ? 1 + (unsigned)rnd(32) : 0,
                           .hist_bits = 2 + (unsigned)rnd(30),
                           .icnt_limit = 5 + rnd(200),
                           .hist = 1};
    fx.cfg.sequential_jump = enc.sequential;
    fx.cfg.implicit_return = enc.depth != 0;
    fx.cfg.return_mode = enc.depth != 0 ? NEXUS_RETURN_FULL : NEXUS_RETURN_NONE;
    fx_restart(&fx);
    nexecuted = ndecoded = 0;
    calls = 0;
    unsigned i = (unsigned)rnd(nodes);
    enc.last_addr = node[i].pc;
    send(fx_sync(NEXUS_SYNC_TRACE_ENABLE, 0, node[i].pc));
    while (nexecuted < STEPS) {
        uint64_t next = execute(i);
        executed[nexecuted++] = node[i].pc;
        retire(&node[i], next);
        if (rnd(50) == 0) { /* a trap hits the next instruction */
            next = node[rnd(nodes)].pc;
            send_indirect(1, next);
        }
        if (rnd(100) == 0) {
            send_sync(next);
        }
        i = find(next);
    }
    flush_repeat();
    send(enc.htm ? fx_correlation_hist(4, enc.icnt, enc.hist) : fx_correlation(4, enc.icnt));
    assert_int_equal(ndecoded, nexecuted);
    assert_int_equal(fx.flow.errors, 0);
}

/* Holds NT-RUL-009..011 NT-DEC-001..003 NT-DEC-005..010 */
static void decoder_gives_back_what_was_executed(void **state)
{
    static const uint8_t needed[] = {3, 4, 9, 12, 27, 28, 29, 33};
    (void)state;
    for (uint64_t seed = 1; seed <= 150; seed++) {
        run(seed);
    }
    for (unsigned i = 0; i < sizeof needed; i++) {
        assert_true(messages[needed[i]] > 100);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decoder_gives_back_what_was_executed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
