/* SPDX-License-Identifier: Apache-2.0 */
/* The packets of an E-Trace stream into a writer. */
#include <stdlib.h>
#include <string.h>

#include "htr/htr_etrace.h"
#include "htr/htr_text.h"
#include "htr_dump_priv.h"

typedef unsigned long long ull;

/* A packet with all that is said about it. */
struct shown {
    uint64_t number;
    const struct etrace_cfg *cfg;
    const struct etrace_frame *f;
    const struct etrace_packet *p;
    const struct etrace_data_packet *d; /* of data trace, or NULL */
    int status;                         /* as htr_etrace_decode; or ETRACE_ERR_TRUNCATED */
    const uint8_t *bytes;
};

/* What is in force for the packets of a source: support packets of one say nothing about another.
 */
struct source {
    struct htr_etrace_options options;
    struct htr_etrace_data data;
};

static unsigned fields_of(const struct shown *s, struct htr_etrace_field field[HTR_ETRACE_FIELDS])
{
    if (s->d != NULL) {
        return htr_etrace_data_fields(s->cfg, s->f, s->d, field);
    }
    return htr_etrace_fields(s->cfg, s->f, s->status == ETRACE_OK ? s->p : NULL, field);
}

static bool is_damaged(int status)
{
    return status != ETRACE_OK && status != ETRACE_ERR_END;
}

static void write_bytes(struct htr_out *t, const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        htr_out_hex(t, bytes[i], 2);
    }
}

static void write_text(struct htr_dump *w, const struct shown *s)
{
    char text[HTR_ETRACE_TEXT];
    struct htr_out *t = &w->text;
    htr_out_char(t, '#');
    htr_out_decimal(t, s->number);
    htr_out_string(t, " @");
    htr_out_decimal(t, s->f->offset);
    htr_out_string(t, " len=");
    htr_out_decimal(t, s->f->length);
    htr_out_char(t, ' ');
    if (s->d != NULL) {
        struct htr_etrace_field field[HTR_ETRACE_FIELDS];
        htr_etrace_words("data", field, fields_of(s, field), text);
    } else {
        (void)htr_etrace_text(s->cfg, s->f, s->p, s->status, text);
    }
    htr_out_string(t, text);
    htr_out_char(t, '\n');
    if (w->bytes) {
        htr_out_string(t, "    ");
        write_bytes(t, s->bytes, s->f->length);
        htr_out_char(t, '\n');
    }
}

/* Fields are strings in hexadecimal, as those of N-Trace. */
static void write_jsonl(struct htr_dump *w, const struct shown *s)
{
    struct htr_etrace_field field[HTR_ETRACE_FIELDS];
    struct htr_out *t = &w->text;
    const unsigned n = fields_of(s, field);
    htr_out_string(t, "{\"msg\":");
    htr_out_decimal(t, s->number);
    htr_out_string(t, ",\"offset\":");
    htr_out_decimal(t, s->f->offset);
    htr_out_string(t, ",\"length\":");
    htr_out_decimal(t, s->f->length);
    htr_out_string(t, ",\"name\":\"");
    htr_out_string(t, htr_etrace_name(s->f, s->p, s->status));
    htr_out_char(t, '"');
    if (s->cfg->src_bits > 0) {
        htr_out_string(t, ",\"src\":");
        htr_out_decimal(t, s->f->src);
    }
    if (is_damaged(s->status)) {
        htr_out_string(t, ",\"damaged\":\"");
        htr_out_string(t, etrace_strerror(s->status));
        htr_out_char(t, '"');
    }
    htr_out_string(t, ",\"fields\":{");
    for (unsigned i = 0; i < n; i++) {
        htr_out_string(t, i > 0 ? ",\"" : "\"");
        htr_out_string(t, field[i].name);
        htr_out_string(t, "\":\"0x");
        htr_out_hex(t, field[i].value, 1);
        htr_out_char(t, '"');
    }
    htr_out_string(t, "},\"raw\":\"");
    write_bytes(t, s->bytes, s->f->length);
    htr_out_string(t, "\"}\n");
}

static const char *const columns[] = {
    "srcID",    "timestamp",    "flow",         "type",       "format",  "subformat",
    "branches", "branch_map",   "branch_count", "branch_fmt", "index",   "address",
    "notify",   "updiscon",     "irreport",     "irdepth",    "branch",  "privilege",
    "time",     "context",      "ecause",       "interrupt",  "thaddr",  "tval",
    "ienable",  "encoder_mode", "qual_status",  "ioptions",   "denable", "dloss",
    "doptions", "subtype",      "size",         "lrid",       "resp",    "diff",
    "operand",  "data",
};

enum {
    COLUMNS = sizeof columns / sizeof columns[0]
};

static void write_csv(struct htr_dump *w, const struct shown *s)
{
    struct htr_etrace_field field[HTR_ETRACE_FIELDS];
    struct htr_out *t = &w->text;
    const unsigned n = fields_of(s, field);
    if (w->number == 0) {
        htr_out_string(t, "msg,offset,length,status,name");
        for (size_t i = 0; i < COLUMNS; i++) {
            htr_out_char(t, ',');
            htr_out_string(t, columns[i]);
        }
        htr_out_string(t, ",raw\n");
    }
    htr_out_decimal(t, s->number);
    htr_out_char(t, ',');
    htr_out_decimal(t, s->f->offset);
    htr_out_char(t, ',');
    htr_out_decimal(t, s->f->length);
    htr_out_string(t, is_damaged(s->status) ? ",damaged," : ",ok,");
    htr_out_string(t, htr_etrace_name(s->f, s->p, s->status));
    for (size_t c = 0; c < COLUMNS; c++) {
        htr_out_char(t, ',');
        for (unsigned i = 0; i < n; i++) {
            if (strcmp(field[i].name, columns[c]) == 0) {
                htr_out_string(t, "0x");
                htr_out_hex(t, field[i].value, 1);
            }
        }
    }
    htr_out_char(t, ',');
    write_bytes(t, s->bytes, s->f->length);
    htr_out_char(t, '\n');
}

static void write_one(struct htr_dump *w, const struct shown *s)
{
    static void (*const write[HTR_DUMP_FORMATS])(struct htr_dump * w, const struct shown *s) = {
        [HTR_DUMP_TEXT] = write_text, [HTR_DUMP_JSONL] = write_jsonl, [HTR_DUMP_CSV] = write_csv};
    write[w->format](w, s);
    w->number++;
}

static void end_dump(struct htr_dump *w, const struct htr_trace *t, struct htr_dump_sum *sum)
{
    const struct htr_inside_now now = htr_trace_now(t);
    const uint64_t left = now.size - now.pos;
    htr_out_flush(&w->text);
    if (left > 0) {
        htr_note(t->host, t->path, "the last packet is cut off: %llu byte%s left at offset %llu",
                 (ull)left, htr_s(left), (ull)(now.base + now.pos));
        sum->damaged++;
    }
}

static void look(struct shown *s, struct source *own, struct etrace_packet *p,
                 struct etrace_data_packet *d)
{
    s->status = htr_etrace_decode(s->cfg, &own->options, s->f, p);
    if (s->status == ETRACE_OK) {
        htr_etrace_data_support(&own->data, p);
    } else if (s->f->kind == ETRACE_KIND_DATA) {
        s->status = htr_etrace_data_decode(s->cfg, &own->data, s->f, d);
        s->d = s->status == ETRACE_OK ? d : NULL;
    }
}

static void dump_packets(struct htr_dump *w, struct htr_trace *t, struct source *all,
                         struct htr_dump_sum *sum)
{
    struct etrace_frame f;
    struct etrace_packet p;
    struct etrace_data_packet d;
    enum etrace_status rc;
    while ((rc = htr_etrace_next(t, &f)) != ETRACE_ERR_END) {
        if (htr_stopped(t->host) || w->text.failed) {
            sum->stopped = !w->text.failed;
            return;
        }
        struct shown s = {.number = sum->messages++,
                          .cfg = &t->etrace->cfg,
                          .f = &f,
                          .p = &p,
                          .status = rc,
                          .bytes = htr_etrace_bytes(t, &f)};
        if (rc == ETRACE_OK) {
            look(&s, &all[f.src], &p, &d);
        }
        sum->damaged += is_damaged(s.status);
        if (!t->one_source || f.src == t->src) {
            write_one(w, &s);
        }
        htr_progress(t->host, f.offset + f.length);
    }
    end_dump(w, t, sum);
}

int htr_dump_etrace(struct htr_dump *w, struct htr_trace *t, bool wrapped, struct htr_dump_sum *sum)
{
    if (w->format == HTR_DUMP_NEXRV) {
        return htr_trace_need_ntrace(t, "--format nexrv");
    }
    const size_t sources = (size_t)1 << t->etrace->cfg.src_bits;
    struct source *all = calloc(sources, sizeof *all);
    if (all == NULL) {
        return htr_fail(t->host, HTR_ERR_MEMORY, t->path, "not enough memory");
    }
    for (size_t i = 0; i < sources; i++) {
        all[i].options.options = t->etrace->cfg.options;
        htr_etrace_data_begin(&all[i].data, &t->etrace->cfg);
    }
    int status = htr_etrace_begin(t, wrapped);
    if (status == HTR_OK) {
        dump_packets(w, t, all, sum);
        htr_out_flush(&w->text);
    }
    free(all);
    if (status == HTR_OK && w->text.failed) {
        return HTR_ERR_WRITE;
    }
    if (status == HTR_OK && sum->damaged > 0 && !sum->stopped) {
        htr_note(t->host, t->path,
                 "%llu damaged packets of %llu; check --te trTeSrcBits and trTsEnable, and the "
                 "widths (--param)",
                 (ull)sum->damaged, (ull)sum->messages);
    }
    return status != HTR_OK ? status : t->unread ? HTR_ERR_READ : HTR_OK;
}
