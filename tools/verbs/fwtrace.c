/* SPDX-License-Identifier: Apache-2.0 */
/* Verb fwtrace: messages of firmware, from a UART, a ring in memory, or a trace. */
#include "fwtrace.h"

#include <string.h>

#include "host.h"
#include "htr/htr_fw_trace.h"
#include "htr/htr_text.h"
#include "output.h"
#include "trace_options.h"

static const char verb[] = "fwtrace";

enum from {
    FROM_AUTO,
    FROM_TEXT,
    FROM_BINARY,
    FROM_RING,
    FROM_TRACE,
};

struct fwtrace {
    struct htr_trace_options trace;
    struct fwtrace_live live;
    const char *table, *elf, *from, *format, *output, *beside;
    struct htr_fw_table rows;
    struct htr_fw_elf program;
};

/* ---- input ---- */

static bool ends_in(const char *s, const char *end)
{
    const size_t n = strlen(s), k = strlen(end);
    return n >= k && strcmp(s + n - k, end) == 0;
}

static enum from guess(const struct htr_bytes *b)
{
    const enum htr_fw_from from = htr_fw_from_bytes(b->bytes, b->size);
    return from == HTR_FW_FROM_RING     ? FROM_RING
           : from == HTR_FW_FROM_BINARY ? FROM_BINARY
                                        : FROM_TEXT;
}

static int load_file(struct htr_host *host, const char *path, struct htr_bytes *b, enum from *from)
{
    int status = htr_bytes_load(b, host, path);
    if (status == HTR_OK && b->size == 0) {
        htr_bytes_free(b);
        return htr_fail(host, HTR_ERR_FORMAT, path,
                        "is empty; give a log of a UART, a dump of a ring, or a trace");
    }
    *from = status == HTR_OK && *from == FROM_AUTO ? guess(b) : *from;
    return status;
}

static int read_file(struct htr_fw *f, enum from from)
{
    struct htr_bytes b;
    int status = load_file(f->host, f->path, &b, &from);
    if (status != HTR_OK) {
        return status;
    }
    status = from == FROM_RING     ? htr_fw_ring(f, b.bytes, b.size, 0)
             : from == FROM_BINARY ? htr_fw_uart_binary(f, b.bytes, b.size)
                                   : htr_fw_uart_text(f, b.bytes, b.size);
    if (from == FROM_RING && (status == HTR_OK || status == HTR_ERR_TRUNCATED)) {
        const int ended = htr_fw_end(f);
        status = status == HTR_OK ? ended : status;
    }
    htr_bytes_free(&b);
    return status;
}

static int read_trace(struct htr_fw *f, const struct htr_trace_options *o)
{
    struct htr_trace t;
    int status = htr_trace_open(&t, f->host, o);
    if (status == HTR_OK) {
        status = htr_fw_trace(f, &t);
        htr_trace_close(&t);
    }
    return status;
}

static int read_input(struct fwtrace *v, struct htr_fw *f, struct htr_fw_writer *w, enum from from)
{
    if (v->live.io != NULL) {
        return fwtrace_read_live(f, w, &v->live);
    }
    if (from == FROM_TRACE || (from == FROM_AUTO && ends_in(f->path, ".nex"))) {
        return read_trace(f, &v->trace);
    }
    return read_file(f, from);
}

/* ---- instructions ---- */

static int ignore(void *ctx, const struct htr_fw_event *e)
{
    (void)ctx;
    (void)e;
    return HTR_OK;
}

/* Which instructions the messages are of, from the trace that is the input or beside it. *made is
 * NULL when nothing can be known. Whatever is wrong with the input is said when it is read again.
 */
static int correlate(struct fwtrace *v, const char *path, enum from from, struct htr_fw_link **made)
{
    static const enum htr_fw_from as[] = {
        [FROM_AUTO] = HTR_FW_FROM_TRACE,    [FROM_TEXT] = HTR_FW_FROM_TEXT,
        [FROM_BINARY] = HTR_FW_FROM_BINARY, [FROM_RING] = HTR_FW_FROM_RING,
        [FROM_TRACE] = HTR_FW_FROM_TRACE,
    };
    struct htr_host quiet = {.ctx = NULL};
    struct htr_bytes b;
    struct htr_trace_options trace = v->trace;
    if (from == FROM_AUTO && load_file(&quiet, path, &b, &from) == HTR_OK) {
        htr_bytes_free(&b);
    }
    int status = htr_fw_link_new(made, tool_host(verb), &v->program, as[from]);
    if (status != HTR_OK) {
        return status;
    }
    struct htr_fw f = {.table = &v->rows,
                       .elf = &v->program,
                       .host = &quiet,
                       .path = path,
                       .take = ignore,
                       .heard = htr_fw_link_hear,
                       .heard_ctx = *made};
    const int read = from == FROM_TRACE ? read_trace(&f, &v->trace) : read_file(&f, from);
    trace.path = v->beside != NULL ? v->beside : path;
    trace.code.elf = v->elf;
    if (read == HTR_OK || read == HTR_ERR_TRUNCATED) {
        status = htr_fw_link_trace(*made, &trace, f.stop);
    }
    if (status != HTR_OK || read == HTR_ERR_CONFLICT) {
        htr_fw_link_free(*made);
        *made = NULL;
    }
    return status;
}

static void show_known(const struct htr_fw_link *link, const char *path)
{
    const struct htr_fw_link_sum *s = htr_fw_link_sum(link);
    tool_note(verb, path, "%llu of %llu message%s with the instruction, %llu of them at one place",
              (unsigned long long)s->known, (unsigned long long)s->received, htr_s(s->received),
              (unsigned long long)s->placed);
}

/* ---- the sum ---- */

static void show_sum(const struct htr_fw *f)
{
    const struct htr_fw_counts *c = &f->count;
    tool_note(verb, f->path,
              "%llu event%s, %llu word%s, %llu lost (%llu torn), %llu damaged, %llu ignored, %llu "
              "not in the table, %llu without text",
              (unsigned long long)c->events, htr_s(c->events), (unsigned long long)c->words,
              htr_s(c->words), (unsigned long long)c->lost, (unsigned long long)c->torn,
              (unsigned long long)c->damaged, (unsigned long long)c->reserved,
              (unsigned long long)c->unknown, (unsigned long long)c->no_text);
    if (f->elf != NULL && !f->identified) {
        tool_note(verb, f->elf->path,
                  "its build id was not compared: %s; link with --build-id and fwtrace.ld, and "
                  "call fwt_hello",
                  f->elf->id.bytes == NULL ? "it has none" : "the input has none");
    }
}

static bool is_good(const struct htr_fw_counts *c)
{
    return c->lost == 0 && c->damaged == 0 && c->no_text == 0;
}

/* ---- the verb ---- */

static int decode(struct fwtrace *v, const char *path, enum from from, unsigned format,
                  const struct htr_fw_link *link)
{
    struct htr_fw_writer w; /* 64 KiB */
    struct htr_fw f = {.table = &v->rows,
                       .elf = v->elf != NULL ? &v->program : NULL,
                       .host = tool_host(verb),
                       .path = path,
                       .take = htr_fw_write,
                       .ctx = &w};
    FILE *out = output_open(verb, v->output);
    if (out == NULL) {
        return TOOL_CANNOT;
    }
    memset(&w, 0, sizeof w);
    w.format = (enum htr_fw_format_kind)format;
    w.elf = f.elf;
    w.link = link;
    w.sources = from == FROM_TRACE;
    w.out.out = out;
    int status = read_input(v, &f, &w, from);
    const int written = htr_fw_write_end(&w);
    status = status == HTR_ERR_WRITE ? HTR_OK : status;
    if (status != HTR_OK && f.count.events == 0) {
        output_drop(out);
        return status;
    }
    show_sum(&f);
    if (link != NULL) {
        show_known(link, path);
    }
    /* What came before an error is kept. */
    const int kept = written == HTR_OK ? output_keep(out) : output_close(out);
    return kept != TOOL_OK     ? kept
           : status != HTR_OK  ? status
           : is_good(&f.count) ? TOOL_OK
                               : TOOL_DIFFERS;
}

static int load(struct fwtrace *v)
{
    int status = htr_fw_table_load(&v->rows, tool_host(verb), v->table);
    if (status == HTR_OK && v->elf != NULL) {
        status = htr_fw_elf_load(&v->program, tool_host(verb), v->elf);
    }
    if (status == HTR_OK && v->elf != NULL && v->program.text.bytes == NULL) {
        tool_note(verb, v->elf,
                  "no format strings (.fwtrace.str): prints have no text; link with "
                  "-T fwtrace.ld");
    }
    return status;
}

static int parse(struct fwtrace *v, int argc, char **argv, const char **path)
{
    const struct tool_option options[] = {
        {.name = "table",
         .arg = "FILE",
         .help = "domains and actions, TOML; or ti-sysfw, which is built in (ti-sysfw)",
         .string = &v->table},
        {.name = "elf", .arg = "FILE", .help = "the firmware: texts of prints", .string = &v->elf},
        {.name = "from",
         .arg = "WHAT",
         .choice = TOOL_CHOICE("auto", "text", "binary", "ring", "trace"),
         .help = ": log of a UART, memory, DataAcquisition messages (auto)",
         .string = &v->from},
        {.name = "io",
         .arg = "HOW",
         .help = "read a ring of a running target: openocd:HOST:PORT[:TARGET] or mmio:FILE",
         .string = &v->live.io},
        {.name = "at",
         .arg = "ADDR",
         .help = "with --io: address of the ring",
         .number = &v->live.at},
        {.name = "follow",
         .arg = "SECONDS",
         .help = "with --io: go on reading (once)",
         .number = &v->live.seconds},
        {.name = "format",
         .letter = 'f',
         .arg = "FORMAT",
         .choice = TOOL_CHOICE("text", "jsonl", "csv"),
         .help = " (text)",
         .string = &v->format},
        {.name = "trace",
         .arg = "FILE",
         .help = "with --elf, beside a log or ring: trace of the instructions of the same run",
         .string = &v->beside},
        TRACE_OPTIONS(&v->trace),
        {.name = "output",
         .letter = 'o',
         .arg = "FILE",
         .help = "events (stdout)",
         .string = &v->output},
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis =
            "INPUT [OPTION]... [-o FILE]\n       hartrace fwtrace --io HOW --at ADDR [OPTION]...",
        .text =
            "Decode the trace messages of firmware that uses fwtrace/: a UART log, a dump of its "
            "ring, a ring of\na running target, or a trace with stimulus messages. Exit status 1 "
            "when anything was lost or damaged.",
        .example = "  hartrace fwtrace uart.log --elf P.elf\n"
                   "  hartrace fwtrace --io openocd:localhost:6666 --at 0x44083000 --follow 10",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
        .more = te_print_decoder_params,
    };
    const char *operand[2];
    const int n = tool_parse(&usage, argc, argv, operand, 2);
    if (n < 0) {
        return n;
    }
    if (n > 1) {
        return tool_fail(verb, operand[1], "one input only"), TOOL_PARSE_ERROR;
    }
    if ((n == 1) == (v->live.io != NULL)) {
        return tool_fail(verb, NULL, "give an input, or --io HOW --at ADDR"), TOOL_PARSE_ERROR;
    }
    if (v->live.io != NULL && (v->live.at == 0 || v->live.at % 4 != 0)) {
        return tool_fail(verb, NULL, "--at: give the address of the ring, a multiple of 4"),
               TOOL_PARSE_ERROR;
    }
    if (v->beside != NULL && (v->elf == NULL || v->live.io != NULL)) {
        return tool_fail(verb, NULL,
                         v->elf == NULL ? "--trace: give the firmware, too: --elf FILE"
                                        : "--trace: not with --io; save the ring with -o of a "
                                          "debugger, and give that file"),
               TOOL_PARSE_ERROR;
    }
    *path = n == 1 ? operand[0] : v->live.io;
    return 0;
}

int fwtrace_main(int argc, char **argv)
{
    struct fwtrace v = {.trace = {.in_pieces = true},
                        .table = "ti-sysfw",
                        .from = "auto",
                        .format = "text",
                        .output = "-"};
    const char *path = NULL;
    unsigned from, format;
    const int parsed = parse(&v, argc, argv, &path);
    if (parsed < 0) {
        return parsed == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    }
    v.trace.path = path;
    if (tool_choose(verb, "from", "input", TOOL_CHOICE("auto", "text", "binary", "ring", "trace"),
                    v.from, &from) != 0 ||
        tool_choose(verb, "format", "format", TOOL_CHOICE("text", "jsonl", "csv"), v.format,
                    &format) != 0) {
        return TOOL_CANNOT;
    }
    struct htr_fw_link *link = NULL;
    int linked = HTR_OK, status = load(&v);
    from = from == FROM_AUTO && v.live.io == NULL && ends_in(path, ".nex") ? FROM_TRACE : from;
    if (status == HTR_OK && v.elf != NULL && (from == FROM_TRACE || v.beside != NULL)) {
        linked = correlate(&v, path, (enum from)from, &link);
    }
    if (status == HTR_OK) {
        status = decode(&v, path, (enum from)from, format, link);
        status = linked != HTR_OK ? linked : status;
    }
    htr_fw_link_free(link);
    htr_fw_table_free(&v.rows);
    htr_fw_elf_free(&v.program);
    return status;
}
