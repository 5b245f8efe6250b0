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
    const char *table, *elf, *from, *format, *output;
    struct htr_fw_table rows;
    struct htr_fw_elf program;
};

/* ---- input ---- */

static bool ends_in(const char *s, const char *end)
{
    const size_t n = strlen(s), k = strlen(end);
    return n >= k && strcmp(s + n - k, end) == 0;
}

/* What the bytes are: a ring has its magic number, frames end with a byte 0. */
static enum from guess(const struct htr_bytes *b)
{
    size_t at;
    if (htr_fw_ring_find(b->bytes, b->size, &at)) {
        return FROM_RING;
    }
    return memchr(b->bytes, 0, b->size) != NULL ? FROM_BINARY : FROM_TEXT;
}

static int read_file(struct htr_fw *f, enum from from)
{
    struct htr_bytes b;
    int status = htr_bytes_load(&b, f->host, f->path);
    if (status != HTR_OK) {
        return status;
    }
    if (b.size == 0) {
        htr_bytes_free(&b);
        return htr_fail(f->host, HTR_ERR_FORMAT, f->path,
                        "is empty; give a log of a UART, a dump of a ring, or a trace");
    }
    from = from == FROM_AUTO ? guess(&b) : from;
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

static int decode(struct fwtrace *v, const char *path, enum from from, unsigned format)
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
    int status = load(&v);
    if (status == HTR_OK) {
        status = decode(&v, path, (enum from)from, format);
    }
    htr_fw_table_free(&v.rows);
    htr_fw_elf_free(&v.program);
    return status;
}
