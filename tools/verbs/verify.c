/* SPDX-License-Identifier: Apache-2.0 */
/* Verb verify: a trace and its code against a PC list. */
#include "htr/htr_verify.h"
#include "import.h"
#include "output.h"
#include "progress.h"
#include "trace_options.h"

static const char verb[] = "verify";

struct verify_options {
    struct htr_verify_options verify;
    struct htr_search_options found;
    const char *format, *junit;
    bool json, automatic;
};

static int write_junit(const struct htr_verify_report *r, const char *path)
{
    FILE *f = output_open(verb, path);
    if (f == NULL) {
        return TOOL_CANNOT;
    }
    int status = htr_verify_junit(r, f);
    return tool_worse(status, output_close(f));
}

/* Returns TOOL_OK, or TOOL_CANNOT when something could not be written. */
static int print(const struct verify_options *o, const struct htr_verify_report *r)
{
    int status = o->json ? HTR_OK : htr_verify_text(r, !tool_is_quiet(), stdout);
    htr_verify_note(r, !o->json, tool_host(verb));
    if (o->json && htr_verify_json(r, stdout) != HTR_OK) {
        return tool_fail(verb, "(standard output)", "cannot be written");
    }
    return tool_worse(status, o->junit != NULL ? write_junit(r, o->junit) : TOOL_OK);
}

/* Returns enum tool_exit. */
static int verify_trace(const struct verify_options *o)
{
    struct htr_verify v;
    int status = htr_verify_open(&v, tool_host(verb), &o->verify);
    if (status == HTR_OK) {
        trace_progress(&v.trace, NULL);
        status = htr_verify_run(&v);
        progress_end();
    }
    if (status >= 0 && print(o, &v.report) != TOOL_OK) {
        status = TOOL_CANNOT;
    }
    htr_verify_close(&v);
    return tool_worse(status, TOOL_OK); /* HTR_COMPARE_DIFFERENT is TOOL_DIFFERS */
}

int verify_main(int argc, char **argv)
{
    struct verify_options o = {.verify.limit = 20};
    struct htr_verify_options *const v = &o.verify;
    const struct tool_option options[] = {
        {.name = "pcs", .arg = "FILE", .help = "executed PCs, one per line", .string = &v->pcs},
        CODE_OPTIONS(&v->trace.code),
        CODE_IN_OPTION(&v->trace.code),
        INGRESS_OPTIONS(&v->trace.code, "code, and without --pcs the PCs, from an ingress stream"),
        {.name = "accesses",
         .arg = "FILE",
         .help = "compare data trace too, with the hart's accesses: a list, or an ingress stream "
                 "that has them",
         .string = &v->accesses},
        {.name = "strict",
         .help = "with --ingress: compare traps, returns, privilege, context and times too, in all "
                 "parts that are compared",
         .flag = &v->strict},
        {.name = "partial",
         .help = "the trace may begin late, end early, and leave regions out",
         .flag = &v->partial},
        {.name = "resync",
         .help = "after a loss, continue at SYNC=7: check every segment, report the gaps",
         .flag = &v->resync},
        {.name = "keep-going",
         .help = "report all differences, not only the first",
         .flag = &v->keep_going},
        {.name = "max-differences",
         .arg = "N",
         .help = "with --keep-going or --resync: end after N differences (20)",
         .number = &v->limit},
        FORMAT_OPTION(&o.format),
        {.name = "junit",
         .arg = "FILE",
         .help = "write the verdict as JUnit XML too",
         .string = &o.junit},
        TRACE_OPTIONS(&v->trace),
        AUTO_OPTION(&o.automatic),
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "TRACE CODE --pcs FILE [OPTION]...",
        .text =
            "Decode a trace and compare it with the executed PCs, instruction by instruction. CODE "
            "is\n"
            "--elf, --pcinfo, --image or --ingress. Prints \"equal: ...\" (status 0), or the "
            "first\n"
            "divergence with its message number, byte offset, expected and decoded PC, and which "
            "field of\n"
            "which message led there (status 1). With --partial, --wrapped or --resync it prints "
            "\"equal in\n"
            "part: ...\" and how much was compared. Status 2: nothing could be compared.",
        .example = "  hartrace verify T.nex --pcinfo P.pcinfo.gz --pcs P.pcs.gz",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
        .more = te_print_verify_params,
    };
    int n = tool_parse(&usage, argc, argv, &v->trace.path, 1);
    if (n < 0) {
        return n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    }
    if (n == 0) {
        return tool_fail(verb, NULL, "no trace file; usage: hartrace verify TRACE CODE --pcs FILE");
    }
    if (htr_verify_check(tool_host(verb), v) != HTR_OK ||
        tool_format(verb, o.format, &o.json) != 0 ||
        import_code(verb, &v->trace.code, &v->trace.params) != 0 ||
        trace_find(verb, o.automatic, &o.found, &v->trace, false) != TOOL_OK) {
        return TOOL_CANNOT;
    }
    return verify_trace(&o);
}
