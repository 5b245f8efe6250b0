/* SPDX-License-Identifier: Apache-2.0 */
/* What is kept of the execution while the harts run. It must not grow with the length of
 * the run: a log of PCs is kept as far as the trace in the sink can reach back
 * (docs/reference/sim.md). */
#include "hts_session_priv.h"

#include <string.h>

#include "encoder_regs.h"

enum {
    LOOK_CYCLES = 1 << 16, /* cycles between two checks of the sinks */
    LOOK_SLOW = 1 << 10,   /* where a cycle takes longer than with C models */
    ON_THE_WAY = 1 << 16,  /* bytes: more than encoders and funnels can hold back */
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

static void record(struct hts_session *session, unsigned hart, const struct ingress_cycle *in,
                   uint32_t opcode, bool retired)
{
    hts_io_flush(&session->port, in->cycle);
    /* Errors stay in the writer and are reported when it is closed. */
    if (retired) {
        (void)ingress_write_opcode(&session->record, in->block[0].iaddr, opcode);
    }
    (void)ingress_write_cycle(&session->record, hart, in);
}

void hts_on_retire(void *ctx, unsigned hart, const struct ingress_cycle *in, uint32_t opcode)
{
    struct hts_session *session = ctx;
    struct hts_hart_work *h = &session->hart[hart];
    bool retired = in->nblocks == 1 && in->block[0].iretire != 0;
    if (retired) {
        uint64_t pc = in->block[0].iaddr;
        h->is.retired++;
        if (h->logging) {
            if (!htr_pc_log_add(&h->pcs, pc)) {
                session->log_full = true;
                sim_platform_stop(session->platform);
            }
            htr_opcode_log_add(&h->opcodes, pc, opcode, h->position);
            if (h->data.on) {
                hts_data_log_add(&h->data, h->is.retired, in);
            }
            h->position += in->block[0].iretire;
        }
        if (h->list != NULL) {
            list_pc(h->list, pc);
        }
        if (h->accesses != NULL) {
            hts_data_list(h->accesses, in);
        }
    }
    if (session->recording) {
        record(session, hart, in, opcode, retired);
    }
    if (session->execution != NULL) {
        hts_record_step(session->execution, hart, retired, opcode);
    }
}

void hts_on_memory(void *ctx, uint64_t offset, size_t n)
{
    struct hts_session *session = ctx;
    if (session->execution != NULL) {
        hts_record_memory(session->execution, offset, n);
    }
}

/* ---- from time to time ---- */

static void each_log(struct hts_session *session, unsigned sink,
                     void (*fn)(struct hts_hart_work *h, uint64_t *mark), unsigned mark)
{
    for (unsigned h = 0; h < session->harts; h++) {
        if (session->hart[h].is.sink == sink) {
            fn(&session->hart[h], &session->hart[h].mark[mark]);
        }
    }
}

static void note_place(struct hts_hart_work *h, uint64_t *mark)
{
    *mark = h->pcs.count;
}

static void drop(struct hts_hart_work *h, uint64_t *mark)
{
    htr_pc_log_drop(&h->pcs, *mark);
}

static void end_log(struct hts_hart_work *h, uint64_t *mark)
{
    (void)mark;
    h->logging = false;
}

/* The sink holds its last bytes: what was executed before them is not needed. The two marks enclose
 * at least what it holds and what was on its way. */
static void move_window(struct hts_session *session, unsigned i, uint64_t size)
{
    struct hts_sink_work *s = &session->sink[i];
    if (s->written < size + ON_THE_WAY) {
        return;
    }
    each_log(session, i, drop, 0);
    for (unsigned h = 0; h < session->harts; h++) {
        session->hart[h].mark[0] =
            session->hart[h].is.sink == i ? session->hart[h].mark[1] : session->hart[h].mark[0];
    }
    each_log(session, i, note_place, 1);
    s->written = 0;
}

static void look_at_sink(struct hts_session *session, unsigned i)
{
    const struct rvt_ramsink *sink = rvt_fdt_ramsink(&session->fdt, i);
    struct hts_sink_work *s = &session->sink[i];
    struct rvt_ramsink_status now;
    const uint64_t size = sink->granted.size;
    if (rvt_ramsink_get_status(sink, &now) != RVT_OK) {
        return;
    }
    if (session->cfg.stop_on_wrap && now.wrapped && !now.enabled) {
        each_log(session, i, end_log, 0);
        return;
    }
    /* A write pointer that wrapped more than once counts as fewer bytes: more is kept. */
    uint64_t more = now.wp >= s->wp ? now.wp - s->wp : now.wp + size - s->wp;
    s->written += more <= size ? more : 0;
    s->wp = now.wp;
    move_window(session, i, size);
}

/* The buffer fed by an ATB bridge, which wraps like that of a RAM sink. */
static void look_at_buffer(struct hts_session *session, unsigned i)
{
    const struct sim_fabric *f = sim_platform_fabric(session->platform);
    struct hts_sink_work *s = &session->sink[i];
    const uint64_t total = f->ops->capture_total(f->ctx, i);
    s->written += total - s->wp;
    s->wp = total;
    move_window(session, i, session->component[i].etb.bytes);
}

static bool look(void *ctx)
{
    struct hts_session *session = ctx;
    for (unsigned i = 0;
         i < session->tree->ncomponents && !session->cfg.no_trace && !session->foreign; i++) {
        if (!hts_is_used(session, i)) {
            continue;
        }
        if (session->tree->component[i].kind == TOPOLOGY_RAMSINK) {
            look_at_sink(session, i);
        } else if (session->tree->component[i].kind == TOPOLOGY_ATBBRIDGE) {
            look_at_buffer(session, i);
        }
    }
    return !htr_stopped(session->host);
}

struct sim_poll_hook hts_look_hook(struct hts_session *session)
{
    return (struct sim_poll_hook){.fn = look,
                                  .ctx = session,
                                  .every =
                                      session->cfg.fabric.make != NULL ? LOOK_SLOW : LOOK_CYCLES,
                                  .only_looks = true};
}

/* ---- registers that the program writes ---- */

/* Stimulus ports and their settings: what they send is no part of the comparison. */
static bool is_stimulus(const struct hts_session *session, unsigned component, uint32_t offset)
{
    return session->tree->component[component].kind == TOPOLOGY_ENCODER &&
           offset >= TR_TE_STIM_ID_OFFSET && offset < TR_TE_STIM_PORT_OFFSET(TR_TE_STIM_PORT_COUNT);
}

void hts_on_register(void *ctx, unsigned component, uint32_t offset, uint32_t value)
{
    struct hts_session *session = ctx;
    if (!session->running || is_stimulus(session, component, offset)) {
        return;
    }
    if (!session->foreign && !session->cfg.no_trace) {
        char name[TOPOLOGY_NAME_MAX];
        htr_note(session->host, NULL,
                 "the program itself writes to %s: it changes the trace that this run has set up; "
                 "if the comparison fails, use --no-trace, or remove the driver from the program",
                 topology_name(session->tree, component, name));
    }
    session->foreign = true;
    hts_io_note(&session->port, component, offset, value);
}
