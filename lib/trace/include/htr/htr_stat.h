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

/* ---- in parts ---- */

/*
 * What messages of a stretch of the trace say. Joining is associative: a source's U-ADDR before the
 * first address of a part, and RepeatBranch before its first branch message, wait for what is
 * before it (N-Trace 1.0, "Address Compression", "RepeatBranch"). Packets of E-Trace before a
 * source's first support packet in a part are read with options that are assumed; joining compares
 * them with those that the part before ends with (E-Trace 2.0, "Format 3 subformat 3 - Support").
 */
enum {
    HTR_STAT_SOURCES = 1 << NEXUS_MAX_SRC_BITS
};

struct htr_stat_source {
    uint64_t addr;        /* last address >> 1, when known */
    uint64_t last_length; /* of the last branch message */
    uint64_t repeats;     /* repetitions before the first one */
    uint64_t *pending;    /* U-ADDR before the first address */
    size_t n, room;
    bool known, branched;
    /* E-Trace: bits (1 << enum etrace_option). */
    uint32_t assumed; /* at the start of the part */
    uint32_t options; /* that the last support packet states, with `stated` */
    bool used;        /* packets were read with what is assumed */
    bool stated;
};

struct htr_stat_part {
    struct htr_stat s;     /* timestamp_bits and address.bytes are not set */
    uint64_t address_bits; /* that U-ADDR left out */
    bool no_memory;
    bool starts;         /* it is at the start of the trace */
    bool assumes;        /* htr_stat_part_assume was called, */
    uint16_t assumes_of; /* of this source */
    bool differs;        /* E-Trace: what a part assumed was not so: the counts may be wrong */
    struct htr_stat_source source[HTR_STAT_SOURCES];
};

/* E-Trace: before htr_stat_part_add, of a part that does not begin at the start of the trace: the
 * options in force of source src; without it, and of other sources, those of the settings are
 * assumed. */
void htr_stat_part_assume(struct htr_stat_part *p, uint16_t src, uint32_t options);

/* A part without messages. starts: it is at the start of the trace. Returns HTR_OK, or
 * HTR_ERR_MEMORY after a message. */
int htr_stat_part_open(struct htr_stat_part **out, struct htr_host *host,
                       bool starts) HTR_MUST_CHECK;
void htr_stat_part_close(struct htr_stat_part *p);

/* Add the messages from where t is (htr_trace_begin, htr_trace_span) to its end. Returns HTR_OK, or
 * after a message HTR_ERR_READ, HTR_ERR_MEMORY. */
int htr_stat_part_add(struct htr_stat_part *p, struct htr_trace *t) HTR_MUST_CHECK;

/* a becomes a and b after it. Returns HTR_OK, or HTR_ERR_MEMORY without a message. */
int htr_stat_part_join(struct htr_stat_part *a, const struct htr_stat_part *b) HTR_MUST_CHECK;

/* The statistics of a part that is a whole trace. */
void htr_stat_part_sum(const struct htr_stat_part *p, struct htr_stat *s);

/* A part as lines of text, and back. htr_stat_part_read returns false when it is none. */
void htr_stat_part_write(const struct htr_stat_part *p, FILE *to);
bool htr_stat_part_read(struct htr_stat_part *p, FILE *from) HTR_MUST_CHECK;

/* Instructions and implicit returns, of elements in order. All zero at the start. */
struct htr_stat_returns {
    uint64_t instructions, returns;
    uint64_t last_msg;
    bool open; /* the last range ended with a return */
};
void htr_stat_returns_take(struct htr_stat_returns *r, const struct flow_elem *e);

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
