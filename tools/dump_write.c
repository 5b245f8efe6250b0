/* SPDX-License-Identifier: Apache-2.0 */
/* Writers of messages. */
#include <inttypes.h>
#include <string.h>

#include "dump.h"
#include "nexus/nexus_print.h"
#include "tool.h"

typedef unsigned long long ull;

int dump_parse_format(const char *verb, const char *name, enum dump_format *format)
{
    static const char *const names[] = {"text", "nexrv", "jsonl", "csv"};
    for (unsigned i = 0; i < 4; i++) {
        if (strcmp(name, names[i]) == 0) {
            *format = (enum dump_format)i;
            return 0;
        }
    }
    return tool_fail(verb, NULL, "--format %s: unknown format; it is text, nexrv, jsonl or csv",
                     name);
}

static void print_bytes(const struct dump_writer *w, const struct nexus_msg *m)
{
    struct nexus_span span[NEXUS_SPANS_MAX];
    char line[NEXUS_PRINT_MAX];
    unsigned n = nexus_msg_spans(w->cfg, m, span);
    for (size_t i = 0; i < m->raw_length; i++) {
        if (nexus_print_byte(m, span, n, i, line, sizeof line) >= 0) {
            fprintf(w->out, "    %s\n", line);
        }
    }
}

static void write_text(const struct dump_writer *w, uint64_t number, const struct nexus_msg *m,
                       int status)
{
    char line[NEXUS_PRINT_MAX] = "";
    fprintf(w->out, "#%llu @%llu len=%zu ", (ull)number, (ull)m->offset, m->length);
    if (status == NEXUS_OK) {
        (void)nexus_print_msg(w->cfg, m, line, sizeof line);
        fprintf(w->out, "%s\n", line);
    } else {
        fprintf(w->out, "DAMAGED %s: %s\n", nexus_tcode_name(m->tcode), nexus_strerror(status));
    }
    if (w->bytes) {
        print_bytes(w, m);
    }
}

static void write_raw(const struct dump_writer *w, const struct nexus_msg *m)
{
    for (size_t i = 0; i < m->raw_length; i++) {
        fprintf(w->out, "%02X", m->raw[i]);
    }
}

/* Numbers above 2^53 would lose bits in most readers of JSON: fields are strings in hexadecimal. */
static void write_jsonl(const struct dump_writer *w, uint64_t number, const struct nexus_msg *m,
                        int status)
{
    enum nexus_field order[NEXUS_FIELDS];
    unsigned n = nexus_msg_fields(w->cfg, m, order);
    fprintf(w->out, "{\"msg\":%llu,\"offset\":%llu,\"length\":%zu,\"tcode\":%u,\"name\":\"%s\"",
            (ull)number, (ull)m->offset, m->length, m->tcode, nexus_tcode_name(m->tcode));
    if (w->cfg->src_bits > 0) {
        fprintf(w->out, ",\"src\":%u", m->src);
    }
    if (status != NEXUS_OK) {
        fprintf(w->out, ",\"damaged\":\"%s\"", nexus_strerror(status));
    }
    fputs(",\"fields\":{", w->out);
    for (unsigned i = 0; i < n; i++) {
        fprintf(w->out, "%s\"%s\":\"0x%" PRIX64 "\"", i > 0 ? "," : "",
                nexus_field_name(m->tcode, order[i]), m->value[order[i]]);
    }
    fputs("},\"raw\":\"", w->out);
    write_raw(w, m);
    fputs("\"}\n", w->out);
}

/* The columns of the fields that N-Trace uses. */
static const enum nexus_field columns[] = {
    NEXUS_F_SYNC,    NEXUS_F_BTYPE, NEXUS_F_EVCODE,  NEXUS_F_CDF,    NEXUS_F_RCODE,
    NEXUS_F_ETYPE,   NEXUS_F_ICNT,  NEXUS_F_ADDR,    NEXUS_F_HIST,   NEXUS_F_RDATA,
    NEXUS_F_HREPEAT, NEXUS_F_BCNT,  NEXUS_F_PROCESS, NEXUS_F_TSTAMP,
};

static void write_csv(const struct dump_writer *w, uint64_t number, const struct nexus_msg *m,
                      int status)
{
    if (w->number == 0) {
        fputs("msg,offset,length,status,tcode,name,src,sync,btype,evcode,cdf,rcode,etype,icnt,addr,"
              "hist,rdata,hrepeat,bcnt,process,tstamp,raw\n",
              w->out);
    }
    fprintf(w->out, "%llu,%llu,%zu,%s,%u,%s,", (ull)number, (ull)m->offset, m->length,
            status == NEXUS_OK ? "ok" : "damaged", m->tcode, nexus_tcode_name(m->tcode));
    if (w->cfg->src_bits > 0) {
        fprintf(w->out, "%u", m->src);
    }
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        fputc(',', w->out);
        if (nexus_msg_has(m, columns[i])) {
            fprintf(w->out, "0x%" PRIX64, m->value[columns[i]]);
        }
    }
    fputc(',', w->out);
    write_raw(w, m);
    fputc('\n', w->out);
}

void dump_message(struct dump_writer *w, uint64_t number, const struct nexus_msg *m, int status)
{
    switch (w->format) {
    case DUMP_TEXT:
        write_text(w, number, m, status);
        break;
    case DUMP_NEXRV:
        dump_nexrv_message(w, m);
        break;
    case DUMP_JSONL:
        write_jsonl(w, number, m, status);
        break;
    case DUMP_CSV:
        write_csv(w, number, m, status);
        break;
    }
    w->number++;
}
