/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sequences of executed PCs: read from a text file, from an ingress stream, or from a log in
 * memory.
 *
 * Text (PCONLY, PCSEQ of the task group's tools): one address a line, "0x80000000"; what follows a
 * comma is ignored; empty lines and lines that start with '#' are skipped.
 */
#ifndef TOOLS_PCS_H
#define TOOLS_PCS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ingress/ingress.h"
#include "htr/htr_input.h"
#include "pc_log.h"

enum pcs_kind {
    PCS_TEXT,
    PCS_INGRESS,
    PCS_LOG
};

struct pcs_ingress; /* pcs_ingress.c */

struct pcs {
    enum pcs_kind kind;
    const char *verb, *path;
    struct htr_lines text;
    struct pcs_ingress *ingress; /* owned */
    struct pc_log_reader *log;   /* owned */
    uint64_t line; /* TEXT: of the first PC of the last batch; the others follow line by line */
    bool failed;   /* ended by an error, which was told on stderr */
};

/* Open a text file. Returns 0, or TOOL_CANNOT after a message. */
int pcs_open_text(struct pcs *p, const char *verb, const char *path);

/* Open an ingress stream: the PCs of one hart. Returns 0, or TOOL_CANNOT after a message. */
int pcs_open_ingress(struct pcs *p, const char *verb, const char *path, unsigned hart);

/* Read from a log, from PC number `from` on, or (pcs_open_log) from the first that it holds.
 * Without memory the list is empty and p->failed is set, after a message. */
void pcs_open_log(struct pcs *p, const char *verb, const struct pc_log *log);
void pcs_open_log_at(struct pcs *p, const char *verb, const struct pc_log *log, uint64_t from);

/* Up to max PCs (max >= 1). Returns how many, 0 at the end or (p->failed) after an error that was
 * told. */
size_t pcs_read(struct pcs *p, uint64_t *pc, size_t max);
void pcs_close(struct pcs *p);

/* What a hart did, one step after the other: an instruction, or a trap between two of them. */
enum pcs_step_kind {
    PCS_STEP_INSN,
    PCS_STEP_EXCEPTION,
    PCS_STEP_INTERRUPT,
};

struct pcs_step {
    enum pcs_step_kind kind;
    bool trap_return;   /* INSN: it returned from a trap */
    bool halted_before; /* the hart was in debug mode since the step before */
    uint8_t priv;       /* enum trm_priv of the record that holds it; a trap: where it came from */
    uint64_t pc;        /* a trap: of the instruction that it hit, or came before */
    uint64_t cause;     /* a trap: without the interrupt bit */
    uint64_t time, cycle, context, hcontext; /* of the record */
};

/* The next step of a list opened with pcs_open_ingress; not to be mixed with pcs_read. Returns
 * false at the end or (p->failed) after an error that was told. */
bool pcs_ingress_step(struct pcs *p, struct pcs_step *step);

/* For pcs.c. */
size_t pcs_ingress_read(struct pcs *p, uint64_t *pc, size_t max);
void pcs_ingress_close(struct pcs *p);

#endif
