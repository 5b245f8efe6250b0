/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One pass over a trace into one writer.
 *
 *   struct htv_pass_options o = {.trace.path = "t.nex", .trace.code.elf = "p.elf",
 *                                .writer = htv_writer_find("folded"), .out = stdout};
 *   struct htv_totals totals;
 *   if (htv_pass(&host, &o, &totals) != HTR_OK) ...
 */
#ifndef HTV_PASS_H
#define HTV_PASS_H

#include "htr/htr_trace.h"
#include "htv/htv_firmware.h"
#include "htv/htv_profile.h"
#include "htv/htv_symbols.h"
#include "htv/htv_writer.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTV_HARTS_MAX = 64,
};

/* Elements that were decoded before (htv_reduce.h), in place of decoding. */
struct htv_replay {
    void *ctx;

    /* The next elements of a lane, as htr_batch_next gives them. */
    int (*next)(void *ctx, unsigned lane, struct flow_range *range, unsigned max,
                struct flow_elem *e);
    struct htv_profile *profile; /* the ranges are reduced: their counts, which the pass takes.
                                    NULL: the ranges are whole */
    const uint16_t *src;         /* by lane, ascending; NULL: there is one lane, with all sources */
    unsigned lanes;
    uint64_t bytes; /* of the trace */
};

struct htv_pass_options {
    struct htr_trace_options trace; /* with code. src NULL: one hart; "all": every source is one */
    const struct htv_writer *writer;
    void *state; /* of the writer, writer->state_size bytes; NULL: made and released here */
    const char *path;
    const char *name; /* of path, in messages; NULL: path itself */
    FILE *out;
    enum htv_axis_kind axis;
    uint64_t ticks_per_second; /* 0: not known */
    unsigned weight_time;      /* htv_about.weight_time */
    /* Files with symbols beside the code's own ELF, which they hide. */
    struct htv_symbols_options symbols;
    const struct htr_fw_table *messages;         /* htv_about.messages */
    const struct htv_firmware_options *firmware; /* messages as events; NULL: none */
    const struct htv_replay *replay;             /* NULL: decode */
    bool no_symbols;                             /* addresses instead of names */
};

/* Decode all of it into the writer. *totals is set. A damaged trace is no error: gaps are counted,
 * and remarks name the first ones. When the host stops it, what was decoded is written as if the
 * trace ended there. htr_progress counts bytes of the trace, hart after hart.
 *
 * Returns HTR_OK; or HTR_ERR_* after a message: ARG (firmware, and a writer that has no place for
 * messages), MISSING (no code, AXIS_TIMESTAMPS without
 * timestamps, AXIS_CYCLES without an ingress stream, no message), CONFLICT (AXIS_CYCLES with gaps),
 * MEMORY, READ (the file broke off; the output is complete up to there), what opening the trace
 * returns, what htv_symbols_open returns, what the writer returns. WRITE without a message: `out`
 * has an error. */
int htv_pass(struct htr_host *host, const struct htv_pass_options *o,
             struct htv_totals *totals) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
