/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writers: what an export is made of. A writer is a structure of operations and a state of its
 * own; the pass (htv_pass.h) calls begin once, take for every event it wants, end once.
 *
 * Memory is bounded by what is open: stacks, functions, lines, distinct ranges; not by the length
 * of the trace.
 */
#ifndef HTV_WRITER_H
#define HTV_WRITER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "htr/htr_host.h"
#include "htv/htv_event.h"

#ifdef __cplusplus
extern "C" {
#endif

struct flow_code;
struct flow_context;
struct htv_names;
struct htv_symbols;
struct htv_profile;
struct htr_trace_options;
struct htr_fw_table;
struct htv_firmware;
struct htv_summary_call;

/* Remarks of a pass, for writers with HTV_WANTS_REMARKS: the first HTV_REMARKS of them. */
enum {
    HTV_REMARKS = 100,
    HTV_REMARK_TEXT = 512, /* bytes with the NUL; longer ones are cut */
};

struct htv_remarks {
    char text[HTV_REMARKS][HTV_REMARK_TEXT]; /* "FILE: WHAT; REMEDY" */
    unsigned n;
    uint64_t more; /* left out */
};

/* ---- the time axis ---- */

enum htv_axis_kind {
    HTV_AXIS_AUTO,         /* timestamps where the trace has them, else instructions */
    HTV_AXIS_INSTRUCTIONS, /* each hart counts its own */
    HTV_AXIS_TIMESTAMPS,   /* exact at each TSTAMP, between two of them by instructions */
    HTV_AXIS_CYCLES,       /* of the ingress stream; needs a trace without gaps */
};

/* "instructions", "timestamp ticks", "cycles": never NULL. */
const char *htv_axis_unit(enum htv_axis_kind kind);

/* ---- before the pass, and after it ---- */

struct htv_hart {
    uint16_t src;  /* SRC; 0 when all sources are decoded as one */
    char name[24]; /* "hart 0" */
};

/* What a writer knows from the beginning. Valid until the end of the pass. */
struct htv_about {
    struct htr_host *host;
    const char *path;          /* of the output; of a folder for reports */
    const char *name;          /* of path, in messages */
    FILE *out;                 /* open for writing; NULL for writers with HTV_WANTS_PATH */
    const char *trace;         /* name of the trace */
    enum htv_axis_kind axis;   /* never AUTO */
    uint64_t ticks_per_second; /* of the axis when it was given, else 0: no unit of time */
    const struct htv_hart *hart;
    unsigned harts;
    unsigned xlen;
    const struct htv_names *names; /* function ids to names: htv_names.h; grows during the pass */
    struct htv_symbols *symbols;   /* lines; NULL: there are none */
    const struct htv_profile *profile; /* complete at the end: htv_profile.h */
    struct htr_code *code;             /* of the pass; htr_code_opcode */
    struct flow_code *(*code_of)(void *code_ctx, uint16_t space, struct flow_context *context);
    void *code_ctx;       /* code_of: the code of an address space, for htv_profile_insns */
    unsigned weight_time; /* folded and flame graphs: 1: weigh by time, 0: instructions */
    const struct htr_fw_table *messages;     /* names of software trace words (fwtrace/); or NULL */
    const struct htv_firmware *firmware;     /* messages of events; or NULL */
    const struct htr_trace_options *options; /* how the trace was opened */
    const struct htv_remarks *remarks;       /* HTV_WANTS_REMARKS: so far; else NULL */
};

/* Totals, of all harts. Equal in all writers. */
struct htv_totals {
    uint64_t instructions;
    uint64_t calls; /* HTV_ENTER by HTV_CALL; tail calls, swaps and traps are counted apart */
    uint64_t tail_calls, swaps, traps;
    uint64_t returns;         /* from traps too */
    uint64_t branches, taken; /* conditional ones that were executed, and taken */
    uint64_t losses, gaps;
    uint64_t switches;    /* of stacks, the first of each hart not counted */
    uint64_t swtrace;     /* software trace messages */
    uint64_t messages;    /* of firmware: HTV_MESSAGE */
    uint64_t bytes;       /* of the trace */
    uint64_t first, last; /* of the time axis */
    uint64_t overdeep;    /* calls too deep for any stack */
};

/* ---- operations ---- */

enum htv_wants {
    HTV_WANTS_RANGES = 1u << 0,   /* HTV_RANGE events */
    HTV_WANTS_ORDER = 1u << 1,    /* events of all harts in the order of time; else hart by hart */
    HTV_WANTS_PATH = 1u << 2,     /* opens about->path itself (a database, a folder) */
    HTV_WANTS_REMARKS = 1u << 3,  /* about->remarks */
    HTV_WANTS_FILE = 1u << 4,     /* with PATH: makes one file of that name */
    HTV_WANTS_MESSAGES = 1u << 5, /* has a place for HTV_MESSAGE */
    HTV_WANTS_TIMES = 1u << 7,    /* with `calls`: shows htv_totals.first and last */
    HTV_WANTS_OFFSETS = 1u << 6,  /* shows htv_event.offset of ENTER, LEAVE or RANGE */
};

struct htv_writer {
    const char *name;  /* for --to */
    const char *help;  /* one phrase */
    unsigned wants;    /* HTV_WANTS_* */
    size_t state_size; /* bytes, zeroed before begin */

    /* Each returns HTR_OK, or HTR_ERR_* after a message; HTR_ERR_WRITE without one for `out`. */
    int (*begin)(void *state, const struct htv_about *about);
    int (*take)(void *state, const struct htv_event *e);
    int (*end)(void *state, const struct htv_totals *totals);
    /* n calls from the frame on top of e->stack, a caller before what it calls, that stand for
     * their events (htv_summary.h): e->insns does not count what is in them, the event after it
     * does. NULL: needs every event. */
    int (*calls)(void *state, const struct htv_event *e, const struct htv_summary_call *call,
                 size_t n);
    /* Release everything, also after an error. May be NULL. */
    void (*close)(void *state);
};

/* All writers: docs/reference/exports.md. Ends with NULL. */
extern const struct htv_writer *const htv_writers[];

/* By name, or NULL. */
const struct htv_writer *htv_writer_find(const char *name);

#ifdef __cplusplus
}
#endif

#endif
