/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The outputs of a program, whole or not at all.
 *
 * What goes to a file is written to TARGET.tmp.PID beside it and takes the target's name at the end
 * (htr_outputs_finish), if it is to be kept; otherwise the old file stays. Pipes, devices
 * and /dev/fd/N are written directly. A name that is an input of the program, or another output of
 * it, is refused, under any name: inodes are compared. Every write and close is checked; an error
 * is reported with the name of the output and the reason of the system.
 *
 *   struct htr_outputs outputs;
 *   htr_outputs_init(&outputs, &host);
 *   FILE *f = htr_outputs_open(&outputs, "trace.pcs");
 *   ...
 *   if (htr_outputs_finish(&outputs, good, NULL) != HTR_OK) ...
 *
 * Use one per program: standard output is checked and, as an output, moved away.
 */
#ifndef HTR_OUTPUTS_H
#define HTR_OUTPUTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "htr/htr_host.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTR_PLACES = 1 << 12, /* rows of the table; the places are not limited */
};

/* Files that are in use, by inode or name. */
struct htr_places {
    struct htr_mark *bucket[HTR_PLACES];
    bool standard_known;
};

struct htr_output;

struct htr_outputs {
    struct htr_host *host; /* for messages; when it was stopped, the bytes so far become the output,
                              announced as partial */
    /* Called before a temporary file is made, or NULL: a program that a signal can end must now
     * make sure that it still calls htr_outputs_finish. */
    void (*temporary)(struct htr_outputs *o);
    bool whole;   /* a stop is a regular end: the outputs are not partial */
    bool durable; /* files are on the disk before they take their names, and their names after it */

    /* Private. */
    struct htr_output *first, *last;
    bool standard; /* taken by an output */
    struct htr_places places;
};

/* Nothing is open. */
void htr_outputs_init(struct htr_outputs *o, struct htr_host *host);

/* ---- outputs ---- */

/* Open an output; path "-" is standard output. Then everything that the program prints there goes
 * to stderr. Do it before the work, and before inputs are read. Returns NULL after a message. */
FILE *htr_outputs_open(struct htr_outputs *o, const char *path) HTR_MUST_CHECK;

/* The same for text that may be mixed with what the program prints: "-" is stdout itself. */
FILE *htr_outputs_open_text(struct htr_outputs *o, const char *path) HTR_MUST_CHECK;

/* Flush and close; f may be NULL. Returns HTR_OK, or HTR_ERR_WRITE after a message when anything of
 * it could not be written. */
int htr_outputs_close(struct htr_outputs *o, FILE *f);

/* The same, and a file takes its name now: it stays even if other outputs fail. Returns the same,
 * and HTR_ERR_WRITE when the name cannot be taken. */
int htr_outputs_keep(struct htr_outputs *o, FILE *f);

/* The output is not needed: close it without a check. An old file stays, nothing new is left. NULL
 * is fine. */
void htr_outputs_drop(struct htr_outputs *o, FILE *f);

/* An output that another program or library writes: returns the name to write to, which ends in
 * `suffix`. Valid until htr_outputs_finish. Returns NULL after a message. */
const char *htr_outputs_place(struct htr_outputs *o, const char *path,
                              const char *suffix) HTR_MUST_CHECK;

/* A folder for outputs: made when it is not there. Returns HTR_OK, or HTR_ERR_OPEN or
 * HTR_ERR_MEMORY after a message, also when something of that name is no folder or cannot be
 * written. */
int htr_outputs_folder(struct htr_outputs *o, const char *path) HTR_MUST_CHECK;

/* A file that is removed at the end, in any case: PATH.tmp.PID with the suffix, or with path NULL
 * in the folder for temporary files (TMPDIR, /tmp). *name is valid until htr_outputs_finish.
 * Returns NULL after a message. */
FILE *htr_outputs_scratch(struct htr_outputs *o, const char *path, const char *suffix,
                          const char **name) HTR_MUST_CHECK;

/* Does f, an output or any other stream, go to a terminal? */
bool htr_outputs_is_terminal(const struct htr_outputs *o, FILE *f);

/* ---- inputs ---- */

/* fd is read by this program. Returns false when it is one of its outputs too; the caller reports
 * it: HTR_OUTPUT_IS_INPUT. */
bool htr_outputs_allow_input(struct htr_outputs *o, int fd) HTR_MUST_CHECK;
#define HTR_OUTPUT_IS_INPUT "is both input and output of this command; name another output"

/* ---- the end ---- */

/* Flush and check stdout, close what is open, then put the outputs in place (keep, and nothing
 * failed) or remove them. *partial (or NULL): the host was stopped, and there are outputs. Returns
 * HTR_OK, or HTR_ERR_WRITE after a message when anything could not be written. Nothing is open
 * then, and the structure can be used again. */
int htr_outputs_finish(struct htr_outputs *o, bool keep, bool *partial) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
