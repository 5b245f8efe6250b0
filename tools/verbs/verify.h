/* SPDX-License-Identifier: Apache-2.0 */
/* Verb verify: what its files share. */
#ifndef TOOLS_VERIFY_H
#define TOOLS_VERIFY_H

#include "compare_parts.h"
#include "nexus/nexus_print.h"
#include "trace_options.h"
#include "verify_scan.h"

enum {
    VERIFY_NEIGHBORS = 4, /* messages shown around a difference */
    VERIFY_PLACE = 160,
};

/* A message near a difference. */
struct verify_message {
    uint64_t number, offset;
    uint8_t tcode;
    bool has_hist;
    uint64_t hist;
    char text[NEXUS_PRINT_MAX];
};

/* How the trace came to where it differs: the last instruction before, and what decided where it
 * went. */
struct verify_cause {
    bool known;        /* there is an instruction before */
    uint64_t pc;       /* of it, */
    uint64_t msg;      /* and the message that it was walked for */
    uint8_t cls, size; /* enum flow_insn_class, bytes */
    uint64_t target;   /* of a branch or direct jump */
    unsigned bits;     /* HIST bits of msg that were used, with that of this instruction; 0: none */
    bool used_bit;     /* it used the last of them */
    uint8_t event;     /* FLOW_ELEM_EXCEPTION, _TRACE_ON or _EVENT behind it, else 0; */
    uint64_t event_msg; /* its message, */
    uint8_t event_code; /* B-TYPE or SYNC */
};

struct verify_difference {
    struct compare_difference at;
    struct verify_cause cause;
    char because[320];           /* one sentence, or "" */
    char from[VERIFY_PLACE];     /* the instruction before: address, symbol, code; or "" */
    char expected[VERIFY_PLACE]; /* the same for what the list says */
    char got[VERIFY_PLACE];      /* and for what the trace says */
    struct verify_message message[VERIFY_NEIGHBORS];
    unsigned messages;
};

/* What there is to report. */
struct verify_report {
    const char *path;
    const struct htr_trace *trace;
    enum compare_verdict verdict;
    bool parts, strict; /* how it was compared */
    struct compare_parts_result result;
    struct verify_scan scan;
    uint64_t bytes;                             /* of the trace, or of the source */
    const struct verify_difference *difference; /* result.differences of them, */
    unsigned differences;                       /* and one of scan.strict */
};

/* Explain differences. start: the decoder as it was before the comparison; trace: with its code.
 * Decodes once more. */
void verify_explain(const struct nexus_decoder *start, struct htr_trace *trace,
                    struct verify_difference *d, unsigned n);

/* The sentence of a difference whose cause and messages are known. */
void verify_because(const struct htr_trace *trace, struct verify_difference *d);

/* Print what verify_explain found, below the line that says where. */
void verify_print(const struct verify_difference *d);

/* All of it as JSON (docs/formats.md) on stdout. Returns false when that cannot be written. */
bool verify_json(const struct verify_report *r);

/* All of it as JUnit's XML. Returns 0, or TOOL_CANNOT after a message. */
int verify_junit(const struct verify_report *r, const char *verb, const char *path);

#endif
