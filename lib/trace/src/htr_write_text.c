/* SPDX-License-Identifier: Apache-2.0 */
/* Elements as a listing. */
#include <inttypes.h>

#include "htr/htr_text.h"
#include "htr/htr_trace.h"
#include "htr_write_data.h"
#include "htr_write_priv.h"

static void context_text(const struct flow_context *c, char *text, size_t size)
{
    static const char *const mode[] = {"U", "S", "?", "M"};
    snprintf(text, size, "context: %s%s-mode, scontext=0x%" PRIx64 ", hcontext=0x%" PRIx64,
             c->v ? "V" : "", mode[c->prv & 3], c->scontext, c->hcontext);
}

static void trouble_text(const struct flow_elem *e, char *text, size_t size)
{
    char at[32] = "";
    if (e->known || e->type == FLOW_ELEM_ADDR_NACC) {
        snprintf(at, sizeof at, " at 0x%" PRIx64, e->start);
    }
    snprintf(text, size, "%s: %s%s", e->type == FLOW_ELEM_NO_SYNC ? "no sync" : "ERROR",
             htr_trace_reason(e), at);
}

void htr_write_event_text(const struct flow_elem *e, char text[HTR_WRITE_LINE])
{
    char from[32] = "unknown";
    switch (e->type) {
    case FLOW_ELEM_TRACE_ON:
        snprintf(text, HTR_WRITE_LINE, "trace on at 0x%" PRIx64 ": %s (SYNC=%u)", e->start,
                 htr_trace_sync_name(e->code), e->code);
        break;
    case FLOW_ELEM_TRACE_OFF:
        snprintf(text, HTR_WRITE_LINE, "trace off: %s (EVCODE=%u)", htr_trace_evcode_name(e->code),
                 e->code);
        break;
    case FLOW_ELEM_EXCEPTION:
        if (e->known) {
            snprintf(from, sizeof from, "0x%" PRIx64, e->start);
        }
        snprintf(text, HTR_WRITE_LINE, "%s (B-TYPE=%u) at %s, handler 0x%" PRIx64,
                 htr_trace_btype_name(e->code), e->code, from, e->end);
        break;
    case FLOW_ELEM_EXCEPTION_RET:
        snprintf(text, HTR_WRITE_LINE, "trap return");
        break;
    case FLOW_ELEM_CONTEXT:
        context_text(&e->context, text, HTR_WRITE_LINE);
        break;
    case FLOW_ELEM_TIMESTAMP:
        snprintf(text, HTR_WRITE_LINE, "time %" PRIu64, e->value);
        break;
    case FLOW_ELEM_EVENT:
        snprintf(text, HTR_WRITE_LINE, "sync at 0x%" PRIx64 ": %s (SYNC=%u)", e->start,
                 htr_trace_sync_name(e->code), e->code);
        break;
    case FLOW_ELEM_LOST:
        snprintf(text, HTR_WRITE_LINE, "LOST: trace was dropped (ETYPE=%u, ECODE=0x%" PRIx64 ")",
                 e->code, e->value);
        break;
    case FLOW_ELEM_SWTRACE:
        snprintf(text, HTR_WRITE_LINE,
                 "software trace: port %" PRIu64 ", %u byte%s, 0x%" PRIx64 " (IDTAG=0x%" PRIx64 ")",
                 flow_swtrace_port(e->start), flow_swtrace_bytes(e->start),
                 htr_s(flow_swtrace_bytes(e->start)), e->value, e->start);
        break;
    case FLOW_ELEM_DATA:
        htr_write_data_text(e, text);
        break;
    case FLOW_ELEM_OTHER:
        if (e->code == NEXUS_ERROR) {
            snprintf(text, HTR_WRITE_LINE,
                     "LOST: data trace was dropped (ECODE=0x%" PRIx64 "), program trace goes on",
                     e->value);
            break;
        }
        snprintf(text, HTR_WRITE_LINE, "message without flow: %s", htr_trace_message_name(e));
        break;
    case FLOW_ELEM_CUSTOM:
    case FLOW_ELEM_UNKNOWN:
        snprintf(text, HTR_WRITE_LINE, "message without flow: %s", htr_trace_message_name(e));
        break;
    case FLOW_ELEM_NO_SYNC:
    case FLOW_ELEM_ADDR_NACC:
    case FLOW_ELEM_ERROR:
        trouble_text(e, text, HTR_WRITE_LINE);
        break;
    case FLOW_ELEM_END:
        snprintf(text, HTR_WRITE_LINE, "end of trace%s",
                 e->value != 0 ? ", the last message is cut off" : "");
        break;
    default:
        snprintf(text, HTR_WRITE_LINE, "%s", flow_elem_name(e->type));
        break;
    }
}

static void write_instruction(struct htr_writer *w, const struct flow_where *where,
                              const struct flow_insn *insn)
{
    char line[HTR_WRITE_LINE], code[16];
    uint32_t opcode;
    if (!htr_code_opcode(w->code, where, &opcode)) {
        snprintf(code, sizeof code, "%u bytes", insn->size);
    } else if (insn->size == 2) {
        snprintf(code, sizeof code, "%04x", (unsigned)opcode);
    } else {
        snprintf(code, sizeof code, "%08x", (unsigned)opcode);
    }
    bool more = insn->cls != FLOW_INSN_LINEAR;
    int n = snprintf(line, sizeof line, "  0x%08" PRIx64 "  %-*s", where->pc, more ? 8 : 0, code);
    if (more && n > 0) {
        n += snprintf(line + n, sizeof line - (size_t)n, "  %s", flow_insn_class_name(insn->cls));
        if (insn->cls == FLOW_INSN_BRANCH || flow_insn_is_direct(insn)) {
            n += snprintf(line + n, sizeof line - (size_t)n, " 0x%" PRIx64, insn->target);
        }
    }
    htr_write_string(w, line);
    htr_write_string(w, "\n");
}

static void write_range(struct htr_writer *w, const struct flow_elem *e)
{
    struct flow_range_iter it;
    const struct flow_insn *insn;
    flow_range_begin(&it, e);
    while (flow_range_next(&it, &w->code->code, &insn) == FLOW_OK) {
        if (w->instruction == NULL || !w->instruction(w->instruction_ctx, w, &it.where, insn)) {
            write_instruction(w, &it.where, insn);
        }
        if (w->data != NULL) {
            htr_write_data_accesses(w, w->data);
        }
    }
}

void htr_write_text(struct htr_writer *w, const struct flow_elem *e)
{
    char line[HTR_WRITE_LINE + 64], event[HTR_WRITE_LINE], source[16] = "";
    if (w->sources) {
        snprintf(source, sizeof source, " [%u]", w->src);
    }
    if (e->type == FLOW_ELEM_RANGE) {
        snprintf(line, sizeof line, "#%" PRIu64 " @%" PRIu64 "%s %u instructions%s\n", e->msg,
                 e->offset, source, (unsigned)e->count, e->last_taken ? ", jumps" : "");
        htr_write_string(w, line);
        write_range(w, e);
    } else {
        htr_write_event_text(e, event);
        snprintf(line, sizeof line, "#%" PRIu64 " @%" PRIu64 "%s %s\n", e->msg, e->offset, source,
                 event);
        htr_write_string(w, line);
    }
}
