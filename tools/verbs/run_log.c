/* SPDX-License-Identifier: Apache-2.0 */
/* Verb run: what is kept of the execution while the harts run. It must not grow with the length of
 * the run: a log of PCs is kept as far as the trace in the sink can reach back (docs/sim.md). */
#include "interrupt.h"
#include "run.h"

#include <string.h>

static const char verb[] = "run";

enum {
    LOOK_CYCLES = 1 << 16, /* between two looks at the sinks */
    LOOK_SLOW = 1 << 10,   /* where a cycle is not that of C models */
    ON_THE_WAY = 1 << 16,  /* bytes, more than encoders and funnels hold back */
    LIST_LINE = 19,        /* "0x", up to 16 digits, "\n" */
};

/* ---- each instruction ---- */

/* As fprintf's "0x%08llX\n". */
static void list_pc(FILE *f, uint64_t pc)
{
    static const char digit[] = "0123456789ABCDEF";
    char line[LIST_LINE];
    char *at = line + sizeof line;
    *--at = '\n';
    for (unsigned n = 0; n < 8 || pc != 0; n++, pc >>= 4) {
        *--at = digit[pc & 15];
    }
    *--at = 'x';
    *--at = '0';
    (void)fwrite(at, 1, (size_t)(line + sizeof line - at), f);
}

static void record(struct run *r, unsigned hart, const struct ingress_cycle *in, uint32_t opcode,
                   bool retired)
{
    hts_io_flush(&r->port, in->cycle);
    /* Errors stay in the writer and are told when it is closed. */
    if (retired) {
        (void)ingress_write_opcode(&r->record, in->block[0].iaddr, opcode);
    }
    (void)ingress_write_cycle(&r->record, hart, in);
}

void run_on_retire(void *ctx, unsigned hart, const struct ingress_cycle *in, uint32_t opcode)
{
    struct run *r = ctx;
    struct run_hart *h = &r->hart[hart];
    bool retired = in->nblocks == 1 && in->block[0].iretire != 0;
    if (retired) {
        uint64_t pc = in->block[0].iaddr;
        h->retired++;
        if (h->logging) {
            if (!htr_pc_log_add(&h->pcs, pc)) {
                r->log_full = true;
                sim_platform_stop(r->platform);
            }
            htr_opcode_log_add(&h->opcodes, pc, opcode, h->position);
            h->position += in->block[0].iretire;
        }
        if (h->list != NULL) {
            list_pc(h->list, pc);
        }
    }
    if (r->recording) {
        record(r, hart, in, opcode, retired);
    }
}

/* ---- from time to time ---- */

static void each_log(struct run *r, unsigned sink, void (*fn)(struct run_hart *h, uint64_t *mark),
                     unsigned mark)
{
    for (unsigned h = 0; h < r->harts; h++) {
        if (r->hart[h].sink == sink) {
            fn(&r->hart[h], &r->hart[h].mark[mark]);
        }
    }
}

static void note_place(struct run_hart *h, uint64_t *mark)
{
    *mark = h->pcs.count;
}

static void drop(struct run_hart *h, uint64_t *mark)
{
    htr_pc_log_drop(&h->pcs, *mark);
}

static void end_log(struct run_hart *h, uint64_t *mark)
{
    (void)mark;
    h->logging = false;
}

/* The sink holds its last bytes: what was executed before them is not needed. Between the two marks
 * lies at least all that it holds, and what was on its way. */
static void move_window(struct run *r, unsigned i, uint64_t size)
{
    struct run_sink *s = &r->sink[i];
    if (s->written < size + ON_THE_WAY) {
        return;
    }
    each_log(r, i, drop, 0);
    for (unsigned h = 0; h < r->harts; h++) {
        r->hart[h].mark[0] = r->hart[h].sink == i ? r->hart[h].mark[1] : r->hart[h].mark[0];
    }
    each_log(r, i, note_place, 1);
    s->written = 0;
}

static void look_at_sink(struct run *r, unsigned i)
{
    const struct rvt_ramsink *sink = rvt_fdt_ramsink(&r->fdt, i);
    struct run_sink *s = &r->sink[i];
    struct rvt_ramsink_status now;
    const uint64_t size = sink->granted.size;
    if (rvt_ramsink_get_status(sink, &now) != RVT_OK) {
        return;
    }
    if (r->o.stop_on_wrap && now.wrapped && !now.enabled) {
        each_log(r, i, end_log, 0);
        return;
    }
    /* A write pointer that came round more than once counts as less: more is kept. */
    uint64_t more = now.wp >= s->wp ? now.wp - s->wp : now.wp + size - s->wp;
    s->written += more <= size ? more : 0;
    s->wp = now.wp;
    move_window(r, i, size);
}

/* The buffer behind an ATB bridge, which goes round as a RAM sink does. */
static void look_at_buffer(struct run *r, unsigned i)
{
    const struct sim_fabric *f = sim_platform_fabric(r->platform);
    struct run_sink *s = &r->sink[i];
    const uint64_t total = f->ops->capture_total(f->ctx, i);
    s->written += total - s->wp;
    s->wp = total;
    move_window(r, i, r->component[i].etb.bytes);
}

static bool look(void *ctx)
{
    struct run *r = ctx;
    for (unsigned i = 0; i < r->tree->ncomponents && !r->o.no_trace && !r->foreign; i++) {
        if (r->room.use[i].sink != i) {
            continue;
        }
        if (r->tree->component[i].kind == TOPOLOGY_RAMSINK) {
            look_at_sink(r, i);
        } else if (r->tree->component[i].kind == TOPOLOGY_ATBBRIDGE) {
            look_at_buffer(r, i);
        }
    }
    return !interrupted();
}

struct sim_poll_hook run_look_hook(struct run *r)
{
    return (struct sim_poll_hook){.fn = look,
                                  .ctx = r,
                                  .every = r->fabric.make != NULL ? LOOK_SLOW : LOOK_CYCLES,
                                  .only_looks = true};
}

/* ---- registers that the program writes ---- */

void run_on_register(void *ctx, unsigned component, uint32_t offset, uint32_t value)
{
    struct run *r = ctx;
    if (!r->running) {
        return;
    }
    if (!r->foreign && !r->o.no_trace) {
        char name[TOPOLOGY_NAME_MAX];
        tool_note(verb, NULL,
                  "the program itself writes to %s: it changes the trace that this run has set up; "
                  "if the comparison fails, use --no-trace, or remove the driver from the program",
                  topology_name(r->tree, component, name));
    }
    r->foreign = true;
    hts_io_note(&r->port, component, offset, value);
}
