/* SPDX-License-Identifier: Apache-2.0 */
/* Decoded traces as JSON lines and as CSV: one element per line. The formats are
 * docs/reference/formats.md.
 */
#include <inttypes.h>

#include "htr/htr_trace.h"
#include "htr_write_priv.h"

/* ---- JSON lines ---- */

static void json_number(FILE *f, const char *name, uint64_t v)
{
    fprintf(f, ",\"%s\":%" PRIu64, name, v);
}

/* Addresses are strings in hexadecimal: 64 bits do not fit most readers' numbers. */
static void json_hex(FILE *f, const char *name, uint64_t v)
{
    fprintf(f, ",\"%s\":\"0x%" PRIx64 "\"", name, v);
}

static void json_text(FILE *f, const char *name, const char *text)
{
    fprintf(f, ",\"%s\":\"", name);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\') {
            fputc('\\', f);
        }
        fputc(*text, f);
    }
    fputc('"', f);
}

static void json_range(FILE *f, const struct flow_elem *e)
{
    json_hex(f, "start", e->start);
    json_hex(f, "end", e->end);
    json_number(f, "count", e->count);
    json_text(f, "last", flow_insn_class_name(e->last_cls));
    json_number(f, "last_size", e->last_size);
    fprintf(f, ",\"taken\":%s", e->last_taken ? "true" : "false");
}

static void json_context(FILE *f, const struct flow_context *c)
{
    json_number(f, "prv", c->prv);
    fprintf(f, ",\"v\":%s", c->v ? "true" : "false");
    json_hex(f, "scontext", c->scontext);
    json_hex(f, "hcontext", c->hcontext);
}

static void json_trouble(FILE *f, const struct flow_elem *e)
{
    if (e->known || e->type == FLOW_ELEM_ADDR_NACC) {
        json_hex(f, "start", e->start);
    }
    json_text(f, "status", htr_trace_strerror(e->status));
    if (e->hint != NULL) {
        json_text(f, "hint", e->hint);
    }
}

static void json_data(FILE *f, const struct flow_elem *e)
{
    json_number(f, "tcode", e->code);
    json_text(f, "message", htr_trace_message_name(e));
    if (e->known) {
        json_hex(f, "addr", e->start);
    }
    json_number(f, "size", e->last_size);
    if (e->last_size != 0) {
        json_hex(f, "value", e->value);
    }
}

static void json_rest(FILE *f, const struct flow_elem *e)
{
    switch (e->type) {
    case FLOW_ELEM_RANGE:
        json_range(f, e);
        break;
    case FLOW_ELEM_TRACE_ON:
    case FLOW_ELEM_EVENT:
        json_hex(f, "start", e->start);
        json_number(f, "sync", e->code);
        break;
    case FLOW_ELEM_TRACE_OFF:
        json_number(f, "evcode", e->code);
        break;
    case FLOW_ELEM_EXCEPTION:
        if (e->known) {
            json_hex(f, "start", e->start);
        }
        json_hex(f, "handler", e->end);
        json_number(f, "btype", e->code);
        break;
    case FLOW_ELEM_CONTEXT:
        json_context(f, &e->context);
        break;
    case FLOW_ELEM_TIMESTAMP:
        json_number(f, "time", e->value);
        break;
    case FLOW_ELEM_LOST:
        json_number(f, "etype", e->code);
        json_number(f, "ecode", e->value);
        break;
    case FLOW_ELEM_NO_SYNC:
    case FLOW_ELEM_ERROR:
    case FLOW_ELEM_ADDR_NACC:
        json_trouble(f, e);
        break;
    case FLOW_ELEM_END:
        json_number(f, "left", e->value);
        break;
    case FLOW_ELEM_EXCEPTION_RET:
        break;
    case FLOW_ELEM_SWTRACE:
        json_number(f, "tcode", e->code);
        json_text(f, "message", htr_trace_message_name(e));
        json_number(f, "port", flow_swtrace_port(e->start));
        json_number(f, "bytes", flow_swtrace_bytes(e->start));
        json_hex(f, "data", e->value);
        break;
    case FLOW_ELEM_DATA:
        json_data(f, e);
        break;
    default:
        json_number(f, "tcode", e->code);
        json_text(f, "message", htr_trace_message_name(e));
        break;
    }
}

void htr_write_jsonl(struct htr_writer *w, const struct flow_elem *e)
{
    fprintf(w->out, "{\"msg\":%" PRIu64 ",\"offset\":%" PRIu64 ",\"type\":\"%s\"", e->msg,
            e->offset, flow_elem_name(e->type));
    if (w->sources) {
        json_number(w->out, "src", w->src);
    }
    json_rest(w->out, e);
    fputs("}\n", w->out);
    w->failed = w->failed || ferror(w->out) != 0;
}

/* ---- CSV ---- */

void htr_write_csv(struct htr_writer *w, const struct flow_elem *e)
{
    bool range = e->type == FLOW_ELEM_RANGE;
    bool trouble = e->type == FLOW_ELEM_NO_SYNC || e->type == FLOW_ELEM_ERROR ||
                   e->type == FLOW_ELEM_ADDR_NACC;
    bool start = range || e->known || e->type == FLOW_ELEM_TRACE_ON || e->type == FLOW_ELEM_EVENT ||
                 e->type == FLOW_ELEM_ADDR_NACC;
    if (!w->headed) {
        fprintf(w->out, "msg,offset,type,start,end,count,last,size,taken,code,value%s\n",
                w->sources ? ",src" : "");
        w->headed = true;
    }
    fprintf(w->out, "%" PRIu64 ",%" PRIu64 ",%s,", e->msg, e->offset, flow_elem_name(e->type));
    if (start) {
        fprintf(w->out, "0x%" PRIx64, e->start);
    }
    fputc(',', w->out);
    if (range || e->type == FLOW_ELEM_EXCEPTION) {
        fprintf(w->out, "0x%" PRIx64, e->end);
    }
    if (range) {
        fprintf(w->out, ",%" PRIu32 ",%s,%u,%d,,", e->count, flow_insn_class_name(e->last_cls),
                e->last_size, e->last_taken);
    } else if (e->type == FLOW_ELEM_CONTEXT) {
        fprintf(w->out, ",,,,,%u,0x%" PRIx64, e->context.prv | (e->context.v ? 4u : 0u),
                e->context.scontext);
    } else if (trouble) {
        fprintf(w->out, ",,,,,%d,%s", -e->status, htr_trace_strerror(e->status));
    } else {
        fprintf(w->out, ",,,,,%u,%" PRIu64, e->code, e->value);
    }
    if (w->sources) {
        fprintf(w->out, ",%u", w->src);
    }
    fputc('\n', w->out);
    w->failed = w->failed || ferror(w->out) != 0;
}
