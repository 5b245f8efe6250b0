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

/* For pcs.c. */
size_t pcs_ingress_read(struct pcs *p, uint64_t *pc, size_t max);
void pcs_ingress_close(struct pcs *p);

#endif
