/* SPDX-License-Identifier: Apache-2.0 */
/* Writers of messages, and the table of formats. */
#include <string.h>

#include "flow/flow_elem.h"
#include "htr_dump_priv.h"
#include "nexus/nexus_print.h"

static void print_bytes(struct htr_dump *w, const struct nexus_msg *m)
{
    struct nexus_span span[NEXUS_SPANS_MAX];
    unsigned n = nexus_msg_spans(w->cfg, m, span);
    for (size_t i = 0; i < m->raw_length; i++) {
        char *line = htr_out_room(&w->text, NEXUS_PRINT_MAX + 5);
        int length = nexus_msg_print_byte(m, span, n, i, line + 4, NEXUS_PRINT_MAX);
        if (length >= 0) {
            memset(line, ' ', 4);
            line[4 + length] = '\n';
            htr_out_took(&w->text, 5 + (size_t)length);
        }
    }
}

/* What IDTAG means, as a comment. Returns where the text ends. */
static char *put_port(char *p, uint64_t idtag)
{
    static const char middle[] = ", bytes ";
    memcpy(p, "  # port ", 9);
    p = htr_decimal(p + 9, flow_swtrace_port(idtag));
    memcpy(p, middle, sizeof middle - 1);
    return htr_decimal(p + sizeof middle - 1, flow_swtrace_bytes(idtag));
}

static void write_text(struct htr_dump *w, uint64_t number, const struct nexus_msg *m, int status)
{
    struct htr_out *t = &w->text;
    char *line = htr_out_room(t, 6 * HTR_NUMBER + NEXUS_PRINT_MAX), *p = line;
    *p++ = '#';
    p = htr_decimal(p, number);
    memcpy(p, " @", 2);
    p = htr_decimal(p + 2, m->offset);
    memcpy(p, " len=", 5);
    p = htr_decimal(p + 5, m->length);
    *p++ = ' ';
    if (status == NEXUS_OK) {
        int length = nexus_msg_print(w->cfg, m, p, NEXUS_PRINT_MAX);
        p += length > 0 ? length : 0;
    }
    if (status == NEXUS_OK && m->tcode == NEXUS_DATA_ACQUISITION) {
        p = put_port(p, m->value[NEXUS_F_IDTAG]);
    }
    htr_out_took(t, (size_t)(p - line));
    if (status != NEXUS_OK) {
        htr_out_string(t, "DAMAGED ");
        htr_out_string(t, nexus_tcode_name(m->tcode));
        htr_out_string(t, ": ");
        htr_out_string(t, nexus_strerror(status));
    }
    htr_out_char(t, '\n');
    if (w->bytes) {
        print_bytes(w, m);
    }
}

static void write_raw(struct htr_dump *w, const struct nexus_msg *m)
{
    for (size_t i = 0; i < m->raw_length; i++) {
        htr_out_hex(&w->text, m->raw[i], 2);
    }
}

/* A number as JSON and CSV have it: NAME, then the number. */
static void put_number(struct htr_out *t, const char *name, uint64_t v)
{
    htr_out_string(t, name);
    htr_out_decimal(t, v);
}

static void put_hex(struct htr_out *t, const char *name, uint64_t v)
{
    htr_out_string(t, name);
    htr_out_hex(t, v, 1);
}

/* Numbers above 2^53 would lose bits in most readers of JSON: fields are strings in hexadecimal. */
static void write_jsonl(struct htr_dump *w, uint64_t number, const struct nexus_msg *m, int status)
{
    struct htr_out *t = &w->text;
    enum nexus_field order[NEXUS_FIELDS];
    unsigned n = nexus_msg_fields(w->cfg, m, order);
    put_number(t, "{\"msg\":", number);
    put_number(t, ",\"offset\":", m->offset);
    put_number(t, ",\"length\":", m->length);
    put_number(t, ",\"tcode\":", m->tcode);
    htr_out_string(t, ",\"name\":\"");
    htr_out_string(t, nexus_tcode_name(m->tcode));
    htr_out_char(t, '"');
    if (w->cfg->src_bits > 0) {
        put_number(t, ",\"src\":", m->src);
    }
    if (status != NEXUS_OK) {
        htr_out_string(t, ",\"damaged\":\"");
        htr_out_string(t, nexus_strerror(status));
        htr_out_char(t, '"');
    }
    htr_out_string(t, ",\"fields\":{");
    for (unsigned i = 0; i < n; i++) {
        htr_out_string(t, i > 0 ? ",\"" : "\"");
        htr_out_string(t, nexus_field_name(m->tcode, order[i]));
        put_hex(t, "\":\"0x", m->value[order[i]]);
        htr_out_char(t, '"');
    }
    htr_out_string(t, "},\"raw\":\"");
    write_raw(w, m);
    htr_out_string(t, "\"}\n");
}

/* The columns of the fields that N-Trace uses. */
static const enum nexus_field columns[] = {
    NEXUS_F_SYNC,    NEXUS_F_BTYPE, NEXUS_F_EVCODE,  NEXUS_F_CDF,    NEXUS_F_RCODE,
    NEXUS_F_ETYPE,   NEXUS_F_ICNT,  NEXUS_F_ADDR,    NEXUS_F_HIST,   NEXUS_F_RDATA,
    NEXUS_F_HREPEAT, NEXUS_F_BCNT,  NEXUS_F_PROCESS, NEXUS_F_TSTAMP,
};

static void write_csv(struct htr_dump *w, uint64_t number, const struct nexus_msg *m, int status)
{
    struct htr_out *t = &w->text;
    if (w->number == 0) {
        htr_out_string(
            t, "msg,offset,length,status,tcode,name,src,sync,btype,evcode,cdf,rcode,etype,icnt,"
               "addr,hist,rdata,hrepeat,bcnt,process,tstamp,raw\n");
    }
    htr_out_decimal(t, number);
    put_number(t, ",", m->offset);
    put_number(t, ",", m->length);
    put_number(t, status == NEXUS_OK ? ",ok," : ",damaged,", m->tcode);
    htr_out_char(t, ',');
    htr_out_string(t, nexus_tcode_name(m->tcode));
    htr_out_char(t, ',');
    if (w->cfg->src_bits > 0) {
        htr_out_decimal(t, m->src);
    }
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        if (nexus_msg_has(m, columns[i])) {
            put_hex(t, ",0x", m->value[columns[i]]);
        } else {
            htr_out_char(t, ',');
        }
    }
    htr_out_char(t, ',');
    write_raw(w, m);
    htr_out_char(t, '\n');
}

/* ---- the table ---- */

struct format {
    const char *name;
    void (*write)(struct htr_dump *w, uint64_t number, const struct nexus_msg *m, int status);
};

static const struct format formats[HTR_DUMP_FORMATS] = {
    [HTR_DUMP_TEXT] = {"text", write_text},
    [HTR_DUMP_NEXRV] = {"nexrv", htr_dump_nexrv},
    [HTR_DUMP_JSONL] = {"jsonl", write_jsonl},
    [HTR_DUMP_CSV] = {"csv", write_csv},
};

const char *htr_dump_name(enum htr_dump_format format)
{
    return formats[format].name;
}

void htr_dump_init(struct htr_dump *w, enum htr_dump_format format,
                   const struct nexus_stream_cfg *cfg, FILE *out)
{
    memset(w, 0, sizeof *w);
    w->format = format;
    w->cfg = cfg;
    w->text.out = w->stat = out;
}

void htr_dump_message(struct htr_dump *w, uint64_t number, const struct nexus_msg *m, int status)
{
    formats[w->format].write(w, number, m, status);
    w->number++;
}

void htr_dump_between(struct htr_dump *w, const uint8_t *bytes, size_t n)
{
    if (w->format == HTR_DUMP_NEXRV) {
        htr_dump_nexrv_between(w, bytes, n);
    }
}

void htr_dump_end(struct htr_dump *w)
{
    htr_out_flush(&w->text);
    if (w->format == HTR_DUMP_NEXRV) {
        htr_dump_nexrv_end(w);
    }
}
