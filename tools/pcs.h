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

#include "ingress.h"
#include "input.h"

/* A log in memory: about one byte an instruction. */
struct pc_log {
    uint8_t *bytes;
    size_t size, room;
    uint64_t count; /* PCs */
    uint64_t last;
};

/* Add a PC. Returns false when there is no memory. */
bool pc_log_add(struct pc_log *log, uint64_t pc);
void pc_log_free(struct pc_log *log);

enum pcs_kind {
    PCS_TEXT,
    PCS_INGRESS,
    PCS_LOG
};

struct pcs_ingress; /* pcs_ingress.c */

struct pcs {
    enum pcs_kind kind;
    const char *verb, *path;
    struct lines text;
    struct pcs_ingress *ingress; /* owned */
    const struct pc_log *log;
    size_t log_pos;
    uint64_t log_pc;
    uint64_t line; /* TEXT: of the first PC of the last batch; the others follow line by line */
    bool failed;   /* ended by an error, which was told on stderr */
};

/* Open a text file. Returns 0, or TOOL_CANNOT after a message. */
int pcs_open_text(struct pcs *p, const char *verb, const char *path);

/* Open an ingress stream: the PCs of one hart. Returns 0, or TOOL_CANNOT after a message. */
int pcs_open_ingress(struct pcs *p, const char *verb, const char *path, unsigned hart);

/* Read from a log. */
void pcs_open_log(struct pcs *p, const char *verb, const struct pc_log *log);

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
