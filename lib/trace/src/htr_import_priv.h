/* SPDX-License-Identifier: Apache-2.0 */
/* For htr_import*.c: executed instructions and traps become ingress blocks; the readers of each
 * format. */
#ifndef HTR_IMPORT_PRIV_H
#define HTR_IMPORT_PRIV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "flow/flow_insn.h"
#include "htr/htr_import.h"
#include "htr/htr_input.h"
#include "ingress/ingress.h"

/* An instruction that was executed. */
struct htr_import_insn {
    uint64_t pc, next; /* next: where execution went, when next_known */
    uint32_t opcode;
    uint8_t priv; /* enum ingress_priv */
    bool next_known;
};

struct htr_import_trap {
    bool interrupt;
    uint64_t cause, tval, epc; /* cause without the interrupt bit */
};

/* State of an import. Readers set `line` and call htr_import_add and htr_import_trap. */
struct htr_import {
    struct htr_host *host;
    const char *path;
    enum htr_import_format format;
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
    struct ingress_block block; /* being collected; iretire 0 = none */
    uint8_t priv;               /* of it */
    uint64_t cycle;
    uint64_t instructions, traps, inferred;
};

/* Return as htr_import_write. htr_import_trap: the instruction at epc did not retire. */
int htr_import_add(struct htr_import *i, const struct htr_import_insn *insn);
int htr_import_trap(struct htr_import *i, const struct htr_import_trap *trap);
int htr_import_opcode(struct htr_import *i, uint64_t pc, uint32_t opcode);

/* Complain about the current line; returns HTR_ERR_FORMAT. */
int htr_import_bad_line(struct htr_import *i, const char *text, size_t length, const char *what);

/* Readers: the whole of i->text. Return as htr_import_write. */
int htr_import_etrace(struct htr_import *i);
int htr_import_rvfi(struct htr_import *i);
int htr_import_spike(struct htr_import *i);

/* The whole of i->text with the reader of i->format; the rest of *i is set but for what readers
 * keep. Returns as htr_import_write. */
int htr_import_text(struct htr_import *i);

#endif
