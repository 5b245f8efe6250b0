/* SPDX-License-Identifier: Apache-2.0 */
/* Verb run: decode what came out of the sink and hold it against the hart's retirement log. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "htr/htr_compare.h"
#include "host.h"
#include "run.h"
#include "run_code.h"

static const char verb[] = "run";

typedef unsigned long long ull;

struct check {
    struct run_code code;
    struct nexus_decoder decoder;
    struct htr_pcs expected;
    char prefix[24]; /* of a line about this hart */
};

static int exit_of(int v)
{
    return tool_worse(v, TOOL_OK); /* HTR_COMPARE_DIFFERENT is TOOL_DIFFERS */
}

/* Where trace and execution part. */
static void tell_difference(const struct run_hart *h, const struct htr_difference *d)
{
    char text[HTR_DIFFERENCE_TEXT];
    if (d->kind == HTR_DIFFERS_BROKEN) {
        tool_note(verb, h->program->path, "%s", htr_difference_text(d, text));
    } else {
        tool_verdict(h->program->path, "%s", htr_difference_text(d, text));
    }
}

/* The whole execution is in the trace. */
static int tell_whole(const struct check *c, const struct run_hart *h, int v,
                      const struct htr_compare_result *result)
{
    char text[HTR_COMPARE_SUMMARY];
    if (v == HTR_COMPARE_EQUAL) {
        printf("%s%s\n", c->prefix, htr_compare_summary(result, h->trace_size, text));
    }
    return exit_of(v);
}

bool run_is_selective(const struct run_hart *h)
{
    uint32_t filters = 0, triggers = 0;
    return (htr_settings_asked(&h->te, "trTeInstFilters", &filters) && filters != 0) ||
           (htr_settings_asked(&h->te, "trTeInstTrigEnable", &triggers) && triggers != 0);
}

/* The sink does not hold the whole trace. */
static void tell_wrapped(const struct run *r, const struct run_sink *sink)
{
    tool_note(verb, NULL,
              r->o.stop_on_wrap
                  ? "the sink is full: it holds the first %llu bytes; make it larger (--sink-size)"
                  : "the sink wrapped: it holds the last %llu byte%s; make it larger (--sink-size)",
              (ull)sink->size, htr_s(sink->size));
}

/* Before the first message. */
static bool start_decoder(struct check *c, const struct run *r, const struct run_hart *h)
{
    const struct run_sink *sink = &r->sink[h->sink];
    if (nexus_decoder_init(&c->decoder, &h->stream, &c->code.code, h->trace,
                           (size_t)h->trace_size) != NEXUS_OK) {
        tool_fail(verb, NULL, "no decoder can have these options");
        return false;
    }
    if (sink->wrapped && !r->o.stop_on_wrap && !h->whole_messages) {
        (void)nexus_msg_decoder_resync(&c->decoder.msgs);
    }
    return true;
}

/* The beginning or the end of the execution, without a hole: compared without holding the log in
 * memory. Returns false when it is not so simple. */
static bool span(struct check *c, const struct run *r, const struct run_hart *h,
                 struct htr_compare_result *result, int *v)
{
    uint64_t from = 0, instructions;
    bool simple = htr_compare_measure(&c->decoder, &instructions) && start_decoder(c, r, h);
    if (!r->o.stop_on_wrap) {
        from = h->pcs.count - instructions;
        simple = simple && instructions <= h->pcs.count - h->pcs.first;
    }
    if (simple) {
        htr_pcs_close(&c->expected);
        htr_pcs_open_log_at(&c->expected, tool_host(verb), &h->pcs, from);
        *v = htr_compare_section(&c->decoder, &c->expected, from + 1, result);
    }
    return simple;
}

static int compare_part(struct check *c, const struct run *r, const struct run_hart *h,
                        struct htr_compare_result *result, struct htr_gap_meter *gaps)
{
    const struct run_sink *sink = &r->sink[h->sink];
    enum htr_compare_anchor anchor = run_is_selective(h)                   ? HTR_COMPARE_ANYWHERE
                                     : sink->wrapped && !r->o.stop_on_wrap ? HTR_COMPARE_TO_END
                                                                           : HTR_COMPARE_FROM_START;
    int v;
    memset(gaps, 0, sizeof *gaps);
    if (anchor != HTR_COMPARE_ANYWHERE && sink->wrapped && span(c, r, h, result, &v)) {
        return v;
    }
    if (!start_decoder(c, r, h)) {
        return HTR_ERR_ARG;
    }
    return htr_compare_pieces(&c->decoder, &c->expected, anchor, result, gaps);
}

/* Parts of the execution are in the trace. */
static int tell_part(const struct check *c, const struct run_hart *h, int v,
                     const struct htr_compare_result *result, const struct htr_gap_meter *gaps)
{
    if (v != HTR_COMPARE_EQUAL) {
        return exit_of(v);
    }
    if (gaps->lost > 0) {
        tool_note(verb, NULL, "%sthe encoder lost trace %llu time%s; add --te trTeInstStallEna=1",
                  c->prefix, (ull)gaps->lost, htr_s(gaps->lost));
    }
    if (result->instructions == 0 && run_is_selective(h)) {
        tool_note(verb, NULL, "%snothing was traced: no filter or trigger let anything through",
                  c->prefix);
    } else if (result->instructions == 0) {
        (void)tool_fail(verb, NULL,
                        "%snothing could be decoded: no synchronizing message is left; "
                        "add --te trTeInstSyncMode=messages",
                        c->prefix);
        return TOOL_DIFFERS; /* lost, but what the sink held is kept */
    }
    printf("%sequal in part: %llu of %llu instructions, %llu message%s, %llu byte%s\n", c->prefix,
           (ull)result->instructions, (ull)h->retired, (ull)result->messages,
           htr_s(result->messages), (ull)h->trace_size, htr_s(h->trace_size));
    return TOOL_OK;
}

/* Does the trace of this hart lack parts of the execution? */
static bool is_partial(const struct run *r, const struct run_hart *h)
{
    return r->sink[h->sink].wrapped || h->overflow || run_is_selective(h);
}

/* The trace is in the sink: decode it now. */
static int check_sink(struct check *c, const struct run *r, const struct run_hart *h,
                      struct htr_compare_result *result)
{
    const bool partial = is_partial(r, h);
    struct htr_gap_meter gaps;
    int v;
    run_code_begin(&c->code, h->program, &h->stream);
    if (!run_code_follow(&c->code, &h->opcodes)) {
        return tool_fail(verb, NULL, "not enough memory for the log");
    }
    run_code_tell(&c->code, h->program->path);
    if (!start_decoder(c, r, h)) {
        return TOOL_CANNOT;
    }
    htr_pcs_open_log(&c->expected, tool_host(verb), &h->pcs);
    if (r->sink[h->sink].wrapped) {
        tell_wrapped(r, &r->sink[h->sink]);
    }
    v = partial ? compare_part(c, r, h, result, &gaps)
                : htr_compare_whole(&c->decoder, &c->expected, result);
    htr_pcs_close(&c->expected);
    if (v == HTR_COMPARE_DIFFERENT) {
        tell_difference(h, &result->difference);
    }
    return partial ? tell_part(c, h, v, result, &gaps) : tell_whole(c, h, v, result);
}

/* The trace was compared while it came. */
static int check_live(const struct check *c, const struct run *r, const struct run_hart *h,
                      struct htr_compare_result *result)
{
    const struct htr_compare_live *live = &h->live->compare;
    if (h->opcodes.failed) {
        return tool_fail(verb, NULL, "not enough memory for the log");
    }
    run_code_tell(&h->live->code, h->program->path);
    *result = live->result;
    if (live->verdict == HTR_COMPARE_DIFFERENT) {
        tell_difference(h, &live->result.difference);
    }
    return is_partial(r, h) ? tell_part(c, h, live->verdict, result, &live->gaps)
                            : tell_whole(c, h, live->verdict, result);
}

static int check_hart(struct check *c, struct run *r, unsigned i, struct htr_compare_result *result)
{
    struct run_hart *h = &r->hart[i];
    memset(result, 0, sizeof *result);
    c->prefix[0] = '\0';
    if (r->harts > 1) {
        snprintf(c->prefix, sizeof c->prefix, "hart %u: ", i);
    }
    if (h->sink == TOPOLOGY_NONE) {
        printf("%snot traced\n", c->prefix);
        return TOOL_OK;
    }
    if (h->live != NULL) {
        return check_live(c, r, h, result);
    }
    int status = check_sink(c, r, h, result);
    run_code_free(&c->code);
    return status;
}

/* The sum of several harts, when every one is equal. */
static void print_sum(const struct run *r, const struct htr_compare_result *sum)
{
    char text[HTR_COMPARE_SUMMARY];
    uint64_t bytes = 0;
    for (unsigned i = 0; i < r->tree->ncomponents; i++) {
        bytes += r->sink[i].size;
    }
    puts(htr_compare_summary(sum, bytes, text));
}

int run_check(struct run *r)
{
    struct check *c = malloc(sizeof *c);
    struct htr_compare_result result, sum = {0};
    bool whole_traces = true;
    int status = TOOL_OK;
    if (c == NULL) {
        return tool_fail(verb, NULL, "not enough memory");
    }
    for (unsigned i = 0; i < r->harts; i++) {
        int one = check_hart(c, r, i, &result);
        status = tool_worse(one, status);
        sum.instructions += result.instructions;
        sum.messages += result.messages;
        whole_traces = whole_traces && r->hart[i].sink != TOPOLOGY_NONE &&
                       !r->sink[r->hart[i].sink].wrapped && !r->hart[i].overflow;
    }
    if (r->harts > 1 && status == TOOL_OK && whole_traces) {
        print_sum(r, &sum);
    }
    free(c);
    return status;
}
