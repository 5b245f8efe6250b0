/* SPDX-License-Identifier: Apache-2.0 */
/* Verb verify: a trace and its code against a PC list. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "import.h"
#include "htr/htr_pcs.h"
#include "progress.h"
#include "timestamp_regs.h"
#include "verify.h"
#include "host.h"

static const char verb[] = "verify";

struct verify_options {
    struct htr_trace_options trace;
    const char *pcs, *format, *junit;
    bool json, strict, partial, resync, keep_going;
    uint64_t limit; /* differences */
};

/* Everything about one comparison. */
struct verify_run {
    const struct verify_options *o;
    struct htr_trace trace;
    bool opened;
    struct htr_pcs pcs;
    struct nexus_decoder start; /* the decoder before the comparison */
    struct verify_report report;
    struct verify_difference *difference;
};

static int open_expected(struct htr_pcs *pcs, const char *file, const struct htr_trace_options *o)
{
    if (file != NULL) {
        return htr_pcs_open_text(pcs, tool_host(verb), file);
    }
    return htr_pcs_open_ingress(pcs, tool_host(verb), o->code.ingress, (unsigned)o->code.hart);
}

static enum compare_clock clock_of_mode(uint32_t mode)
{
    switch (mode) {
    case TR_TS_MODE_EXTERNAL:
        return COMPARE_CLOCK_TIME;
    case TR_TS_MODE_INTERNAL_CORE:
        return COMPARE_CLOCK_CYCLES;
    case TR_TS_MODE_INTERNAL_SYSTEM:
    case TR_TS_MODE_SHARED: /* of the clock at the top: trTsPrescale tells its prescaler */
        return COMPARE_CLOCK_SYSTEM;
    default:
        return COMPARE_CLOCK_UNKNOWN;
    }
}

/* How the trace's times relate to the ingress, and what it was asked to tell. */
static struct compare_strict_cfg strict_cfg(const struct htr_trace *t)
{
    uint32_t mode = TR_TS_MODE_EXTERNAL, prescale = 0, context = 0, held = 0;
    (void)htr_settings_asked(&t->te, "trTsMode", &mode);
    (void)htr_settings_asked(&t->te, "trTsPrescale", &prescale);
    (void)htr_settings_asked(&t->te, "trTeContext", &context);
    (void)htr_settings_asked(&t->te, "trTeInstEnRepeatedHistory", &held);
    return (struct compare_strict_cfg){
        .clock = clock_of_mode(mode),
        .shift = 2 * prescale,
        .timestamp_bits = t->cfg.timestamp_bits,
        .held_back = held != 0,
        .contexts = context != 0,
    };
}

/* ---- what is printed ---- */

static void print_strict(const struct verify_report *r)
{
    const struct compare_result *sum = &r->result.sum;
    printf("strict: %" PRIu64 " trap%s, %" PRIu64 " trap return%s, %" PRIu64 " context%s, %" PRIu64
           " time%s%s\n",
           sum->traps, htr_s(sum->traps), sum->returns, htr_s(sum->returns), sum->contexts,
           htr_s(sum->contexts), sum->times, htr_s(sum->times),
           r->trace->cfg.timestamps && strict_cfg(r->trace).clock == COMPARE_CLOCK_UNKNOWN
               ? " (not compared: trTsMode is none or the vendor's)"
               : "");
}

static void print_gaps(const struct compare_parts_result *p)
{
    for (unsigned i = 0; i < p->gaps && i < COMPARE_GAPS; i++) {
        const struct compare_gap *g = &p->gap[i];
        printf("gap: message %" PRIu64 " at offset %" PRIu64
               ": trace was lost after instruction %" PRIu64 " of the list; ",
               g->msg, g->offset, g->before);
        if (g->open) {
            printf("nothing follows, %" PRIu64 " instruction%s not compared\n", g->missing,
                   htr_s(g->missing));
        } else {
            printf("at least %" PRIu64 " instruction%s missing\n", g->missing, htr_s(g->missing));
        }
    }
    if (p->gaps > COMPARE_GAPS) {
        printf("%" PRIu64 " more gaps\n", p->gaps - COMPARE_GAPS);
    }
}

static void print_equal(const struct verify_report *r)
{
    const struct compare_parts_result *p = &r->result;
    char text[160];
    if (!r->parts || p->sum.instructions == p->listed) {
        compare_summary(&p->sum, r->bytes, text, sizeof text);
        puts(text);
    } else {
        printf("equal in part: %" PRIu64 " of %" PRIu64 " instructions, from number %" PRIu64
               " on, %" PRIu64 " message%s, %" PRIu64 " byte%s, %" PRIu64 " gap%s\n",
               p->sum.instructions, p->listed, p->first + 1, p->sum.messages,
               htr_s(p->sum.messages), r->bytes, htr_s(r->bytes), p->gaps, htr_s(p->gaps));
    }
    if (r->parts) {
        print_gaps(p);
    }
    if (r->strict) {
        print_strict(r);
    }
}

static void print_remarks(const struct verify_report *r)
{
    for (unsigned i = 0; i < VERIFY_RULES; i++) {
        const struct verify_remark *m = &r->scan.remark[i];
        const char *id = verify_rule_id((enum verify_rule)i);
        if (m->count != 0) {
            tool_note(verb, r->path,
                      "remark%s%s: message %" PRIu64 " at offset %" PRIu64 " (%s): %s; %" PRIu64
                      " such message%s",
                      id[0] != '\0' ? " " : "", id, m->msg, m->offset, nexus_tcode_name(m->tcode),
                      verify_rule_text((enum verify_rule)i), m->count, htr_s(m->count));
        }
    }
}

/* The line of a difference that the comparison itself has not printed. */
static void print_place(const char *path, const struct compare_difference *d)
{
    if (d->instruction == 0) {
        tool_verdict(path, "differs: message %" PRIu64 " at offset %" PRIu64 ": %s", d->msg,
                     d->offset, d->what);
    } else {
        tool_verdict(path,
                     "differs at instruction %" PRIu64 ": message %" PRIu64 " at offset %" PRIu64
                     ": %s",
                     d->instruction, d->msg, d->offset, d->what);
    }
}

static void print_different(const struct verify_run *v)
{
    const struct verify_report *r = &v->report;
    for (unsigned i = 0; i < r->differences; i++) {
        const struct compare_difference *d = &r->difference[i].at;
        if (r->parts || d->instruction == 0) {
            print_place(r->path, d);
        }
        verify_print(&r->difference[i]);
    }
    if (r->parts) {
        const struct compare_parts_result *p = &r->result;
        tool_note(
            verb, r->path, "%u difference%s%s; %" PRIu64 " of %" PRIu64 " instructions are equal",
            p->differences, htr_s(p->differences),
            v->o->limit == p->differences && p->differences > 1 ? ", the limit (--max-differences)"
                                                                : "",
            p->sum.instructions, p->listed);
    }
}

/* ---- the comparison ---- */

static bool in_parts(const struct verify_run *v)
{
    const struct verify_options *o = v->o;
    return o->partial || o->resync || o->keep_going || o->trace.wrapped || v->trace.folder_wrapped;
}

/* --strict: what the comparison found equal, once more with all that the hart told its encoder. A
 * difference is added to those of the result, which has room for it. */
static enum compare_verdict judge_spans(struct verify_run *v, enum compare_verdict got)
{
    struct nexus_decoder d = {0};
    const struct verify_options *o = v->o;
    struct compare_parts_result *p = &v->report.result;
    struct compare_strict_cfg cfg = strict_cfg(&v->trace);
    struct compare_result strict = {.silent = true};
    struct htr_pcs pcs;
    cfg.parts = true;
    cfg.early = o->partial;
    cfg.span = p->span;
    cfg.spans = p->spans;
    verify_scan_spans(&v->start, &v->trace.te.encoder, p->span, p->spans, &v->report.scan.strict);
    if (open_expected(&pcs, NULL, &o->trace) != 0) {
        return COMPARE_CANNOT;
    }
    d = v->start;
    enum compare_verdict judged = compare_strict(verb, o->trace.path, &d, &pcs, &cfg, &strict);
    htr_pcs_close(&pcs);
    p->sum.traps = strict.traps;
    p->sum.returns = strict.returns;
    p->sum.contexts = strict.contexts;
    p->sum.times = strict.times;
    if (judged == COMPARE_DIFFERS) {
        p->difference[p->differences++] = strict.difference;
    }
    return judged == COMPARE_EQUAL ? got : judged;
}

static enum compare_verdict compare_in_parts(struct verify_run *v)
{
    const struct verify_options *o = v->o;
    struct compare_parts_result *result = &v->report.result;
    const struct compare_parts_cfg cfg = {
        .late = o->partial || o->trace.wrapped || v->trace.folder_wrapped,
        .early = o->partial,
        .regions = o->partial,
        .losses = o->resync,
        .limit = o->keep_going || o->resync ? (unsigned)o->limit : 1,
        .spans = o->strict,
    };
    result->difference = calloc(cfg.limit + 1u, sizeof *result->difference);
    if (result->difference == NULL) {
        (void)tool_fail(verb, NULL, "not enough memory");
        return COMPARE_CANNOT;
    }
    enum compare_verdict got =
        compare_parts(verb, o->trace.path, &v->trace.decoder, &v->pcs, &cfg, result);
    return got != COMPARE_CANNOT && o->strict ? judge_spans(v, got) : got;
}

static enum compare_verdict compare_all(struct verify_run *v)
{
    const char *path = v->o->trace.path;
    struct compare_result *sum = &v->report.result.sum;
    if (v->report.parts) {
        return compare_in_parts(v);
    }
    if (v->o->strict) {
        const struct compare_strict_cfg cfg = strict_cfg(&v->trace);
        return compare_strict(verb, path, &v->trace.decoder, &v->pcs, &cfg, sum);
    }
    return compare_stream(verb, path, &v->trace.decoder, &v->pcs, sum);
}

/* Gather the differences and explain them. Returns the verdict. */
static enum compare_verdict explain(struct verify_run *v)
{
    struct verify_report *r = &v->report;
    const struct compare_parts_result *p = &r->result;
    unsigned n = r->verdict != COMPARE_DIFFERS ? 0 : r->parts ? p->differences : 1;
    bool strict = r->strict && r->scan.strict.what[0] != '\0' && n == 0;
    if (n + strict == 0) {
        return r->verdict;
    }
    v->difference = calloc(n + strict, sizeof *v->difference);
    if (v->difference == NULL) {
        return COMPARE_DIFFERS; /* it was told where */
    }
    for (unsigned i = 0; i < n; i++) {
        v->difference[i].at = r->parts ? p->difference[i] : p->sum.difference;
    }
    if (strict) {
        v->difference[n++].at = r->scan.strict;
    }
    verify_explain(&v->start, &v->trace, v->difference, n);
    r->difference = v->difference;
    r->differences = n;
    return COMPARE_DIFFERS;
}

/* A list without a PC is an input that is wrong, not an execution of nothing. Only files can be
 * read again. */
static bool list_is_empty(const char *file)
{
    struct htr_pcs pcs;
    struct stat st;
    uint64_t pc;
    if (file == NULL || stat(file, &st) != 0 || !S_ISREG(st.st_mode) ||
        htr_pcs_open_text(&pcs, tool_host(verb), file) != 0) {
        return false;
    }
    bool empty = htr_pcs_read(&pcs, &pc, 1) == 0 && !pcs.failed;
    htr_pcs_close(&pcs);
    return empty;
}

/* Was there anything? A trace of nothing is equal to a list of nothing, and proves nothing. */
static enum compare_verdict check_empty(struct verify_run *v)
{
    const struct verify_report *r = &v->report;
    const char *path = v->o->trace.path;
    if (r->scan.messages + r->scan.damaged == 0) {
        (void)tool_fail(verb, path,
                        r->scan.others != 0
                            ? "holds no messages of source %u; hartrace info lists its sources"
                            : "holds no messages, only idle bytes; was the trace started?",
                        v->trace.src);
        return COMPARE_CANNOT;
    }
    if (r->verdict == COMPARE_EQUAL && r->result.sum.instructions == 0) {
        (void)tool_fail(verb, path, "nothing was compared: no instruction could be decoded");
        return COMPARE_CANNOT;
    }
    if (r->verdict == COMPARE_DIFFERS && r->result.sum.instructions == 0 &&
        list_is_empty(v->o->pcs)) {
        (void)tool_fail(verb, v->o->pcs, "is empty; a PC list has one address per line");
        return COMPARE_CANNOT;
    }
    return r->verdict;
}

static enum compare_verdict verify(struct verify_run *v)
{
    struct verify_report *r = &v->report;
    r->trace = &v->trace;
    r->path = v->o->trace.path;
    r->strict = v->o->strict;
    r->parts = in_parts(v);
    r->result.sum.silent = v->o->json;
    v->start = v->trace.decoder;
    verify_scan(&v->start, &v->trace.te.encoder, &r->scan);
    trace_progress(&v->trace, NULL);
    r->verdict = r->scan.messages + r->scan.damaged != 0 ? compare_all(v) : COMPARE_EQUAL;
    progress_end();
    r->bytes = v->trace.one_source ? r->scan.bytes : v->trace.bytes.size;
    if (v->trace.one_source) {
        r->result.sum.messages = r->scan.messages;
    }
    r->verdict = check_empty(v);
    return r->verdict == COMPARE_CANNOT ? r->verdict : explain(v);
}

static enum compare_verdict open_and_verify(struct verify_run *v)
{
    const struct verify_options *o = v->o;
    enum compare_verdict verdict = COMPARE_CANNOT;
    if (htr_trace_open_decoder(&v->trace, tool_host(verb), &o->trace) != 0) {
        return COMPARE_CANNOT;
    }
    v->opened = true;
    if (open_expected(&v->pcs, o->pcs, &o->trace) == 0) {
        verdict = verify(v);
        htr_pcs_close(&v->pcs);
    }
    return verdict;
}

static int report(struct verify_run *v)
{
    struct verify_report *r = &v->report;
    int status = r->verdict == COMPARE_EQUAL     ? TOOL_OK
                 : r->verdict == COMPARE_DIFFERS ? TOOL_DIFFERS
                                                 : TOOL_CANNOT;
    if (tool_done(status)) {
        if (!v->o->json && status == TOOL_DIFFERS) {
            print_different(v);
        } else if (!v->o->json) {
            print_equal(r);
        }
        print_remarks(r);
        if (v->o->json && !verify_json(r)) {
            status = tool_fail(verb, "-", "cannot be written");
        }
    }
    if (tool_done(status) && v->o->junit != NULL && verify_junit(r, verb, v->o->junit) != 0) {
        status = TOOL_CANNOT;
    }
    return status;
}

static int verify_trace(const struct verify_options *o)
{
    struct verify_run v = {0};
    memset(&v, 0, sizeof v);
    v.o = o;
    v.report.path = o->trace.path;
    v.report.verdict = open_and_verify(&v);
    int status = report(&v);
    free(v.report.result.difference);
    free(v.report.result.span);
    free(v.difference);
    if (v.opened) {
        htr_trace_close(&v.trace);
    }
    return status;
}

/* Returns 0, or TOOL_CANNOT after a message. */
static int check_options(struct verify_options *o)
{
    if (o->pcs == NULL && o->trace.code.ingress == NULL) {
        return tool_fail(verb, NULL, "nothing to compare with: add --pcs FILE or --ingress FILE");
    }
    if (o->strict && (o->pcs != NULL || o->trace.code.ingress == NULL)) {
        return tool_fail(verb, NULL,
                         "--strict compares with the ingress: it needs --ingress FILE%s",
                         o->pcs != NULL ? ", and no --pcs" : "");
    }
    if (tool_format(verb, o->format, &o->json) != 0) {
        return TOOL_CANNOT;
    }
    if (o->limit < 1 || o->limit > COMPARE_LIMIT) {
        return tool_fail(verb, NULL, "--max-differences: a number from 1 to %d", COMPARE_LIMIT);
    }
    return 0;
}

int verify_main(int argc, char **argv)
{
    struct verify_options o = {.limit = 20};
    const struct tool_option options[] = {
        {.name = "pcs", .arg = "FILE", .help = "executed PCs, one per line", .string = &o.pcs},
        CODE_OPTIONS(&o.trace.code),
        CODE_IN_OPTION(&o.trace.code),
        INGRESS_OPTIONS(&o.trace.code, "code, and without --pcs the PCs, from an ingress stream"),
        {.name = "strict",
         .help = "with --ingress: compare traps, returns, privilege, context and times too, in all "
                 "parts "
                 "that are compared",
         .flag = &o.strict},
        {.name = "partial",
         .help = "the trace may begin late, end early, and leave regions out",
         .flag = &o.partial},
        {.name = "resync",
         .help = "after a loss, continue at SYNC=7: check every segment, report the gaps",
         .flag = &o.resync},
        {.name = "keep-going",
         .help = "report all differences, not only the first",
         .flag = &o.keep_going},
        {.name = "max-differences",
         .arg = "N",
         .help = "with --keep-going or --resync: end after N differences (20)",
         .number = &o.limit},
        FORMAT_OPTION(&o.format),
        {.name = "junit",
         .arg = "FILE",
         .help = "write the verdict as JUnit XML too",
         .string = &o.junit},
        TRACE_OPTIONS(&o.trace),
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
    int n = tool_parse(&usage, argc, argv, &o.trace.path, 1);
    if (n < 0) {
        return n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    }
    if (n == 0) {
        return tool_fail(verb, NULL, "no trace file; usage: hartrace verify TRACE CODE --pcs FILE");
    }
    if (check_options(&o) != 0 || import_code(verb, &o.trace.code, &o.trace.params) != 0) {
        return TOOL_CANNOT;
    }
    return verify_trace(&o);
}
