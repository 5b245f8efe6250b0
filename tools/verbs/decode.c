/* SPDX-License-Identifier: Apache-2.0 */
/* Verb decode: a trace and its code become a listing, a PC list, or binary ranges. */
#include "host.h"
#include "htr/htr_follow.h"
#include "htr/htr_sources.h"
#include "htv/htv_listing.h"
#include "import.h"
#include "interrupt.h"
#include "output.h"
#include "progress.h"
#include "terminal.h"
#include "trace_options.h"
#include "view.h"

#include <string.h>

static const char verb[] = "decode";

struct decode_options {
    struct htr_trace_options trace;
    const char *format, *output, *order;
    struct htr_search_options found;
    bool allow_other, follow, automatic;
    uint64_t threads, timeout;
    bool source, no_color;
    const char *objdump, *debug_dir;
    struct htr_list symbols, source_path;
};

static bool all_sources(const struct decode_options *o)
{
    return o->trace.src != NULL && strcmp(o->trace.src, "all") == 0;
}

static int decode_one(const struct decode_options *o, struct htr_writer *w, struct htr_decoded *sum)
{
    struct htr_trace trace = {0};
    struct htr_decode *d;
    int status = htr_trace_open_decoder(&trace, tool_host(verb), &o->trace);
    if (status != HTR_OK) {
        return status;
    }
    w->code = &trace.code;
    status = htr_decode_open(&d, &trace, w, o->allow_other);
    if (status == HTR_OK) {
        trace_progress(&trace, w->out);
        status = htr_decode_run(d, (unsigned)o->threads, sum);
        progress_end();
    }
    htr_decode_close(d);
    htr_trace_close(&trace);
    return status;
}

static int follow(const struct decode_options *o, struct htr_writer *w, struct htr_decoded *sum)
{
    const struct htr_follow_options f = {o->timeout, all_sources(o), o->allow_other};
    interrupt_install();
    int status = htr_follow(tool_host(verb), &o->trace, &f, w, sum);
    if (status == HTR_OK) {
        output_is_whole(); /* Ctrl-C is a regular end */
    }
    return status;
}

static int all(const struct decode_options *o, struct htr_writer *w, struct htr_decoded *sum)
{
    enum htr_order order = o->order == NULL                ? HTR_ORDER_AUTO
                           : strcmp(o->order, "time") == 0 ? HTR_ORDER_TIME
                                                           : HTR_ORDER_STREAM;
    return htr_decode_sources(tool_host(verb), &o->trace, order, w, sum);
}

/* Source for the listing. Returns HTR_OK; without --source *made is NULL. */
static int with_source(const struct decode_options *o, struct htr_writer *w,
                       struct htv_listing **made)
{
    const struct htv_listing_options options = {
        .symbols = {.file = o->symbols.item,
                    .nfiles = o->symbols.n,
                    .debug_dir = o->debug_dir,
                    .source_path = o->source_path.item,
                    .nsource_paths = o->source_path.n},
        .objdump = o->objdump,
        .color = terminal_color(w->out, o->no_color),
    };
    *made = NULL;
    int status = o->source ? htv_listing_new(made, tool_host(verb), &options) : HTR_OK;
    if (*made != NULL) {
        htv_listing_attach(*made, w);
    }
    return status;
}

static int decode(struct decode_options *o, enum htr_write_format format)
{
    uint64_t buffer[HTR_WRITE_BUFFER / sizeof(uint64_t)];
    struct htr_writer w;
    struct htr_decoded sum;
    FILE *out = output_open(verb, o->output);
    if (out == NULL || import_code(verb, &o->trace.code, &o->trace.params) != 0 ||
        trace_find(verb, o->automatic, &o->found, &o->trace, false) != TOOL_OK) {
        return TOOL_CANNOT;
    }
    htr_write_buffers(out, format);
    htr_writer_init(&w, format, out, NULL, buffer, sizeof buffer);
    struct htv_listing *listing;
    if (with_source(o, &w, &listing) != HTR_OK) {
        return TOOL_CANNOT;
    }
    int status = o->follow        ? follow(o, &w, &sum)
                 : all_sources(o) ? all(o, &w, &sum)
                                  : decode_one(o, &w, &sum);
    int listed = htv_listing_close(listing);
    status = status == HTR_OK ? listed : status;
    int closed = output_close(out);
    status = status == HTR_OK && !sum.whole ? TOOL_DIFFERS : status;
    return closed != 0 ? closed : status;
}

/* Returns 0, or TOOL_CANNOT after a message. */
static int check_options(const struct decode_options *o, const struct tool_choice *choice,
                         enum htr_write_format *format)
{
    unsigned chosen;
    if (tool_choose(verb, "format", "format", choice, o->format, &chosen) != 0) {
        return TOOL_CANNOT;
    }
    *format = (enum htr_write_format)chosen;
    if (o->source && *format != HTR_WRITE_TEXT) {
        return tool_fail(verb, NULL, "--format %s has no place for source; --source needs text",
                         o->format);
    }
    if (!o->source &&
        (o->objdump != NULL || o->debug_dir != NULL || o->symbols.n + o->source_path.n > 0)) {
        return tool_fail(
            verb, NULL,
            "--objdump, --symbols, --debug-dir and --source-path need --source; add it");
    }
    if (o->threads < 1 || o->threads > HTR_DECODE_THREADS) {
        return tool_fail(verb, NULL, "--jobs: a number from 1 to 64");
    }
    if (o->order != NULL && strcmp(o->order, "time") != 0 && strcmp(o->order, "stream") != 0) {
        return tool_fail(verb, NULL, "--order %s: unknown; it is time or stream", o->order);
    }
    if (all_sources(o) && !htr_write_about(*format)->source) {
        return tool_fail(verb, NULL,
                         "--format %s has no place for the source; with --src all it is text, "
                         "jsonl or csv",
                         o->format);
    }
    if (o->follow && o->order != NULL && strcmp(o->order, "time") == 0) {
        return tool_fail(verb, NULL,
                         "--order time: --follow cannot know what is still to come; leave it out");
    }
    if (o->timeout != 0 && !o->follow) {
        return tool_fail(verb, NULL, "--follow-timeout needs --follow");
    }
    return 0;
}

static void name_formats(const char *names[HTR_WRITE_FORMATS])
{
    for (unsigned i = 0; i < HTR_WRITE_FORMATS; i++) {
        names[i] = htr_write_about(i)->name;
    }
}

static const char text[] =
    "Decode a trace. CODE is --elf, --pcinfo, --image or --ingress. A trace that "
    "starts in the middle is\n"
    "decoded from its first synchronizing message on; what was skipped is reported on "
    "stderr, and the\n"
    "exit status is 1. Formats: a listing (text), executed PCs (pcs; nexrv as the "
    "reference tool\n"
    "writes them), binary records (ranges), one element per line (jsonl, csv). --source "
    "adds functions, source\n"
    "lines and instructions to the listing (docs/reference/views.md). With --src all each "
    "source\n"
    "is decoded separately, and the elements are merged in order of time. With --follow "
    "they are written as soon\n"
    "as they are decoded, those of several sources in the order of their messages.";

int decode_main(int argc, char **argv)
{
    struct decode_options o = {.format = "text", .output = "-", .threads = 1};
    enum htr_write_format format;
    const char *names[HTR_WRITE_FORMATS];
    const struct tool_choice choice = {names, HTR_WRITE_FORMATS};
    name_formats(names);
    const struct tool_option options[] = {
        {.name = "format",
         .letter = 'f',
         .arg = "FORMAT",
         .choice = &choice,
         .help = " (text)",
         .string = &o.format},
        CODE_OPTIONS(&o.trace.code),
        CODE_IN_OPTION(&o.trace.code),
        INGRESS_OPTIONS(&o.trace.code, "code from an ingress stream"),
        TRACE_OPTIONS(&o.trace),
        AUTO_OPTION(&o.automatic),
        {.name = "source",
         .help = "text: with functions, source lines and disassembled instructions",
         .flag = &o.source},
        OBJDUMP_OPTION(&o.objdump),
        SYMBOL_OPTIONS(&o),
        NO_COLOR_OPTION(&o.no_color),
        {.name = "order",
         .arg = "ORDER",
         .choice = TOOL_CHOICE("time", "stream"),
         .help = ", for --src all: by timestamps, or in the order of the messages (time, when "
                 "there are timestamps)",
         .string = &o.order},
        {.name = "allow-other",
         .help = "messages that are not of program trace (data, vendor, reserved) are not errors",
         .flag = &o.allow_other},
        {.name = "follow",
         .help = "bytes as they come: a pipe, or a file that grows; until Ctrl-C or the end of the "
                 "pipe",
         .flag = &o.follow},
        {.name = "follow-timeout",
         .arg = "SECONDS",
         .help = "--follow: end when nothing has come for SECONDS",
         .number = &o.timeout},
        {.name = "jobs",
         .letter = 'j',
         .arg = "N",
         .help = "threads, 1 to 64, for ranges, pcs and nexrv (1)",
         .number = &o.threads},
        {.name = "output",
         .letter = 'o',
         .arg = "FILE",
         .help = "result (stdout)",
         .string = &o.output},
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "TRACE CODE [--format FORMAT] [OPTION]... [-o FILE]",
        .text = text,
        .example = "  hartrace decode T.nex --elf P.elf --format text | less\n"
                   "  hartrace decode T.nex --elf P.elf --source\n"
                   "  hartrace decode T.nex --elf P.elf --follow\n"
                   "  hartrace decode T.nex --elf P.elf --auto --src all\n"
                   "  hartrace decode T.nex --pcinfo P.pcinfo.gz --format pcs -o T.pcs",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
        .more = te_print_decoder_params,
    };
    int status;
    if (!trace_parse(&usage, argc, argv, &o.trace.path, "TRACE CODE", &status)) {
        return status;
    }
    if (check_options(&o, &choice, &format) != 0) {
        return TOOL_CANNOT;
    }
    o.trace.in_pieces = true;
    o.trace.keep_frames = true;
    return decode(&o, format);
}
