/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where the bytes of a trace go: by message, by field, and the bytes that each kind of compression
 * saved.
 *
 *   struct htr_stat s;
 *   if (htr_stat_messages(&s, &trace) == HTR_OK) {
 *       htr_stat_print(&s, stdout);
 *   }
 *
 * N-Trace 1.0, chapters on the messages: a byte has 6 bits of fields (MDO) and 2 of framing (MSEO).
 */
#ifndef HTR_STAT_H
#define HTR_STAT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "htr/htr_host.h"
#include "htr/htr_trace.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTR_STAT_FIELDS = 32,  /* different names of fields that are counted; N-Trace has 18 */
    HTR_STAT_PACKETS = 16, /* different names of packets of E-Trace */
};

struct htr_stat_field {
    const char *name; /* in the spec's spelling; "(no field)": bits of no field */
    uint64_t count, bits;
};

/* Messages that one kind of compression made, and the bytes that messages of the same size without
 * it would have had in addition. */
struct htr_stat_saving {
    uint64_t messages, bytes;
};

/* Packets of E-Trace with the same name. */
struct htr_stat_packet {
    const char *name;
    uint64_t count, bytes;
};

struct htr_stat {
    const char *path; /* of the trace: the caller's string */
    bool one_source;  /* only messages of src were counted */
    uint16_t src;

    uint64_t messages, bytes; /* all of them, damaged ones included */
    uint64_t damaged;
    uint64_t count[NEXUS_TCODES], type_bytes[NEXUS_TCODES]; /* of good messages */
    /* E-Trace: by the name of the packet (htr_etrace_name); then count, type_bytes, mseo and the
     * kinds of compression are 0. */
    bool etrace;
    struct htr_stat_packet packet[HTR_STAT_PACKETS];
    unsigned packets;
    uint64_t nulls; /* null packets: bytes */
    struct htr_stat_field field[HTR_STAT_FIELDS];
    unsigned fields;
    uint64_t timestamp_bits;        /* of all fields TSTAMP */
    uint64_t sync_bytes;            /* of synchronizing messages */
    uint64_t periodic;              /* number of messages with SYNC 2 */
    struct htr_stat_saving address; /* U-ADDR instead of the address in full */
    struct htr_stat_saving history; /* RepeatHistory */
    struct htr_stat_saving branch;  /* RepeatBranch */

    bool executed;         /* htr_stat_execution has filled in the rest */
    uint64_t instructions; /* executed */
    uint64_t gaps;         /* as struct htr_gap_meter counts them */
    uint64_t losses;       /* the same */
    uint64_t returns;      /* returns without a message of their own (implicit return) */
};

/* Count the messages of an open trace from its start; of t->src alone when t->one_source is set.
 * *s is set. Returns HTR_OK, damaged messages or not; or after a message HTR_ERR_OPEN, _READ (the
 * trace breaks off), _ARG (no decoder can have these settings). */
int htr_stat_messages(struct htr_stat *s, struct htr_trace *t) HTR_MUST_CHECK;

/* Decode a trace that was opened with its code (htr_trace_open_decoder) from its start, and add the
 * executed instructions. Returns the same. */
int htr_stat_execution(struct htr_stat *s, struct htr_trace *t) HTR_MUST_CHECK;

/* Bits of trace per instruction, 0 when none was executed. */
double htr_stat_bits_per_instruction(const struct htr_stat *s);

/* Tables in text. */
void htr_stat_print(const struct htr_stat *s, FILE *out);

/* One object of JSON (docs/reference/formats.md, hartrace-stat-1). Returns HTR_OK, or HTR_ERR_WRITE
 * without a message. */
int htr_stat_json(const struct htr_stat *s, FILE *out) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
