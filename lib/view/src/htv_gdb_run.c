/* SPDX-License-Identifier: Apache-2.0 */
/* Moving through the execution: steps, and runs to breakpoints and watchpoints, both ways. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "htv_gdb_int.h"

enum {
    LOOK = 1 << 12 /* steps between two questions whether GDB wants a stop */
};

/* ---- breakpoints and watchpoints ---- */

/* Where this address is, or would be. */
static unsigned place_of(const struct htv_gdb *g, uint64_t addr)
{
    unsigned low = 0, high = g->nbreakpoints;
    while (low < high) {
        const unsigned middle = (low + high) / 2;
        if (g->breakpoint[middle] < addr) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static bool is_breakpoint(const struct htv_gdb *g, uint64_t addr)
{
    const unsigned i = place_of(g, addr);
    return i < g->nbreakpoints && g->breakpoint[i] == addr;
}

static bool set_breakpoint(struct htv_gdb *g, uint64_t addr, bool insert)
{
    const unsigned i = place_of(g, addr);
    const bool there = i < g->nbreakpoints && g->breakpoint[i] == addr;
    uint64_t *at = g->breakpoint + i;
    if (insert && !there) {
        if (g->nbreakpoints == HTV_GDB_BREAKPOINTS) {
            return false;
        }
        memmove(at + 1, at, (g->nbreakpoints - i) * sizeof *at);
        *at = addr;
        g->nbreakpoints++;
    } else if (!insert && there) {
        g->nbreakpoints--;
        memmove(at, at + 1, (g->nbreakpoints - i) * sizeof *at);
    }
    return true;
}

static bool set_watch(struct htv_gdb *g, uint64_t addr, uint64_t size, bool insert)
{
    unsigned i = 0;
    while (i < g->nwatches && (g->watch[i].addr != addr || g->watch[i].size != size)) {
        i++;
    }
    if (insert && i == g->nwatches) {
        if (i == HTV_GDB_WATCHES) {
            return false;
        }
        g->watch[g->nwatches++] = (struct htv_gdb_watch){addr, size};
    } else if (!insert && i < g->nwatches) {
        g->watch[i] = g->watch[--g->nwatches];
    }
    return true;
}

void htv_gdb_point(struct htv_gdb *g, const char *p, bool insert)
{
    uint64_t kind, addr, size;
    bool done = false;
    if (!htv_gdb_number_then(&p, &kind, ',') || !htv_gdb_number_then(&p, &addr, ',') ||
        !htv_gdb_number(&p, &size)) {
        htv_gdb_answer(g, "E16");
        return;
    }
    if (kind < 2) {
        done = set_breakpoint(g, addr, insert);
    } else if (kind == 2 && g->target.ops->changed != NULL) {
        done = set_watch(g, addr, size, insert);
    } else {
        htv_gdb_answer(g, "");
        return;
    }
    htv_gdb_answer(g, done ? "OK" : "E0c");
}

/* Has the last step changed what is watched? */
static bool is_watched(const struct htv_gdb *g, uint64_t *addr)
{
    uint64_t changed;
    unsigned size;
    for (unsigned n = 0;
         g->nwatches > 0 && g->target.ops->changed(g->target.ctx, n, &changed, &size); n++) {
        for (unsigned i = 0; i < g->nwatches; i++) {
            const struct htv_gdb_watch *w = &g->watch[i];
            if (changed - w->addr < w->size || w->addr - changed < size) {
                *addr = w->addr;
                return true;
            }
        }
    }
    return false;
}

/* ---- moving ---- */

struct move {
    unsigned hart; /* HTV_GDB_HARTS: any */
    bool back, single;
    bool range; /* end outside of these addresses */
    uint64_t from, to;
};

static uint64_t pc_of(const struct htv_gdb *g, unsigned hart)
{
    uint64_t pc = 0;
    (void)g->target.ops->reg(g->target.ctx, hart, HTV_GDB_PC, &pc);
    return pc;
}

/* Tell GDB that it stands still, and why. */
static void stopped(struct htv_gdb *g, unsigned signal, const char *why)
{
    snprintf(g->stop, sizeof g->stop, "T%02xthread:%x;%s", signal, g->general + 1, why);
    htv_gdb_answer(g, g->stop);
    snprintf(g->stop, sizeof g->stop, "T%02xthread:%x;", signal, g->general + 1);
}

static void move(struct htv_gdb *g, const struct move *m)
{
    const struct htv_gdb_ops *ops = g->target.ops;
    char why[40];
    g->general = m->hart < g->target.harts ? m->hart : g->general;
    for (uint64_t n = 1;; n++) {
        const unsigned hart = ops->step(g->target.ctx, m->hart, m->back);
        if (hart >= g->target.harts) {
            stopped(g, 5, m->back ? "replaylog:begin;" : "replaylog:end;");
            return;
        }
        uint64_t addr;
        g->general = m->hart < g->target.harts ? m->hart : hart;
        if (is_watched(g, &addr)) {
            snprintf(why, sizeof why, "watch:%" PRIx64 ";", addr);
            stopped(g, 5, why);
            return;
        }
        const uint64_t pc = pc_of(g, g->general);
        if ((m->single && !m->range) || is_breakpoint(g, pc) ||
            (m->range && (pc < m->from || pc >= m->to))) {
            stopped(g, 5, "");
            return;
        }
        if (n % LOOK == 0 && g->link.stop != NULL && g->link.stop(g->link.ctx)) {
            stopped(g, 2, "");
            return;
        }
    }
}

static unsigned any_hart(const struct htv_gdb *g)
{
    return g->target.ordered ? (unsigned)HTV_GDB_HARTS : g->general;
}

/* The hart that a packet without a choice of its own is about. */
static unsigned hart_of(const struct htv_gdb *g, unsigned hart)
{
    return hart < g->target.harts ? hart : g->general;
}

void htv_gdb_step(struct htv_gdb *g, unsigned hart, bool back)
{
    const struct move m = {.hart = hart_of(g, hart), .back = back, .single = true};
    move(g, &m);
}

void htv_gdb_continue(struct htv_gdb *g, bool back)
{
    const struct move m = {.hart = any_hart(g), .back = back};
    move(g, &m);
}

/* ACTION[:THREAD];...: the first one counts, as GDB puts the thread that it steps there. */
void htv_gdb_vcont(struct htv_gdb *g, const char *p)
{
    struct move m = {.hart = HTV_GDB_HARTS};
    const char action = *p;
    unsigned hart = HTV_GDB_HARTS;
    p += action != '\0';
    if (action == 'r') {
        m.range = htv_gdb_number_then(&p, &m.from, ',') && htv_gdb_number(&p, &m.to);
    } else if (action == 'S' || action == 'C') {
        uint64_t signal; /* nothing in the past takes it */
        (void)htv_gdb_number(&p, &signal);
    }
    m.single = action == 's' || action == 'S' || action == 'r';
    if ((!m.single && action != 'c' && action != 'C') || (action == 'r' && !m.range) ||
        (*p == ':' && (p++, !htv_gdb_thread(g, &p, &hart)))) {
        htv_gdb_answer(g, "E16");
        return;
    }
    m.hart = m.single ? hart_of(g, hart) : any_hart(g);
    move(g, &m);
}
