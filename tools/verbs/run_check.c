/* SPDX-License-Identifier: Apache-2.0 */
/* Verb run: what the comparison found, in words. */
#include <stdio.h>

#include "run.h"
#include "tool.h"

static const char verb[] = "run";

typedef unsigned long long ull;

enum {
    PREFIX = 24, /* bytes of "hart N: " */
};

static void tell_code(const struct hts_check *c, const char *path)
{
    if (c->other_code) {
        tool_note(verb, path,
                  "the code at 0x%llx is not what ran; decoding with the recorded opcodes",
                  (ull)c->where);
    }
}

/* The sink does not hold the whole trace. */
static void tell_wrapped(const struct hts_sink *sink, bool stop_on_wrap)
{
    tool_note(verb, NULL,
              stop_on_wrap
                  ? "the sink is full: it holds the first %llu bytes; make it larger (--sink-size)"
                  : "the sink wrapped: it holds the last %llu byte%s; make it larger (--sink-size)",
              (ull)sink->size, htr_s(sink->size));
}

/* Where trace and execution part. */
static void tell_difference(const char *path, const struct htr_difference *d)
{
    char text[HTR_DIFFERENCE_TEXT];
    if (d->kind == HTR_DIFFERS_BROKEN) {
        tool_note(verb, path, "%s", htr_difference_text(d, text));
    } else {
        tool_verdict(path, "%s", htr_difference_text(d, text));
    }
}

static void tell_part(const char *prefix, const struct hts_hart *h, const struct hts_check *c)
{
    if (c->gaps.lost > 0) {
        tool_note(verb, NULL, "%sthe encoder lost trace %llu time%s; add --te trTeInstStallEna=1",
                  prefix, (ull)c->gaps.lost, htr_s(c->gaps.lost));
    }
    if (c->verdict == HTS_NOTHING) {
        (void)tool_fail(verb, NULL,
                        "%snothing could be decoded: no synchronizing message is left; "
                        "add --te trTeInstSyncMode=messages",
                        prefix);
        return;
    }
    if (c->result.instructions == 0) {
        tool_note(verb, NULL, "%snothing was traced: no filter or trigger let anything through",
                  prefix);
    }
    printf("%sequal in part: %llu of %llu instructions, %llu message%s, %llu byte%s\n", prefix,
           (ull)c->result.instructions, (ull)h->retired, (ull)c->result.messages,
           htr_s(c->result.messages), (ull)h->trace_size, htr_s(h->trace_size));
}

/* Where data trace and what the hart loaded and stored part. */
static void tell_data_difference(const char *path, const struct htr_data_compared *d)
{
    char text[HTR_DATA_DIFFERENCE];
    tool_verdict(path, "data trace, message %llu (byte %llu): %s", (ull)d->msg, (ull)d->offset,
                 htr_data_difference_text(d, "instruction", text));
}

/* Data trace of one hart. The same. */
static int tell_data(const char *prefix, const char *path, const struct hts_data_check *d)
{
    char text[HTR_DATA_SUMMARY];
    switch (d->verdict) {
    case HTS_DATA_NONE:
        return TOOL_OK;
    case HTS_DATA_NOT_COMPARED:
        tool_note(verb, path,
                  "%sdata trace is not compared: that needs all of the execution, and no "
                  "trTeDataFilters",
                  prefix);
        return TOOL_OK;
    case HTS_DATA_DIFFERENT:
        tell_data_difference(path, &d->is);
        return TOOL_DIFFERS;
    case HTS_DATA_EQUAL:
        break;
    }
    printf("%s%s\n", prefix, htr_data_summary(&d->is, text));
    return TOOL_OK;
}

/* One hart. Returns enum tool_exit: what the sink held is kept also when it is of no use. */
static int tell(const struct hts_session *session, unsigned hart, const struct hts_check *c,
                bool stop_on_wrap)
{
    const struct hts_hart *h = hts_hart(session, hart);
    char prefix[PREFIX] = "", text[HTR_COMPARE_SUMMARY];
    if (hts_hart_count(session) > 1) {
        snprintf(prefix, sizeof prefix, "hart %u: ", hart);
    }
    tell_code(c, h->program);
    if (c->wrapped) {
        tell_wrapped(hts_sink(session, h->sink), stop_on_wrap);
    }
    switch (c->verdict) {
    case HTS_NOT_TRACED:
        printf("%snot traced\n", prefix);
        return TOOL_OK;
    case HTS_EQUAL:
        printf("%s%s\n", prefix, htr_compare_summary(&c->result, h->trace_size, text));
        return TOOL_OK;
    case HTS_EQUAL_IN_PART:
        tell_part(prefix, h, c);
        return TOOL_OK;
    case HTS_NOTHING:
        tell_part(prefix, h, c);
        return TOOL_DIFFERS;
    case HTS_DIFFERENT:
        tell_difference(h->program, &c->result.difference);
        return TOOL_DIFFERS;
    }
    return TOOL_CANNOT;
}

static int tell_data_of(const struct hts_session *session, unsigned hart,
                        const struct hts_data_check *d)
{
    char prefix[PREFIX] = "";
    if (hts_hart_count(session) > 1) {
        snprintf(prefix, sizeof prefix, "hart %u: ", hart);
    }
    return tell_data(prefix, hts_hart(session, hart)->program, d);
}

/* The sum of several harts, when every one is equal. */
static void print_sum(const struct hts_session *session, const struct htr_compare_result *sum)
{
    char text[HTR_COMPARE_SUMMARY];
    uint64_t bytes = 0;
    for (unsigned i = 0; i < hts_topology(session)->ncomponents; i++) {
        const struct hts_sink *sink = hts_sink(session, i);
        bytes += sink != NULL ? sink->size : 0;
    }
    puts(htr_compare_summary(sum, bytes, text));
}

int run_check(struct hts_session *session, bool stop_on_wrap)
{
    struct htr_compare_result sum = {0};
    struct hts_check c;
    bool whole_traces = true;
    int status = TOOL_OK;
    for (unsigned i = 0; i < hts_hart_count(session); i++) {
        const struct hts_hart *h = hts_hart(session, i);
        int one = hts_check(session, i, &c);
        one = one == HTR_OK ? tell(session, i, &c, stop_on_wrap) : one;
        if (one == TOOL_OK) {
            one = tell_data_of(session, i, &c.data);
        }
        status = tool_worse(one, status);
        sum.instructions += c.result.instructions;
        sum.messages += c.result.messages;
        whole_traces = whole_traces && h->sink != TOPOLOGY_NONE && !c.wrapped && !h->overflow;
    }
    if (hts_hart_count(session) > 1 && status == TOOL_OK && whole_traces) {
        print_sum(session, &sum);
    }
    return status;
}
