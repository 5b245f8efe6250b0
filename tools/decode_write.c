/* SPDX-License-Identifier: Apache-2.0 */
/* Writers of decoded traces. The formats are docs/formats.md. */
#include <inttypes.h>
#include <string.h>

#include "decode.h"
#include "flow/flow_le.h"
#include "htr/htr_out.h"

static void put_out(struct decode_writer *w, const void *bytes, size_t n)
{
    w->failed = w->out == NULL || fwrite(bytes, 1, n, w->out) != n || w->failed;
}

void decode_flush(struct decode_writer *w)
{
    if (w->fill > 0) {
        put_out(w, w->buffer, w->fill);
    }
    w->fill = 0;
}

static void reserve(struct decode_writer *w, size_t n)
{
    if (w->fill + n > w->room) {
        decode_flush(w);
    }
}

void decode_output(struct decode_writer *w, const void *bytes, size_t n)
{
    if (w->out != NULL) {
        decode_flush(w);
        put_out(w, bytes, n);
    } else if (n > w->room - w->fill) {
        w->failed = true;
    } else {
        memcpy(w->buffer + w->fill, bytes, n);
        w->fill += n;
    }
}

static void put_text(struct decode_writer *w, const char *s)
{
    size_t n = strlen(s);
    reserve(w, n);
    memcpy(w->buffer + w->fill, s, n);
    w->fill += n;
}

/* Eight hexadecimal digits, upper case: the nibbles side by side, then '0' or 'A' - 10 added. */
static uint64_t hex8(uint32_t v)
{
    uint64_t x = __builtin_bswap32(v);
    x = (x | x << 16) & UINT64_C(0x0000FFFF0000FFFF);
    x = (x | x << 8) & UINT64_C(0x00FF00FF00FF00FF);
    x = (x >> 4 & UINT64_C(0x000F000F000F000F)) | (x << 8 & UINT64_C(0x0F000F000F000F00));
    uint64_t letter = (x + UINT64_C(0x0606060606060606)) >> 4 & UINT64_C(0x0101010101010101);
    return x + UINT64_C(0x3030303030303030) + letter * 7;
}

/* "0x80000000\n": at least 8 digits; as the reference tool writes it, without leading zeros. */
void decode_put_pc(void *writer, uint64_t pc)
{
    struct decode_writer *w = writer;
    uint8_t digit[16];
    unsigned digits = w->format == DECODE_NEXRV ? 1 : 8;
    reserve(w, 19);
    uint8_t *p = w->buffer + w->fill;
    p[0] = '0';
    p[1] = 'x';
    if (pc >> 32 == 0 && (digits == 8 || pc >> 28 != 0)) {
        flow_le_put64(p + 2, hex8((uint32_t)pc));
        p[10] = '\n';
        w->fill += 11;
        return;
    }
    while (digits < 16 && (pc >> (4 * digits)) != 0) {
        digits++;
    }
    flow_le_put64(digit, hex8((uint32_t)(pc >> 32)));
    flow_le_put64(digit + 8, hex8((uint32_t)pc));
    memcpy(p + 2, digit + 16 - digits, digits);
    p[2 + digits] = '\n';
    w->fill += digits + 3;
}

/* ---- text ---- */

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

void decode_event_text(const struct flow_elem *e, char *text)
{
    char from[32] = "unknown";
    switch (e->type) {
    case FLOW_ELEM_TRACE_ON:
        snprintf(text, DECODE_LINE, "trace on at 0x%" PRIx64 ": %s (SYNC=%u)", e->start,
                 htr_trace_sync_name(e->code), e->code);
        break;
    case FLOW_ELEM_TRACE_OFF:
        snprintf(text, DECODE_LINE, "trace off: %s (EVCODE=%u)", htr_trace_evcode_name(e->code),
                 e->code);
        break;
    case FLOW_ELEM_EXCEPTION:
        if (e->known) {
            snprintf(from, sizeof from, "0x%" PRIx64, e->start);
        }
        snprintf(text, DECODE_LINE, "%s (B-TYPE=%u) at %s, handler 0x%" PRIx64,
                 htr_trace_btype_name(e->code), e->code, from, e->end);
        break;
    case FLOW_ELEM_EXCEPTION_RET:
        snprintf(text, DECODE_LINE, "trap return");
        break;
    case FLOW_ELEM_CONTEXT:
        context_text(&e->context, text, DECODE_LINE);
        break;
    case FLOW_ELEM_TIMESTAMP:
        snprintf(text, DECODE_LINE, "time %" PRIu64, e->value);
        break;
    case FLOW_ELEM_EVENT:
        snprintf(text, DECODE_LINE, "sync at 0x%" PRIx64 ": %s (SYNC=%u)", e->start,
                 htr_trace_sync_name(e->code), e->code);
        break;
    case FLOW_ELEM_LOST:
        snprintf(text, DECODE_LINE, "LOST: trace was dropped (ETYPE=%u, ECODE=0x%" PRIx64 ")",
                 e->code, e->value);
        break;
    case FLOW_ELEM_OTHER:
    case FLOW_ELEM_SWTRACE:
    case FLOW_ELEM_DATA:
    case FLOW_ELEM_CUSTOM:
    case FLOW_ELEM_UNKNOWN:
        snprintf(text, DECODE_LINE, "message without flow: %s", nexus_tcode_name(e->code));
        break;
    case FLOW_ELEM_NO_SYNC:
    case FLOW_ELEM_ADDR_NACC:
    case FLOW_ELEM_ERROR:
        trouble_text(e, text, DECODE_LINE);
        break;
    case FLOW_ELEM_END:
        snprintf(text, DECODE_LINE, "end of trace%s",
                 e->value != 0 ? ", the last message is cut off" : "");
        break;
    default:
        snprintf(text, DECODE_LINE, "%s", flow_elem_name(e->type));
        break;
    }
}

static void write_instruction(struct decode_writer *w, const struct flow_where *where,
                              const struct flow_insn *insn)
{
    char line[DECODE_LINE], code[16];
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
    put_text(w, line);
    put_text(w, "\n");
}

static void write_range(struct decode_writer *w, const struct flow_elem *e)
{
    struct flow_range_iter it;
    const struct flow_insn *insn;
    flow_range_begin(&it, e);
    if (w->format == DECODE_PCS || w->format == DECODE_NEXRV) {
        while (flow_range_next(&it, &w->code->code, &insn) == FLOW_OK) {
            decode_put_pc(w, it.where.pc);
        }
        return;
    }
    while (flow_range_next(&it, &w->code->code, &insn) == FLOW_OK) {
        write_instruction(w, &it.where, insn);
    }
}

static void write_text(struct decode_writer *w, const struct flow_elem *e)
{
    char line[DECODE_LINE + 64], event[DECODE_LINE], source[16] = "";
    if (w->sources) {
        snprintf(source, sizeof source, " [%u]", w->src);
    }
    if (e->type == FLOW_ELEM_RANGE) {
        snprintf(line, sizeof line, "#%" PRIu64 " @%" PRIu64 "%s %u instructions%s\n", e->msg,
                 e->offset, source, (unsigned)e->count, e->last_taken ? ", jumps" : "");
        put_text(w, line);
        write_range(w, e);
    } else {
        decode_event_text(e, event);
        snprintf(line, sizeof line, "#%" PRIu64 " @%" PRIu64 "%s %s\n", e->msg, e->offset, source,
                 event);
        put_text(w, line);
    }
}

/* ---- binary ranges ---- */

static void put_le(uint8_t *p, uint64_t v, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++) {
        p[i] = (uint8_t)(v >> (8 * i));
    }
}

/* Type numbers of the file format; they never change. */
static uint8_t record_type(unsigned elem)
{
    switch (elem) {
    case FLOW_ELEM_RANGE:
        return 1;
    case FLOW_ELEM_TRACE_ON:
        return 2;
    case FLOW_ELEM_TRACE_OFF:
        return 3;
    case FLOW_ELEM_EXCEPTION:
        return 4;
    case FLOW_ELEM_EXCEPTION_RET:
        return 5;
    case FLOW_ELEM_CONTEXT:
        return 6;
    case FLOW_ELEM_TIMESTAMP:
        return 7;
    case FLOW_ELEM_EVENT:
        return 8;
    case FLOW_ELEM_LOST:
        return 9;
    case FLOW_ELEM_OTHER:
    case FLOW_ELEM_SWTRACE:
    case FLOW_ELEM_DATA:
    case FLOW_ELEM_CUSTOM:
    case FLOW_ELEM_UNKNOWN:
        return 10;
    case FLOW_ELEM_NO_SYNC:
    case FLOW_ELEM_ADDR_NACC:
    case FLOW_ELEM_ERROR:
        return 11;
    default:
        return 0; /* not written */
    }
}

static void write_record(struct decode_writer *w, const struct flow_elem *e)
{
    uint8_t type = record_type(e->type);
    if (type == 0) {
        return;
    }
    bool range = e->type == FLOW_ELEM_RANGE;
    uint64_t end = e->type == FLOW_ELEM_EXCEPTION || range ? e->end : e->value;
    uint64_t start = e->type == FLOW_ELEM_CONTEXT ? e->context.scontext : e->start;
    if (e->type == FLOW_ELEM_CONTEXT) {
        end = (uint64_t)e->context.prv | (e->context.v ? 4u : 0u);
    }
    bool known = e->known && type != 10;
    if (type == 10) {
        start = end = 0;
    }
    reserve(w, DECODE_RECORD);
    uint8_t *p = w->buffer + w->fill;
    put_le(p, start, 8);
    put_le(p + 8, end, 8);
    put_le(p + 16, range ? e->count : 0, 4);
    p[20] = type;
    p[21] = type == 11 ? (uint8_t)-e->status : range ? e->last_cls : e->code;
    p[22] = range ? e->last_size : 0;
    p[23] = (uint8_t)((range && e->last_taken ? 1 : 0) | (known ? 2 : 0));
    w->fill += DECODE_RECORD;
}

void decode_write(struct decode_writer *w, const struct flow_elem *e)
{
    w->instructions += e->type == FLOW_ELEM_RANGE ? e->count : 0;
    if (w->format == DECODE_TEXT) {
        write_text(w, e);
    } else if (w->format == DECODE_RANGES) {
        write_record(w, e);
    } else if (w->format == DECODE_JSONL) {
        decode_write_jsonl(w, e);
    } else if (w->format == DECODE_CSV) {
        decode_write_csv(w, e);
    } else if (e->type == FLOW_ELEM_RANGE) {
        write_range(w, e);
    }
}
