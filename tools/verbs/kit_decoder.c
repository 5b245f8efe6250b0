/* SPDX-License-Identifier: Apache-2.0 */
#include "kit_decoder.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "tool.h"

static const char verb[] = "kit";

/* The reference program of the task group, built by the user: its lists of PCs are in the form of
 * the kit, and what it says goes to standard output. */
static const char nexrv[] = "\"$NEXRV\" -deco {trace} -pcinfo {pcinfo} -pcout {out} -none >&2";

/* ---- text ---- */

struct shown {
    const char *dut;
    const struct htk_decoder_sum *sum;
};

static void show_failure(const struct htk_failure *f)
{
    printf("    %s", f->where.scenario);
    if (f->where.seed != HTK_NO_SEED) {
        printf(", seed %" PRIu64, f->where.seed);
    }
    printf(": %s\n", f->rule);
}

/* Failures that show a defect; NULL: those that show no known one. */
static size_t show_defect(const struct htk_decoder_sum *s, const char *defect, bool print)
{
    size_t n = 0;
    for (size_t i = 0; i < s->failures; i++) {
        if (s->failure[i].defect == defect) {
            n++;
            if (print) {
                show_failure(&s->failure[i]);
            }
        }
    }
    return n;
}

static void show_failures(const struct htk_decoder_sum *s)
{
    unsigned shown = 0;
    for (size_t i = 0; i < s->defects; i++) {
        const size_t n = show_defect(s, s->defect[i], false);
        if (n > 0) {
            printf("known: %s: %zu case%s\n", s->defect[i], n, htr_s(n));
            (void)show_defect(s, s->defect[i], true);
            shown++;
        } else {
            printf("not seen: %s\n", s->defect[i]);
        }
    }
    const size_t others = show_defect(s, NULL, false);
    if (others > 0) {
        printf("%s: %zu case%s\n", s->defects > 0 ? "not known" : "broken in", others,
               htr_s(others));
        (void)show_defect(s, NULL, true);
    }
    if (s->defects > 0) {
        printf("%u of %zu known defects seen; %zu case%s show%s another one\n", shown, s->defects,
               others, htr_s(others), others == 1 ? "s" : "");
    }
}

static void show(const void *ctx)
{
    const struct shown *x = ctx;
    const struct htk_decoder_sum *s = x->sum;
    show_failures(s);
    printf("%s: %" PRIu64 " cases: %" PRIu64 " vectors, %" PRIu64 " random programs, %" PRIu64
           " hostile; %" PRIu64 " instructions, %" PRIu64 " events\n",
           x->dut, s->cases, s->vectors, s->streams, s->hostile, s->instructions, s->events);
    for (unsigned i = 0; i < s->left_outs; i++) {
        printf("%" PRIu64 " case%s left out: %s\n", s->left_out[i].cases,
               htr_s(s->left_out[i].cases), s->left_out[i].why);
    }
}

/* ---- the work ---- */

static int choose(const char *dut, struct htk_decoder_options *o)
{
    if (strcmp(dut, "builtin:decoder") == 0) {
        return TOOL_OK;
    }
    if (strcmp(dut, "nexrv") == 0 && o->etrace) {
        return tool_fail(verb, NULL, "--dut nexrv: it decodes N-Trace alone; leave out --etrace");
    }
    if (strcmp(dut, "nexrv") == 0) {
        if (getenv("NEXRV") == NULL) {
            return tool_fail(verb, NULL,
                             "--dut nexrv: NEXRV is not set; build the reference program "
                             "(refcode/c of riscv-non-isa/tg-nexus-trace), and set NEXRV to its "
                             "path");
        }
        o->command = nexrv;
        o->known_nexrv = o->known == NULL;
        return TOOL_OK;
    }
    if (strncmp(dut, "builtin:", 8) == 0) {
        return tool_fail(verb, NULL, "--dut %s: unknown; it is builtin:decoder, nexrv or a command",
                         dut);
    }
    o->command = dut;
    return TOOL_OK;
}

int kit_decoder(const char *dut, struct htk_decoder_options *o, const struct kit_reports *r)
{
    struct htk_decoder_sum sum;
    if (choose(dut, o) != TOOL_OK) {
        return TOOL_CANNOT;
    }
    struct htk_verdicts *v = htk_verdicts_new_for(o->etrace ? HTK_ETRACE_DECODER : HTK_DECODER);
    if (v == NULL) {
        return tool_fail(verb, NULL, "not enough memory");
    }
    const int status = htk_decoder_run(o, v, tool_host(verb), &sum);
    if (status == HTR_OK && sum.cases == 0 && sum.left_outs == 0 && o->only != NULL) {
        htk_decoder_sum_free(&sum);
        htk_verdicts_free(v);
        return tool_fail(verb, NULL, "--only %s: no case has that in its name", o->only);
    }
    const struct htk_run run = {.kit = "decoder",
                                .device = dut,
                                .command = o->command != NULL ? o->command : dut,
                                .seed = o->seed,
                                .scenarios = sum.cases,
                                .streams = sum.streams,
                                .has_failures = true,
                                .failure = sum.failure,
                                .failures = sum.failures};
    const struct shown shown = {dut, &sum};
    const int result = kit_report(r, v, &run, status, show, &shown);
    htk_decoder_sum_free(&sum);
    htk_verdicts_free(v);
    return result;
}
