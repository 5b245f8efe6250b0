/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sequences of executed PCs: read from a text file, from an ingress stream, or from a log in
 * memory.
 *
 * Text (PCONLY, PCSEQ of the task group's tools): one address per line, "0x80000000"; what follows
 * a comma is ignored; empty lines and lines that start with '#' are skipped.
 */
#ifndef HTR_PCS_H
#define HTR_PCS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "htr/htr_input.h"
#include "htr/htr_pc_log.h"

#ifdef __cplusplus
extern "C" {
#endif

enum htr_pcs_kind {
    HTR_PCS_TEXT,
    HTR_PCS_INGRESS,
    HTR_PCS_LOG
};

struct htr_pcs_ingress; /* htr_pcs_ingress.c */

struct htr_pcs {
    enum htr_pcs_kind kind;
    struct htr_host *host;
    const char *path;
    struct htr_lines text;
    struct htr_pcs_ingress *ingress; /* owned */
    struct htr_pc_log_reader *log;   /* owned */
    uint64_t line; /* TEXT: of the first PC of the last batch; the others follow line by line */
    bool failed;   /* ended by an error that was reported */
};

/* Open a text file; path must live as long as the list. Returns HTR_OK, or after a message
 * HTR_ERR_OPEN, HTR_ERR_MEMORY. */
int htr_pcs_open_text(struct htr_pcs *p, struct htr_host *host, const char *path) HTR_MUST_CHECK;

/* Open an ingress stream: the PCs of one hart. Returns HTR_OK, or after a message HTR_ERR_ARG (it
 * has no such hart), HTR_ERR_MEMORY, or what htr_ingress_open returns. */
int htr_pcs_open_ingress(struct htr_pcs *p, struct htr_host *host, const char *path,
                         unsigned hart) HTR_MUST_CHECK;

/* Read from a log, from PC number `from` on, or (htr_pcs_open_log) from the first that it holds.
 * Without memory the list is empty and p->failed is set, after a message. */
void htr_pcs_open_log(struct htr_pcs *p, struct htr_host *host, const struct htr_pc_log *log);
void htr_pcs_open_log_at(struct htr_pcs *p, struct htr_host *host, const struct htr_pc_log *log,
                         uint64_t from);

/* Read up to max PCs (max >= 1). Returns their number, 0 at the end or (p->failed) after a reported
 * error. */
size_t htr_pcs_read(struct htr_pcs *p, uint64_t *pc, size_t max);
void htr_pcs_close(struct htr_pcs *p);

/* What a hart did, one step after the other: an instruction, or a trap between two of them. */
enum htr_pcs_step_kind {
    HTR_PCS_STEP_INSN,
    HTR_PCS_STEP_EXCEPTION,
    HTR_PCS_STEP_INTERRUPT,
};

struct htr_pcs_step {
    enum htr_pcs_step_kind kind;
    bool trap_return;   /* INSN: it returned from a trap */
    bool halted_before; /* the hart was in debug mode since the last step */
    uint8_t priv;   /* enum ingress_priv of the record that holds it; a trap: where it came from */
    uint64_t pc;    /* a trap: of the instruction that it hit, or came before */
    uint64_t cause; /* a trap: without the interrupt bit */
    uint64_t time, cycle, context, hcontext; /* of the record */
};

/* The next step of a list opened with htr_pcs_open_ingress; do not mix it with htr_pcs_read.
 * Returns false at the end or (p->failed) after a reported error. */
bool htr_pcs_ingress_step(struct htr_pcs *p, struct htr_pcs_step *step);

#ifdef __cplusplus
}
#endif

#endif
