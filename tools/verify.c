/* SPDX-License-Identifier: Apache-2.0 */
/* Verb verify: a trace and its code against a PC list. */
#include <inttypes.h>
#include <string.h>

#include "compare.h"
#include "import.h"
#include "pcs.h"
#include "progress.h"
#include "timestamp_regs.h"
#include "trace.h"

static const char verb[] = "verify";

static int open_expected(struct pcs *pcs, const char *file, const struct trace_options *o)
{
    if (file != NULL) {
        return pcs_open_text(pcs, verb, file);
    }
    return pcs_open_ingress(pcs, verb, o->code.ingress, (unsigned)o->code.hart);
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
static struct compare_strict_cfg strict_cfg(const struct trace *t)
{
    uint32_t mode = TR_TS_MODE_EXTERNAL, prescale = 0, context = 0, held = 0;
    (void)te_asked(&t->te, "trTsMode", &mode);
    (void)te_asked(&t->te, "trTsPrescale", &prescale);
    (void)te_asked(&t->te, "trTeContext", &context);
    (void)te_asked(&t->te, "trTeInstEnRepeatedHistory", &held);
    return (struct compare_strict_cfg){
        .clock = clock_of_mode(mode),
        .shift = 2 * prescale,
        .timestamp_bits = t->cfg.timestamp_bits,
        .held_back = held != 0,
        .contexts = context != 0,
    };
}

static void print_strict(const struct compare_result *r, const struct trace *t)
{
    printf("strict: %" PRIu64 " traps, %" PRIu64 " trap returns, %" PRIu64 " contexts, %" PRIu64
           " times%s\n",
           r->traps, r->returns, r->contexts, r->times,
           t->cfg.timestamps && strict_cfg(t).clock == COMPARE_CLOCK_UNKNOWN
               ? " (not compared: trTsMode is none or the vendor's)"
               : "");
}

static int verify(const struct trace_options *o, const char *pcs_file, bool strict)
{
    static struct trace trace;
    static struct pcs pcs;
    struct compare_result result;
    if (trace_open_decoder(&trace, verb, o) != 0) {
        return TOOL_CANNOT;
    }
    if (open_expected(&pcs, pcs_file, o) != 0) {
        trace_close(&trace);
        return TOOL_CANNOT;
    }
    trace_progress(&trace, NULL);
    const struct compare_strict_cfg cfg = strict_cfg(&trace);
    enum compare_verdict v =
        strict ? compare_strict(verb, o->path, &trace.decoder, &pcs, &cfg, &result)
               : compare_stream(verb, o->path, &trace.decoder, &pcs, &result);
    progress_end();
    if (v == COMPARE_EQUAL) {
        char text[160];
        compare_summary(&result, trace.bytes.size, text, sizeof text);
        puts(text);
        if (strict) {
            print_strict(&result, &trace);
        }
    }
    pcs_close(&pcs);
    trace_close(&trace);
    return v == COMPARE_EQUAL ? TOOL_OK : v == COMPARE_DIFFERS ? TOOL_DIFFERS : TOOL_CANNOT;
}

int verify_main(int argc, char **argv)
{
    struct trace_options o = {0};
    const char *pcs_file = NULL;
    bool strict = false;
    const struct tool_option options[] = {
        {.name = "pcs", .arg = "FILE", .help = "executed PCs, one a line", .string = &pcs_file},
        CODE_OPTIONS(&o.code),
        INGRESS_OPTIONS(&o.code, "code, and without --pcs the PCs, from an ingress stream"),
        {.name = "strict",
         .help = "with --ingress: compare traps, returns, privilege, context and times too",
         .flag = &strict},
        TRACE_OPTIONS(&o),
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "TRACE CODE --pcs FILE [OPTION]...",
        .text =
            "Decode a trace and compare it with the executed PCs, instruction by instruction. CODE "
            "is\n"
            "--elf, --pcinfo, --image or --ingress. Prints \"equal: ...\" (status 0), or the "
            "first\n"
            "divergence with its message number, byte offset, expected and decoded PC (status 1).",
        .example = "  hartrace verify T.nex --pcinfo P.pcinfo.gz --pcs P.pcs.gz",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
        .more = te_print_params,
    };
    int n = tool_parse(&usage, argc, argv, &o.path, 1);
    if (n < 0) {
        return n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    }
    if (n == 0) {
        return tool_fail(verb, NULL, "no trace file; usage: hartrace verify TRACE CODE --pcs FILE");
    }
    if (pcs_file == NULL && o.code.ingress == NULL) {
        return tool_fail(verb, NULL, "compare with what? Add --pcs FILE, or --ingress FILE");
    }
    if (strict && (pcs_file != NULL || o.code.ingress == NULL)) {
        return tool_fail(verb, NULL,
                         "--strict compares with what the hart told: it needs --ingress FILE%s",
                         pcs_file != NULL ? ", and no --pcs" : "");
    }
    if (import_code(verb, &o.code, &o.params) != 0) {
        return TOOL_CANNOT;
    }
    return verify(&o, pcs_file, strict);
}
