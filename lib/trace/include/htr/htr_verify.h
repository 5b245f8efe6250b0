/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compares a trace with what was executed. From a trace, its code and a list of the executed PCs it
 * makes a report: the verdict, every difference with the field of the message that led there, gaps,
 * and rules of N-Trace that the encoder broke.
 *
 *   struct htr_verify v;
 *   struct htr_verify_options o = {.trace.path = "t.nex", .trace.code.elf = "p.elf",
 *                                  .pcs = "p.pcs", .limit = 1};
 *   int verdict = htr_verify_open(&v, &host, &o);
 *   if (verdict == HTR_OK && (verdict = htr_verify_run(&v)) >= 0)
 *       htr_verify_text(&v.report, true, stdout);
 *   htr_verify_close(&v);
 */
#ifndef HTR_VERIFY_H
#define HTR_VERIFY_H

#include "htr/htr_compare.h"
#include "htr/htr_data_compare.h"
#include "nexus/nexus_print.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- what is compared ---- */

struct htr_verify_options {
    struct htr_trace_options trace; /* with code; not in pieces */
    const char *pcs;                /* PC list; NULL: the ingress of trace.code */
    const char *accesses;           /* data accesses, as for htr_data_list_open: compare data trace
                                       too, when all instructions are equal; or NULL */
    bool strict;     /* with the ingress: as htr_compare_strict, and check rules of N-Trace */
    bool partial;    /* the trace may begin late, end early, and leave regions out */
    bool resync;     /* losses are gaps: continue at SYNC=7 */
    bool keep_going; /* report differences up to the limit, not only the first */
    uint64_t limit;  /* differences with keep_going or resync, 1 to HTR_COMPARE_LIMIT */
};

/* ---- remarks ---- */

/* Rules that decoding does not need. */
enum htr_verify_rule {
    HTR_VERIFY_OWNERSHIP_FORMAT_0, /* Ownership with FORMAT 0 and a context */
    HTR_VERIFY_SYNC_4_IN_HTM,      /* SYNC=4, which only BTM may have */
    HTR_VERIFY_ABSOLUTE_TIME,      /* absolute TSTAMP where a difference belongs */
    HTR_VERIFY_MIXED_BTYPE,        /* B-TYPE 1 as well as 2 or 3 */
    HTR_VERIFY_SYNC_WITHOUT_TIME, /* synchronizing message without TSTAMP, though others have one */
    HTR_VERIFY_NOT_NTRACE,        /* TCODE that is reserved or not of N-Trace */
    HTR_VERIFY_RULES
};

/* Id of the rule in docs/reference/conformance.md, or "" for none; and the violation, in words.
 * Never NULL.
 */
const char *htr_verify_rule_id(enum htr_verify_rule rule);
const char *htr_verify_rule_text(enum htr_verify_rule rule);

struct htr_verify_remark {
    uint64_t count;       /* messages; 0: the rule holds */
    uint64_t msg, offset; /* of the first */
    uint8_t tcode;
};

/* Facts from the messages alone, without code. */
struct htr_verify_scan {
    uint64_t messages, bytes; /* of the source, idle bytes not counted */
    uint64_t others;          /* messages of other sources */
    uint64_t damaged;
    struct htr_verify_remark remark[HTR_VERIFY_RULES];

    /* The first message that `strict` refuses; `what` is "" when there is none. */
    struct htr_difference strict;
};

/* ---- differences ---- */

enum {
    HTR_VERIFY_NEIGHBORS = 4, /* messages around a difference */
    HTR_VERIFY_PLACE = 160,   /* bytes of a place in words, with its NUL */
};

/* A message near a difference. */
struct htr_verify_message {
    uint64_t number, offset;
    uint8_t tcode;
    bool has_hist;
    uint64_t hist;
    char text[NEXUS_PRINT_MAX];
};

/* How the trace got to the difference: the last instruction before it, and the field that decided
 * its outcome. */
struct htr_verify_cause {
    bool known;         /* there is an instruction before */
    uint64_t pc;        /* of that instruction */
    uint64_t msg;       /* the message that it was walked for */
    uint8_t cls, size;  /* enum flow_insn_class, bytes */
    uint64_t target;    /* of a branch or direct jump */
    unsigned bits;      /* HIST bits of msg used up to and with this instruction; 0: none */
    bool used_bit;      /* it used the last of them */
    uint8_t event;      /* FLOW_ELEM_EXCEPTION, _TRACE_ON or _EVENT after it, else 0 */
    uint64_t event_msg; /* the message of the event */
    uint8_t event_code; /* B-TYPE or SYNC */
};

struct htr_verify_difference {
    struct htr_difference at;
    struct htr_verify_cause cause;
    char because[HTR_DIFFERENCE_WHAT]; /* one sentence: which field led here; or "" */
    char from[HTR_VERIFY_PLACE];       /* the instruction before: address, symbol, code; or "" */
    char expected[HTR_VERIFY_PLACE];   /* the same for the PC in the list */
    char got[HTR_VERIFY_PLACE];        /* the same for the PC in the trace */
    struct htr_verify_message message[HTR_VERIFY_NEIGHBORS];
    unsigned messages;
};

/* ---- the report ---- */

struct htr_verify_report {
    const char *path; /* of the trace */
    int verdict;      /* enum htr_compare_verdict */
    int32_t source;   /* SRC, or -1: all sources as one */
    bool parts;       /* segments were placed: result is complete; else only result.sum is set */
    bool strict;
    bool no_clock;  /* strict: the trace has times, but trTsMode does not say what they count */
    unsigned limit; /* parts: differences at most */
    struct htr_compare_parts_result result;
    struct htr_verify_scan scan;
    bool data;                         /* data trace was compared: all instructions are equal */
    struct htr_data_compared accesses; /* with `data` */
    uint64_t bytes;                    /* of the trace, or of the messages of the source */
    struct htr_verify_difference *difference; /* owned */
    unsigned differences;
};

/* Read: report, and trace between open and run. The rest is private. */
struct htr_verify {
    struct htr_host *host;
    const struct htr_verify_options *options;
    struct htr_verify_report report;
    struct htr_trace trace;
    struct htr_pcs pcs;
    struct htr_tree tree;       /* the trace is its only branch */
    int32_t decoder;            /* in the tree */
    struct nexus_decoder start; /* the decoder before the comparison */
    bool has_trace, has_pcs;
};

/* Check that the options fit together. Returns HTR_OK, or after a message HTR_ERR_MISSING (nothing
 * to compare with), HTR_ERR_CONFLICT (strict without an ingress, or with a list; accesses with
 * partial, resync, wrapped, or with a PCINFO list as the only code), HTR_ERR_ARG (limit). */
int htr_verify_check(struct htr_host *host, const struct htr_verify_options *o) HTR_MUST_CHECK;

/* Check the options, open trace, code and list. o and its texts must live until the end, and v must
 * not move. Returns HTR_OK, or HTR_ERR_* after a message as htr_verify_check,
 * htr_trace_open_decoder, htr_pcs_open_text, htr_pcs_open_ingress or htr_data_list_open return it,
 * HTR_ERR_CONFLICT also when data trace is filtered; htr_verify_close ends it in every case. */
int htr_verify_open(struct htr_verify *v, struct htr_host *host,
                    const struct htr_verify_options *o) HTR_MUST_CHECK;

/* Compare and explain; call it once. htr_progress counts bytes of the trace. Returns enum
 * htr_compare_verdict, which the report has too, or after a message HTR_ERR_MISSING (no message, no
 * instruction, or a list without a PC: nothing was compared), HTR_ERR_MEMORY, or the error of
 * reading the list. */
int htr_verify_run(struct htr_verify *v) HTR_MUST_CHECK;

void htr_verify_close(struct htr_verify *v);

/* ---- the report for readers ---- */

/* Each writes to `out` and returns HTR_OK, or without a message HTR_ERR_WRITE: out has an error.
 * The caller closes it. */

/* Text: the verdict, gaps, differences; their causes only when `explain`. */
int htr_verify_text(const struct htr_verify_report *r, bool explain, FILE *out) HTR_MUST_CHECK;

/* One JSON object, and the XML of JUnit: docs/reference/formats.md. */
int htr_verify_json(const struct htr_verify_report *r, FILE *out) HTR_MUST_CHECK;
int htr_verify_junit(const struct htr_verify_report *r, FILE *out) HTR_MUST_CHECK;

/* Remarks to the host: with `total` the number of all differences, then the rules that were
 * broken. */
void htr_verify_note(const struct htr_verify_report *r, bool total, struct htr_host *host);

#ifdef __cplusplus
}
#endif

#endif
