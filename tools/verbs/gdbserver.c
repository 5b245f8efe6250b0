/* SPDX-License-Identifier: Apache-2.0 */
/* Verb gdbserver: a trace, or a recorded run, for GDB to walk through in both directions. */
#include <inttypes.h>
#include <string.h>

#include "gdb_link.h"
#include "gdb_replay.h"
#include "host.h"
#include "htv/htv_branches.h"
#include "import.h"
#include "interrupt.h"
#include "trace_options.h"

static const char verb[] = "gdbserver";

struct gdbserver_options {
    struct htr_trace_options trace;
    struct htr_search_options found;
    const char *port;
    uint64_t keep;
    bool automatic;
};

static int talk(const struct gdbserver_options *o, const struct htv_gdb_target *target)
{
    struct gdb_link l;
    struct htv_gdb *g = NULL;
    char bytes[GDB_LINK_BYTES];
    size_t n;
    enum htv_gdb_state state = HTV_GDB_GOES_ON;
    interrupt_install();
    int status = gdb_link_open(&l, tool_host(verb), o->port);
    if (status == HTR_OK) {
        const struct htv_gdb_link functions = gdb_link_functions(&l);
        status = htv_gdb_open(&g, tool_host(verb), target, &functions);
    }
    while (status == HTR_OK && state == HTV_GDB_GOES_ON && (n = gdb_link_wait(&l)) > 0) {
        memcpy(bytes, l.bytes, n); /* a command may read more */
        l.fill = 0;
        state = htv_gdb_take(g, bytes, n);
    }
    htv_gdb_close(g);
    gdb_link_close(&l);
    return status;
}

static void tell_kept(const struct htv_branches *b, const struct htv_gdb_target *target)
{
    for (unsigned i = 0; i < target->harts; i++) {
        uint64_t decoded;
        const uint64_t kept = htv_branches_kept(b, i, &decoded);
        if (kept < decoded) {
            tool_note(verb, NULL,
                      "%s: the last %" PRIu64 " of %" PRIu64 " instructions; --keep for more",
                      target->ops->name(target->ctx, i), kept, decoded);
        }
    }
}

static int serve_trace(struct gdbserver_options *o)
{
    struct htv_branches *b;
    struct htv_gdb_target target;
    struct htr_decoded sum;
    if (import_code(verb, &o->trace.code, &o->trace.params) != 0 ||
        trace_find(verb, o->automatic, &o->found, &o->trace, false) != TOOL_OK) {
        return TOOL_CANNOT;
    }
    int status = htv_branches_open(&b, tool_host(verb), &o->trace, o->keep, &sum);
    if (status != HTR_OK) {
        return status;
    }
    if (sum.gaps > 0 || sum.skipped > 0) {
        tool_note(verb, o->trace.path,
                  "%" PRIu64 " bytes could not be decoded, in %" PRIu64
                  " gap%s; GDB shows gaps as decode errors (hartrace decode has the reasons)",
                  sum.skipped, sum.gaps, htr_s(sum.gaps));
    }
    htv_branches_target(b, &target);
    tell_kept(b, &target);
    status = talk(o, &target);
    htv_branches_close(b);
    return status;
}

static int serve_record(const struct gdbserver_options *o)
{
    struct gdb_replay r;
    struct htv_gdb_target target;
    int status = gdb_replay_open(&r, tool_host(verb), o->trace.path, o->trace.code.elf, &target);
    status = status == HTR_OK ? talk(o, &target) : status;
    gdb_replay_close(&r);
    return status;
}

static int check_options(const struct gdbserver_options *o)
{
    if (o->keep < 1 || o->keep > HTV_BRANCHES_KEEP) {
        return tool_fail(verb, NULL, "--keep: a number from 1 to %d", HTV_BRANCHES_KEEP);
    }
    if (strcmp(o->trace.path, "-") == 0 && strcmp(o->port, "-") == 0) {
        return tool_fail(verb, NULL, "standard input is GDB's; name a file, or use --port 0");
    }
    return 0;
}

int gdbserver_main(int argc, char **argv)
{
    struct gdbserver_options o = {.port = "-", .keep = 100000};
    const struct tool_option options[] = {
        {.name = "port",
         .arg = "PLACE",
         .help = "TCP port of 127.0.0.1, 0 for any free one, unix:PATH, or - for standard input "
                 "and output (-)",
         .string = &o.port},
        {.name = "keep",
         .arg = "N",
         .help = "instructions of each hart, the last ones, to 16777216 (100000)",
         .number = &o.keep},
        CODE_OPTIONS(&o.trace.code),
        CODE_IN_OPTION(&o.trace.code),
        INGRESS_OPTIONS(&o.trace.code, "code from an ingress stream"),
        TRACE_OPTIONS(&o.trace),
        AUTO_OPTION(&o.automatic),
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "TRACE CODE [--port PLACE] [OPTION]... | FOLDER [--port PLACE]",
        .text =
            "Let GDB walk through an execution that is over, forward and backward. A trace becomes "
            "GDB's\n"
            "branch trace: record instruction-history, reverse-stepi, reverse-continue; each "
            "source is a\n"
            "thread, and registers other than the pc are not available. For a FOLDER of hartrace "
            "run --record\n"
            "registers and memory are those of each moment. `monitor help` in GDB lists more. "
            "Serves one GDB\n"
            "and ends when it leaves. docs/howto/gdb.md has examples.",
        .example = "  (gdb) target remote | hartrace gdbserver T.nex --elf P.elf\n"
                   "  hartrace gdbserver T.nex --elf P.elf --auto --port 3333\n"
                   "  hartrace run P.elf --record R && hartrace gdbserver R --port 0",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
        .more = te_print_decoder_params,
    };
    int status;
    if (!trace_parse(&usage, argc, argv, &o.trace.path, "TRACE CODE", &status)) {
        return status;
    }
    if (check_options(&o) != 0) {
        return TOOL_CANNOT;
    }
    o.trace.in_pieces = true;
    o.trace.keep_frames = true;
    return hts_replay_is(o.trace.path) ? serve_record(&o) : serve_trace(&o);
}
