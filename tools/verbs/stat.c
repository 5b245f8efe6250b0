/* SPDX-License-Identifier: Apache-2.0 */
/* Verb stat: where the bytes of a trace go. */
#include <inttypes.h>
#include <string.h>

#include "import.h"
#include "htr/htr_json.h"
#include "nexus/nexus_print.h"
#include "progress.h"
#include "trace_options.h"

static const char verb[] = "stat";

enum {
    FIELDS_MAX = 32, /* different names of fields; N-Trace has 18 */
};

struct field_sum {
    const char *name;
    uint64_t count, bits;
};

struct sums {
    uint64_t count[NEXUS_TCODES], bytes[NEXUS_TCODES];
    uint64_t messages, damaged, total; /* total: bytes of messages */
    struct field_sum field[FIELDS_MAX];
    unsigned fields;
    uint64_t stamp_bits, sync_bytes, periodic;
    /* What optimizations left out, in bytes of messages of the same size */
    uint64_t repeats, repeat_saved, history, history_saved;
    uint64_t uaddr, uaddr_saved; /* bits that U-ADDR has less than the address in full */
    uint64_t last_length[1 << NEXUS_MAX_SRC_BITS]; /* of the last branch message of a source */
    uint64_t addr[1 << NEXUS_MAX_SRC_BITS];        /* last address >> 1 */
};

static void add_field(struct sums *s, const char *name, uint64_t bits)
{
    unsigned i = 0;
    while (i < s->fields && strcmp(s->field[i].name, name) != 0) {
        i++;
    }
    if (i == s->fields) {
        if (i == FIELDS_MAX) {
            return;
        }
        s->field[s->fields++].name = name;
    }
    s->field[i].count++;
    s->field[i].bits += bits;
}

/* Bytes' worth of bits of a value, as a variable-length field of its own has them. */
static unsigned field_bits(uint64_t v)
{
    unsigned slices = 1;
    while (slices < 11 && (v >> (6 * slices)) != 0) {
        slices++;
    }
    return 6 * slices;
}

static void add_savings(struct sums *s, const struct nexus_msg *m)
{
    bool branch = m->tcode == NEXUS_DIRECT_BRANCH || m->tcode == NEXUS_INDIRECT_BRANCH ||
                  m->tcode == NEXUS_INDIRECT_BRANCH_HIST;
    uint64_t bcnt = m->value[NEXUS_F_BCNT], hrepeat = m->value[NEXUS_F_HREPEAT];
    if (m->tcode == NEXUS_REPEAT_BRANCH) {
        s->repeats++;
        s->repeat_saved += bcnt * s->last_length[m->src];
    } else if (m->tcode == NEXUS_RESOURCE_FULL && nexus_msg_has(m, NEXUS_F_HREPEAT)) {
        s->history++;
        s->history_saved += hrepeat > 0 ? (hrepeat - 1) * m->raw_length : 0;
    }
    if (branch) {
        s->last_length[m->src] = m->raw_length;
    }
    if (!nexus_msg_has(m, NEXUS_F_ADDR)) {
        return;
    }
    uint64_t field = m->value[NEXUS_F_ADDR];
    if (nexus_tcode_is_sync(m->tcode)) {
        s->addr[m->src] = field;
    } else if (m->tcode == NEXUS_INDIRECT_BRANCH || m->tcode == NEXUS_INDIRECT_BRANCH_HIST) {
        s->addr[m->src] ^= field;
        s->uaddr++;
        unsigned full = field_bits(s->addr[m->src]), sent = field_bits(field);
        s->uaddr_saved += full > sent ? full - sent : 0;
    }
}

static void add(struct sums *s, const struct nexus_stream_cfg *cfg, const struct nexus_msg *m)
{
    struct nexus_span span[NEXUS_SPANS_MAX];
    unsigned n = nexus_msg_spans(cfg, m, span);
    s->count[m->tcode]++;
    s->bytes[m->tcode] += m->raw_length;
    uint64_t named = 0;
    for (unsigned i = 0; i < n; i++) {
        add_field(s, span[i].name, span[i].bits);
        named += span[i].bits;
        s->stamp_bits += strcmp(span[i].name, "TSTAMP") == 0 ? span[i].bits : 0;
    }
    if (6 * m->raw_length > named) {
        add_field(s, "(no field)", 6 * m->raw_length - named);
    }
    if (nexus_tcode_is_sync(m->tcode)) {
        s->sync_bytes += m->raw_length;
        s->periodic += m->value[NEXUS_F_SYNC] == NEXUS_SYNC_PERIODIC;
    }
    add_savings(s, m);
}

static int collect(struct sums *s, struct htr_trace *t, bool wrapped)
{
    struct nexus_msg m;
    int status;
    if (htr_trace_begin(t, wrapped) != 0) {
        return TOOL_CANNOT;
    }
    trace_progress(t, NULL);
    while ((status = htr_trace_next(t, &m)) != NEXUS_ERR_END) {
        progress_at(m.offset);
        bool good = status == NEXUS_OK || (status == NEXUS_ERR_OVERSIZE && t->te.extra.oversize);
        if (t->one_source && m.src != t->src) {
            continue;
        }
        s->messages++;
        s->total += m.length;
        s->damaged += !good;
        if (good) {
            add(s, &t->cfg, &m);
        }
    }
    progress_end();
    return t->unread ? TOOL_CANNOT : 0;
}

static double percent(uint64_t part, uint64_t whole)
{
    return whole == 0 ? 0.0 : 100.0 * (double)part / (double)whole;
}

static void print_types(const struct sums *s)
{
    printf("%-24s %10s %10s %7s %8s\n", "message", "count", "bytes", "share", "average");
    for (unsigned t = 0; t < NEXUS_TCODES; t++) {
        if (s->count[t] > 0) {
            printf("%-24s %10" PRIu64 " %10" PRIu64 " %6.1f%% %8.2f\n", nexus_tcode_name(t),
                   s->count[t], s->bytes[t], percent(s->bytes[t], s->total),
                   (double)s->bytes[t] / (double)s->count[t]);
        }
    }
    printf("%-24s %10" PRIu64 " %10" PRIu64 "\n", "all", s->messages, s->total);
}

/* A byte holds 6 bits of fields and 2 of framing. */
static void print_fields(const struct sums *s)
{
    printf("\n%-24s %10s %10s %7s %8s\n", "field", "count", "bits", "share", "average");
    for (unsigned i = 0; i < s->fields; i++) {
        const struct field_sum *f = &s->field[i];
        printf("%-24s %10" PRIu64 " %10" PRIu64 " %6.1f%% %8.2f\n", f->name, f->count, f->bits,
               percent(f->bits, 8 * s->total), (double)f->bits / (double)f->count);
    }
    printf("%-24s %10" PRIu64 " %10" PRIu64 " %6.1f%% %8.2f\n", "MSEO", s->total, 2 * s->total,
           percent(2, 8), 2.0);
}

static void print_contributions(const struct sums *s)
{
    printf("\nsynchronizing messages: %" PRIu64 " byte%s, %.1f%%, %" PRIu64 " periodic\n",
           s->sync_bytes, htr_s(s->sync_bytes), percent(s->sync_bytes, s->total), s->periodic);
    printf("timestamps: %" PRIu64 " byte%s, %.1f%%\n", s->stamp_bits / 6, htr_s(s->stamp_bits / 6),
           percent(s->stamp_bits / 6, s->total));
    printf("relative addresses: %" PRIu64 " message%s, %" PRIu64 " byte%s saved\n", s->uaddr,
           htr_s(s->uaddr), s->uaddr_saved / 6, htr_s(s->uaddr_saved / 6));
    printf("repeated history: %" PRIu64 " message%s, %" PRIu64 " byte%s saved\n", s->history,
           htr_s(s->history), s->history_saved, htr_s(s->history_saved));
    printf("repeated branches: %" PRIu64 " message%s, %" PRIu64 " byte%s saved\n", s->repeats,
           htr_s(s->repeats), s->repeat_saved, htr_s(s->repeat_saved));
}

/* With code: instructions, and the returns that the return stack answered. */
struct executed {
    bool known;
    uint64_t instructions, gaps, returns;
};

static int count_instructions(struct htr_trace *t, struct executed *x)
{
    struct flow_elem e;
    uint64_t last_msg = 0;
    bool open = false; /* the last range ended with a return */
    if (htr_trace_decode_again(t) != 0) {
        return TOOL_CANNOT;
    }
    x->known = true;
    trace_progress(t, NULL);
    while (nexus_decoder_next(&t->decoder, &e) == NEXUS_OK ||
           (htr_trace_refill(t) && nexus_decoder_next(&t->decoder, &e) == NEXUS_OK)) {
        progress_at(e.offset);
        if (e.type == FLOW_ELEM_RANGE) {
            x->returns += open && e.msg == last_msg;
            x->instructions += e.count;
            open = e.last_cls == FLOW_INSN_RETURN && e.last_taken;
            last_msg = e.msg;
        } else {
            open = false;
            x->gaps += e.type == FLOW_ELEM_ERROR || e.type == FLOW_ELEM_ADDR_NACC ||
                       e.type == FLOW_ELEM_NO_SYNC;
        }
    }
    progress_end();
    return t->unread ? TOOL_CANNOT : 0;
}

static double bits_each(const struct sums *s, const struct executed *x)
{
    return x->instructions == 0 ? 0.0 : 8.0 * (double)s->total / (double)x->instructions;
}

static void print_instructions(const struct sums *s, const struct executed *x)
{
    printf("implicit returns: %" PRIu64 " without a message of their own\n", x->returns);
    printf("\n%" PRIu64 " instruction%s, %.3f bits/instruction\n", x->instructions,
           htr_s(x->instructions), bits_each(s, x));
}

/* ---- JSON ---- */

static void put_types(struct htr_json *j, const struct sums *s)
{
    htr_json_array(j, "types");
    for (unsigned t = 0; t < NEXUS_TCODES; t++) {
        if (s->count[t] > 0) {
            htr_json_object(j, NULL);
            htr_json_number(j, "tcode", t);
            htr_json_text(j, "name", nexus_tcode_name(t));
            htr_json_number(j, "count", s->count[t]);
            htr_json_number(j, "bytes", s->bytes[t]);
            htr_json_end(j);
        }
    }
    htr_json_end(j);
}

static void put_fields(struct htr_json *j, const struct sums *s)
{
    htr_json_array(j, "fields");
    for (unsigned i = 0; i < s->fields; i++) {
        htr_json_object(j, NULL);
        htr_json_text(j, "name", s->field[i].name);
        htr_json_number(j, "count", s->field[i].count);
        htr_json_number(j, "bits", s->field[i].bits);
        htr_json_end(j);
    }
    htr_json_end(j);
}

static void put_saving(struct htr_json *j, const char *name, uint64_t messages, uint64_t bytes)
{
    htr_json_object(j, name);
    htr_json_number(j, "messages", messages);
    htr_json_number(j, "saved_bytes", bytes);
    htr_json_end(j);
}

static int put_json(const struct htr_trace *t, const struct sums *s, const struct executed *x,
                    int status)
{
    struct htr_json j;
    htr_json_begin(&j, stdout);
    htr_json_object(&j, NULL);
    htr_json_text(&j, "schema", "hartrace-stat-1");
    htr_json_text(&j, "trace", t->path);
    htr_json_known_number(&j, "source", t->one_source, t->src);
    htr_json_number(&j, "messages", s->messages);
    htr_json_number(&j, "damaged", s->damaged);
    htr_json_number(&j, "bytes", s->total);
    put_types(&j, s);
    put_fields(&j, s);
    htr_json_number(&j, "mseo_bits", 2 * s->total);
    htr_json_number(&j, "sync_bytes", s->sync_bytes);
    htr_json_number(&j, "periodic_syncs", s->periodic);
    htr_json_number(&j, "timestamp_bytes", s->stamp_bits / 6);
    put_saving(&j, "relative_addresses", s->uaddr, s->uaddr_saved / 6);
    put_saving(&j, "repeated_history", s->history, s->history_saved);
    put_saving(&j, "repeated_branches", s->repeats, s->repeat_saved);
    htr_json_known_number(&j, "implicit_returns", x->known, x->returns);
    htr_json_known_number(&j, "instructions", x->known, x->instructions);
    htr_json_known_number(&j, "gaps", x->known, x->gaps);
    if (x->instructions != 0) {
        htr_json_real(&j, "bits_per_instruction", bits_each(s, x));
    } else {
        htr_json_null(&j, "bits_per_instruction");
    }
    htr_json_end(&j);
    return tool_json_done(&j, verb, status);
}

/* What is wrong with the trace, on stderr. Returns enum tool_exit. */
static int tell_wrong(const char *path, const struct sums *s, const struct executed *x)
{
    if (x->gaps > 0) {
        tool_note(verb, path, "%" PRIu64 " gap%s: hartrace decode shows where", x->gaps,
                  htr_s(x->gaps));
    }
    if (s->damaged > 0) {
        tool_note(verb, path,
                  "%" PRIu64 " damaged messages are not counted; hartrace info may help",
                  s->damaged);
    }
    return x->gaps > 0 || s->damaged > 0 ? TOOL_DIFFERS : TOOL_OK;
}

static int statistics(const struct htr_trace_options *o, bool json)
{
    struct htr_trace t = {0};
    struct sums s = {0};
    struct executed x = {.known = false};
    bool code = o->code.elf != NULL || o->code.pcinfo != NULL || o->code.ingress != NULL ||
                o->code.images.n > 0;
    struct htr_trace_options twice = *o;
    twice.in_pieces = !code || htr_trace_pieces_twice(o->path);
    int status = code ? htr_trace_open_decoder(&t, tool_host(verb), &twice)
                      : htr_trace_open(&t, tool_host(verb), &twice);
    if (status != 0) {
        return status;
    }
    status = collect(&s, &t, o->wrapped);
    if (status == 0 && code) {
        status = count_instructions(&t, &x);
    }
    if (status == 0 && !json) {
        print_types(&s);
        print_fields(&s);
        print_contributions(&s);
        if (code) {
            print_instructions(&s, &x);
        }
    }
    if (status == 0) {
        status = tell_wrong(o->path, &s, &x);
        status = json ? put_json(&t, &s, &x, status) : status;
    }
    htr_trace_close(&t);
    return status;
}

int stat_main(int argc, char **argv)
{
    struct htr_trace_options o = {0};
    const char *format = NULL;
    bool json;
    const struct tool_option options[] = {
        FORMAT_OPTION(&format),  CODE_OPTIONS(&o.code),
        CODE_IN_OPTION(&o.code), INGRESS_OPTIONS(&o.code, "code from an ingress stream"),
        TRACE_OPTIONS(&o),
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "TRACE [CODE] [OPTION]...",
        .text = "Show where the bytes of a trace go: by message, by field, and what each kind of "
                "compression\n"
                "contributes. With code (--elf, --pcinfo, --image, --ingress) also instructions "
                "and bits per instruction.",
        .example = "  hartrace stat T.nex --elf P.elf",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
        .more = te_print_decoder_params,
    };
    int n = tool_parse(&usage, argc, argv, &o.path, 1);
    if (n < 0) {
        return n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    }
    if (n == 0) {
        return tool_fail(verb, NULL, "no trace file; usage: hartrace stat TRACE [CODE]");
    }
    if (tool_format(verb, format, &json) != 0 || import_code(verb, &o.code, &o.params) != 0) {
        return TOOL_CANNOT;
    }
    return statistics(&o, json);
}
