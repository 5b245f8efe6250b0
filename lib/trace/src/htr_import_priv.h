/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Logs of other simulators become ingress streams: the CSV of the E-Trace reference flow, Spike's
 * log, CSV with the columns of RVFI. The formats are docs/formats.md.
 */
#ifndef HTR_IMPORT_PRIV_H
#define HTR_IMPORT_PRIV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "code.h"
#include "ingress/ingress.h"
#include "htr/htr_input.h"
#include "flow/flow_insn.h"

enum htr_import_format {
    HTR_IMPORT_AUTO, /* by content */
    HTR_IMPORT_ING,  /* ours: nothing to do */
    HTR_IMPORT_ETRACE,
    HTR_IMPORT_SPIKE,
    HTR_IMPORT_RVFI,
};

/* An instruction that was executed. */
struct htr_import_insn {
    uint64_t pc, next; /* next: where execution went, when next_known */
    uint32_t opcode;
    uint8_t priv; /* enum trm_priv */
    bool next_known;
};

struct htr_import_trap {
    bool interrupt;
    uint64_t cause, tval, epc; /* cause without the interrupt bit */
};

/* State of an import. Readers set `line` and call htr_import_add and htr_import_trap. */
struct htr_import {
    const char *verb, *path;
    struct htr_lines text;
    struct ingress_writer out;
    unsigned hart, xlen;
    bool infer;   /* a break of the flow is a trap that the log does not show */
    bool started; /* instructions are logged when they start: a trap undoes the last one */
    bool pending; /* `last` has not been written: how it ended is not known yet */
    struct htr_import_insn last;
    struct flow_insn insn; /* it */
    uint64_t last_line;
    bool has_before; /* an instruction retired right before `last` */
    struct flow_insn before;
    struct trm_block block; /* being collected; iretire 0 = none */
    uint8_t priv;           /* of it */
    uint64_t cycle;
    uint64_t instructions, traps, inferred;
};

/* Return 0, or TOOL_CANNOT after a message. htr_import_trap: the instruction at epc did not retire.
 */
int htr_import_add(struct htr_import *i, const struct htr_import_insn *insn);
int htr_import_trap(struct htr_import *i, const struct htr_import_trap *trap);
int htr_import_opcode(struct htr_import *i, uint64_t pc, uint32_t opcode);

/* Complain about the current line; returns TOOL_CANNOT. */
int htr_import_bad_line(struct htr_import *i, const char *text, size_t length, const char *what);

/* Readers: the whole of i->text. Return 0, or TOOL_CANNOT after a message. */
int htr_import_etrace(struct htr_import *i);
int htr_import_rvfi(struct htr_import *i);
int htr_import_spike(struct htr_import *i);

/* The whole of i->text with the reader of its format; the rest of *i is set but for what readers
 * keep. Returns 0, or TOOL_CANNOT after a message. */
int htr_import_text(struct htr_import *i, enum htr_import_format format);

struct htr_import_options {
    const char *format; /* "ing", "etrace", "spike", "rvfi", or NULL: by content */
    uint64_t hart;      /* Spike: the core to take; the stream has its instructions as this hart */
    unsigned xlen;      /* 0 = what the file tells, otherwise 64 */
};

/* Write the log at `path` as an ingress stream to `to`, an output that the caller closes: that says
 * when it cannot be written. Returns 0, or TOOL_CANNOT after a message. */
int import_file(const char *verb, const char *path, const struct htr_import_options *o, FILE *to,
                bool compress);

/* An ingress stream for *path: itself when it is one already; otherwise the log is imported into a
 * temporary file (output_scratch) and *path changes to its name. Does nothing when *path is NULL.
 * Returns 0, or TOOL_CANNOT after a message. */
int import_ingress(const char *verb, const char **path, const struct htr_import_options *o);

/* The same for the options of a verb: code->ingress, with --param xlen from params. */
int import_code(const char *verb, struct code_options *code, const struct htr_list *params);

#endif
