/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Commands of a user: `monitor calls`, `monitor where`, `monitor goto N`.
 *
 * GDB 13 classifies calls and returns on x86 and Z80 only; for RISC-V its own function-call-history
 * has no depth. `monitor calls` has: it looks at each instruction by its class.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flow/flow_insn.h"
#include "flow/flow_le.h"
#include "htv_gdb_int.h"

enum {
    LINE = 400,           /* bytes of output at once */
    CALLS_DEFAULT = 1000, /* instructions */
    DEPTH_SHOWN = 40,
    LOOK = 1 << 12,
};

static void say(struct htv_gdb *g, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(struct htv_gdb *g, const char *format, ...)
{
    char line[LINE];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    htv_gdb_begin(g);
    htv_gdb_char(g, 'O');
    htv_gdb_hex(g, line, strlen(line));
    htv_gdb_send(g);
}

/* ---- calls ---- */

/* A part of a function that was executed without a call, return or jump to another one. */
struct visit {
    int64_t depth;
    uint64_t first, last; /* instructions, from 1: the oldest one looked at */
    uint64_t pc;
};

static uint64_t pc_of(const struct htv_gdb *g)
{
    uint64_t pc = 0;
    (void)g->target.ops->reg(g->target.ctx, g->general, HTV_GDB_PC, &pc);
    return pc;
}

static const char *function_at(const struct htv_gdb *g, uint64_t pc, uint64_t *begin)
{
    const char *name = NULL;
    *begin = pc;
    if (g->target.ops->function != NULL) {
        name = g->target.ops->function(g->target.ctx, pc, begin);
    }
    return name;
}

static bool insn_at(const struct htv_gdb *g, uint64_t pc, struct flow_insn *insn)
{
    uint8_t bytes[4] = {0};
    if (g->target.ops->memory(g->target.ctx, g->general, pc, bytes, 4) < 2) {
        return false;
    }
    flow_insn_decode(g->target.xlen, g->target.isa, pc, flow_le32(bytes), insn);
    return true;
}

/* What the depth changes by between this instruction and the one executed next. Where execution
 * went on at neither of the addresses that the instruction allows, a trap was taken. */
static int change(const struct htv_gdb *g, uint64_t pc, uint64_t next)
{
    struct flow_insn insn;
    if (!insn_at(g, pc, &insn)) {
        return 0;
    }
    const bool on = next == pc + insn.size;
    switch (insn.cls) {
    case FLOW_INSN_LINEAR:
    case FLOW_INSN_TRAP:
        return on ? 0 : 1;
    case FLOW_INSN_BRANCH:
        return on || next == insn.target ? 0 : 1;
    case FLOW_INSN_DIRECT_CALL:
        return on ? 0 : next == insn.target ? 1 : 2;
    case FLOW_INSN_DIRECT_JUMP:
    case FLOW_INSN_DIRECT_OTHER:
        return next == insn.target ? 0 : 1;
    case FLOW_INSN_CALL:
        return on ? 0 : 1;
    case FLOW_INSN_RETURN:
    case FLOW_INSN_TRAP_RETURN:
        return -1;
    default:
        return 0;
    }
}

static void say_visit(struct htv_gdb *g, const struct visit *v, int64_t least)
{
    uint64_t begin;
    const char *name = function_at(g, v->pc, &begin);
    char address[24];
    snprintf(address, sizeof address, "0x%" PRIx64, v->pc);
    const int64_t depth = v->depth - least;
    say(g, "%*s%.100s\tinst %" PRIu64 ",%" PRIu64 "\n",
        (int)(2 * (depth < DEPTH_SHOWN ? depth : DEPTH_SHOWN)), "", name != NULL ? name : address,
        v->first, v->last);
}

/* Walk forward over n instructions. least: the depth that is written without indentation; returns
 * the least that there was. */
static int64_t walk(struct htv_gdb *g, uint64_t n, int64_t least, bool write)
{
    const struct htv_gdb_ops *ops = g->target.ops;
    struct visit v = {.depth = 0, .first = 1, .last = 1, .pc = pc_of(g)};
    uint64_t pc = v.pc, function, next_function;
    int64_t found = 0;
    (void)function_at(g, pc, &function);
    for (uint64_t i = 1; i <= n && ops->step(g->target.ctx, g->general, false) == g->general; i++) {
        const uint64_t next = pc_of(g);
        const int by = change(g, pc, next);
        const bool other =
            by != 0 || (function_at(g, next, &next_function) != NULL && next_function != function);
        if (other) {
            if (write) {
                say_visit(g, &v, least);
            }
            v = (struct visit){.depth = v.depth + by, .first = v.last + 1, .pc = next};
            (void)function_at(g, next, &function);
            found = v.depth < found ? v.depth : found;
        }
        v.last = i + 1;
        pc = next;
    }
    if (write) {
        say_visit(g, &v, least);
    }
    return found;
}

static uint64_t walk_back(struct htv_gdb *g, uint64_t n)
{
    const struct htv_gdb_ops *ops = g->target.ops;
    uint64_t done = 0;
    while (done < n && ops->step(g->target.ctx, g->general, true) == g->general) {
        done++;
        if (done % LOOK == 0 && g->link.stop != NULL && g->link.stop(g->link.ctx)) {
            break;
        }
    }
    return done;
}

static void calls(struct htv_gdb *g, uint64_t n)
{
    const struct htv_gdb_ops *ops = g->target.ops;
    const uint64_t here = ops->position(g->target.ctx, g->general);
    const uint64_t back = walk_back(g, n);
    const uint64_t first = ops->position(g->target.ctx, g->general);
    const int64_t least = walk(g, back, 0, false);
    if (ops->go(g->target.ctx, g->general, first)) {
        (void)walk(g, back, least, true);
    }
    (void)ops->go(g->target.ctx, g->general, here);
}

/* ---- commands ---- */

static const char help[] = "monitor calls [N]   the calls of the last N instructions (1000)\n"
                           "monitor where       the number of this position\n"
                           "monitor goto N      go to a position; then: maintenance flush "
                           "register-cache\n";

static void where(struct htv_gdb *g)
{
    say(g, "position %" PRIu64 "\n", g->target.ops->position(g->target.ctx, g->general));
}

static bool run(struct htv_gdb *g, const char *command)
{
    char *end;
    if (strcmp(command, "where") == 0) {
        where(g);
        return true;
    }
    if (strcmp(command, "calls") == 0) {
        calls(g, CALLS_DEFAULT);
        return true;
    }
    const bool go = strncmp(command, "goto ", 5) == 0;
    if (!go && strncmp(command, "calls ", 6) != 0) {
        say(g, "%s", help);
        return strcmp(command, "help") == 0;
    }
    const uint64_t n = strtoull(command + (go ? 5 : 6), &end, 0);
    if (*end != '\0' || end[-1] == ' ') {
        say(g, "%s: a number, please\n", go ? "goto" : "calls");
    } else if (!go) {
        calls(g, n);
    } else if (g->target.ops->go(g->target.ctx, g->general, n)) {
        where(g);
    } else {
        say(g, "position %" PRIu64 " is not in what was kept\n", n);
    }
    return true;
}

void htv_gdb_monitor(struct htv_gdb *g, const char *hex)
{
    char command[64];
    size_t n = 0;
    for (; n + 1 < sizeof command && htv_gdb_digit(hex[0]) >= 0 && htv_gdb_digit(hex[1]) >= 0;
         hex += 2) {
        command[n++] = (char)(htv_gdb_digit(hex[0]) << 4 | htv_gdb_digit(hex[1]));
    }
    command[n] = '\0';
    htv_gdb_answer(g, *hex == '\0' && run(g, command) ? "OK" : "E16");
}
